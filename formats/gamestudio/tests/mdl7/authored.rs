//! Models made from Rust are models like any other.

use binary::Mode;
use gamestudio::mdl7::{
    self, Bone, Group, Model, RecordSizes, Skin, Transform, Triangle, Vertex, VertexForm,
};
use gamestudio::pixels::{Format, Shape};
use gamestudio::skins::{Image, Material};

/// A flag: two bones, a deformer that bends it and a frame that waves it.
fn flag() -> Option<Model> {
    let mut model = Model::default();
    model.bones.push(Bone::new("pole", None, [0.0; 3])?);
    model.bones.push(Bone::new("cloth", Some(0), [10.0, 0.0, 0.0])?);
    let mut group = Group::new("flag")?;
    let shape = Shape { format: Format::Bgr888, width: 8, height: 8, mips: true };
    group.skins.push(Skin::from_rgba8("cloth", shape, &[200; 8 * 8 * 4])?);
    let white = Material { diffuse: [1.0; 4], ..Material::default() };
    group.skins.push(Skin::external("pole", "wood.png")?.with_material(white.clone()));
    group.skins.push(Skin::plain("knob", white)?);
    for x in [0.0, 10.0, 20.0] {
        for z in [0.0, 10.0] {
            group.vertices.push(Vertex::new([x, 0.0, z], [0.0, -1.0, 0.0]));
            group.uvs.push([x / 20.0, 1.0 - z / 10.0]);
        }
    }
    for corner in [0, 2] {
        group.triangles.push(Triangle::new(
            [corner, corner + 1, corner + 2],
            [corner, corner + 1, corner + 2],
            0,
        ));
        group.triangles.push(Triangle::new(
            [corner + 2, corner + 1, corner + 3],
            [corner + 2, corner + 1, corner + 3],
            0,
        ));
    }
    let mut waved: Vec<_> = group.vertices.iter().map(|vertex| vertex.position).collect();
    let rest = waved.clone();
    waved[4][1] = 3.0;
    waved[5][1] = 3.0;
    group.push_frame("wave 1", &rest, None, VertexForm::Normal)?;
    group.push_frame("wave 2", &waved, None, VertexForm::Normal)?;
    let bent = group.push_frame("bend 1", &rest, None, VertexForm::Normal)?;
    // A quarter turn about z: x to y.
    let quarter = [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    let still = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    bent.transforms =
        vec![Transform::turn(0, [0.0; 3], still), Transform::turn(1, [10.0, 0.0, 0.0], quarter)];
    model.groups.push(group);
    let weights = [
        (0, 0, 1.0),
        (1, 0, 1.0),
        (2, 0, 0.5),
        (2, 1, 0.5),
        (3, 0, 0.5),
        (3, 1, 0.5),
        (4, 1, 1.0),
        (5, 1, 1.0),
    ];
    model.push_deformer(0, &weights)?;
    Some(model)
}

#[test]
fn an_animated_model_comes_back_without_findings() {
    let model = flag().unwrap();
    let bytes = mdl7::write(&model).unwrap();
    let (back, report) = mdl7::read(&bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    assert_eq!(back, model);
    let group = &back.groups[0];
    assert_eq!(back.scenes().len(), 2);
    // Only what moves is listed.
    assert_eq!(group.frames[0].vertices.len(), 0);
    let moved: Vec<_> = group.frames[1].vertices.iter().map(|vertex| vertex.vertex).collect();
    assert_eq!(moved, [4, 5]);
    assert_eq!(back.posed_positions(group, 1)[5], [20.0, 3.0, 10.0]);
    // The cloth turns about the end of the pole.
    assert_eq!(back.posed_positions(group, 2)[4], [10.0, 10.0, 0.0]);
    assert_eq!(back.posed_positions(group, 2)[2], [10.0, 0.0, 0.0]);
    assert_eq!(
        (group.max_weights, group.skins[0].kind, group.skins[1].kind, group.skins[2].kind),
        (2, 0x0C, 0x17, 0x10)
    );
    assert!(matches!(&group.skins[1].body.image, Image::External(name) if name.text() == "wood.png"));
    assert_eq!(group.skins[0].decode_rgba8(3, None).unwrap(), [200, 200, 200, 255]);
}

#[test]
fn what_cannot_be_stored_is_refused_at_once() {
    assert!(Group::new("seventeen letters").is_none());
    assert!(Skin::external("a", "\u{2603}.tga").is_none());
    let shape = Shape { format: Format::Bgr888, width: 2, height: 2, mips: false };
    assert!(Skin::from_rgba8("a", shape, &[0; 15]).is_none());
    let shape = Shape { format: Format::Pal8, width: 1, height: 1, mips: false };
    assert!(Skin::from_rgba8("a", shape, &[0; 4]).is_none());
    let mut model = flag().unwrap();
    assert!(model.groups[0].push_frame("short", &[], None, VertexForm::Normal).is_none());
    assert!(model.push_deformer(0, &[(0, 2, 1.0)]).is_none());
    assert!(model.push_deformer(1, &[(0, 0, 1.0)]).is_none());
}

#[test]
fn normals_take_the_form_of_the_records() {
    let mut model = flag().unwrap();
    model.sizes = RecordSizes { vertex: 16, frame_vertex: 16, ..model.sizes };
    for vertex in &mut model.groups[0].vertices {
        vertex.normal = mdl7::Normal::of(vertex.normal.direction(), model.sizes.vertex_form());
    }
    let mut moved: Vec<_> = model.groups[0].vertices.iter().map(|vertex| vertex.position).collect();
    model.groups[0].frames.clear();
    moved[0][2] = -1.0;
    model.groups[0].push_frame("dip", &moved, None, model.sizes.frame_vertex_form()).unwrap();
    let (back, report) = mdl7::read(&mdl7::write(&model).unwrap(), Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    assert_eq!(back.groups[0].vertices[0].normal.direction(), [0.0, -1.0, 0.0]);
    assert_eq!(back.groups[0].frames[0].vertices[0].normal.direction(), [0.0, -1.0, 0.0]);
}
