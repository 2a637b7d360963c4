//! Models: vertices, normals, morph targets, point lights and polygons.
//! Source: `spec/zbd/gamez.md`, "4. Models".

use binary::record;
use serde::{Deserialize, Serialize};

/// Bits of [`ModelInfo::flags`] as MW, PM and CS store them.
pub mod flags {
    /// Affected by lights.
    pub const LIGHTING: u32 = 0x01;
    /// Affected by distance fog.
    pub const FOG: u32 = 0x02;
    /// Never set in a file.
    pub const TEXTURE_REGISTERED: u32 = 0x04;
    /// Never set in a file.
    pub const MORPH: u32 = 0x08;
    /// Texture coordinates move.
    pub const TEXTURE_SCROLL: u32 = 0x10;
    /// Affected by cloud shadows.
    pub const CLOUDS: u32 = 0x20;
    /// A facade turns around the centroid instead of the node origin.
    pub const FACADE_CENTROID: u32 = 0x40;
    /// PM, CS: set exactly on default models with polygons.
    pub const HARDWARE_RENDER: u32 = 0x80;
}

record! {
    /// Ahead of the slots.
    pub(crate) struct ArrayHeader in "zbd.gamez.models" sizes [12, 12, 12] {
        array_size: u32 [0, 0, 0],
        count: u32 [4, 4, 4],
        index_free: i32 [8, 8, 8],
    }
}

record! {
    /// What a model says of itself. Counts are taken from the arrays when
    /// writing.
    pub struct ModelInfo in "zbd.gamez.model" sizes [84, 92, 100] {
        /// 0 default, 1 facade (billboard), 2 points.
        model_type: u32 [0, 0, 0],
        /// 0 cylindrical about y, 1 spherical, 2 cylindrical about x, 3 about z.
        facade_mode: u32 [_, 4, 4],
        /// See [`flags`].
        flags: u32 [4, 8, 8],
        /// Number of nodes using the model.
        parent_count: u32 [8, 12, 12],
        #[serde(skip)]
        polygon_count: u32 [12, 16, 16],
        #[serde(skip)]
        vertex_count: u32 [16, 20, 20],
        #[serde(skip)]
        normal_count: u32 [20, 24, 24],
        #[serde(skip)]
        morph_count: u32 [24, 28, 28],
        #[serde(skip)]
        light_count: u32 [28, 32, 32],
        morph_factor: f32 [32, 36, 36] must 0.0,
        /// Texture widths per second.
        tex_scroll_u: f32 [36, 40, 40],
        /// Texture heights per second.
        tex_scroll_v: f32 [40, 44, 44],
        tex_scroll_frame: u32 [44, 48, 48] must 0,
        /// Stale address, not zero exactly when there are polygons; likewise below.
        polygons_ptr: u32 [48, 52, 52],
        vertices_ptr: u32 [52, 56, 56],
        normals_ptr: u32 [56, 60, 60],
        lights_ptr: u32 [60, 64, 64],
        morphs_ptr: u32 [64, 68, 68],
        /// Centre of the bounds.
        bbox_mid: [f32; 3] [68, 72, 72],
        /// About half the diagonal of the bounds.
        bbox_diag: f32 [80, 84, 84],
        active_polygon_index: u32 [_, 88, 88] must 0,
        #[serde(skip)]
        material_ref_count: u32 [_, _, 92],
        material_refs_ptr: u32 [_, _, 96],
    }
}

record! {
    /// A point light of a model, drawn as a sprite at each of its vertices.
    pub struct PointLightInfo in "zbd.gamez.point_light" sizes [76, 76, 76] {
        /// 0 or 1.
        unk00: i32 [0, 0, 0],
        /// 0, 1 or 2; not zero: the light blinks.
        unk04: i32 [4, 4, 4],
        /// Seconds lit, then the same dark; 0.0..=5.0.
        unk08: f32 [8, 8, 8],
        #[serde(skip)]
        vertex_count: u32 [12, 12, 12],
        zero16: i32 [16, 16, 16] must 0,
        zero20: i32 [20, 20, 20] must 0,
        /// Stale address.
        unk24: u32 [24, 24, 24],
        /// Colour, each channel 0.0..=255.0.
        color: [f32; 3] [28, 28, 28],
        rgb: u16 [40, 40, 40] must 0,
        /// Only bits 0..=10.
        flags: u16 [42, 42, 42],
        /// Stale address, never zero.
        vertices_ptr: u32 [44, 44, 44],
        /// Where fading starts, units; 0..=2000.
        fade_near: f32 [48, 48, 48],
        /// Where the light is gone, units; 0..=3500, 0 for no fading.
        fade_far: f32 [52, 52, 52],
        /// 255 / (far - near); 0..=5.1.
        fade_slope: f32 [56, 56, 56],
        /// 0 or 1.
        unk60: i32 [60, 60, 60],
        /// Largest sprite in pixels; 0..=5000.
        unk64: f32 [64, 64, 64],
        /// 0..=4000.
        unk68: f32 [68, 68, 68],
        /// 0..=10000.
        unk72: f32 [72, 72, 72],
    }
}

/// A point light and the vertices it shines at.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PointLight {
    /// Colour, fading, blinking.
    pub info: PointLightInfo,
    /// Positions in model space.
    pub vertices: Vec<[f32; 3]>,
}

record! {
    /// One polygon ahead of its corner data.
    pub struct PolygonInfo in "zbd.gamez.polygon" sizes [28, 36, 40] {
        /// Corner count in the low bits, flags above; see [`PolygonBits`].
        bits: u32 [0, 0, 0],
        /// Draw layer, -50..=50; larger draws on top.
        priority: i32 [4, 4, 4],
        /// Stale address, never zero.
        vertex_indices_ptr: u32 [8, 8, 8],
        /// Not zero exactly when `NORMALS` is set.
        normal_indices_ptr: u32 [12, 12, 12],
        /// PM, CS: number of materials; taken from the list when writing.
        #[serde(skip)]
        material_count: u32 [_, _, 16],
        /// PM, CS: stale address, never zero.
        materials_ptr: u32 [_, _, 20],
        /// Not zero when texture coordinates are stored.
        uvs_ptr: u32 [16, 16, 24],
        /// MW, PM, CS: stale address, never zero.
        vertex_colors_ptr: u32 [_, 20, 28],
        /// MW, PM, CS: stale address, never zero.
        matl_refs_ptr: u32 [_, 24, 32],
        /// RC, MW: index into the materials.
        material_index: i32 [20, 28, _],
        /// Number of zones in byte 0, zone ids in bytes 1..=3, -1 unused.
        zone_set: u32 [24, 32, 36],
    }
}

/// The flags in [`PolygonInfo::bits`], the same for every game; where they
/// stand in the word differs, see [`super::Version::polygon_bits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolygonBits {
    /// Mask of the corner count.
    pub count: u32,
    /// Visible from behind.
    pub show_backface: u32,
    /// PM, CS: keeps clutter off the polygon.
    pub no_clutter: u32,
    /// Normal indices are stored.
    pub normals: u32,
    /// The corners form a triangle strip.
    pub tri_strip: u32,
    /// PM, CS: unknown.
    pub in_out: u32,
}

record! {
    /// PM, CS: which materials the polygons use, for the original's renderer.
    pub struct MaterialRef in "zbd.gamez.material_ref" sizes [0, 0, 12] {
        material_index: i32 [_, _, 0],
        usage_count: u32 [_, _, 4],
        /// Stale address of the polygon that made the entry.
        polygon_ptr: u32 [_, _, 8],
    }
}

/// A model: flat arrays for all polygons together, one behind the other in
/// polygon order. [`Model::polygons`] walks them polygon by polygon.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// Type, flags, scrolling, bounds.
    pub info: ModelInfo,
    /// Positions.
    pub vertices: Vec<[f32; 3]>,
    /// Directions, referred to by `normal_indices`.
    pub normals: Vec<[f32; 3]>,
    /// Morph offsets.
    pub morphs: Vec<[f32; 3]>,
    /// Point lights.
    pub lights: Vec<PointLight>,
    /// The polygons, without their corners.
    pub polygon_infos: Vec<PolygonInfo>,
    /// Per corner: index into `vertices`.
    pub vertex_indices: Vec<u32>,
    /// Per corner of the polygons that have normals: index into `normals`.
    pub normal_indices: Vec<u32>,
    /// PM, CS: per polygon its material indices.
    pub material_indices: Vec<i32>,
    /// Per corner of the polygons that have texture coordinates, once per
    /// material: u right, v down.
    pub uvs: Vec<[f32; 2]>,
    /// MW, PM, CS: per corner, each channel 0..=255.
    pub colors: Vec<[f32; 3]>,
    /// PM, CS: see [`MaterialRef`].
    pub material_refs: Vec<MaterialRef>,
}

/// One slot of the model array.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ModelSlot {
    /// A model.
    Used(Box<Model>),
    /// A free slot: the 32-bit link to the next free one, and the info, which
    /// is zero in every known file.
    Free {
        /// Next free slot, or -1.
        next: i32,
        /// Kept when it is not zero.
        info: Option<Box<ModelInfo>>,
    },
}

/// The model array.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Models {
    /// Number of used slots.
    pub count: u32,
    /// Head of the free list.
    pub index_free: i32,
    /// Every slot, used and free; nodes refer to models by slot.
    pub slots: Vec<ModelSlot>,
}

impl Models {
    /// The model in a slot, if the slot is used.
    pub fn get(&self, slot: usize) -> Option<&Model> {
        match self.slots.get(slot)? {
            ModelSlot::Used(model) => Some(model),
            ModelSlot::Free { .. } => None,
        }
    }

    /// The used slots with their numbers.
    pub fn used(&self) -> impl Iterator<Item = (usize, &Model)> {
        self.slots.iter().enumerate().filter_map(|(index, slot)| match slot {
            ModelSlot::Used(model) => Some((index, &**model)),
            ModelSlot::Free { .. } => None,
        })
    }
}
