//! The triangles of one picture: every visible polygon in its place around the
//! eye, coloured and lit, in runs that share a texture and a way of mixing.

use crate::{
    gather::{Drawn, Group},
    light::Lighting,
    order::{Order, RANKS},
    textures::Textures,
    view::View,
};
use glam::{Mat3A, Vec3, Vec3A};
use std::{cmp::Ordering, ops::Range};
use world::{Blend, Model, PointLight, Polygon, Scene, State};

/// Part of the distance by which a layer lies over the next lower one.
const LAYER_STEP: f32 = 1.0 / 8192.0;
/// Pushes the sky behind everything, in front of nothing.
const SKY_DEPTH: f32 = 1.0 / 1_048_576.0;
/// Layer of light sprites, which sit in the middle of their lamps.
const SPRITE_LAYER: i8 = 50;
/// Diameter of a light sprite, metres.
const SPRITE_METRES: f32 = 0.5;
/// Ticks a second.
const TICK_RATE: f64 = 60.0;

/// One corner as the shader reads it.
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(crate) struct Corner {
    position: [f32; 3],
    uv: [f32; 2],
    color: [u16; 4],
    depth: f32,
    fog: f32,
}

/// What a draw needs to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    pub group: Group,
    pub blend: Blend,
    pub double_sided: bool,
    pub texture: u32,
}

/// Triangles drawn by one call.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub style: Style,
    pub indices: Range<u32>,
}

/// Everything of one picture.
#[derive(Default)]
pub(crate) struct Mesh {
    pub corners: Vec<Corner>,
    pub indices: Vec<u32>,
    pub runs: Vec<Run>,
}

/// A polygon waiting for its turn.
struct Item {
    style: Style,
    /// Squared distance from the eye to the middle of the polygon.
    distance_sq: f32,
    layer: i8,
    indices: Range<u32>,
}

pub(crate) struct Builder<'a> {
    pub scene: &'a Scene,
    pub state: &'a State,
    pub view: &'a View,
    pub textures: &'a Textures,
    pub order: &'a Order,
}

impl Builder<'_> {
    /// Builds the picture of what was gathered.
    pub fn build(&self, drawn: &[Drawn]) -> Mesh {
        let mut heap = Heap::default();
        for drawn in drawn {
            let Some(model) = self.scene.models.get(drawn.model.index()) else { continue };
            self.model(drawn, model, &mut heap);
            for light in &model.lights {
                self.sprites(drawn, light, &mut heap);
            }
        }
        heap.sorted()
    }

    fn model(&self, drawn: &Drawn, model: &Model, heap: &mut Heap) {
        let world_center = Vec3::from(drawn.center) + self.view.eye;
        let lighting = model.lit.then(|| Lighting::choose(&self.state.lights, world_center, drawn.radius));
        let normals = drawn.place.matrix3.inverse().transpose();
        let place = ModelPlace {
            drawn,
            model,
            lighting,
            normals: if normals.is_finite() { normals } else { Mat3A::IDENTITY },
            mirrored: drawn.place.matrix3.determinant() < 0.0,
            scroll: self.state.scrolls.get(drawn.model.index()).copied().unwrap_or_default(),
            fog: if model.fogged && self.state.fog.on { 1.0 } else { 0.0 },
        };
        let ranks = self.order.of_node(drawn.node);
        for (index, polygon) in model.polygons.iter().enumerate() {
            if self.state.zones.shows_any(polygon.zones.zones()) {
                self.polygon(&place, polygon, ranks.get(index).copied().unwrap_or(0), heap);
            }
        }
    }

    fn polygon(&self, place: &ModelPlace, polygon: &Polygon, rank: u8, heap: &mut Heap) {
        let indices = place.model.polygon_indices(polygon);
        let (Some(&first), Some(&last)) = (indices.iter().min(), indices.iter().max()) else { return };
        let Some(vertices) = place.model.vertices.get(first as usize..=last as usize) else { return };
        let material = self.scene.materials.get(polygon.material.index());
        let (color, opacity, blend, texture) = match material {
            Some(material) => {
                let cycle = self.state.cycles.get(polygon.material.index()).copied().unwrap_or(0.0);
                let texture = self.textures.of(material, cycle);
                (Vec3::from(material.color), material.opacity, material.blend, texture)
            }
            None => (Vec3::ONE, 1.0, Blend::Opaque, self.textures.missing()),
        };
        let opacity = opacity * place.drawn.opacity;
        if opacity <= 0.0 || vertices.len() > indices.len() {
            return;
        }
        let faded = opacity < 1.0 && matches!(blend, Blend::Opaque | Blend::Cutout);
        let style = Style {
            group: place.drawn.group,
            blend: if faded { Blend::Alpha } else { blend },
            double_sided: polygon.double_sided,
            texture,
        };
        let depth = depth_factor(style.group, polygon.layer, rank);
        let base = heap.corners.len() as u32;
        let mut middle = Vec3A::ZERO;
        for vertex in vertices {
            let position = place.drawn.place.transform_point3a(vertex.position.into());
            middle += position;
            let mut shade = color * Vec3::from(vertex.color.map(f32::from)) / 255.0;
            if let Some(lighting) = &place.lighting {
                shade *= lighting.on((place.normals * Vec3A::from(vertex.normal())).normalize_or_zero());
            }
            heap.corners.push(Corner {
                position: position.into(),
                uv: [vertex.uv[0] + place.scroll[0], vertex.uv[1] + place.scroll[1]],
                color: packed(shade, opacity),
                depth,
                fog: place.fog,
            });
        }
        let start = heap.indices.len() as u32;
        for triangle in indices.chunks_exact(3) {
            let [a, b, c] = [triangle[0], triangle[1], triangle[2]].map(|index| index - first + base);
            heap.indices.extend(if place.mirrored { [a, c, b] } else { [a, b, c] });
        }
        heap.items.push(Item {
            style,
            distance_sq: (middle / vertices.len() as f32).length_squared(),
            layer: polygon.layer,
            indices: start..heap.indices.len() as u32,
        });
    }

    /// Source: `spec/zbd/rendering.md`, "Point lights in models".
    fn sprites(&self, drawn: &Drawn, light: &PointLight, heap: &mut Heap) {
        if light.blink.is_some_and(|seconds| is_dark(self.state.tick, seconds)) {
            return;
        }
        let style = Style {
            group: drawn.group,
            blend: Blend::Alpha,
            double_sided: true,
            texture: self.textures.white(),
        };
        for point in &light.points {
            let center = drawn.place.transform_point3a((*point).into());
            let distance = center.length();
            let shown = match light.fade_far {
                0.0 => 1.0,
                far => (light.fade_slope * (far - distance)).clamp(0.0, 255.0) / 255.0,
            };
            let opacity = shown * drawn.opacity;
            let view_depth = -self.view.back.dot(center);
            if opacity <= 0.0 || view_depth <= self.view.near {
                continue;
            }
            let pixels_per_unit = self.view.pixels_per_unit / view_depth;
            let pixels = self.scene.frame.units(SPRITE_METRES) * pixels_per_unit;
            let half = pixels.clamp(1.0, light.max_pixels.max(1.0)) * 0.5 / pixels_per_unit;
            let (right, up) = (self.view.right * half, self.view.up * half);
            let base = heap.corners.len() as u32;
            for position in
                [center - right - up, center + right - up, center + right + up, center - right + up]
            {
                heap.corners.push(Corner {
                    position: position.into(),
                    uv: [0.5; 2],
                    color: packed(Vec3::from(light.color), opacity),
                    depth: depth_factor(style.group, SPRITE_LAYER, 0),
                    fog: 0.0,
                });
            }
            let start = heap.indices.len() as u32;
            heap.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| base + corner));
            heap.items.push(Item {
                style,
                distance_sq: center.length_squared(),
                layer: SPRITE_LAYER,
                indices: start..start + 6,
            });
        }
    }
}

/// A model on its way into the mesh.
struct ModelPlace<'a> {
    drawn: &'a Drawn,
    model: &'a Model,
    lighting: Option<Lighting>,
    /// Normals of the model to world axes.
    normals: Mat3A,
    /// The place turns front faces into back faces.
    mirrored: bool,
    scroll: [f32; 2],
    fog: f32,
}

fn depth_factor(group: Group, layer: i8, rank: u8) -> f32 {
    let lift = f32::from(layer) + f32::from(rank) / f32::from(RANKS);
    let behind = if group == Group::Sky { SKY_DEPTH } else { 1.0 };
    (1.0 + lift * LAYER_STEP) * behind
}

fn is_dark(tick: u64, seconds: f32) -> bool {
    seconds > 0.0 && (tick as f64 / TICK_RATE / f64::from(seconds)) as u64 % 2 == 1
}

fn packed(color: Vec3, alpha: f32) -> [u16; 4] {
    color.extend(alpha).to_array().map(|channel| (channel.clamp(0.0, 1.0) * 65535.0).round() as u16)
}

/// Polygons in the order of gathering.
#[derive(Default)]
struct Heap {
    corners: Vec<Corner>,
    indices: Vec<u32>,
    items: Vec<Item>,
}

impl Heap {
    fn sorted(mut self) -> Mesh {
        // A stable sort: what compares equal stays in drawing order.
        self.items.sort_by(turn);
        let mut mesh = Mesh { corners: self.corners, ..Mesh::default() };
        mesh.indices.reserve(self.indices.len());
        for item in self.items {
            let start = mesh.indices.len() as u32;
            mesh.indices
                .extend_from_slice(&self.indices[item.indices.start as usize..item.indices.end as usize]);
            let end = mesh.indices.len() as u32;
            match mesh.runs.last_mut() {
                Some(run) if run.style == item.style => run.indices.end = end,
                _ => mesh.runs.push(Run { style: item.style, indices: start..end }),
            }
        }
        mesh
    }
}

/// Passes in order; far to near where that shows, by texture where it does not.
fn turn(a: &Item, b: &Item) -> Ordering {
    let by_group = a.style.group.cmp(&b.style.group);
    if a.style.group == Group::Overwrite {
        return by_group;
    }
    by_group.then(pass(a.style.blend).cmp(&pass(b.style.blend))).then_with(|| match a.style.blend {
        Blend::Alpha => b.distance_sq.total_cmp(&a.distance_sq).then(a.layer.cmp(&b.layer)),
        _ => (a.style.texture, a.style.double_sided).cmp(&(b.style.texture, b.style.double_sided)),
    })
}

fn pass(blend: Blend) -> u8 {
    match blend {
        Blend::Opaque => 0,
        Blend::Cutout => 1,
        Blend::Alpha => 2,
        Blend::Additive => 3,
    }
}
