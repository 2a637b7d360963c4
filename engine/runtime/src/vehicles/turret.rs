//! A tick of a turret: it stands where its node is, and turns as fast as it can and as far as its limits let it; its parts
//! show where it points.
//!
//! Turns are asked for as somebody on foot asks for them: to the left, and up. How fast turrets turn is a proposal of the
//! title's file; no key says it. Source: `docs/spec/zbd/vehicles-and-combat.md`, "B4. Turrets (`ai.zrd`)", "C5. Turrets".

use crate::{DT, Intent, Simulation};
use glam::{Affine3A, Mat3A};
use std::f32::consts::{FRAC_PI_2, PI, TAU};
use world::{ActorKind, LawKind, Turret, TurretLaw};

/// The steepest that guns point without limits, radians: a guard, since straight up there is no heading.
const STEEPEST: f32 = FRAC_PI_2 - 0.01;

/// One tick; `place` is where its node is, if the world shows that.
pub(crate) fn tick(law: &TurretLaw, turret: &mut Turret, place: Option<Affine3A>, intent: Intent) {
    if let Some(place) = place.filter(Affine3A::is_finite) {
        turret.avatar.position = place.transform_point3(law.pivot);
    }
    if turret.health <= 0.0 {
        return;
    }
    let [side, up] = law.turns.map(|rate| if rate.is_finite() { rate.max(0.0) * DT } else { 0.0 });
    let yaw = turret.avatar.yaw + intent.yaw.clamp(-side, side);
    turret.avatar.yaw = match law.yaw {
        Some(limits) => turret.stands + bounded(half_turn(yaw - turret.stands), limits),
        None => half_turn(yaw),
    };
    let pitch = turret.avatar.pitch + intent.pitch.clamp(-up, up);
    turret.avatar.pitch = bounded(pitch, law.pitch.unwrap_or([-STEEPEST, STEEPEST]));
}

/// Turns the parts of all turrets from how their models have them.
pub(crate) fn pose(world: &mut Simulation) {
    let scene = std::sync::Arc::clone(world.scene());
    let Simulation { state, dirty, .. } = &mut *world;
    for actor in state.actors.iter() {
        let ActorKind::Turret(turret) = &actor.kind else { continue };
        let law = scene.vehicles.get(turret.law as usize).map(|vehicle| &vehicle.law);
        let Some(LawKind::Turret(law)) = law else { continue };
        let (to_side, up) = (turret.avatar.yaw - turret.stands, turret.avatar.pitch);
        for (at, node) in law.parts.iter().copied().enumerate() {
            let rest = scene.shape(&state.nodes, node).map(|shape| shape.transform);
            let Some(rest) = rest.filter(|_| state.nodes.lives(node)) else { continue };
            let side = Mat3A::from_rotation_y(if at == 0 { to_side } else { 0.0 });
            let nod = Mat3A::from_rotation_x(if at + 1 == law.parts.len() { up } else { 0.0 });
            let place = Affine3A { matrix3: side * rest.matrix3 * nod, ..rest };
            if let Some(own) = state.nodes.transforms.get_mut(node.index())
                && place.is_finite()
                && *own != place
            {
                *own = place;
                dirty.moved.push(node);
            }
        }
    }
}

/// The same direction as an angle between half a turn to either side.
pub(crate) fn half_turn(angle: f32) -> f32 {
    if angle.abs() <= PI { angle } else { angle - TAU * (angle / TAU).round() }
}

pub(super) fn bounded(angle: f32, [a, b]: [f32; 2]) -> f32 {
    if a.is_nan() || b.is_nan() { 0.0 } else { angle.clamp(a.min(b), a.max(b)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use world::Avatar;

    fn law() -> TurretLaw {
        TurretLaw { health: 60.0, turns: [1.5, 0.6], pivot: Vec3::Y * 3.0, ..TurretLaw::default() }
    }

    fn asked(law: &TurretLaw, yaw: f32, pitch: f32, ticks: u32) -> Turret {
        let mut own = Turret::standing(0, law, Avatar::default());
        for _ in 0..ticks {
            tick(law, &mut own, None, Intent { yaw, pitch, ..Intent::default() });
        }
        own
    }

    #[test]
    fn it_turns_no_faster_than_it_can() {
        // 1.5 / 60 and 0.6 / 60 a tick; less if less is asked for.
        let own = asked(&law(), 1.0, -1.0, 1);
        assert_eq!((own.avatar.yaw, own.avatar.pitch), (1.5 * DT, -0.6 * DT));
        let own = asked(&law(), 0.01, 0.002, 1);
        assert_eq!((own.avatar.yaw, own.avatar.pitch), (0.01, 0.002));
        // A quarter of a turn takes 63 ticks.
        assert!((asked(&law(), 1.0, 0.0, 63).avatar.yaw - 1.575).abs() < 1e-4);
        // All around without limits: 4 radians to the left are 2.283 to the right.
        assert!((asked(&law(), 1.0, 0.0, 160).avatar.yaw - (4.0 - TAU)).abs() < 1e-4);
        assert!((asked(&law(), -1.0, 0.0, 160).avatar.yaw - (TAU - 4.0)).abs() < 1e-4);
    }

    #[test]
    fn its_limits_hold_it() {
        let law = TurretLaw { yaw: Some([-0.5, 0.25]), pitch: Some([-0.1, 1.2]), ..law() };
        let own = asked(&law, 1.0, 1.0, 600);
        assert_eq!((own.avatar.yaw, own.avatar.pitch), (0.25, 1.2));
        let own = asked(&law, -1.0, -1.0, 600);
        assert_eq!((own.avatar.yaw, own.avatar.pitch), (-0.5, -0.1));
        // In whichever order the file names them.
        let turned = TurretLaw { yaw: Some([0.25, -0.5]), ..law.clone() };
        assert_eq!(asked(&turned, 1.0, 0.0, 600).avatar.yaw, 0.25);
        assert_eq!(asked(&turned, -1.0, 0.0, 600).avatar.yaw, -0.5);
        let stands =
            Turret { stands: 3.0, ..Turret::standing(0, &law, Avatar { yaw: 3.0, ..Avatar::default() }) };
        let mut own = stands;
        (0..600).for_each(|_| tick(&law, &mut own, None, Intent { yaw: 1.0, ..Intent::default() }));
        assert_eq!(own.avatar.yaw, 3.25);
    }

    #[test]
    fn it_goes_where_its_node_goes_and_a_wreck_turns_no_more() {
        let mut own = Turret::standing(0, &law(), Avatar::default());
        let place = Affine3A::from_translation(Vec3::new(5.0, 1.0, 0.0));
        tick(&law(), &mut own, Some(place), Intent::default());
        assert_eq!(own.avatar.position, Vec3::new(5.0, 4.0, 0.0));
        own.health = 0.0;
        tick(&law(), &mut own, None, Intent { yaw: 1.0, ..Intent::default() });
        assert_eq!(own.avatar.yaw, 0.0);
        own.health = 0.3;
        tick(&law(), &mut own, None, Intent { yaw: 1.0, ..Intent::default() });
        assert_eq!(own.avatar.yaw, 1.5 * DT);
        // Without limits it points nearly straight up and down.
        let [up, down] = [1.0, -1.0].map(|pitch| asked(&law(), 0.0, pitch, 600).avatar.pitch);
        assert_eq!((up, down), (FRAC_PI_2 - 0.01, 0.01 - FRAC_PI_2));
        let endless = TurretLaw { turns: [f32::INFINITY; 2], ..law() };
        assert_eq!(asked(&endless, 1.0, 1.0, 9).avatar, Avatar::default());
        let half = TurretLaw { yaw: Some([-1.0, f32::NAN]), ..law() };
        assert_eq!(asked(&half, 1.0, 0.0, 9).avatar, Avatar::default());
        let hostile = TurretLaw { turns: [f32::NAN, -1.0], yaw: Some([f32::NAN, 1.0]), ..law() };
        assert_eq!(asked(&hostile, 1.0, 1.0, 9).avatar, Avatar::default());
    }
}
