//! An entry of a folder of ISO 9660: a file or another folder.

use std::ops::Range;

/// Bytes of an entry before its name.
const NAME: usize = 33;

/// Flags of an entry.
const FOLDER: u8 = 0x02;
/// More about a file of the same name, for other systems.
const ASSOCIATED: u8 = 0x04;
/// The file goes on in the next entry.
const GOES_ON: u8 = 0x80;

/// How names are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Names {
    /// One byte a letter, capital, with a version: `GAMEZ.ZBD;1`.
    Plain,
    /// UTF-16, the high byte first (Joliet).
    Joliet,
}

/// An entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Without its version; empty for the folder itself and the one above.
    pub name: String,
    /// Where its bytes are in the data of the track.
    pub place: Range<u64>,
    pub is_folder: bool,
    /// It belongs to the entry that follows.
    pub is_associated: bool,
    pub goes_on: bool,
    /// Its bytes are spread over the disc in a pattern.
    pub is_interleaved: bool,
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

impl Entry {
    /// Reads the entry that `bytes` begins with and which has that many; `None` for
    /// one that is damaged. `block` is how many bytes addresses count in.
    pub fn read(bytes: &[u8], block: u64, names: Names) -> Option<Entry> {
        // Numbers stand there twice, the low byte first and the high byte first; discs
        // exist that have only the first of them right.
        let (extent, size, flags) = (word(bytes, 2)?, word(bytes, 10)?, *bytes.get(25)?);
        let attributes = u64::from(*bytes.get(1)?);
        let start = (u64::from(extent) + attributes) * block;
        let length = usize::from(*bytes.get(32)?);
        let name = bytes.get(NAME..NAME + length)?;
        Some(Entry {
            name: decoded(name, names),
            place: start..start + u64::from(size),
            is_folder: flags & FOLDER != 0,
            is_associated: flags & ASSOCIATED != 0,
            goes_on: flags & GOES_ON != 0,
            is_interleaved: bytes.get(26..28) != Some(&[0, 0]),
        })
    }
}

/// A name as people write it.
fn decoded(name: &[u8], names: Names) -> String {
    if matches!(name, [] | [0 | 1]) {
        return String::new();
    }
    let whole: String = match names {
        Names::Plain => name.iter().map(|byte| char::from(*byte)).collect(),
        Names::Joliet => {
            let units: Vec<u16> =
                name.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
            String::from_utf16_lossy(&units)
        }
    };
    let is_version = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let bare = match whole.rsplit_once(';') {
        Some((bare, version)) if is_version(version) => bare,
        _ => &whole,
    };
    // A file without an ending has its dot all the same.
    bare.strip_suffix('.').unwrap_or(bare).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_their_version_and_a_dot_at_the_end() {
        let plain = |name: &str| decoded(name.as_bytes(), Names::Plain);
        assert_eq!(plain("GAMEZ.ZBD;1"), "GAMEZ.ZBD");
        assert_eq!(plain("README.;12"), "README");
        assert_eq!(plain("A;B"), "A;B");
        assert_eq!(decoded(&[0], Names::Plain), "");
        assert_eq!(decoded(&[1], Names::Joliet), "");
        let units: Vec<u8> = "Größe.txt;1".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decoded(&units, Names::Joliet), "Größe.txt");
    }
}
