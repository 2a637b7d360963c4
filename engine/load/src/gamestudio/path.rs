//! Paths of a level, followed at a constant speed.
//! Source: `spec/gamestudio.md`, "2.7 Objects", "6 PATH".

use super::space::place;
use gamestudio::wmb::objects::Path;
use glam::{Affine3A, Quat, Vec3};
use world::{Clip, Motion, Track};

/// Steps along a path; the corners between two of them are cut.
const STEPS: usize = 2048;
/// Share of the way before and behind a place that tells where it leads.
const AHEAD: f32 = 0.5 / STEPS as f32;

/// The run along a path of something that is turned by `turn` and scaled; its
/// scripts would say how fast. `None` for a path without a length.
pub(super) fn clip(path: &Path, standing: &Affine3A, speed: f32) -> Option<Clip> {
    let way = way(path);
    let lengths: Vec<f32> = way.windows(2).map(|pair| pair[0].distance(pair[1])).collect();
    let length: f32 = lengths.iter().sum();
    let seconds = length / speed;
    if !(length > 0.0 && seconds.is_finite() && seconds > 0.0) {
        return None;
    }
    let at = |share: f32| -> Vec3 {
        let mut left = share * length;
        for (pair, own) in way.windows(2).zip(&lengths) {
            if left <= *own && *own > 0.0 {
                return pair[0].lerp(pair[1], left / own);
            }
            left -= own;
        }
        way.last().copied().unwrap_or_default()
    };
    let (_, rest, _) = standing.to_scale_rotation_translation();
    let mut translations = Vec::with_capacity(STEPS + 1);
    let mut rotations = Vec::with_capacity(STEPS + 1);
    for step in 0..=STEPS {
        let share = step as f32 / STEPS as f32;
        translations.push(at(share));
        let ahead = at((share + AHEAD).min(1.0)) - at((share - AHEAD).max(0.0));
        rotations.push(match rotations.last() {
            Some(known) if ahead.with_y(0.0).length_squared() == 0.0 => *known,
            _ if ahead.with_y(0.0).length_squared() == 0.0 => rest,
            // Forward is -z.
            _ => Quat::from_rotation_y(libm::atan2f(-ahead.x, -ahead.z)),
        });
    }
    let track = Track { part: path.name.text().into(), translations, rotations };
    Some(Clip { name: path.name.text().into(), seconds, motion: Motion::Parts(vec![track]) })
}

/// The nodes in the order of the edges that start where the last one ended;
/// all of them in their own order, and back to the first, where there are no
/// edges.
fn way(path: &Path) -> Vec<Vec3> {
    let node = |number: f32| path.nodes.get((number as usize).checked_sub(1)?).copied().map(place);
    let mut way = Vec::new();
    let mut used = vec![false; path.edges.len()];
    let mut here = path.edges.first().map(|edge| edge.nodes[0]);
    way.extend(here.and_then(node));
    while let Some(from) = here {
        let mut edges = path.edges.iter().enumerate();
        let next = edges.find(|(index, edge)| !used[*index] && edge.nodes[0] == from);
        here = next.map(|(index, edge)| {
            used[index] = true;
            edge.nodes[1]
        });
        way.extend(here.and_then(node));
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
        let clip = clip(&ring, &Affine3A::IDENTITY, 40.0).unwrap();
        assert_eq!(clip.seconds, 10.0);
        let Motion::Parts(tracks) = &clip.motion else { panic!("parts") };
        let sample = |share: f32| tracks[0].sample(share, &Affine3A::from_scale(Vec3::splat(2.0)));
        // From the third corner: a quarter of the way is one side.
        for (share, at, ahead) in [
            (0.125, [50.0, 100.0, 0.0], [-1.0, 0.0, 0.0]),
            (0.375, [0.0, 50.0, 0.0], [0.0, -1.0, 0.0]),
            (0.625, [50.0, 0.0, 0.0], [1.0, 0.0, 0.0]),
        ] {
            let found = sample(share);
            assert!(found.translation.abs_diff_eq(place(at).into(), 0.1), "{share} {found}");
            let forward = found.transform_vector3(Vec3::NEG_Z);
            assert!(forward.abs_diff_eq(place(ahead) * 2.0, 1e-3), "{share} {forward}");
        }
    }

    #[test]
    fn without_edges_nodes_follow_each_other_and_without_length_nothing_does() {
        assert_eq!(way(&square(&[])).len(), 5);
        assert_eq!(way(&square(&[[1.0, 2.0], [9.0, 1.0]])).len(), 2);
        let point = Path { nodes: vec![[5.0; 3]], ..Path::default() };
        assert!(clip(&point, &Affine3A::IDENTITY, 40.0).is_none());
        assert!(clip(&Path::default(), &Affine3A::IDENTITY, 40.0).is_none());
    }
}
