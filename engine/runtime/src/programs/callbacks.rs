//! What programs tell the game, and what that does to the world by the title's own table.
//!
//! Source: `docs/spec/zbd/engine-behaviour.md`, "14. Callbacks and triggers".

use super::Player;
use crate::Cue;
use glam::Vec3;
use world::{CallbackAct, CameraMode, CameraPose, MissionOutcome, SeatId, VehicleLaw};

impl Player<'_, '_, '_> {
    /// Tells the game, and does what the number means in the world.
    pub(super) fn call_back(&mut self, at: usize, value: u32) {
        let instance = self.programs.instances.ids()[at];
        let program = self.programs.instances[at].definition;
        let meaning = self.scene.callbacks.meaning(value);
        let says = meaning.map(|meaning| meaning.says.clone());
        self.edit.simulation.cues.push(Cue::Callback { program, instance, value, says });
        match meaning.map_or(CallbackAct::Tell, |meaning| meaning.act) {
            CallbackAct::Tell => {}
            CallbackAct::PlayerView => {
                let view = self.edit.state().person().and_then(|person| self.scene.vehicle_of(person));
                self.edit.set_camera(view.map_or(CameraMode::Eyes, VehicleLaw::outside), 0.0);
            }
            CallbackAct::StopPlayer => self.stop_person(),
            CallbackAct::PlayerToNode => self.person_to_node(at),
            CallbackAct::OwnerVelocity => self.take_velocity(at),
            CallbackAct::WinMission => {
                if self.scene.mission.is_some() {
                    self.edit.simulation.state.mission.told = Some(MissionOutcome::Won);
                }
            }
            CallbackAct::KillPlayer => {
                self.edit.simulation.state.mission.killed |= self.scene.mission.is_some()
            }
        }
    }

    fn stop_person(&mut self) {
        let actors = &mut self.edit.simulation.state.actors;
        let person = actors.piloted_by(SeatId::FIRST).map(|(id, _)| id);
        if let Some(actor) = person.and_then(|id| actors.find_mut(id.0)) {
            actor.avatar_mut().velocity = Vec3::ZERO;
        }
    }

    fn person_to_node(&mut self, at: usize) {
        let node = self.programs.instances[at].node.filter(|node| self.edit.knows(*node));
        if let Some(node) = node {
            let place = self.stands_now(node);
            let feet = Vec3::from(place.translation);
            let yaw = CameraPose::along(feet, place.transform_vector3(Vec3::NEG_Z)).yaw;
            self.edit.teleport_avatar(feet, yaw, 0.0);
        }
    }

    /// Without an actor at its node an instance keeps the velocity that it has.
    fn take_velocity(&mut self, at: usize) {
        let Some(node) = self.programs.instances[at].node else { return };
        let mut actors = self.edit.state().actors.iter();
        if let Some(owner) = actors.find(|actor| actor.node == Some(node)) {
            self.programs.instances[at].velocity = owner.avatar().velocity;
        }
    }
}
