//! Small worlds, drawn and compared with pixels worked out by hand. They need
//! an adapter: without one they say so and are skipped, unless
//! `REVISIT_REQUIRE_ADAPTER` is set.

mod baked;
mod beside;
mod bright;
mod effects;
mod facing;
mod first_pixels;
mod hud;
mod materials;
mod options;
mod poses;
mod replacing;
mod skins;
mod stage;
mod standing;
mod surfaces;
mod uploading;
mod visibility;
