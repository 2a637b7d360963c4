//! A town as nodes: its buildings, what stands between them, lamps, gates, windows that are lit at night.
//! Source: `docs/spec/daggerfall.md`, "6. BLOCKS.BSA **[O]** (named): RMB (exterior), RDB/RDI (dungeon)".

use super::CROWDED;
use super::cell::{add_group, add_node, lod};
use super::flats::{self, Look, Looks};
use super::models::{Builder, Built};
use super::overworld::Overworld;
use super::settings::Flats;
use super::terrain::Relief;
use super::town::{Block, Town};
use binary::{Finding, Severity};
use daggerfall::blocks::rmb;
use daggerfall::climate::{Climate, Season};
use daggerfall::maps::BLOCK_TILES;
use glam::{Affine3A, Quat, Vec3};
use std::f32::consts::TAU;
use std::sync::Arc;
use vfs::Vfs;
use world::{Light, ModelId, Node, NodeFlags, NodeId, Scene, ShownAt};

/// Units along an edge of a block.
const SIDE: f32 = rmb::SIDE as f32;
/// Units of a tile.
const TILE: f32 = 256.0;
/// Units of angle in a full turn.
const TURN: f32 = 2048.0;
/// Where in its cell the height of a town is taken, of both edges.
const LEVEL_AT: f32 = 0.55;
/// Units that buildings stand above the ground.
const ABOVE: f32 = 2.0;
/// Units that models and flats between buildings are moved down.
const MODEL_DOWN: f32 = 4.0;
const FLAT_DOWN: f32 = 6.0;
const SCENERY_DOWN: f32 = 2.0;
/// Markers of the editor: never drawn.
const MARKERS: u16 = 199;
/// Of these, where one arrives.
const ARRIVAL: u16 = 10;
/// Flats that shine.
const LAMPS: u16 = 210;
/// Flats that every climate has its own of, in buildings' frames.
const NATURE: std::ops::RangeInclusive<u16> = 500..=511;
/// A city gate that is open, and one that is closed.
const GATES: [u32; 2] = [446, 447];
/// Hours in which windows and lamps shine.
const LIT: [f32; 2] = [17.0, 8.0];
/// Hours in which gates are open.
const OPEN: [f32; 2] = [6.0, 18.0];
/// The light of a lamp, and units up to which it is full and up to which it reaches.
const LAMP: [f32; 3] = [1.0, 0.82, 0.55];
const LAMP_REACH: [f32; 2] = [120.0, 720.0];
/// Units up to which flats of a town are seen.
const SEEN: f32 = 16_000.0;
/// Most models and flats of a town, each: a city of the game's largest size has a fifth of that.
const MOST: usize = 32_768;

/// What stands there and is walked around.
const STANDS: NodeFlags = NodeFlags::ACTIVE.union(NodeFlags::ALTITUDE).union(NodeFlags::INTERSECT);

/// What a town is made of, of one scene.
pub struct Making<'a> {
    pub overworld: &'a Overworld,
    pub vfs: &'a Vfs,
    pub climate: &'static Climate,
    pub season: Season,
    pub relief: Relief<'a>,
    pub looks: &'a mut Looks,
    pub findings: &'a mut Vec<Finding>,
}

/// Where those arrive who travel to a town, by its blocks: east and north from the south-west corner of its cell.
pub fn arrivals(town: &Town) -> Vec<[f32; 2]> {
    let of_block = |block: &Block| {
        let rmb = &block.rmb;
        let between = rmb.flats.iter().map(|flat| {
            let [x, _, z] = flat.position.map(|at| at as f32);
            (flat, [x, SIDE + z])
        });
        let of_buildings = rmb.slots.iter().zip(&rmb.buildings).flat_map(|(slot, building)| {
            building.exterior.flats.iter().map(move |flat| (flat, beside(slot, flat, town.flats)))
        });
        let marked = between.chain(of_buildings).filter(|(flat, _)| flat.picture() == [MARKERS, ARRIVAL]);
        let [west, south] = block.corner.map(|at| at as f32);
        marked.map(|(_, [east, north])| [west + east, south + north]).collect::<Vec<_>>()
    };
    town.blocks.iter().flat_map(of_block).collect()
}

/// Where a flat of a building stands in its block, east and north.
fn beside(slot: &rmb::Slot, flat: &rmb::Flat, flats: Flats) -> [f32; 2] {
    let [x, _, z] = flat.position.map(|at| at as f32);
    let from_building = Vec3::new(x, 0.0, -z);
    let from_building = match flats {
        Flats::Still => from_building,
        Flats::Turned => turn(slot.rotation as f32) * from_building,
    };
    [slot.x as f32 + from_building.x, SIDE - slot.z as f32 - from_building.z]
}

/// Builds a town; gives the node of everything that stands in it.
pub fn build(scene: &mut Scene, town: &Town, making: Making<'_>) -> NodeId {
    let along = LEVEL_AT * super::terrain::CELL;
    let ground = making.relief.height(along, along) + ABOVE;
    let builder = Builder::new(making.overworld, making.vfs, making.climate, making.season);
    let mut streets =
        Builds { making, builder, ground, children: Vec::new(), lamps: Vec::new(), models: 0, flats: 0 };
    for block in &town.blocks {
        streets.block(scene, block, town);
    }
    streets.light_lamps(scene);
    for (found, what) in [(streets.models, "models"), (streets.flats, "flats")] {
        if found > MOST {
            let expected = format_args!("at most {MOST} {what}");
            let finding = Finding::new(&CROWDED, Severity::Warning, &town.name, expected, found);
            streets.making.findings.push(finding);
        }
    }
    add_group(scene, &town.name, STANDS, streets.children)
}

struct Builds<'a> {
    making: Making<'a>,
    builder: Builder<'a>,
    /// Height of everything that stands at 0.
    ground: f32,
    children: Vec<NodeId>,
    lamps: Vec<Vec3>,
    /// How many there are in the blocks, those that are left out among them.
    models: usize,
    flats: usize,
}

/// A turn against the clock as seen from above.
fn turn(units: f32) -> Quat {
    Quat::from_rotation_y(units / TURN * TAU)
}

impl Builds<'_> {
    /// A place of a block, east, up and north from its south-west corner, in the scene.
    fn place(&self, block: &Block, [east, up, north]: [f32; 3]) -> Vec3 {
        let [west, south] = block.corner.map(|at| at as f32);
        Vec3::new(west + east, self.ground + up, -(south + north))
    }

    fn block(&mut self, scene: &mut Scene, block: &Block, town: &Town) {
        let mut flats: Vec<(Vec3, Look)> = Vec::new();
        let rmb = &block.rmb;
        for (slot, building) in rmb.slots.iter().zip(&rmb.buildings) {
            let corner = [slot.x as f32, SIDE - slot.z as f32];
            let frame = Affine3A::from_rotation_translation(
                turn(slot.rotation as f32),
                self.place(block, [corner[0], 0.0, corner[1]]),
            );
            for model in &building.exterior.models {
                let [x, y, z] = model.position.map(|at| at as f32);
                let own =
                    Affine3A::from_rotation_translation(turn(model.rotation.into()), Vec3::new(x, -y, -z));
                self.model(scene, model, frame * own);
            }
            for flat in &building.exterior.flats {
                let [east, north] = beside(slot, flat, town.flats);
                let up = -(flat.position[1] as f32) - FLAT_DOWN;
                let at = self.place(block, [east, up, north]);
                flats.extend(self.flat(scene, flat.picture(), at, |archive| NATURE.contains(&archive)));
            }
        }
        for model in &rmb.models {
            let [x, y, z] = model.position.map(|at| at as f32);
            let at = self.place(block, [x, -y - MODEL_DOWN, SIDE + z]);
            self.model(scene, model, Affine3A::from_rotation_translation(turn(model.rotation.into()), at));
        }
        for flat in &rmb.flats {
            let [x, y, z] = flat.position.map(|at| at as f32);
            let at = self.place(block, [x, -y - FLAT_DOWN, SIDE + z]);
            // Those whose archive the original exchanges.
            let is_nature = |archive: u16| matches!(archive, 502 | 503 | 504 | 510);
            flats.extend(self.flat(scene, flat.picture(), at, is_nature));
        }
        self.scenery(scene, block, &mut flats);
        if !flats.is_empty() {
            let model = flats::model(flats);
            let bounds = model.bounds;
            let node = add_node(scene, "flats", NodeFlags::ACTIVE, model);
            self.children.push(lod(scene, NodeFlags::ACTIVE, 0.0..SEEN, bounds, vec![node]));
        }
    }

    /// What grows on the tiles of a block.
    fn scenery(&mut self, scene: &mut Scene, block: &Block, flats: &mut Vec<(Vec3, Look)>) {
        let nature = self.making.climate.nature(self.making.season);
        for row in 0..BLOCK_TILES {
            for column in 0..BLOCK_TILES {
                // The first record is a marker.
                let Some(record) = block.rmb.scenery(column, row).filter(|record| *record > 0) else {
                    continue;
                };
                let north = (BLOCK_TILES - row) as f32 * TILE;
                let at = self.place(block, [column as f32 * TILE, -SCENERY_DOWN, north]);
                let (overworld, vfs, season) = (self.making.overworld, self.making.vfs, self.making.season);
                let picture = || Some(overworld.archives.plant(vfs, nature, record, season).flat);
                let look = self.making.looks.of(scene, [nature, record.into()], picture);
                flats.extend(look.map(|look| (at, look)));
            }
        }
    }

    fn flat(
        &mut self,
        scene: &mut Scene,
        [archive, record]: [u16; 2],
        at: Vec3,
        is_nature: impl Fn(u16) -> bool,
    ) -> Option<(Vec3, Look)> {
        if archive == MARKERS {
            return None;
        }
        self.flats += 1;
        if self.flats > MOST {
            return None;
        }
        let archive =
            if is_nature(archive) { self.making.climate.nature(self.making.season) } else { archive };
        let (overworld, vfs) = (self.making.overworld, self.making.vfs);
        let look = self
            .making
            .looks
            .of(scene, [archive, record], || overworld.archives.flat(vfs, [archive, record]).map(Arc::new));
        if archive == LAMPS {
            self.lamps.push(at + Vec3::Y * look.map_or(0.0, |look| look.size[1]));
        }
        look.map(|look| (at, look))
    }

    fn model(&mut self, scene: &mut Scene, model: &rmb::Model, transform: Affine3A) {
        let Some(number) = model.number() else { return };
        self.models += 1;
        if self.models > MOST {
            return;
        }
        if GATES.contains(&number) {
            let [from, to] = OPEN;
            for (number, [from, to]) in GATES.into_iter().zip([[from, to], [to, from]]) {
                if let Some(node) = self.stand(scene, number, transform) {
                    shown(scene, node, [from, to]);
                }
            }
        } else {
            self.stand(scene, number, transform);
        }
    }

    fn stand(&mut self, scene: &mut Scene, number: u32, transform: Affine3A) -> Option<NodeId> {
        let Built { model, windows } = self.builder.model(scene, number, self.making.findings)?;
        let name = number.to_string();
        let node = push(scene, &name, STANDS, model, transform);
        self.children.push(node);
        if let Some(windows) = windows {
            let glow = push(scene, &name, NodeFlags::ACTIVE, windows, transform);
            shown(scene, glow, LIT);
            self.children.push(glow);
        }
        Some(node)
    }

    /// All lamps shine while one node is shown.
    fn light_lamps(&mut self, scene: &mut Scene) {
        if self.lamps.is_empty() {
            return;
        }
        let node = add_group(scene, "lamps", NodeFlags::ACTIVE, Vec::new());
        shown(scene, node, LIT);
        self.children.push(node);
        let [near, far] = LAMP_REACH;
        scene.lights.extend(self.lamps.drain(..).map(|position| Light {
            node: Some(node),
            // Mounted at its node, it shines while that is shown.
            active: true,
            directional: false,
            position,
            direction: Vec3::NEG_Y,
            color: LAMP,
            diffuse: 0.8,
            ambient: 0.3,
            near,
            far,
        }));
    }
}

fn push(scene: &mut Scene, name: &str, flags: NodeFlags, model: ModelId, transform: Affine3A) -> NodeId {
    let node =
        Node { name: name.into(), model: Some(model), flags, transform, opacity: 1.0, ..Node::default() };
    scene.nodes.push(node);
    NodeId::from(scene.nodes.len() - 1)
}

/// Shows a node in some hours only. At the start it is as the hour of the start has it.
pub fn shown(scene: &mut Scene, node: NodeId, [from, to]: [f32; 2]) {
    let Some(hours) = &mut scene.hours else { return };
    let shown = ShownAt { node, from, to };
    let is_there = shown.is_at(hours.start);
    hours.shown.push(shown);
    if let Some(node) = scene.nodes.get_mut(node.index()) {
        node.flags = node.flags.switched(NodeFlags::ACTIVE, is_there);
    }
}
