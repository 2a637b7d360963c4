//! One model tree. Source: `docs/spec/zbd/mechlib.md`, "Model tree".

use super::file::FORMAT;
use crate::gamez::Version;
use crate::gamez::models::{self, MaterialRef, Model, ModelInfo, PointLightInfo, PolygonInfo};
use crate::gamez::nodes::{Lod, NodeBase, Object3d, class, count_fields};
use crate::gamez::rules::{COUNT32_MAX, offset_of};
use binary::{Cursor, Mode, Name, Record, Report, Result, Segment, Site, Writer, codes};
use serde::{Deserialize, Serialize};

codes! {
    CLASS = "zbd.mechlib.node.class": "trees of a library have no nodes of this class" => "use Object3d; in Pirate's Moon also Lod";
    COUNT = "zbd.mechlib.node.count": "a count is negative or above 32767" => "the file is damaged or was made by another tool; export it again";
    PARENTS = "zbd.mechlib.node.parents": "the number of parents is not that of its place in the tree" => "use 0 for the root and 1 for all others";
    LOD_MODEL = "zbd.mechlib.node.lod_model": "a Lod has the address of a model" => "set it to 0";
    DEPTH = "zbd.mechlib.node.depth": "nodes are nested deeper than the limits allow" => "nest them less deeply";
    POLYGON_FLAGS = "zbd.mechlib.polygon.flags": "a polygon keeps clutter off or is in-out, which no known library has" => "clear both flags";
    POLYGON_PTR = "zbd.mechlib.material_ref.polygon_ptr": "a material reference has the address of a polygon" => "set it to 0";
    WRITE_TREE = "zbd.mechlib.write.tree": "a tree contradicts itself" => "correct the named part";
}

/// A model: its nodes in the order they stand in the file, each before its
/// children and with all below it before its next sibling.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelTree {
    /// The root first.
    pub nodes: Vec<TreeNode>,
}

/// One node of a tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeNode {
    /// What every node has. `model_index` is a stale address here, not zero
    /// exactly when there is a model.
    pub base: NodeBase,
    /// 0 for the root, 1 for all others.
    pub parent_count: u32,
    /// How many of the nodes that follow are its children.
    pub child_count: u32,
    /// What its class has.
    pub data: TreeData,
    /// Its model, materials by their place in the library.
    pub model: Option<Box<Model>>,
}

/// What a node of a tree has by its class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TreeData {
    /// See [`Object3d`].
    Object3d(Box<Object3d>),
    /// Pirate's Moon: see [`Lod`].
    Lod(Box<Lod>),
}

impl TreeData {
    /// The class of a node with this data, see [`class`].
    pub fn class(&self) -> u32 {
        match self {
            TreeData::Object3d(_) => class::OBJECT3D,
            TreeData::Lod(_) => class::LOD,
        }
    }
}

impl ModelTree {
    /// Each node with the number of nodes above it, in file order; ends where
    /// the tree does.
    pub fn outline(&self) -> impl Iterator<Item = (usize, &TreeNode)> {
        // Children still expected on each level.
        let mut open = vec![1_u32];
        self.nodes.iter().map_while(move |node| {
            while open.last() == Some(&0) {
                open.pop();
            }
            let depth = open.len().checked_sub(1)?;
            *open.last_mut()? -= 1;
            open.push(node.child_count);
            Some((depth, node))
        })
    }

    /// For each node the position of its parent; none for the root.
    pub fn parents(&self) -> Vec<Option<usize>> {
        let mut way: Vec<usize> = Vec::new();
        let above = self.outline().enumerate().map(|(index, (depth, _))| {
            way.truncate(depth);
            let parent = way.last().copied();
            way.push(index);
            parent
        });
        above.collect()
    }
}

/// Reads one `.flt`. `materials` is the number of materials of the library.
///
/// # Errors
/// Structural damage, in either mode; in strict mode the report's verdict says
/// whether a documented habit is broken.
pub fn read_model(
    bytes: &[u8],
    version: Version,
    materials: usize,
    mode: Mode,
) -> Result<(ModelTree, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let tree = read(&mut cursor, version, materials)?;
    Ok((tree, cursor.finish()?))
}

/// Every place the reader of one `.flt` looks at; up to the damage if there is
/// any.
pub fn model_fields(bytes: &[u8], version: Version, materials: usize) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What keeps the rest from being read is for `read_model` to say.
    let _ = read(&mut cursor, version, materials);
    cursor.report.take_sites()
}

/// Reads the tree at the cursor.
pub(super) fn read(cursor: &mut Cursor<'_>, version: Version, materials: usize) -> Result<ModelTree> {
    let limit = cursor.report.limits().depth;
    let mut nodes = Vec::new();
    // Children still expected on each level: no recursion that a file could drive, and one list
    // that grows with the data.
    let mut open = vec![1_u32];
    while let Some(left) = open.last_mut() {
        if *left == 0 {
            open.pop();
            continue;
        }
        *left -= 1;
        let depth = open.len();
        let node = {
            let at = cursor.offset();
            let name = Name::new(cursor.take(36, "a node name")?);
            cursor.seek(at)?;
            let segment = Segment::at("node", nodes.len()).named(name);
            cursor.within(segment, |cursor| {
                if depth > limit {
                    let expected = format_args!("at most {limit} nodes above one another");
                    return Err(cursor.report.broken(&DEPTH, at, expected, depth));
                }
                node(cursor, version, materials, depth == 1)
            })?
        };
        open.push(node.child_count);
        nodes.push(node);
    }
    Ok(ModelTree { nodes })
}

fn node(cursor: &mut Cursor<'_>, version: Version, materials: usize, root: bool) -> Result<TreeNode> {
    let (column, at) = (version.column(), cursor.offset());
    let mut base: NodeBase = cursor.record(column)?;
    let known = match base.class {
        class::OBJECT3D => true,
        class::LOD => version == Version::PiratesMoon,
        _ => false,
    };
    if !known {
        let expected = if version == Version::PiratesMoon { "5 Object3d or 6 Lod" } else { "5 Object3d" };
        return Err(cursor.report.broken(
            &CLASS,
            offset_of::<NodeBase>(at, version, "class"),
            expected,
            base.class,
        ));
    }
    let [parent_count, child_count] = base.take_counts();
    let [parent_field, child_field] =
        count_fields(version).map(|field| offset_of::<NodeBase>(at, version, field));
    if child_count as usize > COUNT32_MAX {
        return Err(cursor.report.broken(&COUNT, child_field, "a count of 0..=32767", child_count as i32));
    }
    base.check_without_model(&mut cursor.report, at, version, [parent_count as usize, child_count as usize]);
    let wanted = u32::from(!root);
    if parent_count != wanted {
        cursor.report.habit(&PARENTS, parent_field, wanted, parent_count as i32);
    }

    let data_at = cursor.offset();
    let data = if base.class == class::LOD {
        cursor.within(Segment::one("lod"), |cursor| {
            let lod: Lod = cursor.record(column)?;
            lod.check(&mut cursor.report, data_at, version);
            Ok(TreeData::Lod(Box::new(lod)))
        })?
    } else {
        cursor.within(Segment::one("object3d"), |cursor| {
            let object: Object3d = cursor.record(column)?;
            object.check(&mut cursor.report, data_at, version);
            Ok(TreeData::Object3d(Box::new(object)))
        })?
    };
    let mut model = None;
    if base.model_index != 0 {
        if base.class == class::LOD {
            let at = offset_of::<NodeBase>(at, version, "model_index");
            cursor.report.habit(&LOD_MODEL, at, 0, format_args!("{:#x}", base.model_index));
        } else {
            let read = |cursor: &mut Cursor<'_>| read_one(cursor, version, materials);
            model = Some(Box::new(cursor.within(Segment::one("model"), read)?));
        }
    }
    let smallest = NodeBase::SIZES[column] + Lod::SIZES[column].min(Object3d::SIZES[column]);
    cursor.expect_items(child_count as usize, smallest, "children")?;
    Ok(TreeNode { base, parent_count, child_count, data, model })
}

/// Info and data of one model, one behind the other.
fn read_one(cursor: &mut Cursor<'_>, version: Version, materials: usize) -> Result<Model> {
    let info = models::read_info(cursor, version)?;
    let mut model = Model { info, ..Model::default() };
    let at = cursor.offset();
    models::read_data(cursor, version, &mut model, materials)?;
    check_polygons(&mut cursor.report, version, &model, at);
    let column = version.column();
    let references = cursor.offset() - model.material_refs.len() * MaterialRef::SIZES[column];
    for (index, reference) in model.material_refs.iter().enumerate() {
        if reference.polygon_ptr != 0 {
            let at = references + index * MaterialRef::SIZES[column];
            let at = offset_of::<MaterialRef>(at, version, "polygon_ptr");
            cursor.report.enter(Segment::at("material_ref", index));
            cursor.report.habit(&POLYGON_PTR, at, 0, format_args!("{:#x}", reference.polygon_ptr));
            cursor.report.leave();
        }
    }
    forget_counts(&mut model);
    Ok(model)
}

/// Flags that polygons of worlds may have and those of libraries have not.
fn check_polygons(report: &mut Report, version: Version, model: &Model, at: usize) {
    let bits = version.polygon_bits();
    let odd = bits.no_clutter | bits.in_out;
    let column = version.column();
    if model.polygon_infos.iter().all(|info| info.bits & odd == 0) {
        return;
    }
    let points = model.vertices.len() + model.normals.len() + model.morphs.len();
    let light = |vertices: usize| PointLightInfo::SIZES[column] + 12 * vertices;
    let lights: usize = model.lights.iter().map(|lamp| light(lamp.vertices.len())).sum();
    for (index, info) in model.polygon_infos.iter().enumerate() {
        if info.bits & odd != 0 {
            let at = at + 12 * points + lights + index * PolygonInfo::SIZES[column];
            report.enter(Segment::at("polygon", index));
            let expected = format_args!("no bit of {odd:#x}");
            report.habit(&POLYGON_FLAGS, at, expected, format_args!("{:#x}", info.bits));
            report.leave();
        }
    }
}

/// Counts follow from the lists; they are computed in this one function.
fn forget_counts(model: &mut Model) {
    let info = &mut model.info;
    *info = ModelInfo {
        polygon_count: 0,
        vertex_count: 0,
        normal_count: 0,
        morph_count: 0,
        light_count: 0,
        material_ref_count: 0,
        ..info.clone()
    };
    for light in &mut model.lights {
        light.info.vertex_count = 0;
    }
}

/// Writes one `.flt`; the counts of a model's lists are derived.
///
/// # Errors
/// When reading could not give the same tree back: child counts that do not
/// make one tree of all nodes, classes and addresses that do not fit what a
/// node has, models that contradict themselves.
pub fn write_model(tree: &ModelTree, version: Version) -> Result<Vec<u8>> {
    let mut report = Report::new(Mode::Strict);
    let mut writer = Writer::new();
    let mut left = 1_usize;
    for (index, node) in tree.nodes.iter().enumerate() {
        report.enter(Segment::at("node", index).named(Name::new(node.base.name.bytes())));
        let Some(others) = left.checked_sub(1) else {
            let expected = "one root, and as many nodes as all child counts say";
            return Err(report.broken(&WRITE_TREE, writer.offset(), expected, "one more"));
        };
        left = others + node.child_count as usize;
        write_node(&mut writer, version, node, &mut report)?;
        report.leave();
    }
    if left > 0 {
        let found = format_args!("{left} less");
        return Err(report.broken(&WRITE_TREE, writer.offset(), "as many nodes as child counts say", found));
    }
    Ok(writer.into_bytes())
}

fn write_node(writer: &mut Writer, version: Version, node: &TreeNode, report: &mut Report) -> Result<()> {
    let (column, at) = (version.column(), writer.offset());
    let broken =
        |expected: &str, found: &dyn std::fmt::Display| Err(report.broken(&WRITE_TREE, at, expected, found));
    if node.base.class != node.data.class() {
        return broken("the class of the node's data", &node.base.class);
    }
    if node.data.class() == class::LOD && version != Version::PiratesMoon {
        return broken("an Object3d, the only class in this version", &"a Lod");
    }
    let has_model = node.data.class() == class::OBJECT3D && node.base.model_index != 0;
    if has_model != node.model.is_some() {
        return broken("a model address exactly where an Object3d has a model", &node.base.model_index);
    }
    let mut base = node.base.clone();
    base.set_counts([node.parent_count, node.child_count]);
    // What the narrower counts of Pirate's Moon cannot say comes back changed.
    let mut read_again = vec![0; NodeBase::SIZES[column]];
    base.put(&mut read_again, column);
    let counts = NodeBase::get(&read_again, column).take_counts();
    if counts != [node.parent_count, node.child_count] || node.child_count as usize > COUNT32_MAX {
        return broken("counts of at most 32767", &node.child_count.max(node.parent_count));
    }
    writer.record(&base, column);
    match &node.data {
        TreeData::Object3d(object) => writer.record::<Object3d>(object, column),
        TreeData::Lod(lod) => writer.record::<Lod>(lod, column),
    }
    if let Some(model) = &node.model {
        let info = model.info.counted(model, writer, report)?;
        writer.record(&info, column);
        models::write_data(writer, version, model, report)?;
    }
    Ok(())
}
