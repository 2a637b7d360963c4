//! Models: what is drawn and collided with, in model space.

use crate::{Aabb, Deform, LightMapping, MaterialId};
use glam::Vec3;

/// One corner of a polygon. Corners are not shared between polygons: colours
/// and texture coordinates belong to the corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vertex {
    /// Model space, the game's units.
    pub position: [f32; 3],
    /// Unit vector times 32767.
    pub normal: [i16; 3],
    /// u right, v down.
    pub uv: [f32; 2],
    /// Vertex lighting, 255 for full.
    pub color: [u8; 3],
    /// How much of the light of the [day](crate::Hours) is added to it, 255 for all.
    pub day: u8,
}

impl Vertex {
    /// Packs a unit vector, halves away from zero.
    #[inline]
    pub fn pack_normal(normal: Vec3) -> [i16; 3] {
        // Rounding is a call to a library here; loading does this for every corner.
        let round = |value: f32| {
            let whole = value as i32;
            let rest = value - whole as f32;
            (whole + i32::from(rest >= 0.5) - i32::from(rest <= -0.5)) as i16
        };
        (normal.clamp(Vec3::NEG_ONE, Vec3::ONE) * 32767.0).to_array().map(round)
    }

    /// The normal of a corner of a picture that turns to the eye: how far to the right of its foot and how far
    /// up the corner is, in units; kept to an eighth of a unit, and up to 4095 of them.
    pub fn aside(right: f32, up: f32) -> [i16; 3] {
        // Casts stay within what fits.
        [(right * 8.0) as i16, (up * 8.0) as i16, 0]
    }

    /// What [`Vertex::aside`] says.
    pub fn beside_foot(&self) -> [f32; 2] {
        [self.normal[0], self.normal[1]].map(|eighths| f32::from(eighths) / 8.0)
    }

    /// Its colour in the full light of the day.
    pub fn by_day(&self) -> [u8; 3] {
        self.color.map(|channel| channel.saturating_add(self.day))
    }

    /// The normal as a vector of length about one.
    pub fn normal(&self) -> Vec3 {
        Vec3::from_array(self.normal.map(f32::from)) / 32767.0
    }
}

/// Up to three zones in which something is visible; empty for always.
///
/// Source: `docs/spec/zbd/gamez.md`, "4.5 Polygons", `zone_set`; `docs/spec/zbd/rendering.md`, "Zones".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ZoneSet {
    count: u8,
    zones: [i8; 3],
}

impl ZoneSet {
    /// The first three of `zones`.
    pub fn new(zones: &[i8]) -> Self {
        let mut set = ZoneSet::default();
        for (slot, zone) in set.zones.iter_mut().zip(zones) {
            *slot = *zone;
            set.count += 1;
        }
        set
    }

    /// The zones, in file order.
    pub fn zones(&self) -> &[i8] {
        &self.zones[..usize::from(self.count)]
    }
}

impl FromIterator<i8> for ZoneSet {
    /// The first three zones.
    fn from_iter<I: IntoIterator<Item = i8>>(zones: I) -> Self {
        let mut set = ZoneSet::default();
        for (slot, zone) in set.zones.iter_mut().zip(zones) {
            *slot = zone;
            set.count += 1;
        }
        set
    }
}

/// What is visible at a polygon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sight {
    /// The polygon.
    #[default]
    Painted,
    /// Nothing: it is invisible.
    Unseen,
    /// The sky, in front of everything behind it: all nodes that follow the camera, and the
    /// background.
    Sky,
}

/// Where a polygon's corners and triangles are, and how it is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polygon {
    /// First of its vertices; they are adjacent.
    pub first_vertex: u32,
    /// First of its triangle corners in [`Model::indices`].
    pub first_index: u32,
    /// Triangle corners, three per triangle.
    pub index_count: u32,
    /// Its material.
    pub material: MaterialId,
    /// Draw layer -50..=50; larger draws over coplanar smaller ones.
    pub layer: i8,
    /// Visible and solid from behind, too.
    pub double_sided: bool,
    /// 0 for the surface itself, 1.. for the overlays painted over it, which
    /// nothing collides with.
    pub pass: u8,
    /// Whether it is visible.
    pub sight: Sight,
    /// Collided with and stood on, seen or not.
    pub solid: bool,
    /// Zones in which it exists.
    pub zones: ZoneSet,
}

/// How a facade turns to the camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facade {
    /// About the world's y axis.
    CylinderY,
    /// Fully.
    Sphere,
    /// About the local x axis.
    CylinderX,
    /// About the local z axis.
    CylinderZ,
}

/// A light drawn as a sprite at each of its points.
#[derive(Clone, Debug, PartialEq)]
pub struct PointLight {
    /// Model space.
    pub points: Vec<Vec3>,
    /// 0..=1.
    pub color: [f32; 3],
    /// Units at which fading starts.
    pub fade_near: f32,
    /// Units at which it is gone; 0 for no fading.
    pub fade_far: f32,
    /// Opacity 0..=255 lost per unit.
    pub fade_slope: f32,
    /// Seconds lit and the same dark; `None` when it does not blink.
    pub blink: Option<f32>,
    /// Largest sprite, pixels.
    pub max_pixels: f32,
}

/// What a node can show: polygons and point lights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// Every corner of every polygon, polygon by polygon.
    pub vertices: Vec<Vertex>,
    /// Triangles, polygon by polygon; counter-clockwise seen from the front.
    pub indices: Vec<u32>,
    /// In file order: within one model, earlier polygons answer queries first.
    pub polygons: Vec<Polygon>,
    /// Lights drawn as sprites.
    pub lights: Vec<PointLight>,
    /// Present when the model turns to the camera.
    pub facade: Option<Facade>,
    /// A facade turns about the centre of its bounds, not the node's origin.
    pub facade_centroid: bool,
    /// Each of its polygons is an upright picture that turns to the eye about its foot, so that one model
    /// holds thousands of them: corners stand at the foot, and their normals say how far to the right of it and up
    /// they are, see [`Vertex::aside`]. Nothing collides with them.
    pub turning: bool,
    /// Affected by lights.
    pub lit: bool,
    /// Affected by fog.
    pub fogged: bool,
    /// A marker of the level editor: never drawn.
    pub marker: bool,
    /// Texture coordinates per second.
    pub scroll: [f32; 2],
    /// Per vertex: coordinates of textures that are read with
    /// [`UvSource::Second`](crate::UvSource::Second); empty without any.
    pub second_uvs: Vec<[f32; 2]>,
    /// Per vertex: eighths of units that it is higher (or, negative, lower) when the model's place joins those that are
    /// seen; from there it goes to where it is, so that land does not jump and houses rise; empty for nearly all.
    pub settling: Vec<i16>,
    /// For a model whose second frame is a morph of its first: how much of the morph there is, 0..=1, until
    /// a program says otherwise.
    pub morph: Option<f32>,
    /// How it changes its shape; `None` for nearly all. Its collision shape is the one without any
    /// frame.
    pub deform: Option<Box<Deform>>,
    /// Light maps; not for a model that changes its shape.
    pub lightmap: Option<Box<LightMapping>>,
    /// Bounds of vertices and light points in every shape it can have; empty without any.
    pub bounds: Aabb,
}

impl Model {
    /// Number of triangles.
    pub fn triangles(&self) -> usize {
        self.indices.len() / 3
    }

    /// Triangle corners of a polygon.
    pub fn polygon_indices(&self, polygon: &Polygon) -> &[u32] {
        let first = polygon.first_index as usize;
        self.indices.get(first..first + polygon.index_count as usize).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normals_are_packed_to_the_nearest_halves_away_from_zero() {
        let half = 0.5 / 32767.0;
        let cases = [
            (Vec3::new(1.0, -1.0, 0.0), [32767, -32767, 0]),
            (Vec3::new(2.0, -7.0, 0.0), [32767, -32767, 0]),
            (Vec3::new(half, -half, half * 0.99), [1, -1, 0]),
            (Vec3::new(0.6, -0.8, 0.0), [19660, -26214, 0]),
        ];
        for (normal, wanted) in cases {
            assert_eq!(Vertex::pack_normal(normal), wanted, "{normal}");
        }
        for step in -20_000..=20_000 {
            let value = step as f32 / 20_000.0;
            let [x, ..] = Vertex::pack_normal(Vec3::new(value, 0.0, 0.0));
            assert_eq!(x, (value * 32767.0).round() as i16, "{value}");
        }
    }
}
