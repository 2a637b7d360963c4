//! What the person asks of a vehicle besides what keys and sticks say: a lever that stays where it is put, and help for
//! those who know shooters and not vehicles. How much it helps is this project's taste: no game has such help.

use super::Visit;
use glam::{Quat, Vec3};
use runtime::{Input, Simulation};
use std::f32::consts::{PI, TAU};
use world::{
    Actor, ActorKind, CameraPose, FlierMind, LawKind, Mech, NodeId, Side, TICKS_PER_SECOND, Tank, TankLaw,
};

/// Seconds of a tick.
const DT: f32 = 1.0 / TICKS_PER_SECOND as f32;
/// A lever of an aeroplane that is this near needs no hand.
const NEAR: f32 = 0.002;
/// The angle of the torso against the legs from which on they turn as fast as they can, and below which they stand;
/// radians.
const LEGS: [f32; 2] = [0.3, 0.03];
/// A tank is turned to where the mouse points as exactly as this, radians.
const TURNED: f32 = 0.001;
/// How far the aim of a vehicle may be beside its nose, and how far up or down that of an aeroplane may be, radians.
const BESIDE: f32 = 0.9;
const STEEPEST: f32 = 1.3;
/// An aeroplane with help pulls and rolls as hard as it can from this angle on, radians.
const FULL_STICK: f32 = 0.12;
/// It stays so many metres above the ground, for which it looks so many seconds ahead.
const CLEARANCE: [f32; 2] = [15.0, 2.0];
/// How far beside its aim an opponent is at most that it follows, radians.
const FOLLOWED: f32 = 0.3;
/// And reckons with the turn of its nose so far ahead, seconds: about as long as stick and air take to turn it.
const DAMPING_S: f32 = 0.3;
/// How long it takes to be sure of how fast the aim moves, seconds, and how far ahead of it the nose goes for that at
/// most, radians.
const SURE_S: f32 = 0.15;
const AHEAD: f32 = 0.15;

/// Where the mouse points for an aeroplane or, level, for a tank with help.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Aim {
    /// A unit vector.
    pub way: Vec3,
    /// How it turns: about what, radians a second.
    turning: Vec3,
}

impl Aim {
    fn at(way: Vec3) -> Self {
        Aim { way, turning: Vec3::ZERO }
    }

    /// After a tick in which it was moved there.
    fn moved_to(self, way: Vec3) -> Self {
        let turn = Quat::from_rotation_arc(self.way, way).to_scaled_axis() / DT;
        let turning = self.turning + (turn - self.turning) * (1.0 - libm::expf(-DT / SURE_S));
        Aim { way, turning }
    }

    /// Where it will be when the nose has come to where it is now: what went to where it is would stay behind one that
    /// moves on.
    fn ahead(self) -> Vec3 {
        Quat::from_scaled_axis((self.turning * DAMPING_S).clamp_length_max(AHEAD)) * self.way
    }
}

impl Visit {
    /// The input of somebody whose throttle lever stands there, 0..=1. Whoever asks to go backwards does so.
    pub(super) fn with_lever(&self, input: Input, lever: Option<f32>) -> Input {
        let Some(lever) = lever else { return input };
        with_lever(self.simulation(), input, lever)
    }

    /// The input of somebody who wants help: the legs of a 'mech follow its torso, a tank turns and an aeroplane flies to
    /// where the mouse points.
    pub(super) fn assisted(&mut self, input: Input) -> Input {
        let simulation = self.world.watched_place().simulation();
        let Some(person) = simulation.state().person() else { return input };
        match &person.kind {
            ActorKind::Mech(mech) => legs_follow(mech, input),
            ActorKind::Tank(tank) => {
                let law = simulation.scene().vehicle_of(person).map(|vehicle| &vehicle.law);
                let Some(LawKind::Tank(law)) = law else { return input };
                let (input, aim) = turns_to_aim(law, tank, input, self.aim);
                self.aim = aim;
                input
            }
            ActorKind::Aeroplane(plane) if plane.is_wreck() => {
                self.aim = None;
                input
            }
            ActorKind::Aeroplane(_) => {
                let (input, aim) = follows_aim(simulation, person, input, self.aim);
                self.aim = aim;
                input
            }
            _ => input,
        }
    }

    /// Where the mouse points for an aeroplane with help, as a unit vector.
    pub(super) fn aeroplane_aim(&self) -> Option<Vec3> {
        let is_driven = |person: &Actor| matches!(person.kind, ActorKind::Aeroplane(_));
        Some(self.aim_of(is_driven)?.way)
    }

    /// How far to the left of a camera behind a tank with help the mouse points, radians.
    pub(super) fn tank_aim_beside(&self, pose: &CameraPose) -> Option<f32> {
        let aim = self.aim_of(|person| matches!(person.kind, ActorKind::Tank(_)))?;
        Some(to_the_left(level(pose.forward()), aim.way))
    }

    fn aim_of(&self, is_driven: impl Fn(&Actor) -> bool) -> Option<Aim> {
        let person = self.simulation().state().person().filter(|person| is_driven(person));
        self.aim.filter(|_| self.watched.is_none() && person.is_some())
    }
}

fn with_lever(simulation: &Simulation, input: Input, lever: f32) -> Input {
    let Some(person) = simulation.state().person() else { return input };
    let law = simulation.scene().vehicle_of(person).map(|vehicle| &vehicle.law);
    let forward = match (&person.kind, law) {
        (ActorKind::Tank(_) | ActorKind::Mech(_), _) if input.forward >= 0.0 => {
            (lever + input.forward).min(1.0)
        }
        // Its own lever goes where that of the person is.
        (ActorKind::Aeroplane(plane), Some(LawKind::Aeroplane(law)))
            if input.forward == 0.0 && law.lever > 0.0 =>
        {
            let way = lever - plane.lever;
            if way.abs() < NEAR { 0.0 } else { (way / (law.lever * DT)).clamp(-1.0, 1.0) }
        }
        _ => input.forward,
    };
    Input { forward, ..input }
}

/// The legs turn to where the torso looks, unless they are told where to turn; the torso goes on looking there.
fn legs_follow(mech: &Mech, input: Input) -> Input {
    let side = mech.avatar.yaw - mech.heading;
    let side = if side.abs() <= PI { side } else { side - TAU * (side / TAU).round() };
    let [full, none] = LEGS;
    if input.strafe != 0.0 || side.abs() < none {
        return input;
    }
    // The torso is carried along by the legs.
    let yaw = input.yaw - mech.turning * DT;
    Input { strafe: -(side / full).clamp(-1.0, 1.0), yaw, ..input }
}

/// A tank turns as fast as it can to where the hand moved the aim, and stands there: a hand that turned it by its motion
/// alone would have to go on moving. Whoever turns it by keys does. Gives the aim, too.
fn turns_to_aim(law: &TankLaw, tank: &Tank, input: Input, aim: Option<Aim>) -> (Input, Option<Aim>) {
    if input.strafe != 0.0 || tank.is_wreck() {
        return (input, None);
    }
    let nose = level(Vec3::from(-tank.rotation().z_axis));
    let before = aim.map_or(nose, |aim| aim.way);
    let wanted = moved(before, [input.yaw, 0.0]);
    let beside = to_the_left(nose, wanted).clamp(-BESIDE, BESIDE);
    // What it still turns by when nobody asks for it any more.
    let left = beside - tank.yaw_rate / law.turn_damping.max(1.0);
    let strafe = if left.abs() > TURNED { -left.signum() } else { 0.0 };
    (Input { strafe, yaw: 0.0, ..input }, Some(Aim::at(moved(nose, [beside, 0.0]))))
}

/// By what angle a level way is to the left of another, radians.
fn to_the_left(of: Vec3, way: Vec3) -> f32 {
    libm::atan2f(of.cross(way).y, of.dot(way))
}

/// An aim that the hand moves to the left and up by angles, radians: however the aeroplane is banked, one who only moves
/// it aside goes on at the same height.
pub(super) fn moved(aim: Vec3, [left, up]: [f32; 2]) -> Vec3 {
    let turned = Quat::from_rotation_y(left) * aim;
    // Up and down about what is to the right of it.
    let tilted = Quat::from_axis_angle(level(turned).cross(Vec3::Y), up) * turned;
    let steep = libm::asinf(tilted.y.clamp(-1.0, 1.0)).clamp(-STEEPEST, STEEPEST);
    level(tilted) * libm::cosf(steep) + Vec3::Y * libm::sinf(steep)
}

fn level(way: Vec3) -> Vec3 {
    way.with_y(0.0).normalize_or(Vec3::NEG_Z)
}

/// The opponent that is nearest to an aim, close beside it: whoever is followed is nothing to turn away from.
fn followed(simulation: &Simulation, person: &Actor, aim: Vec3) -> Option<NodeId> {
    let scene = simulation.scene();
    let foes = simulation.state().actors.iter().filter(|actor| scene.side_of(actor) == Some(Side::Foe));
    let beside =
        foes.filter_map(|actor| Some((actor.node?, aim.angle_between(actor.position() - person.position()))));
    let near = beside.filter(|(_, angle)| *angle <= FOLLOWED);
    near.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(node, _)| node)
}

/// The stick moves as it has to, so that the nose comes to the aim, which the hand moves; gives the aim, too.
fn follows_aim(
    simulation: &Simulation,
    person: &Actor,
    input: Input,
    aim: Option<Aim>,
) -> (Input, Option<Aim>) {
    let nose = Vec3::from(-person.rotation().z_axis);
    let before = aim.unwrap_or(Aim::at(nose));
    // Whoever levels off goes on straight ahead.
    let way = match aim {
        Some(_) if input.jump => level(nose),
        _ => moved(before.way, [input.yaw, input.pitch]),
    };
    let beside = nose.angle_between(way);
    let way = if beside > BESIDE { nose.lerp(way, BESIDE / beside).normalize_or(nose) } else { way };
    let aim = if input.jump { Aim::at(way) } else { before.moved_to(way) };
    // Whoever brakes wants to land.
    let [height, seconds] = if input.sink { [0.0; 2] } else { CLEARANCE };
    let habits = FlierMind {
        attack: f32::INFINITY,
        patience: f32::INFINITY,
        breaks_off: [0.0; 2],
        clearance: [simulation.scene().frame.units(height), seconds],
        bounds: None,
        full_stick: FULL_STICK,
        damping_s: DAMPING_S,
        throttle: 1.0,
    };
    let target = followed(simulation, person, aim.way);
    let Some(stick) = simulation.flight(person, &habits, aim.ahead(), target) else { return (input, None) };
    let strafe = if input.strafe == 0.0 { stick.strafe } else { input.strafe };
    (Input { strafe, yaw: stick.yaw, pitch: stick.pitch, ..input }, Some(aim))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use world::sketch::{ModelSketch, Sketch};
    use world::{Avatar, Limits, MindLaw, OpponentStart, TankLaw, VehicleLaw, Views};

    #[test]
    fn the_mouse_moves_the_aim_aside_level_and_up_and_down() {
        let near = |own: Vec3, by_hand: [f32; 3]| {
            assert!((own - Vec3::from_array(by_hand)).length() < 1e-5, "{own} instead of {by_hand:?}");
        };
        let (sin, cos) = (libm::sinf(0.1), libm::cosf(0.1));
        near(moved(Vec3::NEG_Z, [0.1, 0.0]), [-sin, 0.0, -cos]);
        near(moved(Vec3::NEG_Z, [0.0, 0.1]), [0.0, sin, -cos]);
        // A quarter turn to the right of what is 30 degrees up is as far up.
        near(moved(Vec3::new(0.0, 0.5, -0.75_f32.sqrt()), [-PI * 0.5, 0.0]), [0.75_f32.sqrt(), 0.5, 0.0]);
        // It never goes over the top.
        assert!((moved(Vec3::NEG_Z, [0.0, 1.5]).y - libm::sinf(STEEPEST)).abs() < 1e-5);
    }

    #[test]
    fn the_nose_goes_ahead_of_an_aim_that_moves() {
        let left = |aim: Aim| libm::atan2f(-aim.ahead().x, -aim.ahead().z);
        let turned = |yaw: f32| Vec3::new(-libm::sinf(yaw), 0.0, -libm::cosf(yaw));
        let mut aim = Aim::at(Vec3::NEG_Z);
        assert_eq!(aim.ahead(), Vec3::NEG_Z);
        // 0.3 a second to the left for long enough to be sure of it: 0.09 ahead after 0.3 seconds.
        for tick in 1..=120 {
            aim = aim.moved_to(turned(tick as f32 * 0.005));
        }
        assert!((left(aim) - 0.69).abs() < 1e-3, "{}", left(aim));
        // It stands: what it goes ahead fades by 1/e in 0.15 seconds.
        for _ in 0..9 {
            aim = aim.moved_to(turned(0.6));
        }
        assert!((left(aim) - 0.6 - 0.09 * 0.367_88).abs() < 1e-3, "{}", left(aim));
        // However fast the hand is, no farther than so.
        let quick = (1..=20).fold(Aim::at(Vec3::NEG_Z), |aim, tick| aim.moved_to(turned(tick as f32 * 0.05)));
        assert!((left(quick) - 1.15).abs() < 1e-3, "{}", left(quick));
    }

    #[test]
    fn a_tank_turns_to_where_the_hand_points_and_stands_there() {
        let law = TankLaw { turns: [0.6, 2.0], turn_damping: 30.0, ..TankLaw::default() };
        let tank = |yaw: f32, yaw_rate: f32| Tank {
            avatar: Avatar { yaw, ..Avatar::default() },
            yaw_rate,
            health: 1.0,
            ..Tank::default()
        };
        let turned = |yaw: f32| Input { yaw, ..Input::default() };
        let aside = |tank: &Tank, aim: Option<Aim>| {
            to_the_left(level(-Vec3::from(tank.rotation().z_axis)), aim.unwrap().way)
        };
        // A hand that moves to the left by 0.3, and rests then: the tank turns there with all it has, still to the left
        // when it has turned by 0.2.
        let (input, aim) = turns_to_aim(&law, &tank(0.0, 0.0), turned(0.3), None);
        assert_eq!((input.strafe, input.yaw), (-1.0, 0.0));
        assert!((aside(&tank(0.0, 0.0), aim) - 0.3).abs() < 1e-5);
        let (input, aim) = turns_to_aim(&law, &tank(0.2, 1.5), turned(0.0), aim);
        assert_eq!(input.strafe, -1.0);
        assert!((aside(&tank(0.2, 1.5), aim) - 0.1).abs() < 1e-5);
        // At 1.5 a second it turns by 0.05 after the last demand: nobody asks from there on. Beyond it, back.
        assert_eq!(turns_to_aim(&law, &tank(0.2505, 1.5), turned(0.0), aim).0.strafe, 0.0);
        assert_eq!(turns_to_aim(&law, &tank(0.26, 1.5), turned(0.0), aim).0.strafe, 1.0);
        // No farther beside than so, across the seam of a turn, too.
        let (input, aim) = turns_to_aim(&law, &tank(3.0, 0.0), turned(2.0), None);
        assert_eq!(input.strafe, -1.0);
        assert!((aside(&tank(3.0, 0.0), aim) - BESIDE).abs() < 1e-5);
        // Whoever turns it by keys does, and a wreck turns nowhere.
        let keys = Input { strafe: 0.5, ..turned(0.1) };
        assert_eq!(turns_to_aim(&law, &tank(0.0, 0.0), keys, aim), (keys, None));
        let wreck = Tank { health: 0.0, ..tank(0.0, 0.0) };
        assert_eq!(turns_to_aim(&law, &wreck, turned(0.1), aim), (turned(0.1), None));
    }

    #[test]
    fn the_opponent_at_the_aim_is_followed_and_nobody_else() {
        let of_side = |side: Side| {
            let mut sketch = Sketch::new();
            let cube = || ModelSketch::new().cuboid(Vec3::splat(-1.0), Vec3::ONE);
            let nodes = [sketch.place(cube()), sketch.place(cube())];
            let mut scene = sketch.scene;
            let law = LawKind::Tank(Box::new(TankLaw { health: 100.0, ..TankLaw::default() }));
            let own = VehicleLaw { name: "tank".into(), node: None, views: Views::default(), law };
            scene.vehicles = vec![own.clone(), own];
            scene.drives = Some(0);
            scene.opponents.minds.push(MindLaw { side, ..MindLaw::default() });
            // One 0.2 to the right of north, one straight ahead.
            for (node, x) in nodes.into_iter().zip([20.0, 0.0]) {
                let place = Avatar { position: Vec3::new(x, 0.0, -100.0), ..Avatar::default() };
                scene.opponents.starts.push(OpponentStart { vehicle: 1, mind: 0, place, node: Some(node) });
            }
            (Simulation::new(Arc::new(scene), 1, &Limits::default()).0, nodes)
        };
        let at = |simulation: &Simulation, aim: Vec3| {
            followed(simulation, simulation.state().person().unwrap(), aim)
        };
        let (foes, [right, ahead]) = of_side(Side::Foe);
        assert_eq!(at(&foes, Vec3::NEG_Z), Some(ahead));
        assert_eq!(at(&foes, Vec3::new(0.2, 0.0, -1.0)), Some(right));
        assert_eq!(at(&foes, Vec3::X), None);
        assert_eq!(at(&of_side(Side::Friend).0, Vec3::NEG_Z), None);
    }

    #[test]
    fn the_legs_of_a_mech_turn_to_where_its_torso_looks() {
        let mech = |yaw: f32, heading: f32| Mech {
            avatar: Avatar { yaw, ..Avatar::default() },
            heading,
            ..Mech::default()
        };
        let strafe = |yaw, heading, strafe| {
            legs_follow(&mech(yaw, heading), Input { strafe, ..Input::default() }).strafe
        };
        // Half of what needs all of it, to the left; all of it to the right; across the seam of a turn.
        for (yaw, heading, by_hand) in
            [(0.15, 0.0, -0.5), (-1.0, 0.0, 1.0), (-3.1, 3.1, -0.277_28), (0.02, 0.0, 0.0)]
        {
            assert!(
                (strafe(yaw, heading, 0.0) - by_hand).abs() < 1e-3,
                "{yaw} {heading}: {}",
                strafe(yaw, heading, 0.0)
            );
        }
        assert_eq!(strafe(1.0, 0.0, 0.25), 0.25, "who turns them does");
        // What the legs turn by, the torso does not.
        let turning = Mech { turning: 0.6, ..mech(0.3, 0.0) };
        assert!((legs_follow(&turning, Input::default()).yaw + 0.01).abs() < 1e-6);
    }
}
