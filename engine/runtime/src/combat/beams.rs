//! Beams: they are there at once, as far as they reach or to what is in the way, and are seen for a moment.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "B2. Reader keys", "B3. Projectile tick"; what shows one stands as a
//! connector does: `docs/spec/zbd/engine-behaviour.md`, "13.4 Connectors (beams, cables)".

use super::Battle;
use super::firing::{Shoots, angles};
use super::strikes::Strike;
use crate::DT;
use glam::{Mat3A, Vec3};
use world::{Beam, MOST_BEAMS, WeaponLaw};

/// No beam is shorter, units: a model without length cannot be drawn.
const LEAST_LENGTH: f32 = 0.001;

impl Battle<'_, '_, '_> {
    /// A beam is fired.
    pub(super) fn beam(&mut self, weapon: &WeaponLaw, shoots: &Shoots) {
        let Shoots { shooter, weapon: number, from, way, .. } = *shoots;
        let end = from + way * weapon.reach();
        let hit = self.probe_of_shots(Some(shooter)).ray(from, end);
        let to = hit.map_or(end, |hit| hit.point);
        if let Some(hit) = hit {
            let struck = Some(self.struck(&hit));
            self.memory.strikes.push(Strike {
                weapon: number,
                shooter: Some(shooter),
                place: to,
                way,
                struck,
            });
        }
        let left = self.scene.combat.rules.beam;
        if left > 0.0 && self.combat.beams.len() < MOST_BEAMS {
            let node = weapon.model.and_then(|model| self.take_model(model, from, Vec3::ZERO));
            let beam = Beam { weapon: number, from, to, left, node };
            self.stretch(&beam);
            self.combat.beams.push(beam);
        }
    }

    /// What shows a beam reaches from its start to its end.
    fn stretch(&mut self, beam: &Beam) {
        let Some(node) = beam.node else { return };
        let way = beam.to - beam.from;
        let mut place = self.model_place(node, beam.from, angles(-way));
        place.matrix3 *= Mat3A::from_diagonal(Vec3::new(1.0, 1.0, way.length().max(LEAST_LENGTH)));
        self.edit.teleport_node(node, place);
    }

    /// Beams are seen for a moment.
    pub(super) fn dim_beams(&mut self) {
        let mut kept = 0;
        for at in 0..self.combat.beams.len() {
            let mut beam = self.combat.beams[at];
            beam.left -= DT;
            if beam.left > 0.0 {
                self.combat.beams[kept] = beam;
                kept += 1;
                continue;
            }
            let model = self.weapon(beam.weapon).and_then(|weapon| weapon.model);
            if let (Some(model), Some(node)) = (model, beam.node) {
                self.put_model_away(model, node);
            }
        }
        self.combat.beams.truncate(kept);
    }
}
