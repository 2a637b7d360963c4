//! A zone divided into regions: the tree, and what is in each region.

use super::face::{Face, Plane};
use everquest::wld::BspNode;
use glam::{Vec2, Vec3};

/// A region while it is built.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub faces: Vec<Face>,
    /// The box that holds it, cut to the zone.
    pub min: Vec3,
    pub max: Vec3,
    /// Place in the table of sectors.
    pub sector: usize,
    /// Places in the table of special volumes that it is in.
    pub volumes: Vec<usize>,
}

/// A zone as regions.
#[derive(Clone, Debug, Default)]
pub(super) struct Partition {
    pub nodes: Vec<BspNode>,
    pub cells: Vec<Cell>,
}

impl Partition {
    /// Takes a place for a node, to be filled in later. Children count from 1.
    pub fn reserve(&mut self) -> u32 {
        self.nodes.push(BspNode::default());
        self.nodes.len() as u32
    }

    pub fn inner(&mut self, number: u32, plane: &Plane, front: u32, back: u32) {
        let node = &mut self.nodes[number as usize - 1];
        node.normal = plane.normal.to_array();
        node.distance = plane.distance;
        (node.front, node.back) = (front, back);
    }

    pub fn leaf(&mut self, number: u32, cell: Cell) {
        self.cells.push(cell);
        self.nodes[number as usize - 1].region = self.cells.len() as u32;
    }
}

/// A part of space between level and upright planes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    pub min: Vec3,
    pub max: Vec3,
}

impl Bounds {
    /// South, east, bottom; north, west, top: raw x, y, z.
    pub const fn new(min: [f32; 3], max: [f32; 3]) -> Self {
        Bounds { min: Vec3::from_array(min), max: Vec3::from_array(max) }
    }

    /// True for places that are at most so far from it, seen from above.
    pub fn near(&self, at: Vec2, distance: f32) -> bool {
        at.cmpge(self.min.truncate() - distance).all() && at.cmple(self.max.truncate() + distance).all()
    }

    pub fn meets(&self, other: &Bounds) -> bool {
        self.min.cmplt(other.max).all() && self.max.cmpgt(other.min).all()
    }

    pub fn covers(&self, other: &Bounds) -> bool {
        self.min.cmple(other.min).all() && self.max.cmpge(other.max).all()
    }
}
