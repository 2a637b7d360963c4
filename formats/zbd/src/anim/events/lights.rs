//! Lights. Source: `docs/spec/zbd/anim-events.md`, "4.4 LIGHT_STATE (4)" and "4.5 LIGHT_ANIMATION (5)".

use super::scope::{self, Checked, Scope, exclusive, index, is_color, seconds, switch, text, unflagged};
use super::{FLAGS, INPUT_NODE, VALUE};
use crate::gamez::Version;
use crate::gamez::rules::{Rules, bits, equal, require};
use binary::{Padded, record};

/// Bits of [`LightState::flags`]: which fields count.
pub mod flags {
    /// `translate` is the place.
    pub const ABSOLUTE: u32 = 0x1;
    /// `translate` is counted from the node.
    pub const AT_NODE: u32 = 0x2;
    /// `orientation`; in no known file.
    pub const ORIENTATION: u32 = 0x4;
    /// `range`.
    pub const RANGE: u32 = 0x8;
    /// `color`.
    pub const COLOR: u32 = 0x10;
    /// `ambient`.
    pub const AMBIENT: u32 = 0x20;
    /// `diffuse`.
    pub const DIFFUSE: u32 = 0x40;
    /// `directional`.
    pub const DIRECTIONAL: u32 = 0x80;
    /// `saturated`.
    pub const SATURATED: u32 = 0x100;
    /// MW, PM: `subdivide`.
    pub const SUBDIVIDE: u32 = 0x200;
    /// MW, PM: `is_static`.
    pub const STATIC: u32 = 0x400;
    /// PM: `ambient_color`.
    pub const AMBIENT_COLOR: u32 = 0x800;
    /// PM: `bicolored`.
    pub const BICOLORED: u32 = 0x1000;
    /// PM: `lightmap`.
    pub const LIGHTMAP: u32 = 0x2000;
}

record! {
    /// Switches a light on or off and sets what its flags say.
    pub struct LightState in "zbd.anim.event.light_state" sizes [112, 120, 140] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
        /// That of the entry.
        name: Padded<32> [0, 0, 0],
        light_index: i32 [32, 32, 32],
        /// See [`flags`].
        flags: u32 [36, 36, 36],
        active: u32 [40, 40, 40],
        /// The specification's `type`: 0 directed, 1 point source.
        kind: u32 [44, 44, 44],
        directional: u32 [48, 48, 48],
        saturated: u32 [52, 52, 52],
        subdivide: u32 [_, 56, 56],
        lightmap: u32 [_, _, 60],
        /// The specification's `static`.
        is_static: u32 [_, 60, 64],
        bicolored: u32 [_, _, 68],
        node_index: i32 [56, 64, 72],
        translate: [f32; 3] [60, 68, 76],
        orientation: [f32; 3] [72, 80, 88],
        /// Near and far.
        range: [f32; 2] [84, 92, 100],
        color: [f32; 3] [92, 100, 108],
        ambient_color: [f32; 3] [_, _, 120],
        ambient: f32 [104, 112, 132],
        diffuse: f32 [108, 116, 136],
    }
}

record! {
    /// Changes a light over time.
    pub struct LightAnimation in "zbd.anim.event.light_animation" sizes [100] {
        name: Padded<32> [0],
        light_index: i32 [32],
        /// Near and far, change per second.
        range_rate: [f32; 2] [36],
        range_acceleration: [f32; 2] [44],
        range_current: [f32; 2] [52],
        /// Change per second.
        color_rate: [f32; 3] [60],
        color_acceleration: [f32; 3] [72],
        color_current: [f32; 3] [84],
        /// Seconds.
        run_time: f32 [96],
    }
}

impl Checked for LightState {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        text!(rules, self.name);
        index!(rules, self.light_index, scope.lights);
        scope::name(rules, &self.name, self.light_index, scope.lights);
        let known = match scope.version {
            Version::Recoil => 0x1FF,
            Version::MechWarrior3 => 0x7FF,
            Version::PiratesMoon | Version::CrimsonSkies => 0x3FFF,
        };
        bits!(rules, FLAGS, self.flags, known);
        exclusive!(rules, self.flags, [flags::ABSOLUTE, flags::AT_NODE]);
        switch!(rules, self.active);
        require!(rules, FLAGS, self.flags, self.active != 0 || self.flags == 0, "0 for a light that is off");
        require!(rules, VALUE, self.kind, self.kind <= 1, "0 or 1");
        self.rules_of_flags(rules, scope);
    }
}

impl LightState {
    fn rules_of_flags(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        let set = |flag| self.flags & flag != 0;
        switch!(rules, self.directional);
        switch!(rules, self.saturated);
        switch!(rules, self.subdivide);
        switch!(rules, self.lightmap);
        switch!(rules, self.is_static);
        switch!(rules, self.bicolored);
        unflagged!(rules, set(flags::DIRECTIONAL), self.directional, 0);
        unflagged!(rules, set(flags::SATURATED), self.saturated, 0);
        unflagged!(rules, set(flags::SUBDIVIDE), self.subdivide, 0);
        unflagged!(rules, set(flags::LIGHTMAP), self.lightmap, 0);
        unflagged!(rules, set(flags::STATIC), self.is_static, 0);
        unflagged!(rules, set(flags::BICOLORED), self.bicolored, 0);
        match set(flags::AT_NODE) {
            true => index!(rules, self.node_index, scope.nodes, INPUT_NODE),
            false => equal!(rules, VALUE, self.node_index, 0),
        }
        unflagged!(rules, set(flags::ABSOLUTE | flags::AT_NODE), self.translate, [0.0; 3]);
        unflagged!(rules, set(flags::ORIENTATION), self.orientation, [0.0; 3]);
        unflagged!(rules, set(flags::RANGE), self.range, [0.0; 2]);
        let [near, far] = self.range;
        require!(rules, VALUE, self.range, 0.0 <= near && near <= far, "0 <= near <= far");
        unflagged!(rules, set(flags::COLOR), self.color, [0.0; 3]);
        unflagged!(rules, set(flags::AMBIENT_COLOR), self.ambient_color, [0.0; 3]);
        unflagged!(rules, set(flags::AMBIENT), self.ambient, 0.0);
        unflagged!(rules, set(flags::DIFFUSE), self.diffuse, 0.0);
        require!(rules, VALUE, self.color, is_color(&self.color), "channels in 0..=1");
        require!(rules, VALUE, self.ambient, is_color(&[self.ambient]), "0..=1");
        require!(rules, VALUE, self.diffuse, is_color(&[self.diffuse]), "0..=1");
    }
}

impl Checked for LightAnimation {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        text!(rules, self.name);
        index!(rules, self.light_index, scope.lights);
        scope::name(rules, &self.name, self.light_index, scope.lights);
        let [near, far] = self.range_rate;
        let one_way = if near >= 0.0 { far >= near } else { far <= near };
        require!(rules, VALUE, self.range_rate, one_way, "both the same way, and far at least as fast");
        // One light of Recoil has an acceleration.
        if scope.version != Version::Recoil {
            equal!(rules, VALUE, self.range_acceleration, [0.0; 2]);
        }
        equal!(rules, VALUE, self.range_current, [0.0; 2]);
        let slow = self.color_rate.iter().all(|rate| (-5.0..=5.0).contains(rate));
        require!(rules, VALUE, self.color_rate, slow, "-5..=5 per second");
        equal!(rules, VALUE, self.color_acceleration, [0.0; 3]);
        equal!(rules, VALUE, self.color_current, [0.0; 3]);
        seconds!(rules, self.run_time);
    }
}
