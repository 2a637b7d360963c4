//! Cues, queues, copies and captions, by numbers worked out by hand.

use super::*;
use audio::Listener;
use std::path::Path;
use std::time::Duration;
use world::program::ProgramSound;
use world::{ActorId, Frame, LawKind, Limits, Loop, Scene, SeatId, TankLaw, VehicleLaw, Views};

fn install(folder: &Path) -> Arc<Install> {
    for file in demos::plain(&demos::Options { scale: 1, seed: 1 }).unwrap() {
        let path = folder.join(&file.address);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, &file.bytes).unwrap();
    }
    std::fs::write(folder.join("zbd/hum.wav"), crate::steady_sound::wav()).unwrap();
    Arc::new(Install::open(folder, &[]).unwrap())
}

const RULES: SoundRules = SoundRules {
    falloff: world::Falloff::Linear,
    volume_power: 1.0,
    copies: 5,
    drop_beyond: None,
    speed_of_sound: None,
    queue_gap_s: 0.3,
    queue_timeout_s: 5.0,
    weight_after_use: 0.5,
};

fn music(file: Option<&str>) -> Cue {
    Cue::Music { file: file.map(str::to_owned), times: 0, fade_out: None }
}

/// A place with nobody in it.
fn nobody(rules: SoundRules) -> Simulation {
    let mut scene = Scene::empty("none", "quiet", Frame::identity(1.0));
    scene.sound_rules = rules;
    Simulation::new(Arc::new(scene), 0, &Limits::default()).0
}

fn at(offset: Vec3) -> Around<'static> {
    Around { offset, simulation: Box::leak(Box::new(nobody(RULES))), tick: 0 }
}

/// Starts what is ready until there are so many voices.
fn wait(voices: &mut CueVoices, mixer: &mut Mixer, count: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for _ in 0..3000 {
        lines.extend(voices.start(mixer, 0, |_| Some(Vec3::ZERO)));
        if voices.opening.is_empty() && mixer.voices() == count {
            return lines;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{voices:?}");
}

/// How loud the left and the right are, after a tenth of a second.
fn sides(mixer: &mut Mixer) -> [f32; 2] {
    mixer.hear(&Listener { ear: Vec3::ZERO, right: Vec3::X, near: 1.0 });
    let mut out = vec![0.0; 8820];
    mixer.mix(&mut out);
    [out[8818], out[8819]]
}

#[test]
fn cues_start_move_and_stop_sounds_and_music() {
    let folder = tempfile::tempdir().unwrap();
    let install = install(folder.path());
    let (mut voices, mut mixer) = (CueVoices::default(), Mixer::new(44_100));
    let place = PlaceId::FIRST;
    let sound = |file: &str, x| Cue::Sound {
        handle: 5,
        file: file.to_owned(),
        at: Some(Vec3::new(x, 0.0, 0.0)),
        volume: 1.0,
        looping: true,
        range: None,
        manner: SoundManner::default(),
    };
    voices.enter(&install, Opening::OnThread);
    voices.hear(&mut mixer, place, &sound("zbd/hum.wav", 20.0), &at(Vec3::ZERO));
    assert_eq!(wait(&mut voices, &mut mixer, 1), [] as [String; 0]);
    // 20 of 60 m to the right: a quarter at two thirds, all on one side.
    let [left, right] = sides(&mut mixer);
    assert!(left.abs() < 1e-3 && (right - 0.25 * 2.0 / 3.0).abs() < 1e-3, "{left} {right}");
    let moved = Cue::MoveSound { handle: 5, at: Vec3::new(-10.0, 0.0, 0.0) };
    // Of a place 20 m to the west: 30 m to the left.
    voices.hear(&mut mixer, place, &moved, &at(Vec3::new(-20.0, 0.0, 0.0)));
    let [left, right] = sides(&mut mixer);
    assert!((left - 0.125).abs() < 1e-3 && right.abs() < 1e-3, "{left} {right}");

    // The same number in another place is another sound.
    let other = PlaceId(7);
    voices.hear(&mut mixer, other, &sound("zbd/hum.wav", 1.0), &at(Vec3::ZERO));
    voices.hear(&mut mixer, other, &music(Some("zbd/hum.wav")), &at(Vec3::ZERO));
    wait(&mut voices, &mut mixer, 3);
    voices.leave_place(&mut mixer, other);
    let stop = |handle| Cue::StopSound { handle, seconds: 0.0 };
    voices.hear(&mut mixer, place, &stop(5), &at(Vec3::ZERO));
    for _ in 0..16 {
        sides(&mut mixer);
    }
    assert_eq!(mixer.voices(), 1, "music goes on");
    voices.hear(&mut mixer, place, &music(None), &at(Vec3::ZERO));
    for _ in 0..16 {
        sides(&mut mixer);
    }
    assert_eq!((mixer.voices(), voices.start(&mut mixer, 0, |_| None).len()), (0, 0));
    assert!(voices.is_idle());
}

#[test]
fn what_cannot_be_heard_is_one_line_and_what_was_stopped_never_starts() {
    let folder = tempfile::tempdir().unwrap();
    let install = install(folder.path());
    let (mut voices, mut mixer) = (CueVoices::default(), Mixer::new(44_100));
    voices.enter(&install, Opening::OnThread);
    let play = |file: &str| music(Some(file));
    for file in ["zbd/gone.wav", "zbd/hum.wav/none"] {
        voices.hear(&mut mixer, PlaceId::FIRST, &play(file), &at(Vec3::ZERO));
        let lines = wait(&mut voices, &mut mixer, 0);
        assert!(matches!(&lines[..], [line] if line.contains(file)), "{lines:?}");
        voices.hear(&mut mixer, PlaceId::FIRST, &play(file), &at(Vec3::ZERO));
        assert!(voices.opening.is_empty(), "it is not read again");
    }
    voices.hear(&mut mixer, PlaceId::FIRST, &play("zbd/hum.wav"), &at(Vec3::ZERO));
    voices.hear(&mut mixer, PlaceId::FIRST, &music(None), &at(Vec3::ZERO));
    let late = std::iter::repeat_with(|| {
        std::thread::sleep(Duration::from_millis(10));
        voices.opener.as_mut().unwrap().next()
    });
    let late = late.take(3000).flatten().next().unwrap();
    assert!(late.1.is_ok() && voices.opening.is_empty());
    assert_eq!((voices.start(&mut mixer, 0, |_| None).len(), mixer.voices()), (0, 0));
}

/// A sound that is heard once, and how it is treated.
fn once(handle: u32, x: f32, manner: SoundManner) -> Cue {
    Cue::Sound {
        handle,
        file: "zbd/hum.wav".to_owned(),
        at: Some(Vec3::new(x, 0.0, 0.0)),
        volume: 1.0,
        looping: false,
        range: Some([10.0, 60.0]),
        manner,
    }
}

fn entered(folder: &Path) -> (CueVoices, Mixer) {
    let (mut voices, mut mixer) = (CueVoices::default(), Mixer::new(44_100));
    voices.enter(&install(folder), Opening::AtOnce);
    mixer.hear(&Listener { ear: Vec3::ZERO, right: Vec3::X, near: 1.0 });
    (voices, mixer)
}

#[test]
fn queued_sounds_follow_each_other_and_captions_follow_them() {
    let folder = tempfile::tempdir().unwrap();
    let (mut voices, mut mixer) = entered(folder.path());
    for (handle, text, priority) in [(0, "a", 3), (1, "b", 3), (2, "c", 7), (3, "d", 3), (4, "e", 3)] {
        let (queue, subtitle) = (Some(SoundQueue::Speech), Some(text.into()));
        let manner = SoundManner { speech: true, queue, priority, subtitle };
        voices.hear(&mut mixer, PlaceId::FIRST, &once(handle, 0.0, manner), &at(Vec3::ZERO));
    }
    let mut said = Vec::new();
    let mut out = vec![0.0; 735 * 2];
    for tick in 0..400 {
        voices.start(&mut mixer, tick, |_| Some(Vec3::ZERO));
        said.extend(voices.take_captions().into_iter().map(|caption| (tick, caption.text)));
        assert!(mixer.voices() <= 1);
        mixer.hear(&Listener { ear: Vec3::ZERO, right: Vec3::X, near: 1.0 });
        mixer.mix(&mut out);
    }
    // The greater priority first. Each lasts a second and is followed by 0.3 s of silence, 78 ticks in
    // all; the fifth would begin after 312, and does not wait longer than 300.
    let by_hand = [(0, "c"), (78, "a"), (156, "b"), (234, "d")];
    assert_eq!(said, by_hand.map(|(tick, text)| (tick, text.to_owned())));
    assert!(voices.is_idle() || mixer.voices() == 0);
}

#[test]
fn what_waits_to_be_said_is_not_said_once_it_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let (mut voices, mut mixer) = entered(folder.path());
    for (handle, text) in [(0, "a"), (1, "b"), (2, "c")] {
        let (queue, subtitle) = (Some(SoundQueue::Speech), Some(text.into()));
        let manner = SoundManner { speech: true, queue, priority: 3, subtitle };
        voices.hear(&mut mixer, PlaceId::FIRST, &once(handle, 0.0, manner), &at(Vec3::ZERO));
    }
    let mut said = Vec::new();
    let mut out = vec![0.0; 735 * 2];
    for tick in 0..300 {
        if tick == 30 {
            voices.hear(&mut mixer, PlaceId::FIRST, &Cue::StopQueued, &at(Vec3::ZERO));
        }
        voices.start(&mut mixer, tick, |_| Some(Vec3::ZERO));
        said.extend(voices.take_captions().into_iter().map(|caption| caption.text));
        mixer.hear(&Listener { ear: Vec3::ZERO, right: Vec3::X, near: 1.0 });
        mixer.mix(&mut out);
        // The one that is heard is heard to its end, which is after a second.
        assert_eq!(mixer.voices(), usize::from(tick < 59), "{tick}");
    }
    assert_eq!(said, ["a"]);
}

#[test]
fn five_copies_are_heard_and_captions_within_earshot_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let (mut voices, mut mixer) = entered(folder.path());
    // Ten apart from 10 to 70, full up to 10 and silent from 60 on: 1, 0.8, 0.6, 0.4, 0.2, 0, 0.
    let said = |text: &str| SoundManner { subtitle: Some(text.into()), ..SoundManner::default() };
    for number in 0..7_u32 {
        let cue = once(number, 10.0 + 10.0 * number as f32, said(&number.to_string()));
        voices.hear(&mut mixer, PlaceId::FIRST, &cue, &at(Vec3::ZERO));
    }
    // And two more copies where the third is: of seven that could be heard the five loudest are.
    for number in [7, 8] {
        let cue = once(number, 30.0, SoundManner::default());
        voices.hear(&mut mixer, PlaceId::FIRST, &cue, &at(Vec3::ZERO));
    }
    assert_eq!(voices.start(&mut mixer, 0, |_| Some(Vec3::ZERO)), [] as [String; 0]);
    let texts: Vec<String> = voices.take_captions().into_iter().map(|caption| caption.text).collect();
    assert_eq!(texts, ["0", "1", "2", "3", "4"]);
    let [left, right] = sides(&mut mixer);
    // 1 + 0.8 + 3 times 0.6, of a quarter each; the limiter holds what is above 1 down to it.
    let by_hand = 0.25 * (1.0 + 0.8 + 3.0 * 0.6);
    assert!((right - by_hand).abs() < 2e-3 && left.abs() < 1e-3, "{left} {right}, by hand {by_hand}");
    // Those beyond five have ended, those out of range wait unheard.
    assert_eq!(mixer.voices(), 7);
}

#[test]
fn a_game_may_leave_out_what_begins_far_away() {
    let folder = tempfile::tempdir().unwrap();
    let (mut voices, mut mixer) = entered(folder.path());
    let simulation = nobody(SoundRules { drop_beyond: Some(1.1), ..RULES });
    let around = Around { simulation: &simulation, ..at(Vec3::ZERO) };
    // The range ends at 60: 66 is where it is left out.
    for (number, x) in [(0, 65.0), (1, 67.0)] {
        voices.hear(&mut mixer, PlaceId::FIRST, &once(number, x, SoundManner::default()), &around);
    }
    voices.start(&mut mixer, 0, |_| Some(Vec3::ZERO));
    assert_eq!(mixer.voices(), 1);
}

/// Somebody in a tank 20 to the right, going north, that goes at most 50 units a second.
fn driver(speed: f32, health: f32) -> Simulation {
    let mut scene = Scene::empty("none", "quiet", Frame::identity(1.0));
    scene.sound_rules = RULES;
    let law = TankLaw { rates: [0.0, 50.0], health, ..TankLaw::default() };
    scene.vehicles.push(VehicleLaw {
        name: "tank".into(),
        node: None,
        views: Views::default(),
        law: LawKind::Tank(Box::new(law)),
    });
    let hum = ProgramSound {
        file: "zbd/hum.wav".into(),
        volume: 0.8,
        range: Some([30.0, 60.0]),
        ..ProgramSound::default()
    };
    scene.vehicle_sounds.push(VehicleSounds {
        idle: Some(ProgramSound { looping: true, ..hum.clone() }),
        external: Some(ProgramSound { looping: true, ..hum.clone() }),
        land: Some(hum),
        pitch: [0.5, 1.5],
        volume: [0.5, 1.0],
        knock: 0.1,
        ..VehicleSounds::default()
    });
    scene.drives = Some(0);
    scene.avatar.position = Vec3::X * 20.0;
    scene.avatar.velocity = Vec3::NEG_Z * speed;
    Simulation::new(Arc::new(scene), 0, &Limits::default()).0
}

#[test]
fn an_engine_follows_its_vehicle_and_ends_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let (mut voices, mut mixer) = entered(folder.path());
    let mut heard = |simulation: &Simulation, offset: Vec3, cue: Option<Cue>| {
        let around = Around { offset, simulation, tick: 0 };
        cue.into_iter().for_each(|cue| voices.hear(&mut mixer, PlaceId::FIRST, &cue, &around));
        voices.follow_vehicles(&mut mixer, PlaceId::FIRST, &around);
        assert_eq!(voices.start(&mut mixer, 0, |_| Some(offset)), [] as [String; 0]);
        // It comes and goes within 0.15 s.
        sides(&mut mixer);
        (sides(&mut mixer), mixer.voices())
    };
    let near = |found: [f32; 2], left: f32, right: f32| {
        assert!((found[0] - left).abs() < 1e-3 && (found[1] - right).abs() < 1e-3, "{found:?}");
    };
    // A quarter, 0.8 of it, and half of that at rest.
    let (found, count) = heard(&driver(0.0, 100.0), Vec3::ZERO, None);
    near(found, 0.0, 0.25 * 0.8 * 0.5);
    assert_eq!(count, 1);
    // 25 of 50: half way to all of it; the same file goes on, and its place lies 40 to the west.
    let (found, count) = heard(&driver(25.0, 100.0), Vec3::NEG_X * 40.0, None);
    near(found, 0.25 * 0.8 * 0.75, 0.0);
    assert_eq!(count, 1);
    // It comes down at 5 units a second, half as loud as can be, from ahead: both sides.
    let at = Vec3::NEG_Z * 10.0;
    let landed = Cue::Landed { actor: ActorId(0), at, speed: 5.0, soil: 0, ground: None };
    let (found, count) = heard(&driver(50.0, 100.0), Vec3::ZERO, Some(landed));
    let side = 0.25 * 0.8 * 0.5 * std::f32::consts::FRAC_1_SQRT_2;
    near(found, side, side + 0.25 * 0.8);
    assert_eq!(count, 2);
    // One that hardly touches the ground makes no sound, and a wreck has no engine.
    let touched = Cue::Landed { actor: ActorId(0), at, speed: 0.1, soil: 0, ground: None };
    let wreck = driver(0.0, 0.0);
    for _ in 0..5 {
        heard(&wreck, Vec3::ZERO, Some(touched.clone()));
    }
    assert_eq!(heard(&wreck, Vec3::ZERO, None), ([0.0; 2], 0));
}

#[test]
fn an_engine_sounds_higher_the_faster_its_vehicle_goes() {
    let pitches = [0.0, 25.0, 50.0, 80.0].map(|speed| {
        let simulation = driver(speed, 100.0);
        let (id, actor) = simulation.state().actors.piloted_by(SeatId::FIRST).unwrap();
        let [engine, skid] = vehicles::running(&simulation, id, actor);
        assert!(skid.is_none());
        engine.map(|engine| (engine.own, engine.pitch))
    });
    let by_hand = [0.5, 1.0, 1.5, 1.5].map(|pitch| Some((Loop::Idle, pitch)));
    assert_eq!(pitches, by_hand);
}
