//! The pictures of a zone: found, decoded all at once, and made transparent as the materials that show them
//! want it. Source: `docs/spec/everquest/zone-install.md`, "5. Textures".

use super::bitmap::Indexed;
use super::{PICTURE, TEXTURE_MISSING, TOO_LARGE};
use crate::pictures::picture::{self, PictureError};
use crate::pictures::{self, Budget, Room};
use crate::{Error, Phase, Progress, step};
use binary::{Finding, Severity};
use hashbrown::HashMap;
use rayon::prelude::*;
use vfs::{Bytes, Vfs};
use world::{Alpha, Image, Texture, TextureId};

/// Pictures decoded between two progress reports.
const BATCH: usize = 32;
/// Palette indices that are transparent in masked pictures where it is not 0. Source:
/// `docs/spec/everquest/zone-install.md`, "5. Textures".
const OTHER_KEYS: [(&str, u8); 4] =
    [("clhe0004", 255), ("kahe0001", 255), ("furpile1", 250), ("bearrug", 47)];
/// Alpha of [`Show::Faint`].
const FAINT: u8 = 64;
/// Colour of a picture that is nowhere. Source: `docs/spec/everquest/zone-install.md`, "3. Load order".
const GREY: u8 = 128;
/// What is transparent in masked pictures that have neither a palette nor alpha.
const MAGENTA: [u8; 3] = [255, 0, 255];

/// How a material shows a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Show {
    /// Whole: neither the key nor alpha counts.
    Whole,
    /// Texels are there or not: by the key of the palette, by alpha from one half on, or magenta.
    Masked,
    /// By alpha.
    Soft,
    /// A quarter of it, wherever it is.
    Faint,
}

/// A picture that materials show.
struct Wanted {
    /// As the world names it.
    name: String,
    /// Where it is, if it is anywhere.
    address: Option<String>,
    show: Show,
    /// The world that named it first.
    namer: String,
}

/// Pictures gathered while materials are made.
pub(super) struct Pictures<'v> {
    vfs: &'v Vfs,
    /// Archives of the zone.
    archives: Vec<String>,
    wanted: Vec<Wanted>,
    known: HashMap<(String, Show), TextureId>,
}

impl<'v> Pictures<'v> {
    /// None yet; those that are not in the archive of the world that names them are looked for in these.
    pub fn new(vfs: &'v Vfs, archives: Vec<String>) -> Self {
        Pictures { vfs, archives, wanted: Vec::new(), known: HashMap::new() }
    }

    /// A picture by its name, extension included: it is never looked for under another.
    pub fn want(&mut self, name: &str, archive: &str, namer: &str, show: Show) -> TextureId {
        let bare = bare(name);
        let address = self.find(&bare, archive);
        let key = (address.clone().unwrap_or_else(|| bare.clone()), show);
        *self.known.entry(key).or_insert_with(|| {
            self.wanted.push(Wanted { name: bare, address, show, namer: namer.to_owned() });
            TextureId::from(self.wanted.len() - 1)
        })
    }

    /// Whether a picture is anywhere.
    pub fn has(&self, name: &str, archive: &str) -> bool {
        self.find(&bare(name), archive).is_some()
    }

    /// Where a picture is.
    fn find(&self, bare: &str, archive: &str) -> Option<String> {
        let places = std::iter::once(archive).chain(self.archives.iter().map(String::as_str));
        let mut addresses = places.map(|archive| format!("{archive}/{bare}"));
        addresses.find(|address| !bare.is_empty() && self.vfs.is_file(address))
    }

    /// Decodes all of them; returns them with the bytes read.
    pub fn decode(
        self,
        findings: &mut Vec<Finding>,
        progress: &mut dyn Progress,
    ) -> Result<(Vec<Texture>, u64), Error> {
        let count = self.wanted.len();
        let mut textures = Vec::with_capacity(count);
        let (mut bytes_read, mut budget) = (0, Budget::default());
        step(progress, Phase::Textures, 0, count)?;
        for batch in self.wanted.chunks(BATCH) {
            let files: Vec<_> = batch.par_iter().map(|wanted| self.file(wanted)).collect();
            let mut granted = Vec::with_capacity(batch.len());
            for (wanted, file) in batch.iter().zip(files) {
                let bytes = file.unwrap_or_else(|finding| {
                    findings.push(*finding);
                    None
                });
                bytes_read += bytes.as_ref().map_or(0, |(bytes, _)| bytes.len() as u64);
                // What is decoded is asked for first: a small file may hold a large picture.
                granted.push(bytes.filter(|(_, pixels)| {
                    let room = budget.take(*pixels);
                    if room == Room::Over {
                        let found = format_args!("more, the first `{}`", wanted.name);
                        let limit = picture::room_in_all();
                        findings.push(Finding::new(
                            &TOO_LARGE,
                            Severity::Warning,
                            &wanted.namer,
                            limit,
                            found,
                        ));
                    }
                    room == Room::Granted
                }));
            }
            let images: Vec<_> =
                batch.par_iter().zip(granted).map(|(wanted, file)| image(wanted, file?.0)).collect();
            for (wanted, image) in batch.iter().zip(images) {
                let level = match image {
                    Some(image) => image.map_err(|finding| findings.push(*finding)).ok(),
                    // Some original files misspell names.
                    None => wanted.address.is_none().then(grey),
                };
                let alpha = match wanted.show {
                    Show::Whole => Alpha::None,
                    Show::Masked => Alpha::Keyed,
                    Show::Soft | Show::Faint => Alpha::Full,
                };
                textures.push(Texture {
                    name: wanted.name.clone(),
                    alpha,
                    levels: level.into_iter().collect(),
                });
            }
            step(progress, Phase::Textures, textures.len(), count)?;
        }
        findings.extend(self.missing());
        Ok((textures, bytes_read))
    }

    fn file(&self, wanted: &Wanted) -> Result<File, Box<Finding>> {
        let Some(address) = &wanted.address else { return Ok(None) };
        let bytes = self.vfs.read(address)?;
        let pixels = match Indexed::read(&bytes) {
            Some(indexed) => indexed.pixels(),
            None => {
                let size = pictures::size(&wanted.name, &bytes);
                let (width, height) = size.map_err(|problem| undecoded(wanted, problem))?;
                u64::from(width) * u64::from(height)
            }
        };
        Ok(Some((bytes, pixels)))
    }

    /// What is nowhere, one line for each world that names some.
    fn missing(&self) -> Vec<Finding> {
        let mut by_namer: Vec<(&str, Vec<&str>)> = Vec::new();
        for wanted in self.wanted.iter().filter(|wanted| wanted.address.is_none()) {
            match by_namer.iter_mut().find(|(namer, _)| *namer == wanted.namer) {
                Some((_, names)) => names.push(&wanted.name),
                None => by_namer.push((&wanted.namer, vec![&wanted.name])),
            }
        }
        let finding = |(namer, names): (&str, Vec<&str>)| {
            let found = match names.as_slice() {
                [one] => format!("no `{one}`"),
                [first, ..] => format!("{} are nowhere, the first `{first}`", names.len()),
                [] => String::new(),
            };
            let expected = "pictures in the archives of the zone";
            Finding::new(&TEXTURE_MISSING, Severity::Warning, namer, expected, found)
        };
        by_namer.into_iter().map(finding).collect()
    }
}

/// The name of a file, lower case: a name is no path.
fn bare(name: &str) -> String {
    name.rsplit(['/', '\\']).next().unwrap_or(name).to_ascii_lowercase()
}

/// What stands for a picture that is nowhere.
fn grey() -> Image {
    Image { width: 1, height: 1, rgba: vec![GREY, GREY, GREY, 255] }
}

/// A file, and how many pixels it says it has; nothing for a picture that is nowhere.
type File = Option<(Bytes, u64)>;

/// What a picture that is decoded cannot be.
fn undecoded(wanted: &Wanted, problem: PictureError) -> Box<Finding> {
    let file = wanted.address.as_deref().unwrap_or_default();
    let expected = "a picture that can be decoded";
    Box::new(Finding::new(&PICTURE, Severity::Warning, file, expected, problem))
}

fn image(wanted: &Wanted, bytes: Bytes) -> Option<Result<Image, Box<Finding>>> {
    Some(painted(&wanted.name, &bytes, wanted.show).map_err(|problem| undecoded(wanted, problem)))
}

/// The picture in a file as a material shows it. What it is is said by its first bytes, never by its name.
fn painted(name: &str, bytes: &[u8], show: Show) -> Result<Image, PictureError> {
    if let Some(indexed) = Indexed::read(bytes) {
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let key = OTHER_KEYS.iter().find(|(known, _)| *known == stem).map_or(0, |(_, key)| *key);
        let mut image = indexed.paint((show == Show::Masked).then_some(key));
        if show == Show::Faint {
            fill_alpha(&mut image, FAINT);
        }
        return Ok(image);
    }
    let mut image = pictures::decode(name, bytes)?;
    let is_dds = bytes.starts_with(b"DDS ");
    if is_dds {
        // Their first row is where V is 0, which is the bottom.
        turn_over(&mut image);
    }
    match show {
        Show::Whole => fill_alpha(&mut image, 255),
        Show::Faint => fill_alpha(&mut image, FAINT),
        Show::Masked if !is_dds => key_magenta(&mut image),
        Show::Masked | Show::Soft => {}
    }
    Ok(image)
}

/// Gives all texels one alpha.
fn fill_alpha(image: &mut Image, alpha: u8) {
    let (texels, _) = image.rgba.as_chunks_mut::<4>();
    texels.iter_mut().for_each(|texel| texel[3] = alpha);
}

/// Makes magenta transparent in a picture without alpha.
fn key_magenta(image: &mut Image) {
    let (texels, _) = image.rgba.as_chunks_mut::<4>();
    if texels.iter().all(|texel| texel[3] == 255) {
        texels.iter_mut().filter(|texel| texel[..3] == MAGENTA).for_each(|texel| texel[3] = 0);
    }
}

/// The last row first.
fn turn_over(image: &mut Image) {
    let stride = image.width as usize * 4;
    let half = image.height as usize / 2 * stride;
    let end = image.rgba.len();
    if stride == 0 || end < 2 * half {
        return;
    }
    let (upper, lower) = image.rgba.split_at_mut(end - half);
    upper[..half]
        .chunks_exact_mut(stride)
        .zip(lower.chunks_exact_mut(stride).rev())
        .for_each(|(a, b)| a.swap_with_slice(b));
}
