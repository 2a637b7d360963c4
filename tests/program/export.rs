//! `export`: worlds for other programs.

use crate::program::{demo, revisit};
use gltf::Gltf;
use gltf::accessor::{DataType, Dimensions};
use std::fs;

/// Everything the specification asks of the numbers of a file that reading does
/// not look at by itself.
fn assert_sound(gltf: &Gltf) {
    let blob = gltf.blob.as_deref().unwrap();
    for view in gltf.views() {
        assert_eq!(view.offset() % 4, 0);
        assert!(view.offset() + view.length() <= blob.len());
    }
    for accessor in gltf.accessors() {
        let view = accessor.view().unwrap();
        let size = accessor.count() * accessor.size();
        assert!(accessor.count() > 0 && accessor.offset() + size <= view.length());
    }
    for mesh in gltf.meshes() {
        for primitive in mesh.primitives() {
            let reader = primitive.reader(|_| Some(blob));
            let positions: Vec<[f32; 3]> = reader.read_positions().unwrap().collect();
            let bounds = primitive.bounding_box();
            for axis in 0..3 {
                let values = || positions.iter().map(|position| position[axis]);
                assert_eq!(bounds.min[axis], values().fold(f32::INFINITY, f32::min));
                assert_eq!(bounds.max[axis], values().fold(f32::NEG_INFINITY, f32::max));
            }
            for normal in reader.read_normals().unwrap() {
                let length = normal.iter().map(|axis| axis * axis).sum::<f32>();
                assert!((length - 1.0).abs() < 1e-3, "{normal:?}");
            }
            let corners: Vec<u32> = reader.read_indices().unwrap().into_u32().collect();
            assert!(
                corners.len().is_multiple_of(3)
                    && corners.iter().all(|corner| (*corner as usize) < positions.len())
            );
            let indices = primitive.indices().unwrap();
            assert_eq!((indices.data_type(), indices.dimensions()), (DataType::U32, Dimensions::Scalar));
        }
    }
    // A node has one parent at most, and the scene names only those without.
    let mut parents = vec![0; gltf.nodes().len()];
    for node in gltf.nodes() {
        node.children().for_each(|child| parents[child.index()] += 1);
    }
    for root in gltf.default_scene().unwrap().nodes() {
        parents[root.index()] += 1;
    }
    assert!(parents.iter().all(|count| *count == 1), "every node hangs somewhere, once");
}

#[test]
fn the_demo_as_gltf_is_sound_and_complete() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("world.glb");
    let result = revisit(["export", demo(), "--out", out.to_str().unwrap(), "--json"]).ok().json();
    let bytes = fs::read(&out).unwrap();
    assert_eq!(result["size_bytes"], bytes.len());
    let gltf = Gltf::from_slice(&bytes).unwrap();
    assert_sound(&gltf);
    for (key, count) in [
        ("nodes", gltf.nodes().len()),
        ("meshes", gltf.meshes().len()),
        ("materials", gltf.materials().len()),
        ("images", gltf.images().len()),
    ] {
        assert_eq!(result[key], count, "{key}");
        assert!(count > 3, "{key}: {count}");
    }
    let loaded = revisit(["load", demo(), "--json"]).ok().json();
    assert!(result["triangles"].as_u64() <= loaded["counts"]["triangles"].as_u64());
    assert!(gltf.images().len() as u64 <= loaded["counts"]["textures"].as_u64().unwrap());

    let named = gltf.nodes().find(|node| node.mesh().is_some() && node.children().len() == 0).unwrap();
    let name = named.name().unwrap();
    let part = folder.path().join("part.glb");
    revisit(["export", demo(), "--node", name, "--out", part.to_str().unwrap()]).ok();
    let part = Gltf::from_slice(&fs::read(part).unwrap()).unwrap();
    assert_sound(&part);
    assert!(part.nodes().len() < gltf.nodes().len());
    assert_eq!(part.default_scene().unwrap().nodes().next().unwrap().name(), Some(name));
}

#[test]
fn what_cannot_be_exported_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    revisit(["export", demo(), "--out", &at("world.obj")]).fails(2, &["world.obj", ".glb"]);
    revisit(["export", demo(), "--out", &at("a.glb"), "--node", "nobody"]).fails(2, &["nobody"]);
    revisit(["export", demo(), "--out", &at("no/folder/a.glb")]).fails(2, &["does not exist"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
