//! What programs do, in the order in which their files number it.
//!
//! Source: `docs/spec/zbd/anim-events.md`, "3. Scheduler" and "4. Events".

mod call;
mod keyword;
mod light;
mod motion;
mod place;
mod puffer;
mod script;
mod view;

pub use call::{Call, CallConnector, CallEnd, CallPlace, Connector, ConnectorEnd, EndPosition};
pub use light::{LightAnimation, LightState};
pub use motion::{Bounce, Change, FadeTo, Gravity, Launch, LaunchRange, MoveTo, ObjectMotion, Tumble};
pub use place::{EventPlace, Operand};
pub use puffer::{PufferInterval, PufferState, PufferTextures};
pub use script::{KeyScript, ScriptFrame, ScriptKey, ScriptMotion, ScriptTurn};
pub use view::{CameraChange, CameraTo, FogChange, FogKind, ScreenWash};

use crate::ProgramId;
use glam::Vec3;

/// An event and when it starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What `time` is counted from.
    pub clock: StartClock,
    /// Seconds; at 0 it starts as soon as the event before it is over.
    pub time: f32,
    /// What happens.
    pub event: Event,
}

impl Step {
    /// An event as soon as the one before it is over.
    pub fn then(event: Event) -> Self {
        Step { clock: StartClock::Animation, time: 0.0, event }
    }

    /// An event so many seconds after something.
    pub fn at(clock: StartClock, time: f32, event: Event) -> Self {
        Step { clock, time, event }
    }
}

/// What the start of an event is counted from. Source: `docs/spec/zbd/anim-events.md`,
/// "3.2 Clocks and start test".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StartClock {
    /// The start of the program; loops do not rewind it.
    #[default]
    Animation,
    /// The start of the sequence, or of this pass of its loop.
    Sequence,
    /// The end of the event before it.
    Event,
}

/// What happens.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Shows and enables a node with all its children, or hides them.
    SetActive {
        /// Which.
        node: Operand,
        /// On.
        active: bool,
    },
    /// Puts a node somewhere else below its parents.
    Translate {
        /// Which.
        node: Operand,
        /// Counted from the place of this node in the world.
        from: Operand,
        /// By how much.
        by: Vec3,
        /// Added to where it is.
        relative: bool,
    },
    /// Scales a node.
    Scale {
        /// Which.
        node: Operand,
        /// Along its axes.
        scale: Vec3,
    },
    /// Turns a node.
    Rotate {
        /// Which.
        node: Operand,
        /// About x, y and z, in radians.
        angles: Vec3,
        /// What the angles are added to.
        turn: Turn,
    },
    /// Moves, turns and scales a node from here to there.
    MoveTo(MoveTo),
    /// Fades a node at once.
    SetOpacity {
        /// Which.
        node: Operand,
        /// Its opacity counts; otherwise it is opaque whatever that says.
        on: bool,
        /// 0..=1; what it was without it.
        opacity: Option<f32>,
    },
    /// Fades a node from here to there.
    FadeTo(FadeTo),
    /// Hangs a node below another.
    AddChild {
        /// Below which.
        parent: Operand,
        /// Which.
        child: Operand,
    },
    /// Takes a node off another.
    DeleteChild {
        /// Off which.
        parent: Operand,
        /// Which.
        child: Operand,
    },
    /// Lets a sequence of the same program run that waits to be called, by its number.
    CallSequence(Option<u16>),
    /// Ends a sequence of the same program, by its number.
    StopSequence(Option<u16>),
    /// Starts a program.
    Call(Call),
    /// Ends all that run of a program.
    Stop(Option<ProgramId>),
    /// Puts a program back to how it was before it started.
    Reset(Option<ProgramId>),
    /// Lets a program never start again.
    Invalidate(Option<ProgramId>),
    /// Starts the sequence over.
    Loop(LoopLimit),
    /// Goes on behind the next ELSE, ELSEIF or ENDIF unless this holds.
    If(Condition),
    /// The end of a branch; the start of another if this holds.
    ElseIf(Condition),
    /// The end of a branch and the start of the last.
    Else,
    /// The end of the last branch.
    EndIf,
    /// Tells the game.
    Callback(u32),
    /// Throws, drops, spins or grows a node.
    Motion(Box<ObjectMotion>),
    /// Moves a node along a script of keys.
    Script(ScriptMotion),
    /// Moves nodes along scripts of keys that begin together; it is over with the longest.
    ///
    /// Source: `docs/spec/zbd/anim-events.md`, "5. Quick facts for tests".
    Skeleton(Box<[ScriptMotion]>),
    /// Lets a sound be heard once; it does not follow the node.
    ///
    /// Source: `docs/spec/zbd/anim-events.md`, "4.1 SOUND".
    Sound {
        /// Place in [`Definition::sounds`](super::Definition::sounds).
        sound: Option<u16>,
        /// Where; heard everywhere alike for [`Operand::None`].
        node: Operand,
        /// Added along the axes of the world.
        offset: Vec3,
    },
    /// Lets a sound be heard from now on, or no more, until its program stops.
    ///
    /// Source: `docs/spec/zbd/anim-events.md`, "4.2 SOUND_NODE".
    SoundNode {
        /// Place in [`Definition::sound_nodes`](super::Definition::sound_nodes).
        sound: Option<u16>,
        /// It is heard.
        active: bool,
        /// Where.
        place: EventPlace,
    },
    /// Hangs a sound at a node, which carries it from then on, or takes it away.
    ///
    /// Source: `docs/spec/zbd/engine-behaviour.md`, "16. Sound".
    HangSound {
        /// Place in [`Definition::sound_nodes`](super::Definition::sound_nodes).
        sound: Option<u16>,
        /// Which node.
        parent: Operand,
        /// It hangs there from now on; otherwise no more.
        hangs: bool,
    },
    /// Lets an effect happen that lives on its own.
    ///
    /// Source: `docs/spec/zbd/anim-events.md`, "4.3 EFFECT".
    Effect {
        /// Place in [`Definition::effects`](super::Definition::effects).
        effect: Option<u16>,
        /// Where.
        node: Operand,
        /// Added along the axes of the world.
        offset: Vec3,
    },
    /// Changes a light.
    Light(Box<LightState>),
    /// Changes range and colour of a light over some time.
    LightAnimation(Box<LightAnimation>),
    /// Shows another picture of the texture cycle of a node's material.
    ///
    /// Source: `docs/spec/zbd/anim-events.md`, "4.17 OBJECT_CYCLE_TEXTURE".
    CycleTexture {
        /// Which.
        node: Operand,
        /// The cycle starts over before that.
        restart: bool,
        /// Number of the picture, from 0.
        frame: u16,
    },
    /// Stretches a node from one place to another.
    Connector(Box<Connector>),
    /// Starts a program that connects two places.
    CallConnector(Box<CallConnector>),
    /// Changes the camera.
    Camera(Box<CameraChange<f32>>),
    /// Changes the camera over some time.
    CameraTo(Box<CameraTo>),
    /// Changes the fog.
    Fog(FogChange),
    /// Lays a colour over the picture.
    ScreenWash(Box<ScreenWash>),
    /// A ripple over the picture, which is not drawn: it holds its sequence for so many seconds.
    ///
    /// Source: `docs/spec/zbd/anim-events.md`, "4.33 FBFX_CSINWAVE_FROM_TO".
    ScreenRipple(f32),
    /// Lets a weapon go off.
    Detonate(Box<Detonation>),
    /// Changes an emitter of particles.
    Puffer(Box<PufferState>),
}

/// A weapon that goes off somewhere.
///
/// Source: `docs/spec/zbd/anim-events.md`, "4.35 DETONATE_WEAPON".
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Detonation {
    /// Its name in the game's files.
    pub weapon: Box<str>,
    /// Where.
    pub node: Operand,
    /// Added along the axes of the world.
    pub offset: Vec3,
    /// What it does to whatever is near; nothing if it is not known.
    pub blast: Option<Blast>,
}

/// Damage to whatever is near.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Blast {
    /// Units, from its middle to the origin of a node.
    pub radius: f32,
    /// To each of them.
    pub damage: f32,
}

/// What angles are added to. Source: `docs/spec/zbd/anim-events.md`, "4.9 OBJECT_ROTATE_STATE".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turn {
    /// Nothing.
    #[default]
    To,
    /// The angles of the node itself.
    By,
    /// The angles of another node below its parents.
    Angles(Operand),
    /// The angles of another node in the world.
    Matrix(Operand),
}

/// From one value to another.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Span<T> {
    /// At the start.
    pub from: T,
    /// At the end, exactly.
    pub to: T,
}

/// When a loop is over. Source: `docs/spec/zbd/anim-events.md`, "4.29 LOOP".
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LoopLimit {
    /// After so many passes; 0 and below for never.
    Count(i16),
    /// After so many seconds; below 0 for never.
    Seconds(f32),
}

/// What may hold. Source: `docs/spec/zbd/anim-events.md`, "4.30 IF (31), ELSE (32), ELSEIF (33),
/// ENDIF (34)".
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Condition {
    /// A random number 0..=1 is not above this.
    Random(f32),
    /// The person is as near, squared.
    PlayerRange(f32),
    /// As much detail is wanted: 0 low to 2 high.
    Detail(i32),
    /// Something is as near above the person.
    PlayerUndercover(f32),
    /// Something is as near above a node, or below it for a distance below 0.
    NodeUndercover {
        /// Which.
        node: Operand,
        /// 0 stands for 50.
        distance: f32,
    },
    /// A device draws the picture.
    HardwareRender(bool),
    /// The camera sees with the eyes of the person.
    FirstPerson(bool),
    /// The person is lower.
    PlayerBelow(f32),
    /// A node is lower.
    NodeBelow {
        /// Which.
        node: Operand,
        /// World height.
        altitude: f32,
    },
    /// The squared angle between person and program is not above this.
    PlayerLinedUp(f32),
    /// The person is as fast, in units per second.
    PlayerSpeed {
        /// At least.
        min: f32,
        /// At most.
        max: f32,
    },
    /// It has no more health.
    HealthBelow(f32),
    /// Its health is in this range.
    HealthWithin {
        /// At least.
        min: f32,
        /// At most.
        max: f32,
    },
    /// A node is switched on.
    NodeActive(Operand),
}
