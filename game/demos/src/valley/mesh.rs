//! Building a model out of polygons in the world's own coordinates; light is
//! baked into the corners when everything stands.

use super::light::{SUN, Shade};
use super::skins::Skin;
use super::terrain::Terrain;
use crate::builders::solid::{self, Solid, corner_uvs, tile, to_bytes};
use glam::Vec3;
use zbd::gamez::NewPolygon;
use zbd::gamez::models::Model;

/// How texture coordinates are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Uv {
    /// None are stored.
    None,
    /// Part of the texture on a quad given as lower left, lower right, upper
    /// right, upper left: left, top, right, bottom.
    Part([f32; 4]),
    /// One texture for so many units across and down, laid on flat.
    Tile([f32; 2]),
}

/// How the corners get their light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lit {
    /// Sun, sky and shadows where it stands.
    Baked,
    /// Sun and sky only.
    Free,
    /// Shines by itself.
    Own,
}

/// Everything about a polygon but its corners.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// The material.
    pub skin: Skin,
    /// Texture coordinates.
    pub uv: Uv,
    /// Colour of the corners before light, 0..=1.
    pub tint: Vec3,
    /// Light.
    pub lit: Lit,
    /// Draw layer.
    pub layer: i32,
    /// Zones; none for everywhere.
    pub zones: &'static [i8],
    /// Visible from behind.
    pub double_sided: bool,
    /// Quads are cut into pieces no longer than this, units.
    pub piece: f32,
}

impl Style {
    /// Tiled once per `tile` units.
    pub const fn tiled(skin: Skin, tile: f32) -> Self {
        Style {
            skin,
            uv: Uv::Tile([tile, tile]),
            tint: Vec3::ONE,
            lit: Lit::Baked,
            layer: 0,
            zones: &[],
            double_sided: false,
            piece: 14.0,
        }
    }

    /// The whole texture to a quad.
    pub const fn fit(skin: Skin) -> Self {
        Style { uv: Uv::Part([0.0, 0.0, 1.0, 1.0]), piece: 1000.0, ..Style::tiled(skin, 1.0) }
    }

    /// Without texture coordinates.
    pub const fn plain(skin: Skin) -> Self {
        Style { uv: Uv::None, ..Style::tiled(skin, 1.0) }
    }

    /// The same with this colour under the light.
    pub const fn tint(self, r: f32, g: f32, b: f32) -> Self {
        Style { tint: Vec3::new(r, g, b), ..self }
    }

    /// The same on this draw layer.
    pub const fn layer(self, layer: i32) -> Self {
        Style { layer, ..self }
    }

    /// The same, shining by itself.
    pub const fn own(self) -> Self {
        Style { lit: Lit::Own, ..self }
    }

    /// The same, seen from both sides.
    pub const fn both(self) -> Self {
        Style { double_sided: true, ..self }
    }

    /// The same with another part of the texture.
    pub const fn part(self, part: [f32; 4]) -> Self {
        Style { uv: Uv::Part(part), ..self }
    }
}

struct Polygon {
    corners: Vec<Vec3>,
    uvs: Vec<[f32; 2]>,
    /// Given colours instead of baked ones.
    colors: Option<Vec<Vec3>>,
    style: Style,
}

/// A model in the making.
pub(super) struct Mesh {
    polygons: Vec<Polygon>,
    /// Boxes that throw shadows.
    pub blocks: Vec<[Vec3; 2]>,
    origin: Vec3,
    /// Cosine and sine of the turn about the upright axis.
    turn: [f32; 2],
    /// The model's own record.
    pub model: Model,
}

impl Mesh {
    fn of(model: Model) -> Self {
        Mesh { polygons: Vec::new(), blocks: Vec::new(), origin: Vec3::ZERO, turn: [1.0, 0.0], model }
    }

    /// An empty model that fog affects.
    pub fn new() -> Self {
        Mesh::of(solid::in_fog())
    }

    /// The same with other model flags.
    pub fn only_flagged(mut self, only: u32) -> Self {
        self.model.info.flags = only;
        self
    }

    /// A facade that turns in this mode, about its centre if `centroid`.
    pub fn facade(mode: u32, centroid: bool) -> Self {
        Mesh::of(solid::facade(mode, centroid))
    }

    /// What follows is built around this point, turned by so many degrees.
    pub fn stand(&mut self, origin: Vec3, degrees: f32) -> &mut Self {
        let (sin, cos) = libm::sincosf(degrees.to_radians());
        // Quarter turns keep walls exactly on the axes.
        let whole = |value: f32| if value.abs() < 1e-5 { 0.0 } else { value };
        (self.origin, self.turn) = (origin, [whole(cos), whole(sin)]);
        self
    }

    /// A point in the world.
    pub fn place(&self, point: Vec3) -> Vec3 {
        let [cos, sin] = self.turn;
        self.origin + Vec3::new(point.x * cos + point.z * sin, point.y, point.z * cos - point.x * sin)
    }

    /// True while nothing was added.
    pub fn is_empty(&self) -> bool {
        self.polygons.is_empty()
    }

    /// A flat polygon, counter-clockwise seen from the front.
    pub fn polygon(&mut self, corners: &[Vec3], style: &Style) {
        let [a, b, c, ..] = corners else { return };
        let normal = (*b - *a).cross(*c - *a).normalize_or_zero();
        let uvs = match style.uv {
            Uv::None => Vec::new(),
            Uv::Part(part) => corner_uvs(part).to_vec(),
            Uv::Tile(size) => corners.iter().map(|corner| tile(*corner, normal, size, 0.7)).collect(),
        };
        let corners = corners.iter().map(|corner| self.place(*corner)).collect();
        self.polygons.push(Polygon { corners, uvs, colors: None, style: *style });
    }

    /// A flat polygon with its own texture coordinates and, if there are any,
    /// final colours.
    pub fn exact(
        &mut self,
        corners: Vec<Vec3>,
        uvs: Vec<[f32; 2]>,
        colors: Option<Vec<Vec3>>,
        style: &Style,
    ) {
        self.polygons.push(Polygon { corners, uvs, colors, style: *style });
    }

    /// A quad given as lower left, lower right, upper right, upper left, cut
    /// into pieces so that light can change over it.
    pub fn quad(&mut self, [a, b, c, d]: [Vec3; 4], style: &Style) {
        let pieces = |length: f32| (length / style.piece).ceil().clamp(1.0, 12.0) as u32;
        let (across, up) = match style.uv {
            Uv::Tile(_) => (pieces(a.distance(b)), pieces(a.distance(d))),
            _ => (1, 1),
        };
        let at = |i: u32, j: u32| {
            let (s, t) = (i as f32 / across as f32, j as f32 / up as f32);
            a.lerp(b, s).lerp(d.lerp(c, s), t)
        };
        for j in 0..up {
            for i in 0..across {
                self.polygon(&[at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)], style);
            }
        }
    }

    /// A box that throws a shadow, with sides and a top of their own.
    pub fn block(&mut self, min: Vec3, max: Vec3, side: &Style, top: &Style) {
        self.cuboid(min, max, side, top, false);
        let (a, b) = (self.place(min), self.place(max));
        self.blocks.push([a.min(b), a.max(b)]);
    }

    /// The same without a shadow, if wanted with an underside.
    pub fn cuboid(&mut self, min: Vec3, max: Vec3, side: &Style, top: &Style, bottom: bool) {
        self.frustum([min, max], [0.0, 0.0], side, top, bottom);
    }

    /// A box whose top is smaller by so much on each side along x and z.
    pub fn frustum(
        &mut self,
        [min, max]: [Vec3; 2],
        [ix, iz]: [f32; 2],
        side: &Style,
        top: &Style,
        bottom: bool,
    ) {
        let [sides @ .., lid, floor] = solid::frustum([min, max], [ix, iz]);
        for face in sides {
            self.quad(face, side);
        }
        self.quad(lid, top);
        if bottom {
            self.quad(floor, side);
        }
    }

    /// An upright column that may taper, and its lid.
    pub fn column(&mut self, foot: Vec3, height: f32, radii: [f32; 2], sides: u32, style: &Style) {
        self.ring(foot, foot + Vec3::Y * height, radii, sides, style);
        let lid: Vec<Vec3> = (0..sides)
            .map(|side| {
                let (sin, cos) = libm::sincosf(side as f32 / sides as f32 * std::f32::consts::TAU);
                foot + Vec3::new(sin * radii[1], height, cos * radii[1])
            })
            .collect();
        let uv = if matches!(style.uv, Uv::Tile(_)) { style.uv } else { Uv::None };
        if radii[1] > 0.02 {
            self.polygon(&lid, &Style { uv, ..*style });
        }
    }

    /// The side of a round thing between two points, without lids.
    pub fn ring(&mut self, from: Vec3, to: Vec3, radii: [f32; 2], sides: u32, style: &Style) {
        let along = (to - from).normalize_or(Vec3::Y);
        let right = if along.y.abs() > 0.9 { Vec3::Z } else { Vec3::Y.cross(along).normalize_or(Vec3::X) };
        let out = along.cross(right);
        let at = |side: u32, top: bool| {
            let (sin, cos) = libm::sincosf((side % sides) as f32 / sides as f32 * std::f32::consts::TAU);
            let (middle, radius) = if top { (to, radii[1]) } else { (from, radii[0]) };
            middle + (right * cos + out * sin) * radius
        };
        let length = from.distance(to);
        for side in 0..sides {
            let corners = [at(side, false), at(side + 1, false), at(side + 1, true), at(side, true)];
            let style = match style.uv {
                Uv::Tile([u, v]) => {
                    let around = (std::f32::consts::TAU * radii[0] / u).round().max(1.0) / sides as f32;
                    let (left, right) = (side as f32 * around, (side + 1) as f32 * around);
                    Style { uv: Uv::Part([left, 0.0, right, length / v]), ..*style }
                }
                _ => *style,
            };
            if radii[1] > 0.02 {
                self.polygon(&corners, &style);
            } else {
                self.polygon(&corners[..3], &Style { uv: Uv::None, ..style });
            }
        }
    }

    /// A beam with a square section between two points.
    pub fn beam(&mut self, from: Vec3, to: Vec3, thick: f32, style: &Style) {
        let half = thick * 0.5;
        let along = (to - from).normalize_or(Vec3::Y);
        let right = if along.y.abs() > 0.99 { Vec3::X } else { along.cross(Vec3::Y).normalize_or(Vec3::X) };
        let up = along.cross(right);
        let at = |point: Vec3, r: f32, u: f32| point + right * (r * half) + up * (u * half);
        let loops = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        for index in 0..4 {
            let ((r0, u0), (r1, u1)) = (loops[index], loops[(index + 1) % 4]);
            self.polygon(&[at(from, r0, u0), at(from, r1, u1), at(to, r1, u1), at(to, r0, u0)], style);
        }
    }

    /// The model with its light where it stands.
    pub fn bake(self, shade: &Shade, terrain: &Terrain) -> Solid {
        self.colored(|point, normal| shade.on(terrain, point, normal))
    }

    /// The model with the light of open land.
    pub fn free(self) -> Solid {
        self.colored(|_, normal| SUN.on(normal, 1.0, 1.0))
    }

    fn colored(self, light_on: impl Fn(Vec3, Vec3) -> Vec3) -> Solid {
        let mut baked = Solid::new(self.model);
        for polygon in &self.polygons {
            let Polygon { corners, uvs, colors, style } = polygon;
            let [a, b, c, ..] = corners[..] else { continue };
            let normal = (b - a).cross(c - a).normalize_or_zero();
            let colors: Vec<[f32; 3]> = match (colors, style.lit) {
                (Some(colors), _) => colors.iter().map(|color| to_bytes(*color)).collect(),
                (None, Lit::Own) => vec![to_bytes(style.tint); corners.len()],
                (None, Lit::Free) => {
                    vec![to_bytes(style.tint * SUN.on(normal, 1.0, 1.0)); corners.len()]
                }
                (None, Lit::Baked) => {
                    let inward = corners.iter().sum::<Vec3>() / corners.len() as f32;
                    let color = |corner: &Vec3| style.tint * light_on(corner.lerp(inward, 0.04), normal);
                    corners.iter().map(|corner| to_bytes(color(corner))).collect()
                }
            };
            let indices: Vec<u32> = corners.iter().map(|corner| baked.vertex(*corner)).collect();
            let polygon = NewPolygon {
                vertex_indices: &indices,
                normal_indices: &[],
                materials: &[style.skin.index()],
                uvs,
                colors: &colors,
                priority: style.layer,
                zones: style.zones,
                show_backface: style.double_sided,
                tri_strip: false,
            };
            baked.push(&polygon);
        }
        baked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every side of a body faces away from its middle: from within it would be seen, and stop nobody, from outside.
    #[track_caller]
    fn faces_outwards(mesh: &Mesh, middle: Vec3) {
        assert!(mesh.polygons.len() >= 4);
        for Polygon { corners, .. } in &mesh.polygons {
            let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
            let out = corners.iter().sum::<Vec3>() / corners.len() as f32 - middle;
            assert!(normal.dot(out) > 0.0, "{corners:?} faces {normal}");
        }
    }

    #[test]
    fn all_bodies_are_seen_from_outside() {
        let style = Style::plain(Skin::Dark);
        let (min, max) = (Vec3::new(-1.0, 0.0, -2.0), Vec3::new(1.0, 4.0, 2.0));
        let body = |build: &dyn Fn(&mut Mesh)| {
            let mut mesh = Mesh::new();
            build(&mut mesh);
            mesh
        };
        let middle = Vec3::Y * 2.0;
        faces_outwards(&body(&|mesh| mesh.cuboid(min, max, &style, &style, true)), middle);
        faces_outwards(&body(&|mesh| mesh.frustum([min, max], [0.5, 1.0], &style, &style, true)), middle);
        faces_outwards(&body(&|mesh| mesh.column(Vec3::ZERO, 4.0, [1.0, 0.5], 6, &style)), middle);
        for to in
            [Vec3::Y, Vec3::NEG_Y, Vec3::X, Vec3::NEG_Z, Vec3::new(0.3, 1.0, -0.2), Vec3::new(-2.0, 0.1, 1.0)]
        {
            let to = to * 4.0;
            faces_outwards(&body(&|mesh| mesh.ring(Vec3::ZERO, to, [0.6, 0.3], 5, &style)), to * 0.5);
            faces_outwards(&body(&|mesh| mesh.beam(Vec3::ZERO, to, 0.4, &style)), to * 0.5);
        }
    }
}
