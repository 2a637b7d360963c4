//! The fixtures mean what the specification says.

use super::{all, mixed, read, small, wide};
use gamestudio::mdl7::{
    Deformation, FrameVertex, Influence, NO_BONE, NONE, Normal, Triangle, Vertex, Weight,
};
use gamestudio::skins::Image;
use harness::{hex, typed};

#[test]
fn bones_add_up_along_their_parents() {
    let model = read(&all());
    let bones: Vec<_> =
        model.bones.iter().map(|bone| (bone.parent, bone.position, bone.name.text())).collect();
    assert_eq!(bones[0], (NO_BONE, [1.0, 2.0, 3.0], "root".to_owned()));
    assert_eq!(bones[1], (0, [10.0, 0.0, 0.0], "arm".to_owned()));
    assert_eq!(bones[2], (1, [0.0, 5.0, 0.0], "twentycharacterslong".to_owned()));
    assert_eq!(model.bone_positions(), [[1.0, 2.0, 3.0], [11.0, 2.0, 3.0], [11.0, 7.0, 3.0]]);
    assert_eq!(model.bone_parents(), [None, Some(0), Some(1)]);
    assert_eq!(read(&mixed()).bones[1].name.text(), "a name of thirty-six characters long");
    assert_eq!(read(&small()).bones[1].name.text(), "");
    assert_eq!(read(&small()).bone_positions()[1], [5.0, 7.0, 9.0]);
}

#[test]
fn skins_are_of_every_type() {
    let model = read(&all());
    let body = &model.groups[0];
    assert_eq!(body.skins.len(), 12);
    let image = |index: usize| &body.skins[index].body.image;
    let Image::External(name) = image(0) else { panic!("{:?}", image(0)) };
    assert_eq!((name.text().as_str(), body.skins[0].name.text().as_str()), ("rock.tg", "outside"));
    assert_eq!(body.skins[1].decode_rgba8(0, None).unwrap(), hex::bytes("03 02 01 ff 06 05 04 ff"));
    assert_eq!(body.skins[2].decode_rgba8(1, None).unwrap(), hex::bytes("12 11 10 13"));
    assert_eq!(body.skins[2].name.text(), "8888 with levels");
    let material = body.skins[3].body.material.as_ref().unwrap();
    assert_eq!(material.diffuse, [0.125, 0.25, 0.375, 0.5]);
    assert_eq!(material.ambient, [0.625, 0.75, 0.875, 1.0]);
    assert_eq!(material.specular, [1.125, 1.25, 1.375, 1.5]);
    assert_eq!((material.emissive, material.power), ([1.625, 1.75, 1.875, 2.0], 32.0));
    assert_eq!(body.skins[4].body.effect.as_ref().unwrap().text(), "tech{");
    assert_eq!(body.skins[4].decode_rgba8(3, None).unwrap().len(), 4);
    assert_eq!(
        (image(5), body.skins[5].body.effect.as_ref().unwrap().text()),
        (&Image::Nothing, String::new())
    );
    assert_eq!(image(6), &Image::Pixels(vec![7, 8, 9, 10]));
    assert_eq!(image(7), &Image::Reference);
    assert_eq!(image(8), &Image::Dds(b"DDS ".to_vec()));
    assert_eq!(body.skins[9].decode_rgba8(0, None).unwrap(), hex::bytes("ff 00 ff ff"));
    assert_eq!(body.skins[10].decode_rgba8(0, None).unwrap(), hex::bytes("88 44 22 ff"));
    // 11 stands for 7, which stands for 4.
    assert_eq!(body.resolve_skin(11).unwrap().name.text(), "888 and effect");
    assert_eq!(body.resolve_skin(0).unwrap().name.text(), "outside");
    assert!(body.resolve_skin(12).is_none());
    assert_eq!(body.skins[8].decode_rgba8(0, None).unwrap_err().code, "gamestudio.skin.decode");
    // The second group has none of its own.
    assert_eq!((model.groups[1].skins.len(), model.skins(1).len(), model.skins(2).len()), (0, 12, 0));
}

#[test]
fn triangles_and_vertices_of_every_size_say_the_same() {
    let model = read(&all());
    let [body, other] = model.groups.as_slice() else { panic!("{} groups", model.groups.len()) };
    assert_eq!((body.name.text().as_str(), other.name.text().as_str()), ("body", "a whole name of1"));
    assert_eq!((body.kind, body.max_weights, body.odd_size), (1, 2, None));
    assert_eq!(body.uvs, [[0.0, 0.0], [1.0, 0.0], [-0.5, 2.5]]);
    assert_eq!(body.triangles[0], Triangle::new([0, 1, 2], [0, 1, 2], 0));
    let second =
        Triangle { vertices: [3, 2, 1], uvs: [NONE; 3], material: -1, uvs2: [2, 1, 0], material2: 11 };
    assert_eq!(body.triangles[1], second);
    let normal = Normal::Vector([0.0, 1.0, 0.0]);
    assert_eq!(body.vertices[2], Vertex { position: [10.0, 5.0, 0.0], bone: 2, normal });
    assert_eq!(body.vertices[3].bone, NO_BONE);

    let first = [(small(), -1, false), (mixed(), 0, false), (wide(), 0, true)];
    for (bytes, material, has_second_layer) in first {
        let model = read(&bytes);
        let group = &model.groups[0];
        let uvs2 = if has_second_layer { [0, 1, 2] } else { [NONE; 3] };
        let material2 = if has_second_layer { 0 } else { -1 };
        let expected = Triangle { vertices: [0, 1, 2], uvs: [2, 1, 0], material, uvs2, material2 };
        assert_eq!(group.triangles, [expected, Triangle::new([2, 1, 0], [NONE; 3], -1)]);
        assert_eq!(group.uvs, [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]);
        let directions: Vec<_> = group.vertices.iter().map(|vertex| vertex.normal.direction()).collect();
        assert_eq!(directions, [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
        let bones: Vec<_> = group.vertices.iter().map(|vertex| vertex.bone).collect();
        assert_eq!(bones, [0, 1, NO_BONE]);
        assert_eq!(group.frames[0].transforms.len(), 2);
        let [moved] = group.frames[1].vertices.as_slice() else { panic!("{:?}", group.frames[1]) };
        assert_eq!((moved.position, moved.vertex), ([0.0, 1.0, 7.0], 2));
        assert_eq!(moved.normal.direction(), [0.0, 0.0, 1.0]);
        assert_eq!(group.frame_vertices(1)[2].position, [0.0, 1.0, 7.0]);
        assert_eq!(group.frame_vertices(1)[1], group.vertices[1]);
        assert_eq!(group.skins[0].body.image, Image::Nothing);
    }
}

#[test]
fn frames_are_sparse_and_bones_turn_in_place() {
    let model = read(&all());
    let body = &model.groups[0];
    let names: Vec<_> = body.frames.iter().map(|frame| frame.name.text()).collect();
    assert_eq!(names, ["stand", "walk 1", "walk 2"]);
    let scenes: Vec<_> = model.scenes().into_iter().map(|scene| (scene.name, scene.frames)).collect();
    assert_eq!(scenes, [("stand".to_owned(), vec![0]), ("walk".to_owned(), vec![1, 2])]);
    let normal = Normal::Vector([0.0, 1.0, 0.0]);
    assert_eq!(body.frames[1].vertices[1], FrameVertex { position: [0.0, 5.0, 9.0], vertex: 3, normal });
    let rest = [[0.0; 3], [10.0, 0.0, 0.0], [10.0, 5.0, 0.0], [0.0, 5.0, 8.0]];
    assert_eq!(model.posed_positions(body, 0), rest);
    let moved = [[0.0, 0.0, 1.0], rest[1], rest[2], [0.0, 5.0, 9.0]];
    assert_eq!(model.posed_positions(body, 1), moved);
    // A frame that is not there changes nothing.
    assert_eq!(model.posed_positions(body, 3), rest);

    // The arm turns about (11, 2, 3): (10, 0, 0) goes to (13, 1, 0), of which
    // its vertex follows three quarters; the bone behind it turns with it.
    let posed = [[0.0; 3], [12.25, 0.75, 0.0], [8.0, 1.0, 0.0], rest[3]];
    assert_eq!(model.posed_positions(body, 2), posed);
    let matrices = model.bone_matrices(model.transforms(2));
    assert_eq!(matrices[2], matrices[1]);
    assert_eq!(matrices[1][12..], [13.0, -9.0, 0.0, 1.0]);
    assert!(model.transforms(0).is_empty());
}

#[test]
fn deformers_weigh_vertices() {
    let model = read(&all());
    let body = &model.groups[0];
    let [deformer] = body.deformers.as_slice() else { panic!("{:?}", body.deformers) };
    let Deformation::Bones(elements) = &deformer.deformation else { panic!("{deformer:?}") };
    assert_eq!((elements[0].bone, elements[0].name.text().as_str()), (0, "root"));
    assert_eq!(elements[1].weights, [Weight { vertex: 1, weight: 0.75 }]);
    let influences = model.influences(body);
    let expected = [(0, 0, 1.0), (1, 0, 0.25), (1, 1, 0.75), (2, 2, 1.0)]
        .map(|(vertex, bone, weight)| Influence { vertex, bone, weight });
    assert_eq!(influences, expected);
    assert_eq!(
        (model.entity_lump.as_slice(), model.editor_lump.as_slice()),
        (b"entity".as_slice(), b"edt".as_slice())
    );
}

#[test]
fn json_keeps_everything() {
    for bytes in [all(), small(), mixed(), wide()] {
        let model = read(&bytes);
        let back: gamestudio::mdl7::Model = serde_json::from_str(&typed::through_json(&model)).unwrap();
        assert_eq!(gamestudio::mdl7::write(&back).unwrap(), bytes);
    }
}
