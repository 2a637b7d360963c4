//! Pictures in files: bitmaps with 256 colours, and DDS of the kinds DXT1 and
//! DXT5. Source: `docs/spec/everquest/zone-install.md`, "5. Textures".

use crate::builders::blocks;
use crate::builders::paint::Canvas;
use crate::builders::palette::{self, Nearest};

/// Size of the two headers of a bitmap, and of them with 256 colours.
const HEADERS: u32 = 54;
const TO_PIXELS: u32 = HEADERS + 256 * 4;

/// A bitmap with 8 bits a pixel, rows from the bottom. What is transparent has
/// index 0, which is then used for nothing else.
pub(super) fn bmp(canvas: &Canvas) -> Vec<u8> {
    /// The colour of index 0 where it means nothing.
    const KEY: [u8; 3] = [255, 0, 255];
    let pixels = canvas.to_rgba8();
    let is_clear = |pixel: &[u8]| pixel[3] < 128;
    let keyed = pixels.chunks_exact(4).any(is_clear);
    let opaque = pixels.chunks_exact(4).filter(|pixel| !is_clear(pixel));
    let colors: Vec<[u8; 3]> = opaque.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let own = palette::of(&colors, 256 - usize::from(keyed));
    let first = u8::from(keyed);
    let mut nearest = Nearest::new(&own);

    let row = canvas.width.next_multiple_of(4);
    let size = row * canvas.height;
    let mut bytes = Vec::with_capacity((TO_PIXELS + size) as usize);
    bytes.extend(b"BM");
    for word in [TO_PIXELS + size, 0, TO_PIXELS, 40, canvas.width, canvas.height] {
        bytes.extend(word.to_le_bytes());
    }
    bytes.extend([1, 0, 8, 0]);
    for word in [0, size, 0, 0, 0, 0] {
        bytes.extend(u32::to_le_bytes(word));
    }
    let key = keyed.then_some(KEY);
    let padding = std::iter::repeat([0; 3]);
    for [red, green, blue] in key.into_iter().chain(own.iter().copied()).chain(padding).take(256) {
        bytes.extend([blue, green, red, 0]);
    }
    let width = canvas.width as usize * 4;
    for line in pixels.chunks_exact(width).rev() {
        let start = bytes.len();
        bytes.extend(line.chunks_exact(4).map(|pixel| {
            if keyed && is_clear(pixel) { 0 } else { first + nearest.of([pixel[0], pixel[1], pixel[2]]) }
        }));
        bytes.resize(start + row as usize, 0);
    }
    bytes
}

/// A DDS file without mip levels: DXT5 with alpha, DXT1 without. Its first row is
/// the lowest, as in the game's own.
pub(super) fn dds(canvas: &Canvas, alpha: bool) -> Vec<u8> {
    let pixels = canvas.to_rgba8();
    let (width, height) = (canvas.width, canvas.height);
    let blocks = width.div_ceil(4) * height.div_ceil(4);
    let size = blocks * if alpha { 16 } else { 8 };
    let mut bytes = Vec::with_capacity(128 + size as usize);
    bytes.extend(b"DDS ");
    // Caps, height, width, pixel format, linear size.
    for word in [124, 0x0008_1007, height, width, size, 0, 0] {
        bytes.extend(u32::to_le_bytes(word));
    }
    bytes.extend([0; 44]);
    bytes.extend(32u32.to_le_bytes());
    bytes.extend(4u32.to_le_bytes());
    bytes.extend(if alpha { b"DXT5" } else { b"DXT1" });
    bytes.extend([0; 20]);
    bytes.extend(0x1000u32.to_le_bytes());
    bytes.extend([0; 16]);
    for top in (0..height).step_by(4) {
        for left in (0..width).step_by(4) {
            let texel = |index: u32| {
                let (x, y) = ((left + index % 4).min(width - 1), (top + index / 4).min(height - 1));
                let at = (((height - 1 - y) * width + x) * 4) as usize;
                [pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]]
            };
            let block: [[u8; 4]; 16] = std::array::from_fn(|index| texel(index as u32));
            if alpha {
                bytes.extend(blocks::alpha(&block));
            }
            bytes.extend(blocks::color(&block));
        }
    }
    bytes
}
