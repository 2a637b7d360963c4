//! Where a vehicle can go from a place: steps of a few units over ground that is neither steep nor under water, unless it
//! swims, past whatever stands on it. What is under a bridge and what is on it are two places.

use crate::way::Steps;
use glam::{Vec2, Vec3};
use runtime::Simulation;
use std::collections::{BTreeMap, BTreeSet};
use world::{Actor, ActorKind, Capsule, LawKind, Probe, TankMode};

/// How far a step goes, metres.
const SIDE_M: f32 = 3.0;
/// Up and down of a step that is not too steep, of its length.
const STEEPEST: f32 = 0.45;
/// How far apart floors are at least, metres.
const FLOOR_M: f32 = 4.0;
/// Depth of water through which one still drives, metres.
const FORD_M: f32 = 0.8;
/// Half the width that a vehicle needs, metres, and how high over the ground it is looked for what stands in its way.
const HALF_WIDTH_M: f32 = 2.0;
const CLEARANCE_M: f32 = 1.3;
/// How high a vehicle is that says nothing else, metres.
const LOW_M: f32 = 5.0;
/// What a step costs besides its length for each unit up or down.
const CLIMB: f32 = 2.0;

/// How near to the goal a way ends, metres; whoever came there goes straight on.
const BESIDE_M: f32 = 7.0;
/// How much more than a step costs it counts to come nearer: a way that is a little longer is found much sooner.
const HASTE: f32 = 2.0;

/// A place, by the numbers of its column, row and floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// West to east, and north to south.
    pub across: [i32; 2],
    floor: i32,
}

/// The ground of a world, as far as it was looked at.
pub struct Ground<'a> {
    probe: Probe<'a>,
    /// Metres in units.
    metre: f32,
    goal: Vec3,
    /// Where somebody got stuck.
    blocked: &'a BTreeSet<[i32; 2]>,
    heights: BTreeMap<Cell, f32>,
    /// It goes over water as well.
    pub swims: bool,
    /// How high the vehicle is, units: a lamp over the road is in the way of the tall.
    pub height: f32,
}

impl<'a> Ground<'a> {
    /// The ground around a place where a vehicle stands, which the probe leaves out.
    pub fn new(probe: Probe<'a>, metre: f32, goal: Vec3, blocked: &'a BTreeSet<[i32; 2]>) -> Self {
        Ground { probe, metre, goal, blocked, heights: BTreeMap::new(), swims: false, height: LOW_M * metre }
    }

    /// The cell of a place on the ground.
    pub fn cell(&mut self, place: Vec3) -> Cell {
        let cell = Cell { across: across(place, self.metre), floor: self.floor(place.y) };
        self.heights.insert(cell, place.y);
        cell
    }

    /// The middle of a cell that was reached.
    pub fn place(&self, cell: Cell) -> Vec3 {
        let [x, z] = cell.across.map(|number| number as f32 * SIDE_M * self.metre);
        Vec3::new(x, self.heights.get(&cell).copied().unwrap_or_default(), z)
    }

    fn floor(&self, height: f32) -> i32 {
        (height / (FLOOR_M * self.metre)).round() as i32
    }

    /// Where a step leads, if one can go there.
    fn step(&self, from: Vec3, across: [i32; 2]) -> Option<Vec3> {
        let side = SIDE_M * self.metre;
        let [x, z] = across.map(|number| number as f32 * side);
        let length = Vec2::new(x - from.x, z - from.z).length();
        let bed = self.probe.ground(x, z, from.y, length * STEEPEST)?.point;
        let ford = FORD_M * self.metre;
        let deep = self.probe.water(bed + Vec3::Y * ford * 0.1).filter(|top| top - bed.y > ford);
        let ground = match deep {
            Some(_) if !self.swims => return None,
            Some(top) => bed.with_y(top),
            None => bed,
        };
        if (ground.y - from.y).abs() > length * STEEPEST {
            return None;
        }
        let radius = HALF_WIDTH_M * self.metre;
        let clearance = CLEARANCE_M * self.metre;
        let body = Capsule {
            base: from + Vec3::Y * clearance,
            radius,
            height: (self.height - clearance).max(2.0 * radius),
        };
        self.probe.sweep(&body, ground - from).is_none().then_some(ground)
    }
}

/// How high a 'mech is, units.
pub fn height(simulation: &Simulation, own: &Actor) -> Option<f32> {
    match &simulation.scene().vehicle_of(own)?.law {
        LawKind::Mech(law) => Some(law.body.height),
        _ => None,
    }
}

/// Whether a vehicle goes over water.
pub fn swims(own: &Actor) -> bool {
    let has = |mode: TankMode| matches!(&own.kind, ActorKind::Tank(tank) if tank.upgrades & mode.bit() != 0);
    has(TankMode::Amphibious) || has(TankMode::Hover)
}

/// Whether the ground at a place is so deep under water that one does not drive there.
pub fn is_deep(probe: Probe<'_>, place: Vec3, metre: f32) -> bool {
    let Some(bed) = probe.ground(place.x, place.z, place.y, 0.5 * FLOOR_M * metre) else { return false };
    let ford = FORD_M * metre;
    let top = probe.water(bed.point + Vec3::Y * ford * 0.1);
    top.is_some_and(|top| top - bed.point.y > ford)
}

/// The column and the row of a place; `metre` is one in units.
pub fn across(place: Vec3, metre: f32) -> [i32; 2] {
    [place.x, place.z].map(|at| (at / (SIDE_M * metre)).round() as i32)
}

impl Steps for Ground<'_> {
    type Place = Cell;

    fn from(&mut self, cell: Cell, reached: &mut Vec<(Cell, f32)>) {
        let from = self.place(cell);
        for [column, row] in [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [1, -1], [-1, 1], [-1, -1]] {
            let across = [cell.across[0].saturating_add(column), cell.across[1].saturating_add(row)];
            if self.blocked.contains(&across) {
                continue;
            }
            let Some(place) = self.step(from, across) else { continue };
            let next = Cell { across, floor: self.floor(place.y) };
            // Who comes there first says how high it is.
            self.heights.entry(next).or_insert(place.y);
            reached.push((next, (place - from).length() + CLIMB * (place.y - from.y).abs()));
        }
    }

    fn left(&self, cell: Cell) -> f32 {
        HASTE * (self.place(cell) - self.goal).length()
    }

    fn is_goal(&self, cell: Cell) -> bool {
        // What is gone for may stand in the way itself.
        let way = self.goal - self.place(cell);
        Vec2::new(way.x, way.z).length() <= BESIDE_M * self.metre
    }
}
