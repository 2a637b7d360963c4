//! What is heard in the valley: flames, the wind at the mill, the lake. Source:
//! `docs/spec/everquest/zone-install.md`, "11. Sound".

use super::water::LEVEL;
use super::{NAME, archive};
use crate::DemoFile;
use crate::builders::sounds::{self, Tape};
use crate::everquest::models::Placed;
use ::everquest::pfs::NewFile;
use ::everquest::sound_bank::{self, SoundBank};
use ::everquest::sounds::{CONSTANT, FALLOFF, Sound, Sounds};
use binary::Result;
use glam::Vec3;

/// Sounds with fall-off, which flames have: number 1 is the first.
const EMIT: [&str; 1] = ["larkfire"];
/// Constant sounds: number 162 is the first.
const LOOPS: [&str; 2] = ["larkwind", "larklake"];
const FIRE: i32 = 1;
const WIND: i32 = 162;
const LAKE: i32 = 163;
/// A recording: its name, how long it is in seconds, and what makes it.
type Recipe = (&'static str, f32, fn(&mut Tape));

/// How far a flame is heard.
const NEAR: f32 = 40.0;

/// The table, the names, and the archive with the recordings.
pub(super) fn files(placed: &[Placed], seed: u32) -> Result<Vec<DemoFile>> {
    let mut all = Vec::new();
    for torch in placed.iter().filter(|placed| placed.name == "TORCH") {
        all.push(Sound {
            position: torch.place.to_array(),
            radius: NEAR,
            sound_1: FIRE,
            sound_2: FIRE,
            kind: FALLOFF,
            volume_or_loops: 100,
            fade_or_radius: NEAR as i32,
            falloff: 2,
            ..Sound::default()
        });
    }
    let mut constant = |place: Vec3, radius: f32, number: i32| {
        let position = place.to_array();
        all.push(Sound {
            position,
            radius,
            sound_1: number,
            sound_2: number,
            kind: CONSTANT,
            ..Sound::default()
        });
    };
    if let Some(mill) = placed.iter().find(|placed| placed.name == "MILL") {
        constant(mill.place + Vec3::Z * 30.0, 120.0, WIND);
    }
    constant(Vec3::new(-40.0, -140.0, LEVEL), 180.0, LAKE);
    for (number, sound) in (1..).zip(&mut all) {
        sound.number = number;
    }
    let table = ::everquest::sounds::write(&Sounds { sounds: all, rest: Vec::new() });
    let bank = sound_bank::write(&SoundBank::new(&EMIT, &LOOPS))?;
    let [fire] = EMIT;
    let [wind, lake] = LOOPS;
    let recipes: [Recipe; 3] = [(fire, 2.0, sounds::fire), (wind, 3.0, sounds::wind), (lake, 4.0, lapping)];
    let mut recordings = Vec::new();
    for (number, (name, seconds, make)) in (9300..).zip(recipes) {
        let mut tape = Tape::new(seconds, seed, number);
        make(&mut tape);
        recordings.push(NewFile::new(&format!("{name}.wav"), zbd::sounds::write(&sounds::wave(&tape))?));
    }
    Ok(vec![
        DemoFile::new(&format!("{NAME}_sounds.eff"), table),
        DemoFile::new(&format!("{NAME}_sndbnk.eff"), bank),
        archive("snd1.pfs", &recordings)?,
    ])
}

/// Small waves on a shore, three in the time of the recording.
fn lapping(tape: &mut Tape) {
    tape.each(|_, part, random| {
        let wave = (1.0 - libm::cosf(std::f32::consts::TAU * part * 3.0)) / 2.0;
        random.between(-1.0, 1.0) * wave * wave
    });
    tape.dull(0.8);
    tape.level(0.5);
}
