//! What wardens carry, and what hangs at the gate.

use super::fountain::bronze;
use super::layout::{GATE, YARD};
use super::mesh::Mesh;
use super::pictures;
use super::site::{Site, ramp};
use glam::{Affine3A, Quat, Vec3};
use std::f32::consts::TAU;
use world::{
    Aabb, Animator, Blend, Bone, BoneMotion, BoneTrack, Clip, ClipId, Clock, Curve, Deform, Facade,
    Influence, LightTrack, Material, Motion, NodeId, Playable, Point, RibbonLaw, Skeleton, TransformCurves,
};

/// How far below the hand the flame of a lantern is.
pub(super) const FLAME_BELOW: f32 = 0.30;

/// A lantern that hangs from its node, with its light.
pub(super) fn lantern(site: &mut Site) -> NodeId {
    let glass = site.material(Material {
        name: "lantern glass".into(),
        color: [1.0, 0.80, 0.46],
        unlit: true,
        ..Material::default()
    });
    let iron = site.iron;
    let mut mesh = Mesh::new();
    let middle = Vec3::NEG_Y * FLAME_BELOW;
    mesh.turned(iron, middle, &[[0.0, -0.16], [0.11, -0.16], [0.11, -0.12], [0.0, -0.12]], 6);
    mesh.turned(glass, middle, &[[0.070, -0.12], [0.085, 0.0], [0.070, 0.10]], 6);
    mesh.turned(iron, middle, &[[0.11, 0.10], [0.10, 0.12], [0.03, 0.20], [0.0, 0.21]], 6);
    for side in 0..6 {
        let (sin, cos) = libm::sincosf((side as f32 + 0.5) / 6.0 * TAU);
        let at = middle + Vec3::new(cos, 0.0, sin) * 0.092;
        mesh.cuboid(iron, at - Vec3::new(0.008, 0.12, 0.008), at + Vec3::new(0.008, 0.10, 0.008), 1.0);
    }
    mesh.cuboid(iron, Vec3::new(-0.008, -0.10, -0.008), Vec3::new(0.008, 0.02, 0.008), 1.0);
    mesh.hollow();
    let model = site.model(mesh.done());
    let node = site.node("lantern", Some(model), Vec3::ZERO);
    // A soft light around it that looks at whoever looks.
    let mut halo = Mesh::new();
    let warm = Vec3::new(1.0, 0.62, 0.28) * 0.8;
    let corner = |x: f32, y: f32| {
        let uv = [x * 0.5 + 0.5, 0.5 - y * 0.5];
        (Vec3::new(x, y, 0.0) * 0.62, Vec3::Z, uv, warm)
    };
    halo.polygon(site.glow, &[corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]);
    halo.hollow();
    let mut halo = halo.done();
    halo.facade = Some(Facade::Sphere);
    let halo = site.model(halo);
    let halo = site.node("halo", Some(halo), middle);
    site.at(node).children.push(halo);
    site.lamp(Some(node), Vec3::ZERO, [1.0, 0.66, 0.30], [1.0, 6.2]);
    flicker(site);
    node
}

/// The light of the lantern is never quite still.
fn flicker(site: &mut Site) {
    let far = [6.2, 5.9, 6.3, 6.0, 6.15, 5.8, 6.25, 6.2];
    let times = (0..far.len()).map(|key| key as f32 * 0.21).collect();
    let track = LightTrack {
        light: "lantern".into(),
        far: Curve::linear(times, far.to_vec()).unwrap_or_default(),
        ..LightTrack::default()
    };
    let clip = Clip { lights: vec![track], ..Clip::new("flicker", 0.21 * 7.0, Motion::default()) };
    site.scene.clips.push(clip);
    let clip = ClipId::from(site.scene.clips.len() - 1);
    let lantern = site.scene.lights.iter().position(|light| light.node.is_some());
    let lights = vec![lantern.map(|light| world::LightId(light as u32))];
    let clips = vec![Playable { clip, lights, ..Playable::default() }];
    let start = Clock::looping(clip);
    site.scene.animators.push(Animator { name: "flicker".into(), clips, start, ..Animator::default() });
}

/// A sword whose hilt is at its node and whose blade points to +y; the air shines
/// behind it.
pub(super) fn sword(site: &mut Site) -> NodeId {
    let mirror = site.scene.textures.iter().position(|texture| texture.name == "mirror");
    let steel = site.material(Material {
        name: "steel".into(),
        color: [0.92, 0.94, 1.0],
        texture: mirror.map(world::TextureId::from),
        uv: world::UvSource::Sphere,
        unlit: true,
        ..Material::default()
    });
    let (iron, gold) = (site.iron, bronze(site));
    let mut mesh = Mesh::new();
    mesh.cuboid(iron, Vec3::new(-0.016, -0.12, -0.016), Vec3::new(0.016, 0.07, 0.016), 1.0);
    mesh.turned(gold, Vec3::NEG_Y * 0.14, &[[0.0, -0.03], [0.03, 0.0], [0.0, 0.03]], 6);
    mesh.cuboid(gold, Vec3::new(-0.022, 0.07, -0.13), Vec3::new(0.022, 0.105, 0.13), 1.0);
    // A blade of four faces that narrows to its point.
    let rows = [(0.10, 0.040), (0.55, 0.036), (0.92, 0.026), (1.06, 0.0)];
    for pair in rows.windows(2) {
        for (x, z) in [(1.0f32, 1.0f32), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
            let normal = Vec3::new(x, 0.0, z * 0.3).normalize();
            let at = |row: (f32, f32), edge: bool| {
                let place = if edge { Vec3::Z * (z * row.1) } else { Vec3::X * (x * row.1 * 0.25) };
                (place + Vec3::Y * row.0, normal, [0.5; 2], Vec3::ONE)
            };
            let mut corners = [at(pair[0], false), at(pair[0], true), at(pair[1], true), at(pair[1], false)];
            // Whichever way around, its front is outside.
            let facing = (corners[1].0 - corners[0].0).cross(corners[2].0 - corners[0].0);
            if facing.dot(normal) < 0.0 {
                corners.reverse();
            }
            mesh.polygon(steel, &corners);
        }
    }
    mesh.hollow();
    let model = site.model(mesh.done());
    let node = site.node("sword", Some(model), Vec3::ZERO);
    let streak = site.material(Material {
        name: "streak".into(),
        blend: Blend::AdditiveAlpha,
        unlit: true,
        ..Material::default()
    });
    site.ribbon(
        node,
        RibbonLaw {
            name: "streak".into(),
            material: streak,
            local: Affine3A::from_translation(Vec3::Y * 0.72),
            reach: [0.34, 0.34],
            edges_per_second: 60.0,
            life: 0.26,
            colors: ramp(&[
                (0.0, [1.0, 0.88, 0.66, 0.42]),
                (0.4, [0.85, 0.66, 0.80, 0.22]),
                (1.0, [0.45, 0.42, 0.75, 0.0]),
            ]),
            ..RibbonLaw::default()
        },
    );
    node
}

/// A bowl of bronze, its middle at its node.
pub(super) fn bowl(site: &mut Site) -> NodeId {
    let bronze = bronze(site);
    let mut mesh = Mesh::new();
    let rings = [
        [0.05, -0.13],
        [0.11, -0.12],
        [0.21, -0.05],
        [0.25, 0.06],
        [0.235, 0.06],
        [0.19, -0.04],
        [0.0, -0.10],
    ];
    mesh.turned(bronze, Vec3::ZERO, &rings, 16);
    mesh.hollow();
    let model = site.model(mesh.done());
    site.node("bowl", Some(model), Vec3::ZERO)
}

/// Bones of a banner, one below the other.
const FOLDS: u32 = 6;
/// Width and length of a banner, metres.
const BANNER: [f32; 2] = [0.9, 2.2];
/// Seconds of a gust.
const GUST: f32 = 4.0;

/// Two banners at the northern gate, bent by bones of their own in a light wind.
pub(super) fn banners(site: &mut Site) {
    let material = site.cut_out("banner", pictures::banner());
    let rows = FOLDS * 2;
    let (mut mesh, mut points, mut point_of, mut influences) =
        (Mesh::new(), Vec::new(), Vec::new(), Vec::new());
    let place =
        |side: f32, row: u32| Vec3::new(side * BANNER[0] * 0.5, -BANNER[1] * (row as f32 / rows as f32), 0.0);
    for row in 0..=rows {
        for side in [-1.0, 0.0, 1.0] {
            let point = points.len() as u32;
            points.push(Point { position: place(side, row), normal: Vec3::Z });
            // Between two joints both carry.
            let down = (row as f32 / 2.0 - 0.5).max(0.0);
            let (upper, share) = (down as u32, down.fract());
            for (bone, weight) in [(upper, 1.0 - share), ((upper + 1).min(FOLDS - 1), share)] {
                influences.push(Influence { point, bone, weight });
            }
        }
    }
    for row in 0..rows {
        for column in 0..2 {
            let corner = |right: u32, below: u32| {
                let (column, row) = (column + right, row + below);
                point_of.push(row * 3 + column);
                let uv = [column as f32 * 0.5, row as f32 / rows as f32];
                (place(column as f32 - 1.0, row), Vec3::Z, uv, Vec3::splat(0.96))
            };
            let corners = [(0, 1), (1, 1), (1, 0), (0, 0)].map({
                let mut corner = corner;
                move |(right, below)| corner(right, below)
            });
            mesh.polygon(material, &corners);
        }
    }
    mesh.hollow().both_sides();
    let bones = (0..FOLDS).map(|fold| Bone {
        name: format!("fold {fold}").into(),
        parent: fold.checked_sub(1),
        pivot: Vec3::NEG_Y * (BANNER[1] * fold as f32 / FOLDS as f32),
    });
    let skeleton = Skeleton::new(bones.collect(), influences).unwrap_or_default();
    let mut model = mesh.done();
    model.bounds = Aabb::around([Vec3::new(-0.8, -2.4, -1.2), Vec3::new(0.8, 0.1, 1.2)]);
    model.deform = Some(Box::new(Deform { point_of, points, skeleton, ..Deform::default() }));
    let model = site.model(model);

    let tracks = (0..FOLDS).map(|fold| {
        let keys = (0..=24).map(|key| {
            let turn = key as f32 / 24.0 * TAU;
            let lag = fold as f32 * 0.8;
            let swing = 0.02 + 0.018 * fold as f32;
            Quat::from_rotation_x(
                -0.07 + swing * (libm::sinf(turn - lag) + 0.4 * libm::sinf(turn * 2.0 - lag)),
            ) * Quat::from_rotation_y(0.09 * libm::sinf(turn - lag * 1.3))
        });
        let rotation = Curve::even(keys.collect()).unwrap_or_default();
        BoneTrack { bone: fold, curves: TransformCurves { rotation, ..TransformCurves::default() } }
    });
    let motion = Motion::Bones(BoneMotion::new(tracks.collect()));
    site.scene.clips.push(Clip::new("wind", GUST, motion));
    let clip = ClipId::from(site.scene.clips.len() - 1);
    for (side, time) in [(-1.0f32, 0.0), (1.0, 1.7)] {
        let at = Vec3::new(side * (GATE[0] + 2.3), 3.15, -YARD[1] + 0.28);
        let node = site.node("banner", Some(model), at);
        site.scene.roots.push(node);
        let start = Clock { time, ..Clock::looping(clip) };
        let clips = vec![Playable { clip, ..Playable::default() }];
        site.scene.animators.push(Animator { name: "banner".into(), clips, start, ..Animator::default() });
        site.at(node).animator = Some(world::AnimatorId::from(site.scene.animators.len() - 1));
        let mut pole = Mesh::new();
        let (least, most) = (at - Vec3::new(0.55, 0.02, 0.03), at + Vec3::new(0.55, 0.03, 0.03));
        pole.cuboid(site.iron, least, most, 2.0);
        pole.hollow();
        site.place("pole", pole);
    }
}
