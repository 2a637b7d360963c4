//! Music of areas: what is told when somebody comes, goes over a border, and when night falls.

use crate::common::start;
use glam::Vec3;
use runtime::places::{PlaceId, Site, World};
use runtime::{Command, Cue, Input, Simulation};
use world::sketch::{ModelSketch, Sketch};
use world::{ActorId, Hours, MusicArea, MusicAreas, MusicTrack, SeatId};

/// A village 100 units around the origin with music of the day, and of the night; in it a well 10 units around
/// x = 50 with music of its own, played twice.
fn village() -> Simulation {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-300.0; 2], [300.0; 2], 0.0));
    let track = |file: &str, times| MusicTrack { file: file.to_owned(), times };
    let area = |x: f32, radius, day, night, fade_out_s| MusicArea {
        place: Vec3::X * x,
        radius,
        day: Some(day),
        night,
        fade_out_s,
    };
    sketch.scene.music = Some(MusicAreas {
        tracks: vec![track("day.mp3", 0), track("well.mp3", 2), track("night.mp3", 0)],
        areas: vec![area(0.0, 100.0, 0, Some(2), 50.0), area(50.0, 10.0, 1, Some(1), 2.0)],
    });
    sketch.scene.hours = Some(Hours { start: 18.0, daylight: true, ..Hours::default() });
    start(sketch, [0.0; 3])
}

/// What is told of music after a tick with the person at x.
fn told(simulation: &mut Simulation, x: f32) -> Vec<(Option<String>, u32, Option<f32>)> {
    let feet = Vec3::X * x;
    let place = Command::PlaceActor { actor: ActorId(0), feet, yaw: 0.0, pitch: 0.0 };
    simulation.advance(&[Input::default()], &[place]);
    let music = |cue: &Cue| match cue {
        Cue::Music { file, times, fade_out } => Some((file.clone(), *times, *fade_out)),
        _ => None,
    };
    simulation.cues().iter().filter_map(music).collect()
}

fn plays(file: &str, times: u32, fade_out: Option<f32>) -> Vec<(Option<String>, u32, Option<f32>)> {
    vec![(Some(file.to_owned()), times, fade_out)]
}

#[test]
fn whoever_comes_and_whoever_goes_over_a_border_is_told_once() {
    let mut simulation = village();
    assert_eq!(told(&mut simulation, 0.0), plays("day.mp3", 0, None));
    assert_eq!(told(&mut simulation, 30.0), []);
    // Into the well; music that changes never takes 50 seconds for it.
    assert_eq!(told(&mut simulation, 41.0), plays("well.mp3", 2, Some(4.0)));
    // Its border is at 40, and at 39.5 for whoever is in it.
    assert_eq!(told(&mut simulation, 39.6), []);
    assert_eq!(told(&mut simulation, 39.4), plays("day.mp3", 0, Some(2.0)));
    assert_eq!(told(&mut simulation, 39.6), []);
    // The village ends at 100, and at 105 for whoever is in it.
    assert_eq!(told(&mut simulation, 104.0), []);
    assert_eq!(told(&mut simulation, 106.0), vec![(None, 0, Some(50.0))]);
    assert_eq!(told(&mut simulation, 104.0), []);
    assert_eq!(told(&mut simulation, 99.0), plays("day.mp3", 0, None));
}

#[test]
fn music_of_the_night_begins_in_the_tick_in_which_night_falls() {
    let mut simulation = village();
    told(&mut simulation, 0.0);
    // An hour is three minutes, 10,800 ticks, and it is 18 o'clock and one tick.
    for tick in 1..10_799 {
        simulation.tick(&Input::default());
        assert!(simulation.cues().iter().all(|cue| !matches!(cue, Cue::Music { .. })), "{tick}");
    }
    assert_eq!(told(&mut simulation, 0.0), plays("night.mp3", 0, Some(4.0)));
    let hour = |hour| Command::SetHour { hour };
    simulation.advance(&[Input::default()], &[hour(6.0)]);
    assert_eq!(simulation.state().time_of_day.to_string(), "6:00");
    let said = simulation.sounding().collect::<Vec<_>>();
    assert_eq!(said, [Cue::Music { file: Some("day.mp3".to_owned()), times: 0, fade_out: None }]);
    // No hour, and no change.
    let before = simulation.state().time_of_day;
    simulation.advance(&[Input::default()], &[hour(24.0), hour(f32::NAN)]);
    assert_eq!(simulation.take_findings().len(), 2);
    assert_eq!(simulation.state().time_of_day.ticks(), before.ticks().map(|ticks| ticks + 1));
}

#[test]
fn a_save_in_the_middle_of_an_area_goes_on_with_the_same_hash() {
    let mut simulation = village();
    told(&mut simulation, 45.0);
    let text = simulation.state().to_json().unwrap();
    let scene = simulation.scene().clone();
    let state = serde_json::from_str(&text).unwrap();
    let (mut resumed, _) = Simulation::resume(scene, state, &world::Limits::default()).unwrap();
    assert_eq!(told(&mut resumed, 46.0), []);
    told(&mut simulation, 46.0);
    assert_eq!(resumed.state().hash(), simulation.state().hash());
}

#[test]
fn whoever_goes_into_another_place_takes_the_hour_along_and_hears_what_is_played_there() {
    let site = |key: &str, at| Site { key: key.to_owned(), origin: [at, 0, 0], extent: None };
    let mut world = World::starting_at(site("here", 0), village());
    let there = world.join(site("there", 1 << 20), village()).unwrap();
    let told = |world: &mut World| {
        world.advance(&[Input::default()], &[]);
        let cues = world.places().iter().flat_map(|place| place.simulation().cues());
        cues.filter(|cue| matches!(cue, Cue::Music { .. })).count()
    };
    assert_eq!([told(&mut world), told(&mut world)], [1, 0]);
    world.edit(PlaceId::FIRST).unwrap().set_hour(21.5);
    assert_eq!(told(&mut world), 1);
    world.carry(SeatId::FIRST, there, Vec3::ZERO, 0.0, 0.0).unwrap();
    let hour = |world: &World| world.watched_place().simulation().state().time_of_day.to_string();
    assert_eq!((world.watched(), hour(&world)), (there, "21:30".to_owned()));
    // Once where they are, and nothing where nobody is.
    assert_eq!([told(&mut world), told(&mut world)], [1, 0]);
    // Left and come back to in the same tick.
    world.carry(SeatId::FIRST, PlaceId::FIRST, Vec3::ZERO, 0.0, 0.0).unwrap();
    world.carry(SeatId::FIRST, there, Vec3::ZERO, 0.0, 0.0).unwrap();
    assert_eq!([told(&mut world), told(&mut world)], [1, 0]);
}
