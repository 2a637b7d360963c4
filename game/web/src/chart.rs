//! The map of the place that is seen, as the page draws it.

use crate::Visit;
use places::Origin;
use serde::Serialize;
use world::{Map, MapLine};

/// Heights of one level, as a part of the height of a person.
const LEVEL: f32 = 2.5;
/// Numbers of a line in [`Chart::lines`].
const NUMBERS: usize = 7;

/// A map; x grows to the east and z to the south, in units.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chart {
    /// The id of its world.
    pub world: String,
    /// Players drew it; else it shows the walls of the world.
    pub is_drawn: bool,
    /// Units of a metre.
    pub metre: f32,
    /// Units of height that count as the same level.
    pub level: f32,
    /// All that is on it: least x and z, greatest x and z; `None` of an empty map.
    pub bounds: Option<[f32; 4]>,
    /// Its labels.
    pub labels: Vec<ChartLabel>,
    /// Its lines, seven numbers each: x and z of both ends, the lower and the higher height (both infinite
    /// where heights mean nothing), and the colour as a number, -1 for none.
    #[serde(skip)]
    pub lines: Vec<f32>,
}

/// A labelled place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChartLabel {
    /// x, height and z.
    pub at: [f32; 3],
    /// What it says.
    pub text: String,
    /// As [`world::MapLabel::color`].
    pub color: Option<[u8; 3]>,
    /// 1 small, 2 medium, 3 large.
    pub size: u8,
}

impl Chart {
    /// The map of the place that is seen, and lines about what is odd about its files.
    pub fn of(visit: &Visit) -> (Self, Vec<String>) {
        let scene = visit.simulation().scene();
        // A neighbour has its own map.
        let other =
            visit.install.request(Some(&scene.world)).ok().filter(|_| scene.world != visit.request().world);
        let request = other.as_ref().unwrap_or(visit.request());
        let (chart, findings) = places::Chart::of(&visit.install, request, scene);
        let Map { lines, labels } = &chart.map;
        let bounds = chart.map.bounds();
        let bounds = [bounds.min.x, bounds.min.z, bounds.max.x, bounds.max.z];
        let label = |label: &world::MapLabel| ChartLabel {
            at: label.at.to_array(),
            text: label.text.clone(),
            color: label.color,
            size: label.size,
        };
        let chart = Chart {
            world: scene.world.clone(),
            is_drawn: chart.origin != Origin::Walls,
            metre: scene.frame.units(1.0),
            level: scene.walker.height * LEVEL,
            bounds: bounds.iter().all(|value| value.is_finite()).then_some(bounds),
            labels: labels.iter().map(label).collect(),
            lines: lines.iter().flat_map(numbers).collect(),
        };
        (chart, findings.iter().map(ToString::to_string).collect())
    }
}

fn numbers(line: &MapLine) -> [f32; NUMBERS] {
    let [from, to] = line.ends;
    let heights = if line.has_height { [from.y.min(to.y), from.y.max(to.y)] } else { [f32::INFINITY; 2] };
    let color =
        line.color.map_or(-1.0, |[r, g, b]| f32::from(r) * 65536.0 + f32::from(g) * 256.0 + f32::from(b));
    [from.x, from.z, to.x, to.z, heights[0], heights[1], color]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::visit::tests::courtyard;
    use glam::Vec3;

    #[test]
    fn the_courtyard_has_walls_around_whoever_stands_in_it() {
        let visit = courtyard();
        let (chart, odd) = Chart::of(&visit);
        assert!(odd.is_empty() && !chart.is_drawn, "{odd:?}");
        assert!(chart.lines.len() > 40 * NUMBERS && chart.lines.len().is_multiple_of(NUMBERS));
        let feet = visit.simulation().state().avatar().unwrap().position;
        let [least_x, least_z, most_x, most_z] = chart.bounds.unwrap();
        assert!((least_x..=most_x).contains(&feet.x) && (least_z..=most_z).contains(&feet.z));
    }

    #[test]
    fn a_line_without_heights_is_on_every_level_and_its_colour_comes_back() {
        let ends = [Vec3::new(1.0, 5.0, 2.0), Vec3::new(3.0, 4.0, -4.0)];
        let line = MapLine { ends, color: Some([1, 2, 255]), has_height: true };
        assert_eq!(numbers(&line), [1.0, 2.0, 3.0, -4.0, 4.0, 5.0, 66_303.0]);
        let flat = MapLine { color: None, has_height: false, ..line };
        assert_eq!(numbers(&flat)[4..], [f32::INFINITY, f32::INFINITY, -1.0]);
    }
}
