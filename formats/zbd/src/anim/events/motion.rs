//! Movements of objects. Source: `docs/spec/zbd/anim-events.md`, "4.10 OBJECT_MOTION (10)" and
//! "4.11 OBJECT_MOTION_FROM_TO (11)".

use super::scope::{Checked, Scope, exclusive, index, is_color, seconds, text, unflagged};
use super::{FLAGS, TIME, UNSET, VALUE};
use crate::gamez::Version;
use crate::gamez::rules::{Rules, bits, equal, require};
use binary::{Padded, record};

/// Bits of [`ObjectMotion::flags`].
pub mod flags {
    /// `gravity` counts.
    pub const GRAVITY: u32 = 0x1;
    /// The velocity of the animation is added.
    pub const IMPACT_FORCE: u32 = 0x2;
    /// `translation_initial`, `translation_delta` and `direction` count.
    pub const TRANSLATION: u32 = 0x4;
    /// The ranges count, their first values.
    pub const TRANSLATION_RANGE_MIN: u32 = 0x8;
    /// Their second values, too.
    pub const TRANSLATION_RANGE_MAX: u32 = 0x10;
    /// `xyz_rotation_initial` and `xyz_rotation_delta` count.
    pub const XYZ_ROTATION: u32 = 0x20;
    /// `forward_rotation_initial` is an angle per distance.
    pub const FORWARD_ROTATION_DISTANCE: u32 = 0x40;
    /// It is an angle per second, and `forward_rotation_delta` counts.
    pub const FORWARD_ROTATION_TIME: u32 = 0x80;
    /// `scale_initial` and `scale_delta` count.
    pub const SCALE: u32 = 0x100;
    /// `morph` counts.
    pub const MORPH: u32 = 0x200;
    /// `run_time` counts.
    pub const RUN_TIME: u32 = 0x400;
    /// A sequence is called on a bounce.
    pub const BOUNCE_SEQUENCE: u32 = 0x800;
    /// A sound is played on a bounce.
    pub const BOUNCE_SOUND: u32 = 0x1000;
    /// Gravity is turned into the parent's frame.
    pub const GRAVITY_COMPLEX: u32 = 0x2000;
    /// MW, PM: gravity without ground.
    pub const GRAVITY_NO_ALTITUDE: u32 = 0x4000;
    /// CS: gravity with intersections.
    pub const GRAVITY_DO_INTERSECTIONS: u32 = 0x8000;
}

record! {
    /// A steady spin, or a body that flies and falls.
    pub struct ObjectMotion in "zbd.anim.event.object_motion" sizes [240, 320, 320] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
        /// See [`flags`].
        flags: u32 [0, 0, 0],
        node_index: i16 [4, 4, 4],
        pad: u16 [6, 6, 6],
        /// Run time only.
        clock: f32 [8, 8, 8],
        gravity: f32 [12, 12, 12],
        morph: f32 [16, 16, 16],
        /// Least and most, in no certain order, as all ranges. Azimuth in degrees.
        range_xz: [f32; 2] [20, 20, 20],
        /// Elevation in degrees.
        range_y: [f32; 2] [28, 28, 28],
        /// Speed at launch.
        range_initial: [f32; 2] [36, 36, 36],
        /// Acceleration along the launch.
        range_delta: [f32; 2] [44, 44, 44],
        /// Units per second.
        translation_initial: [f32; 3] [52, 52, 52],
        /// Units per second, squared.
        translation_delta: [f32; 3] [64, 64, 64],
        /// Run time only.
        velocity: [f32; 3] [76, 76, 76],
        /// Run time only.
        acceleration: [f32; 3] [88, 88, 88],
        direction: [f32; 3] [100, 100, 100],
        forward_rotation_initial: f32 [112, 112, 112],
        forward_rotation_delta: f32 [116, 116, 116],
        unknown_120: f32 [120, 120, 120],
        /// Radians per second.
        xyz_rotation_initial: [f32; 3] [124, 124, 124],
        xyz_rotation_delta: [f32; 3] [136, 136, 136],
        unknown_148: [f32; 3] [148, 148, 148],
        /// Per second.
        scale_initial: [f32; 3] [160, 160, 160],
        scale_delta: [f32; 3] [172, 172, 172],
        unknown_184: [f32; 3] [184, 184, 184],
        /// Sequence that a bounce calls.
        bounce_sequence: Padded<32> [196, 196, 196],
        bounce_sequence_index: i16 [228, 228, 228],
        /// Sound that a bounce plays.
        bounce_sound_index: i16 [230, 230, 230],
        /// Speed at which it has its full volume.
        bounce_full_volume: f32 [232, 232, 232],
        /// MW, PM, CS: the same for water.
        water_sequence: Padded<32> [_, 236, 236],
        water_sequence_index: i16 [_, 268, 268],
        water_sound_index: i16 [_, 270, 270],
        water_full_volume: f32 [_, 272, 272],
        /// MW, PM, CS: the same for lava.
        lava_sequence: Padded<32> [_, 276, 276],
        lava_sequence_index: i16 [_, 308, 308],
        lava_sound_index: i16 [_, 310, 310],
        lava_full_volume: f32 [_, 312, 312],
        /// Seconds.
        run_time: f32 [236, 316, 316],
    }
}

record! {
    /// From one pose to another.
    pub struct ObjectMotionFromTo in "zbd.anim.event.object_motion_from_to" sizes [132] {
        /// 1 translate, 2 rotate, 4 scale, 8 morph.
        flags: u32 [0],
        node_index: i32 [4],
        /// From, to and change per second, as all that follow.
        morph: [f32; 3] [8],
        translate: [[f32; 3]; 3] [20],
        /// Radians.
        rotate: [[f32; 3]; 3] [56],
        scale: [[f32; 3]; 3] [92],
        /// Seconds.
        run_time: f32 [128],
    }
}

impl Checked for ObjectMotion {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        let known = if scope.version == Version::Recoil { 0x3FFF } else { 0x7FFF };
        bits!(rules, FLAGS, self.flags, known);
        let pair = [flags::FORWARD_ROTATION_DISTANCE, flags::FORWARD_ROTATION_TIME];
        exclusive!(rules, self.flags, [pair[0], pair[1]]);
        let set = |flag| self.flags & flag != 0;
        let needs_gravity = flags::GRAVITY_COMPLEX | flags::GRAVITY_NO_ALTITUDE;
        let holds = (set(flags::GRAVITY) || !set(needs_gravity))
            && (set(flags::TRANSLATION_RANGE_MIN) || !set(flags::TRANSLATION_RANGE_MAX));
        require!(rules, FLAGS, self.flags, holds, "no flag that needs another without that");
        index!(rules, self.node_index, scope.nodes);
        equal!(rules, VALUE, self.pad, 0);
        self.rules_of_moves(rules);
        self.rules_of_rates(rules);
        self.rules_of_bounces(rules, scope);
        match set(flags::RUN_TIME) {
            true => seconds!(rules, self.run_time),
            false => equal!(rules, TIME, self.run_time, 0.0),
        }
    }
}

impl ObjectMotion {
    fn rules_of_moves(&self, rules: &mut Rules<'_>) {
        let set = |flag| self.flags & flag != 0;
        equal!(rules, VALUE, self.clock, 0.0);
        unflagged!(rules, set(flags::GRAVITY), self.gravity, 0.0);
        unflagged!(rules, set(flags::MORPH), self.morph, 0.0);
        let range = set(flags::TRANSLATION_RANGE_MIN | flags::TRANSLATION_RANGE_MAX);
        unflagged!(rules, range, self.range_xz, [0.0; 2]);
        unflagged!(rules, range, self.range_y, [0.0; 2]);
        unflagged!(rules, range, self.range_initial, [0.0; 2]);
        unflagged!(rules, range, self.range_delta, [0.0; 2]);
        unflagged!(rules, set(flags::TRANSLATION), self.translation_initial, [0.0; 3]);
        unflagged!(rules, set(flags::TRANSLATION), self.translation_delta, [0.0; 3]);
        unflagged!(rules, set(flags::TRANSLATION), self.direction, [0.0; 3]);
        equal!(rules, VALUE, self.velocity, [0.0; 3]);
        equal!(rules, VALUE, self.acceleration, [0.0; 3]);
    }

    fn rules_of_rates(&self, rules: &mut Rules<'_>) {
        let set = |flag| self.flags & flag != 0;
        let forward = set(flags::FORWARD_ROTATION_DISTANCE | flags::FORWARD_ROTATION_TIME);
        unflagged!(rules, forward, self.forward_rotation_initial, 0.0);
        unflagged!(rules, set(flags::FORWARD_ROTATION_TIME), self.forward_rotation_delta, 0.0);
        equal!(rules, VALUE, self.unknown_120, 0.0);
        unflagged!(rules, set(flags::XYZ_ROTATION), self.xyz_rotation_initial, [0.0; 3]);
        unflagged!(rules, set(flags::XYZ_ROTATION), self.xyz_rotation_delta, [0.0; 3]);
        equal!(rules, VALUE, self.unknown_148, [0.0; 3]);
        unflagged!(rules, set(flags::SCALE), self.scale_initial, [0.0; 3]);
        unflagged!(rules, set(flags::SCALE), self.scale_delta, [0.0; 3]);
        equal!(rules, VALUE, self.unknown_184, [0.0; 3]);
    }

    fn rules_of_bounces(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        let set = |flag| self.flags & flag != 0;
        text!(rules, self.bounce_sequence);
        text!(rules, self.water_sequence);
        text!(rules, self.lava_sequence);
        let sequence = set(flags::BOUNCE_SEQUENCE);
        unflagged!(rules, sequence, self.bounce_sequence, Padded::default());
        unflagged!(rules, sequence, self.water_sequence, Padded::default());
        unflagged!(rules, sequence, self.lava_sequence, Padded::default());
        let unset = UNSET as i16;
        if scope.version == Version::Recoil {
            equal!(rules, VALUE, self.bounce_sequence_index, if sequence { unset } else { 0 });
        } else {
            equal!(rules, VALUE, self.bounce_sequence_index, unset);
            equal!(rules, VALUE, self.water_sequence_index, unset);
            equal!(rules, VALUE, self.lava_sequence_index, unset);
        }
        let sound = set(flags::BOUNCE_SOUND);
        unflagged!(rules, sound, self.bounce_sound_index, 0);
        unflagged!(rules, sound, self.water_sound_index, 0);
        unflagged!(rules, sound, self.lava_sound_index, 0);
        index!(rules, self.bounce_sound_index, scope.static_sounds, 0);
        index!(rules, self.water_sound_index, scope.static_sounds, 0);
        index!(rules, self.lava_sound_index, scope.static_sounds, 0);
        let holds = |index: i16, volume: f32| if index > 0 { volume > 0.0 } else { volume == 0.0 };
        let expected = "above 0 with a sound, else 0";
        let full = holds(self.bounce_sound_index, self.bounce_full_volume);
        require!(rules, VALUE, self.bounce_full_volume, full, "{expected}");
        let full = holds(self.water_sound_index, self.water_full_volume);
        require!(rules, VALUE, self.water_full_volume, full, "{expected}");
        let full = holds(self.lava_sound_index, self.lava_full_volume);
        require!(rules, VALUE, self.lava_full_volume, full, "{expected}");
    }
}

impl Checked for ObjectMotionFromTo {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        bits!(rules, FLAGS, self.flags, 0xF);
        index!(rules, self.node_index, scope.nodes);
        unflagged!(rules, self.flags & 1 != 0, self.translate, [[0.0; 3]; 3]);
        unflagged!(rules, self.flags & 2 != 0, self.rotate, [[0.0; 3]; 3]);
        unflagged!(rules, self.flags & 4 != 0, self.scale, [[0.0; 3]; 3]);
        unflagged!(rules, self.flags & 8 != 0, self.morph, [0.0; 3]);
        require!(rules, VALUE, self.morph, is_color(&self.morph[..2]), "from and to in 0..=1");
        seconds!(rules, self.run_time);
    }
}
