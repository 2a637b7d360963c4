//! How fast textures become 8-bit RGBA, on one core.
//!
//! `cargo bench -p zbd --bench textures` decodes 64 textures of 256 x 256 pixels
//! of each kind and takes the best of several runs. Every kind must give
//! 300 MB of pixels a second. All pixels are summed up, so that none can be left
//! out; the sum is taken while the clock stands. It measures this machine now
//! and keeps no record.

use binary::{Mode, Result};
use std::hint::black_box;
use std::time::{Duration, Instant};
use zbd::textures::{self, AlphaKind, Palette, Pixels, Texture, TexturePackage, flags};

const TEXTURES: usize = 64;
const EDGE: u16 = 256;
const RUNS: usize = 15;
/// Bytes of RGBA a second that each kind must reach.
const WANTED: f64 = 300e6;

/// A texture with every colour word there is, and every alpha.
fn direct(number: usize, alpha: AlphaKind) -> Result<Texture> {
    let pixel = |at: usize| [(at + number) as u8, (at >> 4) as u8, (at >> 8) as u8, (at * 7) as u8];
    let rgba: Vec<u8> = (0..usize::from(EDGE) * usize::from(EDGE)).flat_map(pixel).collect();
    Texture::from_rgba8(&format!("wall{number}"), EDGE, EDGE, &rgba, alpha)
}

/// The same with indices in place of colours.
fn indexed(number: usize, alpha: AlphaKind, global: bool) -> Result<Texture> {
    let mut texture = direct(number, alpha)?;
    let indices = (0..texture.pixels.len()).map(|at| (at * 31 + number) as u8).collect();
    texture.pixels = if global {
        texture.palette_index = 0;
        texture.flags |= flags::GLOBAL_PALETTE;
        Pixels::Global { indices, colors: 256 }
    } else {
        Pixels::Local { indices, palette: colors().to_vec() }
    };
    Ok(texture)
}

fn colors() -> [u16; 256] {
    std::array::from_fn(|index| (index * 257) as u16)
}

/// A package that was written and read, as one of a game is.
fn package(texture: impl Fn(usize) -> Result<Texture>) -> Result<TexturePackage> {
    let textures = (0..TEXTURES).map(texture).collect::<Result<Vec<_>>>()?;
    let palettes = match textures.iter().any(|texture| texture.palette_index >= 0) {
        true => vec![Palette(colors())],
        false => Vec::new(),
    };
    let package = TexturePackage { palettes, textures, ..TexturePackage::default() };
    Ok(textures::read(&textures::write(&package)?, Mode::Lenient)?.0)
}

fn main() -> Result<()> {
    // Run along with the tests there is nothing to measure.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let kinds = [
        ("colours", package(|number| direct(number, AlphaKind::None))?),
        ("colours, one transparent", package(|number| direct(number, AlphaKind::Simple))?),
        ("colours and alpha", package(|number| direct(number, AlphaKind::Full))?),
        ("palette of its own", package(|number| indexed(number, AlphaKind::None, false))?),
        ("palette and alpha", package(|number| indexed(number, AlphaKind::Full, false))?),
        ("shared palette", package(|number| indexed(number, AlphaKind::Simple, true))?),
    ];
    let mut slow = false;
    for (name, package) in &kinds {
        let mut shortest = Duration::MAX;
        let (mut bytes, mut sum) = (0, 0_u64);
        for _ in 0..RUNS {
            let mut taken = Duration::ZERO;
            bytes = 0;
            for index in 0..package.textures.len() {
                let start = Instant::now();
                let image = black_box(package).decode_rgba8(index)?;
                taken += start.elapsed();
                bytes += image.rgba.len();
                sum = image.rgba.iter().fold(sum, |sum, byte| sum.wrapping_add(u64::from(*byte)));
            }
            shortest = shortest.min(taken);
        }
        let rate = bytes as f64 / shortest.as_secs_f64();
        slow |= rate < WANTED;
        println!(
            "{name:>26} {:7.1} ms  {:7.0} MB/s of pixels  (sum {sum})",
            shortest.as_secs_f64() * 1e3,
            rate / 1e6
        );
    }
    if slow {
        println!("some kind gives fewer than {:.0} MB of pixels a second", WANTED / 1e6);
        std::process::exit(1);
    }
    Ok(())
}
