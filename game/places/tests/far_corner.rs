//! The far corner of a map of 1000 by 500 cells is as steady as the near one: what is seen of a neighbouring cell moves
//! there exactly as it does at the origin, to a tenth of a millimetre and less, also over the line between two cells.

use glam::Vec3;
use load::daggerfall::{CELL_UNITS, Layout};
use places::{Cells, Surroundings};
use runtime::places::{PlaceId, World};
use runtime::{Input, Simulation};
use world::sketch::{ModelSketch, Sketch};
use world::{Frame, Limits, Walker};

const MAP: Layout = Layout { width: 1000, height: 500 };
/// Units of a cell's edge.
const CELL: f32 = CELL_UNITS as f32;
/// A 256th of a unit of 25 mm.
const TOLERANCE: f32 = 1.0 / 256.0;

/// A cell's floor with somebody near its eastern edge who looks east.
fn cell() -> Simulation {
    let mut sketch = Sketch::new();
    sketch.scene.frame = Frame::identity(0.025);
    sketch.scene.walker = Walker::person(&sketch.scene.frame);
    sketch.place(ModelSketch::new().floor([0.0, -CELL], [CELL, 0.0], 0.0));
    sketch.scene.avatar.position = Vec3::new(CELL - 400.0, 0.0, -17_000.3);
    sketch.scene.avatar.yaw = -std::f32::consts::FRAC_PI_2;
    Simulation::new(sketch.scene.into(), 1, &Limits::default()).0
}

/// Where a point of the eastern cell is, seen from the eye, tick by tick on a walk into that cell; and the cell in which
/// it ends.
fn seen(west: &str, east: &str) -> (Vec<Vec3>, String) {
    let cells = Cells::new(MAP, 1, 1.0);
    let around = Surroundings::overworld(west, cells, usize::MAX).unwrap();
    let mut world = World::starting_at(around.first().clone(), cell());
    let site = cells.site(cells.number(east).unwrap()).unwrap();
    let beside: PlaceId = world.join(site, cell()).unwrap();
    // A corner of a house there.
    let point = Vec3::new(700.25, 90.5, -16_800.75);
    let seen = (0..600).map(|_| {
        world.advance(&[Input { forward: 1.0, ..Input::default() }], &[]);
        let eye = world.watched_place().simulation().state().camera.eye;
        world.offset(beside, world.watched()).unwrap() + point - eye
    });
    let seen: Vec<Vec3> = seen.collect();
    (seen, world.watched_place().site().key.clone())
}

#[test]
fn what_is_seen_moves_at_the_far_corner_as_it_does_at_the_origin() {
    let (near, ends_near) = seen("0,499", "1,499");
    let (far, ends_far) = seen("998,0", "999,0");
    assert_eq!([ends_near.as_str(), ends_far.as_str()], ["1,499", "999,0"], "both went over");
    for (tick, (near, far)) in near.iter().zip(&far).enumerate() {
        assert!((*near - *far).abs().max_element() <= TOLERANCE, "tick {tick}: {near} {far}");
    }
    // No step differs from the one before, but for how coarse coordinates are: also not over the line.
    let steps: Vec<Vec3> = far.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let steady = &steps[120..];
    let jump = steady.windows(2).map(|pair| (pair[1] - pair[0]).abs().max_element()).fold(0.0, f32::max);
    assert!(steady[0].x < -1.0, "somebody walks: {}", steady[0]);
    assert!(jump <= 2.0 * TOLERANCE, "{jump} units from one step to the next");
}
