//! Beams and ropes between two places, and calls of programs that show them.
//!
//! Source: `docs/spec/zbd/engine-behaviour.md`, "13.4 Connectors (beams, cables)".

use super::Player;
use super::moves::LEAST_SCALE;
use super::start::Start;
use super::step::{Outcome, Visit};
use super::trace::Refusal;
use glam::{Affine3A, Vec3};
use world::program::{
    CallConnector, CallEnd, Connector, ConnectorEnd, EndPosition, Input, Operand, OwnedConnector,
};
use world::{NodeId, euler_rotation};

/// The side of a connector at which it starts, and its input.
const FROM: usize = 0;
/// The side of a connector at which it ends, and its input.
const TO: usize = 1;

impl Player<'_, '_, '_> {
    /// Source: `docs/spec/zbd/anim-events.md`, "4.18 OBJECT_CONNECTOR".
    pub(super) fn connect(&mut self, at: usize, own: &Connector, visit: Visit) -> Outcome {
        let part = self.part(at, visit, own.seconds);
        let node = self.node(at, own.node);
        let ends = (self.end_of(at, &own.from, FROM), self.end_of(at, &own.to, TO));
        let mut length = None;
        if let (Some(node), (Some(a), Some(b))) = (node, ends) {
            let from = a.lerp(b, part.value(own.from.part));
            let to = a.lerp(b, part.value(own.to.part));
            self.stretch(node, from, to);
            length = Some(from.distance(to));
        }
        let holds = own.max_length.is_some_and(|most| length.is_some_and(|length| length <= most));
        match part.last {
            Some(left) if !holds => Outcome::Done(left),
            _ => Outcome::Running,
        }
    }

    /// Where an end of a connector is in the world.
    fn end_of(&mut self, at: usize, end: &ConnectorEnd, side: usize) -> Option<Vec3> {
        let position = self.end_position(at, end.position, side);
        let is_free = match end.node {
            Operand::None => true,
            // A caller may have handed over a place alone.
            Operand::Input => self.programs.instances[at].inputs[side].node.is_none(),
            _ => false,
        };
        if is_free {
            return Some(position);
        }
        let node = self.input_node(at, end.node, side)?;
        Some(self.stands_now(node).transform_point3(position))
    }

    fn end_position(&self, at: usize, position: EndPosition, side: usize) -> Vec3 {
        let position = match position {
            EndPosition::Origin => Vec3::ZERO,
            EndPosition::At(place) => place,
            EndPosition::Input => self.programs.instances[at].inputs[side].position,
        };
        if position.is_finite() { position } else { Vec3::ZERO }
    }

    /// Lets a node of unit length along +z reach from one place to another, without rolling.
    fn stretch(&mut self, node: NodeId, from: Vec3, to: Vec3) {
        let way = to - from;
        let yaw = if way.x == 0.0 && way.z == 0.0 { 0.0 } else { libm::atan2f(way.x, way.z) };
        let pitch = -libm::atan2f(way.y, libm::hypotf(way.x, way.z));
        let angles = Vec3::new(pitch, yaw, 0.0);
        // Scales that are read from a matrix are off by a hair, which would add up.
        let snapped = |scale: f32| if (scale - 1.0).abs() < 1e-4 { 1.0 } else { scale.max(LEAST_SCALE) };
        let scale = self.scale_of(node);
        let scale = Vec3::new(snapped(scale.x), snapped(scale.y), way.length().max(LEAST_SCALE));
        let place = Affine3A::from_scale_rotation_translation(scale, euler_rotation(angles), from);
        if self.edit.move_node(node, place) {
            self.edit.simulation.state.eulers.insert(node, angles);
        }
    }

    /// Source: `docs/spec/zbd/anim-events.md`, "4.19 CALL_OBJECT_CONNECTOR".
    pub(super) fn call_connector(&mut self, at: usize, own: &CallConnector) {
        let (Some(from), Some(to)) = (self.handed(at, &own.from, FROM), self.handed(at, &own.to, TO)) else {
            self.trace_refusal(own.program, Refusal::NoNode);
            return;
        };
        let velocity = self.programs.instances[at].velocity;
        let start = Start { inputs: [from, to], velocity, ..Start::default() };
        let Some(call) = own.program.and_then(|program| self.start(program, start)) else { return };
        if let Some(reference) = own.reference {
            let connectors = &mut self.programs.instances[at].owned.connectors;
            connectors.retain(|known| known.reference != reference);
            connectors.push(OwnedConnector { reference, call });
        }
    }

    /// What is handed over for one side; none when it names a node that is missing.
    fn handed(&mut self, at: usize, end: &CallEnd, side: usize) -> Option<Input> {
        let position = self.end_position(at, end.position, side);
        if end.node == Operand::None {
            return Some(Input { node: None, position });
        }
        let node = self.input_node(at, end.node, side)?;
        if !end.resolved {
            return Some(Input { node: Some(node), position });
        }
        let position = self.stands_now(node).transform_point3(position);
        position.is_finite().then_some(Input { node: None, position })
    }
}
