//! Ribbons: bands that something leaves behind where it came along.
//!
//! Source: `docs/spec/m2.md`, "12. Ribbon".

use crate::{Curve, History, MaterialId, Moment, NodeId, Ramp, RibbonLawId, TICKS_PER_SECOND, Trail};
use glam::{Affine3A, Vec3};
use serde::{Deserialize, Serialize};

/// Edges of one ribbon at most; of more the latest.
pub const MOST_EDGES: u64 = 256;
/// Seconds an edge lasts, at most.
const LONGEST_LIFE: f32 = 60.0;

/// How a ribbon looks. Numbers that are NaN, infinite or too large are held
/// within bounds where they are used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RibbonLaw {
    /// Name in the game's files.
    pub name: String,
    /// What it is painted with.
    pub material: MaterialId,
    /// The edge's place below its node: +y is up the edge.
    pub local: Affine3A,
    /// Units of the edge above and below that place.
    pub reach: [f32; 2],
    /// Edges left behind each second.
    pub edges_per_second: f32,
    /// Seconds an edge lasts.
    pub life: f32,
    /// Units a second squared by which edges sink.
    pub gravity: f32,
    /// Colour and opacity by part of an edge's life, 0..=1.
    pub colors: Ramp<[f32; 4]>,
    /// Columns and rows of its picture.
    pub tiles: [u16; 2],
    /// Which of them is shown.
    pub tile: u16,
    /// Present when clips change it: what it is while no clip says otherwise. Each edge keeps what it was
    /// left with; its reach and tile stand for those of the law, its colour is a factor.
    #[serde(default)]
    pub driven: Option<RibbonSetting>,
}

/// What clips change of a ribbon.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RibbonSetting {
    /// Factors on colour and opacity, 0..=1.
    pub color: [f32; 4],
    /// Units above and below.
    pub reach: [f32; 2],
    /// Which part of the picture.
    pub tile: u16,
    /// Edges are left behind.
    pub visible: bool,
}

impl Default for RibbonSetting {
    fn default() -> Self {
        RibbonSetting { color: [1.0; 4], reach: [1.0; 2], tile: 0, visible: true }
    }
}

impl RibbonSetting {
    /// Part of the way to another; what cannot be mixed changes half way.
    #[must_use]
    pub fn towards(&self, other: &Self, share: f32) -> Self {
        let mix = |from: f32, to: f32| from + (to - from) * share;
        let nearer = if share > 0.5 { other } else { self };
        RibbonSetting {
            color: std::array::from_fn(|part| mix(self.color[part], other.color[part])),
            reach: std::array::from_fn(|side| mix(self.reach[side], other.reach[side])),
            ..*nearer
        }
    }

    pub(crate) fn is_sound(&self) -> bool {
        self.color.iter().chain(&self.reach).all(|number| number.is_finite())
    }
}

/// How a clip changes a ribbon; what no curve says is as its law has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RibbonTrack {
    /// Name of the ribbon's law.
    pub ribbon: Box<str>,
    /// Factors, held within 0..=1.
    pub color: Curve<Vec3>,
    /// A factor, held within 0..=1.
    pub opacity: Curve<f32>,
    /// Units above and below.
    pub reach: [Curve<f32>; 2],
    /// Which part of the picture.
    pub tile: Curve<f32>,
    /// Edges are left behind above 0.
    pub visible: Curve<f32>,
}

impl RibbonTrack {
    /// The ribbon at a moment, for one that is at `rest` without any clip.
    pub fn at(&self, moment: &Moment, rest: &RibbonSetting) -> RibbonSetting {
        let [r, g, b, a] = rest.color;
        let color = self.color.at(moment).unwrap_or(Vec3::new(r, g, b)).clamp(Vec3::ZERO, Vec3::ONE);
        let opacity = self.opacity.at(moment).unwrap_or(a).clamp(0.0, 1.0);
        RibbonSetting {
            color: color.extend(opacity).to_array(),
            reach: std::array::from_fn(|side| self.reach[side].at(moment).unwrap_or(rest.reach[side])),
            tile: self.tile.at(moment).map_or(rest.tile, |tile| tile as u16),
            visible: self.visible.at(moment).map_or(rest.visible, |visible| visible > 0.0),
        }
    }
}

impl Default for RibbonLaw {
    /// White, two units wide, of sixteen edges that last a second.
    fn default() -> Self {
        RibbonLaw {
            name: String::new(),
            material: MaterialId(0),
            local: Affine3A::IDENTITY,
            reach: [1.0; 2],
            edges_per_second: 16.0,
            life: 1.0,
            gravity: 0.0,
            colors: Ramp::constant([1.0; 4]),
            tiles: [1; 2],
            tile: 0,
            driven: None,
        }
    }
}

impl RibbonLaw {
    /// Seconds an edge lasts, within bounds.
    pub fn longest_life(&self) -> f32 {
        if self.life.is_nan() { 0.0 } else { self.life.clamp(0.0, LONGEST_LIFE) }
    }
}

/// A ribbon at work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ribbon {
    /// Never used twice in a run.
    pub id: u32,
    /// How it looks.
    pub law: RibbonLawId,
    /// What leaves it behind.
    pub node: NodeId,
    /// Tick of the start.
    pub since: u64,
    /// Tick from which no more edges are left.
    pub until: Option<u64>,
    /// Where its node was.
    pub trail: Trail,
    /// What it was when edges were left, if clips change that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<Box<History<RibbonSetting>>>,
}

/// An edge across a ribbon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// World space: the end above, the end below.
    pub ends: [Vec3; 2],
    /// Colour and opacity, 0..=1.
    pub color: [f32; 4],
    /// Part of its life that is over.
    pub share: f32,
    /// Which part of the picture it shows.
    pub tile: u16,
    /// The band goes on from it to the edge left next before it; false where none was left for a while, and where the
    /// node jumped in between.
    pub joined: bool,
}

impl Ribbon {
    /// The edges at a time in ticks, newest first: the one at the node, as long
    /// as more are left, and those behind it.
    pub fn edges(&self, law: &RibbonLaw, tick: f64, mut each: impl FnMut(Edge)) {
        let rate = law.edges_per_second.clamp(0.0, 1000.0);
        let life = f64::from(law.longest_life()) * f64::from(TICKS_PER_SECOND);
        let sound = rate > 0.0 && law.reach.iter().all(|reach| reach.is_finite()) && law.local.is_finite();
        if !sound || life <= 0.0 {
            return;
        }
        let step = f64::from(TICKS_PER_SECOND) / f64::from(rate);
        let since = self.since as f64;
        let end = self.until.map_or(tick, |until| tick.min(until as f64));
        // An edge joins the one before it unless one between them was left out.
        let mut waiting: Option<(Edge, f64)> = None;
        let mut leave = |edge: Option<Edge>, born: f64| {
            if let Some((own, later)) = waiting.take() {
                each(Edge { joined: edge.is_some() && !self.trail.jumps(born, later), ..own });
            }
            waiting = edge.map(|edge| (edge, born));
        };
        if tick >= since && end >= tick {
            leave(self.edge(law, tick, tick, life), tick);
        }
        let last = ((end - since) / step).floor();
        let first = ((tick - life - since) / step).ceil().max(0.0);
        let count = (last - first + 1.0).clamp(0.0, MOST_EDGES as f64) as u64;
        for number in 0..count {
            let born = since + (last - number as f64) * step;
            if born < tick {
                leave(self.edge(law, born, tick, life), born);
            }
        }
        leave(None, tick);
    }

    fn edge(&self, law: &RibbonLaw, born: f64, tick: f64, life: f64) -> Option<Edge> {
        let place = self.trail.at(born)? * law.local;
        let own = law
            .driven
            .map(|rest| self.history.as_ref().and_then(|history| history.at(born)).copied().unwrap_or(rest));
        let own = own.unwrap_or(RibbonSetting { reach: law.reach, tile: law.tile, ..Default::default() });
        if !own.visible {
            return None;
        }
        let age = (tick - born) / f64::from(TICKS_PER_SECOND);
        let gravity = if law.gravity.is_finite() { law.gravity } else { 0.0 };
        let sunk = Vec3::Y * (0.5 * gravity * (age * age) as f32);
        let share = ((tick - born) / life) as f32;
        let [above, below] = own.reach;
        let ends = [above, -below].map(|y| place.transform_point3(Vec3::Y * y) - sunk);
        let finite = ends.iter().all(|end| end.is_finite());
        let colors = law.colors.at(share);
        let color = std::array::from_fn(|part| colors[part] * own.color[part]);
        finite.then_some(Edge { ends, color, share, tile: own.tile, joined: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ribbon(until: Option<u64>) -> Ribbon {
        let mut trail = Trail::default();
        for tick in 0..=120 {
            let place = Affine3A::from_translation(Vec3::X * tick as f32);
            trail.note(tick, place, false, f32::INFINITY, 0);
        }
        let (law, node) = (RibbonLawId(0), NodeId(0));
        Ribbon { id: 0, law, node, since: 0, until, trail, history: None }
    }

    fn edges(ribbon: &Ribbon, law: &RibbonLaw, tick: f64) -> Vec<Edge> {
        let mut edges = Vec::new();
        ribbon.edges(law, tick, |edge| edges.push(edge));
        edges
    }

    #[test]
    fn edges_stand_where_the_node_was_and_sink_and_fade() {
        let colors = Ramp::new([(0.0, [1.0; 4]), (1.0, [1.0, 1.0, 1.0, 0.0])]).unwrap();
        let law = RibbonLaw { edges_per_second: 4.0, gravity: 8.0, colors, ..RibbonLaw::default() };
        let found = edges(&ribbon(None), &law, 100.0);
        // Every fifteen ticks, not older than sixty, and the node itself.
        let at: Vec<f32> = found.iter().map(|edge| edge.ends[0].x).collect();
        assert_eq!(at, [100.0, 90.0, 75.0, 60.0, 45.0]);
        // 40 ticks old: sunk by 8 / 2 * (2 / 3) squared.
        let old = &found[3];
        assert!((old.ends[0].y - (1.0 - 16.0 / 9.0)).abs() < 1e-5);
        assert!((old.ends[1].y - (-1.0 - 16.0 / 9.0)).abs() < 1e-5);
        assert!((old.color[3] - 1.0 / 3.0).abs() < 1e-6);
    }

    #[test]
    fn one_that_was_ended_shrinks_away_behind() {
        let law = RibbonLaw { edges_per_second: 4.0, ..RibbonLaw::default() };
        let at = |tick| -> Vec<f32> {
            edges(&ribbon(Some(60)), &law, tick).iter().map(|edge| edge.ends[0].x).collect()
        };
        assert_eq!(at(80.0), [60.0, 45.0, 30.0]);
        assert_eq!(at(119.0), [60.0]);
        assert!(at(121.0).is_empty());
    }

    #[test]
    fn no_band_lies_across_a_jump() {
        let mut own = ribbon(None);
        own.trail = Trail::default();
        for tick in 0..=120_u64 {
            let x = if tick < 50 { tick as f32 } else { 1000.0 + tick as f32 };
            own.trail.note(tick, Affine3A::from_translation(Vec3::X * x), tick == 50, f32::INFINITY, 0);
        }
        let law = RibbonLaw { edges_per_second: 4.0, life: 2.0, ..RibbonLaw::default() };
        let found: Vec<(f32, bool)> =
            edges(&own, &law, 80.0).iter().map(|edge| (edge.ends[0].x, edge.joined)).collect();
        // Every fifteen ticks; between those of ticks 60 and 45 it jumped.
        let wanted = [
            (1080.0, true),
            (1075.0, true),
            (1060.0, false),
            (45.0, true),
            (30.0, true),
            (15.0, true),
            (0.0, false),
        ];
        assert_eq!(found, wanted);
    }

    #[test]
    fn hostile_numbers_leave_few_edges_or_none() {
        for (rate, life, most) in [
            (1e9, 1e30, 257),
            (f32::NAN, 1.0, 0),
            (16.0, f32::NAN, 0),
            (f32::INFINITY, 1.0, 257),
            (0.0, 1.0, 0),
        ] {
            let law = RibbonLaw { edges_per_second: rate, life, ..RibbonLaw::default() };
            assert!(edges(&ribbon(None), &law, 119.5).len() <= most, "{rate} {life}");
        }
        let law = RibbonLaw { reach: [f32::NAN; 2], ..RibbonLaw::default() };
        assert!(edges(&ribbon(None), &law, 119.5).is_empty());
    }
}
