//! Paths of a level, followed at a constant speed.
//! Source: `docs/spec/gamestudio.md`, "2.7 Objects".

use super::space;
use gamestudio::wmb::objects::Path;
use glam::{Quat, Vec3};
use hashbrown::HashMap;
use std::collections::VecDeque;
use world::{Clip, Frame, Motion, Track, TransformCurves};

/// Samples along a path; corners between two of them are cut.
const STEPS: usize = 2048;
/// Share of the path before and behind a point from which its direction is taken.
const AHEAD: f32 = 0.5 / STEPS as f32;

/// The clip along a path at a given speed; in the game scripts set the speed. What moves looks
/// ahead, and keeps its heading where the path is vertical. `None` for a path without a length.
pub(super) fn clip(path: &Path, frame: &Frame, speed: f32) -> Option<Clip> {
    let way = way(path, frame);
    // Distance from the start to each node.
    let mut far = Vec::with_capacity(way.len());
    let mut length = 0.0_f32;
    for (index, place) in way.iter().enumerate() {
        length += index.checked_sub(1).map_or(0.0, |before| way[before].distance(*place));
        far.push(length);
    }
    let seconds = length / speed;
    if !(length > 0.0 && seconds.is_finite() && seconds > 0.0) {
        return None;
    }
    let at = |share: f32| -> Vec3 {
        let wanted = share * length;
        let next = far.partition_point(|far| *far < wanted).min(way.len() - 1);
        let Some(before) = next.checked_sub(1) else { return way[next] };
        let side = far[next] - far[before];
        if side > 0.0 {
            way[before].lerp(way[next], ((wanted - far[before]) / side).min(1.0))
        } else {
            way[next]
        }
    };
    let turned = |share: f32| {
        let ahead = at((share + AHEAD).min(1.0)) - at((share - AHEAD).max(0.0));
        // Forward is -z.
        (ahead.with_y(0.0).length_squared() > 0.0)
            .then(|| Quat::from_rotation_y(libm::atan2f(-ahead.x, -ahead.z)))
    };
    let shares = || (0..=STEPS).map(|step| step as f32 / STEPS as f32);
    let mut rotations = Vec::new();
    // A path that starts vertically begins with its first horizontal heading.
    if let Some(mut last) = shares().find_map(turned) {
        rotations.extend(shares().map(|share| {
            last = turned(share).unwrap_or(last);
            last
        }));
    }
    // Nodes that are not finite are no part of the way, so this cannot fail.
    let curves = TransformCurves::even(shares().map(at).collect(), rotations).ok()?;
    let name = path.name.text();
    let track = Track { part: name.as_str().into(), curves };
    Some(Clip::new(&name, seconds, Motion::Parts(vec![track])))
}

/// The nodes in the order of the edges, each starting where the last one ended; without edges all
/// nodes in file order and back to the first.
fn way(path: &Path, frame: &Frame) -> Vec<Vec3> {
    let place = |at: [f32; 3]| space::place(frame, at);
    let node = |number: f32| path.nodes.get((number as usize).checked_sub(1)?).copied().map(place);
    let mut way = Vec::new();
    // Where the edges of each node lead, in file order; 0.0 and -0.0 are the same node.
    let key = |node: f32| (node + 0.0).to_bits();
    let mut leaving: HashMap<u32, VecDeque<f32>> = HashMap::new();
    for edge in &path.edges {
        leaving.entry(key(edge.nodes[0])).or_default().push_back(edge.nodes[1]);
    }
    let mut here = path.edges.first().map(|edge| edge.nodes[0]);
    while let Some(from) = here {
        way.extend(node(from));
        here = leaving.get_mut(&key(from)).and_then(VecDeque::pop_front);
    }
    if path.edges.is_empty() {
        way.extend(path.nodes.iter().chain(path.nodes.first()).copied().map(place));
    }
    way.retain(|place| place.is_finite());
    way
}

#[cfg(test)]
mod tests {
    use super::*;
    use gamestudio::wmb::objects::Edge;
    use glam::Affine3A;

    fn frame() -> Frame {
        Frame::parse("-y +z -x", 1.0).unwrap()
    }

    fn east_north(at: [f32; 3]) -> Vec3 {
        space::place(&frame(), at)
    }

    fn square(edges: &[[f32; 2]]) -> Path {
        let nodes = vec![[0.0; 3], [100.0, 0.0, 0.0], [100.0, 100.0, 0.0], [0.0, 100.0, 0.0]];
        Path {
            skills: vec![[0.0; 6]; nodes.len()],
            nodes,
            edges: edges.iter().map(|nodes| Edge { nodes: *nodes, ..Edge::default() }).collect(),
            ..Path::default()
        }
    }

    #[test]
    fn a_ring_is_run_round_at_one_speed_looking_ahead() {
        let ring = square(&[[3.0, 4.0], [1.0, 2.0], [4.0, 1.0], [2.0, 3.0]]);
        let clip = clip(&ring, &frame(), 40.0).unwrap();
        assert_eq!(clip.seconds, 10.0);
        let Motion::Parts(tracks) = &clip.motion else { panic!("parts") };
        let sample = |share: f32| {
            let moment = world::Moment { fraction: share, ..world::Moment::default() };
            tracks[0].sample(&moment, &Affine3A::from_scale(Vec3::splat(2.0)))
        };
        // From the third corner: a quarter of the path is one side.
        for (share, at, ahead) in [
            (0.125, [50.0, 100.0, 0.0], [-1.0, 0.0, 0.0]),
            (0.375, [0.0, 50.0, 0.0], [0.0, -1.0, 0.0]),
            (0.625, [50.0, 0.0, 0.0], [1.0, 0.0, 0.0]),
        ] {
            let found = sample(share);
            assert!(found.translation.abs_diff_eq(east_north(at).into(), 0.1), "{share} {found}");
            let forward = found.transform_vector3(Vec3::NEG_Z);
            assert!(forward.abs_diff_eq(east_north(ahead) * 2.0, 1e-3), "{share} {forward}");
        }
    }

    #[test]
    fn without_edges_nodes_follow_each_other_and_without_length_nothing_does() {
        assert_eq!(way(&square(&[]), &frame()).len(), 5);
        assert_eq!(way(&square(&[[1.0, 2.0], [9.0, 1.0]]), &frame()).len(), 2);
        let point = Path { nodes: vec![[5.0; 3]], ..Path::default() };
        assert!(clip(&point, &frame(), 40.0).is_none());
        assert!(clip(&Path::default(), &frame(), 40.0).is_none());
    }
}
