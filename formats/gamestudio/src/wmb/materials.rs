//! How textures are mapped to surfaces in the editor, and their names in scripts. Source:
//! `docs/spec/gamestudio.md`, "2.3 Materials".

use super::Level;
use super::codes::MATERIAL_TEXTURE;
use crate::text::Text;
use binary::{Record, Report, Segment, record};

record! {
    /// A mapping record. Surfaces do not refer to it: vertices hold the result.
    pub struct Material in "gamestudio.wmb.material" sizes [64] {
        s_axis: [f32; 3] [0],
        /// In texels.
        s_offset: f32 [12],
        t_axis: [f32; 3] [16],
        /// In texels.
        t_offset: f32 [28],
        texture: i32 [32],
        /// As [`super::blocks::surface`], low 16 bits.
        flags: u16 [36],
        /// User flags 1 to 8 in bits 0 to 7.
        user_flags: u32 [38],
        ambient: i8 [42],
        albedo: i8 [43],
        /// Name in the script; empty for none.
        name: Text<20> [44],
    }
}

impl Material {
    /// The texture coordinate of a position: 0 to 1 is the texture once, of
    /// which `width` and `height` are the pixels.
    pub fn uv(&self, position: [f32; 3], width: u32, height: u32) -> [f32; 2] {
        let along = |axis: [f32; 3], offset: f32, size: u32| {
            let [x, y, z] = axis;
            (position[0] * x + position[1] * y + position[2] * z + offset) / size as f32
        };
        [along(self.s_axis, self.s_offset, width), along(self.t_axis, self.t_offset, height)]
    }
}

pub(super) fn check(level: &Level, at: usize, report: &mut Report) {
    for (index, material) in level.materials.iter().enumerate() {
        if usize::try_from(material.texture).is_ok_and(|texture| texture < level.textures.len()) {
            continue;
        }
        report.enter(Segment::at("material", index));
        report.habit(
            &MATERIAL_TEXTURE,
            at + index * Material::SIZES[0] + 32,
            format_args!("one of {} textures", level.textures.len()),
            material.texture,
        );
        report.leave();
    }
}
