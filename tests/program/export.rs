//! `export`: worlds for other programs.

use crate::program::{demo, four, revisit};
use glam::{Mat4, Quat, Vec3};
use gltf::accessor::{DataType, Dimensions};
use gltf::animation::util::ReadOutputs;
use gltf::{Animation, Gltf, Node};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use titles::install::Install;
use turntable::{Shelf, Stage};

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

/// The two keys around a time, and how far it is to the second.
fn between(times: &[f32], time: f32) -> (usize, usize, f32) {
    let next = times.iter().position(|key| *key > time).unwrap_or(times.len() - 1).max(1);
    (next - 1, next, (time - times[next - 1]) / (times[next] - times[next - 1]))
}

/// Where the nodes of a file are at a time of an animation, as the
/// specification of glTF says, by name.
fn played(gltf: &Gltf, animation: &Animation, time: f32) -> BTreeMap<String, Mat4> {
    let blob = gltf.blob.as_deref().unwrap();
    let mut places: HashMap<usize, Vec3> = HashMap::new();
    let mut turns: HashMap<usize, Quat> = HashMap::new();
    for channel in animation.channels() {
        let reader = channel.reader(|_| Some(blob));
        let times: Vec<f32> = reader.read_inputs().unwrap().collect();
        assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "{times:?}");
        let (from, to, share) = between(&times, time);
        let node = channel.target().node().index();
        match reader.read_outputs().unwrap() {
            ReadOutputs::Translations(all) => {
                let all: Vec<Vec3> = all.map(Vec3::from).collect();
                assert_eq!(all.len(), times.len());
                places.insert(node, all[from].lerp(all[to], share));
            }
            ReadOutputs::Rotations(all) => {
                let all: Vec<Quat> = all.into_f32().map(Quat::from_array).collect();
                assert_eq!(all.len(), times.len());
                assert!(all.windows(2).all(|pair| pair[0].dot(pair[1]) > 0.0), "the short way");
                turns.insert(node, world::slerp(all[from], all[to], share));
            }
            _ => panic!("neither a place nor a turn"),
        }
    }
    let mut found = BTreeMap::new();
    let mut open: Vec<(Node, Mat4)> =
        gltf.default_scene().unwrap().nodes().map(|node| (node, Mat4::IDENTITY)).collect();
    while let Some((node, above)) = open.pop() {
        let (place, turn, scale) = node.transform().decomposed();
        let place = places.get(&node.index()).copied().unwrap_or(place.into());
        let turn = turns.get(&node.index()).copied().unwrap_or(Quat::from_array(turn));
        let world = above * Mat4::from_scale_rotation_translation(scale.into(), turn, place);
        found.insert(node.name().unwrap().to_owned(), world);
        open.extend(node.children().map(|child| (child, world)));
    }
    found
}

#[test]
fn a_mech_walks_in_gltf_as_it_does_here() {
    let folder = tempfile::tempdir().unwrap();
    let [mechs, ..] = four();
    for name in ["mason", "brolga"] {
        let out = folder.path().join(format!("{name}.glb"));
        let arguments = ["export", mechs.path, "--model", name, "--out", out.to_str().unwrap(), "--json"];
        let result = revisit(arguments).ok().json();
        let gltf = Gltf::from_slice(&fs::read(&out).unwrap()).unwrap();
        assert_sound(&gltf);
        let shown = revisit(["show", mechs.path, name, "--json"]).ok().json();
        assert_eq!(shown["nodes"], gltf.nodes().len());
        assert_eq!(shown["triangles"], result["triangles"]);
        assert!(gltf.images().len() >= 5, "its skins");

        let clips = shown["clips"].as_array().unwrap();
        assert_eq!(result["animations"], clips.len());
        let names: Vec<_> = gltf.animations().map(|animation| animation.name().unwrap().to_owned()).collect();
        let wanted: Vec<_> = clips.iter().map(|clip| clip["name"].as_str().unwrap().to_owned()).collect();
        assert_eq!(names, wanted);
        assert!(names.len() >= 7, "{names:?}");

        let install = Install::open(mechs.path.as_ref(), &[]).unwrap();
        let mut shelf = Shelf::new(install, "best").unwrap();
        let item = shelf.find(name).unwrap();
        let mut stage = Stage::new(shelf.load(&item, 0).unwrap());
        let mut moved = 0.0_f32;
        for animation in gltf.animations() {
            let clip = stage.clip(animation.name().unwrap()).unwrap();
            let seconds = stage.clips[clip].seconds;
            let blob = gltf.blob.as_deref().unwrap();
            let last = animation
                .channels()
                .flat_map(|channel| channel.reader(|_| Some(blob)).read_inputs().unwrap().last());
            let last = last.fold(0.0, f32::max);
            assert!((last - seconds).abs() < 1e-4, "{} lasts {last}, not {seconds}", stage.clips[clip].name);
            // In the middle, and between two keys.
            for time in [seconds * 0.5, seconds * 0.37] {
                stage.play(Some(clip), time, 0.0);
                let found = played(&gltf, &animation, time);
                let table = stage.simulation.occurrences();
                let own = table.ids().filter(|id| table.node(*id).index() < stage.counts.nodes);
                for id in own {
                    let part = &stage.scene().nodes[table.node(id).index()].name;
                    let wanted = Mat4::from(*table.transform(id));
                    let off = found[&**part].w_axis.distance(wanted.w_axis);
                    moved = moved.max(off);
                    assert!(off < 1e-3, "{name} {part}: {off} off at {time} s");
                    assert!(found[&**part].abs_diff_eq(wanted, 2e-3), "{name} {part} at {time} s");
                }
            }
        }
        println!("{name}: joints at most {:.3} mm apart", moved * 1e3);
    }
    let at = folder.path().join("nobody.glb").display().to_string();
    revisit(["export", mechs.path, "--model", "masun", "--out", &at]).fails(2, &["masun", "mech_mason"]);
}
