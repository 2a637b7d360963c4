//! PUFFER_STATE: what particles do and what they are painted with.
//!
//! Source: `docs/spec/zbd/anim-events.md`, "4. Events".

use super::super::operands::entry;
use super::super::sound;
use super::Compiler;
use world::program::{PufferInterval, PufferState, PufferTextures};
use zbd::anim::events as file;
use zbd::anim::events::puffer_flags;

impl Compiler<'_> {
    pub(super) fn puffer(&self, event: &file::PufferState) -> PufferState {
        use puffer_flags as flags;
        let info = &event.info;
        let has = |flag: u32| info.flags & flag != 0;
        let vector = |flag: u32, value: [f32; 3]| has(flag).then(|| self.vector(value));
        let range = |flag: u32, value: [f32; 2]| has(flag).then(|| value.map(sound));
        let number = |flag: u32, value: f32| has(flag).then(|| sound(value));
        let colors = event.colors.slots.iter().take(event.colors.count as usize);
        let growth = event.growth.slots.iter().take(event.growth.count as usize);
        let used = event.textures.slots.iter().filter(|slot| !slot.name.text().is_empty());
        PufferState {
            puffer: entry(info.puffer_index),
            active: if has(flags::ACTIVE_STATE) { info.active_state } else { 0 },
            node: has(flags::AT_NODE).then(|| self.operand(info.node_index)),
            translate: vector(flags::TRANSLATE, info.translate),
            local_velocity: vector(flags::LOCAL_VELOCITY, info.local_velocity),
            world_velocity: vector(flags::WORLD_VELOCITY, info.world_velocity),
            min_random_velocity: vector(flags::MIN_RANDOM_VELOCITY, info.min_random_velocity),
            max_random_velocity: vector(flags::MAX_RANDOM_VELOCITY, info.max_random_velocity),
            acceleration: vector(flags::WORLD_ACCELERATION, info.world_acceleration),
            interval_kind: has(flags::INTERVAL_TYPE).then_some(match info.interval_type {
                1 => PufferInterval::Distance,
                _ => PufferInterval::Time,
            }),
            interval: number(flags::INTERVAL_VALUE, info.interval_value.get()),
            size: range(flags::SIZE_RANGE, info.size_range),
            lifetime: range(flags::LIFETIME_RANGE, info.lifetime_range),
            start_age: range(flags::START_AGE_RANGE, info.start_age_range),
            deviation: number(flags::DEVIATION_DISTANCE, info.deviation_distance),
            near_fade: range(flags::UNKNOWN_RANGE, info.unknown_range),
            far_fade: range(flags::FADE_RANGE, info.fade_range),
            friction: number(flags::FRICTION, info.friction),
            wind_factor: number(flags::WIND_FACTOR, info.wind_factor),
            priority: number(flags::PRIORITY, info.priority),
            number: has(flags::NUMBER).then_some(info.number),
            textures: has(flags::TEXTURES).then(|| {
                let stepped = event.textures.has_run_time != 0;
                self.pictures(used.map(|slot| (sound(slot.run_time), slot.name.text())), stepped)
            }),
            colors: has(flags::COLORS).then(|| {
                // Of the two numbers beside a colour the one that goes from 0 to 1 is its time.
                let slots: Vec<_> = colors.collect();
                let first_is_time = slots.windows(2).all(|pair| pair[0].unknown_0 <= pair[1].unknown_0)
                    && slots.last().is_some_and(|last| last.unknown_0 > slots[0].unknown_0);
                let stop = |slot: &&file::PufferColor| {
                    let (time, alpha) = match first_is_time {
                        true => (slot.unknown_0, slot.unknown_16),
                        false => (slot.unknown_16, slot.unknown_0),
                    };
                    let [r, g, b] = slot.color.map(|channel| sound(channel).clamp(0.0, 1.0));
                    (sound(time), [r, g, b, sound(alpha).clamp(0.0, 1.0)])
                };
                slots.iter().map(stop).collect()
            }),
            growth: has(flags::GROWTH)
                .then(|| growth.map(|stop| (sound(stop.min), sound(stop.max))).collect()),
        }
    }

    /// What particles are painted with: in turn over their lives, or each with one.
    fn pictures(&self, slots: impl Iterator<Item = (f32, String)>, stepped: bool) -> PufferTextures {
        let known =
            slots.filter_map(|(time, name)| Some((time, *self.known.textures.get(&texture_key(&name))?)));
        if stepped {
            PufferTextures::Sequence(known.collect())
        } else {
            PufferTextures::Random(known.map(|(_, material)| material).collect())
        }
    }
}

/// The form in which names of textures are compared: without the ending of a file, in lower case.
pub(in crate::zipper::programs) fn texture_key(name: &str) -> String {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_ascii_lowercase()
}
