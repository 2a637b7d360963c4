//! What objects look like and where they stand. Source: `docs/spec/zbd/anim-events.md`,
//! "4.6 OBJECT_ACTIVE_STATE (6)" to "4.9 OBJECT_ROTATE_STATE (9)" and "4.13 OBJECT_OPACITY_STATE (13)" to
//! "4.17 OBJECT_CYCLE_TEXTURE (17)".

use super::scope::{Checked, Scope, index, is_color, seconds, switch, unflagged};
use super::{BOUND_NODE, INPUT_NODE, UNSET, VALUE};
use crate::gamez::Version;
use crate::gamez::rules::{Rules, equal, require};
use binary::record;
use std::f32::consts::PI;

/// Values of [`ObjectRotateState::mode`].
pub mod rotate_mode {
    /// The angles are those of the node.
    pub const ABSOLUTE: u32 = 0;
    /// They are added to its own.
    pub const RELATIVE: u32 = 1;
    /// They are added to those of the at-node.
    pub const AT_NODE_XYZ: u32 = 2;
    /// They are added to those of the at-node in the world.
    pub const AT_NODE_MATRIX: u32 = 4;
}

record! {
    /// Shows or hides a node and what is below it.
    pub struct ObjectActiveState in "zbd.anim.event.object_active_state" sizes [8] {
        state: u32 [0],
        node_index: i16 [4],
        pad: u16 [6],
    }
}

record! {
    /// Puts a node somewhere.
    pub struct ObjectTranslateState in "zbd.anim.event.object_translate_state" sizes [20] {
        relative: u32 [0],
        translate: [f32; 3] [4],
        node_index: i16 [16],
        /// From where; 0 for the parent.
        at_node_index: i16 [18],
    }
}

record! {
    /// Scales a node.
    pub struct ObjectScaleState in "zbd.anim.event.object_scale_state" sizes [16] {
        scale: [f32; 3] [0],
        node_index: i32 [12],
    }
}

record! {
    /// Turns a node.
    pub struct ObjectRotateState in "zbd.anim.event.object_rotate_state" sizes [20] {
        /// See [`rotate_mode`].
        mode: u32 [0],
        /// Radians.
        rotate: [f32; 3] [4],
        node_index: i16 [16],
        at_node_index: i16 [18],
    }
}

record! {
    /// Sets how opaque a node is.
    pub struct ObjectOpacityState in "zbd.anim.event.object_opacity_state" sizes [12] {
        /// The node's opacity counts.
        is_set: u16 [0],
        /// `opacity` is there.
        has_opacity: u16 [2],
        opacity: f32 [4],
        node_index: i16 [8],
        pad: u16 [10],
    }
}

record! {
    /// Fades a node.
    pub struct ObjectOpacityFromTo in "zbd.anim.event.object_opacity_from_to" sizes [24] {
        node_index: i32 [0],
        /// Whether the node's opacity counts: -1 unchanged, 0 no, 1 yes.
        state_from: i16 [4],
        state_to: i16 [6],
        opacity_from: f32 [8],
        opacity_to: f32 [12],
        /// Change per second.
        opacity_delta: f32 [16],
        /// Seconds.
        run_time: f32 [20],
    }
}

record! {
    /// Links a node below another.
    pub struct ObjectAddChild in "zbd.anim.event.object_add_child" sizes [4] {
        parent_index: i16 [0],
        child_index: i16 [2],
    }
}

record! {
    /// Unlinks a node from another.
    pub struct ObjectDeleteChild in "zbd.anim.event.object_delete_child" sizes [4] {
        parent_index: i16 [0],
        child_index: i16 [2],
    }
}

record! {
    /// Selects a texture of a node's cycled material.
    pub struct ObjectCycleTexture in "zbd.anim.event.object_cycle_texture" sizes [8] {
        /// The cycle starts again.
        restart: u32 [0],
        node_index: i16 [4],
        /// The specification's `reset`: number of the texture.
        texture: u16 [6],
    }
}

impl Checked for ObjectActiveState {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        switch!(rules, self.state);
        match scope.version {
            // One event of Pirate's Moon has none.
            Version::PiratesMoon => index!(rules, self.node_index, scope.nodes, BOUND_NODE, UNSET),
            _ => index!(rules, self.node_index, scope.nodes, BOUND_NODE),
        }
        equal!(rules, VALUE, self.pad, 0);
    }
}

impl Checked for ObjectTranslateState {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        switch!(rules, self.relative);
        index!(rules, self.node_index, scope.nodes);
        index!(rules, self.at_node_index, scope.nodes, 0, INPUT_NODE);
    }
}

impl Checked for ObjectScaleState {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        index!(rules, self.node_index, scope.nodes);
    }
}

impl Checked for ObjectRotateState {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        require!(rules, VALUE, self.mode, matches!(self.mode, 0 | 1 | 2 | 4), "0, 1, 2 or 4");
        let within = self.rotate.iter().all(|angle| (-PI..=PI).contains(angle));
        require!(rules, VALUE, self.rotate, within, "angles in -pi..=pi");
        index!(rules, self.node_index, scope.nodes);
        match self.mode {
            rotate_mode::AT_NODE_XYZ | rotate_mode::AT_NODE_MATRIX => {
                index!(rules, self.at_node_index, scope.nodes, INPUT_NODE);
            }
            _ => equal!(rules, VALUE, self.at_node_index, 0),
        }
    }
}

impl Checked for ObjectOpacityState {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        switch!(rules, self.is_set);
        switch!(rules, self.has_opacity);
        unflagged!(rules, self.has_opacity != 0, self.opacity, 0.0);
        require!(rules, VALUE, self.opacity, is_color(&[self.opacity]), "0..=1");
        index!(rules, self.node_index, scope.nodes, BOUND_NODE);
        equal!(rules, VALUE, self.pad, 0);
    }
}

impl Checked for ObjectOpacityFromTo {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        index!(rules, self.node_index, scope.nodes);
        require!(rules, VALUE, self.state_from, (-1..=1).contains(&self.state_from), "-1, 0 or 1");
        require!(rules, VALUE, self.state_to, (-1..=1).contains(&self.state_to), "-1, 0 or 1");
        require!(rules, VALUE, self.opacity_from, is_color(&[self.opacity_from]), "0..=1");
        require!(rules, VALUE, self.opacity_to, is_color(&[self.opacity_to]), "0..=1");
        seconds!(rules, self.run_time);
    }
}

impl Checked for ObjectAddChild {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        index!(rules, self.parent_index, scope.nodes);
        index!(rules, self.child_index, scope.nodes);
    }
}

impl Checked for ObjectDeleteChild {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        index!(rules, self.parent_index, scope.nodes);
        index!(rules, self.child_index, scope.nodes);
    }
}

impl Checked for ObjectCycleTexture {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        equal!(rules, VALUE, self.restart, 1);
        index!(rules, self.node_index, scope.nodes);
        require!(rules, VALUE, self.texture, self.texture <= 5, "0 to 5");
    }
}
