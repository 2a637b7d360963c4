//! A lantern that swings by a clock of its own: a flame that turns to the eye about its axis, a glow that faces it, and
//! a light that flickers.

use super::kit::{Kit, Layer};
use super::rig::{Joint, Movement, Pose, about, held, joint};
use super::shape::{Hold, Window, ring};
use binary::Result;
use glam::{Vec2, Vec3};
use warcraft::m2::{Color, Model, Rotation, Track, blend, bone_flags, interpolation, render_flags};

pub(super) const FOLDER: &str = "World\\Generic\\HeathLantern";
pub(super) const NAME: &str = "HeathLantern";

const SWING: usize = 1;
const FLAME: usize = 2;
const GLOW: usize = 3;
/// Where the flame is.
const HEART: [f32; 3] = [0.62, 0.0, 1.86];

const JOINTS: [Joint; 4] = [
    joint(None, [0.0, 0.0, 0.0]).known_as(26),
    joint(Some(0), [0.62, 0.0, 2.36]),
    joint(Some(SWING), [0.62, 0.0, 1.78]).with(bone_flags::BILLBOARD_Z),
    joint(Some(SWING), HEART).with(bone_flags::BILLBOARD),
];

const MOVEMENTS: [Movement; 1] = [Movement::new(0, 3000, 12, flicker)];

/// The flame stretches and shrinks.
fn flicker(part: f32) -> Pose {
    let mut pose = Pose::rest(JOINTS.len());
    let turn = part * std::f32::consts::TAU;
    let lick = 0.5 * libm::sinf(3.0 * turn) + 0.3 * libm::sinf(7.0 * turn + 1.0);
    pose.sizes[FLAME] = Vec3::new(1.0, 1.0 - 0.10 * lick, 1.0 + 0.16 * lick);
    pose
}

pub(super) fn model() -> Result<Model> {
    let mut kit = Kit::new(NAME)?;
    let own = |name: &str| format!("{FOLDER}\\{name}.blp");
    let stone = kit.texture("World\\Generic\\HeathStone.blp");
    let wood = kit.texture("World\\Generic\\HeathWood.blp");
    let iron = kit.texture("World\\Generic\\HeathIron.blp");
    let glass = kit.clamped(&own("HeathLanternGlass"));
    let flame = kit.clamped(&own("HeathLanternFlame"));
    let glow = kit.clamped("World\\Generic\\HeathGlow.blp");
    let pool = kit.clamped(&own("HeathLanternPool"));
    let shade = kit.clamped("World\\Generic\\HeathShade.blp");
    let opacities = changes(&mut kit);
    let free = render_flags::UNLIT | render_flags::NO_DEPTH_WRITE;
    let of = |texture, blend| Layer::new(texture, blend);
    let stone = kit.look(vec![of(stone, blend::OPAQUE)]);
    let wood = kit.look(vec![of(wood, blend::OPAQUE)]);
    let iron = kit.look(vec![of(iron, blend::OPAQUE)]);
    let glass =
        kit.look(vec![of(glass, blend::ALPHA).with(free | render_flags::TWO_SIDED).color(0).priority(1)]);
    let flame = kit.look(vec![of(flame, blend::ADD_ALPHA).with(free | render_flags::NO_FOG).priority(2)]);
    let glow =
        of(glow, blend::ADD).with(free | render_flags::NO_FOG).color(1).opacity(opacities[0]).priority(3);
    let glow = kit.look(vec![glow]);
    let pool = of(pool, blend::MODULATE_2X).with(free).opacity(opacities[1]);
    let ground = kit.look(vec![of(shade, blend::MODULATE).with(free).priority(-1)]);
    let pool = kit.look(vec![pool]);
    let [root, swing] = [Hold::of(0), Hold::of(SWING)];
    let shape = &mut kit.shape;
    shape.part(0, ground).decal(Vec3::new(0.0, 0.0, 0.012), 0.6, root);
    shape.part(0, pool).decal(Vec3::new(0.5, 0.0, 0.018), 1.7, root);
    let foot = [
        [0.30, 0.0],
        [0.30, 0.10],
        [0.24, 0.14],
        [0.19, 0.14],
        [0.16, 0.52],
        [0.20, 0.56],
        [0.20, 0.60],
        [0.0, 0.62],
    ];
    shape.part(0, stone).lathe(Vec3::ZERO, &foot, 8, root, Window([0.0, 0.0, 2.0, 1.0]));
    shape.part(0, wood).lathe(
        Vec3::ZERO,
        &[[0.085, 0.58], [0.07, 2.50], [0.09, 2.52], [0.09, 2.58], [0.0, 2.70]],
        8,
        root,
        Window([0.0, 0.0, 1.0, 5.0]),
    );
    let arm = |x: f32, z: f32, thick: f32| ring([x, 0.0, z], [thick, thick * 0.8], root);
    shape.tube(
        &[arm(-0.05, 2.38, 0.05), arm(0.3, 2.44, 0.045), arm(0.68, 2.42, 0.035)],
        6,
        Window([0.0, 0.0, 1.0, 2.0]),
    );
    shape.tube(
        &[arm(0.03, 1.95, 0.03), arm(0.2, 2.22, 0.032), arm(0.40, 2.42, 0.026)],
        6,
        Window([0.0, 0.0, 1.0, 2.0]),
    );
    shape.part(0, iron);
    let chain = |z: f32, thick: f32| ring([0.62, 0.0, z], [thick, thick], swing);
    shape.tube(&[chain(2.40, 0.012), chain(2.24, 0.016), chain(2.14, 0.012)], 5, Window::WHOLE);
    let middle = Vec3::new(0.62, 0.0, 0.0);
    let roof = [[0.185, 2.02], [0.185, 2.04], [0.12, 2.09], [0.05, 2.13], [0.04, 2.17], [0.0, 2.19]];
    shape.lathe(middle, &roof, 8, swing, Window::WHOLE);
    shape.lathe(middle, &[[0.0, 2.02], [0.185, 2.02]], 8, swing, Window::WHOLE);
    let floor = [[0.0, 1.64], [0.10, 1.65], [0.16, 1.68], [0.16, 1.71], [0.0, 1.715]];
    shape.lathe(middle, &floor, 8, swing, Window::WHOLE);
    for (x, y) in [(-1.0_f32, -1.0_f32), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        let [x, y] = [0.62 + x * 0.115, y * 0.115];
        shape.block([x - 0.011, y - 0.011, 1.70], [x + 0.011, y + 0.011, 2.03], swing, Window::WHOLE);
    }
    shape.part(0, glass);
    let corner = |number: usize, z: f32| {
        let signs = [(1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)];
        let (x, y): (f32, f32) = signs[number % 4];
        Vec3::new(0.62 + x * 0.11, y * 0.11, z)
    };
    for side in 0..4 {
        let corners =
            [corner(side, 1.71), corner(side + 1, 1.71), corner(side + 1, 2.02), corner(side, 2.02)];
        shape.card(corners, swing, Window::WHOLE);
    }
    shape.part(0, flame).sprite(
        Vec3::new(0.62, 0.0, 1.86),
        Vec2::new(0.075, 0.13),
        Hold::of(FLAME),
        Window::WHOLE,
    );
    shape.part(0, glow).sprite(HEART.into(), Vec2::splat(0.55), Hold::of(GLOW), Window::WHOLE);
    kit.animate(&JOINTS, &MOVEMENTS);
    swinging(&mut kit);
    light(&mut kit);
    kit.attachment(19, 0, [0.0; 3]);
    kit.attachment(20, SWING, HEART);
    kit.solid_lathe(&[[0.0, 0.0], [0.30, 0.0], [0.30, 0.14], [0.09, 0.6], [0.09, 2.6], [0.0, 2.6]], 6);
    Ok(kit.finish(false))
}

/// Colours of glass and glow; and the numbers of their opacities: one jumps, one breathes.
fn changes(kit: &mut Kit) -> [u16; 2] {
    let clock = kit.clock(2600);
    let warm = Track::linear([(0, [1.0, 0.78, 0.45]), (1300, [1.0, 0.66, 0.34]), (2600, [1.0, 0.78, 0.45])]);
    let warm = Track { global_sequence: clock, ..warm };
    kit.model.colors.push(Color { rgb: warm.clone(), alpha: Track::constant(20_000) });
    let faint =
        Track { global_sequence: clock, ..Track::linear([(0, 24_000), (800, 31_000), (2600, 24_000)]) };
    kit.model.colors.push(Color { rgb: warm, alpha: faint });
    let jumps = [(0, 32_767), (320, 29_000), (470, 32_767), (1500, 27_500), (1580, 30_500), (2100, 32_767)];
    let jumps = Track { interpolation: interpolation::NONE, global_sequence: clock, ..Track::linear(jumps) };
    kit.model.transparency.push(jumps);
    kit.model.transparency.push(Track {
        global_sequence: clock,
        ..Track::linear([(0, 30_000), (1300, 32_767), (2600, 30_000)])
    });
    [1, 2]
}

/// The lantern swings whatever is played.
fn swinging(kit: &mut Kit) {
    let clock = kit.clock(3400);
    let key = |step: u32| {
        let turn = step as f32 / 16.0 * std::f32::consts::TAU;
        let swing =
            about(Vec3::Y, 0.10 * libm::sinf(turn)) * about(Vec3::X, 0.05 * libm::sinf(turn * 2.0 + 0.6));
        (step * 3400 / 16, held(swing))
    };
    let track = Track { global_sequence: clock, ..Track::linear((0..=16).map(key)) };
    kit.model.bones[SWING].rotation = Rotation::Full(track);
}

/// A light whose strength follows a Hermite curve, and its reach a Bézier curve.
fn light(kit: &mut Kit) {
    let clock = kit.clock(2000);
    let curve = |kind: u16, keys: &[(u32, [f32; 3])]| Track {
        interpolation: kind,
        global_sequence: clock,
        times: keys.iter().map(|(time, _)| *time).collect(),
        values: keys.iter().flat_map(|(_, triple)| *triple).collect(),
        tangents: true,
        ..Track::default()
    };
    let light = kit.light(SWING, HEART, [1.0, 0.72, 0.40], [0.6, 6.0]);
    light.diffuse_intensity = curve(
        interpolation::HERMITE,
        &[(0, [0.9, 0.0, 0.0]), (700, [1.0, 0.1, -0.1]), (1400, [0.8, -0.1, 0.1]), (2000, [0.9, 0.0, 0.0])],
    );
    light.attenuation_end = curve(
        interpolation::BEZIER,
        &[(0, [6.0, 5.9, 6.1]), (900, [6.6, 6.4, 6.7]), (1500, [5.7, 5.8, 5.6]), (2000, [6.0, 5.9, 6.1])],
    );
    light.ambient_intensity = Track::constant(0.1);
}
