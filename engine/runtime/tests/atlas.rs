//! Which places are wished for, with distances worked out by hand.

use glam::Vec3;
use runtime::Simulation;
use runtime::places::{Atlas, AtlasError, Extent, Site, Wishes, World};
use world::sketch::{ModelSketch, Sketch};
use world::space::{GridDef, SpaceDef};
use world::{Limits, NodeFlags};

/// A field of 10 by 10 units.
fn field(key: &str, origin: [i64; 3]) -> Site {
    Site { key: key.to_owned(), origin, extent: Some(Extent { min: [0, 0], max: [10, 10] }) }
}

/// A row of fields to the east, moved as a whole; they join within 5 units and
/// leave beyond 8.
fn row(at: [i64; 3]) -> Atlas {
    let mut atlas = Atlas::new(5, 8, 16).unwrap();
    for (number, key) in ["a", "b", "c"].into_iter().enumerate() {
        let origin = [at[0] + 10 * number as i64, at[1], at[2]];
        assert_eq!(atlas.add(field(key, origin)), Ok(number));
    }
    atlas
}

#[test]
fn places_join_within_near_and_leave_beyond_far_here_and_32_million_units_away() {
    for origin in [[0; 3], [32_000_000, 500, -32_000_000], [-32_000_000, 0, 32_000_000]] {
        let atlas = row(origin);
        let ask = |x: i64, z: i64, here: &[usize]| {
            let at = [origin[0] + x, origin[1] + 900, origin[2] + z];
            let Wishes { join, leave } = atlas.wishes(at, |number| here.contains(&number));
            (join, leave)
        };
        // In the first field, 6 units before the edge of the second, and then 5.
        assert_eq!(ask(4, 5, &[0]), (vec![], vec![]));
        assert_eq!(ask(5, 5, &[0]), (vec![1], vec![]));
        // Between 5 and 8 units away what is there stays, and what is not does not
        // come.
        for x in 2..5 {
            assert_eq!(ask(x, 5, &[0, 1]), (vec![], vec![]), "{x}");
            assert_eq!(ask(x, 5, &[0]), (vec![], vec![]), "{x}");
        }
        assert_eq!(ask(1, 5, &[0, 1]), (vec![], vec![1]));
        // On the edge between the second and the third; the first is 10 away.
        assert_eq!(ask(20, 5, &[0, 1]), (vec![2], vec![0]));
        // North of a corner: 3 and 4 make 5, 4 and 4 more.
        assert_eq!(ask(-3, -4, &[]), (vec![0], vec![]));
        assert_eq!(ask(-4, -4, &[]), (vec![], vec![]));
    }
}

#[test]
fn the_nearest_come_first_and_never_more_than_there_is_room_for() {
    let mut atlas = Atlas::new(100, 200, 3).unwrap();
    for (key, x) in [("far", 60), ("here", 0), ("next", 10), ("next but one", 20)] {
        atlas.add(field(key, [x, 0, 0])).unwrap();
    }
    let at = [5, 0, 5];
    assert_eq!(atlas.wishes(at, |_| false).join, [1, 2, 3]);
    assert_eq!(atlas.wishes(at, |number| number == 1).join, [2, 3]);
    assert_eq!(atlas.wishes(at, |number| number != 0).join, [] as [usize; 0]);
}

#[test]
fn what_was_not_measured_is_wished_for_until_it_is() {
    let mut atlas = Atlas::new(5, 8, 4).unwrap();
    let number = atlas.add(Site { extent: None, ..field("new", [1000, 0, 0]) }).unwrap();
    assert_eq!(atlas.wishes([0; 3], |_| false).join, [number]);
    assert_eq!(atlas.wishes([0; 3], |_| true).leave, [] as [usize; 0]);
    atlas.measure(number, Extent { min: [-990, 0], max: [10, 10] });
    assert_eq!(atlas.wishes([5, 0, 5], |_| false).join, [number]);
    atlas.measure(number, Extent { min: [0, 0], max: [10, 10] });
    assert_eq!(atlas.wishes([5, 0, 5], |_| false), Wishes::default());
    assert_eq!(atlas.wishes([5, 0, 5], |_| true).leave, [number]);
}

#[test]
fn numbers_at_the_end_of_all_numbers_are_only_far_away() {
    let mut atlas = Atlas::new(u32::MAX - 1, u32::MAX, 4).unwrap();
    let extent = Some(Extent { min: [i32::MIN; 2], max: [i32::MAX; 2] });
    atlas.add(Site { key: "end".to_owned(), origin: [i64::MAX; 3], extent }).unwrap();
    let beginning = [i64::MIN; 3];
    assert_eq!(atlas.wishes(beginning, |_| false), Wishes::default());
    assert_eq!(atlas.wishes(beginning, |_| true).leave, [0]);
    assert_eq!(atlas.wishes([i64::MAX; 3], |_| false).join, [0]);
}

#[test]
fn what_contradicts_itself_is_refused() {
    assert_eq!(Atlas::new(8, 8, 1), Err(AtlasError::Reach { near: 8, far: 8 }));
    let mut atlas = row([0; 3]);
    assert_eq!(atlas.add(field("b", [99; 3])), Err(AtlasError::Known("b".to_owned())));
    assert_eq!(atlas.sites().len(), 3);
}

fn running(sketch: Sketch) -> Simulation {
    Simulation::new(sketch.scene.into(), 1, &Limits::default()).0
}

#[test]
fn what_can_be_stood_on_belongs_to_a_world_and_a_grid_is_all_of_its_cells() {
    assert_eq!(Extent::of(&running(Sketch::new())), None);
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-2.5, 1.0], [10.25, 7.0], 3.0));
    // A sky that goes along is no land.
    let sky = sketch.place(ModelSketch::new().floor([-500.0, -500.0], [500.0, 500.0], 90.0));
    sketch.scene.nodes[sky.index()].flags |= NodeFlags::FOLLOWS_CAMERA;
    let land = Extent { min: [-3, 1], max: [11, 7] };
    assert_eq!(Extent::of(&running(sketch.clone())), Some(land));
    sketch.scene.space =
        SpaceDef::Grid(GridDef { min_x: -32.0, min_z: 0.0, cell: 16.0, columns: 4, rows: 3, border: 1 });
    assert_eq!(Extent::of(&running(sketch)), Some(Extent { min: [-32, 0], max: [32, 48] }));
}

#[test]
fn whereabouts_are_whole_units_of_the_whole_world() {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([0.0; 2], [10.0; 2], 0.0));
    sketch.scene.avatar.position = Vec3::new(2.75, 0.0, -0.25);
    let site = Site { key: "far".to_owned(), origin: [32_000_000, -5, 7], extent: None };
    let world = World::starting_at(site, running(sketch));
    // Down to whole numbers: -0.25 is in the unit that begins at -1.
    assert_eq!(world.whereabouts(), Some([32_000_002, -5, 6]));
    assert_eq!(world.whole(world.watched(), Vec3::NAN), None);
}
