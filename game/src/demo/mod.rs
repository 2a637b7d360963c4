//! The demo worlds: small original installs in a game's own layout, made by
//! our writers, so that everyone can see the program without owning a game.
//!
//! What is here is the test ground: a MechWarrior 3 install whose one world
//! uses everything the format knows at least once, and has the places that the
//! program's tests walk over. It opens no files and draws nothing; the same
//! options give the same bytes on every machine.
//! Source: `spec/zbd`, the sections on writing valid files.

mod bridge_and_tunnel;
mod buildings;
mod fixed;
mod font;
mod graph;
mod ground;
mod layout;
mod light;
mod mesh;
mod moving;
mod numbers;
mod oddments;
mod paint;
mod parcours;
mod pictures;
mod signs;
mod skins;
mod sky;
mod terrain;
#[cfg(test)]
mod tests;
mod texts;
mod textures;

use binary::Result;
use fixed::Air;
use glam::Vec3;
use graph::{Graph, VERSION};
use layout::Layout;
use terrain::Terrain;
use zbd::gamez::{self, GameZ};

pub use graph::CODES;

/// What a demo is built with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many times the usual area the world has, 1..=64.
    pub scale: u32,
    /// Seed of everything that is strewn about.
    pub seed: u32,
}

/// One file of a demo install.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemoFile {
    /// Address relative to the install, with `/`.
    pub address: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// A place that tests and visitors are sent to.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    name: &'static str,
    /// The feet.
    position: Vec3,
    /// 0 looks north, along -z; grows to the left.
    yaw_deg: f32,
    /// Where walking straight on from there should lead to.
    target: Option<Vec3>,
}

/// The world while it is built.
struct Site {
    layout: Layout,
    seed: u32,
    terrain: Terrain,
    graph: Graph,
    places: Vec<Place>,
}

impl Site {
    fn place(&mut self, name: &'static str, position: Vec3, yaw_deg: f32, target: Option<Vec3>) {
        self.places.push(Place { name, position, yaw_deg, target });
    }
}

/// Where a visit starts: on the plaza, looking north.
const START: Place = Place { name: "start", position: Vec3::new(0.0, 0.0, 80.0), yaw_deg: 0.0, target: None };

/// Fog, and how far the camera sees.
const AIR: Air =
    Air { color: light::FOG_COLOR, range: [320.0, 1700.0], altitude: [420.0, 120.0], clip: 2600.0 };

/// Builds the test ground in MechWarrior 3's layout.
///
/// # Errors
/// `demo.count` when the world does not fit its format at this scale, which no
/// scale up to 64 does; any other finding is a mistake in the demo itself.
pub fn build(options: &Options) -> Result<Vec<DemoFile>> {
    let (world, places) = world(options)?;
    let pictures = pictures::paint_all(options.seed);
    let file = |address: &str, bytes: Vec<u8>| DemoFile { address: address.to_owned(), bytes };
    let card = textures::single("title", pictures::title_card(options.seed))?;
    Ok(vec![
        file("revisit-demo.toml", texts::note(options, &START, &places).into_bytes()),
        file("zbd/interp.zbd", zbd::interp::write(&texts::scripts(&AIR)?)?),
        file("zbd/reader.zbd", zbd::archive::write(&texts::readers(&START)?)?),
        file("zbd/rimage.zbd", zbd::textures::write(&card)?),
        file("zbd/c1/gamez.zbd", gamez::write(&world)?),
        file("zbd/c1/rtexture.zbd", zbd::textures::write(&textures::package(&pictures, false)?)?),
        file("zbd/c1/rtexture2.zbd", zbd::textures::write(&textures::package(&pictures, true)?)?),
    ])
}

/// The world container, and the places in it.
fn world(options: &Options) -> Result<(GameZ, Vec<Place>)> {
    let layout = Layout::new(options.scale);
    let mut site = Site {
        layout,
        seed: options.seed,
        terrain: Terrain::new(layout, options.seed),
        graph: Graph::default(),
        places: Vec::new(),
    };
    sky::build(&mut site);
    ground::build(&mut site);
    parcours::build(&mut site);
    bridge_and_tunnel::build(&mut site);
    buildings::build(&mut site);
    moving::build(&mut site);
    signs::build(&mut site);
    oddments::build(&mut site);

    let directory = textures::directory(&pictures::paint_all(options.seed))?;
    let names: Vec<String> = directory.iter().map(|entry| entry.name.stem()).collect();
    // Every name is one of the pictures', which a test holds true.
    let materials = skins::materials(|name| names.iter().position(|other| other == name).unwrap_or(0) as i32);
    let Site { graph, places, .. } = site;
    let (nodes, models) = graph.finish(layout, &AIR)?;
    Ok((GameZ::new(VERSION, directory, materials, models, nodes), places))
}
