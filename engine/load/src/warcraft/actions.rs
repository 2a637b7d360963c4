//! What a model does by a number of the game, and what happens at times in its sequences. Source:
//! `docs/spec/m2.md`, "4. Sequence" and "11. Attachments, events, lights, cameras".

use super::animations;
use super::points::place;
use super::tracks::Room;
use hashbrown::HashMap;
use order::Order;
use std::collections::BTreeSet;
use warcraft::m2::{self, Event, Sequence, playable, sequence_flags};
use world::{Action, ActionManner, ClipEvent, ClipId, Frame, Variation};

/// Most variations of an action: more than any known model has.
const MOST_VARIATIONS: usize = 32;
/// Numbers of actions that a model can have: beyond those of all known tables.
const MOST_ACTIONS: usize = 4096;
/// Most events of a model.
const MOST_EVENTS: usize = 256;

/// What events mean whose name begins so.
const MEANINGS: [(&str, &str); 25] = [
    ("$BL", "left foot, backwards"),
    ("$BR", "right foot, backwards"),
    ("$BTH", "breath"),
    ("$BWP", "bow"),
    ("$BWR", "bow"),
    ("$CSD", "sound"),
    ("$CSL", "cast with the left hand"),
    ("$CSR", "cast with the right hand"),
    ("$CSS", "weapon swings"),
    ("$CST", "cast is released"),
    ("$DSL", "sound"),
    ("$DSO", "sound"),
    ("$DTH", "dies"),
    ("$ESD", "emote"),
    ("$FD", "fidget sound"),
    ("$FL", "left foot, walking"),
    ("$FR", "right foot, walking"),
    ("$FSD", "foot sound"),
    ("$RL", "left foot, running"),
    ("$RR", "right foot, running"),
    ("$SH", "sheathes"),
    ("$SHK", "camera shakes"),
    ("$SL", "left foot, swimming"),
    ("$SR", "right foot, swimming"),
    ("$WNG", "wings"),
];

/// What a model with so many clips, from `first` on, does by numbers; in the order of the numbers.
pub(super) fn actions(model: &m2::Model, clips: usize, first: ClipId) -> Vec<Action> {
    let sequences = model.sequences.get(..clips).unwrap_or(&model.sequences);
    let starts = starts(model, sequences);
    let known = model.playable_lookup.len().min(MOST_ACTIONS);
    let ids: BTreeSet<u16> = starts.keys().copied().chain((0..known).map(|id| id as u16)).collect();
    let made = ids.into_iter().filter_map(|id| {
        let (start, manner) = match starts.get(&id) {
            Some(own) => (*own, ActionManner::Forwards),
            None => instead(model, &starts, id)?,
        };
        let variations = chain(sequences, start).into_iter().map(|at| variation(sequences, at, first));
        let variations = variations.collect();
        Some(Action { id, name: animations::name(id).into(), variations, manner })
    });
    made.collect()
}

/// By animation its first sequence: what the look-up says, where that is right, else the first of the list.
fn starts(model: &m2::Model, sequences: &[Sequence]) -> HashMap<u16, usize> {
    let mut starts = HashMap::new();
    for (at, sequence) in sequences.iter().enumerate() {
        starts.entry(sequence.id).or_insert(at);
    }
    for (id, start) in &mut starts {
        let looked_up = model.sequence_lookup.get(usize::from(*id)).copied();
        let looked_up = looked_up.and_then(|entry| usize::try_from(entry).ok());
        if let Some(at) = looked_up.filter(|at| sequences.get(*at).is_some_and(|own| own.id == *id)) {
            *start = at;
        }
    }
    starts
}

/// What is played for an animation that the model does not have: in the end it stands.
fn instead(model: &m2::Model, starts: &HashMap<u16, usize>, id: u16) -> Option<(usize, ActionManner)> {
    let found = model.playable_lookup.get(usize::from(id)).and_then(|own| {
        let manner = match own.flags {
            playable::NORMAL => ActionManner::Forwards,
            playable::BACKWARDS => ActionManner::Backwards,
            playable::HOLD => ActionManner::Held,
            _ => return None,
        };
        Some((*starts.get(&u16::try_from(own.id).ok()?)?, manner))
    });
    found.or_else(|| Some((*starts.get(&animations::STAND)?, ActionManner::Forwards)))
}

/// A sequence and those that follow it as variations.
fn chain(sequences: &[Sequence], start: usize) -> Vec<usize> {
    let mut chain = vec![start];
    let id = sequences.get(start).map(|own| own.id);
    while let Some(last) = chain.last().and_then(|last| sequences.get(*last)) {
        let next = usize::try_from(last.next)
            .ok()
            .filter(|next| sequences.get(*next).map(|own| own.id) == id && !chain.contains(next));
        match next.filter(|_| chain.len() < MOST_VARIATIONS) {
            Some(next) => chain.push(next),
            None => break,
        }
    }
    chain
}

fn variation(sequences: &[Sequence], at: usize, first: ClipId) -> Variation {
    let own = sequences.get(at).cloned().unwrap_or_default();
    Variation {
        clip: ClipId::from(first.index() + at),
        chance: u32::try_from(own.frequency).unwrap_or(0),
        repeats: [own.repeat_min, own.repeat_max],
        looping: own.flags & sequence_flags::NOT_LOOPING == 0,
    }
}

/// What happens in a sequence, in the order of time. Ranges mean nothing: the times inside the sequence count.
pub(super) fn events(
    model: &m2::Model,
    sequence: &Sequence,
    frame: &Frame,
    room: &mut Room,
) -> Vec<ClipEvent> {
    let mut all = Vec::new();
    let own = model.events.iter().take(MOST_EVENTS).filter(|event| event.global_sequence < 0);
    for event in own.filter(|event| !event.times.is_empty()) {
        if !room.take(event.times.len()) {
            break;
        }
        let inside = event.times.iter().filter(|time| (sequence.start..=sequence.end).contains(time));
        all.extend(inside.map(|time| made(model, event, time - sequence.start, frame)));
    }
    all.order_by(|a: &ClipEvent, b: &ClipEvent| a.seconds.total_cmp(&b.seconds));
    all
}

fn made(model: &m2::Model, event: &Event, milliseconds: u32, frame: &Frame) -> ClipEvent {
    let name = event.id.to_string();
    let bone = usize::try_from(event.bone).is_ok_and(|bone| bone < model.bones.len());
    ClipEvent {
        seconds: milliseconds as f32 / 1000.0,
        says: meaning(&name).map(Into::into),
        name: name.into(),
        data: event.data,
        bone: bone.then_some(event.bone),
        offset: place(frame, event.position),
    }
}

/// What the longest beginning of a name that is known means.
fn meaning(name: &str) -> Option<&'static str> {
    let known = MEANINGS.iter().filter(|(start, _)| name.starts_with(start));
    known.max_by_key(|(start, _)| start.len()).map(|(_, says)| *says)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_known_by_how_their_names_begin() {
        assert_eq!(meaning("$FL0"), Some("left foot, walking"));
        assert_eq!(meaning("$FSD"), Some("foot sound"));
        assert_eq!(meaning("$FDX"), Some("fidget sound"));
        assert_eq!(meaning("POIN"), None);
    }
}
