//! Materials and pictures: what a render method makes of a key, of alpha and of several frames.

use crate::everquest::maker::{Install, MASKED, Maker, OPAQUE, bmp, codes, engine, leaf};
use everquest::wld::vertex_animation::FloatVertexTrackHead;
use everquest::wld::{
    BitmapInfo, Body, DmTrackDef, DmTrackDef2, Inline, Instance, MaterialDef, Reference, SimpleSpriteDef,
    Version,
};
use load::Loaded;
use world::{Blend, Combine, Image, Material, Sight, UvSource};

/// A zone whose floor has one material with a picture, which is in its archive under that name.
fn shown(method: u32, file: &str, picture: Vec<u8>) -> Loaded {
    let mut zone = Maker::new(Version::Old);
    let material = zone.material("FLOOR_MDF", method, file);
    zone_of(zone, material, &[(file, picture)])
}

fn zone_of(mut zone: Maker, material: Reference, pictures: &[(&str, Vec<u8>)]) -> Loaded {
    let palette = zone.palette(&[material]);
    let mesh = zone.floor("R1_DMSPRITEDEF", palette, [-50.0, -50.0, 0.0], [50.0, 50.0]);
    let mesh = zone.add_mesh(mesh);
    zone.tree(vec![leaf(1)]);
    zone.region(0, &[0], [0.0, 0.0, 10.0, 70.0], Some(mesh));
    let mut files = vec![("arena.wld", zone.bytes())];
    files.extend(pictures.iter().cloned());
    Install::new(&[("arena.s3d", &files)]).arena()
}

fn floor(loaded: &Loaded) -> &Material {
    let polygon = &loaded.scene.models[0].polygons[0];
    &loaded.scene.materials[polygon.material.index()]
}

fn picture(loaded: &Loaded) -> &Image {
    let texture = floor(loaded).texture.unwrap();
    &loaded.scene.textures[texture.index()].levels[0]
}

fn texel(image: &Image, x: u32, y: u32) -> [u8; 4] {
    *image.rgba[((y * image.width + x) * 4) as usize..].first_chunk().unwrap()
}

/// A DXT5 picture of 4 by 4: two rows of opaque red in the file, then two of blue with alpha 0.
fn dds() -> Vec<u8> {
    let mut bytes = b"DDS ".to_vec();
    let words = [124_u32, 0x1007, 4, 4, 16, 0, 0];
    bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    bytes.resize(76, 0);
    bytes.extend([32_u32, 4].iter().flat_map(|word| word.to_le_bytes()));
    bytes.extend(b"DXT5");
    bytes.resize(108, 0);
    bytes.extend(0x1000_u32.to_le_bytes());
    bytes.resize(128, 0);
    // Alpha 255 and 0, three bits a texel: the first for eight texels, the second for eight.
    bytes.extend([255, 0, 0, 0, 0, 0x49, 0x92, 0x24]);
    // Red and blue in 5, 6 and 5 bits, two bits a texel.
    bytes.extend([0x00, 0xF8, 0x1F, 0x00, 0x00, 0x00, 0x55, 0x55]);
    bytes
}

#[test]
fn index_0_of_masked_pictures_is_transparent_whatever_its_colour() {
    let picture_file = || bmp(&[[9, 8, 7], [255, 0, 255]], &[&[0, 1], &[1, 1]]);
    let masked = shown(MASKED, "leaves.bmp", picture_file());
    assert_eq!(codes(&masked), [] as [&str; 0]);
    assert_eq!(floor(&masked).blend, Blend::Cutout);
    assert_eq!(texel(picture(&masked), 0, 0)[3], 0);
    // Magenta is a colour like any other where an index is the key.
    assert_eq!(texel(picture(&masked), 1, 0), [255, 0, 255, 255]);
    // The same picture on what is opaque has no key.
    let opaque = shown(OPAQUE, "leaves.bmp", picture_file());
    assert_eq!(texel(picture(&opaque), 0, 0), [9, 8, 7, 255]);
    assert_eq!(floor(&opaque).blend, Blend::Opaque);
}

#[test]
fn four_pictures_of_the_game_have_other_keys() {
    let palette: Vec<[u8; 3]> = (0..48).map(|index| [index, 0, 0]).collect();
    let bear = shown(MASKED, "BearRug.bmp", bmp(&palette, &[&[0, 47]]));
    assert_eq!(texel(picture(&bear), 0, 0), [0, 0, 0, 255]);
    assert_eq!(texel(picture(&bear), 1, 0)[3], 0);
}

#[test]
fn what_a_picture_is_is_said_by_its_first_bytes_and_opaque_ones_ignore_alpha() {
    // The first row of a DDS is the bottom, as V counts.
    let masked = shown(MASKED, "wall.bmp", dds());
    assert_eq!(codes(&masked), [] as [&str; 0]);
    assert_eq!(texel(picture(&masked), 0, 3), [255, 0, 0, 255]);
    assert_eq!(texel(picture(&masked), 0, 0)[3], 0);
    let opaque = shown(OPAQUE, "wall.bmp", dds());
    assert_eq!(texel(picture(&opaque), 0, 3), [255, 0, 0, 255]);
    assert_eq!(texel(picture(&opaque), 0, 0), [0, 0, 255, 255]);
}

#[test]
fn render_methods_become_blends() {
    let of = |method: u32| {
        let loaded = shown(method, "a.bmp", bmp(&[[1, 2, 3]], &[&[0]]));
        let look = floor(&loaded).clone();
        (look.blend, look.opacity, look.unlit, look.unfogged)
    };
    assert_eq!(of(0x8000_0005), (Blend::Alpha, 128.0 / 255.0, false, false));
    assert_eq!(of(0x8000_000A), (Blend::Alpha, 191.0 / 255.0, false, false));
    assert_eq!(of(0x8000_000B), (Blend::AdditiveAlpha, 1.0, true, false));
    assert_eq!(of(0x8000_0017), (Blend::AdditiveAlpha, 1.0, false, false));
    assert_eq!(of(0x8000_0007), (Blend::Opaque, 1.0, false, false));
    assert_eq!(of(0x0000_0553), (Blend::Opaque, 1.0, false, false));
    assert_eq!(of(0x8000_000D), (Blend::Opaque, 1.0, true, true));
}

#[test]
fn method_0_is_invisible_even_with_a_picture_and_solid_all_the_same() {
    let loaded = shown(0, "collide.bmp", bmp(&[[1, 2, 3]], &[&[0]]));
    let polygon = &loaded.scene.models[0].polygons[0];
    assert_eq!((polygon.sight, polygon.solid), (Sight::Unseen, true));
    assert_eq!(loaded.scene.textures.len(), 0);
    assert_eq!(loaded.scene.avatar.position, engine([0.0, 0.0, 0.0]));
}

#[test]
fn frames_take_turns_and_a_single_one_does_not() {
    let mut zone = Maker::new(Version::Old);
    let sprite = zone.sprite(&["w1.bmp", "w2.bmp", "w3.bmp"], Some(200));
    let name = zone.name("WATER_MDF");
    let material = zone.add(Body::MaterialDef(MaterialDef::zone(name, OPAQUE, sprite)));
    let red = || bmp(&[[200, 0, 0]], &[&[0]]);
    let loaded = zone_of(zone, material, &[("w1.bmp", red()), ("w2.bmp", red()), ("w3.bmp", red())]);
    let cycle = floor(&loaded).cycle.clone().unwrap();
    // 200 ms each: five a second.
    assert_eq!((cycle.textures.len(), cycle.speed, cycle.looping), (3, 5.0, true));
    let mut zone = Maker::new(Version::Old);
    let sprite = zone.sprite(&["w1.bmp"], Some(100));
    let name = zone.name("WATER_MDF");
    let material = zone.add(Body::MaterialDef(MaterialDef::zone(name, OPAQUE, sprite)));
    let loaded = zone_of(zone, material, &[("w1.bmp", red())]);
    assert_eq!(floor(&loaded).cycle, None);
}

#[test]
fn vertices_move_about_the_middle_of_their_mesh() {
    let mut zone = Maker::new(Version::Old);
    let palette = zone.grass();
    let corners = [[0.0, 0.0, 4.0], [0.0, 8.0, 4.0], [8.0, 0.0, 4.0]];
    let mut mesh = zone.mesh("R1_DMSPRITEDEF", palette, &corners, &[[0, 1, 2]]);
    mesh.head.center = [0.0, 0.0, 1.0];
    mesh.place(&corners, 5);
    // 32 steps to a unit: the second frame is 2 units above the middle, which is 3 above the ground.
    let frames = [vec![[0, 0, 96], [0, 256, 96], [256, 0, 96]], vec![[0, 0, 64], [0, 256, 64], [256, 0, 64]]];
    let track = DmTrackDef2::new(Reference::NONE, mesh.scale, 50, &frames).unwrap();
    let track = zone.add(Body::DmTrackDef2(Box::new(track)));
    mesh.head.animation = zone.add(Body::DmTrack(Instance::of(track, 0)));
    let mesh = zone.add_mesh(mesh);
    zone.tree(vec![leaf(1)]);
    zone.region(0, &[0], [0.0, 0.0, 10.0, 70.0], Some(mesh));
    let loaded = Install::of_zone(zone).arena();
    let deform = loaded.scene.models[0].deform.as_ref().unwrap();
    let places: Vec<_> = deform.frames.iter().map(|frame| frame.moved[1].1.position).collect();
    assert_eq!(places, [engine([0.0, 8.0, 4.0]), engine([0.0, 8.0, 3.0])]);
    assert_eq!(loaded.scene.clips[0].seconds, 0.1);
    assert!(loaded.scene.nodes[0].animator.is_some());
}

#[test]
fn a_picture_that_is_nowhere_is_grey_and_one_line() {
    let mut zone = Maker::new(Version::Old);
    let material = zone.material("A_MDF", OPAQUE, "gone.bmp");
    let loaded = zone_of(zone, material, &[]);
    assert_eq!(codes(&loaded), ["load.everquest.texture_missing"]);
    assert!(loaded.findings[0].to_string().contains("gone.bmp"));
    assert_eq!(texel(picture(&loaded), 0, 0), [128, 128, 128, 255]);
    // Nor is it looked for with another ending.
    let mut zone = Maker::new(Version::Old);
    let material = zone.material("A_MDF", OPAQUE, "wall.bmp");
    let loaded = zone_of(zone, material, &[("wall.dds", dds())]);
    assert_eq!(codes(&loaded), ["load.everquest.texture_missing"]);
}

/// A zone of the new version whose floor has the pictures of one 0x03 with these names.
fn layered(names: &[&str], pictures: &[(&str, Vec<u8>)]) -> Loaded {
    let mut zone = Maker::new(Version::New);
    let name = zone.name("FLOOR");
    let files = names.iter().filter_map(|name| Inline::new(name)).collect();
    let bitmap = zone.add(Body::BmInfo(BitmapInfo { name, files }));
    let sprite = zone.add(Body::SimpleSpriteDef(SimpleSpriteDef::still(Reference::NONE, bitmap)));
    let sprite = zone.add(Body::SimpleSprite(Instance::of(sprite, 0)));
    let name = zone.name("FLOOR_MDF");
    let material = zone.add(Body::MaterialDef(MaterialDef::zone(name, OPAQUE, sprite)));
    zone_of(zone, material, pictures)
}

#[test]
fn several_names_of_one_picture_lie_over_each_other() {
    let red = || bmp(&[[200, 0, 0]], &[&[0]]);
    let over = |loaded: &Loaded| {
        let layer = floor(loaded).layer.unwrap();
        let image = loaded.scene.textures[layer.texture.unwrap().index()].levels[0].clone();
        (layer.combine, layer.uv, image)
    };
    // The second row of the file is blue and transparent: the base is seen there.
    let moss = layered(&["rock.bmp", "moss.bmp_LAYER"], &[("rock.bmp", red()), ("moss.bmp", dds())]);
    assert_eq!(codes(&moss), [] as [&str; 0]);
    let (combine, uv, image) = over(&moss);
    assert_eq!((combine, uv), (Combine::Mix, UvSource::First));
    assert_eq!([texel(&image, 0, 3), texel(&image, 0, 0)], [[255, 0, 0, 255], [0, 0, 255, 0]]);
    assert_eq!(texel(picture(&moss), 0, 0), [200, 0, 0, 255]);
    assert!(moss.scene.models[0].second_uvs.is_empty());
    // A detail is a quarter, and starts over four times where the base does once.
    let grain =
        layered(&["rock.bmp", "grain.bmp_DETAIL_4"], &[("rock.bmp", red()), ("grain.bmp", grass_of(9))]);
    let (combine, uv, image) = over(&grain);
    assert_eq!((combine, uv), (Combine::Mix, UvSource::Second));
    assert_eq!(texel(&image, 0, 0), [9, 9, 9, 64]);
    let model = &grain.scene.models[0];
    for (vertex, second) in model.vertices.iter().zip(&model.second_uvs) {
        assert_eq!(*second, vertex.uv.map(|part| part * 4.0));
    }
    assert_eq!(model.second_uvs.len(), 4);
    // One that is nowhere is told, and the base is seen.
    let lost = layered(&["rock.bmp", "moss.bmp_LAYER"], &[("rock.bmp", red())]);
    assert_eq!((codes(&lost), floor(&lost).layer), (vec!["load.everquest.texture_missing"], None));
    // Tiles at places of a palette are in the base already.
    let tiles = layered(&["land.bmp", "landpal.bmp", "1, 4, 0, x.bmp"], &[("land.bmp", red())]);
    assert_eq!((codes(&tiles), floor(&tiles).layer), (vec![], None));
}

/// A picture of one grey.
fn grass_of(grey: u8) -> Vec<u8> {
    bmp(&[[grey; 3]], &[&[0]])
}

#[test]
fn frames_without_a_time_are_a_tenth_of_a_second() {
    let mut zone = Maker::new(Version::Old);
    let sprite = zone.sprite(&["w1.bmp", "w2.bmp"], Some(0));
    let name = zone.name("WATER_MDF");
    let material = zone.add(Body::MaterialDef(MaterialDef::zone(name, OPAQUE, sprite)));
    let loaded = zone_of(zone, material, &[("w1.bmp", grass_of(1)), ("w2.bmp", grass_of(2))]);
    assert_eq!(floor(&loaded).cycle.as_ref().map(|cycle| cycle.speed), Some(10.0));
    // So are those of vertices in floats.
    let mut zone = Maker::new(Version::Old);
    let palette = zone.grass();
    let corners = [[0.0, 0.0, 4.0], [0.0, 8.0, 4.0], [8.0, 0.0, 4.0]];
    let mut mesh = zone.mesh("R1_DMSPRITEDEF", palette, &corners, &[[0, 1, 2]]);
    let head = FloatVertexTrackHead { vertex_count: 3, frame_count: 3, ..FloatVertexTrackHead::default() };
    let track = DmTrackDef { head, vertices: [corners, corners, corners].concat() };
    let track = zone.add(Body::DmTrackDef(Box::new(track)));
    mesh.head.animation = zone.add(Body::DmTrack(Instance::of(track, 0)));
    let mesh = zone.add_mesh(mesh);
    zone.tree(vec![leaf(1)]);
    zone.region(0, &[0], [0.0, 0.0, 10.0, 70.0], Some(mesh));
    let loaded = Install::of_zone(zone).arena();
    assert!((loaded.scene.clips[0].seconds - 0.3).abs() < 1e-6);
}
