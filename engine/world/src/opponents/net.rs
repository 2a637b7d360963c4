//! Nets of ways: points, and which of them one can go to from each.
//!
//! That a net is points and links is inferred: no reader of them is known but that of 'mechs, whose numbers nobody has
//! explained. Source: `docs/spec/zbd/vehicles-and-combat.md`, "B5. AI vehicles".

use glam::Vec3;

/// A net of ways.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PathNet {
    /// Its name.
    pub name: Box<str>,
    /// Places in the world; their heights do not matter.
    pub points: Vec<Vec3>,
    /// From each point to which others; a number that there is none of leads nowhere.
    pub links: Vec<Vec<u32>>,
}

impl PathNet {
    /// Points one after the other, the first again after the last.
    pub fn ring(name: &str, points: Vec<Vec3>) -> Self {
        let count = points.len() as u32;
        let links = (0..count).map(|at| vec![(at + 1) % count]).collect();
        PathNet { name: name.into(), points, links }
    }

    /// The point nearest to a place along the ground.
    pub fn nearest(&self, place: Vec3) -> Option<u32> {
        let distance = |point: &Vec3| (*point - place).with_y(0.0).length_squared();
        let points = self.points.iter().enumerate();
        let found = points.min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b)));
        found.map(|(at, _)| at as u32)
    }

    /// The point behind one, coming from another: by chance one of those that it leads to, and back only from a dead
    /// end. `draw` is 0..=1.
    pub fn after(&self, at: u32, from: u32, draw: f32) -> u32 {
        let all: &[u32] = self.links.get(at as usize).map_or(&[], Vec::as_slice);
        let known = |to: &&u32| (**to as usize) < self.points.len();
        let onwards = || all.iter().filter(known).filter(|to| **to != from);
        let count = onwards().count();
        let chosen = ((draw * count as f32) as usize).min(count.saturating_sub(1));
        onwards().nth(chosen).or_else(|| all.iter().find(known)).copied().unwrap_or(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_net_leads_on_and_back_only_from_a_dead_end() {
        let points = [[0.0, 0.0], [10.0, 0.0], [20.0, 5.0], [20.0, -5.0]].map(|[x, z]| Vec3::new(x, 7.0, z));
        let links = vec![vec![1], vec![0, 2, 3], vec![1, 99], vec![]];
        let net = PathNet { name: "fork".into(), points: points.to_vec(), links };
        assert_eq!(net.nearest(Vec3::new(18.0, 500.0, -3.0)), Some(3));
        // Two ways on from the fork.
        assert_eq!([0.0, 0.49, 0.5, 1.0].map(|draw| net.after(1, 0, draw)), [2, 2, 3, 3]);
        assert_eq!((net.after(2, 1, 0.3), net.after(0, 1, 0.0), net.after(3, 1, 0.0)), (1, 1, 3));
        assert_eq!(PathNet::default().nearest(Vec3::ZERO), None);
        let ring = PathNet::ring("ring", points.to_vec());
        assert_eq!((ring.after(0, 3, 0.7), ring.after(3, 2, 0.7)), (1, 0));
    }
}
