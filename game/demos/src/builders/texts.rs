//! The note that says what an install is.

use crate::{Options, Place};
use std::fmt::Write as _;

/// `revisit-demo.toml`; `axes` says what the numbers of places mean.
pub(crate) fn note(
    demo: &str,
    title: &str,
    axes: &str,
    options: &Options,
    start: &Place,
    places: &[Place],
) -> String {
    let Options { scale, seed } = options;
    let mut text = format!(
        "# Made by `revisit demo`; the install beside this file is Revisit's own.\n\
         demo = \"{demo}\"\ntitle = \"{title}\"\nversion = 1\nseed = {seed}\nscale = {scale}\n\n\
         # The game's own axes and unit: {axes}.\n\
         [start]\nposition = {:?}\nyaw_deg = {:?}\n",
        start.position.to_array(),
        start.yaw_deg,
    );
    for place in places {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\n[[place]]\nname = \"{}\"\nposition = {:?}\nyaw_deg = {:?}\n",
            place.name,
            place.position.to_array(),
            place.yaw_deg
        );
        if let Some(target) = place.target {
            let _ = writeln!(text, "target = {:?}", target.to_array());
        }
    }
    text
}
