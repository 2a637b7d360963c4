//! Rooms between planes, and which of them can be seen from which.

use crate::{Aabb, NodeId};
use glam::Vec3;

/// Longest way from the first plane to a leaf: hostile files have longer ones.
const MOST_DEPTH: usize = 512;
/// Words of all rows together, 32 MiB; from the rooms beyond everything is seen.
const MOST_WORDS: usize = 4 << 20;
/// How far a box reaches beyond its sides, by its distance from the origin:
/// what lies in a wall must be in the room before it, however numbers round.
const SLACK: f32 = 1e-5;
/// A room from which everything is seen.
const UNKNOWN: u32 = u32::MAX;

/// A plane that cuts a part of the world in two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    /// Unit vector, engine axes.
    pub normal: Vec3,
    /// Distance of the plane from the origin along the normal, units.
    pub distance: f32,
    /// What lies where the normal points, and the plane itself.
    pub front: Branch,
    /// What lies behind.
    pub back: Branch,
}

/// What lies on one side of a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// The number of another plane that cuts it further.
    Split(u32),
    /// The number of a room.
    Leaf(u32),
}

/// A tree of planes whose leafs are the rooms of a world, and what is seen from
/// each of them.
#[derive(Clone, Debug, PartialEq)]
pub struct LeafDef {
    splits: Vec<Split>,
    leafs: usize,
    /// Per leaf: the number of its row, or [`UNKNOWN`].
    rows: Vec<u32>,
    /// A bit for each leaf, row by row.
    bits: Vec<u64>,
    /// The room that is solid.
    solid: Option<u32>,
    /// How far above a place its room is looked for, units.
    lift: f32,
    /// What is seen is known for those who walk alone.
    is_walked: bool,
    /// By node: where it stands as it was loaded.
    standing: Vec<Standing>,
    /// The rooms of all that stand in some.
    stood_in: Vec<u32>,
}

/// In which rooms a node stands while its box is this one.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Standing {
    bounds: Aabb,
    /// Its first room in [`LeafDef::stood_in`], and how many; none where nothing is known.
    rooms: Option<(u32, u32)>,
}

/// Why planes are no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafError {
    /// There is no plane.
    Empty,
    /// A plane leads to a plane or room that is not there.
    Missing {
        /// The plane.
        split: u32,
    },
    /// A plane is reached twice, or the way to it is longer than 512 planes.
    Ring {
        /// The plane.
        split: u32,
    },
}

impl std::fmt::Display for LeafError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LeafError::Empty => write!(f, "no planes"),
            LeafError::Missing { split } => write!(f, "plane {split} leads nowhere"),
            LeafError::Ring { split } => write!(f, "plane {split} is reached twice, or too late"),
        }
    }
}

impl LeafDef {
    /// A tree that starts with the first of the planes, with so many rooms, from
    /// each of which everything is seen.
    ///
    /// # Errors
    /// Planes that are no tree.
    pub fn new(splits: Vec<Split>, leafs: usize) -> Result<Self, LeafError> {
        if splits.is_empty() {
            return Err(LeafError::Empty);
        }
        let mut reached = vec![false; splits.len()];
        let mut open = vec![(0_u32, 0_u32, 0_usize)];
        while let Some((number, parent, depth)) = open.pop() {
            let split = splits.get(number as usize).ok_or(LeafError::Missing { split: parent })?;
            if depth > MOST_DEPTH || std::mem::replace(&mut reached[number as usize], true) {
                return Err(LeafError::Ring { split: number });
            }
            for branch in [split.front, split.back] {
                match branch {
                    Branch::Split(child) => open.push((child, number, depth + 1)),
                    Branch::Leaf(leaf) if (leaf as usize) < leafs => {}
                    Branch::Leaf(_) => return Err(LeafError::Missing { split: number }),
                }
            }
        }
        Ok(LeafDef {
            splits,
            leafs,
            rows: vec![UNKNOWN; leafs],
            bits: Vec::new(),
            solid: None,
            lift: 0.0,
            is_walked: false,
            standing: Vec::new(),
            stood_in: Vec::new(),
        })
    }

    /// Says which room is solid: nothing in it is ever seen, and from it everything.
    pub fn set_solid(&mut self, leaf: u32) {
        self.solid = Some(leaf);
    }

    /// The room that is solid, if any is.
    pub fn solid(&self) -> Option<u32> {
        self.solid
    }

    /// Says how far above a place, in units, the room of somebody who stands there is looked for: where ground
    /// lies on a plane with rock behind it, nobody on it is in a room.
    pub fn set_lift(&mut self, lift: f32) {
        self.lift = lift;
    }

    /// Says that what is seen from each room is known for those who walk in it alone: from high in the air
    /// above it there is more to see than its list says.
    pub fn set_walked(&mut self) {
        self.is_walked = true;
    }

    /// Whether what is seen is known for those who walk alone.
    pub fn is_walked(&self) -> bool {
        self.is_walked
    }

    /// The room of somebody who stands at a place.
    pub fn leaf_of_feet(&self, feet: Vec3) -> u32 {
        self.leaf_at(feet + Vec3::Y * self.lift)
    }

    /// Says in which rooms a node stands while its box is this one: then nobody has to look for them.
    pub fn stand(&mut self, node: NodeId, bounds: Aabb, rooms: &[u32]) {
        if self.standing.len() <= node.index() {
            self.standing.resize(node.index() + 1, Standing { bounds: Aabb::EMPTY, rooms: None });
        }
        let first = self.stood_in.len() as u32;
        self.stood_in.extend_from_slice(rooms);
        if let Some(standing) = self.standing.get_mut(node.index()) {
            *standing = Standing { bounds, rooms: Some((first, rooms.len() as u32)) };
        }
    }

    /// Adds the rooms that a box reaches into, but for the solid one, each once and ascending.
    pub fn rooms_in(&self, bounds: &Aabb, rooms: &mut Vec<u32>) {
        let (center, half) = padded(bounds);
        let first = rooms.len();
        self.reach(Branch::Split(0), center, half, &mut |leaf| {
            if self.solid != Some(leaf) {
                rooms.push(leaf);
            }
            false
        });
        rooms[first..].sort_unstable();
        let mut last = None;
        rooms.retain(|room| last.replace(*room) != Some(*room));
    }

    /// Asks for each room that a box around `center` reaches into, until one is answered with true.
    fn reach(&self, branch: Branch, center: Vec3, half: Vec3, each: &mut impl FnMut(u32) -> bool) -> bool {
        match branch {
            Branch::Leaf(leaf) => each(leaf),
            Branch::Split(number) => {
                let split = &self.splits[number as usize];
                let ahead = split.normal.dot(center) - split.distance;
                let reach = split.normal.abs().dot(half);
                (ahead >= -reach && self.reach(split.front, center, half, each))
                    || (ahead <= reach && self.reach(split.back, center, half, each))
            }
        }
    }

    /// Says which rooms are seen from a room; those that are not there are left
    /// out.
    pub fn see(&mut self, from: usize, seen: impl Iterator<Item = usize>) {
        let words = self.leafs.div_ceil(64);
        let start = self.bits.len();
        let Some(row) = self.rows.get_mut(from) else { return };
        if *row != UNKNOWN || start + words > MOST_WORDS {
            return;
        }
        *row = (start / words) as u32;
        self.bits.resize(start + words, 0);
        for leaf in seen.filter(|leaf| *leaf < self.leafs) {
            self.bits[start + leaf / 64] |= 1 << (leaf % 64);
        }
    }

    /// Number of rooms.
    pub fn leafs(&self) -> usize {
        self.leafs
    }

    /// The room a place is in.
    pub fn leaf_at(&self, place: Vec3) -> u32 {
        let mut branch = Branch::Split(0);
        loop {
            match branch {
                Branch::Leaf(leaf) => return leaf,
                Branch::Split(number) => {
                    let split = &self.splits[number as usize];
                    let ahead = split.normal.dot(place) >= split.distance;
                    branch = if ahead { split.front } else { split.back };
                }
            }
        }
    }

    /// The rooms above and below (x, z), from the lowest upwards: where each
    /// begins and ends. The first begins, and the last ends, nowhere.
    pub fn column(&self, x: f32, z: f32, mut each: impl FnMut(u32, f32, f32)) {
        let mut open = vec![(Branch::Split(0), f32::NEG_INFINITY, f32::INFINITY)];
        while let Some((branch, low, high)) = open.pop() {
            let split = match branch {
                Branch::Leaf(leaf) => {
                    each(leaf, low, high);
                    continue;
                }
                Branch::Split(number) => &self.splits[number as usize],
            };
            let rest = split.distance - split.normal.x * x - split.normal.z * z;
            let height = rest / split.normal.y;
            if split.normal.y == 0.0 || !height.is_finite() {
                open.push((if rest <= 0.0 { split.front } else { split.back }, low, high));
                continue;
            }
            let (below, above) =
                if split.normal.y > 0.0 { (split.back, split.front) } else { (split.front, split.back) };
            // The upper part waits until the lower one is done.
            if height < high {
                open.push((above, low.max(height), high));
            }
            if height > low {
                open.push((below, low, high.min(height)));
            }
        }
    }

    /// What is seen from a place; `None` where nothing is known and everything
    /// may be.
    pub fn seen_from(&self, place: Vec3) -> Option<Seen<'_>> {
        self.seen_in(self.leaf_at(place))
    }

    /// What is seen from the room of somebody who stands at a place.
    pub fn seen_from_feet(&self, feet: Vec3) -> Option<Seen<'_>> {
        self.seen_in(self.leaf_of_feet(feet))
    }

    fn seen_in(&self, room: u32) -> Option<Seen<'_>> {
        let row = *self.rows.get(room as usize)?;
        let words = self.leafs.div_ceil(64);
        let start = (row != UNKNOWN).then_some(row as usize * words)?;
        Some(Seen { space: self, row: self.bits.get(start..start + words)? })
    }
}

/// The rooms that are seen from a place.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    space: &'a LeafDef,
    row: &'a [u64],
}

impl Seen<'_> {
    /// Whether a room is among them; rooms from which everything is seen, such
    /// as the inside of walls, always are, but for the one that is solid.
    pub fn has(&self, leaf: u32) -> bool {
        let bit = self.row.get(leaf as usize / 64).is_some_and(|word| word >> (leaf % 64) & 1 != 0);
        bit || self.space.rows.get(leaf as usize) == Some(&UNKNOWN) && self.space.solid != Some(leaf)
    }

    /// Whether a node with this box stands in one of them.
    pub fn shows(&self, node: NodeId, bounds: &Aabb) -> bool {
        let space = self.space;
        let standing = space.standing.get(node.index()).filter(|standing| standing.bounds == *bounds);
        match standing.and_then(|standing| standing.rooms) {
            Some((first, count)) => {
                let rooms = space.stood_in.get(first as usize..(first + count) as usize).unwrap_or_default();
                rooms.iter().any(|room| self.has(*room))
            }
            None => self.touches(bounds),
        }
    }

    /// Whether a box reaches into one of them.
    pub fn touches(&self, bounds: &Aabb) -> bool {
        let (center, half) = padded(bounds);
        self.space.reach(Branch::Split(0), center, half, &mut |leaf| self.has(leaf))
    }
}

/// Middle and half sizes of a box that reaches a little beyond its sides.
fn padded(bounds: &Aabb) -> (Vec3, Vec3) {
    let (center, half) = (bounds.center(), bounds.half());
    let slack = SLACK * (center.abs().max_element() + half.max_element());
    (center, half + slack)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SpaceDef;

    fn split(normal: Vec3, distance: f32, front: Branch, back: Branch) -> Split {
        Split { normal, distance, front, back }
    }

    /// Three rooms in a row along x, with walls at 0 and 10, and rock below
    /// them: leaf 0. From the west one sees the middle, from the east all.
    fn rooms() -> LeafDef {
        let splits = vec![
            split(Vec3::Y, 0.0, Branch::Split(1), Branch::Leaf(0)),
            split(Vec3::X, 0.0, Branch::Split(2), Branch::Leaf(1)),
            split(Vec3::X, 10.0, Branch::Leaf(3), Branch::Leaf(2)),
        ];
        let mut rooms = LeafDef::new(splits, 4).unwrap();
        rooms.see(1, [1, 2, 99].into_iter());
        rooms.see(3, [1, 2, 3].into_iter());
        rooms
    }

    fn around(x: f32, half: f32) -> Aabb {
        let center = Vec3::new(x, 5.0, 0.0);
        Aabb { min: center - half, max: center + half }
    }

    #[test]
    fn a_place_is_in_the_room_its_planes_lead_to() {
        let rooms = rooms();
        for (place, leaf) in
            [([-1.0, 1.0, 0.0], 1), ([0.0, 1.0, 5.0], 2), ([10.0, 0.0, 0.0], 3), ([5.0, -1.0, 0.0], 0)]
        {
            assert_eq!(rooms.leaf_at(place.into()), leaf, "{place:?}");
        }
    }

    #[test]
    fn a_box_is_seen_when_it_reaches_into_a_room_that_is() {
        let rooms = rooms();
        let west = rooms.seen_from(Vec3::new(-5.0, 1.0, 0.0)).unwrap();
        assert!(west.touches(&around(-5.0, 1.0)) && west.touches(&around(5.0, 1.0)));
        assert!(!west.touches(&around(15.0, 1.0)), "the eastern room");
        assert!(west.touches(&around(15.0, 5.0)), "up to the wall between");
        assert!(!west.touches(&around(15.0, 4.9)));
        // Rock hides nothing that stands in it.
        assert!(west.touches(&Aabb { min: Vec3::new(15.0, -3.0, 0.0), max: Vec3::new(16.0, -2.0, 1.0) }));
        let east = rooms.seen_from(Vec3::new(15.0, 1.0, 0.0)).unwrap();
        assert!(east.touches(&around(-5.0, 1.0)));
    }

    #[test]
    fn where_nothing_is_known_everything_is_seen() {
        let rooms = rooms();
        assert!(rooms.seen_from(Vec3::new(5.0, 1.0, 0.0)).is_none());
        assert!(rooms.seen_from(Vec3::new(5.0, -1.0, 0.0)).is_none());
        // A leaf without a number is in front of no plane, and behind none.
        assert!(rooms.seen_from(Vec3::splat(f32::NAN)).is_none());
    }

    #[test]
    fn lists_of_those_who_walk_are_not_for_a_camera_of_its_own() {
        let (west, east) = (Vec3::new(-5.0, 1.0, 0.0), Vec3::new(15.0, 1.0, 0.0));
        let (rock, far) = (Vec3::new(5.0, -1.0, 0.0), around(15.0, 1.0));
        let shows = |space: &SpaceDef, eye, feet| space.seen_by(eye, feet).map(|seen| seen.touches(&far));
        let mut walked = rooms();
        let any = SpaceDef::Leafs(rooms());
        walked.set_walked();
        let walked = SpaceDef::Leafs(walked);
        assert_eq!(shows(&walked, west, Some(west)), Some(false), "by its own list");
        assert_eq!(shows(&walked, west, None), None, "everything");
        assert_eq!(shows(&any, west, None), Some(false), "rooms that hold for any camera");
        // An eye in rock sees what is seen from the feet.
        assert_eq!(shows(&walked, rock, Some(west)), Some(false));
        assert_eq!(shows(&walked, rock, Some(east)), Some(true));
        assert_eq!(shows(&walked, rock, Some(rock)), None, "no room at all");
    }

    #[test]
    fn planes_that_are_no_tree_are_refused() {
        let plane = |front, back| split(Vec3::X, 0.0, front, back);
        let (leaf, one) = (Branch::Leaf(0), Branch::Split(1));
        assert_eq!(LeafDef::new(Vec::new(), 1), Err(LeafError::Empty));
        assert_eq!(LeafDef::new(vec![plane(leaf, Branch::Leaf(1))], 1), Err(LeafError::Missing { split: 0 }));
        assert_eq!(LeafDef::new(vec![plane(leaf, one)], 1), Err(LeafError::Missing { split: 0 }));
        assert_eq!(LeafDef::new(vec![plane(leaf, Branch::Split(0))], 1), Err(LeafError::Ring { split: 0 }));
        let twice = vec![plane(one, one), plane(leaf, leaf)];
        assert_eq!(LeafDef::new(twice, 1), Err(LeafError::Ring { split: 1 }));
        let long: Vec<Split> = (1..=600).map(|next| plane(leaf, Branch::Split(next % 600))).collect();
        assert!(matches!(LeafDef::new(long, 1), Err(LeafError::Ring { .. })));
    }
}
