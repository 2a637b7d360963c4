//! Placed objects: where they stand, what colours them, skeletons, and what happens to those that are nowhere.

use crate::everquest::maker::{Install, Maker, archive, codes, engine};
use everquest::wld::{Mesh, Reference, Version};
use glam::Vec3;
use load::Loaded;
use world::{Node, Vertex};

/// A triangle with corners at the origin, 1 along y, and 1 along x.
fn stone(maker: &mut Maker, palette: Reference) -> Mesh {
    let corners = [[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    maker.mesh("STONE_DMSPRITEDEF", palette, &corners, &[[0, 1, 2]])
}

fn stones() -> Maker {
    let mut models = Maker::new(Version::Old);
    let palette = models.grass();
    let mesh = stone(&mut models, palette);
    let mesh = models.add_mesh(mesh);
    models.still("STONE_ACTORDEF", mesh);
    models
}

/// What is placed.
fn objects(loaded: &Loaded) -> Vec<&Node> {
    let roots = loaded.scene.roots.iter().map(|root| &loaded.scene.nodes[root.index()]);
    roots.filter(|node| !node.name.starts_with('R')).collect()
}

/// Where the corners of an object are.
fn corners(loaded: &Loaded, node: &Node) -> Vec<Vec3> {
    let model = &loaded.scene.models[node.model.unwrap().index()];
    let place = |vertex: &Vertex| node.transform.transform_point3(vertex.position.into());
    model.vertices.iter().map(place).collect()
}

fn has(places: &[Vec3], expected: [f32; 3]) -> bool {
    places.iter().any(|place| place.abs_diff_eq(engine(expected), 1e-3))
}

#[test]
fn objects_are_turned_about_z_after_they_are_tilted_the_other_way_about_y() {
    let mut placed = Maker::new(Version::Old);
    placed.place("stone_ACTORDEF", [100.0, 20.0, 3.0], [128.0, 0.0, 0.0], 2.0, None);
    placed.place("STONE_ACTORDEF", [10.0, 0.0, 0.0], [0.0, 128.0, 0.0], 1.0, None);
    placed.place("STONE_ACTORDEF", [0.0, 0.0, 0.0], [128.0, 64.0, 0.0], 1.0, None);
    let loaded = Install::of_objects(placed, stones()).arena();
    assert_eq!(codes(&loaded), [] as [&str; 0]);
    let objects = objects(&loaded);
    // A quarter of a turn, twice as large: what was 1 north is 2 west.
    let turned = corners(&loaded, objects[0]);
    assert!(has(&turned, [100.0, 22.0, 3.0]) && has(&turned, [98.0, 20.0, 3.0]), "{turned:?}");
    // What was 1 north is 1 up.
    let tilted = corners(&loaded, objects[1]);
    assert!(has(&tilted, [10.0, 0.0, 1.0]) && has(&tilted, [10.0, 1.0, 0.0]), "{tilted:?}");
    // An eighth up, then a quarter about: north is west and up.
    let both = corners(&loaded, objects[2]);
    assert!(has(&both, [0.0, 0.5_f32.sqrt(), 0.5_f32.sqrt()]) && has(&both, [-1.0, 0.0, 0.0]), "{both:?}");
    // All three show one model.
    assert_eq!(loaded.scene.models.len(), 3);
}

#[test]
fn each_object_has_its_own_colours_in_the_order_of_its_vertices() {
    let mut placed = Maker::new(Version::Old);
    // Blue, green, red, daylight.
    let colors = vec![[10, 20, 30, 100], [0, 0, 200, 100], [1, 2, 3, 0]];
    placed.place("STONE_ACTORDEF", [0.0; 3], [0.0; 3], 1.0, Some(colors));
    placed.place("STONE_ACTORDEF", [5.0, 0.0, 0.0], [0.0; 3], 1.0, None);
    let loaded = Install::of_objects(placed, stones()).arena();
    assert_eq!(codes(&loaded), [] as [&str; 0]);
    let objects = objects(&loaded);
    let model = &loaded.scene.models[objects[0].model.unwrap().index()];
    let colored = model.vertices.iter().zip(objects[0].colors.as_ref().unwrap());
    let of = |place: [f32; 3]| {
        colored
            .clone()
            .find(|(vertex, _)| Vec3::from(vertex.position) == engine(place))
            .map(|(_, color)| *color)
    };
    assert_eq!(of([0.0; 3]), Some([30, 20, 10, 100]));
    assert_eq!(of([0.0, 1.0, 0.0]), Some([200, 0, 0, 100]));
    assert_eq!(of([1.0, 0.0, 0.0]), Some([3, 2, 1, 0]));
    // Its own light is all that it gets; the other stone is lit by the day.
    assert!(!model.lit);
    assert!(loaded.scene.models[objects[1].model.unwrap().index()].lit && objects[1].colors.is_none());
}

#[test]
fn objects_whose_colours_do_not_fit_are_lit_like_others() {
    let mut placed = Maker::new(Version::Old);
    placed.place("STONE_ACTORDEF", [0.0; 3], [0.0; 3], 1.0, Some(vec![[0; 4]; 7]));
    let loaded = Install::of_objects(placed, stones()).arena();
    assert_eq!(codes(&loaded), ["load.everquest.colors"]);
    let objects = objects(&loaded);
    assert!(objects[0].colors.is_none() && loaded.scene.models[objects[0].model.unwrap().index()].lit);
}

#[test]
fn actors_that_are_nowhere_are_one_line_and_equipment_is_searched_for_them() {
    let mut placed = Maker::new(Version::Old);
    for actor in ["GONE_ACTORDEF", "LADDER_ACTORDEF", "gone_actordef", "AWAY_ACTORDEF", "STONE_ACTORDEF"] {
        placed.place(actor, [0.0; 3], [0.0; 3], 1.0, None);
    }
    let mut equipment = Maker::new(Version::Old);
    let mesh = stone(&mut equipment, Reference::NONE);
    let mesh = equipment.add_mesh(mesh);
    equipment.still("LADDER_ACTORDEF", mesh);
    let install = Install::of_objects(placed, stones());
    install.put("gequip2.s3d", &archive(&[("gequip2.wld", equipment.bytes())]));
    let loaded = install.arena();
    let names: Vec<&str> = objects(&loaded).iter().map(|node| &*node.name).collect();
    assert_eq!(names, ["ladder", "stone"]);
    let missing: Vec<_> =
        loaded.findings.iter().filter(|finding| finding.code == "load.everquest.actor_missing").collect();
    assert_eq!(missing.len(), 1);
    let said = missing[0].to_string();
    assert!(said.contains("2 are nowhere, placed 3 times in all, the first `gone_actordef`"), "{said}");
    assert_eq!(missing[0].file, "arena.s3d/objects.wld");
}

/// Half the root of 2, in the steps of quaternions.
const HALF: i16 = 11585;

#[test]
fn parts_of_an_object_hang_at_its_bones_and_move_along_their_tracks() {
    let mut models = Maker::new(Version::Old);
    let palette = models.grass();
    let meshes = [0, 1].map(|_| {
        let mesh = stone(&mut models, palette);
        models.shown(mesh)
    });
    // The root is 10 up. The wheel is 2 north of it, twice as large, and turned by a quarter about z in the first
    // frame and not at all in the second.
    let root = models.track(&[([16384, 0, 0, 0], [0, 0, 2560], 256)], None);
    let wheel = [([HALF, 0, 0, HALF], [512, 0, 0], 512), ([16384, 0, 0, 0], [512, 0, 0], 512)];
    let wheel = models.track(&wheel, Some(250));
    let skeleton = models.skeleton(&[(root, meshes[0], &[1]), (wheel, meshes[1], &[])]);
    models.actor("MILL_ACTORDEF", skeleton);
    let mut placed = Maker::new(Version::Old);
    placed.place("MILL_ACTORDEF", [100.0, 0.0, 0.0], [0.0; 3], 1.0, None);
    let loaded = Install::of_objects(placed, models).arena();
    assert_eq!(codes(&loaded), [] as [&str; 0]);
    let objects = objects(&loaded);
    // One model of six vertices, as it stands in the first frame.
    let places = corners(&loaded, objects[0]);
    assert_eq!(places.len(), 6);
    for expected in [[101.0, 0.0, 10.0], [102.0, 2.0, 10.0], [100.0, 0.0, 10.0], [102.0, 0.0, 10.0]] {
        assert!(has(&places, expected), "{expected:?} in {places:?}");
    }
    let model = &loaded.scene.models[objects[0].model.unwrap().index()];
    let deform = model.deform.as_ref().unwrap();
    let second: Vec<Vec3> = deform.frames[1].moved.iter().map(|(_, point)| point.position).collect();
    // The corner 1 north of the middle of the wheel: twice 1, 2 and 0 in all.
    assert!(has(&second, [4.0, 0.0, 10.0]) && has(&second, [1.0, 0.0, 10.0]), "{second:?}");
    assert_eq!(loaded.scene.clips[0].seconds, 0.5);
    assert!(objects[0].animator.is_some());
}

#[test]
fn an_object_whose_bones_keep_still_has_no_animation() {
    let mut models = Maker::new(Version::Old);
    let palette = models.grass();
    let mesh = stone(&mut models, palette);
    let mesh = models.shown(mesh);
    let root = models.track(&[([16384, 0, 0, 0], [0, 0, 256], 256)], None);
    let skeleton = models.skeleton(&[(root, mesh, &[])]);
    models.actor("SIGN_ACTORDEF", skeleton);
    let mut placed = Maker::new(Version::Old);
    placed.place("SIGN_ACTORDEF", [0.0; 3], [0.0; 3], 1.0, None);
    let loaded = Install::of_objects(placed, models).arena();
    let objects = objects(&loaded);
    assert!(objects[0].animator.is_none());
    assert!(has(&corners(&loaded, objects[0]), [1.0, 0.0, 1.0]));
}
