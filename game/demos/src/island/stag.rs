//! The stags of the meadow: bones that bend a skin, two scenes.

use super::figure::{self, Figure, Joint, Section};
use binary::Result;
use gamestudio::mdl7::{Model, Skin};
use glam::Mat3;

const HIP: u16 = 0;
const CHEST: u16 = 1;
const NECK: u16 = 2;
const HEAD: u16 = 3;
/// Upper bones of the legs: left and right in front, left and right behind; the
/// lower one follows each.
const LEGS: [u16; 4] = [4, 6, 8, 10];

const JOINTS: [Joint; 12] = [
    ("hip", None, [-0.45, 0.0, 1.05]),
    ("chest", Some(HIP), [0.32, 0.0, 1.08]),
    ("neck", Some(CHEST), [0.52, 0.0, 1.20]),
    ("head", Some(NECK), [0.84, 0.0, 1.74]),
    ("leg_fl", Some(CHEST), [0.42, 0.15, 0.95]),
    ("shin_fl", Some(4), [0.43, 0.15, 0.50]),
    ("leg_fr", Some(CHEST), [0.42, -0.15, 0.95]),
    ("shin_fr", Some(6), [0.43, -0.15, 0.50]),
    ("leg_bl", Some(HIP), [-0.50, 0.15, 0.98]),
    ("shin_bl", Some(8), [-0.62, 0.15, 0.54]),
    ("leg_br", Some(HIP), [-0.50, -0.15, 0.98]),
    ("shin_br", Some(10), [-0.62, -0.15, 0.54]),
];

/// Frames of a stride, at eight a second. A stride takes three quarters of a
/// second, in which whatever follows a path gets 2.25 m ahead.
const STRIDE: u32 = 6;
/// Part of a stride for which a foot carries.
const CARRIES: f32 = 0.36;
/// How far before and behind its joint a foot touches the ground, degrees.
const REACH: f32 = 24.0;
/// Frames of standing.
const STAND: u32 = 16;

/// Parts of the picture.
const COAT: [f32; 4] = [0.01, 0.01, 0.49, 0.99];
const LEG: [f32; 4] = [0.02, 0.20, 0.48, 0.62];
const ANTLER: [f32; 4] = [0.52, 0.02, 0.98, 0.23];
const HOOF: [f32; 4] = [0.52, 0.27, 0.98, 0.48];
const NOSE: [f32; 4] = [0.52, 0.77, 0.98, 0.98];

/// `stag.mdl`, which wears the picture of that name.
pub(super) fn file(picture: &str) -> Result<Vec<u8>> {
    let figure = body();
    let skin = Skin::external("coat", picture).ok_or_else(|| {
        crate::builders::graph::failed(&crate::builders::graph::NAME, "a file name", picture)
    })?;
    let mut group = figure.group("stag", skin)?;
    for frame in 0..STAND {
        let turns = standing(frame as f32 / STAND as f32);
        figure::turned(&mut group, &format!("stand {}", frame + 1), &JOINTS, &turns)?;
    }
    for frame in 0..STRIDE {
        let turns = walking(frame as f32 / STRIDE as f32);
        figure::turned(&mut group, &format!("walk {}", frame + 1), &JOINTS, &turns)?;
    }
    let mut model = Model { bones: figure::bones(&JOINTS)?, ..Model::default() };
    model.groups.push(group);
    model.push_deformer(0, &figure.influences());
    figure::file(&model)
}

fn body() -> Figure {
    let mut figure = Figure::default();
    let s = Section::new;
    // From the rump to the chest, then the neck into the head.
    figure.tube(
        &[
            s([-0.74, 0.0, 1.06], [0.05, 0.06], HIP),
            s([-0.68, 0.0, 1.03], [0.17, 0.20], HIP),
            s([-0.48, 0.0, 1.02], [0.22, 0.25], HIP),
            s([-0.15, 0.0, 0.99], [0.23, 0.25], HIP).with(CHEST, 0.4),
            s([0.18, 0.0, 0.98], [0.23, 0.28], CHEST),
            s([0.42, 0.0, 1.02], [0.20, 0.30], CHEST),
            s([0.58, 0.0, 1.10], [0.12, 0.20], CHEST).with(NECK, 0.4),
            s([0.64, 0.0, 1.12], [0.04, 0.08], NECK),
        ],
        9,
        COAT,
    );
    figure.tube(
        &[
            s([0.38, 0.0, 1.08], [0.14, 0.22], CHEST),
            s([0.52, 0.0, 1.24], [0.14, 0.20], CHEST).with(NECK, 0.5),
            s([0.66, 0.0, 1.46], [0.105, 0.15], NECK),
            s([0.78, 0.0, 1.66], [0.085, 0.11], NECK).with(HEAD, 0.4),
            s([0.83, 0.0, 1.76], [0.06, 0.07], HEAD),
        ],
        8,
        COAT,
    );
    figure.tube(
        &[
            s([0.74, 0.0, 1.76], [0.05, 0.05], HEAD),
            s([0.82, 0.0, 1.75], [0.085, 0.10], HEAD),
            s([0.94, 0.0, 1.70], [0.075, 0.085], HEAD),
            s([1.08, 0.0, 1.63], [0.048, 0.055], HEAD),
            s([1.17, 0.0, 1.59], [0.040, 0.042], HEAD),
        ],
        7,
        COAT,
    );
    figure.tube(
        &[s([1.16, 0.0, 1.595], [0.042, 0.040], HEAD), s([1.20, 0.0, 1.58], [0.025, 0.025], HEAD)],
        6,
        NOSE,
    );
    for side in [1.0, -1.0] {
        let at = |x: f32, y: f32, z: f32| [x, y * side, z];
        // Eye, ear, antler.
        figure.tube(
            &[
                s(at(0.885, 0.066, 1.755), [0.016, 0.018], HEAD),
                s(at(0.91, 0.074, 1.745), [0.012, 0.014], HEAD),
            ],
            5,
            NOSE,
        );
        figure.tube(
            &[
                s(at(0.78, 0.07, 1.80), [0.025, 0.015], HEAD),
                s(at(0.74, 0.16, 1.84), [0.035, 0.030], HEAD),
                s(at(0.72, 0.22, 1.87), [0.008, 0.008], HEAD),
            ],
            5,
            COAT,
        );
        antler(&mut figure, side);
        // Legs.
        let (front, behind) = if side > 0.0 { (LEGS[0], LEGS[2]) } else { (LEGS[1], LEGS[3]) };
        figure.tube(
            &[
                s(at(0.42, 0.12, 1.06), [0.10, 0.13], CHEST).with(front, 0.5),
                s(at(0.42, 0.15, 0.86), [0.075, 0.095], front),
                s(at(0.43, 0.15, 0.62), [0.05, 0.058], front),
                s(at(0.43, 0.15, 0.50), [0.045, 0.050], front).with(front + 1, 0.5),
                s(at(0.42, 0.15, 0.30), [0.032, 0.036], front + 1),
                s(at(0.42, 0.15, 0.10), [0.032, 0.036], front + 1),
            ],
            6,
            LEG,
        );
        figure.tube(
            &[
                s(at(-0.48, 0.11, 1.08), [0.11, 0.18], HIP).with(behind, 0.5),
                s(at(-0.50, 0.15, 0.86), [0.09, 0.14], behind),
                s(at(-0.57, 0.15, 0.66), [0.06, 0.075], behind),
                s(at(-0.63, 0.15, 0.53), [0.045, 0.055], behind).with(behind + 1, 0.5),
                s(at(-0.60, 0.15, 0.32), [0.034, 0.040], behind + 1),
                s(at(-0.57, 0.15, 0.10), [0.033, 0.037], behind + 1),
            ],
            6,
            LEG,
        );
        for (x, bone) in [(0.42, front + 1), (-0.57, behind + 1)] {
            figure.tube(
                &[
                    s(at(x, 0.15, 0.11), [0.036, 0.040], bone),
                    s(at(x + 0.03, 0.15, 0.0), [0.045, 0.058], bone),
                ],
                6,
                HOOF,
            );
        }
    }
    // The tail.
    figure.tube(
        &[
            s([-0.70, 0.0, 1.12], [0.05, 0.04], HIP),
            s([-0.79, 0.0, 1.04], [0.045, 0.04], HIP),
            s([-0.80, 0.0, 0.93], [0.012, 0.012], HIP),
        ],
        5,
        COAT,
    );
    figure
}

/// The main stem leans back and out; tines point forward and up.
fn antler(figure: &mut Figure, side: f32) {
    let stem =
        [[0.78, 0.05, 1.84], [0.72, 0.14, 1.98], [0.62, 0.28, 2.14], [0.60, 0.38, 2.34], [0.66, 0.42, 2.52]];
    let thick = [0.026, 0.024, 0.021, 0.017, 0.006];
    let at = |[x, y, z]: [f32; 3]| [x, y * side, z];
    let ring = |place: [f32; 3], thick: f32| Section::new(at(place), [thick, thick], HEAD);
    let sections: Vec<Section> = stem.iter().zip(thick).map(|(place, thick)| ring(*place, thick)).collect();
    figure.tube(&sections, 5, ANTLER);
    for (from, to) in [
        (stem[0], [0.98, 0.13, 1.98]),
        (stem[1], [0.92, 0.24, 2.10]),
        (stem[2], [0.82, 0.34, 2.30]),
        (stem[3], [0.52, 0.48, 2.50]),
        (stem[3], [0.78, 0.36, 2.46]),
    ] {
        figure.tube(&[ring(from, 0.020), ring(to, 0.005)], 4, ANTLER);
    }
}

/// About the axis to the left: positive lowers the head, or swings a leg back.
fn pitch(degrees: f32) -> Mat3 {
    Mat3::from_rotation_y(degrees.to_radians())
}

fn still() -> [Mat3; 12] {
    [Mat3::IDENTITY; 12]
}

/// It grazes for half of the time, and looks around for the other half.
fn standing(part: f32) -> [Mat3; 12] {
    let mut turns = still();
    let turn = part * std::f32::consts::TAU;
    let down = (0.5 - 0.75 * libm::cosf(turn)).clamp(0.0, 1.0);
    let chew = libm::sinf(turn * 5.0) * 3.0 * down;
    let look = libm::sinf(turn * 2.0) * 26.0 * (1.0 - down);
    turns[usize::from(NECK)] = Mat3::from_rotation_z((look * 0.4).to_radians()) * pitch(84.0 * down);
    turns[usize::from(HEAD)] = Mat3::from_rotation_z(look.to_radians()) * pitch(-30.0 * down + chew);
    turns[usize::from(CHEST)] = pitch(7.0 * down);
    // What the chest does the forelegs undo.
    turns[usize::from(LEGS[0])] = pitch(-7.0 * down);
    turns[usize::from(LEGS[1])] = pitch(-7.0 * down);
    turns
}

/// A trot: legs across from each other move together.
fn walking(part: f32) -> [Mat3; 12] {
    let mut turns = still();
    for (leg, shift) in LEGS.into_iter().zip([0.0, 0.5, 0.5, 0.0]) {
        let phase = (part + shift).rem_euclid(1.0);
        let (swing, knee) = if phase < CARRIES {
            // The foot goes back evenly with the ground.
            let along = 1.0 - 2.0 * phase / CARRIES;
            (libm::atanf(along * libm::tanf(REACH.to_radians())).to_degrees(), 0.0)
        } else {
            let rest = (phase - CARRIES) / (1.0 - CARRIES);
            let ahead = -libm::cosf(rest * std::f32::consts::PI);
            (ahead * REACH, libm::sinf(rest * std::f32::consts::PI) * 62.0)
        };
        let is_front = leg < LEGS[2];
        // Forelegs fold back, hind legs fold forward and up.
        turns[usize::from(leg)] = pitch(-swing - if is_front { knee * 0.45 } else { knee * 0.80 });
        turns[usize::from(leg) + 1] = pitch(if is_front { knee } else { knee * 1.55 });
    }
    let bob = libm::sinf(part * 2.0 * std::f32::consts::TAU);
    turns[usize::from(NECK)] = pitch(14.0 + bob * 3.0);
    turns[usize::from(HEAD)] = pitch(-12.0 - bob * 2.0);
    turns
}
