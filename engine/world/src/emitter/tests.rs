use super::*;
use crate::{EmitterLawId, NodeId, Trail};
use glam::Vec3A;

fn emitter(move_to: impl Fn(u64) -> Affine3A, ticks: u64) -> Emitter {
    let mut trail = Trail::default();
    for tick in 0..=ticks {
        trail.note(tick, move_to(tick), false, f32::INFINITY, 0);
    }
    let (law, node) = (EmitterLawId(0), NodeId(0));
    Emitter { id: 0, law, node, seed: 7, since: 0, until: None, trail, puff: None, history: None }
}

fn still() -> Emitter {
    emitter(|_| Affine3A::from_translation(Vec3::new(10.0, 0.0, 0.0)), 1)
}

fn particles(emitter: &Emitter, law: &EmitterLaw, tick: f64) -> Vec<Particle> {
    let mut all = Vec::new();
    emitter.particles(law, tick, |particle| all.push(particle));
    all
}

fn births(rate: f32) -> Rate {
    Rate::PerSecond { births: Ramp::constant(rate), period: None }
}

#[test]
fn as_many_live_as_rate_and_life_say_and_they_are_where_the_law_takes_them() {
    let law = EmitterLaw {
        rate: births(4.0),
        speed: Ramp::constant(8.0),
        acceleration: Vec3::NEG_Y * 4.0,
        colors: Ramp::new([(0.0, [1.0; 4]), (1.0, [1.0, 0.0, 1.0, 0.0])]).unwrap(),
        sizes: Ramp::new([(0.0, 1.0), (1.0, 3.0)]).unwrap(),
        ..EmitterLaw::default()
    };
    // The first comes after a quarter of a second; nothing lives longer than one.
    assert!(particles(&still(), &law, 14.9).is_empty());
    assert_eq!(particles(&still(), &law, 15.0).len(), 1);
    let all = particles(&still(), &law, 90.0);
    // Born at 0.75 (0.75 old), 1.0, 1.25, 1.5; the one of 0.5 is gone.
    assert_eq!(all.len(), 4);
    for (particle, age) in all.iter().zip([0.75_f32, 0.5, 0.25, 0.0]) {
        let y = 8.0 * age - 2.0 * age * age;
        assert!((particle.position - Vec3::new(10.0, y, 0.0)).length() < 1e-4, "{particle:?}");
        assert!((particle.size - (1.0 + 2.0 * age)).abs() < 1e-5);
        assert!((particle.color[1] - (1.0 - age)).abs() < 1e-5);
    }
}

#[test]
fn friction_and_damping_are_the_limits_of_small_steps() {
    let velocity = Vec3A::new(6.0, 2.0, 0.0);
    let (pull, wind) = (Vec3::new(0.0, -5.0, 0.0), Vec3::new(0.0, 0.0, 3.0));
    let steps = 200_000;
    let dt = 1.5 / f64::from(steps);
    let walk = |drag: Drag| {
        let (mut at, mut v) = (glam::DVec3::ZERO, velocity.as_dvec3());
        for step in 0..steps {
            let age = f64::from(step) * dt;
            match drag {
                Drag::None => at += v * dt,
                Drag::Friction { per_second, wind } => {
                    at += v * dt;
                    v -= (v - wind.as_dvec3()) * f64::from(per_second) * dt;
                }
                Drag::Damping { per_second } => at += v * (-f64::from(per_second) * age).exp() * dt,
            }
            v += pull.as_dvec3() * dt;
        }
        at.as_vec3()
    };
    for drag in [
        Drag::None,
        Drag::Friction { per_second: 0.8, wind },
        Drag::Damping { per_second: 1.65 },
        Drag::Damping { per_second: -0.9 },
    ] {
        let law = EmitterLaw { acceleration: pull, drag, ..EmitterLaw::default() };
        let found = Vec3::from(law.way(velocity, law.acceleration.into(), 1.5));
        let expected = walk(drag);
        assert!((found - expected).length() < 2e-3, "{drag:?}: {found} {expected}");
    }
}

#[test]
fn a_moving_emitter_leaves_particles_behind_unless_they_follow() {
    let moving = emitter(|tick| Affine3A::from_translation(Vec3::X * tick as f32), 120);
    let law = EmitterLaw { rate: births(4.0), ..EmitterLaw::default() };
    let at = |law: &EmitterLaw| -> Vec<f32> {
        particles(&moving, law, 97.5).iter().map(|particle| particle.position.x).collect()
    };
    assert_eq!(at(&law), [45.0, 60.0, 75.0, 90.0]);
    assert_eq!(at(&EmitterLaw { follows: true, ..law }), [97.5; 4]);
    // By distance: every 25 units come, whatever the time.
    let law = EmitterLaw {
        rate: Rate::PerDistance { interval: 25.0, longest: 200.0 },
        batch: 2,
        life: [1.2; 2],
        ..EmitterLaw::default()
    };
    assert_eq!(at(&law), [50.0, 50.0, 75.0, 75.0]);
    let mut ended = moving.clone();
    ended.until = Some(60);
    assert_eq!(particles(&ended, &law, 97.5).len(), 2);
}

#[test]
fn births_follow_a_rate_that_changes_and_begins_anew() {
    // Four in the first half second, none in the second; and so on.
    let births = Ramp::new([(0.0, 8.0), (0.5, 8.0), (0.5, 0.0)]).unwrap();
    let rate = Rate::PerSecond { births, period: Some(1.0) };
    let law = EmitterLaw { rate, life: [0.75; 2], ..EmitterLaw::default() };
    let count = |seconds: f64| particles(&still(), &law, seconds * 60.0).len();
    assert_eq!([0.26, 0.51, 0.74, 0.95, 1.2, 1.3].map(count), [2, 4, 4, 3, 2, 2]);
    // Far into the run it is the same.
    assert_eq!(count(10_000.74), 4);
}

#[test]
fn chance_stays_within_its_bounds_and_is_the_same_every_time() {
    let law = EmitterLaw {
        rate: births(1000.0),
        life: [0.5, 1.0],
        speed: Ramp::constant(10.0),
        speed_variation: 0.5,
        vertical_range: std::f32::consts::FRAC_PI_2,
        birth: Birth::Box { half: Vec3::new(1.0, 0.0, 2.0) },
        size: [2.0, 3.0],
        ..EmitterLaw::default()
    };
    let emitter = still();
    let all = particles(&emitter, &law, 600.0);
    assert_eq!(all, particles(&emitter, &law, 600.0));
    // Three quarters of a second of life on average.
    assert!((700..800).contains(&all.len()), "{}", all.len());
    let mut sum = 0.0;
    for particle in &all {
        let from = particle.position - Vec3::new(10.0, 0.0, 0.0);
        assert!(from.length() <= 15.0 + 3.0 && from.y >= -1e-3, "{particle:?}");
        assert!((2.0..=3.0).contains(&particle.size));
        sum += particle.size;
    }
    assert!((sum / all.len() as f32 - 2.5).abs() < 0.05);
    let mut other = emitter.clone();
    other.seed = 8;
    assert_ne!(all, particles(&other, &law, 600.0));
}

#[test]
fn tiles_follow_the_two_halves_of_life() {
    let tiles =
        Tiles { columns: 4, rows: 4, rising: [0, 3], falling: [8, 99], middle: 0.5, ..Tiles::default() };
    assert_eq!([0.0, 0.12, 0.13, 0.49, 0.5].map(|share| tiles.at(share)), [0, 0, 1, 3, 8]);
    // Not beyond the last there is.
    assert_eq!(tiles.at(0.99), 15);
    assert_eq!(Tiles::default().at(0.7), 0);
}

#[test]
fn hostile_numbers_are_found_and_bounded() {
    let bad = EmitterLaw {
        name: "smoke".to_owned(),
        rate: births(1e9),
        life: [f32::INFINITY, 1e30],
        start_age: [f32::NAN, 0.0],
        speed: Ramp::constant(3e38),
        acceleration: Vec3::splat(f32::INFINITY),
        size: [-1.0, f32::NAN],
        vertical_range: f32::NAN,
        drag: Drag::Damping { per_second: -1e9 },
        batch: 0,
        ..EmitterLaw::default()
    };
    let (law, finding) = bad.bounded();
    let finding = finding.unwrap();
    assert_eq!((finding.code, finding.path.as_str()), ("world.emitter.unsound", "emitter \"smoke\""));
    let alive = particles(&still(), &law, 1e9);
    assert!(alive.len() as u64 <= MOST_PARTICLES);
    assert!(alive.iter().all(|particle| particle.position.is_finite() && particle.size >= 0.0));
    // A law within bounds stays as it is, and says nothing.
    let (again, finding) = law.clone().bounded();
    assert!(again == law && finding.is_none());
    let batches = EmitterLaw { rate: births(100.0), batch: u16::MAX, ..EmitterLaw::default() };
    assert!(particles(&still(), &batches.bounded().0, 600.0).len() as u64 <= MOST_PARTICLES);
}

#[test]
fn what_an_emitter_has_of_its_own_counts() {
    let law = EmitterLaw { rate: births(4.0), life: [9.0; 2], ..EmitterLaw::default() };
    let count = |puff: Puff, tick| {
        let own = Emitter { puff: Some(Box::new(puff)), ..still() };
        particles(&own, &law, tick).len()
    };
    // Births at 15, 30, 45 ticks; with three quarters of one due already, at 3.75 and 18.75.
    assert_eq!([15.1, 29.9].map(|tick| count(Puff::default(), tick)), [1, 1]);
    let due = || Puff { phase: 0.75, ..Puff::default() };
    assert_eq!([3.7, 3.8, 18.7, 18.8].map(|tick| count(due(), tick)), [0, 1, 1, 2]);
    let two = || Puff { births: Some(2), ..Puff::default() };
    assert_eq!([29.9, 30.1, 99.0].map(|tick| count(two(), tick)), [1, 2, 2]);
    let own = Emitter { puff: Some(Box::new(due())), ..still() };
    assert!((own.phase_at(&law, 6) - 0.15).abs() < 1e-9);
    assert!(own.has_born(&law, 6) && !own.has_born(&law, 3));
    let own = Emitter { puff: Some(Box::new(two())), ..still() };
    assert!(own.is_spent(&law, 30) && !own.is_spent(&law, 29));
    let scene = crate::Scene::empty("test", "emitter", crate::Frame::identity(1.0));
    assert!(still().law_in(&scene).is_none());
    let own = Emitter { puff: Some(Box::new(Puff { law: Some(law.clone()), ..two() })), ..still() };
    assert_eq!(own.law_in(&scene), Some(&law));
    assert!(!Puff { phase: f64::NAN, ..two() }.is_sound() && two().is_sound());
}

#[test]
fn a_particle_is_painted_with_one_picture_or_one_after_the_other() {
    let at = |pictures, tick| {
        let law = EmitterLaw {
            rate: births(60.0),
            life: [1.0; 2],
            pictures: Some(pictures),
            ..EmitterLaw::default()
        };
        let painted: Vec<u32> = particles(&still(), &law, tick).iter().map(|own| own.material.0).collect();
        painted
    };
    // One is born in each tick, the oldest first: half of the life is 30 ticks.
    let sequence = Pictures::Sequence(vec![(0.25, MaterialId(5)), (0.5, MaterialId(7))]);
    let painted = at(sequence, 59.5);
    assert_eq!(painted.len(), 59);
    let sevens = painted.iter().filter(|material| **material == 7).count();
    assert_eq!((painted[0], painted[58], sevens), (7, 5, 29));
    let painted = at(Pictures::Random(vec![MaterialId(1), MaterialId(2)]), 59.5);
    let ones = painted.iter().filter(|material| **material == 1).count();
    assert!((15..45).contains(&ones) && painted.iter().all(|material| [1, 2].contains(material)), "{ones}");
    // They keep the picture that they were born with.
    let later = at(Pictures::Random(vec![MaterialId(1), MaterialId(2)]), 58.5);
    assert_eq!(painted[..58], later[..]);
    let unsound =
        [vec![], vec![(0.5, MaterialId(1)), (0.25, MaterialId(2))], vec![(f32::NAN, MaterialId(1))]];
    for pictures in unsound {
        let law = EmitterLaw { pictures: Some(Pictures::Sequence(pictures)), ..EmitterLaw::default() };
        let (law, finding) = law.bounded();
        assert!(law.pictures.is_none() && finding.is_some());
    }
}

#[test]
fn the_age_at_birth_counts_for_looks_and_death_but_not_for_the_way() {
    let law = EmitterLaw {
        rate: births(1.0),
        life: [1.0; 2],
        world_velocity: [Vec3::X; 2],
        colors: Ramp::new([(0.0, [1.0; 4]), (1.0, [0.0; 4])]).unwrap(),
        ..EmitterLaw::default()
    };
    let at = |age: f32, tick| {
        let law = EmitterLaw { start_age: [age; 2], ..law.clone() };
        particles(&still(), &law, tick).first().map(|own| (own.position.x, own.color[3]))
    };
    // Half a second after its birth.
    assert_eq!(at(0.0, 90.0), Some((10.5, 0.5)));
    assert_eq!(at(0.25, 90.0), Some((10.5, 0.25)));
    assert_eq!(at(0.5, 90.0), None);
    // A negative age makes it live longer, as if it had just been born.
    assert_eq!(at(-1.0, 90.0), Some((10.5, 1.0)));
    assert!(at(-1.0, 119.0).is_some());
}
