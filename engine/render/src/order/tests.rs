use super::*;
use glam::{Quat, Vec3};
use world::{
    Dirty, State,
    sketch::{ModelSketch, Sketch},
};

/// A world under change, with the order that follows it.
struct Living {
    scene: Scene,
    state: State,
    table: Occurrences,
    order: Order,
}

impl Living {
    fn new(sketch: Sketch) -> Self {
        let scene = sketch.scene;
        let state = State::new(&scene, 0);
        let (table, _) = Occurrences::build(&scene, &state, 1 << 20);
        let order = Order::of(&scene, &table);
        Living { scene, state, table, order }
    }

    fn move_to(&mut self, node: NodeId, at: Affine3A) {
        self.state.nodes.transforms[node.index()] = at;
        self.update(Dirty { moved: vec![node], ..Dirty::default() });
    }

    /// The roots, from the first drawn to the last.
    fn link(&mut self, roots: &[NodeId]) {
        self.state.nodes.roots = roots.to_vec();
        self.update(Dirty { roots: true, ..Dirty::default() });
    }

    fn update(&mut self, dirty: Dirty) {
        self.table.update(&self.scene, &self.state, &dirty);
        self.order.follow(&self.scene, &self.table);
    }

    fn ranks<const COUNT: usize>(&self, nodes: [NodeId; COUNT]) -> [Vec<u8>; COUNT] {
        nodes.map(|node| self.order.of_node(node).to_vec())
    }

    /// The ranks equal those of a world that was built so.
    #[track_caller]
    fn assert_as_built(&self) {
        let built = Order::of(&self.scene, &self.table);
        for node in (0..self.state.nodes.len()).map(NodeId::from) {
            assert_eq!(self.order.of_node(node), built.of_node(node), "{node:?}");
        }
        assert_eq!((self.order.pairs, self.order.wide), (built.pairs, built.wide));
    }
}

fn square(x: f32, z: f32, side: f32) -> ModelSketch {
    ModelSketch::new().floor([x, z], [x + side, z + side], 0.0)
}

/// A node that hangs nowhere.
fn template(sketch: &mut Sketch, model: ModelSketch) -> NodeId {
    let model = sketch.model(model);
    sketch.node("template", Some(model), &[])
}

fn aside(x: f32) -> Affine3A {
    Affine3A::from_translation(Vec3::new(x, 0.0, 0.0))
}

#[test]
fn what_shares_plane_layer_and_area_lies_over_what_came_before() {
    let mut sketch = Sketch::new();
    let ground = sketch.place(square(0.0, 0.0, 10.0));
    let over = sketch.place(square(2.0, 2.0, 2.0).floor([3.0, 3.0], [5.0, 5.0], 0.0));
    let beside = sketch.place(square(10.0, 0.0, 4.0));
    let higher = sketch.place(square(2.0, 2.0, 2.0).floor([2.0, 2.0], [4.0, 4.0], 0.1));
    sketch.at(higher).transform = Affine3A::from_translation(Vec3::Y);
    let below = sketch.place(ModelSketch::new().ceiling([2.0, 2.0], [4.0, 4.0], 0.0));
    let layered = sketch.place(square(2.0, 2.0, 2.0));
    let model = sketch.at(layered).model.unwrap();
    sketch.scene.models[model.index()].polygons[0].layer = 1;
    let living = Living::new(sketch);
    let found = living.ranks([ground, over, beside, higher, below, layered]);
    assert_eq!(found, [vec![], vec![1, 2], vec![], vec![], vec![], vec![]]);
}

#[test]
fn far_from_the_origin_planes_still_meet_and_across_cells() {
    for (x, z) in [(0.0, 0.0), (9_000.0, -7_000.0), (63.0, 63.0), (-1.0, -129.0)] {
        let mut sketch = Sketch::new();
        let below = sketch.place(square(x, z, 4.0));
        let above = sketch.place(square(x + 1.0, z + 1.0, 2.0));
        assert_eq!(Living::new(sketch).ranks([below, above]), [vec![], vec![1]], "{x}, {z}");
    }
}

#[test]
fn wide_polygons_have_ranks_whether_early_late_or_moved() {
    let mut sketch = Sketch::new();
    let first = sketch.place(square(0.0, 0.0, 5.0));
    let wide = sketch.place(square(-5_000.0, -5_000.0, 10_000.0));
    let last = sketch.place(square(100.0, 0.0, 5.0));
    let mut living = Living::new(sketch);
    assert_eq!(living.order.wide, 1);
    assert_eq!(living.ranks([first, wide, last]), [vec![], vec![1], vec![2]]);
    living.move_to(wide, Affine3A::from_translation(Vec3::Y));
    assert!(living.ranks([first, wide, last]).iter().all(Vec::is_empty));
    living.move_to(wide, aside(1.0));
    assert_eq!(living.ranks([first, wide, last]), [vec![], vec![1], vec![2]]);
    living.assert_as_built();
}

#[test]
fn ranks_follow_what_moves_and_reach_what_lies_over_it() {
    let mut sketch = Sketch::new();
    let ground = sketch.place(square(0.0, 0.0, 10.0));
    let [low, high] = [0, 1].map(|_| sketch.place(square(2.0, 2.0, 2.0)));
    let mut living = Living::new(sketch);
    assert_eq!(living.ranks([ground, low, high]), [vec![], vec![1], vec![2]]);
    // From under the other, and away from the ground, then back.
    living.move_to(low, aside(5.0));
    assert_eq!(living.ranks([ground, low, high]), [vec![], vec![1], vec![1]]);
    assert_eq!(living.order.renewed(), [high]);
    living.move_to(low, aside(50.0));
    assert_eq!(living.ranks([ground, low, high]), [vec![], vec![], vec![1]]);
    assert_eq!(living.order.renewed(), [low]);
    living.move_to(low, Affine3A::IDENTITY);
    assert_eq!(living.ranks([ground, low, high]), [vec![], vec![1], vec![2]]);
    // The ground leaves, and both fall by one.
    living.move_to(ground, Affine3A::from_translation(Vec3::NEG_Y));
    assert_eq!(living.ranks([ground, low, high]), [vec![], vec![], vec![1]]);
    living.assert_as_built();
}

#[test]
fn ranks_follow_the_order_in_which_nodes_are_linked() {
    let mut sketch = Sketch::new();
    let nodes = [0.0, 1.0, 2.0].map(|x| sketch.place(square(x, 0.0, 8.0)));
    let [a, b, c] = nodes;
    let template = template(&mut sketch, square(3.0, 0.0, 1.0).floor([3.0, 0.0], [4.0, 1.0], 0.0));
    let mut living = Living::new(sketch);
    let mut assert_ranks = |roots: &[NodeId], ranks: [Vec<u8>; 4]| {
        living.link(roots);
        assert_eq!(living.ranks([a, b, c, template]), ranks);
        living.assert_as_built();
    };
    assert_ranks(&[a, b, c], [vec![], vec![1], vec![2], vec![]]);
    assert_ranks(&[c, a, b], [vec![1], vec![2], vec![], vec![]]);
    assert_ranks(&[b, a, c], [vec![1], vec![], vec![2], vec![]]);
    assert_ranks(&[b, a, c, template], [vec![1], vec![], vec![2], vec![3, 4]]);
    assert_ranks(&[template, b, a], [vec![3], vec![2], vec![], vec![0, 1]]);
    assert_ranks(&[], [vec![], vec![], vec![], vec![]]);
    assert_ranks(&[a, c], [vec![], vec![], vec![1], vec![]]);
}

#[test]
fn what_hangs_nowhere_has_the_ranks_it_has_by_itself() {
    let mut sketch = Sketch::new();
    let flat = template(&mut sketch, square(0.0, 0.0, 8.0));
    let piled = template(&mut sketch, square(0.0, 0.0, 8.0).floor([1.0, 1.0], [2.0, 2.0], 0.0));
    let alone = |node: NodeId| Order::alone(&sketch.scene, sketch.scene.nodes[node.index()].model.unwrap());
    assert_eq!((alone(flat), alone(piled)), (vec![], vec![0, 1]));
}

#[test]
fn an_order_that_looks_at_one_table_and_another_takes_each_as_it_is() {
    let mut sketch = Sketch::new();
    let nodes = [sketch.place(square(0.0, 0.0, 8.0)), sketch.place(square(1.0, 1.0, 2.0))];
    let mut living = Living::new(sketch);
    let start = living.table.clone();
    living.move_to(nodes[1], aside(20.0));
    let moved = living.table.clone();
    for (table, ranks) in [(&start, vec![1]), (&moved, vec![]), (&start, vec![1])] {
        living.order.follow(&living.scene, table);
        assert_eq!(living.ranks(nodes), [vec![], ranks]);
    }
}

#[test]
fn a_pile_without_end_is_looked_at_in_bounded_time() {
    let mut sketch = Sketch::new();
    let mut model = ModelSketch::new();
    for _ in 0..5_000 {
        model = model.floor([0.0, 0.0], [6.0, 6.0], 0.0);
    }
    let node = sketch.place(model);
    let living = Living::new(sketch);
    assert!(living.order.pairs <= 5_000 * 256 && living.order.pairs > 4_000 * 256);
    assert_eq!(living.order.of_node(node)[..20], std::array::from_fn::<u8, 20, _>(|rank| rank.min(15) as u8));
}

/// A small generator, the same on every run.
fn draw(seed: &mut u64, below: u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) % below
}

#[test]
fn after_a_thousand_changes_ranks_are_as_built() {
    let mut sketch = Sketch::new();
    let mut seed = 7;
    let nodes: Vec<NodeId> = (0..40)
        .map(|index| {
            let (x, z) = (draw(&mut seed, 30) as f32, draw(&mut seed, 30) as f32);
            let model = square(x, z, 2.0 + draw(&mut seed, 12) as f32);
            // Some are wide, some have two polygons.
            let model = if index % 13 == 0 { square(-4_000.0, -4_000.0, 8_000.0) } else { model };
            let twice = model.clone().floor([x, z], [x + 1.0, z + 1.0], 0.0);
            sketch.place(if index % 3 == 0 { twice } else { model })
        })
        .collect();
    let mut living = Living::new(sketch);
    let mut roots = nodes.clone();
    let mut renewed = 0;
    for change in 0..1000 {
        let node = nodes[draw(&mut seed, 40) as usize];
        match draw(&mut seed, 5) {
            4 => {
                // One comes, and after some time the one that came first goes.
                let new = living.state.nodes.push(&living.scene, node).unwrap();
                roots.insert(draw(&mut seed, roots.len() as u64 + 1) as usize, new);
                let first = roots.iter().copied().filter(|root| root.index() >= 40).min();
                if let Some(first) = first.filter(|_| roots.len() > 44) {
                    living.state.nodes.alive[first.index()] = false;
                    roots.retain(|root| *root != first);
                }
                living.link(&roots);
            }
            0 => {
                roots.retain(|root| *root != node);
                if draw(&mut seed, 3) > 0 {
                    let at = draw(&mut seed, roots.len() as u64 + 1) as usize;
                    roots.insert(at, node);
                }
                living.link(&roots);
            }
            turn => {
                let at = Vec3::new(draw(&mut seed, 30) as f32, draw(&mut seed, 2) as f32, 0.0);
                let turned = Quat::from_rotation_y(if turn == 1 { 0.3 } else { 0.0 });
                living.move_to(node, Affine3A::from_rotation_translation(turned, at));
            }
        }
        renewed += living.order.renewed().len();
        if change % 20 == 0 {
            living.assert_as_built();
        }
    }
    living.assert_as_built();
    assert!(renewed > 1000, "{renewed}");
    // What went left its room to what came with the same model.
    let (came, added) = (living.state.nodes.len() - 40, living.order.places.len() - 40);
    assert!(came > 150 && added < came / 2, "{came} came, {added} places");
}
