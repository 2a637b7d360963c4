//! The sky: a six-sided picture around the camera.
//!
//! A level does not say which; scripts do. Source: `docs/spec/gamestudio.md`, "2.8
//! Entity files" and "2.10 Sky, fog, light".

use super::images::{self, Budget, Room};
use super::lookup;
use super::picture::PictureError;
use super::shape::polygon;
use binary::{Finding, Severity};
use glam::{Affine3A, Vec3};
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

/// Adds the sky: the first cube picture that a script names, or else the first there is. Pictures
/// that entities show are not considered. Returns how many bytes of files were read.
pub(super) fn add(
    scene: &mut Scene,
    vfs: &Vfs,
    names: &Names,
    shown: impl Fn(&str) -> bool,
    budget: &mut Budget,
    findings: &mut Vec<Finding>,
) -> u64 {
    let mut there: Vec<&str> = names.addresses().filter(|address| lookup::is_cube(address)).collect();
    if there.is_empty() {
        return 0;
    }
    there.sort_unstable();
    let skies = lookup::skies(vfs);
    let named = skies.iter().filter_map(|name| names.find(name));
    let mut read = 0;
    for address in named.chain(there) {
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
                break;
            }
            Ok(None) => {}
            Err(finding) => findings.push(*finding),
        }
    }
    read
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
            });
        }
        model.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first_vertex + corner));
        let mut face = polygon(first_vertex, first_index, 6, material.index());
        face.solid = false;
        model.polygons.push(face);
    }
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
