//! Cypresses beyond the walls, ferns at their foot, ivy over them, fireflies.

use super::layout::{SCREEN, URNS, WALL, YARD};
use super::mesh::{Mesh, open_sky};
use super::pictures;
use super::site::{Site, ramp};
use glam::Vec3;
use world::{Birth, EmitterLaw, MaterialId, Ramp, Rate};

pub(super) fn build(site: &mut Site) {
    cypresses(site);
    ferns(site);
    ivy(site);
    fireflies(site);
}

/// An upright card over a line on the ground, seen from both sides.
fn card(mesh: &mut Mesh, material: MaterialId, foot: Vec3, half: Vec3, tall: f32, light: f32) {
    let corner = |side: f32, up: f32| {
        let place = foot + half * side + Vec3::Y * (tall * up);
        // Plants take the light of the sky, whichever way the card stands.
        (place, Vec3::Y, [side * 0.5 + 0.5, 1.0 - up], Vec3::splat(light) * (0.72 + 0.28 * up))
    };
    mesh.polygon(material, &[corner(-1.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(-1.0, 1.0)]);
}

fn cypresses(site: &mut Site) {
    let material = site.cut_out("cypress", pictures::cypress());
    let mut mesh = Mesh::new();
    for (x, z, tall) in [
        (-5.0, -13.5, 8.2),
        (-7.4, -12.2, 6.4),
        (5.2, -13.0, 7.6),
        (8.0, -14.5, 9.0),
        (3.4, -17.5, 6.6),
        (-3.9, -21.0, 7.4),
        (-13.5, -6.0, 8.4),
        (-13.0, 1.0, 7.2),
        (13.2, -5.0, 8.8),
        (13.6, 2.0, 7.0),
        (12.8, 7.0, 7.8),
        (-13.0, 8.0, 8.0),
        (-4.5, 14.0, 7.5),
        (5.0, 14.5, 8.3),
    ] {
        let turn = site.random.between(0.0, 1.5);
        for card_turn in [turn, turn + 1.05, turn + 2.10] {
            let (sin, cos) = libm::sincosf(card_turn);
            let half = Vec3::new(cos, 0.0, sin) * (tall * 0.15);
            card(&mut mesh, material, Vec3::new(x, -0.05, z), half, tall, 0.92);
        }
    }
    mesh.hollow().both_sides();
    site.place("cypresses", mesh);
}

fn ferns(site: &mut Site) {
    let material = site.cut_out("fern", crate::island::pictures::fern(super::SEED));
    let mut mesh = Mesh::new();
    let [east, south] = YARD;
    let mut feet: Vec<Vec3> = Vec::new();
    for _ in 0..46 {
        // At the foot of the walls, in clusters, never in a gate.
        let along = site.random.between(-1.0, 1.0);
        let clump = libm::floorf(along * 4.0) / 4.0 + site.random.between(0.0, 0.16);
        let from = site.random.between(0.2, 0.55);
        feet.push(match site.random.next() % 4 {
            0 => Vec3::new(-east + from, 0.0, clump * south),
            1 => Vec3::new(east - from, 0.0, clump * south),
            2 => Vec3::new(libm::copysignf(2.6 + clump.abs() * 7.0, clump), 0.0, -south + from),
            _ => Vec3::new(libm::copysignf(2.4 + clump.abs() * 7.0, clump), 0.0, south - from),
        });
    }
    for x in [-7.4, -7.0, -6.3, -5.1, -4.5] {
        feet.push(Vec3::new(x, 0.0, SCREEN.least.z - 0.22));
    }
    feet.extend([Vec3::new(-7.75, 0.0, -2.7), Vec3::new(-4.05, 0.0, -2.62), Vec3::new(-4.3, 0.0, -2.58)]);
    feet.extend(URNS.map(|urn| urn + Vec3::Y * 0.74));
    for foot in feet {
        let (tall, turn) = (site.random.between(0.45, 0.85), site.random.between(0.0, 3.0));
        for card_turn in [turn, turn + 1.57] {
            let (sin, cos) = libm::sincosf(card_turn);
            card(&mut mesh, material, foot, Vec3::new(cos, 0.0, sin) * (tall * 0.55), tall, 0.95);
        }
    }
    mesh.hollow().both_sides();
    site.place("ferns", mesh);
}

fn ivy(site: &mut Site) {
    let material = site.cut_out("ivy", pictures::ivy());
    let mut mesh = Mesh::new();
    let [east, south] = YARD;
    let top = WALL[0] + 0.10;
    // (Middle of the upper edge, half its length, how far it hangs down, from the wall.)
    for (middle, along, down) in [
        (Vec3::new(-5.6, top, -south + 0.14), Vec3::X * 1.7, 1.9),
        (Vec3::new(6.6, top, -south + 0.14), Vec3::X * 2.2, 1.5),
        (Vec3::new(-east + 0.14, top, -4.5), Vec3::NEG_Z * 1.9, 2.0),
        (Vec3::new(east - 0.14, top, 4.9), Vec3::Z * 1.8, 1.8),
        (Vec3::new(-7.0, SCREEN.most.y + 0.17, SCREEN.most.z + 0.13), Vec3::X * 0.75, 1.25),
    ] {
        let normal = (along * 2.0).cross(Vec3::Y).normalize_or_zero();
        let corner = |side: f32, up: f32| {
            let place = middle + along * side - Vec3::Y * (down * (1.0 - up));
            (place, normal, [side * along.length() / 1.6, 1.0 - up], open_sky(place, normal))
        };
        // In four pieces, as lamps light corners.
        for (left, right) in [(-1.0, -0.5), (-0.5, 0.0), (0.0, 0.5), (0.5, 1.0)] {
            for (low, high) in [(0.0, 0.5), (0.5, 1.0)] {
                let corners =
                    [corner(left, low), corner(right, low), corner(right, high), corner(left, high)];
                mesh.polygon(material, &corners);
            }
        }
    }
    mesh.hollow();
    site.place("ivy", mesh);
}

fn fireflies(site: &mut Site) {
    let law = site.emitter(EmitterLaw {
        name: "fireflies".into(),
        material: site.glow,
        rate: Rate::PerSecond { births: Ramp::constant(3.0), period: None },
        life: [3.0, 5.0],
        birth: Birth::Box { half: Vec3::new(3.0, 0.5, 1.2) },
        world_velocity: [Vec3::new(-0.22, -0.05, -0.18), Vec3::new(0.22, 0.14, 0.18)],
        size: [0.035, 0.055],
        colors: ramp(&[
            (0.0, [0.85, 0.95, 0.45, 0.0]),
            (0.2, [0.85, 0.95, 0.45, 0.9]),
            (0.45, [0.85, 0.95, 0.45, 0.15]),
            (0.7, [0.90, 0.95, 0.50, 0.9]),
            (1.0, [0.85, 0.95, 0.45, 0.0]),
        ]),
        ..EmitterLaw::default()
    });
    for at in [Vec3::new(-6.0, 1.1, -6.5), Vec3::new(6.2, 1.0, -6.8), Vec3::new(-6.8, 0.9, 3.6)] {
        let node = site.node("fireflies", None, at);
        site.scene.roots.push(node);
        site.emit(node, law);
    }
}
