//! Libraries of 'mechs and their members, which say too little of themselves:
//! what they are follows from their names and from the library around them.
//! Source: `docs/spec/zbd/mechlib.md`.

use super::archive::{Made, archive_kind, kept_around, list_other, with_archive};
use super::of_game;
use crate::archive::{self, Directory};
use crate::gamez::{self, Version};
use crate::mechlib::{self, Material, Mechlib, ModelTree};
use binary::{Code, Mode, Result};
use filekind::{ArchiveForm, Content, FileKind, Identity, MemberKinds, Overlay, Recognise, Variant, boxed};
use serde::Serialize;
use std::borrow::Cow;

/// Name of the member with the materials.
const MATERIALS: &str = "materials";

/// A library of 'mechs.
pub static MECHLIB: FileKind = FileKind {
    recognise: Recognise { end: |bytes| Made::is(bytes, Made::Mechlib), ..Recognise::NEVER },
    archive: Some(ArchiveForm { list: list_other, members, reads_members: true }),
    codes: || with_archive(codes),
    ..archive_kind("zbd.mechlib", "Zipper 'mech library", |bytes, _, mode| boxed(mechlib::read(bytes, mode)))
};

/// One 'mech of it.
pub static MECH_MODEL: FileKind = FileKind {
    endings: &[".flt"],
    member_only: true,
    codes,
    ..FileKind::new("zbd.mechlib.model", "'mech of a Zipper 'mech library", |bytes, variant, mode| {
        let Library { version, materials } = Library::from(variant);
        let read = mechlib::read_model(bytes, version, materials, mode);
        boxed(read.map(|(tree, report)| (Mech { version, tree }, report)))
    })
};

/// The findings of a library and those of the models and nodes in it.
fn codes() -> Vec<&'static Code> {
    mechlib::codes().into_iter().chain(gamez::all_codes()).collect()
}

/// Its materials.
pub static MECH_MATERIALS: FileKind = FileKind {
    member_only: true,
    codes: mechlib::codes,
    ..FileKind::new("zbd.mechlib.materials", "materials of a Zipper 'mech library", |bytes, _, mode| {
        boxed(mechlib::read_materials(bytes, mode).map(|(list, report)| (Materials(list), report)))
    })
};

/// Its `version` or `format`.
pub static MECH_WORD: FileKind = FileKind {
    member_only: true,
    codes: mechlib::codes,
    ..FileKind::new("zbd.mechlib.word", "word of a Zipper 'mech library", |bytes, _, mode| {
        boxed(mechlib::read_word(bytes, mode).map(|(word, report)| (Word(word), report)))
    })
};

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
        let version =
            Version::from_number(super::word(member("version").filter(|word| word.len() == 4)?, 0)?)?;
        let (materials, _) = mechlib::read_materials(member(MATERIALS)?, Mode::Lenient).ok()?;
        Some(Library { version, materials: materials.len() })
    }

    /// What the member of this name is.
    fn member(self, name: &str) -> Option<Identity> {
        match name.to_ascii_lowercase().as_str() {
            "version" | "format" => Some(Identity::from(&MECH_WORD)),
            MATERIALS => Some(Identity::from(&MECH_MATERIALS)),
            name if name.ends_with(".flt") => {
                Some(Identity { kind: &MECH_MODEL, variant: Variant::from(self) })
            }
            _ => None,
        }
    }
}

impl From<Library> for Variant {
    /// The version's number and how many materials there are.
    fn from(library: Library) -> Self {
        Variant(library.version.number(), u32::try_from(library.materials).unwrap_or(u32::MAX))
    }
}

impl From<Variant> for Library {
    fn from(Variant(version, materials): Variant) -> Self {
        let version = Version::from_number(version).unwrap_or(Version::MechWarrior3);
        Library { version, materials: materials as usize }
    }
}

fn members(archive: &[u8], overlay: Overlay<'_>) -> MemberKinds {
    let library = Library::of(archive).map(|mut library| {
        // A mod may lay other materials over them, too.
        if let Some(materials) = overlay(MATERIALS)
            && let Ok((materials, _)) = mechlib::read_materials(&materials, Mode::Lenient)
        {
            library.materials = materials.len();
        }
        library
    });
    Box::new(move |name, _| library?.member(name))
}

impl Content for Mechlib {
    fn version(&self) -> Option<Cow<'static, str>> {
        Some(of_game(self.version))
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        mechlib::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let nodes: usize = self.models().map(|(_, tree)| tree.nodes.len()).sum();
        vec![
            ("models", self.models().count().to_string()),
            ("nodes", nodes.to_string()),
            ("materials", self.materials().len().to_string()),
        ]
    }

    fn kept_raw_bytes(&self) -> usize {
        kept_around(&self.archive)
    }
}

/// A 'mech and the game whose it is.
#[derive(Debug, Serialize)]
#[serde(transparent)]
struct Mech {
    #[serde(skip)]
    version: Version,
    tree: ModelTree,
}

impl Content for Mech {
    fn version(&self) -> Option<Cow<'static, str>> {
        Some(of_game(self.version))
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        mechlib::write_model(&self.tree, self.version).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let models = self.tree.nodes.iter().filter_map(|node| node.model.as_ref());
        let polygons: usize = models.map(|model| model.polygon_infos.len()).sum();
        vec![("nodes", self.tree.nodes.len().to_string()), ("polygons", polygons.to_string())]
    }
}

#[derive(Debug, Serialize)]
#[serde(transparent)]
struct Materials(Vec<Material>);

impl Content for Materials {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        mechlib::write_materials(&self.0).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        vec![("materials", self.0.len().to_string())]
    }
}

#[derive(Debug, Serialize)]
#[serde(transparent)]
struct Word(u32);

impl Content for Word {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        Ok(Some(self.0.to_le_bytes().to_vec()))
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        vec![("value", self.0.to_string())]
    }
}
