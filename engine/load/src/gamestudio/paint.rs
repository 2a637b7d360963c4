//! Materials and the pictures they are made of, gathered while models are
//! built and decoded afterwards, all at once.
//! Source: `docs/spec/gamestudio.md`, "2.2 Textures" and "4.3 Skin".

use crate::pictures::picture::{self, PictureError};
use crate::pictures::{self as images, Budget, Room};
use crate::{Error, Phase, Progress, step};
use binary::{Finding, Limits, Severity};
use gamestudio::pixels::{Palette, Shape};
use hashbrown::HashMap;
use rayon::prelude::*;
use std::fmt::Display;
use std::sync::Arc;
use vfs::{Bytes, Names, Vfs};
use world::{Alpha, Blend, Cycle, Image, Material, MaterialId, Texture, TextureId};

/// Pictures decoded between two progress reports.
const BATCH: usize = 16;
/// Frames of a picture strip a second; scripts may set another speed.
const STRIP_SPEED: f32 = 10.0;
/// Share of the texels between transparent and opaque above which alpha counts as soft.
const SOFT: usize = 8;
/// Pixels from which on mipmaps of one picture are made on several threads.
const LARGE: u64 = 1 << 19;
/// Share of transparent texels above which a picture of a model is cut out, grass for example,
/// however soft its edges.
const CLEAR: usize = 3;

/// Where a picture comes from.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// Pixels in the file that shows them.
    Pixels {
        /// Size and format.
        shape: Shape,
        /// All levels; sources that share them are one picture.
        data: Arc<Vec<u8>>,
        /// Palette.
        palette: Option<Arc<Palette>>,
    },
    /// A DDS file inside another file; sources that share it are one picture.
    Dds(Arc<Vec<u8>>),
    /// A separate file: a bare name.
    File(String),
}

/// How a surface is painted.
#[derive(Clone, Debug)]
pub(super) struct Skin {
    /// Name to display.
    pub name: String,
    /// The picture, if it has one.
    pub source: Option<Source>,
    /// Colour where there is no picture.
    pub color: [f32; 3],
    /// 0..=1.
    pub opacity: f32,
}

/// Identity of a picture: equal keys are decoded once.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    /// The address of a file.
    File(String),
    /// The lower-case bare name of a file that is nowhere.
    Missing(String),
    /// Address of the bytes, which stay in memory as long as the picture is needed.
    Bytes(usize),
}

impl Source {
    /// `address` is that of a file that is there.
    fn key(&self, address: Option<&str>) -> Key {
        match self {
            Source::File(file) => match address {
                Some(address) => Key::File(address.to_owned()),
                None => Key::Missing(file.rsplit(['/', '\\', ':']).next().unwrap_or(file).to_lowercase()),
            },
            Source::Pixels { data: bytes, .. } | Source::Dds(bytes) => Key::Bytes(Arc::as_ptr(bytes).addr()),
        }
    }
}

struct Wanted {
    name: String,
    source: Source,
    /// Of a file that is there.
    address: Option<String>,
    /// Who needed a file first.
    wanted_by: String,
    /// Shown as a sprite, where every degree of alpha counts.
    is_sprite: bool,
}

/// Materials and the pictures they need.
pub(super) struct Paint<'a> {
    /// The files of the game.
    names: &'a Names,
    pub materials: Vec<Material>,
    wanted: Vec<Wanted>,
    /// Each is decoded once.
    known: HashMap<Key, TextureId>,
    strips: HashMap<(TextureId, u32), MaterialId>,
    plain: Option<MaterialId>,
    /// Files with surfaces that have neither a picture nor a colour, each once.
    unpainted: Vec<String>,
}

/// Colour of a surface whose own colour is black and whose picture is missing.
const GREY: [f32; 3] = [0.5; 3];

/// Most materials: vertices number them with 16 bits.
const MOST: usize = u16::MAX as usize;

impl<'a> Paint<'a> {
    /// Nothing yet; pictures are files among these.
    pub fn new(names: &'a Names) -> Self {
        Paint {
            names,
            materials: Vec::new(),
            wanted: Vec::new(),
            known: HashMap::new(),
            strips: HashMap::new(),
            plain: None,
            unpainted: Vec::new(),
        }
    }

    /// A material for a skin of a file.
    pub fn skin(&mut self, skin: Skin, wanted_by: &str) -> MaterialId {
        let Skin { name, source, color, opacity } = skin;
        let texture = source.map(|source| self.texture(&name, source, wanted_by));
        let blend = if opacity < 1.0 { Blend::Alpha } else { Blend::Opaque };
        // A picture has its colours already: the material's colour is for lighting and would darken
        // it twice.
        let color = match texture {
            Some(_) => [1.0; 3],
            // Black is what tools leave in a colour that a picture was to replace.
            None if color.iter().all(|channel| *channel < 1.0 / 255.0) => {
                if self.unpainted.last().is_none_or(|last| last != wanted_by) {
                    self.unpainted.push(wanted_by.to_owned());
                }
                GREY
            }
            None => color,
        };
        self.add(Material { name, color, opacity, texture, blend, ..Material::default() })
    }

    /// The same material, seen through moving water.
    pub fn swaying(&mut self, material: MaterialId) -> MaterialId {
        match self.materials.get(material.index()) {
            Some(still) => self.add(Material { sways: true, ..still.clone() }),
            None => material,
        }
    }

    /// Paint for surfaces without a material: light grey.
    pub fn plain(&mut self) -> MaterialId {
        if let Some(known) = self.plain {
            return known;
        }
        let skin = Skin { name: "plain".to_owned(), source: None, color: [0.8; 3], opacity: 1.0 };
        let made = self.skin(skin, "");
        *self.plain.insert(made)
    }

    /// A material for a picture file, and the number of frames side by side in it.
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
                    texture: Some(texture),
                    cycle: (frames > 1).then(|| strip(texture, frames)),
                    ..Material::default()
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
        let address = match &source {
            Source::File(file) => self.names.find_beside(file, wanted_by),
            _ => None,
        };
        let key = source.key(address);
        let id = *self.known.entry(key).or_insert(TextureId::from(self.wanted.len()));
        if id.index() == self.wanted.len() {
            let (name, wanted_by) = (name.to_owned(), wanted_by.to_owned());
            let address = address.map(str::to_owned);
            self.wanted.push(Wanted { name, source, address, wanted_by, is_sprite: false });
        }
        id
    }

    /// Decodes every picture that fits the budget; returns how many bytes of files were read.
    pub fn decode(
        &mut self,
        vfs: &Vfs,
        budget: &mut Budget,
        findings: &mut Vec<Finding>,
        progress: &mut dyn Progress,
    ) -> Result<(Vec<Texture>, u64), Error> {
        let (total, mut read) = (self.wanted.len(), 0);
        findings.extend(self.unpainted.drain(..).map(|file| {
            Finding::new(&super::NO_SKIN, Severity::Warning, file, "a picture, or a colour", "black")
        }));
        let mut textures = Vec::with_capacity(total);
        self.known.clear();
        let mut wanted = std::mem::take(&mut self.wanted).into_iter();
        step(progress, Phase::Textures, 0, total)?;
        loop {
            let batch: Vec<Wanted> = wanted.by_ref().take(BATCH).collect();
            if batch.is_empty() {
                break;
            }
            let mut opened: Vec<Opened> = each(&batch, |wanted| open(wanted, vfs));
            for (opened, wanted) in opened.iter_mut().zip(&batch) {
                read += opened.bytes.as_ref().map_or(0, |(_, bytes)| bytes.len() as u64);
                opened.charge(wanted, budget);
            }
            let pairs: Vec<(&Wanted, Opened)> = batch.iter().zip(opened).collect();
            for group in groups(&pairs) {
                for (texture, finding) in each(group, |(wanted, opened)| decode(wanted, opened)) {
                    textures.push(texture);
                    findings.extend(finding.map(|finding| *finding));
                }
            }
            step(progress, Phase::Textures, textures.len(), total)?;
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

/// One frame after another, from the left.
fn strip(texture: TextureId, frames: u32) -> Cycle {
    Cycle {
        textures: vec![texture; frames as usize],
        offsets: (0..frames).map(|frame| [frame as f32 / frames as f32, 0.0]).collect(),
        speed: STRIP_SPEED,
        looping: true,
        start: 0.0,
    }
}

/// Maps a list, in parallel if it is worth it; results in order.
fn each<T: Sync, R: Send>(list: &[T], answer: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    match list {
        // A single item is not worth a thread.
        [one] => vec![answer(one)],
        _ => list.par_iter().map(answer).collect(),
    }
}

/// Pictures decoded at the same time: all together no more than the largest single one may have,
/// since decoding takes a multiple of that.
fn groups<'p>(mut pairs: &'p [(&Wanted, Opened)]) -> Vec<&'p [(&'p Wanted, Opened)]> {
    let most = Limits::default().pixels as u64;
    let mut groups = Vec::new();
    while !pairs.is_empty() {
        let mut pixels = 0;
        let beyond = pairs.iter().position(|(_, opened)| {
            pixels += opened.pixels.as_ref().map_or(0, |pixels| *pixels);
            pixels > most
        });
        let (group, rest) = pairs.split_at(beyond.unwrap_or(pairs.len()).max(1));
        groups.push(group);
        pairs = rest;
    }
    groups
}

/// A picture being loaded; its size is known before it is decoded.
struct Opened {
    /// A file's address and bytes.
    bytes: Option<(String, Bytes)>,
    /// Size of all levels, or what is wrong with the file, if that is to be reported.
    pixels: Result<u64, Option<Box<Finding>>>,
}

impl Opened {
    /// Reserves its room in the budget; a picture without room is not decoded.
    fn charge(&mut self, wanted: &Wanted, budget: &mut Budget) {
        let Ok(pixels) = self.pixels else { return };
        let room = budget.take(pixels);
        if room != Room::Granted {
            let file = self.bytes.as_ref().map_or(&wanted.wanted_by, |(address, _)| address);
            let found = format_args!("{pixels} pixels more, of `{}`", wanted.name);
            let finding =
                Finding::new(&super::TOO_LARGE, Severity::Warning, file, picture::room_in_all(), found);
            self.pixels = Err((room == Room::Over).then(|| Box::new(finding)));
        }
    }
}

fn unreadable(file: &str, expected: impl Display, found: impl Display) -> Option<Box<Finding>> {
    Some(Box::new(Finding::new(&super::PICTURE, Severity::Warning, file, expected, found)))
}

const DECODABLE: &str = "an image that can be decoded";
const INNER_DDS: &str = "a DDS image";
/// Settings for decoding a DDS file inside another file.
const INNER_NAME: &str = "skin.dds";

/// Reads the file and the size of the picture.
fn open(wanted: &Wanted, vfs: &Vfs) -> Opened {
    let area = |(width, height): (u32, u32)| u64::from(width) * u64::from(height);
    let inside = |pixels| Opened { bytes: None, pixels };
    match &wanted.source {
        Source::Pixels { shape, .. } => {
            let sizes = (0..shape.levels()).map_while(|level| shape.level(level));
            inside(Ok(sizes.map(|size| area((size.width, size.height))).sum()))
        }
        Source::Dds(bytes) => inside(
            images::size(INNER_NAME, bytes)
                .map(area)
                .map_err(|problem| unreadable(&wanted.wanted_by, INNER_DDS, problem)),
        ),
        Source::File(file) => {
            let Some(address) = &wanted.address else {
                return inside(Err(Some(Box::new(super::file_missing(file, &wanted.wanted_by, 1)))));
            };
            match vfs.read(address) {
                Err(finding) => inside(Err(Some(finding))),
                Ok(bytes) => {
                    let size = images::size(address, &bytes).map(area);
                    let pixels = size.map_err(|problem| unreadable(address, DECODABLE, problem));
                    Opened { bytes: Some((address.clone(), bytes)), pixels }
                }
            }
        }
    }
}

/// The picture, and what is wrong with it.
fn decode(wanted: &Wanted, opened: &Opened) -> (Texture, Option<Box<Finding>>) {
    let name = wanted.name.clone();
    let decoded = |file: &str, bytes: &[u8], expected: &str, address: &str| {
        images::decode(file, bytes)
            .map(|image| vec![image])
            .map_err(|problem| unreadable(address, expected, problem))
    };
    let levels = match (&opened.pixels, &wanted.source, &opened.bytes) {
        (Err(problem), ..) => Err(problem.clone()),
        (Ok(_), Source::Pixels { shape, data, palette }, _) => levels(*shape, data, palette.as_deref())
            .ok_or_else(|| {
                let has_none = shape.width == 0 || shape.height == 0;
                let expected = if has_none { "pixels" } else { "a palette for pixels that are indices" };
                let found = format_args!("`{name}` of {} x {} pixels", shape.width, shape.height);
                unreadable(&wanted.wanted_by, expected, found)
            }),
        (Ok(_), Source::Dds(bytes), _) => decoded(INNER_NAME, bytes, INNER_DDS, &wanted.wanted_by),
        (Ok(_), Source::File(_), Some((address, bytes))) => decoded(address, bytes, DECODABLE, address),
        (Ok(_), Source::File(_), None) => Err(None),
    };
    let (mut levels, finding) = match levels {
        Ok(levels) => (levels, None),
        Err(finding) => (Vec::new(), finding),
    };
    let has_alpha = !matches!(&wanted.source, Source::Pixels { shape, .. } if !shape.format.has_alpha());
    let alpha = if has_alpha { alpha_of(&mut levels, wanted.is_sprite) } else { Alpha::None };
    (Texture { name, alpha, levels }, finding)
}

/// A picture file that cannot be decoded.
pub(super) fn undecoded(address: &str, problem: PictureError) -> Finding {
    let expected = "an image that can be decoded";
    Finding::new(&super::PICTURE, Severity::Warning, address, expected, problem)
}

/// The mipmaps, as long as they have a size.
fn levels(shape: Shape, data: &[u8], palette: Option<&Palette>) -> Option<Vec<Image>> {
    // Only levels that halve each time belong to one picture.
    let is_level = |number: &u32| {
        let halved = |whole: u32| whole.is_multiple_of(1 << number) && whole >> number > 0;
        halved(shape.width) && halved(shape.height)
    };
    let image = |number: u32| {
        let size = shape.level(number)?;
        let rgba = shape.decode_rgba8(data, number, palette)?;
        Some(Image { width: size.width, height: size.height, rgba })
    };
    let numbers = (0..shape.levels()).take_while(is_level);
    let levels: Vec<Image> = if shape.levels() > 1 && shape.pixels() >= LARGE {
        numbers.collect::<Vec<_>>().into_par_iter().map(image).collect::<Option<_>>()?
    } else {
        numbers.map(image).collect::<Option<_>>()?
    };
    (!levels.is_empty()).then_some(levels)
}

/// What the alpha of a picture means. The games do not say, so it is guessed from the texels. Alpha
/// that is zero everywhere was never filled in. Soft alpha on a model is shininess: only an entity
/// can make a model translucent. A model's picture with many transparent texels is cut out.
fn alpha_of(levels: &mut [Image], is_sprite: bool) -> Alpha {
    let Some(first) = levels.first() else { return Alpha::None };
    let (texels, _) = first.rgba.as_chunks::<4>();
    // Counted without branches, so that the loop becomes vector instructions.
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
        // Cut-outs have a rim of soft texels from filtering.
        _ if soft * SOFT <= texels.len() && clear > 0 => Alpha::Keyed,
        _ if is_sprite => Alpha::Full,
        _ if clear * CLEAR >= texels.len() => Alpha::Keyed,
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
        // Blades of grass: mostly transparent, with many soft edges.
        let mut grass = image(&[0, 0, 0, 0, 0, 60, 130, 200, 255, 255]);
        assert_eq!(alpha_of(&mut grass, false), Alpha::Keyed);
        assert_eq!(grass[0].rgba[3], 0);
    }

    #[test]
    fn a_surface_with_neither_picture_nor_colour_is_grey_and_a_finding() {
        let names = Names::default();
        let mut paint = Paint::new(&names);
        let skin = |source, color| Skin { name: "skin".to_owned(), source, color, opacity: 1.0 };
        let black = paint.skin(skin(None, [0.0; 3]), "a.mdl");
        paint.skin(skin(None, [0.001; 3]), "a.mdl");
        let dark = paint.skin(skin(None, [0.0, 0.0, 0.1]), "b.mdl");
        let pictured = paint.skin(skin(Some(Source::File("c.tga".to_owned())), [0.0; 3]), "c.mdl");
        let color = |id: MaterialId| paint.materials[id.index()].color;
        assert_eq!([black, dark, pictured].map(color), [[0.5; 3], [0.0, 0.0, 0.1], [1.0; 3]]);
        let folder = tempfile::tempdir().unwrap();
        let vfs = Vfs::open(folder.path(), &[], crate::ARCHIVES).unwrap();
        let mut findings = Vec::new();
        paint.decode(&vfs, &mut Budget::default(), &mut findings, &mut crate::Quiet).unwrap();
        let found: Vec<_> = findings.iter().map(|finding| (finding.code, finding.file.as_str())).collect();
        assert_eq!(found, [("load.no_skin", "a.mdl"), ("load.file_missing", "c.mdl")]);
    }

    #[test]
    fn what_finds_no_room_is_not_decoded_and_said_once() {
        let folder = tempfile::tempdir().unwrap();
        let vfs = Vfs::open(folder.path(), &[], crate::ARCHIVES).unwrap();
        let mut budget = Budget::with_room_for(150);
        let names = Names::default();
        let mut paint = Paint::new(&names);
        for (name, side) in [("a", 10), ("b", 8), ("c", 7), ("d", 7), ("none", 0)] {
            let shape = Shape { format: Format::Bgr888, width: side, height: side, mips: false };
            let data = Arc::new(vec![7; shape.byte_len().unwrap_or(0)]);
            let source = Some(Source::Pixels { shape, data, palette: None });
            paint.skin(Skin { name: name.to_owned(), source, color: [1.0; 3], opacity: 1.0 }, "file.mdl");
        }
        let mut findings = Vec::new();
        let decoded = paint.decode(&vfs, &mut budget, &mut findings, &mut crate::Quiet).unwrap();
        let there: Vec<bool> = decoded.0.iter().map(|texture| !texture.levels.is_empty()).collect();
        assert_eq!(there, [true, false, true, false, false]);
        let found: Vec<_> = findings.iter().map(|finding| (finding.code, finding.found.as_str())).collect();
        let over = ("load.too_large", "64 pixels more, of `b`");
        assert_eq!(found, [over, ("load.picture", "`none` of 0 x 0 pixels")]);
    }

    #[test]
    fn no_more_is_decoded_at_once_than_the_largest_picture_has() {
        let wanted = Wanted {
            name: String::new(),
            source: Source::File(String::new()),
            address: None,
            wanted_by: String::new(),
            is_sprite: false,
        };
        let most = Limits::default().pixels as u64;
        let pixels = [Ok(most), Ok(1), Ok(most - 1), Err(None), Ok(1), Ok(most + 9)];
        let pairs = pixels.map(|pixels| (&wanted, Opened { bytes: None, pixels }));
        let counts: Vec<usize> = groups(&pairs).iter().map(|group| group.len()).collect();
        assert_eq!(counts, [1, 3, 1, 1]);
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
