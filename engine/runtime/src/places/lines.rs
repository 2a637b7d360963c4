//! From world to world over a line: whoever waits at one is carried as soon as the world behind it is there and
//! the picture is dark.

use super::{PlaceError, PlaceId, World};
use crate::actors::{FADE_TICKS, fade_in};
use glam::Vec3;
use world::{Aabb, ActorKind, Exit, Pilot, Probe, RegionShape, Scene, SeatId, SpaceDef};

/// Ground is looked for so many times a person's height around the place of an arrival.
const SEARCH_HEIGHTS: f32 = 4.0;

/// Somebody who waits at a line.
struct Waiting {
    seat: SeatId,
    to: PlaceId,
    feet: Vec3,
    yaw: f32,
    pitch: f32,
}

impl World {
    /// Carries everybody who waits at a line into the world behind it, if that is there.
    pub(super) fn cross_lines(&mut self) {
        while let Some(Waiting { seat, to, feet, yaw, pitch }) = self.next_arrival() {
            let from = self.person(seat).map(|(from, _)| from);
            // The place and the seat were looked up just now; numbers that are NaN leave them where they are.
            if self.carry(seat, to, feet, yaw, pitch).is_err() {
                return;
            }
            for place in [from, Some(to)].into_iter().flatten() {
                let Some(at) = self.position(place) else { continue };
                let state = &mut self.places[at].simulation.state;
                // Each place counts its own ticks.
                fade_in(&mut state.effects, state.tick);
            }
        }
    }

    /// Puts the person of a seat on the ground of a place, with the picture that comes back as after a line: who
    /// travels there. `feet` may be a little off the ground.
    ///
    /// # Errors
    /// As [`World::carry`].
    pub fn arrive(&mut self, seat: SeatId, to: PlaceId, feet: Vec3, yaw: f32) -> Result<(), PlaceError> {
        let there = self.place(to).ok_or(PlaceError::Missing(to))?;
        let feet = footing(&there.simulation.probe(), feet);
        self.carry(seat, to, feet, yaw, 0.0)?;
        if let Some(at) = self.position(to) {
            let state = &mut self.places[at].simulation.state;
            fade_in(&mut state.effects, state.tick);
        }
        Ok(())
    }

    fn next_arrival(&self) -> Option<Waiting> {
        for place in &self.places {
            let state = place.simulation.state();
            for actor in state.actors.iter() {
                let (Pilot::Person(seat), ActorKind::Walker(avatar)) = (&actor.pilot, &actor.kind) else {
                    continue;
                };
                let Some(crossing) = avatar.journey.crossing else { continue };
                if state.tick.saturating_sub(crossing.since) < u64::from(FADE_TICKS) {
                    continue;
                }
                let Some(exit) = place.simulation.scene().exit(crossing.region) else { continue };
                let Some(there) = exit.world.as_deref().and_then(|world| self.find(world)) else { continue };
                let feet = footing(&there.simulation.probe(), exit.arrival(avatar.position));
                let yaw = exit.yaw.unwrap_or(avatar.yaw);
                if feet.is_finite() && yaw.is_finite() {
                    return Some(Waiting { seat: *seat, to: there.id, feet, yaw, pitch: avatar.pitch });
                }
            }
        }
        None
    }

    /// The world that the person of a seat waits for, if it is not there.
    pub fn awaited(&self, seat: SeatId) -> Option<&str> {
        self.places.iter().find_map(|place| {
            let (_, actor) = place.simulation.state().actors.piloted_by(seat)?;
            let exit = place.simulation.scene().exit(actor.avatar().journey.crossing?.region)?;
            exit.world.as_deref().filter(|world| !self.has(world))
        })
    }

    /// The worlds behind lines that are no farther than `within` units from the person of a seat along any axis,
    /// the awaited one first; each once.
    pub fn behind_lines(&self, seat: SeatId, within: f32) -> Vec<&str> {
        let mut worlds: Vec<&str> = self.awaited(seat).into_iter().collect();
        let found = self.places.iter().find_map(|place| {
            let (_, actor) = place.simulation.state().actors.piloted_by(seat)?;
            Some((&**place.simulation.scene(), actor.position()))
        });
        let Some((scene, feet)) = found else { return worlds };
        for exit in exits_around(scene, feet, within) {
            match exit.world.as_deref() {
                Some(world) if !worlds.contains(&world) => worlds.push(world),
                _ => {}
            }
        }
        worlds
    }
}

/// The ground at or below a place, or else a little above it: arrivals are known to a few units.
fn footing(probe: &Probe<'_>, feet: Vec3) -> Vec3 {
    let walker = &probe.scene.walker;
    let reach = walker.height * SEARCH_HEIGHTS;
    let ground = |step: f32| probe.ground(feet.x, feet.z, feet.y, step);
    let below = ground(walker.step).filter(|hit| feet.y - hit.point.y <= reach);
    // Somebody may arrive in water, and far above its bed.
    let found = below.or_else(|| ground(reach).filter(|hit| hit.point.y > feet.y));
    found.map_or(feet, |hit| hit.point)
}

/// The lines that reach into a box around a place.
fn exits_around(scene: &Scene, feet: Vec3, within: f32) -> impl Iterator<Item = &Exit> {
    let around = Aabb { min: feet - Vec3::splat(within), max: feet + Vec3::splat(within) };
    let mut rooms = Vec::new();
    if let SpaceDef::Leafs(leafs) = &scene.space
        && scene.regions.iter().any(|region| region.exit.is_some())
    {
        leafs.rooms_in(&around, &mut rooms);
    }
    scene.regions.iter().filter_map(move |region| {
        let exit = region.exit.as_deref()?;
        let is_near = match &region.shape {
            RegionShape::Box(bounds) | RegionShape::Below(bounds) => bounds.touches(&around),
            RegionShape::Hull(hull) => hull.bounds.touches(&around),
            RegionShape::Leafs(own) => own.iter().any(|leaf| rooms.binary_search(leaf).is_ok()),
        };
        is_near.then_some(exit)
    })
}
