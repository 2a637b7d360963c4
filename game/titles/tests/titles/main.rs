//! Detection and worlds, on folders made for each test.

mod around;
mod detect;
mod installs;
mod manifest;
mod missing;
mod worlds;
