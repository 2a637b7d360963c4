//! How much of a vehicle is left, as one number: of a 'mech, of the part that has less of the two it ends with.

use crate::figure::share_of_part;
use world::{
    Actor, ActorId, ActorKind, DamageModel, DamageState, LawKind, PartKind, PartLaw, PartState, Scene, State,
};

/// Of somebody, 0..=1; `None` for whoever has no health.
pub fn left(scene: &Scene, state: &State, id: ActorId, actor: &Actor) -> Option<f32> {
    let law = &scene.vehicle_of(actor)?.law;
    let (now, whole) = match (&actor.kind, law) {
        (ActorKind::Tank(tank), LawKind::Tank(law)) => (tank.health, law.health),
        (ActorKind::Turret(turret), LawKind::Turret(law)) => (turret.health, law.health),
        (ActorKind::Aeroplane(plane), LawKind::Aeroplane(law)) => (plane.health, law.crash.health),
        (ActorKind::Mech(_), LawKind::Mech(_)) => return of_mech(scene, state, id, actor),
        _ => return None,
    };
    (whole > 0.0).then(|| (now / whole).clamp(0.0, 1.0))
}

fn of_mech(scene: &Scene, state: &State, id: ActorId, actor: &Actor) -> Option<f32> {
    let law = scene.combat.arms.get(actor.vehicle()? as usize)?;
    match (&law.damage, &state.combat.arms_of(id)?.damage) {
        (DamageModel::Parts(law), DamageState::Parts(left)) => vital(&law.parts, left),
        _ => None,
    }
}

/// Of the one of the parts that a 'mech ends with of which less is left.
fn vital(law: &[PartLaw], left: &[PartState]) -> Option<f32> {
    let is_vital = |law: &PartLaw| matches!(law.kind, PartKind::Head | PartKind::Torso) && law.frame > 0.0;
    let both = law.iter().zip(left).filter(|(law, _)| is_vital(law));
    both.map(|(law, left)| share_of_part(law, *left)).reduce(f32::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::sketch::Sketch;
    use world::{Avatar, Pilot, TankLaw, TurretLaw, VehicleLaw, Views};

    /// What is left of the one vehicle of a law, with so much health.
    fn of(law: LawKind, health: f32) -> Option<f32> {
        let mut scene = Sketch::new().scene;
        scene.vehicles = vec![VehicleLaw { name: "one".into(), node: None, views: Views::default(), law }];
        let state = State::new(&scene, 1);
        let mut actor = scene.vehicles[0].standing(0, Avatar::default(), Pilot::Nobody);
        match &mut actor.kind {
            ActorKind::Tank(own) => own.health = health,
            ActorKind::Turret(own) => own.health = health,
            _ => {}
        }
        left(&scene, &state, ActorId(7), &actor)
    }

    #[test]
    fn tanks_and_turrets_have_a_share_of_their_health() {
        let tank = |health| LawKind::Tank(Box::new(TankLaw { health, ..TankLaw::default() }));
        let hurt = [80.0, 20.0, -5.0].map(|left| of(tank(80.0), left));
        assert_eq!(hurt, [Some(1.0), Some(0.25), Some(0.0)]);
        let turret = LawKind::Turret(Box::new(TurretLaw { health: 75.0, ..TurretLaw::default() }));
        assert_eq!(of(turret, 15.0), Some(0.2));
        assert_eq!(of(tank(0.0), 1.0), None);
    }

    #[test]
    fn a_mech_has_what_is_left_of_its_head_or_the_middle_of_its_torso() {
        let part = |kind, armor, frame| PartLaw { kind, armor, frame, node: None, debris: None };
        let parts = [
            part(PartKind::Head, [4.0, 0.0], 4.0),
            part(PartKind::Torso, [30.0, 10.0], 20.0),
            part(PartKind::LeftArm, [10.0, 0.0], 10.0),
        ];
        let hurt = |head: f32, torso: f32, arm: f32| {
            let left = [
                PartState { armor: [0.0; 2], frame: head },
                PartState { armor: [torso, 0.0], frame: 20.0 },
                PartState { armor: [0.0; 2], frame: arm },
            ];
            vital(&parts, &left)
        };
        // 4 of 8, and 30 + 20 of 60; an arm that is lost does not count.
        assert_eq!(hurt(4.0, 30.0, 0.0), Some(0.5));
        // 20 + 1 of 60.
        assert!((hurt(4.0, 1.0, 10.0).unwrap() - 0.35).abs() < 1e-6);
        assert_eq!(hurt(0.0, 30.0, 10.0), Some(0.0));
        assert_eq!(vital(&[], &[]), None);
    }
}
