//! Models that change their shape: worked out by the processor, for what is
//! seen and has a clock, once for all copies that look alike.

use crate::{
    batch::FrameContext,
    gather::Drawn,
    geometry::{Corner, Template},
};
use hashbrown::HashMap;
use world::{Deform, Model, Point, Pose, PoseMemory, Vertex};

/// Not put into corners yet.
const NONE: u32 = u32::MAX;

/// A shape that some visible model has.
struct Posed {
    /// In [`Poses::points`].
    first: u32,
    end: u32,
    /// Of its corners among the streamed ones.
    base: u32,
}

/// The shapes of one frame. Its memory is kept for the next.
#[derive(Default)]
pub(crate) struct Poses {
    known: HashMap<(u32, u32, u32, u32), u32>,
    posed: Vec<Posed>,
    points: Vec<Point>,
    memory: PoseMemory,
}

/// Points of a model in the shape it has now.
#[derive(Clone, Copy)]
pub(crate) struct Posture<'a> {
    deform: &'a Deform,
    points: &'a [Point],
}

impl<'a> Posture<'a> {
    /// The point a vertex of the model stands at.
    pub fn at(&self, vertex: u32) -> Option<&'a Point> {
        self.points.get(*self.deform.point_of.get(vertex as usize)? as usize)
    }

    /// Puts a corner where its vertex is.
    pub fn put(&self, vertex: u32, corner: &mut Corner) {
        if let Some(point) = self.at(vertex) {
            let [x, y, z] = Vertex::pack_normal(point.normal);
            corner.position = point.position.to_array();
            corner.normal = [x, y, z, 0];
        }
    }
}

impl Poses {
    pub fn clear(&mut self) {
        self.known.clear();
        self.posed.clear();
        self.points.clear();
    }

    /// Shapes worked out.
    pub fn len(&self) -> usize {
        self.posed.len()
    }

    /// The shape that a model has by its clock; `None` for the one it was
    /// uploaded in.
    pub fn find(&mut self, context: &FrameContext, drawn: &Drawn, model: &Model, shape: u32) -> Option<u32> {
        let deform = model.deform.as_deref()?;
        let animator = context.scene.nodes.get(drawn.shape.index())?.animator?;
        let clock = context.state.clocks.get(animator.index())?;
        let clip = context.scene.clips.get(clock.clip?.index())?;
        let time = clock.drawn(clip, context.state.tick, context.between);
        let pose: Pose = clip.pose(time, clock.looping)?;
        let key = (shape, pose.from, pose.to, pose.share.to_bits());
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        let first = self.points.len() as u32;
        deform.pose(pose, &mut self.memory, &mut self.points);
        let number = self.posed.len() as u32;
        self.posed.push(Posed { first, end: self.points.len() as u32, base: NONE });
        self.known.insert(key, number);
        Some(number)
    }

    /// Points of a shape.
    pub fn posture<'a>(&'a self, posed: u32, model: &'a Model) -> Option<Posture<'a>> {
        let Posed { first, end, .. } = self.posed[posed as usize];
        let points = &self.points[first as usize..end as usize];
        Some(Posture { deform: model.deform.as_deref()?, points })
    }

    /// Puts the corners of a shape behind `corners`, if they are not there yet;
    /// where they start.
    pub fn corners(
        &mut self,
        posed: u32,
        model: &Model,
        template: &Template,
        corners: &mut Vec<Corner>,
    ) -> u32 {
        let known = self.posed[posed as usize].base;
        if known != NONE {
            return known;
        }
        let base = corners.len() as u32;
        corners.extend_from_slice(&template.corners);
        if let Some(posture) = self.posture(posed, model) {
            for (corner, vertex) in corners[base as usize..].iter_mut().zip(&template.vertices) {
                posture.put(*vertex, corner);
            }
        }
        self.posed[posed as usize].base = base;
        base
    }
}
