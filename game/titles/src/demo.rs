//! Installs that Revisit built itself.

use super::codes;
use super::manifest::{Title, manifest};
use binary::{Finding, Result, Severity};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use vfs::Vfs;

/// The file that marks a demo install.
pub const FILE: &str = "revisit-demo.toml";

/// The description is a few lines; a longer file is not one.
const LONGEST: usize = 4096;

/// The content of `revisit-demo.toml`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct DemoInfo {
    /// Name of the demo.
    pub demo: String,
    /// Id of the title it is built for.
    pub title: String,
    /// Seed it was built with.
    pub seed: u64,
    /// How many times larger than the smallest it is.
    pub scale: u32,
    /// Version of the builder.
    #[serde(deserialize_with = "text_or_number")]
    pub version: String,
    /// The start.
    pub start: Option<DemoStart>,
    /// Places worth visiting, by name.
    #[serde(rename = "place", default)]
    pub places: Vec<DemoPlace>,
}

/// Where a person starts in a demo.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct DemoStart {
    /// The feet, in the game's own axes and unit.
    pub position: [f32; 3],
    /// Degrees about the up axis; 0 looks along the game's forward, growing to
    /// the left.
    pub yaw_deg: f32,
    /// The world that opens where nobody names one, by its id; the only one of most demos.
    #[serde(default)]
    pub world: Option<String>,
    /// Starts of worlds that have their own, by their ids.
    #[serde(default)]
    pub of: BTreeMap<String, WorldStart>,
}

/// Where a person starts in one of a demo's worlds.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct WorldStart {
    /// As [`DemoStart::position`].
    pub position: [f32; 3],
    /// As [`DemoStart::yaw_deg`].
    pub yaw_deg: f32,
}

impl DemoStart {
    /// The start in a world.
    pub fn in_world(&self, world: &str) -> WorldStart {
        let any = WorldStart { position: self.position, yaw_deg: self.yaw_deg };
        self.of.get(world).copied().unwrap_or(any)
    }
}

/// A place in a demo.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct DemoPlace {
    /// Its name.
    pub name: String,
    /// On the ground, in the game's own axes and unit.
    pub position: [f32; 3],
    /// Degrees about the up axis, as in [`DemoStart::yaw_deg`].
    #[serde(default)]
    pub yaw_deg: f32,
    /// The place reached by walking straight on, if there is one.
    pub target: Option<[f32; 3]>,
}

fn text_or_number<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        Text(String),
        Number(i64),
    }
    Ok(match Either::deserialize(deserializer)? {
        Either::Text(text) => text,
        Either::Number(number) => number.to_string(),
    })
}

/// True for the description of a demo of any version.
pub(crate) fn is_note(path: &Path) -> bool {
    let read = File::open(path).and_then(|file| {
        let mut text = String::new();
        file.take(LONGEST as u64 + 1).read_to_string(&mut text)?;
        Ok(text)
    });
    read.is_ok_and(|text| text.len() <= LONGEST && info(&text).is_ok())
}

/// Reads the description of a demo, if there is one, and returns its title.
pub(crate) fn read(vfs: &Vfs) -> Option<Result<(&'static Title, DemoInfo)>> {
    if !vfs.is_file(FILE) {
        return None;
    }
    let bytes = vfs.read_start(FILE, LONGEST + 1).map_err(|finding| wrong(finding.found));
    Some(bytes.and_then(|bytes| parse(&bytes)))
}

/// The description of a demo in these bytes, and its title.
///
/// # Errors
/// `detect.demo`, a warning: the files of the demo may still tell what it is.
pub fn parse(bytes: &[u8]) -> Result<(&'static Title, DemoInfo)> {
    if bytes.len() > LONGEST {
        return Err(wrong(format!("more than {LONGEST} bytes")));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| wrong(error.to_string()))?;
    let info = info(text).map_err(|error| wrong(error.message().to_owned()))?;
    let title = manifest().title(&info.title).ok_or_else(|| wrong(format!("the title `{}`", info.title)))?;
    Ok((title, info))
}

/// By way of a table, as the manifest.
fn info(text: &str) -> std::result::Result<DemoInfo, toml::de::Error> {
    text.parse::<toml::Table>().and_then(toml::Table::try_into)
}

fn wrong(found: String) -> Box<Finding> {
    let expected = "demo, title, seed, scale and version";
    Box::new(Finding::new(&codes::DEMO, Severity::Warning, FILE, expected, found))
}
