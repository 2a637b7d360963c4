//! A wisp: a light that hovers, with three sparks around it that trail ribbons, rays that turn to the eye about one
//! axis each, and cameras of its own.

use super::emitters::{SPHERE, Spray, from};
use super::kit::{Kit, Layer};
use super::rig::{Joint, Movement, Pose, about, held, joint};
use super::shape::{Hold, Window};
use binary::Result;
use glam::{Vec2, Vec3};
use std::f32::consts::TAU;
use warcraft::m2::{
    Camera, Model, Particle, Ribbon, Rotation, Track, blend, bone_flags, emitter, interpolation, parameter,
    particle_flags, render_flags,
};

pub(super) const FOLDER: &str = "Creature\\HeathWisp";
pub(super) const NAME: &str = "HeathWisp";

const BODY: usize = 1;
const CORE: usize = 2;
const SHELL: usize = 3;
const ORBITS: [usize; 3] = [4, 5, 6];
const RAYS: [usize; 2] = [7, 8];
/// A bone that follows the body's place and neither its turns nor its sizes.
const CALM: usize = 9;
const HIGH: f32 = 1.35;
const MIDDLE: [f32; 3] = [0.0, 0.0, HIGH];
/// Yards from the middle to the sparks.
const AROUND: f32 = 0.52;

const JOINTS: [Joint; 10] = [
    joint(None, [0.0, 0.0, 0.0]).known_as(26),
    joint(Some(0), MIDDLE).known_as(6),
    joint(Some(BODY), MIDDLE).with(bone_flags::BILLBOARD),
    joint(Some(BODY), MIDDLE),
    joint(Some(BODY), MIDDLE),
    joint(Some(BODY), MIDDLE),
    joint(Some(BODY), MIDDLE),
    joint(Some(BODY), MIDDLE).with(bone_flags::BILLBOARD_X),
    joint(Some(BODY), MIDDLE).with(bone_flags::BILLBOARD_Y),
    joint(Some(BODY), MIDDLE).with(bone_flags::IGNORE_ROTATION | bone_flags::IGNORE_SCALE),
];

const MOVEMENTS: [Movement; 3] = [
    Movement::new(0, 4000, 32, hover),
    Movement::new(4, 1600, 16, drift).at_speed(2.5),
    Movement::new(1, 1800, 18, fade).once(),
];

fn hover(part: f32) -> Pose {
    let mut pose = Pose::rest(JOINTS.len());
    let turn = part * TAU;
    pose.moves[BODY] =
        Vec3::new(0.10 * libm::sinf(turn), 0.14 * libm::cosf(turn), 0.09 * libm::sinf(2.0 * turn));
    let beat = 1.0 + 0.06 * libm::sinf(3.0 * turn);
    pose.sizes[CORE] = Vec3::splat(beat);
    pose.turn(SHELL, about(Vec3::Z, turn) * about(Vec3::X, 0.4));
    pose
}

fn drift(part: f32) -> Pose {
    let mut pose = Pose::rest(JOINTS.len());
    let turn = part * TAU;
    pose.moves[BODY] =
        Vec3::new(0.05 * libm::sinf(turn), 0.08 * libm::sinf(turn), 0.06 * libm::cosf(2.0 * turn));
    pose.turn(BODY, about(Vec3::Y, 0.25));
    pose.sizes[BODY] = Vec3::new(1.15, 0.95, 0.95);
    pose.turn(SHELL, about(Vec3::Y, turn));
    pose
}

fn fade(part: f32) -> Pose {
    let mut pose = hover(0.0);
    let swell = libm::sinf((part / 0.35).min(1.0) * std::f32::consts::FRAC_PI_2) * 0.5;
    let gone = ((part - 0.35) / 0.65).clamp(0.0, 1.0);
    pose.sizes[BODY] = Vec3::splat((1.0 + swell) * (1.0 - gone));
    pose.moves[BODY].z -= gone * gone * 0.9;
    pose
}

pub(super) fn model() -> Result<Model> {
    let mut kit = Kit::new(NAME)?;
    let own = |name: &str| format!("{FOLDER}\\{name}.blp");
    let core = kit.clamped(&own("HeathWispCore"));
    let ray = kit.clamped(&own("HeathWispRay"));
    let shell = kit.texture(&own("HeathWispShell"));
    let mirror = kit.texture("World\\Generic\\HeathMirror.blp");
    let trail = kit.clamped(&own("HeathWispTrail"));
    let spark = kit.clamped(&own("HeathWispSpark"));
    // A clock that stands still: its keys hold their first value.
    let still = kit.clock(0);
    kit.model.transparency.push(Track { global_sequence: still, ..Track::linear([(0, 26_000), (40, 0)]) });
    let free = render_flags::UNLIT | render_flags::NO_DEPTH_WRITE | render_flags::NO_FOG;
    let glowing = |texture| Layer::new(texture, blend::ADD_ALPHA).with(free);
    let core = kit.look(vec![glowing(core).priority(3)]);
    let rays = kit.look(vec![glowing(ray).with(render_flags::TWO_SIDED).opacity(2).priority(2)]);
    let shell = kit.look(vec![glowing(shell).over(mirror, -1, -1).opacity(1).priority(1)]);
    let shape = &mut kit.shape;
    let ball = |radius: f32, rows: u16| -> Vec<[f32; 2]> {
        let at = |row: u16| {
            let turn = f32::from(row) / f32::from(rows) * std::f32::consts::PI;
            let wide = if row == 0 || row == rows { 0.0 } else { radius * libm::sinf(turn) };
            [wide, -radius * libm::cosf(turn)]
        };
        (0..=rows).map(at).collect()
    };
    shape.part(401, shell).lathe(
        MIDDLE.into(),
        &ball(0.24, 6),
        10,
        Hold::of(SHELL),
        Window([0.0, 0.0, 2.0, 1.0]),
    );
    shape.part(0, core);
    shape.sprite(MIDDLE.into(), Vec2::splat(0.42), Hold::of(CORE), Window::WHOLE);
    for orbit in ORBITS {
        let place = Vec3::from(MIDDLE) + Vec3::X * AROUND;
        shape.lathe(place, &ball(0.035, 4), 6, Hold::of(orbit), Window([0.4, 0.4, 0.6, 0.6]));
    }
    shape.part(0, rays);
    for (bone, long) in RAYS.into_iter().zip([Vec3::X, Vec3::Y]) {
        // A card along the axis about which it turns.
        let wide = Vec3::Z * 0.06;
        let long = long * 0.95;
        let middle = Vec3::from(MIDDLE);
        let corners =
            [middle - long - wide, middle + long - wide, middle + long + wide, middle - long + wide];
        shape.card(corners, Hold::of(bone), Window::WHOLE);
    }
    kit.animate(&JOINTS, &MOVEMENTS);
    orbits(&mut kit);
    fading(&mut kit);
    ribbons(&mut kit, trail);
    sparks(&mut kit, spark);
    cameras(&mut kit);
    let light = kit.light(BODY, MIDDLE, [0.55, 0.85, 1.0], [0.4, 5.0]);
    light.visible = Track { interpolation: interpolation::NONE, ..Track::constant(1) };
    kit.attachment(18, 0, [0.0, 0.0, 2.2]);
    kit.attachment(19, 0, [0.0; 3]);
    kit.attachment(34, CALM, MIDDLE);
    kit.event("$BTH", BODY, 0, &[(0, 0.0), (0, 0.5)]);
    kit.event("$DTH", BODY, 0, &[(2, 0.35)]);
    kit.solid_box([-0.3, -0.3, 1.0], [0.3, 0.3, 1.7]);
    Ok(kit.finish(true))
}

/// Sparks go around on tilted circles, by clocks of their own.
fn orbits(kit: &mut Kit) {
    for (number, (bone, long)) in ORBITS.into_iter().zip([2400, 3100, 4300]).enumerate() {
        let clock = kit.clock(long);
        let tilt = about(Vec3::Z, TAU / 3.0 * number as f32) * about(Vec3::X, 0.5 + 0.35 * number as f32);
        let way = if number == 1 { -1.0 } else { 1.0 };
        let key = |step: u32| {
            let turned = tilt * about(Vec3::Z, way * step as f32 / 12.0 * TAU);
            (step * long / 12, held(turned))
        };
        let track = Track { global_sequence: clock, ..Track::linear((0..=12).map(key)) };
        kit.model.bones[bone].rotation = Rotation::Full(track);
    }
}

/// Rays are seen while it lives: opacity by sequence.
fn fading(kit: &mut Kit) {
    let mut track = Track { interpolation: interpolation::LINEAR, ..Track::default() };
    for (number, sequence) in kit.model.sequences.iter().enumerate() {
        let last = if number == 2 { 0 } else { 22_000 };
        track.ranges.push([2 * number as u32, 2 * number as u32 + 1]);
        track.times.extend([sequence.start, sequence.end]);
        track.values.extend([22_000_i16, last]);
    }
    kit.model.transparency.push(track);
}

fn ribbons(kit: &mut Kit, trail: u16) {
    let clock = kit.clock(1800);
    let flags = kit.model.render_flags.len() as u16;
    let glowing = render_flags::UNLIT | render_flags::NO_DEPTH_WRITE | render_flags::TWO_SIDED;
    kit.model.render_flags.push(warcraft::m2::RenderFlags { flags: glowing, blend: blend::ADD_ALPHA });
    let colors = [[0.45, 0.85, 1.0], [0.60, 1.0, 0.80], [0.85, 0.75, 1.0]];
    for ((number, bone), color) in ORBITS.into_iter().enumerate().zip(colors) {
        let hue =
            Track { global_sequence: clock, ..Track::linear([(0, color), (900, [1.0; 3]), (1800, color)]) };
        kit.model.ribbons.push(Ribbon {
            bone: bone as u32,
            position: [AROUND, 0.0, HIGH],
            textures: vec![trail],
            render_flags: vec![flags],
            color: if number == 0 { hue } else { Track::constant(color) },
            alpha: Track::constant(24_000),
            above: Track::constant(0.045),
            below: Track::constant(0.045),
            edges_per_second: 30.0,
            edge_lifetime: 0.55 + 0.15 * number as f32,
            gravity: if number == 2 { 0.6 } else { 0.0 },
            rows: 2,
            columns: 1,
            slot: Track::constant(number as u16 % 2),
            ..Ribbon::default()
        });
    }
}

fn sparks(kit: &mut Kit, spark: u16) {
    let spray = Spray {
        speed: [0.18, 0.4],
        ranges: [std::f32::consts::PI, TAU],
        gravity: -0.12,
        life: 1.6,
        rate: 14.0,
        area: [0.05, 0.24],
    };
    // In the world: they stay behind.
    let falling = spray.at(CALM, MIDDLE, spark, SPHERE);
    kit.model.particles.push(Particle {
        flags: particle_flags::UNLIT | particle_flags::WORLD_UP,
        colors: [0xFFBF_F4FF, 0xC080_C8FF, 0x0040_80FF],
        sizes: [0.02, 0.035, 0.008],
        midpoint: 0.35,
        twinkle_speed: 4.0,
        twinkle_percent: 0.6,
        twinkle_scale: [0.5, 1.4],
        drag: 0.6,
        ..falling
    });
    // With the model: streaks that shoot outwards, by bursts.
    let spray = Spray { speed: [1.1, 0.25], gravity: 0.0, life: 0.5, rate: 10.0, ..spray };
    let mut streaks = spray.at(CALM, MIDDLE, spark, from(emitter::SPHERE, blend::ADD));
    streaks.flags = particle_flags::UNLIT | particle_flags::MODEL_SPACE | particle_flags::OUTWARD;
    streaks.head_tail = 2;
    streaks.tail_length = 0.25;
    streaks.colors = [0xFFFF_FFFF, 0xC0A0_E0FF, 0x0030_60C0];
    streaks.sizes = [0.012, 0.016, 0.004];
    let clock = kit.clock(1400);
    streaks.enabled = Track {
        interpolation: interpolation::NONE,
        global_sequence: clock,
        ..Track::linear([(0, 1), (500, 0), (1400, 1)])
    };
    streaks.tracks[parameter::SPEED] =
        Track { global_sequence: clock, ..Track::linear([(0, 1.4), (500, 0.7), (1400, 1.4)]) };
    kit.model.particles.push(streaks);
}

/// The portrait by a Hermite curve, the one of the character window by a Bézier curve, and one that goes straight.
fn cameras(kit: &mut Kit) {
    let [start, end] = kit.model.sequences.first().map_or([0, 4000], |first| [first.start, first.end]);
    let middle = u32::midpoint(start, end);
    let curve = |kind: u16, far: [f32; 3], tangent: [f32; 3]| Track {
        interpolation: kind,
        times: vec![start, middle, end],
        ranges: vec![[0, 2]],
        values: vec![
            [0.0; 3], tangent, tangent, //
            far, tangent, tangent, //
            [0.0; 3], tangent, tangent,
        ],
        tangents: true,
        ..Track::default()
    };
    let camera = |kind, base| Camera { kind, base, target_base: MIDDLE, far: 69.4, ..Camera::default() };
    let still =
        |track: &Track<[f32; 3]>| Track { tangents: true, values: vec![[0.0; 3]; 3], ..track.clone() };
    let constant = Track::constant([0.0; 3]);
    kit.model.cameras = vec![
        Camera {
            field_of_view: 0.6,
            position: curve(interpolation::HERMITE, [0.3, 0.5, 0.1], [0.0, 0.1, 0.0]),
            target: still(&constant),
            roll: Track { tangents: true, values: vec![0.0; 3], ..Track::constant(0.0) },
            ..camera(0, [2.8, 0.0, 1.5])
        },
        Camera {
            field_of_view: 0.8,
            position: curve(interpolation::BEZIER, [-0.2, 0.4, 0.2], [-0.1, 0.3, 0.1]),
            target: still(&constant),
            roll: Track { tangents: true, values: vec![0.0; 3], ..Track::constant(0.0) },
            ..camera(1, [3.4, 1.4, 1.2])
        },
        Camera {
            field_of_view: 1.2,
            position: Track {
                ranges: vec![[0, 1]],
                ..Track::linear([(start, [0.0; 3]), (end, [0.0, 2.4, 0.0])])
            },
            ..camera(-1, [3.0, -1.2, 1.9])
        },
    ];
}
