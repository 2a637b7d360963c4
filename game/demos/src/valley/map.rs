//! The valley from above, for the game that has maps.

use super::layout::{BASE, HILL, Layout, Line, river_half};
use super::life::{posts, pumps};
use crate::builders::area::Area;
use crate::builders::map::Outline;
use glam::Vec3;

const WATER: [u8; 3] = [70, 120, 160];
const ROAD: [u8; 3] = [190, 170, 130];
const WALL: [u8; 3] = [150, 150, 160];
const MARK: [u8; 3] = [235, 120, 30];

/// River, road, base, hill, and a mark for each objective.
pub(super) fn outlines(layout: Layout) -> Vec<Outline> {
    let half = layout.half();
    let inside = |at: &&Vec3| at.x.abs() < half && at.z.abs() < half;
    let river: Vec<Vec3> = Line::river().points().iter().filter(inside).copied().collect();
    let bank = |at: &Vec3, side: f32| *at + Vec3::X * (side * river_half(at.z));
    let banks = river.iter().map(|at| bank(at, -1.0)).chain(river.iter().rev().map(|at| bank(at, 1.0)));
    let banks = banks.collect();
    let road = Line::road().points().iter().filter(inside).copied().collect();
    let plain = |color, corners| Outline { color, corners, objective: 0 };
    let mut all =
        vec![plain(WATER, banks), plain(ROAD, road), plain(WALL, around(BASE)), plain(WALL, around(HILL))];
    let marks = posts::flags().into_iter().zip(pumps::PUMPS).flat_map(|(post, pump)| [post, pump]);
    for (number, [x, z]) in (1..).zip(marks) {
        let area = Area::new(x - 8.0, z - 8.0, x + 8.0, z + 8.0);
        all.push(Outline { color: MARK, corners: around(area), objective: number });
    }
    all
}

fn around(area: Area) -> Vec<Vec3> {
    let Area { west, north, east, south } = area;
    [[west, north], [west, south], [east, south], [east, north]].map(|[x, z]| Vec3::new(x, 0.0, z)).to_vec()
}
