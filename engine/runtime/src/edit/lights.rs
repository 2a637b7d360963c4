//! Lights come, go, turn and are switched.

use super::Edit;
use glam::Vec3;
use world::{Fog, Light, LightId, Mount};

/// Most lights of a world.
pub(super) const MOST_LIGHTS: usize = 1 << 16;

impl Edit<'_> {
    /// Adds a light: its place and direction are those in the world, also when it
    /// stands at a node, which carries it from now on. None for numbers that are
    /// NaN or infinite, a direction without length, a node that does not exist,
    /// and for more lights than there can be.
    pub fn add_light(&mut self, light: Light) -> Option<LightId> {
        let direction = light.direction.normalize_or_zero();
        let sound = light.is_finite()
            && direction != Vec3::ZERO
            && light.node.is_none_or(|node| self.knows(node))
            && self.simulation.state.lights.len() < MOST_LIGHTS;
        if !sound {
            return None;
        }
        let id = LightId(self.simulation.state.lights.add(Light { direction, ..light })?);
        self.mount(id);
        Some(id)
    }

    /// Takes a light out of the world. False for one that does not exist.
    pub fn remove_light(&mut self, light: LightId) -> bool {
        self.simulation.state.mounts.remove(&light);
        self.simulation.state.lights.remove(light.0).is_some()
    }

    /// Points a light elsewhere. False for a light that does not exist and a
    /// direction without length.
    pub fn aim_light(&mut self, light: LightId, direction: Vec3) -> bool {
        let direction = direction.normalize_or_zero();
        let own = self.simulation.state.lights.find_mut(light.0);
        let aimed = own.filter(|_| direction != Vec3::ZERO).map(|own| own.direction = direction).is_some();
        if aimed && self.simulation.state.mounts.contains_key(&light) {
            self.mount(light);
        }
        aimed
    }

    /// Makes a light another one: its colour, reach, place, node. False as for
    /// [`Edit::add_light`], and for a light that does not exist.
    pub fn set_light(&mut self, light: LightId, new: Light) -> bool {
        let direction = new.direction.normalize_or_zero();
        let sound =
            new.is_finite() && direction != Vec3::ZERO && new.node.is_none_or(|node| self.knows(node));
        let own = self.simulation.state.lights.find_mut(light.0).filter(|_| sound);
        let Some(own) = own else { return false };
        *own = Light { direction, ..new };
        self.simulation.state.mounts.remove(&light);
        self.mount(light);
        true
    }

    /// As [`Edit::set_light`]; one that stands at no node needs no question about where things are.
    pub(crate) fn change_light(&mut self, light: LightId, new: Light) -> bool {
        if new.node.is_some() {
            return self.set_light(light, new);
        }
        let sound = new.is_finite() && new.direction.is_normalized();
        let own = self.simulation.state.lights.find_mut(light.0).filter(|_| sound);
        own.map(|own| *own = new).is_some()
    }

    /// Switches a light on or off. One that is carried shines while its node is
    /// shown. False for one that does not exist.
    pub fn switch_light(&mut self, light: LightId, on: bool) -> bool {
        let Some(own) = self.simulation.state.lights.find_mut(light.0) else { return false };
        own.active = on;
        if let Some(mount) = self.simulation.state.mounts.get_mut(&light) {
            mount.on = on;
        }
        self.simulation.lit = None;
        true
    }

    /// Sets the fog. False for numbers that are NaN or infinite.
    pub fn set_fog(&mut self, fog: Fog) -> bool {
        let numbers = [fog.near, fog.far, fog.high, fog.low];
        let sound = fog.color.iter().chain(&numbers).all(|number| number.is_finite());
        if sound {
            self.simulation.state.fog = fog;
        }
        sound
    }

    /// Ties a light to where its node is now.
    fn mount(&mut self, id: LightId) {
        self.simulation.refresh();
        self.simulation.lit = None;
        let on = self.simulation.state.mounts.get(&id).map(|mount| mount.on);
        let Some(light) = self.simulation.state.lights.find(id.0) else { return };
        let occurrences = &self.simulation.occurrences;
        let Some(placed) = light.node.and_then(|node| occurrences.of(node).next()) else { return };
        let mount = Mount::new(light, *occurrences.transform(placed));
        let mount = Mount { on: on.unwrap_or(mount.on), ..mount };
        self.simulation.state.mounts.insert(id, mount);
    }
}
