//! Actions of animators: which clip follows when one has been played, and what happens at times in clips.

use crate::{Cue, DT, Edit, Simulation};
use world::{
    Action, AnimatorId, Attachment, Clip, ClipEvent, ClipId, Clock, NodeId, Occurrences, Performance, Scene,
    State,
};

/// Lets what has been played be followed by what comes next; before clocks go on.
pub(crate) fn tick(world: &mut Simulation) {
    if world.state.performances.is_unused() {
        return;
    }
    let scene = world.scene.clone();
    let animators: Vec<AnimatorId> = world.state.performances.animators().collect();
    for animator in animators {
        match next(&scene, &world.state, animator) {
            Next::Stays => {}
            // Something else is played, or nothing is there any more.
            Next::Over => world.state.performances.set(animator, None),
            Next::Again(own) => world.state.performances.set(animator, Some(own)),
            // Its end stays.
            Next::Ends => {
                world.state.newest_clock_mut(animator).into_iter().for_each(|own| own.looping = false)
            }
            Next::Choose(action) => {
                start(&mut world.edit(), animator, action, true);
            }
        }
    }
}

/// What comes after this tick.
enum Next<'s> {
    Stays,
    Over,
    Again(Performance),
    Ends,
    Choose(&'s Action),
}

fn next<'s>(scene: &'s Scene, state: &State, animator: AnimatorId) -> Next<'s> {
    let Some((action, own)) = state.action_of(scene, animator) else { return Next::Over };
    let Some(clock) = state.newest_clock(animator) else { return Next::Over };
    let Some(variation) = action.variations.iter().find(|own| Some(own.clip) == clock.clip) else {
        return Next::Over;
    };
    let clip = scene.clips.get(variation.clip.index());
    if !clip.is_some_and(|clip| ends(clock, clip)) {
        return Next::Stays;
    }
    match own.runs {
        2.. => Next::Again(Performance { runs: own.runs - 1, ..own }),
        // It was played as often as it was to be.
        _ if !variation.looping => Next::Ends,
        _ => Next::Choose(action),
    }
}

/// True when a clock comes to the end of its run within a tick.
fn ends(clock: &Clock, clip: &Clip) -> bool {
    let to = clock.time + clock.speed * DT;
    clock.looping && (clock.speed > 0.0 && to >= clip.seconds || clock.speed < 0.0 && to < 0.0)
}

/// Starts a variation of an action; one that `follows` itself goes on as it is.
fn start(edit: &mut Edit<'_>, animator: AnimatorId, action: &Action, follows: bool) -> Option<()> {
    let Simulation { scene, state, .. } = &mut *edit.simulation;
    let (variation, runs) = action.choose(&mut state.random)?;
    let scene = scene.clone();
    let clip = scene.clips.get(variation.clip.index())?;
    let same = follows && state.newest_clock(animator)?.clip == Some(variation.clip);
    if !same {
        let clock = action.clock(variation, clip, runs);
        // A model that shows nothing yet has nothing to go over from.
        let seconds = if state.newest_clock(animator)?.clip.is_some() { clip.blend_seconds } else { 0.0 };
        edit.fade_to(animator, clock, seconds).then_some(())?;
    }
    let own = Performance { action: action.id, runs };
    edit.simulation.state.performances.set(animator, Some(own));
    Some(())
}

impl Edit<'_> {
    /// Lets an animator do what a number of the game says: one of its variations is chosen, and shown within
    /// the time that its clip has for taking over. When a run of one that loops is over, another is chosen.
    /// It ends when something else is played. False for an animator or an action that does not exist.
    pub fn perform(&mut self, animator: AnimatorId, action: u16) -> bool {
        let scene = self.simulation.scene.clone();
        let shape = self.simulation.state.animator_shape(animator);
        let known = shape.and_then(|shape| scene.animators.get(shape.index())?.action(action));
        known.is_some_and(|action| start(self, animator, action, false).is_some())
    }
}

/// What a clock passed in a tick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passed {
    pub animator: AnimatorId,
    pub clip: ClipId,
    /// Number of the event in the clip.
    pub event: u32,
}

/// Adds the events of a clip that a clock passes on its way from one time to another.
pub(crate) fn passed(clip: &Clip, (animator, clock): (AnimatorId, &Clock), to: f32, all: &mut Vec<Passed>) {
    let Some(id) = clock.clip else { return };
    let from = clock.time;
    let has_passed = |at: f32| match (clock.speed >= 0.0, clock.looping && wraps(clock.speed, from, to)) {
        (true, true) => at >= from || at < to,
        (true, false) => at >= from && (at < to || at == to && to >= clip.seconds && from < to),
        (false, true) => at <= from || at > to,
        (false, false) => at <= from && (at > to || at == to && to <= 0.0 && from > to),
    };
    let events = clip.events.iter().zip(0..).filter(|(event, _)| has_passed(event.seconds));
    all.extend(events.map(|(_, event)| Passed { animator, clip: id, event }));
}

/// True when a clock that loops came to the other end.
fn wraps(speed: f32, from: f32, to: f32) -> bool {
    if speed >= 0.0 { to < from } else { to > from }
}

/// Tells what clocks passed in a tick.
pub(crate) fn tell(world: &mut Simulation) {
    let passed = world.clips.take_passed();
    if passed.is_empty() {
        return;
    }
    for own in &passed {
        let Simulation { scene, state, occurrences, cues, .. } = &mut *world;
        let event = scene.clips.get(own.clip.index()).and_then(|clip| clip.events.get(own.event as usize));
        let Some(event) = event else { continue };
        cues.push(Cue::ClipEvent {
            animator: own.animator,
            name: event.name.to_string(),
            data: event.data,
            says: event.says.as_deref().map(str::to_owned),
            at: place(scene, state, occurrences, own.animator, event),
        });
    }
    world.clips.keep_passed(passed);
}

/// Where an event happens, world space; none for what stands nowhere.
fn place(
    scene: &Scene,
    state: &State,
    occurrences: &Occurrences,
    animator: AnimatorId,
    event: &ClipEvent,
) -> Option<glam::Vec3> {
    let carrier = carrier(scene, state, animator)?;
    let offset = glam::Affine3A::from_translation(event.offset);
    let attachment = Attachment { node: carrier, carrier, bone: event.bone.unwrap_or(u32::MAX), offset };
    let place = attachment.place(scene, state, state.world_seconds(2.0)).unwrap_or(offset);
    let occurrence = occurrences.of(carrier).next()?;
    let at = (*occurrences.transform(occurrence) * place).translation;
    at.is_finite().then(|| at.into())
}

/// The node whose model an animator shapes.
fn carrier(scene: &Scene, state: &State, animator: AnimatorId) -> Option<NodeId> {
    let shape = state.animator_shape(animator)?;
    let shows = |node: &world::Node| node.animator == Some(shape) && node.model.is_some();
    let node = NodeId::from(scene.nodes.iter().position(shows)?);
    match state.instance(animator) {
        None => Some(node),
        Some(own) => own.part(node, glam::Affine3A::IDENTITY).map(|(copy, _)| copy),
    }
}
