//! RGB565 words and 8-bit channels. Source: `docs/spec/zbd/textures.md`, "Colour
//! conversion".

/// The 8-bit channels of an RGB565 word: red in bits 15-11, green in 10-5, blue
/// in 4-0, each scaled to 0..=255 and rounded.
#[inline]
pub const fn expand(word: u16) -> [u8; 3] {
    let word = word as u32;
    let (red, green, blue) = (word >> 11, word >> 5 & 0x3F, word & 0x1F);
    [scale5(red), scale6(green), scale5(blue)]
}

/// The RGB565 word nearest to 8-bit channels. Undoes [`expand`] exactly.
#[inline]
pub const fn reduce([red, green, blue]: [u8; 3]) -> u16 {
    // floor(c * max / 255 + 1/2), in whole numbers.
    let red = (red as u16 * 62 + 255) / 510;
    let green = (green as u32 * 126 + 255) / 510;
    let blue = (blue as u16 * 62 + 255) / 510;
    red << 11 | (green as u16) << 5 | blue
}

/// floor(c * 255 / 31 + 1/2) without a division, so that whole rows of pixels
/// become vector instructions; exact for all 32 values.
#[inline]
const fn scale5(channel: u32) -> u8 {
    ((channel * 527 + 23) >> 6) as u8
}

/// floor(c * 255 / 63 + 1/2), likewise.
#[inline]
const fn scale6(channel: u32) -> u8 {
    ((channel * 259 + 33) >> 6) as u8
}
