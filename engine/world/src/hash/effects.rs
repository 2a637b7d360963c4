//! Canonical bytes of emitters, ribbons and what lies over the picture.

use super::{Canonical, Sink};
use crate::emitter::{Moment, Sending};
use crate::{
    Aim, Birth, Breeze, Drag, Effects, Emitter, EmitterLaw, EmitterSetting, Facing, History, Mix,
    ParticleManner, Pictures, Puff, Ramp, Rate, Ribbon, RibbonSetting, Sample, ScreenEffect, ScreenMix,
    Tiles, Trail, Twinkle,
};

fields! {
    Sample { tick, place, travelled, jumped }
    ScreenEffect { mix, color, from, to, since, ticks }
    Moment { tick, carried, behind }
    Twinkle { per_second, share, scale }
    Breeze { velocity, seconds }
    Sending { born, setting }
}

/// Fields in order, as far as they are not as by default: what has none of them has the bytes that it had before
/// there were any.
macro_rules! with_more {
    ($($type:ident { $($field:ident),* $(,)? } + { $($more:ident),* $(,)? })*) => {$(
        impl Canonical for $type {
            fn put(&self, sink: &mut Sink) {
                let $type { $($field,)* $($more),* } = self;
                $($field.put(sink);)*
                let usual = $type::default();
                if $(*$more != usual.$more)||* {
                    $($more.put(sink);)*
                }
            }
        }
    )*};
}

with_more! {
    EmitterLaw {
        name, material, rate, batch, life, start_age, local, birth, speed, speed_variation, vertical_range,
        horizontal_range, velocity, world_velocity, acceleration, drag, size, sizes, colors, spin, facing, tiles,
        fade, near_fade, pictures, priority, follows,
    } + { manner, driven }
    Tiles { columns, rows, rising, falling, middle } + { repeats, random }
    ParticleManner { aim, unscaled, turns, twinkle, breeze, inherit, tail_tiles } + { lit, on_ground, model }
}

impl Canonical for EmitterSetting {
    fn put(&self, sink: &mut Sink) {
        self.numbers().put(sink);
    }
}

impl Canonical for RibbonSetting {
    fn put(&self, sink: &mut Sink) {
        let RibbonSetting { color, reach, tile, visible } = self;
        color.put(sink);
        reach.put(sink);
        tile.put(sink);
        visible.put(sink);
    }
}

impl<T: Canonical> Canonical for History<T> {
    fn put(&self, sink: &mut Sink) {
        (self.entries().len() as u64).put(sink);
        for (tick, value) in self.entries() {
            tick.put(sink);
            value.put(sink);
        }
    }
}

impl Canonical for [[f32; 2]; 2] {
    fn put(&self, sink: &mut Sink) {
        self.iter().for_each(|pair| pair.put(sink));
    }
}

impl Canonical for Aim {
    fn put(&self, sink: &mut Sink) {
        match self {
            Aim::Own => 0_u8.put(sink),
            Aim::Upright => 1_u8.put(sink),
            Aim::Away { height } => {
                2_u8.put(sink);
                height.put(sink);
            }
        }
    }
}

impl Canonical for Effects {
    /// What emitters have of their own comes last, and not at all where none has anything: such worlds
    /// have the bytes they had before.
    fn put(&self, sink: &mut Sink) {
        let Effects { paints, emitters, ribbons, screen, next } = self;
        paints.put(sink);
        emitters.put(sink);
        ribbons.put(sink);
        screen.put(sink);
        next.put(sink);
        for (emitter, puff) in emitters.iter().filter_map(|own| Some((own, own.puff.as_ref()?))) {
            emitter.id.put(sink);
            (**puff).put(sink);
        }
        for (emitter, history) in emitters.iter().filter_map(|own| Some((own, own.history.as_ref()?))) {
            emitter.id.put(sink);
            history.0.put(sink);
        }
        for (ribbon, history) in ribbons.iter().filter_map(|own| Some((own, own.history.as_ref()?))) {
            ribbon.id.put(sink);
            history.put(sink);
        }
    }
}

impl Canonical for Puff {
    /// No gusts, no bytes: worlds without any have those they had before.
    fn put(&self, sink: &mut Sink) {
        let Puff { law, anchor, phase, births, drift } = self;
        law.put(sink);
        anchor.put(sink);
        phase.put(sink);
        births.put(sink);
        if let Some(drift) = drift {
            let (factor, moments) = drift.parts();
            factor.put(sink);
            (moments.len() as u64).put(sink);
            moments.for_each(|moment| moment.put(sink));
        }
    }
}

impl Canonical for Ribbon {
    fn put(&self, sink: &mut Sink) {
        // What it has of its own is put behind all effects.
        let Ribbon { id, law, node, since, until, trail, history: _ } = self;
        id.put(sink);
        law.put(sink);
        node.put(sink);
        since.put(sink);
        until.put(sink);
        trail.put(sink);
    }
}

impl Canonical for Emitter {
    fn put(&self, sink: &mut Sink) {
        // What it has of its own is put behind all effects.
        let Emitter { id, law, node, seed, since, until, trail, puff: _, history: _ } = self;
        id.put(sink);
        law.put(sink);
        node.put(sink);
        seed.put(sink);
        since.put(sink);
        until.put(sink);
        trail.put(sink);
    }
}

impl Canonical for Rate {
    fn put(&self, sink: &mut Sink) {
        match self {
            Rate::PerSecond { births, period } => {
                0_u8.put(sink);
                births.put(sink);
                period.put(sink);
            }
            Rate::PerDistance { interval, longest } => {
                1_u8.put(sink);
                [*interval, *longest].put(sink);
            }
        }
    }
}

impl Canonical for Birth {
    fn put(&self, sink: &mut Sink) {
        match self {
            Birth::Point => 0_u8.put(sink),
            Birth::Box { half } => {
                1_u8.put(sink);
                half.put(sink);
            }
            Birth::Sphere { inner, outer } => {
                2_u8.put(sink);
                [*inner, *outer].put(sink);
            }
            Birth::Path(points) => {
                3_u8.put(sink);
                points.to_vec().put(sink);
            }
        }
    }
}

impl Canonical for Drag {
    fn put(&self, sink: &mut Sink) {
        match self {
            Drag::None => 0_u8.put(sink),
            Drag::Friction { per_second, wind } => {
                1_u8.put(sink);
                per_second.put(sink);
                wind.put(sink);
            }
            Drag::Damping { per_second } => {
                2_u8.put(sink);
                per_second.put(sink);
            }
        }
    }
}

impl Canonical for Facing {
    fn put(&self, sink: &mut Sink) {
        match self {
            Facing::Camera => 0_u8.put(sink),
            Facing::Level => 1_u8.put(sink),
            Facing::Streak { seconds } => {
                2_u8.put(sink);
                seconds.put(sink);
            }
            Facing::HeadAndTail { seconds } => {
                3_u8.put(sink);
                seconds.put(sink);
            }
        }
    }
}

impl Canonical for Pictures {
    fn put(&self, sink: &mut Sink) {
        match self {
            Pictures::Random(all) => {
                0_u8.put(sink);
                all.put(sink);
            }
            Pictures::Sequence(all) => {
                1_u8.put(sink);
                all.put(sink);
            }
        }
    }
}

impl<T: Mix + Canonical> Canonical for Ramp<T> {
    fn put(&self, sink: &mut Sink) {
        (self.stops().len() as u64).put(sink);
        for (at, value) in self.stops() {
            at.put(sink);
            value.put(sink);
        }
    }
}

impl Canonical for String {
    fn put(&self, sink: &mut Sink) {
        (self.len() as u64).put(sink);
        sink.bytes.extend_from_slice(self.as_bytes());
    }
}

impl Canonical for [u16; 2] {
    fn put(&self, sink: &mut Sink) {
        self.iter().for_each(|number| number.put(sink));
    }
}

impl Canonical for [glam::Vec3; 2] {
    fn put(&self, sink: &mut Sink) {
        self.iter().for_each(|vector| vector.put(sink));
    }
}

impl Canonical for Trail {
    fn put(&self, sink: &mut Sink) {
        (self.samples().len() as u64).put(sink);
        self.samples().for_each(|sample| sample.put(sink));
    }
}

impl Canonical for ScreenMix {
    fn put(&self, sink: &mut Sink) {
        let number: u8 = match self {
            ScreenMix::Fade => 0,
            ScreenMix::Tint => 1,
            ScreenMix::Flash => 2,
        };
        number.put(sink);
    }
}
