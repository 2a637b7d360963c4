//! A map as players draw them: the shore and the walls of the tunnel. Source:
//! `docs/spec/everquest/zone-install.md`, "Player maps as witnesses".

use super::TUNNEL;
use super::terrain::{FLOOR, SQUARES, STEP, Terrain};
use super::water::LEVEL;
use ::everquest::lines::Line;
use ::everquest::map::{self, Drawn, Map};
use binary::Result;
use glam::Vec3;

const SHORE: [i32; 3] = [40, 90, 160];
const WALL: [i32; 3] = [90, 80, 70];

/// A place of the zone as the map has it.
fn on_map(place: Vec3) -> [f64; 3] {
    [-place.y, -place.x, place.z].map(f64::from)
}

pub(super) fn file(terrain: &Terrain) -> Result<Vec<u8>> {
    let mut lines = Vec::new();
    let mut draw = |from: Vec3, to: Vec3, color| {
        lines.push(Line::new(Drawn::Line { from: on_map(from), to: on_map(to), color }));
    };
    let is_wet =
        |column: usize, row: usize| terrain.square(column, row).into_iter().fold(f32::MAX, f32::min) < LEVEL;
    for row in 1..SQUARES {
        for column in 1..SQUARES {
            let at = Terrain::origin(column, row);
            let corner = |x: f32, y: f32| at.extend(0.0) + Vec3::new(x * STEP, y * STEP, 0.0);
            let ground = |place: Vec3| Vec3 { z: terrain.at_corner(place.x, place.y), ..place };
            for (other, far) in
                [(is_wet(column - 1, row), corner(0.0, 1.0)), (is_wet(column, row - 1), corner(1.0, 0.0))]
            {
                if other != is_wet(column, row) {
                    draw(ground(corner(0.0, 0.0)), ground(far), SHORE);
                }
            }
        }
    }
    for room in [TUNNEL[1], TUNNEL[3]] {
        let [a, b] = [room.min, room.max];
        let corners = [[a.x, a.y], [b.x, a.y], [b.x, b.y], [a.x, b.y]].map(|[x, y]| Vec3::new(x, y, FLOOR));
        for (index, from) in corners.iter().enumerate() {
            draw(*from, corners[(index + 1) % 4], WALL);
        }
    }
    let gate = Vec3::new(486.0, -56.0, FLOOR);
    let label = "to_ashgate".to_owned();
    lines.push(Line::new(Drawn::Point { at: on_map(gate), color: [0, 0, 0], size: 2, label }));
    map::write(&Map { lines })
}
