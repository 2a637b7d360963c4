//! Members that mods lay over an archive: what a library of 'mechs makes of
//! them. Other members say themselves what they are.

use crate::install::Install;
use crate::kinds::Kind;
use ::vfs::Entry;
use binary::{Finding, Mode, Report, Result};
use std::collections::HashMap;
use zbd::gamez::Version;
use zbd::mechlib;

/// Name of the member with the materials.
const MATERIALS: &str = "materials";

/// The files to check: those of folders, and what mods lay over archives, but no
/// archive's own members.
pub fn files(entries: Vec<Entry>) -> Vec<Entry> {
    let files: HashMap<String, usize> = entries
        .iter()
        .filter(|entry| entry.kind == ::vfs::Kind::File)
        .map(|entry| (entry.address.clone(), entry.layer))
        .collect();
    let own = |entry: &Entry| {
        let mut above = entry.address.as_str();
        while let Some((folder, _)) = above.rsplit_once('/') {
            above = folder;
            if let Some(layer) = files.get(above) {
                return *layer == entry.layer;
            }
        }
        false
    };
    entries.into_iter().filter(|entry| entry.kind == ::vfs::Kind::File && !own(entry)).collect()
}

/// A member of a library of 'mechs.
#[derive(Clone, Copy, Debug)]
pub enum Member {
    /// One model: the game's version, and how many materials it may refer to.
    Model(Version, usize),
    /// The materials of all models.
    Materials,
}

impl Member {
    /// What an address names, if that is a member laid over a library.
    pub fn at(install: &Install, address: &str) -> Option<Member> {
        let (library, name) = address.rsplit_once('/')?;
        let name = name.to_ascii_lowercase();
        if !(name == MATERIALS || name.ends_with(".flt")) || !install.vfs.is_file(library) {
            return None;
        }
        let bytes = install.vfs.read(library).ok()?;
        if Kind::identify(&bytes) != Some(Kind::Mechlib) {
            return None;
        }
        if name == MATERIALS {
            return Some(Member::Materials);
        }
        let word = install.vfs.read(&format!("{library}/version")).ok()?;
        let version = Version::from_number(u32::from_le_bytes(word.get(..4)?.try_into().ok()?))?;
        let materials = install.vfs.read(&format!("{library}/{MATERIALS}")).ok()?;
        let (materials, _) = mechlib::read_materials(&materials, Mode::Lenient).ok()?;
        Some(Member::Model(version, materials.len()))
    }

    /// One word for JSON.
    pub const fn id(self) -> &'static str {
        match self {
            Member::Model(..) => "zbd.mechlib.model",
            Member::Materials => "zbd.mechlib.materials",
        }
    }

    /// Reads it strictly; the second is what writing it back gives.
    pub fn read(self, bytes: &[u8]) -> Result<(Report, Result<Vec<u8>>)> {
        Ok(match self {
            Member::Model(version, materials) => {
                let (tree, report) = mechlib::read_model(bytes, version, materials, Mode::Strict)?;
                (report, mechlib::write_model(&tree, version))
            }
            Member::Materials => {
                let (materials, report) = mechlib::read_materials(bytes, Mode::Strict)?;
                (report, mechlib::write_materials(&materials))
            }
        })
    }
}

/// Findings of a report, with the file's name.
pub fn findings(report: Report, file: &str) -> Vec<Finding> {
    report.into_findings().into_iter().map(|finding| finding.in_file(file)).collect()
}
