//! Beams and ropes between two places. Source: `docs/spec/zbd/anim-events.md`,
//! "4.18 OBJECT_CONNECTOR (18)" and "4.19 CALL_OBJECT_CONNECTOR (19)".

use super::scope::{Checked, Scope, exclusive, index, text, unflagged};
use super::{FLAGS, INDEX, UNSET, VALUE};
use crate::gamez::rules::{Rules, bits, equal, require};
use binary::{Padded, record};

record! {
    /// Stretches a node from one place to another, for as long as it runs.
    pub struct ObjectConnector in "zbd.anim.event.object_connector" sizes [76] {
        /// 0x1 from a node, 0x2 from the input node, 0x8 from a position, 0x10 from the input position;
        /// 0x20, 0x40, 0x100, 0x200 the same for the end; 0x400 or 0x800 `from_t` is one value or two,
        /// 0x1000 or 0x2000 the same for `to_t`; 0x8000 `max_length` counts.
        flags: u32 [0],
        node_index: i16 [4],
        from_node_index: i16 [6],
        to_node_index: i16 [8],
        pad: u16 [10],
        from_position: [f32; 3] [12],
        to_position: [f32; 3] [24],
        /// Fractions of the way where it starts: first, last, change per second, run time only.
        from_t: [f32; 4] [36],
        /// The same where it ends.
        to_t: [f32; 4] [52],
        /// Seconds.
        run_time: f32 [68],
        max_length: f32 [72],
    }
}

record! {
    /// Starts an animation that gets two places.
    pub struct CallObjectConnector in "zbd.anim.event.call_object_connector" sizes [68] {
        /// 0x1 node, 0x2 position of a node, 0x4 input node, 0x8 position of the input node, 0x10 position,
        /// 0x20 input position; 0x40 to 0x800 the same for the end.
        flags: u32 [0],
        name: Padded<32> [4],
        anim_index: i16 [36],
        /// Position of the reference, from 0; -1 none.
        save_index: i16 [38],
        from_node_index: i16 [40],
        to_node_index: i16 [42],
        from_position: [f32; 3] [44],
        to_position: [f32; 3] [56],
    }
}

/// Every bit that files have.
const CONNECTOR_FLAGS: u32 = 0xBF7B;

impl Checked for ObjectConnector {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        bits!(rules, FLAGS, self.flags, CONNECTOR_FLAGS);
        exclusive!(rules, self.flags, [0x1, 0x2]);
        exclusive!(rules, self.flags, [0x8, 0x10]);
        exclusive!(rules, self.flags, [0x20, 0x40]);
        exclusive!(rules, self.flags, [0x100, 0x200]);
        exclusive!(rules, self.flags, [0x400, 0x800]);
        exclusive!(rules, self.flags, [0x1000, 0x2000]);
        index!(rules, self.node_index, scope.nodes);
        let set = |mask| self.flags & mask != 0;
        match set(0x1) {
            true => index!(rules, self.from_node_index, scope.nodes),
            false => equal!(rules, VALUE, self.from_node_index, 0),
        }
        match set(0x20) {
            true => index!(rules, self.to_node_index, scope.nodes),
            false => equal!(rules, VALUE, self.to_node_index, 0),
        }
        equal!(rules, VALUE, self.pad, 0);
        unflagged!(rules, set(0x8), self.from_position, [0.0; 3]);
        unflagged!(rules, set(0x100), self.to_position, [0.0; 3]);
        unflagged!(rules, set(0xC00), self.from_t, [0.0; 4]);
        unflagged!(rules, set(0x3000), self.to_t, [1.0, 1.0, 0.0, 0.0]);
        let [start, end, _, current] = self.from_t;
        let holds = current == 0.0 && (!set(0x400) || start == end);
        require!(rules, VALUE, self.from_t, holds, "the last 0, and a single value twice");
        let [start, end, _, current] = self.to_t;
        let holds = current == 0.0 && (!set(0x1000) || start == end);
        require!(rules, VALUE, self.to_t, holds, "the last 0, and a single value twice");
        require!(rules, VALUE, self.run_time, self.run_time >= 0.0, "seconds, 0 or more");
        match set(0x8000) {
            true => require!(rules, VALUE, self.max_length, self.max_length > 0.0, "a length above 0"),
            false => unflagged!(rules, false, self.max_length, 0.0),
        }
    }
}

impl Checked for CallObjectConnector {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        bits!(rules, FLAGS, self.flags, 0xFFF);
        exclusive!(rules, self.flags, [0x1, 0x2, 0x4, 0x8]);
        exclusive!(rules, self.flags, [0x10, 0x20]);
        exclusive!(rules, self.flags, [0x40, 0x80, 0x100, 0x200]);
        exclusive!(rules, self.flags, [0x400, 0x800]);
        text!(rules, self.name);
        equal!(rules, VALUE, self.anim_index, 0);
        let saved = usize::try_from(self.save_index).is_ok_and(|index| index < scope.anim_refs);
        let known = saved || i32::from(self.save_index) == UNSET;
        require!(rules, INDEX, self.save_index, known, "-1, or one of {} references", scope.anim_refs);
        match self.flags & 0x3 {
            0 => equal!(rules, VALUE, self.from_node_index, 0),
            _ => index!(rules, self.from_node_index, scope.nodes),
        }
        match self.flags & 0xC0 {
            0 => equal!(rules, VALUE, self.to_node_index, 0),
            _ => index!(rules, self.to_node_index, scope.nodes),
        }
        unflagged!(rules, self.flags & 0x10 != 0, self.from_position, [0.0; 3]);
        unflagged!(rules, self.flags & 0x400 != 0, self.to_position, [0.0; 3]);
    }
}
