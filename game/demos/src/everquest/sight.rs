//! Which regions can be seen from which. Regions of one sector see each other;
//! those of different sectors do where a straight line may lead through the
//! openings between them. What is said to be hidden is hidden; some of what is
//! said to be seen is not.

use super::partition::{Bounds, Cell};
use glam::Vec3;

/// Most openings in a row that are looked through.
const MOST: usize = 7;
/// Places along each opening that lines are tried from: across, and up. Openings
/// are about equally high, so that it is the corners that hide.
const ACROSS: u32 = 129;
const UP: u32 = 2;
/// How far a line may miss an opening: rounding of places.
const SLACK: f32 = 0.5;

/// A flat rectangle through which one sector is seen from another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    pub between: [usize; 2],
    /// Without extent along one axis.
    pub bounds: Bounds,
}

impl Opening {
    /// The axis that it has no extent along.
    fn axis(&self) -> usize {
        let size = self.bounds.max - self.bounds.min;
        (0..3).find(|axis| size[*axis] == 0.0).unwrap_or(0)
    }

    fn far_side(&self, from: usize) -> Option<usize> {
        match self.between {
            [a, b] if a == from => Some(b),
            [a, b] if b == from => Some(a),
            _ => None,
        }
    }
}

/// Numbers of the regions that each region sees, ascending, itself included.
pub(super) fn visible(cells: &[Cell], sectors: usize, openings: &[Opening]) -> Vec<Vec<u32>> {
    let ways = ways(sectors, openings);
    let sees = |a: &Cell, b: &Cell| {
        a.sector == b.sector
            || ways[a.sector]
                .iter()
                .filter(|(to, _)| *to == b.sector)
                .any(|(_, way)| way.iter().all(|opening| between(a, b, &openings[*opening])))
    };
    let mut lists = vec![Vec::new(); cells.len()];
    for (number, cell) in cells.iter().enumerate() {
        for (other, seen) in cells.iter().enumerate().skip(number) {
            if sees(cell, seen) {
                lists[number].push(other as u32);
                if other != number {
                    lists[other].push(number as u32);
                }
            }
        }
    }
    lists.iter_mut().for_each(|list| list.sort_unstable());
    lists
}

/// For each sector: where one can look, and through which openings.
fn ways(sectors: usize, openings: &[Opening]) -> Vec<Vec<(usize, Vec<usize>)>> {
    let from = |start: usize| {
        let mut found = Vec::new();
        let mut open = vec![(start, vec![start], Vec::new())];
        while let Some((at, been, way)) = open.pop() {
            for (number, opening) in openings.iter().enumerate() {
                let Some(next) = opening.far_side(at).filter(|next| !been.contains(next)) else { continue };
                let longer: Vec<usize> = way.iter().copied().chain([number]).collect();
                if longer.len() > MOST || !is_straight(&longer, openings) {
                    continue;
                }
                found.push((next, longer.clone()));
                open.push((next, been.iter().copied().chain([next]).collect(), longer));
            }
        }
        found
    };
    (0..sectors).map(from).collect()
}

/// False if no straight line leads through all of these openings.
fn is_straight(way: &[usize], openings: &[Opening]) -> bool {
    let ([first, middle @ .., last], true) = (way, way.len() > 2) else { return true };
    let (first, last) = (&openings[*first].bounds, &openings[*last].bounds);
    let tries = |axis: usize| if axis == 2 { UP } else { ACROSS };
    let spots = |bounds: &Bounds| {
        let size = bounds.max - bounds.min;
        let (flat, low) = ((0..3).find(|axis| size[*axis] == 0.0).unwrap_or(0), bounds.min);
        let [a, b] = [[1, 2], [0, 2], [0, 1]][flat];
        let part = |index: u32, axis: usize| size[axis] * index as f32 / (tries(axis) - 1) as f32;
        let spot = move |index: u32| {
            let mut spot = low;
            spot[a] += part(index % tries(a), a);
            spot[b] += part(index / tries(a), b);
            spot
        };
        (0..tries(a) * tries(b)).map(spot).collect::<Vec<Vec3>>()
    };
    // Between two spots that are tried a line is at most this far from one that is.
    let size = (first.max - first.min).max(last.max - last.min);
    let slack = Vec3::from_array([0, 1, 2].map(|axis| size[axis] / (tries(axis) - 1) as f32 + SLACK));
    let through = |from: Vec3, to: Vec3| {
        middle.iter().all(|opening| {
            let Opening { bounds, .. } = openings[*opening];
            let axis = openings[*opening].axis();
            let (a, b) = (from[axis] - bounds.min[axis], to[axis] - bounds.min[axis]);
            if a * b >= 0.0 {
                // It begins or ends there, or does not lead through the plane at all.
                return a == 0.0 || b == 0.0 || a.abs().min(b.abs()) < slack[axis];
            }
            let at = from.lerp(to, a / (a - b));
            at.cmpge(bounds.min - slack).all() && at.cmple(bounds.max + slack).all()
        })
    };
    let ends = spots(last);
    spots(first).iter().any(|from| ends.iter().any(|to| through(*from, *to)))
}

/// False if no line from one box to the other leads through an opening.
fn between(a: &Cell, b: &Cell, opening: &Opening) -> bool {
    let axis = opening.axis();
    let at = opening.bounds.min[axis];
    // Which part of the way is done at the opening, at the least and at the most.
    let parts = [a.min[axis], a.max[axis]].into_iter().flat_map(|from| {
        [b.min[axis], b.max[axis]].map(|to| if from == to { f32::NAN } else { (at - from) / (to - from) })
    });
    let parts: Vec<f32> = parts.collect();
    let apart = (a.max[axis] <= at && b.min[axis] >= at) || (b.max[axis] <= at && a.min[axis] >= at);
    if !apart || parts.iter().any(|part| !part.is_finite()) {
        // One of them lies on both sides, or both touch the plane: nothing is known.
        return true;
    }
    let low = parts.iter().copied().fold(1.0, f32::min).max(0.0);
    let high = parts.iter().copied().fold(0.0, f32::max).min(1.0);
    let min = a.min.lerp(b.min, low).min(a.min.lerp(b.min, high));
    let max = a.max.lerp(b.max, low).max(a.max.lerp(b.max, high));
    let slack = Vec3::splat(SLACK);
    (min - slack).cmple(opening.bounds.max).all() && (max + slack).cmpge(opening.bounds.min).all()
}
