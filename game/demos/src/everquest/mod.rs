//! Two zones of EverQuest that are joined: the valley of Larkmere and the ravine of Ashgate. Source:
//! `docs/spec/everquest/writing.md`.
//!
//! Places are in the format's own frame: x north, y west, z up, in feet.

mod ashgate;
mod bitmap;
mod cells;
mod creatures;
mod face;
mod larkmere;
mod light;
mod material;
mod mesh;
mod models;
mod music;
mod partition;
mod pictures;
mod placed;
mod sight;
mod skeletons;
mod sky;
mod solid;
#[cfg(test)]
mod tests;
mod zone;

use super::builders::graph::{NAME, failed};
use super::builders::texts;
use super::{DemoFile, Options, Place};
use ::everquest::pfs::{self, Archive, NewFile};
use binary::{Finding, Result};
use glam::Vec3;

/// What the numbers of places mean.
const AXES: &str = "feet, x north, y west, z up";

/// A part of the demo that does not fit the format.
fn wrong(expected: &str, found: &str) -> Box<Finding> {
    failed(&NAME, expected, found)
}

/// Numbers of the zones, which the game's server gave.
const LARKMERE: u32 = 901;
const ASHGATE: u32 = 902;

/// Where a line leads that says it itself.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Arrival {
    /// The zone's number.
    zone: u32,
    place: Vec3,
    /// 512 to a turn, from north to the left.
    heading: u32,
}

impl Arrival {
    /// As the text of a region: 46 characters. Source: `docs/spec/everquest/wld.md`, "0x29 Zone (region type)".
    fn text(&self) -> String {
        let Arrival { zone, place, heading } = self;
        let [x, y, z] = place.to_array();
        format!("DRNTP{zone:05}{x:06.1}{y:06.1}{z:06.1}{heading:03}___000000000000")
    }
}

/// Builds the install.
pub(super) fn build(options: &Options) -> Result<Vec<DemoFile>> {
    let larkmere = larkmere::Site::new(options.seed);
    let ashgate = ashgate::Site::new(options.seed);
    let starts = [(ashgate::NAME, ashgate.start())];
    let mut note = texts::note("everquest", "everquest", AXES, options, &larkmere.start(), &[]);
    note.push_str(&starts_of_worlds(&starts));
    note.push_str(creatures::HOW);
    let mut files = vec![DemoFile::new("revisit-demo.toml", note.into_bytes())];
    files.extend(larkmere.files()?);
    files.extend(ashgate.files(&larkmere.arrival())?);
    files.extend(creatures::files(options.seed)?);
    files.push(DemoFile::new("zone_lines.toml", zone_lines(&ashgate.start()).into_bytes()));
    files.extend(music::files(options.seed)?);
    files.push(sky::file(options.seed)?);
    Ok(files)
}

/// The zone that opens, and where one starts in the others.
fn starts_of_worlds(starts: &[(&str, Place)]) -> String {
    let start = |(world, place): &(&str, Place)| {
        let position = place.position.to_array();
        format!("\n[start.of.{world}]\nposition = {position:?}\nyaw_deg = {:?}\n", place.yaw_deg)
    };
    std::iter::once(format!("world = \"{}\"\n", larkmere::NAME)).chain(starts.iter().map(start)).collect()
}

/// The table of where lines lead that only name a number, and the numbers of our zones.
fn zone_lines(ashgate: &Place) -> String {
    let [x, y, z] = ashgate.position.to_array();
    format!(
        "# The gate of Larkmere only says a number; behind it is Ashgate.\n\
         [[line]]\nzone = \"larkmere\"\nreference = 1\ntarget = \"ashgate\"\n\
         x = {x:?}\ny = {y:?}\nz = {z:?}\nheading = 0.0\n\n\
         # Lines that say where they lead do so by the numbers of zones.\n\
         [[zone]]\nnumber = {LARKMERE}\nname = \"larkmere\"\n\n\
         [[zone]]\nnumber = {ASHGATE}\nname = \"ashgate\"\n"
    )
}

fn archive(name: &str, files: &[NewFile]) -> Result<DemoFile> {
    Ok(DemoFile::new(name, pfs::write(&Archive::new(files)?)?))
}
