//! Sprites, weapons, and what lies over the whole screen. Source: `docs/spec/zbd/anim-events.md`,
//! "4.3 EFFECT (3)", "4.32 FBFX_COLOR_FROM_TO (36)", "4.33 FBFX_CSINWAVE_FROM_TO (37)" and
//! "4.35 DETONATE_WEAPON (41)".

use super::scope::{Checked, Scope, index, is_color, seconds, text, unflagged};
use super::{FLAGS, INPUT_NODE, VALUE};
use crate::gamez::Version;
use crate::gamez::rules::{Rules, bits, equal, require};
use binary::{Padded, record};

record! {
    /// RC: spawns a sprite.
    pub struct Effect in "zbd.anim.event.effect" sizes [16] {
        effect_index: i16 [0],
        node_index: i16 [2],
        /// World axes, from the node.
        offset: [f32; 3] [4],
    }
}

record! {
    /// Lays a colour over the screen; each value is from, to and change per second.
    pub struct FbfxColorFromTo in "zbd.anim.event.fbfx_color_from_to" sizes [52] {
        red: [f32; 3] [0],
        green: [f32; 3] [12],
        blue: [f32; 3] [24],
        alpha: [f32; 3] [36],
        /// Seconds.
        run_time: f32 [48],
    }
}

record! {
    /// RC, PM: a circular ripple on the screen; values of three are from, to and change per second.
    pub struct FbfxCsinwaveFromTo in "zbd.anim.event.fbfx_csinwave_from_to" sizes [100] {
        /// 0x1 screen position, 0x2 at a node, 0x4 screen radius, 0x8 world radius.
        flags: u16 [0],
        node_index: i16 [2],
        /// Turned with the node.
        offset: [f32; 3] [4],
        screen_x: [f32; 3] [16],
        screen_y: [f32; 3] [28],
        /// From and to.
        world_radius: [f32; 2] [40],
        screen_radius: [f32; 3] [48],
        /// Width of the ring.
        csin_x: [f32; 3] [60],
        /// Frequency.
        csin_y: [f32; 3] [72],
        /// Phase.
        csin_z: [f32; 3] [84],
        /// Seconds.
        run_time: f32 [96],
    }
}

record! {
    /// Lets a weapon explode somewhere.
    pub struct DetonateWeapon in "zbd.anim.event.detonate_weapon" sizes [24] {
        name: Padded<10> [0],
        node_index: i16 [10],
        /// From the node.
        position: [f32; 3] [12],
    }
}

impl Checked for Effect {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        index!(rules, self.effect_index, scope.effects);
        index!(rules, self.node_index, scope.nodes, INPUT_NODE);
    }
}

impl Checked for FbfxColorFromTo {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        require!(rules, VALUE, self.red, is_color(&self.red[..2]), "from and to in 0..=1");
        // Recoil has some that start outside.
        let first = usize::from(scope.version == Version::Recoil);
        require!(rules, VALUE, self.green, is_color(&self.green[first..2]), "from and to in 0..=1");
        require!(rules, VALUE, self.blue, is_color(&self.blue[first..2]), "from and to in 0..=1");
        require!(rules, VALUE, self.alpha, is_color(&self.alpha[..2]), "from and to in 0..=1");
        seconds!(rules, self.run_time);
    }
}

impl Checked for FbfxCsinwaveFromTo {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        bits!(rules, FLAGS, self.flags, 0xF);
        match self.flags & 0x2 {
            0 => equal!(rules, VALUE, self.node_index, 0),
            _ => index!(rules, self.node_index, scope.nodes),
        }
        unflagged!(rules, self.flags & 0x2 != 0, self.offset, [0.0; 3]);
        unflagged!(rules, self.flags & 0x1 != 0, self.screen_x, [0.0; 3]);
        unflagged!(rules, self.flags & 0x1 != 0, self.screen_y, [0.0; 3]);
        unflagged!(rules, self.flags & 0x8 != 0, self.world_radius, [0.0; 2]);
        // A radius in the world stands in place of that on the screen.
        unflagged!(rules, self.flags & 0xC == 0x4, self.screen_radius, [0.0; 3]);
        seconds!(rules, self.run_time);
    }
}

impl Checked for DetonateWeapon {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        text!(rules, self.name);
        index!(rules, self.node_index, scope.nodes, INPUT_NODE);
    }
}
