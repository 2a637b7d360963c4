//! Upright pictures that turn to the eye, many in one model: see [`Model::turning`].

use super::pictures::Flat;
use glam::Vec3;
use hashbrown::HashMap;
use std::sync::Arc;
use world::{
    Aabb, Alpha, Blend, Cycle, Image, Material, MaterialId, Model, Polygon, Scene, Sight, Texture, TextureId,
    Vertex, ZoneSet,
};

/// Pictures that play go on to the next one so often a second.
const FRAMES_PER_SECOND: f32 = 5.0;

/// A material that shows a flat, how large it is, and how much of its texture it fills.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Its material.
    pub material: MaterialId,
    /// Width and height in units.
    pub size: [f32; 2],
    /// The rest is room, so that many pictures have textures of one size.
    pub(super) filled: [f32; 2],
}

/// The flats that a scene shows, each with a material of its own.
#[derive(Debug, Default)]
pub struct Looks(HashMap<[u16; 2], Look>);

impl Looks {
    /// The material of a flat by its archive and record; `flat` makes its picture when it is asked for first.
    pub fn of(
        &mut self,
        scene: &mut Scene,
        texture: [u16; 2],
        flat: impl FnOnce() -> Option<Arc<Flat>>,
    ) -> Option<Look> {
        if let Some(look) = self.0.get(&texture) {
            return Some(*look);
        }
        let flat = flat()?;
        let [archive, record] = texture;
        let name = format!("TEXTURE.{archive:03} {record}");
        let first = scene.textures.len();
        let (mut filled, mut count) = ([1.0; 2], 0);
        let mut whole = None;
        for frame in &flat.frames {
            let size =
                *whole.get_or_insert([frame.width, frame.height].map(|side| side.max(1).next_power_of_two()));
            // Frames of other sizes would not fit the corners of the first.
            if frame.width > size[0] || frame.height > size[1] {
                continue;
            }
            filled = [frame.width as f32 / size[0] as f32, frame.height as f32 / size[1] as f32];
            let levels = vec![with_room(frame, size)];
            scene.textures.push(Texture { name: name.clone(), alpha: Alpha::Keyed, levels });
            count += 1;
        }
        let textures: Vec<TextureId> = (first..first + count).map(TextureId::from).collect();
        let texture_id = textures.first().copied();
        let cycle = (count > 1).then(|| Cycle {
            textures,
            offsets: Vec::new(),
            speed: FRAMES_PER_SECOND,
            looping: true,
            start: 0.0,
        });
        scene.materials.push(Material {
            name,
            texture: texture_id,
            cycle,
            blend: Blend::Cutout,
            ..Material::default()
        });
        let look = Look { material: MaterialId::from(scene.materials.len() - 1), size: flat.size, filled };
        self.0.insert(texture, look);
        Some(look)
    }
}

/// A picture in the upper left of a larger one that is clear.
fn with_room(image: &Image, [width, height]: [u32; 2]) -> Image {
    let mut rgba = vec![0; (width * height * 4) as usize];
    let row = (image.width * 4) as usize;
    if row > 0 {
        let rows = rgba.chunks_exact_mut((width * 4) as usize).zip(image.rgba.chunks_exact(row));
        rows.for_each(|(to, from)| to[..row].copy_from_slice(from));
    }
    Image { width, height, rgba }
}

/// A model of flats: where the middle of each lower edge is, and what it looks like. Flats of one material are one
/// polygon. Light falls on them as on level ground.
pub fn model(mut flats: Vec<(Vec3, Look)>) -> Model {
    // Stable: those of one material stay in their order. Thousands in each cell, while somebody walks: by the standard
    // library's sort, which is faster than that of the crate `order`.
    flats.sort_by_key(|(_, look)| look.material);
    let mut model = Model { turning: true, lit: true, fogged: true, bounds: Aabb::EMPTY, ..Model::default() };
    model.vertices.reserve(4 * flats.len());
    model.indices.reserve(6 * flats.len());
    for group in flats.chunk_by(|a, b| a.1.material == b.1.material) {
        let Some((_, Look { material, .. })) = group.first() else { continue };
        let (first_vertex, first_index) = (model.vertices.len() as u32, model.indices.len() as u32);
        for (foot, Look { size: [width, height], filled: [u, v], .. }) in group {
            let first = model.vertices.len() as u32;
            let half = width / 2.0;
            let quad = [
                (-half, 0.0, [0.0, *v]),
                (half, 0.0, [*u, *v]),
                (half, *height, [*u, 0.0]),
                (-half, *height, [0.0; 2]),
            ];
            model.vertices.extend(quad.map(|(right, up, uv)| Vertex {
                position: foot.to_array(),
                normal: Vertex::aside(right, up),
                uv,
                color: [255; 3],
                day: 0,
            }));
            model.indices.extend([0, 1, 2, 0, 2, 3].map(|at| first + at));
            let around = Vec3::new(half, 0.0, half);
            model.bounds =
                model.bounds.union(Aabb { min: *foot - around, max: *foot + around + Vec3::Y * *height });
        }
        model.polygons.push(Polygon {
            first_vertex,
            first_index,
            index_count: model.indices.len() as u32 - first_index,
            material: *material,
            layer: 0,
            double_sided: true,
            pass: 0,
            sight: Sight::Painted,
            solid: false,
            zones: ZoneSet::default(),
        });
    }
    model
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::Frame;

    #[test]
    fn flats_of_one_picture_are_one_polygon_around_their_feet() {
        let mut scene = Scene::empty("daggerfall", "1,1", Frame::identity(0.025));
        let mut looks = Looks::default();
        let picture = || {
            let image = Image { width: 48, height: 100, rgba: vec![255; 48 * 100 * 4] };
            Some(Arc::new(Flat { frames: vec![image], size: [60.0, 120.0] }))
        };
        let tree = looks.of(&mut scene, [504, 3], picture).unwrap();
        let again = looks.of(&mut scene, [504, 3], || panic!("made twice")).unwrap();
        let other = looks.of(&mut scene, [504, 4], picture).unwrap();
        assert_eq!(tree, again);
        assert!(looks.of(&mut scene, [504, 5], || None).is_none());
        assert_eq!((scene.materials.len(), scene.textures.len()), (2, 2));
        // A texture of 64 by 128, of which the picture fills three quarters and 25/32.
        assert_eq!(scene.textures[0].levels[0].rgba.len(), 64 * 128 * 4);
        let [a, b, c] = [Vec3::new(10.0, 5.0, -20.0), Vec3::new(300.0, 6.0, -20.0), Vec3::ZERO];
        let model = model(vec![(a, tree), (b, other), (c, tree)]);
        assert_eq!(model.polygons.len(), 2);
        assert_eq!(model.triangles(), 6);
        let upper_right = model.vertices[2];
        assert_eq!(upper_right.position, [10.0, 5.0, -20.0]);
        assert_eq!(upper_right.beside_foot(), [30.0, 120.0]);
        assert_eq!(upper_right.uv, [0.75, 0.0]);
        assert_eq!(model.vertices[0].uv, [0.0, 0.78125]);
        assert_eq!(model.bounds.max, Vec3::new(330.0, 126.0, 30.0));
        assert_eq!(model.bounds.min, Vec3::new(-30.0, 0.0, -50.0));
    }
}
