//! The test ground: a MechWarrior 3 install whose one world uses everything the
//! format knows at least once, and has the places that the program's tests walk
//! over.

mod bridge_and_tunnel;
mod buildings;
mod ground;
mod layout;
mod light;
mod mesh;
mod moving;
mod oddments;
mod parcours;
mod pictures;
mod signs;
mod skins;
mod sky;
mod terrain;
#[cfg(test)]
mod tests;

use super::builders::fixed::Air;
use super::builders::graph::{Graph, VERSION};
use super::builders::install::Install;
use super::builders::textures;
use super::game::Game;
use super::{DemoFile, Options, Place};
use binary::Result;
use glam::Vec3;
use layout::Layout;
use terrain::Terrain;
use zbd::gamez::GameZ;

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
const AIR: Air = Air {
    color: light::FOG_COLOR,
    range: [320.0, 1700.0],
    altitude: [420.0, 120.0],
    clip: 2600.0,
    sun: light::SUN.angles,
};

/// Builds the test ground in MechWarrior 3's layout.
///
/// # Errors
/// `demo.count` when the world does not fit its format at this scale, which no
/// scale up to 64 does; any other finding is a mistake in the demo itself.
pub(super) fn build(options: &Options) -> Result<Vec<DemoFile>> {
    let (world, places) = world(options)?;
    let pictures = pictures::paint_all(options.seed);
    let install = Install {
        game: Game::MechWarrior3,
        demo: "plain",
        title: "TEST GROUND",
        options,
        air: &AIR,
        start: &START,
        places: &places,
        world: &world,
        pictures: &pictures,
        more_pictures: &[],
        readers: Vec::new(),
    };
    install.files()
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
    let (nodes, models) = graph.finish(layout.grid(), &AIR)?;
    Ok((GameZ::new(VERSION, directory, materials, models, nodes), places))
}
