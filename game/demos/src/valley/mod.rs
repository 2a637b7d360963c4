//! The valley: a MechWarrior 3 install whose one world is meant to be looked
//! at. Late afternoon; a road comes over a shoulder, crosses a river and enters
//! a walled base, from which another leads through a tunnel.

mod base;
mod bridge;
mod definitions;
mod ground;
mod layout;
mod life;
mod light;
mod map;
mod mesh;
mod nature;
mod pictures;
mod skins;
mod sky;
mod structures;
mod terrain;
#[cfg(test)]
mod tests;
mod tunnel;
mod way;

use super::builders::fixed::Air;
use super::builders::graph::{Graph, VERSION};
use super::builders::install::Install;
use super::builders::readers::{self, Reader};
use super::builders::{beside, map as game_map, music, sounds, strings, textures, video};
use super::game::Game;
use super::planes;
use super::ports::{self, Ported};
use super::walkers;
use super::{DemoFile, Options, Place};
use binary::Result;
use glam::Vec3;
use layout::{BASE, BRIDGE, DECK, Layout, STREET_X};
use light::Shade;
use structures::Structure;
use terrain::Terrain;
use zbd::gamez::GameZ;

/// The world while it is built.
struct Site {
    layout: Layout,
    seed: u32,
    terrain: Terrain,
    shade: Shade,
    /// Models waiting for their light.
    structures: Vec<Structure>,
    graph: Graph,
    places: Vec<Place>,
}

impl Site {
    fn place(&mut self, name: &'static str, position: Vec3, yaw_deg: f32, target: Option<Vec3>) {
        self.places.push(Place { name, position, yaw_deg, target });
    }

    /// Where feet are that stand on the ground at a place.
    fn standing(&self, x: f32, z: f32) -> Vec3 {
        let (to_road, road) = self.terrain.road().nearest(x, z);
        let height = if BASE.contains(x, z) {
            0.0
        } else if (x - STREET_X).abs() < way::ROAD_HALF && (BRIDGE[0]..=BRIDGE[1]).contains(&z) {
            DECK
        } else if to_road < way::ROAD_HALF && z > BRIDGE[1] {
            road
        } else {
            self.terrain.height(x, z)
        };
        Vec3::new(x, height, z)
    }
}

/// The text of the title card.
const TITLE: &str = "KESTREL VALLEY";

/// Where a visit starts: on the road, before it goes down to the bridge.
const START: [f32; 2] = [26.0, 277.0];

/// Places with a view: name, x, z, and where to look.
const VIEWS: [(&str, f32, f32, f32); 20] = [
    ("shoulder", -112.0, 502.0, -24.0),
    ("road_bend", -44.0, 398.0, -22.0),
    ("bridge_south", 16.0, 222.0, 0.0),
    ("river_bank", -92.0, 212.0, -52.0),
    ("river_west", -190.0, 178.0, -84.0),
    ("gate", 16.0, 127.0, 0.0),
    ("street", 16.0, 72.0, 0.0),
    ("plaza", 34.0, -36.0, 24.0),
    ("hangars", -32.0, -64.0, 76.0),
    ("depot", -26.0, 66.0, 108.0),
    ("fuel", 94.0, -8.0, -38.0),
    ("landing_pad", 44.0, -6.0, -36.0),
    ("power", 72.0, -62.0, -48.0),
    ("radar", 96.0, 78.0, -77.0),
    ("mast", -70.0, -134.0, 93.0),
    ("river_east", 290.0, -40.0, 84.0),
    ("flank_east", 400.0, 120.0, 78.0),
    ("flank_west", -226.0, 132.0, -64.0),
    ("north_meadow", 96.0, -216.0, 158.0),
    ("hill_top", -330.0, -20.0, -84.0),
];

/// Fog, and how far the camera sees.
const AIR: Air = Air {
    color: light::FOG_COLOR,
    range: [240.0, 1950.0],
    altitude: [620.0, 210.0],
    clip: 2600.0,
    sun: light::SUN.angles,
};

/// Builds the valley in a game's layout.
pub(super) fn build(game: Game, options: &Options) -> Result<Vec<DemoFile>> {
    let mut files = build_world(game, options)?;
    files.extend(build_beside(game, options)?);
    Ok(files)
}

/// Machines that walk are in these games alone.
fn has_machines(game: Game) -> bool {
    matches!(game, Game::MechWarrior3 | Game::PiratesMoon)
}

/// The world, its textures and its readers.
pub(super) fn build_world(game: Game, options: &Options) -> Result<Vec<DemoFile>> {
    let pictures = pictures::paint_all(options.seed);
    let (world, start, places) = world(options, &pictures)?;
    let Ported { world, pictures } = ports::port(world, pictures, game, &AIR)?;
    let mut global = vec![readers::sounds(game)?];
    global.extend(definitions::of_game(game)?);
    if has_machines(game) {
        global.extend(walkers::readers()?);
    }
    let install = Install {
        game,
        demo: if game == Game::MechWarrior3 { "zipper" } else { game.title() },
        title: TITLE,
        options,
        air: &AIR,
        start: &start,
        places: &places,
        world: &world,
        pictures: &pictures,
        more_pictures: &if game == Game::CrimsonSkies { planes::paint(options.seed) } else { Vec::new() },
        readers: global,
    };
    let mut files = install.files()?;
    files.extend(worded(game, &start, &places)?);
    files.push(life::file(game)?);
    Ok(files)
}

/// What lies beside the world and needs nothing of it: sounds and music, texts, machines.
pub(super) fn build_beside(game: Game, options: &Options) -> Result<Vec<DemoFile>> {
    let mut files = sounds::files(game, options.seed)?;
    files.push(strings::file(game)?);
    files.extend(music::files(game, options.seed)?);
    match game {
        Game::CrimsonSkies => files.push(planes::file()?),
        Game::Recoil => files.push(game_map::file(game.world(), map::outlines(Layout::new(options.scale)))?),
        Game::MechWarrior3 => files.extend(beside::files(options.seed)?),
        Game::PiratesMoon => {}
    }
    if has_machines(game) {
        files.extend(walkers::files(game, options.seed)?);
        files.push(video::file(options.seed, TITLE));
    }
    Ok(files)
}

/// The readers of the chapter and of its mission, by the names of the game.
fn worded(game: Game, start: &Place, places: &[Place]) -> Result<Vec<DemoFile>> {
    let chapter = readers::places("places.zrd", places)?;
    let mission = readers::places("mission.zrd", &[*start])?;
    let own = definitions::of_mission(game)?;
    let archives = match game {
        Game::Recoil => vec![("zrdr.zbd", std::iter::once(chapter).chain(own).collect())],
        Game::MechWarrior3 | Game::PiratesMoon => {
            let mission = std::iter::once(mission).chain(own).collect();
            vec![("reader.zbd", vec![chapter]), ("readerm1.zbd", mission)]
        }
        Game::CrimsonSkies => {
            let mission = std::iter::once(mission).chain(own).collect();
            vec![("zrdr.zbd", vec![chapter]), ("M01/zrdr.zbd", mission)]
        }
    };
    let file = |(name, list): (&str, Vec<Reader>)| {
        Ok(DemoFile::new(&format!("zbd/{}/{name}", game.world()), readers::archive(game, list)?))
    };
    archives.into_iter().map(file).collect()
}

/// The world container, the start and the places in it.
fn world(options: &Options, pictures: &[textures::Picture]) -> Result<(GameZ, Place, Vec<Place>)> {
    let layout = Layout::new(options.scale);
    let mut site = Site {
        layout,
        seed: options.seed,
        terrain: Terrain::new(layout, options.seed),
        shade: Shade::default(),
        structures: Vec::new(),
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
    life::build(&mut site);
    let structures = std::mem::take(&mut site.structures);
    structures::finish(structures, &site.shade, &site.terrain, &mut site.graph);

    for (name, x, z, yaw_deg) in VIEWS {
        let position = site.standing(x, z);
        site.place(name, position, yaw_deg, None);
    }
    let [x, z] = START;
    let position = site.standing(x, z);
    let start = Place { name: "start", position, yaw_deg: 3.0, target: None };
    let directory = textures::directory(pictures)?;
    let names: Vec<String> = directory.iter().map(|entry| entry.name.stem()).collect();
    // Every name is one of the pictures', which a test holds true.
    let materials = skins::materials(|name| names.iter().position(|other| other == name).unwrap_or(0) as i32);
    let Site { graph, places, .. } = site;
    let (nodes, models) = graph.finish(layout.grid(), &AIR)?;
    Ok((GameZ::new(VERSION, directory, materials, models, nodes), start, places))
}
