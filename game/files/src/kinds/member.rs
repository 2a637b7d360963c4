//! Members of archives that say too little of themselves: what they are follows
//! from their names and from the archive around them. Source:
//! `docs/spec/zbd/mechlib.md`.

use super::Kind;
use binary::Mode;
use zbd::archive::{self, Directory};
use zbd::gamez::Version;
use zbd::{mechlib, motion};

/// What the members of a library of 'mechs are read by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Library {
    /// The game whose 'mechs these are.
    pub version: Version,
    /// How many materials there are.
    pub materials: usize,
}

impl Library {
    /// Of an archive that is such a library and whose materials can be read.
    pub fn of(bytes: &[u8]) -> Option<Library> {
        let (Directory { members, .. }, _) = archive::read_directory(bytes, Mode::Lenient).ok()?;
        let member = |name: &str| {
            let member = members.iter().find(|member| member.name.text().eq_ignore_ascii_case(name))?;
            bytes.get(member.range.clone())
        };
        let word = <[u8; 4]>::try_from(member("version")?).ok()?;
        let version = Version::from_number(u32::from_le_bytes(word))?;
        let (materials, _) = mechlib::read_materials(member("materials")?, Mode::Lenient).ok()?;
        Some(Library { version, materials: materials.len() })
    }

    /// What the member of this name is.
    pub fn member(&self, name: &str) -> Option<Kind> {
        let name = name.to_ascii_lowercase();
        match name.as_str() {
            "version" | "format" => Some(Kind::MechWord),
            "materials" => Some(Kind::MechMaterials),
            name if name.ends_with(".flt") => Some(Kind::MechModel(*self)),
            _ => None,
        }
    }
}

impl Kind {
    /// What the member of this name in this archive is, where name and archive
    /// tell.
    pub fn in_archive(archive: &[u8], name: &str, bytes: &[u8]) -> Option<Kind> {
        if Kind::identify(archive) == Some(Kind::Mechlib) {
            return Library::of(archive)?.member(name);
        }
        Kind::of_member(name, bytes)
    }

    /// What a member of any other archive is by its name, so that one that is
    /// damaged is no stranger.
    pub fn of_member(name: &str, bytes: &[u8]) -> Option<Kind> {
        let name = name.to_ascii_lowercase();
        match () {
            () if name.ends_with(".zrd") => Some(Kind::Reader),
            () if name.ends_with(".wav") => Some(Kind::Sound),
            () if motion::is_motion(bytes) => Some(Kind::Motion),
            () => None,
        }
    }
}
