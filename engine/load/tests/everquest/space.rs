//! Regions of a zone as rooms: in which of them a place is, and what is seen from each.

use crate::everquest::maker::{Install, Maker, codes, engine, leaf, plane, two_regions};
use everquest::wld::{Body, Region, Version, VisibilityList};
use glam::Vec3;
use load::Loaded;
use world::SpaceDef;
use world::space::LeafDef;

fn rooms(loaded: &Loaded) -> &LeafDef {
    let SpaceDef::Leafs(rooms) = &loaded.scene.space else { panic!("the zone has a tree") };
    rooms
}

/// Which of the first `count` regions are seen from a place; none where nothing is known.
fn seen(loaded: &Loaded, from: [f32; 3], count: u32) -> Option<Vec<u32>> {
    let seen = loaded.scene.space.seen_from(engine(from))?;
    Some((0..count).filter(|room| seen.has(*room)).collect())
}

#[test]
fn from_each_region_that_is_seen_which_its_list_says() {
    let loaded = Install::of_zone(two_regions()).arena();
    assert_eq!(codes(&loaded), [] as [&str; 0]);
    assert_eq!(seen(&loaded, [0.0, 10.0, 5.0], 2), Some(vec![0, 1]));
    assert_eq!(seen(&loaded, [0.0, -10.0, 5.0], 2), Some(vec![1]));
    // From the eastern region the western floor is not drawn, although it reaches up to the plane between.
    let east = loaded.scene.space.seen_from(engine([0.0, -10.0, 5.0])).unwrap();
    let shows = |node: usize| {
        let root = loaded.derived.occurrences.roots().nth(node).unwrap();
        east.shows(loaded.scene.roots[node], loaded.derived.occurrences.bounds(root))
    };
    assert_eq!([shows(0), shows(1)], [false, true]);
}

#[test]
fn just_off_the_front_of_each_face_is_the_region_of_its_mesh() {
    // A solid tree: the floors lie on a plane with rock behind it, the wall between the regions is open.
    let mut zone = Maker::new(Version::Old);
    let palette = zone.grass();
    let floors = [0.0, -100.0].map(|y| {
        let mesh = zone.floor(&format!("F{y}_DMSPRITEDEF"), palette, [-50.0, y, 0.0], [50.0, y + 100.0]);
        zone.add_mesh(mesh)
    });
    zone.tree(vec![plane([0.0, 0.0, 1.0], 0.0, 2, 0), plane([0.0, 1.0, 0.0], 0.0, 3, 4), leaf(1), leaf(2)]);
    zone.region(0, &[0, 1], [0.0, 50.0, 10.0, 70.0], Some(floors[0]));
    zone.region(1, &[0, 1], [0.0, -50.0, 10.0, 70.0], Some(floors[1]));
    let loaded = Install::of_zone(zone).arena();
    let rooms = rooms(&loaded);
    let mut faces = 0;
    for (room, model) in (0..).zip(&loaded.scene.models) {
        for corners in model.indices.chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|at| Vec3::from(model.vertices[corners[at] as usize].position));
            let normal = (b - a).cross(c - a).normalize();
            let middle = (a + b + c) / 3.0;
            assert_eq!(rooms.leaf_at(middle + 0.1 * normal), room, "{middle}");
            // On the plane itself is rock; feet are lifted.
            assert_eq!(rooms.leaf_at(middle), 2);
            assert_eq!(rooms.leaf_of_feet(middle), room);
            faces += 1;
        }
    }
    assert_eq!(faces, 4);
    assert_eq!(rooms.solid(), Some(2));
    // In rock nothing is known: everything in sight is drawn.
    assert_eq!(seen(&loaded, [0.0, 10.0, -5.0], 2), None);
}

#[test]
fn what_lies_on_a_plane_is_behind_it() {
    let loaded = Install::of_zone(two_regions()).arena();
    let rooms = rooms(&loaded);
    let at = |y: f32| rooms.leaf_at(engine([3.0, y, 7.0]));
    assert_eq!([at(0.01), at(0.0), at(-0.01)], [0, 1, 1]);
}

#[test]
fn distances_of_planes_are_added() {
    // y + 30 > 0 is in front.
    let mut zone = Maker::new(Version::Old);
    let palette = zone.grass();
    let mesh = zone.floor("A_DMSPRITEDEF", palette, [-50.0, -50.0, 0.0], [50.0, 50.0]);
    let mesh = zone.add_mesh(mesh);
    zone.tree(vec![plane([0.0, 1.0, 0.0], 30.0, 3, 2), leaf(2), leaf(1)]);
    zone.region(0, &[0], [0.0, 0.0, 10.0, 70.0], Some(mesh));
    zone.region(1, &[1], [0.0, -90.0, 10.0, 70.0], None);
    let loaded = Install::of_zone(zone).arena();
    let at = |y: f32| rooms(&loaded).leaf_at(engine([0.0, y, 0.0]));
    assert_eq!([at(-29.0), at(-31.0), at(1000.0)], [0, 1, 0]);
}

/// [`two_regions`] whose second region has this list.
fn listed(list: VisibilityList) -> Loaded {
    let mut zone = Maker::new(Version::Old);
    let palette = zone.grass();
    let mesh = zone.floor("A_DMSPRITEDEF", palette, [-50.0, -50.0, 0.0], [50.0, 50.0]);
    let mesh = zone.add_mesh(mesh);
    zone.tree(vec![plane([0.0, 1.0, 0.0], 0.0, 2, 3), leaf(1), leaf(2)]);
    zone.region(0, &[0, 1], [0.0, 50.0, 10.0, 70.0], Some(mesh));
    let name = zone.name("R000002");
    let mut region = Region::new(name, 1, &[1], [0.0, -50.0, 10.0, 70.0], None);
    let bytes = 0x80;
    region.head.flags &= !bytes;
    if matches!(list, VisibilityList::Bytes(_)) {
        region.head.flags |= bytes;
    }
    region.visibility_lists = vec![list];
    zone.add(Body::Region(Box::new(region)));
    Install::of_zone(zone).arena()
}

#[test]
fn both_forms_of_lists_are_read_and_the_own_region_is_always_seen() {
    let from_east = |list| seen(&listed(list), [0.0, -10.0, 5.0], 2);
    // Skip one, then one is seen.
    assert_eq!(from_east(VisibilityList::Bytes(vec![0x01, 0xC1].into())), Some(vec![1]));
    // One is seen, from 0.
    assert_eq!(from_east(VisibilityList::Bytes(vec![0xC1].into())), Some(vec![0, 1]));
    assert_eq!(from_east(VisibilityList::Numbers(vec![0].into())), Some(vec![0, 1]));
    assert_eq!(from_east(VisibilityList::Numbers(Vec::new().into())), Some(vec![1]));
}

#[test]
fn lists_that_overrun_show_what_is_there() {
    // 65,535 from 0 on, and an operand that is cut.
    let overrun = listed(VisibilityList::Bytes(vec![0xFF, 0xFF, 0xFF, 0x3F, 0x01].into()));
    assert_eq!(seen(&overrun, [0.0, -10.0, 5.0], 2), Some(vec![0, 1]));
    let numbers = listed(VisibilityList::Numbers(vec![7, 0, 60_000].into()));
    assert_eq!(seen(&numbers, [0.0, -10.0, 5.0], 2), Some(vec![0, 1]));
}

#[test]
fn a_tree_that_is_none_is_a_finding_and_everything_is_drawn() {
    let tree = |nodes| {
        let mut zone = Maker::new(Version::Old);
        let palette = zone.grass();
        let mesh = zone.floor("A_DMSPRITEDEF", palette, [-50.0, -50.0, 0.0], [50.0, 50.0]);
        let mesh = zone.add_mesh(mesh);
        zone.tree(nodes);
        zone.region(0, &[0], [0.0, 0.0, 10.0, 70.0], Some(mesh));
        Install::of_zone(zone).arena()
    };
    let up = [0.0, 0.0, 1.0];
    for (what, nodes) in [
        ("a ring", vec![plane(up, 0.0, 2, 1), leaf(1)]),
        ("a node that is not there", vec![plane(up, 0.0, 2, 9), leaf(1)]),
        ("a region that is not there", vec![plane(up, 0.0, 2, 3), leaf(1), leaf(5)]),
        ("one node twice", vec![plane(up, 0.0, 2, 2), leaf(1)]),
        ("no node", Vec::new()),
    ] {
        let loaded = tree(nodes);
        let is_twice = what == "one node twice";
        assert_eq!(
            codes(&loaded).contains(&"load.everquest.tree"),
            !is_twice,
            "{what}: {:?}",
            codes(&loaded)
        );
        // A region may be on both sides of a plane.
        assert_eq!(loaded.scene.space == SpaceDef::Open, !is_twice, "{what}");
        assert_eq!(loaded.scene.models.len(), 1, "{what}");
        assert_eq!(loaded.scene.avatar.position, Vec3::ZERO, "{what}");
    }
}

#[test]
fn objects_are_seen_from_the_regions_that_see_where_they_stand() {
    let mut models = Maker::new(Version::Old);
    let palette = models.grass();
    let corners = [[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    let mesh = models.mesh("STONE_DMSPRITEDEF", palette, &corners, &[[0, 1, 2]]);
    let mesh = models.add_mesh(mesh);
    models.still("STONE_ACTORDEF", mesh);
    let mut placed = Maker::new(Version::Old);
    for y in [40.0, -40.0, -0.5] {
        placed.place("STONE_ACTORDEF", [0.0, y, 0.0], [0.0; 3], 1.0, None);
    }
    let loaded = Install::of_objects(placed, models).arena();
    let east = loaded.scene.space.seen_from(engine([0.0, -10.0, 5.0])).unwrap();
    let stones = loaded.derived.occurrences.roots().skip(2).map(|root| {
        let node = loaded.derived.occurrences.node(root);
        east.shows(node, loaded.derived.occurrences.bounds(root))
    });
    // The last reaches from half a unit behind the plane to half a unit before it.
    assert_eq!(stones.collect::<Vec<_>>(), [false, true, true]);
}
