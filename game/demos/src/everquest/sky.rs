//! The sky over the zones: a dome that is pale at the horizon, clouds below it, a sun that rises in the east and a
//! moon across from it. Source: `docs/spec/everquest/zone-install.md`, "12. Sky".

use super::archive;
use super::face::Face;
use super::material::{self, Material, Method, OF_OTHERS};
use super::mesh::{self, Shape};
use super::pictures::{self, Store};
use super::skeletons::{self, Pose, about};
use crate::DemoFile;
use crate::builders::numbers::{layered_noise, noise, smooth_step};
use crate::builders::paint::{Canvas, blend};
use ::everquest::pfs::NewFile;
use ::everquest::wld::mesh::{largest_scale, mesh_flags};
use ::everquest::wld::{self, Body, Builder, Reference, Version, Wld};
use binary::Result;
use glam::{Vec2, Vec3};
use std::f32::consts::TAU;

/// Radius of the dome, of the clouds, and how far away sun and moon are.
const DOME: f32 = 400.0;
const CLOUDS: f32 = 320.0;
const THINGS: f32 = 100.0;
/// Corners around, and rows from the horizon up.
const AROUND: u32 = 32;
const ROWS: u32 = 10;
/// Frames of a day.
const HOURS: u32 = 24;

const PICTURES: [&str; 4] = ["skydome.bmp", "skycloud.bmp", "sun.bmp", "moon.bmp"];
const MATERIALS: [Material<'_>; 4] = [
    Material::still("SKYDOME", Method::SkyOpaque, &[PICTURES[0]]),
    Material::still("SKYCLOUD", Method::SkyBlended, &[PICTURES[1]]),
    Material::still("SUN", Method::SkyAdditive, &[PICTURES[2]]),
    Material::still("MOON", Method::SkyBlended, &[PICTURES[3]]),
];

/// The archive.
pub(super) fn file(seed: u32) -> Result<DemoFile> {
    let mut files = pictures::files(&MATERIALS, Store::Dds, |name| paint(seed, name))?;
    files.push(NewFile::new("sky.wld", wld::write(&world()?)?));
    archive("sky.s3d", &files)
}

fn world() -> Result<Wld> {
    let mut builder = Builder::new(Version::Old);
    add(&mut builder, "LAYER11", 0, dome())?;
    add(&mut builder, "LAYER13", 1, clouds())?;
    // In the east and in the west at six o'clock, both a little to the south.
    add(&mut builder, "SUN", 2, disc(Vec3::new(-35.0, -94.0, 0.0), 13.0))?;
    add(&mut builder, "MOON", 3, disc(Vec3::new(-20.0, 98.0, 0.0), 6.0))?;
    let hour = |hour: u32| Pose {
        turn: about(Vec3::X, (6.0 - hour as f32) / HOURS as f32 * TAU),
        place: Vec3::ZERO,
    };
    let day: Vec<Pose> = (0..HOURS).map(hour).collect();
    for name in ["SUN", "MOON"] {
        skeletons::track(&mut builder, name, &day)?;
    }
    builder.finish()
}

/// Adds a mesh with a material of its own.
fn add(builder: &mut Builder, name: &str, material: usize, faces: Vec<Face>) -> Result<Reference> {
    let materials = MATERIALS.get(material).copied().into_iter().collect::<Vec<_>>();
    let palette = material::palette(builder, name, &materials, OF_OTHERS)?;
    let shape = Shape::new(&faces);
    let name = builder.name(&format!("{name}_DMSPRITEDEF"))?;
    let mut head = mesh::head(name, mesh_flags::OBJECT, palette, Vec3::ZERO);
    let [min, max] = shape.extent();
    (head.box_min, head.box_max) = (min.to_array(), max.to_array());
    let largest = largest_scale(max.abs().max(min.abs()).max_element());
    Ok(builder.add(Body::DmSpriteDef2(Box::new(shape.mesh(Version::Old, head, largest, &materials)))))
}

/// A face that is seen from the middle.
fn inward(corners: &mut [(Vec3, Vec2)]) -> Option<Face> {
    let face = Face::new(corners, 0)?;
    let middle = corners.iter().map(|(place, _)| *place).sum::<Vec3>();
    if face.plane.normal.dot(middle) < 0.0 {
        return Some(face);
    }
    corners.reverse();
    Face::new(corners, 0)
}

/// Triangles between rings, from a height in degrees up to the zenith.
fn cap(lowest: f32, radius: f32, uv: impl Fn(Vec3, u32, f32) -> Vec2) -> Vec<Face> {
    let corner = |side: u32, row: u32| {
        let up = row as f32 / ROWS as f32;
        let (sin, cos) = libm::sincosf((lowest + (90.0 - lowest) * up).to_radians());
        let (east, north) = libm::sincosf(side as f32 / AROUND as f32 * TAU);
        let way = Vec3::new(north * cos, east * cos, sin);
        (way * radius, uv(way, side, up))
    };
    let mut faces = Vec::new();
    for row in 0..ROWS {
        for side in 0..AROUND {
            let [a, b] = [corner(side, row), corner(side + 1, row)];
            let [c, d] = [corner(side + 1, row + 1), corner(side, row + 1)];
            faces.extend(inward(&mut [a, b, c]));
            if row + 1 < ROWS {
                faces.extend(inward(&mut [a, c, d]));
            }
        }
    }
    faces
}

/// From a little below the horizon; its picture goes around once.
fn dome() -> Vec<Face> {
    cap(-6.0, DOME, |_, side, up| Vec2::new(side as f32 / AROUND as f32, 0.02 + 0.96 * up))
}

/// Clouds as on a ceiling far away.
fn clouds() -> Vec<Face> {
    cap(4.0, CLOUDS, |way, _, _| way.truncate() / (way.z + 0.16) * 0.7)
}

/// A square that looks at the middle.
fn disc(place: Vec3, half: f32) -> Vec<Face> {
    let place = place.normalize() * THINGS;
    let aside = place.cross(Vec3::Z).normalize() * half;
    let up = aside.cross(place).normalize() * half;
    let corner = |x: f32, y: f32| (place + aside * x + up * y, Vec2::new((x + 1.0) / 2.0, (y + 1.0) / 2.0));
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    inward(&mut corners.map(|(x, y)| corner(x, y))).into_iter().collect()
}

fn paint(seed: u32, name: &str) -> Option<Canvas> {
    let number = PICTURES.iter().position(|known| *known == name)?;
    let mut canvas =
        Canvas::new(if number == 1 { 256 } else { 128 }, if number == 1 { 256 } else { 128 }, [0.0; 3]);
    let from_middle = |u: f32, v: f32| libm::hypotf(u - 0.5, v - 0.5) * 2.0;
    match number {
        0 => canvas.each(|u, v, pixel| {
            // The horizon is at the bottom of the picture.
            let up = 1.0 - v;
            *pixel = [0.80, 0.85, 0.88, 1.0];
            blend(pixel, [0.53, 0.70, 0.87], smooth_step(0.03, 0.32, up));
            blend(pixel, [0.22, 0.43, 0.74], smooth_step(0.18, 0.95, up));
            let veil = layered_noise(seed ^ 910, u * 6.0, v * 24.0, 4, 6);
            blend(pixel, [0.93, 0.94, 0.95], smooth_step(0.5, 0.8, veil) * smooth_step(0.75, 0.2, up) * 0.35);
        }),
        1 => canvas.each(|u, v, pixel| {
            let bend = layered_noise(seed ^ 911, u * 4.0, v * 4.0, 3, 4) * 0.35;
            let heap = layered_noise(seed ^ 912, (u + bend) * 5.0, (v + bend * 0.6) * 5.0, 6, 5);
            let thick = smooth_step(0.50, 0.74, heap);
            let light = 0.80 + 0.20 * smooth_step(0.74, 0.52, heap);
            // A little blue: the four shades of a block of DDS are otherwise pink.
            *pixel = [light * 0.955, light * 0.985, light, thick * 0.92];
        }),
        2 => canvas.each(|u, v, pixel| {
            let far = from_middle(u, v);
            let disc = smooth_step(0.30, 0.26, far);
            let glow = smooth_step(1.0, 0.2, far);
            *pixel = [1.0, 0.97 - 0.17 * far, 0.86 - 0.5 * far, disc.max(glow * glow * 0.55)];
        }),
        _ => canvas.each(|u, v, pixel| {
            let seas = noise(seed ^ 913, u * 7.0, v * 7.0, 7);
            let light = 0.94 - 0.20 * smooth_step(0.5, 0.75, seas);
            *pixel = [light, light, light * 0.97, smooth_step(0.96, 0.88, from_middle(u, v))];
        }),
    };
    Some(canvas)
}
