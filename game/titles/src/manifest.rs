//! The table of titles as types. The table itself, which files make which game, is
//! `assets-manifest.toml` at the top of the repository; it is part of the program.

use load::CreatureRules;
use serde::Deserialize;
use std::sync::OnceLock;
use world::{Callbacks, Frame, SoundRules, Walker};

/// The content of `assets-manifest.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Version of the table's format.
    pub version: u32,
    /// The titles, in the order in which they are tried.
    #[serde(rename = "title")]
    pub titles: Vec<Title>,
    /// Titles that are no games: what Revisit shows of its own. Nobody has files
    /// of them, so they are known by the note of a demo alone.
    #[serde(rename = "own", default)]
    pub own: Vec<Title>,
}

/// One title: how it is detected and which files it has.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Title {
    /// Short name for commands and files.
    pub id: String,
    /// Name for display.
    pub name: String,
    /// Year of release.
    pub year: u16,
    /// Family of formats, which chooses the loader.
    pub family: String,
    /// True when the entry is for all games of an engine: each of them is called as its folder is.
    #[serde(default)]
    pub named_by_folder: bool,
    /// Other short names.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// False when this version detects the title without opening its worlds.
    pub loads_worlds: bool,
    /// The folder in the install that holds the data; empty for the install.
    #[serde(default)]
    pub folder: String,
    /// Archives whose members are the game's files, the weakest first, with `*` in a folder's and in a file's name.
    #[serde(default)]
    pub packs: Vec<String>,
    /// How many hints make a folder look like the title.
    pub hints_needed: usize,
    /// Axes and units.
    pub space: Space,
    /// Prefixes of the names of nodes that follow the camera, in lower case.
    #[serde(default)]
    pub sky: Vec<String>,
    /// Where the wind blows while no script of a world says it, in the game's axes and units a second: it
    /// carries particles.
    #[serde(default)]
    pub wind: [f32; 3],
    /// CD tracks.
    #[serde(default)]
    pub music: Music,
    /// Signatures: words in files that only this title has.
    #[serde(rename = "sign", default)]
    pub signs: Vec<Sign>,
    /// Files whose names suggest the title.
    pub hints: Hints,
    /// How to recognise a folder that is only a part of an install, for titles whose folders may
    /// have any name.
    pub parts: Option<Parts>,
    /// Known releases.
    #[serde(rename = "release", default)]
    pub releases: Vec<Release>,
    /// Where the worlds are, for titles whose worlds can be opened.
    pub worlds: Option<WorldRules>,
    /// The rules by which the game lets sounds be heard.
    #[serde(default)]
    pub sound_rules: SoundRules,
    /// What the numbers mean that animations tell the game.
    #[serde(default)]
    pub callbacks: Callbacks,
    /// What its files do not say of its creatures.
    #[serde(default)]
    pub creatures: CreatureRules,
    /// Sizes and speeds of a person on foot, in the title's units; without them those of anybody.
    pub walker: Option<Walker>,
    /// The files, and what is missing without them.
    #[serde(rename = "file", default)]
    pub files: Vec<FileRule>,
}

/// Axes and unit of a title.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Space {
    /// The engine's x, y and z in the game's own axes, such as `-y +z -x`.
    pub axes: String,
    /// Metres in one of the game's units.
    pub metres_per_unit: f32,
    /// Source of the facts.
    pub source: String,
}

impl Title {
    /// What a file at an address is for, if the table says so.
    pub fn rule_of(&self, address: &str) -> Option<&FileRule> {
        let names = |path: &String| super::pattern::fits(path, address);
        self.files.iter().find(|rule| rule.any.iter().any(names))
    }

    /// The best location of a role's file in a world, whether it exists or not.
    pub fn first_path(&self, role: &str, world: &str) -> Option<String> {
        let rule = self.files.iter().find(|rule| rule.role == role)?;
        rule.any.first().map(|path| super::pattern::fill(path, world, ""))
    }
}

impl Space {
    /// The title's frame. The table the program carries is tested to have one
    /// for every title; without one the engine's own axes are meant.
    pub fn frame(&self) -> Frame {
        Frame::parse(&self.axes, self.metres_per_unit).unwrap_or(Frame::identity(1.0))
    }
}

/// The audio tracks on a title's CD.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Music {
    /// Track numbers; track 1 holds the data.
    #[serde(default)]
    pub tracks: Vec<u8>,
    /// First audio track, where their number is not known.
    pub tracks_from: Option<u8>,
    /// The track that the menus of the game play; nothing here has such menus.
    pub menu: Option<u8>,
    /// Which track a mission plays.
    pub missions: Option<MissionMusic>,
    /// What is known about them.
    #[serde(default)]
    pub note: String,
}

impl Music {
    /// True when there is music on the title's CD.
    pub fn is_on_cd(&self) -> bool {
        !self.tracks.is_empty() || self.tracks_from.is_some()
    }
}

/// Which track a mission plays: of those from `first` on, in turn.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MissionMusic {
    /// The first track that missions play.
    pub first: u8,
    /// How many of the last audio tracks no mission plays.
    #[serde(default)]
    pub spare: u8,
    /// True when the track starts over at its end.
    pub repeats: bool,
    /// Where the rule comes from.
    pub source: String,
}

impl MissionMusic {
    /// The track of a mission on a disc with so many audio tracks.
    pub fn track(&self, mission: u32, audio_tracks: usize) -> u8 {
        let played = audio_tracks.saturating_sub(usize::from(self.spare)).clamp(1, 98) as u32;
        self.first.saturating_add((mission % played) as u8)
    }
}

/// A signature: words in a file that only one title has.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sign {
    /// The file; `{world}` and `*` as in the manifest's head.
    pub file: String,
    /// Offset of the first word in bytes.
    #[serde(default)]
    pub at: usize,
    /// Little-endian words.
    pub words: Vec<u32>,
    /// Source of the fact.
    pub source: String,
}

impl Sign {
    /// True when the start of a file has the words.
    pub fn fits(&self, start: &[u8]) -> bool {
        let words = self.words.iter().enumerate();
        words.into_iter().all(|(index, word)| word_at(start, self.at + 4 * index) == Some(*word))
    }
}

/// The little-endian word at an offset.
fn word_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// Files whose names suggest a title.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hints {
    /// Files and folders.
    pub files: Vec<String>,
}

/// A folder that is a part of an install, and the install's own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parts {
    /// Files that worlds show: a folder that has one, or has worlds, may be a part
    /// of the install around it.
    pub files: Vec<String>,
    /// Files that only the install's own folder has.
    pub whole: Vec<String>,
    /// Files that programs and scripts of the title are, and nothing else is: a
    /// folder that has one is the install's own, however deep its worlds lie.
    #[serde(default)]
    pub root: Vec<String>,
}

/// Distinguishes one release of a title from another.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Release {
    /// Short name.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// True when sizes and hashes have not been compared with a disc.
    #[serde(default)]
    pub unconfirmed: bool,
    /// What is known and what is not.
    #[serde(default)]
    pub note: String,
    /// Where the facts come from.
    #[serde(default)]
    pub source: String,
    /// Indices of the words at the start of a file that the facts list.
    #[serde(default)]
    pub columns: Vec<usize>,
    /// Values of those words.
    #[serde(default)]
    pub facts: Vec<Fact>,
}

/// Words in the start of one file of one release.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// The file.
    pub file: String,
    /// One word for each of the release's columns.
    pub words: Vec<u32>,
}

impl Release {
    /// True when the start of a file is what this release has there.
    pub fn fits(&self, file: &str, start: &[u8]) -> bool {
        self.facts.iter().any(|fact| {
            let mut words = self.columns.iter().zip(&fact.words);
            fact.file.eq_ignore_ascii_case(file)
                && fact.words.len() == self.columns.len()
                && words.all(|(column, word)| word_at(start, 4 * column) == Some(*word))
        })
    }
}

/// Where a title's worlds are.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorldRules {
    /// What such a folder is called in the game.
    pub kind: crate::WorldKind,
    /// The folder of a world, with `{world}` in its last part; empty where each
    /// world is a file.
    #[serde(default)]
    pub path: String,
    /// For worlds that are files of any name in any folder: their extension, such as `.wmb`. Empty
    /// where worlds are folders.
    #[serde(default)]
    pub ending: String,
    /// For worlds that are files: who tells them from other files with that extension, by name and content.
    #[serde(default)]
    pub which: Which,
    /// There are no worlds but stages: models that a person names stand around.
    #[serde(default)]
    pub stage: bool,
    /// The worlds that the game came with, in playing order.
    #[serde(default)]
    pub known: Vec<KnownWorld>,
    /// The file that every mission of a world has, with `{mission}`.
    #[serde(default)]
    pub missions: String,
    /// Kinds of missions by prefix; a number follows.
    #[serde(default)]
    pub mission_kinds: Vec<MissionKind>,
}

/// Which files with the extension of worlds are worlds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Which {
    /// All of them.
    #[default]
    All,
    /// Archives of EverQuest with a zone in them.
    EverquestZones,
    /// None: the file is a map of many cells, and its worlds are the locations on it.
    Overworld,
}

/// A world that the game came with.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownWorld {
    /// Name of its folder, or of its file without its extension.
    pub id: String,
    /// Name for display.
    pub name: String,
    /// The world whose missions it continues.
    pub continues: Option<String>,
}

/// A kind of mission.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MissionKind {
    /// Start of the name, before the number.
    pub prefix: String,
    /// Name for display.
    pub name: String,
}

/// A file of a title, and what is missing without it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileRule {
    /// What it is for.
    pub role: String,
    /// Its possible locations, the best first; one is enough.
    pub any: Vec<String>,
    /// Ids of the kinds of file that it may be, the usual one first.
    #[serde(default)]
    pub kinds: Vec<String>,
    /// The little-endian words that it starts with, where no kind is read.
    #[serde(default)]
    pub starts: Vec<u32>,
    /// The quality of each of these locations, for files that come in several.
    #[serde(default)]
    pub qualities: Vec<String>,
    /// For archives of sounds: true when loose files beside one win over its sounds.
    #[serde(default)]
    pub loose_wins: bool,
    /// True when the game cannot be played without it.
    pub required: bool,
    /// What is missing without it.
    pub lost: String,
}

/// Whether there is one for the install, for each world or for each mission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    Install,
    World,
    Mission,
}

impl FileRule {
    /// True for a file that starts as `starts` says.
    pub fn fits(&self, start: &[u8]) -> bool {
        self.starts.iter().enumerate().all(|(index, word)| word_at(start, 4 * index) == Some(*word))
    }

    pub(crate) fn scope(&self) -> Scope {
        let has = |word| self.any.iter().any(|path| path.contains(word));
        if has("{mission}") {
            Scope::Mission
        } else if has("{world}") {
            Scope::World
        } else {
            Scope::Install
        }
    }
}

/// The manifest that is part of the program.
pub fn manifest() -> &'static Manifest {
    static MANIFEST: OnceLock<Manifest> = OnceLock::new();
    MANIFEST.get_or_init(|| {
        let text = embed::without!(include_str!("../../../assets-manifest.toml"), lines: ["#"]);
        // By way of a table: what makes types of the text itself is several times as large for a page to fetch.
        let table = text.parse::<toml::Table>();
        table
            .and_then(toml::Table::try_into)
            .expect("the manifest is part of the program and a test reads it")
    })
}

impl Manifest {
    /// The title with this id, alias or name, ignoring case.
    pub fn title(&self, name: &str) -> Option<&Title> {
        self.titles.iter().chain(&self.own).find(|title| {
            let mut names = title.aliases.iter().chain([&title.id, &title.name]);
            names.any(|known| known.eq_ignore_ascii_case(name))
        })
    }
}
