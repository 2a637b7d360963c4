//! Fragments that are a reference with flags: the types 0x05, 0x07, 0x09, 0x11,
//! 0x1C, 0x27, 0x2D, 0x2F and 0x33, and those of the kind that nobody has seen.
//! Source: `docs/spec/everquest/wld.md`, "2. Type index".

use super::fragment::Stored;
use super::header::Version;
use super::reference::Reference;
use binary::{Cursor, Result, Writer, record};

record! {
    /// A reference to a definition, with flags. What the flags mean depends on
    /// the type; of none more is known than which numbers occur: 0x50 in the
    /// sprites of zones, else 0.
    #[derive(Copy)]
    pub struct Instance in "everquest.wld.instance" sizes [12] {
        /// Mostly none.
        name: Reference [0],
        /// The definition.
        definition: Reference [4],
        flags: u32 [8],
    }
}

impl Instance {
    /// An unnamed reference to a definition.
    pub fn of(definition: Reference, flags: u32) -> Self {
        Instance { name: Reference::NONE, definition, flags }
    }
}

/// Implements [`Stored`] for a record without lists; its references are named
/// with the types they may lead to.
macro_rules! stored_record {
    ($ty:ty $(, $field:ident => $types:expr)* $(,)?) => {
        impl $crate::wld::fragment::Stored for $ty {
            fn read(
                cursor: &mut binary::Cursor<'_>,
                _: $crate::wld::header::Version,
            ) -> binary::Result<Self> {
                cursor.record(0)
            }

            fn write(
                &self,
                writer: &mut binary::Writer,
                _: $crate::wld::header::Version,
            ) -> binary::Result<()> {
                writer.record(self, 0);
                Ok(())
            }

            fn name(&self) -> $crate::wld::reference::Reference {
                self.name
            }

            fn links(&self, _visit: &mut impl FnMut($crate::wld::fragment::Link)) {
                $(_visit($crate::wld::fragment::Link {
                    what: stringify!($field),
                    reference: self.$field,
                    types: $types,
                });)*
            }
        }
    };
}
pub(super) use stored_record;

impl Stored for Instance {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        cursor.record(0)
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.record(self, 0);
        Ok(())
    }

    fn name(&self) -> Reference {
        self.name
    }
}
