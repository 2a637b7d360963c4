//! Ladders: what one climbs of a placed object. Source: `docs/spec/everquest/zone-install.md`, "7. Collision".

use super::archives::World;
use everquest::wld::volumes::SCALED;
use everquest::wld::{ActorDef, Body, PolyhedronDef, Reference};
use glam::{Affine3A, Vec3};
use world::{Aabb, Frame, Hull, Region, RegionKind};

/// The callback of actors that are climbed.
const CALLBACK: &str = "LADDERCALLBACK";
/// A box of a ladder is at least as thick to each side of its middle, in units: some are one flat picture.
const THICK: f32 = 0.1;
/// Most ladders of a zone; those beyond are stood on only.
pub(super) const MOST: usize = 1024;

/// What one climbs of an actor, in its space, engine axes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ladder {
    /// The corners of a polyhedron and the numbers of those of each face; none for the box alone.
    volume: Option<(Vec<Vec3>, Vec<Vec<u32>>)>,
    /// Around what is seen of it.
    bounds: Aabb,
}

/// What one climbs of an actor whose meshes reach this far; none for one that is no ladder.
pub(super) fn ladder(world: &World, actor: &ActorDef, bounds: Aabb, frame: &Frame) -> Option<Ladder> {
    let callback = world.wld.text(actor.callback)?;
    if !callback.eq_ignore_ascii_case(CALLBACK) || bounds.is_empty() {
        return None;
    }
    let volume = actor.sprites.iter().find_map(|sprite| volume(world, *sprite, &bounds, frame));
    Some(Ladder { volume, bounds })
}

impl Ladder {
    /// What one climbs of an object that stands here. A polyhedron that is not convex counts as its box.
    pub fn region(&self, name: &str, place: &Affine3A) -> Option<Region> {
        let shape = self.volume.as_ref().and_then(|(corners, faces)| {
            let corners: Vec<Vec3> = corners.iter().map(|at| place.transform_point3(*at)).collect();
            Hull::of_faces(&corners, faces.iter().map(Vec::as_slice))
        });
        let hull = shape.or_else(|| {
            let bounds = match &self.volume {
                Some((corners, _)) => Aabb::around(corners.iter().copied()),
                None => self.bounds,
            };
            let half = bounds.half().max(Vec3::splat(THICK));
            Hull::of_box(&Aabb { min: bounds.center() - half, max: bounds.center() + half }, place)
        })?;
        Some(Region { name: name.to_owned(), ..Region::of_hull(RegionKind::Climb, hull) })
    }
}

/// The polyhedron of a mesh or a skeleton. Whether its corners count from the origin or from the middle of the mesh is
/// not known: it is put where it lies nearer to what is seen.
fn volume(
    world: &World,
    sprite: Reference,
    bounds: &Aabb,
    frame: &Frame,
) -> Option<(Vec<Vec3>, Vec<Vec<u32>>)> {
    let (volume, middle) = match world.body(sprite)? {
        Body::DmSprite(instance) => match world.body(instance.definition)? {
            Body::DmSpriteDef2(mesh) => (mesh.head.volume(), Vec3::from(mesh.head.center)),
            _ => return None,
        },
        Body::HierarchicalSprite(instance) => match world.body(instance.definition)? {
            Body::HierarchicalSpriteDef(skeleton) => (skeleton.volume(), Vec3::ZERO),
            _ => return None,
        },
        _ => return None,
    };
    let (definition, scale) = match world.body(volume)? {
        Body::Polyhedron(instance) => (world.body(instance.definition)?, instance.scale.unwrap_or(1.0)),
        other => (other, 1.0),
    };
    let Body::PolyhedronDef(def) = definition else { return None };
    let def: &PolyhedronDef = def;
    let scale = scale * if def.flags & SCALED != 0 { def.scale } else { 1.0 };
    let corners = def.vertices.iter().map(|at| frame.to_engine(Vec3::from(*at) * scale));
    let corners: Vec<Vec3> = corners.collect();
    let middle = frame.to_engine(middle);
    let own = Aabb::around(corners.iter().copied());
    let off = |shift: Vec3| (own.center() + shift).distance(bounds.center());
    let shift = if off(middle) < off(Vec3::ZERO) { middle } else { Vec3::ZERO };
    let corners: Vec<Vec3> = corners.into_iter().map(|at| at + shift).collect();
    corners.iter().all(|at| at.is_finite()).then(|| (corners, def.faces.clone()))
}
