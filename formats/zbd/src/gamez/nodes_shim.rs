//! Stands in for the node block while it is being made: empty arrays only.

use super::{Version, nodes::Nodes};
use binary::{Cursor, Result, Writer};

pub(crate) fn read(_: &mut Cursor<'_>, _: Version, array_size: u32, _: usize) -> Result<Nodes> {
    Ok(Nodes { zero_slots: array_size, ..Nodes::default() })
}

pub(crate) fn write(_: &mut Writer, _: Version, _: &Nodes) -> Result<()> {
    Ok(())
}
