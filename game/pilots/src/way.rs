//! The shortest way over steps whose costs are asked for one by one (A*).

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BinaryHeap};

/// What ways lead over.
pub trait Steps {
    /// A place, alike for all ways that lead there.
    type Place: Copy + Ord;

    /// The places next to one that can be reached from it, each with the cost of the step, > 0.
    fn from(&mut self, place: Self::Place, reached: &mut Vec<(Self::Place, f32)>);

    /// What the way from a place to the goal costs at least; more than that finds a way sooner that may be longer.
    fn left(&self, place: Self::Place) -> f32;

    /// True at the goal.
    fn is_goal(&self, place: Self::Place) -> bool;
}

/// A place that was reached, by how far it is to the goal over it.
struct Open<P> {
    total: f32,
    cost: f32,
    place: P,
}

impl<P: Ord> Ord for Open<P> {
    fn cmp(&self, other: &Self) -> Ordering {
        // Places decide among equals, so that the way is always the same.
        self.total.total_cmp(&other.total).then_with(|| self.place.cmp(&other.place))
    }
}

impl<P: Ord> PartialOrd for Open<P> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P: Ord> PartialEq for Open<P> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<P: Ord> Eq for Open<P> {}

/// The way from a place to the goal, the goal last. If the goal is not among the first `most` places, the way to the one
/// of them that is nearest to it; no way at all from where there are no steps.
pub fn shortest<S: Steps>(steps: &mut S, start: S::Place, most: usize) -> Vec<S::Place> {
    let mut came: BTreeMap<S::Place, (S::Place, f32)> = BTreeMap::from([(start, (start, 0.0))]);
    let mut open = BinaryHeap::from([Reverse(Open { total: steps.left(start), cost: 0.0, place: start })]);
    let mut nearest = (steps.left(start), start);
    let mut reached = Vec::new();
    let mut looked = 0;
    while let Some(Reverse(Open { cost, place, .. })) = open.pop() {
        if came.get(&place).is_some_and(|(_, known)| *known < cost) {
            continue;
        }
        let left = steps.left(place);
        if left < nearest.0 {
            nearest = (left, place);
        }
        looked += 1;
        if steps.is_goal(place) || looked > most {
            if steps.is_goal(place) {
                nearest = (0.0, place);
            }
            break;
        }
        reached.clear();
        steps.from(place, &mut reached);
        for (next, step) in reached.drain(..) {
            let cost = cost + step;
            if came.get(&next).is_none_or(|(_, known)| cost < *known) {
                came.insert(next, (place, cost));
                open.push(Reverse(Open { total: cost + steps.left(next), cost, place: next }));
            }
        }
    }
    let mut way = Vec::new();
    let mut at = nearest.1;
    while at != start {
        way.push(at);
        let Some((before, _)) = came.get(&at) else { break };
        at = *before;
    }
    way.reverse();
    way
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A plan of rows: `#` is a wall, `g` the goal.
    struct Plan(&'static [&'static str]);

    impl Plan {
        fn at(&self, [x, y]: [i32; 2]) -> Option<u8> {
            let row = self.0.get(usize::try_from(y).ok()?)?;
            row.as_bytes().get(usize::try_from(x).ok()?).copied()
        }

        fn goal(&self) -> [i32; 2] {
            let find = |(y, row): (usize, &&str)| row.find('g').map(|x| [x as i32, y as i32]);
            self.0.iter().enumerate().find_map(find).unwrap()
        }
    }

    impl Steps for Plan {
        type Place = [i32; 2];

        fn from(&mut self, [x, y]: [i32; 2], reached: &mut Vec<([i32; 2], f32)>) {
            let next = [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]];
            reached.extend(
                next.into_iter().filter(|at| !matches!(self.at(*at), None | Some(b'#'))).map(|at| (at, 1.0)),
            );
        }

        fn left(&self, [x, y]: [i32; 2]) -> f32 {
            let [gx, gy] = self.goal();
            ((gx - x).abs() + (gy - y).abs()) as f32
        }

        fn is_goal(&self, place: [i32; 2]) -> bool {
            self.at(place) == Some(b'g')
        }
    }

    #[test]
    fn the_way_leads_around_a_wall_and_is_the_shortest() {
        let mut plan = Plan(&["......", ".####.", "...#g.", "......"]);
        // Below the wall: two down, four to the right, one up; above it it is nine steps.
        let way = shortest(&mut plan, [0, 1], 1000);
        assert_eq!(way.len(), 7);
        assert_eq!((way[0], way[6]), ([0, 2], [4, 2]));
        assert!(way.iter().all(|at| plan.at(*at) != Some(b'#')));
    }

    #[test]
    fn a_goal_behind_walls_is_gone_for_as_near_as_one_comes() {
        let mut plan = Plan(&["...#.", "...#g", "...#."]);
        assert_eq!(shortest(&mut plan, [0, 1], 1000), [[1, 1], [2, 1]]);
        // So is one that is too far to find.
        assert_eq!(shortest(&mut Plan(&[".......g"]), [0, 0], 3).last(), Some(&[3, 0]));
        assert!(shortest(&mut Plan(&["#g"]), [-5, 0], 9).len() <= 1, "nowhere to go from");
    }
}
