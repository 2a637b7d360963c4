//! A map as players draw them: the feet of the cliffs, the walls of the passage,
//! the shores of lava. Source: `docs/spec/everquest/zone-install.md`, "Player maps
//! as witnesses".

use super::plan::{self, Plan};
use ::everquest::lines::Line;
use ::everquest::map::{self, Drawn, Map};
use binary::Result;
use glam::Vec3;

const MOLTEN: [i32; 3] = [200, 70, 20];
const WALL: [i32; 3] = [80, 76, 74];

/// A place of the zone as the map has it.
fn on_map(place: Vec3) -> [f64; 3] {
    [-place.y, -place.x, place.z].map(f64::from)
}

pub(super) fn file(plan: &Plan) -> Result<Vec<u8>> {
    let mut lines = Vec::new();
    let mut draw = |from: Vec3, to: Vec3, color| {
        lines.push(Line::new(Drawn::Line { from: on_map(from), to: on_map(to), color }));
    };
    // Edges of the ground that no other room shares.
    for (places, is_molten) in plan.edges() {
        let [from, to] = places;
        draw(from, to, if is_molten { MOLTEN } else { WALL });
    }
    let line = Plan::line();
    let gate = Vec3::new((line.min.x + line.max.x) / 2.0, 0.0, plan::FLOOR);
    let label = "to_larkmere".to_owned();
    lines.push(Line::new(Drawn::Point { at: on_map(gate), color: [0, 0, 0], size: 2, label }));
    map::write(&Map { lines })
}
