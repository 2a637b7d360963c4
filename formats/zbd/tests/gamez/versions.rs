//! What the typed worlds of the other three games mean, read with the
//! specification beside them.

use crate::gamez::{crimson_skies, pirates_moon, recoil, strict, subjects};
use zbd::gamez::materials::flags as material_flags;
use zbd::gamez::models::{Model, ModelSlot, flags, model_type};
use zbd::gamez::nodes::NodeData;
use zbd::gamez::textures::state;
use zbd::gamez::{self, GameZ, Version};

fn model(gamez: &GameZ, slot: usize) -> &Model {
    gamez.models.get(slot).unwrap()
}

#[test]
fn headers_and_blocks() {
    for (subject, version, timestamp, node_last_free, array_size) in [
        (recoil(), Version::Recoil, 0, 6, 7),
        (pirates_moon(), Version::PiratesMoon, 967_277_730, 6, 6),
        // In Crimson Skies the number of the light.
        (crimson_skies(), Version::CrimsonSkies, 967_277_730, 7, 8),
    ] {
        let gamez = strict(&subject.fixture);
        assert_eq!(gamez.version, version);
        assert_eq!((gamez.timestamp, gamez.node_last_free), (timestamp, node_last_free), "{version:?}");
        assert_eq!(gamez.nodes.array_size().unwrap(), array_size, "{version:?}");
        let ground = gamez.nodes.nodes.last().unwrap();
        assert_eq!((ground.base.name.text().as_str(), ground.base.model_index), ("ground", 0));
        assert!(matches!(ground.data, NodeData::Object3d(_)));
    }
}

#[test]
fn textures_are_assigned_in_the_later_games_and_have_mips_in_recoil() {
    let gamez = strict(&recoil().fixture);
    let mips: Vec<_> = gamez.textures.iter().map(|texture| texture.mip_index).collect();
    assert_eq!(mips, [-1, 2, -1, -1, -1, -1]);
    assert!(gamez.textures.iter().all(|texture| texture.state == state::USED && texture.image_ptr == 0));

    let gamez = strict(&pirates_moon().fixture);
    assert_eq!((gamez.textures[3].state, gamez.textures[3].image_ptr), (state::ASSIGNED, 0x0123_4560));
    assert_eq!((gamez.textures[0].state, gamez.textures[0].image_ptr), (state::USED, 0));
    assert_eq!(gamez.textures[4].name.text(), "blo_fusalagebottom.t");

    // Materials refer to entries by position, so a name may be there twice.
    let gamez = strict(&crimson_skies().fixture);
    assert_eq!(gamez.textures[0].name, gamez.textures[2].name);
    assert_eq!(gamez.textures[2].state, state::ASSIGNED);
}

#[test]
fn materials_carry_their_marks_except_in_recoil() {
    for subject in subjects() {
        let gamez = strict(&subject.fixture);
        let marked = gamez.version != Version::Recoil;
        for slot in gamez.materials.used() {
            assert_eq!(slot.flags & material_flags::ALWAYS != 0, marked, "{}", subject.name);
        }
        for slot in &gamez.materials.slots[4..] {
            assert_eq!(slot.flags, if marked { material_flags::FREE } else { 0 }, "{}", subject.name);
        }
        let used: Vec<_> = gamez.materials.with_cycles().collect();
        assert_eq!((used[1].0.color, used[1].0.alpha), ([64.5, 128.0, 255.0], 128));
        assert_eq!(used[2].1.unwrap().textures, [3, 2, 5]);
        assert_eq!((used[2].1.unwrap().info.speed, used[2].1.unwrap().info.looping), (8.0, 1));
    }
}

#[test]
fn models_say_what_they_are() {
    let gamez = strict(&recoil().fixture);
    // Lighting, fog and, at its own place, scrolling.
    assert_eq!(model(&gamez, 0).info.flags, 0x23);
    assert_eq!(model(&gamez, 1).info.model_type, model_type::FACADE);
    assert_eq!(model(&gamez, 2).info.model_type, model_type::POINTS);
    assert_eq!(gamez.models.slots[3], ModelSlot::Free { next: 4, words: Vec::new() });

    let gamez = strict(&pirates_moon().fixture);
    let everything = flags::LIGHTING | flags::FOG | flags::TEXTURE_SCROLL | flags::CLOUDS;
    assert_eq!(model(&gamez, 0).info.flags, everything | flags::HARDWARE_RENDER);
    assert_eq!((model(&gamez, 1).info.model_type, model(&gamez, 1).info.facade_mode), (1, 1));
    assert_eq!(model(&gamez, 1).info.flags, flags::FOG | flags::FACADE_CENTROID);

    for subject in subjects() {
        let info = &model(&strict(&subject.fixture), 0).info.clone();
        assert_eq!((info.tex_scroll_u, info.tex_scroll_v), (0.25, -0.5), "{}", subject.name);
        assert_eq!(info.bbox_mid, [128.0, 2.0, 128.0], "{}", subject.name);
        assert_eq!(info.bbox_diag, 181.0, "{}", subject.name);
    }
}

#[test]
fn crimson_skies_has_models_behind_free_slots() {
    let gamez = strict(&crimson_skies().fixture);
    assert_eq!(gamez.models.used().map(|(slot, _)| slot).collect::<Vec<_>>(), [0, 1, 2, 4]);
    let next: Vec<_> = gamez
        .models
        .slots
        .iter()
        .filter_map(|slot| match slot {
            ModelSlot::Free { next, .. } => Some(*next),
            ModelSlot::Used(_) => None,
        })
        .collect();
    assert_eq!((gamez.models.count, gamez.models.index_free, next), (4, 6, vec![4, 6, -1]));
    let last: Vec<_> = model(&gamez, 4).polygons(gamez.version).collect();
    assert_eq!((last.len(), last[0].materials), (1, &[1][..]));
    assert_eq!(model(&gamez, 4).vertices, [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]);
}

#[test]
fn lists_are_those_of_the_model() {
    for subject in subjects() {
        let gamez = strict(&subject.fixture);
        let ground = model(&gamez, 0);
        assert_eq!((ground.vertices.len(), ground.vertices[4]), (6, [128.0, 4.0, 128.0]));
        assert_eq!(ground.normals, [[0.0, 1.0, 0.0], [0.0, 0.0, -1.0]]);
        assert_eq!(ground.morphs, [[0.5, 1.0, -2.0]]);
        let light = &ground.lights[0];
        assert_eq!((light.info.color, light.info.flags), ([255.0, 200.5, 0.0], 0x20B));
        assert_eq!((light.info.fade_near, light.info.fade_far), (50.0, 150.0));
        assert_eq!(light.vertices, [[1.0, 2.0, 3.0]]);
        let lamps = model(&gamez, 2);
        assert_eq!(lamps.lights[1].vertices, [[4.0, 50.0, 0.0]]);
        assert_eq!((lamps.lights[1].info.unk04, lamps.lights[1].info.unk72), (1, 10_000.0));
    }
    // Only in Recoil a light shines at more than a few vertices.
    let gamez = strict(&recoil().fixture);
    assert_eq!(model(&gamez, 2).lights[0].vertices.len(), 10);
    assert_eq!(model(&gamez, 2).lights[0].vertices[9], [8.0, 50.0, 8.0]);
    assert_eq!(model(&gamez, 0).lights[0].info.unk24, 0x0099_1234);
}

#[test]
fn recoil_polygons_have_no_colours_and_no_strips() {
    let gamez = strict(&recoil().fixture);
    let polygons: Vec<_> = model(&gamez, 0).polygons(gamez.version).collect();
    assert_eq!(polygons.len(), 5);
    assert!(polygons.iter().all(|polygon| polygon.colors.is_none() && !polygon.tri_strip));
    assert!(model(&gamez, 0).colors.is_empty() && model(&gamez, 0).material_refs.is_empty());
    assert_eq!((polygons[0].vertex_indices, polygons[0].materials), (&[0, 1, 2][..], &[1][..]));
    assert!(polygons[0].uvs.is_none() && polygons[0].normal_indices.is_none());
    assert!(polygons[1].show_backface && !polygons[0].show_backface);
    assert_eq!(polygons[1].uvs.unwrap(), [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    assert_eq!(polygons[2].normal_indices.unwrap(), [0, 1, 0]);
    assert_eq!(polygons[3].vertex_indices, [0, 1, 4, 2, 5]);
    assert_eq!(polygons[3].normal_indices.unwrap(), [0, 0, 1, 1, 0]);
    assert_eq!(polygons[3].uvs.unwrap()[4], [0.5, -2.25]);
    assert_eq!((polygons[3].info.priority, polygons[3].materials), (-50, &[2][..]));
    assert_eq!(polygons[4].uvs.unwrap(), [[1.0, 1.0], [0.0, 1.0], [0.5, -2.25]]);
    assert_eq!(polygons[4].zones.zones().collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn later_polygons_have_several_materials_and_every_flag() {
    for (subject, every) in [(pirates_moon(), false), (crimson_skies(), true)] {
        let gamez = strict(&subject.fixture);
        let polygons: Vec<_> = model(&gamez, 0).polygons(gamez.version).collect();
        assert_eq!(polygons.len(), 6);
        // Crimson Skies stores texture coordinates with every polygon.
        let stored: Vec<_> = polygons.iter().map(|polygon| polygon.uvs.map_or(0, <[_]>::len)).collect();
        assert_eq!(stored, if every { [3, 4, 3, 5, 6, 12] } else { [0, 4, 0, 5, 6, 0] });
        assert_eq!(polygons[0].colors.unwrap()[1], [255.0, 0.0, 0.0]);

        assert_eq!(polygons[2].normal_indices.unwrap(), [0, 1, 0]);
        assert_eq!((polygons[2].info.priority, polygons[2].materials), (-1, &[1][..]));
        assert!(polygons[3].tri_strip && !polygons[2].tri_strip);
        assert_eq!(polygons[3].normal_indices.unwrap(), [0, 0, 1, 1, 0]);
        assert_eq!(polygons[3].colors.unwrap()[4], [12.5, 100.0, 200.0]);
        let zones: Vec<_> = polygons[3].zones.zones().collect();
        assert_eq!(zones, if every { vec![2] } else { vec![0, 2] });

        assert_eq!(polygons[4].materials, [0, 3]);
        let [base, overlay] = [0, 3].map(|set| polygons[4].uvs.unwrap()[set]);
        assert_eq!((base, overlay), ([1.0, 1.0], [0.0, 0.0]));
        assert!(polygons[4].no_clutter && !polygons[4].in_out && !polygons[4].show_backface);

        assert_eq!(polygons[5].materials, [3, 0, 1]);
        assert!(polygons[5].no_clutter && polygons[5].in_out && polygons[5].show_backface);
        assert_eq!(
            (polygons[5].vertex_indices, polygons[5].colors.unwrap()[3]),
            (&[0, 2, 3, 5][..], [12.5, 100.0, 200.0])
        );
    }
}

#[test]
fn material_references_are_listed_as_the_original_lists_them() {
    for subject in [pirates_moon(), crimson_skies()] {
        let gamez = strict(&subject.fixture);
        let stored = &model(&gamez, 0).material_refs;
        // The cycled one for itself; then 1 twice, 0 twice and 3, by first use.
        let found: Vec<_> = stored.iter().map(|entry| (entry.material_index, entry.usage_count)).collect();
        assert_eq!(found, [(2, 1), (1, 2), (0, 2), (3, 1)], "{}", subject.name);
        let polygons_ptr = model(&gamez, 0).info.polygons_ptr;
        let polygons: Vec<_> = stored.iter().map(|entry| (entry.polygon_ptr - polygons_ptr) / 40).collect();
        assert_eq!(polygons, [3, 0, 1, 5], "{}", subject.name);

        // The typed list is the one that a new model gets.
        let mut again = model(&gamez, 0).clone();
        again.list_materials(gamez.version, &gamez.materials);
        let made: Vec<_> =
            again.material_refs.iter().map(|entry| (entry.material_index, entry.usage_count)).collect();
        assert_eq!(made, found, "{}", subject.name);
    }
}

#[test]
fn json_keeps_every_byte() {
    for subject in subjects() {
        let json = serde_json::to_string(&strict(&subject.fixture)).unwrap();
        let gamez: GameZ = serde_json::from_str(&json).unwrap();
        assert!(gamez::write(&gamez).unwrap() == subject.fixture, "{}", subject.name);
    }
}
