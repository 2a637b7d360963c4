//! Whole zones: which files they are made of, coordinates, ground, where one starts.

use crate::everquest::maker::{self, Install, Maker, codes, grass, two_regions};
use everquest::wld::Version;
use glam::Vec3;
use load::{Error, Start};
use world::Node;
use world::space::Probe;

fn probe(loaded: &load::Loaded) -> Probe<'_> {
    Probe::new(&loaded.scene, &loaded.derived.occurrences, &loaded.derived.space, loaded.scene.zones)
}

#[test]
fn north_is_ahead_west_is_to_the_left_and_up_is_up() {
    let mut zone = Maker::new(Version::Old);
    let palette = zone.grass();
    // A triangle 10 north, 20 west, 30 up of the origin; its front is above it: north, then back, then west is
    // clockwise from above when x is north and y is west.
    let corners = [[10.0, 20.0, 30.0], [10.0, 24.0, 30.0], [18.0, 20.0, 30.0]];
    let mesh = zone.mesh("A_DMSPRITEDEF", palette, &corners, &[[0, 1, 2]]);
    let mesh = zone.add_mesh(mesh);
    zone.tree(vec![maker::leaf(1)]);
    zone.region(0, &[0], [10.0, 20.0, 40.0, 5.0], Some(mesh));
    let loaded = Install::of_zone(zone).arena();
    assert_eq!(codes(&loaded), [] as [&str; 0]);
    let model = &loaded.scene.models[0];
    // East, up and south are the engine's axes.
    let corner = |index: u32| Vec3::from(model.vertices[index as usize].position);
    let [a, b, c] = [0, 1, 2].map(|at| corner(model.indices[at]));
    assert_eq!(a, Vec3::new(-20.0, 30.0, -10.0));
    // Counter-clockwise from above now, so that the normal is up.
    assert!((b - a).cross(c - a).y > 0.0, "{a} {b} {c}");
    let up = model.vertices[0].normal();
    assert!(up.abs_diff_eq(Vec3::Y, 1e-3), "{up}");
    // U and V of the old version are steps of 1/256, V from the bottom up: 10/16 and 1 - 20/16.
    assert_eq!(model.vertices[0].uv, [0.625, -0.25]);
}

#[test]
fn one_starts_on_the_ground_of_the_region_nearest_to_the_middle_of_all_objects() {
    let mut objects = Maker::new(Version::Old);
    for y in [-30.0, -31.0, 90.0] {
        objects.place("STONE_ACTORDEF", [7.0, y, 0.0], [0.0; 3], 1.0, None);
    }
    let mut models = Maker::new(Version::Old);
    let palette = models.grass();
    let mesh = models.mesh(
        "STONE_DMSPRITEDEF",
        palette,
        &[[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]],
        &[[0, 1, 2]],
    );
    let mesh = models.add_mesh(mesh);
    models.still("STONE_ACTORDEF", mesh);
    let zone =
        vec![("arena.wld", two_regions().bytes()), ("objects.wld", objects.bytes()), ("grass.bmp", grass())];
    let objects = vec![("arena_obj.wld", models.bytes()), ("grass.bmp", grass())];
    let install = Install::new(&[("arena.s3d", &zone), ("arena_obj.s3d", &objects)]);
    let loaded = install.arena();
    assert_eq!(codes(&loaded), [] as [&str; 0]);
    // The middle is y = -30: the eastern region, whose sphere is about (0, -50, 10).
    assert_eq!(loaded.scene.avatar.position, Vec3::new(50.0, 0.0, 0.0));
    let asked = Start { position: Vec3::new(5.0, 40.0, 10.0), yaw_deg: 90.0 };
    let loaded = install.load_at("arena.s3d", Some(asked)).unwrap();
    assert_eq!(loaded.scene.avatar.position, Vec3::new(-40.0, 0.0, -5.0));
}

#[test]
fn a_zone_without_ground_is_entered_all_the_same() {
    let mut zone = Maker::new(Version::Old);
    let palette = zone.grass();
    let mut mesh = zone.floor("A_DMSPRITEDEF", palette, [-50.0, -50.0, 0.0], [50.0, 50.0]);
    // Water, leaves: one falls through.
    mesh.faces.iter_mut().for_each(|face| face.flags = 0x10);
    let mesh = zone.add_mesh(mesh);
    zone.tree(vec![maker::leaf(1)]);
    zone.region(0, &[0], [0.0, 0.0, 10.0, 70.0], Some(mesh));
    let loaded = Install::of_zone(zone).arena();
    assert_eq!(codes(&loaded), ["load.everquest.no_ground"]);
    assert!(probe(&loaded).ground(0.0, 0.0, 10.0, 0.0).is_none());
    assert_eq!(loaded.scene.models[0].triangles(), 2);
}

#[test]
fn faces_of_invisible_materials_stop_whoever_walks_and_are_not_drawn() {
    let mut zone = Maker::new(Version::Old);
    let invisible = zone.material("WALL_MDF", 0, "");
    let palette = zone.palette(&[invisible]);
    let mesh = zone.floor("A_DMSPRITEDEF", palette, [-50.0, -50.0, 3.0], [50.0, 50.0]);
    let mesh = zone.add_mesh(mesh);
    zone.tree(vec![maker::leaf(1)]);
    zone.region(0, &[0], [0.0, 0.0, 10.0, 70.0], Some(mesh));
    let loaded = Install::of_zone(zone).arena();
    let hit = probe(&loaded).ground(20.0, -20.0, 10.0, 0.0).unwrap();
    assert_eq!(hit.point, Vec3::new(20.0, 3.0, -20.0));
    let polygon = &loaded.scene.models[0].polygons[0];
    assert_eq!((polygon.sight, polygon.solid), (world::Sight::Unseen, true));
}

#[test]
fn what_is_missing_is_an_error_for_the_zone_and_a_line_for_all_else() {
    let install = Install::of_zone(two_regions());
    let Err(Error::File(finding)) = install.load("nowhere.s3d") else { panic!("there is no such zone") };
    assert_eq!((finding.code, finding.file.as_str()), ("load.everquest.zone_missing", "nowhere.s3d"));
    install.put("empty.s3d", &maker::archive(&[("readme.txt", b"hello".to_vec())]));
    let Err(Error::File(finding)) = install.load("empty.s3d") else { panic!("there is no zone in it") };
    assert_eq!(finding.code, "load.everquest.zone_missing");
    // An archive of objects without its world, and a picture that is nowhere.
    install.put("arena_obj.s3d", &maker::archive(&[("readme.txt", b"hello".to_vec())]));
    let zone = maker::archive(&[("arena.wld", two_regions().bytes())]);
    install.put("arena.s3d", &zone);
    let loaded = install.arena();
    assert_eq!(codes(&loaded), ["load.everquest.archive", "load.everquest.texture_missing"]);
    assert_eq!(loaded.scene.models.len(), 2);
}

#[test]
fn meshes_that_no_region_shows_are_drawn_too() {
    let mut zone = two_regions();
    let palette = everquest::wld::Reference::NONE;
    let mesh = zone.floor("BRIDGE_DMSPRITEDEF", palette, [-5.0, -5.0, 20.0], [5.0, 5.0]);
    zone.add_mesh(mesh);
    let loaded = Install::of_zone(zone).arena();
    let names: Vec<&str> = loaded.scene.nodes.iter().map(|node: &Node| &*node.name).collect();
    assert_eq!(names, ["R0_DMSPRITEDEF", "R-100_DMSPRITEDEF", "BRIDGE_DMSPRITEDEF"]);
    let hit = probe(&loaded).ground(0.0, 0.0, 30.0, 0.0).unwrap();
    assert_eq!(hit.point.y, 20.0);
}
