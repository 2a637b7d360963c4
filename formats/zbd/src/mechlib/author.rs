//! Making new libraries: constructors that fill in what the game's own tools
//! put into every file, so that strict reading accepts what they make.
//! Source: `docs/spec/zbd/mechlib.md`, "Writing a valid file".

use super::{Content, FORMAT_WORD, Material, MaterialInfo, Mechlib, ModelTree, TreeData, TreeNode};
use crate::Lenstr;
use crate::archive::{Archive, Contents, TypedArchive, TypedEntry};
use crate::gamez::Version;
use crate::gamez::materials::flags;
use crate::gamez::models::{MaterialRef, Model};
use crate::gamez::nodes::author::{ADDRESS, BBox};
use crate::gamez::nodes::{Lod, NodeBase, Object3d, class, flags as node_flags};
use binary::{Finding, NodeName, Result, Severity, codes};
use std::collections::BTreeMap;

codes! {
    OUTLINE = "zbd.mechlib.write.outline": "an outline is not that of one tree" => "begin with the root at depth 0, and go at most one deeper at each step";
    MEMBER_NAME = "zbd.mechlib.write.member_name": "a model's name does not end in .flt or is longer than 63 ASCII characters" => "choose another name";
}

impl Material {
    /// A material that shows a texture, named without its file's extension or
    /// with it; none when the name is not ASCII.
    pub fn textured(texture: &str) -> Option<Self> {
        let info = MaterialInfo {
            alpha: 255,
            flags: flags::ALWAYS | flags::TEXTURED,
            rgb: 0x7FFF,
            color: [255.0; 3],
            texture_index: ADDRESS,
            field24: 0.5,
            field28: 0.5,
            ..MaterialInfo::default()
        };
        Some(Material { info, texture: Some(Lenstr::new(texture)?) })
    }

    /// A material of one colour, each channel 0.0..=255.0; alpha 255 is opaque.
    pub fn colored(color: [f32; 3], alpha: u8) -> Self {
        let info = MaterialInfo {
            alpha,
            flags: flags::ALWAYS,
            color,
            field24: 0.5,
            field28: 0.5,
            ..MaterialInfo::default()
        };
        Material { info, texture: None }
    }
}

impl TreeNode {
    /// A node without model and children.
    pub fn new(version: Version, name: NodeName, data: TreeData) -> Self {
        let base = NodeBase { model_index: 0, ..NodeBase::new(version, data.class(), name) };
        TreeNode { base, parent_count: 0, child_count: 0, data, model: None }
    }

    /// An object without model and children.
    pub fn object(version: Version, name: NodeName, object: Object3d) -> Self {
        Self::new(version, name, TreeData::Object3d(Box::new(object)))
    }

    /// Pirate's Moon: children shown within a range of distances. `children` is
    /// the box around all of them in the space of the node.
    pub fn lod(version: Version, name: NodeName, lod: Lod, children: BBox) -> Self {
        let mut node = Self::new(version, name, TreeData::Lod(Box::new(lod)));
        node.base.bound(version, None, Some(children));
        node
    }

    /// The same object with a model, whose lists are complete and whose
    /// polygons refer to the materials of the library; its bounds become those
    /// of the node.
    pub fn with_model(mut self, version: Version, mut model: Model) -> Self {
        if !version.has_zeroed_tail() {
            model.material_refs = materials_used(version, &model);
        }
        model.info.parent_count = 1;
        model.seal(version);
        self.base.bound(version, vertex_bounds(&model), None);
        self.model = Some(Box::new(model));
        self
    }
}

/// The box around the vertices of a model; none without vertices.
pub fn vertex_bounds(model: &Model) -> Option<BBox> {
    let first = model.vertices.first()?;
    let grow = |[low, high]: BBox, point: &[f32; 3]| {
        let axis = |axis: usize| (low[axis].min(point[axis]), high[axis].max(point[axis]));
        let [x, y, z] = [axis(0), axis(1), axis(2)];
        [[x.0, y.0, z.0], [x.1, y.1, z.1]]
    };
    Some(model.vertices.iter().fold([*first; 2], grow))
}

/// Which materials the polygons of a model use, by their first material, in the
/// order of first use and without addresses.
pub fn materials_used(version: Version, model: &Model) -> Vec<MaterialRef> {
    let mut list: Vec<MaterialRef> = Vec::new();
    let mut places = BTreeMap::new();
    for polygon in model.polygons(version) {
        let Some(&material_index) = polygon.materials.first() else { continue };
        let place = *places.entry(material_index).or_insert(list.len());
        match list.get_mut(place) {
            Some(reference) => reference.usage_count += 1,
            None => list.push(MaterialRef { material_index, usage_count: 1, polygon_ptr: 0 }),
        }
    }
    list
}

impl ModelTree {
    /// The tree of nodes that are listed with their depth, each before its
    /// children: the root at 0, its children at 1, and so on. Fills in counts
    /// and addresses, and the flag that says whether there is a model.
    ///
    /// # Errors
    /// `zbd.mechlib.write.outline` when the list does not begin with its only
    /// node at depth 0 or skips a level.
    pub fn from_outline(outline: impl IntoIterator<Item = (usize, TreeNode)>) -> Result<Self> {
        let mut nodes: Vec<TreeNode> = Vec::new();
        // The node last met on each level.
        let mut way: Vec<usize> = Vec::new();
        for (index, (depth, mut node)) in outline.into_iter().enumerate() {
            let fits = if index == 0 { depth == 0 } else { (1..=way.len()).contains(&depth) };
            if !fits {
                let wanted = if index == 0 { "0".to_owned() } else { format!("1 to {}", way.len()) };
                let finding =
                    Finding::new(&OUTLINE, Severity::Error, "", format_args!("depth {wanted}"), depth);
                return Err(Box::new(finding.inside(format_args!("node {index} \"{}\"", node.base.name))));
            }
            way.truncate(depth);
            if let Some(parent) = way.last().and_then(|parent| nodes.get_mut(*parent)) {
                parent.child_count += 1;
                parent.base.child_array_ptr = ADDRESS;
            }
            way.push(index);
            node.child_count = 0;
            node.parent_count = u32::from(depth > 0);
            let base = &mut node.base;
            base.data_ptr = ADDRESS;
            base.parent_array_ptr = if depth > 0 { ADDRESS } else { 0 };
            base.child_array_ptr = 0;
            base.model_index = if node.model.is_some() { ADDRESS as i32 } else { 0 };
            if base.class == class::OBJECT3D {
                base.flags &= !node_flags::BBOX_MODEL;
                base.flags |= if node.model.is_some() { node_flags::BBOX_MODEL } else { 0 };
            }
            nodes.push(node);
        }
        Ok(ModelTree { nodes })
    }
}

impl Mechlib {
    /// The library of these models, by names that end in `.flt`, and of the
    /// materials they refer to, as the game stores it.
    ///
    /// # Errors
    /// `zbd.mechlib.write.member_name` when a name does not fit.
    pub fn new(
        version: Version,
        materials: Vec<Material>,
        models: impl IntoIterator<Item = (String, ModelTree)>,
    ) -> Result<Self> {
        let member = |name: &str, content| {
            TypedEntry::new(name, content).ok_or_else(|| {
                let expected = "at most 63 ASCII characters";
                Box::new(Finding::new(&MEMBER_NAME, Severity::Error, "", expected, name))
            })
        };
        let mut entries =
            vec![member("format", Content::Format(FORMAT_WORD))?, member("version", Content::Version)?];
        for (name, tree) in models {
            if !name.to_ascii_lowercase().ends_with(".flt") {
                let finding = Finding::new(&MEMBER_NAME, Severity::Error, "", "a name in .flt", &name);
                return Err(Box::new(finding));
            }
            entries.push(member(&name, Content::Model(tree))?);
        }
        entries.push(member("materials", Content::Materials(materials))?);
        let footer = Archive::new(version, Contents::Other, Vec::new()).footer;
        Ok(Mechlib { version, archive: TypedArchive { footer, entries, tail: Vec::new() } })
    }
}
