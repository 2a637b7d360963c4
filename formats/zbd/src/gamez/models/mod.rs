//! Models: vertices, normals, morph targets, point lights and polygons.
//! Source: `docs/spec/zbd/gamez.md`, "4. Models".

pub(crate) mod lights;
pub(crate) mod polygons;

use super::Version;
use super::header::{count32, offset32};
use super::rules::{COUNT32_MAX, Rules, bits, equal, pointer, require};
use binary::{Cursor, Field, Record, Report, Result, Segment, Writer, codes, record};
pub use lights::{PointLight, PointLightInfo};
pub use polygons::{PolygonBits, PolygonInfo, PolygonView, Polygons};
use serde::{Deserialize, Serialize};

codes! {
    ARRAY_SIZE = "zbd.gamez.models.array_size": "the model array has no free slot"
        => "make the array larger than the number of models";
    USED_COUNT = "zbd.gamez.models.count": "the number of used models is not right"
        => "the file is damaged; export it again";
    INDEX_FREE = "zbd.gamez.models.index_free": "the list of free slots does not begin behind the used ones"
        => "set it to the number of used slots";
    DATA_OFFSET = "zbd.gamez.model.data_offset": "a model's data does not follow that of the model before it"
        => "export the file again; models follow one another without gaps";
    FREE_SLOT = "zbd.gamez.model.free_slot": "a free slot is not empty"
        => "clear the slot";
    FREE_LINK = "zbd.gamez.model.free_link": "a free slot is not linked to the next one"
        => "link each free slot to the next, the last one to -1";
    MODEL_TYPE = "zbd.gamez.model.model_type": "a model's type is unknown"
        => "use 0 default, 1 facade or 2 points";
    FACADE_MODE = "zbd.gamez.model.facade_mode": "how a facade turns is unknown"
        => "use 0 to 3";
    FLAGS = "zbd.gamez.model.flags": "a model has flags that its game does not know"
        => "clear the unknown bits";
    HARDWARE_RENDER = "zbd.gamez.model.hardware_render": "a model's flag for hardware drawing does not fit it"
        => "set 0x80 exactly on default models with polygons";
    PARENT_COUNT = "zbd.gamez.model.parent_count": "no node uses the model"
        => "set it to the number of nodes with this model, at least 1";
    POLYGONS_PTR = "zbd.gamez.model.polygons_ptr": "a model's polygon address does not fit their number"
        => "set it to any address exactly when there are polygons";
    VERTICES_PTR = "zbd.gamez.model.vertices_ptr": "a model's vertex address does not fit their number"
        => "set it to any address exactly when there are vertices";
    NORMALS_PTR = "zbd.gamez.model.normals_ptr": "a model's normal address does not fit their number"
        => "set it to any address exactly when there are normals";
    LIGHTS_PTR = "zbd.gamez.model.lights_ptr": "a model's light address does not fit their number"
        => "set it to any address exactly when there are point lights";
    MORPHS_PTR = "zbd.gamez.model.morphs_ptr": "a model's morph address does not fit their number"
        => "set it to any address exactly when there are morph targets";
    MATERIAL_REFS_PTR = "zbd.gamez.model.material_refs_ptr":
        "a model's material reference address does not fit their number"
        => "set it to any address exactly when there are references";
    LIGHT_ONLY = "zbd.gamez.model.light_only":
        "a model without polygons is not made of point lights alone"
        => "give it polygons, or point lights and no vertices, normals and morph targets";
    REF_MATERIAL = "zbd.gamez.material_ref.material_index": "a material reference names no used material"
        => "name a used slot of the material array";
    WRITE_SLOTS = "zbd.gamez.write.models": "the model array contradicts itself"
        => "put the used slots first and count them; in Crimson Skies `parent_count` marks them";
    WRITE_FREE = "zbd.gamez.write.free_slot": "a free slot does not have the number of words of a slot"
        => "leave the list empty";
    WRITE_LENGTH = "zbd.gamez.write.length": "a list is longer than a 32-bit count can say"
        => "split the model";
}

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

    /// Every bit a version knows; RC numbers the last ones differently.
    pub(crate) const fn known(version: crate::gamez::Version) -> u32 {
        match version {
            crate::gamez::Version::Recoil => 0x3F,
            crate::gamez::Version::MechWarrior3 => 0x7F,
            crate::gamez::Version::PiratesMoon | crate::gamez::Version::CrimsonSkies => 0xFF,
        }
    }
}

/// Values of [`ModelInfo::model_type`].
pub mod model_type {
    /// Drawn as it stands.
    pub const DEFAULT: u32 = 0;
    /// Turns towards the camera.
    pub const FACADE: u32 = 1;
    /// Drawn as points.
    pub const POINTS: u32 = 2;
}

record! {
    /// Ahead of the slots.
    pub(crate) struct ArrayHeader in "zbd.gamez.models" sizes [12, 12, 12] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
        array_size: u32 [0, 0, 0],
        count: u32 [4, 4, 4],
        index_free: i32 [8, 8, 8],
    }
}

record! {
    /// What a model says of itself. Counts are taken from the arrays when
    /// writing.
    pub struct ModelInfo in "zbd.gamez.model" sizes [84, 92, 100] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
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
    /// PM, CS: which materials the polygons use, for the original's renderer.
    pub struct MaterialRef in "zbd.gamez.material_ref" sizes [0, 0, 12] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
        material_index: i32 [_, _, 0],
        usage_count: u32 [_, _, 4],
        /// Stale address of the polygon that made the entry.
        polygon_ptr: u32 [_, _, 8],
    }
}

/// A model: flat arrays for all polygons together, one behind the other in
/// polygon order. [`Model::polygons`] walks them polygon by polygon.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
#[serde(deny_unknown_fields)]
pub enum ModelSlot {
    /// A model.
    Used(Box<Model>),
    /// A free slot.
    Free {
        /// Next free slot, or -1.
        next: i32,
        /// The 32-bit words of the info; left empty when they are all zero, as
        /// in every known file.
        words: Vec<u32>,
    },
}

/// The model array.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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

/// Reads the array and the data of its models at the cursor. `materials` is
/// the number of used materials.
pub(crate) fn read(cursor: &mut Cursor<'_>, version: Version, materials: usize) -> Result<Models> {
    let column = version.column();
    let header_at = cursor.offset();
    let header = cursor.within(Segment::one("models"), |cursor| read_header(cursor, version))?;
    let (array_size, count) = (header.array_size as usize, header.count as usize);

    cursor.expect_items(array_size, ModelInfo::SIZES[column] + 4, "model slots")?;
    let slots_at = cursor.offset();
    let mut slots = Vec::with_capacity(array_size);
    let mut data_offsets = Vec::with_capacity(count.min(array_size));
    for index in 0..array_size {
        slots.push(cursor.within(Segment::at("model", index), |cursor| {
            if is_used(cursor, version, index, count)? {
                let info = read_info(cursor, version)?;
                data_offsets.push(cursor.value::<u32>("data_offset")?);
                Ok(ModelSlot::Used(Box::new(Model { info, ..Model::default() })))
            } else {
                read_free(cursor, version, index, array_size)
            }
        })?);
    }

    if version == Version::CrimsonSkies && data_offsets.len() != count {
        cursor.within(Segment::one("models"), |cursor| {
            let mut rules = Rules::of::<ArrayHeader>(&mut cursor.report, header_at, version);
            rules.habit("count", &USED_COUNT, format_args!("{} used slots", data_offsets.len()), count);
            Ok(())
        })?;
    }

    let slot_size = ModelInfo::SIZES[column] + 4;
    let used = slots.iter_mut().enumerate().filter_map(|(index, slot)| match slot {
        ModelSlot::Used(model) => Some((index, model)),
        ModelSlot::Free { .. } => None,
    });
    for ((index, model), offset) in used.zip(data_offsets) {
        cursor.within(Segment::at("model", index), |cursor| {
            if offset as usize != cursor.offset() {
                let at = slots_at + index * slot_size + ModelInfo::SIZES[column];
                let expected = format_args!("the data at {}, where the data before it ends", cursor.offset());
                return Err(cursor.report.broken(&DATA_OFFSET, at, expected, offset));
            }
            read_data(cursor, version, model, materials)
        })?;
    }
    Ok(Models { count: header.count, index_free: header.index_free, slots })
}

fn read_header(cursor: &mut Cursor<'_>, version: Version) -> Result<ArrayHeader> {
    let at = cursor.offset();
    let header: ArrayHeader = cursor.record(version.column())?;
    let mut rules = Rules::of::<ArrayHeader>(&mut cursor.report, at, version);
    let array_size = rules.count32(header.array_size, "array_size")?;
    let count = rules.count32(header.count, "count")?;
    if version == Version::CrimsonSkies {
        // Used and free slots alternate; the head of the list may be anywhere.
        require!(rules, ARRAY_SIZE, header.array_size, array_size > 0, "at least 1");
        return Ok(header);
    }
    if count > array_size {
        let expected = format_args!("at most the {array_size} slots of the array");
        return Err(rules.broken("count", &USED_COUNT, expected, count));
    }
    require!(rules, ARRAY_SIZE, header.array_size, array_size > count, "more than the {count} used slots");
    equal!(rules, INDEX_FREE, header.index_free, count as i32);
    Ok(header)
}

/// Crimson Skies marks used slots by their parents, the others by position.
fn is_used(cursor: &mut Cursor<'_>, version: Version, index: usize, count: usize) -> Result<bool> {
    if version != Version::CrimsonSkies {
        return Ok(index < count);
    }
    let at = cursor.offset();
    let info =
        ModelInfo::get(cursor.take(ModelInfo::SIZES[version.column()], "model slot")?, version.column());
    cursor.seek(at)?;
    Ok(info.parent_count > 0)
}

fn read_free(
    cursor: &mut Cursor<'_>,
    version: Version,
    index: usize,
    array_size: usize,
) -> Result<ModelSlot> {
    let (at, size) = (cursor.offset(), ModelInfo::SIZES[version.column()]);
    let bytes = cursor.take(size, "free model slot")?;
    cursor.trace_items::<u32>("words", at, size / 4);
    let mut words = Vec::new();
    if bytes.iter().any(|byte| *byte != 0) {
        u32::extend(&mut words, bytes);
        // Equal to zeros also when a float is -0.0.
        if ModelInfo::get(bytes, version.column()) != ModelInfo::default() {
            cursor.report.habit(&FREE_SLOT, at, format_args!("{size} bytes of zero"), "other values");
        }
    }
    let at = cursor.offset();
    let next: i32 = cursor.value("next")?;
    let wanted = if index + 1 < array_size { index as i32 + 1 } else { -1 };
    if version != Version::CrimsonSkies && next != wanted {
        cursor.report.habit(&FREE_LINK, at, wanted, next);
    }
    Ok(ModelSlot::Free { next, words })
}

pub(crate) fn read_info(cursor: &mut Cursor<'_>, version: Version) -> Result<ModelInfo> {
    let at = cursor.offset();
    let info: ModelInfo = cursor.record(version.column())?;
    info.check(&mut Rules::of::<ModelInfo>(&mut cursor.report, at, version), version);
    Ok(info)
}

/// Reads what stands behind the info, as much as the info says.
pub(crate) fn read_data(
    cursor: &mut Cursor<'_>,
    version: Version,
    model: &mut Model,
    materials: usize,
) -> Result<()> {
    let column = version.column();
    model.vertices = cursor.list(model.info.vertex_count as usize, "vertices")?;
    model.normals = cursor.list(model.info.normal_count as usize, "normals")?;
    model.morphs = cursor.list(model.info.morph_count as usize, "morphs")?;
    model.lights = lights::read(cursor, version, model.info.light_count as usize)?;
    polygons::read(cursor, version, model, model.info.polygon_count as usize, materials)?;

    let count = model.info.material_ref_count as usize;
    cursor.expect_items(count, MaterialRef::SIZES[column], "material references")?;
    model.material_refs.reserve_exact(count);
    for index in 0..count {
        model.material_refs.push(cursor.within(Segment::at("material_ref", index), |cursor| {
            let at = cursor.offset();
            let reference: MaterialRef = cursor.record(column)?;
            let mut rules = Rules::of::<MaterialRef>(&mut cursor.report, at, version);
            let known = usize::try_from(reference.material_index).is_ok_and(|index| index < materials);
            require!(rules, REF_MATERIAL, reference.material_index, known, "an index below {materials}");
            Ok(reference)
        })?);
    }
    Ok(())
}

impl ModelInfo {
    fn check(&self, rules: &mut Rules<'_>, version: Version) {
        require!(rules, MODEL_TYPE, self.model_type, self.model_type <= model_type::POINTS, "0, 1 or 2");
        require!(rules, FACADE_MODE, self.facade_mode, self.facade_mode <= 3, "0..=3");
        bits!(rules, FLAGS, self.flags, flags::known(version));
        require!(rules, PARENT_COUNT, self.parent_count, self.parent_count > 0, "at least 1");

        let (polygons, vertices) = (self.polygon_count > 0, self.vertex_count > 0);
        let (normals, morphs) = (self.normal_count > 0, self.morph_count > 0);
        let lights = self.light_count > 0;
        pointer!(rules, POLYGONS_PTR, self.polygons_ptr, polygons);
        pointer!(rules, VERTICES_PTR, self.vertices_ptr, vertices);
        pointer!(rules, NORMALS_PTR, self.normals_ptr, normals);
        pointer!(rules, LIGHTS_PTR, self.lights_ptr, lights);
        pointer!(rules, MORPHS_PTR, self.morphs_ptr, morphs);
        let light_only = lights && !vertices && !normals && !morphs;
        require!(
            rules,
            LIGHT_ONLY,
            self.polygon_count,
            polygons || light_only,
            "polygons, or point lights alone"
        );

        if !version.has_zeroed_tail() {
            pointer!(rules, MATERIAL_REFS_PTR, self.material_refs_ptr, self.material_ref_count > 0);
            let wanted = self.model_type == model_type::DEFAULT && polygons;
            if (self.flags & flags::HARDWARE_RENDER != 0) != wanted {
                let expected = if wanted { "0x80 set" } else { "0x80 clear" };
                rules.habit("flags", &HARDWARE_RENDER, expected, format_args!("{:#x}", self.flags));
            }
        }
    }

    /// The counts that the lists of `model` imply.
    pub(crate) fn counted(&self, model: &Model, writer: &Writer, report: &Report) -> Result<Self> {
        let count = |length, what| list_length(length, what, writer, report);
        Ok(ModelInfo {
            polygon_count: count(model.polygon_infos.len(), "polygons")?,
            vertex_count: count(model.vertices.len(), "vertices")?,
            normal_count: count(model.normals.len(), "normals")?,
            morph_count: count(model.morphs.len(), "morph targets")?,
            light_count: count(model.lights.len(), "point lights")?,
            material_ref_count: count(model.material_refs.len(), "material references")?,
            ..self.clone()
        })
    }
}

/// A list's length as a 32-bit count.
fn list_length(length: usize, what: &str, writer: &Writer, report: &Report) -> Result<u32> {
    u32::try_from(length).map_err(|_| {
        report.broken(&WRITE_LENGTH, writer.offset(), format_args!("at most 4294967295 {what}"), length)
    })
}

/// Writes the array and the data of its models.
pub(crate) fn write(
    writer: &mut Writer,
    version: Version,
    models: &Models,
    report: &mut Report,
) -> Result<()> {
    let column = version.column();
    report.enter(Segment::one("models"));
    let array_size = count32(models.slots.len(), "model slots", writer.offset(), report)?;
    if models.count as usize > COUNT32_MAX || (version != Version::CrimsonSkies && models.count > array_size)
    {
        let expected = format_args!("at most {array_size} used slots");
        return Err(report.broken(&WRITE_SLOTS, writer.offset(), expected, models.count));
    }
    writer.record(&ArrayHeader { array_size, count: models.count, index_free: models.index_free }, column);
    report.leave();

    let mut data_words = Vec::new();
    for (index, slot) in models.slots.iter().enumerate() {
        report.enter(Segment::at("model", index));
        match slot {
            ModelSlot::Used(model) => {
                let read_as_used = match version {
                    Version::CrimsonSkies => model.info.parent_count > 0,
                    _ => index < models.count as usize,
                };
                if !read_as_used {
                    return Err(report.broken(&WRITE_SLOTS, writer.offset(), "a free slot", "a model"));
                }
                let info = model.info.counted(model, writer, report)?;
                writer.record(&info, column);
                data_words.push(writer.offset());
                writer.value(&0_u32);
            }
            ModelSlot::Free { next, words } => {
                write_free(writer, version, words, index < models.count as usize, report)?;
                writer.value(next);
            }
        }
        report.leave();
    }

    for ((index, model), word) in models.used().zip(data_words) {
        report.enter(Segment::at("model", index));
        let offset = offset32(writer, report)?;
        writer.patch(word, offset);
        write_data(writer, version, model, report)?;
        report.leave();
    }
    Ok(())
}

/// Writes what stands behind the info.
pub(crate) fn write_data(
    writer: &mut Writer,
    version: Version,
    model: &Model,
    report: &mut Report,
) -> Result<()> {
    let column = version.column();
    writer.list(&model.vertices);
    writer.list(&model.normals);
    writer.list(&model.morphs);
    lights::write(writer, column, &model.lights, report)?;
    polygons::write(writer, version, model, report)?;
    for reference in &model.material_refs {
        writer.record(reference, column);
    }
    Ok(())
}

fn write_free(
    writer: &mut Writer,
    version: Version,
    words: &[u32],
    within_count: bool,
    report: &Report,
) -> Result<()> {
    let size = ModelInfo::SIZES[version.column()];
    let at = writer.offset();
    if version != Version::CrimsonSkies && within_count {
        return Err(report.broken(&WRITE_SLOTS, at, "a model", "a free slot"));
    }
    if words.is_empty() {
        writer.raw(&[0; 128][..size]);
        return Ok(());
    }
    if words.len() * 4 != size {
        return Err(report.broken(&WRITE_FREE, at, format_args!("{} words or none", size / 4), words.len()));
    }
    writer.list(words);
    Ok(())
}
