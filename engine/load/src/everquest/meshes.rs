//! Models from meshes: faces by material and by whether they are solid, corners with the light that is baked
//! into them. Source: `docs/spec/everquest/wld.md`, "4. Meshes" and
//! `docs/spec/everquest/zone-install.md`, "7. Collision".

use super::lights::Shade;
use super::materials::Look;
use super::surfaces::{Surface, Triangle};
use hashbrown::HashMap;
use world::{
    Aabb, Animator, AnimatorId, Clip, ClipId, Clock, Deform, DeformFrame, Frame, Model, Motion, Playable,
    Point, Polygon, Scene, Sight, Skeleton, Vertex, ZoneSet,
};

/// A corner that no light colours, in [`Corners`].
const LIGHTLESS: u32 = u32::MAX;

/// A model, and where its corners come from.
pub(super) struct Built {
    /// What is drawn and collided with.
    pub model: Model,
    /// Where its corners come from.
    pub corners: Corners,
    /// How long a frame of its animation is shown.
    frame_seconds: f32,
}

/// Per vertex of a model the point of its surface that it stands at; [`LIGHTLESS`] where its material takes no
/// light.
pub(super) struct Corners(Box<[u32]>);

impl Corners {
    /// Number of vertices of the model.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Colours for the vertices from those of the points.
    pub fn colors(&self, of_points: &[[u8; 4]]) -> Box<[[u8; 4]]> {
        let color = |corner: &u32| of_points.get(*corner as usize).copied().unwrap_or([255, 255, 255, 0]);
        self.0.iter().map(color).collect()
    }
}

/// Faces of one material that are alike.
struct Bucket {
    material: Option<u16>,
    solid: bool,
    corners: Vec<[u16; 3]>,
}

/// The model of a surface. With `shade` its corners have the light that is baked into them; without, it is lit by
/// the lamps and the day.
pub(super) fn build(
    surface: &Surface,
    looks: &[Look],
    bare: Look,
    frame: &Frame,
    shade: Option<&Shade>,
) -> Built {
    let mut model = Model { lit: shade.is_none(), fogged: true, ..Model::default() };
    let mut corners = Vec::with_capacity(surface.points.len());
    let mut point_of = Vec::new();
    // Per point: the bucket that used it last, and its vertex there.
    let mut used = vec![(u32::MAX, 0_u32); surface.points.len()];
    let has_detail = looks.iter().any(|look| look.detail != 1.0);
    for (number, bucket) in (0_u32..).zip(buckets(&surface.faces)) {
        let look =
            bucket.material.and_then(|material| looks.get(usize::from(material))).copied().unwrap_or(bare);
        if look.sight == Sight::Unseen && !bucket.solid {
            continue;
        }
        let (first_vertex, first_index) = (model.vertices.len() as u32, model.indices.len() as u32);
        for [a, b, c] in bucket.corners {
            // Front faces are clockwise in files.
            for corner in frame.corners([a, c, b]) {
                let Some(used) = used.get_mut(usize::from(corner)) else { continue };
                if used.0 != number {
                    *used = (number, model.vertices.len() as u32);
                    let vertex = vertex(surface, corner, look, shade);
                    if has_detail {
                        model.second_uvs.push(vertex.uv.map(|part| part * look.detail));
                    }
                    model.vertices.push(vertex);
                    corners.push(if look.lit { corner.into() } else { LIGHTLESS });
                    point_of.push(u32::from(corner));
                }
                model.indices.push(used.1);
            }
        }
        model.polygons.push(Polygon {
            first_vertex,
            first_index,
            index_count: model.indices.len() as u32 - first_index,
            material: look.material,
            layer: 0,
            double_sided: look.double_sided,
            pass: 0,
            sight: look.sight,
            solid: bucket.solid,
            zones: ZoneSet::default(),
        });
    }
    if surface.frames.is_empty() {
        model.bounds = Aabb::around(model.vertices.iter().map(|vertex| vertex.position.into()));
    } else {
        let deform = deform(surface, point_of);
        model.bounds = deform.bounds();
        model.deform = Some(Box::new(deform));
    }
    Built { model, corners: Corners(corners.into()), frame_seconds: surface.frame_seconds }
}

/// Faces in the order of the file, those alike together.
fn buckets(faces: &[Triangle]) -> Vec<Bucket> {
    let mut buckets: Vec<Bucket> = Vec::new();
    let mut places: HashMap<(Option<u16>, bool), usize> = HashMap::new();
    let mut last = None;
    for Triangle { corners, material, solid } in faces {
        let own = (*material, *solid);
        let at = match last {
            Some((key, at)) if key == own => at,
            _ => *places.entry(own).or_insert_with(|| {
                buckets.push(Bucket { material: *material, solid: *solid, corners: Vec::new() });
                buckets.len() - 1
            }),
        };
        last = Some((own, at));
        if let Some(bucket) = buckets.get_mut(at) {
            bucket.corners.push(*corners);
        }
    }
    buckets
}

fn vertex(surface: &Surface, corner: u16, look: Look, shade: Option<&Shade>) -> Vertex {
    let corner = usize::from(corner);
    let Point { position, normal } = surface.points.get(corner).copied().unwrap_or_default();
    let [r, g, b, day] = match (shade, surface.colors.get(corner)) {
        (Some(shade), Some(baked)) if look.lit => shade.color(*baked),
        _ => [255, 255, 255, 0],
    };
    Vertex {
        position: position.to_array(),
        normal: Vertex::pack_normal(normal),
        uv: surface.uvs.get(corner).copied().unwrap_or_default(),
        color: [r, g, b],
        day,
    }
}

fn deform(surface: &Surface, point_of: Vec<u32>) -> Deform {
    let frame = |points: &Vec<Point>| DeformFrame {
        moved: (0..).zip(points.iter().copied()).collect(),
        ..DeformFrame::default()
    };
    Deform {
        point_of,
        points: surface.points.clone(),
        frames: surface.frames.iter().map(frame).collect(),
        skeleton: Skeleton::default(),
    }
}

/// The animator that plays the frames of a model, for all who show it; none for models that keep their shape.
pub(super) fn animator(scene: &mut Scene, name: &str, built: &Built) -> Option<AnimatorId> {
    let frames = built.model.deform.as_ref()?.frames.len();
    scene.clips.push(Clip {
        name: name.into(),
        seconds: frames as f32 * built.frame_seconds,
        motion: Motion::Frames((0..frames as u32).collect()),
        ..Clip::default()
    });
    let clip = ClipId::from(scene.clips.len() - 1);
    scene.animators.push(Animator {
        name: name.into(),
        clips: vec![Playable { clip, ..Playable::default() }],
        start: Clock::looping(clip),
        ..Animator::default()
    });
    Some(AnimatorId::from(scene.animators.len() - 1))
}
