use super::*;
use crate::sketch::{ModelSketch, Sketch};
use crate::{HashCache, Limits, Random};
use glam::{Affine3A, Vec3};

fn limit() -> usize {
    Limits::default().occurrences
}

fn shift(x: f32, y: f32, z: f32) -> Affine3A {
    Affine3A::from_translation(Vec3::new(x, y, z))
}

fn nodes(table: &Occurrences) -> Vec<NodeId> {
    table.ids().map(|id| table.node(id)).collect()
}

/// The places in order at which subtrees end.
fn ends(table: &Occurrences) -> Vec<usize> {
    let ids: Vec<_> = table.ids().collect();
    let place = |id: OccurrenceId| ids.iter().position(|other| *other == id).unwrap();
    ids.iter().map(|id| table.end(*id).map_or(ids.len(), place)).collect()
}

fn at(table: &Occurrences, place: usize) -> OccurrenceId {
    table.ids().nth(place).unwrap()
}

/// Everything a table says of each row, in order, but for what was before; rows
/// by their place in the order.
fn described(table: &Occurrences) -> Vec<impl PartialEq + std::fmt::Debug> {
    let mut places = vec![NONE; table.slots()];
    for (place, id) in table.ids().enumerate() {
        places[id.index()] = place as u32;
    }
    let place = |id: OccurrenceId| places[id.index()];
    let row = |id: OccurrenceId| {
        let links = (
            table.node(id),
            table.rows.shapes[id.index()],
            table.parent(id).map(place),
            table.end(id).map(place),
            table.children(id).map(place).collect::<Vec<_>>(),
            table.of(table.node(id)).map(place).collect::<Vec<_>>(),
        );
        let values = (*table.transform(id), table.flags(id), table.opacity(id));
        (links, values, *table.own_bounds(id), *table.bounds(id))
    };
    table.ids().map(row).collect()
}

/// house (0, 2, 0) > { door (1, 0, 0), door again through frame (10, 0, 0) }.
fn house() -> (Sketch, [NodeId; 3]) {
    let mut sketch = Sketch::new();
    let model = sketch.model(ModelSketch::new().cuboid(Vec3::ZERO, Vec3::ONE));
    let door = sketch.node("door", Some(model), &[]);
    let frame = sketch.node("frame", None, &[door]);
    let house = sketch.node("house", None, &[door, frame]);
    sketch.at(door).transform = shift(1.0, 0.0, 0.0);
    sketch.at(frame).transform = shift(10.0, 0.0, 0.0);
    sketch.at(house).transform = shift(0.0, 2.0, 0.0);
    sketch.at(door).opacity = 0.5;
    sketch.at(frame).opacity = 0.5;
    sketch.scene.roots = vec![house];
    (sketch, [door, frame, house])
}

#[test]
fn every_path_is_an_occurrence_with_its_own_place() {
    let (sketch, [door, frame, house]) = house();
    let state = State::new(&sketch.scene, 1);
    let (table, findings) = Occurrences::build(&sketch.scene, &state, limit());
    assert!(findings.is_empty());
    assert_eq!(nodes(&table), [house, door, frame, door]);
    assert_eq!(ends(&table), [4, 2, 4, 4]);
    let doors: Vec<_> = table.of(door).collect();
    assert_eq!(doors, [OccurrenceId(1), OccurrenceId(3)]);
    assert_eq!(table.transform(doors[0]).translation, glam::Vec3A::new(1.0, 2.0, 0.0));
    assert_eq!(table.transform(doors[1]).translation, glam::Vec3A::new(11.0, 2.0, 0.0));
    assert_eq!(table.opacity(doors[0]), 0.5);
    assert_eq!(table.opacity(doors[1]), 0.25);
    assert_eq!(table.own_bounds(doors[1]).max, Vec3::new(12.0, 3.0, 1.0));
    let all = table.bounds(OccurrenceId(0));
    assert_eq!((all.min, all.max), (Vec3::new(1.0, 2.0, 0.0), Vec3::new(12.0, 3.0, 1.0)));
    assert_eq!(table.children(OccurrenceId(0)).collect::<Vec<_>>(), [OccurrenceId(1), OccurrenceId(2)]);
    assert_eq!(table.parent(doors[1]), Some(OccurrenceId(2)));
}

#[test]
fn a_switched_off_ancestor_switches_off_what_hangs_below() {
    let (mut sketch, [door, frame, _]) = house();
    sketch.at(frame).flags = NodeFlags::ALTITUDE.union(NodeFlags::OVERWRITE);
    let state = State::new(&sketch.scene, 1);
    let (table, _) = Occurrences::build(&sketch.scene, &state, limit());
    let flags: Vec<_> = table.of(door).map(|id| table.flags(id)).collect();
    assert_eq!(flags[0], NodeFlags::ACTIVE.union(NodeFlags::ALTITUDE).union(NodeFlags::INTERSECT));
    assert_eq!(flags[1], NodeFlags::ALTITUDE.union(NodeFlags::OVERWRITE));
}

#[test]
fn a_ring_loses_its_closing_link_with_a_finding() {
    let mut sketch = Sketch::new();
    let child = sketch.node("child", None, &[]);
    let root = sketch.node("root", None, &[child]);
    sketch.at(child).children = vec![root, child];
    sketch.scene.roots = vec![root];
    let state = State::new(&sketch.scene, 1);
    let (table, findings) = Occurrences::build(&sketch.scene, &state, limit());
    assert_eq!(nodes(&table), [root, child]);
    let codes: Vec<_> = findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["world.occurrences.ring"; 2]);
    assert_eq!(findings[0].path, "node 0 \"child\"");
    assert_eq!(findings[0].found, "node 1 \"root\"");
}

#[test]
fn a_link_to_nowhere_is_left_out_with_a_finding() {
    let mut sketch = Sketch::new();
    let root = sketch.node("root", None, &[NodeId(7)]);
    sketch.scene.roots = vec![root, NodeId(u32::MAX)];
    let state = State::new(&sketch.scene, 1);
    let (table, findings) = Occurrences::build(&sketch.scene, &state, limit());
    assert_eq!(nodes(&table), [root]);
    assert_eq!(findings.len(), 2);
    assert_eq!(findings[1].path, "roots");
}

#[test]
fn a_graph_with_too_many_paths_is_cut_at_the_limit() {
    // 64 floors of two links each: 2^64 paths.
    let mut sketch = Sketch::new();
    let mut below = sketch.node("ground", None, &[]);
    for _ in 0..64 {
        below = sketch.node("floor", None, &[below, below]);
    }
    sketch.scene.roots = vec![below];
    let state = State::new(&sketch.scene, 1);
    let (table, findings) = Occurrences::build(&sketch.scene, &state, 1000);
    assert_eq!(table.len(), 1000);
    assert!(table.is_cut());
    assert_eq!(findings[0].code, "world.occurrences.limit");
    assert_eq!(findings.len(), 1);
}

#[test]
fn a_chain_of_a_hundred_thousand_nodes_needs_no_deep_stack() {
    let mut sketch = Sketch::new();
    let mut below = sketch.node("end", None, &[]);
    for _ in 0..100_000 {
        below = sketch.node("link", None, &[below]);
    }
    sketch.scene.roots = vec![below];
    let state = State::new(&sketch.scene, 1);
    let (table, findings) = Occurrences::build(&sketch.scene, &state, limit());
    assert_eq!(table.len(), 100_001);
    assert!(findings.is_empty());
    assert_eq!(table.end(at(&table, 0)), None);
    assert_eq!(table.subtree(at(&table, 0)).count(), 100_001);
}

#[test]
fn previous_is_where_things_stood_a_tick_ago_and_a_teleport_has_none() {
    let (sketch, [door, frame, house]) = house();
    let mut state = State::new(&sketch.scene, 1);
    let (mut table, _) = Occurrences::build(&sketch.scene, &state, limit());
    table.settle();
    state.nodes.transforms[frame.index()] = shift(20.0, 0.0, 0.0);
    table.update(&sketch.scene, &state, &Dirty { moved: vec![frame], ..Dirty::default() });
    let far_door = table.of(door).nth(1).unwrap();
    assert_eq!(table.previous(far_door).translation.x, 11.0);
    assert_eq!(table.transform(far_door).translation.x, 21.0);
    table.settle();
    assert_eq!(table.previous(far_door).translation.x, 21.0);
    state.nodes.transforms[house.index()] = shift(0.0, 50.0, 0.0);
    table.update(&sketch.scene, &state, &Dirty { teleported: vec![house], ..Dirty::default() });
    assert_eq!(table.previous(far_door), table.transform(far_door));
    assert_eq!(table.transform(far_door).translation.y, 50.0);
}

#[test]
fn relinking_keeps_where_untouched_subtrees_stood() {
    let (sketch, [door, frame, house]) = house();
    let mut state = State::new(&sketch.scene, 1);
    let (mut table, _) = Occurrences::build(&sketch.scene, &state, limit());
    table.settle();
    let generation = table.generation();
    state.nodes.transforms[frame.index()] = shift(20.0, 0.0, 0.0);
    state.nodes.children[house.index()] = vec![frame];
    let dirty = Dirty { moved: vec![frame], linked: vec![house], ..Dirty::default() };
    assert!(table.update(&sketch.scene, &state, &dirty).is_empty());
    assert_ne!(table.generation(), generation);
    assert_eq!(nodes(&table), [house, frame, door]);
    assert_eq!(table.previous(at(&table, 2)).translation.x, 11.0);
    assert_eq!(table.transform(at(&table, 2)).translation.x, 21.0);
}

/// Removes a node from a state, as an edit does.
fn remove(state: &mut State, node: NodeId, dirty: &mut Dirty) {
    if !state.nodes.lives(node) {
        return;
    }
    state.nodes.alive[node.index()] = false;
    state.nodes.children[node.index()].clear();
    dirty.removed.push(node);
    for (parent, children) in state.nodes.children.iter_mut().enumerate() {
        if children.contains(&node) {
            children.retain(|child| *child != node);
            dirty.linked.push(parent.into());
        }
    }
    if state.nodes.roots.contains(&node) {
        state.nodes.roots.retain(|root| *root != node);
        dirty.roots = true;
    }
}

/// Random edits, nodes that come and go among them; then everything but
/// `previous` must be what a new table says, and a kept hash that of a walk.
#[test]
fn updating_equals_building_anew() {
    let mut random = Random(20_260);
    let mut draw = move |below: usize| {
        let high = u32::from(random.draw());
        (high << 15 | u32::from(random.draw())) as usize % below.max(1)
    };
    for round in 0..300 {
        let mut sketch = Sketch::new();
        let model = sketch.model(ModelSketch::new().cuboid(Vec3::ZERO, Vec3::new(1.0, 2.0, 3.0)));
        // Some rounds over more than one block of the hash.
        let own = 2 + draw(14) + round % 11 * 7;
        for index in 0..own {
            let node = sketch.node("n", (draw(2) == 0).then_some(model), &[]);
            sketch.at(node).bounds = Aabb { min: Vec3::NEG_ONE, max: Vec3::splat(index as f32) };
            sketch.at(node).transform = shift(draw(9) as f32, draw(9) as f32, draw(9) as f32);
        }
        sketch.scene.roots = (0..1 + draw(3)).map(|_| NodeId::from(draw(own))).collect();
        let mut state = State::new(&sketch.scene, 1);
        // Rounds with a small limit go through the fallback.
        let limit = if round % 7 == 0 { 12 } else { 3000 };
        let (mut table, _) = Occurrences::build(&sketch.scene, &state, limit);
        let mut cache = HashCache::default();
        for step in 0..20 {
            let mut dirty = Dirty::default();
            let before = table.clone();
            for _ in 0..1 + draw(5) {
                let count = state.nodes.len();
                let node = NodeId::from(draw(count));
                let at = node.index();
                if !state.nodes.lives(node) {
                    continue;
                }
                match draw(11) {
                    0 => {
                        state.nodes.transforms[at] = shift(draw(9) as f32, draw(9) as f32, draw(9) as f32);
                        dirty.moved.push(node);
                    }
                    1 => {
                        state.nodes.transforms[at] = Affine3A::from_scale(Vec3::splat(draw(3) as f32 * 0.5));
                        dirty.teleported.push(node);
                    }
                    2 => {
                        state.nodes.flags[at] = NodeFlags::from_bits_retain(draw(1 << 10) as u16);
                        dirty.switched.push(node);
                    }
                    3 => {
                        state.nodes.opacities[at] = draw(5) as f32 * 0.25;
                        dirty.faded.push(node);
                    }
                    4 if !state.nodes.children[at].is_empty() => {
                        let place = draw(state.nodes.children[at].len());
                        state.nodes.children[at].remove(place);
                        dirty.linked.push(node);
                    }
                    5 => {
                        let alive = |node: &NodeId| state.nodes.lives(*node);
                        let some = (0..draw(4)).map(|_| NodeId::from(draw(count)));
                        state.nodes.roots = some.filter(alive).collect();
                        dirty.roots = true;
                    }
                    6 => {
                        let children = &mut state.nodes.children[at];
                        let turned = draw(children.len());
                        if draw(2) == 0 {
                            children.reverse()
                        } else {
                            children.rotate_left(turned)
                        }
                        dirty.linked.push(node);
                    }
                    7 => {
                        let shape = NodeId::from(draw(own));
                        let new = state.nodes.push(&sketch.scene, shape).unwrap();
                        assert_eq!(new.index(), count);
                        state.nodes.children[at].push(new);
                        dirty.linked.push(node);
                    }
                    8 if draw(2) == 0 => remove(&mut state, node, &mut dirty),
                    _ if state.nodes.children[at].len() < 3 => {
                        // Now and then a ring, a removed node, or a link to nowhere.
                        let child = draw(count + 1);
                        let child = if child == count { NodeId(u32::MAX) } else { child.into() };
                        let place = draw(state.nodes.children[at].len() + 1);
                        state.nodes.children[at].insert(place, child);
                        dirty.linked.push(node);
                    }
                    _ => {}
                }
            }
            table.update(&sketch.scene, &state, &dirty);
            cache.mark(&dirty);
            let (fresh, _) = Occurrences::build(&sketch.scene, &state, limit);
            let what = format!("round {round}, step {step}, {dirty:?}");
            assert_eq!(described(&table), described(&fresh), "{what}");
            assert_eq!((table.len(), table.cut), (fresh.len(), fresh.cut), "{what}");
            assert!(table.ids().map(|id| table.turn(id)).is_sorted_by(|one, two| one < two), "{what}");
            assert_eq!(cache.hash(&state), state.hash(), "{what}");
            // Whoever looks only at what is said to have changed misses nothing.
            if let Some(changed) = table.changed_since(before.stamp()) {
                let place = |table: &Occurrences, node: NodeId| {
                    table.of(node).map(|id| *table.transform(id)).collect::<Vec<_>>()
                };
                for node in (0..state.nodes.len()).map(NodeId::from).filter(|node| !changed.contains(node)) {
                    assert_eq!(place(&table, node), place(&before, node), "{what}, {node:?}");
                }
            }
        }
    }
}
