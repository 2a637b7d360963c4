//! Bytes that are read in parts, wherever they are.

use std::io;

/// Bytes of which parts are read when they are wanted: in memory, in a file on the disk, or what is left of sectors
/// without what is around it.
pub trait Data {
    /// Fills `out` with what begins at a byte.
    ///
    /// # Errors
    /// Where it does not reach so far, or cannot be read.
    fn read_at(&self, at: u64, out: &mut [u8]) -> io::Result<()>;

    /// How many bytes there are.
    fn size(&self) -> u64;
}

impl Data for [u8] {
    fn read_at(&self, at: u64, out: &mut [u8]) -> io::Result<()> {
        let from = usize::try_from(at).ok().and_then(|at| self.get(at..)?.get(..out.len()));
        out.copy_from_slice(from.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn size(&self) -> u64 {
        self.len() as u64
    }
}
