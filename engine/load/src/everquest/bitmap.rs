//! Pictures with a palette, whose index decides what is transparent: BMP with 8 bits a pixel. All other
//! pictures are decoded as those of any game. Source: `docs/spec/everquest/zone-install.md`, "5. Textures".

use world::Image;

/// Where the fields of the header are.
mod at {
    pub const PIXELS: usize = 10;
    pub const HEADER_BYTES: usize = 14;
    pub const WIDTH: usize = 18;
    pub const HEIGHT: usize = 22;
    pub const BITS: usize = 28;
    pub const COMPRESSION: usize = 30;
    pub const COLORS: usize = 46;
}

/// Largest width and height.
const MOST_SIDE: i32 = 16_384;
/// Most pixels.
const MOST_PIXELS: usize = 1 << 26;

/// A picture of palette indices that has not been painted yet.
pub(super) struct Indexed<'a> {
    width: usize,
    height: usize,
    top_down: bool,
    /// Blue, green, red, nothing.
    palette: &'a [[u8; 4]],
    /// Rows with padding to 4, as the file has them.
    rows: &'a [u8],
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|word| u32::from_le_bytes(*word))
}

impl<'a> Indexed<'a> {
    /// The picture in a file, if it is of this kind and whole.
    pub fn read(bytes: &'a [u8]) -> Option<Self> {
        let bits = word(bytes, at::BITS)? as u16;
        if !bytes.starts_with(b"BM") || bits != 8 || word(bytes, at::COMPRESSION)? != 0 {
            return None;
        }
        let (width, height) = (word(bytes, at::WIDTH)? as i32, word(bytes, at::HEIGHT)? as i32);
        let sound = |side: i32| side.checked_abs().is_some_and(|side| (1..=MOST_SIDE).contains(&side));
        if !sound(width) || width < 0 || !sound(height) {
            return None;
        }
        let (width, height, top_down) = (width as usize, height.unsigned_abs() as usize, height < 0);
        if width * height > MOST_PIXELS {
            return None;
        }
        // 0 stands for all 256; the offset of the pixels is to be trusted, as is the count.
        let colors = match word(bytes, at::COLORS)? {
            0 => 256,
            colors => colors.min(256) as usize,
        };
        let first = 14 + word(bytes, at::HEADER_BYTES)? as usize;
        let pixels = word(bytes, at::PIXELS)? as usize;
        let palette = bytes.get(first..)?;
        let (palette, _) = palette.get(..palette.len().min(colors * 4))?.as_chunks::<4>();
        let stride = width.next_multiple_of(4);
        let rows = bytes.get(pixels..)?.get(..stride * height)?;
        Some(Indexed { width, height, top_down, palette, rows })
    }

    /// Width times height.
    pub fn pixels(&self) -> u64 {
        (self.width * self.height) as u64
    }

    /// The picture with rows from the top; texels of `key` are transparent.
    pub fn paint(&self, key: Option<u8>) -> Image {
        let mut colors = [[0, 0, 0, 255]; 256];
        for (color, [blue, green, red, _]) in colors.iter_mut().zip(self.palette) {
            *color = [*red, *green, *blue, 255];
        }
        if let Some(key) = key {
            colors[usize::from(key)][3] = 0;
        }
        let stride = self.width.next_multiple_of(4);
        let mut rgba = Vec::with_capacity(self.width * self.height * 4);
        let mut row = |row: &[u8]| {
            rgba.extend(row[..self.width].iter().flat_map(|index| colors[usize::from(*index)]));
        };
        let rows = self.rows.chunks_exact(stride);
        if self.top_down {
            rows.for_each(&mut row)
        } else {
            rows.rev().for_each(&mut row)
        }
        Image { width: self.width as u32, height: self.height as u32, rgba }
    }
}
