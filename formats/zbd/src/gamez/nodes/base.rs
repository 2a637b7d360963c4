//! What every node has. Source: `docs/spec/zbd/nodes.md`, "3. Base structure".

use super::codes::{
    ACTIVE_BBOX, BOXES, CHILD_ARRAY_PTR, CHILDREN, CLASS_NAME, DATA_PTR, EMPTY_CLASS, FIELD040, FIELD196,
    FLAGS, MODEL_INDEX, NAME, PARENT_ARRAY_PTR, PARENTS, PARTITION, UPDATE_FLAGS, ZONE_ID,
};
use super::rules::{Rules, equal, require};
use crate::gamez::Version;
use binary::{NodeName, Report, record};

/// Bits of [`NodeBase::flags`]. Source: `docs/spec/zbd/nodes.md`, "4. Node flags".
pub mod flags {
    /// Drawn, hit and updated; off hides the node with all its children.
    pub const ACTIVE: u32 = 1 << 2;
    /// Takes part in ground height queries.
    pub const ALTITUDE_SURFACE: u32 = 1 << 3;
    /// Takes part in segment queries and stops movement.
    pub const INTERSECT_SURFACE: u32 = 1 << 4;
    /// Collides with its box instead of its polygons.
    pub const INTERSECT_BBOX: u32 = 1 << 5;
    /// Found by radius searches.
    pub const PROXIMITY: u32 = 1 << 6;
    /// Not culled by distance.
    pub const LANDMARK: u32 = 1 << 7;
    /// `node_bbox` is valid.
    pub const BBOX_NODE: u32 = 1 << 8;
    /// `model_bbox` is valid.
    pub const BBOX_MODEL: u32 = 1 << 9;
    /// `child_bbox` is valid.
    pub const BBOX_CHILD: u32 = 1 << 10;
    /// Crimson Skies: foliage clutter.
    pub const FLUFF: u32 = 1 << 12;
    /// Terrain.
    pub const TERRAIN: u32 = 1 << 15;
    /// Destruction may deform it.
    pub const CAN_MODIFY: u32 = 1 << 16;
    /// Keeps craters from undermining it.
    pub const CLIP_TO: u32 = 1 << 17;
    /// Exactly one parent: world matrix may be cached.
    pub const TREE_VALID: u32 = 1 << 19;
    /// Drawn over other geometry without a depth test.
    pub const OVERRIDE: u32 = 1 << 23;
    /// The zone test applies to queries.
    pub const ID_ZONE_CHECK: u32 = 1 << 24;
    /// Set on content nodes.
    pub const UNK25: u32 = 1 << 25;
    /// Seen on Empty nodes only.
    pub const UNK28: u32 = 1 << 28;
    /// What the fixed nodes carry.
    pub const DEFAULT: u32 = 0x0108_001C;
}

/// Values of [`NodeBase::class`].
pub mod class {
    /// A place without data of its own.
    pub const EMPTY: u32 = 0;
    /// The camera.
    pub const CAMERA: u32 = 1;
    /// The world: area, partitions, fog.
    pub const WORLD: u32 = 2;
    /// The window drawn into.
    pub const WINDOW: u32 = 3;
    /// The display.
    pub const DISPLAY: u32 = 4;
    /// An object with a transform and perhaps a model.
    pub const OBJECT3D: u32 = 5;
    /// Children shown within a range of distances.
    pub const LOD: u32 = 6;
    /// A light.
    pub const LIGHT: u32 = 9;
}

record! {
    /// What every node has, whatever its class.
    pub struct NodeBase in "zbd.node" sizes [192, 208, 208] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
        name: NodeName [0, 0, 0],
        /// See [`flags`].
        flags: u32 [36, 36, 36],
        /// 0; CS: mission ownership.
        field040: u32 [40, 40, 40],
        /// Constant per class.
        update_flags: u32 [44, 44, 44],
        /// Zone in the low byte, 0xFF for always; the upper bytes are zero.
        zone_id: u32 [48, 48, 48],
        /// See [`class`].
        class: u32 [52, 52, 52],
        /// Stale address; zero exactly for class Empty.
        data_ptr: u32 [56, 56, 56],
        /// Slot of the model, or -1; only Object3d may have one.
        model_index: i32 [60, 60, 60],
        environment_data: u32 [64, 64, 64] must 0,
        action_priority: u32 [68, 68, 68] must 1,
        action_callback: u32 [72, 72, 72] must 0,
        /// RC, MW: cell column and row, both -1 for none.
        area_partition: [i32; 2] [76, 76, _],
        /// PM, CS: cell column and row, both -1 for none.
        area_partition_short: [i16; 2] [_, _, 76],
        /// PM, CS: repeated cell, both 0 for none.
        virtual_partition: [i16; 2] [_, _, 80],
        #[serde(skip)]
        parent_count: u32 [84, 84, _],
        #[serde(skip)]
        parent_count_short: i16 [_, _, 84],
        #[serde(skip)]
        child_count_short: i16 [_, _, 86],
        /// Stale address, not zero exactly when there are parents.
        parent_array_ptr: u32 [88, 88, 88],
        #[serde(skip)]
        child_count: u32 [92, 92, _],
        /// Stale address, not zero exactly when there are children.
        child_array_ptr: u32 [96, 96, 92],
        bbox_mid: [f32; 3] [100, 100, 96] must [0.0; 3],
        bbox_diag: f32 [112, 112, 108] must 0.0,
        /// PM, CS: 0 node, 1 model, 2 child box is current.
        active_bbox: u32 [_, _, 112],
        /// Minimum corner, maximum corner; valid with `BBOX_NODE`.
        node_bbox: [[f32; 3]; 2] [116, 116, 116],
        /// Valid with `BBOX_MODEL`.
        model_bbox: [[f32; 3]; 2] [140, 140, 140],
        /// Valid with `BBOX_CHILD`.
        child_bbox: [[f32; 3]; 2] [164, 164, 164],
        activation_ptr: u32 [188, 188, 188] must 0,
        field192: i32 [_, 192, 192] must 0,
        /// 160 for Empty, Lod and Object3d, else 0.
        field196: i32 [_, 196, 196],
        field200: i32 [_, 200, 200] must 0,
        field204: i32 [_, 204, 204] must 0,
    }
}

/// No box.
pub(super) const NO_BOX: [[f32; 3]; 2] = [[0.0; 3]; 2];
/// The box every light has.
pub(super) const LIGHT_BOX: [[f32; 3]; 2] = [[1.0, 1.0, -2.0], [2.0, 2.0, -1.0]];
/// [`NodeBase::zone_id`] of a node that belongs to every zone.
pub const ZONE_ALWAYS: u32 = 0x0000_00FF;

/// The flags a class has in every known file of a version.
pub(super) fn fixed_flags(class: u32, version: Version) -> Option<u32> {
    match (class, version) {
        (class::LIGHT, Version::CrimsonSkies) => Some((flags::DEFAULT | flags::BBOX_NODE) & !flags::ACTIVE),
        (class::LIGHT, _) => Some(flags::DEFAULT | flags::BBOX_NODE),
        (class::CAMERA | class::WORLD | class::WINDOW | class::DISPLAY, _) => Some(flags::DEFAULT),
        _ => None,
    }
}

/// Recoil's second mission has another world.
const RECOIL_WORLD_FLAGS: u32 = 1 << 2 | 1 << 4 | 1 << 7 | 1 << 19 | 1 << 24;

/// The flags any node may have.
const fn known_flags(version: Version) -> u32 {
    let bits = 0x07FC | 1 << 15 | 1 << 16 | 1 << 17 | 1 << 19 | 1 << 23 | 1 << 24 | 1 << 25 | 1 << 28;
    match version {
        Version::CrimsonSkies => {
            let others = flags::PROXIMITY | flags::CAN_MODIFY | flags::CLIP_TO | flags::UNK28;
            (bits & !others) | flags::FLUFF
        }
        _ => bits,
    }
}

/// CS: who owns a node in which mission, as far as files have it.
const OWNERS: [u32; 10] = [
    0,
    0x0040_0000,
    0x082A_AAAA,
    0x1015_5555,
    0x8000_0000,
    0x8040_0000,
    0x882A_AAAA,
    0x886A_AAAA,
    0x9015_5555,
    0x9055_5555,
];
/// CS: the update flags of Lod and Object3d, as far as files have them.
const UPDATE_FLAGS_SKIES: [u32; 7] = [0, 1, 0xE481, 0x1_3281, 0x1_4A81, 0x1_FE81, 0x0400_0001];
/// CS: the zones of Lod and Object3d.
const ZONES_SKIES: [u32; 4] = [ZONE_ALWAYS, 1, 2, 3];

/// The names the nodes of a class have in every known file.
fn fixed_names(class: u32, version: Version) -> &'static [&'static str] {
    let skies = version == Version::CrimsonSkies;
    match class {
        class::CAMERA if skies => &["camera1", "spyglass"],
        class::CAMERA => &["camera1"],
        class::WORLD => &["world1"],
        class::WINDOW if skies => &["window1", "sgwin"],
        class::WINDOW => &["window1"],
        class::DISPLAY => &["display"],
        class::LIGHT => &["sunlight"],
        _ => &[],
    }
}

/// True for -1, -1 and for a column and row in 0..=255; Crimson Skies has
/// nodes with one of them.
fn is_cell(cell: [i32; 2], version: Version) -> bool {
    let [none, known] = [-1, 0].map(|low| cell.iter().all(|axis| (low..=255).contains(axis)));
    known || cell == [-1, -1] || (none && version == Version::CrimsonSkies)
}

impl NodeBase {
    /// Takes the numbers of parents and children out: they are derived from the
    /// lists. Negative ones come out huge.
    pub(crate) fn take_counts(&mut self) -> [u32; 2] {
        // Of each pair one is absent, and so 0.
        let parents = self.parent_count.wrapping_add_signed(self.parent_count_short.into());
        let children = self.child_count.wrapping_add_signed(self.child_count_short.into());
        self.set_counts([0; 2]);
        [parents, children]
    }

    /// Puts the numbers of parents and children in for writing.
    pub(crate) fn set_counts(&mut self, [parents, children]: [u32; 2]) {
        (self.parent_count, self.child_count) = (parents, children);
        (self.parent_count_short, self.child_count_short) = (parents as i16, children as i16);
    }

    /// True for the nodes that every world has once and that have no position.
    fn is_fixed(&self) -> bool {
        fixed_flags(self.class, Version::MechWarrior3).is_some()
    }

    /// Everything that must agree in the base; `model_slots` is the size of the
    /// model array. `links` are the numbers of parents and children.
    pub(super) fn check(
        &self,
        report: &mut Report,
        at: usize,
        version: Version,
        model_slots: usize,
        links: [usize; 2],
    ) {
        self.check_without_model(report, at, version, links);
        let rules = &mut Rules::of::<NodeBase>(report, at, version);
        let slots = if self.class == class::OBJECT3D { model_slots } else { 0 };
        let model =
            self.model_index == -1 || usize::try_from(self.model_index).is_ok_and(|index| index < slots);
        require!(rules, MODEL_INDEX, self.model_index, model, "-1, or a slot below {slots}");
    }

    /// As [`NodeBase::check`], for files that keep models another way.
    pub(crate) fn check_without_model(
        &self,
        report: &mut Report,
        at: usize,
        version: Version,
        links: [usize; 2],
    ) {
        self.check_name(report, at, version);
        let rules = &mut Rules::of::<NodeBase>(report, at, version);
        self.check_class(rules, version);
        self.check_place(rules, version);
        self.check_links(rules, version, links);
        self.check_boxes(rules, version);

        let owners = if version == Version::CrimsonSkies { &OWNERS[..] } else { &[0] };
        require!(rules, FIELD040, self.field040, owners.contains(&self.field040), "one of {owners:#x?}");
        let empty = self.class == class::EMPTY;
        if empty && version == Version::CrimsonSkies {
            rules.habit("class", &EMPTY_CLASS, "another class", self.class);
        }
        require!(
            rules,
            DATA_PTR,
            self.data_ptr,
            (self.data_ptr == 0) == empty,
            "{}",
            if empty { "0" } else { "an address that is not zero" }
        );
    }

    fn check_name(&self, report: &mut Report, at: usize, version: Version) {
        let bytes = self.name.bytes();
        if known_leftovers(version).iter().any(|known| bytes.starts_with(*known)) {
            return;
        }
        let wanted = spelled(version, self.name);
        if wanted == self.name {
            self.name.check(report, &NAME, at);
        } else {
            let [wanted, found] = [wanted, self.name].map(|name| name.bytes().escape_ascii().to_string());
            report.habit(&NAME, at, format_args!("\"{wanted}\""), format_args!("\"{found}\""));
        }
    }

    fn check_class(&self, rules: &mut Rules<'_>, version: Version) {
        let names = fixed_names(self.class, version);
        let named = names.is_empty() || names.contains(&self.name.text().as_str());
        require!(rules, CLASS_NAME, self.name, named, "{names:?}");
        match fixed_flags(self.class, version) {
            Some(flags) => {
                let odd_world = version == Version::Recoil
                    && self.class == class::WORLD
                    && self.flags == RECOIL_WORLD_FLAGS;
                require!(rules, FLAGS, self.flags, self.flags == flags || odd_world, "{flags:#x}");
                equal!(rules, UPDATE_FLAGS, self.update_flags, 0);
            }
            None => {
                let known = known_flags(version);
                require!(rules, FLAGS, self.flags, self.flags & !known == 0, "no bits but {known:#x}");
                if version == Version::CrimsonSkies {
                    let known = UPDATE_FLAGS_SKIES;
                    let holds = known.contains(&self.update_flags);
                    require!(rules, UPDATE_FLAGS, self.update_flags, holds, "one of {known:#x?}");
                }
            }
        }
        if version != Version::Recoil {
            equal!(rules, FIELD196, self.field196, self.class_field196());
        }
    }

    fn class_field196(&self) -> i32 {
        if self.is_fixed() { 0 } else { 160 }
    }

    fn check_place(&self, rules: &mut Rules<'_>, version: Version) {
        let (zone, expected) = if self.is_fixed() {
            (self.zone_id == ZONE_ALWAYS, "255 (always)")
        } else if version == Version::CrimsonSkies {
            (ZONES_SKIES.contains(&self.zone_id), "255 (always), 1, 2 or 3")
        } else {
            (self.zone_id == ZONE_ALWAYS || self.zone_id <= 127, "255 (always) or 0..=127")
        };
        require!(rules, ZONE_ID, self.zone_id, zone, "{expected}");
        // Only nodes with a position have a cell.
        let nowhere = match self.class {
            class::OBJECT3D => false,
            class::LOD => version != Version::MechWarrior3,
            _ => true,
        };
        let expected = if nowhere { "no cell" } else { "no cell, or a column and row in 0..=255" };
        match version {
            Version::Recoil | Version::MechWarrior3 => {
                let cell = self.area_partition;
                let holds = if nowhere { cell == [-1, -1] } else { is_cell(cell, version) };
                require!(rules, PARTITION, self.area_partition, holds, "{expected}");
            }
            Version::PiratesMoon | Version::CrimsonSkies => {
                let cell = self.area_partition_short.map(i32::from);
                let holds = if nowhere { cell == [-1, -1] } else { is_cell(cell, version) };
                require!(rules, PARTITION, self.area_partition_short, holds, "{expected}");
                let cell = self.virtual_partition;
                let last = if nowhere { 0 } else { 255 };
                let holds = cell.iter().all(|axis| (0..=last).contains(axis));
                require!(rules, PARTITION, self.virtual_partition, holds, "0..={last} each");
            }
        }
    }

    fn check_links(&self, rules: &mut Rules<'_>, version: Version, [parents, children]: [usize; 2]) {
        require!(
            rules,
            PARENT_ARRAY_PTR,
            self.parent_array_ptr,
            (self.parent_array_ptr != 0) == (parents > 0),
            "not zero exactly when there are parents"
        );
        require!(
            rules,
            CHILD_ARRAY_PTR,
            self.child_array_ptr,
            (self.child_array_ptr != 0) == (children > 0),
            "not zero exactly when there are children"
        );
        let recoil = version == Version::Recoil;
        let [most, most_in_lod] = if version == Version::CrimsonSkies { [128, 64] } else { [usize::MAX; 2] };
        let (parents_range, children_range) = match self.class {
            class::WORLD => (0..=0, 1..=most),
            class::LOD if recoil => (0..=1, 0..=usize::MAX),
            class::LOD => (1..=1, 1..=most_in_lod),
            // Recoil has objects with eight parents.
            class::OBJECT3D if recoil => (0..=usize::MAX, 0..=usize::MAX),
            class::OBJECT3D => (0..=1, 0..=most),
            _ => (0..=0, 0..=0),
        };
        let [parent_field, child_field] = count_fields(version);
        if !parents_range.contains(&parents) {
            let at = rules.offset(parent_field);
            rules.report.habit(&PARENTS, at, show_range(&parents_range), parents);
        }
        if !children_range.contains(&children) {
            let at = rules.offset(child_field);
            rules.report.habit(&CHILDREN, at, show_range(&children_range), children);
        }
    }

    fn check_boxes(&self, rules: &mut Rules<'_>, version: Version) {
        let none = "no box";
        match self.class {
            class::EMPTY => {}
            class::LOD => self.check_lod_boxes(rules, version),
            class::OBJECT3D => {
                if version == Version::Recoil {
                    let unset = |flag| self.flags & flag == 0;
                    let clear = |flag, of: &[[f32; 3]; 2]| !unset(flag) || *of == NO_BOX;
                    require!(
                        rules,
                        BOXES,
                        self.node_bbox,
                        clear(flags::BBOX_NODE, &self.node_bbox),
                        "{none}"
                    );
                    require!(
                        rules,
                        BOXES,
                        self.model_bbox,
                        clear(flags::BBOX_MODEL, &self.model_bbox),
                        "{none}"
                    );
                    require!(
                        rules,
                        BOXES,
                        self.child_bbox,
                        clear(flags::BBOX_CHILD, &self.child_bbox),
                        "{none}"
                    );
                }
            }
            class => {
                let node = if class == class::LIGHT { LIGHT_BOX } else { NO_BOX };
                equal!(rules, BOXES, self.node_bbox, node);
                equal!(rules, BOXES, self.model_bbox, NO_BOX);
                equal!(rules, BOXES, self.child_bbox, NO_BOX);
            }
        }
        if matches!(version, Version::PiratesMoon | Version::CrimsonSkies) {
            let range = match self.class {
                class::LOD => 2..=2,
                class::OBJECT3D | class::EMPTY => 0..=2,
                _ => 0..=0,
            };
            require!(rules, ACTIVE_BBOX, self.active_bbox, range.contains(&self.active_bbox), "{range:?}");
        }
    }

    fn check_lod_boxes(&self, rules: &mut Rules<'_>, version: Version) {
        equal!(rules, BOXES, self.model_bbox, NO_BOX);
        match version {
            Version::Recoil => {}
            Version::MechWarrior3 => {
                require!(rules, BOXES, self.node_bbox, self.node_bbox != NO_BOX, "a box");
                equal!(rules, BOXES, self.child_bbox, self.node_bbox);
            }
            Version::PiratesMoon => {
                equal!(rules, BOXES, self.node_bbox, NO_BOX);
                require!(rules, BOXES, self.child_bbox, self.child_bbox != NO_BOX, "a box");
            }
            Version::CrimsonSkies => equal!(rules, BOXES, self.node_bbox, NO_BOX),
        }
    }
}

/// The fields that count parents and children.
pub(crate) fn count_fields(version: Version) -> [&'static str; 2] {
    if version.has_zeroed_tail() {
        ["parent_count", "child_count"]
    } else {
        ["parent_count_short", "child_count_short"]
    }
}

/// A range of counts as a person would say it.
fn show_range(range: &std::ops::RangeInclusive<usize>) -> String {
    match (*range.start(), *range.end()) {
        (start, usize::MAX) => format!("{start} or more"),
        (start, end) if start == end => start.to_string(),
        (start, end) => format!("{start} to {end}"),
    }
}

/// Names that known files have over the rest of a longer one: the first 17
/// bytes. Source: `docs/spec/zbd/README.md`, "Fixed-length strings".
fn known_leftovers(version: Version) -> &'static [&'static [u8; 17]] {
    match version {
        Version::Recoil => &[b"abort_test\0ng\0ame"],
        Version::CrimsonSkies => &[b"geometry\x008\0e_name", b"cockpit1\x000\0e_name"],
        Version::MechWarrior3 | Version::PiratesMoon => &[],
    }
}

/// The name as the game's own tool stores it: that of Crimson Skies never wrote
/// some names but over the rest of longer ones.
pub(super) fn spelled(version: Version, name: NodeName) -> NodeName {
    if version != Version::CrimsonSkies {
        return name;
    }
    let text = |bytes: &[u8]| bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let length = text(name.bytes());
    let same = |known: &&&[u8; 17]| text(&known[..]) == length && name.bytes().starts_with(&known[..length]);
    match known_leftovers(version).iter().find(same) {
        Some(known) => {
            let mut bytes = [0; 36];
            bytes[..17].copy_from_slice(*known);
            NodeName::from_bytes(bytes)
        }
        None => name,
    }
}
