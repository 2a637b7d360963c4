//! Emitters of particles. Source: `docs/spec/zbd/anim-events.md`, "4.36 PUFFER_STATE (42)".

use super::scope::{self, Payload, Scope, index, switch, text, unflagged};
use super::{FLAGS, UNFLAGGED, UNSET, VALUE};
use crate::anim::{AnyF32, column_of};
use crate::gamez::Version;
use crate::gamez::rules::{Rules, bits, equal, require};
use binary::{Cursor, Padded, Record, Report, Result, Segment, Writer, record};
use serde::{Deserialize, Serialize};

/// Bits of [`PufferInfo::flags`]: which fields count.
pub mod flags {
    /// `translate`.
    pub const TRANSLATE: u32 = 0x1;
    /// `node_index`.
    pub const AT_NODE: u32 = 0x2;
    /// `active_state`; without it there is nothing else.
    pub const ACTIVE_STATE: u32 = 0x4;
    /// `local_velocity`.
    pub const LOCAL_VELOCITY: u32 = 0x8;
    /// `world_velocity`.
    pub const WORLD_VELOCITY: u32 = 0x10;
    /// `min_random_velocity`.
    pub const MIN_RANDOM_VELOCITY: u32 = 0x20;
    /// `max_random_velocity`.
    pub const MAX_RANDOM_VELOCITY: u32 = 0x40;
    /// `interval_type`.
    pub const INTERVAL_TYPE: u32 = 0x80;
    /// `interval_value`.
    pub const INTERVAL_VALUE: u32 = 0x100;
    /// `size_range`.
    pub const SIZE_RANGE: u32 = 0x200;
    /// `lifetime_range`.
    pub const LIFETIME_RANGE: u32 = 0x400;
    /// `deviation_distance`.
    pub const DEVIATION_DISTANCE: u32 = 0x800;
    /// `fade_range`.
    pub const FADE_RANGE: u32 = 0x1000;
    /// The growth ramp.
    pub const GROWTH: u32 = 0x2000;
    /// The textures.
    pub const TEXTURES: u32 = 0x4000;
    /// `start_age_range`.
    pub const START_AGE_RANGE: u32 = 0x8000;
    /// `world_acceleration`.
    pub const WORLD_ACCELERATION: u32 = 0x1_0000;
    /// `friction`.
    pub const FRICTION: u32 = 0x2_0000;
    /// The colours.
    pub const COLORS: u32 = 0x4_0000;
    /// `unknown_range`; in no known file.
    pub const UNKNOWN_RANGE: u32 = 0x8_0000;
    /// `wind_factor`.
    pub const WIND_FACTOR: u32 = 0x10_0000;
    /// PM: `number`.
    pub const NUMBER: u32 = 0x20_0000;
    /// `priority`.
    pub const PRIORITY: u32 = 0x40_0000;
}

record! {
    /// What is set of an emitter but its lists.
    pub struct PufferInfo in "zbd.anim.event.puffer_state" sizes [184, 184, 188] {
        // Columns: none; MechWarrior 3; Pirate's Moon and Crimson Skies.
        /// That of the entry.
        name: Padded<32> [0, 0, 0],
        puffer_index: i32 [32, 32, 32],
        /// See [`flags`].
        flags: u32 [36, 36, 36],
        /// -1 none.
        node_index: i32 [40, 40, 40],
        /// 0 off, 1 on, more: so many batches.
        active_state: u32 [44, 44, 44],
        translate: [f32; 3] [48, 48, 48],
        local_velocity: [f32; 3] [60, 60, 60],
        world_velocity: [f32; 3] [72, 72, 72],
        min_random_velocity: [f32; 3] [84, 84, 84],
        max_random_velocity: [f32; 3] [96, 96, 96],
        world_acceleration: [f32; 3] [108, 108, 108],
        /// 0 seconds, 1 units of way.
        interval_type: u32 [120, 120, 120],
        /// Old memory where only one of the two flags of the interval is set.
        interval_value: AnyF32 [124, 124, 124],
        size_range: [f32; 2] [128, 128, 128],
        /// Seconds.
        lifetime_range: [f32; 2] [136, 136, 136],
        start_age_range: [f32; 2] [144, 144, 144],
        deviation_distance: f32 [152, 152, 152],
        /// The engine's near fade.
        unknown_range: [f32; 2] [156, 156, 156],
        /// The engine's far fade.
        fade_range: [f32; 2] [164, 164, 164],
        friction: f32 [172, 172, 172],
        wind_factor: f32 [176, 176, 176],
        priority: f32 [180, 180, 180],
        /// PM, CS: particles of a batch.
        number: u32 [_, _, 184],
    }
}

record! {
    /// A texture and when it is shown, in fractions of a particle's life.
    pub struct PufferTexture in "zbd.anim.event.puffer_texture" sizes [36] {
        run_time: f32 [0],
        name: Padded<32> [4],
    }
}

record! {
    /// A stop of the colour ramp.
    pub struct PufferColor in "zbd.anim.event.puffer_color" sizes [20] {
        unknown_0: f32 [0],
        color: [f32; 3] [4],
        unknown_16: f32 [16],
    }
}

record! {
    /// A stop of the growth ramp: the specification's min and max, to the engine fraction of the life and
    /// scale.
    pub struct PufferGrowth in "zbd.anim.event.puffer_growth" sizes [8] {
        min: f32 [0],
        max: f32 [4],
    }
}

/// Slots of each list.
const SLOTS: usize = 6;

/// The textures of particles.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PufferTextures {
    /// The run times count.
    pub has_run_time: u32,
    /// All slots, used and unused.
    pub slots: [PufferTexture; SLOTS],
}

/// The colours of particles.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PufferColors {
    /// How many slots are used.
    pub count: u32,
    /// All slots, used and unused.
    pub slots: [PufferColor; SLOTS],
}

/// The sizes of particles.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PufferGrowths {
    /// How many slots are used.
    pub count: u32,
    /// All slots, used and unused.
    pub slots: [PufferGrowth; SLOTS],
}

/// MW, PM, CS: sets an emitter, which goes on by itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PufferState {
    /// What is set but the lists.
    pub info: PufferInfo,
    /// Textures.
    pub textures: PufferTextures,
    /// Colours.
    pub colors: PufferColors,
    /// Sizes.
    pub growth: PufferGrowths,
}

/// A word and the slots behind it; none if a number of them is not finite.
fn slots<R: Record>(
    cursor: &mut Cursor<'_>,
    label: &'static str,
    word: &'static str,
) -> Result<Option<(u32, [R; SLOTS])>> {
    // Most lists are empty.
    let start = cursor.offset();
    let is_empty = cursor.take(4 + SLOTS * R::SIZES[0], label)?.iter().fold(0, |all, byte| all | byte) == 0;
    if is_empty && !cursor.report.tracing() {
        return Ok(Some((0, std::array::from_fn(|_| R::default()))));
    }
    cursor.seek(start)?;
    cursor.within(Segment::one(label), |cursor| {
        let first = cursor.value(word)?;
        let mut slots = std::array::from_fn(|_| R::default());
        cursor.within(Segment::at("slot", 0), |cursor| {
            for (index, slot) in slots.iter_mut().enumerate() {
                cursor.report.step(index);
                match scope::record(cursor, Version::Recoil)? {
                    Some(record) => *slot = record,
                    None => return Ok(None),
                }
            }
            Ok(Some((first, slots)))
        })
    })
}

/// Size of all lists.
const LISTS: usize = 220 + 124 + 52;

impl Payload for PufferState {
    fn take(cursor: &mut Cursor<'_>, size: usize, version: Version) -> Result<Option<Self>> {
        let wanted = PufferInfo::SIZES[column_of::<PufferInfo>(version)] + LISTS;
        if size != wanted {
            scope::wrong_size(cursor, wanted, size);
            return Ok(None);
        }
        let Some(info) = scope::record(cursor, version)? else { return Ok(None) };
        let Some((has_run_time, textures)) = slots(cursor, "textures", "has_run_time")? else {
            return Ok(None);
        };
        let Some((colors_count, colors)) = slots(cursor, "colors", "count")? else { return Ok(None) };
        let Some((growth_count, growth)) = slots(cursor, "growth", "count")? else { return Ok(None) };
        Ok(Some(PufferState {
            info,
            textures: PufferTextures { has_run_time, slots: textures },
            colors: PufferColors { count: colors_count, slots: colors },
            growth: PufferGrowths { count: growth_count, slots: growth },
        }))
    }

    fn put(&self, writer: &mut Writer, version: Version) -> Result<()> {
        writer.record(&self.info, column_of::<PufferInfo>(version));
        writer.value(&self.textures.has_run_time);
        self.textures.slots.iter().for_each(|slot| writer.record(slot, 0));
        writer.value(&self.colors.count);
        self.colors.slots.iter().for_each(|slot| writer.record(slot, 0));
        writer.value(&self.growth.count);
        self.growth.slots.iter().for_each(|slot| writer.record(slot, 0));
        Ok(())
    }

    fn verify(&self, report: &mut Report, at: usize, scope: &Scope<'_>) {
        let column = column_of::<PufferInfo>(scope.version);
        let rules = &mut Rules::in_column::<PufferInfo>(report, at, column);
        self.info.rules(rules, scope);
        let lists = at + PufferInfo::SIZES[column];
        self.verify_textures(report, lists);
        let set = |flag| self.info.flags & flag != 0;
        let (count, slots) = (self.colors.count, &self.colors.slots);
        ramp(report, lists + 220, set(flags::COLORS), count, slots);
        let (count, slots) = (self.growth.count, &self.growth.slots);
        ramp(report, lists + 220 + 124, set(flags::GROWTH), count, slots);
    }
}

/// A count of used slots, none of which may be zero, unlike the others.
fn ramp<R: Record>(report: &mut Report, at: usize, flag: bool, count: u32, slots: &[R; SLOTS]) {
    let known = if flag { (1..=5).contains(&count) } else { count == 0 };
    if !known {
        let expected = if flag { "1 to 5" } else { "0" };
        report.habit(if flag { &VALUE } else { &UNFLAGGED }, at, expected, count);
    }
    let zero = R::default();
    for (index, slot) in slots.iter().enumerate() {
        let used = index < count as usize;
        if used == (*slot == zero) {
            let at = at + 4 + index * R::SIZES[0];
            let expected = if used { "something in a used slot" } else { "zeros in an unused slot" };
            report.habit(&VALUE, at, expected, format_args!("{slot:?}"));
        }
    }
}

impl PufferState {
    fn verify_textures(&self, report: &mut Report, at: usize) {
        let PufferTextures { has_run_time, slots } = &self.textures;
        if *has_run_time > 1 {
            report.habit(&super::SWITCH, at, "0 or 1", has_run_time);
        }
        let used = slots.iter().rposition(|slot| slot.name.bytes()[0] != 0).map_or(0, |last| last + 1);
        let flag = self.info.flags & flags::TEXTURES != 0;
        if !flag && *has_run_time != 0 {
            report.habit(&UNFLAGGED, at, 0, has_run_time);
        }
        if flag == (used == 0) {
            let expected = if flag { "at least one texture" } else { "no textures" };
            report.habit(if flag { &VALUE } else { &UNFLAGGED }, at + 4, expected, used);
        }
        for (index, slot) in slots.iter().enumerate() {
            let at = at + 4 + index * PufferTexture::SIZES[0];
            slot.name.check(report, &super::TEXT, at + 4);
            let zero = *slot == PufferTexture::default();
            if (index < used) == zero || (*has_run_time == 0 && slot.run_time != 0.0) {
                let expected = "a name in a used slot, and no run time without that switch";
                report.habit(&VALUE, at, expected, format_args!("{slot:?}"));
            }
        }
    }
}

impl PufferInfo {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        text!(rules, self.name);
        index!(rules, self.puffer_index, scope.puffers);
        scope::name(rules, &self.name, self.puffer_index, scope.puffers);
        let number = if scope.version == Version::MechWarrior3 { 0 } else { flags::NUMBER };
        bits!(rules, FLAGS, self.flags, 0x5F_FFFF | number);
        let set = |flag| self.flags & flag != 0;
        let holds = set(flags::ACTIVE_STATE) || self.flags == 0;
        require!(rules, FLAGS, self.flags, holds, "nothing without the active state, 0x4");
        match set(flags::AT_NODE) {
            true => index!(rules, self.node_index, scope.nodes),
            false => equal!(rules, VALUE, self.node_index, UNSET),
        }
        require!(rules, VALUE, self.active_state, self.active_state <= 10, "0 to 10");
        unflagged!(rules, set(flags::ACTIVE_STATE), self.active_state, 0);
        unflagged!(rules, set(flags::TRANSLATE), self.translate, [0.0; 3]);
        unflagged!(rules, set(flags::LOCAL_VELOCITY), self.local_velocity, [0.0; 3]);
        unflagged!(rules, set(flags::WORLD_VELOCITY), self.world_velocity, [0.0; 3]);
        unflagged!(rules, set(flags::MIN_RANDOM_VELOCITY), self.min_random_velocity, [0.0; 3]);
        unflagged!(rules, set(flags::MAX_RANDOM_VELOCITY), self.max_random_velocity, [0.0; 3]);
        unflagged!(rules, set(flags::WORLD_ACCELERATION), self.world_acceleration, [0.0; 3]);
        self.rules_of_interval(rules);
        self.rules_of_ranges(rules);
        self.rules_of_numbers(rules, number != 0);
    }

    fn rules_of_interval(&self, rules: &mut Rules<'_>) {
        switch!(rules, self.interval_type);
        let both = [flags::INTERVAL_TYPE, flags::INTERVAL_VALUE];
        match both.map(|flag| self.flags & flag != 0) {
            [false, false] => {
                unflagged!(rules, false, self.interval_type, 0);
                unflagged!(rules, false, self.interval_value, AnyF32::from(0.0));
            }
            [true, true] => {
                let known = self.interval_value.finite().is_some_and(|value| value >= 0.0);
                require!(rules, VALUE, self.interval_value, known, "0 or more");
            }
            // The few events with one of them hold old memory.
            _ => {}
        }
    }

    fn rules_of_ranges(&self, rules: &mut Rules<'_>) {
        let set = |flag| self.flags & flag != 0;
        let rising = |[min, max]: [f32; 2]| 0.0 < min && min < max;
        match set(flags::SIZE_RANGE) {
            true => require!(rules, VALUE, self.size_range, rising(self.size_range), "0 < min < max"),
            false => unflagged!(rules, false, self.size_range, [0.0; 2]),
        }
        match set(flags::LIFETIME_RANGE) {
            // One emitter has them the other way round.
            true => {
                let known = self.lifetime_range.iter().all(|seconds| *seconds > 0.0);
                require!(rules, VALUE, self.lifetime_range, known, "seconds above 0");
            }
            false => unflagged!(rules, false, self.lifetime_range, [0.0; 2]),
        }
        match set(flags::START_AGE_RANGE) {
            true => {
                let [min, max] = self.start_age_range;
                require!(rules, VALUE, self.start_age_range, 0.0 <= min && min < max, "0 <= min < max");
            }
            false => unflagged!(rules, false, self.start_age_range, [0.0; 2]),
        }
        unflagged!(rules, set(flags::UNKNOWN_RANGE), self.unknown_range, [0.0; 2]);
        match set(flags::FADE_RANGE) {
            true => require!(rules, VALUE, self.fade_range, rising(self.fade_range), "0 < min < max"),
            false => unflagged!(rules, false, self.fade_range, [0.0; 2]),
        }
    }

    fn rules_of_numbers(&self, rules: &mut Rules<'_>, has_number: bool) {
        let set = |flag| self.flags & flag != 0;
        unflagged!(rules, set(flags::DEVIATION_DISTANCE), self.deviation_distance, 0.0);
        unflagged!(rules, set(flags::FRICTION), self.friction, 0.0);
        unflagged!(rules, set(flags::WIND_FACTOR), self.wind_factor, 0.0);
        unflagged!(rules, set(flags::PRIORITY), self.priority, 0.0);
        unflagged!(rules, set(flags::NUMBER), self.number, 0);
        let far = self.deviation_distance > 0.0 || !set(flags::DEVIATION_DISTANCE);
        require!(rules, VALUE, self.deviation_distance, far, "a distance above 0");
        require!(rules, VALUE, self.friction, self.friction >= 0.0, "0 or more");
        require!(rules, VALUE, self.wind_factor, self.wind_factor >= 0.0, "0 or more");
        require!(rules, VALUE, self.priority, self.priority >= 0.0, "0 or more");
        let known = self.number > 0 || !set(flags::NUMBER) || !has_number;
        require!(rules, VALUE, self.number, known, "at least 1");
    }
}
