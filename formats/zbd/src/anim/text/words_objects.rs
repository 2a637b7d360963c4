//! Key words of events that move and show objects. Source: `docs/spec/zbd/anim-events.md`,
//! "4.6 OBJECT_ACTIVE_STATE (6)" to "4.17 OBJECT_CYCLE_TEXTURE (17)".

use super::context::Context;
use super::context::List;
use super::form::{
    Form, Key, SWITCH, Show, When, Worded, always, changed, flag, node, plain, shown, some, words,
};
use crate::anim::events::{
    BOUND_NODE, INPUT_NODE, ObjectActiveState, ObjectAddChild, ObjectCycleTexture, ObjectDeleteChild,
    ObjectMotion, ObjectMotionFromTo, ObjectOpacityFromTo, ObjectOpacityState, ObjectRotateState,
    ObjectScaleState, ObjectTranslateState, UNSET, motion_flags,
};
use crate::anim::{GRAVITY, column_of};

/// Change per second between two values: 0 where nothing changes or no time passes.
pub(super) fn rate(from: f32, to: f32, run_time: f32) -> f32 {
    if from == to || run_time == 0.0 { 0.0 } else { (to - from) / run_time }
}

/// Sets the rate of a value that is stored as from, to and rate.
pub(super) fn set_rate(value: &mut [f32; 3], run_time: f32) {
    value[2] = rate(value[0], value[1], run_time);
}

words! { ObjectActiveState {
    always("NAME", &[shown("node_index", Show::Node(BOUND_NODE))]),
    always("STATE", &[shown("state", Show::Words(&[("INACTIVE", 0), ("ACTIVE", 1)]))]),
} }

words! { ObjectTranslateState {
    always("NAME", &[node("node_index")]),
    always("TRANSLATE", &[plain("translate")]),
    changed("RELATIVE", &[shown("relative", SWITCH)]),
    changed("AT_NODE", &[shown("at_node_index", Show::Node(INPUT_NODE))]),
} }

words! { ObjectScaleState {
    always("NAME", &[node("node_index")]),
    always("SCALE", &[plain("scale")]),
} }

words! { ObjectRotateState {
    always("NAME", &[node("node_index")]),
    always("ROTATE", &[plain("rotate")]),
    changed("MODE", &[shown("mode", Show::Words(&[
        ("ABSOLUTE", 0), ("RELATIVE", 1), ("AT_NODE_XYZ", 2), ("AT_NODE_MATRIX", 4),
    ]))]),
    changed("AT_NODE", &[shown("at_node_index", Show::Node(INPUT_NODE))]),
} }

words! { ObjectMotion {
    always("NAME", &[node("node_index")]),
    flag(motion_flags::GRAVITY, "GRAVITY", &[
        shown("flags", Show::Bits(&[
            ("COMPLEX", motion_flags::GRAVITY_COMPLEX),
            ("NO_ALTITUDE", motion_flags::GRAVITY_NO_ALTITUDE),
            ("DO_INTERSECTIONS", motion_flags::GRAVITY_DO_INTERSECTIONS),
        ])),
        shown("gravity", Show::Default(GRAVITY.to_bits())),
    ]),
    flag(motion_flags::IMPACT_FORCE, "IMPACT_FORCE", &[]),
    flag(motion_flags::MORPH, "MORPH", &[plain("morph")]),
    flag(motion_flags::TRANSLATION, "TRANSLATION", &[
        plain("translation_initial"), plain("translation_delta"), plain("direction"),
    ]),
    flag(motion_flags::TRANSLATION_RANGE_MIN, "TRANSLATION_RANGE_MIN", &[
        some("range_xz", 0, 1), some("range_y", 0, 1), some("range_initial", 0, 1), some("range_delta", 0, 1),
    ]),
    flag(motion_flags::TRANSLATION_RANGE_MAX, "TRANSLATION_RANGE_MAX", &[
        some("range_xz", 1, 2), some("range_y", 1, 2), some("range_initial", 1, 2), some("range_delta", 1, 2),
    ]),
    Key {
        word: "FORWARD_ROTATION",
        lead: "DISTANCE",
        when: When::Set("flags", motion_flags::FORWARD_ROTATION_DISTANCE),
        parts: &[plain("forward_rotation_initial")],
    },
    Key {
        word: "FORWARD_ROTATION",
        lead: "TIME",
        when: When::Set("flags", motion_flags::FORWARD_ROTATION_TIME),
        parts: &[plain("forward_rotation_initial"), plain("forward_rotation_delta")],
    },
    flag(motion_flags::XYZ_ROTATION, "XYZ_ROTATION", &[
        plain("xyz_rotation_initial"), plain("xyz_rotation_delta"),
    ]),
    flag(motion_flags::SCALE, "SCALE", &[plain("scale_initial"), plain("scale_delta")]),
    flag(motion_flags::BOUNCE_SEQUENCE, "BOUNCE_SEQUENCE", &[
        plain("bounce_sequence"), plain("water_sequence"), plain("lava_sequence"),
    ]),
    flag(motion_flags::BOUNCE_SOUND, "BOUNCE_SOUND", &[
        shown("bounce_sound_index", Show::Entry(List::StaticSounds)), plain("bounce_full_volume"),
        shown("water_sound_index", Show::Entry(List::StaticSounds)), plain("water_full_volume"),
        shown("lava_sound_index", Show::Entry(List::StaticSounds)), plain("lava_full_volume"),
    ]),
    flag(motion_flags::RUN_TIME, "RUN_TIME", &[plain("run_time")]),
}
    fn derive(&mut self, context: &Context) {
        let unset = UNSET as i16;
        let bounces = self.flags & motion_flags::BOUNCE_SEQUENCE != 0;
        if column_of::<Self>(context.version) > 0 {
            let each =
                [&mut self.bounce_sequence_index, &mut self.water_sequence_index, &mut self.lava_sequence_index];
            each.into_iter().for_each(|index| *index = unset);
        } else if bounces {
            self.bounce_sequence_index = unset;
        }
    }
}

words! { ObjectMotionFromTo {
    always("NAME", &[node("node_index")]),
    flag(0x1, "TRANSLATE", &[some("translate", 0, 6)]),
    flag(0x2, "ROTATE", &[some("rotate", 0, 6)]),
    flag(0x4, "SCALE", &[some("scale", 0, 6)]),
    flag(0x8, "MORPH", &[some("morph", 0, 2)]),
    always("RUN_TIME", &[plain("run_time")]),
}
    fn derive(&mut self, _: &Context) {
        set_rate(&mut self.morph, self.run_time);
        for [from, to, delta] in [&mut self.translate, &mut self.rotate, &mut self.scale] {
            for (axis, delta) in delta.iter_mut().enumerate() {
                *delta = rate(from[axis], to[axis], self.run_time);
            }
        }
    }
}

words! { ObjectOpacityState {
    always("NAME", &[shown("node_index", Show::Node(BOUND_NODE))]),
    always("STATE", &[shown("is_set", SWITCH)]),
    Key { word: "OPACITY", lead: "", when: When::Set("has_opacity", 1), parts: &[plain("opacity")] },
} }

/// Whether the opacity of a node counts.
const STATES: Show = Show::Words(&[("UNCHANGED", -1), ("OFF", 0), ("ON", 1)]);

words! { ObjectOpacityFromTo {
    always("NAME", &[node("node_index")]),
    always("STATE", &[shown("state_from", STATES), shown("state_to", STATES)]),
    always("OPACITY", &[plain("opacity_from"), plain("opacity_to")]),
    always("RUN_TIME", &[plain("run_time")]),
}
    fn derive(&mut self, _: &Context) {
        self.opacity_delta = rate(self.opacity_from, self.opacity_to, self.run_time);
    }
}

words! { ObjectAddChild {
    always("PARENT", &[node("parent_index")]),
    always("CHILD", &[node("child_index")]),
} }

words! { ObjectDeleteChild {
    always("PARENT", &[node("parent_index")]),
    always("CHILD", &[node("child_index")]),
} }

words! { ObjectCycleTexture {
    always("NAME", &[node("node_index")]),
    always("RESET", &[plain("texture")]),
}
    fn base(_: &Context) -> Self {
        ObjectCycleTexture { restart: 1, ..Default::default() }
    }
}
