//! Sounds of the island: surf, wind, fires, drops in the crypt.

use crate::DemoFile;
use crate::builders::sounds::{Tape, wave};
use binary::Result;
use std::f32::consts::TAU;
use zbd::sounds;

/// Name, seconds, and how it is made; all are repeated.
type Recipe = (&'static str, f32, fn(&mut Tape));

/// All of them.
const RECIPES: [Recipe; 4] =
    [("surf.wav", 8.0, surf), ("wind.wav", 6.0, wind), ("fire.wav", 3.0, fire), ("drops.wav", 7.0, drops)];

/// Waves that come in, break and run back: two of them.
fn surf(tape: &mut Tape) {
    tape.each(|_, part, random| {
        let wave = |shift: f32| {
            let at = (part + shift).rem_euclid(1.0);
            // Swells slowly, breaks, ebbs away.
            if at < 0.45 { (at / 0.45) * (at / 0.45) } else { libm::expf(-(at - 0.45) * 5.5) }
        };
        random.between(-1.0, 1.0) * (0.16 + 0.60 * wave(0.0) + 0.42 * wave(0.55))
    });
    tape.dull(0.80);
    tape.level(0.7);
}

fn wind(tape: &mut Tape) {
    tape.each(|_, part, random| {
        let gust = 0.55 - 0.25 * libm::cosf(TAU * part) - 0.20 * libm::cosf(TAU * (3.0 * part + 0.2));
        random.between(-1.0, 1.0) * gust
    });
    tape.dull(0.95);
    tape.level(0.6);
}

/// A soft roar, and wood that cracks.
fn fire(tape: &mut Tape) {
    let mut crack = 0.0f32;
    let mut left = 0.0f32;
    tape.each(|_, part, random| {
        // Nothing cracks at the seam.
        let calm = (0.03..0.93).contains(&part);
        if calm && random.between(0.0, 1.0) < 0.00022 {
            (crack, left) = (random.between(0.35, 1.0), 1.0);
        }
        left *= 0.985;
        let roar = random.between(-1.0, 1.0) * (0.20 + 0.04 * libm::sinf(TAU * 5.0 * part));
        roar + random.between(-1.0, 1.0) * crack * left
    });
    tape.dull(0.45);
    tape.level(0.8);
}

/// Drops into still water: each a short falling note with its echo.
fn drops(tape: &mut Tape) {
    let falls: [(f32, f32, f32); 6] = [
        (0.3, 1450.0, 1.0),
        (1.7, 1180.0, 0.7),
        (2.2, 1610.0, 0.5),
        (3.9, 1320.0, 0.9),
        (5.0, 1500.0, 0.6),
        (5.6, 1090.0, 0.8),
    ];
    tape.each(|time, _, _| {
        let mut sum = 0.0;
        for (at, hertz, loud) in falls {
            for (echo, part) in [(0.0, 1.0), (0.11, 0.35), (0.23, 0.18)] {
                let since = time - at - echo;
                if (0.0..0.9).contains(&since) {
                    let pitch = hertz * (1.0 + 0.35 * libm::expf(-since * 40.0));
                    sum += libm::sinf(TAU * pitch * since) * libm::expf(-since * 22.0) * loud * part;
                }
            }
        }
        sum
    });
    tape.level(0.7);
}

/// The files, in a folder.
pub(super) fn files(folder: &str, seed: u32) -> Result<Vec<DemoFile>> {
    (0..)
        .zip(RECIPES)
        .map(|(number, (name, seconds, make))| {
            let mut tape = Tape::new(seconds, seed, 9100 + number);
            make(&mut tape);
            Ok(DemoFile::new(&format!("{folder}/{name}"), sounds::write(&wave(&tape))?))
        })
        .collect()
}
