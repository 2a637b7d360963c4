//! Models that change their shape: worked out for what is seen and has a clock,
//! once for all copies that look alike. Bones become matrices for the device,
//! which bends the corners; what frames move point by point, what is mixed with
//! its background, and what the device has no room for is bent here.

use crate::{
    batch::FrameContext,
    gather::Drawn,
    geometry::{Corner, Template},
    palette::{self, Row},
};
use hashbrown::HashMap;
use std::ops::Range;
use world::{AnimatorId, Deform, LayeredPose, Model, Point, PoseKey, PoseMemory, PoseSource, Vertex, Viewer};

/// Not put into corners yet.
const NONE: u32 = u32::MAX;

/// A shape that some visible model has.
struct Posed {
    pose: LayeredPose,
    /// From where it is seen, if that changes its shape.
    viewer: Option<Viewer>,
    /// In [`Poses::points`], if they were needed.
    points: Option<Range<u32>>,
    /// Of its corners among the streamed ones.
    base: u32,
    /// Its first matrix in [`Poses::bones`].
    first_bone: u32,
}

/// The shapes of one frame. Its memory is kept for the next.
#[derive(Default)]
pub(crate) struct Poses {
    /// By shape, pose and, of shapes that depend on from where they are seen, copy.
    known: HashMap<(u32, PoseKey, u32), u32>,
    posed: Vec<Posed>,
    points: Vec<Point>,
    bones: Vec<Row>,
    memory: PoseMemory,
    /// It was said that there are too many bones.
    told: bool,
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
        self.bones.clear();
    }

    /// Shapes worked out.
    pub fn len(&self) -> usize {
        self.posed.len()
    }

    /// Matrices of bones for the device.
    pub fn bones(&self) -> &[Row] {
        &self.bones
    }

    /// Fills the last row of matrices.
    pub fn pad(&mut self) {
        palette::pad(&mut self.bones);
    }

    /// The shape that a model has by its clock or its morph; `None` for the one
    /// it was uploaded in.
    pub fn find(&mut self, context: &FrameContext, drawn: &Drawn, model: &Model, shape: u32) -> Option<u32> {
        let deform = model.deform.as_deref()?;
        let animator = context.state.animator_of(context.scene, drawn.node);
        let pose = match animator {
            Some(animator) => context.state.pose_of(context.scene, animator, context.between),
            None => context.state.morph_of(drawn.node, model).map(LayeredPose::frames),
        };
        let next = self.posed.len() as u32;
        // What faces the eye is bent without any clip, too, and each copy in its own way.
        let viewer = Viewer::of(&drawn.place).filter(|_| deform.skeleton.faces());
        let pose = match viewer {
            Some(_) => pose.unwrap_or_else(|| {
                LayeredPose::single(animator.unwrap_or(AnimatorId(u32::MAX)), PoseSource::Rest)
            }),
            None => pose?,
        };
        let copy = if viewer.is_some() { next + 1 } else { 0 };
        let number = *self.known.entry((shape, pose.key(), copy)).or_insert(next);
        if number == next {
            self.posed.push(Posed { pose, viewer, points: None, base: NONE, first_bone: NONE });
        }
        Some(number)
    }

    /// Number of the first matrix of a shape; `None` when the device has no room
    /// for all of them.
    pub fn palette(&mut self, context: &FrameContext, posed: u32, model: &Model) -> Option<u32> {
        let deform = model.deform.as_deref()?;
        let Posed { pose, viewer, first_bone, .. } = &mut self.posed[posed as usize];
        if *first_bone != NONE {
            return Some(*first_bone);
        }
        let first = self.bones.len();
        if first + deform.skeleton.bones().len() > context.most_bones {
            if !std::mem::replace(&mut self.told, true) {
                let most = context.most_bones;
                tracing::warn!("more than {most} bones in one picture: the rest are bent by the processor");
            }
            return None;
        }
        self.memory.viewer = *viewer;
        self.bones.extend(deform.palette(context.scene, pose, &mut self.memory).iter().map(palette::row));
        *first_bone = first as u32;
        Some(first as u32)
    }

    /// Works out the points of a shape, if that was not done yet.
    pub fn bend(&mut self, context: &FrameContext, posed: u32, model: &Model) {
        let Posed { pose, viewer, points, .. } = &mut self.posed[posed as usize];
        let Some(deform) = model.deform.as_deref().filter(|_| points.is_none()) else { return };
        let first = self.points.len() as u32;
        self.memory.viewer = *viewer;
        deform.bend(context.scene, pose, &mut self.memory, &mut self.points);
        *points = Some(first..self.points.len() as u32);
    }

    /// Points of a shape that was bent.
    pub fn posture<'a>(&'a self, posed: u32, model: &'a Model) -> Option<Posture<'a>> {
        let Range { start, end } = self.posed[posed as usize].points.clone()?;
        let points = &self.points[start as usize..end as usize];
        Some(Posture { deform: model.deform.as_deref()?, points })
    }

    /// Puts the corners of a shape that was bent behind `corners`, if they are not
    /// there yet; where they start.
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
