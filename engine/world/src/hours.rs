//! The hour of a place, and how bright its day is then. What plays animations by a clock is `clock.rs`.
//!
//! A day has 24 hours of three real minutes. Source: none in files; the length of a day is that of the game's
//! servers, the hours of the night and the brightness are chosen here.

use crate::{AnimatorId, NodeId, Scene, State, TICKS_PER_SECOND};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Ticks of an hour: three minutes.
const TICKS_PER_HOUR: u32 = 3 * 60 * TICKS_PER_SECOND;
/// Ticks of a day: 72 minutes.
const TICKS_PER_DAY: u32 = 24 * TICKS_PER_HOUR;
/// The hours of the day; the others are night.
const DAYTIME: std::ops::Range<f32> = 6.0..19.0;
/// Light by night: a quarter, and blue.
const NIGHT: [f32; 3] = [0.20, 0.24, 0.34];
/// Light while the sun is low.
const LOW_SUN: [f32; 3] = [0.80, 0.62, 0.52];
/// Light of the day by the hour, evenly in between.
const LIGHT: [(f32, [f32; 3]); 8] = [
    (0.0, NIGHT),
    (5.0, NIGHT),
    (6.5, LOW_SUN),
    (8.0, [1.0; 3]),
    (17.0, [1.0; 3]),
    (18.5, LOW_SUN),
    (20.0, NIGHT),
    (24.0, NIGHT),
];

/// How hours pass in a world that has any.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hours {
    /// The hour at the start, 0..24.
    pub start: f32,
    /// The day shines in: light, fog and sky follow the hour.
    pub daylight: bool,
    /// Animators whose clips last a day and begin with it: the way of the sun. Only where hours pass at the usual
    /// speed.
    pub daily: Vec<AnimatorId>,
    /// How many times faster than on a clock they pass; `None` for the usual twenty times.
    pub speed: Option<u32>,
    /// The hour is that of the place in which the camera is: places that join lie under one sun.
    pub shared: bool,
    /// Nodes that are there in some hours only.
    pub shown: Vec<ShownAt>,
}

/// A node that is there in some hours only: a lit window, a gate that is closed at night.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownAt {
    /// The node.
    pub node: NodeId,
    /// The first hour, 0..24.
    pub from: f32,
    /// The hour in which it is gone; over midnight if that is earlier than the first.
    pub to: f32,
}

impl ShownAt {
    /// True if the node is there at an hour, 0..24.
    ///
    /// ```
    /// use world::{NodeId, ShownAt};
    ///
    /// let window = ShownAt { node: NodeId(0), from: 17.0, to: 8.0 };
    /// assert!(window.is_at(17.0) && window.is_at(23.5) && window.is_at(0.0) && window.is_at(7.9));
    /// assert!(!window.is_at(8.0) && !window.is_at(12.0) && !window.is_at(16.9));
    /// let gate = ShownAt { from: 6.0, to: 18.0, ..window };
    /// assert!(gate.is_at(6.0) && !gate.is_at(18.0) && !gate.is_at(0.0));
    /// ```
    pub fn is_at(&self, hour: f32) -> bool {
        let (begun, over) = (hour >= self.from, hour >= self.to);
        if self.from <= self.to { begun && !over } else { begun || !over }
    }
}

/// How many times faster than on a clock hours pass where nobody says it: an hour is three minutes.
const USUAL_SPEED: u64 = 20;

impl Hours {
    /// Seconds of a day.
    pub const DAY_S: f32 = (TICKS_PER_DAY / TICKS_PER_SECOND) as f32;
}

/// When something is heard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Daytime {
    /// From 6 to 19 o'clock.
    #[default]
    Day,
    /// From 19 to 6 o'clock.
    Night,
}

/// The hour of a place; nothing in worlds without hours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeOfDay(Option<u32>);

impl TimeOfDay {
    /// That of a world at its start.
    pub fn starting(hours: Option<&Hours>) -> Self {
        hours.map_or(TimeOfDay(None), |hours| TimeOfDay::at(hours.start))
    }

    /// At an hour, 0..24; others are those of days before or after, NaN is midnight.
    ///
    /// ```
    /// use world::{Daytime, TimeOfDay};
    ///
    /// assert_eq!(TimeOfDay::at(21.5).hour(), Some(21.5));
    /// assert_eq!(TimeOfDay::at(25.0), TimeOfDay::at(1.0));
    /// assert_eq!(TimeOfDay::at(6.0).daytime(), Daytime::Day);
    /// assert_eq!(TimeOfDay::at(19.0).daytime(), Daytime::Night);
    /// ```
    pub fn at(hour: f32) -> Self {
        // Casts of NaN give 0.
        let ticks = (f64::from(hour).rem_euclid(24.0) * f64::from(TICKS_PER_HOUR)).round() as u32;
        TimeOfDay(Some(ticks % TICKS_PER_DAY))
    }

    /// The hour that a text like `21:30` or `6` says, 0..24.
    ///
    /// ```
    /// use world::TimeOfDay;
    ///
    /// assert_eq!(TimeOfDay::parse("21:30"), Some(21.5));
    /// assert_eq!(TimeOfDay::parse("6"), Some(6.0));
    /// assert_eq!(TimeOfDay::at(21.5).to_string(), "21:30");
    /// assert!(["24:00", "6:60", "noon", "-1", "6:5x"].iter().all(|text| TimeOfDay::parse(text).is_none()));
    /// ```
    pub fn parse(text: &str) -> Option<f32> {
        let (hours, minutes) = text.split_once(':').unwrap_or((text, "0"));
        let (hours, minutes): (u8, u8) = (hours.parse().ok()?, minutes.parse().ok()?);
        (hours < 24 && minutes < 60).then(|| f32::from(hours) + f32::from(minutes) / 60.0)
    }

    /// The hour, 0..24, if there are hours.
    pub fn hour(&self) -> Option<f32> {
        self.0.map(|ticks| ticks as f32 / TICKS_PER_HOUR as f32)
    }

    /// The tick of the day, if there are hours.
    pub fn ticks(&self) -> Option<u32> {
        self.0
    }

    /// Day or night; always day in worlds without hours.
    pub fn daytime(&self) -> Daytime {
        match self.hour() {
            Some(hour) if !DAYTIME.contains(&hour) => Daytime::Night,
            _ => Daytime::Day,
        }
    }

    /// Red, green and blue of the day's light, 1 where it is full: from 8 to 17 o'clock, and in worlds without
    /// hours.
    pub fn light(&self) -> [f32; 3] {
        let Some(hour) = self.hour() else { return [1.0; 3] };
        for pair in LIGHT.windows(2) {
            if let [(from, dark), (to, bright)] = pair
                && hour <= *to
            {
                let part = (hour - from) / (to - from);
                return [0, 1, 2].map(|channel| dark[channel] + (bright[channel] - dark[channel]) * part);
            }
        }
        NIGHT
    }

    /// A tick later, at the usual speed.
    pub fn pass(&mut self) {
        self.pass_at(0, None);
    }

    /// After the tick of that number, in a world whose hours pass at a speed of [`Hours::speed`].
    pub fn pass_at(&mut self, tick: u64, speed: Option<u32>) {
        let Some(ticks) = &mut self.0 else { return };
        let more = speed.map_or(1, |speed| {
            let speed = u64::from(speed);
            let until = |tick: u64| tick.wrapping_mul(speed) / USUAL_SPEED;
            until(tick.wrapping_add(1)).wrapping_sub(until(tick)) % u64::from(TICKS_PER_DAY)
        });
        *ticks = ((u64::from(*ticks) + more) % u64::from(TICKS_PER_DAY)) as u32;
    }

    /// True in worlds without hours.
    pub fn is_unused(&self) -> bool {
        self.0.is_none()
    }

    /// True for an hour of a day, and for none.
    pub(crate) fn is_sound(&self) -> bool {
        self.0.is_none_or(|ticks| ticks < TICKS_PER_DAY)
    }
}

impl State {
    /// Makes it another time of day, if there are hours: what moves with the day goes there at once.
    pub fn set_time_of_day(&mut self, scene: &Scene, time: TimeOfDay) {
        let (Some(hours), Some(hour)) = (&scene.hours, time.hour()) else { return };
        self.time_of_day = time;
        for animator in &hours.daily {
            if let Some(clock) = self.clocks.get_mut(animator.index()) {
                clock.time = hour / 24.0 * Hours::DAY_S;
                clock.since = self.tick;
            }
        }
    }

    /// Red, green and blue of the day's light; full where no day shines in.
    pub fn daylight(&self, scene: &Scene) -> [f32; 3] {
        let shines = scene.hours.as_ref().is_some_and(|hours| hours.daylight);
        if shines { self.time_of_day.light() } else { [1.0; 3] }
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(ticks) = self.0 else { return Ok(()) };
        let minutes = ticks / (TICKS_PER_HOUR / 60);
        write!(f, "{}:{:02}", minutes / 60, minutes % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(hour: f32, wanted: [f32; 3]) {
        let found = TimeOfDay::at(hour).light();
        let is_near = found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-5);
        assert!(is_near, "{hour}: {found:?}, by hand {wanted:?}");
    }

    #[test]
    fn light_by_the_hour() {
        for hour in [8.0, 12.0, 17.0] {
            assert_eq!(TimeOfDay::at(hour).light(), [1.0; 3], "{hour}");
        }
        for hour in [0.0, 3.0, 5.0, 20.0, 23.9] {
            near(hour, [0.20, 0.24, 0.34]);
        }
        // Two thirds of the way from night to a low sun, and one third from there to the full day.
        near(6.0, [0.60, 0.493_333, 0.46]);
        near(7.0, [0.866_667, 0.746_667, 0.68]);
        near(18.0, [0.866_667, 0.746_667, 0.68]);
        near(19.0, [0.60, 0.493_333, 0.46]);
        assert_eq!(TimeOfDay::default().light(), [1.0; 3]);
    }

    #[test]
    fn a_day_is_72_minutes_and_starts_over() {
        let mut time = TimeOfDay::at(18.0);
        for _ in 0..3 * 60 * 60 - 1 {
            time.pass();
        }
        assert_eq!(time.daytime(), Daytime::Day);
        time.pass();
        assert_eq!((time.hour(), time.daytime()), (Some(19.0), Daytime::Night));
        for _ in 0..5 * 3 * 60 * 60 {
            time.pass();
        }
        assert_eq!(time, TimeOfDay::at(0.0));
        let mut none = TimeOfDay::default();
        none.pass();
        assert_eq!((none.hour(), none.daytime()), (None, Daytime::Day));
        assert_eq!(TimeOfDay::at(f32::NAN), TimeOfDay::at(0.0));
    }

    #[test]
    fn hours_pass_as_fast_as_a_world_says() {
        // Twelve times as fast as on a clock: an hour is five minutes.
        for (speed, ticks_an_hour) in
            [(Some(12), 5 * 60 * 60), (Some(20), 3 * 60 * 60), (Some(1), 60 * 60 * 60)]
        {
            let mut time = TimeOfDay::at(23.0);
            for tick in 0..ticks_an_hour {
                time.pass_at(tick, speed);
            }
            assert_eq!(time, TimeOfDay::at(0.0), "{speed:?}");
        }
        let mut still = TimeOfDay::at(4.0);
        (0..1000).for_each(|tick| still.pass_at(tick, Some(0)));
        assert_eq!(still, TimeOfDay::at(4.0));
    }
}
