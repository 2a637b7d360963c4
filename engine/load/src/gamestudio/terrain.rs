//! Terrains: a grid of heights, cut into tiles so that what lies behind the
//! camera need not be drawn.
//! Source: `docs/spec/gamestudio.md`, "5. HMP".

use super::models::source;
use super::paint::Skin;
use super::shape::polygon;
use super::space::place;
use gamestudio::hmp::Terrain;
use gamestudio::pixels::Palette;
use glam::Vec3;
use rayon::prelude::*;
use std::sync::Arc;
use world::{Aabb, Frame, Model, Vertex};

/// Cells along a side of a tile.
const TILE: u32 = 32;

/// The tiles and their material; nothing if there is no grid.
pub(super) fn tiles(terrain: &Terrain, frame: &Frame, palette: Option<&Arc<Palette>>) -> (Vec<Model>, Skin) {
    let picture = terrain.resolve_skin(0);
    let source =
        picture.and_then(|skin| source(skin.body.image.clone(), skin.kind, skin.width, skin.height, palette));
    let skin = Skin { name: "terrain".to_owned(), source, color: [0.8; 3], opacity: 1.0 };
    let Some((columns, rows)) = terrain.size() else { return (Vec::new(), skin) };
    let (heights, normals) = (terrain.heights(0), terrain.normals(0));
    let corners: Vec<(u32, u32)> = (0..rows - 1)
        .step_by(TILE as usize)
        .flat_map(|row| (0..columns - 1).step_by(TILE as usize).map(move |column| (column, row)))
        .collect();
    let vertex = |column: u32, row: u32| -> Option<Vertex> {
        let index = row as usize * columns as usize + column as usize;
        let [east, north] = terrain.place(column, row)?;
        Some(Vertex {
            position: place(frame, [east, north, *heights.get(index)?]).to_array(),
            normal: Vertex::pack_normal(place(frame, *normals.get(index)?).normalize_or(Vec3::Y)),
            // The picture is stretched once over the whole terrain.
            uv: [column as f32 / (columns - 1) as f32, row as f32 / (rows - 1) as f32],
            color: [255; 3],
            day: 0,
        })
    };
    let tile = |(column, row): &(u32, u32)| -> Option<Model> {
        let mut model = Model { lit: true, fogged: true, ..Model::default() };
        let (last_column, last_row) = ((column + TILE).min(columns - 1), (row + TILE).min(rows - 1));
        for row in *row..=last_row {
            for column in *column..=last_column {
                model.vertices.push(vertex(column, row)?);
            }
        }
        let width = last_column - column + 1;
        for row in 0..last_row - row {
            for column in 0..last_column - column {
                let (here, south) = (row * width + column, (row + 1) * width + column);
                // Counter-clockwise from above: south-west, south-east, north-east.
                let halves = [[south, south + 1, here + 1], [south, here + 1, here]];
                model.indices.extend(halves.into_iter().flat_map(|half| frame.corners(half)));
            }
        }
        model.polygons.push(polygon(0, 0, model.indices.len() as u32, 0));
        model.bounds = Aabb::around(model.vertices.iter().map(|vertex| vertex.position.into()));
        Some(model)
    };
    (corners.par_iter().filter_map(tile).collect(), skin)
}
