//! Commands of scripts that act in a world that runs: what a line asks for is given to a tick, and the
//! world is as the line says. All numbers are worked out by hand.

use console::{Console, Game, Tone, acts};
use glam::Vec3;
use runtime::{Input, Simulation};
use script::commands::{Group, entries};
use std::collections::BTreeSet;
use world::sketch::{ModelSketch, Sketch};
use world::space::{GridDef, SpaceDef};
use world::{CameraMode, Light, Limits, NodeFlags, NodeId, NodeKind};

const TOP: NodeId = NodeId(3);
const BELOW: NodeId = NodeId(4);
const LOOSE: NodeId = NodeId(5);

/// A world with a light and a camera, a node with another below it, and one that hangs nowhere, on a grid
/// of two by two cells of 100 units.
fn scene() -> world::Scene {
    let mut sketch = Sketch::new();
    let model = sketch.model(ModelSketch::new().cuboid(Vec3::ZERO, Vec3::ONE));
    for (name, kind) in [
        ("world1", NodeKind::Fixed),
        ("camera1", NodeKind::Fixed),
        ("sunlight", NodeKind::Light),
        ("top", NodeKind::Object),
        ("below", NodeKind::Object),
        ("loose", NodeKind::Object),
    ] {
        let node = sketch.node(name, (kind == NodeKind::Object).then_some(model), &[]);
        sketch.at(node).kind = kind;
        sketch.at(node).flags = NodeFlags::ACTIVE;
    }
    let scene = &mut sketch.scene;
    scene.nodes[TOP.index()].children = vec![BELOW];
    scene.nodes[TOP.index()].transform.translation = Vec3::new(150.0, 0.0, 150.0).into();
    scene.roots = vec![TOP];
    scene.lights = vec![Light {
        node: Some(NodeId(2)),
        active: true,
        directional: true,
        position: Vec3::ZERO,
        direction: Vec3::NEG_Y,
        color: [1.0; 3],
        diffuse: 0.5,
        ambient: 0.5,
        near: 32.0,
        far: 64.0,
    }];
    scene.space =
        SpaceDef::Grid(GridDef { min_x: 0.0, min_z: 0.0, cell: 100.0, columns: 2, rows: 2, border: 0 });
    sketch.scene
}

/// A world and a console for it.
struct Desk {
    world: Simulation,
    console: Console,
}

impl Desk {
    fn of(game: Game) -> Self {
        let (world, _) = Simulation::new(scene().into(), 1, &Limits::default());
        Desk { world, console: Console::new(Some(game), "c1") }
    }

    /// Carries lines out, a tick each; what was said.
    #[track_caller]
    fn type_lines(&mut self, lines: &[&str]) -> Vec<String> {
        let mut said = Vec::new();
        for line in lines {
            let answer = self.console.answer(line, &self.world);
            let wrong: Vec<_> = answer.lines.iter().filter(|said| said.tone == Tone::Wrong).collect();
            assert!(wrong.is_empty(), "{line}: {wrong:?}");
            self.world.advance(&[Input::default()], &answer.commands);
            assert_eq!(self.world.take_findings(), [], "{line}");
            said.extend(answer.lines.into_iter().map(|said| said.text));
        }
        said
    }

    /// What is said of a line that does not work; it asks for nothing.
    #[track_caller]
    fn wrong(&mut self, line: &str) -> String {
        let answer = self.console.answer(line, &self.world);
        assert_eq!((answer.commands.len(), answer.lines.len()), (0, 1), "{line}: {answer:?}");
        assert_eq!(answer.lines[0].tone, Tone::Wrong, "{line}");
        answer.lines[0].text.clone()
    }

    fn flags(&self, node: NodeId) -> NodeFlags {
        self.world.state().nodes.flags[node.index()]
    }

    fn place(&self, node: NodeId) -> Vec3 {
        self.world.state().nodes.transforms[node.index()].translation.into()
    }

    fn light(&self) -> Light {
        *self.world.state().lights.find(0).unwrap()
    }
}

/// A command, its line, the node that is current, and what it does.
type Case = (&'static str, &'static str, &'static str, fn(&Desk) -> bool);

/// Each command that acts on nodes, lights, cameras and fog, in a world of its own.
const CASES: &[Case] = &[
    ("AddChild", "world1", "AddChild loose", |own| own.world.state().nodes.roots == [TOP, LOOSE]),
    ("AddChild", "top", "AddChild loose", |own| own.world.state().nodes.children[3] == [BELOW, LOOSE]),
    ("Object3DAddChild", "below", "Object3DAddChild loose", |own| {
        own.world.state().nodes.children[4] == [LOOSE]
    }),
    // A root that hangs below a node is none any more.
    ("AddChild", "loose", "AddChild top", |own| own.world.state().nodes.roots.is_empty()),
    ("DeleteChild", "top", "DeleteChild below", |own| {
        own.world.state().nodes.children[3].is_empty() && own.world.state().nodes.lives(BELOW)
    }),
    ("DeleteChildFromDB", "top", "DeleteChildFromDB below", |own| !own.world.state().nodes.lives(BELOW)),
    ("DeleteTree", "world1", "DeleteTree top", |own| {
        !own.world.state().nodes.lives(TOP) && !own.world.state().nodes.lives(BELOW)
    }),
    ("FreeNode", "world1", "FreeNode top", |own| {
        !own.world.state().nodes.lives(TOP) && own.world.state().nodes.lives(BELOW)
    }),
    ("NodeSetActive", "top", "NodeSetActive off", |own| !own.flags(TOP).contains(NodeFlags::ACTIVE)),
    ("NodeSetActive", "sunlight", "NodeSetActive off", |own| !own.light().active),
    ("NodeSetLighting", "top", "NodeSetLighting off", |own| own.flags(TOP).contains(NodeFlags::UNLIT)),
    ("NodeSetOverwrite", "top", "NodeSetOverwrite on", |own| own.flags(TOP).contains(NodeFlags::OVERWRITE)),
    ("SetAltitudeSurface", "top", "SetAltitudeSurface on", |own| {
        own.flags(TOP).contains(NodeFlags::ALTITUDE)
    }),
    ("SetIntersectSurface", "top", "SetIntersectSurface on", |own| {
        own.flags(TOP).contains(NodeFlags::INTERSECT)
    }),
    ("SetIntersectBBOX", "top", "SetIntersectBBOX on", |own| {
        own.flags(TOP).contains(NodeFlags::INTERSECT_BOX)
    }),
    ("SetProximity", "top", "SetProximity on", |own| own.flags(TOP).contains(NodeFlags::PROXIMITY)),
    ("SetLandmark", "top", "SetLandmark on", |own| own.flags(TOP).contains(NodeFlags::LANDMARK)),
    ("Object3DTranslate", "top", "Object3DTranslate 1 2 3", |own| own.place(TOP) == Vec3::new(1.0, 2.0, 3.0)),
    // A quarter turn about y takes z to x.
    ("Object3DRotate", "top", "Object3DRotate 0 90 0", |own| {
        let turned = own.world.state().nodes.transforms[3].transform_vector3(Vec3::Z);
        turned.abs_diff_eq(Vec3::X, 1e-5) && own.place(TOP) == Vec3::new(150.0, 0.0, 150.0)
    }),
    ("Object3DScale", "top", "Object3DScale 2 3 4", |own| {
        let turned = own.world.state().nodes.transforms[3].transform_vector3(Vec3::ONE);
        turned.abs_diff_eq(Vec3::new(2.0, 3.0, 4.0), 1e-5)
    }),
    ("LightSetAmbient", "sunlight", "LightSetAmbient 0.25", |own| own.light().ambient == 0.25),
    ("LightSetDiffuse", "sunlight", "LightSetDiffuse 2", |own| own.light().diffuse == 1.0),
    ("LightSetColor", "sunlight", "LightSetColor 1 0.5 0", |own| own.light().color == [1.0, 0.5, 0.0]),
    ("LightSetPointSource", "sunlight", "LightSetPointSource", |own| !own.light().directional),
    ("LightSetDirectedSource", "sunlight", "LightSetDirectedSource", |own| own.light().directional),
    ("LightSetTranslate", "sunlight", "LightSetTranslate 4 5 6", |own| {
        own.light().position == Vec3::new(4.0, 5.0, 6.0)
    }),
    // A quarter turn about x takes -z up.
    ("LightSetOrientation", "sunlight", "LightSetOrientation 90 0 0", |own| {
        own.light().direction.abs_diff_eq(Vec3::Y, 1e-5)
    }),
    ("LightSetRanges", "sunlight", "LightSetRanges 20 20", |own| {
        (own.light().near, own.light().far) == (20.0, 30.0)
    }),
    ("CameraTranslate", "camera1", "CameraTranslate 1 2 3", |own| {
        own.world.state().camera.eye == Vec3::new(1.0, 2.0, 3.0)
    }),
    ("CameraRotate", "camera1", "CameraRotate 0.25 0.5 0", |own| {
        let camera = own.world.state().camera;
        (camera.pitch, camera.yaw) == (0.25, 0.5)
    }),
    ("CameraSetFOV", "camera1", "CameraSetFOV 90 60", |own| {
        (own.world.state().camera.fov_y - 60_f32.to_radians()).abs() < 1e-6
    }),
    ("CameraSetNearFarClip", "camera1", "CameraSetNearFarClip 2 300", |own| {
        let camera = own.world.state().camera;
        (camera.near, camera.far) == (2.0, 300.0)
    }),
    ("CameraSetNearClip", "camera1", "CameraSetNearClip 3", |own| own.world.state().camera.near == 3.0),
    ("CameraSetFarClip", "camera1", "CameraSetFarClip 400", |own| own.world.state().camera.far == 400.0),
    ("CameraSetLODMultiplier", "camera1", "CameraSetLODMultiplier 2", |own| {
        own.world.state().camera.lod_multiplier == 2.0
    }),
    ("CameraSetHorizon", "camera1", "CameraSetHorizon top", |own| {
        own.flags(TOP).contains(NodeFlags::FOLLOWS_CAMERA)
    }),
    ("CameraSetHorizonXZ", "camera1", "CameraSetHorizonXZ top", |own| {
        own.flags(TOP).contains(NodeFlags::FOLLOWS_CAMERA)
    }),
    ("WorldSetFogState", "world1", "WorldSetFogState linear", |own| own.world.state().fog.on),
    ("WorldSetFogColor", "world1", "WorldSetFogColor 0.25 0.5 7", |own| {
        own.world.state().fog.color == [0.25, 0.5, 1.0]
    }),
    ("WorldSetFogRange", "world1", "WorldSetFogRange 10 20", |own| {
        (own.world.state().fog.near, own.world.state().fog.far) == (10.0, 20.0)
    }),
    ("WorldSetFogRangeNear", "world1", "WorldSetFogRangeNear 5", |own| own.world.state().fog.near == 5.0),
    ("WorldSetFogRangeFar", "world1", "WorldSetFogRangeFar 50", |own| own.world.state().fog.far == 50.0),
    ("WorldSetFogAltitude", "world1", "WorldSetFogAltitude 5 9", |own| {
        (own.world.state().fog.low, own.world.state().fog.high) == (5.0, 9.0)
    }),
    ("WorldSetFog", "world1", "WorldSetFog linear 1 2 0 0 1", |own| {
        let fog = own.world.state().fog;
        fog.on && (fog.near, fog.far, fog.color) == (1.0, 2.0, [0.0, 0.0, 1.0])
    }),
    // The node stands in the second column of the first row, which ends at z = 200.
    ("WorldPartitionSetActive", "world1", "WorldPartitionSetActive off 100 200 200 100", |own| {
        !own.flags(TOP).contains(NodeFlags::ACTIVE)
    }),
    ("WorldPartitionSetActive", "world1", "WorldPartitionSetActive off 0 200 100 100", |own| {
        own.flags(TOP).contains(NodeFlags::ACTIVE)
    }),
];

#[test]
fn every_command_that_acts_changes_what_it_says() {
    for (command, node, line, holds) in CASES {
        let mut desk = Desk::of(Game::CrimsonSkies);
        desk.type_lines(&[&format!("FindNode {node}"), line]);
        assert!(holds(&desk), "{command}: {line}");
    }
}

#[test]
fn what_only_asks_says_what_it_is_asked() {
    let mut desk = Desk::of(Game::CrimsonSkies);
    desk.type_lines(&["FindNode camera1", "CameraTranslate 1 2 3"]);
    for (node, line, said) in [
        ("top", "Object3DGetTranslate", "150 0 150"),
        ("camera1", "CameraGetTranslate", "1 2 3"),
        ("world1", "WorldGetFogRange", "fog is off, from 0 to 1000 units, colour 0.50 0.50 0.50"),
        ("top", "Echo a  b", "a b"),
        ("top", "PrintNodeCount all:", "all: 6 nodes"),
        ("top", "CountUsedNodes", "6 nodes"),
        ("top", "CountCameraNodes", "1 cameras"),
        ("top", "PrintTree", "top (node 3)\n  below (node 4)\n2 nodes"),
    ] {
        desk.type_lines(&[&format!("FindNode {node}")]);
        assert_eq!(desk.type_lines(&[line]).join("\n"), said, "{line}");
    }
    let used = desk.type_lines(&["PrintUsedNodes"]);
    assert_eq!((used.len(), &*used[6]), (7, "6 nodes"));
}

#[test]
fn an_opacity_counts_when_its_switch_is_on() {
    let mut desk = Desk::of(Game::MechWarrior3);
    let opacity = |desk: &Desk| desk.world.state().nodes.opacities[TOP.index()];
    let said = desk.type_lines(&["FindNode top", "Object3DSetOpacity 0.25"]);
    assert!(said[1].contains("Object3DSetOpacityIsSet 1"), "{said:?}");
    assert_eq!(opacity(&desk), 1.0);
    desk.type_lines(&["Object3DSetOpacityIsSet 1"]);
    assert_eq!(opacity(&desk), 0.25);
    desk.type_lines(&["Object3DSetOpacity 0.5", "Object3DSetOpacityIsSet 0"]);
    assert_eq!(opacity(&desk), 1.0);
    desk.type_lines(&["Object3DSetOpacityIsSet 1"]);
    assert_eq!(opacity(&desk), 0.5);
}

#[test]
fn a_world_that_begins_anew_knows_nothing_of_what_was_switched_before() {
    let mut desk = Desk::of(Game::MechWarrior3);
    desk.type_lines(&["FindNode top", "Object3DSetOpacityIsSet 1"]);
    desk.world = Desk::of(Game::MechWarrior3).world;
    assert_eq!(desk.wrong("NodeSetActive off"), "no current node: FindNode NAME makes a node current");
    let said = desk.type_lines(&["FindNode top", "Object3DSetOpacity 0.25"]);
    assert!(said[1].contains("Object3DSetOpacityIsSet 1"), "{said:?}");
    assert_eq!(desk.world.state().nodes.opacities[TOP.index()], 1.0);
}

#[test]
fn a_large_tree_is_counted_and_its_beginning_listed() {
    let mut sketch = Sketch::new();
    let top = sketch.node("top", None, &[]);
    for number in 0..99 {
        let child = sketch.node(&format!("leaf_{number}"), None, &[]);
        sketch.at(top).children.push(child);
    }
    sketch.scene.roots = vec![top];
    let (world, _) = Simulation::new(sketch.scene.into(), 1, &Limits::default());
    let mut desk = Desk { world, console: Console::new(Some(Game::MechWarrior3), "c1") };
    let said = desk.type_lines(&["FindNode top", "PrintTree"]);
    // The first line is that of FindNode.
    assert_eq!((said.len(), said[60].as_str()), (62, "  leaf_58 (node 59)"));
    assert_eq!(said[61], "100 nodes, of which 60 are listed; a node further down shows fewer");
}

#[test]
fn what_is_current_and_variables_stay_from_line_to_line() {
    let mut desk = Desk::of(Game::MechWarrior3);
    assert_eq!(desk.wrong("NodeSetActive off"), "no current node: FindNode NAME makes a node current");
    let said = desk.type_lines(&["set WHICH top", "FindNode %WHICH%", "NodeSetActive off", "vars"]);
    assert_eq!(said[0], "the current node is top (node 3)");
    assert!(
        said.contains(&"%WHICH% = top".to_owned())
            && said.contains(&"%GAMEZ% = zbd\\c1\\gamez.zbd".to_owned())
    );
    assert!(!desk.flags(TOP).contains(NodeFlags::ACTIVE));
    let said = desk.type_lines(&["FindSubNode below"]);
    assert_eq!(said, ["the current node is below (node 4)"]);
    assert_eq!(desk.wrong("FindSubNode top"), "nothing below below (node 4) is called top");
    // What is gone is no longer current.
    desk.type_lines(&["FindNode top", "DeleteTree top"]);
    assert!(desk.wrong("NodeSetActive on").contains("is gone"));
    assert!(desk.wrong("NodeSetActive on").starts_with("no current node"));
}

#[test]
fn lines_that_do_not_work_say_why_in_one_line() {
    let mut desk = Desk::of(Game::MechWarrior3);
    desk.type_lines(&["FindNode top"]);
    for (line, said) in [
        ("FindNod top", "FindNod is no command; FindNode is"),
        ("xyzzy", "xyzzy is no command; `help` lists them"),
        ("FindNode topp", "no node is called topp; top is"),
        ("FindNode nothing", "no node is called nothing"),
        ("NewObject3D more", "NewObject3D works while a world is loaded, not in one that runs"),
        ("MatlNew", "MatlNew works while a world is loaded, not in one that runs"),
        ("GameZReadZBDFile x", "GameZReadZBDFile works while a world is loaded, not in one that runs"),
        ("source x.gs", "scripts are run while a world is loaded; type their lines here"),
        ("GlobalWindRandomMaxSpeed 1", "GlobalWindRandomMaxSpeed is a command of another game"),
        ("LightSetAmbient 1", "top (node 3) is no light"),
        ("WorldSetFogState on", "top (node 3) is no world"),
        ("CameraSetFarClip 9", "top (node 3) is no camera"),
        ("Object3DScale 0 1 1", "a scale of 0 leaves nothing"),
        ("AddChild top", "top (node 3) would hang below itself"),
    ] {
        assert_eq!(desk.wrong(line), said, "{line}");
        // Whatever was looked for in vain, the current node is empty then, as in scripts.
        desk.type_lines(&["FindNode top"]);
    }
    desk.type_lines(&["FindNode world1"]);
    assert!(desk.wrong("WorldSetFogState thick").contains("off, linear or exponential"));
    desk.type_lines(&["FindNode camera1"]);
    assert!(desk.wrong("CameraSetFarClip -9").contains("above 0"));
    // What is odd about a line that works is said, too.
    let said = desk.type_lines(&["FindNodeNow world1"]);
    assert_eq!(said[0], "FindNodeNow taken for FindNode");
    let said = desk.type_lines(&["FindNode top", "Object3DTranslate 1 %NOWHERE% x"]);
    assert_eq!(
        said[1..],
        [
            "Object3DTranslate: %NOWHERE%: this variable is not set",
            "Object3DTranslate: y: : this is no number, and counts as 0",
            "Object3DTranslate: z: x: this is no number, and counts as 0",
        ]
    );
}

#[test]
fn a_camera_that_was_put_somewhere_becomes_the_eyes_again() {
    let mut desk = Desk::of(Game::Recoil);
    desk.type_lines(&["FindNode camera1", "CameraTranslate 1 2 3"]);
    assert!(matches!(desk.world.state().rig.mode, CameraMode::Fixed { .. }));
    desk.type_lines(&["NodeSetActive off"]);
    assert_eq!(desk.world.state().rig.mode, CameraMode::Eyes);
}

#[test]
fn names_of_crimson_skies_may_have_an_ending() {
    let mut desk = Desk::of(Game::CrimsonSkies);
    assert_eq!(desk.type_lines(&["FindNode top.flt"]), ["the current node is top (node 3)"]);
    assert_eq!(desk.type_lines(&["FindSubNodeNode top below"]), ["the current node is below (node 4)"]);
    assert!(Desk::of(Game::MechWarrior3).wrong("FindNode top.flt").contains("no node is called top.flt"));
}

#[test]
fn the_list_of_commands_that_act_is_what_the_cases_show() {
    let shown: BTreeSet<&str> = CASES.iter().map(|(command, ..)| *command).collect();
    // Those that find, ask or have a test of their own.
    let others = [
        "set",
        "FindNode",
        "FindSubNode",
        "FindSubNodeNode",
        "Object3DSetOpacityIsSet",
        "Object3DSetOpacity",
        "Object3DGetTranslate",
        "CameraGetTranslate",
        "WorldGetFogRange",
        "Echo",
        "PrintNodeCount",
        "PrintTree",
        "PrintUsedNodes",
        "CountUsedNodes",
        "CountCameraNodes",
    ];
    for entry in entries() {
        let word = entry.word.text;
        let expected = shown.contains(word) || others.contains(&word);
        assert_eq!(acts(entry), expected, "{word}");
        if entry.group != Group::Flow && !acts(entry) {
            let mut desk = Desk::of(*entry.traits.games.list().last().unwrap());
            desk.type_lines(&["FindNode world1"]);
            let answer = desk.console.answer(word, &desk.world);
            assert_eq!(answer.commands, [], "{word}");
        }
    }
}
