//! Walls with arched openings and broken tops.

use super::shape::{Lie, Paint, Solid, Surface};
use glam::{Vec2, Vec3};

/// Pieces of half an arch.
const PIECES: u32 = 6;
/// How far the stones around an opening stand out.
const PROUD: f32 = 0.05;

/// A hole in a wall.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    /// Its middle, from the wall's start.
    pub at: f32,
    /// Half its width.
    pub half: f32,
    /// Height of its lower edge.
    pub sill: f32,
    /// Height where its arch begins.
    pub spring: f32,
    /// Height of the arch; 0 for a lintel.
    pub rise: f32,
    /// 0 for a round arch, 1 for a pointed one of two thirds of a circle.
    pub point: f32,
    /// Width of the stones around it; 0 for none.
    pub trim: f32,
}

impl Opening {
    /// Height of its upper edge at a place along the wall.
    fn arch(&self, at: f32) -> f32 {
        self.wider(at, 0.0)
    }

    /// The same for an arch around it that is wider by so much on all sides.
    fn wider(&self, at: f32, by: f32) -> f32 {
        let off = ((at - self.at).abs() / (self.half + by)).min(1.0) + self.point;
        let whole = (1.0 + self.point) * (1.0 + self.point);
        let height = (whole - off * off).max(0.0).sqrt() / (1.0 + 2.0 * self.point).sqrt();
        self.spring + height * (self.rise + by)
    }

    /// Places along the wall where its edge bends.
    fn bends(&self) -> Vec<f32> {
        if self.rise == 0.0 {
            return vec![self.at - self.half, self.at + self.half];
        }
        (0..=2 * PIECES)
            .map(|piece| {
                // Closer together where the arch is steep.
                let turn = piece as f32 / (2 * PIECES) as f32 * std::f32::consts::PI;
                self.at - libm::cosf(turn) * self.half
            })
            .collect()
    }
}

/// A wall between two points on the ground.
#[derive(Clone, Debug)]
pub(super) struct Wall {
    pub from: Vec2,
    pub to: Vec2,
    pub thick: f32,
    /// Height of its foot.
    pub base: f32,
    /// Its top: places from the start, and heights, the first at 0 and the last
    /// at the end.
    pub top: Vec<[f32; 2]>,
    pub openings: Vec<Opening>,
    pub paint: Paint,
    /// What its top is painted with.
    pub cap: Paint,
}

impl Wall {
    /// A wall with a level top.
    pub fn level(from: Vec2, to: Vec2, thick: f32, [base, top]: [f32; 2], paint: Paint) -> Self {
        let length = from.distance(to);
        let top = vec![[0.0, top], [length, top]];
        Wall { from, to, thick, base, top, openings: Vec::new(), paint, cap: Paint::Coping }
    }

    fn length(&self) -> f32 {
        self.from.distance(self.to)
    }

    fn height(&self, at: f32) -> f32 {
        let pair = self.top.windows(2).find(|pair| at <= pair[1][0]);
        let Some([[x0, z0], [x1, z1]]) = pair.and_then(|pair| <&[[f32; 2]; 2]>::try_from(pair).ok()) else {
            return self.top.last().map_or(self.base, |last| last[1]);
        };
        z0 + (z1 - z0) * ((at - x0) / (x1 - x0).max(1e-6)).clamp(0.0, 1.0)
    }

    /// A point: along the wall, out to its left, up.
    fn at(&self, along: f32, out: f32, z: f32) -> Vec3 {
        let way = (self.to - self.from).normalize_or(Vec2::X);
        (self.from + way * along + way.perp() * out).extend(z)
    }

    /// The wall as a block.
    pub fn build(&self) -> Solid {
        let mut solid = Solid::new(Surface::Stone);
        let half = self.thick * 0.5;
        let mut cuts: Vec<f32> = self.top.iter().map(|[at, _]| *at).collect();
        cuts.extend(self.openings.iter().flat_map(Opening::bends));
        cuts.sort_by(f32::total_cmp);
        cuts.dedup_by(|a, b| (*a - *b).abs() < 1e-3);
        for pair in cuts.windows(2) {
            let [x0, x1] = [pair[0], pair[1]];
            let middle = (x0 + x1) * 0.5;
            let mut holes: Vec<&Opening> =
                self.openings.iter().filter(|hole| (middle - hole.at).abs() < hole.half).collect();
            holes.sort_by(|a, b| a.sill.total_cmp(&b.sill));
            let (top0, top1) = (self.height(x0), self.height(x1));
            let mut strip = |low: [f32; 2], high: [f32; 2]| {
                if high[0] - low[0] < 1e-3 && high[1] - low[1] < 1e-3 {
                    return;
                }
                let (a, b) = (self.at(x0, half, low[0]), self.at(x1, half, low[1]));
                let (c, d) = (self.at(x1, half, high[1]), self.at(x0, half, high[0]));
                solid.face(&[b, a, d, c], self.paint);
                let (a, b) = (self.at(x0, -half, low[0]), self.at(x1, -half, low[1]));
                let (c, d) = (self.at(x1, -half, high[1]), self.at(x0, -half, high[0]));
                solid.face(&[a, b, c, d], self.paint);
            };
            // From hole to hole upwards.
            let mut low = [self.base; 2];
            for hole in &holes {
                strip(low, [hole.sill; 2]);
                low = [hole.arch(x0), hole.arch(x1)];
            }
            strip(low, [top0, top1]);
            // Under the arches, on the sills, on top.
            let across = |z0: f32, z1: f32| {
                [self.at(x0, half, z0), self.at(x0, -half, z0), self.at(x1, -half, z1), self.at(x1, half, z1)]
            };
            for hole in holes {
                let [a, b, c, d] = across(hole.arch(x0), hole.arch(x1));
                solid.face(&[a, d, c, b], Paint::Voussoir);
                if hole.sill > self.base {
                    solid.face(&across(hole.sill, hole.sill), Paint::Flags);
                }
            }
            solid.face(&across(top0, top1), self.cap);
        }
        for hole in &self.openings {
            self.frame(&mut solid, hole);
        }
        let length = self.length();
        for (at, way) in [(0.0, 1.0), (length, -1.0)] {
            let top = self.height(at);
            let (left, right) = (half * way, -half * way);
            let corners = [
                self.at(at, left, self.base),
                self.at(at, right, self.base),
                self.at(at, right, top),
                self.at(at, left, top),
            ];
            solid.face(&corners, self.paint);
        }
        solid
    }

    /// The jambs of an opening, and the stones around it on both faces.
    fn frame(&self, solid: &mut Solid, hole: &Opening) {
        let half = self.thick * 0.5;
        for side in [-1.0, 1.0] {
            let x = hole.at + side * hole.half;
            let jamb = |out: f32, z: f32| self.at(x, -out * side, z);
            let corners = [
                jamb(-half, hole.sill),
                jamb(half, hole.sill),
                jamb(half, hole.spring),
                jamb(-half, hole.spring),
            ];
            solid.face(&corners, Paint::Voussoir);
        }
        if hole.trim <= 0.0 {
            return;
        }
        for out in [half, -half] {
            self.trim(solid, hole, out);
        }
    }

    fn trim(&self, solid: &mut Solid, hole: &Opening, out: f32) {
        let proud = out + PROUD * out.signum();
        // The inner edge and the outer one, from the foot of one jamb over the
        // arch to the other.
        let mut edges: Vec<([f32; 2], [f32; 2])> = Vec::new();
        let wide = hole.half + hole.trim;
        edges.push(([hole.at - hole.half, hole.sill], [hole.at - wide, hole.sill]));
        for bend in hole.bends() {
            let outer = hole.at + (bend - hole.at) / hole.half * wide;
            let raised = hole.wider(outer, hole.trim);
            edges.push(([bend, hole.arch(bend)], [outer, raised]));
        }
        edges.push(([hole.at + hole.half, hole.sill], [hole.at + wide, hole.sill]));
        let mut along = 0.0;
        for pair in edges.windows(2) {
            let [(a, d), (b, c)] = [pair[0], pair[1]];
            let place = |[x, z]: [f32; 2], out: f32| self.at(x, out, z);
            let (a3, b3, c3, d3) = (place(a, proud), place(b, proud), place(c, proud), place(d, proud));
            let step = d3.distance(c3);
            let right = (c3 - d3).normalize_or(Vec3::X);
            let mut corners = vec![a3, b3, c3, d3];
            let normal = (b3 - a3).cross(d3 - a3);
            let outward = self.at(0.0, out.signum(), 0.0) - self.at(0.0, 0.0, 0.0);
            if normal.dot(outward) < 0.0 {
                corners.reverse();
            }
            let down = (a3 - d3).normalize_or(-Vec3::Z);
            // The stones' joints run across the arch.
            let shift = Vec2::new(along - right.dot(d3), -down.dot(d3));
            solid.lying(&corners, Paint::Voussoir, Lie { right, down, shift });
            // The edge that stands out.
            let (c1, d1) = (place(c, out), place(d, out));
            let mut rim = vec![d3, c3, c1, d1];
            let outside = (d3 - a3).normalize_or(Vec3::Z);
            if (c3 - d3).cross(c1 - c3).dot(outside) < 0.0 {
                rim.reverse();
            }
            solid.face(&rim, Paint::Voussoir);
            along += step;
        }
    }
}
