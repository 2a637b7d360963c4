//! Files that are one JSON document.

use super::document::{self, NAME, Side};
use super::review::{Known, Review};
use super::{Kind, Made, Memory, Trouble};
use crate::kinds;
use base::Failure;
use binary::{Finding, Mode, Report};
use serde::Serialize;
use serde::de::DeserializeOwned;
use zbd::messages::Messages;

/// Unpacks a file of any kind but those that have files of their own inside.
pub fn unpack(
    kind: Kind,
    bytes: &[u8],
    known: &Known,
    under: &str,
    files: &mut Memory,
) -> Result<Vec<Finding>, Trouble> {
    let mode = Mode::Lenient;
    let (text, findings) = match kind {
        Kind::GameZ => show(kind, known, zbd::gamez::read(bytes, mode)?),
        Kind::Save => show(kind, known, zbd::saves::read(bytes, mode)?),
        Kind::Interp => show(kind, known, zbd::interp::read(bytes, mode)?),
        Kind::Messages => {
            let layout = zbd::messages::recognise(bytes).unwrap_or_default();
            let (messages, report) = zbd::messages::read(bytes, layout, mode)?;
            // Packing makes a new DLL, so what is odd about the old one does
            // not count.
            let built = zbd::messages::build(&messages)?;
            let known = Review::of(kinds::Kind::Messages(layout), &built).into_known();
            show(kind, &known, (messages, report))
        }
        Kind::ZMap => show(kind, known, zbd::zmap::read(bytes, mode)?),
        Kind::Level => show(kind, known, gamestudio::wmb::read(bytes, mode)?),
        Kind::Model => show(kind, known, gamestudio::model::read(bytes, mode)?),
        Kind::Terrain => show(kind, known, gamestudio::hmp::read(bytes, mode)?),
        Kind::Wad => show(kind, known, gamestudio::wad::read(bytes, mode)?),
        Kind::Source => show(kind, known, gamestudio::wmp::read(bytes, mode)?),
        Kind::Textures => show(kind, known, zbd::textures::read(bytes, mode)?),
        Kind::Archive => show(kind, known, zbd::archive::read(bytes, mode)?),
    }?;
    files.put(format!("{under}{NAME}"), text);
    Ok(findings)
}

fn show<T: Serialize>(
    kind: Kind,
    known: &Known,
    (value, report): (T, Report),
) -> Result<(Vec<u8>, Vec<Finding>), Failure> {
    Ok((document::side(kind, known, &value)?, report.into_findings()))
}

/// Packs what [`unpack`] made.
pub fn pack(side: &Side) -> Result<Made, Failure> {
    let bytes = match side.kind {
        Kind::GameZ => write(side, zbd::gamez::write),
        Kind::Save => write(side, zbd::saves::write),
        Kind::Interp => write(side, zbd::interp::write),
        Kind::Messages => {
            let messages: Messages = side.content()?;
            let bytes = zbd::messages::build(&messages).map_err(|mut finding| {
                finding.path = format!("content.{}", finding.path);
                side.unwritable(&finding)
            })?;
            let read_as = Some(kinds::Kind::Messages(messages.layout));
            return Ok(Made { read_as, ..bytes.into() });
        }
        Kind::ZMap => write(side, zbd::zmap::write),
        Kind::Level => write(side, gamestudio::wmb::write),
        Kind::Model => write(side, gamestudio::model::write),
        Kind::Terrain => write(side, gamestudio::hmp::write),
        Kind::Wad => write(side, gamestudio::wad::write),
        Kind::Source => write(side, gamestudio::wmp::write),
        Kind::Textures => write(side, zbd::textures::write),
        Kind::Archive => write(side, zbd::archive::write),
    }?;
    Ok(bytes.into())
}

fn write<T: DeserializeOwned>(
    side: &Side,
    write: impl FnOnce(&T) -> binary::Result<Vec<u8>>,
) -> Result<Vec<u8>, Failure> {
    write(&side.content()?).map_err(|finding| side.unwritable(&finding))
}
