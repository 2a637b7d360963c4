//! What is heard in a zone of EverQuest, by numbers from an offline mix of the demo: sounds get louder on the way to
//! them, day and night have their own, and music changes by area.

use crate::program::{copy_of, larkmere, revisit};
use everquest::sound_bank::{self, SoundBank};
use everquest::sounds::{self, CONSTANT, FALLOFF, MUSIC, Sound, Sounds};
use glam::Vec3;
use hearing::Offline;
use runtime::places::World;
use runtime::{Command, Cue, Input, Simulation};
use std::fs;
use std::sync::Arc;
use titles::install::Install;
use world::{ActorId, Limits};
use zbd::sounds::Wave;

/// The floor of the tunnel goes this way, level: north, and west and height of its middle.
const WEST: f32 = 40.0;
const FLOOR: f32 = 8.0;
/// Eyes and ears above the feet.
const EYE: f32 = 5.4;

/// A second of a steady level, a part of 128.
fn steady(part: u8) -> Vec<u8> {
    zbd::sounds::write(&Wave::pcm(1, 11_025, 8, vec![128 + part; 11_025])).unwrap()
}

/// The demo, running and heard, with these sounds and steady recordings.
struct Zone {
    _folder: tempfile::TempDir,
    world: World,
    offline: Offline,
}

fn at(north: f32) -> [f32; 3] {
    [north, WEST, FLOOR + EYE]
}

impl Zone {
    fn new(all: Vec<Sound>) -> Self {
        Zone::with(all, |_| ())
    }

    /// The same with further files.
    fn with(all: Vec<Sound>, more: impl FnOnce(&std::path::Path)) -> Self {
        let folder = copy_of(larkmere());
        more(folder.path());
        let put = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
        put("larkmere_sounds.eff", &sounds::write(&Sounds { sounds: all, ..Sounds::default() }));
        let bank = SoundBank::new(&["hum"], &["day", "night"]);
        put("larkmere_sndbnk.eff", &sound_bank::write(&bank).unwrap());
        for (name, part) in [("hum", 64), ("day", 32), ("night", 96), ("larkmere", 32), ("larklake", 96)] {
            put(&format!("{name}.wav"), &steady(part));
        }
        let install = Arc::new(Install::open(folder.path(), &[]).unwrap());
        let request = install.request_with(Some("larkmere"), titles::BEST).unwrap();
        let loaded = load::load(&install.vfs, &request, &mut load::Quiet).unwrap();
        let simulation = Simulation::of_loaded(Arc::new(loaded.scene), loaded.derived, 1, &Limits::default());
        let offline = Offline::new(&install);
        Zone { _folder: folder, world: World::new("larkmere", simulation), offline }
    }

    /// Lets ticks pass, the first with this command: how loud the end of the last one is, both ears together, and
    /// what was told of music.
    fn run(&mut self, ticks: usize, first: Option<Command>) -> (f32, Vec<Option<String>>) {
        let (mut loud, mut music, mut first) = (0.0, Vec::new(), first);
        for _ in 0..ticks {
            let frames = self.tick(first.take());
            loud = frames.last().copied().unwrap_or_default();
            let told = |cue: &Cue| match cue {
                Cue::Music { file, .. } => Some(file.clone()),
                _ => None,
            };
            music.extend(self.world.watched_place().simulation().cues().iter().filter_map(told));
        }
        (loud, music)
    }

    /// Lets a tick pass, with this command: how loud each of its frames is, both ears together.
    fn tick(&mut self, command: Option<Command>) -> Vec<f32> {
        let id = self.world.watched();
        let commands: Vec<_> = command.into_iter().map(|command| (id, command)).collect();
        self.world.advance(&[Input::default()], &commands);
        let mut lines = Vec::new();
        let frames = self.offline.tick(&self.world, &mut lines);
        assert!(lines.is_empty(), "{lines:?}");
        frames.chunks_exact(2).map(|frame| libm::hypotf(frame[0], frame[1])).collect()
    }

    /// Puts the person on the tunnel's floor, so far north.
    fn stand(&self, north: f32) -> Command {
        let frame = &self.world.watched_place().simulation().scene().frame;
        let feet = frame.to_engine(Vec3::new(north, WEST, FLOOR));
        Command::PlaceActor { actor: ActorId(0), feet, yaw: 0.0, pitch: 0.0 }
    }
}

fn near(found: f32, by_hand: f32) {
    assert!((found - by_hand).abs() < 0.01, "{found}, by hand {by_hand}");
}

#[test]
fn the_way_to_a_sound_makes_it_louder_by_its_falloff() {
    let sound = Sound {
        position: at(320.0),
        radius: 100.0,
        sound_1: 1,
        kind: FALLOFF,
        volume_or_loops: 80,
        fade_or_radius: 100,
        falloff: 2,
        ..Sound::default()
    };
    let mut zone = Zone::new(vec![sound]);
    // Half as loud as can be, 80 percent of that, and less with each of 100 units.
    for (north, part) in [(245.0, 0.25), (270.0, 0.5), (295.0, 0.75), (310.0, 0.9)] {
        let stand = zone.stand(north);
        near(zone.run(30, Some(stand)).0, 0.5 * 0.8 * part);
    }
}

#[test]
fn a_place_has_a_sound_of_the_day_and_another_of_the_night() {
    let sound = Sound {
        position: at(300.0),
        radius: 50.0,
        sound_1: 162,
        sound_2: 163,
        kind: CONSTANT,
        ..Sound::default()
    };
    let mut zone = Zone::new(vec![sound]);
    let stand = zone.stand(280.0);
    // Constant sounds are full within their radius; a quarter and three quarters as loud as can be.
    near(zone.run(60, Some(stand)).0, 0.25);
    let hour = |hour| Some(Command::SetHour { hour });
    near(zone.run(180, hour(20.0)).0, 0.75);
    near(zone.run(180, hour(9.0)).0, 0.25);
}

#[test]
fn music_changes_by_area() {
    let area = |north: f32, radius: f32, number: i32| Sound {
        position: at(north),
        radius,
        sound_1: number,
        sound_2: number,
        kind: MUSIC,
        fade_or_radius: 1000,
        falloff: 1000,
        ..Sound::default()
    };
    let mut zone = Zone::new(vec![area(280.0, 40.0, -1), area(315.0, 10.0, -2)]);
    // The same in both ears: their squares add up to twice as much.
    let both = std::f32::consts::SQRT_2;
    let told = |file: &str| vec![Some(file.to_owned())];
    for (north, level, music) in [
        (260.0, 0.25, told("larkmere.wav")),
        (275.0, 0.25, vec![]),
        (312.0, 0.75, told("larklake.wav")),
        (290.0, 0.25, told("larkmere.wav")),
        (230.0, 0.0, vec![None]),
    ] {
        let stand = zone.stand(north);
        let (loud, heard) = zone.run(150, Some(stand));
        near(loud, level * both);
        assert_eq!(heard, music, "{north}");
    }
}

/// A sine of 440 Hz, half as loud as can be, of which the encoder takes 95 percent, 1.2 seconds, which are 528 whole
/// waves: made with
/// `ffmpeg -f lavfi -i sine=frequency=440:sample_rate=22050:duration=1.2 -af volume=4 -ac 1 -b:a 24k -id3v2_version 0`.
const TONE: &[u8] = include_bytes!("tone.mp3");

#[test]
fn music_of_an_area_may_be_mp3_and_starts_over_without_a_gap() {
    let area = Sound {
        position: at(280.0),
        radius: 40.0,
        sound_1: -1,
        sound_2: -1,
        kind: MUSIC,
        fade_or_radius: 1000,
        falloff: 1000,
        ..Sound::default()
    };
    let mut zone = Zone::with(vec![area], |folder| {
        fs::write(folder.join("mp3index.txt"), "Tone.MP3\r\n").unwrap();
        fs::write(folder.join("tone.mp3"), TONE).unwrap();
    });
    let stand = zone.stand(275.0);
    // Until it has faded in.
    assert_eq!(zone.run(180, Some(stand)).1, [Some("tone.mp3".to_owned())]);
    // Five seconds, in which it is over four times. A tick is seven waves and a third: each has a loudest frame, and
    // none of them is quieter where what the encoder put before and behind the sound would be heard.
    let by_hand = 0.5 * 0.95 * std::f32::consts::SQRT_2;
    for tick in 0..300 {
        let loudest = zone.tick(None).into_iter().fold(0.0, f32::max);
        assert!((loudest / by_hand - 1.0).abs() < 0.03, "{loudest} in tick {tick}, by hand {by_hand}");
    }
}

#[test]
fn an_hour_is_asked_for_and_typed() {
    let run = revisit([
        "sim",
        larkmere(),
        "larkmere",
        "--hour",
        "21:30",
        "--ticks",
        "2",
        "--at-tick",
        "1",
        "--console",
        "time",
    ])
    .ok();
    assert!(run.out.contains("21:30"), "{}", run.out);
    let lines =
        ["sim", larkmere(), "larkmere", "--ticks", "2", "--console", "time 6:05", "--console", "time"];
    let run = revisit(lines).ok();
    assert!(run.out.contains("it is 6:05") && run.out.contains("seconds, 6:05"), "{}", run.out);
    revisit(["sim", larkmere(), "larkmere", "--ticks", "1", "--hour", "24:00"])
        .fails(2, &["--hour", "23:59"]);
    revisit(["sim", crate::program::demo(), "--ticks", "1", "--hour", "6"]).fails(2, &["--hour", "no hours"]);
}
