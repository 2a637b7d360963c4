//! The world as the engine sees it, whatever game it came from.
//!
//! [`Scene`] is everything loading made and never changes; [`State`] is everything a tick may
//! change. `load` builds scenes, `runtime` changes states, `render` and `audio` only read them.
//!
//! This crate knows no file format, no clock, no thread and no GPU.
//!
//! | file | holds |
//! |---|---|
//! | `state.rs`, `hash.rs` | everything a tick may change: what is in a save; its hash |
//! | `scene.rs`, `node.rs`, `model.rs`, `material.rs`, `ids.rs` | everything loading made: nodes, models, materials and textures |
//! | `light.rs`, `lightmap.rs`, `region.rs`, `sound.rs`, `frame.rs`, `bounds.rs`, `hull.rs` | lights; baked light; water and other regions; sounds; axes and units; boxes and convex volumes |
//! | `combat` | weapons and damage: their laws, what flies and what is broken |
//! | `mission` | missions: objectives, what lies about to be collected; how a mission stands |
//! | `opponents` | who acts by itself: how, and what it has in mind |
//! | `vehicles` | vehicles: the numbers of their laws, and where each is |
//! | `walker_sizes.rs`, `actor.rs`, `journey.rs`, `camera.rs`, `free_camera.rs` | how far the walker steps up, how fast it walks and rides; who moves by intent; lines into other worlds, lava and levitation on the way; cameras; one that no state knows |
//! | `clip.rs`, `curve.rs`, `slerp.rs`, `clock.rs`, `animator.rs`, `layered.rs`, `attachment.rs` | what moves by itself, and by whose clock; several clips at once; what bones carry; the way between two rotations |
//! | `rounding.rs` | only tests: vectors of the processor round as the browser's do |
//! | `action.rs` | what an animator does by a number of the game, with one of several clips |
//! | `program` | programs: what follows a script of events, as loaded and as it runs |
//! | `callback.rs` | what the numbers mean that programs tell the game |
//! | `approach.rs` | volumes in the air in which a game takes over |
//! | `body.rs`, `creature.rs` | bodies of actors: which clip is played for what they do; what creatures are told |
//! | `machine.rs` | machines that walk: their gaits by speed |
//! | `map.rs` | a map of a world seen from above: lines and labels |
//! | `instance.rs` | animators of nodes that were made while the world runs |
//! | `deform.rs`, `skeleton.rs` | models that change their shape |
//! | `manner.rs` | bones that face whoever looks, or follow only some of what their parents do |
//! | `occurrences`, `space`, `derived.rs` | the table of what stands where; questions about ground, walls and what is seen; both together |
//! | `effects.rs`, `emitter.rs`, `ribbon.rs`, `trail.rs`, `ramp.rs`, `screen.rs` | particles, ribbons, effects over the picture |
//! | `driven.rs`, `history.rs` | what clips make of emitters and ribbons; what a value was, by tick |
//! | `hud.rs` | what lies over a picture |
//! | `hours.rs`, `music.rs` | the hour of a place and the light of its day; music of areas |
//! | `flip_book.rs`, `gust.rs` | pages of which one is shown at a time; gusts of wind |
//! | `registry.rs`, `sketch.rs` | numbers that are never used twice; scenes built in code |
//!
//! ```
//! use world::{Frame, Node, NodeFlags, NodeId, Occurrences, Scene, State};
//!
//! // A lamp on a table, the table in the world.
//! let mut scene = Scene::empty("none", "room", Frame::identity(1.0));
//! let node = |name: &str, y: f32, children: Vec<NodeId>| Node {
//!     name: name.into(),
//!     flags: NodeFlags::ACTIVE,
//!     transform: glam::Affine3A::from_translation(glam::Vec3::Y * y),
//!     opacity: 1.0,
//!     children,
//!     ..Node::default()
//! };
//! scene.nodes = vec![node("table", 0.75, vec![NodeId(1)]), node("lamp", 0.5, vec![])];
//! scene.roots = vec![NodeId(0)];
//!
//! let state = State::new(&scene, 1);
//! let (occurrences, findings) = Occurrences::build(&scene, &state, 1000);
//! assert!(findings.is_empty());
//! let lamp = occurrences.of(NodeId(1)).next().unwrap();
//! assert_eq!(occurrences.transform(lamp).translation.y, 1.25);
//! ```

#![forbid(unsafe_code)]

mod action;
mod actor;
mod animator;
mod approach;
mod attachment;
mod body;
mod bounds;
mod callback;
mod camera;
mod clip;
mod clock;
mod combat;
mod creature;
mod curve;
mod deform;
mod derived;
mod driven;
mod effects;
mod emitter;
mod flip_book;
mod frame;
mod free_camera;
mod gust;
mod hash;
mod history;
mod hours;
mod hud;
mod hull;
mod ids;
mod instance;
mod journey;
mod layered;
mod light;
mod lightmap;
mod machine;
mod manner;
mod map;
mod material;
mod mission;
mod model;
mod music;
mod node;
mod occurrences;
mod opponents;
pub mod program;
mod ramp;
mod region;
mod registry;
mod ribbon;
#[cfg(test)]
mod rounding;
mod scene;
mod screen;
mod skeleton;
pub mod sketch;
mod slerp;
mod sound;
pub mod space;
mod state;
mod trail;
mod vehicles;
mod walker_sizes;

pub use action::{Action, ActionManner, Performance, Performances, Variation};
pub use actor::{Actor, ActorId, ActorKind, Actors, Avatar, PathPilot, Pilot, SeatId};
pub use animator::{Animator, Mask, Playable};
pub use approach::{Approach, ApproachVolume, MOST_APPROACHES};
pub use attachment::Attachment;
pub use binary::{Finding, Limits};
pub use body::{Act, Body, Doing, Move};
pub use bounds::Aabb;
pub use callback::{Callback, CallbackAct, Callbacks};
pub use camera::{
    Camera, CameraAim, CameraBlend, CameraKey, CameraMode, CameraPose, CameraRig, CameraTarget, TrailView,
};
pub use clip::{
    BoneMotion, BoneTrack, Clip, ClipEvent, LightTrack, MaterialTrack, Motion, ShownTrack, TICKS_PER_SECOND,
    Track, TransformCurves,
};
pub use clock::{Clock, Layer, MOST_LAYERS, layers_of};
pub use combat::{
    AimAssist, Arms, ArmsLaw, Beam, Combat, CombatLaw, CombatRules, DamageModel, DamageState, Goal, Impact,
    Injury, MOST_BEAMS, MOST_HITS, MOST_SHOTS, MOST_SLOTS, Muzzle, PartKind, PartLaw, PartState, PartsLaw,
    PoolPart, PoolsLaw, Shot, Slot, SlotLaw, SpareModel, Stick, Struck, Surface, VitalLaw, WeaponLaw,
    WeaponManner, WeaponShow,
};
pub use creature::{Creature, Foe, Order};
pub use curve::{Curve, CurveClock, CurveError, CurveKind, CurveValue, Moment};
pub use deform::{Deform, DeformFrame, Point, Pose, PoseMemory};
pub use derived::Derived;
pub use effects::{Effects, MOST_EFFECTS};
pub use emitter::{
    Aim, Birth, Breeze, CODES as EMITTER_CODES, Drag, Drift, Emitter, EmitterHistory, EmitterLaw,
    EmitterSetting, EmitterTrack, Facing, LONGEST_LIFE, MOST_PARTICLES, Particle, ParticleManner, Pictures,
    Puff, Rate, Tiles, Twinkle,
};
pub use flip_book::FlipBook;
pub use frame::Frame;
pub use free_camera::{Flight, FreeCamera};
pub use gust::{Gust, GustLaw};
pub use hash::{HASH_VERSION, HashCache};
pub use history::History;
pub use hours::{Daytime, Hours, ShownAt, TimeOfDay};
pub use hud::{Hud, HudAlign, HudBar, HudColor, HudLetter, HudPart, LetterSize, MOST_HUD_PARTS};
pub use hull::Hull;
pub use ids::{
    AnimatorId, ClipId, EmitterLawId, MaterialId, ModelId, NodeId, OccurrenceId, ProgramId, RibbonLawId,
    TextureId,
};
pub use instance::{AnimatorInstance, Instances};
pub use journey::{Crossing, Journey};
pub use layered::{LayeredPose, PoseKey, PoseLayer, PoseSource};
pub use light::{Light, LightId, Lights, Mount};
pub use lightmap::{LightMapping, LightMaps};
pub use machine::{Gait, Machine, Pace, Stride, Strides};
pub use manner::{BoneFacing, BoneManner, Viewer};
pub use map::{MOST_MAP_LINES, Map, MapLabel, MapLine};
pub use material::{
    Alpha, Blend, Combine, Cull, Cycle, Image, Material, MaterialState, Texture, TextureLayer, UvSource,
};
pub use mission::{
    DangerZone, Generator, GeneratorLaw, Gift, LaterSound, MOST_GATES, MOST_LATER, MOST_NOTICES,
    MOST_OBJECTIVES, MOST_PICKUPS, MOST_ZONES, Mission, MissionAct, MissionCondition, MissionGroup,
    MissionLaw, MissionOutcome, MissionRules, Notice, NoticeKind, Objective, ObjectiveLaw, ObjectiveLife,
    ObjectivePhase, PickupLaw, ProgramStanding, Rank, TargetLaw, TargetState, TimerLaw, Traveler,
};
pub use model::{Facade, Model, PointLight, Polygon, Sight, Vertex, ZoneSet};
pub use music::{MusicArea, MusicAreas, MusicPlaying, MusicTrack};
pub use node::{LodRange, Node, NodeFlags, NodeKind, euler_of, euler_rotation, with_euler};
pub use occurrences::{CODES, Dirty, Occurrences};
pub use opponents::{
    Bot, DriverMind, FlierMind, Measure, MindKind, MindLaw, OpponentLaw, OpponentRules, OpponentStart,
    Opponents, Orders, PathNet, Plan, Side, Strategy, TurretMind,
};
pub use ramp::{Mix, Ramp};
pub use region::{Exit, Region, RegionKind, RegionShape};
pub use registry::Registry;
pub use ribbon::{Edge, MOST_EDGES, Ribbon, RibbonLaw, RibbonSetting, RibbonTrack};
pub use scene::{EntityData, LampLighting, Scene};
pub use screen::{MOST_SCREEN_EFFECTS, ScreenColor, ScreenEffect, ScreenMix};
pub use skeleton::{Bone, BoneKey, Influence, Skeleton, SkeletonError};
pub use slerp::slerp;
pub use sound::{Falloff, Sound, SoundManner, SoundQueue, SoundRules};
pub use space::{
    Capsule, Colliders, GridDef, Hit, Near, Neighbour, Overlap, Probe, Space, SpaceDef, SweepHit,
};
pub use state::{ActiveZones, Fog, NodeStates, Random, State};
pub use trail::{Sample, Trail};
pub use vehicles::{
    Aeroplane, AeroplaneLaw, AirLaw, AutopilotLaw, CollapseLaw, CrashLaw, Footfall, Gauge, GaugeReading,
    GearLaw, HeatLaw, Jolt, JoltLaw, JumpJets, LAVA, LawKind, LeanLaw, Loop, Mech, MechLaw, MechParts,
    Platform, QUICKSAND, Tank, TankLaw, TankMode, TracksLaw, Turret, TurretLaw, VehicleLaw, VehiclePrograms,
    VehicleSounds, Views,
};
pub use walker_sizes::{Ride, Walker};
