//! Events that move, turn, scale and fade nodes, at once or over some time.
//!
//! Source: `docs/spec/zbd/engine-behaviour.md`, "13.1 Simple ones".

use super::step::{Outcome, Visit};
use super::{HAIR, MOST_SECONDS, Player};
use glam::{Affine3A, Vec3};
use world::NodeId;
use world::euler_of;
use world::program::{Fade, FadeTo, MoveTo, Operand, Span, Turn};

/// Nothing is scaled smaller.
pub(super) const LEAST_SCALE: f32 = 0.001;

/// A part of the time of an event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// Of the whole.
    pub share: f32,
    /// Of the whole, from its start to the end of this part.
    pub done: f32,
    /// Seconds.
    pub seconds: f64,
    /// What is left of the tick, if this is the last part.
    pub last: Option<f64>,
}

impl Part {
    /// What a tick leaves of an event without end.
    pub fn open(left: f64) -> Self {
        Part { share: 0.0, done: 0.0, seconds: left, last: None }
    }

    /// The value at the end of this part; the exact end with the last one.
    pub fn value(self, span: Span<f32>) -> f32 {
        if self.last.is_some() { span.to } else { span.from + (span.to - span.from) * self.done }
    }

    /// The way from here over this part; the exact end with the last one.
    fn of(self, here: Vec3, span: Span<Vec3>) -> Vec3 {
        if self.last.is_some() { span.to } else { here + (span.to - span.from) * self.share }
    }
}

impl Player<'_, '_, '_> {
    pub(super) fn translate(&mut self, at: usize, node: Operand, from: Operand, by: Vec3, relative: bool) {
        let Some(node) = self.node(at, node) else { return };
        let start = match from {
            Operand::None => Vec3::ZERO,
            from => match self.space(at, from) {
                Some(space) => space.translation.into(),
                None => return,
            },
        };
        let mut transform = self.edit.state().nodes.transforms[node.index()];
        let own = if relative { Vec3::from(transform.translation) } else { Vec3::ZERO };
        transform.translation = (own + start + by).into();
        if relative {
            self.edit.move_node(node, transform);
        } else {
            self.edit.teleport_node(node, transform);
        }
    }

    pub(super) fn rotate(&mut self, at: usize, node: Operand, angles: Vec3, turn: Turn) {
        let Some(node) = self.node(at, node) else { return };
        let added_to = match turn {
            Turn::To => Some(Vec3::ZERO),
            Turn::By => self.edit.euler(node),
            Turn::Angles(other) => self.node(at, other).and_then(|other| self.edit.euler(other)),
            Turn::Matrix(other) => self.space(at, other).map(|space| euler_of(&space)),
        };
        if let Some(added_to) = added_to {
            self.edit.rotate_to(node, added_to + angles);
        }
    }

    pub(super) fn set_scale(&mut self, node: NodeId, scale: Vec3) {
        let transform = self.edit.state().nodes.transforms[node.index()];
        let (_, rotation, translation) = transform.to_scale_rotation_translation();
        let scale = scale.max(Vec3::splat(LEAST_SCALE));
        self.edit.move_node(node, Affine3A::from_scale_rotation_translation(scale, rotation, translation));
    }

    fn morph_of(&self, node: NodeId) -> f32 {
        let own = || {
            let model = self.scene.shape(&self.edit.state().nodes, node)?.model?;
            self.scene.models.get(model.index())?.morph
        };
        self.programs.morphs.get(&node).copied().or_else(own).unwrap_or_default()
    }

    /// Adds to the weight of the offsets of a node's model; it is held in 0..=1.
    pub(super) fn add_morph(&mut self, node: NodeId, by: f32) {
        self.set_morph(node, self.morph_of(node) + by);
    }

    fn set_morph(&mut self, node: NodeId, weight: f32) {
        if weight.is_finite() {
            self.programs.morphs.insert(node, weight.clamp(0.0, 1.0));
        }
    }

    pub(super) fn scale_of(&self, node: NodeId) -> Vec3 {
        self.edit.state().nodes.transforms[node.index()].to_scale_rotation_translation().0
    }

    /// The part of an event's time that this tick has.
    pub(super) fn part(&mut self, at: usize, visit: Visit, seconds: f32) -> Part {
        let state = self.lane(at, visit.lane);
        // NaN counts as no time.
        let whole = f64::from(seconds).max(0.0);
        // One that begins and ends within a tick has asked for time, too.
        state.spent |= whole > 0.0;
        let rest = (whole - state.elapsed).max(0.0);
        if visit.left >= rest - HAIR {
            let last = Some((visit.left - rest).clamp(0.0, visit.left));
            return Part { share: 1.0, done: 1.0, seconds: rest.min(visit.left), last };
        }
        state.elapsed = (state.elapsed + visit.left).min(MOST_SECONDS);
        let (share, done) = ((visit.left / whole) as f32, (state.elapsed / whole) as f32);
        Part { share, done, seconds: visit.left, last: None }
    }

    /// True when an event puts its node to where it begins: not again in another pass of a loop.
    fn enters(&mut self, at: usize, visit: Visit) -> bool {
        let entered = &mut self.lane(at, visit.lane).entered;
        let enters = visit.first && !entered.contains(&visit.cursor);
        if enters {
            entered.push(visit.cursor);
        }
        enters
    }

    /// Source: `docs/spec/zbd/anim-events.md`, "4.11 OBJECT_MOTION_FROM_TO".
    pub(super) fn move_to(&mut self, at: usize, way: &MoveTo, visit: Visit) -> Outcome {
        let enters = self.enters(at, visit);
        let part = self.part(at, visit, way.seconds);
        if let Some(node) = self.node(at, way.node) {
            if let Some(span) = way.translation {
                let mut transform = self.edit.state().nodes.transforms[node.index()];
                if enters {
                    transform.translation = span.from.into();
                    self.edit.teleport_node(node, transform);
                }
                transform.translation = part.of(transform.translation.into(), span).into();
                self.edit.move_node(node, transform);
            }
            if let Some(span) = way.morph {
                let here = if enters { span.from } else { self.morph_of(node) };
                let way = Span { from: Vec3::splat(span.from), to: Vec3::splat(span.to) };
                self.set_morph(node, part.of(Vec3::splat(here), way).x);
            }
            if let Some(span) = way.scale {
                let here = if enters { span.from } else { self.scale_of(node) };
                self.set_scale(node, part.of(here, span));
            }
            if let Some(span) = way.angles {
                let here = if enters { span.from } else { self.edit.euler(node).unwrap_or(span.from) };
                self.edit.rotate_to(node, part.of(here, span));
            }
        }
        part.last.map_or(Outcome::Running, Outcome::Done)
    }

    /// Source: `docs/spec/zbd/anim-events.md`, "4.14 OBJECT_OPACITY_FROM_TO".
    pub(super) fn fade_to(&mut self, at: usize, way: &FadeTo, visit: Visit) -> Outcome {
        let enters = self.enters(at, visit);
        let part = self.part(at, visit, way.seconds);
        if let Some(node) = self.node(at, way.node) {
            if enters {
                self.set_fade(node, way.on.from, Some(way.opacity.from));
            }
            let span = Span { from: Vec3::splat(way.opacity.from), to: Vec3::splat(way.opacity.to) };
            let opacity = part.of(Vec3::splat(self.fade_of(node).opacity), span).x;
            self.set_fade(node, way.on.to.filter(|_| part.last.is_some()), Some(opacity));
        }
        part.last.map_or(Outcome::Running, Outcome::Done)
    }

    /// The switch and the opacity of a node. One that no program faded has its opacity switched on if that
    /// is seen.
    fn fade_of(&self, node: NodeId) -> Fade {
        let opacity = self.edit.state().nodes.opacities[node.index()];
        let own = self.programs.fades.get(&node).copied();
        own.unwrap_or(Fade { on: opacity < 1.0, opacity })
    }

    /// Source: `docs/spec/zbd/anim-events.md`, "4.13 OBJECT_OPACITY_STATE".
    pub(super) fn set_fade(&mut self, node: NodeId, on: Option<bool>, opacity: Option<f32>) {
        let mut fade = self.fade_of(node);
        fade.on = on.unwrap_or(fade.on);
        fade.opacity = opacity.filter(|opacity| opacity.is_finite()).unwrap_or(fade.opacity).clamp(0.0, 1.0);
        self.edit.set_opacity(node, if fade.on { fade.opacity } else { 1.0 });
        self.programs.fades.insert(node, fade);
    }
}
