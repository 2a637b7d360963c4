//! Which files can be unpacked.

use binary::Mode;
use zbd::messages::{self, Layout};

/// A kind of file that can be unpacked and packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A Zipper world container.
    GameZ,
    /// A Zipper texture package.
    Textures,
    /// A Zipper archive: sounds, readers, motions, 'mechs.
    Archive,
    /// A Zipper savegame.
    Save,
    /// A Zipper script container.
    Interp,
    /// A DLL with a Zipper game's messages.
    Messages,
    /// A mission map of Recoil.
    ZMap,
    /// A Gamestudio level.
    Level,
    /// A Gamestudio model.
    Model,
    /// A Gamestudio terrain.
    Terrain,
    /// A Gamestudio texture package.
    Wad,
    /// A Gamestudio editor source.
    Source,
}

/// The archive member that tells a savegame.
const SAVE_HEADER: &str = "zSaveHeader";

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 12] = [
        Kind::GameZ,
        Kind::Textures,
        Kind::Archive,
        Kind::Save,
        Kind::Interp,
        Kind::Messages,
        Kind::ZMap,
        Kind::Level,
        Kind::Model,
        Kind::Terrain,
        Kind::Wad,
        Kind::Source,
    ];

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::GameZ => "Zipper world container",
            Kind::Textures => "Zipper texture package",
            Kind::Archive => "Zipper archive",
            Kind::Save => "Zipper savegame",
            Kind::Interp => "Zipper interpreter scripts",
            Kind::Messages => "Zipper message DLL",
            Kind::ZMap => "Zipper mission map",
            Kind::Level => "Gamestudio level",
            Kind::Model => "Gamestudio model",
            Kind::Terrain => "Gamestudio terrain",
            Kind::Wad => "Gamestudio texture package",
            Kind::Source => "Gamestudio editor source",
        }
    }

    /// One word for JSON and side files.
    pub const fn id(self) -> &'static str {
        match self {
            Kind::GameZ => "zbd.gamez",
            Kind::Textures => "zbd.textures",
            Kind::Archive => "zbd.archive",
            Kind::Save => "zbd.save",
            Kind::Interp => "zbd.interp",
            Kind::Messages => "zbd.messages",
            Kind::ZMap => "zbd.zmap",
            Kind::Level => "gamestudio.wmb",
            Kind::Model => "gamestudio.mdl",
            Kind::Terrain => "gamestudio.hmp",
            Kind::Wad => "gamestudio.wad",
            Kind::Source => "gamestudio.wmp",
        }
    }

    /// The kind with this id.
    pub fn of_id(id: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.id() == id)
    }

    /// The kind of a file, by its content; only mission maps are told by their
    /// name, since they begin like anything.
    pub fn of(name: &str, bytes: &[u8]) -> Option<Kind> {
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let (words, _) = bytes.as_chunks::<4>();
        let word = |index: usize| words.get(index).map(|word| u32::from_le_bytes(*word));
        match (word(0), word(1)) {
            (Some(zbd::gamez::SIGNATURE), _) => return Some(Kind::GameZ),
            (Some(zbd::interp::SIGNATURE_WORD), _) => return Some(Kind::Interp),
            (Some(0), Some(1)) if bytes.len() >= 24 => return Some(Kind::Textures),
            _ if bytes.starts_with(b"MZ") => {
                return layout_of(name, bytes).map(|_| Kind::Messages);
            }
            _ => {}
        }
        match words.first() {
            Some(b"IDPO" | b"MDL2" | b"MDL3" | b"MDL4" | b"MDL5" | b"MDL7") => return Some(Kind::Model),
            Some(b"HMP4" | b"HMP5" | b"HMP7") => return Some(Kind::Terrain),
            Some(b"WMB7") => return Some(Kind::Level),
            Some(b"WAD7") => return Some(Kind::Wad),
            Some(b"WMPB") => return Some(Kind::Source),
            _ => {}
        }
        let extension = name.rsplit_once('.').map(|(_, extension)| extension).unwrap_or_default();
        if extension.eq_ignore_ascii_case("zmap") {
            return Some(Kind::ZMap);
        }
        let (directory, _) = zbd::archive::read_directory(bytes, Mode::Lenient).ok()?;
        let save = directory.members.iter().any(|member| member.name.text() == SAVE_HEADER);
        Some(if save { Kind::Save } else { Kind::Archive })
    }
}

/// Where a message DLL keeps its messages.
pub fn layout_of(name: &str, bytes: &[u8]) -> Option<Layout> {
    messages::recognise(bytes).or_else(|| Layout::of_file(name))
}
