//! The heath blade, which lies across the hand or the mouth that holds it: four layers on one submesh, as a model of
//! the games has them. Source: `docs/spec/m2-statistics.md`, "Materials".

use super::kit::{Kit, Layer};
use super::rig::{Joint, Movement, Pose, joint};
use super::shape::{Hold, Point, Shape, Window, ring};
use binary::Result;
use glam::{Vec2, Vec3};
use warcraft::m2::{Color, Model, Track, Transform, blend, bone_flags, render_flags};

pub(super) const FOLDER: &str = "Item\\ObjectComponents\\Weapon";
pub(super) const NAME: &str = "HeathBlade";

const GLOW: usize = 1;
/// Where the gem is.
const GEM: [f32; 3] = [0.0, 0.19, 0.0];

const JOINTS: [Joint; 2] = [joint(None, [0.0, 0.0, 0.0]), joint(Some(0), GEM).with(bone_flags::BILLBOARD)];
const MOVEMENTS: [Movement; 1] = [Movement::new(0, 2000, 8, pulse)];

fn pulse(part: f32) -> Pose {
    let mut pose = Pose::rest(JOINTS.len());
    pose.sizes[GLOW] = Vec3::splat(1.0 + 0.15 * libm::sinf(part * std::f32::consts::TAU));
    pose
}

pub(super) fn model() -> Result<Model> {
    let mut kit = Kit::new(NAME)?;
    let own = |name: &str| format!("{FOLDER}\\{name}.blp");
    let leather = kit.texture(&own("HeathBladeGrip"));
    let steel = kit.texture(&own("HeathBladeSteel"));
    let mirror = kit.texture("World\\Generic\\HeathMirror.blp");
    let runes = kit.texture(&own("HeathBladeRunes"));
    let brass = kit.texture("World\\Generic\\HeathBrass.blp");
    let glow = kit.clamped("World\\Generic\\HeathGlow.blp");
    let clock = kit.clock(2400);
    let along = Track { global_sequence: clock, ..Track::linear([(0, [0.0; 3]), (2400, [0.0, -1.0, 0.0])]) };
    kit.model.transforms.push(Transform { translation: along, ..Transform::default() });
    let alpha =
        Track { global_sequence: clock, ..Track::linear([(0, 12_000), (1200, 32_767), (2400, 12_000)]) };
    kit.model.colors.push(Color { rgb: Track::constant([0.45, 0.80, 1.0]), alpha });
    let free = render_flags::NO_DEPTH_WRITE;
    let metal = kit.look(vec![
        Layer::new(steel, blend::OPAQUE),
        Layer::new(mirror, blend::MODULATE_2X).with(free).unit(-1),
        Layer::new(runes, blend::ALPHA).with(free),
        Layer::new(runes, blend::ADD_ALPHA).with(free | render_flags::UNLIT).moved(0).color(0),
    ]);
    let leather = kit.look(vec![Layer::new(leather, blend::OPAQUE)]);
    let brass = kit.look(vec![Layer::new(brass, blend::OPAQUE).over(mirror, -1, -1)]);
    let halo = Layer::new(glow, blend::ADD).with(free | render_flags::UNLIT | render_flags::NO_FOG);
    let halo = kit.look(vec![halo.color(0).priority(2)]);
    let shape = &mut kit.shape;
    let root = Hold::of(0);
    shape.part(0, leather);
    let grip = |y: f32, thick: f32| ring([0.0, y, 0.0], [thick, thick * 1.2], root);
    across(shape, &[grip(-0.16, 0.018), grip(-0.08, 0.021), grip(0.02, 0.019), grip(0.14, 0.021)], 8);
    shape.part(0, brass);
    across(shape, &[grip(-0.215, 0.016), grip(-0.195, 0.030), grip(-0.17, 0.030), grip(-0.15, 0.018)], 8);
    let guard = |x: f32, y: f32, thick: f32| ring([x, y, 0.0], [thick, thick], root);
    shape.tube(
        &[
            guard(-0.15, 0.21, 0.012),
            guard(-0.08, 0.165, 0.02),
            guard(0.0, 0.155, 0.026),
            guard(0.08, 0.165, 0.02),
            guard(0.15, 0.21, 0.012),
        ],
        7,
        Window::WHOLE,
    );
    shape.part(0, metal);
    blade(shape);
    shape.part(0, halo).sprite(GEM.into(), Vec2::splat(0.10), Hold::of(GLOW), Window::WHOLE);
    kit.animate(&JOINTS, &MOVEMENTS);
    kit.model.bones[0].submesh = 1;
    Ok(kit.finish(false))
}

/// A tube along y.
fn across(shape: &mut Shape, rings: &[super::shape::Ring], sides: u16) {
    shape.tube(rings, sides, Window([0.0, 0.0, 1.0, 2.0]));
}

/// A blade along y with a ridge on both of its flat sides, a little bent.
fn blade(shape: &mut Shape) {
    const LONG: f32 = 0.95;
    for side in [1.0_f32, -1.0] {
        let at = |over: f32, along: f32| {
            let far = 0.15 + LONG * along;
            let taper = 1.0 - smooth(along);
            let wide = 0.042 * taper.max(0.02) + 0.008 * libm::sinf(along * 6.0) * taper;
            let bend = 0.07 * along * along;
            let ridge = (1.0 - (2.0 * over - 1.0).abs()) * 0.012 * taper.max(0.05);
            let x = (over - 0.5) * 2.0 * wide + bend;
            let normal = Vec3::new((over - 0.5) * 0.9, 0.0, side).normalize();
            let uv = Vec2::new(over, 1.0 - along);
            Point { place: Vec3::new(x, far, side * ridge), normal, uv, uv2: uv, hold: Hold::of(0) }
        };
        // Columns go along x above and against it below, so that both are seen from outside.
        let turned = |over: f32| if side > 0.0 { over } else { 1.0 - over };
        shape.sheet([4, 10], false, |over, down| at(turned(over), 1.0 - down));
    }
}

/// How a blade tapers: hardly, then to a point.
fn smooth(along: f32) -> f32 {
    let end = ((along - 0.72) / 0.28).clamp(0.0, 1.0);
    0.18 * along + 0.82 * end * end
}
