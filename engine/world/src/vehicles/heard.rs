//! What is heard of a vehicle while it drives, and when it lands or hits something.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "A2. Reader keys". What the two scales do there is not known; that
//! they lead from what is heard at rest to what is heard at the fastest speed is a proposal.

use crate::program::ProgramSound;

/// What of a vehicle sounds on and on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loop {
    /// Its engine at rest.
    Idle,
    /// Its engine, for whoever sits in it.
    Engine,
    /// Its engine, from outside.
    External,
    /// Tracks that have lost their grip.
    Skid,
}

/// The sounds of a vehicle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VehicleSounds {
    /// Its engine at rest.
    pub idle: Option<ProgramSound>,
    /// Its engine, for whoever sits in it.
    pub engine: Option<ProgramSound>,
    /// Its engine, from outside.
    pub external: Option<ProgramSound>,
    /// Tracks that have lost their grip.
    pub skid: Option<ProgramSound>,
    /// It hits a wall.
    pub collide: Option<ProgramSound>,
    /// It comes down on the ground.
    pub land: Option<ProgramSound>,
    /// How fast the engine's sound is played: at rest, at the fastest speed.
    pub pitch: [f32; 2],
    /// How loud the engine is, 0..=1: at rest, at the fastest speed.
    pub volume: [f32; 2],
    /// How loud a landing or a collision is, times its speed; s/unit.
    pub knock: f32,
}

impl VehicleSounds {
    /// A slower vehicle is at rest: as a part of its fastest speed.
    const REST: f32 = 0.02;

    /// What is heard of the engine at `share` of the fastest speed, by whoever sits inside or by others. Two of the three
    /// that share a file are one, so that it does not start over.
    pub fn running(&self, share: f32, is_inside: bool) -> Option<Loop> {
        let driving = if is_inside { [Loop::Engine, Loop::External] } else { [Loop::External, Loop::Engine] };
        let wanted = driving.into_iter().find(|own| self.of(*own).is_some());
        let wanted = if share < Self::REST || wanted.is_none() {
            [Some(Loop::Idle), wanted].into_iter().flatten().find(|own| self.of(*own).is_some())
        } else {
            wanted
        }?;
        let file = |own: Loop| self.of(own).map(|sound| &sound.file);
        [Loop::Idle, Loop::Engine, Loop::External].into_iter().find(|own| file(*own) == file(wanted))
    }

    /// The sound of a loop.
    pub fn of(&self, own: Loop) -> Option<&ProgramSound> {
        match own {
            Loop::Idle => self.idle.as_ref(),
            Loop::Engine => self.engine.as_ref(),
            Loop::External => self.external.as_ref(),
            Loop::Skid => self.skid.as_ref(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sound(file: &str) -> Option<ProgramSound> {
        Some(ProgramSound { file: file.into(), ..ProgramSound::default() })
    }

    #[test]
    fn an_engine_is_heard_at_rest_inside_and_from_outside() {
        let all = VehicleSounds {
            idle: sound("idle"),
            engine: sound("engine"),
            external: sound("external"),
            ..VehicleSounds::default()
        };
        let heard = |own: &VehicleSounds| {
            [(0.0, true), (0.0, false), (0.5, true), (0.5, false)]
                .map(|(share, is_inside)| own.running(share, is_inside))
        };
        let [idle, engine, external] = [Loop::Idle, Loop::Engine, Loop::External].map(Some);
        assert_eq!(heard(&all), [idle, idle, engine, external]);
        // One that is missing is stood in for by the next; one that has only its idling is heard by that.
        assert_eq!(heard(&VehicleSounds { idle: None, ..all.clone() }), [engine, external, engine, external]);
        assert_eq!(heard(&VehicleSounds { external: None, ..all.clone() }), [idle, idle, engine, engine]);
        let idles = VehicleSounds { engine: None, external: None, ..all.clone() };
        assert_eq!(heard(&idles), [idle; 4]);
        // The same file goes on, whatever it is for.
        let same = VehicleSounds { idle: sound("external"), ..all };
        assert_eq!(heard(&same), [idle, idle, engine, idle]);
        assert_eq!(heard(&VehicleSounds::default()), [None; 4]);
    }
}
