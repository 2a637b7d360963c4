//! Worlds of an install that lie beside each other or behind lines: which there are, where they
//! lie, who of them is wished for, and loading one.
//!
//! `runtime::places` runs and joins them; here is what that room leaves to whoever
//! has files. The window loads on threads of its own and uses only the list.
//!
//! | file | holds |
//! |---|---|
//! | `beside.rs` | what `--beside WORLD@X,Y,Z` says |
//! | `surroundings.rs` | the places of a run: how near one joins, how far one leaves, which failed |
//! | `ahead` | loading cells on threads before they are wished for |
//! | `cells.rs` | the cells of an overworld around somebody |
//! | `chart.rs` | the map of a world |
//! | `travel.rs` | arriving in a cell that somebody travels to |
//! | `guests.rs` | whether a game has the creatures or the vehicle that somebody wants in a world |
//! | `loading.rs` | loading a place and letting it join, for runs without a window |
//!
//! ```
//! use places::Beside;
//!
//! let beside: Beside = "c2@2048,0,-512".parse().unwrap();
//! assert_eq!((beside.world.as_str(), beside.at), ("c2", [2048, 0, -512]));
//! assert!("c2".parse::<Beside>().is_err());
//! ```

#![forbid(unsafe_code)]

mod ahead;
mod beside;
mod cells;
mod chart;
mod guests;
mod loading;
mod surroundings;
mod travel;

pub use ahead::{Ahead, Foresight, Found, Orders, Waits};
pub use beside::{Beside, BesideError};
pub use cells::Cells;
pub use chart::{Chart, Origin};
pub use guests::check;
pub use loading::{Arrival, CODES, load, overworld, settle};
pub use surroundings::{Surroundings, has_lines};
pub use travel::{Travelled, arrive, travel_to};
