//! The valley: a MechWarrior 3 install whose one world is meant to be looked
//! at. Late afternoon; a road comes over a shoulder, crosses a river and enters
//! a walled base, from which another leads through a tunnel.

mod base;
mod bridge;
mod ground;
mod layout;
mod light;
mod mesh;
mod pictures;
mod skins;
mod sky;
mod nature;
mod terrain;
mod things;
mod tunnel;
mod way;

use super::craft::fixed::Air;
use super::craft::graph::{Graph, VERSION};
use super::craft::{texts, textures};
use super::{DemoFile, Options, Place};
use binary::Result;
use glam::Vec3;
use layout::Layout;
use light::Shade;
use terrain::Terrain;
use things::Thing;
use zbd::gamez::{self, GameZ};

/// The world while it is built.
struct Site {
    layout: Layout,
    seed: u32,
    terrain: Terrain,
    shade: Shade,
    /// What waits for its light.
    things: Vec<Thing>,
    graph: Graph,
    places: Vec<Place>,
}

impl Site {
    fn place(&mut self, name: &'static str, position: Vec3, yaw_deg: f32, target: Option<Vec3>) {
        self.places.push(Place { name, position, yaw_deg, target });
    }
}

/// Where a visit starts: on the road, before it goes down to the bridge.
const START: [f32; 2] = [26.0, 277.0];

/// Fog, and how far the camera sees.
const AIR: Air = Air {
    color: light::FOG_COLOR,
    range: [240.0, 1950.0],
    altitude: [620.0, 210.0],
    clip: 2600.0,
    sun: light::SUN_ANGLES,
};

/// Builds the valley in MechWarrior 3's layout.
pub(super) fn build(options: &Options) -> Result<Vec<DemoFile>> {
    let pictures = pictures::paint_all(options.seed);
    let (world, start, places) = world(options, &pictures)?;
    let file = |address: &str, bytes: Vec<u8>| DemoFile { address: address.to_owned(), bytes };
    Ok(vec![
        file("revisit-demo.toml", texts::note("zipper", options, &start, &places).into_bytes()),
        file("zbd/interp.zbd", zbd::interp::write(&texts::scripts(&AIR)?)?),
        file("zbd/reader.zbd", zbd::archive::write(&texts::readers(&start)?)?),
        file("zbd/c1/gamez.zbd", gamez::write(&world)?),
        file("zbd/c1/rtexture.zbd", zbd::textures::write(&textures::package(&pictures, false)?)?),
        file("zbd/c1/rtexture2.zbd", zbd::textures::write(&textures::package(&pictures, true)?)?),
    ])
}

/// The world container, the start and the places in it.
fn world(options: &Options, pictures: &[textures::Picture]) -> Result<(GameZ, Place, Vec<Place>)> {
    let layout = Layout::new(options.scale);
    let mut site = Site {
        layout,
        seed: options.seed,
        terrain: Terrain::new(layout, options.seed),
        shade: Shade::default(),
        things: Vec::new(),
        graph: Graph::default(),
        places: Vec::new(),
    };
    sky::build(&mut site);
    ground::build(&mut site);
    way::build(&mut site);
    base::build(&mut site);
    bridge::build(&mut site);
    tunnel::build(&mut site);
    nature::build(&mut site);
    base::yard(&mut site);
    base::lamps(&mut site);
    let things = std::mem::take(&mut site.things);
    things::finish(things, &site.shade, &site.terrain, &mut site.graph);

    let [x, z] = START;
    let position = Vec3::new(x, site.terrain.road().nearest(x, z).1, z);
    let start = Place { name: "start", position, yaw_deg: 3.0, target: None };
    let directory = textures::directory(pictures)?;
    let names: Vec<String> = directory.iter().map(|entry| entry.name.stem()).collect();
    // Every name is one of the pictures', which a test holds true.
    let materials = skins::materials(|name| names.iter().position(|other| other == name).unwrap_or(0) as i32);
    let Site { graph, places, .. } = site;
    let (nodes, models) = graph.finish(layout.grid(), &AIR)?;
    Ok((GameZ::new(VERSION, directory, materials, models, nodes), start, places))
}
