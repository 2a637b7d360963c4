//! Which zones exist: those of the ground under the avatar and under the camera; for everybody else who moves, looks or
//! fires those of the ground under them. Where nothing is filtered for the avatar, nothing is for anybody. What lies
//! between somebody and whom they look at is in the zones of both and of the avatar, what is in the way of their shots in
//! theirs and the avatar's, wherever a shot flies: what is seen stops a shot, and who sees somebody can hit them. The
//! avatar's own shots are stopped by what is seen alone.
//!
//! Source: `docs/spec/zbd/engine-behaviour.md`, "5. Zones".

use crate::Simulation;
use glam::Vec3;
use world::{ActiveZones, Actor, Pilot, Probe, Scene, SeatId};

/// The zones of the person in the first seat and of the camera; without a
/// person, of the camera alone.
pub(crate) fn follow(world: &mut Simulation) {
    let eye = world.state.camera.eye;
    let step = world.scene.walker.step;
    let (feet, step) = world.state.person().map_or((eye, 0.0), |person| (person.position(), step));
    world.state.zones = around(&world.probe(), feet, step, eye);
}

/// The zones that exist for an avatar with its feet and eye here. Over no ground
/// at all they stay what they are.
///
/// An eye straight above the feet stands on their ground, whatever hangs between
/// them. Ground without zones means the zones the scene starts with; a scene that
/// starts with none has no filter there.
pub(crate) fn around(probe: &Probe<'_>, feet: Vec3, step: f32, eye: Vec3) -> ActiveZones {
    let below = |place: Vec3, step: f32| {
        let hit = probe.ground(place.x, place.z, place.y, step);
        let hit = hit.or_else(|| probe.in_all_zones().ground(place.x, place.z, place.y, step))?;
        Some(of_ground(probe.scene, hit.zones.zones()))
    };
    let Some(own) = below(feet, step) else { return probe.zones };
    if own.zones().is_empty() || (eye.x == feet.x && eye.z == feet.z) {
        return own;
    }
    // A camera over ground without zones takes no filter away.
    let seen = below(eye, 0.0).filter(|seen| !seen.zones().is_empty());
    seen.map_or(own, |seen| own.with(seen))
}

/// The zones that exist for somebody, asked in those of the state: for the person in the first seat these. Nobody's own
/// body is ground below them.
pub(crate) fn of_actor(probe: &Probe<'_>, actor: &Actor) -> ActiveZones {
    match actor.pilot {
        Pilot::Person(SeatId::FIRST) => probe.zones,
        _ => {
            let others = Probe { without: actor.node, ..*probe };
            of_their_own(&others, actor.position(), probe.scene.walker.step)
        }
    }
}

/// The zones that exist for anybody else: those of the ground below their feet, whoever looks on. Where nothing is
/// filtered all exist.
fn of_their_own(probe: &Probe<'_>, feet: Vec3, step: f32) -> ActiveZones {
    if probe.zones.zones().is_empty() {
        return probe.zones;
    }
    let hit = probe.in_all_zones().ground(feet.x, feet.z, feet.y, step);
    hit.map_or(probe.zones, |hit| of_ground(probe.scene, hit.zones.zones()))
}

fn of_ground(scene: &Scene, zones: &[i8]) -> ActiveZones {
    if zones.is_empty() { scene.zones } else { ActiveZones::new(zones) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::sketch::{ModelSketch, Sketch};
    use world::{ActorKind, Avatar, Limits, ZoneSet};

    #[test]
    fn a_camera_elsewhere_adds_its_zones_to_the_avatar_s() {
        let mut sketch = Sketch::new();
        let zones = [&[1_i8, 2][..], &[2, 3, 4], &[]];
        for (index, zones) in zones.iter().enumerate() {
            let west = index as f32 * 10.0;
            sketch.place(ModelSketch::new().zones(zones).floor([west, 0.0], [west + 10.0, 10.0], 0.0));
        }
        let (simulation, _) = Simulation::new(sketch.scene.into(), 1, &Limits::default());
        let at = |feet: f32, eye: f32| {
            let probe = simulation.probe();
            let zones = around(&probe, Vec3::new(feet, 0.0, 5.0), 0.4, Vec3::new(eye, 3.0, 5.0));
            ZoneSet::new(zones.zones())
        };
        assert_eq!(at(5.0, 5.0), ZoneSet::new(&[1, 2]));
        assert_eq!(at(5.0, 15.0), ZoneSet::new(&[1, 2, 3]));
        assert_eq!(at(15.0, 25.0), ZoneSet::new(&[2, 3, 4]));
        assert_eq!(at(25.0, 5.0), ZoneSet::default(), "no filter stays no filter");
        assert_eq!(at(-5.0, 5.0), ZoneSet::default(), "no ground, no change");
    }

    #[test]
    fn somebody_else_has_the_zones_of_the_ground_below_their_own_feet() {
        // A cellar in zone 1 below a floor in zone 2, which reaches farther; beside them ground without zones.
        let mut sketch = Sketch::new();
        for (zones, [west, east], height) in
            [(&[1_i8][..], [0.0, 10.0], 0.0), (&[2], [0.0, 20.0], 5.0), (&[], [20.0, 30.0], 5.0)]
        {
            sketch.place(ModelSketch::new().zones(zones).floor([west, 0.0], [east, 10.0], height));
        }
        sketch.scene.zones = ActiveZones::new(&[3]);
        let (simulation, _) = Simulation::new(sketch.scene.into(), 1, &Limits::default());
        let own = |zones: &[i8], x: f32, y: f32| {
            let probe = Probe { zones: ActiveZones::new(zones), ..simulation.probe() };
            ZoneSet::new(of_their_own(&probe, Vec3::new(x, y, 5.0), 0.4).zones())
        };
        // Whoever looks on is in zone 1, or in zone 2.
        for seen in [1, 2] {
            assert_eq!(own(&[seen], 5.0, 0.0), ZoneSet::new(&[1]));
            assert_eq!(own(&[seen], 5.0, 4.7), ZoneSet::new(&[2]), "within a step");
            assert_eq!(own(&[seen], 15.0, 30.0), ZoneSet::new(&[2]), "at any height");
            assert_eq!(own(&[seen], 25.0, 5.0), ZoneSet::new(&[3]), "those the scene starts with");
            assert_eq!(own(&[seen], -5.0, 5.0), ZoneSet::new(&[seen]), "no ground, no change");
        }
        assert_eq!(own(&[], 5.0, 0.0), ZoneSet::default(), "no filter stays no filter");
        // The first person has those of the state, with the camera's.
        let pilots = [Pilot::Person(SeatId::FIRST), Pilot::Person(SeatId(1)), Pilot::Nobody];
        let zones = pilots.map(|pilot| {
            let avatar = Avatar { position: Vec3::new(5.0, 0.0, 5.0), ..Avatar::default() };
            let actor = Actor { kind: ActorKind::Walker(avatar), pilot, node: None };
            let probe = Probe { zones: ActiveZones::new(&[2, 4]), ..simulation.probe() };
            ZoneSet::new(of_actor(&probe, &actor).zones())
        });
        assert_eq!(zones, [ZoneSet::new(&[2, 4]), ZoneSet::new(&[1]), ZoneSet::new(&[1])]);
    }

    #[test]
    fn nobody_s_own_body_is_ground_below_them() {
        // Ground in zone 1, and on it a body in zone 2, with somebody in it.
        let mut sketch = Sketch::new();
        sketch.place(ModelSketch::new().zones(&[1]).floor([-9.0; 2], [9.0; 2], 0.0));
        let body = sketch.place(ModelSketch::new().zones(&[2]).floor([-1.0; 2], [1.0; 2], 0.2));
        let (simulation, _) = Simulation::new(sketch.scene.into(), 1, &Limits::default());
        let zones = [Some(body), None].map(|node| {
            let kind = ActorKind::Walker(Avatar { position: Vec3::Y * 0.3, ..Avatar::default() });
            let actor = Actor { kind, pilot: Pilot::Nobody, node };
            let probe = Probe { zones: ActiveZones::new(&[3]), ..simulation.probe() };
            ZoneSet::new(of_actor(&probe, &actor).zones())
        });
        assert_eq!(zones, [ZoneSet::new(&[1]), ZoneSet::new(&[2])]);
    }
}
