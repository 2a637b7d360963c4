//! The models of a published game and of a test collection, alone.

use super::data;
use load::LoadedModel;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use titles::install::Install;
use turntable::{Item, Shelf, Stage};

/// The models of a folder, as `show` finds them.
pub fn shelf(path: &Path) -> Shelf {
    Shelf::new(Install::open_models(path, &[]).unwrap(), "best").unwrap()
}

/// Every model of a folder, loaded.
pub fn all(path: &Path) -> Vec<(Item, LoadedModel)> {
    let mut shelf = shelf(path);
    let items = shelf.items();
    let load = |item: Item| {
        let loaded = shelf.load(&item, 0).unwrap_or_else(|failure| panic!("{item:?}: {failure}"));
        (item, loaded)
    };
    items.into_iter().map(load).collect()
}

#[test]
fn every_real_model_opens_and_is_whole() {
    let Some(folder) = data() else { return };
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut animated = BTreeSet::new();
    for part in ["lottershock", "assimp-models/MDL"] {
        let vfs = vfs::Vfs::open(&folder.join(part), &[], load::ARCHIVES).unwrap();
        let there: BTreeSet<String> =
            vfs.walk(false).into_iter().map(|entry| entry.name.to_lowercase()).collect();
        for (item, loaded) in all(&folder.join(part)) {
            let name = format!("{}/{}", item.source, item.name);
            let extension = item.name.rsplit_once('.').unwrap().1.to_lowercase();
            *kinds.entry(extension.clone()).or_default() += 1;
            // What is missing is missing: those left out of the collection.
            for finding in loaded.findings.iter().filter(|finding| finding.code.starts_with("load.")) {
                assert_eq!(finding.code, "load.file_missing", "{name}: {finding}");
                let wanted = finding.expected.split('`').nth(1).unwrap().to_lowercase();
                assert!(!there.contains(&wanted), "{name}: {wanted} is there");
            }
            if extension == "wmb" {
                // A level without blocks is nothing by itself.
                continue;
            }
            let scene = &loaded.scene;
            assert!(scene.triangles() > 0, "{name} is empty");
            let size = scene.models[0].bounds.max - scene.models[0].bounds.min;
            assert!(size.is_finite() && size.length() > 0.1, "{name}: {size}");
            for model in &scene.models {
                for vertex in &model.vertices {
                    assert!(vertex.position.iter().chain(&vertex.uv).all(|axis| axis.is_finite()), "{name}");
                }
            }
            let frames = scene.models[0].deform.as_ref().map_or(0, |deform| deform.frames.len());
            let stage = Stage::new(loaded);
            let parts: usize = stage.clips.iter().map(|clip| clip.parts).sum();
            assert_eq!(parts, frames, "{name}: every frame is in one scene");
            if frames > 0 {
                animated.insert(item.name.to_lowercase());
            }
        }
    }
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), [("mdl".to_owned(), 114), ("wmb".to_owned(), 5)]);
    let wanted = [
        "ackmen01.mdl",
        "acktana.mdl",
        "cbabe_male 2.mdl",
        "griechin.mdl",
        "minigun.mdl",
        "minigun_mdl5.mdl",
        "morbius.mdl",
        "sputnik.mdl",
        "tile-floor-turret.mdl",
        "warlock.mdl",
        "whiskas.mdl",
    ];
    assert_eq!(animated.iter().map(String::as_str).collect::<Vec<_>>(), wanted);
}

#[test]
fn folders_of_a_game_lead_to_the_game() {
    let Some(folder) = data() else { return };
    let game = std::fs::canonicalize(folder.join("lottershock")).unwrap();
    for part in ["", "Level", "Assets", "Level/gamelevel.wmb", "Assets/sputnik.mdl"] {
        let install = Install::open(&game.join(part), &[]).unwrap();
        assert_eq!(std::fs::canonicalize(&install.detection.root).unwrap(), game, "{part}");
        assert_eq!(install.worlds().len(), 5, "{part}");
    }
}
