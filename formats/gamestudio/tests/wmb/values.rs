//! What the typed fixtures hold.

use crate::wmb::{all, lit, read};
use binary::Mode;
use gamestudio::pixels::{Format, Shape};
use gamestudio::wmb::blocks::{self, Skin, Triangle, Vertex};
use gamestudio::wmb::bsp::{BspLeaf, BspNode, Child, Hull, Plane, pack_short, unpack_short};
use gamestudio::wmb::objects::{Object, color, entity_flags, fog_color, light_flags};
use gamestudio::wmb::{self, Level, List, RawList};

#[test]
fn lists_may_stand_in_any_order() {
    let level = read(&all());
    let layout = level.layout.lists.as_ref().unwrap();
    assert_eq!(layout.offsets[List::Pvs as usize], 164);
    assert_eq!(layout.offsets[List::LightmapsTerrain as usize], 3464);
    // A list of no length keeps its offset, whatever it is.
    assert_eq!(layout.offsets[List::Faces as usize], 164);
    assert_eq!(layout.gaps.len(), 1);
    assert_eq!((layout.gaps[0].offset, layout.gaps[0].bytes.as_slice()), (169, [0; 3].as_slice()));
    assert_eq!(level.layout.left_out, []);
    assert_eq!(level.legacy, [RawList { list: List::Edges, bytes: vec![0; 8] }]);
}

#[test]
fn a_list_may_lie_inside_another_one() {
    let level = read(&lit());
    assert_eq!(level.terrain_lightmaps, []);
    assert_eq!(level.layout.left_out, []);
    assert_eq!((level.lightmap_page_size(), level.lightmap_count()), (256, 2));
    assert!(level.lightmap_rgba8(0).unwrap().chunks(4).all(|pixel| pixel == [2, 2, 2, 255]));
    assert_eq!(level.lightmap_rgba8(1).unwrap()[..4], [0x40, 0x40, 0x40, 255]);
    assert_eq!(level.lightmap_rgba8(2), None);
    assert_eq!(level.blocks[0].skins[0].lightmap, 1);
}

#[test]
fn the_palette_starts_with_red() {
    let level = read(&all());
    let colors = level.palette.as_ref().unwrap().colors.colors();
    assert_eq!((colors[0], colors[1], colors[255]), ([10, 20, 30], [255, 128, 0], [7, 7, 7]));
}

#[test]
fn textures_of_every_type_are_decoded() {
    let level = read(&all());
    let names: Vec<_> =
        level.textures.iter().map(|slot| slot.as_ref().map(|texture| texture.name.text())).collect();
    let some = |name: &str| Some(name.to_owned());
    // The first name fills its field.
    assert_eq!(
        names,
        [some("stone_wall_large"), None, some("sky"), some("fence"), some("glass"), some("old")]
    );
    assert!(level.layout.textures.is_some());
    let colors = level.palette.as_ref().unwrap().colors.colors();
    let texture = |index: usize| level.textures[index].as_ref().unwrap();
    let decoded = |index: usize, number| texture(index).decode_rgba8(number, Some(&colors)).unwrap();

    let stone = texture(0);
    assert_eq!(stone.shape(), Some(Shape { format: Format::Rgb565, width: 8, height: 8, mips: true }));
    assert_eq!(decoded(0, 0)[63 * 4..], [255, 0, 0, 255]);
    assert_eq!(decoded(0, 3), [255; 4]);
    assert_eq!(stone.decode_rgba8(4, None), None);
    assert_eq!(decoded(3, 0), [3, 2, 1, 255, 6, 5, 4, 255]);
    assert_eq!(decoded(4, 0), [9, 8, 7, 128]);
    assert_eq!(decoded(5, 0)[..8], [10, 20, 30, 255, 255, 128, 0, 255]);
    let sky = texture(2);
    assert_eq!((sky.shape(), sky.decode_rgba8(0, None)), (None, None));
    assert_eq!(sky.dds().unwrap(), b"DDS ||||||||");
    assert_eq!(stone.dds(), None);
}

#[test]
fn mapping_records_give_the_coordinates_that_vertices_hold() {
    let level = read(&all());
    let [stone, other] = level.materials.as_slice() else { panic!("two materials") };
    assert_eq!((stone.name.text().as_str(), stone.flags, stone.user_flags), ("mtl_stone", 0x4000, 5));
    assert_eq!((stone.ambient, stone.albedo, stone.texture), (-10, 50, 0));
    // A rest behind the NUL belongs to no name.
    assert_eq!((other.name.text().as_str(), other.texture), ("", 3));
    for vertex in &level.blocks[0].vertices {
        assert_eq!(stone.uv(vertex.position, 8, 8), vertex.uv);
    }
    assert_eq!(other.uv([1.0, 3.0, 4.0], 2, 1), [1.5, 0.0]);
}

#[test]
fn blocks_hold_corners_triangles_and_surfaces() {
    let level = read(&all());
    let [floor, other] = level.blocks.as_slice() else { panic!("two blocks") };
    assert_eq!((floor.mins, floor.maxs, floor.content), ([0.0; 3], [64.0, 32.0, 0.0], blocks::SOLID));
    assert_eq!(
        floor.vertices[2],
        Vertex { position: [64.0, 32.0, 0.0], uv: [9.0, -4.0], lightmap_uv: [1.0, 1.0] }
    );
    assert_eq!(floor.triangles[1], Triangle { vertices: [0, 3, 2], skin: 0, polygon: 17 });
    assert_eq!(
        floor.skins,
        [Skin { texture: 0, lightmap: 0, material: 0, ambient: 0.5, albedo: 50.0, flags: 0x50003 }]
    );
    assert_eq!(floor.skins[0].surface_type(), blocks::surface::FLAT);
    assert!(floor.skins[0].is_drawn() && floor.skins[0].is_solid());

    assert_eq!(other.content, blocks::DETAIL);
    let [water, wall] = other.skins.as_slice() else { panic!("two skins") };
    assert_eq!((water.texture, water.is_drawn(), water.is_solid()), (3, true, false));
    assert_eq!((wall.surface_type(), wall.is_drawn(), wall.is_solid()), (blocks::surface::NONE, false, true));
    let faces: Vec<_> = other.faces().collect();
    assert_eq!((faces.len(), faces[0].0[1].position, faces[0].1), (1, [0.0, -8.0, 0.0], wall));
}

#[test]
fn faces_leave_out_what_is_not_there() {
    let mut block = read(&all()).blocks.swap_remove(0);
    block.triangles[0].vertices[2] = 4;
    assert_eq!(block.faces().count(), 1);
    block.triangles[1].skin = 1;
    assert_eq!(block.faces().count(), 0);
}

#[test]
fn the_tree_is_read() {
    let level = read(&all());
    assert_eq!(level.planes[2], Plane { normal: [0.6, 0.0, 0.8], dist: 4.5, axis_type: 5 });
    assert_eq!(
        level.bsp_nodes,
        [BspNode {
            plane: 2,
            zero04: 0,
            mins: [-24; 3],
            maxs: [29001, 56, 24],
            zero20: 0,
            children: [-2, -3],
            first_face: 3,
            face_count: 2
        }]
    );
    assert_eq!(level.bsp_nodes[0].children.map(Child::of), [Child::Leaf(1), Child::Leaf(2)]);
    assert_eq!(Child::of(4), Child::Node(4));
    assert_eq!(
        level.bsp_leafs[1],
        BspLeaf {
            content: -256,
            pvs_offset: 0,
            mins: [-24; 3],
            maxs: [20, 56, 24],
            unknown20: [6, 7],
            first_block: 0,
            block_count: 1
        }
    );
    assert_eq!(level.hulls[0], Hull { plane: 0, zero04: 0, children: [1, -2] });
    assert_eq!(level.pvs, [3, 1, 2, 3, 7]);
    let blocks: Vec<_> = level.bsp_leafs.iter().map(|leaf| level.leaf_blocks(leaf).unwrap()).collect();
    assert_eq!(blocks, [&[][..], &[1], &[0]]);
    let submodel = &level.submodels[0];
    assert_eq!((submodel.maxs, submodel.head_nodes), ([64.0, 32.0, 8.0], [0, 1, 0, 0]));
    assert_eq!((submodel.hull_mins[2], submodel.hull_maxs[2]), ([-32; 3], [32, 32, 16]));
    assert_eq!((submodel.leaf_count, submodel.first_face, submodel.face_count), (2, 0, 5));
}

#[test]
fn packed_coordinates_grow_beyond_29000() {
    for (packed, quants) in [
        (0, 0),
        (-24, -24),
        (29000, 29000),
        (29001, 30024),
        (-29001, -30024),
        (-29000, -29000),
        (i16::MAX, 29000 + 3767 * 1024),
    ] {
        assert_eq!(unpack_short(packed), quants);
        assert_eq!(pack_short(quants), Some(packed));
    }
    assert_eq!(pack_short(30023), Some(29000));
    assert_eq!(pack_short(29000 + 3768 * 1024), None);
    assert_eq!(pack_short(i32::MIN), None);
}

#[test]
fn objects_of_every_type_are_read() {
    let level = read(&all());
    let kinds: Vec<_> = level.objects.iter().map(Object::kind).collect();
    assert_eq!(kinds, [5, 1, 2, 3, 4, 6, 7, 8, 3]);
    assert!(level.layout.objects.is_some());

    let info = level.info().unwrap();
    assert_eq!((info.origin, info.sun_azimuth, info.sun_elevation), ([0.5, 1.0, 1.5], 135.0, 60.0));
    assert_eq!((info.flags, info.compiler_version, info.gamma, info.lightmap_size), (39, 7.5, 2, 0));
    assert_eq!((color(info.sun_color), color(info.ambient_color)), ([0xC8, 0xB4, 0x78], [0x30; 3]));
    // Red is the low byte of these alone.
    assert_eq!(info.fog_colors.map(fog_color), [[3, 2, 1], [0x50, 0x40, 0x30], [0; 3], [255; 3]]);

    let Object::Position(position) = &level.objects[1] else { panic!("a position") };
    assert_eq!((position.origin, position.angles), ([1.0, 2.0, 3.0], [90.0, 10.0, 5.0]));
    assert_eq!((position.name.text().as_str(), position.unknown28), ("start", [11, 12]));
    let Object::Light(light) = &level.objects[2] else { panic!("a light") };
    assert_eq!((light.color, light.range), ([100.0, 50.0, 25.0], 300.0));
    assert_eq!(light.flags, light_flags::HIGH_RES | light_flags::CAST);
    let Object::Sound(sound) = &level.objects[4] else { panic!("a sound") };
    assert_eq!((sound.volume, sound.range, sound.flags), (0.75, 500, 3));
    assert_eq!((sound.file.text().as_str(), sound.unknown20), ("wind.wav", [0.25, 0.5]));
    let Object::Region(region) = &level.objects[7] else { panic!("a region") };
    assert_eq!((region.mins, region.maxs), ([-1.0, -2.0, -3.0], [1.0, 2.0, 3.0]));
    assert_eq!(region.name.text(), "playerSpawn");
}

#[test]
fn paths_have_nodes_skills_and_edges() {
    let level = read(&all());
    let paths: Vec<_> = level.paths().collect();
    let [path] = paths.as_slice() else { panic!("one path") };
    assert_eq!(path.name.text(), "patrol");
    assert_eq!(path.nodes, [[0.0, 0.0, 0.0], [30.0, 0.0, 0.0], [30.0, 40.0, 0.0]]);
    assert_eq!(path.skills[2], [20.0, 21.0, 22.0, 23.0, 24.0, 25.0]);
    let [first, second] = path.edges.as_slice() else { panic!("two edges") };
    assert_eq!((first.nodes, first.length, first.bezier), ([1.0, 2.0], 30.0, 0.5));
    assert_eq!((first.weight, first.skill, second.nodes, second.length), (0.25, 7.0, [2.0, 3.0], 40.0));
}

#[test]
fn entities_of_both_types_speak_the_same_words() {
    let level = read(&all());
    let entities: Vec<_> = level.entities().collect();
    let [old, new, long] = entities.as_slice() else { panic!("three entities") };
    assert_eq!(
        (old.name.as_str(), old.file.as_str(), old.action.as_str()),
        ("crate_mdl_002", "crate.mdl", "act_push")
    );
    assert_eq!((old.origin, old.angles, old.scale), ([-7.0, -8.0, -9.0], [180.0, 0.0, 0.0], [1.0; 3]));
    assert_eq!((old.skills.len(), old.skills[7]), (8, -7.0));
    assert_eq!((old.flags, old.ambient, old.albedo), (entity_flags::POLYGON, 12.0, 50.0));
    assert_eq!((old.path, old.attached, old.material.as_str()), (0, 0, ""));

    assert_eq!(
        (new.name.as_str(), new.file.as_str(), new.action.as_str()),
        ("robot_mdl_001", "K\u{e4}fer.mdl", "act_walk")
    );
    assert_eq!((new.scale, new.skills.len(), new.skills[19]), ([1.0, 2.0, 0.5], 20, 20.0));
    assert_eq!(new.flags, entity_flags::POLYGON | entity_flags::INVISIBLE);
    assert_eq!((new.ambient, new.albedo, new.path, new.attached), (-5.0, 60.0, 1, 3));
    assert_eq!(
        (new.material.as_str(), &new.strings),
        ("mtl_metal", &["hello".to_owned(), "world".to_owned()])
    );

    // The long name runs on, and there is no room for an action.
    assert_eq!((long.file.as_str(), long.action.as_str()), ("a_really_long_name.mdl", ""));
    assert_eq!(long.flags, entity_flags::PASSABLE | entity_flags::LOCAL);
}

#[test]
fn terrains_have_light_maps_of_their_own() {
    let level = read(&all());
    let [map] = level.terrain_lightmaps.as_slice() else { panic!("one map") };
    assert_eq!((map.object, map.width, map.height), (6, 2, 1));
    let rgba = map.shape().decode_rgba8(&map.data, 0, None).unwrap();
    assert_eq!(rgba, [3, 2, 1, 255, 6, 5, 4, 255]);
}

#[test]
fn numbers_of_scripts_that_are_none_are_kept_as_they_are() {
    let mut bytes = all();
    let sites = wmb::fields(&bytes);
    for (path, bits) in [
        ("object[6].skills[3]", 0x7fc0_1234_u32),
        ("object[6].ambient", f32::NEG_INFINITY.to_bits()),
        ("object[6].albedo", 0xffc0_0001),
    ] {
        let at = sites.iter().find(|site| site.path == path).unwrap().offset;
        bytes[at..at + 4].copy_from_slice(&bits.to_le_bytes());
    }
    let (level, report) = wmb::read(&bytes, Mode::Lenient).unwrap();
    let codes: Vec<_> = report.findings().iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["gamestudio.wmb.entity_number"]);
    assert_eq!(wmb::write(&level).unwrap(), bytes);
    // JSON has no such numbers, and yet nothing is lost on its way.
    let again: Level = serde_json::from_str(&serde_json::to_string(&level).unwrap()).unwrap();
    assert_eq!(wmb::write(&again).unwrap(), bytes);
}
