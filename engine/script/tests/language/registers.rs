//! docs/spec/zbd/interp-language.md, "6. Interpreter state".

use crate::toy::{Bench, trace};
use script::commands::Game;
use script::{Handle, Outcome};

#[test]
fn what_finds_or_makes_a_node_makes_it_current() {
    let mut bench = Bench::of(Game::Recoil).nodes(&["a", "b"]);
    bench.text("FindNode a\nNodeSetActive off\nFindSubNode b\nNodeSetActive on\nNewNode c\nAddChild a");
    assert_eq!(
        bench.toy.calls,
        [
            "-: Nodes(FindNode { name: \"a\" })",
            "a: Flags(NodeSetActive { active: false })",
            "a: Nodes(FindSubNode { name: \"b\" })",
            "b: Flags(NodeSetActive { active: true })",
            "b: Nodes(NewNode { name: \"c\" })",
            "c: Nodes(AddChild { child: \"a\" })"
        ]
    );
}

#[test]
fn after_a_find_that_failed_nothing_happens_until_the_next_that_does_not() {
    let mut bench = Bench::of(Game::Recoil).nodes(&["a"]);
    bench.text(
        "FindNode a\nFindNode none\nNodeSetActive off\nFindSubNode a\nCameraSetFOV 1 2\n\
         FindNode a\nNodeSetActive on",
    );
    assert_eq!(
        bench.trace,
        [
            "FindNode a: done",
            "FindNode none: not there",
            "NodeSetActive off: no current node",
            "FindSubNode a: no current node",
            "CameraSetFOV 1 2: no current node",
            "FindNode a: done",
            "NodeSetActive on: done"
        ]
    );
    assert_eq!(bench.toy.calls.len(), 4);
    assert!(bench.findings().is_empty(), "a node that is not there is ordinary");
}

#[test]
fn the_current_node_stays_from_script_to_script() {
    let mut bench = Bench::of(Game::Recoil).nodes(&["a"]).file("f.gs", "FindNode a");
    bench.text("source f.gs");
    bench.text("NodeSetActive off");
    assert_eq!(bench.toy.calls[1], "a: Flags(NodeSetActive { active: false })");
    assert_eq!(bench.interpreter.registers().node, Some(Handle(0)));
    bench.interpreter.registers_mut().node = None;
    bench.text("NodeSetActive off");
    assert_eq!(bench.trace.last().unwrap(), "NodeSetActive off: no current node");
}

#[test]
fn a_host_that_removes_the_current_node_takes_it_out() {
    let mut bench = Bench::of(Game::Recoil).nodes(&["a", "b"]);
    bench.text("FindNode a\nDeleteTree b\nNodeSetActive on\nDeleteTree a\nNodeSetActive on");
    assert_eq!(
        bench.trace[2..],
        ["NodeSetActive on: done", "DeleteTree a: done", "NodeSetActive on: no current node"]
    );
}

#[test]
fn cycles_need_one_that_was_begun() {
    let mut bench = Bench::of(Game::Recoil).nodes(&["a"]);
    bench.text(
        "CycleTextureSetMap t\nCycleTextureSetOn 2\nFindNode a\nCycleTextureSetOn 2\nFindNode none\n\
         CycleTextureSetMap t\nCycleTextureSetSpeed 10\nCycleTextureSetLooping on",
    );
    assert_eq!(
        bench.trace,
        [
            "CycleTextureSetMap t: no current cycle",
            "CycleTextureSetOn 2: no current node",
            "FindNode a: done",
            "CycleTextureSetOn 2: done",
            "FindNode none: not there",
            "CycleTextureSetMap t: done",
            "CycleTextureSetSpeed 10: done",
            "CycleTextureSetLooping on: done"
        ]
    );
    assert_eq!(bench.interpreter.registers().cycled, Some(Handle(200)));
}

#[test]
fn three_other_commands_disturb_the_current_cycle() {
    for word in ["Object3DRegisterTexturesToWorld", "Object3DSetFacade", "Object3DSetPoints"] {
        let mut bench = Bench::of(Game::Recoil).nodes(&["a"]);
        bench.text(&format!("FindNode a\nCycleTextureSetOn 2\n{word}\nCycleTextureSetMap t"));
        assert_eq!(bench.trace[3], "CycleTextureSetMap t: no current cycle", "{word}");
        bench.toy.answers.insert(word, Outcome::Now(Handle(7)));
        bench.text(&format!("{word}\nCycleTextureSetMap t"));
        assert_eq!(bench.trace[5], "CycleTextureSetMap t: done", "{word}");
        assert_eq!(bench.interpreter.registers().cycled, Some(Handle(7)));
    }
}

#[test]
fn materials_need_one_that_was_made() {
    assert_eq!(
        trace("MatlFaceColor 1 0 0\nMatlNew\nMatlFaceColor 1 0 0\nMatlTexture t"),
        [
            "MatlFaceColor 1 0 0: no current material",
            "MatlNew: done",
            "MatlFaceColor 1 0 0: done",
            "MatlTexture t: done"
        ]
    );
}

#[test]
fn polygons_are_collected_and_need_a_model() {
    let polygon = "ModelPolygonBegin\nModelPolygonVertex 0 0 0\nModelPolygonUV 0 0\nModelPolygonVertex 1 0 0\n\
                   ModelPolygonVertex 0 1 0\nModelPolygonEnd\n";
    assert!(trace(polygon).iter().all(|line| line.ends_with(": no current model")));

    let mut bench = Bench::of(Game::Recoil);
    bench.text(&format!("ModelNew m Facade\n{polygon}ModelPolygonBegin\nModelPolygonEnd\nNodeSetActive on"));
    assert_eq!(bench.toy.polygons, [(3, 1), (0, 0)]);
    assert_eq!(bench.toy.calls.last().unwrap(), "m: Flags(NodeSetActive { active: true })");

    bench.text(polygon);
    assert_eq!(bench.interpreter.registers().polygon.corners, [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    bench.text("ModelNew n");
    assert_eq!(bench.interpreter.registers().polygon.corners.len(), 0);
    assert_eq!(bench.interpreter.registers().model, bench.interpreter.registers().node);
}

#[test]
fn what_was_not_made_is_not_current() {
    for outcome in [Outcome::Done, Outcome::Unused, Outcome::Missing, Outcome::Failed("no".to_owned())] {
        let mut bench = Bench::of(Game::Recoil).nodes(&["a"]);
        bench.toy.answers.insert("NewCamera", outcome.clone());
        bench.text("FindNode a\nNewCamera c\nCameraSetFOV 1 2");
        assert_eq!(bench.trace[2], "CameraSetFOV 1 2: no current node", "{outcome:?}");
    }
}

#[test]
fn a_command_without_its_node_leaves_the_current_cycle_alone() {
    let mut bench = Bench::of(Game::Recoil).nodes(&["a"]);
    bench.text("FindNode a\nCycleTextureSetOn 2\nFindNode none\nObject3DSetFacade\nCycleTextureSetMap t");
    assert_eq!(bench.trace[3..], ["Object3DSetFacade: no current node", "CycleTextureSetMap t: done"]);
}

#[test]
fn a_polygon_without_a_model_belongs_to_the_current_node() {
    let mut bench = Bench::of(Game::Recoil).nodes(&["a"]);
    bench.text("FindNode a\nModelPolygonBegin\nModelPolygonVertex 1 2 3\nModelPolygonEnd");
    assert_eq!(bench.toy.polygons, [(1, 0)]);
    assert_eq!(bench.interpreter.registers().model, Some(Handle(0)));
}
