//! Levels of a published game, where they are at hand: `REVISIT_DATA` names the
//! folder that holds `gamestudio`. Some of its models and pictures are left out
//! there, so that a level meets missing files as it does in life.

use glam::Vec3;
use load::{Family, Loaded, Request};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use vfs::{Kind, Vfs};
use world::{Frame, NodeKind, Occurrences, RegionKind, State};

/// The game's folder; `None` without it, which is an error only when it was
/// asked for.
fn game() -> Option<PathBuf> {
    let asked = std::env::var_os("REVISIT_DATA").map(PathBuf::from);
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = asked.clone().unwrap_or(default).join("gamestudio/lottershock");
    if folder.is_dir() {
        return Some(folder);
    }
    assert!(asked.is_none(), "REVISIT_DATA: no game in {}", folder.display());
    println!("skipped: no real levels; set REVISIT_DATA to the folder that holds `gamestudio`");
    None
}

fn load(vfs: &Vfs, level: &str) -> Loaded {
    let request = Request {
        world: level.to_owned(),
        container: format!("level/{level}.wmb"),
        ..Request::bare(Family::Gamestudio, "gamestudio", Frame::parse("-y +z -x", 0.025).unwrap())
    };
    load::load(vfs, &request, &mut load::Quiet).unwrap()
}

struct Row {
    level: &'static str,
    entities: usize,
    /// Entities that show something, if only that their picture is missing.
    shown: usize,
    blocks: usize,
    regions: usize,
    lamps: usize,
    pages: usize,
    /// Files that are nowhere.
    missing: usize,
}

#[test]
fn every_level_has_what_its_file_says_and_lacks_only_what_is_not_there() {
    let Some(folder) = game() else { return };
    let vfs = Vfs::open(&folder, &[], load::ARCHIVES).unwrap();
    let there: BTreeSet<String> = vfs
        .walk(false)
        .into_iter()
        .filter(|entry| entry.kind == Kind::File)
        .map(|entry| entry.name.to_lowercase())
        .collect();
    let row = |level, entities, shown, blocks, regions, lamps, pages, missing| Row {
        level,
        entities,
        shown,
        blocks,
        regions,
        lamps,
        pages,
        missing,
    };
    let rows = [
        row("assettest", 4, 2, 0, 0, 0, 0, 2),
        row("bestiary", 44, 28, 0, 0, 0, 0, 7),
        row("gamelevel", 785, 643, 200, 10, 0, 0, 67),
        row("menue", 13, 3, 6, 0, 1, 1, 5),
        row("testlevel_doors", 13, 12, 0, 1, 0, 0, 1),
    ];
    let mut wrong = Vec::new();
    for row in rows {
        let loaded = load(&vfs, row.level);
        let scene = &loaded.scene;
        let missing: Vec<&str> = loaded
            .findings
            .iter()
            .filter(|finding| finding.code == "load.file_missing")
            .filter_map(|finding| finding.expected.split('`').nth(1))
            .collect();
        for name in &missing {
            assert!(!there.contains(&name.to_lowercase()), "{}: {name} is there", row.level);
            // Nor is it there as a picture of another kind.
            let stem = name.to_lowercase();
            let stem = stem.rsplit_once('.').map_or(stem.as_str(), |(stem, _)| stem);
            for ending in ["tga", "png", "bmp", "pcx", "dds", "jpg"] {
                assert!(!there.contains(&format!("{stem}.{ending}")), "{}: {name} is a {ending}", row.level);
            }
        }
        let codes = loaded.findings.iter().map(|finding| finding.code);
        let other: Vec<_> = codes.filter(|code| *code != "load.file_missing").collect();
        // The floor of that level is in a model that is not there.
        let wanted: &[&str] = if row.level == "testlevel_doors" { &["load.no_ground"] } else { &[] };
        assert_eq!(other, wanted, "{}", row.level);
        let shows = |id: &world::NodeId| {
            let node = &scene.nodes[id.index()];
            node.model.is_some() || !node.children.is_empty()
        };
        let found = [
            scene.entities.len(),
            scene.entities.iter().filter(|(id, _)| shows(id)).count(),
            scene.nodes.iter().filter(|node| node.name.starts_with("block ")).count(),
            scene.regions.iter().filter(|region| region.kind != RegionKind::Water).count(),
            scene.nodes.iter().filter(|node| node.kind == NodeKind::Light).count(),
            scene.lightmaps.pages.len(),
            missing.len(),
        ];
        let Row { entities, shown, blocks, regions, lamps, pages, missing, .. } = row;
        let wanted = [entities, shown, blocks, regions, lamps, pages, missing];
        if found != wanted {
            wrong.push(format!("{}: {found:?}, expected {wanted:?}", row.level));
        }
        let (occurrences, odd) = Occurrences::build(scene, &State::new(scene, 0), 1 << 20);
        assert!(odd.is_empty() && occurrences.len() >= entities, "{}", row.level);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn normals_point_out_of_the_fronts_of_every_model() {
    let Some(folder) = game() else { return };
    let vfs = Vfs::open(&folder, &[], load::ARCHIVES).unwrap();
    let scene = load(&vfs, "gamelevel").scene;
    let mut checked = 0;
    for (number, model) in scene.models.iter().enumerate() {
        let corner = |index: u32| &model.vertices[index as usize];
        let place = |index: u32| Vec3::from(corner(index).position);
        let (mut out, mut all) = (0, 0);
        for triangle in model.indices.as_chunks::<3>().0 {
            let [a, b, c] = triangle.map(place);
            let front = (b - a).cross(c - a);
            let normal = triangle.iter().map(|index| corner(*index).normal()).sum::<Vec3>();
            if front.length() > 1e-3 && normal.length() > 1e-3 {
                all += 1;
                out += usize::from(front.dot(normal) > 0.0);
            }
        }
        assert!(out * 10 >= all * 9, "model {number}: {out} of {all}");
        checked += all;
    }
    assert!(checked > 50_000, "{checked}");
}

#[test]
fn the_largest_level_starts_where_it_says_and_is_stood_on() {
    let Some(folder) = game() else { return };
    let vfs = Vfs::open(&folder, &[], load::ARCHIVES).unwrap();
    let loaded = load(&vfs, "gamelevel");
    let scene = &loaded.scene;
    let [x, y, z] = scene.frame.to_game(scene.avatar.position).to_array();
    // The middle of the region `playerSpawn`, on the floor of the corridor.
    assert!(scene.avatar.grounded && (x, y) == (0.0, 0.0) && (0.0..100.0).contains(&z), "{x} {y} {z}");
    // What has a scene for standing stands in it, though another comes first.
    let sputnik = scene.animators.iter().find(|animator| &*animator.name == "sputnik.mdl").unwrap();
    let clip = &scene.clips[sputnik.start.clip.unwrap().index()];
    assert_eq!((&*clip.name, clip.seconds), ("Stand", 5.0 / 8.0));
    assert_eq!(sputnik.clips.len(), 5);
    // Nothing depends on chance.
    let again = load(&vfs, "gamelevel").scene;
    assert!(again.nodes == scene.nodes && again.models == scene.models && again.materials == scene.materials);
}
