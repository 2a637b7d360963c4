//! Which kind of file is this, and everything one can do with any kind: read
//! it, sum it up, print it as JSON, write it back.

mod content;
mod identify;
mod member;
mod references;
mod shown;
mod summary;
mod video;

pub use content::{Content, read};
pub use member::Library;
pub use summary::{sound, sound_codec, spoken_sound, video_codec};
pub use video::Video;

use zbd::messages::Layout;

/// The word for JSON of a picture: TGA, PCX, PNG, BMP, JPEG or DDS, which is
/// decoded and not kept as a [`Content`].
pub const PICTURE: &str = "picture";

/// The kinds of files this version reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A Zipper world container.
    GameZ,
    /// A Zipper texture package.
    Textures,
    /// A Zipper archive with its table of contents at the end, of members that
    /// are of no one kind.
    Archive,
    /// An archive of Zipper's definitions.
    Readers,
    /// One member of those.
    Reader,
    /// The same as text.
    ReaderText,
    /// An archive of 'mechs' motions.
    Motions,
    /// One member of those.
    Motion,
    /// A library of 'mechs.
    Mechlib,
    /// One 'mech of it.
    MechModel(Library),
    /// Its materials.
    MechMaterials,
    /// Its `version` or `format`.
    MechWord,
    /// An archive of sounds.
    Sounds,
    /// One sound.
    Sound,
    /// A savegame of MechWarrior 3.
    Save,
    /// A map of Recoil.
    ZMap,
    /// A Zipper script container.
    Interp,
    /// A DLL with a Zipper game's messages.
    Messages(Layout),
    /// An AVI video.
    Avi,
    /// A Gamestudio level.
    Level,
    /// A Gamestudio model of any kind.
    Model,
    /// A Gamestudio terrain.
    Terrain,
    /// A Gamestudio texture package.
    Wad,
    /// A Gamestudio editor source.
    Wmp,
}

impl Kind {
    /// What people call all that are files of their own.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let layout = Layout::default();
        let all = [
            Kind::GameZ,
            Kind::Textures,
            Kind::Archive,
            Kind::Readers,
            Kind::Reader,
            Kind::ReaderText,
            Kind::Motions,
            Kind::Motion,
            Kind::Mechlib,
            Kind::Sounds,
            Kind::Sound,
            Kind::Save,
            Kind::ZMap,
            Kind::Interp,
            Kind::Messages(layout),
            Kind::Avi,
            Kind::Level,
            Kind::Model,
            Kind::Terrain,
            Kind::Wad,
            Kind::Wmp,
        ];
        all.into_iter().map(Kind::name)
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::GameZ => "Zipper world container (GameZ)",
            Kind::Textures => "Zipper texture package",
            Kind::Archive => "Zipper archive",
            Kind::Readers => "Zipper reader archive",
            Kind::Reader => "Zipper reader",
            Kind::ReaderText => "Zipper reader as text",
            Kind::Motions => "Zipper motion archive",
            Kind::Motion => "Zipper motion",
            Kind::Mechlib => "Zipper 'mech library",
            Kind::MechModel(_) => "'mech of a Zipper 'mech library",
            Kind::MechMaterials => "materials of a Zipper 'mech library",
            Kind::MechWord => "word of a Zipper 'mech library",
            Kind::Sounds => "Zipper sound archive",
            Kind::Sound => "WAV sound",
            Kind::Save => "MechWarrior 3 savegame",
            Kind::ZMap => "Recoil map",
            Kind::Interp => "Zipper interpreter scripts",
            Kind::Messages(_) => "Zipper message DLL",
            Kind::Avi => "AVI video",
            Kind::Level => "Gamestudio level",
            Kind::Model => "Gamestudio model",
            Kind::Terrain => "Gamestudio terrain",
            Kind::Wad => "Gamestudio texture package",
            Kind::Wmp => "Gamestudio editor source",
        }
    }

    /// One word for JSON.
    pub const fn id(self) -> &'static str {
        match self {
            Kind::GameZ => "zbd.gamez",
            Kind::Textures => "zbd.textures",
            Kind::Archive => "zbd.archive",
            Kind::Interp => "zbd.interp",
            Kind::Readers => "zbd.readers",
            Kind::Reader => "zbd.reader",
            Kind::ReaderText => "zbd.reader.text",
            Kind::Motions => "zbd.motions",
            Kind::Motion => "zbd.motion",
            Kind::Mechlib => "zbd.mechlib",
            Kind::MechModel(_) => "zbd.mechlib.model",
            Kind::MechMaterials => "zbd.mechlib.materials",
            Kind::MechWord => "zbd.mechlib.word",
            Kind::Sounds => "zbd.sounds",
            Kind::Sound => "wav",
            Kind::Save => "zbd.save",
            Kind::ZMap => "zbd.zmap",
            Kind::Messages(_) => "zbd.messages",
            Kind::Avi => "avi",
            Kind::Level => "gamestudio.wmb",
            Kind::Model => "gamestudio.mdl",
            Kind::Terrain => "gamestudio.hmp",
            Kind::Wad => "gamestudio.wad",
            Kind::Wmp => "gamestudio.wmp",
        }
    }
}
