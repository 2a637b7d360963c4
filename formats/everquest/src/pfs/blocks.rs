//! The blocks of one file: each up to 8192 bytes as a zlib stream of its own.
//! Source: `docs/spec/everquest/pfs.md`, "File data".

use super::{
    BLOCK, BLOCK_BYTES, BLOCK_HEADER_SIZE, BLOCK_REST, Damage, Entry, INFLATE, LARGEST, LARGEST_BLOCK, LIMIT,
    SIZE,
};
use binary::Result;
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

/// One block of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block<'a> {
    /// Offset of its two sizes from the start of the archive.
    pub at: usize,
    /// Its zlib stream.
    pub deflated: &'a [u8],
    /// Where its bytes belong in the file.
    pub start: usize,
    /// How many bytes it inflates to: 1 to 16384, in a sound archive at most 8192.
    pub inflated: usize,
}

/// The blocks of a file in order, until they add up to its size; an error is the
/// last item.
#[derive(Clone, Debug)]
pub struct Blocks<'a> {
    name: &'a str,
    chain: Chain<'a>,
}

/// The blocks of a file of the archive `bytes`. Nothing is inflated, so that they
/// can be divided among threads, each with an [`Inflater`] of its own.
pub fn blocks<'a>(bytes: &'a [u8], entry: &'a Entry) -> Blocks<'a> {
    let chain = Chain::new(entry.region(bytes), entry.offset as usize, entry.size as usize);
    Blocks { name: &entry.name, chain }
}

impl<'a> Iterator for Blocks<'a> {
    type Item = Result<Block<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.chain.next()?.map_err(|damage| damage.of(self.name)))
    }
}

/// [`Blocks`] that knows no name.
#[derive(Clone, Debug)]
pub(super) struct Chain<'a> {
    region: &'a [u8],
    /// Offset of the region in the archive.
    base: usize,
    at: usize,
    done: usize,
    size: usize,
}

impl<'a> Chain<'a> {
    pub(super) fn new(region: &'a [u8], base: usize, size: usize) -> Self {
        Chain { region, base, at: 0, done: 0, size }
    }

    /// Where in the region the blocks end that were passed.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    fn block(&self) -> std::result::Result<Block<'a>, Damage> {
        let at = self.base + self.at;
        let left = self.region.get(self.at..).unwrap_or_default();
        let Some((sizes, left)) = left.split_first_chunk::<BLOCK_HEADER_SIZE>() else {
            let found = format_args!("{} bytes before other data", left.len());
            let expected =
                format_args!("a block, since {} bytes of the file are missing", self.size - self.done);
            return Err(Damage::new(&BLOCK, at, expected, found));
        };
        let [a, b, c, d, e, f, g, h] = *sizes;
        let [deflated, inflated] = [[a, b, c, d], [e, f, g, h]].map(|word| u32::from_le_bytes(word) as usize);
        let Some(deflated) = left.get(..deflated) else {
            let expected = format_args!("at most the {} bytes before other data", left.len());
            return Err(Damage::new(&BLOCK, at, expected, format_args!("a block of {deflated} bytes")));
        };
        if inflated == 0 || inflated > LARGEST_BLOCK {
            let expected = format_args!("1 to {BLOCK_BYTES} bytes in a block");
            return Err(Damage::new(&SIZE, at + 4, expected, inflated));
        }
        if inflated > self.size - self.done {
            let expected = format_args!("the {} bytes that are left of the file", self.size - self.done);
            return Err(Damage::new(&SIZE, at + 4, expected, format_args!("a block of {inflated}")));
        }
        Ok(Block { at, deflated, start: self.done, inflated })
    }
}

impl<'a> Iterator for Chain<'a> {
    type Item = std::result::Result<Block<'a>, Damage>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done == self.size {
            return None;
        }
        let block = self.block();
        match &block {
            Ok(block) => {
                self.at += BLOCK_HEADER_SIZE + block.deflated.len();
                self.done += block.inflated;
            }
            Err(_) => self.done = self.size,
        }
        Some(block)
    }
}

/// Inflates blocks, one after the other, with memory that it keeps.
#[derive(Debug)]
pub struct Inflater {
    zlib: Decompress,
    used: bool,
}

impl Default for Inflater {
    fn default() -> Self {
        Self::new()
    }
}

impl Inflater {
    /// One with about 48 KiB of memory of its own.
    pub fn new() -> Self {
        Inflater { zlib: Decompress::new(true), used: false }
    }

    /// The bytes of a file of the archive `bytes`.
    ///
    /// # Errors
    /// Blocks that lie about their sizes or cannot be inflated, and files above
    /// [`LARGEST`](super::LARGEST).
    pub fn read(&mut self, bytes: &[u8], entry: &Entry) -> Result<Vec<u8>> {
        self.read_start(bytes, entry, usize::MAX)
    }

    /// At most the first `count` bytes of a file; blocks behind them are not
    /// inflated.
    ///
    /// # Errors
    /// As [`Inflater::read`].
    pub fn read_start(&mut self, bytes: &[u8], entry: &Entry, count: usize) -> Result<Vec<u8>> {
        let (offset, size) = (entry.offset as usize, entry.size as usize);
        self.region(entry.region(bytes), offset, size, count).map_err(|damage| damage.of(&entry.name))
    }

    /// Reads a file into `into`, which has [`Entry::size`] bytes.
    ///
    /// # Errors
    /// As [`Inflater::read`]; and when `into` has another size.
    pub fn read_into(&mut self, bytes: &[u8], entry: &Entry, into: &mut [u8]) -> Result<()> {
        let size = entry.size as usize;
        if into.len() != size {
            let expected = format_args!("room for the {size} bytes of the file");
            return Err(Damage::new(&SIZE, entry.offset as usize, expected, into.len()).of(&entry.name));
        }
        for block in blocks(bytes, entry) {
            let block = block?;
            let place = block.start..block.start + block.inflated;
            if let Some(into) = into.get_mut(place) {
                self.block(&block, into).map_err(|damage| damage.of(&entry.name))?;
            }
        }
        Ok(())
    }

    /// Inflates one block into `into`, which has [`Block::inflated`] bytes.
    ///
    /// # Errors
    /// A block that cannot be inflated to these.
    pub fn read_block(&mut self, block: &Block<'_>, into: &mut [u8]) -> Result<()> {
        self.block(block, into).map_err(|damage| damage.of(""))
    }

    fn fresh(&mut self) -> &mut Decompress {
        if std::mem::replace(&mut self.used, true) {
            self.zlib.reset(true);
        }
        &mut self.zlib
    }

    fn block(&mut self, block: &Block<'_>, into: &mut [u8]) -> std::result::Result<(), Damage> {
        let zlib = self.fresh();
        let status = zlib.decompress(block.deflated, into, FlushDecompress::Finish);
        let inflated = zlib.total_out() as usize;
        ended(block, status, inflated)
    }

    /// Appends a block to what has room for it.
    pub(super) fn append(&mut self, block: &Block<'_>, to: &mut Vec<u8>) -> std::result::Result<(), Damage> {
        let zlib = self.fresh();
        let status = zlib.decompress_vec(block.deflated, to, FlushDecompress::Finish);
        let inflated = zlib.total_out() as usize;
        ended(block, status, inflated)
    }

    /// What is odd about a block that was just inflated, but does no harm.
    pub(super) fn rest(&self, block: &Block<'_>) -> Option<Damage> {
        let used = self.zlib.total_in() as usize;
        let rest = block.deflated.len().checked_sub(used).filter(|rest| *rest > 0)?;
        let at = block.at + BLOCK_HEADER_SIZE + used;
        Some(Damage::new(&BLOCK_REST, at, "the end of the block", format_args!("{rest} more bytes")))
    }

    /// At most the first `count` bytes of the file of `size` bytes whose blocks are
    /// `region`, which starts at `base` in the archive.
    pub(super) fn region(
        &mut self,
        region: &[u8],
        base: usize,
        size: usize,
        count: usize,
    ) -> std::result::Result<Vec<u8>, Damage> {
        if size > LARGEST {
            return Err(Damage::new(&LIMIT, base, format_args!("a file of at most {LARGEST} bytes"), size));
        }
        let chain = Chain::new(region, base, size);
        // Sizes are only promises: all of the blocks must be there before there is room for them.
        let mut room = 0;
        for block in chain.clone() {
            room += block?.inflated;
            if room >= count {
                break;
            }
        }
        let mut content = Vec::with_capacity(room);
        for block in chain {
            let block = block?;
            if content.len() >= count {
                break;
            }
            self.append(&block, &mut content)?;
        }
        content.truncate(count);
        Ok(content)
    }
}

/// A block must end with its stream, and that with its bytes.
fn ended(
    block: &Block<'_>,
    status: std::result::Result<Status, flate2::DecompressError>,
    inflated: usize,
) -> std::result::Result<(), Damage> {
    let found = match status {
        Ok(Status::StreamEnd) if inflated == block.inflated => return Ok(()),
        Ok(Status::StreamEnd) => format!("one of {inflated} bytes"),
        Ok(Status::Ok | Status::BufError) => format!("one that has not ended after {inflated} bytes"),
        Err(error) => format!("a damaged one ({error})"),
    };
    let expected = format_args!("a zlib stream of {} bytes", block.inflated);
    Err(Damage::new(&INFLATE, block.at + BLOCK_HEADER_SIZE, expected, found))
}

/// At most the first `count` bytes of a file of `size` bytes, of which `region` are
/// the bytes in the archive: what is at [`Entry::place`]. For those who read parts of
/// an archive; `at` says where the region starts, for errors.
///
/// # Errors
/// As [`Inflater::read`].
pub fn unpack(region: &[u8], at: usize, size: usize, count: usize) -> Result<Vec<u8>> {
    Inflater::new().region(region, at, size, count).map_err(|damage| damage.of(""))
}

/// Deflates content block by block, with memory that it keeps.
pub(super) struct Deflater {
    zlib: Compress,
    block: Vec<u8>,
}

impl Deflater {
    pub(super) fn new() -> Self {
        Deflater { zlib: Compress::new(Compression::default(), true), block: Vec::new() }
    }

    /// Appends the blocks of a file to an archive.
    pub(super) fn append(&mut self, content: &[u8], to: &mut Vec<u8>) {
        for chunk in content.chunks(BLOCK_BYTES) {
            self.zlib.reset();
            self.block.clear();
            // More than a block of any content takes, stored as it is.
            self.block.reserve(chunk.len() + chunk.len() / 8 + 256);
            let status = self.zlib.compress_vec(chunk, &mut self.block, FlushCompress::Finish);
            debug_assert!(matches!(status, Ok(Status::StreamEnd)), "a block has room: {status:?}");
            // Both are below 16 KiB.
            to.extend_from_slice(&(self.block.len() as u32).to_le_bytes());
            to.extend_from_slice(&(chunk.len() as u32).to_le_bytes());
            to.extend_from_slice(&self.block);
        }
    }
}
