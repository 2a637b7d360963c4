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
        world: "one".to_owned(),
        container: address.to_owned(),
        ..Request::bare(Family::Gamestudio, "gamestudio", Frame::parse("-y +z -x", 0.025).unwrap())
    };
    load::load(&vfs, &request, &mut load::Quiet).unwrap()
}
