//! The music of a game's CD: where its tracks are, and which of them a world plays.
//!
//! Games of the nineties played their music straight from the disc, so no install
//! has it. An [`Album`] is what a person has of it: an image of the disc, or files of
//! single tracks. Which track belongs to which world is said by the table of titles
//! (`assets-manifest.toml`, `music`); [`Wish::of`] asks it.
//!
//! Nothing is played here: mixing and loudspeakers are in the crate `audio`, and whoever hears a world asks
//! for a track.
//!
//! A track has an address, `cd:2`, which stands beside those of files wherever a
//! world asks for music: no file can be called so.
//!
//! | file | holds |
//! |---|---|
//! | `album.rs` | the tracks of a game, found in order of preference |
//! | `image.rs`, `loose.rs` | tracks of images of discs; files that are tracks by their names |
//! | `wish.rs` | which track a world plays |
//! | `open.rs` | a track as sound |
//! | `codes.rs` | findings about music |
//!
//! ```
//! assert_eq!(music::address(2), "cd:2");
//! assert_eq!(music::track_of("cd:2"), Some(2));
//! assert_eq!(music::track_of("music/track02.ogg"), None);
//! assert_eq!(music::track_by_name("Track 2.flac", false), Some(2));
//! ```

#![forbid(unsafe_code)]

mod album;
mod codes;
mod image;
mod loose;
mod open;
mod wish;

pub use album::{Album, Place, Track};
pub use codes::CODES;
pub use loose::track_by_name;
pub use open::open;
pub use wish::{Wish, address, track_of};
