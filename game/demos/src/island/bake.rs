//! Light maps: every flat part of a block gets a rectangle on a page, and every
//! texel of it its light.
//! Source: `docs/spec/gamestudio.md`, "2.4 Light maps".

use super::light::Light;
use super::shape::{Solid, Surface};
use crate::builders::numbers::noise;
use glam::{Vec2, Vec3};
use rayon::prelude::*;

/// Metres of a texel.
const TEXEL: f32 = 0.3;
/// INFO's size of pages: 256 doubled once.
pub(super) const PAGE_SIZE: u8 = 1;
/// Columns, and rows, of a page.
const SIDE: u32 = 256 << PAGE_SIZE;
/// How far from its surface light is asked for.
const OFF: f32 = 0.03;
/// Faces lie on one plane when they differ by no more.
const PLANE: f32 = 2e-3;
/// Bytes of a page.
const PAGE_BYTES: usize = (SIDE * SIDE * 3) as usize;
/// A page's value for light that makes a surface show its own colours.
const OWN: f32 = 127.5;

/// A rectangle in a plane of a block.
struct Chart {
    normal: Vec3,
    right: Vec3,
    down: Vec3,
    /// Distance of the plane.
    height: f32,
    low: Vec2,
    high: Vec2,
    page: usize,
    at: [u32; 2],
}

impl Chart {
    fn flat(&self, point: Vec3) -> Vec2 {
        Vec2::new(point.dot(self.right), point.dot(self.down))
    }

    /// Columns and rows with a rim of one texel.
    fn size(&self) -> [u32; 2] {
        (self.high - self.low).to_array().map(|length| (length / TEXEL).ceil() as u32 + 2)
    }

    /// Where on the page a point of it is, 0..=1.
    fn uv(&self, point: Vec3) -> [f32; 2] {
        let texel = (self.flat(point) - self.low) / TEXEL + Vec2::ONE;
        let [x, y] = self.at.map(|at| at as f32);
        [(x + texel.x) / SIDE as f32, (y + texel.y) / SIDE as f32]
    }

    /// The middle of a texel, a little above the surface.
    fn texel(&self, column: u32, row: u32) -> Vec3 {
        let off = Vec2::new(column as f32 - 0.5, row as f32 - 0.5) * TEXEL;
        let limit = |value: f32, low: f32, high: f32| value.clamp(low.min(high), low.max(high));
        let at = self.low + off;
        // The rim sees what the edge sees.
        let at = Vec2::new(
            limit(at.x, self.low.x + 0.01, self.high.x - 0.01),
            limit(at.y, self.low.y + 0.01, self.high.y - 0.01),
        );
        self.right * at.x + self.down * at.y + self.normal * (self.height + OFF)
    }

    /// Its texels, row by row; those inside of something take the light of
    /// their neighbours. What comes from all around changes slowly: it is asked
    /// for at every other texel of every other row.
    fn light(&self, light: &Light) -> Vec<Vec3> {
        let [columns, rows] = self.size();
        let turn =
            |column: u32, row: u32| noise(7, column as f32 * 3.7 + self.height, row as f32 * 5.3, 0) * 50.0;
        let coarse = [columns, rows].map(|side| side / 2 + 1);
        let around = (0..coarse[0] * coarse[1]).map(|index| {
            let (column, row) = (index % coarse[0] * 2, index / coarse[0] * 2);
            light.around(self.texel(column, row), self.normal, turn(column, row))
        });
        let around = filled(around.collect(), coarse[0]);
        let between = |column: u32, row: u32| {
            let at = |x: u32, y: u32| around[(y * coarse[0] + x) as usize];
            let [x1, y1] = [column.div_ceil(2), row.div_ceil(2)];
            (at(column / 2, row / 2) + at(x1, row / 2) + at(column / 2, y1) + at(x1, y1)) * 0.25
        };
        let texels = (0..columns * rows).map(|index| {
            let (column, row) = (index % columns, index / columns);
            let (point, turn) = (self.texel(column, row), turn(column, row));
            let is_open = !light.is_inside(point, self.normal, turn);
            is_open.then(|| between(column, row) + light.straight(point, self.normal, turn))
        });
        filled(texels.collect(), columns)
    }
}

/// Gives what is not known the mean of its neighbours, from the known outwards;
/// nothing where nothing is known.
fn filled(mut texels: Vec<Option<Vec3>>, columns: u32) -> Vec<Vec3> {
    let (columns, count) = (i64::from(columns), texels.len() as i64);
    let at = |column: i64, row: i64| {
        let inside = (0..columns).contains(&column) && (0..count / columns).contains(&row);
        inside.then_some((row * columns + column) as usize)
    };
    while texels.iter().any(Option::is_none) && texels.iter().any(Option::is_some) {
        let known = texels.clone();
        for (index, texel) in texels.iter_mut().enumerate().filter(|(_, texel)| texel.is_none()) {
            let (column, row) = (index as i64 % columns, index as i64 / columns);
            let near = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];
            let near: Vec<Vec3> = near.iter().filter_map(|(x, y)| known[at(column + x, row + y)?]).collect();
            if !near.is_empty() {
                *texel = Some(near.iter().sum::<Vec3>() / near.len() as f32);
            }
        }
    }
    texels.into_iter().map(Option::unwrap_or_default).collect()
}

/// Where the faces of the blocks find their light, and the pages.
pub(super) struct Baked {
    charts: Vec<Chart>,
    /// Per block and face: its chart.
    of: Vec<Vec<Option<usize>>>,
    /// Pages as a level has them, the dummy first.
    pub pages: Vec<u8>,
}

impl Baked {
    /// Page of a face, from 1; 0 for none.
    pub fn page(&self, solid: usize, face: usize) -> i16 {
        self.of[solid][face].map_or(0, |chart| self.charts[chart].page as i16 + 1)
    }

    /// Where on its page a corner of a face is.
    pub fn uv(&self, solid: usize, face: usize, corner: Vec3) -> [f32; 2] {
        self.of[solid][face].map_or([0.0; 2], |chart| self.charts[chart].uv(corner))
    }
}

/// Works out the light of all blocks that take baked light.
pub(super) fn bake(solids: &[Solid], light: &Light) -> Baked {
    let (mut charts, mut of) = (Vec::new(), Vec::with_capacity(solids.len()));
    for solid in solids {
        of.push(charted(solid, &mut charts));
    }
    let count = pack(&mut charts);
    let lit: Vec<Vec<Vec3>> = charts.par_iter().map(|chart| chart.light(light)).collect();
    let mut pages = vec![gamestudio::wmb::lightmaps::DUMMY; PAGE_BYTES * (count + 1)];
    pages[PAGE_BYTES..].fill(OWN as u8);
    for (chart, texels) in charts.iter().zip(&lit) {
        let [columns, _] = chart.size();
        for (row, texels) in (0..).zip(texels.chunks_exact(columns as usize)) {
            let start =
                ((chart.at[1] + row) * SIDE + chart.at[0]) as usize * 3 + PAGE_BYTES * (chart.page + 1);
            for (pixel, texel) in pages[start..].chunks_exact_mut(3).zip(texels) {
                // Bright light is bent so that nothing is burnt out.
                let bent = texel.map(|value| if value > 1.1 { 1.1 + (value - 1.1) * 0.55 } else { value });
                let [red, green, blue] =
                    (bent * OWN).clamp(Vec3::ZERO, Vec3::splat(255.0)).round().to_array();
                pixel.copy_from_slice(&[blue as u8, green as u8, red as u8]);
            }
        }
    }
    Baked { charts, of, pages }
}

/// Sorts the faces of a block into charts: those that lie on one plane and near
/// each other share one.
fn charted(solid: &Solid, charts: &mut Vec<Chart>) -> Vec<Option<usize>> {
    if solid.kind != Surface::Stone {
        return vec![None; solid.faces.len()];
    }
    let first = charts.len();
    let mut of = Vec::with_capacity(solid.faces.len());
    for face in &solid.faces {
        let height = face.normal.dot(face.corners[0]);
        let same = |chart: &Chart| {
            (chart.height - height).abs() < PLANE
                && chart.normal.distance_squared(face.normal) < PLANE * PLANE
        };
        let known = charts[first..].iter().position(same).map(|index| first + index);
        let index = known.unwrap_or_else(|| {
            let right = if face.normal.z.abs() > 0.95 {
                Vec3::X
            } else {
                Vec3::Z.cross(face.normal).normalize_or(Vec3::X)
            };
            let right = (right - face.normal * right.dot(face.normal)).normalize_or(Vec3::X);
            let down = right.cross(face.normal);
            let (low, high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
            charts.push(Chart { normal: face.normal, right, down, height, low, high, page: 0, at: [0; 2] });
            charts.len() - 1
        });
        for corner in &face.corners {
            let flat = charts[index].flat(*corner);
            charts[index].low = charts[index].low.min(flat);
            charts[index].high = charts[index].high.max(flat);
        }
        of.push(Some(index));
    }
    of
}

/// Gives every chart its place, in rows of charts of like height; how many
/// pages that takes.
fn pack(charts: &mut [Chart]) -> usize {
    let mut order: Vec<usize> = (0..charts.len()).collect();
    order.sort_by_key(|index| (std::cmp::Reverse(charts[*index].size()[1]), *index));
    let (mut page, mut x, mut y, mut tall) = (0, 0, 0, 0);
    for index in order {
        let [columns, rows] = charts[index].size().map(|side| side.min(SIDE));
        if x + columns > SIDE {
            (x, y, tall) = (0, y + tall, 0);
        }
        if y + rows > SIDE {
            (page, x, y, tall) = (page + 1, 0, 0, 0);
        }
        charts[index].page = page;
        charts[index].at = [x, y];
        x += columns;
        tall = tall.max(rows);
    }
    if charts.is_empty() { 0 } else { page + 1 }
}
