//! A fragment, and what every type of fragment can do. Source:
//! `docs/spec/everquest/wld.md`, "Fragment header".

use super::header::Version;
use super::reference::Reference;
use super::types::Body;
use binary::{Cursor, Result, Writer};
use serde::{Deserialize, Serialize};

/// A fragment of a world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fragment {
    /// What it is.
    pub body: Body,
    /// The bytes behind the body where they are not the usual ones: zeros up to
    /// the next multiple of 4. At most three.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odd_padding: Option<Box<[u8]>>,
}

impl Fragment {
    /// Its name, if its type has one.
    pub fn name(&self) -> Reference {
        self.body.name()
    }
}

impl From<Body> for Fragment {
    fn from(body: Body) -> Self {
        Fragment { body, odd_padding: None }
    }
}

/// The whole body of a fragment that nothing more is known of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Raw {
    /// The word for its type; 0 marks a fragment that an editor deleted.
    pub id: u32,
    /// All of its body, from the name on.
    #[serde(with = "crate::packed")]
    pub data: Vec<u8>,
}

/// Where a reference of a fragment may lead, for [`Stored::links`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// What the specification calls the field.
    pub what: &'static str,
    /// What stands there.
    pub reference: Reference,
    /// Types of fragments that are meant; none where only a name is.
    pub types: &'static [u32],
}

/// The body of a fragment of a type whose layout is known.
pub(super) trait Stored: Sized {
    /// Reads the body up to its padding.
    fn read(cursor: &mut Cursor<'_>, version: Version) -> Result<Self>;

    /// Writes what [`Stored::read`] reads.
    fn write(&self, writer: &mut Writer, version: Version) -> Result<()>;

    /// The name; none of types without one.
    fn name(&self) -> Reference;

    /// Calls `visit` with every reference but the name. Generic, so that what is checked of a placement, of which
    /// there are thousands, is worked out with the types at hand.
    fn links(&self, _visit: &mut impl FnMut(Link)) {}
}

impl<T: Stored> Stored for Box<T> {
    fn read(cursor: &mut Cursor<'_>, version: Version) -> Result<Self> {
        T::read(cursor, version).map(Box::new)
    }

    fn write(&self, writer: &mut Writer, version: Version) -> Result<()> {
        T::write(self, writer, version)
    }

    fn name(&self) -> Reference {
        T::name(self)
    }

    fn links(&self, visit: &mut impl FnMut(Link)) {
        T::links(self, visit);
    }
}
