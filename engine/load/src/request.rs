//! What to load.

use crate::{CreatureRules, Guests, ModelFiles, daggerfall};
use glam::Vec3;
use script::commands::Game;
use script::startup::Road;
use std::hash::{Hash, Hasher};
use world::{Callbacks, Frame, Scene, SoundRules, Walker};

/// Where the avatar starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    /// The feet, in the game's own axes and unit. The height is a hint: the
    /// avatar is put on the ground at or below it.
    pub position: Vec3,
    /// Degrees about the up axis; 0 looks along the game's forward, growing to
    /// the left.
    pub yaw_deg: f32,
}

/// Which loader a title needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// MechWarrior 3 and its relatives.
    Zipper,
    /// Games made with Gamestudio.
    Gamestudio,
    /// Zones of EverQuest.
    Everquest,
    /// Models of Warcraft.
    Warcraft,
    /// Cells of Daggerfall's overworld.
    Daggerfall,
    /// No game's: scenes that are made in code.
    Code(CodedScene),
}

/// A scene that is made in code instead of read from files. Whoever knows such
/// scenes hands them over; this crate knows none.
#[derive(Clone, Copy, Debug)]
pub struct CodedScene {
    /// Id of the world.
    pub id: &'static str,
    /// Makes it.
    pub build: fn() -> Scene,
}

// Functions have no identity that could be compared; ids have.
impl PartialEq for CodedScene {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for CodedScene {}

impl Hash for CodedScene {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl Family {
    /// The family of that name, as the table of titles writes it; `None` for
    /// one without a loader.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "zipper" => Some(Family::Zipper),
            "gamestudio" => Some(Family::Gamestudio),
            "everquest" => Some(Family::Everquest),
            "warcraft" => Some(Family::Warcraft),
            "daggerfall" => Some(Family::Daggerfall),
            _ => None,
        }
    }
}

/// One world of an install, with the addresses of its files.
#[derive(Clone, Debug)]
pub struct Request {
    /// Which loader to use.
    pub family: Family,
    /// Id of the title, for example `mechwarrior3`.
    pub title: String,
    /// Id of the world, for example `c1`.
    pub world: String,
    /// Axes and unit of the title.
    pub frame: Frame,
    /// Address of the world container.
    pub container: String,
    /// Addresses of texture packages; a texture is taken from the first that
    /// has it.
    pub textures: Vec<String>,
    /// Addresses of further packages, opened one after the other only while a texture is in none of
    /// the packages before.
    pub more_textures: Vec<String>,
    /// Prefixes of the names of nodes that follow the camera, lower case.
    pub sky_names: Vec<String>,
    /// Where the avatar starts; `None` for the middle of the world.
    pub start: Option<Start>,
    /// Scripts that load the world; `None` reads its container and nothing else.
    pub scripts: Option<ScriptSetup>,
    /// Addresses of files of animations, for worlds whose scripts name none.
    pub animations: Vec<String>,
    /// Where the library of 'mechs and their motions are; `None` for games without any.
    pub machines: Option<ModelFiles>,
    /// Where the container of aeroplanes is; `None` for games without any.
    pub aeroplanes: Option<ModelFiles>,
    /// Where the wind blows while no script says it, in the game's own axes and units a second.
    pub wind: [f32; 3],
    /// Where the sounds are that animations name; `None` for worlds that name none.
    pub sounds: Option<SoundFiles>,
    /// What the game says of its sounds.
    pub sound_setup: SoundSetup,
    /// What the numbers mean that animations tell the game.
    pub callbacks: Callbacks,
    /// What the title's table says of its creatures.
    pub creatures: CreatureRules,
    /// Creatures that somebody wants in the world besides those that its files place.
    pub guests: Guests,
    /// Sizes and speeds of a person on foot, in the game's units; `None` for those of anybody.
    pub walker: Option<Walker>,
    /// What the cells of an overworld share; nothing for other worlds.
    pub land: daggerfall::Shared,
}

impl Request {
    /// A request that names no file and no world yet.
    pub fn bare(family: Family, title: &str, frame: Frame) -> Self {
        Request {
            family,
            title: title.to_owned(),
            world: String::new(),
            frame,
            container: String::new(),
            textures: Vec::new(),
            more_textures: Vec::new(),
            sky_names: Vec::new(),
            start: None,
            scripts: None,
            animations: Vec::new(),
            machines: None,
            aeroplanes: None,
            wind: [0.0; 3],
            sounds: None,
            sound_setup: SoundSetup::default(),
            callbacks: Callbacks::default(),
            creatures: CreatureRules::default(),
            guests: Guests::default(),
            walker: None,
            land: daggerfall::Shared::default(),
        }
    }
}

/// What a game says of its sounds, and the rules by which it lets them be heard.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SoundSetup {
    /// Addresses of the archives whose definitions of sounds count: those of the mission, of the chapter
    /// and of the whole game. Of two with one name the first counts.
    pub readers: Vec<String>,
    /// Names of the sets of sounds that are the world's own.
    pub sets: Vec<String>,
    /// Address of the texts that subtitles name.
    pub messages: Option<String>,
    /// How the game lets sounds be heard.
    pub rules: SoundRules,
}

/// The scripts that load a world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptSetup {
    /// Whose scripts they are.
    pub game: Game,
    /// Which of the two roads they take.
    pub road: Road,
    /// The world, `c1` or `m3`.
    pub world: String,
    /// The mission, which only Crimson Skies has scripts of.
    pub mission: Option<String>,
    /// Address of the world's container, for a script that names it otherwise.
    pub container: String,
}

/// Where a game keeps its sounds, and how it treats loose files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoundFiles {
    /// Addresses of the archives, the wanted quality first; the first that exists is used.
    pub archives: Vec<String>,
    /// Address of the folder with loose `.wav` files.
    pub folder: String,
    /// True when a loose file of the install wins over the archive's sound of its name; false when
    /// loose files only add to the archive.
    pub loose_wins: bool,
}
