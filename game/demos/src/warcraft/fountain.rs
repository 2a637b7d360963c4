//! A fountain: stone, water that wanders, a jet and its spray.

use super::emitters::{PLANE, Spray, from};
use super::kit::{Kit, Layer};
use super::rig::{Joint, Movement, Pose, joint};
use super::shape::{Hold, Window};
use binary::Result;
use glam::Vec3;
use std::f32::consts::{PI, TAU};
use warcraft::m2::{Model, Particle, Track, Transform, blend, emitter, particle_flags, render_flags};

pub(super) const FOLDER: &str = "World\\Generic\\HeathFountain";
pub(super) const NAME: &str = "HeathFountain";

const JOINTS: [Joint; 1] = [joint(None, [0.0, 0.0, 0.0]).known_as(26)];

/// The basin's outside and inside, from below.
const BASIN: [[f32; 2]; 9] = [
    [1.62, 0.0],
    [1.62, 0.10],
    [1.50, 0.16],
    [1.44, 0.16],
    [1.44, 0.48],
    [1.52, 0.52],
    [1.52, 0.60],
    [1.32, 0.60],
    [1.26, 0.30],
];
const COLUMN: [[f32; 2]; 9] = [
    [0.34, 0.28],
    [0.30, 0.40],
    [0.16, 0.52],
    [0.13, 0.90],
    [0.18, 1.00],
    [0.40, 1.10],
    [0.62, 1.28],
    [0.64, 1.34],
    [0.58, 1.34],
];
const CUP: [[f32; 2]; 3] = [[0.58, 1.34], [0.36, 1.22], [0.0, 1.20]];
const SPOUT: [[f32; 2]; 5] = [[0.10, 1.20], [0.08, 1.46], [0.11, 1.50], [0.07, 1.54], [0.0, 1.54]];

fn still(_: f32) -> Pose {
    Pose::rest(JOINTS.len())
}

pub(super) fn model() -> Result<Model> {
    let mut kit = Kit::new(NAME)?;
    let own = |name: &str| format!("{FOLDER}\\{name}.blp");
    let stone = kit.texture("World\\Generic\\HeathStone.blp");
    let water = kit.texture(&own("HeathFountainWater"));
    let mirror = kit.texture("World\\Generic\\HeathMirror.blp");
    let drop = kit.clamped(&own("HeathFountainDrop"));
    let mist = kit.clamped(&own("HeathFountainMist"));
    let shade = kit.clamped("World\\Generic\\HeathShade.blp");
    let clock = kit.clock(7000);
    let across = Track { global_sequence: clock, ..Track::linear([(0, [0.0; 3]), (7000, [1.0, 2.0, 0.0])]) };
    kit.model.transforms.push(Transform { translation: across, ..Transform::default() });
    let back = Track { global_sequence: clock, ..Track::linear([(0, [0.0; 3]), (7000, [-1.0, 1.0, 0.0])]) };
    kit.model.transforms.push(Transform { translation: back, ..Transform::default() });
    let free = render_flags::NO_DEPTH_WRITE;
    let rock = kit.look(vec![Layer::new(stone, blend::OPAQUE)]);
    let ground = Layer::new(shade, blend::MODULATE).with(free | render_flags::UNLIT).priority(-1);
    let ground = kit.look(vec![ground]);
    let pool = kit.look(vec![
        Layer::new(water, blend::ALPHA).with(free).moved(0),
        Layer::new(water, blend::ADD_ALPHA)
            .with(free | render_flags::UNLIT)
            .moved(1)
            .over(mirror, -1, -1)
            .priority(1),
    ]);
    let root = Hold::of(0);
    let shape = &mut kit.shape;
    shape.part(0, ground).decal(Vec3::new(0.0, 0.0, 0.012), 2.3, root);
    shape.part(0, rock);
    let around = |times: f32| Window([0.0, 0.0, times, 1.0]);
    shape.lathe(Vec3::ZERO, &BASIN, 18, root, Window([0.0, 0.0, 8.0, 2.0]));
    shape.lathe(Vec3::ZERO, &[[1.26, 0.30], [0.0, 0.28]], 18, root, around(6.0));
    shape.lathe(Vec3::ZERO, &COLUMN, 14, root, Window([0.0, 0.0, 3.0, 2.0]));
    shape.lathe(Vec3::ZERO, &CUP, 14, root, around(3.0));
    shape.lathe(Vec3::ZERO, &SPOUT, 8, root, around(1.0));
    shape.part(0, pool);
    for (radius, high, times) in [(1.30_f32, 0.49, 2.0_f32), (0.55, 1.30, 1.0)] {
        let from = shape.points.len();
        shape.lathe(Vec3::ZERO, &[[radius, high], [0.0, high + 0.005]], 18, root, Window::WHOLE);
        for point in &mut shape.points[from..] {
            point.normal = Vec3::Z;
            point.uv = point.place.truncate() * times / (2.0 * radius);
        }
    }
    // Eight sheets of water that fall from the cup.
    for side in 0..8 {
        let turn = TAU * side as f32 / 8.0;
        let at = |swing: f32, along: f32| {
            let (sin, cos) = libm::sincosf(turn + swing);
            let out = 0.63 + 0.20 * along.sqrt();
            Vec3::new(cos * out, sin * out, 1.31 - 0.80 * along)
        };
        for (low, high) in [(0.3, 0.0), (0.65, 0.3), (1.0, 0.65)] {
            let corners = [at(-0.13, low), at(0.13, low), at(0.13, high), at(-0.13, high)];
            shape.card(corners, root, Window([0.0, high, 0.5, low]));
        }
    }
    kit.animate_from_zero(&JOINTS, Movement::new(0, 4000, 1, still));
    sprays(&mut kit, drop, mist);
    kit.attachment(19, 0, [0.0; 3]);
    kit.event("$DSL", 0, 1, &[(0, 0.0)]);
    kit.solid_lathe(
        &[
            [0.0, 0.0],
            [1.6, 0.0],
            [1.52, 0.6],
            [1.32, 0.6],
            [1.26, 0.3],
            [0.2, 0.3],
            [0.2, 1.0],
            [0.62, 1.34],
            [0.0, 1.5],
        ],
        8,
    );
    Ok(kit.finish(false))
}

fn sprays(kit: &mut Kit, drop: u16, mist: u16) {
    let jet = Spray {
        speed: [3.0, 0.08],
        ranges: [0.14, TAU],
        gravity: 4.6,
        life: 1.15,
        rate: 70.0,
        area: [0.06, 0.06],
    };
    kit.model.particles.push(Particle {
        flags: particle_flags::LIT | particle_flags::WORLD_UP,
        colors: [0xE0F4_FCFF, 0xC0D0_ECFF, 0x00C0_E0FF],
        sizes: [0.035, 0.055, 0.075],
        midpoint: 0.5,
        ..jet.at(0, [0.0, 0.0, 1.54], drop, from(emitter::PLANE, blend::ALPHA))
    });
    // Thin streaks within.
    kit.model.particles.push(Particle {
        flags: particle_flags::UNLIT | particle_flags::WORLD_UP,
        head_tail: 1,
        tail_length: 0.12,
        colors: [0x90FF_FFFF, 0x60D8_F0FF, 0x0090_C0E0],
        sizes: [0.014, 0.012, 0.008],
        ..Spray { rate: 26.0, ..jet }.at(0, [0.0, 0.0, 1.54], drop, PLANE)
    });
    // Splashes on the water of the basin, from a ring.
    let splash = Spray {
        speed: [0.55, 0.5],
        ranges: [0.5, TAU],
        gravity: 3.2,
        life: 0.42,
        rate: 40.0,
        area: [1.4, 1.4],
    };
    kit.model.particles.push(Particle {
        flags: particle_flags::LIT,
        colors: [0xD0FF_FFFF, 0x90E0_F4FF, 0x00C0_E0FF],
        sizes: [0.015, 0.03, 0.02],
        ..splash.at(0, [0.0, 0.0, 0.50], drop, PLANE)
    });
    // Mist that lies flat over the water.
    let haze = Spray {
        speed: [0.12, 0.6],
        ranges: [PI, TAU],
        gravity: -0.05,
        life: 2.6,
        rate: 3.5,
        area: [0.2, 0.9],
    };
    kit.model.particles.push(Particle {
        flags: particle_flags::LIT | particle_flags::FLAT,
        colors: [0x00E8_F2F8, 0x40E8_F2F8, 0x00E8_F2F8],
        sizes: [0.25, 0.42, 0.60],
        spin: 0.3,
        ..haze.at(0, [0.0, 0.0, 0.56], mist, from(emitter::SPHERE, blend::ALPHA))
    });
}
