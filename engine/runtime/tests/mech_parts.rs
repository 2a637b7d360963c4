//! What the parts of a 'mech do over its motions: torso, arms, hips, legs and feet, with places worked out by hand.
//!
//! docs/spec/zbd/mw3-runtime.md, "6. motion.zbd playback".

use crate::common::start_scene;
use crate::mech::{self, DT, REST, near};
use glam::{Affine3A, Mat3A, Vec3};
use runtime::{Input, Simulation};
use std::f32::consts::{FRAC_PI_2, PI};
use world::sketch::Sketch;
use world::{
    Actor, ActorId, ActorKind, Animator, AnimatorId, Avatar, Clip, ClipId, Clock, CollapseLaw, Curve,
    Footfall, Jolt, JoltLaw, LawKind, Mech, MechLaw, MechParts, Motion, NodeId, Pilot, SeatId, Track,
    TransformCurves, VehicleLaw, Views,
};

/// How high the hips are. Thigh and calf are 2 long and bent by a tenth to either side: that makes them 3.98 high, so that
/// an ankle is 0.3 above the ground.
const HIP: f32 = 4.280_017;

struct Machine {
    simulation: Simulation,
    parts: MechParts,
}

/// One whose only motion is to stand still. What follows its aim does not, so that everything stays as it is put.
fn law() -> MechLaw {
    MechLaw { aim: 0.0, arms: 0.25, crouch: [0.8, 0.5], jolt: JoltLaw::default(), ..mech::law() }
}

fn standing() -> Mech {
    Mech::standing(0, &law(), Avatar { grounded: true, ..Avatar::default() })
}

/// A tick of a 'mech on level ground.
fn posed(law: MechLaw, mech: Mech, input: Input) -> Machine {
    moving(law, mech, input, Curve::default())
}

/// The same, and its torso moves so.
fn moving(law: MechLaw, mech: Mech, input: Input, torso_moves: Curve<Vec3>) -> Machine {
    let mut sketch = mech::field();
    let part = |sketch: &mut Sketch, name: &str, children: &[NodeId], rest: Affine3A| {
        let node = sketch.node(name, None, children);
        sketch.at(node).transform = rest;
        node
    };
    let at = |x: f32, y: f32, turn: f32| {
        Affine3A::from_translation(Vec3::new(x, y, 0.0)) * Affine3A::from_rotation_x(turn)
    };
    let legs = [("l", -1.0), ("r", 1.0)].map(|(side, x)| {
        let foot = part(&mut sketch, &format!("{side}foot"), &[], at(0.0, -2.0, 0.2));
        let calf = part(&mut sketch, &format!("{side}calf"), &[foot], at(0.0, -2.0, 0.2));
        let thigh = part(&mut sketch, &format!("{side}thigh"), &[calf], at(-x, 0.0, -0.1));
        [Some(thigh), Some(calf), Some(foot)]
    });
    // The model has its hips the other way around, and its soles 0.3 off the level.
    let around = at(0.0, HIP, 0.0) * Affine3A::from_rotation_y(PI);
    let hip = part(&mut sketch, "hip", &[legs[0][0].unwrap(), legs[1][0].unwrap()], around);
    // Torso and arms lie on their backs, so that the order of what turns them matters.
    let arms = ["larm", "rarm"].map(|name| Some(part(&mut sketch, name, &[], at(0.0, 1.0, FRAC_PI_2))));
    let torso = part(&mut sketch, "torso", &[arms[0].unwrap(), arms[1].unwrap()], at(0.0, 6.0, FRAC_PI_2));
    let root = sketch.node("mech", None, &[hip, torso]);
    sketch.scene.roots.push(root);
    let names = ["hip", "torso", "larm", "rarm", "lthigh", "lcalf", "lfoot", "rthigh", "rcalf", "rfoot"];
    let mut tracks = names.map(|name| Track { part: name.into(), curves: TransformCurves::default() });
    tracks[1].curves.translation = torso_moves;
    sketch.scene.clips.push(Clip::new("stand", 1.0, Motion::Parts(tracks.to_vec())));
    let clip = ClipId::from(0);
    let start = Clock { clip: Some(clip), speed: 0.0, ..Clock::default() };
    let clips = vec![sketch.scene.playable(clip, root)];
    sketch.scene.animators.push(Animator { name: "stand".into(), clips, start, ..Animator::default() });
    let animator = Some(AnimatorId::from(0));
    let parts = MechParts { animator, torso: Some(torso), hip: Some(hip), arms, legs };
    let law = LawKind::Mech(Box::new(MechLaw { parts, ..law }));
    sketch.scene.vehicles.push(VehicleLaw {
        name: "mech".into(),
        node: Some(root),
        views: Views::default(),
        law,
    });
    sketch.scene.avatar.position = Vec3::new(400.0, 0.0, 400.0);
    let mut simulation = start_scene(sketch.scene);
    let actor =
        Actor { kind: ActorKind::Mech(Box::new(mech)), pilot: Pilot::Person(SeatId(1)), node: Some(root) };
    assert_eq!(simulation.edit().add_actor(actor), Ok(mech::MECH));
    let mut machine = Machine { simulation, parts };
    machine.tick(input);
    machine
}

impl Machine {
    fn tick(&mut self, input: Input) {
        self.simulation.advance(&[Input::default(), input], &[]);
    }

    /// Where a part is, below what it hangs on.
    fn own(&self, part: Option<NodeId>) -> Affine3A {
        self.simulation.state().nodes.transforms[part.unwrap().index()]
    }

    /// Where a part is in the world.
    fn seen(&self, part: Option<NodeId>) -> Affine3A {
        let probe = self.simulation.probe();
        *probe.occurrences.transform(probe.occurrences.of(part.unwrap()).next().unwrap())
    }

    fn mech(&self) -> Mech {
        let ActorId(number) = mech::MECH;
        match &self.simulation.state().actors.find(number).unwrap().kind {
            ActorKind::Mech(mech) => **mech,
            other => panic!("{other:?}"),
        }
    }

    /// The hips are so high, the ankles here, and the soles as the motion has them.
    #[track_caller]
    fn stands(&self, hip: f32, ankles: [[f32; 3]; 2]) {
        near(self.seen(self.parts.hip).translation.y, hip);
        for (leg, ankle) in self.parts.legs.iter().zip(ankles) {
            let foot = self.seen(leg[2]);
            assert!(foot.translation.abs_diff_eq(ankle.into(), 2e-4), "{} not {ankle:?}", foot.translation);
            let sole = Mat3A::from_rotation_y(self.mech().heading + PI) * Mat3A::from_rotation_x(0.3);
            assert!(foot.matrix3.abs_diff_eq(sole, 2e-4), "{:?}", foot.matrix3);
        }
    }
}

#[track_caller]
fn axes(found: Affine3A, x: [f32; 3], z: [f32; 3]) {
    let is_near = found.matrix3.x_axis.abs_diff_eq(x.into(), 1e-4);
    assert!(is_near && found.matrix3.z_axis.abs_diff_eq(z.into(), 1e-4), "{found:?}");
}

#[test]
fn the_torso_turns_about_what_it_stands_on_and_nods_about_itself() {
    let mut twisted = posed(law(), Mech { twist: 0.3, ..standing() }, REST);
    let torso = twisted.parts.torso;
    axes(twisted.own(torso), [0.955_336, 0.0, -0.295_520], [0.0, -1.0, 0.0]);
    // However long it stands so.
    (0..10).for_each(|_| twisted.tick(REST));
    axes(twisted.own(torso), [0.955_336, 0.0, -0.295_520], [0.0, -1.0, 0.0]);

    // Of 0.2 up the arms take a quarter: 0.15 and 0.05.
    let mut avatar = standing().avatar;
    avatar.pitch = 0.2;
    let nods = posed(law(), Mech { nod: 0.2, avatar, ..standing() }, REST);
    axes(nods.own(nods.parts.torso), [1.0, 0.0, 0.0], [0.0, -0.988_771, -0.149_438]);
    for arm in nods.parts.arms {
        axes(nods.own(arm), [1.0, 0.0, 0.0], [0.0, -0.998_750, -0.049_979]);
    }
}

#[test]
fn a_jolt_bends_turns_and_moves_the_torso_away_from_where_it_came() {
    // Half of the hardest, at its farthest, an eighth of a second after it.
    let jolted = |own: JoltLaw, way: f32, twist: f32| {
        let jolt = Jolt { strength: 0.5, way, since: 0.125 - DT };
        let own = JoltLaw { fades: 8.0, ..own };
        let machine = posed(MechLaw { jolt: own, ..law() }, Mech { jolt, twist, ..standing() }, REST);
        machine.own(machine.parts.torso)
    };
    // Pushed ahead it bends ahead by half of 0.1 and goes there by half of 0.2.
    let bend = JoltLaw { bend: 0.1, slide: 0.2, ..JoltLaw::default() };
    let ahead = jolted(bend, 0.0, 0.0);
    axes(ahead, [1.0, 0.0, 0.0], [0.0, -0.998_750, 0.049_979]);
    assert!(ahead.translation.abs_diff_eq([0.0, 6.0, -0.1].into(), 1e-4), "{ahead:?}");
    // Pushed to the left its right side comes up, and it turns to the left.
    axes(jolted(bend, FRAC_PI_2, 0.0), [0.998_750, 0.049_979, 0.0], [0.049_979, -0.998_750, 0.0]);
    let twist = JoltLaw { twist: 0.1, slide: 0.2, ..JoltLaw::default() };
    axes(jolted(twist, FRAC_PI_2, 0.0), [0.998_750, 0.0, -0.049_979], [0.0, -1.0, 0.0]);
    // To the left is to the left of where it is turned to.
    let turned = jolted(twist, FRAC_PI_2, 0.3);
    axes(turned, [0.939_373, 0.0, -0.342_898], [0.0, -1.0, 0.0]);
    assert!(turned.translation.abs_diff_eq([-0.095_534, 6.0, 0.029_552].into(), 1e-4), "{turned:?}");
}

#[test]
fn feet_stand_where_the_motion_has_them_and_that_is_kept() {
    let machine = posed(law(), standing(), REST);
    machine.stands(HIP, [[-1.0, 0.3, 0.0], [1.0, 0.3, 0.0]]);
    let feet = machine.mech().feet;
    assert!(feet.iter().all(|foot| foot.stands), "{feet:?}");
    assert!(feet[0].place.abs_diff_eq(Vec3::new(-1.0, 0.3, 0.0), 1e-4), "{feet:?}");
    // A foot that is farther up than those that stand does not.
    let low = posed(MechLaw { ankle: 0.2, ..law() }, standing(), REST);
    assert!(low.mech().feet.iter().all(|foot| !foot.stands));
    // Nor do those of a 'mech in the air.
    let mut flies = standing();
    (flies.avatar.position.y, flies.avatar.grounded) = (50.0, false);
    let flies = posed(law(), flies, REST);
    assert!(flies.mech().feet.iter().all(|foot| !foot.stands));
}

#[test]
fn wherever_it_is_and_looks_its_feet_are_below_it() {
    let mut mech = Mech { heading: FRAC_PI_2, ..standing() };
    (mech.avatar.position, mech.avatar.yaw) = (Vec3::new(10.0, 0.0, 5.0), FRAC_PI_2);
    // Its left is to the south.
    posed(law(), mech, REST).stands(HIP, [[10.0, 0.3, 6.0], [10.0, 0.3, 4.0]]);
}

#[test]
fn crouching_brings_the_hips_down_and_leaves_the_feet() {
    let low = Mech { crouch: 1.0, ..standing() };
    let machine = posed(law(), low, Input { sink: true, ..REST });
    machine.stands(HIP - 0.8, [[-1.0, 0.3, 0.0], [1.0, 0.3, 0.0]]);
}

#[test]
fn each_foot_goes_to_its_own_ground_and_the_hips_as_low_as_the_lower_one() {
    let on = |left: f32, right: f32, crouch: f32| {
        let feet = [left, right].map(|rise| Footfall { rise, ..Footfall::default() });
        posed(law(), Mech { feet, crouch, ..standing() }, Input { sink: crouch > 0.0, ..REST })
    };
    on(-0.5, 0.0, 0.0).stands(HIP - 0.5, [[-1.0, -0.2, 0.0], [1.0, 0.3, 0.0]]);
    on(0.0, -0.5, 0.0).stands(HIP - 0.5, [[-1.0, 0.3, 0.0], [1.0, -0.2, 0.0]]);
    // Up they bend under it.
    on(0.25, 0.25, 0.0).stands(HIP, [[-1.0, 0.55, 0.0], [1.0, 0.55, 0.0]]);
    on(-0.5, 0.0, 1.0).stands(HIP - 1.3, [[-1.0, -0.2, 0.0], [1.0, 0.3, 0.0]]);
}

#[test]
fn a_foot_that_was_left_behind_pulls_the_hips_down() {
    // It stands one to the left of where the motion has it. From its joint 0.9999 of 4 reach 3.872 570 down there, and the
    // joint is 3.980 017 above it.
    let stands = Footfall { stands: true, place: Vec3::new(-2.0, 0.3, 0.0), ..Footfall::default() };
    let machine = posed(law(), Mech { feet: [stands, Footfall::default()], ..standing() }, REST);
    machine.stands(HIP - 0.107_447, [[-2.0, 0.3, 0.0], [1.0, 0.3, 0.0]]);
    // No farther than so much of the 4 of its leg.
    let machine = posed(
        MechLaw { sag: 0.02, ..law() },
        Mech { feet: [stands, Footfall::default()], ..standing() },
        REST,
    );
    near(machine.seen(machine.parts.hip).translation.y, HIP - 0.08);
}

#[test]
fn it_leans_with_its_hips_and_not_with_its_feet() {
    let machine = posed(law(), Mech { lean: 0.1, ..standing() }, REST);
    let hip = machine.seen(machine.parts.hip);
    axes(hip, [-0.995_004, -0.099_833, 0.0], [0.0, 0.0, -1.0]);
    // The right joint is 0.099 833 higher and 0.004 996 nearer to the middle: from there its leg reaches 3.999 597 down.
    machine.stands(HIP - (3.980_017 + 0.099_833 - 3.999_597), [[-1.0, 0.3, 0.0], [1.0, 0.3, 0.0]]);
}

#[test]
fn what_is_down_on_its_legs_has_sunk_slowly_at_first_and_lies_askew() {
    // Half way of its time is a quarter of the way: 0.55 of its legs' 4, 0.5 ahead and 0.25 to the side.
    let mut down = Mech { legs: [0.0; 2], fallen: 0.5 - DT / 1.1, ..standing() };
    down.avatar.grounded = true;
    let machine = posed(law(), down, REST);
    let hip = machine.seen(machine.parts.hip);
    near(machine.mech().fallen, 0.5);
    near(hip.translation.y, HIP - 0.25 * 0.55 * 4.0);
    assert!((hip.matrix3.z_axis.y + 0.124_675).abs() < 2e-3, "{hip:?}");
    assert!((hip.matrix3.x_axis.y + 0.062_459).abs() < 2e-3, "{hip:?}");
    // As its law says: in twice the time half as far, straight ahead.
    let own = MechLaw { collapse: CollapseLaw { seconds: 2.2, down: 0.275, turn: [0.25, 0.0] }, ..law() };
    let mut down = Mech { legs: [0.0; 2], fallen: 0.5 - DT / 2.2, ..standing() };
    down.avatar.grounded = true;
    let machine = posed(own, down, REST);
    let hip = machine.seen(machine.parts.hip);
    near(machine.mech().fallen, 0.5);
    near(hip.translation.y, HIP - 0.25 * 0.275 * 4.0);
    assert!((hip.matrix3.z_axis.y + 0.062_459).abs() < 2e-3 && hip.matrix3.x_axis.y.abs() < 1e-4, "{hip:?}");
}

#[test]
fn its_torso_is_above_its_feet_and_looks_where_they_do() {
    // Half a turn, and away from the middle of the world.
    let mut mech = Mech { heading: PI, ..standing() };
    (mech.avatar.position, mech.avatar.yaw) = (Vec3::new(-7.0, 0.0, 3.0), PI);
    let machine = posed(law(), mech, REST);
    let torso = machine.seen(machine.parts.torso);
    assert!(torso.translation.abs_diff_eq([-7.0, 6.0, 3.0].into(), 1e-3), "{torso:?}");
    assert!(torso.matrix3.x_axis.abs_diff_eq([-1.0, 0.0, 0.0].into(), 1e-3), "{torso:?}");
}

#[test]
fn a_torso_that_was_removed_is_not_touched() {
    let mut machine = posed(law(), Mech { twist: 0.3, ..standing() }, REST);
    let torso = machine.parts.torso;
    assert!(machine.simulation.edit().despawn(torso.unwrap()));
    // The motion alone still puts it where it was.
    machine.tick(REST);
    axes(machine.own(torso), [1.0, 0.0, 0.0], [0.0, -1.0, 0.0]);
}

#[test]
fn what_moves_by_the_world_s_clock_is_where_it_is_when_the_tick_ends() {
    // By 1 in a second, though its own clock stands.
    let rising = Curve::linear(vec![0.0, 1.0], vec![Vec3::Y * 6.0, Vec3::Y * 7.0]).unwrap();
    let mut machine = moving(law(), standing(), REST, rising.by_world(1.0).unwrap());
    near(machine.own(machine.parts.torso).translation.y, 6.0 + 1.0 / 60.0);
    (1..30).for_each(|_| machine.tick(REST));
    near(machine.own(machine.parts.torso).translation.y, 6.5);
}

#[test]
fn a_foot_in_the_air_gets_to_where_its_motion_has_it() {
    let foot = Footfall { offset: Vec3::X * 0.5, ..Footfall::default() };
    let mut flies = Mech { feet: [foot, Footfall::default()], ..standing() };
    (flies.avatar.position.y, flies.avatar.grounded) = (50.0, false);
    let machine = posed(law(), flies, REST);
    // e^(-12/60) of the way is left.
    near(machine.mech().feet[0].offset.x, 0.5 * 0.818_731);
    // e^(-6/60) of one that is half as fast.
    let machine = posed(MechLaw { catches_up: 6.0, ..law() }, flies, REST);
    near(machine.mech().feet[0].offset.x, 0.5 * 0.904_837);
}
