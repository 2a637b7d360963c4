//! Levels, texture packages and editor sources of a published game, where they
//! are at hand: `REVISIT_DATA` names the folder that holds `gamestudio`. What
//! the specification marks as checked must hold, and every file must be written
//! back byte for byte.

use binary::{Mode, Severity};
use gamestudio::wmb::blocks::Block;
use gamestudio::wmb::bsp::unpack_short;
use gamestudio::wmb::objects::Object;
use gamestudio::wmb::{self, Level};
use gamestudio::{wad, wmp};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The files below the folder of real data whose name ends so, sorted; `None`
/// without that folder, which is an error only when it was asked for.
fn real_files(extension: &str, at_least: usize) -> Option<Vec<(String, Vec<u8>)>> {
    let asked = std::env::var_os("REVISIT_DATA").map(PathBuf::from);
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = asked.clone().unwrap_or(default).join("gamestudio");
    let mut files = Vec::new();
    collect(&folder, extension, &mut files);
    files.sort_by(|(a, _), (b, _)| a.cmp(b));
    assert!(
        asked.is_none() || files.len() >= at_least,
        "REVISIT_DATA: {} of {at_least} .{extension} files below {}",
        files.len(),
        folder.display()
    );
    if files.is_empty() {
        println!(
            "skipped: no real .{extension} files; set REVISIT_DATA to the folder that holds `gamestudio`"
        );
        return None;
    }
    Some(files)
}

fn collect(folder: &Path, extension: &str, files: &mut Vec<(String, Vec<u8>)>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, extension, files);
        } else if path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension)) {
            let name = entry.file_name().to_string_lossy().into_owned();
            files.push((name, fs::read(&path).expect("a readable file")));
        }
    }
}

/// Largest difference between a stored texture coordinate and the mapping
/// record's: positions are stored as floats, thousands of quants away.
const UV_ERROR: f32 = 2e-3;

/// Polygons of a block whose texture coordinates follow from none of the
/// mapping records, and polygons in all.
fn polygons_without_mapping(level: &Level, block: &Block) -> (usize, usize) {
    let mut polygons: BTreeMap<(u16, i32), Vec<usize>> = BTreeMap::new();
    for triangle in &block.triangles {
        let corners = polygons.entry((triangle.skin, triangle.polygon)).or_default();
        corners.extend(triangle.vertices.map(usize::from));
    }
    let odd = polygons.iter().filter(|((skin, _), corners)| {
        let texture = block.skins[usize::from(*skin)].texture;
        let image = level.textures[texture as usize].as_ref().expect("a texture");
        !level.materials.iter().filter(|material| material.texture == i32::from(texture)).any(|material| {
            corners.iter().map(|corner| &block.vertices[*corner]).all(|vertex| {
                let [u, v] = material.uv(vertex.position, image.width, image.height);
                let [du, dv] = [(u - vertex.uv[0]).abs(), (v - vertex.uv[1]).abs()];
                du < UV_ERROR && dv < UV_ERROR
            })
        })
    });
    (odd.count(), polygons.len())
}

/// A level without a tree has one leaf; the root of a tree has the level's box,
/// grown by 24 or 40 quants and rounded outwards.
fn check_tree(name: &str, level: &Level) {
    let Some(root) = level.bsp_nodes.first() else {
        assert_eq!(level.bsp_leafs.len(), 1, "{name}");
        return;
    };
    let submodel = &level.submodels[0];
    for axis in 0..3 {
        let under = submodel.mins[axis].floor() as i32 - unpack_short(root.mins[axis]);
        let over = unpack_short(root.maxs[axis]) - submodel.maxs[axis].ceil() as i32;
        assert!(
            [24, 25, 40, 41].contains(&under) && [24, 25, 40, 41].contains(&over),
            "{name}: {under}, {over}"
        );
    }
    // Leafs hold every block at least once.
    let mut held = vec![false; level.blocks.len()];
    for leaf in &level.bsp_leafs {
        level
            .leaf_blocks(leaf)
            .expect("blocks of a leaf")
            .iter()
            .for_each(|block| held[*block as usize] = true);
    }
    assert!(held.iter().all(|held| *held), "{name}: a block is in no leaf");
}

#[test]
fn levels_are_as_specified_and_written_back() {
    let Some(files) = real_files("wmb", 5) else { return };
    println!(
        "level                  bytes  blocks polygons triangles textures pages objects entities old paths leafs findings"
    );
    for (name, bytes) in &files {
        let (level, report) =
            wmb::read(bytes, Mode::Strict).unwrap_or_else(|finding| panic!("{name}: {finding}"));
        for finding in report.findings() {
            println!("{name}: {finding}");
        }
        assert!(report.verdict().is_ok(), "{name} breaks a rule");
        assert!(wmb::write(&level).unwrap() == *bytes, "{name} is written back differently");
        // The compiler's own order of lists is the writer's.
        assert_eq!(level.layout.lists, None, "{name}");
        assert_eq!((&level.layout.textures, &level.layout.objects), (&None, &None), "{name}");

        let (mut odd, mut polygons, mut triangles) = (0, 0, 0);
        for block in &level.blocks {
            assert_eq!(block.extent(), (block.mins, block.maxs), "{name}");
            let (without, all) = polygons_without_mapping(&level, block);
            (odd, polygons, triangles) = (odd + without, polygons + all, triangles + block.triangles.len());
            assert_eq!(block.faces().count(), block.triangles.len());
        }
        assert_eq!(odd, 0, "{name}: polygons without a mapping record");
        let page = level.lightmap_page_size() as usize;
        assert_eq!(level.lightmap_count() * 3 * page * page, level.lightmaps.len(), "{name}");
        for texture in level.textures.iter().flatten() {
            for number in 0..4 {
                assert!(texture.decode_rgba8(number, None).is_some(), "{name}: {}", texture.name);
            }
        }
        check_tree(name, &level);
        let entities: Vec<_> = level.entities().collect();
        for entity in &entities {
            assert!(!entity.file.contains(['/', '\\']), "{name}: {}", entity.file);
            assert!(entity.file.contains('.'), "{name}: {}", entity.file);
        }
        let old = level.objects.iter().filter(|object| matches!(object, Object::OldEntity(_))).count();
        println!(
            "{name:20} {:7} {:7} {polygons:8} {triangles:9} {:8} {:5} {:7} {:8} {old:3} {:5} {:5} {:8}",
            bytes.len(),
            level.blocks.len(),
            level.textures.len(),
            level.lightmap_count(),
            level.objects.len(),
            entities.len(),
            level.paths().count(),
            level.bsp_leafs.len(),
            report.findings().iter().filter(|finding| finding.severity >= Severity::Warning).count(),
        );
    }
}

#[test]
fn texture_packages_are_as_specified_and_written_back() {
    let Some(files) = real_files("wad", 1) else { return };
    println!("package                bytes entries textures");
    for (name, bytes) in &files {
        let (wad, report) =
            wad::read(bytes, Mode::Strict).unwrap_or_else(|finding| panic!("{name}: {finding}"));
        assert_eq!(report.findings(), [], "{name}");
        assert!(wad::write(&wad).unwrap() == *bytes, "{name} is written back differently");
        assert_eq!(wad.layout, None, "{name}");
        // All but the palette are textures, and all of those can be decoded.
        assert_eq!(wad.textures().count() + 1, wad.entries.len(), "{name}");
        let palette = wad.colors().expect("a palette").colors();
        assert!(wad.textures().all(|texture| texture.decode_rgba8(3, Some(&palette)).is_some()), "{name}");
        println!("{name:20} {:7} {:7} {:8}", bytes.len(), wad.entries.len(), wad.textures().count());
    }
}

#[test]
fn editor_sources_are_kept() {
    let Some(files) = real_files("wmp", 6) else { return };
    println!("source                 bytes chunks");
    for (name, bytes) in &files {
        let (wmp, report) =
            wmp::read(bytes, Mode::Strict).unwrap_or_else(|finding| panic!("{name}: {finding}"));
        assert_eq!(report.findings(), [], "{name}");
        assert!(wmp::write(&wmp).unwrap() == *bytes, "{name} is written back differently");
        let ids: Vec<_> = wmp.chunks.iter().map(|chunk| (chunk.id, chunk.kind)).collect();
        assert_eq!(ids, [(1, 4), (2, 4), (1, 5)], "{name}");
        println!("{name:20} {:7} {:6}", bytes.len(), wmp.chunks.len());
    }
}
