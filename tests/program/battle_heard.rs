//! What is heard of a battle, by numbers: that every shot is, where it comes from, how far away it is, that it makes
//! room for what is said, which can be read, and that it never clips; and what is heard of an engine.

use crate::driving::driven;
use crate::program::four;
use audio::Bus;
use glam::Vec3;
use hearing::{Offline, RATE};
use pilots::Driver;
use runtime::places::World;
use runtime::{Command, Cue, Input, Simulation};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use titles::install::Install;
use world::{ActorId, Limits, MissionOutcome, Scene, SoundManner};

/// The demo of Recoil with somebody in its tank, and what would be heard of it.
struct Heard {
    world: World,
    offline: Offline,
    lines: Vec<String>,
}

impl Heard {
    /// Without engines, which are heard all the time.
    fn new() -> Self {
        Heard::with(|scene| scene.vehicle_sounds.clear())
    }

    fn with(change: impl FnOnce(&mut Scene)) -> Self {
        let [_, _, recoil, _] = four();
        let install = Arc::new(Install::open(Path::new(recoil.path), &[]).unwrap());
        let mut scene = Scene::clone(driven(recoil.path, "marten").scene());
        change(&mut scene);
        let simulation = Simulation::new(Arc::new(scene), 1, &Limits::default()).0;
        Heard { world: World::new("m1", simulation), offline: Offline::new(&install), lines: Vec::new() }
    }

    /// The same on a road over the shoulder of the valley, where nothing else is heard.
    fn far_from_everybody() -> Self {
        Heard::new().away()
    }

    fn away(mut self) -> Self {
        let feet = Vec3::new(-240.0, 53.0, 796.0);
        let place = Command::PlaceActor { actor: ActorId(0), feet, yaw: 0.0, pitch: 0.0 };
        self.loudness(300, Some(place));
        self
    }

    /// Its tank drives for so many ticks: how fast it is at the end, as a part of its fastest speed, and the frames of the
    /// left side.
    fn drive(&mut self, forward: f32, ticks: usize) -> (f32, Vec<f32>) {
        let input = Input { forward, ..Input::default() };
        let frames: Vec<f32> = (0..ticks).flat_map(|_| self.tick(input, Vec::new())).collect();
        let simulation = self.world.watched_place().simulation();
        let speed = simulation.state().person().expect("somebody drives").avatar().velocity.length();
        (speed / 65.0, frames.into_iter().step_by(2).collect())
    }

    /// The frames of the next tick, left and right in turn.
    fn tick(&mut self, input: Input, commands: Vec<Command>) -> Vec<f32> {
        let watched = self.world.watched();
        let commands: Vec<_> = commands.into_iter().map(|command| (watched, command)).collect();
        self.world.advance(&[input], &commands);
        self.offline.tick(&self.world, &mut self.lines).to_vec()
    }

    /// How loud both sides are over so many ticks in which nobody does anything.
    fn loudness(&mut self, ticks: usize, first: Option<Command>) -> [f32; 2] {
        let mut first = first.map_or_else(Vec::new, |command| vec![command]);
        let frames: Vec<f32> =
            (0..ticks).flat_map(|_| self.tick(Input::default(), std::mem::take(&mut first))).collect();
        [0, 1].map(|side| {
            let own = frames.iter().skip(side).step_by(2);
            (own.clone().map(|sample| sample * sample).sum::<f32>() / own.count() as f32).sqrt()
        })
    }
}

/// A whole battle: its cues of sounds, the seconds in which somebody fired, and its frames.
struct Battle {
    cues: Vec<Cue>,
    fired: BTreeSet<usize>,
    frames: Vec<f32>,
}

fn fight() -> Battle {
    let mut heard = Heard::new();
    let mut driver = Driver::default();
    let (mut cues, mut fired, mut frames) = (Vec::new(), BTreeSet::new(), Vec::new());
    loop {
        let simulation = heard.world.watched_place().simulation();
        if simulation.state().mission.outcome != MissionOutcome::Running {
            break;
        }
        let input = driver.input(simulation);
        let second = frames.len() / (2 * RATE as usize);
        frames.extend(heard.tick(input, Vec::new()));
        let own = heard.world.watched_place().simulation().cues();
        fired.extend(own.iter().any(|cue| matches!(cue, Cue::Shot { .. })).then_some(second));
        cues.extend(own.iter().filter(|cue| matches!(cue, Cue::Sound { .. })).cloned());
    }
    assert_eq!(heard.lines, Vec::<String>::new(), "every sound has a file");
    Battle { cues, fired, frames }
}

#[test]
fn a_battle_is_heard_with_its_sides_and_distances_and_never_clips() {
    let Battle { cues, fired, frames } = &fight();
    // The limiter holds it below what would clip, and flattens no wave to that end: four frames in a row at the top would be
    // one that was cut off.
    let peak = frames.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
    let is_full = |sample: f32| sample.abs() > 0.9899;
    let full = frames.iter().filter(|sample| is_full(**sample)).count();
    let flat = [0, 1].map(|side| {
        let own = frames.as_chunks::<2>().0;
        own.windows(4).filter(|frames| frames.iter().all(|frame| is_full(frame[side]))).count()
    });
    let seconds: Vec<&[f32]> = frames.chunks(2 * RATE as usize).collect();
    let is_silent = |second: &usize| seconds[*second].iter().all(|sample| sample.abs() < 0.003);
    let silent: Vec<&usize> = fired.iter().filter(|second| is_silent(second)).collect();
    println!(
        "peak {peak}, {full} of {} samples at it, {flat:?} times four in a row, shots in {} of {} s",
        frames.len(),
        fired.len(),
        seconds.len()
    );
    assert!(peak < 0.9901 && flat == [0, 0], "{peak}, {full} at the top, {flat:?}");
    assert!(fired.len() * 3 > seconds.len() && silent.is_empty(), "shots that nobody hears: {silent:?}");

    // The sound of that battle that is heard most often, from three sides and from far away.
    let mut counts: BTreeMap<&str, (usize, Option<[f32; 2]>)> = BTreeMap::new();
    for cue in cues {
        if let Cue::Sound { at: Some(_), looping: false, file, range, .. } = cue {
            counts.entry(file).or_insert((0, *range)).0 += 1;
        }
    }
    let (file, (count, range)) = counts.into_iter().max_by_key(|(_, (count, _))| *count).unwrap();
    let mut heard = Heard::far_from_everybody();
    let camera = heard.world.watched_place().simulation().state().camera;
    let right = camera.forward().cross(Vec3::Y).normalize();
    let ahead = Vec3::Y.cross(right);
    let far = range.expect("how far it is heard")[1];
    let mut from = |way: Vec3, handle: u32| {
        let (at, manner) = (Some(camera.eye + way), SoundManner::default());
        let file = file.to_owned();
        let cue = Cue::Sound { handle, file, at, volume: 1.0, looping: false, range, manner };
        let found = heard.loudness(20, Some(Command::Cue(cue)));
        heard.loudness(240, None);
        found
    };
    let near = far * 0.1;
    let [on_right, on_left, in_front] = [(right * near, 9001), (right * -near, 9002), (ahead * near, 9003)]
        .map(|(way, handle)| from(way, handle));
    let away = from(ahead * far * 0.6, 9004);
    let gone = from(ahead * far * 1.5, 9005);
    println!(
        "{file}, {count} times: right {on_right:?}, left {on_left:?}, in front {in_front:?}, far {away:?}, gone {gone:?}"
    );
    assert!(on_right[1] > 1.5 * on_right[0] && on_left[0] > 1.5 * on_left[1], "{on_right:?} {on_left:?}");
    assert!((in_front[0] / in_front[1] - 1.0).abs() < 0.1, "{in_front:?}");
    assert!(away[0] < 0.7 * in_front[0] && gone[0] < 0.1 * in_front[0], "{in_front:?} {away:?} {gone:?}");
}

/// How much of a pitch there is in some frames: the amplitude of its sine.
fn amount(frames: &[f32], hertz: f32) -> f32 {
    let angle = |at: usize| std::f32::consts::TAU * hertz * at as f32 / RATE as f32;
    let sums = frames.iter().enumerate().fold([0.0_f64; 2], |[cosine, sine], (at, sample)| {
        [cosine + f64::from(sample * libm::cosf(angle(at))), sine + f64::from(sample * libm::sinf(angle(at)))]
    });
    (2.0 * sums[0].hypot(sums[1]) / frames.len() as f64) as f32
}

/// The strongest pitch from 20 to 70 Hz, and its amplitude.
fn strongest(frames: &[f32]) -> (f32, f32) {
    let amounts = (40..=140).map(|half| half as f32 * 0.5).map(|hertz| (hertz, amount(frames, hertz)));
    amounts.max_by(|a, b| a.1.total_cmp(&b.1)).expect("some pitches")
}

#[test]
fn an_engine_is_heard_higher_and_louder_the_faster_it_goes_and_not_once_it_is_gone() {
    let alone = |scene: &mut Scene| scene.vehicle_sounds.truncate(1);
    let mut heard = Heard::with(alone).away();
    let (still, frames) = heard.drive(0.0, 60);
    let rest = strongest(&frames);
    heard.drive(1.0, 70);
    let (fast, frames) = heard.drive(1.0, 15);
    let full = strongest(&frames);
    println!("at {still} of its speed {rest:?}, at {fast} {full:?} (Hz, amplitude)");
    // Its lowest tone is 42 Hz, played at 0.6 of that at rest and 1.4 of it at full speed; as loud as 0.4 and 1. The road
    // is steep: it slides down while nobody drives, and goes up slower than it could.
    assert!(still < 0.05 && (rest.0 - 42.0 * (0.6 + 0.8 * still)).abs() < 0.75, "{rest:?}");
    assert!(fast > 0.4 && (full.0 - 42.0 * (0.6 + 0.8 * fast)).abs() < 1.5, "{full:?}");
    let (louder, by_hand) = (full.1 / rest.1, (0.4 + 0.6 * fast) / (0.4 + 0.6 * still));
    assert!((louder / by_hand - 1.0).abs() < 0.1, "{louder} times as loud, by hand {by_hand}");
    // Nobody hears an engine that is gone.
    let own = heard.world.watched_place().simulation().state().actors.ids()[0];
    heard.loudness(30, Some(Command::RemoveActor(ActorId(own))));
    let [left, right] = heard.loudness(30, None);
    assert!(left < 0.01 && right < 0.01, "{left} {right}");
}

#[test]
fn what_is_said_can_be_read_and_the_rest_makes_room_for_it() {
    let mut heard = Heard::far_from_everybody();
    let sound = |handle: u32, looping: bool, manner: SoundManner| {
        let file = format!("zbd/soundsh.zbd/{}.wav", if looping { "falls" } else { "gate" });
        Command::Cue(Cue::Sound { handle, file, at: None, volume: 0.5, looping, range: None, manner })
    };
    // What is said is so quiet that it is the rest which is measured.
    heard.offline.set_bus(Bus::Speech, 0.001);
    heard.loudness(60, Some(sound(9001, true, SoundManner::default())));
    let before = heard.loudness(60, None);
    let text = "The dam holds for three more minutes.";
    let said = SoundManner { speech: true, subtitle: Some(text.into()), ..SoundManner::default() };
    heard.loudness(20, Some(sound(9002, false, said)));
    let meanwhile = heard.loudness(20, None);
    assert!(heard.offline.take_captions().iter().any(|caption| caption.text == text));
    println!("{before:?} before, {meanwhile:?} meanwhile");
    for side in [0, 1] {
        let left = meanwhile[side] / before[side];
        assert!((0.3..0.5).contains(&left), "{left}: 0.4 is what is left");
    }
}
