//! A zone's world: materials, a mesh a region, the tree, the regions and what
//! they are, in the order of original files. Source:
//! `docs/spec/everquest/writing.md`, "2. Order in the original files".

use super::material::{self, Material, OF_ZONES};
use super::mesh::{self, Shape, bgra};
use super::partition::{Cell, Partition};
use super::wrong;
use binary::Result;
use everquest::wld::mesh::mesh_flags;
use everquest::wld::render_info::RenderInfo;
use everquest::wld::sprites::SpriteNode;
use everquest::wld::volumes::Sphere;
use everquest::wld::{
    ActorDef, ActorInst, AmbientLight, Body, Builder, GlobalAmbientLight, Inline, Instance, LightDef,
    Location, Mesh, Reference, Region, Version, Wld, WorldTree, Zone,
};
use glam::{Vec3, Vec4};
use rayon::prelude::*;

/// The largest scale exponent of meshes in zones.
const SCALE: u16 = 5;
/// The fourth reference of meshes, which leads nowhere.
const NO_VOLUME: Reference = Reference(-2);

/// What some regions are.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    /// Its name, which says what it is if there is no text.
    pub name: &'static str,
    pub text: Option<String>,
    /// Numbers of regions, from 0.
    pub regions: Vec<u32>,
}

/// A zone ready to be written.
pub(super) struct Plan<'a> {
    pub name: &'static str,
    pub version: Version,
    pub materials: &'a [Material<'static>],
    pub partition: &'a Partition,
    pub visible: &'a [Vec<u32>],
    pub kinds: &'a [Kind],
    /// Light that is everywhere, red, green, blue.
    pub ambient: [u8; 3],
    /// Light on a vertex, and how much of the day's reaches it: by its place, its normal, and the middle of its
    /// region.
    pub light: &'a (dyn Fn(Vec3, Vec3, Vec3) -> (Vec3, f32) + Sync),
}

impl Plan<'_> {
    /// Writes the world.
    pub fn world(&self) -> Result<Wld> {
        let mut builder = Builder::new(self.version);
        let upper = self.name.to_ascii_uppercase();
        let [red, green, blue] = self.ambient;
        builder.add(Body::GlobalAmbientLightDef(GlobalAmbientLight { bgra: [blue, green, red, 255] }));
        let palette = material::palette(&mut builder, &upper, self.materials, OF_ZONES)?;
        let mut meshes = Vec::new();
        for (number, mesh) in self.meshes().into_iter().enumerate() {
            meshes.push(match mesh {
                Some(mut mesh) => {
                    mesh.head.name = builder.name(&format!("R{}_DMSPRITEDEF", number + 1))?;
                    mesh.head.palette = palette;
                    Some(builder.add(Body::DmSpriteDef2(Box::new(mesh))))
                }
                None => None,
            });
        }
        self.rest(&mut builder, &meshes)?;
        builder.finish()
    }

    /// The mesh of each region that has faces, without name and palette.
    fn meshes(&self) -> Vec<Option<Mesh>> {
        let mesh = |cell: &Cell| {
            if cell.faces.is_empty() {
                return None;
            }
            let shape = Shape::new(&cell.faces);
            let mut head = mesh::head(Reference::NONE, mesh_flags::ZONE, Reference::NONE, shape.center());
            head.stored_volume = NO_VOLUME;
            let mut mesh = shape.mesh(self.version, head, SCALE, self.materials);
            let middle = (cell.min + cell.max) / 2.0;
            let color = |vertex: &super::face::Corner| {
                let (light, day) = (self.light)(vertex.place, vertex.normal, middle);
                bgra(light, day)
            };
            mesh.colors = shape.vertices.iter().map(color).collect();
            Some(mesh)
        };
        self.partition.cells.par_iter().map(mesh).collect()
    }

    /// What follows the meshes.
    fn rest(&self, builder: &mut Builder, meshes: &[Option<Reference>]) -> Result<()> {
        let name = builder.name("DEFAULT_LIGHTDEF")?;
        let light = builder.add(Body::LightDef(Box::new(LightDef::default_of_zone(name))));
        let camera = camera(builder)?;
        let nodes = self.partition.nodes.clone();
        builder.add(Body::WorldTree(WorldTree { name: Reference::NONE, nodes }));
        for (number, cell) in self.partition.cells.iter().enumerate() {
            let name = builder.name(&format!("R{:06}", number + 1))?;
            let region =
                Region::new(name, number as u32, &self.visible[number], sphere(cell), meshes[number]);
            builder.add(Body::Region(Box::new(region)));
        }
        let light = builder.add(Body::Light(Instance::of(light, 0)));
        let name = builder.name("DEFAULT_AMBIENTLIGHT")?;
        let regions = (0..self.partition.cells.len() as u32).collect();
        builder.add(Body::AmbientLight(AmbientLight { name, light, flags: 0, regions }));
        self.place_camera(builder, camera)?;
        for kind in self.kinds {
            let name = builder.name(kind.name)?;
            let user_data = match &kind.text {
                Some(text) => Inline::new(text).ok_or_else(|| wrong("a text", text))?,
                None => Inline::empty(),
            };
            builder.add(Body::Zone(Box::new(Zone {
                name,
                flags: 0,
                regions: kind.regions.clone(),
                user_data,
            })));
        }
        Ok(())
    }

    /// The flying camera that every zone has.
    fn place_camera(&self, builder: &mut Builder, camera: Reference) -> Result<()> {
        let sprite = builder.add(Body::ThreeDSprite(Instance::of(camera, 0)));
        let name = builder.name("PLAYER_1")?;
        let callback = builder.name("FLYCAMCALLBACK")?;
        let actor = ActorDef { flags: 0, ..ActorDef::still(name, callback, sprite) };
        let actor = builder.add(Body::ActorDef(Box::new(actor)));
        let sphere = builder.add(Body::Sphere(Sphere { name: Reference::NONE, radius: 0.1 }));
        let middle = self.partition.cells.first().map_or(Vec3::ZERO, |cell| (cell.min + cell.max) / 2.0);
        builder.add(Body::ActorInst(Box::new(ActorInst {
            actor,
            flags: everquest::wld::actors::placement_flags::CAMERA,
            sphere,
            location: Some(Location { position: middle.to_array(), rotation: [0.0; 3], unknown: 0 }),
            radius: Some(0.1),
            scale: Some(1.0),
            ..ActorInst::default()
        })));
        Ok(())
    }
}

/// The square that stands for the camera.
fn camera(builder: &mut Builder) -> Result<Reference> {
    let name = builder.name("CAMERA_DUMMY")?;
    let vertices = [[0.0, -1.0, -1.0], [0.0, 1.0, -1.0], [0.0, 1.0, 1.0], [0.0, -1.0, 1.0]];
    let node = SpriteNode {
        vertices: vec![0, 1, 2, 3],
        render_method: 0x4B,
        render: RenderInfo { flags: 1, pen: Some(11), ..RenderInfo::default() },
        ..SpriteNode::default()
    };
    let sprite = everquest::wld::sprites::ThreeDSpriteDef {
        name,
        flags: 2,
        radius: Some(1.5),
        vertices: vertices.to_vec(),
        nodes: vec![node],
        ..Default::default()
    };
    Ok(builder.add(Body::ThreeDSpriteDef(Box::new(sprite))))
}

/// A sphere around a region's box and its faces.
fn sphere(cell: &Cell) -> [f32; 4] {
    let middle = ((cell.min + cell.max) / 2.0).round();
    let places = cell.faces.iter().flat_map(|face| face.places()).chain([cell.min, cell.max]);
    let radius = places.map(|place| place.distance(middle)).fold(0.0, f32::max);
    Vec4::new(middle.x, middle.y, middle.z, radius.ceil()).to_array()
}
