//! What is heard of vehicles: engines, and tracks that slide, sound on and on; landings and collisions once.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "A2. Reader keys", "Ground contact (TRACK)".

use super::{Around, CueVoices};
use crate::asked::{Asked, Role};
use audio::Mixer;
use glam::Vec3;
use runtime::Simulation;
use runtime::places::PlaceId;
use world::program::ProgramSound;
use world::{Actor, ActorId, ActorKind, CameraMode, LawKind, Loop, Scene, SeatId, VehicleSounds};

/// Seconds in which a loop comes and goes, so that one goes over into another.
pub(super) const FADE_S: f32 = 0.15;
/// A knock that is quieter is not heard.
const QUIET: f32 = 0.02;

/// A loop as it is to be heard now.
pub(super) struct Running<'a> {
    pub own: Loop,
    sound: &'a ProgramSound,
    at: Vec3,
    pub pitch: f32,
    volume: f32,
}

impl CueVoices {
    /// Lets the vehicles of a place be heard as they are after a tick.
    pub fn follow_vehicles(&mut self, mixer: &mut Mixer, id: PlaceId, around: &Around<'_>) {
        let simulation = around.simulation;
        if simulation.scene().vehicle_sounds.is_empty() {
            return;
        }
        let actors = &simulation.state().actors;
        let is_over = |role: &&Role| {
            let Role::Vehicle(place, actor, own) = **role else { return false };
            let find = || actors.find(actor.0).map(|found| running(simulation, actor, found));
            place == id && !find().is_some_and(|loops| loops.iter().flatten().any(|found| found.own == own))
        };
        let over: Vec<Role> =
            self.sounding.keys().chain(self.opening.keys()).filter(is_over).copied().collect();
        for role in over {
            self.stop(mixer, role, FADE_S);
        }
        for (number, actor) in actors.ids().iter().zip(actors.iter()) {
            let actor_id = ActorId(*number);
            for now in running(simulation, actor_id, actor).into_iter().flatten() {
                self.run(mixer, Role::Vehicle(id, actor_id, now.own), &now, around);
            }
        }
    }

    /// Starts a loop, or lets it be heard as it is now.
    fn run(&mut self, mixer: &mut Mixer, role: Role, now: &Running<'_>, around: &Around<'_>) {
        if let Some(sounding) = self.sounding.get_mut(&role) {
            sounding.pitch = now.pitch;
            sounding.at = sounding.at.and(Some(now.at));
            let doppler = sounding.doppler.map_or(1.0, |doppler| doppler.now());
            mixer.set_volume(sounding.handle, now.volume);
            mixer.set_pitch(sounding.handle, now.pitch * doppler);
            mixer.move_to(sounding.handle, now.at + around.offset);
        } else if let Some(asked) = self.opening.get_mut(&role) {
            (asked.pitch, asked.volume) = (now.pitch, now.volume);
            if let Some(reach) = &mut asked.reach {
                reach.place = now.at;
            }
        } else if !self.silent.contains(&*now.sound.file) {
            let asked = self.of_vehicle(role, now.sound, now.at, around);
            self.ask(Asked { looping: true, pitch: now.pitch, volume: now.volume, ..asked });
        }
    }

    /// A vehicle came down or went against a wall.
    pub(super) fn knock(
        &mut self,
        id: PlaceId,
        actor: ActorId,
        at: Vec3,
        speed: f32,
        around: &Around<'_>,
        sound: impl FnOnce(&VehicleSounds) -> Option<ProgramSound>,
    ) {
        let simulation = around.simulation;
        let own = simulation.state().actors.find(actor.0);
        let Some(own) = own.and_then(|actor| sounds_of(simulation.scene(), actor)) else { return };
        let Some(sound) = sound(own) else { return };
        let volume = (speed * own.knock).min(1.0) * around.rules().loudness(sound.volume);
        if volume >= QUIET {
            let asked = self.of_vehicle(Role::Once(id, self.asked), &sound, at, around);
            self.ask(Asked { volume, ..asked });
        }
    }

    fn of_vehicle(&mut self, role: Role, sound: &ProgramSound, at: Vec3, around: &Around<'_>) -> Asked {
        let at = (!sound.everywhere).then_some(at);
        let copies = self.copies(&sound.file, around.rules().copies);
        Asked { copies, ..around.asked(role, &sound.file, at, sound.range) }
    }
}

fn sounds_of<'a>(scene: &'a Scene, actor: &Actor) -> Option<&'a VehicleSounds> {
    scene.vehicle_sounds.get(actor.vehicle()? as usize)
}

/// What sounds on and on of a vehicle now: its engine, and its tracks.
pub(super) fn running<'a>(
    simulation: &'a Simulation,
    id: ActorId,
    actor: &Actor,
) -> [Option<Running<'a>>; 2] {
    let (scene, state) = (simulation.scene(), simulation.state());
    let ActorKind::Tank(tank) = &actor.kind else { return [None, None] };
    let law = scene.vehicle_of(actor).map(|vehicle| &vehicle.law);
    let (Some(LawKind::Tank(law)), Some(own)) = (law, sounds_of(scene, actor)) else { return [None, None] };
    if state.is_destroyed(id, actor) {
        return [None, None];
    }
    let [_, fastest] = law.rates;
    let share = if fastest > 0.0 { (tank.avatar.velocity.length() / fastest).min(1.0) } else { 0.0 };
    let is_own = state.actors.piloted_by(SeatId::FIRST).is_some_and(|(own, _)| own == id);
    let is_inside = is_own && matches!(state.rig.mode, CameraMode::Cockpit { .. });
    let scaled = |[low, high]: [f32; 2]| low + (high - low) * share;
    let loudness = |sound: &ProgramSound| scene.sound_rules.loudness(sound.volume);
    let at = tank.avatar.position;
    let engine = own.running(share, is_inside).and_then(|which| {
        let sound = own.of(which)?;
        let volume = loudness(sound) * scaled(own.volume);
        Some(Running { own: which, sound, at, pitch: scaled(own.pitch), volume })
    });
    let skids = own.skid.as_ref().filter(|_| tank.skids && tank.contacts > 0).map(|sound| Running {
        own: Loop::Skid,
        sound,
        at,
        pitch: 1.0,
        volume: loudness(sound) * share,
    });
    [engine, skids]
}
