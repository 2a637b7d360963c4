//! What places have in common: the hour, and who stands in for whom.

use super::World;
use crate::Edit;
use std::collections::BTreeSet;
use world::NodeFlags;

impl World {
    /// Nodes that stand in for a place are there as long as that is not.
    pub(super) fn follow_stand_ins(&mut self) {
        if self.places.iter().all(|place| place.simulation.scene().stand_ins.is_empty()) {
            return;
        }
        let here: BTreeSet<String> = self.places.iter().map(|place| place.site.key.clone()).collect();
        for place in &mut self.places {
            let scene = std::sync::Arc::clone(place.simulation.scene());
            let mut edit = Edit::new(&mut place.simulation);
            for (node, key) in &scene.stand_ins {
                // It is no change of the place's own: it stays untouched.
                edit.set_flags(*node, NodeFlags::ACTIVE, !here.contains(key));
            }
        }
    }

    /// Places under one sun have the hour of the one in which the camera is.
    pub(super) fn share_hour(&mut self) {
        let shares = |scene: &world::Scene| scene.hours.as_ref().is_some_and(|hours| hours.shared);
        let watched = self.watched_place().simulation();
        if !shares(watched.scene()) {
            return;
        }
        let time = watched.state().time_of_day;
        for place in &mut self.places {
            let simulation = &mut place.simulation;
            if shares(simulation.scene()) && simulation.state().time_of_day != time {
                let scene = std::sync::Arc::clone(simulation.scene());
                simulation.state.set_time_of_day(&scene, time);
            }
        }
    }
}
