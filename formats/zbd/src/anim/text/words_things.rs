//! Key words of sounds, lights, cameras, beams and what lies over the screen.
//! Source: `docs/spec/zbd/anim-events.md`, "4.1 SOUND (1)" to "4.5 LIGHT_ANIMATION (5)",
//! "4.18 OBJECT_CONNECTOR (18)" to "4.21 CAMERA_FROM_TO (21)", "4.28 FOG_STATE (28)" and
//! "4.32 FBFX_COLOR_FROM_TO (36)" to "4.35 DETONATE_WEAPON (41)".

use super::context::{Context, List};
use super::form::{Form, SWITCH, Show, Worded, always, changed, flag, node, plain, shown, some, words};
use super::words_objects::{rate, set_rate};
use crate::anim::events::{
    CallObjectConnector, CameraFromTo, CameraState, DetonateWeapon, Effect, FbfxColorFromTo,
    FbfxCsinwaveFromTo, FogState, INPUT_NODE, LightAnimation, LightState, ObjectConnector, Sound, SoundNode,
    UNSET, light_flags,
};
use binary::Padded;

words! { Sound {
    always("NAME", &[shown("static_sound_index", Show::Entry(List::StaticSounds))]),
    changed("AT_NODE", &[node("node_index"), plain("offset")]),
} }

words! { SoundNode {
    always("NAME", &[shown("dynamic_sound_index", Show::Entry(List::DynamicSounds))]),
    always("ACTIVE_STATE", &[shown("active", SWITCH)]),
    flag(0x1, "TRANSLATE", &[plain("translate")]),
    flag(0x2, "AT_NODE", &[node("node_index"), plain("translate")]),
}
    fn derive(&mut self, context: &Context) {
        self.name = context.padded(List::DynamicSounds, self.dynamic_sound_index.into());
    }
}

words! { Effect {
    always("NAME", &[shown("effect_index", Show::Entry(List::Effects))]),
    always("AT_NODE", &[shown("node_index", Show::Node(INPUT_NODE)), plain("offset")]),
} }

words! { LightState {
    always("NAME", &[shown("light_index", Show::Entry(List::Lights))]),
    always("ACTIVE_STATE", &[shown("active", SWITCH)]),
    changed("TYPE", &[shown("kind", Show::Words(&[("DIRECTED", 0), ("POINT_SOURCE", 1)]))]),
    flag(light_flags::DIRECTIONAL, "DIRECTIONAL", &[shown("directional", SWITCH)]),
    flag(light_flags::SATURATED, "SATURATED", &[shown("saturated", SWITCH)]),
    flag(light_flags::SUBDIVIDE, "SUBDIVIDE", &[shown("subdivide", SWITCH)]),
    flag(light_flags::LIGHTMAP, "LIGHTMAP", &[shown("lightmap", SWITCH)]),
    flag(light_flags::STATIC, "STATIC", &[shown("is_static", SWITCH)]),
    flag(light_flags::BICOLORED, "BICOLORED", &[shown("bicolored", SWITCH)]),
    flag(light_flags::ABSOLUTE, "TRANSLATE", &[plain("translate")]),
    flag(light_flags::AT_NODE, "AT_NODE", &[shown("node_index", Show::Node(INPUT_NODE)), plain("translate")]),
    flag(light_flags::ORIENTATION, "ORIENTATION", &[plain("orientation")]),
    flag(light_flags::RANGE, "RANGE", &[plain("range")]),
    flag(light_flags::COLOR, "COLOR", &[plain("color")]),
    flag(light_flags::AMBIENT_COLOR, "AMBIENT_COLOR", &[plain("ambient_color")]),
    flag(light_flags::AMBIENT, "AMBIENT", &[plain("ambient")]),
    flag(light_flags::DIFFUSE, "DIFFUSE", &[plain("diffuse")]),
}
    fn base(_: &Context) -> Self {
        LightState { kind: 1, ..Default::default() }
    }
    fn derive(&mut self, context: &Context) {
        self.name = context.padded(List::Lights, self.light_index.into());
    }
}

words! { LightAnimation {
    always("NAME", &[shown("light_index", Show::Entry(List::Lights))]),
    changed("RANGE", &[plain("range_rate"), plain("range_acceleration")]),
    changed("COLOR", &[plain("color_rate"), plain("color_acceleration")]),
    always("RUN_TIME", &[plain("run_time")]),
}
    fn derive(&mut self, context: &Context) {
        self.name = context.padded(List::Lights, self.light_index.into());
    }
}

words! { ObjectConnector {
    always("NAME", &[node("node_index")]),
    flag(0x1, "FROM_NODE", &[node("from_node_index")]),
    flag(0x2, "FROM_INPUT_NODE", &[]),
    flag(0x8, "FROM_POS", &[plain("from_position")]),
    flag(0x10, "FROM_INPUT_POS", &[]),
    flag(0x400, "FROM_T", &[some("from_t", 0, 1)]),
    flag(0x800, "FROM_T_RANGE", &[some("from_t", 0, 2)]),
    flag(0x20, "TO_NODE", &[node("to_node_index")]),
    flag(0x40, "TO_INPUT_NODE", &[]),
    flag(0x100, "TO_POS", &[plain("to_position")]),
    flag(0x200, "TO_INPUT_POS", &[]),
    flag(0x1000, "TO_T", &[some("to_t", 0, 1)]),
    flag(0x2000, "TO_T_RANGE", &[some("to_t", 0, 2)]),
    changed("RUN_TIME", &[plain("run_time")]),
    flag(0x8000, "MAX_LENGTH", &[plain("max_length")]),
}
    fn base(_: &Context) -> Self {
        ObjectConnector { to_t: [1.0, 1.0, 0.0, 0.0], ..Default::default() }
    }
    fn derive(&mut self, _: &Context) {
        for (scalar, [from, to, delta, _]) in [(0x400, &mut self.from_t), (0x1000, &mut self.to_t)] {
            if self.flags & scalar != 0 {
                *to = *from;
            }
            *delta = rate(*from, *to, self.run_time);
        }
    }
}

words! { CallObjectConnector {
    always("NAME", &[plain("name")]),
    flag(0x1, "FROM_NODE", &[node("from_node_index")]),
    flag(0x2, "FROM_NODE_POS", &[node("from_node_index")]),
    flag(0x4, "FROM_INPUT_NODE", &[]),
    flag(0x8, "FROM_INPUT_NODE_POS", &[]),
    flag(0x10, "FROM_POS", &[plain("from_position")]),
    flag(0x20, "FROM_INPUT_POS", &[]),
    flag(0x40, "TO_NODE", &[node("to_node_index")]),
    flag(0x80, "TO_NODE_POS", &[node("to_node_index")]),
    flag(0x100, "TO_INPUT_NODE", &[]),
    flag(0x200, "TO_INPUT_NODE_POS", &[]),
    flag(0x400, "TO_POS", &[plain("to_position")]),
    flag(0x800, "TO_INPUT_POS", &[]),
    changed("SAVE_INDEX", &[plain("save_index")]),
}
    fn base(_: &Context) -> Self {
        CallObjectConnector { save_index: UNSET as i16, ..Default::default() }
    }
}

words! { CameraState {
    always("NAME", &[node("node_index")]),
    flag(0x1, "CLIP_NEAR", &[plain("clip_near")]),
    flag(0x2, "CLIP_FAR", &[plain("clip_far")]),
    flag(0x4, "LOD_MULTIPLIER", &[plain("lod_multiplier")]),
    flag(0x8, "FOV_H", &[plain("fov_h")]),
    flag(0x10, "FOV_V", &[plain("fov_v")]),
    flag(0x20, "ZOOM_H", &[plain("zoom_h")]),
    flag(0x40, "ZOOM_V", &[plain("zoom_v")]),
} }

words! { CameraFromTo {
    always("NAME", &[node("node_index")]),
    flag(0x1, "CLIP_NEAR", &[some("clip_near", 0, 2)]),
    flag(0x2, "CLIP_FAR", &[some("clip_far", 0, 2)]),
    flag(0x4, "LOD_MULTIPLIER", &[some("lod_multiplier", 0, 2)]),
    flag(0x8, "FOV_H", &[some("fov_h", 0, 2)]),
    flag(0x10, "FOV_V", &[some("fov_v", 0, 2)]),
    flag(0x20, "ZOOM_H", &[some("zoom_h", 0, 2)]),
    flag(0x40, "ZOOM_V", &[some("zoom_v", 0, 2)]),
    always("RUN_TIME", &[plain("run_time")]),
}
    fn derive(&mut self, _: &Context) {
        let lenses = [&mut self.clip_near, &mut self.clip_far, &mut self.lod_multiplier];
        let views = [&mut self.fov_h, &mut self.fov_v, &mut self.zoom_h, &mut self.zoom_v];
        lenses.into_iter().chain(views).for_each(|value| set_rate(value, self.run_time));
    }
}

words! { FogState {
    changed("NAME", &[plain("name")]),
    flag(0x1, "TYPE", &[shown("kind", Show::Words(&[("OFF", 0), ("LINEAR", 1), ("EXPONENTIAL", 2)]))]),
    flag(0x2, "COLOR", &[plain("color")]),
    flag(0x4, "ALTITUDE", &[plain("altitude")]),
    flag(0x8, "RANGE", &[plain("range")]),
}
    fn base(_: &Context) -> Self {
        let name = Padded::new("default_fog_name").unwrap_or_default();
        FogState { name, kind: 1, ..Default::default() }
    }
}

words! { FbfxColorFromTo {
    always("RED", &[some("red", 0, 2)]),
    always("GREEN", &[some("green", 0, 2)]),
    always("BLUE", &[some("blue", 0, 2)]),
    always("ALPHA", &[some("alpha", 0, 2)]),
    always("RUN_TIME", &[plain("run_time")]),
}
    fn derive(&mut self, _: &Context) {
        let channels = [&mut self.red, &mut self.green, &mut self.blue, &mut self.alpha];
        channels.into_iter().for_each(|value| set_rate(value, self.run_time));
    }
}

words! { FbfxCsinwaveFromTo {
    flag(0x2, "AT_NODE", &[node("node_index"), plain("offset")]),
    flag(0x1, "SCREEN_POS", &[some("screen_x", 0, 2), some("screen_y", 0, 2)]),
    flag(0x8, "WORLD_RADIUS", &[plain("world_radius")]),
    flag(0x4, "SCREEN_RADIUS", &[some("screen_radius", 0, 2)]),
    always("CSIN_X", &[some("csin_x", 0, 2)]),
    always("CSIN_Y", &[some("csin_y", 0, 2)]),
    always("CSIN_Z", &[some("csin_z", 0, 2)]),
    always("RUN_TIME", &[plain("run_time")]),
}
    fn derive(&mut self, _: &Context) {
        let screen = [&mut self.screen_x, &mut self.screen_y, &mut self.screen_radius];
        let waves = [&mut self.csin_x, &mut self.csin_y, &mut self.csin_z];
        screen.into_iter().chain(waves).for_each(|value| set_rate(value, self.run_time));
    }
}

words! { DetonateWeapon {
    always("NAME", &[plain("name")]),
    always("AT_NODE", &[shown("node_index", Show::Node(INPUT_NODE)), plain("position")]),
} }
