//! Daggerfall: the overworld, cell by cell, from WOODS.WLD and whatever else of an install is there.
//!
//! A cell of the map is a world of its own that joins its neighbours; a sector is a square of cells as it is seen
//! from afar. Whatever all of them share is read once ([`Shared`]). In the engine's axes the south-west corner of
//! a cell is its origin, x is east, z is south. Source: `docs/spec/daggerfall.md`.
//!
//! | file | holds |
//! |---|---|
//! | `archive.rs` | archives as folders |
//! | `layout.rs` | where cells and sectors lie, what they are called |
//! | `settings.rs` | what somebody may choose: the reading of the land, how high it is, the season |
//! | `overworld.rs` | what all cells share: the land, its climates, its locations |
//! | `slim.rs` | the land in less memory than its file takes |
//! | `climates.rs` | the climate of each cell, carried out to sea |
//! | `ground.rs` | which piece of ground each tile shows |
//! | `terrain.rs` | the land as meshes, near and farther away |
//! | `nature.rs`, `groves.rs` | where trees, bushes and stones stand; which of them are seen from how far |
//! | `flatten.rs` | how the land under towns is levelled |
//! | `flats.rs` | upright pictures that turn to the eye, many in a model |
//! | `pictures.rs`, `own_pictures.rs` | pictures of the game; those of our own where it has none |
//! | `town.rs` | locations, and the blocks that they are made of |
//! | `models.rs` | models of buildings, with windows that glow |
//! | `streets.rs` | a town as nodes: buildings, flats, lamps, gates |
//! | `arrival.rs` | where whoever travels to a cell arrives |
//! | `regions.rs`, `chart.rs` | which region a cell is of; the whole map as a picture |
//! | `cell.rs` | a cell: its heights and tiles, then its scene |
//! | `far.rs` | a sector |
//! | `light.rs` | sun, haze, hours |
//! | `sky.rs`, `weather.rs` | the sky by the hour; rain, snow and fog by climate |
//! | `music.rs` | music by climate and hour, of files that somebody chose |

pub mod archive;
mod arrival;
mod cell;
pub mod chart;
mod climates;
mod far;
mod flats;
mod flatten;
mod ground;
mod groves;
mod layout;
mod light;
mod models;
mod music;
mod nature;
mod overworld;
mod own_pictures;
mod pictures;
mod regions;
mod settings;
mod sky;
mod slim;
mod streets;
mod terrain;
mod town;
mod weather;

pub use arrival::{Arrival, Side};
pub use chart::Chart;
pub use daggerfall::maps::Placement;
pub use daggerfall::maps::types::LOCATION_TYPES;
pub use daggerfall::woods::land::Reading;
pub use layout::{CELL_UNITS, Layout, NotAPlace, PlaceName, SECTOR_CELLS};
pub use overworld::{Overworld, Shared};
pub use settings::{Flats, Settings};
pub use town::{Location, locations};
pub use weather::Weather;

use crate::{Error, Loaded, Phase, Progress, Request, avatar, step};
use binary::{Finding, Limits, Severity, codes};
use vfs::Vfs;
use world::{Derived, State};

codes! {
    NO_CELL = "load.daggerfall.no_cell": "the map has no such cell"
        => "name a cell from 0,0 in the north-west on, or a location that `worlds` lists";
    LAND = "load.daggerfall.land": "WOODS.WLD has no land for these cells"
        => "copy the file again from the game; these cells are as low as the sea";
    MISSING = "load.daggerfall.missing": "a file of the overworld is not there"
        => "copy it from the ARENA2 folder of the game, which Bethesda gives away on Steam and GOG; the land is drawn without it";
    DAMAGED = "load.daggerfall.damaged": "a file of the overworld cannot be read"
        => "copy it again from the game; the land is drawn without it";
    CROWDED = "load.daggerfall.crowded": "a place has more in it than any of the game"
        => "shorten the lists of its blocks; what is beyond is left out";
    MODEL = "load.daggerfall.model": "blocks show models that ARCH3D.BSA does not have"
        => "copy it again from the game; these models are left out";
}

/// Loads a cell or a sector, by the name of the request's world.
///
/// # Errors
/// No land at all, no such place on the map, or cancellation. Everything else is a finding.
pub fn load(vfs: &Vfs, request: &Request, progress: &mut dyn Progress) -> Result<Loaded, Error> {
    step(progress, Phase::Read, 0, 1)?;
    let (overworld, mut findings) = request.land.open(vfs, &request.container)?;
    step(progress, Phase::Read, 1, 1)?;
    let name = request.world.parse().ok();
    let name = name.filter(|name| overworld.layout().number(*name).is_some()).ok_or_else(|| {
        let Layout { width, height } = overworld.layout();
        let expected = format_args!("a cell below {width},{height}");
        let world = request.world.as_str();
        Box::new(Finding::new(&NO_CELL, Severity::Error, &request.container, expected, world))
    })?;
    step(progress, Phase::Build, 0, 1)?;
    let (mut scene, start) = match name {
        PlaceName::Cell(at) => {
            let (scene, start) = cell::scene(&overworld, vfs, request, at, &mut findings);
            (scene, Some(start))
        }
        PlaceName::Sector(at) => (far::scene(&overworld, vfs, request, at), None),
    };
    step(progress, Phase::Build, 1, 1)?;
    step(progress, Phase::Collide, 0, 1)?;
    let limit = Limits::default().occurrences;
    let (derived, odd) = Derived::build(&scene, &State::new(&scene, 0), limit);
    findings.extend(odd.into_iter().map(|finding| finding.in_file(&request.container)));
    if start.is_some() {
        avatar::place(&mut scene, &derived, start);
    }
    step(progress, Phase::Collide, 1, 1)?;
    Ok(Loaded { scene, derived, findings, bytes_read: 0 })
}
