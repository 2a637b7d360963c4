//! Meshes of either kind as one type, in the engine's axes. Source: `docs/spec/everquest/wld.md`, "4. Meshes".

use super::archives::World;
use everquest::wld::{Body, DmTrackDef, DmTrackDef2, Group, LegacyMesh, Mesh, Reference};
use glam::{Affine3A, Vec3};
use world::{Frame, Point};

/// Triangles over points.
#[derive(Default)]
pub(super) struct Surface {
    /// Name of the mesh.
    pub name: String,
    /// The 0x31.
    pub palette: Reference,
    /// Places and normals.
    pub points: Vec<Point>,
    /// In textures, V downwards; as many as points, or none.
    pub uvs: Vec<[f32; 2]>,
    /// Red, green, blue, daylight; as many as points, or none.
    pub colors: Vec<[u8; 4]>,
    /// The triangles.
    pub faces: Vec<Triangle>,
    /// Where the points are in each frame of an animation.
    pub frames: Vec<Vec<Vec3>>,
    /// How long a frame is shown.
    pub frame_seconds: f32,
}

/// A triangle of a [`Surface`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Triangle {
    /// Points, clockwise in the files' frame.
    pub corners: [u16; 3],
    /// Place in the palette.
    pub material: Option<u16>,
    /// Things collide with it.
    pub solid: bool,
}

/// What a mesh stands in: the matrix of each bone, in the files' axes.
pub(super) type Bones<'b> = &'b [Affine3A];

impl Surface {
    /// The mesh that a reference leads to, perhaps through a 0x2D; none if there is none.
    pub fn of(
        world: &World,
        reference: Reference,
        frame: &Frame,
        bones: Option<Bones<'_>>,
    ) -> Option<Surface> {
        match world.body(reference)? {
            Body::DmSpriteDef2(mesh) => Some(of_mesh(world, mesh, frame, bones)),
            Body::DmSpriteDef(mesh) => Some(of_legacy(world, mesh, frame)),
            Body::DmSprite(instance) => match world.body(instance.definition)? {
                Body::DmSpriteDef2(mesh) => Some(of_mesh(world, mesh, frame, bones)),
                Body::DmSpriteDef(mesh) => Some(of_legacy(world, mesh, frame)),
                _ => None,
            },
            _ => None,
        }
    }
}

/// V grows upwards in files and downwards here.
fn uv([u, v]: [f32; 2]) -> [f32; 2] {
    let sound = |part: f32| if part.is_finite() { part } else { 0.0 };
    [sound(u), sound(1.0 - v)]
}

fn point(frame: &Frame, position: Vec3, normal: Vec3) -> Point {
    let position = if position.is_finite() { position } else { Vec3::ZERO };
    Point { position: frame.to_engine(position), normal: frame.to_engine(normal.normalize_or(Vec3::Z)) }
}

fn of_mesh(world: &World, mesh: &Mesh, frame: &Frame, bones: Option<Bones<'_>>) -> Surface {
    let name = world.wld.text(mesh.head.name).unwrap_or_default().into_owned();
    let places = mesh.positions().map(Vec3::from);
    let normals = (0..).map(|vertex| Vec3::from(mesh.normal(vertex)));
    let points: Vec<Point> = match bones {
        None => places.zip(normals).map(|(at, normal)| point(frame, at, normal)).collect(),
        Some(bones) => {
            // Vertices behind the last group stay.
            let numbers = mesh.bones().map(Some).chain(std::iter::repeat(None));
            let matrix = |bone: Option<u16>| {
                bone.and_then(|bone| bones.get(usize::from(bone))).copied().unwrap_or(Affine3A::IDENTITY)
            };
            let posed = places.zip(normals).zip(numbers).map(|((at, normal), bone)| {
                let matrix = matrix(bone);
                point(frame, matrix.transform_point3(at), matrix.transform_vector3(normal))
            });
            posed.collect()
        }
    };
    let count = points.len();
    let uvs = match mesh.uvs.is_empty() {
        true => Vec::new(),
        false => (0..count).map(|vertex| uv(mesh.uvs.get(vertex))).collect(),
    };
    let colors = match mesh.colors.is_empty() {
        true => Vec::new(),
        false => (0..count).map(|vertex| mesh.color(vertex).unwrap_or_default()).collect(),
    };
    let faces = mesh.faces().map(|(face, material)| Triangle {
        corners: face.vertices,
        material,
        solid: face.is_solid(),
    });
    let faces = faces.collect();
    let mut surface =
        Surface { name, palette: mesh.head.palette, points, uvs, colors, faces, ..Surface::default() };
    if bones.is_none() {
        animate(&mut surface, world, mesh.head.animation, mesh.head.center.into(), frame);
    }
    surface
}

fn of_legacy(world: &World, mesh: &LegacyMesh, frame: &Frame) -> Surface {
    let center = Vec3::from(mesh.center);
    let normals = mesh.normals.iter().map(|normal| Vec3::from(*normal)).chain(std::iter::repeat(Vec3::Z));
    let places = mesh.vertices.iter().map(|at| center + Vec3::from(*at));
    let points: Vec<Point> = places.zip(normals).map(|(at, normal)| point(frame, at, normal)).collect();
    let count = points.len();
    let full = |length: usize| length == count && count > 0;
    let groups: &[Group] = mesh.face_groups.as_deref().unwrap_or_default();
    let materials = groups.iter().flat_map(|group| std::iter::repeat_n(group.of, group.count.into()));
    let materials = materials.map(Some).chain(std::iter::repeat(None));
    let there = |corners: &[u16; 3]| corners.iter().all(|corner| usize::from(*corner) < count);
    // What its flags say of collision is unknown: it is solid.
    let faces = mesh.faces.iter().zip(materials).filter(|(face, _)| there(&face.vertices));
    let faces = faces.map(|(face, material)| Triangle { corners: face.vertices, material, solid: true });
    let mut surface = Surface {
        name: world.wld.text(mesh.name).unwrap_or_default().into_owned(),
        palette: mesh.palette,
        uvs: if full(mesh.uvs.len()) { mesh.uvs.iter().map(|at| uv(*at)).collect() } else { Vec::new() },
        colors: if full(mesh.colors.len()) {
            mesh.colors.iter().map(|[blue, green, red, day]| [*red, *green, *blue, *day]).collect()
        } else {
            Vec::new()
        },
        faces: faces.collect(),
        points,
        ..Surface::default()
    };
    animate(&mut surface, world, mesh.animation, center, frame);
    surface
}

/// Gives a surface the frames of the 0x2F that its mesh names, if they fit it.
fn animate(surface: &mut Surface, world: &World, animation: Reference, center: Vec3, frame: &Frame) {
    let Some(Body::DmTrack(instance)) = world.body(animation) else { return };
    let place = |offset: [f32; 3]| frame.to_engine(center + Vec3::from(offset));
    let count = surface.points.len();
    let (frames, ms): (Vec<Vec<Vec3>>, u32) = match world.body(instance.definition) {
        Some(Body::DmTrackDef2(track)) if usize::from(track.head.vertex_count) == count => {
            let track: &DmTrackDef2 = track;
            let frames = track.frames().map(|own| own.iter().map(|at| place(track.offset(*at))).collect());
            (frames.collect(), track.frame_ms())
        }
        Some(Body::DmTrackDef(track)) if track.head.vertex_count as usize == count => {
            let track: &DmTrackDef = track;
            let frames = track.vertices.chunks_exact(count.max(1));
            let frames = frames.map(|own| own.iter().map(|at| place(*at)).collect::<Vec<Vec3>>());
            (frames.collect(), track.head.sleep_ms)
        }
        _ => return,
    };
    let sound = frames.iter().flatten().all(|at| at.is_finite());
    if frames.len() > 1 && sound {
        (surface.frames, surface.frame_seconds) = (frames, ms.max(1) as f32 / 1000.0);
    }
}
