//! The console's own words, in a world of no particular game.

use console::{Console, MOST_LINES, Tone, own_words};
use glam::Vec3;
use runtime::{Input, Simulation};
use world::program::{Definition, Event, Phase, Sequence, StartClock, Step};
use world::sketch::{ModelSketch, Sketch};
use world::{
    Act, Animator, AnimatorId, Body, BoneMotion, Clip, ClipId, Cycle, Doing, Foe, Frame, Light, Limits,
    Motion, Move, NodeFlags, NodeId, Order, Playable, TextureId,
};

/// Somebody on a plain, two crates, and an animation.
fn scene() -> world::Scene {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-500.0; 2], [500.0; 2], 0.0));
    let model = sketch.model(ModelSketch::new().cuboid(Vec3::ZERO, Vec3::new(2.0, 3.0, 2.0)));
    let first = sketch.node("Crate", Some(model), &[]);
    let second = sketch.node("big crate", Some(model), &[]);
    sketch.scene.roots.extend([first, second]);
    sketch.at(first).transform.translation = Vec3::new(10.0, 0.0, 0.0).into();
    sketch.at(second).transform.translation = Vec3::new(-20.0, 0.0, 0.0).into();
    let material = sketch.material([1.0; 3], 0);
    sketch.scene.materials[material.index()].name = "sign".to_owned();
    sketch.scene.materials[material.index()].cycle = Some(Cycle {
        textures: vec![TextureId(0); 3],
        offsets: Vec::new(),
        speed: 0.0,
        looping: true,
        start: 0.0,
    });
    sketch.scene.lights.push(Light {
        node: None,
        active: true,
        directional: true,
        position: Vec3::ZERO,
        direction: Vec3::NEG_Y,
        color: [1.0; 3],
        diffuse: 1.0,
        ambient: 0.0,
        near: 1.0,
        far: 2.0,
    });
    let say = Step::at(StartClock::Animation, 1.0, Event::Callback(1));
    let sequences = vec![Sequence { steps: vec![say], ..Sequence::default() }];
    sketch.scene.programs = vec![
        Definition { name: "open_gate".into(), root: Some(first), sequences, ..Definition::default() },
        Definition { name: "broken".into(), disabled: true, ..Definition::default() },
    ];
    sketch.scene
}

/// The same with two goblins, each a body that can stand, walk and strike.
fn with_goblins() -> world::Scene {
    let mut scene = scene();
    for name in ["P01", "L01", "C05", "P02"] {
        scene.clips.push(Clip::new(name, 1.0, Motion::Bones(BoneMotion::new(Vec::new()))));
    }
    for x in [5.0, 8.0] {
        let (node, animator) = (NodeId::from(scene.nodes.len()), AnimatorId::from(scene.animators.len()));
        let transform = glam::Affine3A::from_translation(Vec3::new(x, 0.0, 0.0));
        let flags = NodeFlags::ACTIVE;
        scene.nodes.push(world::Node {
            name: "gob+skin01".into(),
            transform,
            flags,
            opacity: 1.0,
            ..Default::default()
        });
        scene.roots.push(node);
        let clips = (0..4).map(|clip| Playable { clip: ClipId(clip), ..Playable::default() }).collect();
        scene.animators.push(Animator { name: "gob".into(), clips, ..Animator::default() });
        let act = |doing, clip| Act { doing, clip: ClipId(clip), looping: clip != 2 };
        let moves = [("P01", 0), ("L01", 1), ("C05", 2), ("P02", 3)];
        let moves =
            moves.map(|(name, clip)| Move { name: name.into(), clip: ClipId(clip), looping: clip != 2 });
        scene.bodies.push(Body {
            node,
            animator,
            acts: vec![act(Doing::Stand, 0), act(Doing::Walk, 1), act(Doing::Fight, 2), act(Doing::Sit, 3)],
            moves: moves.into(),
            walker: None,
            floats: false,
        });
    }
    scene
}

#[test]
fn creatures_are_told_what_to_do_one_by_number_or_all_of_a_name() {
    let mut desk = Desk::new(with_goblins());
    let listed = desk.said("creatures");
    assert!(listed.contains("gob+skin01 (node 4) stands; it has P01 L01 C05 P02"), "{listed}");
    let told = |desk: &Desk, node: u32| {
        let (_, actor) = desk.world.state().actors.at_node(NodeId(node)).unwrap();
        actor.creature().unwrap().order.clone()
    };
    assert_eq!(desk.said("tell #4 walk 5,-9 20,1,-9"), "gob+skin01 (node 4) is told: walk 5,-9 20,1,-9");
    let Order::Go(path) = told(&desk, 4) else { panic!() };
    // The axes of this world are the engine's; the third number is where a walker does not look.
    assert_eq!(
        (path.points, path.run, path.looping),
        (vec![Vec3::new(5.0, -9.0, 0.0), Vec3::new(20.0, 1.0, -9.0)], false, false)
    );
    assert!(desk.world.state().actors.at_node(NodeId(3)).is_none(), "the other was told nothing");
    desk.said("tell gob* fight");
    assert_eq!(
        [told(&desk, 3), told(&desk, 4)],
        [3, 4].map(|_| Order::Fight(Foe::Person(world::SeatId::FIRST)))
    );
    desk.said("tell #3 fight #4");
    assert_eq!(told(&desk, 3), Order::Fight(Foe::Node(NodeId(4))));
    assert!(desk.said("creatures").contains("(node 3) fights node 4"));
    desk.said("tell #3 sit");
    assert_eq!(told(&desk, 3), Order::Play(ClipId(3)));
    desk.said("tell #3 c05");
    assert_eq!(told(&desk, 3), Order::Play(ClipId(2)));
    desk.said("tell GOB+skin01 die");
    assert_eq!([told(&desk, 3), told(&desk, 4)], [Order::Die, Order::Die]);
    desk.said("tell #4 run here");
    assert!(matches!(told(&desk, 4), Order::Go(path) if path.run));
    assert!(desk.wrong("tell orc die").contains("no creature is called orc"));
    assert!(desk.wrong("tell #0 die").contains("no creature #0"));
    assert!(desk.wrong("tell #3 dance").contains("it has P01 L01 C05 P02"));
    assert!(desk.wrong("tell #3 fight #3").contains("itself"));
    assert!(desk.wrong("tell #3 walk").contains("it is written tell CREATURE"));
    assert!(desk.wrong("tell #3 walk 1,x").contains("x is no number"));
}

struct Desk {
    world: Simulation,
    console: Console,
}

impl Desk {
    fn new(scene: world::Scene) -> Self {
        let (world, _) = Simulation::new(scene.into(), 1, &Limits::default());
        Desk { world, console: Console::new(None, "plain") }
    }

    #[track_caller]
    fn said(&mut self, line: &str) -> String {
        let answer = self.console.answer(line, &self.world);
        assert!(answer.lines.iter().all(|said| said.tone != Tone::Wrong), "{line}: {answer:?}");
        self.world.advance(&[Input::default()], &answer.commands);
        assert_eq!(self.world.take_findings(), [], "{line}");
        answer.lines.iter().map(|said| said.text.as_str()).collect::<Vec<_>>().join("\n")
    }

    #[track_caller]
    fn wrong(&mut self, line: &str) -> String {
        let answer = self.console.answer(line, &self.world);
        assert!(answer.commands.is_empty() && answer.lines.len() == 1, "{line}: {answer:?}");
        assert_eq!(answer.lines[0].tone, Tone::Wrong, "{line}");
        answer.lines[0].text.clone()
    }

    fn node(&self, name: &str) -> NodeId {
        NodeId::from(self.world.scene().nodes.iter().position(|node| &*node.name == name).unwrap())
    }

    fn place(&self, node: NodeId) -> Vec3 {
        self.world.state().nodes.transforms[node.index()].translation.into()
    }
}

#[test]
fn nodes_are_moved_turned_scaled_hidden_and_copied() {
    let mut desk = Desk::new(scene());
    let (first, second) = (desk.node("Crate"), desk.node("big crate"));
    desk.said("move crate 1 2 3");
    assert_eq!(desk.place(first), Vec3::new(1.0, 2.0, 3.0));
    desk.said(&format!("move #{} 4 5 6", second.0));
    assert_eq!(desk.place(second), Vec3::new(4.0, 5.0, 6.0));
    desk.said("turn \"big crate\" 0 90 0");
    let turned = desk.world.state().nodes.transforms[second.index()];
    assert!(turned.transform_vector3(Vec3::Z).abs_diff_eq(Vec3::X, 1e-5));
    desk.said("scale \"big crate\" 2");
    let scaled = desk.world.state().nodes.transforms[second.index()];
    assert!(scaled.transform_vector3(Vec3::Z).abs_diff_eq(Vec3::X * 2.0, 1e-5));
    assert_eq!(desk.place(second), Vec3::new(4.0, 5.0, 6.0));
    let shown = |desk: &Desk| desk.world.state().nodes.flags[first.index()].contains(NodeFlags::ACTIVE);
    desk.said("hide Crate");
    assert!(!shown(&desk));
    desk.said("show Crate");
    assert!(shown(&desk));
    desk.said("opacity Crate 0.25");
    assert_eq!(desk.world.state().nodes.opacities[first.index()], 0.25);
    let count = desk.world.state().nodes.len();
    assert_eq!(
        desk.said("spawn Crate 7 0 7"),
        format!("a copy of Crate (node {}) is made: node {count}", first.0)
    );
    assert_eq!(desk.place(NodeId::from(count)), Vec3::new(7.0, 0.0, 7.0));
    // Six metres ahead of somebody who looks along -z.
    let feet = desk.world.state().avatar().unwrap().position;
    desk.said("spawn Crate");
    let ahead = desk.place(NodeId::from(count + 1)) - feet;
    let metres = desk.world.scene().frame.metres_per_unit;
    assert!(ahead.abs_diff_eq(Vec3::NEG_Z * 6.0 / metres, 1e-3), "{ahead}");
    desk.said(&format!("remove #{count}"));
    assert!(!desk.world.state().nodes.lives(NodeId::from(count)));
    assert_eq!(desk.wrong(&format!("hide #{count}")), format!("there is no node #{count}"));
}

#[test]
fn places_are_in_the_axes_of_the_game() {
    let mut scene = scene();
    // Forward is x, left is y and up is z.
    scene.frame = Frame::parse("-y +z -x", 0.025).unwrap();
    let mut desk = Desk::new(scene);
    let node = desk.node("Crate");
    desk.said("move Crate 1 2 3");
    assert_eq!(desk.place(node), Vec3::new(-2.0, 3.0, -1.0));
    let said = desk.said("node Crate");
    assert!(said.contains("place     1.00 2.00 3.00"), "{said}");
    // About the game's z, which is up: forward becomes left.
    desk.said("turn Crate 0 0 90");
    let turned = desk.world.state().nodes.transforms[node.index()].transform_vector3(Vec3::NEG_Z);
    assert!(turned.abs_diff_eq(Vec3::NEG_X, 1e-5), "{turned}");
    assert_eq!(desk.said("teleport 100 0 8"), "you are at 100.00 0.00 8.00");
    let feet = desk.world.state().avatar().unwrap().position;
    assert!(feet.abs_diff_eq(Vec3::new(0.0, 8.0, -100.0), 1.0), "{feet}");
}

#[test]
fn what_lets_people_fly_is_refused_in_a_vehicle() {
    let mut scene = scene();
    let law = world::LawKind::Tank(Box::default());
    scene.vehicles.push(world::VehicleLaw {
        name: "tank".into(),
        node: None,
        views: world::Views::default(),
        law,
    });
    scene.drives = Some(0);
    let mut desk = Desk::new(scene);
    assert_eq!(desk.wrong("fly on"), "you are in a vehicle: it does not fly by a word");
    assert_eq!(desk.wrong("levitate on"), "you are in a vehicle: it does not levitate");
    let mut walker = Desk::new(self::scene());
    assert_eq!(walker.said("fly 12"), "you fly at 12 metres a second");
    assert_eq!(walker.said("levitate on"), "you levitate");
}

#[test]
fn one_rides_where_the_world_lets_one() {
    assert_eq!(Desk::new(scene()).wrong("ride on"), "nobody rides here");
    let mut scene = scene();
    scene.walker.ride = Some(world::Ride { height: 2.6, eye: 2.5, speed: 10.8 });
    let mut desk = Desk::new(scene);
    assert_eq!(desk.said("ride on"), "you ride");
    assert!(desk.world.state().avatar().unwrap().journey.rides);
    assert_eq!(desk.said("ride off"), "you do not ride any more");
    assert!(!desk.world.state().avatar().unwrap().journey.rides);
}

#[test]
fn somebody_goes_to_a_place_on_top_of_a_node_and_back() {
    let mut desk = Desk::new(scene());
    let start = desk.world.state().avatar().unwrap().position;
    desk.said("teleport Crate");
    // The crate is 2 wide and 3 high at x = 10.
    let feet = desk.world.state().avatar().unwrap().position;
    assert!(feet.abs_diff_eq(Vec3::new(11.0, 3.0, 1.0), 0.1), "{feet}");
    assert!(desk.said("where").starts_with("at 11.00 "), "{}", desk.said("where"));
    desk.said("start");
    let back = desk.world.state().avatar().unwrap().position;
    assert!(back.abs_diff_eq(start, 0.1), "{back} {start}");
    assert_eq!(desk.said("time"), "tick 3, 0.05 seconds");
}

#[test]
fn fog_lights_and_materials_change() {
    let mut desk = Desk::new(scene());
    assert_eq!(desk.said("fog 10 20"), "fog is on, from 10 to 20 units, colour 0.50 0.50 0.50");
    desk.said("fog color 1 0 0");
    desk.said("fog off");
    let fog = desk.world.state().fog;
    assert_eq!((fog.on, fog.near, fog.far, fog.color), (false, 10.0, 20.0, [1.0, 0.0, 0.0]));
    assert!(desk.said("lights").starts_with("0    sun   on   0.00 -1.00 0.00\n1 light"));
    desk.said("light 0 off");
    assert!(!desk.world.state().lights.find(0).unwrap().active);
    let listed = desk.said("materials sign");
    let number = listed.split_whitespace().next().unwrap().to_owned();
    assert!(listed.contains("3 pictures"), "{listed}");
    desk.said(&format!("cycle {number} 2"));
    let at: usize = number.parse().unwrap();
    assert_eq!(desk.world.state().cycles[at], 2.0);
    desk.said(&format!("tint {number} 1 0.5 0 0.25"));
    let state = desk.world.state().materials[at];
    assert_eq!((state.color, state.opacity), ([1.0, 0.5, 0.0], 0.25));
    assert_eq!(desk.wrong(&format!("cycle {number} 3")), "its pictures are 0 to 2");
    desk.said("seed 77");
    assert_eq!(desk.world.state().random.0, 77);
}

#[test]
fn animations_are_listed_played_held_and_stepped() {
    let mut desk = Desk::new(scene());
    let phase = |desk: &Desk| desk.world.state().programs.instances[0].phase;
    let clock = |desk: &Desk| (desk.world.state().programs.instances[0].clock * 60.0).round();
    let listed = desk.said("anims");
    assert!(listed.lines().next().unwrap().ends_with("ready") && listed.contains("broken"), "{listed}");
    assert_eq!(desk.said("play open_gate"), "open_gate (animation 0) starts");
    assert_eq!((phase(&desk), clock(&desk)), (Phase::Running, 1.0));
    desk.said("hold OPEN_GATE");
    desk.said("time");
    assert_eq!(clock(&desk), 1.0);
    assert!(desk.said("anims gate").starts_with("#0     open_gate"), "{}", desk.said("anims"));
    assert!(desk.said("anims gate").contains("running, held"));
    desk.said("step #0");
    assert_eq!(clock(&desk), 2.0);
    assert_eq!(desk.said("step open_gate 3"), "open_gate (animation 0) goes on by 3 ticks");
    for _ in 0..9 {
        desk.said("time");
    }
    assert_eq!(clock(&desk), 5.0);
    desk.said("resume open_gate");
    desk.said("time");
    assert_eq!(clock(&desk), 7.0);
    desk.said("stop open_gate");
    assert_eq!(phase(&desk), Phase::Executed);
    desk.said("reset open_gate");
    assert_eq!(phase(&desk), Phase::Ready);
    desk.said("invalidate open_gate");
    assert_eq!(phase(&desk), Phase::Invalid);
    assert_eq!(desk.wrong("play open_gaet"), "no animation is called open_gaet; open_gate is");
    assert!(desk.wrong("step open_gate 0").contains("from 1 to 3600"));
}

#[test]
fn a_line_that_is_not_understood_says_how_it_is_written_or_what_is_near() {
    let mut desk = Desk::new(scene());
    for (line, said) in [
        ("hde Crate", "hde is no command; hide is"),
        ("hide", "it is written hide NODE"),
        ("hide Crat", "no node is called Crat; Crate is"),
        ("move Crate 1 2", "it is written move NODE X Y Z"),
        ("move Crate 1 2 up", "up is no number"),
        ("move Crate 1 2 inf", "inf is no number"),
        ("fog 20 10", "fog begins nearer than it is full"),
        ("light 9 on", "there is no light 9; `lights` lists them"),
        ("FindNode Crate", "FindNode is no command; `help` lists them"),
        ("help FindNode", "FindNode is no command; `help` lists them"),
        ("damage Crate -1", "damage is 0 or more"),
        ("scale Crate 0", "a scale of 0 leaves nothing; `hide` hides a node"),
    ] {
        assert_eq!(desk.wrong(line), said, "{line}");
    }
    assert_eq!(desk.console.answer("   ", &desk.world), console::Answer::default());
    let long = format!("hide {}", "ä".repeat(9000));
    assert!(desk.wrong(&long).len() < 1100);
}

#[test]
fn help_lists_all_words_and_lists_are_short() {
    let mut desk = Desk::new(scene());
    let help = desk.said("help");
    assert!(own_words().all(|own| help.contains(own.usage) && help.contains(own.help)));
    assert_eq!(desk.said("help hide"), "hide NODE\nSwitches a node off, with all below it.");
    let mut sketch = Sketch::new();
    for number in 0..100 {
        sketch.node(&format!("node_{number}"), None, &[]);
    }
    let mut desk = Desk::new(sketch.scene);
    let listed = desk.said("nodes");
    assert_eq!(listed.lines().count(), MOST_LINES + 1);
    assert!(listed.ends_with("100 nodes; 40 are not listed, a longer pattern shows fewer"), "{listed}");
    assert!(desk.said("nodes node_1?").ends_with("\n10 nodes"));
    assert!(desk.said("nodes e_99").ends_with("\n1 node"));
}

#[test]
fn animations_of_one_name_all_start_and_the_first_of_them_are_listed() {
    let mut sketch = Sketch::new();
    let twin = || Definition { name: "twin".into(), ..Definition::default() };
    sketch.scene.programs = (0..100).map(|_| twin()).collect();
    let mut desk = Desk::new(sketch.scene);
    let answer = desk.console.answer("play twin", &desk.world);
    assert_eq!((answer.commands.len(), answer.lines.len()), (100, MOST_LINES + 1));
    assert_eq!(answer.lines[59].text, "twin (animation 59) starts");
    assert_eq!(answer.lines[60].text, "100 animations; 40 are not listed");
    assert!(own_words().count() <= MOST_LINES, "help lists all of them");
}

#[test]
fn what_was_typed_stays_where_choices_differ_in_case() {
    let mut sketch = Sketch::new();
    for name in ["Gate1", "gate2", "Tower_a", "Tower_b"] {
        sketch.node(name, None, &[]);
    }
    let desk = Desk::new(sketch.scene);
    let completed = |line: &str| desk.console.complete(line, &desk.world);
    assert_eq!(completed("hide ga").choices, ["Gate1", "gate2"]);
    assert_eq!(completed("hide ga").apply("hide ga"), "hide ga");
    assert_eq!(completed("hide to").apply("hide to"), "hide Tower_");
}

#[test]
fn commands_and_what_they_name_are_completed() {
    let desk = Desk::new(scene());
    let completed = |line: &str| desk.console.complete(line, &desk.world);
    assert_eq!(completed("hi").choices, ["hide"]);
    assert_eq!(completed("hi").apply("hi"), "hide ");
    assert_eq!(completed("hide CR").apply("hide CR"), "hide Crate ");
    assert_eq!(completed("hide b").apply("hide b"), "hide \"big crate\" ");
    assert_eq!(completed("play o").apply("play o"), "play open_gate ");
    assert_eq!(completed("help tele").apply("help tele"), "help teleport ");
    // Two words begin so; what they share is what is certain.
    let both = completed("st");
    assert_eq!((both.choices.len(), both.apply("st")), (3, "st".to_owned()));
    assert_eq!(completed("li").apply("li"), "light");
    assert_eq!(completed("move Crate 1").choices, [""; 0]);
    assert_eq!(completed("nothing x").apply("nothing x"), "nothing x");
    let zipper = Console::new(Some(console::Game::MechWarrior3), "plain");
    assert_eq!(zipper.complete("findn", &desk.world).apply("findn"), "FindNode ");
    assert_eq!(zipper.complete("FindNode Cra", &desk.world).apply("FindNode Cra"), "FindNode Crate ");
    assert_eq!(zipper.complete("MatlN", &desk.world).choices, [""; 0], "it does nothing here");
    assert_eq!(zipper.complete("help MatlN", &desk.world).choices, ["MatlNew"]);
    assert!(zipper.complete("", &desk.world).choices.len() > 80);
}
