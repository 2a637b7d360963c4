use super::*;
use ::gltf::Gltf;
use ::gltf::mesh::util::ReadIndices;
use glam::Affine3A;
use world::{
    Alpha, Blend, Frame, Image, LodRange, Material, MaterialId, Model, ModelId, Polygon, Texture, TextureId,
    Vertex,
};

fn node(name: &str, model: Option<u32>, transform: Affine3A, children: &[u32]) -> world::Node {
    world::Node {
        name: name.into(),
        model: model.map(ModelId),
        flags: NodeFlags::ACTIVE,
        transform,
        opacity: 1.0,
        children: children.iter().map(|child| NodeId(*child)).collect(),
        ..world::Node::default()
    }
}

/// Two roots share a wall with a hole for its window; one of them is skewed.
fn street() -> Scene {
    let mut scene = Scene::empty("none", "street", Frame::identity(0.5));
    let corner = |x: f32, y: f32, shade: u8| Vertex {
        position: [x, y, 0.25],
        uv: [x, 1.0 - y],
        color: [shade; 3],
        ..Vertex::default()
    };
    let polygon = |first: u32, material: u32, double_sided: bool| Polygon {
        first_vertex: 0,
        first_index: first,
        index_count: 3,
        material: MaterialId(material),
        layer: 0,
        double_sided,
        pass: 0,
        sight: world::Sight::Painted,
        solid: true,
        zones: world::ZoneSet::default(),
    };
    scene.models = vec![Model {
        vertices: vec![
            corner(-1.0, 0.0, 255),
            corner(2.0, 0.0, 0),
            corner(2.0, 3.0, 128),
            corner(-1.0, 3.0, 255),
        ],
        indices: vec![0, 1, 2, 0, 2, 3],
        polygons: vec![polygon(0, 0, false), polygon(3, 0, true)],
        ..Model::default()
    }];
    scene.materials = vec![Material {
        name: String::new(),
        color: [1.0, 0.5, 0.0],
        opacity: 0.25,
        texture: Some(TextureId(0)),
        cycle: None,
        blend: Blend::Cutout,
        sways: false,
        soil: 0,
    }];
    scene.textures = vec![Texture {
        name: "brick".to_owned(),
        alpha: Alpha::Keyed,
        levels: vec![Image { width: 2, height: 1, rgba: vec![200, 0, 0, 255, 0, 0, 0, 0] }],
    }];
    let turned = Affine3A::from_scale_rotation_translation(
        Vec3::new(1.0, 2.0, 3.0),
        Quat::from_rotation_y(0.5),
        Vec3::new(4.0, 5.0, 6.0),
    );
    let skewed = Affine3A::from_cols_array(&[1.0, 0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    let far = LodRange { near_sq: 100.0, far_sq: 1e6 };
    scene.nodes = vec![
        node("left", None, turned, &[2, 3, 4]),
        node("right", None, skewed, &[2]),
        node("wall", Some(0), Affine3A::IDENTITY, &[]),
        world::Node { kind: NodeKind::Lod(far), ..node("coarse", Some(0), Affine3A::IDENTITY, &[]) },
        world::Node { flags: NodeFlags::default(), ..node("off", Some(0), Affine3A::IDENTITY, &[]) },
    ];
    scene.roots = vec![NodeId(0), NodeId(1)];
    scene
}

#[test]
fn what_is_written_is_valid_and_says_what_the_scene_says() {
    let glb = write(&street(), Wanted::default()).unwrap();
    assert_eq!((glb.nodes, glb.meshes, glb.materials, glb.images, glb.triangles), (5, 1, 2, 1, 2));
    // Reading validates: indices, sizes, the bounds of positions.
    let gltf = Gltf::from_slice(&glb.bytes).unwrap();
    let blob = gltf.blob.as_deref().unwrap();
    for view in gltf.views() {
        assert_eq!(view.offset() % 4, 0);
        assert!(view.offset() + view.length() <= blob.len());
    }
    let top = gltf.default_scene().unwrap().nodes().next().unwrap();
    assert_eq!(top.transform().decomposed().2, [0.5; 3], "the unit becomes the metre");
    let names: Vec<Vec<String>> = top
        .children()
        .map(|root| root.children().map(|child| child.name().unwrap().to_owned()).collect())
        .collect();
    assert_eq!(names, [["wall"], ["wall"]], "one for each parent; neither coarse levels nor what is off");
    let (left, right) = (top.children().next().unwrap(), top.children().nth(1).unwrap());
    let (moved, turned, scaled) = left.transform().decomposed();
    assert_eq!(moved, [4.0, 5.0, 6.0]);
    assert!(Quat::from_array(turned).abs_diff_eq(Quat::from_rotation_y(0.5), 1e-5));
    assert!(Vec3::from_array(scaled).abs_diff_eq(Vec3::new(1.0, 2.0, 3.0), 1e-5));
    assert!(matches!(right.transform(), ::gltf::scene::Transform::Matrix { .. }), "no turn says a skew");

    let mesh = gltf.meshes().next().unwrap();
    assert_eq!(mesh.primitives().len(), 2, "one for each side");
    for primitive in mesh.primitives() {
        let box_ = primitive.bounding_box();
        assert_eq!((box_.min, box_.max), ([-1.0, 0.0, 0.25], [2.0, 3.0, 0.25]));
        let reader = primitive.reader(|buffer| (buffer.index() == 0).then_some(blob));
        let positions: Vec<[f32; 3]> = reader.read_positions().unwrap().collect();
        assert_eq!(positions[2], [2.0, 3.0, 0.25]);
        assert!(reader.read_normals().unwrap().all(|normal| normal == [0.0, 0.0, 1.0]), "from the polygon");
        let places: Vec<[f32; 2]> = reader.read_tex_coords(0).unwrap().into_f32().collect();
        assert_eq!(places[0], [-1.0, 1.0]);
        let colors: Vec<[u16; 4]> = reader.read_colors(0).unwrap().into_rgba_u16().collect();
        // 128 of 255 on a display is a good fifth of the light.
        assert_eq!(colors[0], [65535; 4]);
        assert_eq!(colors[1], [0, 0, 0, 65535]);
        assert!((14_000..14_300).contains(&colors[2][0]), "{:?}", colors[2]);
        let Some(ReadIndices::U32(indices)) = reader.read_indices() else { panic!("32-bit indices") };
        let expected = if primitive.material().double_sided() { [0, 2, 3] } else { [0, 1, 2] };
        assert_eq!(indices.collect::<Vec<_>>(), expected);
        let material = primitive.material();
        assert_eq!(material.name(), Some("brick"));
        assert_eq!(material.alpha_mode(), ::gltf::material::AlphaMode::Mask);
        let color = material.pbr_metallic_roughness().base_color_factor();
        assert!(color[0] == 1.0 && (color[1] - 0.214).abs() < 0.001 && color[3] == 0.25, "{color:?}");
    }
    let source = gltf.images().next().unwrap().source();
    let ::gltf::image::Source::View { view, mime_type } = source else { panic!("inside the file") };
    assert_eq!(mime_type, "image/png");
    let picture = &blob[view.offset()..view.offset() + view.length()];
    assert_eq!(picture[..8], *b"\x89PNG\r\n\x1a\n");
}

#[test]
fn a_part_is_found_by_name_and_a_wrong_name_is_said() {
    let mut scene = street();
    // Asked for, it is there although it waits to be switched on.
    let glb = write(&scene, Wanted { node: Some("OFF"), shapes: false }).unwrap();
    assert_eq!((glb.nodes, glb.meshes), (2, 1), "and the node that scales");
    let error = write(&scene, Wanted { node: Some("tower"), shapes: false }).unwrap_err().to_string();
    assert!(error.contains("tower"), "{error}");
    // A ring is refused, not followed for ever.
    scene.nodes[2].children = vec![NodeId(0)];
    assert!(write(&scene, Wanted::default()).unwrap_err().to_string().contains("below one another"));
    scene.roots.clear();
    let empty = write(&scene, Wanted::default()).unwrap();
    assert!(Gltf::from_slice(&empty.bytes).unwrap().scenes().len() == 0);
}
