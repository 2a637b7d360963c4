//! Building a model out of polygons, with light baked into its corners.

use super::light;
use super::skins::Skin;
use super::terrain::PAVED;
use crate::builders::graph::{Shape, extent};
use crate::builders::solid::{self, Solid, corner_uvs, tile, to_bytes};
use binary::Result;
use glam::Vec3;
use zbd::gamez::NewPolygon;
use zbd::gamez::models::{Model, PointLight, model_type};

/// How texture coordinates are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Uv {
    /// None are stored.
    None,
    /// The whole texture on a quad given as lower left, lower right, upper
    /// right, upper left.
    Fit,
    /// Part of the texture, likewise: left, top, right, bottom.
    Part([f32; 4]),
    /// One texture for so many units, laid on flat.
    Tile(f32),
}

/// How the corners are coloured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Bake {
    /// By sun and sky, darker near the ground at this height.
    Sun(f32),
    /// As it is.
    None,
}

/// Everything about a polygon but its corners.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// Slot of the material.
    pub material: i32,
    /// Texture coordinates.
    pub uv: Uv,
    /// Colour of the corners before light, 0..=1.
    pub tint: Vec3,
    /// Light.
    pub bake: Bake,
    /// Draw layer.
    pub priority: i32,
    /// Zones; none for everywhere.
    pub zones: &'static [i8],
    /// Visible from behind.
    pub double_sided: bool,
    /// Store normals.
    pub normals: bool,
}

impl Style {
    /// A lit material; textured ones are tiled once per `tile` units.
    pub fn tiled(skin: Skin, tile: f32) -> Self {
        Style { uv: Uv::Tile(tile), ..Style::plain(skin.index()) }
    }

    /// Paving that is walked on, coloured as that of the ground.
    pub fn paving() -> Self {
        Style { normals: true, tint: PAVED, ..Style::tiled(Skin::Paving, 8.0) }
    }

    /// A lit material with one texture to a quad.
    pub fn fit(skin: Skin) -> Self {
        Style { uv: Uv::Fit, ..Style::plain(skin.index()) }
    }

    /// A lit material without texture coordinates.
    pub fn plain(material: i32) -> Self {
        Style {
            material,
            uv: Uv::None,
            tint: Vec3::ONE,
            bake: Bake::Sun(0.0),
            priority: 0,
            zones: &[],
            double_sided: false,
            normals: false,
        }
    }

    /// The same with this colour under the light.
    pub fn tint(self, r: f32, g: f32, b: f32) -> Self {
        Style { tint: Vec3::new(r, g, b), ..self }
    }

    /// The same on this draw layer.
    pub fn layer(self, priority: i32) -> Self {
        Style { priority, ..self }
    }
}

/// A model in the making.
#[derive(Debug)]
pub(super) struct Mesh(Solid);

impl Mesh {
    /// An empty model that fog affects.
    pub fn new() -> Self {
        Mesh(Solid::new(solid::in_fog()))
    }

    /// The model's own record and lists, for what has no method here.
    pub fn model(&mut self) -> &mut Model {
        &mut self.0.model
    }

    /// The same with more model flags.
    pub fn flagged(mut self, more: u32) -> Self {
        self.0.model.info.flags |= more;
        self
    }

    /// The same with other model flags.
    pub fn only_flagged(mut self, only: u32) -> Self {
        self.0.model.info.flags = only;
        self
    }

    /// A facade that turns in this mode, about its centre if `centroid`.
    pub fn facade(mode: u32, centroid: bool) -> Self {
        Mesh(Solid::new(solid::facade(mode, centroid)))
    }

    /// A model of point lights alone.
    pub fn points(lights: Vec<PointLight>) -> Self {
        let mut mesh = Mesh::new();
        mesh.model().info.model_type = model_type::POINTS;
        mesh.model().lights = lights;
        mesh
    }

    /// Place of a vertex; equal ones are shared.
    pub fn vertex(&mut self, point: Vec3) -> u32 {
        self.0.vertex(point)
    }

    /// A flat polygon, counter-clockwise seen from the front.
    pub fn polygon(&mut self, corners: &[Vec3], style: &Style) {
        let [a, b, c, ..] = corners else { return };
        let normal = (*b - *a).cross(*c - *a).normalize_or_zero();
        let uvs: Vec<_> = match style.uv {
            Uv::None => Vec::new(),
            Uv::Fit => corner_uvs([0.0, 0.0, 1.0, 1.0]).to_vec(),
            Uv::Part(part) => corner_uvs(part).to_vec(),
            Uv::Tile(size) => corners.iter().map(|corner| tile(*corner, normal, [size, size], 0.5)).collect(),
        };
        let colors: Vec<_> = corners
            .iter()
            .map(|corner| match style.bake {
                Bake::Sun(ground) => style.tint * light::on_wall(normal, corner.y - ground),
                Bake::None => style.tint,
            })
            .collect();
        let normals = if style.normals {
            self.0.model.normals.push(normal.to_array());
            vec![self.0.model.normals.len() as u32 - 1; corners.len()]
        } else {
            Vec::new()
        };
        let indices: Vec<u32> = corners.iter().map(|corner| self.vertex(*corner)).collect();
        self.push(&indices, &normals, &uvs, &colors, style, false);
    }

    /// A triangle strip over these vertices with a colour for each corner.
    pub fn strip(&mut self, indices: &[u32], uvs: &[[f32; 2]], colors: &[Vec3], style: &Style) {
        self.push(indices, &[], uvs, colors, style, true);
    }

    /// A polygon over these vertices, corner by corner.
    pub fn push(
        &mut self,
        indices: &[u32],
        normals: &[u32],
        uvs: &[[f32; 2]],
        colors: &[Vec3],
        style: &Style,
        tri_strip: bool,
    ) {
        let colors: Vec<[f32; 3]> = colors.iter().map(|color| to_bytes(*color)).collect();
        let polygon = NewPolygon {
            vertex_indices: indices,
            normal_indices: normals,
            materials: &[style.material],
            uvs,
            colors: &colors,
            priority: style.priority,
            zones: style.zones,
            show_backface: style.double_sided,
            tri_strip,
        };
        self.0.push(&polygon);
    }

    /// The five or six faces of a box that stands upright.
    pub fn cuboid(&mut self, min: Vec3, max: Vec3, bottom: bool, style: &Style) {
        let faces = solid::frustum([min, max], [0.0, 0.0]);
        for face in &faces[..if bottom { 6 } else { 5 }] {
            self.polygon(face, style);
        }
    }

    /// An upright column with `sides` sides that may taper, and its lid.
    pub fn column(&mut self, foot: Vec3, height: f32, radii: [f32; 2], sides: u32, style: &Style) {
        let ring = |index: u32, level: usize| {
            let turn = (index % sides) as f32 / sides as f32 * std::f32::consts::TAU;
            let out = Vec3::new(libm::sinf(turn), 0.0, libm::cosf(turn)) * radii[level];
            foot + out + Vec3::Y * (height * level as f32)
        };
        for side in 0..sides {
            self.polygon(&[ring(side, 0), ring(side + 1, 0), ring(side + 1, 1), ring(side, 1)], style);
        }
        let lid: Vec<Vec3> = (0..sides).map(|side| ring(side, 1)).collect();
        let uv = if matches!(style.uv, Uv::Tile(_)) { style.uv } else { Uv::None };
        self.polygon(&lid, &Style { uv, ..*style });
    }

    /// The model's box; none while it is empty.
    pub fn bounds(&self) -> Option<[Vec3; 2]> {
        extent(&self.0.model)
    }
}

impl Shape for Mesh {
    fn finish(self) -> Result<Model> {
        self.0.finish()
    }
}
