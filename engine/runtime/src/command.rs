//! What a console, an inspector, a script or a recording can do to a world that
//! runs.

use crate::tick::Tick;
use crate::{ActorError, AttachError, Cue, DamageKind, LinkError, Overlay, SpawnError};
use binary::Severity;
use glam::{Affine3A, Vec3};
use serde::{Deserialize, Serialize};
use std::fmt;
use world::{
    Actor, ActorId, AnimatorId, Attachment, CameraMode, ClipId, Clock, EmitterLawId, Finding, Fog, Light,
    LightId, MOST_EFFECTS, MaterialId, MaterialState, NodeFlags, NodeId, Order, Pilot, ProgramId,
    RibbonLawId, ScreenMix, SeatId, TankMode,
};

binary::codes! {
    REFUSED = "runtime.command.refused": "a command could not be carried out" => "look for what it names, and for numbers that are NaN or infinite";
}

/// One change of a world that runs. Commands are applied in order at the start
/// of a tick; the same commands at the same ticks give the same state. Angles are
/// radians, places are engine axes in the game's units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// [`Edit::move_node`](crate::Edit::move_node).
    Move {
        /// Which.
        node: NodeId,
        /// Place below its parents.
        transform: Affine3A,
    },
    /// [`Edit::teleport_node`](crate::Edit::teleport_node).
    Teleport {
        /// Which.
        node: NodeId,
        /// Place below its parents.
        transform: Affine3A,
    },
    /// [`Edit::rotate_to`](crate::Edit::rotate_to).
    RotateTo {
        /// Which.
        node: NodeId,
        /// About x, y and z.
        angles: Vec3,
    },
    /// [`Edit::rotate_by`](crate::Edit::rotate_by).
    RotateBy {
        /// Which.
        node: NodeId,
        /// About x, y and z.
        angles: Vec3,
    },
    /// [`Edit::set_flags`](crate::Edit::set_flags).
    SetFlags {
        /// Which.
        node: NodeId,
        /// Those to be changed.
        flags: NodeFlags,
        /// To what.
        on: bool,
    },
    /// [`Edit::set_opacity`](crate::Edit::set_opacity).
    SetOpacity {
        /// Which.
        node: NodeId,
        /// 0..=1.
        opacity: f32,
    },
    /// [`Edit::set_paint`](crate::Edit::set_paint).
    SetPaint {
        /// Which.
        node: NodeId,
        /// Added to the numbers of its materials; that of the start without it.
        paint: Option<u32>,
    },
    /// [`Edit::set_material`](crate::Edit::set_material).
    SetMaterial {
        /// Which.
        material: MaterialId,
        /// What is made of it from now on, unless a clip changes it.
        new: MaterialState,
    },
    /// [`Edit::set_cycle`](crate::Edit::set_cycle).
    SetCycle {
        /// Which.
        material: MaterialId,
        /// Place in its texture cycle.
        frame: f32,
    },
    /// [`Edit::link`](crate::Edit::link).
    Link {
        /// A root without it.
        parent: Option<NodeId>,
        /// What is to hang there.
        child: NodeId,
    },
    /// [`Edit::unlink`](crate::Edit::unlink).
    Unlink {
        /// The roots without it.
        parent: Option<NodeId>,
        /// What hangs there.
        child: NodeId,
    },
    /// [`Edit::spawn`](crate::Edit::spawn).
    Spawn {
        /// The node of the scene that is copied with all below it.
        template: NodeId,
        /// A root without it.
        parent: Option<NodeId>,
        /// Place below its parent.
        transform: Affine3A,
    },
    /// [`Edit::despawn`](crate::Edit::despawn).
    Despawn(NodeId),
    /// [`Edit::play`](crate::Edit::play).
    Play {
        /// Which.
        animator: AnimatorId,
        /// Clip, time, speed.
        clock: Clock,
    },
    /// [`Edit::perform`](crate::Edit::perform).
    Perform {
        /// Which.
        animator: AnimatorId,
        /// What the game calls it by number.
        action: u16,
    },
    /// [`Edit::fade_to`](crate::Edit::fade_to).
    FadeTo {
        /// Which.
        animator: AnimatorId,
        /// Clip, time, speed.
        clock: Clock,
        /// It takes so long to get there.
        seconds: f32,
    },
    /// [`Edit::overlay`](crate::Edit::overlay).
    Overlay {
        /// Which.
        animator: AnimatorId,
        /// What is played over the rest.
        overlay: Overlay,
    },
    /// [`Edit::fade_out`](crate::Edit::fade_out).
    FadeOut {
        /// Which.
        animator: AnimatorId,
        /// What is played over the rest.
        clip: ClipId,
        /// It takes so long to go.
        seconds: f32,
    },
    /// [`Edit::attach_to_bone`](crate::Edit::attach_to_bone).
    Attach(Attachment),
    /// [`Edit::detach_from_bone`](crate::Edit::detach_from_bone).
    Detach {
        /// What is carried.
        node: NodeId,
    },
    /// [`Edit::add_light`](crate::Edit::add_light).
    AddLight(Light),
    /// [`Edit::remove_light`](crate::Edit::remove_light).
    RemoveLight(LightId),
    /// [`Edit::aim_light`](crate::Edit::aim_light).
    AimLight {
        /// Which.
        light: LightId,
        /// Into the world.
        direction: Vec3,
    },
    /// [`Edit::switch_light`](crate::Edit::switch_light).
    SwitchLight {
        /// Which.
        light: LightId,
        /// On or off.
        on: bool,
    },
    /// [`Edit::set_light`](crate::Edit::set_light).
    SetLight {
        /// Which.
        light: LightId,
        /// What it is from now on.
        new: Light,
    },
    /// [`Edit::set_fog`](crate::Edit::set_fog).
    SetFog(Fog),
    /// [`Edit::emit`](crate::Edit::emit).
    Emit {
        /// How the particles are born, fly and look.
        law: EmitterLawId,
        /// Where.
        node: NodeId,
        /// The same gives the same particles.
        seed: u32,
    },
    /// [`Edit::change_emitter`](crate::Edit::change_emitter).
    ChangeEmitter {
        /// Number of the emitter.
        id: u32,
        /// How particles are born, fly and look from now on.
        law: EmitterLawId,
    },
    /// [`Edit::leave_ribbon`](crate::Edit::leave_ribbon).
    LeaveRibbon {
        /// How it looks.
        law: RibbonLawId,
        /// What leaves it behind.
        node: NodeId,
    },
    /// [`Edit::end_effect`](crate::Edit::end_effect).
    EndEffect {
        /// Number of an emitter or ribbon.
        id: u32,
    },
    /// [`Edit::show_on_screen`](crate::Edit::show_on_screen).
    ShowOnScreen {
        /// How its colour meets the picture.
        mix: ScreenMix,
        /// 0..=1 in display space.
        color: [f32; 3],
        /// Strength at the start, 0..=1.
        from: f32,
        /// Strength at the end, 0..=1.
        to: f32,
        /// From start to end.
        seconds: f32,
    },
    /// [`Edit::clear_screen`](crate::Edit::clear_screen).
    ClearScreen,
    /// [`Edit::add_actor`](crate::Edit::add_actor).
    AddActor(Actor),
    /// [`Edit::remove_actor`](crate::Edit::remove_actor).
    RemoveActor(ActorId),
    /// [`Edit::place_actor`](crate::Edit::place_actor).
    PlaceActor {
        /// Which.
        actor: ActorId,
        /// Where.
        feet: Vec3,
        /// 0 looks along -z.
        yaw: f32,
        /// Positive looks up.
        pitch: f32,
    },
    /// [`Edit::back_to_start`](crate::Edit::back_to_start).
    BackToStart {
        /// Which.
        actor: ActorId,
    },
    /// [`Edit::select_weapons`](crate::Edit::select_weapons).
    SelectWeapons {
        /// Whose.
        actor: ActorId,
        /// The group that its first trigger fires from now on.
        group: u8,
    },
    /// [`Edit::levitate`](crate::Edit::levitate).
    Levitate {
        /// Which.
        actor: ActorId,
        /// Or no more.
        on: bool,
    },
    /// [`Edit::set_tank_mode`](crate::Edit::set_tank_mode).
    SetTankMode {
        /// Which.
        actor: ActorId,
        /// How it moves from now on.
        mode: TankMode,
    },
    /// [`Edit::eject`](crate::Edit::eject).
    Eject {
        /// Which.
        actor: ActorId,
    },
    /// [`Edit::fly`](crate::Edit::fly).
    Fly {
        /// Which.
        actor: ActorId,
        /// Units a second; 0 to come down.
        speed: f32,
    },
    /// [`Edit::ride`](crate::Edit::ride).
    Ride {
        /// Which.
        actor: ActorId,
        /// Mounts, or dismounts.
        on: bool,
    },
    /// [`Edit::tell`](crate::Edit::tell).
    Tell {
        /// The creature's.
        node: NodeId,
        /// What it does from now on.
        order: Order,
    },
    /// [`Edit::turn_away`](crate::Edit::turn_away).
    TurnAway {
        /// Which.
        actor: ActorId,
    },
    /// [`Edit::set_pilot`](crate::Edit::set_pilot).
    SetPilot {
        /// Which.
        actor: ActorId,
        /// Whose intent it follows.
        pilot: Pilot,
    },
    /// [`Edit::enter`](crate::Edit::enter).
    Enter {
        /// Whose.
        seat: SeatId,
        /// What.
        actor: ActorId,
        /// The camera takes so long to get there.
        #[serde(default)]
        seconds: f32,
    },
    /// [`Edit::leave`](crate::Edit::leave).
    Leave {
        /// Whose.
        seat: SeatId,
    },
    /// [`Edit::set_camera`](crate::Edit::set_camera).
    SetCamera {
        /// Where it goes.
        mode: CameraMode,
        /// It takes so long to get there; 0 is a cut.
        #[serde(default)]
        seconds: f32,
    },
    /// [`Edit::set_lens`](crate::Edit::set_lens).
    SetLens {
        /// Vertical field of view, radians.
        fov_y: f32,
        /// Units: what is nearer is not drawn.
        near: f32,
        /// Units: what is farther is not drawn.
        far: f32,
        /// Distances to levels of detail are divided by it.
        lod_multiplier: f32,
    },
    /// [`Edit::start_program`](crate::Edit::start_program).
    StartProgram {
        /// Which.
        program: ProgramId,
        /// Bound to this in place of its root.
        #[serde(default)]
        node: Option<NodeId>,
    },
    /// [`Edit::stop_program`](crate::Edit::stop_program).
    StopProgram(ProgramId),
    /// [`Edit::reset_program`](crate::Edit::reset_program).
    ResetProgram(ProgramId),
    /// [`Edit::invalidate_program`](crate::Edit::invalidate_program).
    InvalidateProgram(ProgramId),
    /// [`Edit::hold_program`](crate::Edit::hold_program).
    HoldProgram {
        /// Which.
        program: ProgramId,
        /// Time stands for it.
        held: bool,
    },
    /// [`Edit::step_program`](crate::Edit::step_program).
    StepProgram {
        /// Which.
        program: ProgramId,
        /// Sixtieths of a second.
        ticks: u32,
    },
    /// [`Edit::damage`](crate::Edit::damage).
    Damage {
        /// What is hit.
        node: NodeId,
        /// How hard.
        amount: f32,
        /// By what.
        kind: DamageKind,
    },
    /// [`Edit::give_velocity`](crate::Edit::give_velocity).
    GiveVelocity {
        /// Number of an instance of a program.
        instance: u32,
        /// Of the world, units per second.
        velocity: Vec3,
    },
    /// [`Edit::set_hour`](crate::Edit::set_hour).
    SetHour {
        /// 0..24.
        hour: f32,
    },
    /// Starts the random generator anew.
    SetSeed(u32),
    /// Has something heard, shown or said.
    Cue(Cue),
}

/// Why a command was not carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// A node that does not exist.
    MissingNode(NodeId),
    /// An animator that does not exist, or that does not know the clip.
    MissingClip(AnimatorId),
    /// A light that does not exist.
    MissingLight(LightId),
    /// A material that does not exist, or that has no texture cycle.
    MissingMaterial(MaterialId),
    /// A law of particles or ribbons that does not exist.
    MissingLaw(u32),
    /// No emitter or ribbon has this number.
    MissingEffect(u32),
    /// A program that does not exist.
    MissingProgram(ProgramId),
    /// An instance of a program that does not exist.
    MissingInstance(u32),
    /// A program that may not start now, or runs already.
    NotStarted(ProgramId),
    /// There are [`MOST_EFFECTS`] emitters and ribbons already.
    TooManyEffects,
    /// The person in this seat pilots no actor.
    EmptySeat(SeatId),
    /// The child is not linked to that parent.
    NotLinked,
    /// A value is NaN, infinite, empty, out of order or out of range.
    Unsound,
    /// Nodes could not be linked.
    Link(LinkError),
    /// A node could not be made.
    Spawn(SpawnError),
    /// Something about an actor.
    Actor(ActorError),
    /// A bone could not take a node.
    Attach(AttachError),
    /// No bone carries this node.
    NotCarried(NodeId),
    /// The world has no hours.
    NoHours,
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::MissingNode(node) => write!(f, "node {} does not exist", node.0),
            CommandError::MissingClip(animator) => {
                write!(f, "animator {} does not exist or does not know the clip", animator.0)
            }
            CommandError::NoHours => f.write_str("this world has no hours"),
            CommandError::MissingLight(light) => write!(f, "light {} does not exist", light.0),
            CommandError::MissingMaterial(material) => {
                write!(f, "material {} does not exist or has no texture cycle", material.0)
            }
            CommandError::MissingLaw(law) => write!(f, "no law of particles or ribbons has number {law}"),
            CommandError::MissingEffect(id) => write!(f, "emitter or ribbon {id} does not exist"),
            CommandError::MissingProgram(program) => write!(f, "program {} does not exist", program.0),
            CommandError::MissingInstance(id) => write!(f, "instance {id} of programs does not exist"),
            CommandError::NotStarted(program) => {
                write!(f, "program {} may not start now, or runs already", program.0)
            }
            CommandError::TooManyEffects => {
                write!(f, "there are {MOST_EFFECTS} emitters and ribbons already")
            }
            CommandError::EmptySeat(seat) => write!(f, "the person in seat {} pilots no actor", seat.0),
            CommandError::NotLinked => f.write_str("the child is not linked to that parent"),
            CommandError::Unsound => {
                f.write_str("a value of it is NaN, infinite, empty, out of order or out of range")
            }
            CommandError::Link(error) => error.fmt(f),
            CommandError::Spawn(error) => error.fmt(f),
            CommandError::Actor(error) => error.fmt(f),
            CommandError::Attach(error) => error.fmt(f),
            CommandError::NotCarried(node) => write!(f, "no bone carries node {}", node.0),
        }
    }
}

impl std::error::Error for CommandError {}

impl From<LinkError> for CommandError {
    fn from(error: LinkError) -> Self {
        CommandError::Link(error)
    }
}

impl From<SpawnError> for CommandError {
    fn from(error: SpawnError) -> Self {
        CommandError::Spawn(error)
    }
}

impl From<ActorError> for CommandError {
    fn from(error: ActorError) -> Self {
        CommandError::Actor(error)
    }
}

/// Applies the commands of this tick. One that cannot be carried out changes
/// nothing and is a finding; the others are carried out.
pub(crate) fn tick(tick: &mut Tick<'_>) {
    if tick.commands.is_empty() {
        return;
    }
    let at = tick.world.state.tick;
    let mut refused = Vec::new();
    let mut edit = tick.world.edit();
    for (number, command) in tick.commands.iter().enumerate() {
        if let Err(error) = edit.apply(command) {
            let wanted = "a command that can be carried out";
            let finding = Finding::new(&REFUSED, Severity::Warning, "", wanted, error);
            refused.push(finding.inside(format_args!("tick {at}, command {number}")));
        }
    }
    drop(edit);
    for finding in refused {
        tick.world.report(finding);
    }
}
