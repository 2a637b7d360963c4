//! Sequences and animations that are started and stopped. Source: `docs/spec/zbd/anim-events.md`,
//! "4.22 / 4.23 CALL_SEQUENCE (22), STOP_SEQUENCE (23)" to
//! "4.26 / 4.27 RESET_ANIMATION (26), INVALIDATE_ANIMATION (27)".

use super::scope::{Checked, Scope, exclusive, index, text, unflagged};
use super::{FLAGS, INDEX, INPUT_NODE, UNSET, VALUE};
use crate::gamez::Version;
use crate::gamez::rules::{Rules, bits, equal, require};
use binary::{Padded, record};

/// Bits of [`CallAnimation::flags`].
pub mod flags {
    /// The callee starts at the node.
    pub const AT_NODE: u16 = 0x1;
    /// `position` counts.
    pub const POSITION: u16 = 0x2;
    /// `translate` counts; with `AT_NODE` only.
    pub const TRANSLATE: u16 = 0x4;
    /// The node is the callee's input node.
    pub const WITH_NODE: u16 = 0x8;
    /// The sequence goes on when the callee is done.
    pub const WAIT_FOR_COMPLETION: u16 = 0x10;
}

record! {
    /// Starts a sequence of the same definition that waits for it.
    pub struct CallSequence in "zbd.anim.event.call_sequence" sizes [36] {
        name: Padded<32> [0],
        /// Run time only.
        index: i32 [32],
    }
}

record! {
    /// Ends a sequence of the same definition.
    pub struct StopSequence in "zbd.anim.event.stop_sequence" sizes [36] {
        name: Padded<32> [0],
        /// Run time only.
        index: i32 [32],
    }
}

record! {
    /// Starts another definition.
    pub struct CallAnimation in "zbd.anim.event.call_animation" sizes [68] {
        name: Padded<32> [0],
        /// Node that takes the place of the callee's root; 0 none.
        operand_node_index: i16 [32],
        /// See [`flags`].
        flags: u16 [34],
        anim_index: i16 [36],
        /// Position of the reference that waits, from 0; else -1.
        anim_ref_index: i16 [38],
        node_index: i16 [40],
        padding: u16 [42],
        position: [f32; 3] [44],
        /// The specification's "translate": the engine turns the callee by it.
        translate: [f32; 3] [56],
    }
}

record! {
    /// Ends another definition.
    pub struct StopAnimation in "zbd.anim.event.stop_animation" sizes [36] {
        name: Padded<32> [0],
        anim_ref_index: i16 [32],
        anim_def_index: i16 [34],
    }
}

record! {
    /// Undoes another definition.
    pub struct ResetAnimation in "zbd.anim.event.reset_animation" sizes [36] {
        name: Padded<32> [0],
        index: i32 [32],
    }
}

record! {
    /// Ends another definition for good.
    pub struct InvalidateAnimation in "zbd.anim.event.invalidate_animation" sizes [36] {
        name: Padded<32> [0],
        index: i32 [32],
    }
}

impl Checked for CallSequence {
    fn rules(&self, rules: &mut Rules<'_>, _scope: &Scope<'_>) {
        text!(rules, self.name);
        equal!(rules, VALUE, self.index, UNSET);
    }
}

impl Checked for StopSequence {
    fn rules(&self, rules: &mut Rules<'_>, _scope: &Scope<'_>) {
        text!(rules, self.name);
        equal!(rules, VALUE, self.index, UNSET);
    }
}

impl Checked for CallAnimation {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        text!(rules, self.name);
        index!(rules, self.operand_node_index, scope.nodes, 0);
        bits!(rules, FLAGS, self.flags, 0x1F);
        exclusive!(rules, self.flags, [flags::AT_NODE, flags::WITH_NODE]);
        let set = |flag| self.flags & flag != 0;
        let somewhere = set(flags::AT_NODE | flags::WITH_NODE);
        let holds = (somewhere || !set(flags::POSITION)) && (set(flags::AT_NODE) || !set(flags::TRANSLATE));
        require!(rules, FLAGS, self.flags, holds, "no position or translation without a node");
        equal!(rules, VALUE, self.anim_index, 0);
        self.rules_of_ref(rules, scope);
        match somewhere {
            true => index!(rules, self.node_index, scope.nodes, INPUT_NODE),
            false => equal!(rules, VALUE, self.node_index, 0),
        }
        equal!(rules, VALUE, self.padding, 0);
        unflagged!(rules, set(flags::POSITION), self.position, [0.0; 3]);
        unflagged!(rules, set(flags::TRANSLATE), self.translate, [0.0; 3]);
    }
}

impl CallAnimation {
    fn rules_of_ref(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        let wait = self.flags & flags::WAIT_FOR_COMPLETION != 0;
        let known = match usize::try_from(self.anim_ref_index) {
            Ok(index) if wait => index < scope.anim_refs,
            // Local names are kept there, too.
            Ok(index) if scope.version == Version::CrimsonSkies => index < scope.anim_refs,
            // One event of Recoil has 0.
            Ok(index) => index == 0 && scope.version == Version::Recoil,
            Err(_) => {
                (!wait || scope.version == Version::CrimsonSkies) && i32::from(self.anim_ref_index) == UNSET
            }
        };
        let refs = scope.anim_refs;
        require!(rules, INDEX, self.anim_ref_index, known, "one of {refs} references to wait for, else -1");
    }
}

impl Checked for StopAnimation {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        text!(rules, self.name);
        let none = if scope.version == Version::PiratesMoon { UNSET as i16 } else { 0 };
        equal!(rules, VALUE, self.anim_ref_index, none);
        equal!(rules, VALUE, self.anim_def_index, none);
    }
}

impl Checked for ResetAnimation {
    fn rules(&self, rules: &mut Rules<'_>, _scope: &Scope<'_>) {
        text!(rules, self.name);
        equal!(rules, VALUE, self.index, 0);
    }
}

impl Checked for InvalidateAnimation {
    fn rules(&self, rules: &mut Rules<'_>, _scope: &Scope<'_>) {
        text!(rules, self.name);
        equal!(rules, VALUE, self.index, 0);
    }
}
