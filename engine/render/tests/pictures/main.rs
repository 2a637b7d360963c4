//! Small worlds, drawn and compared with pixels worked out by hand. They need
//! an adapter: without one they say so and are skipped, unless
//! `REVISIT_REQUIRE_ADAPTER` is set.

mod first_pixels;
mod options;
mod stage;
mod surfaces;
mod visibility;
