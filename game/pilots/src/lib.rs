//! Drivers for runs without a person: they fulfil the objectives of a mission by the same input as somebody at the
//! keyboard, so that a run shows that a mission can be won. What a world does by itself (opponents) is not here but in the
//! crate `runtime`; a driver sees a world from outside and changes nothing in it. They are no part of any game: their
//! numbers are this project's own.
//!
//! One and the same world gives the same input: nothing here is left to chance or to time.
//!
//! | file | holds |
//! |---|---|
//! | `goal.rs` | where to go: objectives, what lies about |
//! | `gunner.rs` | whom to fight, and how |
//! | `ground.rs` | where a vehicle can go from a place, step by step |
//! | `way.rs` | the shortest way over such steps |
//! | `driver.rs` | what somebody asks of a tank or a 'mech who goes along a way |
//! | `flier.rs` | what somebody asks of an aeroplane who fights |
//!
//! ```
//! use pilots::Driver;
//! use runtime::{Input, Simulation};
//! use std::sync::Arc;
//! use world::{Frame, Limits, Scene};
//!
//! let scene = Scene::empty("none", "void", Frame::identity(1.0));
//! let (mut simulation, _) = Simulation::new(Arc::new(scene), 1, &Limits::default());
//! let mut driver = Driver::default();
//! // Without a vehicle and a mission there is nothing to do.
//! assert_eq!(driver.input(&simulation), Input::default());
//! simulation.tick(&driver.input(&simulation));
//! ```

#![forbid(unsafe_code)]

mod driver;
mod flier;
mod goal;
mod ground;
mod gunner;
mod way;

pub use driver::Driver;
