//! Creatures of Ashgate.
use crate::DemoFile;
use binary::Result;

/// How to see one.
pub(super) const HOW: &str = "";

pub(super) fn files(_seed: u32) -> Result<Vec<DemoFile>> {
    Ok(Vec::new())
}
