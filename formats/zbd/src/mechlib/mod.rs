//! The library of 'mech models (`mechlib.zbd`) of MechWarrior 3 and Pirate's
//! Moon: materials, and trees of nodes with their models inside. Nodes and
//! models are those of GameZ and are reported with its codes
//! (`zbd.gamez.model.*`, `zbd.node.*`). Which motion moves which part is not
//! known here. Source: `docs/spec/zbd/mechlib.md`.
//!
//! [`read`] and [`write()`] are the whole archive; [`read_materials`],
//! [`read_model`] and [`read_word`] are single members of it.

mod author;
mod file;
mod materials;
mod tree;

pub use author::{materials_used, vertex_bounds};
pub use file::{CODES, FORMAT_WORD, fields, read, read_with, read_word, write};
pub use materials::{Material, MaterialInfo, read_materials, write_materials};
pub use tree::{ModelTree, TreeData, TreeNode, model_fields, read_model, write_model};

use crate::archive::TypedArchive;
use crate::gamez::Version;
use crate::packed;
use binary::{Code, Record};
use serde::{Deserialize, Serialize};

/// A library of models.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mechlib {
    /// MechWarrior 3 or Pirate's Moon.
    pub version: Version,
    /// The members, in file order; comments and times are random memory in
    /// known files.
    pub archive: TypedArchive<Content>,
}

/// What a member of the library is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Content {
    /// `format`: 1 in every known file.
    Format(u32),
    /// `version`: the word of [`Mechlib::version`].
    Version,
    /// `materials`: what the polygons of all models refer to by position.
    Materials(Vec<Material>),
    /// Any `.flt`.
    Model(ModelTree),
    /// A member of another name, or a second one of a name that may occur once.
    Other(#[serde(with = "packed")] Vec<u8>),
}

impl Mechlib {
    /// The materials; none if the library was made without.
    pub fn materials(&self) -> &[Material] {
        let list = self.archive.entries.iter().find_map(|entry| match &entry.content {
            Content::Materials(materials) => Some(materials.as_slice()),
            _ => None,
        });
        list.unwrap_or_default()
    }

    /// The models with the names of their members, in file order.
    pub fn models(&self) -> impl Iterator<Item = (String, &ModelTree)> {
        self.archive.entries.iter().filter_map(|entry| match &entry.content {
            Content::Model(tree) => Some((entry.name.text(), tree)),
            _ => None,
        })
    }
}

/// Every finding of the library itself; models and nodes have those of [`crate::gamez::all_codes`],
/// the archive those of [`crate::archive::codes`].
pub fn codes() -> Vec<&'static Code> {
    [CODES, materials::CODES, MaterialInfo::CODES, tree::CODES, author::CODES].concat()
}
