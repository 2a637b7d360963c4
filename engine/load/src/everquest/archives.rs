//! The archives of a zone and the worlds in them: which belong to a zone by their names, and which are
//! zones at all. Source: `docs/spec/everquest/zone-install.md`, "1. Files of an install".

use super::ARCHIVE;
use binary::{Finding, Mode, Severity};
use everquest::wld::{self, Body, Names, Reference, Wld, header};
use order::Order;
use rayon::prelude::*;
use std::sync::OnceLock;
use vfs::Vfs;

/// Endings of the names of archives with models of a zone's objects, in the order in which actors are
/// looked for.
const OBJECTS: [&str; 3] = ["_obj", "_2_obj", "_obj2"];
/// Beginnings and endings of the names of archives that are no zones.
const NO_ZONES: (&[&str], &[&str]) =
    (&["gequip", "chequip", "bmpwad", "snd", "global"], &["_obj", "_obj2", "_chr", "_chr2", "_amr", "_lit"]);
/// Names of archives that are no zones.
const NEVER_ZONES: [&str; 1] = ["sky"];
/// Ending of the name of every such archive.
const ENDING: &str = ".s3d";
/// Ending of the names of archives with what player races wear.
const ARMOUR: &str = "_amr.s3d";
/// Most archives that a zone's list names; originals list a few.
const MOST_ASSETS: usize = 64;
/// Where the number of regions is in the header of a world.
const REGION_COUNT: usize = 12;

/// The world of placements in the archive of a zone.
pub(super) const PLACEMENTS: &str = "objects.wld";
/// The world of lights in the archive of a zone.
pub(super) const LIGHTS: &str = "lights.wld";

/// A world that was read, with the archive it is in.
pub(super) struct World {
    /// Address of the archive.
    pub archive: String,
    /// Address of the world in it.
    pub address: String,
    /// What it holds.
    pub wld: Wld,
    names: OnceLock<Names>,
}

impl World {
    /// The fragment that a reference leads to, by its number or by its name.
    pub fn body(&self, reference: Reference) -> Option<&Body> {
        self.wld.body(self.number(reference))
    }

    /// A reference as the number of a fragment; nothing where it leads nowhere.
    pub fn number(&self, reference: Reference) -> Reference {
        match reference.index() {
            Some(_) => reference,
            None => self.names().resolve(&self.wld, reference),
        }
    }

    /// The fragments by their names.
    pub fn names(&self) -> &Names {
        self.names.get_or_init(|| Names::of(&self.wld))
    }
}

/// The archives around that of a zone.
pub(super) struct Archives<'v> {
    vfs: &'v Vfs,
    /// Address of the folder with a slash at its end; empty for the top.
    folder: String,
    /// The zone's short name, lower case.
    zone: String,
    /// Address of the zone's own archive.
    own: String,
}

impl<'v> Archives<'v> {
    /// Those of the zone in an archive.
    pub fn new(vfs: &'v Vfs, archive: &str) -> Self {
        let (folder, name) = split(archive);
        Archives { vfs, folder: folder.to_owned(), zone: base(name), own: archive.to_owned() }
    }

    /// Address of an archive of this folder, if it is there.
    fn there(&self, name: &str) -> Option<String> {
        let address = format!("{}{name}{ENDING}", self.folder);
        self.vfs.is_file(&address).then_some(address)
    }

    /// Address of a file of this folder, whether it is there or not.
    pub fn beside(&self, name: &str) -> String {
        format!("{}{name}", self.folder)
    }

    /// Address of a file of the zone's own, by the ending of its name, whether it is there or not.
    pub fn of_zone(&self, ending: &str) -> String {
        self.beside(&self.named(ending))
    }

    /// Name of a file of the zone's own, by its ending.
    pub fn named(&self, ending: &str) -> String {
        format!("{}{ending}", self.zone)
    }

    /// The zone's short name, lower case.
    pub fn zone(&self) -> &str {
        &self.zone
    }

    /// True for the short name of the zone itself.
    pub fn is_zone(&self, name: &str) -> bool {
        self.zone.eq_ignore_ascii_case(name)
    }

    /// The name of a zone of this folder as its archive writes it, if that is there and may be one.
    pub fn zone_there(&self, name: &str) -> Option<String> {
        let name = name.to_ascii_lowercase();
        let archive = format!("{name}{ENDING}");
        if name.contains(['/', '\\']) || !may_be_zone(&archive) {
            return None;
        }
        self.there(&name).map(|_| name)
    }

    /// The archive of the sky, if it is there.
    pub fn sky(&self) -> Option<String> {
        self.there("sky")
    }

    /// Archives with models of objects that the zone has as its own.
    pub fn objects(&self) -> Vec<String> {
        let own = OBJECTS.iter().filter_map(|ending| self.there(&format!("{}{ending}", self.zone)));
        let mut all: Vec<String> = own.collect();
        // Those of creatures and of pictures alone are looked into elsewhere.
        let has_objects =
            |archive: &String| !is_of_creatures(archive) && world_in(self.vfs, archive).is_some();
        all.extend(self.assets().into_iter().filter(has_objects));
        all
    }

    /// The further archives that a late zone lists in its `_assets.txt` and that are there.
    fn assets(&self) -> Vec<String> {
        let list = self.vfs.read(&self.of_zone("_assets.txt")).ok();
        let list = list.and_then(|bytes| everquest::file_list::read(&bytes, Mode::Lenient).ok());
        let names = list.iter().flat_map(|(list, _)| &list.lines).filter_map(|line| line.row.as_ref());
        let mut all: Vec<String> = Vec::new();
        for name in names.take(MOST_ASSETS) {
            let found = self.there(&base(&name.0));
            let is_new = |found: &String| *found != self.own && !all.contains(found);
            all.extend(found.filter(is_new));
        }
        all
    }

    /// The archive with light or geometry that was made anew for the zone, if it is there.
    pub fn lit(&self) -> Option<String> {
        self.there(&format!("{}_lit", self.zone))
    }

    /// Archives in which an actor is looked for that is in none of [`Archives::objects`]: equipment, then
    /// creatures.
    pub fn others(&self) -> Vec<String> {
        let folder = self.folder.trim_end_matches('/');
        let listed = self.vfs.list(folder).unwrap_or_default().into_iter();
        let names = listed.map(|entry| entry.name.to_ascii_lowercase());
        let equipment = names.filter(|name| name.starts_with("gequip") && name.ends_with(ENDING));
        let mut all: Vec<String> = equipment.map(|name| format!("{}{name}", self.folder)).collect();
        all.order();
        all.extend(
            [format!("{}_chr", self.zone), format!("{}2_chr", self.zone)]
                .iter()
                .filter_map(|name| self.there(name)),
        );
        all
    }

    /// Address of the folder with a slash at its end; empty for the top.
    pub fn folder(&self) -> &str {
        &self.folder
    }

    /// Archives with the zone's creatures: its own, then those that its list names.
    pub fn creatures(&self) -> Vec<String> {
        let own = [format!("{}_chr", self.zone), format!("{}2_chr", self.zone)];
        let mut all: Vec<String> = own.iter().filter_map(|name| self.there(name)).collect();
        all.extend(self.assets().into_iter().filter(|archive| is_of_creatures(archive)));
        let list = self.vfs.read(&format!("{}{}_chr.txt", self.folder, self.zone)).ok();
        let list = list.and_then(|bytes| everquest::model_list::read(&bytes, Mode::Lenient).ok());
        for (_, archive) in list.iter().flat_map(|(list, _)| list.models()) {
            let name = archive.to_ascii_lowercase();
            // A name may leave out what archives of creatures end with.
            let found = self.there(&name).or_else(|| self.there(&format!("{name}_chr")));
            all.extend(found.filter(|found| !all.contains(found)));
        }
        all
    }

    /// The zone's own archives, in the order in which a picture is looked for that is not beside the world
    /// that names it.
    pub fn pictures(&self) -> Vec<String> {
        let creatures = self.there(&format!("{}_chr", self.zone));
        let mut all: Vec<String> =
            [self.own.clone()].into_iter().chain(self.objects()).chain(creatures).collect();
        let more = self.lit().into_iter().chain(self.assets()).chain(armour(self.vfs, &self.folder));
        more.for_each(|archive| all.extend(Some(archive).filter(|archive| !all.contains(archive))));
        all
    }

    /// Address of a world of the zone's archive, if it is there. Light that was made anew for a zone
    /// (`_lit.s3d`) takes the place of the old one.
    pub fn member(&self, name: &str) -> Option<String> {
        let places =
            self.lit().into_iter().chain([self.own.clone()]).map(|archive| format!("{archive}/{name}"));
        places.into_iter().find(|address| self.vfs.is_file(address))
    }
}

/// True for the name of an archive of creatures.
fn is_of_creatures(archive: &str) -> bool {
    let name = base(split(archive).1);
    name.ends_with("_chr") || name.ends_with("_chr2")
}

/// The archives of a folder with what player races wear, by their names. `folder` ends with a slash, or is empty.
pub(super) fn armour(vfs: &Vfs, folder: &str) -> Vec<String> {
    let entries = vfs.list(folder.trim_end_matches('/')).unwrap_or_default().into_iter();
    let names = entries.map(|entry| entry.name.to_ascii_lowercase());
    let mut found: Vec<String> =
        names.filter(|name| name.ends_with(ARMOUR)).map(|name| format!("{folder}{name}")).collect();
    found.order();
    found
}

/// Reads the world at an address. One that cannot be read is a finding; `bytes_read` grows by its size.
pub(super) fn read(
    vfs: &Vfs,
    archive: &str,
    address: String,
    findings: &mut Vec<Finding>,
    bytes_read: &mut u64,
) -> Option<World> {
    let bytes = match vfs.read(&address) {
        Ok(bytes) => bytes,
        Err(finding) => {
            findings.push(*finding);
            return None;
        }
    };
    *bytes_read += bytes.len() as u64;
    match wld::read(&bytes, Mode::Lenient) {
        Ok((wld, report)) => {
            findings.extend(report.into_findings().into_iter().map(|finding| finding.in_file(&address)));
            Some(World { archive: archive.to_owned(), address, wld, names: OnceLock::new() })
        }
        Err(finding) => {
            findings.push(finding.in_file(&address));
            None
        }
    }
}

/// Reads many worlds at once: archive and address of each that there is. What cannot be read is a finding.
pub(super) fn read_all(
    vfs: &Vfs,
    wanted: Vec<Option<(String, String)>>,
    findings: &mut Vec<Finding>,
    bytes_read: &mut u64,
) -> Vec<Option<World>> {
    let one = |wanted: Option<(String, String)>| {
        let (mut findings, mut bytes_read) = (Vec::new(), 0);
        let world = wanted
            .and_then(|(archive, address)| read(vfs, &archive, address, &mut findings, &mut bytes_read));
        (world, findings, bytes_read)
    };
    let read: Vec<_> = wanted.into_par_iter().map(one).collect();
    let mut worlds = Vec::with_capacity(read.len());
    for (world, odd, bytes) in read {
        findings.extend(odd);
        *bytes_read += bytes;
        worlds.push(world);
    }
    worlds
}

/// As [`read`], of the world that an archive is named after.
pub(super) fn read_of(
    vfs: &Vfs,
    archive: &str,
    findings: &mut Vec<Finding>,
    bytes_read: &mut u64,
) -> Option<World> {
    let address = world_of(vfs, archive, findings)?;
    read(vfs, archive, address, findings, bytes_read)
}

/// As [`world_in`]; an archive without its world is a finding.
pub(super) fn world_of(vfs: &Vfs, archive: &str, findings: &mut Vec<Finding>) -> Option<String> {
    let world = world_in(vfs, archive);
    if world.is_none() {
        let expected = format_args!("a world, `{}.wld`", base(split(archive).1));
        findings.push(Finding::new(&ARCHIVE, Severity::Warning, archive, expected, "none"));
    }
    world
}

/// The folder of an address with a slash at its end, and the name.
fn split(address: &str) -> (&str, &str) {
    address.split_at(address.rfind('/').map_or(0, |slash| slash + 1))
}

/// The name of an archive at an address without its ending, lower case.
pub(super) fn name_of(archive: &str) -> String {
    base(split(archive).1)
}

/// The name of an archive without its ending, lower case.
fn base(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    name.strip_suffix(ENDING).unwrap_or(&name).to_owned()
}

/// Address of the world that an archive is named after: `<base>.wld`, else the only one that is neither
/// [`PLACEMENTS`] nor [`LIGHTS`].
pub(super) fn world_in(vfs: &Vfs, archive: &str) -> Option<String> {
    let named = format!("{archive}/{}.wld", base(split(archive).1));
    if vfs.is_file(&named) {
        return Some(named);
    }
    let entries = vfs.list(archive).ok()?.into_iter();
    let mut worlds = entries.filter(|entry| {
        let name = entry.name.to_ascii_lowercase();
        name.ends_with(".wld") && name != PLACEMENTS && name != LIGHTS
    });
    let first = worlds.next()?;
    worlds.next().is_none().then_some(first.address)
}

/// True for the name of an archive that may hold a zone: not one of objects, creatures, equipment,
/// pictures or the sky.
pub fn may_be_zone(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let Some(base) = lower.strip_suffix(ENDING) else { return false };
    let (starts, ends) = NO_ZONES;
    !NEVER_ZONES.contains(&base)
        && !starts.iter().any(|start| base.starts_with(start))
        && !ends.iter().any(|end| base.ends_with(end))
}

/// True for an archive that holds a zone: the world that it is named after has regions. Reads the table of
/// contents of the archive and the start of that world.
pub fn holds_zone(vfs: &Vfs, archive: &str) -> bool {
    let Some(start) = world_in(vfs, archive).and_then(|world| vfs.read_start(&world, REGION_COUNT + 4).ok())
    else {
        return false;
    };
    let word =
        |at: usize| start.get(at..).and_then(<[u8]>::first_chunk).map(|word| u32::from_le_bytes(*word));
    word(0) == Some(header::MAGIC) && word(REGION_COUNT).is_some_and(|regions| regions > 0)
}
