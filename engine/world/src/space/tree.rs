//! A tree of boxes that come, go and move.
//!
//! Leaves hold boxes somewhat larger than what is in them, so that most moves
//! change nothing. It is kept balanced by rotations: no order of insertions
//! makes a query slow. The crates at hand either are built once (`bvh`,
//! `parry3d` brings a second vector library with it) or cost a search by value
//! and new memory for every move (`rstar`).

use crate::Aabb;
use glam::Vec3;

const NONE: u32 = u32::MAX;
/// Room around a box in its leaf, as a part of its size.
const ROOM: f32 = 0.1;
/// A leaf this many times as large as its content is made anew.
const LOOSE: f32 = 2.0;
/// No balanced tree of 2^32 leaves is as high.
const HEIGHT: usize = 64;

/// A leaf, or the parent of two.
#[derive(Clone, Copy, Debug)]
struct Branch {
    bounds: Aabb,
    parent: u32,
    /// [`NONE`] for a leaf.
    children: [u32; 2],
    /// Of a leaf; of a vacant branch, the next vacant one.
    item: u32,
    /// 0 for a leaf.
    height: u32,
}

/// A tree of boxes.
#[derive(Clone, Debug)]
pub(super) struct BoxTree {
    branches: Vec<Branch>,
    root: u32,
    vacant: u32,
}

impl Default for BoxTree {
    fn default() -> Self {
        BoxTree { branches: Vec::new(), root: NONE, vacant: NONE }
    }
}

/// Half the surface: what a query pays for.
fn area(bounds: &Aabb) -> f32 {
    let size = bounds.max - bounds.min;
    size.x * size.y + size.y * size.z + size.z * size.x
}

fn with_room(bounds: &Aabb) -> Aabb {
    bounds.padded(bounds.half().max_element() * ROOM + super::index::slack_of(bounds))
}

fn contains(outer: &Aabb, inner: &Aabb) -> bool {
    outer.min.cmple(inner.min).all() && inner.max.cmple(outer.max).all()
}

impl BoxTree {
    pub fn clear(&mut self) {
        self.branches.clear();
        (self.root, self.vacant) = (NONE, NONE);
    }

    /// The tree of many boxes at once; tells the leaf of each item.
    pub fn build(&mut self, items: &mut [(Aabb, u32)], mut leaf: impl FnMut(u32, u32)) {
        self.clear();
        self.branches.reserve(items.len() * 2);
        // Ranges of items, and where their branch hangs.
        let mut open = Vec::new();
        if !items.is_empty() {
            open.push((0, items.len(), NONE, 0));
        }
        while let Some((first, end, parent, side)) = open.pop() {
            let part = &mut items[first..end];
            let all = part.iter().fold(Aabb::EMPTY, |all, (bounds, _)| all.union(with_room(bounds)));
            let number = self.push(Branch {
                bounds: all,
                parent,
                children: [NONE; 2],
                item: NONE,
                height: usize::BITS - (part.len() - 1).leading_zeros(),
            });
            match self.branches.get_mut(parent as usize) {
                Some(above) => above.children[side] = number,
                None => self.root = number,
            }
            if let [(_, item)] = part {
                self.branches[number as usize].item = *item;
                leaf(*item, number);
                continue;
            }
            let size = all.max - all.min;
            let axis = (0..3).max_by(|a, b| size[*a].total_cmp(&size[*b])).unwrap_or(0);
            let middle = part.len() / 2;
            let along = |bounds: &Aabb| bounds.min[axis] + bounds.max[axis];
            part.select_nth_unstable_by(middle, |(a, _), (b, _)| along(a).total_cmp(&along(b)));
            open.push((first, first + middle, number, 0));
            open.push((first + middle, end, number, 1));
        }
    }

    fn push(&mut self, branch: Branch) -> u32 {
        match self.branches.get_mut(self.vacant as usize) {
            Some(vacant) => {
                let number = std::mem::replace(&mut self.vacant, vacant.item);
                *vacant = branch;
                number
            }
            None => {
                self.branches.push(branch);
                self.branches.len() as u32 - 1
            }
        }
    }

    /// A new leaf.
    pub fn insert(&mut self, bounds: &Aabb, item: u32) -> u32 {
        let leaf = Branch { bounds: with_room(bounds), parent: NONE, children: [NONE; 2], item, height: 0 };
        let leaf = self.push(leaf);
        self.hang(leaf);
        leaf
    }

    /// Takes a leaf out.
    pub fn remove(&mut self, leaf: u32) {
        self.take(leaf);
        self.free(leaf);
    }

    /// The content of a leaf is elsewhere now.
    pub fn shift(&mut self, leaf: u32, bounds: &Aabb) {
        let room = &self.branches[leaf as usize].bounds;
        let fresh = with_room(bounds);
        if contains(room, bounds) && area(room) <= area(&fresh) * LOOSE {
            return;
        }
        self.take(leaf);
        self.branches[leaf as usize].bounds = fresh;
        self.hang(leaf);
    }

    fn free(&mut self, number: u32) {
        self.branches[number as usize].item = std::mem::replace(&mut self.vacant, number);
    }

    /// Hangs a leaf where it costs least.
    fn hang(&mut self, leaf: u32) {
        if self.root == NONE {
            self.root = leaf;
            self.branches[leaf as usize].parent = NONE;
            return;
        }
        let beside = self.sibling_for(&self.branches[leaf as usize].bounds);
        let above = self.branches[beside as usize].parent;
        let pair = self.push(Branch {
            bounds: Aabb::EMPTY,
            parent: above,
            children: [beside, leaf],
            item: NONE,
            height: 0,
        });
        self.instead(above, beside, pair);
        self.branches[beside as usize].parent = pair;
        self.branches[leaf as usize].parent = pair;
        self.renew(pair);
    }

    /// The branch beside which a box makes the tree grow least.
    fn sibling_for(&self, bounds: &Aabb) -> u32 {
        let mut at = self.root;
        loop {
            let branch = &self.branches[at as usize];
            if branch.height == 0 {
                return at;
            }
            let together = area(&branch.bounds.union(*bounds));
            // A pair right here, or a larger branch here and a pair below.
            let here = 2.0 * together;
            let grown = 2.0 * (together - area(&branch.bounds));
            let cost = |child: u32| {
                let child = &self.branches[child as usize];
                let joined = area(&child.bounds.union(*bounds));
                grown + if child.height == 0 { joined } else { joined - area(&child.bounds) }
            };
            let [left, right] = branch.children.map(cost);
            if here < left && here < right {
                return at;
            }
            at = branch.children[usize::from(right < left)];
        }
    }

    /// Takes a leaf off, and its parent out.
    fn take(&mut self, leaf: u32) {
        let parent = self.branches[leaf as usize].parent;
        let Some(pair) = self.branches.get(parent as usize).copied() else {
            self.root = NONE;
            return;
        };
        let beside = pair.children[usize::from(pair.children[0] == leaf)];
        self.instead(pair.parent, parent, beside);
        self.branches[beside as usize].parent = pair.parent;
        self.free(parent);
        self.renew(pair.parent);
    }

    /// A child takes the place of another one.
    fn instead(&mut self, parent: u32, old: u32, new: u32) {
        match self.branches.get_mut(parent as usize) {
            Some(parent) => parent.children[usize::from(parent.children[1] == old)] = new,
            None => self.root = new,
        }
    }

    /// Balance, heights and bounds from a branch upwards.
    fn renew(&mut self, mut at: u32) {
        while at != NONE {
            at = self.balance(at);
            self.fit(at);
            at = self.branches[at as usize].parent;
        }
    }

    fn fit(&mut self, at: u32) {
        let [left, right] = self.branches[at as usize].children.map(|child| &self.branches[child as usize]);
        let (bounds, height) = (left.bounds.union(right.bounds), left.height.max(right.height) + 1);
        let branch = &mut self.branches[at as usize];
        (branch.bounds, branch.height) = (bounds, height);
    }

    /// Where one child is much higher than the other it takes the place of its
    /// parent, which gets the lower of its children for it. Returns what is on
    /// top then.
    fn balance(&mut self, at: u32) -> u32 {
        let height = |tree: &Self, child: u32| tree.branches[child as usize].height;
        let [left, right] = self.branches[at as usize].children;
        let (high, side) = match height(self, left).abs_diff(height(self, right)) {
            0 | 1 => return at,
            _ if height(self, left) > height(self, right) => (left, 0),
            _ => (right, 1),
        };
        let [one, other] = self.branches[high as usize].children;
        let (kept, given) = if height(self, one) > height(self, other) { (one, other) } else { (other, one) };
        let above = self.branches[at as usize].parent;
        self.instead(above, at, high);
        self.branches[high as usize].parent = above;
        self.branches[high as usize].children = [kept, at];
        self.branches[at as usize].parent = high;
        self.branches[at as usize].children[side] = given;
        self.branches[given as usize].parent = at;
        self.fit(at);
        high
    }

    /// Items of the leaves that are wanted, as are all boxes around them. Of two
    /// children, the one that lies farther along `way` comes later.
    pub fn visit(&self, way: Vec3, mut wants: impl FnMut(&Aabb) -> bool, mut each: impl FnMut(u32)) {
        let mut open = [NONE; HEIGHT];
        open[0] = self.root;
        let mut count = usize::from(self.root != NONE);
        while count > 0 {
            count -= 1;
            let branch = &self.branches[open[count] as usize];
            if !wants(&branch.bounds) {
                continue;
            }
            if branch.height == 0 {
                each(branch.item);
                continue;
            }
            let [near, far] = branch.children;
            let apart = || {
                let center = |child: u32| self.branches[child as usize].bounds.center();
                center(near) - center(far)
            };
            let swap = usize::from(way != Vec3::ZERO && apart().dot(way) > 0.0);
            let fits = count + 2 <= HEIGHT;
            debug_assert!(fits, "the tree is not balanced");
            if fits {
                open[count] = branch.children[1 - swap];
                open[count + 1] = branch.children[swap];
                count += 2;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    fn cube(x: f32, y: f32, z: f32, half: f32) -> Aabb {
        Aabb { min: Vec3::new(x, y, z), max: Vec3::new(x, y, z) }.padded(half)
    }

    fn found(tree: &BoxTree, asked: &Aabb) -> Vec<u32> {
        let mut found = Vec::new();
        tree.visit(Vec3::X, |bounds| bounds.touches(asked), |item| found.push(item));
        found.sort_unstable();
        found
    }

    /// Parents, heights and bounds agree, and no branch is lopsided.
    fn check(tree: &BoxTree) {
        let mut open = vec![(tree.root, NONE)];
        while let Some((at, parent)) = open.pop().filter(|(at, _)| *at != NONE) {
            let branch = &tree.branches[at as usize];
            assert_eq!(branch.parent, parent);
            if branch.height == 0 {
                continue;
            }
            let [left, right] = branch.children.map(|child| tree.branches[child as usize]);
            assert_eq!(branch.height, left.height.max(right.height) + 1);
            assert_eq!(branch.bounds, left.bounds.union(right.bounds));
            assert!(left.height.abs_diff(right.height) <= 2, "{} and {}", left.height, right.height);
            open.extend(branch.children.map(|child| (child, at)));
        }
    }

    #[test]
    fn what_comes_goes_and_moves_is_found_where_it_is() {
        let mut random = Random(5);
        let mut draw = |range: f32| f32::from(random.draw()) / 32767.0 * range;
        let mut boxes: Vec<Option<(Aabb, u32)>> = Vec::new();
        let mut tree = BoxTree::default();
        let mut start: Vec<(Aabb, u32)> =
            (0..300).map(|item| (cube(draw(100.0), draw(9.0), draw(100.0), draw(3.0)), item)).collect();
        boxes.extend(start.iter().map(|(bounds, _)| Some((*bounds, NONE))));
        tree.build(&mut start, |item, leaf| boxes[item as usize].as_mut().unwrap().1 = leaf);
        check(&tree);
        for step in 0..4000 {
            let at = draw(boxes.len() as f32 - 0.1) as usize;
            let bounds = cube(draw(100.0), draw(9.0), draw(100.0), draw(3.0));
            match (&mut boxes[at], step % 3) {
                (Some((_, leaf)), 0) => {
                    tree.remove(*leaf);
                    boxes[at] = None;
                }
                (Some((own, leaf)), _) => {
                    *own = if step % 2 == 0 { bounds } else { own.padded(0.01) };
                    tree.shift(*leaf, own);
                }
                (own, _) => *own = Some((bounds, tree.insert(&bounds, at as u32))),
            }
            if step % 50 == 0 {
                check(&tree);
                let asked = cube(draw(100.0), 5.0, draw(100.0), 8.0);
                let by_hand = boxes.iter().enumerate().filter_map(|(item, own)| {
                    own.as_ref().filter(|(own, _)| own.touches(&asked)).map(|_| item as u32)
                });
                let by_hand: Vec<u32> = by_hand.collect();
                let found = found(&tree, &asked);
                assert!(by_hand.iter().all(|item| found.contains(item)), "step {step}");
                assert!(found.len() <= by_hand.len() * 2 + 20, "step {step}: {}", found.len());
            }
        }
        for (_, leaf) in boxes.into_iter().flatten() {
            tree.remove(leaf);
        }
        assert_eq!(tree.root, NONE);
    }

    #[test]
    fn a_row_of_boxes_makes_no_high_tree() {
        let mut tree = BoxTree::default();
        for item in 0..20_000 {
            tree.insert(&cube(item as f32, 0.0, 0.0, 0.4), item);
        }
        check(&tree);
        // Two to the fourteenth is 16,384; a tree of this balance is at most
        // twice as high as one that is full.
        assert!(tree.branches[tree.root as usize].height <= 30);
        let mut looked = 0;
        tree.visit(
            Vec3::X,
            |bounds| {
                looked += 1;
                bounds.touches(&cube(777.0, 0.0, 0.0, 0.1))
            },
            |_| {},
        );
        assert!(looked < 100, "{looked}");
    }
}
