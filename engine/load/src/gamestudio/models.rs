//! Models of every file format as one type. Source: `docs/spec/gamestudio.md`, "3. MDL3 / MDL4 /
//! MDL5", "4. MDL7".

use super::paint::{Skin, Source};
use super::shape::{Corner, MeshBuilder, Shape};
use super::space::{matrix, place};
use gamestudio::mdl::PackedVertex;
use gamestudio::mdl7::{self, NONE};
use gamestudio::model::Model as File;
use gamestudio::pixels::{self, Palette};
use gamestudio::skins::Image;
use gamestudio::{mdl, normals, scenes};
use glam::Vec3;
use order::Order;
use std::sync::Arc;
use world::{Bone, BoneKey, DeformFrame, Frame, Influence, Point, Skeleton};

/// A model of any format. `palette` colours skins of palette indices, which have no colours of
/// their own.
pub(super) fn shape(file: File, frame: &Frame, palette: Option<&Arc<Palette>>) -> Shape {
    match file {
        File::Mdl7(model) => of_mdl7(model, frame, palette),
        File::Mdl(model) => of_mdl(model, frame, palette),
        File::Alias(model) => of_alias(model, frame, palette),
    }
}

/// A normal of no length is made from the triangles around it when the mesh is finished.
fn point(axes: &Frame, position: [f32; 3], normal: [f32; 3]) -> Point {
    Point { position: place(axes, position), normal: place(axes, normal).normalize_or_zero() }
}

/// The direction of a normal; of no length for a number that stands for none.
fn direction(normal: mdl7::Normal) -> [f32; 3] {
    match normal {
        mdl7::Normal::Numbered { index, .. } => numbered_direction(index),
        mdl7::Normal::Vector(direction) => direction,
    }
}

fn numbered_direction(number: u8) -> [f32; 3] {
    normals::NORMALS.get(usize::from(number)).copied().unwrap_or_default()
}

fn numbered(scenes: Vec<scenes::Scene>) -> Vec<(String, Vec<u32>)> {
    scenes
        .into_iter()
        .map(|scene| (scene.name, scene.frames.into_iter().map(|frame| frame as u32).collect()))
        .collect()
}

fn of_mdl7(mut model: mdl7::Model, axes: &Frame, palette: Option<&Arc<Palette>>) -> Shape {
    let painted: Vec<Vec<Skin>> = model.groups.iter_mut().map(|group| painted(group, palette)).collect();
    let mut mesh = MeshBuilder::new(axes);
    let frame_count = model.groups.iter().map(|group| group.frames.len()).max().unwrap_or(0);
    let mut frames: Vec<DeformFrame> = vec![DeformFrame::default(); frame_count];
    let mut influences = Vec::new();
    let mut skins: Vec<Skin> = Vec::new();
    let mut first_skins = 0;
    for (number, (group, own)) in model.groups.iter().zip(painted).enumerate() {
        let base = mesh.points.len() as u32;
        if frame_count > 1 {
            mesh.points.extend(
                group.vertices.iter().map(|vertex| point(axes, vertex.position, direction(vertex.normal))),
            );
            influences.extend(model.influences(group).into_iter().map(|one| Influence {
                point: base + one.vertex,
                bone: one.bone.into(),
                weight: one.weight,
            }));
            for (frame, own) in frames.iter_mut().zip(&group.frames) {
                let known =
                    own.vertices.iter().filter(|moved| (moved.vertex as usize) < group.vertices.len());
                frame.moved.extend(known.map(|moved| {
                    (base + moved.vertex, point(axes, moved.position, direction(moved.normal)))
                }));
            }
        } else {
            // A single frame is the rest pose.
            let positions = model.posed_positions(group, 0);
            let normals = group.frame_vertices(0).into_iter().map(|vertex| direction(vertex.normal));
            mesh.points
                .extend(positions.into_iter().zip(normals).map(|(at, normal)| point(axes, at, normal)));
        }
        let (first, count) = if number > 0 && own.is_empty() {
            // A group without skins uses those of the first.
            (0, first_skins)
        } else {
            (skins.len(), own.len())
        };
        skins.extend(own);
        if number == 0 {
            first_skins = count;
        }
        surfaces(&mut mesh, group, base, first, count, &mut skins);
    }
    let bones: Vec<Vec3> = model.bone_positions().into_iter().map(|at| place(axes, at)).collect();
    for (index, frame) in frames.iter_mut().enumerate() {
        let name = model.groups.iter().find_map(|group| group.frames.get(index));
        frame.name = name.map(|frame| frame.name.text()).unwrap_or_default().into();
        let transforms = model.transforms(index);
        if !transforms.is_empty() {
            frame.bones = vec![BoneKey::default(); bones.len()];
            for transform in transforms {
                let bone = usize::from(transform.bone);
                if let (Some(key), Some(pivot)) = (frame.bones.get_mut(bone), bones.get(bone)) {
                    *key = BoneKey::from_matrix(&matrix(axes, &transform.matrix), *pivot);
                }
            }
        }
    }
    let parents = model.bone_parents();
    let bones = model.bones.iter().zip(&bones).zip(parents).map(|((bone, pivot), parent)| Bone {
        name: bone.name.text().into(),
        parent: parent.map(|parent| parent as u32),
        pivot: *pivot,
    });
    // Cycles and missing parents were removed while reading, so this cannot fail.
    let skeleton = Skeleton::new(bones.collect(), influences).unwrap_or_default();
    let scenes = if frame_count > 1 { numbered(model.scenes()) } else { Vec::new() };
    Shape { model: mesh.finish(frames, skeleton), skins, scenes }
}

/// The triangles of a group, skin by skin. Triangles of a missing skin get one without a picture.
fn surfaces(
    mesh: &mut MeshBuilder,
    group: &mdl7::Group,
    base: u32,
    first_skin: usize,
    count: usize,
    skins: &mut Vec<Skin>,
) {
    let own = |material: i32| match usize::try_from(material) {
        Ok(material) if material < count => Some(first_skin + material),
        // -1 stands for the first.
        Err(_) if count > 0 => Some(first_skin),
        _ => None,
    };
    let uv = |index: u32| match index {
        NONE => [0.0; 2],
        index => group.uvs.get(index as usize).copied().unwrap_or_default(),
    };
    // Triangles of one skin stay in their order.
    let mut sorted: Vec<(Option<usize>, &mdl7::Triangle)> =
        group.drawable().map(|triangle| (own(triangle.material), triangle)).collect();
    sorted.order_by_key(|(skin, _)| *skin);
    for surface in sorted.chunk_by(|(a, _), (b, _)| a == b) {
        let skin = surface[0].0.unwrap_or(skins.len());
        if skin == skins.len() {
            skins.push(Skin { name: String::new(), source: None, color: [0.8; 3], opacity: 1.0 });
        }
        let corners = |(_, triangle): &(_, &mdl7::Triangle)| {
            [0, 1, 2].map(|corner| (base + triangle.vertices[corner], uv(triangle.uvs[corner])))
        };
        mesh.surface(skin, surface.iter().map(corners));
    }
}

/// The materials of a group's skins, which hand over their pictures.
fn painted(group: &mut mdl7::Group, palette: Option<&Arc<Palette>>) -> Vec<Skin> {
    let targets: Vec<usize> =
        (0..group.skins.len()).map(|index| group.skin_target(index).unwrap_or(index)).collect();
    let given = |own: &mut mdl7::Skin| {
        let image = std::mem::replace(&mut own.body.image, Image::Nothing);
        source(image, own.kind, own.width, own.height, palette)
    };
    let sources: Vec<Option<Source>> = group.skins.iter_mut().map(given).collect();
    // References share the picture of the skin they refer to.
    let made =
        |(own, target): (&mdl7::Skin, &usize)| skin(own, &group.skins[*target], sources[*target].clone());
    group.skins.iter().zip(&targets).map(made).collect()
}

/// A skin, the skin whose picture it shows, and that picture.
fn skin(own: &mdl7::Skin, target: &mdl7::Skin, source: Option<Source>) -> Skin {
    let material = own.body.material.as_deref().or(target.body.material.as_deref());
    let unit = |value: f32| if value.is_finite() { value.clamp(0.0, 1.0) } else { 1.0 };
    let [red, green, blue, _] = material.map_or([0.8, 0.8, 0.8, 1.0], |material| material.diffuse.map(unit));
    let name = match &source {
        Some(Source::File(file)) => file.clone(),
        _ => own.name.text(),
    };
    Skin { name, source, color: [red, green, blue], opacity: 1.0 }
}

/// Where the picture of a skin of MDL7 or HMP7 is.
pub(super) fn source(
    image: Image,
    kind: u32,
    width: i32,
    height: i32,
    palette: Option<&Arc<Palette>>,
) -> Option<Source> {
    match image {
        Image::Pixels(data) => {
            let (width, height) = (u32::try_from(width).ok()?, u32::try_from(height).ok()?);
            let shape = pixels::Shape::of_type(kind & 15, width, height)?;
            Some(Source::Pixels { shape, data: Arc::new(data), palette: palette.cloned() })
        }
        Image::Dds(bytes) => Some(Source::Dds(Arc::new(bytes))),
        Image::External(name) => (!name.bytes().is_empty()).then(|| Source::File(name.text())),
        Image::Nothing | Image::Reference => None,
    }
}

fn of_mdl(mut model: mdl::Model, axes: &Frame, palette: Option<&Arc<Palette>>) -> Shape {
    let mut mesh = MeshBuilder::new(axes);
    let directions = directions(axes);
    let placed = |vertex: &PackedVertex| Point {
        position: place(axes, model.position(vertex)),
        normal: directions[usize::from(vertex.normal)],
    };
    mesh.points = first_points(model.frames.first(), placed);
    let frames = frames(model.frames.iter(), placed);
    let uv = |index: u16| model.uv(index).unwrap_or_default();
    let triangles = model.drawable().map(|triangle| -> [Corner; 3] {
        [0, 1, 2].map(|corner| (triangle.vertices[corner].into(), uv(triangle.uvs[corner])))
    });
    mesh.surface(0, triangles);
    let scenes = if frames.len() > 1 { numbered(model.scenes()) } else { Vec::new() };
    let made = mesh.finish(frames, Skeleton::default());
    let source = model.skins.first_mut().and_then(|skin| {
        let (width, height) = (u32::try_from(skin.width).ok()?, u32::try_from(skin.height).ok()?);
        let shape = pixels::Shape::of_type(skin.kind, width, height)?;
        let data = Arc::new(std::mem::take(&mut skin.pixels));
        Some(Source::Pixels { shape, data, palette: palette.cloned() })
    });
    let skin = Skin { name: "skin".to_owned(), source, color: [0.8; 3], opacity: 1.0 };
    Shape { model: made, skins: vec![skin], scenes }
}

fn of_alias(model: mdl::alias::Model, axes: &Frame, palette: Option<&Arc<Palette>>) -> Shape {
    let mut mesh = MeshBuilder::new(axes);
    let directions = directions(axes);
    let placed = |vertex: &PackedVertex| Point {
        position: place(axes, model.position(vertex)),
        normal: directions[usize::from(vertex.normal)],
    };
    mesh.points = first_points(model.all_frames().next(), placed);
    let frames = frames(model.all_frames(), placed);
    let triangles = model.drawable().map(|triangle| -> [Corner; 3] {
        [0, 1, 2]
            .map(|corner| (triangle.vertices[corner] as u32, model.uv(triangle, corner).unwrap_or_default()))
    });
    mesh.surface(0, triangles);
    let scenes = if frames.len() > 1 { numbered(model.scenes()) } else { Vec::new() };
    let source = alias_source(model, palette);
    let skin = Skin { name: "skin".to_owned(), source, color: [0.8; 3], opacity: 1.0 };
    Shape { model: mesh.finish(frames, Skeleton::default()), skins: vec![skin], scenes }
}

fn alias_source(model: mdl::alias::Model, palette: Option<&Arc<Palette>>) -> Option<Source> {
    use gamestudio::mdl::alias::Skin;
    use gamestudio::pixels::Format;
    let (width, height) = (u32::try_from(model.skin_width).ok()?, u32::try_from(model.skin_height).ok()?);
    let (format, data) = match model.skins.into_iter().next()? {
        Skin::Pal8(pixels) | Skin::Group { pixels, .. } => (Format::Pal8, pixels),
        Skin::Rgb565(pixels) => (Format::Rgb565, pixels),
    };
    let shape = pixels::Shape { format, width, height, mips: false };
    Some(Source::Pixels { shape, data: Arc::new(data), palette: palette.cloned() })
}

/// Decodes numbered normals.
fn directions(axes: &Frame) -> [Vec3; 256] {
    std::array::from_fn(|number| point(axes, [0.0; 3], numbered_direction(number as u8)).normal)
}

/// The points of the first frame.
fn first_points(frame: Option<&mdl::Frame>, placed: impl Fn(&PackedVertex) -> Point) -> Vec<Point> {
    frame.map(|frame| frame.vertices.iter().map(placed).collect()).unwrap_or_default()
}

/// Every frame lists all points.
fn frames<'a>(
    frames: impl Iterator<Item = &'a mdl::Frame>,
    placed: impl Fn(&PackedVertex) -> Point,
) -> Vec<DeformFrame> {
    frames
        .map(|frame| DeformFrame {
            name: frame.name.text().into(),
            moved: (0..).zip(frame.vertices.iter().map(&placed)).collect(),
            bones: Vec::new(),
        })
        .collect()
}
