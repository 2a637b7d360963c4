//! Two small levels of one install, made with the format's own writers.

use gamestudio::text::Text;
use gamestudio::wmb::blocks::{Block, Skin, surface};
use gamestudio::wmb::objects::{Object, Position};
use gamestudio::wmb::{self, Level};
use std::fs;
use tempfile::TempDir;

/// Floors of 800 by 800 units, which are 20 by 20 m, called `one` and `two`. The
/// player stands in the middle of the first and looks along +x; the second has a
/// wall of 4 m, 200 units behind its middle.
pub fn install() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let skin = || Skin { flags: surface::FLAT, ..Skin::flat(-1) };
    let floor = || Block::cuboid([-400.0, -400.0, -16.0], [400.0, 400.0, 0.0], skin(), 16, 16);
    let wall = Block::cuboid([200.0, -400.0, 0.0], [216.0, 400.0, 160.0], skin(), 16, 16);
    fs::create_dir_all(root.join("level")).unwrap();
    for (name, blocks) in [("one", vec![floor()]), ("two", vec![floor(), wall])] {
        let mut level = Level::new();
        level.blocks = blocks;
        level.objects.push(Object::Position(Box::new(Position {
            origin: [0.0, 0.0, 40.0],
            name: Text::new("player").unwrap(),
            ..Position::default()
        })));
        level.seal();
        fs::write(root.join("level").join(format!("{name}.wmb")), wmb::write(&level).unwrap()).unwrap();
    }
    fs::write(root.join("acknex.dll"), []).unwrap();
    folder
}
