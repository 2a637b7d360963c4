//! Which of several coplanar polygons of one layer lies on top: the later one,
//! in polygon order within a model and in drawing order across nodes.
//!
//! Source: `docs/spec/zbd/rendering.md`, "Draw priority".
//!
//! Ranks follow the world: they are a function of where everything stands now,
//! and of the order in which it hangs together. Few polygons share a plane with
//! another. Each is entered into the cells of space that it touches, and those
//! of one plane and cell are compared; who lies over whom is remembered as pairs
//! without a direction. When nodes move, appear or go, their polygons are taken
//! out and laid anew, and only they, those they lay over or under, and what lies
//! over those get new ranks. The start is nothing else: everything appears.
//!
//! What moves all the time needs no rest for that: a rank is worth a sixteenth of
//! a layer, and two polygons are of one plane only while they are so near that
//! without ranks the picture would be a matter of rounding.
//!
//! A node that occurs more than once is judged by its first occurrence. Models
//! that change their shape are judged without any frame, and what turns to the
//! camera has no rank. In a place with more coplanar polygons than are compared,
//! which of them are may depend on what was there before.

mod index;
mod laid;

use glam::Affine3A;
use index::Index;
use laid::{Laid, share, triangles};
use rayon::prelude::*;
use std::{cmp::Reverse, collections::BinaryHeap, ops::Range};
use world::{Model, ModelId, NodeId, OccurrenceId, Occurrences, Scene};

/// Ranks per layer; polygons stacked higher share the last.
pub(crate) const RANKS: u8 = 16;
/// Bounds on the work; polygons beyond them get no rank.
const MOST_POLYGONS: usize = 1 << 21;
const MOST_PAIRS: usize = 1 << 23;
/// Work on fewer polygons or pairs than this stays on one thread.
const WORTH_SHARING: usize = 4096;
/// No place, no row, no list.
const NONE: u32 = u32::MAX;

/// Rank of every polygon that lies over an earlier one.
#[derive(Default)]
pub(crate) struct Order {
    /// Stamp of the table it follows.
    stamp: u64,
    places: Vec<Place>,
    /// Per node: its place.
    place_of_node: Vec<u32>,
    // Per polygon, place by place.
    place_of: Vec<u32>,
    laid: Vec<Option<Laid>>,
    ranks: Vec<u8>,
    /// Those it lies over or under, in `lists`.
    partners: Vec<u32>,
    lists: Vec<Vec<u32>>,
    pairs: usize,
    index: Index,
    /// Polygons that are in the index without a cell.
    wide: usize,
    /// Nodes whose ranks changed in the last update.
    renewed: Vec<NodeId>,
    /// Places that hang somewhere.
    standing: usize,
    /// Per model: places of nodes that came while the world ran and went again.
    spare: Vec<Vec<u32>>,
    /// Places to be spare from the next look on.
    leaving: Vec<u32>,
    scratch: Scratch,
}

/// When what is drawn of a table.
#[derive(Clone, Copy)]
struct Turns<'a>(Option<&'a Occurrences>);

impl Turns<'_> {
    /// Of a row; what hangs nowhere comes last, and what is alone first.
    fn of(self, row: u32) -> u64 {
        match self.0 {
            _ if row == NONE => u64::MAX,
            Some(table) => table.turn(OccurrenceId(row)),
            None => 0,
        }
    }
}

/// A node with a model.
#[derive(Clone, Copy)]
struct Place {
    node: NodeId,
    model: ModelId,
    first: u32,
    end: u32,
    world: Affine3A,
    /// Its first occurrence; [`NONE`] while it is not linked.
    row: u32,
    /// Number of the update in which it was seen last.
    seen: u32,
    /// Some polygon has a rank.
    has_ranks: bool,
}

/// Buffers kept from one update to the next.
#[derive(Default)]
struct Scratch {
    looks: u32,
    changed: Vec<u32>,
    reordered: Vec<u32>,
    found: Vec<(u32, u32)>,
    waiting: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Order {
    /// The ranks of the world in `table`.
    pub fn of(scene: &Scene, table: &Occurrences) -> Self {
        let nodes = scene.nodes.iter().enumerate();
        let models = nodes.filter_map(|(node, known)| Some((NodeId::from(node), known.model?)));
        let mut order = Self::with(scene, models);
        order.follow(scene, table);
        order
    }

    /// The ranks of a model's polygons when it is alone; empty when all are 0.
    pub fn alone(scene: &Scene, model: ModelId) -> Vec<u8> {
        let mut order = Self::with(scene, std::iter::once((NodeId(0), model)));
        if let Some(place) = order.places.first_mut() {
            place.row = 0;
            order.standing = 1;
            order.scratch.changed.push(0);
            order.lay(scene, Turns(None));
            order.rank(Turns(None));
        }
        order.of_node(NodeId(0)).to_vec()
    }

    /// No polygons.
    fn with(scene: &Scene, nodes: impl Iterator<Item = (NodeId, ModelId)>) -> Self {
        let spare = vec![Vec::new(); scene.models.len()];
        let mut order = Order { spare, ..Order::default() };
        for (node, model) in nodes {
            order.add(scene, node, model);
        }
        order.index = Index::with_room(order.laid.len());
        order
    }

    /// A place for a node, if the polygons of its model can have ranks.
    fn add(&mut self, scene: &Scene, node: NodeId, id: ModelId) -> Option<u32> {
        let model = scene.models.get(id.index());
        let model = model.filter(|model| model.facade.is_none() && !model.turning && !model.marker)?;
        let number = match self.spare.get_mut(id.index()).and_then(Vec::pop) {
            Some(spare) => {
                self.places[spare as usize].node = node;
                spare
            }
            None => self.add_new(node, id, model.polygons.len())?,
        };
        self.place_of_node.resize(self.place_of_node.len().max(node.index() + 1), NONE);
        self.place_of_node[node.index()] = number;
        Some(number)
    }

    fn add_new(&mut self, node: NodeId, model: ModelId, polygons: usize) -> Option<u32> {
        let (number, first) = (self.places.len() as u32, self.laid.len());
        let count = Some(first + polygons).filter(|count| *count <= MOST_POLYGONS)?;
        self.place_of.resize(count, number);
        self.laid.resize(count, None);
        self.ranks.resize(count, 0);
        self.partners.resize(count, NONE);
        self.places.push(Place {
            node,
            model,
            first: first as u32,
            end: count as u32,
            world: Affine3A::IDENTITY,
            row: NONE,
            seen: 0,
            has_ranks: false,
        });
        Some(number)
    }

    /// Places of nodes that came while the world ran and went again are there for
    /// others with the same model.
    fn part(&mut self) {
        for number in self.leaving.drain(..) {
            let place = &self.places[number as usize];
            let known = self.place_of_node.get_mut(place.node.index());
            if let (Some(known), Some(spare)) = (known, self.spare.get_mut(place.model.index())) {
                *known = NONE;
                spare.push(number);
            }
        }
    }

    fn place(&self, node: NodeId) -> Option<&Place> {
        self.places.get(*self.place_of_node.get(node.index())? as usize)
    }

    /// Ranks of a node's polygons; empty when all are 0.
    pub fn of_node(&self, node: NodeId) -> &[u8] {
        match self.place(node) {
            Some(place) if place.has_ranks => &self.ranks[place.first as usize..place.end as usize],
            _ => &[],
        }
    }

    /// True when a node is linked somewhere.
    pub fn stands(&self, node: NodeId) -> bool {
        self.place(node).is_some_and(|place| place.row != NONE)
    }

    /// The model of a node that has, or had, ranks.
    pub fn model(&self, node: NodeId) -> Option<ModelId> {
        self.place(node).map(|place| place.model)
    }

    /// Nodes whose ranks changed in the last update.
    pub fn renewed(&self) -> &[NodeId] {
        &self.renewed
    }

    /// Follows the occurrence table.
    pub fn follow(&mut self, scene: &Scene, table: &Occurrences) {
        self.renewed.clear();
        if self.stamp == table.stamp() {
            return;
        }
        self.part();
        self.scratch.looks = self.scratch.looks.wrapping_add(1);
        match table.changed_since(self.stamp) {
            Some(changed) => changed.iter().for_each(|node| self.look(scene, table, *node)),
            None => self.compare(scene, table),
        }
        self.stamp = table.stamp();
        self.lay(scene, Turns(Some(table)));
        self.rank(Turns(Some(table)));
    }

    /// Looks at every node of a table of which nothing is known.
    fn compare(&mut self, scene: &Scene, table: &Occurrences) {
        for id in table.ids() {
            self.look(scene, table, table.node(id));
        }
        for number in 0..self.places.len() as u32 {
            let place = &self.places[number as usize];
            if place.seen != self.scratch.looks && place.row != NONE {
                self.look(scene, table, place.node);
            }
        }
    }

    /// Finds out whether a node came, went or moved, or may have changed its
    /// turn.
    fn look(&mut self, scene: &Scene, table: &Occurrences, node: NodeId) {
        let first = table.of(node).next();
        let known = self.place_of_node.get(node.index()).copied().filter(|place| *place != NONE);
        let number = known.or_else(|| {
            // The scene's own have places from the start, if any.
            let shape = first.filter(|_| node.index() >= scene.nodes.len())?;
            self.add(scene, node, table.shape(scene, shape)?.model?)
        });
        let Some(number) = number else { return };
        let place = &mut self.places[number as usize];
        if std::mem::replace(&mut place.seen, self.scratch.looks) == self.scratch.looks {
            return;
        }
        let stood = place.row != NONE;
        place.row = first.map_or(NONE, |id| id.0);
        self.standing = self.standing + usize::from(first.is_some()) - usize::from(stood);
        match first.map(|id| table.transform(id)) {
            Some(world) if stood && place.world == *world => self.scratch.reordered.push(number),
            Some(world) => {
                place.world = *world;
                self.scratch.changed.push(number);
            }
            None if stood => {
                self.scratch.changed.push(number);
                if node.index() >= scene.nodes.len() {
                    self.leaving.push(number);
                }
            }
            None => {}
        }
    }

    /// Takes the polygons of changed places out and lays them anew.
    fn lay(&mut self, scene: &Scene, turns: Turns) {
        let mut changed = std::mem::take(&mut self.scratch.changed);
        let mut reordered = std::mem::take(&mut self.scratch.reordered);
        for place in &reordered {
            for polygon in self.polygons(*place) {
                self.await_rank_around(polygon, turns);
            }
        }
        for place in &changed {
            for polygon in self.polygons(*place) {
                self.take_out(polygon, turns);
            }
        }
        changed.retain(|place| self.places[*place as usize].row != NONE);
        let all = changed.len() == self.standing;
        self.measure(scene, &changed);
        let mut found = std::mem::take(&mut self.scratch.found);
        self.enter(&changed, all, &mut found);
        self.join(scene, &mut found, turns);
        changed.clear();
        reordered.clear();
        found.clear();
        self.scratch.changed = changed;
        self.scratch.reordered = reordered;
        self.scratch.found = found;
    }

    fn polygons(&self, place: u32) -> Range<u32> {
        let place = &self.places[place as usize];
        place.first..place.end
    }

    fn take_out(&mut self, polygon: u32, turns: Turns) {
        if let Some(laid) = self.laid[polygon as usize].take() {
            self.wide -= usize::from(laid.is_wide());
            for key in laid.keys() {
                self.index.remove(key, polygon);
            }
        }
        if self.ranks[polygon as usize] > 0 {
            self.await_rank(polygon, turns);
        }
        let Some(list) = self.lists.get_mut(self.partners[polygon as usize] as usize) else { return };
        let mut own = std::mem::take(list);
        for other in own.drain(..) {
            self.pairs -= 1;
            self.await_rank(other, turns);
            if let Some(list) = self.lists.get_mut(self.partners[other as usize] as usize) {
                list.retain(|partner| *partner != polygon);
            }
        }
        self.lists[self.partners[polygon as usize] as usize] = own;
    }

    /// Computes where the polygons of places are.
    fn measure(&mut self, scene: &Scene, places: &[u32]) {
        let count: usize = places.iter().map(|place| self.polygons(*place).len()).sum();
        let Order { places: all, laid, .. } = self;
        let lay = |place: &u32| {
            let place = &all[*place as usize];
            let model = scene.models.get(place.model.index());
            let polygons =
                model.into_iter().flat_map(|model| model.polygons.iter().map(move |one| (model, one)));
            let world = place.world;
            (place.first..place.end)
                .zip(polygons)
                .map(move |(number, (model, polygon))| (number, Laid::new(model, polygon, &world)))
        };
        if count < WORTH_SHARING {
            for (polygon, new) in places.iter().flat_map(lay) {
                laid[polygon as usize] = new;
            }
        } else {
            let new: Vec<_> = places.par_iter().flat_map_iter(lay).collect();
            for (polygon, new) in new {
                laid[polygon as usize] = new;
            }
        }
    }

    /// Enters the polygons of places, and finds what else may lie there. `all`
    /// when nothing was entered before.
    fn enter(&mut self, places: &[u32], all: bool, found: &mut Vec<(u32, u32)>) {
        let Order { places: known, laid, index, wide, .. } = self;
        let polygons = || {
            let ranges = places.iter().map(|place| &known[*place as usize]);
            ranges.flat_map(|place| place.first..place.end)
        };
        let pair = |one: u32, other: u32| {
            let (low, high) = (one.min(other), one.max(other));
            let (first, second) = (laid[low as usize].as_ref()?, laid[high as usize].as_ref()?);
            (low != high && first.may_share(second)).then_some((low, high))
        };
        let is_wide = |polygon: &u32| laid[*polygon as usize].as_ref().is_some_and(Laid::is_wide);
        let wide_key = |polygon: u32| laid[polygon as usize].as_ref().map(Laid::wide_key);
        let meet = |(one, other): (u32, u32)| match (wide_key(one), wide_key(other)) {
            (Some(one), Some(other)) => one.is_near(other),
            _ => false,
        };
        // Wide polygons first: the others look for them, they do not look for the others.
        for polygon in polygons().filter(is_wide) {
            let Some(new) = &laid[polygon as usize] else { continue };
            found.extend(index.near(new.wide_key()).filter_map(|other| pair(polygon, other)));
            index.insert(new.wide_key(), polygon);
            *wide += 1;
            if !all {
                let others = (0..laid.len() as u32).filter(|other| !is_wide(other));
                let pairs = others.filter_map(|other| pair(polygon, other));
                found.extend(pairs.filter(|pair| meet(*pair)));
            }
        }
        for polygon in polygons().filter(|polygon| !is_wide(polygon)) {
            let Some(new) = &laid[polygon as usize] else { continue };
            for key in new.keys() {
                found.extend(index.near(key).filter_map(|other| pair(polygon, other)));
                index.insert(key, polygon);
            }
            if *wide > 0 {
                found.extend(index.near(new.wide_key()).filter_map(|other| pair(polygon, other)));
            }
            if found.len() >= MOST_PAIRS {
                return;
            }
        }
    }

    /// Remembers the pairs that do share an area.
    fn join(&mut self, scene: &Scene, found: &mut Vec<(u32, u32)>, turns: Turns) {
        found.sort_unstable();
        found.dedup();
        let shape = |polygon: u32| {
            let place = &self.places[self.place_of[polygon as usize] as usize];
            let model: &Model = scene.models.get(place.model.index())?;
            let part = model.polygons.get((polygon - place.first) as usize)?;
            Some(triangles(model, part, &place.world))
        };
        let shares = |(one, other): &(u32, u32)| {
            let normal = self.laid[*one as usize].as_ref().map(Laid::normal);
            match (normal, shape(*one), shape(*other)) {
                (Some(normal), Some(one), Some(other)) => share(normal, one, other),
                _ => false,
            }
        };
        if found.len() < WORTH_SHARING {
            found.retain(shares);
        } else {
            *found = found.par_iter().copied().filter(shares).collect();
        }
        for (one, other) in found {
            if self.pairs >= MOST_PAIRS {
                return;
            }
            self.pairs += 1;
            for (polygon, partner) in [(*one, *other), (*other, *one)] {
                let list = &mut self.partners[polygon as usize];
                if *list == NONE {
                    *list = self.lists.len() as u32;
                    self.lists.push(Vec::new());
                }
                self.lists[*list as usize].push(partner);
                self.await_rank(polygon, turns);
            }
        }
    }

    /// When it is drawn: the later of two lies on top.
    fn turn(&self, polygon: u32, turns: Turns) -> (u64, u32) {
        (turns.of(self.places[self.place_of[polygon as usize] as usize].row), polygon)
    }

    fn partners(&self, polygon: u32) -> &[u32] {
        self.lists.get(self.partners[polygon as usize] as usize).map(Vec::as_slice).unwrap_or_default()
    }

    fn await_rank(&mut self, polygon: u32, turns: Turns) {
        let turn = self.turn(polygon, turns);
        self.scratch.waiting.push(Reverse(turn));
    }

    fn await_rank_around(&mut self, polygon: u32, turns: Turns) {
        let mut waiting = std::mem::take(&mut self.scratch.waiting);
        let partners = self.partners(polygon);
        if !partners.is_empty() {
            waiting.push(Reverse(self.turn(polygon, turns)));
            waiting.extend(partners.iter().map(|other| Reverse(self.turn(*other, turns))));
        }
        self.scratch.waiting = waiting;
    }

    /// New ranks of all that wait for one, from below upwards: whatever lies
    /// below has its own already.
    fn rank(&mut self, turns: Turns) {
        let mut waiting = std::mem::take(&mut self.scratch.waiting);
        while let Some(Reverse(turn)) = waiting.pop() {
            if waiting.peek() == Some(&Reverse(turn)) {
                continue;
            }
            let (_, polygon) = turn;
            let partners = self.partners(polygon);
            let below = partners.iter().filter(|other| self.turn(**other, turns) < turn);
            let rank = below.map(|other| (self.ranks[*other as usize] + 1).min(RANKS - 1)).max().unwrap_or(0);
            if rank == self.ranks[polygon as usize] {
                continue;
            }
            waiting.extend(
                partners
                    .iter()
                    .map(|other| self.turn(*other, turns))
                    .filter(|above| *above > turn)
                    .map(Reverse),
            );
            self.ranks[polygon as usize] = rank;
            let place = &self.places[self.place_of[polygon as usize] as usize];
            self.renewed.push(place.node);
        }
        self.scratch.waiting = waiting;
        self.renewed.sort_unstable();
        self.renewed.dedup();
        for node in &self.renewed {
            let place =
                self.place_of_node.get(node.index()).and_then(|place| self.places.get_mut(*place as usize));
            if let Some(place) = place {
                let own = &self.ranks[place.first as usize..place.end as usize];
                place.has_ranks = own.iter().any(|rank| *rank > 0);
            }
        }
    }
}

#[cfg(test)]
mod tests;
