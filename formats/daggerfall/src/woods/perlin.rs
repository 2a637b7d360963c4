//! Smooth noise in two dimensions. The noise of Daggerfall Unity's engine is not public, so this one
//! has the same range and grain, not the same values.

/// Gradient noise, 0 to 1 and 0.5 on average; equal arguments give equal values on every machine.
pub fn perlin(x: f64, y: f64) -> f32 {
    let (cell_x, cell_y) = (libm::floor(x), libm::floor(y));
    let (u, v) = (x - cell_x, y - cell_y);
    let (cell_x, cell_y) = (cell_x as i64, cell_y as i64);
    let corner = |dx: i64, dy: i64| slope(cell_x + dx, cell_y + dy, u - dx as f64, v - dy as f64);
    let (fade_u, fade_v) = (fade(u), fade(v));
    let south = mix(corner(0, 0), corner(1, 0), fade_u);
    let north = mix(corner(0, 1), corner(1, 1), fade_u);
    (0.5 + 0.5 * mix(south, north, fade_v)).clamp(0.0, 1.0) as f32
}

fn mix(from: f64, to: f64, share: f64) -> f64 {
    from + (to - from) * share
}

fn fade(t: f64) -> f64 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

/// The gradient of a corner, one of eight, along the way from it.
fn slope(corner_x: i64, corner_y: i64, dx: f64, dy: f64) -> f64 {
    match hash(corner_x, corner_y) % 8 {
        0 => dx + dy,
        1 => dx - dy,
        2 => -dx + dy,
        3 => -dx - dy,
        4 => dx,
        5 => -dx,
        6 => dy,
        _ => -dy,
    }
}

fn hash(x: i64, y: i64) -> u64 {
    let mut bits =
        (x as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (y as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    bits ^= bits >> 32;
    bits = bits.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    bits ^ (bits >> 32)
}
