//! Models of ARCH3D.BSA.

use super::{clean, fixture, found, hold, outcome, refused};
use binary::{Mode, Severity};
use daggerfall::mesh::{self, Corner, Mesh, Plane, Version};
use harness::typed::{self, structure};
use harness::{Outcome, Subject};

fn read(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (mesh, report) = mesh::read(bytes, mode)?;
    for plane in &mesh.planes {
        mesh.uvs(plane, true);
        assert!(
            plane.corners.iter().all(|corner| mesh.place(corner).is_some() == mesh.index(corner).is_some())
        );
    }
    Ok(outcome(mesh::write(&mesh)?, report))
}

fn fixtures() -> [(&'static str, Vec<u8>); 3] {
    [("v27", fixture!("mesh_27")), ("v26", fixture!("mesh_26")), ("v25", fixture!("mesh_25"))]
}

#[test]
fn every_rule_of_models_is_enforced() {
    let subjects = fixtures().map(|(name, fixture)| Subject { name, fixture, read, sites: mesh::fields });
    let elsewhere = ["limit", "objects", "textures", "planes", "unwritable"];
    hold(include_str!("../rules/mesh.toml"), 21, &subjects, &mesh::codes(), &elsewhere);
}

fn meshes() -> [Mesh; 3] {
    fixtures().map(|(_, bytes)| clean(mesh::read(&bytes, Mode::Strict)))
}

#[test]
fn models_have_the_values_of_the_specification_in_each_version() {
    let versions = [Version::V27, Version::V26, Version::V25];
    for (mesh, version) in meshes().iter().zip(versions) {
        assert_eq!((mesh.version(), mesh.header.radius), (version, 363));
        assert_eq!(mesh.points, [[0, 0, 0], [256, 0, 0], [256, -256, 0], [0, -256, 0]]);
        assert_eq!(mesh.normals, [[0, 0, -256], [0, 0, 256]]);
        let [wall, triangle] = &mesh.planes[..] else { panic!("two planes") };
        assert_eq!((wall.picture(), triangle.picture()), ([302, 1], [0, 87]));
        let places = |plane: &Plane| {
            plane.corners.iter().map(|corner| mesh.index(corner).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!((places(wall), places(triangle)), (vec![0, 1, 2, 3], vec![2, 1, 0]));
        assert_eq!(mesh.plane_data[1].0[23], 47);
        assert_eq!(
            (mesh.objects[0].numbers, mesh.objects[0].items[1]),
            ([1, 2, 3, 4], [7, 8, 9, 10, 11, 12])
        );
        assert!(mesh.gaps.is_empty());
        // Offsets of points are four each in the oldest version, twelve later.
        assert_eq!(wall.corners[3].point, if version == Version::V25 { 12 } else { 36 });
        // Texture coordinates: the second and third are added, the fourth goes on.
        assert_eq!(mesh.uvs(wall, false), [[0, 1024], [1024, 1024], [1024, 0], [0, 0]]);
        assert_eq!(mesh.uvs(triangle, false), [[16, 32], [0, 64], [64, 64]]);
    }
}

/// A plane in a mesh of these points.
fn plane(points: &[[i32; 3]], uvs: &[[i16; 2]]) -> (Mesh, Plane) {
    let mesh = Mesh { points: points.to_vec(), ..Mesh::new(Version::V27) };
    let corner = |(index, uv): (usize, &[i16; 2])| Corner { point: 12 * index as i32, u: uv[0], v: uv[1] };
    (mesh, Plane { corners: uvs.iter().enumerate().map(corner).collect(), ..Plane::default() })
}

#[test]
fn later_corners_continue_the_map_of_the_first_three() {
    // A slope, with a fifth corner in its middle: thirds are cut towards zero.
    let points = [[0, 0, 0], [300, 300, 0], [300, 300, 300], [0, 0, 300], [100, 100, 200]];
    let (mesh, slope) = plane(&points, &[[0, 0], [-100, 0], [0, 100], [9, 9], [9, 9]]);
    assert_eq!(mesh.uvs(&slope, false), [[0, 0], [-100, 0], [-100, 100], [0, 100], [-33, 66]]);
    // Three corners on a line have no map: the numbers are taken as they are.
    let points = [[0, 0, 0], [100, 0, 0], [200, 0, 0], [200, 0, 100]];
    let (mesh, line) = plane(&points, &[[1, 2], [10, 0], [10, 0], [7, -8]]);
    assert_eq!(mesh.uvs(&line, false), [[1, 2], [11, 2], [21, 2], [7, -8]]);
    // So is a corner at no point, and one behind a plane of two corners there is none.
    let (mesh, short) = plane(&points, &[[5, 6], [1, 1]]);
    assert_eq!(mesh.uvs(&short, false), [[5, 6], [6, 7]]);
}

#[test]
fn packed_coordinates_are_moved_by_multiples_of_8192() {
    let points = [[0, 0, 0], [100, 0, 0], [0, 0, 100]];
    let unpacked = |values: [[i16; 2]; 3]| {
        let (mesh, plane) = plane(&points, &values);
        assert_ne!(mesh.uvs(&plane, true), mesh.uvs(&plane, false));
        mesh.uvs(&plane, true)
    };
    // Within the range they stay; -7168 is packed all the same.
    assert_eq!(
        unpacked([[14335, -14335], [0, 0], [-7168, 0]])[..],
        [[14335, -14335], [14335, -14335], [15359, -14335]]
    );
    // 14336 is 2 x 8192 less 2048; a tie at 20480 takes 3 x 8192; -20480 takes -2 x 8192.
    assert_eq!(unpacked([[14336, 20480], [0, 0], [0, 0]])[0], [-2048, -4096]);
    assert_eq!(unpacked([[-14336, -20480], [0, 0], [0, 0]])[0], [2048, -4096]);
}

#[test]
fn numbers_of_models_are_written_where_the_tables_say() {
    let header = "0 version =\n4 point_count =\n8 plane_count =\n12 radius u32\n16 unknown u32\n24 plane_data =\n28 objects =\n\
                  32 object_count i32\n36 unknown2 u32\n40 unknown3 u32\n48 points =\n52 normals =\n56 unknown4 u32\n60 planes =";
    let plane = "1 unknown u8\n2 texture u16\n4 unknown2 u32\n8 corners =";
    let corner = "0 point i32 12\n4 u i16\n6 v i16";
    let object = "0 numbers i32*4\n16 items =";
    let [newest, ..] = meshes();
    let planes = 64 + 48;
    let normals = planes + 8 + 32 + 8 + 24;
    let table = [
        structure("/header", 0, header),
        structure("/points", 64, "0 . i32*12"),
        structure("/planes/1", planes + 40, plane),
        structure("/planes/0/corners/2", planes + 8 + 16, corner),
        structure("/normals", normals, "0 . i32*6"),
        structure("/objects/0", normals + 24 + 48, object),
        structure("/objects/0/items", normals + 24 + 48 + 18, "0 . u8*12"),
    ];
    assert_eq!(typed::run_tables(&newest, mesh::write, 0, &table), 46);
    let refused = |change: fn(&mut Mesh)| {
        let mut mesh = newest.clone();
        change(&mut mesh);
        mesh::write(&mesh).unwrap_err().expected.clone()
    };
    assert_eq!(refused(|mesh| mesh.points.truncate(mesh.points.len() - 1)), "4 points, as the header says");
    assert_eq!(refused(|mesh| mesh.length = 100), "parts inside the model");
}

#[test]
fn models_are_made_and_larger_ones_than_the_game_has_are_told() {
    let triangle = |texture| {
        let corner = |point| Corner { point: Version::V26.offset_of(point), ..Corner::default() };
        Plane { texture, corners: vec![corner(0), corner(1), corner(2)], ..Plane::default() }
    };
    let mut mesh = Mesh::new(Version::V26);
    mesh.points = vec![[0, 0, 0], [3, 0, 0], [0, -4, 0]];
    mesh.planes = vec![triangle(0); 513];
    assert_eq!(mesh.seal(), None);
    mesh.normals = vec![[0, 0, 1]; 513];
    mesh.seal().unwrap();
    assert_eq!(mesh.header.radius, 4);
    let codes = |mesh: &Mesh| {
        let (again, codes) = found(mesh::read(&mesh::write(mesh).unwrap(), Mode::Lenient));
        assert_eq!(&again, mesh);
        codes
    };
    assert_eq!(codes(&mesh), ["daggerfall.mesh.planes"]);
    mesh.planes.truncate(512);
    mesh.normals.truncate(512);
    mesh.plane_data.truncate(512);
    mesh.seal().unwrap();
    assert_eq!(codes(&mesh), [""; 0]);
    mesh.planes.iter_mut().take(33).enumerate().for_each(|(index, plane)| plane.texture = index as u16);
    assert_eq!(codes(&mesh), ["daggerfall.mesh.textures"]);
}

#[test]
fn rubbish_in_place_of_objects_is_noted_and_kept() {
    let mut bytes = fixture!("mesh_27");
    let at = bytes.len() - 30 + 16;
    bytes[at..at + 2].copy_from_slice(&(-5_i16).to_le_bytes());
    let (mesh, report) = mesh::read(&bytes, Mode::Strict).unwrap();
    assert_eq!(
        (report.findings()[0].code, report.findings()[0].severity),
        ("daggerfall.mesh.objects", Severity::Note)
    );
    assert_eq!((mesh.objects.len(), mesh.gaps.len()), (0, 1));
    assert_eq!(mesh::write(&mesh).unwrap(), bytes);
    // Millions of points or planes have no room.
    bytes[4..8].copy_from_slice(&10_000_000_i32.to_le_bytes());
    assert_eq!(refused(mesh::read(&bytes, Mode::Lenient)), "daggerfall.mesh.truncated");
}
