//! Polygons: their records, the data of their corners, the numbers of their materials, and the walk over
//! all of it. Which material follows from a number is in `zipper/materials.rs` of the crate `load`.
//! Source: `docs/spec/zbd/gamez.md`, "4.5 Polygons".

use super::super::rules::{Rules, bits, pointer, require};
use super::super::{Version, ZoneSet};
use super::Model;
use binary::{Code, Cursor, Field, Record, Report, Result, Segment, Writer, codes, record};

codes! {
    CORNER_COUNT = "zbd.gamez.polygon.corner_count": "a polygon has fewer than three corners"
        => "leave the polygon out";
    FLAGS = "zbd.gamez.polygon.flags": "a polygon has flags that its game does not know"
        => "clear the unknown bits of its first word";
    PRIORITY = "zbd.gamez.polygon.priority": "a polygon's draw layer is out of range"
        => "use -50 to 50";
    VERTEX_INDICES_PTR = "zbd.gamez.polygon.vertex_indices_ptr": "a polygon's vertex list address is zero"
        => "set it to any address";
    NORMAL_INDICES_PTR = "zbd.gamez.polygon.normal_indices_ptr":
        "a polygon's normal list address and its flag for normals disagree"
        => "set the address exactly when normals are stored and flagged";
    MATERIAL_COUNT = "zbd.gamez.polygon.material_count": "a polygon has no material"
        => "give it one";
    MATERIALS_PTR = "zbd.gamez.polygon.materials_ptr": "a polygon's material list address is zero"
        => "set it to any address";
    VERTEX_COLORS_PTR = "zbd.gamez.polygon.vertex_colors_ptr": "a polygon's colour list address is zero"
        => "set it to any address";
    MATL_REFS_PTR = "zbd.gamez.polygon.matl_refs_ptr": "a polygon's material reference address is zero"
        => "set it to any address";
    MATERIAL_INDEX = "zbd.gamez.polygon.material_index": "a polygon's material is not a used one"
        => "name a used slot of the material array";
    ZONE_SET = "zbd.gamez.polygon.zone_set": "a polygon's zone set has an unusual layout"
        => "number of zones in byte 0, at most three ids behind it, 0xFF in the rest";
    VERTEX_INDICES = "zbd.gamez.polygon.vertex_indices": "a polygon's corner is not one of the model's vertices"
        => "the file is damaged; export it again";
    NORMAL_INDICES = "zbd.gamez.polygon.normal_indices": "a polygon's normal is not one of the model's normals"
        => "the file is damaged; export it again";
    WRITE_CORNERS = "zbd.gamez.write.corners": "a model's lists do not match what its polygons say"
        => "keep one entry per corner in each list that the polygons' addresses and flags ask for";
    WRITE_INDICES = "zbd.gamez.write.indices": "a polygon's corner is not in the model's lists"
        => "use indices below the number of vertices and normals";
}

/// Draw layers any known file uses.
const PRIORITIES: std::ops::RangeInclusive<i32> = -50..=50;

record! {
    /// One polygon ahead of its corner data.
    pub struct PolygonInfo in "zbd.gamez.polygon" sizes [28, 36, 40] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
        /// Corner count in the low bits, flags above; see [`PolygonBits`].
        bits: u32 [0, 0, 0],
        /// Draw layer, -50..=50; larger draws on top.
        priority: i32 [4, 4, 4],
        /// Stale address, never zero.
        vertex_indices_ptr: u32 [8, 8, 8],
        /// Not zero exactly when `NORMALS` is set.
        normal_indices_ptr: u32 [12, 12, 12],
        /// PM, CS: number of materials.
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
        /// See [`ZoneSet`].
        zone_set: u32 [24, 32, 36],
    }
}

/// The flags in [`PolygonInfo::bits`], the same for every game; where they
/// stand in the word differs, see [`Version::polygon_bits`].
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

impl PolygonBits {
    /// Every bit the version knows.
    pub const fn known(self) -> u32 {
        self.count | self.show_backface | self.no_clutter | self.normals | self.tri_strip | self.in_out
    }
}

/// How many items of each kind one polygon, or all of a model, keep behind
/// the records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) corners: usize,
    pub(crate) normals: usize,
    pub(crate) materials: usize,
    pub(crate) uvs: usize,
    pub(crate) colors: usize,
}

impl Shape {
    /// Sums saturate: no file is as large as that.
    fn add(&mut self, other: Shape) {
        self.corners = self.corners.saturating_add(other.corners);
        self.normals = self.normals.saturating_add(other.normals);
        self.materials = self.materials.saturating_add(other.materials);
        self.uvs = self.uvs.saturating_add(other.uvs);
        self.colors = self.colors.saturating_add(other.colors);
    }

    /// Size on disk in bytes.
    fn size(self) -> usize {
        let words = self.corners.saturating_add(self.normals).saturating_add(self.materials);
        let pairs = self.uvs.saturating_mul(2);
        let triples = self.colors.saturating_mul(3);
        words.saturating_add(pairs).saturating_add(triples).saturating_mul(4)
    }
}

impl PolygonInfo {
    /// Number of corners.
    pub fn corner_count(&self, version: Version) -> usize {
        (self.bits & version.polygon_bits().count) as usize
    }

    /// The zones the polygon belongs to.
    pub fn zones(&self) -> ZoneSet {
        ZoneSet(self.zone_set)
    }

    /// What the polygon keeps behind the records. The addresses decide, as they
    /// do for the game; the flag for normals only repeats one of them.
    #[inline]
    pub(crate) fn shape(&self, version: Version) -> Shape {
        let corners = self.corner_count(version);
        let several = !version.has_zeroed_tail();
        let materials = if several { self.material_count as usize } else { 0 };
        let sets = if several { materials } else { 1 };
        Shape {
            corners,
            normals: if self.normal_indices_ptr != 0 { corners } else { 0 },
            materials,
            uvs: if self.uvs_ptr != 0 { corners.saturating_mul(sets) } else { 0 },
            colors: if version == Version::Recoil { 0 } else { corners },
        }
    }

    #[inline(always)]
    fn check(&self, rules: &mut Rules<'_>, version: Version, materials: usize) {
        let bits = version.polygon_bits();
        require!(rules, CORNER_COUNT, self.bits, self.bits & bits.count >= 3, "at least 3 corners");
        bits!(rules, FLAGS, self.bits, bits.known());
        require!(rules, PRIORITY, self.priority, PRIORITIES.contains(&self.priority), "{PRIORITIES:?}");
        pointer!(rules, VERTEX_INDICES_PTR, self.vertex_indices_ptr, true);
        pointer!(rules, NORMAL_INDICES_PTR, self.normal_indices_ptr, self.bits & bits.normals != 0);
        if version != Version::Recoil {
            pointer!(rules, VERTEX_COLORS_PTR, self.vertex_colors_ptr, true);
            pointer!(rules, MATL_REFS_PTR, self.matl_refs_ptr, true);
        }
        if version.has_zeroed_tail() {
            let known = usize::try_from(self.material_index).is_ok_and(|index| index < materials);
            require!(rules, MATERIAL_INDEX, self.material_index, known, "an index below {materials}");
        } else {
            require!(rules, MATERIAL_COUNT, self.material_count, self.material_count > 0, "at least 1");
            pointer!(rules, MATERIALS_PTR, self.materials_ptr, true);
        }
        if !self.zones().is_regular() {
            let expected = "a number of at most 3, the zones, then 0xFF";
            rules.habit("zone_set", &ZONE_SET, expected, format_args!("{:#010x}", self.zone_set));
        }
    }
}

/// Reads `count` polygons of `model`, whose vertices and normals are there:
/// all records first, then the corners of all of them in one pass.
pub(crate) fn read(
    cursor: &mut Cursor<'_>,
    version: Version,
    model: &mut Model,
    count: usize,
    materials: usize,
) -> Result<()> {
    // Polygons are most of a file: with a version known at compile time their
    // offsets and flags are constants.
    match version {
        Version::Recoil => read_all::<15>(cursor, model, count, materials),
        Version::MechWarrior3 => read_all::<27>(cursor, model, count, materials),
        Version::PiratesMoon => read_all::<41>(cursor, model, count, materials),
        Version::CrimsonSkies => read_all::<42>(cursor, model, count, materials),
    }
}

/// [`read`] for the version with this number.
fn read_all<const NUMBER: u32>(
    cursor: &mut Cursor<'_>,
    model: &mut Model,
    count: usize,
    materials: usize,
) -> Result<()> {
    let version = const {
        match Version::from_number(NUMBER) {
            Some(version) => version,
            None => panic!("the number of a version"),
        }
    };
    let column = version.column();
    cursor.expect_items(count, PolygonInfo::SIZES[column], "polygons")?;
    model.polygon_infos.reserve_exact(count);
    let mut total = Shape::default();
    cursor.report.enter(Segment::at("polygon", 0));
    for index in 0..count {
        cursor.report.step(index);
        let at = cursor.offset();
        let info: PolygonInfo = cursor.record(column)?;
        info.check(&mut Rules::of::<PolygonInfo>(&mut cursor.report, at, version), version, materials);
        total.add(info.shape(version));
        model.polygon_infos.push(info);
    }
    cursor.report.leave();

    let at = cursor.offset();
    cursor.expect_items(total.corners, 4, "corners")?;
    let mut rest = cursor.take(total.size(), "corner data")?;
    model.vertex_indices.reserve_exact(total.corners);
    model.normal_indices.reserve_exact(total.normals);
    model.material_indices.reserve_exact(total.materials);
    model.uvs.reserve_exact(total.uvs);
    model.colors.reserve_exact(total.colors);
    for info in &model.polygon_infos {
        let shape = info.shape(version);
        append(&mut model.vertex_indices, &mut rest, shape.corners);
        append(&mut model.normal_indices, &mut rest, shape.normals);
        append(&mut model.material_indices, &mut rest, shape.materials);
        append(&mut model.uvs, &mut rest, shape.uvs);
        append(&mut model.colors, &mut rest, shape.colors);
    }
    if cursor.tracing() {
        trace(cursor, version, &model.polygon_infos, at);
    }
    check_corners(cursor, version, model, at, materials)
}

/// Appends `count` values cut from the head of `rest`, which the caller has
/// measured to hold them.
#[inline]
fn append<T: Field>(list: &mut Vec<T>, rest: &mut &[u8], count: usize) {
    if let Some((head, tail)) = rest.split_at_checked(count * T::SIZE) {
        T::extend(list, head);
        *rest = tail;
    }
}

/// Names every element of the corner data that begins at `at`.
fn trace(cursor: &mut Cursor<'_>, version: Version, infos: &[PolygonInfo], mut at: usize) {
    for (index, info) in infos.iter().enumerate() {
        let shape = info.shape(version);
        cursor.report.enter(Segment::at("polygon", index));
        let mut list = |cursor: &mut Cursor<'_>, what, words: usize, integer: bool| {
            if integer {
                cursor.trace_items::<u32>(what, at, words);
            } else {
                cursor.trace_items::<f32>(what, at, words);
            }
            at += 4 * words;
        };
        list(cursor, "vertex_indices", shape.corners, true);
        list(cursor, "normal_indices", shape.normals, true);
        list(cursor, "material_indices", shape.materials, true);
        list(cursor, "uvs", shape.uvs * 2, false);
        list(cursor, "colors", shape.colors * 3, false);
        cursor.report.leave();
    }
}

/// Checks all corners of a model at once; only a failure is looked for
/// polygon by polygon.
fn check_corners(
    cursor: &mut Cursor<'_>,
    version: Version,
    model: &Model,
    at: usize,
    materials: usize,
) -> Result<()> {
    let sound = below(&model.vertex_indices, model.vertices.len())
        && below(&model.normal_indices, model.normals.len())
        && in_materials(&model.material_indices, materials)
        && <[f32; 2]>::all_finite(&model.uvs)
        && <[f32; 3]>::all_finite(&model.colors);
    if sound {
        return Ok(());
    }
    find_bad_corner(cursor, version, model, at, materials)
}

/// No early exit, so that the loop becomes vector instructions.
fn below(indices: &[u32], count: usize) -> bool {
    let highest = indices.iter().fold(0, |highest, index| highest.max(*index));
    indices.is_empty() || (highest as usize) < count
}

fn in_materials(indices: &[i32], count: usize) -> bool {
    indices.iter().all(|index| usize::try_from(*index).is_ok_and(|index| index < count))
}

#[cold]
fn find_bad_corner(
    cursor: &mut Cursor<'_>,
    version: Version,
    model: &Model,
    mut at: usize,
    materials: usize,
) -> Result<()> {
    for polygon in model.polygons(version) {
        cursor.report.enter(Segment::at("polygon", polygon.index));
        check_indices(cursor, polygon.vertex_indices, model.vertices.len(), at, &VERTEX_INDICES)?;
        at += 4 * polygon.vertex_indices.len();
        let normals = polygon.normal_indices.unwrap_or_default();
        check_indices(cursor, normals, model.normals.len(), at, &NORMAL_INDICES)?;
        at += 4 * normals.len();
        if !version.has_zeroed_tail() {
            for (index, material) in polygon.materials.iter().enumerate() {
                if !in_materials(&[*material], materials) {
                    let expected = format_args!("one of the {materials} used materials");
                    cursor.report.habit(&MATERIAL_INDEX, at + 4 * index, expected, material);
                }
            }
            at += 4 * polygon.materials.len();
        }
        for floats in [
            polygon.uvs.unwrap_or_default().as_flattened(),
            polygon.colors.unwrap_or_default().as_flattened(),
        ] {
            // Read once more by the cursor, which knows how to say what is wrong.
            let end = cursor.offset();
            cursor.seek(at)?;
            if !f32::all_finite(floats) {
                cursor.list::<f32>(floats.len(), "corner data")?;
            }
            cursor.seek(end)?;
            at += 4 * floats.len();
        }
        cursor.report.leave();
    }
    Ok(())
}

fn check_indices(
    cursor: &mut Cursor<'_>,
    indices: &[u32],
    count: usize,
    at: usize,
    code: &'static Code,
) -> Result<()> {
    match indices.iter().position(|index| *index as usize >= count) {
        Some(corner) => Err(cursor.report.broken(
            code,
            at + 4 * corner,
            format_args!("an index below {count}"),
            indices[corner],
        )),
        None => Ok(()),
    }
}

/// Writes the polygons of a model: all records, then all corners.
pub(crate) fn write(writer: &mut Writer, version: Version, model: &Model, report: &mut Report) -> Result<()> {
    check_lists(writer, version, model, report)?;
    let column = version.column();
    for info in &model.polygon_infos {
        writer.record(info, column);
    }
    for polygon in model.polygons(version) {
        writer.list(polygon.vertex_indices);
        writer.list(polygon.normal_indices.unwrap_or_default());
        if !version.has_zeroed_tail() {
            writer.list(polygon.materials);
        }
        writer.list(polygon.uvs.unwrap_or_default());
        writer.list(polygon.colors.unwrap_or_default());
    }
    Ok(())
}

/// Every list must be exactly as long as the polygons say, and the indices
/// must stay inside the model.
fn check_lists(writer: &Writer, version: Version, model: &Model, report: &Report) -> Result<()> {
    let mut total = Shape::default();
    for info in &model.polygon_infos {
        total.add(info.shape(version));
    }
    let at = writer.offset();
    for (list, wanted, found) in [
        ("vertex indices", total.corners, model.vertex_indices.len()),
        ("normal indices", total.normals, model.normal_indices.len()),
        ("material indices", total.materials, model.material_indices.len()),
        ("texture coordinates", total.uvs, model.uvs.len()),
        ("colours", total.colors, model.colors.len()),
    ] {
        if wanted != found {
            return Err(report.broken(&WRITE_CORNERS, at, format_args!("{wanted} {list}"), found));
        }
    }
    for (list, indices, count) in [
        ("vertex", &model.vertex_indices, model.vertices.len()),
        ("normal", &model.normal_indices, model.normals.len()),
    ] {
        if !below(indices, count) {
            let highest = indices.iter().max().copied().unwrap_or_default();
            let expected = format_args!("{list} indices below {count}");
            return Err(report.broken(&WRITE_INDICES, at, expected, highest));
        }
    }
    Ok(())
}

/// One polygon with its part of the model's lists.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolygonView<'m> {
    /// Position in the model.
    pub index: usize,
    /// The record.
    pub info: &'m PolygonInfo,
    /// Visible from behind.
    pub show_backface: bool,
    /// The corners form a triangle strip instead of a convex fan.
    pub tri_strip: bool,
    /// PM, CS: keeps clutter off.
    pub no_clutter: bool,
    /// PM, CS: unknown.
    pub in_out: bool,
    /// Per corner: index into the model's vertices.
    pub vertex_indices: &'m [u32],
    /// Per corner: index into the model's normals.
    pub normal_indices: Option<&'m [u32]>,
    /// Material indices: one in RC and MW; in PM and CS the base, then overlays.
    pub materials: &'m [i32],
    /// Per corner (u right, v down), one set behind the other per material.
    pub uvs: Option<&'m [[f32; 2]]>,
    /// Per corner, each channel 0..=255; RC has none.
    pub colors: Option<&'m [[f32; 3]]>,
    /// The zones the polygon belongs to.
    pub zones: ZoneSet,
}

/// Walks the polygons of a model; made by [`Model::polygons`].
#[derive(Clone, Debug)]
pub struct Polygons<'m> {
    model: &'m Model,
    version: Version,
    index: usize,
    passed: Shape,
}

impl Model {
    /// The polygons in file order, each with its part of the flat lists. Ends
    /// early when a list is shorter than the polygons say, which no model that
    /// was read is.
    pub fn polygons(&self, version: Version) -> Polygons<'_> {
        Polygons { model: self, version, index: 0, passed: Shape::default() }
    }
}

impl<'m> Iterator for Polygons<'m> {
    type Item = PolygonView<'m>;

    #[inline]
    fn next(&mut self) -> Option<PolygonView<'m>> {
        let (model, start) = (self.model, self.passed);
        let info = model.polygon_infos.get(self.index)?;
        let bits = self.version.polygon_bits();
        let shape = info.shape(self.version);
        self.passed.add(shape);
        let end = self.passed;

        let vertex_indices = model.vertex_indices.get(start.corners..end.corners)?;
        let normal_indices = model.normal_indices.get(start.normals..end.normals)?;
        let material_indices = model.material_indices.get(start.materials..end.materials)?;
        let uvs = model.uvs.get(start.uvs..end.uvs)?;
        let colors = model.colors.get(start.colors..end.colors)?;
        let single = self.version.has_zeroed_tail();
        let view = PolygonView {
            index: self.index,
            info,
            show_backface: info.bits & bits.show_backface != 0,
            tri_strip: info.bits & bits.tri_strip != 0,
            no_clutter: info.bits & bits.no_clutter != 0,
            in_out: info.bits & bits.in_out != 0,
            vertex_indices,
            normal_indices: (info.normal_indices_ptr != 0).then_some(normal_indices),
            materials: if single { std::slice::from_ref(&info.material_index) } else { material_indices },
            uvs: (info.uvs_ptr != 0).then_some(uvs),
            colors: (self.version != Version::Recoil).then_some(colors),
            zones: info.zones(),
        };
        self.index += 1;
        Some(view)
    }
}
