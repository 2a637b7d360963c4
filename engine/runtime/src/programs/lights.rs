//! Lights that programs switch on, change and take away.

use super::Player;
use super::step::{Outcome, Visit};
use glam::Vec3;
use world::program::{LightAnimation, LightState, OwnedLight};
use world::{Light, LightId, euler_rotation};

/// A light that nothing was said of.
///
/// Source: `docs/spec/zbd/engine-behaviour.md`, "8.3 Which surfaces are lit, CS".
fn usual([near, far]: [f32; 2]) -> Light {
    Light {
        node: None,
        active: false,
        directional: false,
        position: Vec3::ZERO,
        direction: Vec3::NEG_Y,
        color: [1.0; 3],
        diffuse: 0.0,
        ambient: 1.0,
        near,
        far,
    }
}

impl Player<'_, '_, '_> {
    /// Source: `docs/spec/zbd/anim-events.md`, "4.4 LIGHT_STATE".
    pub(super) fn light_state(&mut self, at: usize, own: &LightState) {
        let Some(slot) = own.light else { return };
        let Some(place) = self.event_place(at, own.place) else { return };
        let Some(id) = self.light(at, slot, own.active) else { return };
        let Some(known) = self.edit.state().lights.find(id.0).copied() else { return };
        let turned = own.orientation.map(|angles| euler_rotation(angles) * Vec3::NEG_Z);
        let [near, far] = own.range.unwrap_or([known.near, known.far]);
        let new = Light {
            active: own.active,
            directional: !own.point,
            position: place.unwrap_or(known.position),
            direction: turned.and_then(Vec3::try_normalize).unwrap_or(known.direction),
            color: own.color.unwrap_or(known.color),
            diffuse: own.diffuse.unwrap_or(known.diffuse),
            ambient: own.ambient.unwrap_or(known.ambient),
            near,
            far,
            ..known
        };
        self.edit.change_light(id, new);
    }

    /// Source: `docs/spec/zbd/anim-events.md`, "4.5 LIGHT_ANIMATION".
    pub(super) fn light_animation(&mut self, at: usize, own: &LightAnimation, visit: Visit) -> Outcome {
        let part = self.part(at, visit, own.seconds);
        let rate = self.lane(at, visit.lane).range_rate.unwrap_or(own.range_rate);
        let id = own.light.and_then(|slot| self.light(at, slot, false));
        if let Some(id) = id
            && let Some(known) = self.edit.state().lights.find(id.0).copied()
        {
            let h = part.seconds as f32;
            let mut near = known.near + rate[0] * h;
            near = if near < 0.0 { 1.0 } else { near };
            let mut far = known.far + rate[1] * h;
            far = if far < near { near + 1.0 } else { far };
            let channel =
                |channel: usize| (known.color[channel] + own.color_rate[channel] * h).clamp(0.0, 1.0);
            self.edit.change_light(id, Light { near, far, color: [0, 1, 2].map(channel), ..known });
            let next = [0, 1].map(|end| rate[end] + own.range_acceleration[end] * h);
            let goes_on = part.last.is_none() && next.iter().all(|rate| rate.is_finite());
            self.lane(at, visit.lane).range_rate = goes_on.then_some(next);
        }
        part.last.map_or(Outcome::Running, Outcome::Done)
    }

    /// The light in a slot of an instance. One that the scene does not have is made if it is to shine.
    fn light(&mut self, at: usize, slot: u16, is_made: bool) -> Option<LightId> {
        let lights = &self.edit.state().lights;
        let own = &self.programs.instances[at].owned.lights;
        let known = own.iter().find(|own| own.slot == slot && lights.find(own.light.0).is_some());
        if let Some(own) = known {
            return Some(own.light);
        }
        let of_scene = *self.definition(at).lights.get(usize::from(slot))?;
        let of_scene = of_scene.and_then(|light| Some((light, lights.find(light.0)?.active)));
        let own = match of_scene {
            Some((light, active)) => OwnedLight { slot, light, made: false, started: !active },
            None if !is_made => return None,
            None => {
                let light = self.edit.add_light(usual(self.scene.program_rules.light_range))?;
                OwnedLight { slot, light, made: true, started: true }
            }
        };
        let lights = &mut self.programs.instances[at].owned.lights;
        lights.retain(|known| known.slot != slot);
        lights.push(own);
        Some(own.light)
    }
}
