//! The window.
mod clock;
mod fly;
mod input;
mod loader;
mod pads;
