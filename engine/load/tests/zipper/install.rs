//! Installs in a temporary folder.

use binary::{Mode, NodeName};
use std::path::Path;
use tempfile::TempDir;
use vfs::Vfs;
use zbd::archive::TypedEntry;
use zbd::gamez::materials::{MaterialSlot, Materials};
use zbd::gamez::models::{Model, Models};
use zbd::gamez::nodes::{Camera, Light, Lod, Node, NodeData, Nodes, Object3d, World};
use zbd::gamez::textures::TextureEntry;
use zbd::gamez::{self, GameZ, NewPolygon, Version};
use zbd::textures::{AlphaKind, Texture, TexturePackage};

pub const VERSIONS: [Version; 4] =
    [Version::Recoil, Version::MechWarrior3, Version::PiratesMoon, Version::CrimsonSkies];

/// A folder that is an install.
pub struct Install {
    pub folder: TempDir,
}

impl Install {
    pub fn new() -> Self {
        Install { folder: tempfile::tempdir().unwrap() }
    }

    pub fn file(&self, address: &str, bytes: &[u8]) -> &Self {
        let path = self.folder.path().join(address);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
        self
    }

    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    pub fn vfs(&self) -> Vfs {
        Vfs::open(Path::new(self.folder.path()), &[], load::ARCHIVES).unwrap()
    }
}

pub fn name(text: &str) -> NodeName {
    NodeName::new(text).unwrap()
}

pub fn member<C>(name: &str, content: C) -> TypedEntry<C> {
    TypedEntry::new(name, content).unwrap()
}

/// A package of one-coloured textures: name, side, grey.
pub fn package(textures: &[(&str, u16, u8)]) -> Vec<u8> {
    let texture = |(name, side, grey): &(&str, u16, u8)| {
        let pixels = [*grey, *grey, *grey, 255].repeat(usize::from(*side) * usize::from(*side));
        Texture::from_rgba8(name, *side, *side, &pixels, AlphaKind::None).unwrap()
    };
    let package =
        TexturePackage { textures: textures.iter().map(texture).collect(), ..TexturePackage::default() };
    zbd::textures::write(&package).unwrap()
}

/// A square in the plane x-y of material 0; a second pass of material 1 where
/// the game knows overlays.
pub fn square(version: Version, overlay: bool) -> Model {
    let mut model = Model {
        vertices: vec![[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 2.0, 0.0], [0.0, 2.0, 0.0]],
        normals: vec![[0.0, 0.0, 1.0]],
        ..Model::default()
    };
    let uvs = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]];
    let twice: Vec<_> = uvs.iter().chain(&uvs).copied().collect();
    let overlay = overlay && !version.has_zeroed_tail();
    let colors = [[100.0, 150.0, 200.0]; 4];
    let polygon = NewPolygon {
        vertex_indices: &[0, 1, 2, 3],
        normal_indices: &[0, 0, 0, 0],
        materials: if overlay { &[0, 1] } else { &[0] },
        uvs: if overlay { &twice } else { &uvs },
        colors: if version == Version::Recoil { &[] } else { &colors },
        zones: &[-1],
        priority: 3,
        show_backface: true,
        ..NewPolygon::default()
    };
    model.push_polygon(version, &polygon).unwrap();
    model.list_materials(version, &materials(version));
    model.seal(version);
    model
}

/// One triangle of the material without texture: in Crimson Skies a mark.
pub fn triangle(version: Version) -> Model {
    let mut model = Model { vertices: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], ..Model::default() };
    let polygon = NewPolygon {
        vertex_indices: &[0, 1, 2],
        materials: &[1],
        uvs: &[[0.0; 2]; 3],
        ..NewPolygon::default()
    };
    model.push_polygon(version, &polygon).unwrap();
    model.list_materials(version, &materials(version));
    model.seal(version);
    model
}

/// 0 shows the first texture, 1 is red and half seen through.
pub fn materials(version: Version) -> Materials {
    let used = [(MaterialSlot::textured(0), None), (MaterialSlot::colored([255.0, 0.0, 0.0], 128), None)];
    let slots = if version == Version::CrimsonSkies { 1000 } else { 4 };
    Materials::from_used(version, used, slots)
}

/// A world in the making.
pub struct Made {
    pub version: Version,
    pub textures: Vec<TextureEntry>,
    pub models: Vec<Model>,
    pub nodes: Nodes,
}

impl Made {
    /// Ground of one large cell, a sun and a camera; nothing else.
    pub fn new(version: Version) -> Self {
        let edge = version.cell_size() as i32;
        let world = World::new(version, 0, 0, edge, edge).unwrap();
        let camera = if version == Version::CrimsonSkies {
            Camera::crimson_skies(2)
        } else {
            Camera::new(1.0, 500.0, 1.2, 0.9)
        };
        let sun = Light::sun(version, [-0.5, 0.0, 0.0], 0.0, 1.0, [1.0; 3]);
        Made {
            version,
            textures: Vec::new(),
            models: Vec::new(),
            nodes: Nodes::begin(version, world, camera, sun),
        }
    }

    pub fn texture(mut self, name: &str, smaller: i32) -> Self {
        let entry = TextureEntry { mip_index: smaller, ..TextureEntry::named(name).unwrap() };
        self.textures.push(entry);
        self
    }

    /// A node of a model; its slot.
    pub fn object(&mut self, text: &str, model: Option<Model>, place: [f32; 3]) -> usize {
        let data = NodeData::Object3d(Box::new(Object3d::placed([0.0; 3], [1.0; 3], place)));
        let mut node = Node::new(self.version, name(text), data);
        if let Some(model) = model {
            node.base.model_index = self.models.len() as i32;
            node.base.bound(self.version, Some([[0.0; 3], [2.0, 2.0, 0.0]]), None);
            self.models.push(model);
        }
        self.nodes.add(node)
    }

    /// A node of a model that another node has too; its slot.
    pub fn again(&mut self, text: &str, other: usize, place: [f32; 3]) -> usize {
        let model = self.nodes.nodes[other].base.model_index;
        let slot = self.object(text, None, place);
        let own = &mut self.nodes.nodes[slot].base;
        own.model_index = model;
        own.bound(self.version, Some([[0.0; 3], [2.0, 2.0, 0.0]]), None);
        slot
    }

    pub fn lod(&mut self, text: &str, near: f32, far: f32, child: usize) -> usize {
        let data = NodeData::Lod(Box::new(Lod::new(self.version, near, far)));
        let mut node = Node::new(self.version, name(text), data);
        node.base.bound(self.version, None, Some([[0.0; 3], [2.0, 2.0, 0.0]]));
        let slot = self.nodes.add(node);
        self.nodes.link(slot, child);
        slot
    }

    pub fn link(&mut self, parent: usize, child: usize) {
        self.nodes.link(parent, child);
    }

    pub fn place(&mut self, slot: usize, bounds: [[f32; 3]; 2]) {
        self.nodes.place(self.version, slot, bounds);
    }

    pub fn gamez(mut self) -> GameZ {
        self.nodes.seal(self.version);
        GameZ::new(
            self.version,
            self.textures,
            materials(self.version),
            Models::from_used(self.models, 8),
            self.nodes,
        )
    }

    /// The file; its own strict reader must have nothing to say about it but
    /// what the codes allow.
    pub fn bytes(self) -> Vec<u8> {
        let bytes = gamez::write(&self.gamez()).unwrap();
        gamez::read(&bytes, Mode::Lenient).unwrap();
        bytes
    }
}
