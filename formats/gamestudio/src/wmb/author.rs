//! Making new levels.

use super::blocks::{Block, SOLID, Skin, Triangle, Vertex, surface};
use super::bsp::{BspLeaf, Submodel};
use super::codes::unwritable;
use super::lightmaps::{DUMMY, page_size};
use super::materials::Material;
use super::objects::{Entity, Info, Object, Path, Region};
use super::{ColorTable, Level, LevelPalette, Texture};
use crate::text::Text;
use binary::Result;

/// Brightness of the surfaces of a new block.
const DEFAULT_ALBEDO: f32 = 50.0;

impl Level {
    /// An empty level: shades of grey for a palette, the dummy page of light
    /// maps, one leaf, and an INFO object with a sun 60 degrees high.
    pub fn new() -> Level {
        let page = page_size(0).map_or(0, |size| size as usize * size as usize * 3);
        let mut level = Level {
            palette: Some(LevelPalette { zero00: [0; 16], colors: ColorTable::gray() }),
            bsp_leafs: vec![BspLeaf { content: SOLID, ..BspLeaf::default() }],
            lightmaps: vec![DUMMY; page],
            objects: vec![Object::Info(Box::new(Info {
                sun_elevation: 60.0,
                flags: 35,
                compiler_version: 7.35,
                gamma: 2,
                sun_color: 0x93_93_93,
                ambient_color: 0x30_30_30,
                ..Info::default()
            }))],
            ..Level::default()
        };
        level.seal();
        level
    }

    /// Derives what follows from the blocks: the boxes of blocks and level. Forgets the layout of
    /// the file.
    pub fn seal(&mut self) {
        for block in &mut self.blocks {
            (block.mins, block.maxs) = block.extent();
        }
        let boxes = self.blocks.iter().map(|block| (block.mins, block.maxs));
        let (mins, maxs) = boxes
            .reduce(|(mut mins, mut maxs), (from, to)| {
                for axis in 0..3 {
                    mins[axis] = mins[axis].min(from[axis]);
                    maxs[axis] = maxs[axis].max(to[axis]);
                }
                (mins, maxs)
            })
            .unwrap_or_default();
        let tree = !self.bsp_nodes.is_empty();
        let mut submodel = self.submodels.first().copied().unwrap_or_default();
        (submodel.mins, submodel.maxs) = (mins, maxs);
        if tree {
            submodel.leaf_count = self.bsp_leafs.len() as i32 - 1;
        } else {
            submodel = Submodel { mins, maxs, leaf_count: -1, first_face: -1, ..Submodel::default() };
        }
        match self.submodels.first_mut() {
            Some(first) => *first = submodel,
            None => self.submodels.push(submodel),
        }
        self.layout = super::Layout::default();
    }

    /// Adds a texture and returns its number.
    pub fn add_texture(&mut self, texture: Texture) -> usize {
        self.textures.push(Some(Box::new(texture)));
        self.textures.len() - 1
    }

    /// Adds an entity as the tools would store it, and returns its number from
    /// 1 on among the entities.
    pub fn add_entity(&mut self, entity: Entity) -> i32 {
        self.objects.push(entity.into_object());
        self.entities().count() as i32
    }

    /// Adds a path and returns its number from 1 on among the paths.
    pub fn add_path(&mut self, path: Path) -> i32 {
        self.objects.push(Object::Path(Box::new(path)));
        self.paths().count() as i32
    }
}

fn named<const N: usize>(what: &str, text: &str) -> Result<Text<N>> {
    match Text::new(text) {
        Some(field) => Ok(field),
        None => {
            unwritable(what, format_args!("a text of at most {N} characters"), format_args!("\"{text}\""))
        }
    }
}

impl Entity {
    /// An entity with the tools' defaults.
    ///
    /// # Errors
    /// `gamestudio.wmb.unwritable` when name or file is longer than 33
    /// characters of Windows-1252.
    pub fn new(name: &str, file: &str, origin: [f32; 3]) -> Result<Entity> {
        Ok(Entity {
            origin,
            scale: [1.0; 3],
            name: named("entity name", name)?,
            file: named("entity file", file)?,
            albedo: DEFAULT_ALBEDO,
            ..Entity::default()
        })
    }

    /// The same entity with a function of the scripts.
    ///
    /// # Errors
    /// As [`Entity::new`].
    pub fn with_action(self, action: &str) -> Result<Entity> {
        Ok(Entity { action: named("entity action", action)?, ..self })
    }
}

impl Region {
    /// A named box.
    ///
    /// # Errors
    /// `gamestudio.wmb.unwritable` when the name is longer than 20 characters.
    pub fn new(name: &str, mins: [f32; 3], maxs: [f32; 3]) -> Result<Region> {
        Ok(Region { mins, maxs, zero28: [0; 2], name: named("region name", name)? })
    }
}

impl Path {
    /// A path through these positions, each joined to the next, and the last to the first when it
    /// is closed.
    ///
    /// # Errors
    /// `gamestudio.wmb.unwritable` when the name is longer than 20 characters.
    pub fn new(name: &str, nodes: Vec<[f32; 3]>, closed: bool) -> Result<Path> {
        let count = nodes.len();
        let ways = if closed && count > 1 { count } else { count.saturating_sub(1) };
        let edges = (0..ways).map(|from| {
            let to = (from + 1) % count;
            let squared: f32 = (0..3).map(|axis| (nodes[to][axis] - nodes[from][axis]).powi(2)).sum();
            super::objects::Edge {
                nodes: [from as f32 + 1.0, to as f32 + 1.0],
                length: squared.sqrt(),
                ..Default::default()
            }
        });
        let edges = edges.collect();
        Ok(Path {
            name: named("path name", name)?,
            zero28: [0; 3],
            skills: vec![[0.0; 6]; count],
            nodes,
            edges,
        })
    }
}

impl Skin {
    /// A drawn surface without a light map.
    pub fn flat(texture: i16) -> Skin {
        Skin { texture, albedo: DEFAULT_ALBEDO, flags: surface::FLAT, ..Skin::default() }
    }
}

/// The sides of a box: the axis across, whether at its upper end, and the axes
/// that S and T run along.
const SIDES: [(usize, bool, usize, usize); 6] =
    [(0, false, 1, 2), (0, true, 1, 2), (1, false, 0, 2), (1, true, 0, 2), (2, false, 0, 1), (2, true, 0, 1)];

impl Block {
    /// A solid box with one surface on all sides. Its texture of `width` x
    /// `height` pixels shows one pixel per quant, upright on the walls.
    pub fn cuboid(mins: [f32; 3], maxs: [f32; 3], skin: Skin, width: u32, height: u32) -> Block {
        let mut block = Block { content: SOLID, skins: vec![skin], ..Block::default() };
        for (side, (across, upper, s, t)) in SIDES.into_iter().enumerate() {
            let mapping = Material::along(s, t);
            let first = block.vertices.len() as u16;
            for (along_s, along_t) in [(false, false), (true, false), (true, true), (false, true)] {
                let mut position = mins;
                for (axis, at_upper) in [(across, upper), (s, along_s), (t, along_t)] {
                    if at_upper {
                        position[axis] = maxs[axis];
                    }
                }
                let uv = mapping.uv(position, width, height);
                block.vertices.push(Vertex { position, uv, lightmap_uv: [0.0; 2] });
            }
            // S x T points along the axis across, but for Y against it; the
            // front is clockwise.
            let turned = upper != (across == 1);
            for fan in [[0, 1, 2], [0, 2, 3]] {
                let [a, b, c] = fan.map(|corner| first + corner);
                let vertices = if turned { [a, c, b] } else { [a, b, c] };
                block.triangles.push(Triangle { vertices, skin: 0, polygon: side as i32 });
            }
        }
        (block.mins, block.maxs) = block.extent();
        block
    }
}

impl Material {
    /// The mapping of one pixel per quant along two axes of the world, 0 to 2
    /// for X, Y, Z; T runs against its axis, so that pictures stand upright.
    pub fn along(s: usize, t: usize) -> Material {
        let mut material = Material { albedo: DEFAULT_ALBEDO as i8, ..Material::default() };
        if let Some(axis) = material.s_axis.get_mut(s) {
            *axis = 1.0;
        }
        if let Some(axis) = material.t_axis.get_mut(t) {
            *axis = -1.0;
        }
        material
    }
}
