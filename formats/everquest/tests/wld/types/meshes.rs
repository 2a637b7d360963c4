//! Meshes, and vertices that move: their bytes, typed from the tables of docs/spec/everquest/wld.md.

use super::{A, B, C, clean, old};
use everquest::wld::*;

#[test]
fn legacy_mesh() {
    let head = |flags: &str, vertices: &str, ops: &str, bones: &str| {
        format!(
            r#"
            ff ff ff ff  {flags}                                # name, flags
            {vertices} {vertices} {vertices} {vertices} {vertices}      # counts
            {ops} 05 00  {bones}                                # mesh-ops, unknown, bone groups
            fd ff ff ff  fb ff ff ff                            # palette, animation
            00 00 80 3f 00 00 00 40 00 00 40 40                 # centre 1, 2, 3
            00 00 00 3f 00 00 00 00 00 00 80 40                 # unknown 0.5, 0, 4
            "#
        )
    };
    let mut text = head("00 7a 00 00", "01 00 00 00", "01 00", "01 00 00 00");
    text += r#"
        00 00 80 3f 00 00 00 40 00 00 40 40                     # vertex
        00 00 80 3f 00 00 00 3f                                 # UV
        00 00 00 00 00 00 00 00 00 00 80 3f                     # normal
        0a 14 1e 28                                             # colour
        4b 00  01 00 02 00 03 00 04 00  00 00 00 00 00 00       # face
        04 00 00 00  00 00 00 3f  06 00 07 00                   # mesh-op
        01 00 09 00                                             # bone group
        01 00 00 00  0b 00 00 00                                # numbers
        01 00 00 00  01 00 00 00                                # face group
        01 00 00 00  01 00 00 00                                # vertex group
        00 00 80 3f 00 00 00 40 00 00 40 40                     # vector
        00 00 80 3f 00 00 00 40 00 00 40 40 00 00 80 40 00 00 00 3f 00 00 00 00    # six floats
        "#;
    let Body::DmSpriteDef(mesh) = old(0x2C, &text) else { panic!() };
    assert_eq!((mesh.name, mesh.palette, mesh.animation), (A, B, C));
    assert_eq!((mesh.flags, mesh.unknown), (0x7A00, 5));
    assert_eq!((mesh.center, mesh.unknown_floats), ([1.0, 2.0, 3.0], [0.5, 0.0, 4.0]));
    assert_eq!(mesh.vertices, [[1.0, 2.0, 3.0]]);
    assert_eq!(mesh.uvs, [[1.0, 0.5]]);
    assert_eq!(mesh.normals, [[0.0, 0.0, 1.0]]);
    assert_eq!(mesh.colors, [[10, 20, 30, 40]]);
    assert_eq!(mesh.faces, [LegacyFace { flags: 0x4B, unknown: [1, 2, 3, 4], vertices: [0; 3] }]);
    assert_eq!((mesh.ops[0].kind, f32::from_bits(mesh.ops[0].value)), (4, 0.5));
    assert_eq!((mesh.ops[0].first, mesh.ops[0].second), (6, 7));
    assert_eq!(mesh.bone_groups, [Group { count: 1, of: 9 }]);
    assert_eq!(mesh.numbers, Some(vec![11]));
    assert_eq!(mesh.face_groups, Some(vec![Group { count: 1, of: 0 }]));
    assert_eq!(mesh.vertex_groups, mesh.face_groups);
    assert_eq!(mesh.vector, Some([1.0, 2.0, 3.0]));
    assert_eq!(mesh.bounds, Some([1.0, 2.0, 3.0, 4.0, 0.5, 0.0]));
    // Flags 0x1803, as in five of six known ones.
    let text = head("03 18 00 00", "00 00 00 00", "00 00", "00 00 00 00") + "00 00 00 00 00 00 00 00";
    let Body::DmSpriteDef(mesh) = old(0x2C, &text) else { panic!() };
    assert_eq!((mesh.face_groups.clone(), mesh.numbers.clone()), (Some(vec![]), None));
}

#[test]
fn dm_track_def() {
    let body = old(
        0x2E,
        "ff ff ff ff 09 00 00 00 01 00 00 00 02 00 00 00 64 00 00 00 07 00 00 00
         00 00 80 3f 00 00 00 40 00 00 40 40  00 00 40 40 00 00 00 40 00 00 80 3f",
    );
    let Body::DmTrackDef(track) = body else { panic!() };
    let head = &track.head;
    assert_eq!((head.name, head.flags, head.vertex_count, head.frame_count), (A, 9, 1, 2));
    assert_eq!((head.sleep_ms, head.unknown), (100, 7));
    assert_eq!(track.vertices, [[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]]);
}

#[test]
fn dm_track_def_2() {
    let body = old(
        0x37,
        r#"
        ff ff ff ff 00 00 00 00                             # name, flags
        01 00 02 00 21 00 00 00 0a 00                       # a vertex, two frames, 33 ms, 0, scale exponent 10
        00 04 00 fc 01 00  00 00 00 00 00 00                # 1, -1, a step; nothing
        00 00                                               # 0
        "#,
    );
    let frames = [vec![[1024, -1024, 1]], vec![[0; 3]]];
    let expected = DmTrackDef2::new(A, 10, 33, &frames).unwrap();
    assert_eq!(expected.offset([1024, -1024, 1]), [1.0, -1.0, 1.0 / 1024.0]);
    assert_eq!(expected.frames().collect::<Vec<_>>(), frames);
    assert_eq!(body, Body::DmTrackDef2(Box::new(expected)));
    // An odd number of vertices in all: two more bytes of padding.
    let body =
        old(0x37, "ff ff ff ff 00 00 00 00 01 00 01 00 21 00 00 00 0a 00  00 04 00 fc 01 00  00 00  00 00");
    let Body::DmTrackDef2(track) = body else { panic!() };
    assert_eq!((track.vertices.len(), track.end), (1, Some(0)));
}

#[test]
fn mesh() {
    let text = |uv: &str| {
        format!(
            r#"
            ff ff ff ff  03 80 01 00                    # name, flags
            fd ff ff ff  fb ff ff ff  07 00 00 00  fe ff ff ff  # palette, animation, unknown, -2
            00 00 80 3f 00 00 00 40 00 00 40 40         # centre 1, 2, 3
            00 00 00 3f 00 00 00 00 00 00 80 bf         # flame 0.5, 0, -1
            00 00 80 40                                 # radius 4
            00 00 80 bf 00 00 00 00 00 00 00 00         # box from -1, 0, 0
            00 00 80 3f 00 00 00 00 00 00 00 00         # to 1, 0, 0
            01 00 01 00 01 00 01 00                     # vertices, UVs, normals, colours
            01 00 01 00 01 00 01 00 04 00               # faces, groups of bones, faces, vertices; mesh-ops
            05 00                                       # scale exponent
            20 00 e0 ff 01 00                           # vertex: 1, -1, one step
            {uv}                                        # UV: 1, -0.5
            00 81 7f                                    # normal 0, -1, 1
            0a 14 1e c0                                 # blue 10, green 20, red 30, day 192
            10 00 00 00 00 00 00 00                     # a passable face
            01 00 07 00  01 00 02 00  01 00 03 00       # bone 7, material 2 of the face, 3 of the vertex
            00 00 00 00 02 01                           # SW: corner 2 of face 0 becomes vertex 0
            00 00 00 00 00 02                           # FA: removes face 0
            00 00 00 00 00 03                           # VA: removes vertex 0
            00 00 00 3f 00 04                           # EL: level 0.5
            "#
        )
    };
    let old_body = old(0x36, &(text("00 01 80 ff") + "00 00 00"));
    let new_body = clean(0x36, Version::New, &(text("00 00 80 3f 00 00 00 bf") + "00 00 00"));
    let head = MeshHead {
        name: A,
        flags: 0x18003,
        palette: B,
        animation: C,
        unknown: Reference(7),
        stored_volume: Reference(-2),
        center: [1.0, 2.0, 3.0],
        flame: [0.5, 0.0, -1.0],
        radius: 4.0,
        box_min: [-1.0, 0.0, 0.0],
        box_max: [1.0, 0.0, 0.0],
    };
    assert_eq!(head.volume(), Reference::NONE);
    let expected = Mesh {
        head,
        scale: 5,
        vertices: vec![[32, -32, 1]],
        uvs: Uvs::Short(vec![[256, -128]]),
        normals: vec![[0, -127, 127]],
        colors: vec![[10, 20, 30, 192]],
        faces: vec![Face { flags: 0x10, vertices: [0; 3] }],
        bone_groups: vec![Group { count: 1, of: 7 }],
        face_groups: vec![Group { count: 1, of: 2 }],
        vertex_groups: vec![Group { count: 1, of: 3 }],
        ops: vec![
            MeshOp { payload: [0; 4], param: 2, kind: 1 },
            MeshOp { payload: [0; 4], param: 0, kind: 2 },
            MeshOp { payload: [0; 4], param: 0, kind: 3 },
            MeshOp { payload: [0, 0, 0, 0x3F], param: 0, kind: 4 },
        ],
    };
    assert_eq!(expected.position(0), Some([2.0, 1.0, 3.0 + 1.0 / 32.0]));
    assert_eq!(expected.positions().next(), expected.position(0));
    assert_eq!(expected.uvs.get(0), [1.0, -0.5]);
    assert_eq!(expected.uvs.get(1), [0.0, 0.0]);
    assert_eq!(expected.normal(0), [0.0, -1.0, 1.0]);
    assert_eq!(expected.color(0), Some([30, 20, 10, 192]));
    assert_eq!(expected.bones().collect::<Vec<_>>(), [7]);
    let faces: Vec<_> = expected.faces().collect();
    assert_eq!(faces, [(expected.faces[0], Some(2))]);
    assert!(!expected.faces[0].is_solid());
    let meanings: Vec<_> = expected.ops.iter().map(MeshOp::meaning).collect();
    assert_eq!(meanings[0], MeshOpKind::Swap { face: 0, vertex: 0, corner: 2 });
    assert_eq!(meanings[1..3], [MeshOpKind::RemoveFace(0), MeshOpKind::RemoveVertex(0)]);
    assert_eq!(meanings[3], MeshOpKind::EndStep(0.5));
    assert_eq!(old_body, Body::DmSpriteDef2(Box::new(expected.clone())));
    let expected = Mesh { uvs: Uvs::Float(vec![[1.0, -0.5]]), ..expected };
    assert_eq!(new_body, Body::DmSpriteDef2(Box::new(expected)));
}
