//! Ferns and wind-bent pines.

use super::figure::{self, Figure, Section};
use crate::builders::graph::{NAME, failed};
use crate::builders::numbers::Random;
use binary::Result;
use gamestudio::mdl7::{Model, Skin};
use glam::Vec3;

fn model(figure: &Figure, name: &str, picture: &str) -> Result<Vec<u8>> {
    let skin = Skin::external(name, picture).ok_or_else(|| failed(&NAME, "a file name", picture))?;
    let mut model = Model::default();
    model.groups.push(figure.group(name, skin)?);
    figure::file(&model)
}

/// `fern.mdl`: three cards that cross, half a metre high.
pub(super) fn fern(picture: &str) -> Result<Vec<u8>> {
    let mut figure = Figure::default();
    for card in 0..3 {
        let turn = card as f32 / 3.0 * std::f32::consts::PI + 0.3;
        let way = Vec3::new(libm::cosf(turn), libm::sinf(turn), 0.0) * 0.34;
        let corners = [-way, way, way + Vec3::Z * 0.5, -way + Vec3::Z * 0.5];
        figure.card(corners, 0, [0.0, 0.0, 1.0, 1.0], Vec3::Z);
    }
    model(&figure, "fern", picture)
}

/// `pine.mdl`: a trunk that leans from the wind, crowns in layers.
pub(super) fn pine(picture: &str) -> Result<Vec<u8>> {
    const CROWN: [f32; 4] = [0.005, 0.02, 0.74, 0.98];
    const BARK: [f32; 4] = [0.77, 0.02, 0.98, 0.98];
    let mut figure = Figure::default();
    let s = Section::new;
    figure.tube(
        &[
            s([0.0, 0.0, -0.4], [0.24, 0.24], 0),
            s([0.05, 0.0, 0.5], [0.17, 0.17], 0),
            s([0.35, 0.05, 1.8], [0.14, 0.14], 0),
            s([0.85, 0.10, 3.0], [0.11, 0.11], 0),
            s([1.15, 0.05, 4.0], [0.07, 0.07], 0),
            s([1.5, 0.0, 4.9], [0.02, 0.02], 0),
        ],
        6,
        BARK,
    );
    let limbs = [
        ([0.6, 0.07, 2.4], [1.9, 0.9, 2.9]),
        ([0.85, 0.1, 3.0], [0.1, -0.9, 3.5]),
        ([1.0, 0.08, 3.5], [2.5, -0.5, 3.8]),
    ];
    for (from, to) in limbs {
        figure.tube(&[s(from, [0.06, 0.06], 0), s(to, [0.02, 0.02], 0)], 4, BARK);
    }
    let mut random = Random::new(3, 721);
    for ([x, y, z], size) in [
        ([1.9, 0.9, 3.1], 1.15),
        ([0.2, -0.9, 3.6], 0.9),
        ([2.4, -0.5, 3.9], 1.1),
        ([1.2, 0.3, 4.3], 1.25),
        ([1.7, -0.1, 5.0], 1.0),
        ([0.7, 0.5, 3.6], 0.8),
    ] {
        let middle = Vec3::new(x, y, z);
        for card in 0..4 {
            let turn = card as f32 / 4.0 * std::f32::consts::PI + random.between(-0.2, 0.2);
            let way = Vec3::new(libm::cosf(turn), libm::sinf(turn), random.between(-0.12, 0.12)) * size;
            let up = Vec3::new(random.between(-0.15, 0.15), random.between(-0.15, 0.15), 0.52) * size;
            figure.card(
                [middle - way - up, middle + way - up, middle + way + up, middle - way + up],
                0,
                CROWN,
                Vec3::Z,
            );
        }
        // A level layer, as such trees have.
        let (east, north) = (Vec3::X * size, Vec3::Y * size * 0.8);
        let flat = middle + Vec3::Z * 0.08;
        figure.card(
            [flat - east - north, flat + east - north, flat + east + north, flat - east + north],
            0,
            CROWN,
            Vec3::Z,
        );
    }
    model(&figure, "pine", picture)
}
