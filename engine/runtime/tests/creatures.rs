//! Creatures that are told what to do: where they go, what they play, whom they face. Numbers are worked out by hand.

use crate::common::{STAND, start};
use glam::{Affine3A, Vec3};
use runtime::{ActorError, Command, CommandError, Input, Simulation};
use world::sketch::{ModelSketch, Sketch};
use world::{
    Aabb, Act, ActiveZones, Actor, ActorKind, Animator, AnimatorId, Avatar, Body, BoneMotion, Clip, ClipId,
    Doing, Foe, Frame, Motion, Move, NodeId, Order, PathPilot, Pilot, Playable, Region, RegionKind,
    RegionShape, SeatId, Walker,
};

/// Names, lengths in seconds and what they are for; all but blows, death and the wave start over.
const CLIPS: [(&str, f32, Option<Doing>); 9] = [
    ("P01", 1.0, Some(Doing::Stand)),
    ("L01", 1.0, Some(Doing::Walk)),
    ("L02", 1.0, Some(Doing::Run)),
    ("P03", 1.0, Some(Doing::Turn)),
    ("P02", 1.0, Some(Doing::Sit)),
    ("C01", 0.5, Some(Doing::Fight)),
    ("C05", 1.0, Some(Doing::Fight)),
    ("D05", 2.0, Some(Doing::Die)),
    ("S01", 1.0, None),
];

/// A creature of 2 and 6 units a second, on a floor that rises by one in ten to the east.
fn field(floats: bool) -> (Sketch, NodeId) {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().slope([-50.0; 2], [50.0; 2], -5.0, 5.0));
    let node = sketch.node("orc", None, &[]);
    sketch.scene.roots.push(node);
    let clip = |(name, seconds, _): &(&str, f32, _)| {
        Clip::new(name, *seconds, Motion::Bones(BoneMotion::new(Vec::new())))
    };
    sketch.scene.clips = CLIPS.iter().map(clip).collect();
    let ids = || (0..CLIPS.len()).map(ClipId::from);
    let looping = |name: &str| name.starts_with(['P', 'L']);
    sketch.scene.animators.push(Animator {
        name: "orc".into(),
        clips: ids().map(|clip| Playable { clip, ..Playable::default() }).collect(),
        ..Animator::default()
    });
    let acts = ids().zip(CLIPS);
    let acts = acts
        .clone()
        .filter_map(|(clip, (name, _, doing))| Some(Act { doing: doing?, clip, looping: looping(name) }));
    let moves =
        ids().zip(CLIPS).map(|(clip, (name, ..))| Move { name: name.into(), clip, looping: looping(name) });
    let walker = Walker { walk_speed: 2.0, run_speed: 6.0, ..Walker::person(&Frame::identity(1.0)) };
    sketch.scene.bodies.push(Body {
        node,
        animator: AnimatorId(0),
        acts: acts.collect(),
        moves: moves.collect(),
        walker: Some(walker),
        floats,
    });
    (sketch, node)
}

fn go(points: &[[f32; 3]], run: bool) -> Order {
    let points = points.iter().map(|point| Vec3::from(*point)).collect();
    Order::Go(PathPilot { points, run, ..PathPilot::default() })
}

struct Desk {
    world: Simulation,
    node: NodeId,
}

impl Desk {
    fn new(floats: bool) -> Self {
        let (mut sketch, node) = field(floats);
        sketch.scene.avatar.grounded = true;
        Desk { world: start(sketch, [20.0, 2.0, 0.0]), node }
    }

    fn tell(&mut self, order: Order) {
        let command = Command::Tell { node: self.node, order };
        self.world.advance(&[STAND], &[command]);
        assert_eq!(self.world.take_findings(), []);
    }

    fn run(&mut self, ticks: usize) {
        (0..ticks).for_each(|_| self.world.tick(&STAND));
    }

    fn place(&self) -> Vec3 {
        self.world.state().nodes.transforms[self.node.index()].translation.into()
    }

    /// The clip that shows, or that is being faded to, and how fast it runs.
    fn plays(&self) -> (&'static str, f32) {
        let (state, animator) = (self.world.state(), AnimatorId(0));
        let fading =
            state.layers_of(animator).iter().rev().find(|layer| layer.replaces).map(|layer| layer.clock);
        let clock = fading.or_else(|| state.clock(animator).copied()).unwrap();
        (CLIPS[clock.clip.unwrap().index()].0, (clock.speed * 100.0).round() / 100.0)
    }

    fn order(&self) -> Order {
        let (_, actor) = self.world.state().actors.at_node(self.node).unwrap();
        actor.creature().unwrap().order.clone()
    }
}

#[test]
fn one_that_nobody_told_anything_is_no_actor() {
    let mut desk = Desk::new(false);
    desk.run(3);
    assert_eq!(desk.world.state().actors.len(), 1);
}

#[test]
fn it_walks_to_a_place_on_its_ground_and_stands_there() {
    let mut desk = Desk::new(false);
    desk.tell(go(&[[8.0, 0.0, 0.0], [8.0, 0.0, -4.0]], false));
    // It looks along -z, and turns by half a turn a second to the east: until it is 60 degrees off after 30 of 90, it
    // stands, 10 ticks.
    desk.run(8);
    assert!(
        desk.place().with_y(0.0).length() < 1e-4 && desk.plays().0 == "P03",
        "{} {:?}",
        desk.place(),
        desk.plays()
    );
    desk.run(111);
    // A tick after the command's, 120 in all, of which it went 110 at 2 units a second, at first with its nose aside.
    let place = desk.place();
    assert!((3.2..3.7).contains(&place.x) && (place.y - place.x / 10.0).abs() < 1e-3, "{place}");
    assert_eq!(desk.plays(), ("L01", 1.0));
    desk.run(600);
    // A place nearer than its radius is reached.
    let place = desk.place();
    assert!(place.with_y(0.0).distance(Vec3::new(8.0, 0.0, -4.0)) < 0.4, "{place}");
    assert_eq!((desk.plays().0, desk.order()), ("P01", Order::Stand));
}

#[test]
fn it_runs_and_goes_round_and_round() {
    let mut desk = Desk::new(false);
    let Order::Go(path) = go(&[[0.0, 0.0, -20.0], [0.0, 0.0, 20.0]], true) else { unreachable!() };
    desk.tell(Order::Go(PathPilot { looping: true, ..path }));
    desk.run(119);
    assert!((desk.place().z + 12.0).abs() < 0.1, "{}", desk.place());
    assert_eq!(desk.plays(), ("L02", 1.0));
    desk.run(1200);
    assert_eq!(desk.plays().0, "L02");
}

#[test]
fn it_runs_to_whom_it_fights_faces_them_and_strikes_blow_after_blow() {
    let mut desk = Desk::new(false);
    desk.tell(Order::Fight(Foe::Person(SeatId::FIRST)));
    desk.run(60);
    assert_eq!(desk.plays().0, "L02");
    // It runs to within three times its reach, and walks the rest.
    desk.run(240);
    // The radii of both, 0.35 each, and a quarter of 1.8: 1.15 before the person, at most a tick's way nearer.
    let far = 20.0 - desk.place().x;
    assert!((1.0..=1.16).contains(&far), "{far}");
    let seen: Vec<&str> = (0..240)
        .map(|_| {
            desk.run(1);
            desk.plays().0
        })
        .collect();
    let mut changes = seen.clone();
    changes.dedup();
    // Half a second, a pause of half a second, a second, and so on.
    let first = changes.iter().position(|name| *name == "C01").unwrap();
    assert_eq!(changes[first..first + 4], ["C01", "P01", "C05", "P01"]);
    let longest = |name: &str| {
        seen.split(|own| *own != name).filter(|run| !run.is_empty()).map(<[&str]>::len).max().unwrap()
    };
    assert_eq!((longest("C01"), longest("C05")), (30, 60));
    // It looks at them.
    let ahead = -Vec3::from(desk.world.state().nodes.transforms[desk.node.index()].matrix3.z_axis);
    let way = (Vec3::new(20.0, 0.0, 0.0) - desk.place()).with_y(0.0).normalize();
    assert!(ahead.dot(way) > 0.99, "{ahead} {way}");
    // Who is out of reach is followed.
    desk.world.edit().teleport_avatar(Vec3::new(20.0, 2.0, 30.0), 0.0, 0.0);
    desk.run(400);
    assert!((desk.place().z - 28.85).abs() < 0.2, "{}", desk.place());
}

#[test]
fn a_single_blow_begins_anew_each_time() {
    let (mut sketch, node) = field(false);
    sketch.scene.bodies[0].acts.retain(|act| act.clip != ClipId(6));
    let mut desk = Desk { world: start(sketch, [0.0, 0.0, -1.0]), node };
    desk.tell(Order::Fight(Foe::Person(SeatId::FIRST)));
    let times: Vec<f32> = (0..130)
        .map(|_| {
            desk.run(1);
            let state = desk.world.state();
            let fading = state.layers_of(AnimatorId(0)).iter().rev().find(|layer| layer.replaces);
            let clock = fading.map_or(*state.clock(AnimatorId(0)).unwrap(), |layer| layer.clock);
            if clock.clip == Some(ClipId(5)) { clock.time } else { -1.0 }
        })
        .collect();
    let begun = times.windows(2).filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0).count();
    assert!(begun >= 2, "{times:?}");
}

#[test]
fn it_falls_dead_and_stays_so_and_plays_what_it_is_told() {
    let mut desk = Desk::new(false);
    desk.tell(Order::Die);
    desk.run(300);
    assert_eq!(desk.plays().0, "D05");
    desk.tell(Order::Play(ClipId(8)));
    desk.run(20);
    assert_eq!(desk.plays().0, "S01");
    desk.run(60);
    assert_eq!((desk.plays().0, desk.order()), ("P01", Order::Stand));
    let body = &desk.world.scene().bodies[0];
    let sits = body.named("sit").unwrap().clip;
    assert_eq!((sits, body.named("p02").map(|own| own.clip)), (ClipId(4), Some(sits)));
    desk.tell(Order::Play(sits));
    desk.run(300);
    assert_eq!(desk.plays().0, "P02", "what starts over goes on");
    desk.tell(Order::Stand);
    desk.run(20);
    assert_eq!(desk.plays().0, "P01");
}

#[test]
fn what_floats_goes_straight_to_the_height_of_its_place() {
    let mut desk = Desk::new(true);
    desk.tell(go(&[[0.0, 3.0, -4.0]], false));
    desk.run(59);
    // Two units a second along (0, 3, -4) / 5, the rise as steep as it is fast: up and ahead alike.
    let place = desk.place();
    assert!((place.y - 2f32.sqrt()).abs() < 0.1 && (place.z + 2f32.sqrt()).abs() < 0.1, "{place}");
    desk.run(240);
    assert!((desk.place().y - 3.0).abs() < 0.01 && desk.order() == Order::Stand, "{}", desk.place());
    desk.run(60);
    assert!((desk.place().y - 3.0).abs() < 0.01, "nothing pulls it down");
}

#[test]
fn a_body_treads_water_that_is_closed_only_in_another_zone() {
    // The first person is in zone 2 far away; in the zone of the lid below the surface there is no water.
    let treads = |lid: i8| {
        let (mut sketch, node) = field(false);
        sketch.scene.zones = ActiveZones::new(&[2]);
        sketch.place(ModelSketch::new().zones(&[1]).floor([90.0, -10.0], [110.0, 10.0], -3.0));
        let lid = ModelSketch::new().zones(&[lid]).double_sided(true);
        sketch.place(lid.floor([90.0, -10.0], [110.0, 10.0], -0.5));
        let bounds = Aabb { min: Vec3::new(90.0, -9.0, -10.0), max: Vec3::new(110.0, 0.0, 10.0) };
        let shape = RegionShape::Below(bounds);
        sketch.scene.regions.push(Region { shape, ..Region::of_box(RegionKind::Water, bounds) });
        let act = Act { doing: Doing::Tread, clip: ClipId::from(3), looping: true };
        sketch.scene.bodies[0].acts.push(act);
        let mut desk = Desk { world: start(sketch, [20.0, 2.0, 0.0]), node };
        let avatar = Avatar { position: Vec3::new(100.0, -2.5, 0.0), ..Avatar::default() };
        let pilot = Pilot::Person(SeatId(1));
        let actor = Actor { kind: ActorKind::Walker(avatar), pilot, node: Some(node) };
        desk.world.edit().add_actor(actor).unwrap();
        desk.run(1);
        assert_eq!(desk.world.probe().zones.zones(), [2]);
        desk.plays().0 == "P03"
    };
    assert_eq!([1, 2].map(treads), [false, true]);
}

#[test]
fn somebody_who_moves_or_removes_its_node_has_the_last_word() {
    let mut desk = Desk::new(false);
    desk.tell(Order::Stand);
    desk.run(30);
    let place = Affine3A::from_translation(Vec3::new(-10.0, 4.0, 5.0));
    desk.world.advance(&[STAND], &[Command::Teleport { node: desk.node, transform: place }]);
    desk.run(120);
    // It falls onto the slope there.
    assert!(desk.place().abs_diff_eq(Vec3::new(-10.0, -1.0, 5.0), 1e-3), "{}", desk.place());
    desk.world.advance(&[STAND], &[Command::Despawn(desk.node)]);
    assert_eq!(desk.world.state().actors.len(), 1);
}

#[test]
fn a_size_that_somebody_gave_it_stays() {
    let mut desk = Desk::new(false);
    let place = Affine3A::from_scale(Vec3::splat(2.0));
    desk.world.advance(&[STAND], &[Command::Teleport { node: desk.node, transform: place }]);
    desk.tell(go(&[[8.0, 0.0, 0.0]], false));
    desk.run(120);
    let (size, ..) = desk.world.state().nodes.transforms[desk.node.index()].to_scale_rotation_translation();
    assert!(size.abs_diff_eq(Vec3::splat(2.0), 1e-3), "{size}");
}

#[test]
fn what_it_cannot_do_is_refused_and_changes_nothing() {
    let mut desk = Desk::new(false);
    let (node, other) = (desk.node, NodeId(0));
    let refused = |order: Order, node: NodeId, world: &mut Simulation| {
        world.edit().apply(&Command::Tell { node, order }).unwrap_err()
    };
    let before = desk.world.state().hash();
    let cases = [
        (Order::Stand, other, ActorError::NoCreature(other)),
        (Order::Stand, NodeId(99), ActorError::NoCreature(NodeId(99))),
        (Order::Play(ClipId(99)), node, ActorError::Impossible(node)),
        (Order::Fight(Foe::Node(node)), node, ActorError::Impossible(node)),
        (Order::Fight(Foe::Person(SeatId(3))), node, ActorError::Impossible(node)),
        (go(&[[f32::NAN, 0.0, 0.0]], false), node, ActorError::Unsound),
    ];
    for (order, node, error) in cases {
        let text = format!("{order:?}");
        assert_eq!(refused(order, node, &mut desk.world), CommandError::Actor(error), "{text}");
    }
    assert_eq!(desk.world.state().hash(), before);
}

#[test]
fn what_it_does_is_saved_and_goes_on_alike() {
    let mut desk = Desk::new(false);
    desk.tell(Order::Fight(Foe::Person(SeatId::FIRST)));
    desk.run(300);
    let kept = desk.world.state().to_json().unwrap();
    let state = world::State::from_json(&kept).unwrap();
    assert_eq!(state.hash(), desk.world.state().hash());
    let (sketch, _) = field(false);
    let scene = std::sync::Arc::clone(start(sketch, [20.0, 2.0, 0.0]).scene());
    let (mut other, _) = Simulation::resume(scene, state, &world::Limits::default()).unwrap();
    for _ in 0..200 {
        desk.world.tick(&Input { forward: 1.0, ..STAND });
        other.tick(&Input { forward: 1.0, ..STAND });
    }
    assert_eq!(other.state().hash(), desk.world.state().hash());
}

#[test]
fn a_scene_may_tell_its_creatures_what_to_do_from_the_start_on() {
    let (mut sketch, node) = field(false);
    sketch.scene.orders.push((node, go(&[[0.0, 0.0, -20.0]], false)));
    let mut desk = Desk { world: start(sketch, [20.0, 2.0, 0.0]), node };
    desk.run(60);
    assert!((desk.place().z + 2.0).abs() < 0.1, "{}", desk.place());
}
