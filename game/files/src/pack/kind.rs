//! Which files can be unpacked.

use crate::kinds;
use zbd::messages;

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

    /// The kind of a file that can be unpacked.
    pub fn of(name: &str, bytes: &[u8]) -> Option<Kind> {
        Some(match kinds::Kind::identify_file(name, bytes)? {
            kinds::Kind::GameZ => Kind::GameZ,
            kinds::Kind::Textures => Kind::Textures,
            kinds::Kind::Archive
            | kinds::Kind::Readers
            | kinds::Kind::Motions
            | kinds::Kind::Mechlib
            | kinds::Kind::Sounds => Kind::Archive,
            kinds::Kind::Save => Kind::Save,
            kinds::Kind::Interp => Kind::Interp,
            kinds::Kind::Messages(_) => Kind::Messages,
            kinds::Kind::ZMap => Kind::ZMap,
            kinds::Kind::Level => Kind::Level,
            kinds::Kind::Model => Kind::Model,
            kinds::Kind::Terrain => Kind::Terrain,
            kinds::Kind::Wad => Kind::Wad,
            kinds::Kind::Wmp => Kind::Source,
            // These are for people already.
            kinds::Kind::Reader
            | kinds::Kind::ReaderText
            | kinds::Kind::Motion
            | kinds::Kind::MechModel(_)
            | kinds::Kind::MechMaterials
            | kinds::Kind::MechWord
            | kinds::Kind::Sound
            | kinds::Kind::Avi => return None,
        })
    }
    /// What strict reading takes the bytes of such a file for.
    pub(super) fn to_read(self, bytes: &[u8]) -> kinds::Kind {
        match self {
            Kind::GameZ => kinds::Kind::GameZ,
            Kind::Textures => kinds::Kind::Textures,
            Kind::Archive => match kinds::Kind::identify(bytes) {
                Some(
                    kind @ (kinds::Kind::Readers
                    | kinds::Kind::Motions
                    | kinds::Kind::Mechlib
                    | kinds::Kind::Sounds),
                ) => kind,
                _ => kinds::Kind::Archive,
            },
            Kind::Save => kinds::Kind::Save,
            Kind::Interp => kinds::Kind::Interp,
            Kind::Messages => kinds::Kind::Messages(messages::recognise(bytes).unwrap_or_default()),
            Kind::ZMap => kinds::Kind::ZMap,
            Kind::Level => kinds::Kind::Level,
            Kind::Model => kinds::Kind::Model,
            Kind::Terrain => kinds::Kind::Terrain,
            Kind::Wad => kinds::Kind::Wad,
            Kind::Source => kinds::Kind::Wmp,
        }
    }
}
