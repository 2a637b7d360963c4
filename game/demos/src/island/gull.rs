//! Gulls: vertices that move from frame to frame. One kind has its wings folded
//! and stands and walks, the other flies.

use super::figure::{self, Figure, Section};
use crate::builders::graph::{NAME, failed};
use binary::Result;
use gamestudio::mdl7::{Model, Skin};
use gamestudio::pixels::{Format, Shape};
use glam::{Mat3, Vec3};

/// Parts of the picture: white, grey, black, yellow.
const WHITE: [f32; 4] = [0.02, 0.05, 0.23, 0.95];
const GREY: [f32; 4] = [0.27, 0.05, 0.48, 0.95];
const BLACK: [f32; 4] = [0.52, 0.05, 0.73, 0.95];
const YELLOW: [f32; 4] = [0.77, 0.05, 0.98, 0.95];

/// What a point belongs to: the bone numbers of a figure without bones.
const BODY: u16 = 0;
const HEAD: u16 = 1;
const LEFT: u16 = 2;
const RIGHT: u16 = 3;
const LEFT_HAND: u16 = 4;
const RIGHT_HAND: u16 = 5;

/// Frames of a stroke of the wings.
const STROKE: u32 = 8;

fn skin(seed: u32) -> Result<Skin> {
    let canvas = super::pictures::gull(seed);
    let shape = Shape { format: Format::Rgb565, width: canvas.width, height: canvas.height, mips: true };
    Skin::from_rgba8("feathers", shape, &canvas.to_rgba8()).ok_or_else(|| failed(&NAME, "a skin", "feathers"))
}

/// Body and head, with the feet at height 0 when it stands.
fn body(lift: f32) -> Figure {
    let mut figure = Figure::default();
    let s = |at: [f32; 3], size: [f32; 2], bone: u16| Section::new([at[0], at[1], at[2] + lift], size, bone);
    figure.tube(
        &[
            s([-0.30, 0.0, 0.21], [0.045, 0.012], BODY),
            s([-0.20, 0.0, 0.20], [0.055, 0.035], BODY),
            s([-0.06, 0.0, 0.19], [0.085, 0.080], BODY),
            s([0.07, 0.0, 0.20], [0.080, 0.085], BODY),
            s([0.15, 0.0, 0.25], [0.050, 0.055], BODY).with(HEAD, 0.5),
            s([0.19, 0.0, 0.31], [0.045, 0.048], HEAD),
            s([0.235, 0.0, 0.325], [0.036, 0.036], HEAD),
            s([0.26, 0.0, 0.32], [0.016, 0.016], HEAD),
        ],
        7,
        WHITE,
    );
    figure.tube(
        &[
            s([0.25, 0.0, 0.316], [0.013, 0.015], HEAD),
            s([0.30, 0.0, 0.312], [0.009, 0.012], HEAD),
            s([0.325, 0.0, 0.298], [0.003, 0.004], HEAD),
        ],
        5,
        YELLOW,
    );
    for side in [1.0, -1.0] {
        let eye = |x: f32, y: f32| [x, y * side, 0.335];
        figure.tube(
            &[s(eye(0.222, 0.034), [0.007, 0.007], HEAD), s(eye(0.228, 0.042), [0.005, 0.005], HEAD)],
            4,
            BLACK,
        );
    }
    figure
}

/// `gull.mdl`.
pub(super) fn standing(seed: u32) -> Result<Vec<u8>> {
    let mut figure = body(0.0);
    let s = |at: [f32; 3], size: [f32; 2], bone: u16| Section::new(at, size, bone);
    for (side, leg) in [(1.0, LEFT), (-1.0, RIGHT)] {
        let at = |x: f32, y: f32, z: f32| [x, y * side, z];
        figure.tube(
            &[
                s(at(0.10, 0.06, 0.235), [0.012, 0.03], BODY),
                s(at(0.0, 0.088, 0.225), [0.022, 0.06], BODY),
                s(at(-0.14, 0.07, 0.225), [0.018, 0.045], BODY),
                s(at(-0.28, 0.028, 0.222), [0.012, 0.018], BODY),
            ],
            6,
            GREY,
        );
        figure.tube(
            &[
                s(at(-0.24, 0.034, 0.225), [0.013, 0.018], BODY),
                s(at(-0.40, 0.01, 0.225), [0.006, 0.006], BODY),
            ],
            5,
            BLACK,
        );
        figure.tube(
            &[s(at(0.0, 0.035, 0.13), [0.008, 0.010], BODY), s(at(0.0, 0.035, 0.012), [0.007, 0.007], leg)],
            4,
            YELLOW,
        );
        let foot = [
            at(-0.01, 0.028, 0.012),
            at(0.075, 0.005, 0.004),
            at(0.075, 0.065, 0.004),
            at(-0.01, 0.042, 0.012),
        ];
        figure.card(foot.map(Vec3::from), leg, YELLOW, Vec3::Z);
    }
    let mut group = figure.group("gull", skin(seed)?)?;
    // It looks left and right, quickly, and waits.
    for (frame, look) in
        [0.0, 0.0, 38.0, 38.0, 38.0, 0.0, -30.0, -30.0, -30.0, -30.0, 0.0, 0.0].into_iter().enumerate()
    {
        let points = moved(&figure, |part| match part {
            HEAD => (Mat3::from_rotation_z(f32::to_radians(look)), Vec3::new(0.15, 0.0, 0.27)),
            _ => (Mat3::IDENTITY, Vec3::ZERO),
        });
        figure.pose(&mut group, &format!("stand {}", frame + 1), &points)?;
    }
    for frame in 0..4u32 {
        let turn = frame as f32 / 4.0 * std::f32::consts::TAU;
        let swing = libm::sinf(turn) * 34.0;
        let nod = libm::cosf(turn * 2.0) * 9.0;
        let points = moved(&figure, |part| match part {
            LEFT => (Mat3::from_rotation_y(swing.to_radians()), Vec3::new(0.0, 0.0, 0.14)),
            RIGHT => (Mat3::from_rotation_y(-swing.to_radians()), Vec3::new(0.0, 0.0, 0.14)),
            HEAD => (Mat3::from_rotation_y(nod.to_radians()), Vec3::new(0.12, 0.0, 0.24)),
            _ => (Mat3::IDENTITY, Vec3::ZERO),
        });
        figure.pose(&mut group, &format!("walk {}", frame + 1), &points)?;
    }
    let mut model = Model::default();
    model.groups.push(group);
    figure::file(&model)
}

/// `gull_wing.mdl`: one that flies, its middle at height 0.
pub(super) fn flying(seed: u32) -> Result<Vec<u8>> {
    let mut figure = body(-0.2);
    let quad = |figure: &mut Figure, corners: [[f32; 3]; 4], bones: [u16; 4], picture: [f32; 4]| {
        let [left, top, right, bottom] = picture;
        let uvs = [[left, bottom], [right, bottom], [right, top], [left, top]].map(|uv| figure.uv(uv));
        for order in [[0, 1, 2, 3], [3, 2, 1, 0]] {
            let made =
                order.map(|corner| (figure.point(Vec3::from(corners[corner]), bones[corner]), uvs[corner]));
            figure.triangle([made[0], made[1], made[2]]);
            figure.triangle([made[0], made[2], made[3]]);
        }
    };
    for (side, arm, hand) in [(1.0, LEFT, LEFT_HAND), (-1.0, RIGHT, RIGHT_HAND)] {
        let at = |x: f32, y: f32| [x, y * side, 0.035];
        // Root, wrist, where the black begins, tip.
        let root = [at(-0.09, 0.06), at(0.10, 0.06)];
        let wrist = [at(-0.06, 0.34), at(0.13, 0.34)];
        let black = [at(-0.10, 0.56), at(0.04, 0.58)];
        let tip = [at(-0.17, 0.70), at(-0.15, 0.71)];
        quad(&mut figure, [root[0], root[1], wrist[1], wrist[0]], [BODY, BODY, arm, arm], GREY);
        quad(&mut figure, [wrist[0], wrist[1], black[1], black[0]], [arm, arm, hand, hand], GREY);
        quad(&mut figure, [black[0], black[1], tip[1], tip[0]], [hand; 4], BLACK);
    }
    let tail = [[-0.26, 0.05, 0.01], [-0.26, -0.05, 0.01], [-0.42, -0.10, 0.01], [-0.42, 0.10, 0.01]];
    quad(&mut figure, tail, [BODY; 4], WHITE);
    let mut group = figure.group("gull", skin(seed)?)?;
    for frame in 0..STROKE {
        let turn = frame as f32 / STROKE as f32 * std::f32::consts::TAU;
        let arm = 10.0 + libm::sinf(turn) * 26.0;
        // The hand follows later.
        let hand = arm - 8.0 + libm::sinf(turn - 0.9) * 20.0;
        let wrist = Vec3::new(0.0, 0.34, 0.035);
        let shoulder = Vec3::new(0.0, 0.06, 0.035);
        let mirrored = |point: Vec3| Vec3::new(point.x, -point.y, point.z);
        let points: Vec<Vec3> = figure
            .points
            .iter()
            .zip(&figure.weights)
            .map(|(point, weights)| {
                let part = weights[0].0;
                let (own, flip) = if matches!(part, RIGHT | RIGHT_HAND) {
                    (mirrored(*point), true)
                } else {
                    (*point, false)
                };
                let about = |degrees: f32, pivot: Vec3, point: Vec3| {
                    Mat3::from_rotation_x(degrees.to_radians()) * (point - pivot) + pivot
                };
                let there = match part {
                    LEFT | RIGHT => about(arm, shoulder, own),
                    LEFT_HAND | RIGHT_HAND => about(arm, shoulder, about(hand - arm, wrist, own)),
                    _ => own - Vec3::Z * (libm::sinf(turn) * 0.025),
                };
                if flip { mirrored(there) } else { there }
            })
            .collect();
        figure.pose(&mut group, &format!("fly {}", frame + 1), &points)?;
    }
    let mut model = Model::default();
    model.groups.push(group);
    figure::file(&model)
}

/// Every point moved by the turn and pivot of its part, as far as it belongs to
/// it.
fn moved(figure: &Figure, turn: impl Fn(u16) -> (Mat3, Vec3)) -> Vec<Vec3> {
    let place = |(point, weights): (&Vec3, &Vec<(u16, f32)>)| {
        weights.iter().fold(Vec3::ZERO, |sum, (part, weight)| {
            let (turn, pivot) = turn(*part);
            sum + (turn * (*point - pivot) + pivot) * *weight
        })
    };
    figure.points.iter().zip(&figure.weights).map(place).collect()
}
