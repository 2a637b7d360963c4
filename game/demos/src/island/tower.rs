//! The bell tower beside the front, its top broken.

use super::Site;
use super::church::top;
use super::layout::{FLOOR, PLATEAU, THICK, TOWER, TOWER_TOP};
use super::shape::{Paint, Solid, Surface};
use super::wall::{Opening, Wall};
use glam::Vec3;

/// Height of the belfry's floor over that of the church.
const BELFRY: f32 = 11.2;

fn slit(at: f32, sill: f32) -> Opening {
    let (sill, spring) = (FLOOR + sill, FLOOR + sill + 1.5);
    Opening { at, half: 0.2, sill, spring, rise: 0.3, point: 0.4, trim: 0.2 }
}

fn belfry(at: f32) -> Opening {
    let (sill, spring) = (FLOOR + BELFRY + 0.9, FLOOR + BELFRY + 3.3);
    Opening { at, half: 0.6, sill, spring, rise: 1.0, point: 0.8, trim: 0.22 }
}

pub(super) fn build(site: &mut Site) {
    let half = THICK * 0.5;
    let (west, east) = (TOWER.west + half, TOWER.east - half);
    let (low, high) = (TOWER.north + half, TOWER.south - half);
    let whole = TOWER_TOP - FLOOR;
    let long = TOWER.south - TOWER.north;
    let short = TOWER.east - TOWER.west - 2.0 * THICK;
    let wall = |from: [f32; 2], to: [f32; 2]| {
        Wall::level(from.into(), to.into(), THICK, [PLATEAU - 2.0, TOWER_TOP], Paint::Rubble)
    };

    let mut side = wall([west, TOWER.north], [west, TOWER.south]);
    side.openings = vec![slit(2.8, 4.6), slit(2.8, 8.4), belfry(1.8), belfry(long - 1.8)];
    side.top = top(&[
        [0.0, whole],
        [3.4, whole],
        [3.6, whole - 0.5],
        [4.5, whole - 0.6],
        [4.7, whole],
        [long, whole - 0.2],
    ]);
    site.add(side.build());

    // The north-eastern corner is gone.
    let mut side = wall([east, TOWER.north], [east, TOWER.south]);
    side.openings = vec![slit(2.8, 8.4), belfry(1.8)];
    side.top = top(&[
        [0.0, whole],
        [1.0, whole - 0.1],
        [2.7, whole - 0.6],
        [3.2, whole - 2.2],
        [3.8, whole - 3.0],
        [4.2, whole - 4.6],
        [4.9, whole - 5.2],
        [long, whole - 5.8],
    ]);
    site.add(side.build());

    let mut side = wall([TOWER.west + THICK, high], [TOWER.east - THICK, high]);
    side.openings = vec![slit(1.9, 4.6), belfry(1.0)];
    side.top = top(&[
        [0.0, whole - 0.2],
        [1.9, whole - 0.5],
        [2.3, whole - 1.9],
        [2.8, whole - 3.6],
        [3.3, whole - 4.2],
        [short, whole - 5.6],
    ]);
    site.add(side.build());

    let mut side = wall([TOWER.west + THICK, low], [TOWER.east - THICK, low]);
    side.openings = vec![belfry(1.0), belfry(short - 1.0)];
    site.add(side.build());

    let deck = [
        Vec3::new(TOWER.west + THICK, TOWER.north + THICK, 0.0),
        Vec3::new(TOWER.east - THICK, TOWER.south - THICK, 0.0),
    ];
    let at = |corner: Vec3, z: f32| corner + Vec3::Z * z;
    site.add(Solid::cuboid(at(deck[0], FLOOR + BELFRY - 0.3), at(deck[1], FLOOR + BELFRY), Paint::Plank));

    // Courses that stand out, and what is left of the pinnacles.
    for height in [4.0, BELFRY + 0.2] {
        site.add(course(FLOOR + height));
    }
    for (x, y) in [(TOWER.west, TOWER.north), (TOWER.east, TOWER.north), (TOWER.west, TOWER.south)] {
        let mut solid = Solid::new(Surface::Stone);
        let foot = Vec3::new(
            x + (TOWER.east + TOWER.west - 2.0 * x).signum() * 0.45,
            y + (TOWER.south + TOWER.north - 2.0 * y).signum() * 0.45,
            TOWER_TOP - 0.2,
        );
        let off = Vec3::new(0.45, 0.45, 0.0);
        solid.add_cuboid(foot - off, foot + off + Vec3::Z * 1.0, Paint::Ashlar);
        solid.add_frustum(foot - off + Vec3::Z * 1.0, foot + off + Vec3::Z * 2.5, 0.40, Paint::Ashlar);
        site.add(solid);
    }
}

/// A band around the tower.
fn course(height: f32) -> Solid {
    let out = 0.13;
    let mut solid = Solid::new(Surface::Stone);
    let (w, e, s, n) = (TOWER.west - out, TOWER.east + out, TOWER.north, TOWER.south + out);
    for [x0, y0, x1, y1] in
        [[w, s, TOWER.west, n], [TOWER.east, s, e, n], [TOWER.west, TOWER.south, TOWER.east, n]]
    {
        solid.add_cuboid(Vec3::new(x0, y0, height), Vec3::new(x1, y1, height + 0.26), Paint::Voussoir);
    }
    solid
}
