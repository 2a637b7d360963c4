//! One model of all meshes of an actor, with its bones. Source: `docs/spec/everquest/wld.md`, "4. Meshes" and
//! "0x10 HierarchicalSpriteDef".

use super::super::archives::World;
use super::super::materials::Look;
use super::super::surfaces::{self, Surface};
use super::rig::Rig;
use everquest::wld::{Body, Mesh, Reference};
use glam::Vec3;
use hashbrown::HashMap;
use world::{Deform, Frame, Influence, Model, Point, Polygon, Sight, Vertex, ZoneSet};

/// How the points of a mesh hang at bones.
pub(super) enum Hold {
    /// All of them at one.
    Bone(u32),
    /// Each at that of its group.
    Groups(Vec<u16>),
    /// At none: they stay where they are.
    Nothing,
}

/// A mesh of an actor.
pub(super) struct Piece {
    surface: Surface,
    looks: Vec<Look>,
    /// Per point.
    bones: Vec<Option<u32>>,
}

/// The 0x36 that a reference leads to, perhaps through a 0x2D.
pub(super) fn mesh(world: &World, reference: Reference) -> Option<&Mesh> {
    match world.body(reference)? {
        Body::DmSpriteDef2(mesh) => Some(mesh),
        Body::DmSprite(instance) => match world.body(instance.definition)? {
            Body::DmSpriteDef2(mesh) => Some(mesh),
            _ => None,
        },
        _ => None,
    }
}

/// The bone of each vertex of the mesh of either type that a reference leads to, perhaps through a 0x2D.
pub(super) fn groups(world: &World, reference: Reference) -> Option<Vec<u16>> {
    let body = match world.body(reference)? {
        Body::DmSprite(instance) => world.body(instance.definition)?,
        other => other,
    };
    match body {
        Body::DmSpriteDef2(mesh) => Some(mesh.bones().collect()),
        Body::DmSpriteDef(mesh) => Some(surfaces::legacy_bones(mesh)),
        _ => None,
    }
}

impl Piece {
    /// A mesh whose points are in the space of its bones; they are put where these stand at rest.
    pub fn new(mut surface: Surface, looks: Vec<Look>, hold: &Hold, rig: &Rig, frame: &Frame) -> Self {
        let count = surface.points.len();
        let within = |bone: u32| Some(bone).filter(|bone| (*bone as usize) < rig.places.len());
        let mut bones: Vec<Option<u32>> = match hold {
            Hold::Nothing => vec![None; count],
            Hold::Bone(bone) => vec![within(*bone); count],
            Hold::Groups(groups) => groups.iter().take(count).map(|bone| within((*bone).into())).collect(),
        };
        // Points behind the last group stay.
        bones.resize(count, None);
        for (point, bone) in surface.points.iter_mut().zip(&bones) {
            let Some(place) = bone.and_then(|bone| rig.places.get(bone as usize)) else { continue };
            let position = place.point(frame.to_game(point.position));
            let normal = place.direction(frame.to_game(point.normal)) * place.scale.signum();
            let position = if position.is_finite() { position } else { Vec3::ZERO };
            *point = Point {
                position: frame.to_engine(position),
                normal: frame.to_engine(normal).normalize_or(Vec3::Y),
            };
        }
        surface.frames.clear();
        Piece { surface, looks, bones }
    }

    /// How many points it has.
    pub fn points(&self) -> usize {
        self.bones.len()
    }

    /// How high its lowest and its highest point are when bones stand elsewhere, files' axes.
    pub fn heights(&self, rig: &Rig, posed: &[super::rig::Place], frame: &Frame) -> [f32; 2] {
        let height = |(point, bone): (&Point, &Option<u32>)| {
            let at = frame.to_game(point.position);
            let place = bone.and_then(|bone| {
                let (rest, now) = (rig.places.get(bone as usize)?, posed.get(bone as usize)?);
                let own = rest.rotation.conjugate() * ((at - rest.at) / rest.scale);
                Some(now.point(own))
            });
            place.unwrap_or(at).z
        };
        let used =
            self.surface.points.iter().zip(&self.bones).map(height).filter(|height| height.is_finite());
        used.fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], at| [low.min(at), high.max(at)])
    }
}

/// The model of an actor, without bounds.
pub(super) fn model(pieces: &[Piece], bare: Look, rig: &Rig, frame: &Frame) -> Model {
    let mut model = Model { lit: true, fogged: true, ..Model::default() };
    let mut deform = Deform::default();
    let mut influences = Vec::new();
    for piece in pieces {
        let first = deform.points.len() as u32;
        let carried = (first..).zip(&piece.bones).filter_map(|(point, bone)| Some((point, (*bone)?)));
        influences.extend(carried.map(|(point, bone)| Influence { point, bone, weight: 1.0 }));
        deform.points.extend(&piece.surface.points);
        draw(piece, first, bare, frame, &mut model, &mut deform.point_of);
    }
    deform.skeleton = rig.skeleton(frame, influences);
    model.deform = Some(Box::new(deform));
    model
}

/// Faces that are alike.
struct Bucket {
    material: Option<u16>,
    solid: bool,
    faces: Vec<[u16; 3]>,
}

/// Adds the faces of a piece, those of one material together.
fn draw(
    piece: &Piece,
    first_point: u32,
    bare: Look,
    frame: &Frame,
    model: &mut Model,
    point_of: &mut Vec<u32>,
) {
    let surface = &piece.surface;
    // In the order in which materials come first.
    let mut buckets: Vec<Bucket> = Vec::new();
    let mut places: HashMap<(Option<u16>, bool), usize> = HashMap::new();
    let there = |corner: &u16| usize::from(*corner) < surface.points.len();
    for face in surface.faces.iter().filter(|face| face.corners.iter().all(there)) {
        let place = *places.entry((face.material, face.solid)).or_insert_with(|| {
            buckets.push(Bucket { material: face.material, solid: face.solid, faces: Vec::new() });
            buckets.len() - 1
        });
        if let Some(bucket) = buckets.get_mut(place) {
            bucket.faces.push(face.corners);
        }
    }
    for Bucket { material, solid, faces } in buckets {
        let look = material.and_then(|at| piece.looks.get(usize::from(at))).copied().unwrap_or(bare);
        if look.sight == Sight::Unseen && !solid {
            continue;
        }
        let (first_vertex, first_index) = (model.vertices.len() as u32, model.indices.len() as u32);
        let mut known: HashMap<u16, u32> = HashMap::new();
        for [a, b, c] in faces {
            // Front faces are clockwise in files.
            for corner in frame.corners([a, c, b]) {
                let index = *known.entry(corner).or_insert_with(|| {
                    let Point { position, normal } =
                        surface.points.get(usize::from(corner)).copied().unwrap_or_default();
                    let uv = surface.uvs.get(usize::from(corner)).copied().unwrap_or_default();
                    model.vertices.push(Vertex {
                        position: position.to_array(),
                        normal: Vertex::pack_normal(normal),
                        uv,
                        color: [255; 3],
                        day: 0,
                    });
                    point_of.push(first_point + u32::from(corner));
                    model.vertices.len() as u32 - 1
                });
                model.indices.push(index);
            }
        }
        let index_count = model.indices.len() as u32 - first_index;
        if index_count > 0 {
            model.polygons.push(Polygon {
                first_vertex,
                first_index,
                index_count,
                material: look.material,
                layer: 0,
                double_sided: look.double_sided,
                pass: 0,
                sight: look.sight,
                solid,
                zones: ZoneSet::default(),
            });
        }
    }
}
