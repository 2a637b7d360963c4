//! What is heard in Ashgate: fires, lava, the wind over the ravine; and the music
//! of the ravine and of the cave. Source: `docs/spec/everquest/zone-install.md`,
//! "11. Sound".

use super::plan::{CAVE_FLOOR, FISSURE, FLOOR, POOL};
use super::{NAME, archive};
use crate::DemoFile;
use crate::builders::sounds::{self, Tape};
use crate::everquest::models::Placed;
use crate::everquest::music;
use ::everquest::pfs::NewFile;
use ::everquest::sound_bank::{self, SoundBank};
use ::everquest::sounds::{CONSTANT, FALLOFF, MUSIC, Sound, Sounds};
use binary::Result;
use glam::Vec3;
use std::f32::consts::TAU;

/// Sounds with fall-off: number 1 is the first.
const EMIT: [&str; 2] = ["ashfire", "ashbowl"];
/// Constant sounds: number 162 is the first.
const LOOPS: [&str; 2] = ["ashwind", "ashlava"];
const FIRE: i32 = 1;
const BOWL: i32 = 2;
const WIND: i32 = 162;
const MOLTEN: i32 = 163;
/// Numbers of records go on behind those of Larkmere.
const FIRST: u32 = 1001;
/// A recording: its name, how long it is in seconds, and what makes it.
type Recipe = (&'static str, f32, fn(&mut Tape));

/// The table, the names, the recordings, and the music.
pub(super) fn files(placed: &[Placed], seed: u32) -> Result<Vec<DemoFile>> {
    let mut all = Vec::new();
    for fire in placed {
        let (number, near) = match fire.name {
            "TORCH" => (FIRE, 36.0),
            "BRAZIER" => (BOWL, 55.0),
            _ => continue,
        };
        all.push(Sound {
            position: fire.place.to_array(),
            radius: near,
            sound_1: number,
            sound_2: number,
            kind: FALLOFF,
            volume_or_loops: 100,
            fade_or_radius: near as i32,
            falloff: 2,
            ..Sound::default()
        });
    }
    let constant = |at: [f32; 3], radius: f32, number: i32| Sound {
        position: at,
        radius,
        sound_1: number,
        sound_2: number,
        kind: CONSTANT,
        ..Sound::default()
    };
    all.push(constant([120.0, 0.0, 40.0], 90.0, WIND));
    all.push(constant([270.0, 0.0, 40.0], 90.0, WIND));
    all.push(constant([184.0, -50.0, FISSURE], 45.0, MOLTEN));
    all.push(constant([184.0, 50.0, FISSURE], 45.0, MOLTEN));
    all.push(constant([586.0, 84.0, POOL], 90.0, MOLTEN));
    for (number, at, radius) in [
        (music::ASHGATE, Vec3::new(190.0, 0.0, FLOOR), 170.0),
        (music::CAVE, Vec3::new(590.0, 96.0, CAVE_FLOOR), 140.0),
    ] {
        all.push(Sound {
            position: at.to_array(),
            radius,
            sound_1: number,
            sound_2: number,
            kind: MUSIC,
            volume_or_loops: 100,
            loops_night: 100,
            fade_or_radius: 2000,
            falloff: 1000,
            ..Sound::default()
        });
    }
    for (number, sound) in (FIRST..).zip(&mut all) {
        sound.number = number;
    }
    let table = ::everquest::sounds::write(&Sounds { sounds: all, rest: Vec::new() });
    let bank = sound_bank::write(&SoundBank::new(&EMIT, &LOOPS))?;
    let [fire, bowl] = EMIT;
    let [wind, molten] = LOOPS;
    let recipes: [Recipe; 4] =
        [(fire, 2.0, sounds::fire), (bowl, 3.0, roar), (wind, 4.0, sounds::wind), (molten, 4.0, bubbling)];
    let mut recordings = Vec::new();
    for (number, (name, seconds, make)) in (9320..).zip(recipes) {
        recordings.push(NewFile::new(&format!("{name}.wav"), recording(make, seconds, seed, number)?));
    }
    Ok(vec![
        DemoFile::new(&format!("{NAME}_sounds.eff"), table),
        DemoFile::new(&format!("{NAME}_sndbnk.eff"), bank),
        archive("snd2.pfs", &recordings)?,
    ])
}

fn recording(make: fn(&mut Tape), seconds: f32, seed: u32, stream: u32) -> Result<Vec<u8>> {
    let mut tape = Tape::new(seconds, seed, stream);
    make(&mut tape);
    zbd::sounds::write(&sounds::wave(&tape))
}

/// A larger fire.
fn roar(tape: &mut Tape) {
    sounds::fire(tape);
    tape.dull(0.35);
    tape.level(0.8);
}

/// Lava: a rumble, and bubbles that burst.
fn bubbling(tape: &mut Tape) {
    let mut bubble = (0.0f32, 60.0f32);
    let mut phase = 0.0f32;
    tape.each(|_, part, random| {
        if random.between(0.0, 1.0) > 0.9997 {
            bubble = (1.0, random.between(55.0, 130.0));
        }
        bubble = (bubble.0 * 0.9992, bubble.1 * 1.00003);
        phase = (phase + bubble.1 / 22_050.0).fract();
        let swell = 0.7 + 0.3 * libm::cosf(TAU * part);
        random.between(-1.0, 1.0) * 0.8 * swell + libm::sinf(TAU * phase) * bubble.0 * 0.25
    });
    tape.dull(0.95);
    tape.level(0.8);
}
