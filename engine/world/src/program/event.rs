//! What programs do, in the order in which their files number it.
//!
//! Source: `docs/spec/zbd/anim-events.md`, "3. Scheduler" and "4. Events".

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

/// A node as an event names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Operand {
    /// None: what it is asked to do does not happen.
    #[default]
    None,
    /// Place in the list of the definition.
    Node(u16),
    /// What the instance is bound to: its root, or what the caller named.
    Bound,
    /// What the caller handed over, with a place in it.
    Input,
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

/// A way of a node below its parents. What is absent stays as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveTo {
    /// Which.
    pub node: Operand,
    /// Where.
    pub translation: Option<Span<Vec3>>,
    /// About x, y and z, in radians.
    pub angles: Option<Span<Vec3>>,
    /// Along its axes.
    pub scale: Option<Span<Vec3>>,
    /// How long it takes.
    pub seconds: f32,
}

/// A node that fades.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FadeTo {
    /// Which.
    pub node: Operand,
    /// Whether its opacity counts, at the start and at the end; as before without it.
    pub on: Span<Option<bool>>,
    /// 0..=1.
    pub opacity: Span<f32>,
    /// How long it takes.
    pub seconds: f32,
}

/// A call of another program. Source: `docs/spec/zbd/anim-events.md`, "4.24 CALL_ANIMATION".
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Call {
    /// Which.
    pub program: Option<ProgramId>,
    /// It is bound to this node in place of its own root.
    pub bind: Operand,
    /// Where it happens.
    pub place: CallPlace,
    /// The event lasts as long as what it called.
    pub wait: bool,
}

/// Where a called program happens.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum CallPlace {
    /// Where it is.
    #[default]
    Own,
    /// At a node: its root is put there, if the call brings the root into the world.
    At {
        /// Which.
        node: Operand,
        /// In the space of that node.
        position: Vec3,
    },
    /// At a node and turned as it is.
    Turned {
        /// Which.
        node: Operand,
        /// Added to the angles of that node in the world, in radians.
        angles: Vec3,
    },
    /// With a node, which it is handed as its input.
    With {
        /// Which.
        node: Operand,
        /// In the space of that node.
        position: Vec3,
    },
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
