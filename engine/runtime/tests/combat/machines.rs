//! What a hit does to 'mechs and aeroplanes, part by part, with numbers worked out by hand.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "C3. Damage, vehicles", "Part E — Walking 'mech (MW, PM)".

use super::hits::says;
use super::*;
use crate::tank::near;
use std::f32::consts::{FRAC_PI_2, PI, TAU};
use world::{
    Aeroplane, DamageModel, DamageState, Injury, JoltLaw, Mech, MechLaw, NodeFlags, PartKind, PartLaw,
    PartState, PoolPart, PoolsLaw, ProgramId, SeatId, VitalLaw, WeaponManner,
};

/// A part without a node.
fn part(kind: PartKind, armor: [f32; 2], frame: f32) -> PartLaw {
    PartLaw { kind, armor, frame, node: None, debris: None }
}

/// A 'mech 30 ahead of the tank, and a box in the way of the shots that hangs below its node.
struct Ahead {
    sketch: Sketch,
    parts: Vec<PartLaw>,
    root: NodeId,
    own: NodeId,
    law: MechLaw,
    mech: Mech,
}

fn ahead(weapon: WeaponLaw, parts: Vec<PartLaw>) -> Ahead {
    let mut sketch = armed(vec![weapon]);
    let model = sketch.model(ModelSketch::new().cuboid(Vec3::new(-0.5, 0.0, -0.5), Vec3::new(0.5, 2.0, 0.5)));
    let own = sketch.node("own", Some(model), &[]);
    let root = sketch.node("mech", None, &[own]);
    sketch.scene.roots.push(root);
    let law = crate::mech::law();
    let place = Avatar { position: Vec3::NEG_Z * 30.0, grounded: true, ..Avatar::default() };
    let mech = Mech::standing(1, &law, place);
    Ahead { sketch, parts, root, own, law, mech }
}

impl Ahead {
    /// The box is the node of a part.
    fn owned_by(mut self, part: usize) -> Self {
        self.parts[part].node = Some(self.own);
        self
    }

    fn start(self) -> Simulation {
        let Ahead { mut sketch, parts, root, law, mech, .. } = self;
        let law = LawKind::Mech(Box::new(law));
        sketch.scene.vehicles.push(VehicleLaw {
            name: "mech".into(),
            node: Some(root),
            views: Views::default(),
            law,
        });
        let damage = DamageModel::Parts(world::PartsLaw { parts });
        let arms = &mut sketch.scene.combat.arms;
        arms.push(ArmsLaw { damage, slots: Vec::new(), ..arms[0].clone() });
        let mut simulation = start(sketch);
        let kind = ActorKind::Mech(Box::new(mech));
        let actor = Actor { kind, pilot: Pilot::Nobody, node: Some(root) };
        assert_eq!(simulation.edit().add_actor(actor), Ok(OTHER));
        run(&mut simulation, &STAND, 1);
        simulation
    }
}

/// One shot that hits it; gives the share that is told to be left.
fn shoot(simulation: &mut Simulation) -> Option<f32> {
    let mut told = None;
    simulation.tick(&FIRE);
    let hit = until(simulation, &STAND, 60, |cue| match cue {
        Cue::Hit { actor: Some(OTHER), left, .. } => {
            told = *left;
            true
        }
        _ => false,
    });
    assert!(hit.is_some(), "it is not hit");
    told
}

fn parts(simulation: &Simulation) -> Vec<PartState> {
    match &simulation.state().combat.arms_of(OTHER).unwrap().damage {
        DamageState::Parts(parts) => parts.clone(),
        other => panic!("{other:?}"),
    }
}

fn mech(simulation: &Simulation) -> Mech {
    match &simulation.state().actors.find(OTHER.0).unwrap().kind {
        ActorKind::Mech(mech) => **mech,
        other => panic!("{other:?}"),
    }
}

/// Shots that come one at a time, however often one fires.
fn single(harm: f32) -> WeaponLaw {
    WeaponLaw { damage: [0.0, harm], rate: 60.0, ..shell() }
}

fn torso_and_arm() -> Vec<PartLaw> {
    vec![part(PartKind::Torso, [24.0, 8.0], 12.0), part(PartKind::LeftArm, [16.0; 2], 6.0)]
}

#[test]
fn the_armour_that_is_hit_is_that_of_the_side_where_the_shot_comes_from() {
    // Shots go north; whoever looks north is hit from behind, and only the south is ahead of whoever looks there.
    for (yaw, armor) in [(0.0, [24.0, 0.0]), (PI, [16.0, 8.0]), (1.3, [24.0, 0.0]), (PI - 1.3, [16.0, 8.0])] {
        let mut own = ahead(single(8.0), torso_and_arm()).owned_by(0);
        own.mech.avatar.yaw = yaw;
        own.mech.heading = yaw;
        let mut simulation = own.start();
        shoot(&mut simulation);
        assert_eq!(parts(&simulation)[0].armor, armor, "{yaw}");
    }
    // To the west as well: whoever looks there is hit from behind.
    for (yaw, armor) in [(FRAC_PI_2, [24.0, 0.0]), (-FRAC_PI_2, [16.0, 8.0])] {
        let mut own = ahead(single(8.0), torso_and_arm()).owned_by(0);
        own.sketch.scene.avatar.yaw = FRAC_PI_2;
        (own.mech.avatar.position, own.mech.avatar.yaw, own.mech.heading) = (Vec3::NEG_X * 30.0, yaw, yaw);
        let mut simulation = own.start();
        shoot(&mut simulation);
        assert_eq!(parts(&simulation)[0].armor, armor, "{yaw}");
    }
}

#[test]
fn what_hangs_on_a_part_is_that_part_and_no_number_is_drawn_for_it() {
    // The arm is a node without a shape; what is hit hangs below it.
    let mut own = ahead(single(5.0), torso_and_arm());
    let arm = own.sketch.node("arm", None, &[own.own]);
    own.sketch.at(own.root).children = vec![arm];
    own.parts[1].node = Some(arm);
    let mut simulation = own.start();
    let random = simulation.state().random;
    assert_eq!(shoot(&mut simulation), Some(1.0));
    let found = parts(&simulation);
    assert_eq!((found[0].armor, found[1].armor), ([24.0, 8.0], [16.0, 11.0]));
    assert_eq!(simulation.state().random, random);
}

#[test]
fn a_part_that_has_no_frame_is_no_part_and_is_not_lost() {
    let mut law = torso_and_arm();
    law[1].frame = 0.0;
    let own = ahead(single(5.0), law).owned_by(1);
    let arm = own.own;
    let mut simulation = own.start();
    shoot(&mut simulation);
    // The torso takes what meets it.
    assert_eq!(parts(&simulation)[0].armor, [24.0, 3.0]);
    assert!(simulation.state().is_active(arm));
}

#[test]
fn the_last_of_a_part_takes_a_hit_before_what_is_below_it() {
    let mut law = torso_and_arm();
    law[1].armor = [0.0; 2];
    let own = ahead(single(5.7), law).owned_by(1);
    let arm = own.own;
    let mut simulation = own.start();
    shoot(&mut simulation);
    assert!((parts(&simulation)[1].frame - 0.3).abs() < 1e-4 && simulation.state().is_active(arm));
    // 0.3 of 5.7; the side of the torso is not there, its middle takes the rest, of 8.
    shoot(&mut simulation);
    assert!((parts(&simulation)[0].armor[1] - 2.6).abs() < 1e-4, "{:?}", parts(&simulation));
    assert!(!simulation.state().is_active(arm));
}

#[test]
fn a_lost_head_or_torso_stays_where_it_is() {
    let own = ahead(single(30.0), torso_and_arm()).owned_by(0);
    let torso = own.own;
    let mut simulation = own.start();
    // 8 behind and 12 of the frame.
    assert_eq!(shoot(&mut simulation), Some(0.0));
    run(&mut simulation, &STAND, 2);
    assert!(simulation.state().combat.arms_of(OTHER).unwrap().destroyed);
    assert!(simulation.state().is_active(torso));
}

#[test]
fn a_mech_that_is_destroyed_goes_down_on_sound_legs() {
    let mut simulation = ahead(single(30.0), torso_and_arm()).owned_by(0).start();
    shoot(&mut simulation);
    run(&mut simulation, &STAND, 33);
    assert!((0.4..0.6).contains(&mech(&simulation).fallen), "{:?}", mech(&simulation));
    assert_eq!(mech(&simulation).legs, [20.0; 2]);
}

#[test]
fn lost_parts_fly_off_once_each_to_a_side_of_their_own_and_along_with_it() {
    let mut own = ahead(single(10.0), torso_and_arm());
    let debris =
        WeaponLaw { name: "debris".into(), range: 400.0, manner: WeaponManner::MINE, ..WeaponLaw::default() };
    own.sketch.scene.combat.weapons.push(debris);
    // Two arms, one behind the other in the way of the shots, of 5 each; it rolls towards the tank at 9.
    let second = own.sketch.node("second", own.sketch.scene.nodes[own.own.index()].model, &[]);
    own.sketch.at(second).transform = Affine3A::from_translation(Vec3::NEG_Z * 2.0);
    own.sketch.at(own.root).children.push(second);
    own.parts.push(part(PartKind::RightArm, [0.0; 2], 5.0));
    own.parts[1] = PartLaw { node: Some(own.own), debris: Some(1), ..part(PartKind::LeftArm, [0.0; 2], 5.0) };
    (own.parts[2].node, own.parts[2].debris) = (Some(second), Some(1));
    own.mech.speed = -9.0;
    own.law.rates = [0.0; 2];
    let mut simulation = own.start();
    let pieces = |simulation: &Simulation| -> Vec<Vec3> {
        shots(simulation).iter().filter(|shot| shot.weapon == 1).map(|shot| shot.velocity).collect()
    };
    shoot(&mut simulation);
    shoot(&mut simulation);
    let found = pieces(&simulation);
    // The C library's first numbers from 1 are 41 and 18467 of 32767: a turn each. 6 up, 3.5 to that side.
    for (found, number) in found.iter().zip([41.0_f32, 18467.0]) {
        let turn = number / 32767.0 * TAU;
        let wanted = Vec3::new(3.5 * libm::sinf(turn), 6.0, 9.0 + 3.5 * libm::cosf(turn));
        assert!(found.abs_diff_eq(wanted, 1e-3), "{found} instead of {wanted}");
    }
    assert_eq!(found.len(), 2);
}

#[test]
fn a_hit_that_counts_for_nothing_in_full_does_not_shake_it_and_the_hardest_counts_as_one() {
    let jolt = |full: f32| {
        let mut own = ahead(single(40.0), vec![part(PartKind::Torso, [1e3; 2], 1e3)]).owned_by(0);
        own.law.jolt = JoltLaw { full: [full, 0.25], ..own.law.jolt };
        let mut simulation = own.start();
        shoot(&mut simulation);
        mech(&simulation).jolt.strength
    };
    assert_eq!([jolt(0.0), jolt(20.0), jolt(80.0)], [0.0, 1.0, 0.5]);
}

#[test]
fn a_weaker_hit_does_not_take_over_from_a_stronger_one() {
    let mut own = ahead(single(10.0), vec![part(PartKind::Torso, [1e3; 2], 1e3)]).owned_by(0);
    own.law.jolt.fades = 0.0;
    own.sketch.scene.combat.weapons.push(single(4.0));
    own.sketch.scene.combat.weapons.push(single(16.0));
    let slot = |weapon| SlotLaw { weapon, ammunition: None, groups: 1 << weapon, muzzles: Vec::new() };
    own.sketch.scene.combat.arms[0].slots = (0..3).map(slot).collect();
    let mut simulation = own.start();
    shoot(&mut simulation);
    assert_eq!(mech(&simulation).jolt.strength, 0.5);
    select(&mut simulation, 1);
    shoot(&mut simulation);
    // 4 of 20 are less than the half that is left.
    assert_eq!(mech(&simulation).jolt.strength, 0.5);
    select(&mut simulation, 2);
    shoot(&mut simulation);
    assert_eq!(mech(&simulation).jolt.strength, 0.8);
}

#[test]
fn neither_fire_nor_what_comes_from_straight_below_shakes_anybody() {
    // After a second nothing to speak of is left of the jolt of the hit; it burns on, and no tick of that is another one.
    let fire = WeaponLaw { manner: WeaponManner::IGNITES, ..single(16.0) };
    let mut simulation = ahead(fire, vec![part(PartKind::Torso, [1e3; 2], 1e3)]).owned_by(0).start();
    shoot(&mut simulation);
    run(&mut simulation, &STAND, 60);
    assert!(simulation.state().combat.arms_of(OTHER).unwrap().burns[1] > 0.0);
    let burning = mech(&simulation).jolt;
    assert!(burning.strength == 0.8 && (burning.since - 1.0).abs() < 1e-3, "{burning:?}");

    use world::program::{Detonation, Event, Operand, Sequence, Step};
    let bomb = WeaponLaw { damage: [0.0, 24.0], blast: 16.0, ..shell() };
    let mut own = ahead(bomb, vec![part(PartKind::Torso, [1e3; 2], 1e3)]).owned_by(0);
    let mast = own.sketch.node("mast", None, &[]);
    own.sketch.at(mast).transform = Affine3A::from_translation(Vec3::new(0.0, -2.0, -30.0));
    own.sketch.scene.roots.push(mast);
    let bursts = Detonation { weapon: "shell".into(), node: Operand::Node(0), ..Detonation::default() };
    let steps = vec![Step::then(Event::Detonate(bursts.into()))];
    own.sketch.scene.programs = vec![Definition {
        root: Some(mast),
        nodes: vec![Some(mast)],
        sequences: vec![Sequence { steps, ..Sequence::default() }],
        ..Definition::default()
    }];
    let mut simulation = own.start();
    assert!(simulation.edit().start_program(ProgramId(0), None));
    run(&mut simulation, &STAND, 1);
    assert!(parts(&simulation)[0].armor != [1e3; 2]);
    assert_eq!(mech(&simulation).jolt.strength, 0.0);
}

/// An aeroplane that stands 30 ahead, whose parts of 20 and 40 are boxes in a row in the way of the shots, from the south
/// to the north; its law has 100 and 200 for the whole.
fn plane_ahead(
    weapon: WeaponLaw,
    parts: usize,
    change: impl FnOnce(&mut Sketch, &mut Vec<PoolPart>),
) -> (Simulation, Vec<NodeId>) {
    let mut sketch = armed(vec![weapon]);
    let model = sketch.model(ModelSketch::new().cuboid(Vec3::splat(-0.5), Vec3::splat(0.5)));
    let nodes: Vec<NodeId> =
        (0..=parts).map(|at| sketch.node(&format!("part{at}"), Some(model), &[])).collect();
    for (at, node) in nodes.iter().enumerate() {
        let place = Vec3::new(0.0, -0.5, 4.0 - 2.0 * at as f32);
        sketch.at(*node).transform = Affine3A::from_translation(place);
    }
    let root = sketch.node("plane", None, &nodes);
    sketch.scene.roots.push(root);
    let law = LawKind::Aeroplane(Box::new(crate::aeroplane::law()));
    let views = Views::default();
    sketch.scene.vehicles.push(VehicleLaw { name: "plane".into(), node: Some(root), views, law });
    let pool = |node: &NodeId| PoolPart { pool: [20.0, 40.0], node: Some(*node), ..PoolPart::default() };
    let mut law: Vec<PoolPart> = nodes.iter().take(parts).map(pool).collect();
    change(&mut sketch, &mut law);
    let damage = DamageModel::Pools(PoolsLaw { whole: [100.0, 200.0], parts: law });
    let arms = &mut sketch.scene.combat.arms;
    arms.push(ArmsLaw { damage, slots: Vec::new(), ..arms[0].clone() });
    let mut simulation = start(sketch);
    let place = Avatar { position: Vec3::new(0.0, 1.5, -30.0), ..Avatar::default() };
    let own = Aeroplane::placed(1, &crate::aeroplane::law(), place);
    let kind = ActorKind::Aeroplane(Box::new(own));
    let actor = Actor { kind, pilot: Pilot::Person(SeatId(1)), node: Some(root) };
    assert_eq!(simulation.edit().add_actor(actor), Ok(OTHER));
    run(&mut simulation, &STAND, 2);
    (simulation, nodes)
}

fn pools(simulation: &Simulation) -> ([f32; 2], Vec<[f32; 2]>) {
    match &simulation.state().combat.arms_of(OTHER).unwrap().damage {
        DamageState::Pools { whole, parts } => (*whole, parts.clone()),
        other => panic!("{other:?}"),
    }
}

fn pierces(armor: f32, health: f32) -> WeaponLaw {
    WeaponLaw { damage: [armor, health], rate: 60.0, ..shell() }
}

#[test]
fn the_part_of_an_aeroplane_that_is_hit_takes_it_and_injuries_show() {
    let (mut simulation, nodes) = plane_ahead(pierces(0.0, 15.0), 2, |sketch, parts| {
        sketch.scene.programs = vec![says(1), says(2)];
        let injury = |share, program| Injury { share, program: ProgramId(program) };
        parts[0].injuries = vec![injury(0.7, 0), injury(0.3, 1)];
    });
    let begun = |simulation: &Simulation| {
        let all = simulation.state().programs.instances.iter().take(2);
        all.map(|own| own.runs).collect::<Vec<_>>()
    };
    let random = simulation.state().random;
    // What hurts no armour goes past it: 25 of 40, then 10 of 40.
    shoot(&mut simulation);
    assert_eq!((pools(&simulation).1, begun(&simulation)), (vec![[20.0, 25.0], [20.0, 40.0]], vec![1, 0]));
    shoot(&mut simulation);
    assert_eq!((pools(&simulation).1, begun(&simulation)[1]), (vec![[20.0, 10.0], [20.0, 40.0]], 1));
    assert_eq!(simulation.state().random, random);
    // A part that is dead is none: of those that live one takes the hit, by chance.
    shoot(&mut simulation);
    assert_eq!(pools(&simulation).1[0], [20.0, 0.0]);
    shoot(&mut simulation);
    assert_eq!(pools(&simulation).1, [[20.0, 0.0], [20.0, 25.0]]);
    assert_ne!(simulation.state().random, random);
    assert!(simulation.state().is_active(nodes[0]));
}

#[test]
fn parts_of_an_aeroplane_are_known_by_their_nodes_and_not_by_their_order() {
    let (mut simulation, _) = plane_ahead(pierces(0.0, 15.0), 2, |_, parts| parts.reverse());
    shoot(&mut simulation);
    assert_eq!(pools(&simulation).1, [[20.0, 40.0], [20.0, 25.0]]);
}

#[test]
fn a_hit_of_no_part_is_of_one_of_them_and_without_parts_of_the_whole() {
    // The second box is no part.
    let (mut simulation, _) = plane_ahead(pierces(0.0, 15.0), 1, |_, parts| parts[0].node = None);
    shoot(&mut simulation);
    assert_eq!(pools(&simulation).1, [[20.0, 25.0]]);
    let (mut simulation, _) = plane_ahead(pierces(0.0, 50.0), 0, |_, _| {});
    let random = simulation.state().random;
    assert_eq!(shoot(&mut simulation), Some(0.75));
    assert_eq!(simulation.state().random, random);
}

#[test]
fn a_persons_wreck_stays_in_the_way_and_what_lost_its_nodes_is_one() {
    let (mut simulation, nodes) = plane_ahead(pierces(0.0, 1.0), 1, |sketch, _| {
        let mast = sketch.node("mast", None, &[]);
        sketch.scene.roots.push(mast);
        sketch.scene.combat.arms[0].vital = VitalLaw { nodes: vec![mast], least: 1 };
    });
    // What it needs is the mast.
    let mast = simulation.scene().combat.arms[1].vital.nodes[0];
    let plane = |simulation: &Simulation| match &simulation.state().actors.find(OTHER.0).unwrap().kind {
        ActorKind::Aeroplane(plane) => **plane,
        other => panic!("{other:?}"),
    };
    assert!(!plane(&simulation).is_wreck());
    simulation.edit().set_active(mast, false);
    run(&mut simulation, &STAND, 1);
    assert!(plane(&simulation).is_wreck());
    let root = simulation.state().actors.find(OTHER.0).unwrap().node.unwrap();
    for node in [root, nodes[0]] {
        assert!(simulation.state().nodes.flags[node.index()].contains(NodeFlags::INTERSECT));
    }
}

#[test]
fn whoever_ejects_leaves_a_wreck() {
    let (mut simulation, _) = plane_ahead(pierces(0.0, 1.0), 1, |_, _| {});
    let mut state = simulation.state().clone();
    let actor = state.actors.find_mut(OTHER.0).unwrap();
    let ActorKind::Aeroplane(plane) = &mut actor.kind else { panic!() };
    (plane.avatar.position.y, plane.wheels) = (200.0, 0);
    plane.avatar.velocity = Vec3::NEG_Z * 60.0;
    let scene = std::sync::Arc::clone(simulation.scene());
    simulation = Simulation::resume(scene, state, &world::Limits::default()).unwrap().0;
    simulation.advance(&[STAND, STAND], &[Command::Eject { actor: OTHER }]);
    let kind = &simulation.state().actors.find(OTHER.0).unwrap().kind;
    assert!(matches!(kind, ActorKind::Aeroplane(plane) if plane.is_wreck()), "{kind:?}");
    assert!(simulation.cues().iter().any(|cue| matches!(cue, Cue::Destroyed { actor: OTHER, .. })));
    assert!(simulation.state().combat.arms_of(OTHER).unwrap().destroyed);
}

#[test]
fn no_two_aeroplanes_hold_out_equally_long() {
    let of = |spread: f32, weapon: WeaponLaw| {
        let (mut simulation, _) = plane_ahead(weapon, 1, |sketch, _| {
            sketch.scene.combat.rules.pool_spread = spread;
        });
        for east in 1..8 {
            let place = Avatar { position: Vec3::X * (50.0 * east as f32), ..Avatar::default() };
            let kind = ActorKind::Aeroplane(Box::new(Aeroplane::placed(1, &crate::aeroplane::law(), place)));
            simulation.edit().add_actor(Actor { kind, pilot: Pilot::Nobody, node: None }).unwrap();
        }
        run(&mut simulation, &STAND, 1);
        let arms = &simulation.state().combat.arms;
        let extras: Vec<f32> = arms.iter().map(|arms| arms.extra_pools).collect();
        shoot(&mut simulation);
        (extras, pools(&simulation).1[0])
    };
    assert_eq!(of(0.0, pierces(0.0, 10.0)), (vec![0.0; 9], [20.0, 30.0]));
    // Up to 5 % more or less, by chance; no tank differs. Pools that are larger by a share lose as much less of it.
    let (extras, [_, left]) = of(0.05, pierces(0.0, 10.0));
    assert_eq!(extras[0], 0.0);
    let least = extras[1..].iter().copied().fold(f32::MAX, f32::min);
    let most = extras[1..].iter().copied().fold(f32::MIN, f32::max);
    assert!((-0.05..-0.01).contains(&least) && (0.01..=0.05).contains(&most), "{extras:?}");
    near(left, 40.0 - 10.0 / (1.0 + extras[1]));
    assert!((left - 30.0).abs() > 0.02, "{left} {extras:?}");
    // So does armour, of 20.
    let (extras, [left, _]) = of(0.05, pierces(10.0, 0.0));
    near(left, 20.0 - 10.0 / (1.0 + extras[1]));
    assert!((left - 10.0).abs() > 0.02, "{left} {extras:?}");
    // Hostile numbers change nothing.
    for hostile in [f32::NAN, -1.0, 1.0, f32::INFINITY] {
        assert_eq!(of(hostile, pierces(0.0, 10.0)).1, [20.0, 30.0], "{hostile}");
    }
}

#[test]
fn an_aeroplane_that_flies_again_holds_out_for_another_time() {
    let (mut simulation, _) = plane_ahead(pierces(0.0, 10.0), 1, |sketch, _| {
        sketch.scene.combat.rules.pool_spread = 0.05;
    });
    let extra = |simulation: &Simulation| simulation.state().combat.arms_of(OTHER).unwrap().extra_pools;
    let before = extra(&simulation);
    let mut state = simulation.state().clone();
    state.combat.arms_of_mut(OTHER).unwrap().destroyed = true;
    // The next number drawn, of 0..=1, goes to -0.05..=0.05.
    let mut random = state.random;
    let drawn = f32::from(random.draw()) / 32767.0;
    let scene = std::sync::Arc::clone(simulation.scene());
    simulation = Simulation::resume(scene, state, &world::Limits::default()).unwrap().0;
    run(&mut simulation, &STAND, 1);
    let after = extra(&simulation);
    assert!((after - (drawn * 0.1 - 0.05)).abs() < 1e-6, "{after} of {drawn}");
    assert!(before != 0.0 && after != 0.0 && before != after, "{before} {after}");
    // It stays as it is then.
    run(&mut simulation, &STAND, 1);
    assert_eq!(extra(&simulation), after);
}
