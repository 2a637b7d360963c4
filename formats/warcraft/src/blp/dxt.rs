//! Blocks of 4 x 4 pixels. Source: `docs/spec/m2.md`, "14. What a real install needs", and for what is
//! in a block Microsoft's documentation "Block Compression".

use super::Blocks;

/// The pixels of a block, row by row: red, green, blue, alpha.
pub(super) fn block(bytes: &[u8], blocks: Blocks) -> [[u8; 4]; 16] {
    let word =
        |at: usize| bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |pair| u16::from_le_bytes(*pair));
    let long =
        |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes.get(at + i).copied().unwrap_or(0)));
    let colors = blocks.size() - 8;
    let ends = [word(colors), word(colors + 2)];
    let four = colors > 0 || ends[0] > ends[1];
    let palette = palette(ends, four, blocks == Blocks::Punched);
    let choices = long(colors) >> 32;
    let alphas: [u8; 16] = match blocks {
        Blocks::Opaque | Blocks::Punched => [255; 16],
        // 4 bits, spread over 0 to 255.
        Blocks::Explicit => std::array::from_fn(|pixel| (long(0) >> (4 * pixel) & 15) as u8 * 17),
        Blocks::Interpolated => {
            let [a, b, ..] = long(0).to_le_bytes();
            let ramp = ramp(a, b);
            std::array::from_fn(|pixel| ramp[(long(0) >> (16 + 3 * pixel) & 7) as usize])
        }
    };
    std::array::from_fn(|pixel| {
        let [red, green, blue, there] = palette[(choices >> (2 * pixel) & 3) as usize];
        [red, green, blue, alphas[pixel].min(there)]
    })
}

/// Five, six and five bits, spread over 0 to 255.
fn color(word: u16) -> [u16; 3] {
    let [red, green, blue] = [word >> 11, word >> 5 & 63, word & 31];
    [red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2]
}

/// The two ends, and two colours between them, or one between them and black.
fn palette(ends: [u16; 2], four: bool, punched: bool) -> [[u8; 4]; 4] {
    let [a, b] = ends.map(color);
    let mix = |of_a: u16, of_b: u16| {
        let [red, green, blue]: [u8; 3] =
            std::array::from_fn(|axis| ((a[axis] * of_a + b[axis] * of_b) / (of_a + of_b)) as u8);
        [red, green, blue, 255]
    };
    if four {
        [mix(1, 0), mix(0, 1), mix(2, 1), mix(1, 2)]
    } else {
        [mix(1, 0), mix(0, 1), mix(1, 1), [0, 0, 0, if punched { 0 } else { 255 }]]
    }
}

/// The two ends, and six values between them, or four between them and none and all.
fn ramp(a: u8, b: u8) -> [u8; 8] {
    let steps = if a > b { 7 } else { 5 };
    let (from, to) = (u16::from(a), u16::from(b));
    std::array::from_fn(|index| match (index as u16, steps) {
        (0, _) => a,
        (1, _) => b,
        (6, 5) => 0,
        (7, 5) => 255,
        (index, steps) => ((from * (steps + 1 - index) + to * (index - 1)) / steps) as u8,
    })
}
