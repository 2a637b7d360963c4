//! Skins: the images of models and terrains. The older kinds hold pixels only;
//! MDL7 and HMP7 also refer to files, hold whole DDS files, and give materials
//! and effects. Source: `docs/spec/gamestudio.md`, "3. MDL3 / MDL4 / MDL5" and
//! "4.3 Skin".

use crate::packed;
use crate::pixels::{self, Palette, Shape};
use crate::text::LongText;
use binary::{Cursor, Finding, Record, Result, Segment, Severity, Writer, codes, record};
use serde::{Deserialize, Serialize};

codes! {
    KIND = "gamestudio.skin.kind": "a skin is of a type that says nothing about its length" => "write the skin again as pixels, a DDS file or the name of a file";
    BITS = "gamestudio.skin.bits": "a skin's type has bits without meaning" => "clear all but the low six bits";
    SIZE = "gamestudio.skin.size": "the width or height of a skin is negative" => "write the skin again with its size in pixels";
    LIMIT = "gamestudio.skin.limit": "a skin has more pixels than the limits allow" => "halve its size, or raise the limit if the file is trusted";
    EMPTY = "gamestudio.skin.empty": "a skin has no pixels" => "give it an image or remove it";
    NAME_END = "gamestudio.skin.name_end": "the name of an external file has no end" => "end the name with a NUL byte";
    NAME_WIDTH = "gamestudio.skin.name_width": "the width of a skin in an external file is not the length of the name" => "set the width to the length of the name with its NUL";
    NAME = "gamestudio.skin.name": "the name of an external file is empty or no name of a file" => "use a bare file name without a folder";
    NAME_PATH = "gamestudio.skin.name_path": "the name of an external file has folders in front, which do not count" => "nothing has to be done: a file of that name beside the model or elsewhere in the game is used";
    DDS_HEIGHT = "gamestudio.skin.dds_height": "the height of a skin in DDS is not 1" => "set the height to 1";
    REFERENCE = "gamestudio.skin.reference": "a skin refers to one that does not exist, or back to itself" => "refer to a skin with an image of its own";
    EFFECT = "gamestudio.skin.effect": "the length of an effect's text is negative" => "write the effect again";
    DECODE = "gamestudio.skin.decode": "a skin cannot be decoded" => "use a skin that holds pixels, and a palette for palette indices";
    UNWRITABLE = "gamestudio.skin.unwritable": "the parts of a skin do not fit each other" => "correct the named part";
}

/// Bits of the type of a skin in MDL7 and HMP7, beside the low four.
pub mod flags {
    /// A [`super::Material`] follows the image.
    pub const MATERIAL: u32 = 0x10;
    /// The text of an effect follows the material.
    pub const EFFECT: u32 = 0x20;
}

const KNOWN_BITS: u32 = 0x3F;

/// Low four bits of the type of a skin that refers to another one.
pub const REFERENCE_TYPE: u32 = 1;

/// How a surface reflects light. Source: `docs/spec/gamestudio.md`, "4.3 Skin".
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Material {
    /// Red, green, blue, alpha; 0 to 1.
    pub diffuse: [f32; 4],
    /// Red, green, blue, alpha; 0 to 1.
    pub ambient: [f32; 4],
    /// Red, green, blue, alpha; 0 to 1.
    pub specular: [f32; 4],
    /// Red, green, blue, alpha; 0 to 1.
    pub emissive: [f32; 4],
    /// Sharpness of the highlight, 0 for none.
    pub power: f32,
    /// Fields of newer tools behind the known ones.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub tail: Vec<u8>,
}

record! {
    struct MaterialRecord in "gamestudio.skin.material" sizes [68] {
        diffuse: [f32; 4] [0],
        ambient: [f32; 4] [16],
        specular: [f32; 4] [32],
        emissive: [f32; 4] [48],
        power: f32 [64],
    }
}

/// Bytes of a material as far as it is known.
pub(crate) const MATERIAL_SIZE: usize = MaterialRecord::SIZES[0];

/// What a skin of MDL7 or HMP7 is made of. Which one follows from its type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Image {
    /// Type 0 without a size: no image, only a material as a rule.
    Nothing,
    /// Type 1: the skin whose number is the width.
    Reference,
    /// Types 0, 2, 3, 4, 5 and these with 8 added: pixels, see
    /// [`crate::pixels`].
    Pixels(#[serde(with = "packed")] Vec<u8>),
    /// Type 6: a DDS file as long as the width says.
    Dds(#[serde(with = "packed")] Vec<u8>),
    /// Type 7: the name of a file that lies with the model or in a folder the
    /// game searches.
    External(LongText),
}

/// The data after the header of a skin in MDL7 and HMP7.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// The image.
    pub image: Image,
    /// With [`flags::MATERIAL`].
    pub material: Option<Box<Material>>,
    /// With [`flags::EFFECT`].
    pub effect: Option<LongText>,
}

/// Type and size of a skin, and their offset in the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    pub(crate) kind: u32,
    pub(crate) width: i32,
    pub(crate) height: i32,
    /// Offset of the type.
    pub(crate) at: usize,
}

impl Head {
    fn size(self, cursor: &Cursor<'_>) -> Result<(u32, u32)> {
        match (u32::try_from(self.width), u32::try_from(self.height)) {
            (Ok(width), Ok(height)) => Ok((width, height)),
            _ => Err(cursor.report.broken(
                &SIZE,
                self.at + 4,
                "0 or more",
                format_args!("{} x {}", self.width, self.height),
            )),
        }
    }

    /// The pixels of a skin whose type has only the bits of pixels.
    pub(crate) fn pixels(self, cursor: &mut Cursor<'_>) -> Result<Vec<u8>> {
        let (width, height) = self.size(cursor)?;
        let Some(shape) = pixel_shape(self.kind, width, height) else {
            return Err(cursor.report.broken(&KIND, self.at, "0, 2, 3, 4 or 5, or 8 more", self.kind));
        };
        let limit = cursor.report.limits().pixels;
        let length = match shape.byte_len() {
            Some(length) if shape.pixels() <= limit as u64 => length,
            _ => {
                return Err(cursor.report.broken(
                    &LIMIT,
                    self.at + 4,
                    format_args!("at most {limit} pixels"),
                    format_args!("{width} x {height}"),
                ));
            }
        };
        if length == 0 {
            cursor.report.habit(
                &EMPTY,
                self.at + 4,
                "at least one pixel",
                format_args!("{width} x {height}"),
            );
        }
        bytes(cursor, "pixels", length)
    }

    /// What follows the header in MDL7 and HMP7; a material takes
    /// `material_size` bytes, at least [`MATERIAL_SIZE`].
    pub(crate) fn body(self, cursor: &mut Cursor<'_>, material_size: usize) -> Result<Body> {
        if self.kind & !KNOWN_BITS != 0 {
            let found = format_args!("0x{:08x}", self.kind);
            cursor.report.habit(&BITS, self.at, "a type below 0x40", found);
        }
        let image = self.image(cursor)?;
        let mut material = None;
        if self.kind & flags::MATERIAL != 0 {
            let MaterialRecord { diffuse, ambient, specular, emissive, power } = cursor.record(0)?;
            let tail = crate::bulk::tail(cursor, material_size - MATERIAL_SIZE)?.to_vec();
            material = Some(Box::new(Material { diffuse, ambient, specular, emissive, power, tail }));
        }
        let mut effect = None;
        if self.kind & flags::EFFECT != 0 {
            let at = cursor.offset();
            let length: i32 = cursor.value("effect_length")?;
            let Ok(length) = usize::try_from(length) else {
                return Err(cursor.report.broken(&EFFECT, at, "0 or more", length));
            };
            let text = bytes(cursor, "effect", length)?;
            effect = Some(LongText::whole(text));
        }
        Ok(Body { image, material, effect })
    }

    fn image(self, cursor: &mut Cursor<'_>) -> Result<Image> {
        match self.kind & 15 {
            0 if self.width == 0 || self.height == 0 => Ok(Image::Nothing),
            REFERENCE_TYPE => Ok(Image::Reference),
            pixels::DDS => {
                if self.height != 1 {
                    cursor.report.habit(&DDS_HEIGHT, self.at + 8, 1, self.height);
                }
                let Ok(length) = usize::try_from(self.width) else {
                    return Err(cursor.report.broken(&SIZE, self.at + 4, "0 or more", self.width));
                };
                Ok(Image::Dds(bytes(cursor, "dds", length)?))
            }
            pixels::EXTERNAL => self.external(cursor).map(Image::External),
            kind => Head { kind, ..self }.pixels(cursor).map(Image::Pixels),
        }
    }

    fn external(self, cursor: &mut Cursor<'_>) -> Result<LongText> {
        let at = cursor.offset();
        let rest = cursor.take(cursor.remaining(), "the name of an external file")?;
        let Some(length) = rest.iter().position(|byte| *byte == 0) else {
            return Err(cursor.report.broken(
                &NAME_END,
                at,
                "a NUL at the end of the name",
                format_args!("the end of the file after {} bytes", rest.len()),
            ));
        };
        cursor.seek(at + length + 1)?;
        cursor.trace_bytes("external", at, length);
        let name = LongText::from_bytes(&rest[..length]);
        if !usize::try_from(self.width).is_ok_and(|width| width == length + 1) {
            cursor.report.habit(&NAME_WIDTH, self.at + 4, length + 1, self.width);
        }
        let bare = name.bytes().rsplit(|byte| FOLDERS.contains(byte)).next().unwrap_or_default();
        if !is_bare(bare) {
            cursor.report.habit(&NAME, at, "a bare file name", format_args!("\"{name}\""));
        } else if bare.len() < name.bytes().len() {
            // Paths on the disk of the artist: 11 of 767 names.
            cursor.report.note(&NAME_PATH, at, "a bare file name", format_args!("\"{name}\""));
        }
        Ok(name)
    }
}

/// What folders and drives in a name end with.
const FOLDERS: [u8; 3] = *b"/\\:";

/// True for the name of a file without a folder, a drive or a way up.
fn is_bare(name: &[u8]) -> bool {
    !name.is_empty()
        && name != b"."
        && name != b".."
        && !name.iter().any(|byte| matches!(byte, b'/' | b'\\' | b':') || byte.is_ascii_control())
}

/// The shape of pixels of type `kind`, which must be 0, 2, 3, 4, 5 or these
/// with 8 added.
pub(crate) fn pixel_shape(kind: u32, width: u32, height: u32) -> Option<Shape> {
    if kind > 15 {
        return None;
    }
    Shape::of_type(kind, width, height)
}

fn bytes(cursor: &mut Cursor<'_>, what: &'static str, length: usize) -> Result<Vec<u8>> {
    let at = cursor.offset();
    let bytes = cursor.take(length, what)?;
    cursor.trace_bytes(what, at, length);
    Ok(bytes.to_vec())
}

impl Body {
    /// Writes what follows the header.
    pub(crate) fn put(&self, writer: &mut Writer) {
        match &self.image {
            Image::Nothing | Image::Reference => {}
            Image::Pixels(bytes) | Image::Dds(bytes) => writer.raw(bytes),
            Image::External(name) => {
                writer.raw(name.bytes());
                writer.value(&0_u8);
            }
        }
        if let Some(material) = &self.material {
            let Material { diffuse, ambient, specular, emissive, power, ref tail } = **material;
            writer.record(&MaterialRecord { diffuse, ambient, specular, emissive, power }, 0);
            writer.raw(tail);
        }
        if let Some(effect) = &self.effect {
            writer.value(&(effect.bytes().len() as u32));
            writer.raw(effect.bytes());
        }
    }

    /// Why the parts would be read back differently, if they would.
    pub(crate) fn verdict(
        &self,
        kind: u32,
        width: i32,
        height: i32,
        material_size: usize,
    ) -> std::result::Result<(), (String, String)> {
        let found = format!("type 0x{kind:02x}, {width} x {height}");
        let fits = match (&self.image, kind & 15) {
            (Image::Nothing, 0) => width == 0 || height == 0,
            (Image::Reference, REFERENCE_TYPE) => true,
            (Image::Dds(bytes), pixels::DDS) => usize::try_from(width) == Ok(bytes.len()),
            (Image::External(name), pixels::EXTERNAL) => !name.bytes().contains(&0),
            (Image::Pixels(bytes), low) if low != 0 || (width != 0 && height != 0) => {
                return pixel_verdict(low, width, height, bytes)
                    .and_then(|()| self.verdict_on_rest(kind, material_size));
            }
            _ => false,
        };
        if !fits {
            return Err(("a type and a size that fit the image".to_owned(), found));
        }
        self.verdict_on_rest(kind, material_size)
    }

    fn verdict_on_rest(&self, kind: u32, material_size: usize) -> std::result::Result<(), (String, String)> {
        let flag = |bit: u32| kind & bit != 0;
        if flag(flags::MATERIAL) != self.material.is_some() || flag(flags::EFFECT) != self.effect.is_some() {
            return Err((
                "type bit 0x10 for a material and 0x20 for an effect".to_owned(),
                format!("type 0x{kind:02x}"),
            ));
        }
        if let Some(material) = &self.material
            && MATERIAL_SIZE + material.tail.len() != material_size
        {
            return Err((
                format!("a material of {material_size} bytes"),
                format!("{} bytes", MATERIAL_SIZE + material.tail.len()),
            ));
        }
        match &self.effect {
            Some(effect) if i32::try_from(effect.bytes().len()).is_err() => {
                Err(("an effect below 2 GiB".to_owned(), "a longer text".to_owned()))
            }
            _ => Ok(()),
        }
    }
}

/// Why these pixels would be read back differently, if they would.
pub(crate) fn pixel_verdict(
    kind: u32,
    width: i32,
    height: i32,
    bytes: &[u8],
) -> std::result::Result<(), (String, String)> {
    let shape = match (u32::try_from(width), u32::try_from(height)) {
        (Ok(width), Ok(height)) => pixel_shape(kind, width, height),
        _ => None,
    };
    match shape.and_then(Shape::byte_len) {
        Some(length) if length == bytes.len() => Ok(()),
        Some(length) => Err((format!("{length} bytes of pixels"), format!("{} bytes", bytes.len()))),
        None => Err((
            "pixels of type 0, 2, 3, 4 or 5, or 8 more".to_owned(),
            format!("type {kind}, {width} x {height}"),
        )),
    }
}

/// One level of pixels as 8-bit RGBA, rows from top to bottom. Level 0 is the
/// largest; `palette` is needed for types 0 and 8 only.
pub(crate) fn decode(
    kind: u32,
    width: i32,
    height: i32,
    bytes: &[u8],
    level: u32,
    palette: Option<&Palette>,
) -> Result<Vec<u8>> {
    let shape = match (u32::try_from(width), u32::try_from(height)) {
        (Ok(width), Ok(height)) => pixel_shape(kind & 15, width, height),
        _ => None,
    };
    shape.and_then(|shape| shape.decode_rgba8(bytes, level, palette)).ok_or_else(|| {
        Box::new(Finding::new(
            &DECODE,
            Severity::Error,
            "",
            format_args!("level {level} of pixels, and a palette for indices"),
            format_args!("type {kind}, {width} x {height}, {} bytes", bytes.len()),
        ))
    })
}

/// Longest chain of references: in known files it is one, hostile files have cycles and chains as
/// long as the file.
const MOST_REFERENCES: usize = 64;

/// Follows references to a skin that is not a reference; `parts` gives the image and the width of a
/// skin.
pub(crate) fn resolve<S>(list: &[S], index: usize, parts: impl Fn(&S) -> (&Image, i32)) -> Option<usize> {
    let mut index = index;
    for _ in 0..=MOST_REFERENCES {
        let (image, width) = parts(list.get(index)?);
        if *image != Image::Reference {
            return Some(index);
        }
        index = usize::try_from(width).ok()?;
    }
    None
}

/// Reports skins that refer to one that does not exist or to themselves; `places` are the offsets
/// of their types.
pub(crate) fn check_references<S>(
    cursor: &mut Cursor<'_>,
    list: &[S],
    places: &[usize],
    parts: impl Fn(&S) -> (&Image, i32),
) {
    for (index, (skin, at)) in list.iter().zip(places).enumerate() {
        let (image, width) = parts(skin);
        if *image == Image::Reference && resolve(list, index, &parts).is_none() {
            cursor.report.enter(Segment::at("skin", index));
            let expected = format_args!("the number of a skin with an image, below {}", list.len());
            cursor.report.habit(&REFERENCE, at + 4, expected, width);
            cursor.report.leave();
        }
    }
}

/// The finding for parts that cannot be written.
pub(crate) fn unwritable((expected, found): (String, String), index: usize) -> Finding {
    Finding::new(&UNWRITABLE, Severity::Error, "", expected, found).inside(format_args!("skin {index}"))
}
