//! Meshes of either kind as one type, in the engine's axes. Source: `docs/spec/everquest/wld.md`, "4. Meshes".

use super::archives::World;
use super::skeletons::Poses;
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
    /// The points in each frame of an animation; none for what keeps its shape.
    pub frames: Vec<Vec<Point>>,
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

/// Most points of all frames of a mesh together; one with more keeps the shape of the first.
const MOST_MOVED: usize = 1 << 18;

/// What carries the vertices of a mesh.
#[derive(Clone, Copy)]
pub(super) enum Hold<'p> {
    /// They stand in the actor.
    Nothing,
    /// One bone carries all.
    Bone(&'p Poses, usize),
    /// Each is carried by the bone of its group.
    Skin(&'p Poses),
}

impl Hold<'_> {
    /// Frames, and how long each is shown.
    fn frames(self) -> (usize, f32) {
        match self {
            Hold::Nothing => (1, 1.0),
            Hold::Bone(poses, _) | Hold::Skin(poses) => (poses.count(), poses.seconds),
        }
    }

    /// Where a vertex with the bone of its group is carried in a frame.
    fn matrix(self, frame: usize, group: Option<u16>) -> Affine3A {
        match self {
            Hold::Nothing => Affine3A::IDENTITY,
            Hold::Bone(poses, bone) => poses.bone(frame, bone),
            // Vertices behind the last group stay.
            Hold::Skin(poses) => {
                group.map_or(Affine3A::IDENTITY, |bone| poses.bone(frame, usize::from(bone)))
            }
        }
    }

    /// Puts vertices (place and normal) where they are carried.
    fn carry(self, surface: &mut Surface, rest: &[(Vec3, Vec3)], groups: &[u16], frame: &Frame) {
        let groups = || groups.iter().copied().map(Some).chain(std::iter::repeat(None));
        let pose = |number: usize| -> Vec<Point> {
            let carried = rest.iter().zip(groups());
            let carried = carried.map(|((place, normal), group)| {
                let matrix = self.matrix(number, group);
                point(frame, matrix.transform_point3(*place), matrix.transform_vector3(*normal))
            });
            carried.collect()
        };
        let (count, seconds) = self.frames();
        surface.points = pose(0);
        if count > 1 && count.saturating_mul(rest.len()) <= MOST_MOVED {
            (surface.frames, surface.frame_seconds) = ((0..count).map(pose).collect(), seconds);
        }
    }
}

impl Surface {
    /// The mesh that a reference leads to, perhaps through a 0x2D; none if there is none.
    pub fn of(world: &World, reference: Reference, frame: &Frame, hold: Hold<'_>) -> Option<Surface> {
        let body = match world.body(reference)? {
            Body::DmSprite(instance) => world.body(instance.definition)?,
            other => other,
        };
        match body {
            Body::DmSpriteDef2(mesh) => Some(of_mesh(world, mesh, frame, hold)),
            Body::DmSpriteDef(mesh) => Some(of_legacy(world, mesh, frame, hold)),
            _ => None,
        }
    }

    /// What it takes in memory, in points.
    pub fn cost(&self) -> usize {
        self.points.len() * (1 + self.frames.len()) + self.faces.len() * 3
    }

    /// Whether another can become a part of it: it has the same materials, and moves as long.
    pub fn can_take(&self, other: &Surface) -> bool {
        self.palette == other.palette
            && self.frames.len() == other.frames.len()
            && self.points.len() + other.points.len() <= usize::from(u16::MAX)
    }

    /// Makes another a part of it, behind its own points.
    pub fn take(&mut self, other: Surface) {
        let first = self.points.len();
        let all = first + other.points.len();
        // What one of the two lacks is filled up, once either has it.
        let has_uvs = !(self.uvs.is_empty() && other.uvs.is_empty());
        let has_colors = !(self.colors.is_empty() && other.colors.is_empty());
        if has_uvs {
            self.uvs.resize(first, [0.0; 2]);
            self.uvs.extend(other.uvs);
            self.uvs.resize(all, [0.0; 2]);
        }
        if has_colors {
            self.colors.resize(first, [0; 4]);
            self.colors.extend(other.colors);
            self.colors.resize(all, [0; 4]);
        }
        let moved = |corner: u16| corner.saturating_add(first as u16);
        let faces = other.faces.into_iter();
        self.faces.extend(faces.map(|face| Triangle { corners: face.corners.map(moved), ..face }));
        self.points.extend(other.points);
        for (own, other) in self.frames.iter_mut().zip(other.frames) {
            own.extend(other);
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

fn of_mesh(world: &World, mesh: &Mesh, frame: &Frame, hold: Hold<'_>) -> Surface {
    let normals = (0..).map(|vertex| Vec3::from(mesh.normal(vertex)));
    let rest: Vec<(Vec3, Vec3)> = mesh.positions().map(Vec3::from).zip(normals).collect();
    let groups: Vec<u16> = mesh.bones().collect();
    let count = rest.len();
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
    let mut surface = Surface {
        name: world.wld.text(mesh.head.name).unwrap_or_default().into_owned(),
        palette: world.number(mesh.head.palette),
        uvs,
        colors,
        faces,
        ..Surface::default()
    };
    hold.carry(&mut surface, &rest, &groups, frame);
    if matches!(hold, Hold::Nothing) {
        animate(&mut surface, world, mesh.head.animation, mesh.head.center.into(), frame);
    }
    surface
}

fn of_legacy(world: &World, mesh: &LegacyMesh, frame: &Frame, hold: Hold<'_>) -> Surface {
    let center = Vec3::from(mesh.center);
    let normals = mesh.normals.iter().map(|normal| Vec3::from(*normal)).chain(std::iter::repeat(Vec3::Z));
    let places = mesh.vertices.iter().map(|at| center + Vec3::from(*at));
    let rest: Vec<(Vec3, Vec3)> = places.zip(normals).collect();
    let count = rest.len();
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
        palette: world.number(mesh.palette),
        uvs: if full(mesh.uvs.len()) { mesh.uvs.iter().map(|at| uv(*at)).collect() } else { Vec::new() },
        colors: if full(mesh.colors.len()) {
            mesh.colors.iter().map(|[blue, green, red, day]| [*red, *green, *blue, *day]).collect()
        } else {
            Vec::new()
        },
        faces: faces.collect(),
        ..Surface::default()
    };
    hold.carry(&mut surface, &rest, &legacy_bones(mesh), frame);
    if matches!(hold, Hold::Nothing) {
        animate(&mut surface, world, mesh.animation, center, frame);
    }
    surface
}

/// The bone of each vertex of a mesh of the old type, as far as its groups reach.
pub(super) fn legacy_bones(mesh: &LegacyMesh) -> Vec<u16> {
    let each = mesh.bone_groups.iter().flat_map(|group| std::iter::repeat_n(group.of, group.count.into()));
    each.take(mesh.vertices.len()).collect()
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
            (frames.collect(), track.frame_ms())
        }
        _ => return,
    };
    let sound = frames.iter().flatten().all(|at| at.is_finite());
    if frames.len() > 1 && sound && frames.len().saturating_mul(count) <= MOST_MOVED {
        let moved = |places: Vec<Vec3>| {
            let points = places.into_iter().zip(&surface.points);
            points.map(|(position, rest)| Point { position, ..*rest }).collect()
        };
        let frames: Vec<Vec<Point>> = frames.into_iter().map(moved).collect();
        (surface.frames, surface.frame_seconds) = (frames, ms.max(1) as f32 / 1000.0);
    }
}
