//! A fire in a bowl of iron: flames of many pictures, smoke, sparks along a spline, coals that glow.

use super::emitters::{PLANE, Spray, from};
use super::kit::{Kit, Layer};
use super::rig::{Joint, Movement, Pose, joint};
use super::shape::{Hold, Window, ring};
use binary::Result;
use glam::Vec3;
use std::f32::consts::{PI, TAU};
use warcraft::m2::{
    Color, Model, Particle, Track, blend, emitter, interpolation, parameter, particle_flags, render_flags,
};

pub(super) const FOLDER: &str = "World\\Generic\\HeathFire";
pub(super) const NAME: &str = "HeathFire";

const JOINTS: [Joint; 1] = [joint(None, [0.0, 0.0, 0.0]).known_as(26)];

fn still(_: f32) -> Pose {
    Pose::rest(JOINTS.len())
}

pub(super) fn model() -> Result<Model> {
    let mut kit = Kit::new(NAME)?;
    let own = |name: &str| format!("{FOLDER}\\{name}.blp");
    let iron = kit.texture("World\\Generic\\HeathIron.blp");
    let wood = kit.texture("World\\Generic\\HeathWood.blp");
    let coals = kit.texture(&own("HeathFireCoals"));
    let flames = kit.clamped(&own("HeathFireFlames"));
    let smoke = kit.clamped(&own("HeathFireSmoke"));
    let spark = kit.clamped(&own("HeathFireSpark"));
    let shade = kit.clamped("World\\Generic\\HeathShade.blp");
    glowing(&mut kit);
    let iron = kit.look(vec![Layer::new(iron, blend::OPAQUE)]);
    let wood = kit.look(vec![Layer::new(wood, blend::OPAQUE)]);
    let coals = kit.look(vec![
        Layer::new(coals, blend::OPAQUE),
        Layer::new(coals, blend::ADD).with(render_flags::UNLIT | render_flags::NO_FOG).color(0),
    ]);
    let free = render_flags::UNLIT | render_flags::NO_DEPTH_WRITE;
    let ground = kit.look(vec![Layer::new(shade, blend::MODULATE).with(free).priority(-1)]);
    let root = Hold::of(0);
    let shape = &mut kit.shape;
    shape.part(0, ground).decal(Vec3::new(0.0, 0.0, 0.012), 0.85, root);
    shape.part(0, iron);
    let bowl = [
        [0.0, 0.42],
        [0.20, 0.44],
        [0.40, 0.56],
        [0.50, 0.74],
        [0.54, 0.76],
        [0.54, 0.80],
        [0.47, 0.80],
        [0.38, 0.66],
    ];
    shape.lathe(Vec3::ZERO, &bowl, 14, root, Window([0.0, 0.0, 4.0, 2.0]));
    for foot in 0..3 {
        let (sin, cos) = libm::sincosf(TAU * foot as f32 / 3.0 + 0.5);
        let at = |out: f32, z: f32, thick: f32| ring([cos * out, sin * out, z], [thick, thick], root);
        let rings = [at(0.52, 0.0, 0.035), at(0.44, 0.20, 0.03), at(0.36, 0.40, 0.032), at(0.40, 0.56, 0.03)];
        shape.tube(&rings, 6, Window::WHOLE);
    }
    shape.part(0, coals).lathe(
        Vec3::ZERO,
        &[[0.42, 0.68], [0.28, 0.745], [0.0, 0.775]],
        12,
        root,
        Window([0.0, 0.0, 3.0, 1.0]),
    );
    shape.part(0, wood);
    for log in 0..4 {
        let (sin, cos) = libm::sincosf(TAU * log as f32 / 4.0 + 0.3);
        let at = |out: f32, z: f32| ring([cos * out, sin * out, z], [0.05, 0.055], root);
        shape.tube(&[at(0.36, 0.74), at(0.16, 0.90), at(-0.05, 1.04)], 7, Window([0.0, 0.0, 1.0, 2.0]));
    }
    kit.animate_from_zero(&JOINTS, Movement::new(0, 3000, 1, still));
    emitters(&mut kit, [flames, smoke, spark]);
    let clock = kit.clock(1700);
    let light = kit.light(0, [0.0, 0.0, 1.25], [1.0, 0.58, 0.25], [0.8, 8.0]);
    let strength = [(0, 0.95), (230, 1.0), (420, 0.82), (800, 0.97), (1100, 0.86), (1700, 0.95)];
    light.diffuse_intensity = Track { global_sequence: clock, ..Track::linear(strength) };
    kit.attachment(19, 0, [0.0; 3]);
    kit.event("$DSL", 0, 2, &[(0, 0.0)]);
    kit.solid_lathe(&[[0.0, 0.0], [0.5, 0.0], [0.54, 0.8], [0.0, 0.8]], 6);
    Ok(kit.finish(false))
}

/// The colour of coals: a Bézier curve of heat, and steps of strength.
fn glowing(kit: &mut Kit) {
    let clock = kit.clock(2400);
    let triple = |at: [f32; 3], before: [f32; 3], after: [f32; 3]| [at, before, after];
    let rgb = Track {
        interpolation: interpolation::BEZIER,
        global_sequence: clock,
        times: vec![0, 1200, 2400],
        values: [
            triple([1.0, 0.55, 0.25], [1.0, 0.52, 0.24], [1.0, 0.60, 0.30]),
            triple([0.85, 0.40, 0.16], [0.9, 0.44, 0.18], [0.8, 0.36, 0.14]),
            triple([1.0, 0.55, 0.25], [1.0, 0.52, 0.24], [1.0, 0.60, 0.30]),
        ]
        .concat(),
        tangents: true,
        ..Track::default()
    };
    let alpha = Track {
        interpolation: interpolation::HERMITE,
        global_sequence: clock,
        times: vec![0, 900, 2400],
        values: vec![30_000, 0, 0, 24_000, 0, 0, 30_000, 0, 0],
        tangents: true,
        ..Track::default()
    };
    kit.model.colors.push(Color { rgb, alpha });
}

fn emitters(kit: &mut Kit, [flames, smoke, spark]: [u16; 3]) {
    let fire = Spray {
        speed: [0.85, 0.3],
        ranges: [0.16, TAU],
        gravity: -0.35,
        life: 0.85,
        rate: 26.0,
        area: [0.42, 0.42],
    };
    let mut burning = fire.at(0, [0.0, 0.0, 0.80], flames, PLANE);
    burning.flags = particle_flags::UNLIT | particle_flags::WORLD_UP | particle_flags::NO_TRAIL;
    burning.rows = 4;
    burning.columns = 4;
    burning.tiles = [0, 7, 1, 8, 15, 1, 0, 7, 8, 15];
    burning.colors = [0xC0FF_E0A0, 0xFFFF_A040, 0x00A0_2000];
    burning.sizes = [0.16, 0.24, 0.10];
    burning.midpoint = 0.4;
    let clock = kit.clock(1900);
    burning.tracks[parameter::RATE] =
        Track { global_sequence: clock, ..Track::linear([(0, 26.0), (800, 34.0), (1900, 26.0)]) };
    kit.model.particles.push(burning);

    let rising = Spray {
        speed: [0.75, 0.2],
        ranges: [0.22, TAU],
        gravity: -0.10,
        life: 3.2,
        rate: 5.0,
        area: [0.3, 0.3],
    };
    kit.model.particles.push(Particle {
        flags: particle_flags::LIT | particle_flags::WORLD_UP,
        colors: [0x0040_3C38, 0x5050_4C48, 0x0068_6460],
        sizes: [0.18, 0.42, 0.80],
        midpoint: 0.3,
        spin: 0.6,
        drag: 0.15,
        wind: [0.25, 0.0, 0.0],
        wind_time: 3.0,
        ..rising.at(0, [0.0, 0.0, 1.45], smoke, from(emitter::PLANE, blend::ALPHA))
    });

    let flying = Spray {
        speed: [0.9, 0.6],
        ranges: [0.5, TAU],
        gravity: -0.25,
        life: 1.7,
        rate: 9.0,
        area: [0.05, 0.05],
    };
    // They start along a curve over the coals.
    let spline = (0..=8).map(|step| {
        let turn = PI * step as f32 / 4.0;
        [0.30 * libm::cosf(turn), 0.30 * libm::sinf(turn), 0.05 * libm::sinf(2.0 * turn)]
    });
    kit.model.particles.push(Particle {
        flags: particle_flags::UNLIT | particle_flags::WORLD_UP,
        spline: spline.collect(),
        colors: [0xFFFF_F0C0, 0xFFFF_9030, 0x0090_2000],
        sizes: [0.016, 0.012, 0.004],
        twinkle_speed: 7.0,
        twinkle_percent: 0.8,
        twinkle_scale: [0.4, 1.5],
        tumble: [0.0, 0.0, 0.0, 0.0, 0.0, 3.0],
        ..flying.at(0, [0.0, 0.0, 0.85], spark, from(emitter::SPLINE, blend::ADD_ALPHA))
    });

    // Heat over the coals, from where it started: pinned quads.
    let heat = Spray {
        speed: [0.5, 0.2],
        ranges: [0.1, TAU],
        gravity: 0.0,
        life: 0.6,
        rate: 5.0,
        area: [0.25, 0.25],
    };
    kit.model.particles.push(Particle {
        flags: particle_flags::UNLIT | particle_flags::PINNED | particle_flags::RANDOM_TILE,
        kind: 1,
        rows: 4,
        columns: 4,
        tiles: [4, 11, 1, 4, 11, 1, 0, 0, 0, 0],
        colors: [0x80FF_C870, 0x60FF_8030, 0x0080_2000],
        sizes: [0.12, 0.16, 0.10],
        ..heat.at(0, [0.0, 0.0, 0.80], flames, PLANE)
    });
}
