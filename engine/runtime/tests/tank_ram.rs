//! Who is in the way of a tank is pushed, with numbers worked out by hand: a tick is 1/60 s.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "A5. Collision".

use crate::tank::{DT, TANK, ask, driven, law, near, standing};
use glam::{Affine3A, Vec3};
use runtime::{Cue, Simulation};
use world::sketch::{ModelSketch, Sketch};
use world::{
    Actor, ActorId, ActorKind, ArmsLaw, Avatar, Bot, LawKind, MindLaw, Pilot, SeatId, Tank, TankLaw,
    VehicleLaw, Views,
};

const OTHER: ActorId = ActorId(2);

/// Two tanks that nothing but each other changes. The law of the other one is the second: its health is 200.
struct Meeting {
    masses: [f32; 2],
    own: Tank,
    other: Tank,
    /// Who pilots the other one.
    pilot: Pilot,
    /// Of the law of the other one.
    ram: [f32; 2],
    /// Of that law, too: its fastest speed is the second.
    rates: [f32; 2],
    /// Its box hangs below its node.
    hangs: bool,
}

/// In the air, 50 up.
fn flying(at: Vec3, velocity: Vec3) -> Tank {
    let avatar = Avatar { position: Vec3::new(at.x, 50.0 + at.y, at.z), velocity, ..Avatar::default() };
    Tank { avatar, contacts: 0, ..standing() }
}

/// The one flies to the north at 30 a second, 0.4 before the other, a box 3 wide and 4 long.
fn meeting() -> Meeting {
    Meeting {
        masses: [1.0; 2],
        own: flying(Vec3::NEG_Z * 7.6, Vec3::NEG_Z * 30.0),
        other: Tank { law: 1, ..flying(Vec3::NEG_Z * 12.0, Vec3::ZERO) },
        pilot: Pilot::Nobody,
        ram: [0.1, 1.1],
        rates: law().rates,
        hangs: false,
    }
}

impl Meeting {
    fn of(masses: [f32; 2]) -> Self {
        Meeting { masses, ..meeting() }
    }

    /// The other one is an opponent with so much health.
    fn opponent(health: f32) -> Self {
        let other = Tank { health, ..meeting().other };
        Meeting { other, pilot: Pilot::Bot(Box::new(Bot::new(0))), ..meeting() }
    }

    /// They meet in a tick; how fast each of them goes then.
    fn meet(self) -> (Simulation, [Vec3; 2]) {
        let mut sketch = Sketch::new();
        let model = ModelSketch::new().cuboid(Vec3::new(-1.5, -3.0, -2.0), Vec3::new(1.5, 3.0, 2.0));
        let node = if self.hangs {
            let model = sketch.model(model);
            let hull = sketch.node("hull", Some(model), &[]);
            let node = sketch.node("other", None, &[hull]);
            sketch.scene.roots.push(node);
            node
        } else {
            sketch.place(model)
        };
        sketch.at(node).transform = Affine3A::from_translation(self.other.avatar.position);
        sketch.scene.opponents.minds.push(MindLaw::default());
        sketch.scene.combat.arms = self.masses.map(|mass| ArmsLaw { mass, ..ArmsLaw::default() }).to_vec();
        // What the law of the one says of being rammed is nothing to the other.
        let own = TankLaw { rate_damping: [0.0; 2], gravity: 0.0, ram: [0.5, 2.0], ..law() };
        let other = TankLaw { health: 200.0, ram: self.ram, rates: self.rates, ..own.clone() };
        for law in [own.clone(), other] {
            let law = LawKind::Tank(Box::new(law));
            let views = Views::default();
            sketch.scene.vehicles.push(VehicleLaw { name: "tank".into(), node: None, views, law });
        }
        let mut simulation = driven(sketch, own, self.own);
        let kind = ActorKind::Tank(Box::new(self.other));
        let actor = Actor { kind, pilot: self.pilot, node: Some(node) };
        assert_eq!(simulation.edit().add_actor(actor), Ok(OTHER));
        ask(&mut simulation, 0.0, 0.0, 1);
        let velocity = |id: ActorId| simulation.state().actors.find(id.0).unwrap().avatar().velocity;
        let both = [velocity(TANK), velocity(OTHER)];
        (simulation, both)
    }

    /// How fast the other one goes to the south.
    fn pushes(self) -> f32 {
        self.meet().1[1].z
    }
}

#[test]
fn whoever_is_rammed_is_pushed_by_the_masses_and_more_while_healthy() {
    // Thrown back at 0.8 of 30, its velocity changes by 54: to the north so much goes to the other.
    let (_, [own, other]) = meeting().meet();
    near(own.z, 24.0);
    near(other.z, -54.0);
    // Twice as heavy it pushes twice as hard.
    near(Meeting::of([2.0, 1.0]).pushes(), -108.0);
    near(Meeting::of([1.0, 4.0]).pushes(), -13.5);
    // Nobody is pushed to more than twice the fastest speed, 65.
    near(Meeting::of([3.0, 1.0]).pushes(), -130.0);
    // An opponent is pushed 1.1 times as hard, above a tenth of its 200.
    near(Meeting::opponent(21.0).pushes(), -59.4);
    near(Meeting::opponent(20.0).pushes(), -54.0);
    // A person is not, however healthy.
    near(Meeting { pilot: Pilot::Person(SeatId(2)), ..meeting() }.pushes(), -54.0);
    // What says no mass has that of the program, 1.
    for hostile in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        near(Meeting::of([1.0, hostile]).pushes(), -54.0);
        near(Meeting::of([hostile, 1.0]).pushes(), -54.0);
    }
}

#[test]
fn whoever_is_rammed_goes_from_there() {
    let (mut simulation, _) = meeting().meet();
    let place = |simulation: &Simulation| simulation.state().actors.find(OTHER.0).unwrap().position();
    let before = place(&simulation);
    ask(&mut simulation, 0.0, 0.0, 1);
    near(place(&simulation).z - before.z, -54.0 * DT);
}

#[test]
fn a_push_adds_to_how_fast_it_goes_already() {
    // 6 to the north, and 54 more.
    let other = Tank { law: 1, ..flying(Vec3::NEG_Z * 12.0, Vec3::NEG_Z * 6.0) };
    near(Meeting { other, ..meeting() }.pushes(), -60.0);
}

#[test]
fn how_fast_somebody_falls_neither_changes_by_a_push_nor_counts_for_the_most_that_it_gives() {
    for masses in [1.0, 3.0] {
        let other = Tank { law: 1, ..flying(Vec3::NEG_Z * 12.0, Vec3::NEG_Y * 120.0) };
        let (_, [_, other]) = Meeting { other, ..Meeting::of([masses, 1.0]) }.meet();
        near(other.y, -120.0);
        near(other.z, if masses == 1.0 { -54.0 } else { -130.0 });
    }
}

#[test]
fn a_fastest_speed_below_zero_counts_as_that_speed() {
    near(Meeting { rates: [48.0, -20.0], ..meeting() }.pushes(), -40.0);
}

#[test]
fn whatever_hangs_below_the_node_of_a_tank_is_that_tank() {
    near(Meeting { hangs: true, ..meeting() }.pushes(), -54.0);
}

#[test]
fn a_push_is_level() {
    // Nose up by an angle whose sine is 0.6, its rear looks down by as much: the normal is (0, -0.6, 0.8). Of 30 to the north
    // 24 go against it, 1.8 of which are 43.2: (0, -25.92, 34.56). Up and down nobody is pushed. 1 above its middle the rear
    // is where -0.6 · 1 + 0.8 z = 2, 3.25 behind it: 0.1 ahead of the points at -8.65.
    let other = Tank { law: 1, pitch: libm::asinf(0.6), ..flying(Vec3::NEG_Z * 12.0, Vec3::ZERO) };
    let own = flying(Vec3::NEG_Z * 6.65, Vec3::NEG_Z * 30.0);
    let (_, [own, other]) = Meeting { own, other, ..meeting() }.meet();
    near(own.y, -25.92);
    near(own.z, 4.56);
    near(other.z, -34.56);
    assert_eq!((other.x, other.y), (0.0, 0.0));
}

#[test]
fn whoever_turns_against_another_one_pushes_nobody() {
    // The other one is 0.01 to the right. In 1/60 of a turn to the left the corner at its rear, (1.2, 2), comes 0.033 to the
    // right. It goes nowhere, and so it is not thrown back.
    let own = Tank { yaw_rate: 1.0, ..flying(Vec3::ZERO, Vec3::ZERO) };
    let other = Tank { law: 1, ..flying(Vec3::new(2.71, 0.0, 1.0), Vec3::ZERO) };
    let (simulation, both) = Meeting { own, other, ..meeting() }.meet();
    near(crate::tank::tank(&simulation).yaw_rate, 1.0 - 0.15);
    assert_eq!(both, [Vec3::ZERO; 2]);
    assert!(!simulation.cues().iter().any(|cue| matches!(cue, Cue::Bumped { .. })));
}

#[test]
fn numbers_that_no_tank_has_push_nobody_beyond_what_can_be_reckoned_with() {
    // A share of the masses that is infinite is no push.
    let (_, [own, other]) = Meeting::of([f32::MAX, f32::MIN_POSITIVE]).meet();
    near(own.z, 24.0);
    assert_eq!(other, Vec3::ZERO);
    // A share of health that is none is not exceeded; a push that is no number is none.
    near(Meeting { ram: [f32::NAN, 1.1], ..Meeting::opponent(100.0) }.pushes(), -54.0);
    for hostile in [f32::NAN, f32::INFINITY] {
        assert_eq!(Meeting { ram: [0.1, hostile], ..Meeting::opponent(100.0) }.pushes(), 0.0);
    }
    // However fast somebody comes, by a save.
    for velocity in [Vec3::NEG_Z * 1e30, Vec3::NEG_Z * f32::MAX, Vec3::new(1.0, 1.0, -1.0) * f32::MAX] {
        let (mut simulation, _) = Meeting { own: flying(Vec3::NEG_Z * 7.6, velocity), ..meeting() }.meet();
        for _ in 0..3 {
            assert!(simulation.state().actors.iter().all(Actor::is_finite), "{velocity}");
            assert!(simulation.cues().iter().all(Cue::is_finite), "{velocity}");
            ask(&mut simulation, 0.0, 0.0, 1);
        }
    }
}
