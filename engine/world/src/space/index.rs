//! Where in the grid every occurrence is found.
//!
//! An *entry* stands for a whole subtree, or for one occurrence alone when
//! its subtree spreads too far: then its children have entries of their own. An
//! entry stands in every cell its bounds reach, or in the loose list when those
//! are too many.

use super::collider::Colliders;
use super::grid::{GridDef, SpaceDef};
use crate::{Aabb, NodeKind, OccurrenceId, Occurrences, Scene};
use glam::Vec3;
use std::sync::Arc;

/// A subtree that reaches more cells than this is divided or stands loose.
const MOST_CELLS: u32 = 16;
/// The nearest level of detail starts below this squared distance; others are
/// never collided with (`docs/spec/zbd/engine-behaviour.md`, "4. Queries").
const NEAREST_LOD_SQ: f32 = 5.0;
const NONE: u32 = u32::MAX;

/// A range of cells, ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cells {
    pub columns: [u32; 2],
    pub rows: [u32; 2],
}

impl Cells {
    fn of(grid: &GridDef, bounds: &Aabb) -> Self {
        Cells {
            columns: [grid.column(bounds.min.x), grid.column(bounds.max.x)],
            rows: [grid.row(bounds.min.z), grid.row(bounds.max.z)],
        }
    }

    fn count(&self) -> u32 {
        let span = |[from, to]: [u32; 2]| to.saturating_sub(from) + 1;
        span(self.columns).saturating_mul(span(self.rows))
    }
}

/// An entry: a subtree, or one occurrence of it alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub row: u32,
    pub alone: bool,
    /// None in the loose list.
    cells: Option<Cells>,
}

/// An index over the occurrences of a world.
///
/// Callers never ask how the world is divided.
#[derive(Debug)]
pub struct Space {
    /// None for an undivided world.
    grid: Option<GridDef>,
    entries: Vec<Entry>,
    vacant: Vec<u32>,
    cells: Vec<Vec<u32>>,
    loose: Vec<u32>,
    /// Per occurrence: its entry.
    entry_of: Vec<u32>,
    generation: u64,
    colliders: Arc<Colliders>,
    open: Vec<u32>,
}

/// True for a level of detail that is never collided with.
pub(super) fn is_far_level(scene: &Scene, occurrences: &Occurrences, row: u32) -> bool {
    let node = occurrences.nodes()[row as usize];
    let kind = scene.nodes.get(node.index()).map(|node| node.kind);
    matches!(kind, Some(NodeKind::Lod(range)) if range.near_sq > NEAREST_LOD_SQ)
}

/// How far rounding may have moved a bound at this distance from the origin.
#[inline]
pub(super) fn slack(place: Vec3) -> f32 {
    place.abs().max_element().max(1.0) * 2e-6
}

impl Space {
    /// The index of a world. Colliders can be shared between spaces of one
    /// scene: they are made once.
    pub fn new(scene: &Scene, occurrences: &Occurrences, colliders: Arc<Colliders>) -> Self {
        let grid = match &scene.space {
            SpaceDef::Grid(grid) if grid.is_sound() => Some(grid.clone()),
            _ => None,
        };
        let count = grid.as_ref().map_or(0, |grid| grid.columns as usize * grid.rows as usize);
        let mut space = Space {
            grid,
            entries: Vec::new(),
            vacant: Vec::new(),
            cells: vec![Vec::new(); count],
            loose: Vec::new(),
            entry_of: Vec::new(),
            generation: 0,
            colliders,
            open: Vec::new(),
        };
        space.rebuild(scene, occurrences);
        space
    }

    /// Follows an [`Occurrences::update`]; once after each.
    pub fn update(&mut self, scene: &Scene, occurrences: &Occurrences) {
        if occurrences.generation() != self.generation {
            return self.rebuild(scene, occurrences);
        }
        for (start, end) in occurrences.touched() {
            self.reindex(scene, occurrences, start.0, end.0);
        }
    }

    /// The colliders in use.
    pub fn colliders(&self) -> &Arc<Colliders> {
        &self.colliders
    }

    fn rebuild(&mut self, scene: &Scene, occurrences: &Occurrences) {
        self.generation = occurrences.generation();
        self.entries.clear();
        self.vacant.clear();
        self.loose.clear();
        self.cells.iter_mut().for_each(Vec::clear);
        self.entry_of.clear();
        self.entry_of.resize(occurrences.len(), NONE);
        for root in occurrences.roots() {
            self.place(scene, occurrences, root.0);
        }
    }

    /// Gives a subtree its entries.
    fn place(&mut self, scene: &Scene, occurrences: &Occurrences, row: u32) {
        let mut open = std::mem::take(&mut self.open);
        open.push(row);
        while let Some(row) = open.pop() {
            let id = OccurrenceId(row);
            let bounds = occurrences.bounds(id);
            if bounds.is_empty() || is_far_level(scene, occurrences, row) {
                continue;
            }
            let divide = match &self.grid {
                Some(grid) => Cells::of(grid, bounds).count() > MOST_CELLS,
                None => false,
            };
            if !divide || occurrences.end(id).0 == row + 1 {
                self.settle(row, false, bounds);
                continue;
            }
            let own = occurrences.own_bounds(id);
            if !own.is_empty() {
                self.settle(row, true, own);
            }
            open.extend(occurrences.children(id).map(|child| child.0));
        }
        self.open = open;
    }

    fn settle(&mut self, row: u32, alone: bool, bounds: &Aabb) {
        let padded = bounds.padded(slack(bounds.min.abs().max(bounds.max.abs())));
        let cells = self.grid.as_ref().map(|grid| Cells::of(grid, &padded));
        let entry = Entry { row, alone, cells: cells.filter(|cells| cells.count() <= MOST_CELLS) };
        let slot = self.vacant.pop().unwrap_or(self.entries.len() as u32);
        match self.entries.get_mut(slot as usize) {
            Some(vacant) => *vacant = entry,
            None => self.entries.push(entry),
        }
        self.entry_of[row as usize] = slot;
        self.lists(&entry, |list| list.push(slot));
    }

    /// Every list an entry stands in.
    fn lists(&mut self, entry: &Entry, mut each: impl FnMut(&mut Vec<u32>)) {
        let (Some(cells), Some(grid)) = (entry.cells, &self.grid) else { return each(&mut self.loose) };
        for row in cells.rows[0]..=cells.rows[1] {
            for column in cells.columns[0]..=cells.columns[1] {
                each(&mut self.cells[(row * grid.columns + column) as usize]);
            }
        }
    }

    fn evict(&mut self, row: u32) {
        let slot = std::mem::replace(&mut self.entry_of[row as usize], NONE);
        if slot == NONE {
            return;
        }
        let entry = self.entries[slot as usize];
        self.lists(&entry, |list| {
            if let Some(at) = list.iter().position(|entry| *entry == slot) {
                list.swap_remove(at);
            }
        });
        self.vacant.push(slot);
    }

    /// New entries for a subtree that moved, or for the one around it that has
    /// the entry.
    fn reindex(&mut self, scene: &Scene, occurrences: &Occurrences, start: u32, end: u32) {
        let mut row = start;
        loop {
            let slot = self.entry_of[row as usize];
            if slot != NONE && !self.entries[slot as usize].alone {
                self.evict(row);
                return self.place(scene, occurrences, row);
            }
            if is_far_level(scene, occurrences, row) {
                return;
            }
            match occurrences.parent(OccurrenceId(row)) {
                Some(parent) => row = parent.0,
                None => break,
            }
        }
        for row in start..end {
            self.evict(row);
        }
        self.place(scene, occurrences, start);
    }

    /// The grid, if there is one.
    pub(super) fn grid(&self) -> Option<&GridDef> {
        self.grid.as_ref()
    }

    /// Entries at a place, and entries that are everywhere.
    pub(super) fn at(&self, x: f32, z: f32) -> impl Iterator<Item = Entry> + '_ {
        let cell = match &self.grid {
            Some(grid) => &self.cells[(grid.row(z) * grid.columns + grid.column(x)) as usize][..],
            None => &[],
        };
        cell.iter().chain(&self.loose).map(|slot| self.entries[*slot as usize])
    }

    /// Entries that may touch a box, each once.
    pub(super) fn around(&self, bounds: &Aabb, mut each: impl FnMut(Entry)) {
        if let Some(grid) = &self.grid {
            let asked = Cells::of(grid, bounds);
            for row in asked.rows[0]..=asked.rows[1] {
                for column in asked.columns[0]..=asked.columns[1] {
                    for slot in &self.cells[(row * grid.columns + column) as usize] {
                        let entry = self.entries[*slot as usize];
                        // In the first cell both reach, and in no other.
                        let first = entry.cells.is_some_and(|cells| {
                            row == asked.rows[0].max(cells.rows[0])
                                && column == asked.columns[0].max(cells.columns[0])
                        });
                        if first {
                            each(entry);
                        }
                    }
                }
            }
        }
        self.loose.iter().for_each(|slot| each(self.entries[*slot as usize]));
    }

    /// Entries that a segment may touch, roughly from its start to its end, some
    /// of them more than once. `each` says up to which fraction of the segment
    /// is still of interest.
    pub(super) fn along(&self, from: Vec3, to: Vec3, mut each: impl FnMut(Entry) -> f32) {
        let mut limit = 1.0;
        for slot in &self.loose {
            limit = each(self.entries[*slot as usize]);
        }
        let Some(grid) = &self.grid else { return };
        let way = to - from;
        let margin = slack(from.abs().max(to.abs()));
        let (first, last) = (grid.row(from.z), grid.row(to.z));
        for step in 0..=first.abs_diff(last) {
            let row = if last >= first { first + step } else { first - step };
            // Rows at the edges reach on without end.
            let north = grid.min_z + grid.cell * row as f32 - margin;
            let south = grid.min_z + grid.cell * (row + 1) as f32 + margin;
            let north = if row == 0 { f32::NEG_INFINITY } else { north };
            let south = if row + 1 == grid.rows { f32::INFINITY } else { south };
            let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
            if way.z != 0.0 {
                let (a, b) = ((north - from.z) / way.z, (south - from.z) / way.z);
                enter = enter.max(a.min(b));
                leave = leave.min(a.max(b)).max(enter);
            }
            if enter > limit {
                return;
            }
            let (west, east) = (from.x + way.x * enter, from.x + way.x * leave);
            let (west, east) = (west.min(east) - margin, west.max(east) + margin);
            let columns = grid.column(west)..=grid.column(east);
            let count = columns.end() - columns.start();
            for step in 0..=count {
                let column = if way.x < 0.0 { columns.end() - step } else { columns.start() + step };
                for slot in &self.cells[(row * grid.columns + column) as usize] {
                    limit = each(self.entries[*slot as usize]);
                }
            }
        }
    }
}
