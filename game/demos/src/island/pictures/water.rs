//! Water: the colours, waves and glints of the sea and of pools.

use crate::builders::numbers::{layered_noise, smooth_step};
use crate::builders::paint::{Canvas, Waves, blend};

/// The sea: a long swell under small waves.
pub(super) fn sea(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 256, [0.27, 0.38, 0.42]);
    canvas.waves(
        0.1,
        &Waves {
            seed: seed ^ 171,
            spread: 0.6,
            across: [6.0, 9.0],
            octaves: 4,
            period: 18,
            sharp: 5.0,
            deep: ([0.14, 0.25, 0.31], 0.75),
            crest: ([0.66, 0.72, 0.70], 0.42),
        },
    );
    canvas.each(|u, v, pixel| {
        let glint = layered_noise(seed ^ 172, u * 24.0, v * 48.0, 2, 48);
        blend(pixel, [0.92, 0.90, 0.80], smooth_step(0.74, 0.88, glint) * 0.45);
    });
    canvas
}

/// Still water over stone.
pub(super) fn pool(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.17, 0.27, 0.27]);
    canvas.waves(
        0.3,
        &Waves {
            seed: seed ^ 181,
            spread: 0.5,
            across: [5.0, 5.0],
            octaves: 3,
            period: 5,
            sharp: 7.0,
            deep: ([0.07, 0.14, 0.15], 0.7),
            crest: ([0.50, 0.62, 0.58], 0.55),
        },
    );
    canvas
}
