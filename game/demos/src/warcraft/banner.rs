//! A banner in the wind: a chain of bones waves it, light wanders over it, and a wheel turns on its top.

use super::kit::{Kit, Layer};
use super::rig::{Joint, Movement, Pose, about, joint};
use super::shape::{Hold, Point, Window, ring};
use binary::Result;
use glam::{Vec2, Vec3};
use std::f32::consts::{FRAC_PI_2, TAU};
use warcraft::m2::{Model, Track, Transform, blend, render_flags};

pub(super) const FOLDER: &str = "World\\Generic\\HeathBanner";
pub(super) const NAME: &str = "HeathBanner";

/// Height of the bar, and of the cloth below it.
const BAR: f32 = 2.72;
const LONG: f32 = 1.9;
/// Bones of the cloth.
const CHAIN: usize = 5;

const JOINTS: [Joint; 1 + CHAIN] = {
    let mut joints = [joint(None, [0.0, 0.0, 0.0]).known_as(26); 1 + CHAIN];
    let mut number = 0;
    while number < CHAIN {
        joints[1 + number] =
            joint(Some(number), [0.09, 0.0, BAR - 0.02 - LONG * number as f32 / CHAIN as f32]);
        number += 1;
    }
    joints
};

const MOVEMENTS: [Movement; 1] = [Movement::new(0, 4000, 40, wave)];

fn wave(part: f32) -> Pose {
    let mut pose = Pose::rest(JOINTS.len());
    let turn = part * TAU;
    for number in 0..CHAIN {
        let far = number as f32;
        let sway = 0.065 + 0.055 * libm::sinf(2.0 * turn - far * 0.95) + 0.03 * libm::sinf(turn - far * 0.5);
        let twist = 0.05 * libm::sinf(3.0 * turn - far * 0.8) + 0.05 * libm::sinf(turn + far);
        pose.turn(1 + number, about(Vec3::Z, twist * 0.6 * far.min(1.5)) * about(Vec3::Y, -sway));
    }
    pose
}

/// The bones of the cloth at a part of its length.
fn hold(down: f32) -> Hold {
    let at = (down * CHAIN as f32 - 0.5).max(0.0);
    let bone = (at as usize).min(CHAIN - 1);
    let next = (bone + 1).min(CHAIN - 1);
    Hold::between(1 + bone, 1 + next, if bone == next { 0.0 } else { at - bone as f32 })
}

fn cloth(across: f32, down: f32, wide: f32) -> Point {
    let z = BAR - 0.02 - LONG * down;
    // Its lower edge is cut to a swallow's tail.
    let notch = if down > 0.8 { (0.5 - (across - 0.5).abs()) * 0.5 * (down - 0.8) / 0.2 } else { 0.0 };
    let uv = Vec2::new(across, down);
    Point {
        place: Vec3::new(0.09, (across - 0.5) * wide, z + notch),
        normal: Vec3::X,
        uv,
        uv2: uv * Vec2::new(1.0, 2.0),
        hold: hold(down),
    }
}

pub(super) fn model() -> Result<Model> {
    let mut kit = Kit::new(NAME)?;
    let own = |name: &str| format!("{FOLDER}\\{name}.blp");
    let sail = kit.clamped(&own("HeathBannerCloth"));
    let shimmer = kit.texture(&own("HeathBannerLight"));
    let fringe = kit.texture(&own("HeathBannerFringe"));
    let wood = kit.texture("World\\Generic\\HeathWood.blp");
    let stone = kit.texture("World\\Generic\\HeathStone.blp");
    let brass = kit.texture("World\\Generic\\HeathBrass.blp");
    let mirror = kit.texture("World\\Generic\\HeathMirror.blp");
    let wheel = kit.clamped(&own("HeathBannerWheel"));
    let shade = kit.clamped("World\\Generic\\HeathShade.blp");
    motion(&mut kit);
    let two_sided = render_flags::TWO_SIDED;
    let sail = kit.look(vec![Layer::new(sail, blend::OPAQUE).with(two_sided).over(shimmer, 1, 0)]);
    let fringe = kit.look(vec![Layer::new(fringe, blend::ALPHA_TEST).with(two_sided)]);
    let wood = kit.look(vec![Layer::new(wood, blend::OPAQUE)]);
    let stone = kit.look(vec![Layer::new(stone, blend::OPAQUE)]);
    let brass = kit.look(vec![Layer::new(brass, blend::OPAQUE).over(mirror, -1, -1)]);
    let wheel = kit.look(vec![Layer::new(wheel, blend::ALPHA_TEST).with(two_sided).moved(1)]);
    let shadow = render_flags::UNLIT | render_flags::NO_DEPTH_WRITE;
    let shade = kit.look(vec![Layer::new(shade, blend::MODULATE).with(shadow).priority(-1)]);
    let root = Hold::of(0);
    let shape = &mut kit.shape;
    shape.part(0, shade).decal(Vec3::new(0.0, 0.0, 0.015), 0.75, root);
    shape.part(0, stone).lathe(
        Vec3::ZERO,
        &[[0.40, 0.0], [0.40, 0.14], [0.34, 0.18], [0.28, 0.18], [0.26, 0.36], [0.20, 0.40], [0.0, 0.40]],
        10,
        root,
        Window([0.0, 0.0, 2.0, 1.0]),
    );
    shape.part(0, wood).lathe(
        Vec3::ZERO,
        &[[0.062, 0.38], [0.05, 1.6], [0.045, 2.92], [0.0, 2.94]],
        8,
        root,
        Window([0.0, 0.0, 1.0, 6.0]),
    );
    shape.tube(
        &[
            ring([0.09, -0.62, BAR], [0.026, 0.026], root),
            ring([0.09, 0.0, BAR], [0.034, 0.034], root),
            ring([0.09, 0.62, BAR], [0.026, 0.026], root),
        ],
        7,
        Window([0.0, 0.0, 1.0, 3.0]),
    );
    shape.part(0, brass);
    for side in [-1.0_f32, 1.0] {
        let knob = [[0.0, -0.05], [0.04, -0.03], [0.05, 0.0], [0.04, 0.03], [0.0, 0.05]];
        shape.lathe(Vec3::new(0.09, side * 0.65, BAR), &knob, 8, root, Window::WHOLE);
    }
    let ball = [
        [0.05, 2.90],
        [0.075, 2.92],
        [0.055, 2.96],
        [0.085, 3.01],
        [0.10, 3.07],
        [0.085, 3.13],
        [0.05, 3.17],
        [0.0, 3.19],
    ];
    shape.lathe(Vec3::ZERO, &ball, 10, root, Window::WHOLE);
    shape.part(0, wheel).sprite(Vec3::new(0.02, 0.0, 3.44), Vec2::splat(0.27), root, Window::WHOLE);
    shape.part(0, sail).sheet([8, 12], false, |across, down| cloth(across, down * 0.999, 1.05));
    shape.part(0, fringe).sheet([8, 1], false, |across, down| {
        let edge = cloth(across, 0.999, 1.05);
        let place = edge.place - Vec3::Z * down * 0.16;
        Point { place, uv: Vec2::new(across * 4.0, down), ..edge }
    });
    kit.animate(&JOINTS, &MOVEMENTS);
    kit.attachment(19, 0, [0.0; 3]);
    kit.attachment(18, 0, [0.0, 0.0, 3.8]);
    kit.solid_lathe(&[[0.0, 0.0], [0.40, 0.0], [0.40, 0.2], [0.06, 0.4], [0.06, 3.0], [0.0, 3.0]], 6);
    Ok(kit.finish(false))
}

/// Light that wanders over the cloth, and a wheel that turns and breathes.
fn motion(kit: &mut Kit) {
    let slow = kit.clock(9000);
    let round = kit.clock(8000);
    let by = |clock: i16| move |track: Track<[f32; 3]>| Track { global_sequence: clock, ..track };
    let wander = Track::linear([(0, [0.0, 0.0, 0.0]), (9000, [1.0, -2.0, 0.0])]);
    kit.model.transforms.push(Transform { translation: by(slow)(wander), ..Transform::default() });
    let quarter = |quarter: u32| {
        let turn = about(Vec3::Z, FRAC_PI_2 * quarter as f32);
        (quarter * 2000, turn.to_array())
    };
    let turned = Track { global_sequence: round, ..Track::linear((0..=4).map(quarter)) };
    let grown = Track::linear([(0, [1.0; 3]), (4000, [0.88, 0.88, 1.0]), (8000, [1.0; 3])]);
    kit.model.transforms.push(Transform {
        rotation: turned,
        scale: by(round)(grown),
        ..Transform::default()
    });
}
