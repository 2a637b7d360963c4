//! What is played on whom, and what bones carry: changes to a running world.

use crate::{Edit, LinkError, Simulation, clips};
use glam::Affine3A;
use serde::{Deserialize, Serialize};
use std::fmt;
use world::{Animator, AnimatorId, Attachment, ClipId, Clock, Layer, NodeId, NodeStates, Scene};

/// A clip to be played over what an animator shows already.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Overlay {
    /// What to play.
    pub clock: Clock,
    /// Number of the animator's mask that says what it moves; all of the clip
    /// without one.
    pub mask: Option<u16>,
    /// Seconds until it shows alone; 0 for at once.
    pub seconds: f32,
}

/// Why nothing can be carried so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttachError {
    /// The carrier's model has no bone of this number.
    Bone,
    /// The place is NaN or infinite.
    Place,
    /// What is carried could not be hung below its carrier.
    Link(LinkError),
}

impl fmt::Display for AttachError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AttachError::Bone => f.write_str("the carrier has no such bone"),
            AttachError::Place => f.write_str("the place is NaN or infinite"),
            AttachError::Link(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AttachError {}

impl Edit<'_> {
    /// Sets the clock of an animator; what it shows and where its nodes stand is
    /// new at once, and not seen on the way. What was fading in or out goes away,
    /// what is played over all stays. False for an animator that does not exist, a
    /// clip that it cannot play, and times and speeds that are not finite.
    pub fn play(&mut self, animator: AnimatorId, clock: Clock) -> bool {
        let Some(clock) = self.sound(animator, clock) else { return false };
        let state = &mut self.simulation.state;
        let Some(own) = state.clock_mut(animator) else { return false };
        *own = clock;
        state.layers.retain(|layer| layer.animator != animator || !layer.replaces);
        self.show(animator);
        true
    }

    /// Puts what an animator moves, and what is carried by its bones, where its
    /// clock and layers say, not seen on the way.
    pub(crate) fn show(&mut self, animator: AnimatorId) {
        let Simulation { scene, state, dirty, clips, lit, .. } = &mut *self.simulation;
        let world = state.world_seconds(1.0);
        clips.follow(scene, state, animator, world, |node| dirty.teleported.push(node));
        if state.paint(scene, animator, world) {
            *lit = None;
        }
        clips.switch(scene, state, animator, world, dirty);
        let shows = |carrier| state.animator_of(scene, carrier) == Some(animator);
        let carried = state.attachments.iter().filter(|own| shows(own.carrier));
        let places: Vec<(NodeId, Affine3A)> =
            carried.filter_map(|own| Some((own.node, own.place(scene, state, world)?))).collect();
        for (node, place) in places {
            self.teleport_node(node, place);
        }
    }

    /// Lets an animator go over to another clip within some seconds; both are seen
    /// until then. More of these than [`world::MOST_LAYERS`] at a time cut the
    /// oldest short. False as for [`Edit::play`], and for seconds that are not
    /// finite.
    pub fn fade_to(&mut self, animator: AnimatorId, clock: Clock, seconds: f32) -> bool {
        if !seconds.is_finite() {
            return false;
        }
        // Without a clip there is nothing to fade in.
        if seconds <= 0.0 || clock.clip.is_none() {
            return self.play(animator, clock);
        }
        let Some(clock) = self.sound(animator, clock) else { return false };
        let layer = Layer { animator, clock, weight: 0.0, rate: seconds.recip(), replaces: true, mask: None };
        clips::push(&mut self.simulation.state.layers, layer)
    }

    /// Plays a clip over what an animator shows: a swing of the arms over a walk.
    /// It stays until [`Edit::fade_out`]. False as for [`Edit::fade_to`], for a
    /// mask that the animator does not have, without a clip, and when there are
    /// [`world::MOST_LAYERS`] such clips already.
    pub fn overlay(&mut self, animator: AnimatorId, overlay: Overlay) -> bool {
        let Overlay { clock, mask, seconds } = overlay;
        let known = self.animator(animator);
        let masked = mask.is_none_or(|mask| known.is_some_and(|own| usize::from(mask) < own.masks.len()));
        if !masked || !seconds.is_finite() || clock.clip.is_none() {
            return false;
        }
        let Some(clock) = self.sound(animator, clock) else { return false };
        let (weight, rate) = if seconds > 0.0 { (0.0, seconds.recip()) } else { (1.0, 0.0) };
        let layer = Layer { animator, clock, weight, rate, replaces: false, mask };
        let taken = clips::push(&mut self.simulation.state.layers, layer);
        if taken {
            self.show(animator);
        }
        taken
    }

    /// Lets a clip that is played over others fade out within some seconds. False
    /// when it is not played so, and for seconds that are not finite.
    pub fn fade_out(&mut self, animator: AnimatorId, clip: ClipId, seconds: f32) -> bool {
        if !seconds.is_finite() {
            return false;
        }
        // What is gone within a tick is gone with the next.
        let rate = -(seconds.max(crate::DT)).recip();
        let state = &mut self.simulation.state;
        let own = state.layers.iter_mut().find(|layer| {
            layer.animator == animator
                && layer.clock.clip == Some(clip)
                && !layer.replaces
                && layer.rate >= 0.0
        });
        own.map(|layer| layer.rate = rate).is_some()
    }

    /// The animator of the scene whose clips and masks an animator has.
    pub(crate) fn animator(&self, animator: AnimatorId) -> Option<&Animator> {
        let Simulation { scene, state, .. } = &*self.simulation;
        scene.animators.get(state.animator_shape(animator)?.index())
    }

    /// The clock as it is set, if the animator can play it.
    fn sound(&self, animator: AnimatorId, clock: Clock) -> Option<Clock> {
        let Simulation { scene, state, .. } = &*self.simulation;
        let known = self.animator(animator)?;
        let clip = clock.clip.filter(|clip| known.playable(*clip).is_some());
        let clip = clip.and_then(|clip| scene.clips.get(clip.index()));
        let sound = clock.time.is_finite() && clock.speed.is_finite();
        if !sound || clip.is_none() && clock.clip.is_some() {
            return None;
        }
        let time = clip.map_or(0.0, |clip| clip.within(clock.time, clock.looping));
        Some(Clock { time, since: state.tick, ..clock })
    }

    /// Lets a bone carry a node, which is hung below the carrier if it is not yet:
    /// from now on the tick puts it where the bone is. What it was carried by
    /// before lets go of it.
    ///
    /// # Errors
    ///
    /// See [`AttachError`].
    pub fn attach_to_bone(&mut self, attachment: Attachment) -> Result<(), AttachError> {
        if !attachment.offset.is_finite() {
            return Err(AttachError::Place);
        }
        if !self.knows(attachment.node) || !self.knows(attachment.carrier) {
            return Err(AttachError::Link(LinkError::Missing));
        }
        if !has_bone(
            &self.simulation.scene,
            &self.simulation.state.nodes,
            attachment.carrier,
            attachment.bone,
        ) {
            return Err(AttachError::Bone);
        }
        match self.link(Some(attachment.carrier), attachment.node) {
            Ok(()) | Err(LinkError::Linked) => {}
            Err(error) => return Err(AttachError::Link(error)),
        }
        let state = &mut self.simulation.state;
        let place = state.attachments.partition_point(|own| own.node < attachment.node);
        match state.attachments.get_mut(place).filter(|own| own.node == attachment.node) {
            Some(own) => *own = attachment,
            None => state.attachments.insert(place, attachment),
        }
        let world = state.world_seconds(1.0);
        if let Some(place) = attachment.place(&self.simulation.scene, &self.simulation.state, world) {
            self.teleport_node(attachment.node, place);
        }
        Ok(())
    }

    /// Lets go of a node that a bone carries; it stays below its carrier, where it
    /// is. False when none carries it.
    pub fn detach_from_bone(&mut self, node: NodeId) -> bool {
        let attachments = &mut self.simulation.state.attachments;
        let found = attachments.binary_search_by_key(&node, |own| own.node);
        found.map(|place| attachments.remove(place)).is_ok()
    }
}

fn has_bone(scene: &Scene, nodes: &NodeStates, carrier: NodeId, bone: u32) -> bool {
    let shape = scene.shape(nodes, carrier);
    let model = shape.and_then(|shape| scene.models.get(shape.model?.index()));
    let deform = model.and_then(|model| model.deform.as_deref());
    deform.is_some_and(|deform| (bone as usize) < deform.skeleton.bones().len())
}
