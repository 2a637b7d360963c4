//! How tests load a level that they made.

use gamestudio::wmb::{self, Level};
use load::{Family, Loaded, Request};
use std::fs;
use std::path::Path;
use vfs::Vfs;
use world::Frame;

/// Writes a level and loads it from the folder.
pub fn load(root: &Path, address: &str, mut level: Level) -> Loaded {
    level.seal();
    let path = root.join(address);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, wmb::write(&level).unwrap()).unwrap();
    let vfs = Vfs::open(root, &[], load::ARCHIVES).unwrap();
    let request = Request {
        family: Family::Gamestudio,
        title: "gamestudio".to_owned(),
        world: "one".to_owned(),
        frame: Frame::parse("-y +z -x", 0.025).unwrap(),
        container: address.to_owned(),
        textures: Vec::new(),
        more_textures: Vec::new(),
        sky_names: Vec::new(),
        start: None,
        scripts: None,
        animations: Vec::new(),
        machines: None,
        wind: [0.0; 3],
        sounds: None,
        sound_setup: load::SoundSetup::default(),
        callbacks: load::Callbacks::default(),
        creatures: load::CreatureRules::default(),
        guests: load::Guests::default(),
        walker: None,
        land: load::daggerfall::Shared::default(),
    };
    load::load(&vfs, &request, &mut load::Quiet).unwrap()
}
