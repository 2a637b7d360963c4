//! Beams between two places, and calls of programs that show them.

use crate::common::programs::{OTHER, ROOT, place, program, said, say, sequence, slide, world};
use glam::{Affine3A, Vec3};
use runtime::Simulation;
use world::program::{
    CallConnector, CallEnd, Connector, ConnectorEnd, Definition, EndPosition, Event, Operand, Phase, Span,
    Step,
};
use world::{NodeId, ProgramId};

fn at(node: Operand, position: EndPosition) -> ConnectorEnd {
    ConnectorEnd { node, position, part: Span { from: 0.0, to: 0.0 } }
}

fn whole(end: ConnectorEnd) -> ConnectorEnd {
    ConnectorEnd { part: Span { from: 1.0, to: 1.0 }, ..end }
}

/// From the second node, which is at (0, 4, 0), to a place.
fn beam(to: Vec3) -> Connector {
    Connector {
        node: ROOT,
        from: at(OTHER, EndPosition::Origin),
        to: whole(at(Operand::None, EndPosition::At(to))),
        ..Connector::default()
    }
}

fn shows(own: Connector) -> Definition {
    let steps = [Event::Connector(own.into()), Event::Callback(1)];
    program(vec![sequence(steps.map(Step::then).into())])
}

fn begun(programs: Vec<Definition>) -> Simulation {
    let mut simulation = world(programs);
    assert!(simulation.edit().teleport_node(NodeId(2), Affine3A::from_translation(Vec3::Y * 4.0)));
    assert!(simulation.edit().start_program(ProgramId(0), None));
    simulation
}

/// Where the ends of the first node are, and its size across.
fn ends(simulation: &Simulation) -> (Vec3, Vec3, Vec3) {
    let own = simulation.state().nodes.transforms[1];
    (own.translation.into(), own.transform_point3(Vec3::Z), own.transform_vector3(Vec3::X))
}

fn near(a: Vec3, b: [f32; 3]) {
    assert!(a.abs_diff_eq(Vec3::from(b), 1e-4), "{a} is not {b:?}");
}

#[test]
fn a_beam_reaches_from_one_place_to_the_other_without_rolling() {
    let mut simulation = begun(vec![shows(beam(Vec3::new(3.0, 16.0, 4.0)))]);
    assert_eq!(said(&mut simulation, 2), [(1, 1), (1, 0)]);
    let (from, to, across) = ends(&simulation);
    near(from, [0.0, 4.0, 0.0]);
    near(to, [3.0, 16.0, 4.0]);
    // It is 13 long, 5 of that level: 3 and 4. Across it is as it was, and level.
    near(across, [0.8, 0.0, -0.6]);
    let angles = simulation.edit().euler(NodeId(1)).unwrap();
    // The angles of 12 to 5 and of 3 to 4.
    near(angles, [-1.176_005, 0.643_501, 0.0]);
    // Straight up, and of no length.
    let mut simulation = begun(vec![shows(beam(Vec3::Y * 9.0))]);
    said(&mut simulation, 1);
    near(ends(&simulation).1, [0.0, 9.0, 0.0]);
    let mut simulation = begun(vec![shows(beam(Vec3::Y * 4.0))]);
    said(&mut simulation, 1);
    near(ends(&simulation).1, [0.0, 4.0, 0.001]);
}

#[test]
fn a_beam_shows_a_part_that_changes_and_breaks_when_it_is_too_long() {
    let own = beam(Vec3::new(8.0, 4.0, 0.0));
    let from = ConnectorEnd { part: Span { from: 0.0, to: 0.5 }, ..own.from };
    let mut simulation = begun(vec![shows(Connector { from, seconds: 4.0 / 60.0, ..own.clone() })]);
    for (tick, x) in [(1, 1.0), (2, 2.0), (3, 3.0), (4, 4.0)] {
        assert_eq!(said(&mut simulation, 1).is_empty(), tick < 4);
        near(ends(&simulation).0, [x, 4.0, 0.0]);
        near(ends(&simulation).1, [8.0, 4.0, 0.0]);
    }
    let mut simulation = begun(vec![shows(Connector { max_length: Some(8.5), ..own })]);
    assert_eq!(said(&mut simulation, 20), []);
    assert!(
        simulation.edit().teleport_node(NodeId(2), Affine3A::from_translation(Vec3::new(-1.0, 4.0, 0.0)))
    );
    assert_eq!(said(&mut simulation, 1), [(21, 1), (21, 0)]);
    near(ends(&simulation).0, [-1.0, 4.0, 0.0]);
    // An end that is missing takes its time and shows nothing.
    let lost =
        Connector { seconds: 2.0 / 60.0, from: at(Operand::Node(9), EndPosition::Origin), ..beam(Vec3::X) };
    let mut simulation = begun(vec![shows(lost)]);
    assert_eq!(said(&mut simulation, 4), [(2, 1), (2, 0)]);
    assert_eq!(place(&simulation, 1), Vec3::ZERO);
}

#[test]
fn a_called_connector_is_handed_both_ends_and_ends_with_its_caller() {
    let end = |node, resolved, position| CallEnd { node, resolved, position };
    let far = EndPosition::At(Vec3::X);
    let input = |position| at(Operand::Input, position);
    let shown = Connector {
        node: ROOT,
        from: input(EndPosition::Input),
        to: whole(input(EndPosition::Input)),
        seconds: 9.0,
        max_length: None,
    };
    let cases = [
        // A node with a place in it; that place worked out beforehand; a place alone.
        (
            end(OTHER, false, far),
            end(Operand::None, false, EndPosition::At(Vec3::Z)),
            [1.0, 4.0, 0.0],
            [0.0, 0.0, 1.0],
        ),
        (end(OTHER, true, far), end(OTHER, false, EndPosition::Origin), [1.0, 4.0, 0.0], [0.0, 4.0, 0.0]),
    ];
    for (from, to, a, b) in cases {
        let own = CallConnector { program: Some(ProgramId(1)), from, to, reference: Some(3) };
        let calls =
            program(vec![sequence(vec![Step::then(Event::CallConnector(own.into())), slide(5.0), say(2)])]);
        // The caller moves the first node of its own list.
        let calls = Definition { nodes: vec![Some(NodeId(3)), Some(NodeId(2))], root: None, ..calls };
        let mut simulation = begun(vec![calls, shows(shown.clone())]);
        said(&mut simulation, 2);
        near(ends(&simulation).0, a);
        near(ends(&simulation).1, b);
        let called = &simulation.state().programs.instances[1];
        assert_eq!((called.phase, called.inputs[0].node.is_some()), (Phase::Running, !from.resolved));
        assert_eq!(simulation.state().programs.instances[0].owned.connectors[0].reference, 3);
        assert!(simulation.state().fits(simulation.scene()));
        assert_eq!(said(&mut simulation, 6), [(5, 2), (5, 0)]);
        assert_eq!(simulation.state().programs.instances[1].phase, Phase::Executed);
    }
    // Its own inputs are handed on, each side by itself; a node that is missing makes it no call.
    let on = CallConnector {
        program: Some(ProgramId(2)),
        from: end(Operand::None, false, EndPosition::Input),
        to: end(Operand::Input, false, EndPosition::Input),
        reference: None,
    };
    let first = CallConnector {
        program: Some(ProgramId(1)),
        from: end(Operand::None, false, far),
        to: end(OTHER, false, EndPosition::At(Vec3::Z)),
        reference: None,
    };
    let lost = CallConnector {
        from: end(Operand::Node(9), false, far),
        program: Some(ProgramId(3)),
        ..first.clone()
    };
    let calls =
        |own: CallConnector| program(vec![sequence(vec![Step::then(Event::CallConnector(own.into()))])]);
    let mut both = calls(first);
    both.sequences[0].steps.push(Step::then(Event::CallConnector(lost.into())));
    let mut simulation = begun(vec![both, calls(on), shows(shown.clone()), shows(shown)]);
    said(&mut simulation, 3);
    let last = &simulation.state().programs.instances[2];
    assert_eq!(
        last.inputs.map(|input| (input.node, input.position)),
        [(None, Vec3::X), (Some(NodeId(2)), Vec3::Z)]
    );
    assert_eq!(simulation.state().programs.instances[3].phase, Phase::Ready);
    near(ends(&simulation).1, [0.0, 4.0, 1.0]);
}
