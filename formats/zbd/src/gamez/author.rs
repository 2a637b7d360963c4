//! Making new worlds: constructors that fill in what the game's own tools put
//! into every file, so that strict reading accepts what they make. Nodes are
//! made in their own module.
//! Source: `docs/spec/zbd/gamez.md`, "Writing a valid file".

use super::materials::{self, Cycle, CycleInfo, MaterialSlot, Materials};
use super::models::{
    self, MaterialRef, Model, ModelInfo, ModelSlot, Models, PointLight, PointLightInfo, PolygonInfo,
    model_type,
};
use super::nodes::Nodes;
use super::textures::{self, TextureEntry};
use super::{GameZ, Version, ZoneSet};
use binary::{Mode, Report, Result, Segment, Suffixed, codes};

/// Stands for an address: readers only ask whether it is zero.
const ADDRESS: u32 = 0x0001_0000;

codes! {
    POLYGON = "zbd.gamez.write.polygon": "a new polygon does not fit its game's format"
        => "give every corner one entry in each list, and use only what the game knows";
}

impl GameZ {
    /// A world of these parts.
    pub fn new(
        version: Version,
        textures: Vec<TextureEntry>,
        materials: Materials,
        models: Models,
        nodes: Nodes,
    ) -> Self {
        // Saved from a fresh load, the allocator's last slot is the last node; in
        // Crimson Skies it is the light.
        let last = i32::try_from(nodes.nodes.len()).unwrap_or(i32::MAX);
        let node_last_free = match version {
            Version::CrimsonSkies => nodes.light_number().unwrap_or(last),
            _ => last,
        };
        GameZ { version, timestamp: 0, node_last_free, textures, materials, models, nodes }
    }
}

impl TextureEntry {
    /// The entry for a texture file such as `stone.tif`; none when the name is
    /// not 7-bit text. Names are cut at 20 bytes, so look them up by stem.
    pub fn named(file_name: &str) -> Option<Self> {
        Some(TextureEntry {
            name: Suffixed::new(file_name)?,
            state: textures::state::USED,
            mip_index: -1,
            ..TextureEntry::default()
        })
    }
}

impl MaterialSlot {
    /// A material that shows an entry of the texture directory; complete after
    /// [`Materials::from_used`].
    pub fn textured(texture_index: i32) -> Self {
        MaterialSlot {
            alpha: 255,
            flags: materials::flags::TEXTURED,
            rgb: 0x7FFF,
            color: [255.0; 3],
            texture_index,
            ..MaterialSlot::default()
        }
        .with_fields()
    }

    /// A material of one colour, each channel 0.0..=255.0; alpha 255 is opaque.
    /// Complete after [`Materials::from_used`].
    pub fn colored(color: [f32; 3], alpha: u8) -> Self {
        MaterialSlot { alpha, color, ..MaterialSlot::default() }.with_fields()
    }

    /// The unknown fields of every used slot.
    fn with_fields(self) -> Self {
        let [field20, field24, field28] = materials::USED_FIELDS;
        MaterialSlot { field20, field24, field28, ..self }
    }

    /// The same material with a surface type, 0..=13.
    pub fn with_soil(self, soil: u32) -> Self {
        MaterialSlot { soil, ..self }
    }
}

impl Cycle {
    /// A cycle through entries of the texture directory at `speed` textures a
    /// second, starting over at the end if `looping`.
    pub fn new(textures: Vec<i32>, speed: f32, looping: bool) -> Self {
        let count = textures.len() as u32;
        let info = CycleInfo {
            looping: u32::from(looping),
            speed,
            tex_map_count: count,
            tex_map_index: count,
            tex_map_ptr: ADDRESS,
            ..CycleInfo::default()
        };
        Cycle { info, textures }
    }
}

impl Materials {
    /// The array of these materials, linked, with free slots up to `array_size`
    /// and at least one. The game's own files have 1000 slots, Recoil's 5000.
    pub fn from_used(
        version: Version,
        used: impl IntoIterator<Item = (MaterialSlot, Option<Cycle>)>,
        array_size: usize,
    ) -> Self {
        let (mut slots, mut cycles) = (Vec::new(), Vec::new());
        for (mut slot, cycle) in used {
            slot.flags |= materials::flags::always(version);
            if let Some(cycle) = cycle {
                slot.flags |= materials::flags::CYCLED;
                slot.cycle_ptr = ADDRESS;
                cycles.push(cycle);
            }
            slots.push(slot);
        }
        let count = slots.len();
        slots.resize(array_size.max(count + 1), MaterialSlot::free(version));
        let array_size = slots.len();
        for (index, slot) in slots.iter_mut().enumerate() {
            [slot.link_a, slot.link_b] = materials::links(index, count, array_size);
        }
        Materials {
            count: count as u32,
            index_free: count as i32,
            index_last: count as i32 - 1,
            slots,
            cycles,
        }
    }
}

impl Models {
    /// The array of these models, with free slots up to `array_size` and at
    /// least one.
    pub fn from_used(used: Vec<Model>, array_size: usize) -> Self {
        let count = used.len();
        let array_size = array_size.max(count + 1);
        let mut slots: Vec<_> = used.into_iter().map(|model| ModelSlot::Used(Box::new(model))).collect();
        for index in count..array_size {
            let next = if index + 1 < array_size { index as i32 + 1 } else { -1 };
            slots.push(ModelSlot::Free { next, words: Vec::new() });
        }
        Models { count: count as u32, index_free: count as i32, slots }
    }
}

impl PointLight {
    /// A light of one colour, each channel 0.0..=255.0, at these positions in
    /// model space. It fades from `near` to `far` units; both 0 for no fading.
    pub fn new(color: [f32; 3], positions: Vec<[f32; 3]>, near: f32, far: f32) -> Self {
        let fade_slope = if far > near { 255.0 / (far - near) } else { 0.0 };
        let info = PointLightInfo {
            vertex_count: positions.len() as u32,
            color,
            // Translation, range, colour and subdivide, as nearly every light has it.
            flags: 0x20B,
            vertices_ptr: ADDRESS,
            fade_near: near,
            fade_far: far,
            fade_slope,
            unk64: 30.0,
            ..PointLightInfo::default()
        };
        PointLight { info, vertices: positions }
    }
}

/// A polygon for [`Model::push_polygon`]. Leave out what it does not have.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewPolygon<'a> {
    /// Index into the model's vertices, for each corner.
    pub vertex_indices: &'a [u32],
    /// Index into the model's normals for each corner, or empty.
    pub normal_indices: &'a [u32],
    /// Exactly one material in RC and MW, at least one in PM and CS.
    pub materials: &'a [i32],
    /// u right, v down, for each corner, once per material; or empty.
    pub uvs: &'a [[f32; 2]],
    /// Each channel 0.0..=255.0, for each corner; empty for white. RC has none.
    pub colors: &'a [[f32; 3]],
    /// Draw layer, -50..=50.
    pub priority: i32,
    /// At most three zones.
    pub zones: &'a [i8],
    /// Visible from behind.
    pub show_backface: bool,
    /// The corners form a triangle strip; not in RC.
    pub tri_strip: bool,
}

impl Model {
    /// Appends a polygon to the flat lists. Vertices and normals may be added
    /// before or after.
    ///
    /// # Errors
    /// When the polygon's lists do not fit together or its game has no such
    /// polygons; nothing is appended then.
    pub fn push_polygon(&mut self, version: Version, polygon: &NewPolygon<'_>) -> Result<()> {
        let info = polygon.info(version).map_err(|(expected, found)| {
            let mut report = Report::new(Mode::Strict);
            report.enter(Segment::at("polygon", self.polygon_infos.len()));
            report.broken(&POLYGON, 0, expected, found)
        })?;
        self.polygon_infos.push(info);
        self.vertex_indices.extend_from_slice(polygon.vertex_indices);
        self.normal_indices.extend_from_slice(polygon.normal_indices);
        if !version.has_zeroed_tail() {
            self.material_indices.extend_from_slice(polygon.materials);
        }
        self.uvs.extend_from_slice(polygon.uvs);
        if version != Version::Recoil {
            if polygon.colors.is_empty() {
                self.colors.extend(polygon.vertex_indices.iter().map(|_| [255.0; 3]));
            } else {
                self.colors.extend_from_slice(polygon.colors);
            }
        }
        Ok(())
    }

    /// Fills in counts, addresses and derived flags, the bounds, and a parent
    /// where none is counted. In PM and CS, [`Model::list_materials`] comes first.
    pub fn seal(&mut self, version: Version) {
        let bits = version.polygon_bits();
        let later = version != Version::Recoil;
        let several = !version.has_zeroed_tail();
        for info in &mut self.polygon_infos {
            fill(&mut info.vertex_indices_ptr, true);
            fill(&mut info.vertex_colors_ptr, later);
            fill(&mut info.matl_refs_ptr, later);
            fill(&mut info.materials_ptr, several);
            if info.normal_indices_ptr != 0 {
                info.bits |= bits.normals;
            } else {
                info.bits &= !bits.normals;
            }
        }
        for light in &mut self.lights {
            light.info.vertex_count = light.vertices.len() as u32;
            fill(&mut light.info.vertices_ptr, true);
        }

        let (bbox_mid, bbox_diag) = self.bounds();
        let info = &mut self.info;
        *info = ModelInfo {
            parent_count: info.parent_count.max(1),
            polygon_count: self.polygon_infos.len() as u32,
            vertex_count: self.vertices.len() as u32,
            normal_count: self.normals.len() as u32,
            morph_count: self.morphs.len() as u32,
            light_count: self.lights.len() as u32,
            material_ref_count: self.material_refs.len() as u32,
            bbox_mid,
            bbox_diag,
            ..info.clone()
        };
        fill(&mut info.polygons_ptr, info.polygon_count > 0);
        fill(&mut info.vertices_ptr, info.vertex_count > 0);
        fill(&mut info.normals_ptr, info.normal_count > 0);
        fill(&mut info.lights_ptr, info.light_count > 0);
        fill(&mut info.morphs_ptr, info.morph_count > 0);
        fill(&mut info.material_refs_ptr, info.material_ref_count > 0);
        info.flags &= !models::flags::HARDWARE_RENDER;
        if several && info.model_type == model_type::DEFAULT && info.polygon_count > 0 {
            info.flags |= models::flags::HARDWARE_RENDER;
        }
    }

    /// PM, CS: lists which materials the polygons use: each cycled one for
    /// itself, then the others once each with their number of uses. Only a
    /// polygon's first material counts.
    pub fn list_materials(&mut self, version: Version, materials: &Materials) {
        let (mut cycled, mut merged) = (Vec::new(), Vec::<MaterialRef>::new());
        let mut entries = std::collections::BTreeMap::new();
        for polygon in self.polygons(version) {
            let Some(&material_index) = polygon.materials.first() else { continue };
            let slot = usize::try_from(material_index).ok().and_then(|index| materials.used().get(index));
            // Where the original keeps the polygon's record, 40 bytes each.
            let polygon_ptr = ADDRESS.wrapping_add(40 * polygon.index as u32);
            let new = MaterialRef { material_index, usage_count: 1, polygon_ptr };
            if slot.is_some_and(MaterialSlot::is_cycled) {
                cycled.push(new);
            } else if let Some(entry) =
                entries.get(&material_index).and_then(|at: &usize| merged.get_mut(*at))
            {
                entry.usage_count += 1;
            } else {
                entries.insert(material_index, merged.len());
                merged.push(new);
            }
        }
        cycled.append(&mut merged);
        self.material_refs = cycled;
    }

    /// Centre and half diagonal of the box around all vertices and lights.
    fn bounds(&self) -> ([f32; 3], f32) {
        let lights = self.lights.iter().flat_map(|light| &light.vertices);
        let mut points = self.vertices.iter().chain(lights);
        let Some(first) = points.next() else { return ([0.0; 3], 0.0) };
        let (mut min, mut max) = (*first, *first);
        for point in points {
            for axis in 0..3 {
                min[axis] = min[axis].min(point[axis]);
                max[axis] = max[axis].max(point[axis]);
            }
        }
        let half = std::array::from_fn::<f32, 3, _>(|axis| (max[axis] - min[axis]) * 0.5);
        let mid = std::array::from_fn(|axis| min[axis] + half[axis]);
        (mid, (half[0] * half[0] + half[1] * half[1] + half[2] * half[2]).sqrt())
    }
}

impl NewPolygon<'_> {
    /// The record, or what is wrong: expected and found.
    fn info(&self, version: Version) -> std::result::Result<PolygonInfo, (String, String)> {
        let bits = version.polygon_bits();
        let corners = self.vertex_indices.len();
        let several = !version.has_zeroed_tail();
        let require = |kept: bool, expected: &str, found: usize| {
            if kept { Ok(()) } else { Err((expected.to_owned(), found.to_string())) }
        };
        let most = if version == Version::CrimsonSkies { 511 } else { bits.count as usize };
        require((3..=most).contains(&corners), &format!("3 to {most} corners"), corners)?;
        let list = |length: usize, what: &str, wanted: usize| {
            require(length == 0 || length == wanted, &format!("{wanted} {what} or none"), length)
        };
        list(self.normal_indices.len(), "normals", corners)?;
        list(self.uvs.len(), "texture coordinates", corners * self.materials.len())?;
        list(self.colors.len(), "colours", if version == Version::Recoil { 0 } else { corners })?;
        let materials = self.materials.len();
        require(materials == 1 || (several && materials > 0), "one material", materials)?;
        require(!self.tri_strip || bits.tri_strip != 0, "no triangle strip in this game", corners)?;
        let zones = ZoneSet::new(self.zones)
            .ok_or_else(|| ("at most 3 zones".to_owned(), self.zones.len().to_string()))?;

        let flag = |set: bool, bit: u32| if set { bit } else { 0 };
        let address = |set: bool| flag(set, ADDRESS);
        let normals = !self.normal_indices.is_empty();
        Ok(PolygonInfo {
            bits: corners as u32
                | flag(self.show_backface, bits.show_backface)
                | flag(self.tri_strip, bits.tri_strip)
                | flag(normals, bits.normals),
            priority: self.priority,
            vertex_indices_ptr: ADDRESS,
            normal_indices_ptr: address(normals),
            material_count: if several { materials as u32 } else { 0 },
            materials_ptr: address(several),
            uvs_ptr: address(!self.uvs.is_empty()),
            vertex_colors_ptr: address(version != Version::Recoil),
            matl_refs_ptr: address(version != Version::Recoil),
            material_index: if several { 0 } else { self.materials[0] },
            zone_set: zones.0,
        })
    }
}

/// Sets an address exactly when its list is not empty.
fn fill(pointer: &mut u32, wanted: bool) {
    if !wanted {
        *pointer = 0;
    } else if *pointer == 0 {
        *pointer = ADDRESS;
    }
}
