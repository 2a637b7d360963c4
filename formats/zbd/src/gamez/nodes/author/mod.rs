//! Building nodes for which every rule of the reader holds.
//! Source: `docs/spec/zbd/nodes.md`, "Writing a valid file".

mod world;

use super::base::{LIGHT_BOX, fixed_flags, spelled};
use super::camera::cotangent;
use super::light::{inverse_range, near_squared};
use super::object3d::{IDENTITY, flags as object_flags, transform};
use super::read::TAG_BITS;
use super::{
    Camera, Display, Light, LightInfo, Lod, Node, NodeBase, NodeData, Nodes, Object3d, Window, World,
    ZONE_ALWAYS, class, flags,
};
use crate::gamez::Version;
use binary::NodeName;

/// Stands for an address of the original tool: readers only ask whether it is zero.
pub const ADDRESS: u32 = 0x0001_0000;

/// A box: minimum corner, then maximum corner.
pub type BBox = [[f32; 3]; 2];

impl NodeBase {
    /// The base of a node of this [`class`] with the constants its class has and
    /// its name as the game's tool spells it:
    /// active, in every zone, in no cell, without a model and without boxes
    /// (the light has the box every light has).
    pub fn new(version: Version, class: u32, name: NodeName) -> Self {
        let recoil = version == Version::Recoil;
        let content = flags::ACTIVE | flags::TREE_VALID | flags::ID_ZONE_CHECK;
        let surface = flags::ALTITUDE_SURFACE | flags::INTERSECT_SURFACE;
        let (flags, update_flags) = match (fixed_flags(class, version), class) {
            (Some(flags), _) => (flags, 0),
            (None, class::EMPTY) if recoil => (content | flags::INTERSECT_SURFACE | flags::UNK25, 5),
            (None, class::EMPTY) => (content, 1),
            (None, class::LOD) if recoil => (content | surface, 4),
            (None, _) => (content | surface | flags::UNK25, if recoil { 4 } else { 1 }),
        };
        let short = !version.has_zeroed_tail();
        NodeBase {
            name: spelled(version, name),
            flags,
            update_flags,
            zone_id: ZONE_ALWAYS,
            class,
            data_ptr: if class == class::EMPTY { 0 } else { ADDRESS },
            model_index: -1,
            action_priority: 1,
            area_partition: if short { [0; 2] } else { [-1; 2] },
            area_partition_short: if short { [-1; 2] } else { [0; 2] },
            active_bbox: if short && class == class::LOD { 2 } else { 0 },
            node_bbox: if class == class::LIGHT { LIGHT_BOX } else { Default::default() },
            field196: if recoil || fixed_flags(class, version).is_some() { 0 } else { 160 },
            ..NodeBase::default()
        }
    }

    /// Sets the boxes of an Object3d or Lod and the flags that go with them:
    /// of its own model, of all its children, and of both together.
    ///
    /// A Lod has no model; in MechWarrior 3 it needs the box of its children
    /// twice, in the later games once.
    pub fn bound(&mut self, version: Version, model: Option<BBox>, children: Option<BBox>) {
        let lod = self.class == class::LOD;
        let model = model.filter(|_| !lod);
        let both = match (model, children) {
            (Some(model), Some(children)) => Some(union(model, children)),
            (one, other) => one.or(other),
        };
        let node = match version {
            Version::PiratesMoon | Version::CrimsonSkies if lod => None,
            _ => both,
        };
        self.node_bbox = node.unwrap_or_default();
        self.model_bbox = model.unwrap_or_default();
        self.child_bbox = children.unwrap_or_default();
        let mut flag = |flag: u32, set: bool| if set { self.flags |= flag } else { self.flags &= !flag };
        flag(flags::BBOX_NODE, both.is_some());
        flag(flags::BBOX_MODEL, model.is_some());
        flag(flags::BBOX_CHILD, children.is_some());
    }
}

/// The box around two boxes.
fn union([low, high]: BBox, [other_low, other_high]: BBox) -> BBox {
    let mut both = [low, high];
    for axis in 0..3 {
        both[0][axis] = low[axis].min(other_low[axis]);
        both[1][axis] = high[axis].max(other_high[axis]);
    }
    both
}

impl Camera {
    /// A camera that sees from `clip_near` to `clip_far` units with the given
    /// full angles (radians), looking at the World in slot 0 through the Window
    /// in slot 1. All numbers must be above 0, and `clip_far` above `clip_near`.
    pub fn new(clip_near: f32, clip_far: f32, fov_h: f32, fov_v: f32) -> Self {
        let [fov_h_half, fov_v_half] = [fov_h, fov_v].map(|angle| angle / 2.0);
        Camera {
            lod_multiplier: 1.0,
            lod_mul_inv_sq: 1.0,
            fov_h_base: fov_h,
            fov_v_base: fov_v,
            fov_h_scaled: fov_h,
            fov_v_scaled: fov_v,
            fov_h_half,
            fov_v_half,
            fov_h_cot: cotangent(fov_h_half),
            fov_v_cot: cotangent(fov_v_half),
            ..Camera::without_lens(clip_near, clip_far, 1)
        }
    }

    /// The camera as Crimson Skies stores it, its lens left to the engine;
    /// `window_index` is 2 for `camera1` and 4 for `spyglass`.
    pub fn crimson_skies(window_index: i32) -> Self {
        Camera::without_lens(1.0, 5000.0, window_index)
    }

    fn without_lens(clip_near: f32, clip_far: f32, window_index: i32) -> Self {
        Camera {
            window_index,
            focus_node_xy: -1,
            focus_node_xz: -1,
            clip_near,
            clip_far,
            fov_h_scale: 1.0,
            fov_v_scale: 1.0,
            clip_recalc: 1,
            fov_recalc: 1,
            rotate_recalc: 1,
            zone_set: 0xFFFF_FF00,
            ..Camera::default()
        }
    }
}

impl Display {
    /// A screen of this many pixels, cleared to a colour with channels 0..=1.
    pub fn new(resolution: [u32; 2], clear_color: [f32; 3]) -> Self {
        Display { origin: [0; 2], resolution, clear_color }
    }
}

impl Window {
    /// A window of this many pixels in the corner of the screen.
    pub fn new(resolution: [i32; 2]) -> Self {
        Window { resolution, buffer_index: -1, ..Window::default() }
    }
}

impl LightInfo {
    /// Sets the distances between which the light fades, 0 < near < far, and
    /// what is derived from them.
    pub fn set_range(&mut self, version: Version, near: f32, far: f32) {
        self.range_near = near;
        self.range_far = far;
        self.range_near_sq = near_squared(version, near).unwrap_or_default();
        self.range_far_sq = far * far;
        self.range_inv = inverse_range(near, far);
    }
}

impl Light {
    /// The sun: its direction as Euler angles (radians), its intensities and
    /// its colour in 0..=1. It shines for the World in slot 0.
    ///
    /// Crimson Skies keeps its sun elsewhere; its files have no angles, diffuse
    /// 0, ambient 1 and white.
    pub fn sun(version: Version, orientation: [f32; 3], diffuse: f32, ambient: f32, color: [f32; 3]) -> Self {
        let mut info = LightInfo {
            orientation,
            world_view_vector: [0.0, 1.0, 0.0],
            diffuse,
            ambient,
            color,
            parent_ptr: ADDRESS,
            ..LightInfo::default()
        };
        if version == Version::Recoil {
            info.recalc = 1;
            info.unk1 = 1;
            info.directed_source = 1;
            info.saturated = 1;
            info.unk9 = 1;
        }
        info.flags = match version {
            Version::Recoil => 0,
            Version::MechWarrior3 => 0x38B,
            // The same switches at their later places.
            Version::PiratesMoon => 0xB0B,
            Version::CrimsonSkies => 0x8B1,
        };
        if !version.has_zeroed_tail() {
            info.color_ambient = [1.0; 3];
            info.color_diffuse_mixed = [diffuse; 3];
            info.color_ambient_mixed = [ambient; 3];
            info.color_da_combined = [diffuse + ambient; 3];
        }
        info.set_range(version, 1000.0, 2000.0);
        Light { info, parents: vec![0] }
    }
}

impl Lod {
    /// Children drawn from `near` up to `far` units, 0 <= near < far.
    pub fn new(version: Version, near: f32, far: f32) -> Self {
        Lod {
            range_near_sq: near * near,
            range_far: far,
            range_far_sq: far * far,
            field68_word: i32::from(version.has_zeroed_tail()),
            field80: i32::from(!version.has_zeroed_tail()),
            ..Lod::default()
        }
    }
}

impl Object3d {
    /// An object that stands where its parent stands.
    pub fn initial() -> Self {
        Object3d {
            flags: object_flags::ALWAYS | object_flags::TRANSFORM_INITIAL,
            scale: [1.0; 3],
            transform: IDENTITY,
            ..Object3d::default()
        }
    }

    /// An object scaled, turned by Euler angles (radians, each in -pi..=pi) and
    /// moved. Crimson Skies knows no scale but 1.
    pub fn placed(rotate: [f32; 3], scale: [f32; 3], translate: [f32; 3]) -> Self {
        Object3d {
            flags: object_flags::ALWAYS,
            rotate,
            scale,
            transform: transform(rotate, scale, translate),
            ..Object3d::default()
        }
    }

    /// An object with any transform, four rows that act on row vectors;
    /// MechWarrior 3 and Recoil.
    pub fn matrix(transform: [[f32; 3]; 4]) -> Self {
        Object3d {
            flags: object_flags::ALWAYS | object_flags::USE_MATRIX,
            scale: [1.0; 3],
            transform,
            ..Object3d::default()
        }
    }
}

impl Node {
    /// A node of the class its data has, without links.
    pub fn new(version: Version, name: NodeName, data: NodeData) -> Self {
        let base = NodeBase::new(version, data.class(), name);
        Node { base, tag: 0, data, parents: Vec::new(), children: Vec::new() }
    }
}

/// A name that is known to fit.
fn literal(text: &str) -> NodeName {
    NodeName::new(text).unwrap_or_default()
}

impl Nodes {
    /// The nodes every world begins with, in the order the engine relies on,
    /// and behind them the light.
    ///
    /// The world is in slot 0. The window has 320 x 200 pixels and the display
    /// 640 x 400, as in MechWarrior 3; change them afterwards.
    pub fn begin(version: Version, world: World, camera: Camera, sun: Light) -> Self {
        let world = ("world1", NodeData::World(Box::new(world)));
        let camera = ("camera1", NodeData::Camera(Box::new(camera)));
        let sun = ("sunlight", NodeData::Light(Box::new(sun)));
        let window = |name, resolution| (name, NodeData::Window(Box::new(Window::new(resolution))));
        let display =
            |resolution| ("display", NodeData::Display(Display::new(resolution, [0.392, 0.392, 1.0])));
        let list = match version {
            Version::CrimsonSkies => vec![
                world,
                display([640, 480]),
                window("window1", [640, 480]),
                camera,
                window("sgwin", [96, 96]),
                ("spyglass", NodeData::Camera(Box::new(Camera::crimson_skies(4)))),
                sun,
            ],
            _ => vec![world, window("window1", [320, 200]), camera, display([640, 400]), sun],
        };
        let nodes = list.into_iter().map(|(name, data)| Node::new(version, literal(name), data)).collect();
        Nodes { nodes, ..Nodes::default() }
    }

    /// Appends a node and returns its slot.
    pub fn add(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Makes one node the child of another. An Empty node remembers its parent,
    /// which does not list it.
    ///
    /// # Panics
    /// When a slot does not exist.
    pub fn link(&mut self, parent: usize, child: usize) {
        if let NodeData::Empty { parent: of } = &mut self.nodes[child].data {
            *of = parent as i32;
            return;
        }
        self.nodes[parent].children.push(child as i32);
        self.nodes[child].parents.push(parent as i32);
    }

    /// Lists a node in every cell of the world that its box (world space) overlaps, and stores the
    /// cell of its centre in the node. Children are not listed: cells hold nodes without a parent,
    /// or those below the world.
    ///
    /// # Panics
    /// When the slot does not exist.
    pub fn place(&mut self, version: Version, slot: usize, bounds: BBox) {
        let world = self.nodes.iter_mut().find_map(|node| match &mut node.data {
            NodeData::World(world) => Some(world),
            _ => None,
        });
        let cell = world.and_then(|world| world.put(version, slot, bounds));
        let (cell, base) = (cell.unwrap_or([-1; 2]), &mut self.nodes[slot].base);
        if version.has_zeroed_tail() {
            base.area_partition = cell;
        } else {
            base.area_partition_short = cell.map(|axis| axis as i16);
        }
    }

    /// Makes the block ready to be written: fills in the links that are stored
    /// in one direction only, the world's list of lights if it is empty, every
    /// address that must not be zero and every one that must, the flag that
    /// says whether there is a model, and the slots or tags around the nodes.
    pub fn seal(&mut self, version: Version) {
        self.complete_links();
        let of_class = |wanted| {
            let slots = self.nodes.iter().enumerate().filter(move |(_, node)| node.base.class == wanted);
            slots.map(|(slot, _)| slot as i32)
        };
        let lights: Vec<i32> = of_class(class::LIGHT).collect();
        for (slot, node) in self.nodes.iter_mut().enumerate() {
            let base = &mut node.base;
            base.data_ptr = if base.class == class::EMPTY { 0 } else { ADDRESS };
            base.parent_array_ptr = address(node.parents.is_empty());
            base.child_array_ptr = address(node.children.is_empty());
            if base.class == class::OBJECT3D {
                base.flags &= !flags::BBOX_MODEL;
                base.flags |= if base.model_index >= 0 { flags::BBOX_MODEL } else { 0 };
            }
            node.tag = if version.has_zeroed_tail() { 0 } else { TAG_BITS | (slot as u32 + 1) };
            match &mut node.data {
                NodeData::World(world) => world.seal(&lights),
                NodeData::Light(light) => {
                    // Recoil's address outlives its array.
                    light.info.parent_ptr = address(light.parents.is_empty() && version != Version::Recoil);
                }
                NodeData::Empty { parent } if !version.has_zeroed_tail() => *parent = -1,
                _ => {}
            }
        }
        // At least one unused slot says where the nodes end.
        self.zero_slots = if version.has_zeroed_tail() { self.zero_slots.max(1) } else { 0 };
        self.odd_zero_slots.clear();
    }

    fn complete_links(&mut self) {
        for slot in 0..self.nodes.len() {
            let this = slot as i32;
            for child in self.nodes[slot].children.clone() {
                if let Some(child) = usize::try_from(child).ok().and_then(|child| self.nodes.get_mut(child))
                    && child.base.class != class::EMPTY
                    && !child.parents.contains(&this)
                {
                    child.parents.push(this);
                }
            }
            for parent in self.nodes[slot].parents.clone() {
                if let Some(parent) =
                    usize::try_from(parent).ok().and_then(|parent| self.nodes.get_mut(parent))
                    && !parent.children.contains(&this)
                {
                    parent.children.push(this);
                }
            }
        }
    }
}

/// An address for a list, zero when it is empty.
fn address(empty: bool) -> u32 {
    if empty { 0 } else { ADDRESS }
}
