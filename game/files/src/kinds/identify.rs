//! Telling a kind by the first and last words of a file, and by its name where
//! these do not tell.

use super::Kind;
use binary::Mode;
use zbd::archive::Directory;
use zbd::messages::{self, Layout};
use zbd::{gamez, motion, reader};

/// Bytes that are looked at to tell text.
const START: usize = 512;

impl Kind {
    /// As [`Kind::identify`], and by the name where the content does not tell: a
    /// message DLL that is damaged must not pass for any other DLL.
    pub fn identify_file(name: &str, bytes: &[u8]) -> Option<Kind> {
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
        Kind::identify(bytes).or_else(|| {
            let ends = |end: &str| name.len() > end.len() && name.to_ascii_lowercase().ends_with(end);
            match () {
                () if ends(".zrd") && reader::is_text(bytes) => Some(Kind::ReaderText),
                () if ends(".zrd") => Some(Kind::Reader),
                () if ends(".zmap") => Some(Kind::ZMap),
                () => Layout::of_file(name).map(Kind::Messages),
            }
        })
    }

    /// What a file must be by its name in a game made with Gamestudio, where the
    /// ending decides how a file is read. Sources of the editor may be text,
    /// which is nothing a game reads. Source: `docs/spec/gamestudio.md`, "2.8 Entity
    /// files".
    pub fn promised(name: &str, bytes: &[u8]) -> Option<Kind> {
        let (_, ending) = name.rsplit_once('.')?;
        Some(match ending.to_ascii_lowercase().as_str() {
            "mdl" => Kind::Model,
            "wmb" => Kind::Level,
            "hmp" => Kind::Terrain,
            "wad" => Kind::Wad,
            "wmp" if bytes.is_empty() || bytes.iter().take(START).any(|byte| *byte < b'\t') => Kind::Wmp,
            _ => return None,
        })
    }

    /// True for the kinds of Gamestudio.
    pub const fn is_gamestudio(self) -> bool {
        matches!(self, Kind::Model | Kind::Level | Kind::Terrain | Kind::Wad | Kind::Wmp)
    }

    /// Recognises a file by its first and last words. Names do not count: the
    /// games call everything `.zbd`.
    pub fn identify(bytes: &[u8]) -> Option<Kind> {
        let word = |at: usize| {
            let bytes = bytes.get(at..at.checked_add(4)?)?;
            Some(u32::from_le_bytes(bytes.try_into().ok()?))
        };
        match (word(0), word(4)) {
            (Some(gamez::SIGNATURE), _) => return Some(Kind::GameZ),
            (Some(zbd::interp::SIGNATURE_WORD), _) => return Some(Kind::Interp),
            (Some(0), Some(1)) if bytes.len() >= 24 => return Some(Kind::Textures),
            _ if avi::is_avi(bytes) => return Some(Kind::Avi),
            _ if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WAVE") => {
                return Some(Kind::of_archive(bytes).unwrap_or(Kind::Sound));
            }
            _ if motion::is_motion(bytes) => return Some(Kind::of_archive(bytes).unwrap_or(Kind::Motion)),
            _ if let Some(kind) = gamestudio_kind(bytes) => return Some(kind),
            _ if bytes.starts_with(b"MZ") => return messages::recognise(bytes).map(Kind::Messages),
            _ => {}
        }
        let (directory, _) = zbd::archive::read_directory(bytes, Mode::Lenient).ok()?;
        Some(Kind::of_members(bytes, &directory))
    }

    /// An archive begins with its first member: what looks like a lone file may
    /// be a whole archive of such files.
    fn of_archive(bytes: &[u8]) -> Option<Kind> {
        let (directory, _) = zbd::archive::read_directory(bytes, Mode::Lenient).ok()?;
        let first = directory.members.first()?;
        (first.range.start == 0).then(|| Kind::of_members(bytes, &directory))
    }

    /// What the members of an archive make it.
    fn of_members(bytes: &[u8], directory: &Directory) -> Kind {
        let members = &directory.members;
        let has = |name: &str| members.iter().any(|member| member.name.text().eq_ignore_ascii_case(name));
        let all_end = |end: &str| {
            let ends = |name: String| name.to_ascii_lowercase().ends_with(end);
            !members.is_empty() && members.iter().all(|member| ends(member.name.text()))
        };
        let is_motion =
            |range: &std::ops::Range<usize>| bytes.get(range.clone()).is_some_and(motion::is_motion);
        match () {
            () if has("zSaveHeader") => Kind::Save,
            () if has("version") && has("materials") => Kind::Mechlib,
            () if all_end(".zrd") => Kind::Readers,
            () if all_end(".wav") => Kind::Sounds,
            () if !members.is_empty() && members.iter().all(|member| is_motion(&member.range)) => {
                Kind::Motions
            }
            () => Kind::Archive,
        }
    }
}

/// Files of Gamestudio start with four letters of their kind; levels of older
/// kinds are known to be refused by name.
fn gamestudio_kind(bytes: &[u8]) -> Option<Kind> {
    Some(match bytes.first_chunk::<4>()? {
        b"WMB1" | b"WMB2" | b"WMB3" | b"WMB4" | b"WMB5" | b"WMB6" | b"WMB7" => Kind::Level,
        b"IDPO" | b"MDL2" | b"MDL3" | b"MDL4" | b"MDL5" | b"MDL7" => Kind::Model,
        b"HMP4" | b"HMP5" | b"HMP7" => Kind::Terrain,
        b"WAD7" => Kind::Wad,
        b"WMPB" => Kind::Wmp,
        _ => return None,
    })
}
