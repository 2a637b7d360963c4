//! The tick: what changes a world's [`State`](world::State), sixty times a
//! second, whatever the frame rate.
//!
//! Only this crate writes a state. It knows no file format and asks no clock:
//! the same scene, seed and inputs give the same state everywhere.
//!
//! | file | holds |
//! |---|---|
//! | `tick.rs` | what happens in a tick, in order |
//! | `simulation.rs` | a running world, and the call for one tick |
//! | `actors` | who moves by intent: walking and falling (`walker.rs`), swimming (`swim.rs`), falling out of the world (`fallen.rs`) |
//! | `command.rs`, `input.rs`, `cue.rs` | what may be asked of a world; what is asked of an actor; what leaves the world |
//! | `combat` | weapons: who fires (`firing.rs`), what flies (`shots.rs`), what is hit (`strikes.rs`), what is left of vehicles (`damage`) |
//! | `edit`, `edit.rs`, `motion.rs`, `effects.rs` | changes to a running world: nodes and actors; clips; particles and effects |
//! | `flip_books.rs` | which page of a flip-book is shown |
//! | `machines.rs` | which gait a machine walks in |
//! | `actions.rs` | what animators do by numbers of the game: variations, what follows, what happens at times in clips |
//! | `clips.rs`, `materials.rs`, `lights.rs`, `camera.rs`, `zones.rs` | stages of a tick |
//! | `programs` | what follows a script of events: when it starts (`start.rs`), how its time passes (`step.rs`), what happens (`events.rs` and the files that it calls; `callbacks.rs` is what they tell the game), how it ends (`reset.rs`), who watches (`trace.rs`) |
//! | `hours.rs` | the hour, and what is there in some hours only |
//! | `links.rs` | parents of nodes |
//! | `missions` | objectives, what is collected, how a mission ends |
//! | `music.rs` | music of the area that somebody is in |
//! | `opponents` | who acts by itself: turrets (`turret.rs`), tanks (`driver.rs`), aeroplanes (`flier.rs`) |
//! | `places` | worlds of several places, and their saves |
//! | `reload.rs` | a world goes on when its files were read again |
//! | `vehicles` | what is driven: tanks (`tank`), 'mechs (`mech`), aeroplanes (`aeroplane`), turrets (`turret.rs`) |
//!
//! ```
//! use runtime::{Input, Simulation};
//! use world::{Frame, Limits, Scene};
//!
//! let mut scene = Scene::empty("none", "void", Frame::identity(1.0));
//! scene.avatar.position.y = 100.0;
//! let (mut simulation, _) = Simulation::new(scene.into(), 1, &Limits::default());
//! for _ in 0..60 {
//!     simulation.tick(&Input { forward: 1.0, ..Input::default() });
//! }
//! // Nothing carries anyone here: a second of falling is about 4.9 metres.
//! let avatar = simulation.state().avatar().expect("somebody walks");
//! assert!(!avatar.grounded && (95.0 - avatar.position.y).abs() < 0.2);
//! ```

#![forbid(unsafe_code)]

mod actions;
mod actors;
mod camera;
mod clips;
mod combat;
mod command;
mod cue;
mod edit;
mod effects;
mod flip_books;
mod hours;
mod input;
mod lights;
mod links;
mod machines;
mod materials;
mod missions;
mod motion;
mod music;
mod opponents;
pub mod places;
mod programs;
mod reload;
mod simulation;
mod tick;
mod vehicles;
mod zones;

pub use combat::{CODES as COMBAT_CODES, Sights};
pub use command::{CODES, Command, CommandError};
pub use cue::Cue;
pub use edit::{ActorError, Edit, LinkError, SpawnError};
pub use input::Input;
use input::Intent;
pub use missions::CODES as MISSION_CODES;
pub use motion::{AttachError, Overlay};
pub use opponents::{Mark, aim_ahead};
pub use programs::{
    CODES as PROGRAM_CODES, DamageKind, EventList, EventOutcome, MOST_TRACED, Refusal, Traced, TracedWhat,
};
pub use reload::Carried;
pub use simulation::{DT, Misfit, Previous, Simulation, TICKS_PER_SECOND};
pub use tick::stages;
