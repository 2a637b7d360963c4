//! Who acts by itself against the person, is there and lives.

use world::{Actor, ActorId, Pilot, Scene, Side, State};

/// Those of a state.
pub fn all<'a>(scene: &'a Scene, state: &'a State) -> impl Iterator<Item = (ActorId, &'a Actor)> + 'a {
    let is_foe = |actor: &Actor| match &actor.pilot {
        Pilot::Bot(bot) => {
            scene.opponents.minds.get(bot.mind as usize).is_none_or(|mind| mind.side == Side::Foe)
        }
        _ => false,
    };
    let all = state.actors.ids().iter().map(|id| ActorId(*id)).zip(state.actors.iter());
    all.filter(move |(id, actor)| {
        let is_there = actor.node.is_none_or(|node| state.is_active(node));
        is_foe(actor) && is_there && !state.is_destroyed(*id, actor)
    })
}
