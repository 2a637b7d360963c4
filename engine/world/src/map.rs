//! A map of a world seen from above: lines and labels in engine axes. North, where a yaw of 0 looks, is -z.
//!
//! Where players have drawn one, `load` reads it; of any other world the walls are its map
//! ([`Map::of_walls`]). How it is drawn is the window's.

use crate::{Aabb, Probe};
use glam::Vec3;

/// Most lines and labels of a map.
pub const MOST_MAP_LINES: usize = 400_000;
/// Half the height of a person: walls are drawn as they are there above the ground.
const CUT: f32 = 0.5;

/// A map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Map {
    /// Its lines.
    pub lines: Vec<MapLine>,
    /// Its labels.
    pub labels: Vec<MapLabel>,
}

/// A line of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapLine {
    /// Where it starts and ends, units.
    pub ends: [Vec3; 2],
    /// Red, green and blue as drawn on white paper; none where nobody chose a colour.
    pub color: Option<[u8; 3]>,
    /// Its height means something; a map without heights has the same for all.
    pub has_height: bool,
}

/// A labelled place of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct MapLabel {
    /// Where, units.
    pub at: Vec3,
    /// What it says, in words parted by blanks.
    pub text: String,
    /// As [`MapLine::color`].
    pub color: Option<[u8; 3]>,
    /// 1 small, 2 medium, 3 large.
    pub size: u8,
}

impl Map {
    /// True when nothing is on it.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.labels.is_empty()
    }

    /// All that is on it.
    pub fn bounds(&self) -> Aabb {
        let ends = self.lines.iter().flat_map(|line| line.ends);
        Aabb::around(ends.chain(self.labels.iter().map(|label| label.at)))
    }

    /// The walls of a world half as high above the ground before them as a person is, at most
    /// [`MOST_MAP_LINES`] pieces. Walls that nobody can stand before are not on it.
    pub fn of_walls(probe: &Probe<'_>) -> Self {
        let cut = probe.scene.walker.height * CUT;
        let mut lines = Vec::new();
        probe.walls(cut, |ends| {
            if lines.len() < MOST_MAP_LINES {
                lines.push(MapLine { ends, color: None, has_height: true });
            }
        });
        Map { lines, labels: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::{ModelSketch, Sketch};
    use crate::{Derived, State};

    /// A hut of 4 by 2 units on level ground and a floor above its own: the map has its four walls as often as
    /// there are floors to stand on before them, each where the wall is.
    #[test]
    fn walls_are_cut_half_a_person_above_each_floor_before_them() {
        let mut sketch = Sketch::new();
        sketch.place(ModelSketch::new().floor([-20.0, -20.0], [20.0, 20.0], 1.0));
        sketch.place(ModelSketch::new().floor([-20.0, -20.0], [20.0, 0.0], 11.0));
        sketch.place(ModelSketch::new().cuboid(Vec3::new(2.0, 1.0, 3.0), Vec3::new(6.0, 9.0, 5.0)));
        // Behind the upper floor, from the lower one to high above.
        sketch.place(ModelSketch::new().wall([-10.0, -5.0], [-4.0, -5.0], 0.0, 30.0));
        // Nobody stands before it.
        sketch.place(ModelSketch::new().wall([50.0, 50.0], [60.0, 50.0], 0.0, 30.0));
        let scene = sketch.scene;
        let (derived, _) = Derived::build(&scene, &State::new(&scene, 1), 1000);
        let probe = Probe::new(&scene, &derived.occurrences, &derived.space, scene.zones);
        let map = Map::of_walls(&probe);
        let half = scene.walker.height * 0.5;
        let (low, high) = (1.0 + half, 11.0 + half);
        let length = |wanted: f32, is: &dyn Fn(Vec3) -> bool| -> f32 {
            let on = map.lines.iter().filter(|line| line.ends.iter().all(|end| is(*end)));
            let on = on.filter(|line| line.ends.iter().all(|end| (end.y - wanted).abs() < 1e-4));
            on.map(|line| line.ends[0].distance(line.ends[1])).sum()
        };
        let near = |a: f32, b: f32| (a - b).abs() < 1e-3;
        for (wall, wanted) in [
            ((|at: Vec3| (at.x - 2.0).abs() < 1e-4) as fn(Vec3) -> bool, 2.0),
            (|at: Vec3| (at.x - 6.0).abs() < 1e-4, 2.0),
            (|at: Vec3| (at.z - 3.0).abs() < 1e-4, 4.0),
            (|at: Vec3| (at.z - 5.0).abs() < 1e-4, 4.0),
        ] {
            let found = length(low, &wall);
            assert!(near(found, wanted), "{found} of {wanted}: {:?}", map.lines);
        }
        let long = |at: Vec3| (at.z + 5.0).abs() < 1e-4;
        assert!(near(length(low, &long), 6.0) && near(length(high, &long), 6.0), "{:?}", map.lines);
        let bounds = map.bounds();
        assert_eq!((bounds.min.x, bounds.max.x), (-10.0, 6.0));
        assert_eq!((bounds.min.z, bounds.max.z), (-5.0, 5.0));
    }
}
