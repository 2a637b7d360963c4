//! What is heard in the valley: flames, the wind at the mill, the lake; birds by day and crickets by night; music
//! of the valley and of the lake. Source:
//! `docs/spec/everquest/zone-install.md`, "11. Sound".

use super::water::LEVEL;
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

/// Sounds with fall-off, which flames have: number 1 is the first.
const EMIT: [&str; 1] = ["larkfire"];
/// Constant sounds: number 162 is the first.
const LOOPS: [&str; 4] = ["larkwind", "larklake", "larkbird", "larkcric"];
const FIRE: i32 = 1;
const WIND: i32 = 162;
const LAKE: i32 = 163;
const BIRDS: i32 = 164;
const CRICKETS: i32 = 165;
/// The middle of the village, and of the lake.
const VILLAGE: Vec3 = Vec3::new(24.0, 124.0, 14.0);
const WATER: Vec3 = Vec3::new(-40.0, -140.0, LEVEL);
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
    let mut constant = |place: Vec3, radius: f32, day: i32, night: i32| {
        let position = place.to_array();
        all.push(Sound {
            position,
            radius,
            sound_1: day,
            sound_2: night,
            kind: CONSTANT,
            ..Sound::default()
        });
    };
    if let Some(mill) = placed.iter().find(|placed| placed.name == "MILL") {
        constant(mill.place + Vec3::Z * 30.0, 120.0, WIND, WIND);
    }
    constant(WATER, 180.0, LAKE, LAKE);
    constant(VILLAGE, 150.0, BIRDS, CRICKETS);
    for (place, radius, number, fade) in
        [(VILLAGE, 340.0, music::VALLEY, 4000), (WATER, 170.0, music::LAKE, 2000)]
    {
        all.push(Sound {
            position: place.to_array(),
            radius,
            sound_1: number,
            sound_2: number,
            kind: MUSIC,
            fade_or_radius: fade,
            falloff: 1000,
            ..Sound::default()
        });
    }
    for (number, sound) in (1..).zip(&mut all) {
        sound.number = number;
    }
    let table = ::everquest::sounds::write(&Sounds { sounds: all, rest: Vec::new() });
    let bank = sound_bank::write(&SoundBank::new(&EMIT, &LOOPS))?;
    let [fire] = EMIT;
    let [wind, lake, birds, crickets] = LOOPS;
    let recipes: [Recipe; 5] = [
        (fire, 2.0, sounds::fire),
        (wind, 3.0, sounds::wind),
        (lake, 4.0, lapping),
        (birds, 5.0, chirping),
        (crickets, 3.0, crickets_sing),
    ];
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

/// Two birds that answer each other, with silence in between.
fn chirping(tape: &mut Tape) {
    tape.each(|time, _, _| {
        [(0.4, 3100.0), (0.62, 3500.0), (0.8, 3300.0), (2.6, 2500.0), (2.9, 2700.0), (3.1, 2450.0)]
            .into_iter()
            .map(|(start, hertz)| {
                let since = time - start;
                let heard = (0.0..0.14).contains(&since);
                let swell = libm::sinf(std::f32::consts::PI * since / 0.14);
                let pitch = hertz * since + 2400.0 * since * since;
                if heard { libm::sinf(std::f32::consts::TAU * pitch) * swell } else { 0.0 }
            })
            .sum()
    });
    tape.level(0.25);
}

/// Crickets: a high tone in short bursts, whole numbers of them.
fn crickets_sing(tape: &mut Tape) {
    tape.each(|time, part, _| {
        let burst = (libm::sinf(std::f32::consts::TAU * part * 6.0)).max(0.0);
        let wings = (libm::sinf(std::f32::consts::TAU * 42.0 * time)).max(0.0);
        libm::sinf(std::f32::consts::TAU * 4100.0 * time) * burst * wings
    });
    tape.level(0.2);
}
