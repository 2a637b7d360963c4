//! Who acts by itself, against the person or beside them, is there and lives.

use world::{Actor, ActorId, Pilot, Scene, Side, State};

/// Those of a state who are against the person.
pub fn all<'a>(scene: &'a Scene, state: &'a State) -> impl Iterator<Item = (ActorId, &'a Actor)> + 'a {
    of_side(scene, state, Side::Foe)
}

/// Those of a state who act by themselves and are on a side.
pub fn of_side<'a>(
    scene: &'a Scene,
    state: &'a State,
    side: Side,
) -> impl Iterator<Item = (ActorId, &'a Actor)> + 'a {
    let all = state.actors.ids().iter().map(|id| ActorId(*id)).zip(state.actors.iter());
    all.filter(move |(id, actor)| {
        let acts = matches!(actor.pilot, Pilot::Bot(_)) && scene.side_of(actor) == Some(side);
        let is_there = actor.node.is_none_or(|node| state.is_active(node));
        acts && is_there && !state.is_destroyed(*id, actor)
    })
}
