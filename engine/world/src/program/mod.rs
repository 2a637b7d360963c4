//! Programs: nodes that follow a script of events by a clock, such as doors, lifts, lights that blink
//! and wrecks that burn. What their events do is in the crate `runtime`; no file format is known here.
//!
//! A [`Definition`] is what loading made and never changes; an [`Instance`] is what a tick changes.
//!
//! Source: `docs/spec/zbd/anim.md`, "12. Run-time model of a definition".

mod definition;
mod event;
mod instance;
mod owned;
mod rules;
mod sounds;
#[cfg(test)]
mod tests;

pub use definition::{
    Activation, Definition, EffectTemplate, Gate, ONCE_ONLY, Prerequisite, Requirement, Sequence,
};
pub use event::{
    Blast, Bounce, Call, CallConnector, CallEnd, CallPlace, CameraChange, CameraTo, Change, Condition,
    Connector, ConnectorEnd, Detonation, EndPosition, Event, EventPlace, FadeTo, FogChange, FogKind, Gravity,
    KeyScript, Launch, LaunchRange, LightAnimation, LightState, LoopLimit, MoveTo, ObjectMotion, Operand,
    PufferInterval, PufferState, PufferTextures, ScreenWash, ScriptFrame, ScriptKey, ScriptMotion,
    ScriptTurn, Span, StartClock, Step, Tumble, Turn,
};
pub use instance::{
    Captured, Fade, Input, Instance, MOST_PROGRAMS, Phase, Programs, SequencePhase, SequenceState, Wait,
};
pub use owned::{
    Body, Lens, Owned, OwnedConnector, OwnedLight, OwnedPuffer, OwnedSound, PooledCopy, Ring, SoundHost,
};
pub use rules::ProgramRules;
pub use sounds::{
    GroupMember, GroupRun, GroupState, MOST_GROUP_RUNS, ProgramSound, SoundGroup, SoundGroupId, SoundRef,
};
