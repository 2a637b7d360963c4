//! Clocks of clips, and the nodes they move.

use crate::DT;
use world::{AnimatorId, Clock, Dirty, NodeStates, Scene, State};

/// Moves every clock on once. A clock that stands leaves its nodes to whatever
/// else moves them.
pub(crate) fn tick(scene: &Scene, state: &mut State, dirty: &mut Dirty) {
    for (index, clock) in state.clocks.iter_mut().enumerate() {
        let Some(clip) = clock.clip.and_then(|clip| scene.clips.get(clip.index())) else { continue };
        let time = clock.advanced(clip, DT);
        if time != clock.time {
            clock.time = time;
            follow(scene, AnimatorId::from(index), clock, &mut state.nodes, |node| dirty.moved.push(node));
        }
    }
}

/// Puts the nodes of an animator where its clock says; tells which of them
/// stood elsewhere.
pub(crate) fn follow(
    scene: &Scene,
    animator: AnimatorId,
    clock: &Clock,
    nodes: &mut NodeStates,
    mut moved: impl FnMut(world::NodeId),
) {
    for (node, transform) in scene.parts_at(animator, clock) {
        if let Some(own) = nodes.transforms.get_mut(node.index())
            && *own != transform
        {
            *own = transform;
            moved(node);
        }
    }
}
