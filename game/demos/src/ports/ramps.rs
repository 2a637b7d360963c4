//! Polygons of one colour with different vertex colours, such as a sky: the gradient becomes a
//! picture, each polygon a cell of it.

use super::models::Parts;
use crate::builders::graph::VERSION;
use crate::builders::paint::Canvas;
use crate::builders::textures::{Picture, Store};
use glam::Vec3;
use zbd::gamez::materials::{Cycle, MaterialSlot, flags};

/// Edge of the picture and of a cell, pixels.
const SIZE: u32 = 256;
const CELL: u32 = 8;
const ACROSS: usize = (SIZE / CELL) as usize;
/// Corners with smaller differences need no picture.
const LEAST: f32 = 0.012;

/// A polygon that shows a cell.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    /// The polygon's place in its model.
    pub polygon: usize,
    /// Its texture coordinates.
    pub uvs: Vec<[f32; 2]>,
}

/// Finds such polygons; the picture has their cells in the order found. As many as fit get one.
pub(super) fn find(parts: &mut Parts, slots: &[(MaterialSlot, Option<Cycle>)]) -> Option<Picture> {
    let mut cells: Vec<[Vec3; 4]> = Vec::new();
    for (model, ramps) in parts.models.iter().zip(&mut parts.ramps) {
        for polygon in model.polygons(VERSION) {
            let colors: Vec<Vec3> = polygon
                .colors
                .unwrap_or_default()
                .iter()
                .map(|color| Vec3::from_array(*color) / 255.0)
                .collect();
            let slot = polygon.materials.first().and_then(|index| slots.get(*index as usize));
            let plain = slot.is_some_and(|(slot, _)| slot.flags & flags::TEXTURED == 0 && slot.alpha == 255);
            let apart = colors.iter().map(|color| color.distance(colors[0])).fold(0.0, f32::max);
            if !plain || !(3..=4).contains(&colors.len()) || apart < LEAST || cells.len() == ACROSS * ACROSS {
                continue;
            }
            let own = slot.map_or(Vec3::ONE, |(slot, _)| Vec3::from_array(slot.color) / 255.0);
            // A triangle is a quad whose last corners are one.
            let corner = |index: usize| own * colors[index.min(colors.len() - 1)];
            let cell = std::array::from_fn(corner);
            let number = cells.iter().position(|other| *other == cell).unwrap_or(cells.len());
            if number == cells.len() {
                cells.push(cell);
            }
            let place = [(number % ACROSS) as f32, (number / ACROSS) as f32];
            let uv = |[x, y]: [f32; 2]| {
                // From the middle of the first pixel to that of the last.
                let inset = |part: f32| 0.5 + part * (CELL as f32 - 1.0);
                [
                    (place[0] * CELL as f32 + inset(x)) / SIZE as f32,
                    (place[1] * CELL as f32 + inset(y)) / SIZE as f32,
                ]
            };
            let uvs = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]].map(uv);
            ramps.push(Shown { polygon: polygon.index, uvs: uvs[..colors.len()].to_vec() });
        }
    }
    (!cells.is_empty()).then(|| Picture {
        name: "ramps".to_owned(),
        store: Store::Direct,
        stretch: 0,
        canvas: paint(&cells),
    })
}

fn paint(cells: &[[Vec3; 4]]) -> Canvas {
    let mut canvas = Canvas::new(SIZE, SIZE, [0.0; 3]);
    canvas.each(|u, v, pixel| {
        let (x, y) = ((u * SIZE as f32) as u32, (v * SIZE as f32) as u32);
        let number = (y / CELL) as usize * ACROSS + (x / CELL) as usize;
        let Some([a, b, c, d]) = cells.get(number) else { return };
        let part = |at: u32| (at % CELL) as f32 / (CELL - 1) as f32;
        let (across, down) = (part(x), part(y));
        let color = d.lerp(*c, across).lerp(a.lerp(*b, across), down);
        pixel[..3].copy_from_slice(&color.to_array());
    });
    canvas
}
