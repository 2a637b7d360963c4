//! The sky of zones in which the day shines: the domes of sky 1, and what goes its way below them by the hour.
//! Source: `docs/spec/everquest/zone-install.md`, "12. Sky".
//!
//! Meshes are told apart by their names, which no file of ours could confirm: `LAYER11`, `LAYER13` are the layers of
//! sky 1, the first of them opaque; what is named otherwise are things in the sky. Their tracks are taken to last a
//! day from midnight on. Sizes are not kept: what is behind is put farther away.

use super::archives::{Archives, World, read, world_of};
use super::materials::Paint;
use super::meshes;
use super::surfaces::{Hold, Surface};
use super::textures::Pictures;
use super::{NOON, SKY};
use binary::{Finding, Severity};
use everquest::wld::tracks::track_flags;
use everquest::wld::{Body, Pose, Reference};
use glam::{Affine3A, Quat, Vec3};
use order::Order;
use std::f32::consts::TAU;
use vfs::Vfs;
use world::{
    Aabb, Alpha, Animator, AnimatorId, Clip, ClipId, Clock, Hours, Image, Material, MaterialId, Model,
    ModelId, Motion, Node, NodeFlags, NodeId, Playable, Polygon, Scene, Sight, Texture, TextureId, Track,
    TransformCurves, Vertex, ZoneSet,
};

/// How far away the upper layer is drawn, what goes its way, and clouds, in units: only their order counts.
const FAR: [f32; 3] = [1000.0, 800.0, 600.0];
/// Textures a second by which the upper layer and clouds move.
const SCROLL: [[f32; 2]; 2] = [[1.0 / 120.0, 0.0], [1.0 / 20.0, 0.0]];
/// Most frames of the way of a thing in the sky; of longer ones the first.
const MOST_FRAMES: usize = 4096;
/// Flags of everything in the sky.
const FLAGS: NodeFlags =
    NodeFlags::ACTIVE.union(NodeFlags::FOLLOWS_CAMERA).union(NodeFlags::UNLIT).union(NodeFlags::UNFOGGED);

/// A sky without pictures: colours at the horizon and straight above.
const PLAIN: [Vec3; 2] = [Vec3::new(0.72, 0.79, 0.86), Vec3::new(0.30, 0.48, 0.74)];
/// Rows of its picture, and corners around.
const ROWS: u32 = 64;
const AROUND: u32 = 24;

/// What adds a sky.
pub(super) struct Making<'a, 'p> {
    pub vfs: &'a Vfs,
    pub archives: &'a Archives<'a>,
    pub paint: &'a mut Paint,
    pub pictures: &'a mut Pictures<'p>,
    pub findings: &'a mut Vec<Finding>,
    pub bytes_read: &'a mut u64,
}

/// Where something is in the sky.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Upper,
    Thing,
    Clouds,
}

/// Adds the sky of `sky.s3d`; false without a dome.
pub(super) fn add(scene: &mut Scene, making: Making<'_, '_>) -> bool {
    let Making { vfs, archives, paint, pictures, findings, bytes_read } = making;
    let Some(archive) = archives.sky() else { return false };
    let Some(address) = world_of(vfs, &archive, findings) else { return false };
    let Some(world) = read(vfs, &archive, address, findings, bytes_read) else { return false };
    let parts = parts(&world);
    if !parts.iter().any(|(part, ..)| *part == Part::Upper) {
        let expected = "a dome, `LAYER11_DMSPRITEDEF`";
        findings.push(Finding::new(&SKY, Severity::Note, &world.address, expected, "none"));
        return false;
    }
    let mut children = Vec::new();
    let things = things_reach(scene, &world, &parts);
    for (part, name, mesh) in parts {
        let Some(surface) = Surface::of(&world, mesh, &scene.frame, Hold::Nothing) else { continue };
        let Some(palette) = palette(&world, mesh) else { continue };
        // No world of a zone has this number: materials are known by it.
        let looks = paint.palette(&world, usize::MAX, palette, pictures);
        let bare = paint.bare();
        let mut model = meshes::build(&surface, &looks, bare, &scene.frame, None).model;
        let reach = match part {
            Part::Thing => things,
            _ => reach(&model),
        };
        if model.vertices.is_empty() || reach <= 0.0 || !reach.is_finite() {
            continue;
        }
        (model.lit, model.fogged, model.deform) = (false, false, None);
        let layer = match part {
            Part::Upper => Some(0),
            Part::Thing => None,
            Part::Clouds => Some(1),
        };
        if let Some(layer) = layer {
            model.scroll = SCROLL[layer];
            // Layers are as bright as the day, and seen from inside, wherever they face.
            for vertex in &mut model.vertices {
                (vertex.color, vertex.day) = ([0; 3], 255);
            }
        }
        for polygon in &mut model.polygons {
            (polygon.solid, polygon.double_sided) = (false, true);
        }
        model.bounds = Aabb::around(model.vertices.iter().map(|vertex| vertex.position.into()));
        scene.models.push(model);
        let size = FAR[part as usize] / reach;
        let way = if part == Part::Thing { way(&world, &name) } else { Vec::new() };
        let stands = |pose: &Pose| standing(scene, pose, size);
        let transform = way.first().map_or(Affine3A::from_scale(Vec3::splat(size)), stands);
        let node = NodeId::from(scene.nodes.len());
        let animator = if way.len() > 1 { turning(scene, &name, &way, size, node) } else { None };
        scene.nodes.push(Node {
            name: name.into(),
            model: Some(ModelId::from(scene.models.len() - 1)),
            flags: FLAGS,
            transform,
            animator,
            opacity: 1.0,
            ..Node::default()
        });
        children.push(node);
    }
    hang(scene, None, children);
    true
}

/// The meshes of the sky, far ones first. Sky 1 counts, or the first that has layers.
fn parts(world: &World) -> Vec<(Part, String, Reference)> {
    let mut layers: Vec<(u32, String, Reference)> = Vec::new();
    let mut parts = Vec::new();
    for (at, fragment) in world.wld.fragments.iter().enumerate() {
        let name = match &fragment.body {
            Body::DmSpriteDef2(mesh) => mesh.head.name,
            Body::DmSpriteDef(mesh) => mesh.name,
            _ => continue,
        };
        let name = world.wld.text(name).unwrap_or_default().to_ascii_uppercase();
        let name = name.strip_suffix("_DMSPRITEDEF").unwrap_or(&name).to_owned();
        let mesh = Reference::fragment(at + 1);
        match name.strip_prefix("LAYER").and_then(|number| number.parse::<u32>().ok()) {
            Some(number) => layers.push((number, name, mesh)),
            None => parts.push((Part::Thing, name, mesh)),
        }
    }
    layers.order_by_key(|(number, ..)| *number);
    // The digits are those of the sky and of the layer.
    let sky = |number: u32| number / 10;
    let first = layers.first().map(|(number, ..)| sky(*number));
    let own = layers.into_iter().filter(|(number, ..)| Some(sky(*number)) == first);
    let own = own.enumerate().map(|(turn, (_, name, mesh))| {
        let part = if turn == 0 { Part::Upper } else { Part::Clouds };
        (part, name, mesh)
    });
    parts.extend(own);
    parts.order_by_key(|(part, ..)| *part as usize);
    parts
}

fn palette(world: &World, mesh: Reference) -> Option<Reference> {
    match world.body(mesh)? {
        Body::DmSpriteDef2(mesh) => Some(mesh.head.palette),
        Body::DmSpriteDef(mesh) => Some(mesh.palette),
        _ => None,
    }
}

/// How far a model reaches from its origin.
fn reach(model: &Model) -> f32 {
    model.vertices.iter().map(|vertex| Vec3::from(vertex.position).length()).fold(0.0, f32::max)
}

/// How far things in the sky come from its middle: all have one scale.
fn things_reach(scene: &Scene, world: &World, parts: &[(Part, String, Reference)]) -> f32 {
    let things = parts.iter().filter(|(part, ..)| *part == Part::Thing);
    let far = things.filter_map(|(_, name, mesh)| {
        let surface = Surface::of(world, *mesh, &scene.frame, Hold::Nothing)?;
        let own = surface.points.iter().map(|point| point.position.length()).fold(0.0, f32::max);
        let way = way(world, name);
        let away = way.iter().map(|pose| Vec3::from(pose.translation).length()).fold(0.0, f32::max);
        Some(own + away)
    });
    far.fold(0.0, f32::max)
}

/// The poses of the track that is named after a thing.
fn way(world: &World, name: &str) -> Vec<Pose> {
    let named = format!("{name}_TRACK");
    let track = world.wld.fragments.iter().find_map(|fragment| match &fragment.body {
        Body::Track(track) => {
            let own = world.wld.text(track.name).unwrap_or_default();
            own.eq_ignore_ascii_case(&named).then_some(track)
        }
        _ => None,
    });
    let Some(track) = track else { return Vec::new() };
    let Some(Body::TrackDef(frames)) = world.body(track.definition) else { return Vec::new() };
    let last = frames.frames.len().saturating_sub(1);
    let is_reversed = track.flags & track_flags::REVERSE != 0;
    let pose = |at: usize| frames.frames.pose(if is_reversed { last - at } else { at });
    (0..frames.frames.len().min(MOST_FRAMES)).filter_map(pose).collect()
}

fn standing(scene: &Scene, pose: &Pose, size: f32) -> Affine3A {
    let rotation = Quat::from_array(pose.rotation);
    let place = Affine3A::from_rotation_translation(rotation, pose.translation.into());
    let place = scene.frame.transform(place);
    let (_, rotation, translation) = place.to_scale_rotation_translation();
    let place = Affine3A::from_scale_rotation_translation(Vec3::splat(size), rotation, translation * size);
    if place.is_finite() { place } else { Affine3A::from_scale(Vec3::splat(size)) }
}

/// Lets a node go its way once a day.
fn turning(scene: &mut Scene, name: &str, way: &[Pose], size: f32, node: NodeId) -> Option<AnimatorId> {
    let round = way.iter().chain(way.first());
    let (places, turns): (Vec<Vec3>, Vec<Quat>) = round
        .map(|pose| {
            let (_, turn, place) = standing(scene, pose, size).to_scale_rotation_translation();
            (place, turn)
        })
        .unzip();
    let curves = TransformCurves::even(places, turns).ok()?;
    let motion = Motion::Parts(vec![Track { part: name.into(), curves }]);
    scene.clips.push(Clip::new(name, Hours::DAY_S, motion));
    let clip = ClipId::from(scene.clips.len() - 1);
    scene.animators.push(Animator {
        name: name.into(),
        clips: vec![Playable { clip, nodes: vec![Some(node)], ..Playable::default() }],
        start: Clock { time: NOON / 24.0 * Hours::DAY_S, ..Clock::looping(clip) },
        ..Animator::default()
    });
    let animator = AnimatorId::from(scene.animators.len() - 1);
    if let Some(hours) = &mut scene.hours {
        hours.daily.push(animator);
    }
    Some(animator)
}

/// Hangs a sky around the camera.
fn hang(scene: &mut Scene, model: Option<ModelId>, children: Vec<NodeId>) {
    scene.nodes.push(Node {
        name: "sky".into(),
        flags: FLAGS,
        model,
        children,
        opacity: 1.0,
        ..Node::default()
    });
    scene.roots.push(NodeId::from(scene.nodes.len() - 1));
}

/// A sky without an archive: one colour above, another at the horizon. Its picture and its material are added
/// behind all others.
pub(crate) fn plain(scene: &mut Scene) {
    let color = |row: u32| {
        let [low, high] = PLAIN;
        low.lerp(high, row as f32 / (ROWS - 1) as f32) * 255.0
    };
    let rgba = (0..ROWS).flat_map(|row| color(ROWS - 1 - row).extend(255.0).to_array());
    let picture = Image { width: 1, height: ROWS, rgba: rgba.map(|channel| channel.round() as u8).collect() };
    scene.textures.push(Texture { name: "sky".to_owned(), alpha: Alpha::None, levels: vec![picture] });
    scene.materials.push(Material {
        name: "sky".into(),
        texture: Some(TextureId::from(scene.textures.len() - 1)),
        unlit: true,
        unfogged: true,
        ..Material::default()
    });
    let mut model = Model::default();
    // A little below the horizon, then upwards; the picture repeats, so that its ends are left out.
    for (degrees, v) in [(-8.0_f32, 0.98), (0.0, 0.98), (12.0, 0.8), (30.0, 0.5), (55.0, 0.2), (90.0, 0.02)] {
        let (sin, cos) = libm::sincosf(degrees.to_radians());
        for step in 0..AROUND {
            let (aside, ahead) = libm::sincosf(step as f32 / AROUND as f32 * TAU);
            let way = Vec3::new(aside * cos, sin, -ahead * cos);
            model.vertices.push(Vertex {
                position: (way * FAR[0]).to_array(),
                normal: Vertex::pack_normal(-way),
                uv: [0.5, v],
                color: [0; 3],
                day: 255,
            });
        }
    }
    for ring in 0..5 {
        for step in 0..AROUND {
            let next = (step + 1) % AROUND;
            let [low, high] = [ring * AROUND, (ring + 1) * AROUND];
            model.indices.extend([low + step, low + next, high + next, low + step, high + next, high + step]);
        }
    }
    model.polygons.push(Polygon {
        first_vertex: 0,
        first_index: 0,
        index_count: model.indices.len() as u32,
        material: MaterialId::from(scene.materials.len() - 1),
        layer: 0,
        double_sided: true,
        pass: 0,
        sight: Sight::Painted,
        solid: false,
        zones: ZoneSet::default(),
    });
    model.bounds = Aabb::around(model.vertices.iter().map(|vertex| vertex.position.into()));
    scene.models.push(model);
    hang(scene, Some(ModelId::from(scene.models.len() - 1)), Vec::new());
}
