//! Flip-books: of their pages only one is there at a time.

use crate::common::{STAND, run, start};
use world::sketch::{ModelSketch, Sketch};
use world::{FlipBook, NodeFlags};

/// A floor at height 0, and above it a flip-book whose pages are floors at heights 1, 2 and 3, shown for
/// 30, 15 and 15 ticks.
fn book(change: impl FnOnce(&mut FlipBook)) -> runtime::Simulation {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-9.0; 2], [9.0; 2], 0.0));
    let pages: Vec<_> = [(1.0, 0.5), (2.0, 0.25), (3.0, 0.25)]
        .map(|(height, seconds)| {
            let model = sketch.model(ModelSketch::new().floor([5.0, -1.0], [7.0, 1.0], height));
            (sketch.node("page", Some(model), &[]), seconds)
        })
        .into();
    let children: Vec<_> = pages.iter().map(|(page, _)| *page).collect();
    for page in &children[1..] {
        let flags = &mut sketch.at(*page).flags;
        *flags = flags.difference(NodeFlags::ACTIVE);
    }
    let node = sketch.node("book", None, &children);
    sketch.scene.roots.push(node);
    let mut book = FlipBook { node, pages, is_looping: false, repeats: 0, is_paused: false, is_active: true };
    change(&mut book);
    sketch.scene.flip_books.push(book);
    start(sketch, [0.0; 3])
}

/// How high the ground is where the pages are, after so many ticks from the start.
fn heights(simulation: &mut runtime::Simulation, ticks: [u32; 6]) -> [f32; 6] {
    let mut gone = 0;
    ticks.map(|tick| {
        run(simulation, &STAND, tick - gone);
        gone = tick;
        simulation.probe().ground(6.0, 0.0, 50.0, 0.0).unwrap().point.y
    })
}

const TICKS: [u32; 6] = [0, 29, 30, 45, 60, 90];

#[test]
fn only_the_page_of_the_moment_is_there() {
    let mut once = book(|_| {});
    assert_eq!(heights(&mut once, TICKS), [1.0, 1.0, 2.0, 3.0, 3.0, 3.0]);
    let mut looping = book(|book| book.is_looping = true);
    assert_eq!(heights(&mut looping, TICKS), [1.0, 1.0, 2.0, 3.0, 1.0, 2.0]);
    assert!(!looping.is_touched());
    let mut paused = book(|book| book.is_paused = true);
    assert_eq!(heights(&mut paused, TICKS), [1.0; 6]);
}
