//! A level that is named by its file is the same as by its game: the same nodes, models, pictures and
//! light, from the same place.

use super::data;
use crate::program::island;
use std::path::Path;
use titles::install::Install;
use world::Scene;

fn load(path: &Path, world: Option<&str>) -> Scene {
    let install = Install::open(path, &[]).unwrap();
    let request = install.request(world).unwrap();
    load::load(&install.vfs, &request, &mut load::Quiet).unwrap().scene
}

/// Loads a level both ways and from its folder.
fn same(game: &Path, folder: &str, level: &str) {
    let by_game = load(game, Some(level));
    let file = game.join(folder).join(format!("{level}.wmb"));
    for by_file in [load(&file, None), load(&game.join(folder), Some(level))] {
        assert_eq!((&by_game.title, &by_game.world), (&by_file.title, &by_file.world), "{level}");
        assert!(
            by_game.nodes == by_file.nodes && by_game.models == by_file.models,
            "{level}: what stands there"
        );
        assert!(by_game.textures == by_file.textures, "{level}: pictures");
        assert!(by_game.materials == by_file.materials && by_game.lightmaps == by_file.lightmaps, "{level}");
        assert!(by_game.lights == by_file.lights && by_game.fog == by_file.fog, "{level}: light");
        assert_eq!((by_game.camera, by_game.avatar), (by_file.camera, by_file.avatar), "{level}: start");
    }
}

#[test]
fn a_real_level_is_the_same_by_its_file_and_by_its_game() {
    let Some(data) = data() else { return };
    for level in ["assettest", "bestiary", "gamelevel", "menue", "testlevel_doors"] {
        same(&data.join("lottershock"), "Level", level);
    }
}

#[test]
fn the_demo_is_the_same_by_its_file_and_by_its_game() {
    same(Path::new(island()), "Level", "ternholm");
}
