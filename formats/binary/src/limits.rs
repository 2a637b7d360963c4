//! Upper bounds that hold on every path from a file into memory: the size of a texture, the length of
//! a list, the depth of nesting. The largest zip member or file is in `bytes.rs` of the crate `vfs`.

/// Upper bounds for what one file may ask of the machine.
///
/// A count read from a file is compared with the bytes that are left *and*
/// with these before anything is allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest list of anything, in elements.
    pub elements: usize,
    /// Deepest nesting of structures, archives or nodes.
    pub depth: usize,
    /// Largest single image, in pixels; a larger one is not read, which is an error of the file or, where a
    /// world can go without it, a finding.
    pub pixels: usize,
    /// Most occurrences one scene may have: a hostile node graph has
    /// exponentially many paths.
    pub occurrences: usize,
    /// Most nodes one running world may ever have had, removed ones included:
    /// their numbers are given once.
    pub nodes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { elements: 1 << 28, depth: 64, pixels: 1 << 26, occurrences: 1 << 20, nodes: 1 << 22 }
    }
}
