//! Who acts by itself, against the person or beside them, is there and lives.

use world::{Actor, ActorId, Pilot, Scene, Side, State};

/// Those of a state who are against the person.
pub fn all<'a>(scene: &'a Scene, state: &'a State) -> impl Iterator<Item = (ActorId, &'a Actor)> + 'a {
    of_side(scene, state, Side::Foe)
}

/// Those of a state who are on a side; who has no mind of the scene is a foe.
pub fn of_side<'a>(
    scene: &'a Scene,
    state: &'a State,
    side: Side,
) -> impl Iterator<Item = (ActorId, &'a Actor)> + 'a {
    let is_of_side = move |actor: &Actor| match &actor.pilot {
        Pilot::Bot(bot) => {
            scene.opponents.minds.get(bot.mind as usize).map_or(Side::Foe, |mind| mind.side) == side
        }
        _ => false,
    };
    let all = state.actors.ids().iter().map(|id| ActorId(*id)).zip(state.actors.iter());
    all.filter(move |(id, actor)| {
        let is_there = actor.node.is_none_or(|node| state.is_active(node));
        is_of_side(actor) && is_there && !state.is_destroyed(*id, actor)
    })
}
