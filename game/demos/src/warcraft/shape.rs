//! Shapes over bones: points that follow up to four bones, and triangles in parts, each of one geoset and one
//! look. Places are in the format's own frame: x forward, y left, z up, in yards.

use glam::{Vec2, Vec3};
use std::f32::consts::TAU;

/// Which bones a point follows, and how much: the weights are 255 together, the largest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hold {
    pub bones: [u8; 4],
    pub weights: [u8; 4],
}

impl Hold {
    /// One bone alone.
    pub const fn of(bone: usize) -> Hold {
        Hold { bones: [bone as u8, 0, 0, 0], weights: [255, 0, 0, 0] }
    }

    /// Two bones, the second by a share of 0 to 1.
    pub fn between(first: usize, second: usize, share: f32) -> Hold {
        let second_weight = (share.clamp(0.0, 1.0) * 255.0).round() as u8;
        let mut both = [(255 - second_weight, first as u8), (second_weight, second as u8)];
        both.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
        let [(a, first), (b, second)] = both;
        if b == 0 {
            Hold::of(first.into())
        } else {
            Hold { bones: [first, second, 0, 0], weights: [a, b, 0, 0] }
        }
    }

    /// Three bones, the first by half.
    pub const fn among(first: usize, second: usize, third: usize) -> Hold {
        Hold { bones: [first as u8, second as u8, third as u8, 0], weights: [127, 64, 64, 0] }
    }
}

/// A point of a skin at rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    pub place: Vec3,
    pub normal: Vec3,
    pub uv: Vec2,
    pub uv2: Vec2,
    pub hold: Hold,
}

/// Triangles of one geoset and one look.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub geoset: u16,
    pub look: usize,
    pub triangles: Vec<[u16; 3]>,
}

/// A ring around a limb.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring {
    pub middle: Vec3,
    /// Half its depth, which is along x of what stands and along z of what lies, and half its width.
    pub size: Vec2,
    pub hold: Hold,
}

pub(super) const fn ring(middle: [f32; 3], size: [f32; 2], hold: Hold) -> Ring {
    Ring { middle: Vec3::from_array(middle), size: Vec2::from_array(size), hold }
}

/// A rectangle of a texture: from its upper left corner to its lower right one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window(pub [f32; 4]);

impl Window {
    pub const WHOLE: Window = Window([0.0, 0.0, 1.0, 1.0]);

    /// A little less, so that nothing beside the rectangle is seen when it is filtered.
    pub const fn inset(self) -> Window {
        const EDGE: f32 = 0.006;
        let Window([left, top, right, bottom]) = self;
        Window([left + EDGE, top + EDGE, right - EDGE, bottom - EDGE])
    }

    /// A place of the rectangle, 0 to 1 to the right and down.
    pub fn at(self, across: f32, down: f32) -> Vec2 {
        let Window([left, top, right, bottom]) = self;
        Vec2::new(left + (right - left) * across, top + (bottom - top) * down)
    }
}

/// A shape in the making.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    pub points: Vec<Point>,
    pub parts: Vec<Part>,
}

impl Shape {
    /// Faces from here on are of this geoset and look.
    pub fn part(&mut self, geoset: u16, look: usize) -> &mut Self {
        self.parts.push(Part { geoset, look, triangles: Vec::new() });
        self
    }

    pub fn point(&mut self, point: Point) -> u16 {
        self.points.push(point);
        (self.points.len() - 1) as u16
    }

    /// A triangle, counter-clockwise from outside.
    fn face(&mut self, corners: [u16; 3]) {
        if let Some(part) = self.parts.last_mut() {
            part.triangles.push(corners);
        }
    }

    fn quad(&mut self, [a, b, c, d]: [u16; 4]) {
        self.face([a, b, c]);
        self.face([a, c, d]);
    }

    /// A tube through rings, closed at both ends. The window's upper edge is at the first ring; its columns go
    /// around once, with the front, or the top of what lies, in the middle.
    pub fn tube(&mut self, rings: &[Ring], sides: u16, window: Window) -> &mut Self {
        let [Some(first), Some(last)] = [rings.first(), rings.last()] else { return self };
        let whole = last.middle - first.middle;
        let front = if whole.x.abs() > whole.z.abs() { Vec3::Z } else { Vec3::X };
        let length: f32 = rings.windows(2).map(|pair| pair[0].middle.distance(pair[1].middle)).sum();
        let mut done = 0.0;
        let mut rows: Vec<u16> = Vec::new();
        for (index, ring) in rings.iter().enumerate() {
            let before = rings[index.saturating_sub(1)];
            let after = rings[(index + 1).min(rings.len() - 1)];
            done += before.middle.distance(ring.middle);
            let along = (after.middle - before.middle).normalize_or(Vec3::Z);
            let depth = (front - along * along.dot(front)).normalize_or(Vec3::Y);
            let across = along.cross(depth);
            // Where the tube gets thinner its sides look along it.
            let apart = before.middle.distance(after.middle).max(0.02);
            let slope = (before.size - after.size).element_sum() / 2.0 / apart;
            rows.push(self.points.len() as u16);
            for side in 0..=sides {
                // From the back around and on.
                let part = f32::from(side) / f32::from(sides);
                let (sin, cos) = libm::sincosf((part - 0.5) * TAU);
                let out = (depth * cos * ring.size.y + across * sin * ring.size.x).normalize_or(depth);
                self.point(Point {
                    place: ring.middle + depth * cos * ring.size.x + across * sin * ring.size.y,
                    normal: (out + along * slope).normalize_or(out),
                    uv: window.at(part, done / length.max(0.01)),
                    uv2: Vec2::new(part, done / length.max(0.01)),
                    hold: ring.hold,
                });
            }
        }
        for pair in rows.windows(2) {
            for side in 0..sides {
                let [low, high] = [pair[0] + side, pair[1] + side];
                self.quad([low, low + 1, high + 1, high]);
            }
        }
        let [Some(low), Some(high)] = [rows.first(), rows.last()] else { return self };
        let ends = [
            (*low, first, first.middle - rings[1.min(rings.len() - 1)].middle, 0.0, false),
            (*high, last, last.middle - rings[rings.len().saturating_sub(2)].middle, 1.0, true),
        ];
        for (row, end, out, down, is_last) in ends {
            let out = out.normalize_or(Vec3::Z);
            let tip = self.point(Point {
                place: end.middle + out * end.size.min_element() * 0.35,
                normal: out,
                uv: window.at(0.5, down),
                uv2: Vec2::new(0.5, down),
                hold: end.hold,
            });
            for side in 0..sides {
                let (a, b) = (row + side, row + side + 1);
                self.face(if is_last { [a, b, tip] } else { [b, a, tip] });
            }
        }
        self
    }

    /// What a turner makes: a profile of radii and heights, from below along its outside, around a middle.
    pub fn lathe(
        &mut self,
        middle: Vec3,
        profile: &[[f32; 2]],
        sides: u16,
        hold: Hold,
        window: Window,
    ) -> &mut Self {
        let length: f32 =
            profile.windows(2).map(|pair| Vec2::from(pair[0]).distance(Vec2::from(pair[1]))).sum();
        let mut done = 0.0;
        for pair in profile.windows(2) {
            let [from, to] = [pair[0], pair[1]].map(Vec2::from);
            let way = (to - from).normalize_or(Vec2::Y);
            let rows = [(from, done), (to, done + from.distance(to))].map(|(at, far)| {
                let start = self.points.len() as u16;
                for side in 0..=sides {
                    let part = f32::from(side) / f32::from(sides);
                    let (sin, cos) = libm::sincosf(part * TAU);
                    self.point(Point {
                        place: middle + Vec3::new(cos * at.x, sin * at.x, at.y),
                        normal: Vec3::new(cos * way.y, sin * way.y, -way.x).normalize_or(Vec3::Z),
                        uv: window.at(part, 1.0 - far / length.max(0.01)),
                        uv2: Vec2::new(cos, sin) * at.x,
                        hold,
                    });
                }
                start
            });
            done += from.distance(to);
            for side in 0..sides {
                let [low, high] = rows.map(|row| row + side);
                // A ring without a radius is a point.
                if from.x > 0.0 {
                    self.face([low, low + 1, high + 1]);
                }
                if to.x > 0.0 {
                    self.face([low, high + 1, high]);
                }
            }
        }
        self
    }

    /// A flat quad, counter-clockwise from where it is seen; the texture's upper left corner is at the last one.
    pub fn card(&mut self, corners: [Vec3; 4], hold: Hold, window: Window) -> &mut Self {
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize_or(Vec3::Z);
        let uvs = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]];
        let mut row = [0; 4];
        for ((corner, [across, down]), place) in row.iter_mut().zip(uvs).zip(corners) {
            let uv2 = Vec2::new(across, down);
            *corner = self.point(Point { place, normal, uv: window.at(across, down), uv2, hold });
        }
        self.quad(row);
        self
    }

    /// A card that faces +x, half so wide and half so high: what billboards carry.
    pub fn sprite(&mut self, middle: Vec3, size: Vec2, hold: Hold, window: Window) -> &mut Self {
        let at = |across: f32, up: f32| middle + Vec3::new(0.0, across * size.x, up * size.y);
        self.card([at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)], hold, window)
    }

    /// A flat quad on the ground, half so wide.
    pub fn decal(&mut self, middle: Vec3, half: f32, hold: Hold) -> &mut Self {
        let at = |x: f32, y: f32| middle + Vec3::new(x * half, y * half, 0.0);
        let corners = [at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)];
        self.card(corners, hold, Window::WHOLE)
    }

    /// A box between two corners.
    pub fn block(&mut self, min: [f32; 3], max: [f32; 3], hold: Hold, window: Window) -> &mut Self {
        let (min, max) = (Vec3::from(min), Vec3::from(max));
        let at = |number: u32| {
            let pick = |axis: usize| if number >> axis & 1 == 1 { max[axis] } else { min[axis] };
            Vec3::new(pick(0), pick(1), pick(2))
        };
        for side in [[1, 3, 7, 5], [2, 0, 4, 6], [3, 2, 6, 7], [0, 1, 5, 4], [4, 5, 7, 6], [2, 3, 1, 0]] {
            self.card(side.map(at), hold, window);
        }
        self
    }

    /// A sheet of columns and rows, each point as told; it is seen from where columns go to the right and rows go
    /// down. With `both` it is seen from behind, too.
    pub fn sheet(
        &mut self,
        [columns, rows]: [u16; 2],
        both: bool,
        at: impl Fn(f32, f32) -> Point,
    ) -> &mut Self {
        let start = self.points.len() as u16;
        for row in 0..=rows {
            for column in 0..=columns {
                let (across, down) =
                    (f32::from(column) / f32::from(columns), f32::from(row) / f32::from(rows));
                self.point(at(across, down));
            }
        }
        let number = |column: u16, row: u16| start + row * (columns + 1) + column;
        for row in 0..rows {
            for column in 0..columns {
                let [a, b] = [number(column, row + 1), number(column + 1, row + 1)];
                let [c, d] = [number(column + 1, row), number(column, row)];
                self.quad([a, b, c, d]);
                if both {
                    self.quad([d, c, b, a]);
                }
            }
        }
        self
    }
}
