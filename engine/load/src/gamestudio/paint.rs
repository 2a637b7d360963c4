//! Materials and the pictures they are made of, gathered while models are
//! built and decoded afterwards, all at once.
//! Source: `spec/gamestudio.md`, "2.2 Textures", "4. MDL7", "Skin".

use super::images;
use crate::{Error, Phase, Progress, step};
use binary::{Finding, Severity};
use gamestudio::pixels::{Palette, Shape};
use hashbrown::HashMap;
use rayon::prelude::*;
use std::sync::Arc;
use vfs::{Names, Vfs};
use world::{Alpha, Blend, Cycle, Image, Material, MaterialId, Texture, TextureId};

/// Pictures decoded between two steps of progress.
const BATCH: usize = 16;
/// Frames of a picture strip a second; scripts may set another speed.
const STRIP_SPEED: f32 = 10.0;
/// Part of the texels between clear and solid above which edges are meant to be
/// soft.
const SOFT: usize = 8;

/// Where a picture comes from.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// Pixels in the file that shows them.
    Pixels {
        /// Size and format.
        shape: Shape,
        /// All levels.
        data: Vec<u8>,
        /// Colours for indices.
        palette: Option<Arc<Palette>>,
    },
    /// A DDS file inside of another.
    Dds(Vec<u8>),
    /// A file of its own: a bare name.
    File(String),
}

/// What a surface is painted with.
#[derive(Clone, Debug)]
pub(super) struct Skin {
    /// Name for people.
    pub name: String,
    /// The picture, if it has one.
    pub source: Option<Source>,
    /// Colour without a picture.
    pub color: [f32; 3],
    /// 0..=1.
    pub opacity: f32,
}

struct Wanted {
    name: String,
    source: Source,
    /// Who wanted a file first.
    wanted_by: String,
    /// Shown by an entity of its own, where every degree of alpha counts.
    is_sprite: bool,
}

/// Materials and what they need.
#[derive(Default)]
pub(super) struct Paint {
    pub materials: Vec<Material>,
    wanted: Vec<Wanted>,
    /// Files by lower-case bare name: each is decoded once.
    files: HashMap<String, TextureId>,
    strips: HashMap<(TextureId, u32), MaterialId>,
    plain: Option<MaterialId>,
}

/// Most materials: vertices number them with 16 bits.
const MOST: usize = u16::MAX as usize;

impl Paint {
    /// A material for a skin of a file.
    pub fn skin(&mut self, skin: Skin, wanted_by: &str) -> MaterialId {
        let Skin { name, source, color, opacity } = skin;
        let texture = source.map(|source| self.texture(&name, source, wanted_by));
        let blend = if opacity < 1.0 { Blend::Alpha } else { Blend::Opaque };
        // A picture has its colours already: the material's own is for light,
        // and would darken it twice.
        let color = if texture.is_some() { [1.0; 3] } else { color };
        self.add(Material { name, color, opacity, texture, cycle: None, blend, sways: false, soil: 0 })
    }

    /// The same material, seen through moving water.
    pub fn swaying(&mut self, material: MaterialId) -> MaterialId {
        match self.materials.get(material.index()) {
            Some(still) => self.add(Material { sways: true, ..still.clone() }),
            None => material,
        }
    }

    /// What is painted with nothing: light grey.
    pub fn plain(&mut self) -> MaterialId {
        if let Some(known) = self.plain {
            return known;
        }
        let skin = Skin { name: "plain".to_owned(), source: None, color: [0.8; 3], opacity: 1.0 };
        let made = self.skin(skin, "");
        *self.plain.insert(made)
    }

    /// A material for a picture file, and how many frames stand side by side in
    /// it.
    pub fn picture(&mut self, file: &str, frames: u32, wanted_by: &str) -> (MaterialId, TextureId) {
        let texture = self.texture(file, Source::File(file.to_owned()), wanted_by);
        if let Some(wanted) = self.wanted.get_mut(texture.index()) {
            wanted.is_sprite = true;
        }
        let material = match self.strips.get(&(texture, frames)) {
            Some(known) => *known,
            None => {
                let made = self.add(Material {
                    name: file.to_owned(),
                    color: [1.0; 3],
                    opacity: 1.0,
                    texture: Some(texture),
                    cycle: (frames > 1).then(|| strip(texture, frames)),
                    blend: Blend::Opaque,
                    sways: false,
                    soil: 0,
                });
                self.strips.insert((texture, frames), made);
                made
            }
        };
        (material, texture)
    }

    fn add(&mut self, material: Material) -> MaterialId {
        if self.materials.len() >= MOST {
            return MaterialId::from(MOST - 1);
        }
        self.materials.push(material);
        MaterialId::from(self.materials.len() - 1)
    }

    fn texture(&mut self, name: &str, source: Source, wanted_by: &str) -> TextureId {
        let key = match &source {
            Source::File(file) => Some(file.rsplit(['/', '\\']).next().unwrap_or(file).to_lowercase()),
            Source::Pixels { .. } | Source::Dds(_) => None,
        };
        if let Some(known) = key.as_ref().and_then(|key| self.files.get(key)) {
            return *known;
        }
        let id = TextureId::from(self.wanted.len());
        let wanted_by = wanted_by.to_owned();
        self.wanted.push(Wanted { name: name.to_owned(), source, wanted_by, is_sprite: false });
        if let Some(key) = key {
            self.files.insert(key, id);
        }
        id
    }

    /// Decodes every picture; says how many bytes of files that took.
    pub fn decode(
        &mut self,
        vfs: &Vfs,
        names: &Names,
        findings: &mut Vec<Finding>,
        progress: &mut dyn Progress,
    ) -> Result<(Vec<Texture>, u64), Error> {
        let mut textures = Vec::with_capacity(self.wanted.len());
        let mut read = 0;
        let wanted = std::mem::take(&mut self.wanted);
        step(progress, Phase::Textures, 0, wanted.len())?;
        for batch in wanted.chunks(BATCH) {
            let decoded: Vec<_> = match batch {
                // Threads are not worth waking for one.
                [wanted] => vec![decode(wanted, vfs, names)],
                _ => batch.par_iter().map(|wanted| decode(wanted, vfs, names)).collect(),
            };
            for (texture, bytes, finding) in decoded {
                textures.push(texture);
                read += bytes;
                findings.extend(finding.map(|finding| *finding));
            }
            step(progress, Phase::Textures, textures.len(), wanted.len())?;
        }
        for material in &mut self.materials {
            let Some(texture) = material.texture.and_then(|id| textures.get(id.index())) else { continue };
            material.blend = match texture.alpha {
                Alpha::Full => Blend::Alpha,
                _ if material.opacity < 1.0 => Blend::Alpha,
                Alpha::Keyed => Blend::Cutout,
                Alpha::None => Blend::Opaque,
            };
        }
        Ok((textures, read))
    }
}

/// One frame after the other, from the left.
fn strip(texture: TextureId, frames: u32) -> Cycle {
    Cycle {
        textures: vec![texture; frames as usize],
        offsets: (0..frames).map(|frame| [frame as f32 / frames as f32, 0.0]).collect(),
        speed: STRIP_SPEED,
        looping: true,
        start: 0.0,
    }
}

/// The picture, how many bytes of files it took, and what is wrong with it.
fn decode(wanted: &Wanted, vfs: &Vfs, names: &Names) -> (Texture, u64, Option<Box<Finding>>) {
    let name = wanted.name.clone();
    let mut read = 0;
    let levels = match &wanted.source {
        Source::Pixels { shape, data, palette } => {
            levels(*shape, data, palette.as_deref()).ok_or_else(|| {
                let expected = "pixels, and a palette where they are indices";
                Box::new(Finding::new(&super::PICTURE, Severity::Warning, &wanted.wanted_by, expected, &name))
            })
        }
        Source::Dds(bytes) => images::decode("skin.dds", bytes).map(|image| vec![image]).map_err(|problem| {
            let expected = "a DDS image";
            Box::new(Finding::new(&super::PICTURE, Severity::Warning, &wanted.wanted_by, expected, problem))
        }),
        Source::File(file) => match names.find(file) {
            None => Err(Box::new(super::file_missing(file, &wanted.wanted_by, 1))),
            Some(address) => vfs.read(address).and_then(|bytes| {
                read = bytes.len() as u64;
                images::decode(address, &bytes)
                    .map(|image| vec![image])
                    .map_err(|problem| Box::new(undecoded(address, problem)))
            }),
        },
    };
    let (mut levels, finding) = match levels {
        Ok(levels) => (levels, None),
        Err(finding) => (Vec::new(), Some(finding)),
    };
    let has_alpha = !matches!(&wanted.source, Source::Pixels { shape, .. } if !shape.format.has_alpha());
    let alpha = if has_alpha { alpha_of(&mut levels, wanted.is_sprite) } else { Alpha::None };
    (Texture { name, alpha, levels }, read, finding)
}

/// A picture file that cannot be decoded.
pub(super) fn undecoded(address: &str, problem: String) -> Finding {
    let expected = "an image that can be decoded";
    Finding::new(&super::PICTURE, Severity::Warning, address, expected, problem)
}

/// The levels of pixels as far as they have a size.
fn levels(shape: Shape, data: &[u8], palette: Option<&Palette>) -> Option<Vec<Image>> {
    let mut levels = Vec::new();
    for number in 0..shape.levels() {
        let size = shape.level(number)?;
        if size.width == 0 || size.height == 0 {
            break;
        }
        // Only halves of halves are levels of one picture.
        let halved = |whole: u32| whole.is_multiple_of(1 << number);
        if number > 0 && !(halved(shape.width) && halved(shape.height)) {
            break;
        }
        let rgba = shape.decode_rgba8(data, number, palette)?;
        levels.push(Image { width: size.width, height: size.height, rgba });
    }
    (!levels.is_empty()).then_some(levels)
}

/// What the alpha of a picture is for. The games do not say: it is seen from
/// the texels. A picture that would be clear everywhere has an alpha that
/// nobody filled in, and soft alpha on a model is how it shines: only an entity
/// can make that translucent.
fn alpha_of(levels: &mut [Image], is_sprite: bool) -> Alpha {
    let Some(first) = levels.first() else { return Alpha::None };
    let (texels, _) = first.rgba.as_chunks::<4>();
    // Counted without a branch, so that many texels are looked at at once.
    let (mut clear, mut dim) = (0_u32, 0_u32);
    for texel in texels {
        let alpha = u32::from_le_bytes(*texel) >> 24;
        clear += u32::from(alpha < 16);
        dim += u32::from(alpha < 240);
    }
    let (clear, soft) = (clear as usize, (dim - clear) as usize);
    let alpha = match (clear, soft) {
        (0, 0) => Alpha::None,
        _ if clear == texels.len() => Alpha::None,
        // Cut-outs have a rim of soft texels that filtering left.
        _ if soft * SOFT <= texels.len() && clear > 0 => Alpha::Keyed,
        _ if is_sprite => Alpha::Full,
        _ => Alpha::None,
    };
    if alpha == Alpha::None {
        for level in levels {
            level.rgba.chunks_exact_mut(4).for_each(|texel| texel[3] = 255);
        }
    }
    alpha
}

#[cfg(test)]
mod tests {
    use super::*;
    use gamestudio::pixels::Format;

    fn image(alphas: &[u8]) -> Vec<Image> {
        let rgba = alphas.iter().flat_map(|alpha| [1, 2, 3, *alpha]).collect();
        vec![Image { width: alphas.len() as u32, height: 1, rgba }]
    }

    #[test]
    fn alpha_is_known_by_its_texels() {
        for is_sprite in [true, false] {
            assert_eq!(alpha_of(&mut image(&[255; 16]), is_sprite), Alpha::None);
            let mut rim = [255; 32];
            (rim[0], rim[1]) = (0, 128);
            assert_eq!(alpha_of(&mut image(&rim), is_sprite), Alpha::Keyed);
            let mut unused = image(&[0; 4]);
            assert_eq!(alpha_of(&mut unused, is_sprite), Alpha::None);
            assert_eq!(unused[0].rgba[3], 255);
        }
        for soft in [[0, 64, 128, 255], [128; 4]] {
            assert_eq!(alpha_of(&mut image(&soft), true), Alpha::Full);
            let mut shine = image(&soft);
            assert_eq!(alpha_of(&mut shine, false), Alpha::None);
            assert_eq!(shine[0].rgba[3], 255);
        }
    }

    #[test]
    fn smaller_levels_are_used_while_they_are_halves() {
        let count = |width: u32, height: u32| {
            let shape = Shape { format: Format::Bgr888, width, height, mips: true };
            let data = vec![7; shape.byte_len().unwrap()];
            levels(shape, &data, None).map(|levels| levels.len())
        };
        assert_eq!(count(16, 16), Some(4));
        assert_eq!(count(4, 16), Some(3));
        assert_eq!(count(18, 16), Some(2));
        assert_eq!(count(0, 16), None);
    }
}
