//! Files that are one JSON document.

use super::document::{self, NAME, Side};
use super::{Kind, Memory, Trouble};
use crate::failure::Failure;
use binary::{Finding, Mode, Report};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Unpacks a file of any kind but those that have files of their own inside.
pub fn unpack(kind: Kind, bytes: &[u8], under: &str, files: &mut Memory) -> Result<Vec<Finding>, Trouble> {
    let mode = Mode::Lenient;
    let (text, findings) = match kind {
        Kind::GameZ => show(kind, zbd::gamez::read(bytes, mode)?),
        Kind::Save => show(kind, zbd::saves::read(bytes, mode)?),
        Kind::Interp => show(kind, zbd::interp::read(bytes, mode)?),
        Kind::Messages => {
            let layout = zbd::messages::recognise(bytes).unwrap_or_default();
            show(kind, zbd::messages::read(bytes, layout, mode)?)
        }
        Kind::ZMap => show(kind, zbd::zmap::read(bytes, mode)?),
        Kind::Level => show(kind, gamestudio::wmb::read(bytes, mode)?),
        Kind::Model => show(kind, gamestudio::model::read(bytes, mode)?),
        Kind::Terrain => show(kind, gamestudio::hmp::read(bytes, mode)?),
        Kind::Wad => show(kind, gamestudio::wad::read(bytes, mode)?),
        Kind::Source => show(kind, gamestudio::wmp::read(bytes, mode)?),
        Kind::Textures => show(kind, zbd::textures::read(bytes, mode)?),
        Kind::Archive => show(kind, zbd::archive::read(bytes, mode)?),
    }?;
    files.put(format!("{under}{NAME}"), text);
    Ok(findings)
}

fn show<T: Serialize>(kind: Kind, (value, report): (T, Report)) -> Result<(Vec<u8>, Vec<Finding>), Failure> {
    Ok((document::side(kind, &value)?, report.into_findings()))
}

/// Packs what [`unpack`] made.
pub fn pack(side: &Side) -> Result<Vec<u8>, Failure> {
    match side.kind {
        Kind::GameZ => write(side, zbd::gamez::write),
        Kind::Save => write(side, zbd::saves::write),
        Kind::Interp => write(side, zbd::interp::write),
        Kind::Messages => write(side, zbd::messages::build),
        Kind::ZMap => write(side, zbd::zmap::write),
        Kind::Level => write(side, gamestudio::wmb::write),
        Kind::Model => write(side, gamestudio::model::write),
        Kind::Terrain => write(side, gamestudio::hmp::write),
        Kind::Wad => write(side, gamestudio::wad::write),
        Kind::Source => write(side, gamestudio::wmp::write),
        Kind::Textures => write(side, zbd::textures::write),
        Kind::Archive => write(side, zbd::archive::write),
    }
}

fn write<T: DeserializeOwned>(
    side: &Side,
    write: impl FnOnce(&T) -> binary::Result<Vec<u8>>,
) -> Result<Vec<u8>, Failure> {
    write(&side.content()?).map_err(|finding| side.unwritable(&finding))
}
