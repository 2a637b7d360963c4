//! The sky: a six-sided picture around the camera, or colours.
//!
//! A level does not say which; scripts do. Source: `docs/spec/gamestudio.md`, "2.8
//! Entity files" and "2.10 Sky, fog, light".

use super::scripts::{Scripts, folder, is_below};
use super::shape::polygon;
use super::words::SKIES;
use crate::pictures::picture::PictureError;
use crate::pictures::{self as images, Budget, Room};
use binary::{Finding, Severity};
use gamestudio::wmb::objects::{Info, color, fog_color};
use glam::{Affine3A, Vec3};
use std::f32::consts::TAU;
use vfs::{Names, Vfs};
use world::{
    Aabb, Alpha, Image, Material, MaterialId, Model, ModelId, Node, NodeFlags, NodeId, Scene, Texture,
    TextureId, Vertex,
};

/// Faces of a cube, side by side in its picture.
const FACES: u32 = 6;
/// Half an edge of the cube, metres; any value between the near plane and the view distance looks
/// the same.
const HALF_M: f32 = 100.0;

/// Rings of a sky without a picture, degrees above the horizon, and corners of each.
const RINGS: [f32; 8] = [-89.0, -30.0, 0.0, 6.0, 15.0, 30.0, 55.0, 89.0];
const AROUND: u32 = 24;
/// Brightness straight above of a sky in the colour of the fog.
const ABOVE_FOG: f32 = 0.6;
/// A dull day: at the horizon, straight above.
const DULL: [Vec3; 2] = [Vec3::new(0.62, 0.66, 0.70), Vec3::new(0.34, 0.43, 0.56)];
/// Least colour of a sun that makes a day.
const DAY: f32 = 0.25;
/// Colour of a sun in whose light a dull day is as bright as it gets; the editor's is 0.58.
const FULL_DAY: f32 = 0.6;

/// Where a face is, and where its picture's right and top are, in the engine's axes, whatever the
/// title's. The sides are in the order in which one sees them turning to the right, from behind a
/// person who looks along the level's forward, -z; top and bottom are upright when looking left.
const CUBE: [[Vec3; 3]; FACES as usize] = [
    [BACK, LEFT, Vec3::Y],
    [LEFT, AHEAD, Vec3::Y],
    [AHEAD, RIGHT, Vec3::Y],
    [RIGHT, BACK, Vec3::Y],
    [Vec3::NEG_Y, AHEAD, LEFT],
    [Vec3::Y, AHEAD, RIGHT],
];
const AHEAD: Vec3 = Vec3::NEG_Z;
const BACK: Vec3 = Vec3::Z;
const LEFT: Vec3 = Vec3::NEG_X;
const RIGHT: Vec3 = Vec3::X;

/// The level that the sky is behind.
pub(super) struct Level<'a> {
    /// Its address.
    pub file: &'a str,
    /// What it says of light and fog.
    pub info: Option<&'a Info>,
    /// The scripts of its game.
    pub scripts: &'a Scripts,
}

/// Adds the sky: the cube picture that a script of the level's project names as such, or a model of
/// a sky, which is there already, or the colour that a script sets, or a neutral one. Pictures that
/// entities show are not considered. Returns how many bytes of files were read.
pub(super) fn add(
    scene: &mut Scene,
    vfs: &Vfs,
    names: &Names,
    level: &Level<'_>,
    shown: impl Fn(&str) -> bool,
    budget: &mut Budget,
    findings: &mut Vec<Finding>,
) -> u64 {
    let Scripts { cubes, project, .. } = level.scripts;
    let named = cubes.iter().filter_map(|name| names.find(name));
    let mut read = 0;
    for address in named.filter(|address| is_below(&folder(address), project)) {
        let bare = address.rsplit('/').next().unwrap_or(address);
        if shown(bare) {
            continue;
        }
        let strip = vfs.read(address).and_then(|bytes| {
            read += bytes.len() as u64;
            strip(address, &bytes, budget).map_err(|problem| {
                let expected = "an image that can be decoded";
                Box::new(Finding::new(&super::PICTURE, Severity::Warning, address, expected, problem))
            })
        });
        match strip {
            Ok(Some(strip)) => {
                surround(scene, bare, &strip);
                return read;
            }
            Ok(None) => {}
            Err(finding) => findings.push(*finding),
        }
    }
    if !has_model(scene)
        && let Some(colors) = colors(level)
    {
        dome(scene, colors);
    }
    read
}

/// True if an entity shows a model of a sky.
fn has_model(scene: &Scene) -> bool {
    scene.entities.iter().any(|(_, entity)| {
        let file = entity.file.to_ascii_lowercase();
        SKIES.iter().any(|word| file.contains(word))
    })
}

/// Colours of a sky without a picture, at the horizon and straight above; `None` for a black one.
///
/// Where scripts say nothing that is understood, it has the colour of the fog, whose white is what
/// the editor writes unasked; or that of a dull day as bright as the sun, if there is a sun or
/// scripts set a sky of their own.
fn colors(level: &Level<'_>) -> Option<[Vec3; 2]> {
    let is_black = |color: Vec3| color.max_element() < 1.0 / 255.0;
    if let Some(color) = level.scripts.backdrop.sky_color(level.file) {
        let color = Vec3::from(color);
        return (!is_black(color)).then_some([color; 2]);
    }
    let unit = |channels: [u8; 3]| Vec3::from(channels.map(|channel| f32::from(channel) / 255.0));
    let info = level.info?;
    let fog = unit(fog_color(info.fog_colors[0]));
    if fog != Vec3::ONE && !is_black(fog) {
        return Some([fog, fog * ABOVE_FOG]);
    }
    let sun = unit(color(info.sun_color));
    let is_day = sun.max_element() >= DAY || level.scripts.sets_sky;
    let light = sun.clamp(Vec3::splat(DAY), Vec3::splat(FULL_DAY)) / FULL_DAY;
    is_day.then(|| DULL.map(|part| part * light))
}

/// A picture of faces; `None` for a strip of another shape, which is an animation.
fn strip(address: &str, bytes: &[u8], budget: &mut Budget) -> Result<Option<Image>, PictureError> {
    let (width, height) = images::size(address, bytes)?;
    if u64::from(width) != u64::from(FACES) * u64::from(height) {
        return Ok(None);
    }
    match budget.take(u64::from(width) * u64::from(height)) {
        Room::Granted => images::decode(address, bytes).map(Some),
        Room::Over | Room::Again => Err(PictureError::NoRoom),
    }
}

/// The cube, its six pictures and the node that follows the camera.
fn surround(scene: &mut Scene, name: &str, strip: &Image) {
    let half = scene.frame.units(HALF_M);
    let side = strip.height as usize;
    let mut model = Model::default();
    for (number, [ahead, right, up]) in CUBE.into_iter().enumerate() {
        let rows = strip.rgba.chunks_exact(4 * strip.width as usize);
        let mut rgba: Vec<u8> =
            rows.flat_map(|row| &row[4 * side * number..4 * side * (number + 1)]).copied().collect();
        // Nothing is behind the sky.
        rgba.chunks_exact_mut(4).for_each(|texel| texel[3] = 255);
        let face = Image { width: strip.height, height: strip.height, rgba };
        let texture = TextureId::from(scene.textures.len());
        scene.textures.push(Texture {
            name: format!("{name} {number}"),
            alpha: Alpha::None,
            levels: vec![face],
        });
        let material = MaterialId::from(scene.materials.len());
        scene.materials.push(Material {
            name: format!("{name} {number}"),
            texture: Some(texture),
            ..Material::default()
        });
        let (first_vertex, first_index) = (model.vertices.len() as u32, model.indices.len() as u32);
        // Filtering would mix texels across the edge of a face: texture coordinates stay half a
        // texel inside.
        let edge = 0.5 / strip.height as f32;
        // Counter-clockwise, as seen from inside.
        for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            let along = |at: f32| edge + (at + 1.0) * (0.5 - edge);
            model.vertices.push(Vertex {
                position: ((ahead + right * x + up * y) * half).to_array(),
                normal: Vertex::pack_normal(-ahead),
                uv: [along(x), along(-y)],
                color: [255; 3],
                day: 0,
            });
        }
        model.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first_vertex + corner));
        let mut face = polygon(first_vertex, first_index, 6, material.index());
        face.solid = false;
        model.polygons.push(face);
    }
    hang(scene, model);
}

/// A dome, and a bowl below the horizon, whose colour changes from the horizon up.
fn dome(scene: &mut Scene, [horizon, above]: [Vec3; 2]) {
    let material = MaterialId::from(scene.materials.len());
    scene.materials.push(Material {
        name: "sky".into(),
        color: [1.0; 3],
        opacity: 1.0,
        ..Material::default()
    });
    let half = scene.frame.units(HALF_M);
    let mut model = Model::default();
    for degrees in RINGS {
        let (sin, cos) = libm::sincosf(degrees.to_radians());
        let color = horizon.lerp(above, sin.max(0.0)) * 255.0 + 0.5;
        for step in 0..AROUND {
            let (aside, ahead) = libm::sincosf(step as f32 / AROUND as f32 * TAU);
            let way = Vec3::new(aside * cos, sin, -ahead * cos);
            model.vertices.push(Vertex {
                position: (way * half).to_array(),
                normal: Vertex::pack_normal(-way),
                uv: [0.0; 2],
                color: color.to_array().map(|channel| channel as u8),
                day: 0,
            });
        }
    }
    for ring in 0..RINGS.len() as u32 - 1 {
        for step in 0..AROUND {
            let next = (step + 1) % AROUND;
            let [low, high] = [ring * AROUND, (ring + 1) * AROUND];
            // Counter-clockwise, as seen from inside.
            model.indices.extend([low + step, low + next, high + next, low + step, high + next, high + step]);
        }
    }
    let mut around = polygon(0, 0, model.indices.len() as u32, material.index());
    around.solid = false;
    model.polygons.push(around);
    hang(scene, model);
}

/// Hangs a sky around the camera.
fn hang(scene: &mut Scene, mut model: Model) {
    model.bounds = Aabb::around(model.vertices.iter().map(|vertex| vertex.position.into()));
    scene.models.push(model);
    let flags = [NodeFlags::FOLLOWS_CAMERA, NodeFlags::UNLIT, NodeFlags::UNFOGGED];
    scene.nodes.push(Node {
        name: "sky".into(),
        model: Some(ModelId::from(scene.models.len() - 1)),
        flags: flags.into_iter().fold(NodeFlags::ACTIVE, NodeFlags::union),
        transform: Affine3A::IDENTITY,
        opacity: 1.0,
        ..Node::default()
    });
    scene.roots.push(NodeId::from(scene.nodes.len() - 1));
}
