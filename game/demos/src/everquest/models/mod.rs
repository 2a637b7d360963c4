//! Models of placeable objects: their faces, and the world that holds them.
//! Source: `docs/spec/everquest/writing.md`, "6. Objects".

mod basalt;
mod built;
mod grown;
mod making;

pub(super) use basalt::{Matter, brazier, bridge, columns, pillar, portal, shrine, slab, snag, waymark};
pub(super) use built::{Stuff, barrel, boat, fence, house, ladder, mill, pier, post, sail, sign, torch};
pub(super) use grown::{boulder, bush, fir, oak, reed};

use super::face::{Corner, Face};
use super::material::{self, Material, OF_OTHERS};
use super::mesh::{self, Shape};
use super::partition::Bounds;
use super::skeletons;
use super::wrong;
use binary::Result;
use everquest::wld::mesh::{largest_scale, mesh_flags, step};
use everquest::wld::volumes::{Polyhedron, PolyhedronDef, SCALED};
use everquest::wld::{
    ActorDef, Body, Builder, DmTrackDef2, Instance, Location, MaterialPalette, MeshHead, Reference, Skeleton,
    Version, Wld,
};
use glam::{Mat3, Vec3};
use std::collections::BTreeMap;

/// The largest scale exponent of meshes of objects.
const SCALE: u16 = 12;
/// The fourth reference of meshes, which leads nowhere.
const NO_VOLUME: Reference = Reference(-2);
/// Frames of leaves that move, and how long each is shown.
const FRAMES: u32 = 16;
const FRAME_MS: u16 = 100;

/// What an object does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    /// Stands.
    Still,
    /// Its leaves sway by so much at the top.
    Sways(f32),
    /// Is climbed within this box.
    Ladder(Bounds),
    /// Turns about its x axis, once in so many frames.
    Turns(u32),
}

/// An object that can be placed.
#[derive(Clone, Debug)]
pub(super) struct Model {
    /// Its name without `_ACTORDEF`.
    pub name: &'static str,
    pub faces: Vec<Face>,
    pub way: Way,
    /// Where its flame is; zero for none.
    pub flame: Vec3,
    /// It is in the way of light.
    pub casts: bool,
}

impl Model {
    pub fn still(name: &'static str, faces: Vec<Face>) -> Self {
        Model { name, faces, way: Way::Still, flame: Vec3::ZERO, casts: true }
    }
}

/// An object that is placed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placed {
    pub name: &'static str,
    pub place: Vec3,
    /// 0..512 about the vertical, whole; and about the model's y axis.
    pub turn: f32,
    pub tilt: f32,
    pub scale: f32,
}

impl Placed {
    pub fn new(name: &'static str, place: Vec3, turn: f32) -> Self {
        Placed { name, place, turn: turn.rem_euclid(512.0).floor(), tilt: 0.0, scale: 1.0 }
    }

    pub fn tilted(self, tilt: f32) -> Self {
        Placed { tilt: tilt.rem_euclid(512.0).floor(), ..self }
    }

    pub fn scaled(self, scale: f32) -> Self {
        Placed { scale, ..self }
    }

    fn matrix(&self) -> Mat3 {
        let location = Location { rotation: [self.turn, self.tilt, 0.0], ..Location::default() };
        let [_, y, z] = location.radians();
        let (sin_y, cos_y) = libm::sincosf(y);
        let (sin_z, cos_z) = libm::sincosf(z);
        let about_z = Mat3::from_cols_array_2d(&[[cos_z, sin_z, 0.0], [-sin_z, cos_z, 0.0], [0.0, 0.0, 1.0]]);
        let about_y = Mat3::from_cols_array_2d(&[[cos_y, 0.0, -sin_y], [0.0, 1.0, 0.0], [sin_y, 0.0, cos_y]]);
        about_z * about_y
    }

    /// A place of the model in the zone.
    pub fn at(&self, place: Vec3) -> Vec3 {
        self.place + self.matrix() * place * self.scale
    }

    pub fn way(&self, normal: Vec3) -> Vec3 {
        self.matrix() * normal
    }
}

/// Vertices of each model in the order of its mesh, for their light.
pub(super) type Vertices = BTreeMap<&'static str, Vec<Corner>>;

/// The world of objects, and the vertices of those whose light is baked.
pub(super) fn world(
    version: Version,
    materials: &[Material<'_>],
    models: &[Model],
) -> Result<(Wld, Vertices)> {
    let mut builder = Builder::new(version);
    let mut known: BTreeMap<usize, Reference> = BTreeMap::new();
    let mut vertices = Vertices::new();
    for model in models {
        let shape = add(&mut builder, version, materials, &mut known, model)?;
        if !matches!(model.way, Way::Turns(_)) {
            vertices.insert(model.name, shape.vertices);
        }
    }
    Ok((builder.finish()?, vertices))
}

fn add(
    builder: &mut Builder,
    version: Version,
    materials: &[Material<'_>],
    known: &mut BTreeMap<usize, Reference>,
    model: &Model,
) -> Result<Shape> {
    let mut used: Vec<usize> = model.faces.iter().map(|face| face.material).collect();
    used.sort_unstable();
    used.dedup();
    let mut own = Vec::new();
    let mut palette = Vec::new();
    for number in &used {
        let material = materials.get(*number).ok_or_else(|| wrong("a material of the list", model.name))?;
        own.push(*material);
        palette.push(match known.get(number) {
            Some(known) => *known,
            None => {
                let added = material::add(builder, material, OF_OTHERS)?;
                known.insert(*number, added);
                added
            }
        });
    }
    let name = builder.name(&format!("{}_MP", model.name))?;
    let palette = builder.add(Body::MaterialPalette(MaterialPalette { name, flags: 0, materials: palette }));
    let number = |material: usize| used.binary_search(&material).unwrap_or(0);
    let faces: Vec<Face> =
        model.faces.iter().map(|face| Face { material: number(face.material), ..face.clone() }).collect();
    let shape = Shape::new(&faces);
    let center = shape.center();
    let mut head = mesh::head(Reference::NONE, mesh_flags::OBJECT, palette, center);
    head.stored_volume = NO_VOLUME;
    head.flame = model.flame.to_array();
    let [min, max] = shape.extent();
    (head.box_min, head.box_max) = ((min - center).to_array(), (max - center).to_array());
    // Room for what moves.
    let reach = if let Way::Sways(amount) = model.way { amount * 1.5 } else { 0.0 };
    let extent = (max - center).max(center - min).max_element() + reach;
    let largest = largest_scale(extent).min(SCALE);
    if let Way::Sways(amount) = model.way {
        head.animation = sway(builder, model.name, &shape, center, largest, amount)?;
    }
    if let Way::Ladder(bounds) = model.way {
        head.stored_volume = volume(builder, model.name, &bounds)?;
    }
    let sprite = sprite(builder, version, model, &shape, head, largest, &own)?;
    let name = builder.name(&format!("{}_ACTORDEF", model.name))?;
    let callback = builder.name(match model.way {
        Way::Sways(_) => "TREECALLBACK",
        Way::Ladder(_) => "LADDERCALLBACK",
        Way::Still | Way::Turns(_) => "SPRITECALLBACK",
    })?;
    builder.add(Body::ActorDef(Box::new(ActorDef::still(name, callback, sprite))));
    Ok(shape)
}

/// The mesh, alone or on a skeleton.
fn sprite(
    builder: &mut Builder,
    version: Version,
    model: &Model,
    shape: &Shape,
    mut head: MeshHead,
    largest: u16,
    materials: &[Material<'_>],
) -> Result<Reference> {
    head.name = builder.name(&format!("{}_DMSPRITEDEF", model.name))?;
    let mesh = shape.mesh(version, head, largest, materials);
    let mesh = builder.add(Body::DmSpriteDef2(Box::new(mesh)));
    let instance = builder.add(Body::DmSprite(Instance::of(mesh, 0)));
    let Way::Turns(frames) = model.way else { return Ok(instance) };
    let bones = skeletons::turning(builder, model.name, instance, frames)?;
    let name = builder.name(&format!("{}_HS_DEF", model.name))?;
    let [min, max] = shape.extent();
    let radius = Some(min.abs().max(max.abs()).length());
    let skeleton = Skeleton { name, flags: 2, radius, bones, ..Skeleton::default() };
    let skeleton = builder.add(Body::HierarchicalSpriteDef(Box::new(skeleton)));
    Ok(builder.add(Body::HierarchicalSprite(Instance::of(skeleton, 0))))
}

/// Leaves that move in the wind: what stands high moves most.
fn sway(
    builder: &mut Builder,
    name: &str,
    shape: &Shape,
    center: Vec3,
    scale: u16,
    amount: f32,
) -> Result<Reference> {
    let [_, max] = shape.extent();
    let frame = |frame: u32| -> Vec<[i16; 3]> {
        let at = |corner: &Corner| {
            let place = corner.place;
            let turn = std::f32::consts::TAU * frame as f32 / FRAMES as f32;
            let up = (place.z / max.z).clamp(0.0, 1.0);
            let own = (place.x * 0.9 + place.y * 1.7) * 0.4;
            let off =
                Vec3::new(libm::sinf(turn + own), libm::cosf(turn * 2.0 + own) * 0.4, 0.0) * amount * up * up;
            ((place + off - center) / step(scale)).to_array().map(|part| part.round() as i16)
        };
        shape.vertices.iter().map(at).collect()
    };
    let frames: Vec<Vec<[i16; 3]>> = (0..FRAMES).map(frame).collect();
    let name = builder.name(&format!("{name}_DMTRACKDEF"))?;
    let track = builder.add(Body::DmTrackDef2(Box::new(DmTrackDef2::new(name, scale, FRAME_MS, &frames)?)));
    Ok(builder.add(Body::DmTrack(Instance::of(track, 0))))
}

/// The box in which one climbs.
fn volume(builder: &mut Builder, name: &str, bounds: &Bounds) -> Result<Reference> {
    let Bounds { min, max } = bounds;
    let corner = |number: u32| {
        let pick = |bit: u32, axis: usize| if number >> bit & 1 == 1 { max[axis] } else { min[axis] };
        [pick(0, 0), pick(1, 1), pick(2, 2)]
    };
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let name = builder.name(&format!("{name}_POLYHDEF"))?;
    let definition = builder.add(Body::PolyhedronDef(Box::new(PolyhedronDef {
        name,
        flags: SCALED,
        radius: min.abs().max(max.abs()).length(),
        scale: 1.0,
        vertices: (0..8).map(corner).collect(),
        faces: faces.map(|face| face.to_vec()).to_vec(),
    })));
    Ok(builder.add(Body::Polyhedron(Polyhedron { definition, ..Polyhedron::default() })))
}
