//! How much a script may ask for.

/// Bounds on a run. The defaults leave room for every script of the four games many times over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Lines of an outermost run, those of nested runs and skipped ones included. A line beyond the
    /// game's own buffer for lines counts once for each time that it fills it.
    pub lines: u64,
    /// Scripts under way at one time: the first, the one that it runs, and so on.
    pub nesting: usize,
    /// Bytes of one text script.
    pub script_bytes: usize,
    /// Bytes of all text scripts of an outermost run; each is read once.
    pub all_bytes: usize,
    /// Variables.
    pub variables: usize,
    /// Characters of a line with its macros replaced.
    pub line: usize,
    /// Corners of a polygon.
    pub corners: usize,
    /// Names in a list that only grows: scripts that ran, texts that are kept, words that are unknown.
    pub names: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            lines: 1_000_000,
            nesting: 64,
            script_bytes: 256 << 10,
            all_bytes: 2 << 20,
            variables: 1024,
            line: 16_384,
            corners: 256,
            names: 4096,
        }
    }
}
