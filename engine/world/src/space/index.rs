//! Where every occurrence is found: in the cells of a world that has a grid, in
//! a tree of boxes in all others.
//!
//! An *entry* stands for a whole subtree, or for one occurrence alone. In a
//! grid a subtree that spreads too far is divided: it is entered alone and its
//! children for themselves. An entry stands in every cell its bounds reach, or in
//! the tree when those are too many. Without a grid every occurrence that has
//! bounds stands in the tree, alone.
//!
//! Cells of games are made for drawing and hold hundreds of occurrences; those of
//! the index are [smaller](GridDef::divided).

use super::collider::Colliders;
use super::grid::{GridDef, SpaceDef};
use super::liquids::Liquids;
use super::tree::BoxTree;
use super::triangle::Line;
use crate::{Aabb, NodeKind, OccurrenceId, Occurrences, Scene};
use glam::Vec3;
use std::cell::Cell;
use std::sync::Arc;

/// A subtree that reaches more cells than this is divided or stands in the tree. Ground in pieces as large as a cell
/// of the game reaches nine or ten each way.
const MOST_CELLS: u32 = 100;
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

    fn meets(&self, columns: [u32; 2], row: u32) -> bool {
        let [first, last] = self.columns;
        self.rows[0] <= row && row <= self.rows[1] && first <= columns[1] && columns[0] <= last
    }

    fn count(&self) -> u32 {
        let span = |[from, to]: [u32; 2]| to.saturating_sub(from) + 1;
        span(self.columns).saturating_mul(span(self.rows))
    }
}

/// Where an entry is found.
#[derive(Clone, Copy, Debug)]
enum Location {
    Cells(Cells),
    /// A leaf of the tree.
    Tree(u32),
    /// In the list that every question looks at: bounds that are NaN or infinite.
    Everywhere,
}

/// An entry: a subtree, or one occurrence of it alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub row: u32,
    pub alone: bool,
    location: Location,
}

impl Entry {
    /// To fill lists with.
    pub const NOWHERE: Entry = Entry { row: NONE, alone: true, location: Location::Everywhere };
}

/// An index over the occurrences of a world.
///
/// Callers never ask how the world is divided.
#[derive(Debug)]
pub struct Space {
    /// That of the world; none for an undivided one.
    grid: Option<GridDef>,
    /// The same area in the cells of `cells`.
    divided: Option<GridDef>,
    entries: Vec<Entry>,
    vacant: Vec<u32>,
    cells: Vec<Vec<u32>>,
    tree: BoxTree,
    /// Entries that every question looks at.
    everywhere: Vec<u32>,
    /// Per slot of the table: its entry.
    entry_of: Vec<u32>,
    /// Of the table it follows.
    stamp: u64,
    colliders: Arc<Colliders>,
    liquids: Liquids,
    open: Vec<u32>,
}

/// True for a level of detail that is never collided with.
pub(super) fn is_far_level(scene: &Scene, occurrences: &Occurrences, id: OccurrenceId) -> bool {
    let kind = occurrences.shape(scene, id).map(|node| node.kind);
    matches!(kind, Some(NodeKind::Lod(range)) if range.near_sq > NEAREST_LOD_SQ)
}

/// How far rounding may have moved a bound at this distance from the origin.
#[inline]
pub(super) fn slack(place: Vec3) -> f32 {
    place.abs().max_element().max(1.0) * 2e-6
}

fn is_finite(bounds: &Aabb) -> bool {
    bounds.min.is_finite() && bounds.max.is_finite()
}

/// As [`slack`], for whatever is in a box.
pub(super) fn slack_of(bounds: &Aabb) -> f32 {
    slack(bounds.min.abs().max(bounds.max.abs()))
}

impl Space {
    /// The index of a world. Colliders can be shared between spaces of one
    /// scene: they are made once.
    pub fn new(scene: &Scene, occurrences: &Occurrences, colliders: Arc<Colliders>) -> Self {
        let grid = match &scene.space {
            SpaceDef::Grid(grid) if grid.is_sound() => Some(grid.clone()),
            _ => None,
        };
        let divided = grid.as_ref().map(GridDef::divided);
        let count = divided.as_ref().map_or(0, |grid| grid.columns as usize * grid.rows as usize);
        let mut space = Space {
            grid,
            divided,
            entries: Vec::new(),
            vacant: Vec::new(),
            cells: vec![Vec::new(); count],
            tree: BoxTree::default(),
            everywhere: Vec::new(),
            entry_of: Vec::new(),
            stamp: 0,
            colliders,
            liquids: Liquids::new(&scene.regions),
            open: Vec::new(),
        };
        space.rebuild(scene, occurrences);
        space
    }

    /// Follows an [`Occurrences::update`]; once after each. One that was missed
    /// costs building anew.
    pub fn update(&mut self, scene: &Scene, occurrences: &Occurrences) {
        if occurrences.stamp() == self.stamp {
            return;
        }
        if occurrences.rebuilt() || occurrences.stamp_before() != self.stamp {
            return self.rebuild(scene, occurrences);
        }
        self.stamp = occurrences.stamp();
        self.entry_of.resize(occurrences.slots(), NONE);
        for id in occurrences.removed() {
            self.remove_entry(id.0);
        }
        for head in occurrences.touched() {
            if self.grid.is_some() {
                self.reindex(scene, occurrences, head);
            } else {
                self.update_tree(scene, occurrences, head);
            }
        }
    }

    /// The colliders in use.
    pub fn colliders(&self) -> &Arc<Colliders> {
        &self.colliders
    }

    fn rebuild(&mut self, scene: &Scene, occurrences: &Occurrences) {
        self.stamp = occurrences.stamp();
        self.entries.clear();
        self.vacant.clear();
        self.everywhere.clear();
        self.tree.clear();
        self.cells.iter_mut().for_each(Vec::clear);
        self.entry_of.clear();
        self.entry_of.resize(occurrences.slots(), NONE);
        if self.grid.is_none() {
            return self.build_tree(scene, occurrences);
        }
        for root in occurrences.roots() {
            self.place(scene, occurrences, root.0);
        }
    }

    /// Enters all occurrences of a world without a grid.
    fn build_tree(&mut self, scene: &Scene, occurrences: &Occurrences) {
        let mut boxes = Vec::new();
        let mut next = occurrences.first();
        while let Some(id) = next {
            if is_far_level(scene, occurrences, id) {
                next = occurrences.end(id);
                continue;
            }
            next = occurrences.next(id);
            let own = occurrences.own_bounds(id);
            if own.is_empty() {
                continue;
            }
            let slot = self.entries.len() as u32;
            self.entries.push(Entry { row: id.0, alone: true, location: Location::Everywhere });
            self.entry_of[id.index()] = slot;
            if is_finite(own) {
                boxes.push((*own, slot));
            } else {
                self.everywhere.push(slot);
            }
        }
        let entries = &mut self.entries;
        self.tree.build(&mut boxes, |slot, leaf| entries[slot as usize].location = Location::Tree(leaf));
    }

    /// As [`Space::build_tree`], for a subtree that moved or is new.
    fn update_tree(&mut self, scene: &Scene, occurrences: &Occurrences, head: OccurrenceId) {
        let above = std::iter::successors(occurrences.parent(head), |id| occurrences.parent(*id));
        if above.into_iter().any(|id| is_far_level(scene, occurrences, id)) {
            return;
        }
        let end = occurrences.end(head);
        let mut next = Some(head);
        while next != end
            && let Some(id) = next
        {
            if is_far_level(scene, occurrences, id) {
                next = occurrences.end(id);
                continue;
            }
            next = occurrences.next(id);
            self.move_entry(id.0, occurrences.own_bounds(id));
        }
    }

    /// The bounds of an occurrence that stands alone are other ones now.
    fn move_entry(&mut self, row: u32, bounds: &Aabb) {
        let location = self.entries.get(self.entry_of[row as usize] as usize).map(|entry| entry.location);
        if let Some(Location::Tree(leaf)) = location
            && !bounds.is_empty()
            && is_finite(bounds)
        {
            return self.tree.shift(leaf, bounds);
        }
        self.remove_entry(row);
        if !bounds.is_empty() {
            self.add_entry(row, true, bounds);
        }
    }

    /// Gives a subtree of a world with a grid its entries.
    fn place(&mut self, scene: &Scene, occurrences: &Occurrences, row: u32) {
        let mut open = std::mem::take(&mut self.open);
        open.push(row);
        while let Some(row) = open.pop() {
            let id = OccurrenceId(row);
            let bounds = occurrences.bounds(id);
            if bounds.is_empty() || is_far_level(scene, occurrences, id) {
                continue;
            }
            let divide =
                self.divided.as_ref().is_some_and(|grid| Cells::of(grid, bounds).count() > MOST_CELLS);
            if !divide || occurrences.end(id) == occurrences.next(id) {
                self.add_entry(row, false, bounds);
                continue;
            }
            let own = occurrences.own_bounds(id);
            if !own.is_empty() {
                self.add_entry(row, true, own);
            }
            open.extend(occurrences.children(id).map(|child| child.0));
        }
        self.open = open;
    }

    fn add_entry(&mut self, row: u32, alone: bool, bounds: &Aabb) {
        let slot = self.vacant.pop().unwrap_or(self.entries.len() as u32);
        let location = match self.cells_of(bounds) {
            Some(cells) => Location::Cells(cells),
            None if is_finite(bounds) => Location::Tree(self.tree.insert(bounds, slot)),
            None => Location::Everywhere,
        };
        let entry = Entry { row, alone, location };
        match self.entries.get_mut(slot as usize) {
            Some(vacant) => *vacant = entry,
            None => self.entries.push(entry),
        }
        self.entry_of[row as usize] = slot;
        self.lists(&entry, |list| list.push(slot));
    }

    /// The cells that a box reaches, unless they are too many.
    fn cells_of(&self, bounds: &Aabb) -> Option<Cells> {
        let cells = Cells::of(self.divided.as_ref()?, &bounds.padded(slack_of(bounds)));
        (cells.count() <= MOST_CELLS).then_some(cells)
    }

    /// Every list an entry stands in.
    fn lists(&mut self, entry: &Entry, mut each: impl FnMut(&mut Vec<u32>)) {
        let cells = match entry.location {
            Location::Cells(cells) => cells,
            Location::Tree(_) => return,
            Location::Everywhere => return each(&mut self.everywhere),
        };
        let Some(grid) = &self.divided else { return };
        for row in cells.rows[0]..=cells.rows[1] {
            for column in cells.columns[0]..=cells.columns[1] {
                each(&mut self.cells[(row * grid.columns + column) as usize]);
            }
        }
    }

    fn remove_entry(&mut self, row: u32) {
        let slot = std::mem::replace(&mut self.entry_of[row as usize], NONE);
        if slot == NONE {
            return;
        }
        let entry = self.entries[slot as usize];
        if let Location::Tree(leaf) = entry.location {
            self.tree.remove(leaf);
        }
        self.lists(&entry, |list| {
            if let Some(at) = list.iter().position(|entry| *entry == slot) {
                list.swap_remove(at);
            }
        });
        self.vacant.push(slot);
    }

    /// New entries for a subtree that moved or is new, or for the one around it
    /// that has the entry.
    fn reindex(&mut self, scene: &Scene, occurrences: &Occurrences, head: OccurrenceId) {
        let mut id = head;
        loop {
            let slot = self.entry_of[id.index()];
            if slot != NONE && !self.entries[slot as usize].alone {
                if self.stands_right(slot, occurrences.bounds(id)) {
                    return;
                }
                self.remove_entry(id.0);
                return self.place(scene, occurrences, id.0);
            }
            if is_far_level(scene, occurrences, id) {
                return;
            }
            match occurrences.parent(id) {
                Some(parent) => id = parent,
                None => break,
            }
        }
        for id in occurrences.subtree(head) {
            self.remove_entry(id.0);
        }
        self.place(scene, occurrences, head.0);
    }

    /// True when an entry stands in the cells that a box reaches.
    fn stands_right(&self, slot: u32, bounds: &Aabb) -> bool {
        match self.entries[slot as usize].location {
            Location::Cells(cells) => !bounds.is_empty() && self.cells_of(bounds) == Some(cells),
            Location::Tree(_) | Location::Everywhere => false,
        }
    }

    /// The regions of its scene are others now.
    pub fn follow_regions(&mut self, scene: &Scene) {
        self.liquids = Liquids::new(&scene.regions);
    }

    /// Liquids of the scene that it was made for.
    pub(super) fn liquids(&self) -> &Liquids {
        &self.liquids
    }

    /// The grid of the world, if there is one.
    pub(super) fn grid(&self) -> Option<&GridDef> {
        self.grid.as_ref()
    }

    /// Entries that may be above or below a place.
    pub(super) fn at(&self, x: f32, z: f32, mut each: impl FnMut(Entry)) {
        if let Some(grid) = &self.divided {
            let cell = &self.cells[(grid.row(z) * grid.columns + grid.column(x)) as usize];
            cell.iter().for_each(|slot| each(self.entries[*slot as usize]));
        }
        self.tree.visit(
            Vec3::ZERO,
            |bounds| bounds.covers_column(x, z),
            |slot| each(self.entries[slot as usize]),
        );
        self.everywhere.iter().for_each(|slot| each(self.entries[*slot as usize]));
    }

    /// Entries that may touch a box, each once.
    pub(super) fn around(&self, bounds: &Aabb, mut each: impl FnMut(Entry)) {
        if let Some(grid) = &self.divided {
            let asked = Cells::of(grid, bounds);
            for row in asked.rows[0]..=asked.rows[1] {
                for column in asked.columns[0]..=asked.columns[1] {
                    for slot in &self.cells[(row * grid.columns + column) as usize] {
                        let entry = self.entries[*slot as usize];
                        // In the first cell both reach, and in no other.
                        if let Location::Cells(cells) = entry.location
                            && row == asked.rows[0].max(cells.rows[0])
                            && column == asked.columns[0].max(cells.columns[0])
                        {
                            each(entry);
                        }
                    }
                }
            }
        }
        self.tree.visit(
            Vec3::ZERO,
            |branch| branch.touches(bounds),
            |slot| each(self.entries[slot as usize]),
        );
        self.everywhere.iter().for_each(|slot| each(self.entries[*slot as usize]));
    }

    /// Entries that a segment may touch, each once, roughly from its start to its end. `each` says
    /// up to which fraction of the segment is still of interest.
    pub(super) fn along(&self, from: Vec3, to: Vec3, mut each: impl FnMut(Entry) -> f32) {
        let mut limit = 1.0;
        for slot in &self.everywhere {
            limit = each(self.entries[*slot as usize]);
        }
        let Some(line) = Line::new(from, to - from) else { return };
        let reached = Cell::new(limit);
        self.tree.visit(
            to - from,
            |bounds| line.passes(bounds.min, bounds.max, 0.0, reached.get()),
            |slot| reached.set(each(self.entries[slot as usize])),
        );
        let mut limit = reached.get();
        let Some(grid) = &self.divided else { return };
        let way = to - from;
        let margin = slack(from.abs().max(to.abs()));
        let (first, last) = (grid.row(from.z), grid.row(to.z));
        // The row before, with the columns that were looked at in it.
        let mut before = None;
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
            let columns = [grid.column(west), grid.column(east)];
            for step in 0..=columns[1] - columns[0] {
                let column = if way.x < 0.0 { columns[1] - step } else { columns[0] + step };
                for slot in &self.cells[(row * grid.columns + column) as usize] {
                    let entry = self.entries[*slot as usize];
                    let Location::Cells(cells) = entry.location else { continue };
                    // It was there in this row or in the one before, which has it if any earlier one does.
                    let first = columns.map(|column| column.clamp(cells.columns[0], cells.columns[1]));
                    let first = if way.x < 0.0 { first[1] } else { first[0] };
                    if column == first && before.is_none_or(|(columns, row)| !cells.meets(columns, row)) {
                        limit = each(entry);
                    }
                }
            }
            before = Some((columns, row));
        }
    }
}
