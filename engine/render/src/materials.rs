//! The material table as the shader reads it: five texels a material, 256
//! materials a row. Cycles, tracks and scripts change this table and nothing
//! else.

use crate::{
    adapter::Gpu,
    float_texture::FloatTexture,
    textures::{Slot, Textures},
};
use world::{Blend, Combine, Cull, Material, MaterialState, Scene, State, TextureLayer, UvSource};

const PER_ROW: usize = 256;
const TEXELS: usize = 5;
/// Ticks of one full sway.
const SWAY_TICKS: u64 = 240;

/// The table on the device.
pub(crate) struct MaterialTable(FloatTexture);

/// How a row of the table is drawn now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub slot: Slot,
    /// One more than the array of the second texture; 0 when one texture, read at
    /// the polygon's own coordinates, is all it needs.
    pub second: u16,
    pub blend: Blend,
    /// Of material and state together.
    pub opacity: f32,
    pub depth_test: bool,
    /// `None` for as the blend has it.
    pub depth_write: Option<bool>,
    /// `None` for as the polygon has it.
    pub cull: Option<Cull>,
    pub priority: i8,
    pub unlit: bool,
    pub unfogged: bool,
}

impl Row {
    /// True when nothing behind it can be seen now.
    pub fn hides(&self) -> bool {
        self.opacity >= 1.0 && self.blend.hides()
    }

    /// How it mixes when drawn with an opacity on top of its own.
    pub fn blend_at(&self, opacity: f32) -> Blend {
        if self.blend.hides() && opacity < 1.0 { Blend::Alpha } else { self.blend }
    }

    fn plain(slot: Slot) -> Self {
        Row::of(&Material::default(), &MaterialState::default(), slot)
    }

    fn of(material: &Material, state: &MaterialState, slot: Slot) -> Self {
        Row {
            slot,
            second: 0,
            blend: material.blend,
            opacity: material.opacity * state.opacity,
            depth_test: material.depth_test,
            depth_write: material.depth_write,
            cull: material.cull,
            priority: material.priority,
            unlit: material.unlit,
            unfogged: material.unfogged,
        }
    }
}

/// What a frame shows of each material; the last two stand for a missing
/// material and for plain white.
#[derive(Default)]
pub(crate) struct Paints {
    rows: Vec<Row>,
    texels: Vec<[f32; 4]>,
}

impl Paints {
    pub fn update(&mut self, scene: &Scene, state: &State, textures: &Textures) {
        self.rows.clear();
        self.texels.clear();
        let still = MaterialState::default();
        let moved = |index: usize| state.materials.get(index).unwrap_or(&still);
        for (index, material) in scene.materials.iter().enumerate() {
            let cycle = state.cycles.get(index).copied().unwrap_or(0.0);
            let offset = material.cycle.as_ref().map_or([0.0; 2], |of| of.offset(cycle));
            let sway = if material.sways { sway(state.tick) } else { 0.0 };
            let own = moved(index);
            let mut row = Row::of(material, own, textures.of(material, cycle));
            let layer = material.layer.unwrap_or_default();
            let second = layer.texture.map_or(textures.white(), |texture| textures.at(texture));
            if !material.is_plain() || turns(own) {
                row.second = second.array + 1;
            }
            let by = layer.moved_by.map_or(&still, |by| moved(by.index()));
            let color = [0, 1, 2].map(|channel| material.color[channel] * own.color[channel]);
            let [u, v] = if row.second > 0 { shift(own, offset) } else { plain_shift(own, offset) };
            self.rows.push(row);
            let [r, g, b] = color;
            let [x, y] = shift(by, [0.0; 2]);
            self.texels.extend([
                [r, g, b, row.opacity],
                [f32::from(row.slot.layer), u, v, sway],
                texel(matrix_rows(own)),
                [f32::from(second.layer), x, y, f32::from(switches(material, &layer))],
                texel(matrix_rows(by)),
            ]);
        }
        for slot in [textures.missing(), textures.white()] {
            self.rows.push(Row::plain(slot));
            let layer = [f32::from(slot.layer), 0.0, 0.0, 0.0];
            self.texels.extend([[1.0; 4], layer, [0.0; 4], [0.0; 4], [0.0; 4]]);
        }
        let filled = self.texels.len().next_multiple_of(PER_ROW * TEXELS);
        self.texels.resize(filled, [0.0; 4]);
    }

    /// A row; that of a missing material for one that does not exist.
    pub fn row(&self, row: u32) -> &Row {
        &self.rows[row.min(self.missing()) as usize]
    }

    /// The row of plain white as it is drawn.
    pub fn white_row(&self) -> &Row {
        &self.rows[self.white() as usize]
    }

    /// The row of missing materials, behind the last.
    pub fn missing(&self) -> u32 {
        self.rows.len() as u32 - 2
    }

    /// The row of plain white.
    pub fn white(&self) -> u32 {
        self.rows.len() as u32 - 1
    }
}

/// True when coordinates are not only moved.
fn turns(state: &MaterialState) -> bool {
    state.rotation != 0.0 || state.scale != [1.0; 2]
}

/// What is added to coordinates that are neither turned nor scaled.
fn plain_shift(state: &MaterialState, offset: [f32; 2]) -> [f32; 2] {
    [offset[0] + state.offset[0], offset[1] + state.offset[1]]
}

/// Two rows of what turns and scales coordinates.
fn matrix_rows(state: &MaterialState) -> [[f32; 2]; 2] {
    let (sin, cos) = libm::sincosf(state.rotation);
    let [x, y] = state.scale;
    [[cos * x, -sin * y], [sin * x, cos * y]]
}

fn texel([[a, b], [c, d]]: [[f32; 2]; 2]) -> [f32; 4] {
    [a, b, c, d]
}

/// What is added after turning and scaling about the middle.
fn shift(state: &MaterialState, offset: [f32; 2]) -> [f32; 2] {
    let [u, v] = plain_shift(state, offset);
    let [a, b] = matrix_rows(state);
    [u + 0.5 - 0.5 * (a[0] + a[1]), v + 0.5 - 0.5 * (b[0] + b[1])]
}

/// Bits 0 and 1: where the first coordinates come from; 2 and 3: the second; 4
/// and 5: how they are combined; 6 and 7: whether u and v of the first end at the
/// picture's edges; 8 and 9: those of the second.
fn switches(material: &Material, layer: &TextureLayer) -> u16 {
    let source = |source: UvSource| match source {
        UvSource::First => 0,
        UvSource::Second => 1,
        UvSource::Sphere => 2,
    };
    let combine = match layer.combine {
        Combine::Modulate => 0,
        Combine::Modulate2x => 1,
        Combine::Add => 2,
        Combine::Mix => 3,
    };
    let ends = |[u, v]: [bool; 2]| u16::from(u) | u16::from(v) << 1;
    source(material.uv)
        | source(layer.uv) << 2
        | combine << 4
        | ends(material.clamp) << 6
        | ends(layer.clamp) << 8
}

impl MaterialTable {
    pub fn new(gpu: &Gpu, layout: &wgpu::BindGroupLayout, scene: &Scene) -> Self {
        let rows = (scene.materials.len() + 2).div_ceil(PER_ROW) as u32;
        MaterialTable(FloatTexture::new(gpu, "materials", (layout, 0), (PER_ROW * TEXELS, rows)))
    }

    pub fn write(&self, gpu: &Gpu, paints: &Paints) {
        self.0.write(gpu, bytemuck::cast_slice(&paints.texels));
    }

    /// What a pass is given.
    pub fn group(&self) -> &wgpu::BindGroup {
        &self.0.group
    }
}

/// The phase of swaying pictures as the shader expects it: radians from 1 on, since 0 marks those
/// that do not sway.
fn sway(tick: u64) -> f32 {
    let turns = (tick % SWAY_TICKS) as f32 / SWAY_TICKS as f32;
    1.0 + turns * std::f32::consts::TAU
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_the_table_move_coordinates_as_the_state_says() {
        let state = MaterialState {
            offset: [0.25, -1.0],
            rotation: 0.7,
            scale: [2.0, 0.5],
            ..MaterialState::default()
        };
        let ([a, b], add) = (matrix_rows(&state), shift(&state, [0.0; 2]));
        for uv in [[0.0, 0.0], [1.0, 0.25], [-3.0, 7.0]] {
            let found = [a, b].map(|row| row[0] * uv[0] + row[1] * uv[1]);
            let expected = state.uv(uv);
            for axis in 0..2 {
                assert!((found[axis] + add[axis] - expected[axis]).abs() < 1e-5, "{uv:?}");
            }
        }
    }
}
