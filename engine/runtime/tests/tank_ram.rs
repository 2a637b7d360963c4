//! Who is in the way of a tank is pushed, with numbers worked out by hand: a tick is 1/60 s.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "A5. Collision".

use crate::tank::{DT, TANK, ask, driven, law, near, standing};
use glam::{Affine3A, Vec3};
use runtime::Simulation;
use world::sketch::{ModelSketch, Sketch};
use world::{
    Actor, ActorId, ActorKind, ArmsLaw, Avatar, Bot, LawKind, MindLaw, Pilot, Tank, TankLaw, VehicleLaw,
    Views,
};

const OTHER: ActorId = ActorId(2);

/// Two tanks in the air that nothing but each other changes: the one flies to the north at 30 a second, 0.4 before the
/// other, a box 2 wide and 4 long, whose law is the second.
fn meeting(masses: [f32; 2], pilot: Pilot, health: f32) -> (Simulation, [Vec3; 2]) {
    let mut sketch = Sketch::new();
    let model = ModelSketch::new().cuboid(Vec3::new(-1.5, -3.0, -2.0), Vec3::new(1.5, 3.0, 2.0));
    let node = sketch.place(model);
    sketch.at(node).transform = Affine3A::from_translation(Vec3::new(0.0, 50.0, -12.0));
    sketch.scene.opponents.minds.push(MindLaw::default());
    sketch.scene.combat.arms = masses.map(|mass| ArmsLaw { mass, ..ArmsLaw::default() }).to_vec();
    let own = TankLaw { rate_damping: [0.0; 2], gravity: 0.0, ..law() };
    let avatar =
        Avatar { position: Vec3::new(0.0, 50.0, -7.6), velocity: Vec3::NEG_Z * 30.0, ..Avatar::default() };
    let mut simulation = driven_with(sketch, own.clone(), Tank { avatar, contacts: 0, ..standing() });
    let place = Avatar { position: Vec3::new(0.0, 50.0, -12.0), ..Avatar::default() };
    let other = Tank { law: 1, avatar: place, contacts: 0, health, ..standing() };
    let actor = Actor { kind: ActorKind::Tank(Box::new(other)), pilot, node: Some(node) };
    assert_eq!(simulation.edit().add_actor(actor), Ok(OTHER));
    ask(&mut simulation, 0.0, 0.0, 1);
    let velocity = |id: ActorId| simulation.state().actors.find(id.0).unwrap().avatar().velocity;
    let both = [velocity(TANK), velocity(OTHER)];
    (simulation, both)
}

/// As [`driven`], with a second law that is the same.
fn driven_with(mut sketch: Sketch, own: TankLaw, tank: Tank) -> Simulation {
    let law = LawKind::Tank(Box::new(own.clone()));
    let views = Views::default();
    sketch.scene.vehicles.push(VehicleLaw { name: "first".into(), node: None, views, law: law.clone() });
    sketch.scene.vehicles.push(VehicleLaw { name: "other".into(), node: None, views, law });
    driven(sketch, own, tank)
}

fn bot() -> Pilot {
    Pilot::Bot(Box::new(Bot::new(0)))
}

#[test]
fn whoever_is_rammed_is_pushed_by_the_masses_and_more_while_healthy() {
    // Thrown back at 0.8 of 30, its velocity changes by 54: to the north so much goes to the other.
    let (_, [own, other]) = meeting([1.0, 1.0], Pilot::Nobody, 100.0);
    near(own.z, 24.0);
    near(other.z, -54.0);
    // Twice as heavy it pushes twice as hard.
    near(meeting([2.0, 1.0], Pilot::Nobody, 100.0).1[1].z, -108.0);
    near(meeting([1.0, 4.0], Pilot::Nobody, 100.0).1[1].z, -13.5);
    // An opponent is pushed 1.1 times as hard, above a fifth of its health.
    near(meeting([1.0, 1.0], bot(), 21.0).1[1].z, -59.4);
    near(meeting([1.0, 1.0], bot(), 20.0).1[1].z, -54.0);
    // What says no mass has that of the program, 1.
    for hostile in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        near(meeting([1.0, hostile], Pilot::Nobody, 100.0).1[1].z, -54.0);
        near(meeting([hostile, 1.0], Pilot::Nobody, 100.0).1[1].z, -54.0);
    }
}

#[test]
fn whoever_is_rammed_goes_from_there() {
    let (mut simulation, _) = meeting([1.0, 1.0], Pilot::Nobody, 100.0);
    let place = |simulation: &Simulation| simulation.state().actors.find(OTHER.0).unwrap().position();
    let before = place(&simulation);
    ask(&mut simulation, 0.0, 0.0, 1);
    near(place(&simulation).z - before.z, -54.0 * DT);
}
