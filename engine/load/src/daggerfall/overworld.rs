//! What all cells of an overworld share: the land, its climates, its locations, the archives of its pictures.
//! Source: `docs/spec/daggerfall.md`, "10. Minimum for a first walk".

use super::arrival::{self, Arrival, Side};
use super::cell::Cell;
use super::climates::Climates;
use super::ground::Levels;
use super::layout::{Layout, PlaceName};
use super::models::Models;
use super::pictures::Archives;
use super::regions::Regions;
use super::settings::Settings;
use super::sky::Skies;
use super::slim::slim;
use super::town::Towns;
use super::weather::Weather;
use super::{DAMAGED, LAND, MISSING};
use binary::{Finding, Mode, Report, Severity};
use daggerfall::climate::{Climate, Season};
use daggerfall::pak;
use daggerfall::woods::{self, Elevations, Woods, land::Heights, land::UNIT, unity};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use vfs::Vfs;
use xxhash_rust::xxh3::Xxh3;

/// The overworld of an install, read when it is first asked for: whoever loads its cells has the same one for all
/// of them. Requests for other families have an empty one that costs nothing.
#[derive(Clone, Default)]
pub struct Shared {
    settings: Settings,
    read: Arc<Mutex<Option<Arc<Overworld>>>>,
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_read = self.read.try_lock().is_ok_and(|read| read.is_some());
        f.debug_struct("Shared").field("settings", &self.settings).field("is_read", &is_read).finish()
    }
}

impl Shared {
    /// An overworld that nobody read yet, with these choices.
    pub fn new(settings: Settings) -> Self {
        Shared { settings: settings.sound(), read: Arc::default() }
    }

    /// What somebody chose of it.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// What was read of it, if it was.
    pub fn peek(&self) -> Option<Arc<Overworld>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How many cells it has; `None` while nobody read it.
    pub fn layout(&self) -> Option<Layout> {
        self.peek().map(|overworld| overworld.layout())
    }

    /// A number that differs for other files or other choices; `None` while nobody read it.
    pub fn fingerprint(&self) -> Option<u64> {
        self.peek().map(|overworld| overworld.fingerprint)
    }

    /// The overworld, and what was odd about its files when this call read them.
    ///
    /// # Errors
    /// No WOODS.WLD at the address, or one without land.
    pub fn open(&self, vfs: &Vfs, woods: &str) -> Result<(Arc<Overworld>, Vec<Finding>), Box<Finding>> {
        // Whoever asks while it is read waits, instead of reading it once more.
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(overworld) = &*read {
            return Ok((Arc::clone(overworld), Vec::new()));
        }
        let (overworld, findings) = Overworld::read(vfs, woods, self.settings)?;
        let overworld = Arc::new(overworld);
        *read = Some(Arc::clone(&overworld));
        Ok((overworld, findings))
    }
}

/// An overworld.
pub struct Overworld {
    /// What somebody chose.
    pub settings: Settings,
    fingerprint: u64,
    pub(super) woods: Woods,
    pub(super) elevations: Elevations,
    pub(super) climates: Climates,
    pub(super) regions: Regions,
    pub(super) archives: Archives,
    pub(super) skies: Skies,
    pub(super) towns: Towns,
    pub(super) models: Models,
}

impl fmt::Debug for Overworld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Overworld").field("settings", &self.settings).finish_non_exhaustive()
    }
}

/// Metres above the sea at which beaches end, in readings that have no such height of their own.
const BEACH: f32 = 2.0;

impl Overworld {
    fn read(vfs: &Vfs, address: &str, settings: Settings) -> Result<(Self, Vec<Finding>), Box<Finding>> {
        let mut findings = Vec::new();
        let in_file = |finding: Box<Finding>| Box::new(finding.in_file(address));
        let bytes = vfs.read(address)?;
        let fingerprint = fingerprint(vfs, address, &bytes, &settings);
        let (woods, report) = woods::read(&bytes, Mode::Lenient).map_err(in_file)?;
        drop(bytes);
        let woods = slim(woods, settings.land());
        tell(&mut findings, report, address);
        let mut elevations = woods.elevations();
        if elevations.values.is_empty() {
            let finding = Finding::new(&LAND, Severity::Error, address, "a map of cells", "none");
            return Err(Box::new(finding));
        }
        let folder = address.rfind('/').map_or("", |slash| &address[..=slash]);
        let climates = climates(vfs, &format!("{folder}CLIMATE.PAK"), &elevations, &mut findings);
        let regions = Regions::read(vfs, &format!("{folder}POLITIC.PAK"), &mut findings);
        let archives = Archives::new(vfs, folder, &mut findings);
        let towns = Towns::read(vfs, folder, &settings, &mut findings);
        let models = Models::read(vfs, folder, &mut findings);
        elevations.soften(|x, y| towns.is_at([x, y]));
        Ok((
            Overworld {
                settings,
                fingerprint,
                woods,
                elevations,
                climates,
                regions,
                archives,
                skies: Skies::new(folder),
                towns,
                models,
            },
            findings,
        ))
    }

    /// How many cells there are.
    pub fn layout(&self) -> Layout {
        Layout { width: self.elevations.width as i32, height: self.elevations.height as i32 }
    }

    /// The name of the location in a cell, if there is one.
    pub fn location(&self, cell: [i32; 2]) -> Option<String> {
        self.towns.name(cell)
    }

    /// The name of the region that a cell is of; `None` at sea, and where nothing says it.
    pub fn region(&self, cell: [i32; 2]) -> Option<&'static str> {
        self.regions.name(cell)
    }

    /// Where whoever comes from a side arrives in a cell of the map.
    pub fn arrival(&self, cell: [i32; 2], side: Side) -> Option<Arrival> {
        self.layout().number(PlaceName::Cell(cell))?;
        // What is odd about it is said when it is loaded.
        Some(arrival::arrival(&Cell::new(self, cell, &mut Vec::new()), side))
    }

    /// The weather of a cell: the one that somebody chose, or by its climate.
    pub fn weather(&self, cell: [i32; 2]) -> Weather {
        let by_climate = || Weather::of(cell, self.climate(cell), self.settings.winter);
        self.settings.weather.unwrap_or_else(by_climate)
    }

    /// The climate of a cell.
    pub(super) fn climate(&self, [px, py]: [i32; 2]) -> &'static Climate {
        Climate::of(self.climates.at(px, py))
    }

    /// Winter, or not.
    pub(super) fn season(&self) -> Season {
        if self.settings.winter { Season::Winter } else { Season::Other }
    }

    /// The heights of a cell in metres before the vertical factor.
    pub(super) fn heights(&self, [px, py]: [i32; 2]) -> Heights {
        self.settings.land().heights(&self.elevations, &self.woods, px, py)
    }

    /// Where the sea and the beach end, in the same.
    pub(super) fn levels(&self) -> Levels {
        let sea = self.settings.land().sea();
        // The game's own beach is as high above its sea.
        let beach = if sea > 0.0 { unity::BEACH } else { sea + BEACH };
        Levels { sea, beach }
    }

    /// The mean colour of a piece of ground.
    pub(super) fn mean_of_ground(&self, vfs: &Vfs, archive: u16, record: u8, season: Season) -> [u8; 3] {
        self.archives.ground(vfs, archive, record, season).mean
    }

    /// Units of a metre of height.
    pub(super) fn metre(&self) -> f32 {
        self.settings.vertical / UNIT
    }
}

/// The land byte by byte, the sizes of what stands on it, and what somebody chose.
fn fingerprint(vfs: &Vfs, address: &str, woods: &[u8], settings: &Settings) -> u64 {
    let folder = address.rfind('/').map_or("", |slash| &address[..=slash]);
    let sizes = ["CLIMATE.PAK", "POLITIC.PAK", "MAPS.BSA", "BLOCKS.BSA", "ARCH3D.BSA"]
        .map(|name| vfs.size(&format!("{folder}{name}")).unwrap_or_default());
    let mut hash = Xxh3::new();
    hash.update(woods);
    hash.update(format!("{sizes:?} {:?}", settings.of_cells()).as_bytes());
    hash.digest()
}

/// Adds what a reader noticed.
pub(super) fn tell(findings: &mut Vec<Finding>, report: Report, address: &str) {
    findings.extend(report.into_findings().into_iter().map(|finding| finding.in_file(address)));
}

/// The bytes of a file that may be missing; a finding if it is, with what is `lost` without it.
pub(super) fn optional(
    vfs: &Vfs,
    address: &str,
    lost: &str,
    findings: &mut Vec<Finding>,
) -> Option<vfs::Bytes> {
    if !vfs.is_file(address) {
        let finding = Finding::new(&MISSING, Severity::Warning, address, "the file", "none");
        findings.push(finding.inside(lost));
        return None;
    }
    match vfs.read(address) {
        Ok(bytes) => Some(bytes),
        Err(finding) => {
            findings.push(*finding);
            None
        }
    }
}

/// What a reader made of a file; a finding where it made nothing.
pub(super) fn usable<T>(
    read: Result<(T, Report), Box<Finding>>,
    address: &str,
    findings: &mut Vec<Finding>,
) -> Option<T> {
    match read {
        Ok((value, report)) => {
            tell(findings, report, address);
            Some(value)
        }
        Err(finding) => {
            let found = finding.in_file(address);
            findings.push(Finding::new(&DAMAGED, Severity::Warning, address, "a file of the game", found));
            None
        }
    }
}

fn climates(vfs: &Vfs, address: &str, map: &Elevations, findings: &mut Vec<Finding>) -> Climates {
    let bytes = optional(vfs, address, "all land is one of woods", findings);
    let pak = bytes.and_then(|bytes| usable(pak::read(&bytes, Mode::Lenient), address, findings));
    match pak {
        Some(pak) => {
            let grid = pak.grid();
            Climates::new(map.width, map.height, |x, y| grid.at(x as i32, y as i32))
        }
        None => Climates::plain(map.width, map.height),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::{Family, Request};
    use daggerfall::woods::Pixel;
    use tempfile::TempDir;

    /// A map of 10 by 9 cells with an island in its middle.
    pub fn island(x: u32, y: u32) -> u8 {
        let away = x.abs_diff(4).max(y.abs_diff(4));
        [60, 40, 20, 2][away.min(3) as usize]
    }

    /// An install with a WOODS.WLD and nothing else.
    pub fn land(elevation: fn(u32, u32) -> u8) -> (TempDir, Vfs, Request) {
        let folder = tempfile::tempdir().unwrap();
        let pixel = |x, y| {
            let heights = std::array::from_fn(|at| (at as u32 * 7 + x * 3 + y * 5) as u8 % 40);
            (elevation(x, y), Pixel { heights, ..Pixel::default() })
        };
        let woods = Woods::new(10, 9, pixel).unwrap();
        let path = folder.path().join("ARENA2");
        std::fs::create_dir(&path).unwrap();
        std::fs::write(path.join("WOODS.WLD"), woods::write(&woods).unwrap()).unwrap();
        let vfs = Vfs::open(folder.path(), &[], crate::ARCHIVES).unwrap();
        let request = Request {
            world: "4,4".to_owned(),
            container: "arena2/woods.wld".to_owned(),
            land: Shared::new(Settings::default()),
            ..Request::bare(Family::Daggerfall, "daggerfall", world::Frame::parse("+x +y -z", UNIT).unwrap())
        };
        (folder, vfs, request)
    }

    #[test]
    fn neighbours_have_the_same_heights_on_their_edge_in_every_reading() {
        let (_folder, vfs, request) = land(island);
        for name in woods::land::Reading::NAMES {
            let mut settings = Settings::default();
            settings.choose(&format!("reading={name}")).unwrap();
            let (overworld, _) = Shared::new(settings).open(&vfs, &request.container).unwrap();
            let [here, east, north] = [[4, 4], [5, 4], [4, 3]].map(|at| overworld.heights(at));
            let mut worst = 0.0_f32;
            for at in 0..woods::land::SIDE {
                worst = worst.max((here.at(128, at) - east.at(0, at)).abs());
                worst = worst.max((here.at(at, 128) - north.at(at, 0)).abs());
            }
            assert_eq!(worst, 0.0, "{name}");
        }
    }

    #[test]
    fn land_alone_is_enough_and_what_is_missing_is_said_once() {
        let (_folder, vfs, request) = land(island);
        let (overworld, findings) = request.land.open(&vfs, &request.container).unwrap();
        let missing: Vec<&str> = findings
            .iter()
            .filter(|found| found.code == MISSING.id)
            .map(|found| found.file.as_ref())
            .collect();
        assert_eq!(
            missing,
            [
                "arena2/CLIMATE.PAK",
                "arena2/POLITIC.PAK",
                "arena2/ART_PAL.COL",
                "arena2/MAPS.BSA",
                "arena2/BLOCKS.BSA",
                "arena2/ARCH3D.BSA"
            ]
        );
        assert_eq!(overworld.layout(), Layout { width: 10, height: 9 });
        let (again, findings) = request.land.clone().open(&vfs, "nowhere").unwrap();
        assert!(Arc::ptr_eq(&overworld, &again) && findings.is_empty());
        let missing = Shared::new(Settings::default()).open(&vfs, "arena2/nothing.wld");
        assert!(missing.is_err());
    }
}
