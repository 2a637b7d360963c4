//! Blocks of 4 x 4 texels, compressed as graphics cards take them: colours as in DXT1, alpha as in DXT5.

/// Eight bytes of alpha: 255 and 0 at the ends, six steps between.
pub(crate) fn alpha(block: &[[u8; 4]; 16]) -> [u8; 8] {
    let mut bits = 0u64;
    for (index, texel) in block.iter().enumerate() {
        // Steps from 0 (none) to 7 (all); codes are 1, 7, 6 ... 2, 0.
        let step = (u32::from(texel[3]) * 7 + 127) / 255;
        let code: u64 = match step {
            0 => 1,
            7 => 0,
            step => 8 - u64::from(step),
        };
        bits |= code << (index * 3);
    }
    let [a, b, c, d, e, f, ..] = bits.to_le_bytes();
    [255, 0, a, b, c, d, e, f]
}

fn to_565([red, green, blue]: [u8; 3]) -> u16 {
    u16::from(red >> 3) << 11 | u16::from(green >> 2) << 5 | u16::from(blue >> 3)
}

fn from_565(word: u16) -> [i32; 3] {
    let (red, green, blue) = (i32::from(word >> 11), i32::from(word >> 5 & 63), i32::from(word & 31));
    [(red * 527 + 23) >> 6, (green * 259 + 33) >> 6, (blue * 527 + 23) >> 6]
}

/// Eight bytes of colour: two ends, and for each texel which of four steps
/// between them is nearest.
pub(crate) fn color(block: &[[u8; 4]; 16]) -> [u8; 8] {
    let weight = |texel: &[u8; 4]| u32::from(texel[0]) * 3 + u32::from(texel[1]) * 6 + u32::from(texel[2]);
    let mut seen: Vec<&[u8; 4]> = block.iter().filter(|texel| texel[3] >= 8).collect();
    seen.sort_by_key(|texel| weight(texel));
    let end = |texel: Option<&&[u8; 4]>| texel.map_or([0; 3], |texel| [texel[0], texel[1], texel[2]]);
    let (mut high, mut low) = (to_565(end(seen.last())), to_565(end(seen.first())));
    if high < low {
        (high, low) = (low, high);
    }
    let mut bits = 0u32;
    if high != low {
        let (a, b) = (from_565(high), from_565(low));
        let mixed = |x: i32, y: i32| [0, 1, 2].map(|part| (a[part] * x + b[part] * y) / 3);
        let steps = [a, b, mixed(2, 1), mixed(1, 2)];
        for (index, texel) in block.iter().enumerate() {
            let away = |step: &[i32; 3]| -> i32 {
                (0..3).map(|part| (step[part] - i32::from(texel[part])).pow(2)).sum()
            };
            let best = (0..4).min_by_key(|step| away(&steps[*step])).unwrap_or(0);
            bits |= (best as u32) << (index * 2);
        }
    }
    let ([a, b], [c, d]) = (high.to_le_bytes(), low.to_le_bytes());
    let [e, f, g, h] = bits.to_le_bytes();
    [a, b, c, d, e, f, g, h]
}

/// Eight bytes of alpha, four bits for each texel, as in DXT3.
pub(crate) fn explicit_alpha(block: &[[u8; 4]; 16]) -> [u8; 8] {
    std::array::from_fn(|pair| {
        let four = |texel: [u8; 4]| ((u32::from(texel[3]) * 15 + 127) / 255) as u8;
        four(block[2 * pair]) | four(block[2 * pair + 1]) << 4
    })
}

/// As [`color`], but texels that are more than half transparent are not there.
pub(crate) fn punched(block: &[[u8; 4]; 16]) -> [u8; 8] {
    if block.iter().all(|texel| texel[3] >= 128) {
        return color(block);
    }
    let mut seen: Vec<&[u8; 4]> = block.iter().filter(|texel| texel[3] >= 128).collect();
    seen.sort_by_key(|texel| u32::from(texel[0]) * 3 + u32::from(texel[1]) * 6 + u32::from(texel[2]));
    let end = |texel: Option<&&[u8; 4]>| texel.map_or(0, |texel| to_565([texel[0], texel[1], texel[2]]));
    let (one, other) = (end(seen.first()), end(seen.last()));
    // The smaller end first says that the fourth step is nothing.
    let (low, high) = (one.min(other), one.max(other));
    let (a, b) = (from_565(low), from_565(high));
    let steps = [a, b, [0, 1, 2].map(|part| i32::midpoint(a[part], b[part]))];
    let mut bits = 0u32;
    for (index, texel) in block.iter().enumerate() {
        let away = |step: &[i32; 3]| -> i32 {
            (0..3).map(|part| (step[part] - i32::from(texel[part])).pow(2)).sum()
        };
        let best = (0..3).min_by_key(|step| away(&steps[*step])).unwrap_or(0);
        bits |= if texel[3] < 128 { 3 } else { best as u32 } << (index * 2);
    }
    let ([a, b], [c, d]) = (low.to_le_bytes(), high.to_le_bytes());
    let [e, f, g, h] = bits.to_le_bytes();
    [a, b, c, d, e, f, g, h]
}
