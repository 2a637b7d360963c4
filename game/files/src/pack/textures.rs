//! Texture packages: a PNG for each image, and a side file for what a PNG
//! cannot hold. Source: `docs/spec/zbd/textures.md`.
//!
//! | image | PNG |
//! |---|---|
//! | direct colours | true colours; with alpha if it is simple or full |
//! | colours of its own or of the package by number | by number, in the same order |
//! | those with full alpha | by number, and a second PNG with the alpha as grey |

use super::names::Names;
use super::picture::{self, Picture, Pixels as Png};
use super::side::{self, NAME, Side};
use super::{Files, Made, Memory, Packing, Said, Trouble, Unpacking};
use base::Failure;
use binary::{Finding, Mode, Padded};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use zbd::textures::{AlphaKind, Palette, Pixels, Texture, TexturePackage, color, flags};

/// The header words of every known file.
const HEADER: [u32; 4] = [0, 1, 0, 0];
/// Most colours that go by number.
const COLORS: usize = 256;

/// What the side file says.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Package {
    /// `zero00`, `has_entries`, `zero16`, `zero20` where they are not as usual.
    #[serde(default = "usual_header", skip_serializing_if = "is_usual_header")]
    header: [u32; 4],
    /// Palettes that several images share.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    palettes: Vec<Palette>,
    /// The images, in file order.
    textures: Vec<Image>,
}

/// One image.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Image {
    name: Padded<32>,
    /// The PNG; none for an image without an area.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// Width and height where there is no PNG to say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    size: Option<[u16; 2]>,
    alpha: AlphaKind,
    /// The PNG of the alpha, if it is one of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    alpha_file: Option<String>,
    #[serde(default)]
    colors: Colors,
    /// Which of the package's palettes; -1 for none.
    #[serde(default = "none", skip_serializing_if = "is_none")]
    palette_index: i32,
    /// All flags where they are not those that alpha and colours ask for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    flags: Option<u32>,
    #[serde(default, skip_serializing_if = "is_zero")]
    zero08: u32,
    #[serde(default)]
    stretch: u16,
}

/// Where the colours of an image are.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Colors {
    /// In its pixels.
    #[default]
    Direct,
    /// In a palette of its own.
    Local,
    /// The first so many of a palette of the package.
    Global(u16),
}

const fn usual_header() -> [u32; 4] {
    HEADER
}

fn is_usual_header(header: &[u32; 4]) -> bool {
    *header == HEADER
}

const fn none() -> i32 {
    -1
}

const fn is_none(index: &i32) -> bool {
    *index == none()
}

const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The flags that every known image of this kind has.
const fn usual_flags(alpha: AlphaKind, colors: Colors) -> u32 {
    let alpha = match alpha {
        AlphaKind::None => flags::NO_ALPHA,
        AlphaKind::Simple => flags::HAS_ALPHA,
        AlphaKind::Full => flags::HAS_ALPHA | flags::FULL_ALPHA,
    };
    let palette = if matches!(colors, Colors::Global(_)) { flags::GLOBAL_PALETTE } else { 0 };
    flags::BYTES_PER_PIXEL2 | alpha | palette
}

/// Unpacks a package.
pub fn unpack(of: &Unpacking<'_>, files: &mut Memory) -> Result<Vec<Finding>, Trouble> {
    let under = of.place.under;
    let (package, report) = zbd::textures::read(of.bytes, Mode::Lenient)?;
    let mut names = Names::new();
    let mut textures = Vec::with_capacity(package.textures.len());
    for index in 0..package.textures.len() {
        textures.push(unpack_one(&package, index, under, &mut names, files)?);
    }
    let TexturePackage { zero00, has_entries, zero16, zero20, palettes, .. } = package;
    let content = Package { header: [zero00, has_entries, zero16, zero20], palettes, textures };
    files.put(format!("{under}{NAME}"), side::write(of.form, of.known, &content)?);
    Ok(report.into_findings())
}

fn unpack_one(
    package: &TexturePackage,
    index: usize,
    under: &str,
    names: &mut Names,
    files: &mut Memory,
) -> Result<Image, Trouble> {
    let texture = &package.textures[index];
    let alpha = texture.alpha_kind();
    let colors = match &texture.pixels {
        Pixels::Direct(_) => Colors::Direct,
        Pixels::Local { .. } => Colors::Local,
        Pixels::Global { colors, .. } => Colors::Global(*colors),
    };
    let mut image = Image {
        name: texture.name,
        file: None,
        size: None,
        alpha,
        alpha_file: None,
        colors,
        palette_index: texture.palette_index,
        flags: (texture.flags != usual_flags(alpha, colors)).then_some(texture.flags),
        zero08: texture.zero08,
        stretch: texture.stretch,
    };
    let (width, height) = (texture.width, texture.height);
    let name = texture.name.text();
    let mut put = |ending: &str, pixels: &Png| -> Result<String, Failure> {
        let file = names.take(&name, ending, index);
        let png = picture::encode(width, height, pixels);
        let png = png.map_err(|error| Failure::Unusable(format!("texture {index} \"{name}\": {error}")))?;
        files.put(format!("{under}{file}"), png);
        Ok(file)
    };
    if texture.pixels.is_empty() && matches!(colors, Colors::Direct | Colors::Global(_)) {
        image.size = Some([width, height]);
        return Ok(image);
    }
    let palette: &[u16] = match &texture.pixels {
        Pixels::Direct(_) => {
            let rgba = package.decode_rgba8(index)?.rgba;
            let pixels = if alpha == AlphaKind::None { Png::Rgb(&rgba) } else { Png::Rgba(&rgba) };
            image.file = Some(put(".png", &pixels)?);
            return Ok(image);
        }
        Pixels::Local { palette, .. } => palette,
        Pixels::Global { colors, .. } => shared(&package.palettes, texture.palette_index, *colors),
    };
    let (Pixels::Local { indices, .. } | Pixels::Global { indices, .. }) = &texture.pixels else {
        return Ok(image);
    };
    if indices.is_empty() {
        // Nothing would keep its palette.
        return Err(Failure::Unusable(format!(
            "texture {index} \"{name}\": {width} x {height} pixels with a palette, which no picture can hold"
        ))
        .into());
    }
    let colors: Vec<[u8; 4]> = palette.iter().map(|word| shown(*word, alpha)).collect();
    image.file = Some(put(".png", &Png::Indexed(indices, &colors))?);
    if let Some(plane) = &texture.alpha {
        image.alpha_file = Some(put(".alpha.png", &Png::Grey(plane))?);
    }
    Ok(image)
}

/// A palette's colour; under simple alpha the word 0 is transparent.
fn shown(word: u16, alpha: AlphaKind) -> [u8; 4] {
    let [red, green, blue] = color::expand(word);
    [red, green, blue, if alpha == AlphaKind::Simple && word == 0 { 0 } else { 255 }]
}

/// The first colours of a palette of the package.
fn shared(palettes: &[Palette], index: i32, colors: u16) -> &[u16] {
    let palette = usize::try_from(index).ok().and_then(|index| palettes.get(index));
    palette.and_then(|palette| palette.0.get(..usize::from(colors))).unwrap_or_default()
}

/// Packs what [`unpack`] made.
pub fn pack(side: &Side, from: &Packing<'_>, said: &mut Said) -> Result<Made, Failure> {
    let Package { header: [zero00, has_entries, zero16, zero20], palettes, textures } = side.content()?;
    let mut package = TexturePackage { zero00, has_entries, zero16, zero20, palettes, textures: Vec::new() };
    for (index, image) in textures.iter().enumerate() {
        let one = One { side, files: from.files, under: from.place.under, index, image };
        package.textures.push(one.texture(&package.palettes, &mut said.notes)?);
    }
    let bytes = zbd::textures::write(&package).map_err(|finding| side.unwritable(&finding))?;
    Ok(bytes.into())
}

/// One image on its way back.
struct One<'a> {
    side: &'a Side,
    files: &'a dyn Files,
    under: &'a str,
    index: usize,
    image: &'a Image,
}

impl One<'_> {
    fn wrong(&self, key: &str, what: impl std::fmt::Display) -> Failure {
        self.side.wrong(&format!("textures[{}].{key}", self.index), what)
    }

    fn picture(&self, key: &str, name: &str) -> Result<(Picture, String), Failure> {
        let path = format!("textures[{}].{key}", self.index);
        let bytes = self.side.file(self.files, self.under, name, &path)?;
        let shown = self.files.shown(&format!("{}{name}", self.under));
        let picture =
            picture::decode(&bytes).map_err(|what| Failure::Unusable(format!("{shown}: {what}")))?;
        Ok((picture, shown))
    }

    fn texture(&self, palettes: &[Palette], notes: &mut Vec<String>) -> Result<Texture, Failure> {
        let image = self.image;
        let mut texture = match (&image.file, image.size) {
            (Some(file), None) => self.drawn(file, palettes, notes)?,
            (None, Some([width, height])) if width == 0 || height == 0 => self.empty(width, height)?,
            (Some(_), Some(_)) => return Err(self.wrong("size", "the file says it; remove `size`")),
            _ => return Err(self.wrong("file", "expected the name of a PNG file in this folder, found none")),
        };
        texture.name = image.name;
        texture.palette_index = image.palette_index;
        texture.flags = image.flags.unwrap_or(usual_flags(image.alpha, image.colors));
        texture.zero08 = image.zero08;
        texture.stretch = image.stretch;
        Ok(texture)
    }

    fn empty(&self, width: u16, height: u16) -> Result<Texture, Failure> {
        let mut texture = direct(width, height, &[], self.image.alpha)?;
        if let Colors::Global(colors) = self.image.colors {
            texture.pixels = Pixels::Global { indices: Vec::new(), colors };
        }
        Ok(texture)
    }

    fn drawn(&self, file: &str, palettes: &[Palette], notes: &mut Vec<String>) -> Result<Texture, Failure> {
        let (picture, shown) = self.picture("file", file)?;
        let size = (u16::try_from(picture.width), u16::try_from(picture.height));
        let (Ok(width), Ok(height)) = size else {
            return Err(Failure::Unusable(format!(
                "{shown}: expected at most 65535 x 65535 pixels, found {} x {}",
                picture.width, picture.height
            )));
        };
        let alpha = self.image.alpha;
        if alpha == AlphaKind::None && picture.rgba.as_chunks::<4>().0.iter().any(|pixel| pixel[3] < 255) {
            notes.push(format!(
                "{shown}: has transparent pixels, which are lost; set `alpha` to \"simple\" or \"full\" in {NAME}"
            ));
        }
        let mut texture = direct(width, height, &picture.rgba, alpha)?;
        if let Some(file) = &self.image.alpha_file {
            texture.alpha = Some(self.plane(file, &picture)?);
        }
        match self.image.colors {
            Colors::Direct => {}
            Colors::Local => texture.pixels = local(&picture, &texture, &shown)?,
            Colors::Global(colors) => {
                let palette = shared(palettes, self.image.palette_index, colors);
                if palette.is_empty() {
                    return Err(self.wrong(
                        "palette_index",
                        format!("expected one of {} palettes of at most 256 colours", palettes.len()),
                    ));
                }
                let indices = numbered(&picture, &texture, palette, &shown, alpha)?;
                texture.pixels = Pixels::Global { indices, colors };
            }
        }
        Ok(texture)
    }

    /// The alpha from a picture of its own.
    fn plane(&self, file: &str, picture: &Picture) -> Result<Vec<u8>, Failure> {
        if self.image.alpha != AlphaKind::Full {
            return Err(self.wrong("alpha_file", "expected only with `alpha` \"full\"; remove it"));
        }
        let (plane, shown) = self.picture("alpha_file", file)?;
        if (plane.width, plane.height) != (picture.width, picture.height) {
            return Err(Failure::Unusable(format!(
                "{shown}: expected {} x {} pixels as in the picture it belongs to, found {} x {}",
                picture.width, picture.height, plane.width, plane.height
            )));
        }
        Ok(plane.rgba.as_chunks::<4>().0.iter().map(|pixel| pixel[0]).collect())
    }
}

/// A texture with direct colours, name and flags still to be set.
fn direct(width: u16, height: u16, rgba: &[u8], alpha: AlphaKind) -> Result<Texture, Failure> {
    Ok(Texture::from_rgba8("", width, height, rgba, alpha)?)
}

/// The words of a palette as a file has them.
fn words(palette: &[[u8; 4]], alpha: AlphaKind) -> Result<Vec<u16>, Failure> {
    // A PNG has at most 256 of them.
    let row = direct(palette.len() as u16, 1, palette.as_flattened(), alpha)?;
    Ok(if let Pixels::Direct(words) = row.pixels { words } else { Vec::new() })
}

fn direct_words(texture: &Texture) -> &[u16] {
    if let Pixels::Direct(words) = &texture.pixels { words } else { &[] }
}

/// Colours by number: those of the PNG, or in the order they occur.
fn local(picture: &Picture, texture: &Texture, shown: &str) -> Result<Pixels, Failure> {
    if let Some((indices, palette)) = &picture.indexed {
        let palette = words(palette, texture.alpha_kind())?;
        return Ok(Pixels::Local { indices: indices.clone(), palette });
    }
    let mut palette = Vec::new();
    let mut numbers = HashMap::new();
    let mut indices = Vec::with_capacity(texture.pixels.len());
    for word in direct_words(texture) {
        let number = *numbers.entry(*word).or_insert_with(|| {
            palette.push(*word);
            palette.len() - 1
        });
        let index = u8::try_from(number).map_err(|_| {
            Failure::Unusable(format!(
                "{shown}: expected at most {COLORS} colours, found more; reduce them, or set `colors` to \
                 \"direct\" in {NAME}"
            ))
        })?;
        indices.push(index);
    }
    Ok(Pixels::Local { indices, palette })
}

/// The numbers of a picture's colours in a palette that it shares.
fn numbered(
    picture: &Picture,
    texture: &Texture,
    palette: &[u16],
    shown: &str,
    alpha: AlphaKind,
) -> Result<Vec<u8>, Failure> {
    if let Some((indices, own)) = &picture.indexed
        && words(own, alpha)? == palette
    {
        return Ok(indices.clone());
    }
    let mut numbers = HashMap::new();
    for (number, word) in palette.iter().enumerate() {
        numbers.entry(*word).or_insert(number as u8);
    }
    let number = |word: &u16| numbers.get(word).copied().ok_or(*word);
    direct_words(texture).iter().map(number).collect::<Result<_, u16>>().map_err(|word| {
        let [red, green, blue] = color::expand(word);
        Failure::Unusable(format!(
            "{shown}: expected only colours of the palette it shares, found #{red:02x}{green:02x}{blue:02x}; use \
             its colours, or set `colors` to \"direct\" and remove `palette_index` in {NAME}"
        ))
    })
}
