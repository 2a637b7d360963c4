//! Textures: found, decoded with all their levels, checkered where there are none. Source: `docs/spec/m2.md`,
//! "14. What a real install needs".

use super::{PICTURE, TEXTURE_MISSING, TOO_LARGE};
use crate::pictures::{self, Budget, Room, picture};
use crate::{Error, Phase, Progress, step};
use binary::{Finding, Mode, Severity};
use hashbrown::HashMap;
use order::Order;
use rayon::prelude::*;
use vfs::{Bytes, Vfs};
use warcraft::blp::{self, Blp, Encoding};
use world::{Alpha, Image, Texture, TextureId};

/// Pictures decoded between two progress reports.
const BATCH: usize = 32;
/// What is shown where a table says that there is none.
const WHITE: [u8; 4] = [255; 4];

/// Where a texture comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Paper {
    /// The file at this address.
    File(String),
    /// A file of this name, which is nowhere.
    Missing(String),
    /// None: white.
    White,
    /// None was chosen for this kind.
    Unchosen(u32),
}

/// Textures gathered while materials are made.
#[derive(Default)]
pub(super) struct Papers {
    wanted: Vec<(Paper, Alpha)>,
    known: HashMap<(Paper, u8), TextureId>,
}

impl Papers {
    /// A texture, whose alpha means this where it is shown.
    pub fn want(&mut self, paper: Paper, alpha: Alpha) -> TextureId {
        let kind = match alpha {
            Alpha::None => 0,
            Alpha::Keyed => 1,
            Alpha::Full => 2,
        };
        *self.known.entry((paper.clone(), kind)).or_insert_with(|| {
            self.wanted.push((paper, alpha));
            TextureId::from(self.wanted.len() - 1)
        })
    }

    /// Decodes all of them; returns them with the bytes read.
    pub fn decode(
        self,
        vfs: &Vfs,
        namer: &str,
        findings: &mut Vec<Finding>,
        progress: &mut dyn Progress,
    ) -> Result<(Vec<Texture>, u64), Error> {
        let count = self.wanted.len();
        let mut textures = Vec::with_capacity(count);
        let (mut bytes_read, mut budget) = (0, Budget::default());
        step(progress, Phase::Textures, 0, count)?;
        for batch in self.wanted.chunks(BATCH) {
            let files: Vec<_> = batch.par_iter().map(|(paper, _)| open(vfs, paper)).collect();
            let mut granted = Vec::with_capacity(batch.len());
            for ((paper, _), file) in batch.iter().zip(files) {
                let file = file.unwrap_or_else(|finding| {
                    findings.push(*finding);
                    None
                });
                granted.push(file.filter(|file| {
                    bytes_read += file.bytes;
                    let room = budget.take(file.pixels);
                    if room == Room::Over {
                        let found = format_args!("more, the first `{}`", name(paper));
                        let limit = picture::room_in_all();
                        findings.push(Finding::new(&TOO_LARGE, Severity::Warning, namer, limit, found));
                    }
                    room == Room::Granted
                }));
            }
            let levels: Vec<_> = batch
                .par_iter()
                .zip(granted)
                .map(|((paper, _), file)| Some(levels(paper, file?.what)))
                .collect();
            for ((paper, alpha), levels) in batch.iter().zip(levels) {
                let levels = levels.and_then(|levels| levels.map_err(|finding| findings.push(*finding)).ok());
                // Without any level the renderer shows a checkerboard, as for everything that is missing.
                let levels = match paper {
                    Paper::White => vec![Image { width: 1, height: 1, rgba: WHITE.to_vec() }],
                    _ => levels.unwrap_or_default(),
                };
                textures.push(Texture { name: name(paper), alpha: *alpha, levels });
            }
            step(progress, Phase::Textures, textures.len(), count)?;
        }
        findings.extend(self.missing(namer));
        Ok((textures, bytes_read))
    }

    /// What is nowhere, in one line.
    fn missing(&self, namer: &str) -> Option<Finding> {
        let mut names: Vec<&str> = self
            .wanted
            .iter()
            .filter_map(|(paper, _)| match paper {
                Paper::Missing(name) => Some(name.as_str()),
                _ => None,
            })
            .collect();
        names.order();
        names.dedup();
        let found = match names.as_slice() {
            [] => return None,
            [one] => format!("no `{one}`"),
            [first, ..] => format!("{} are nowhere, the first `{first}`", names.len()),
        };
        Some(Finding::new(&TEXTURE_MISSING, Severity::Warning, namer, "its textures in the install", found))
    }
}

fn name(paper: &Paper) -> String {
    match paper {
        Paper::File(name) | Paper::Missing(name) => name.clone(),
        Paper::White => "white".to_owned(),
        Paper::Unchosen(kind) => format!("kind {kind}"),
    }
}

/// A texture file.
struct File {
    bytes: u64,
    /// Pixels of all of its levels.
    pixels: u64,
    what: What,
}

enum What {
    Blp(Box<Blp>),
    Other(Bytes),
}

fn undecoded(paper: &Paper, problem: impl std::fmt::Display) -> Box<Finding> {
    Box::new(Finding::new(&PICTURE, Severity::Warning, name(paper), "a texture that can be decoded", problem))
}

fn open(vfs: &Vfs, paper: &Paper) -> Result<Option<File>, Box<Finding>> {
    let Paper::File(address) = paper else { return Ok(None) };
    let bytes = vfs.read(address)?;
    let length = bytes.len() as u64;
    if !(bytes.starts_with(b"BLP1") || bytes.starts_with(b"BLP2")) {
        let (width, height) = pictures::size(address, &bytes).map_err(|problem| undecoded(paper, problem))?;
        let pixels = u64::from(width) * u64::from(height);
        return Ok(Some(File { bytes: length, pixels, what: What::Other(bytes) }));
    }
    let (texture, _) = blp::read(&bytes, Mode::Lenient).map_err(|finding| undecoded(paper, finding))?;
    let area = |level: usize| {
        let (width, height) = texture.size(level);
        u64::from(width) * u64::from(height)
    };
    let there = (0..texture.levels.len()).filter(|level| is_there(&texture, *level));
    let pixels = there.map(area).fold(0, u64::saturating_add);
    Ok(Some(File { bytes: length, pixels, what: What::Blp(Box::new(texture)) }))
}

/// True for a level with bytes.
fn is_there(texture: &Blp, level: usize) -> bool {
    texture.levels.get(level).is_some_and(|bytes| !bytes.is_empty())
}

/// The largest level and those after it as far as they go.
fn levels(paper: &Paper, file: What) -> Result<Vec<Image>, Box<Finding>> {
    let texture = match file {
        What::Blp(texture) => texture,
        What::Other(bytes) => {
            let image =
                pictures::decode(&name(paper), &bytes).map_err(|problem| undecoded(paper, problem))?;
            return Ok(vec![image]);
        }
    };
    let mut levels = Vec::new();
    for level in (0..texture.levels.len()).take_while(|level| is_there(&texture, *level)) {
        let (width, height) = texture.size(level);
        let decoded = match texture.encoding() {
            Some(Encoding::Jpeg) => jpeg(&texture, level).map_err(|problem| undecoded(paper, problem)),
            _ => texture.decode_rgba8(level).map_err(|finding| undecoded(paper, finding)),
        };
        match decoded {
            Ok(rgba) => levels.push(Image { width, height, rgba }),
            // What is drawn small is made from the levels there are.
            Err(_) if level > 0 => break,
            Err(finding) => return Err(finding),
        }
        if width == 1 && height == 1 {
            break;
        }
    }
    Ok(levels)
}

/// A level that is a JPEG file: its four components are blue, green, red and alpha, as they are.
fn jpeg(texture: &Blp, level: usize) -> Result<Vec<u8>, String> {
    let bytes = texture.jpeg(level).ok_or("no JPEG file")?;
    let (width, height) = texture.size(level);
    let image = pictures::four_components(&bytes).map_err(|problem| problem.to_string())?;
    if (image.width, image.height) != (width, height) {
        return Err(format!(
            "a JPEG file of {} x {} pixels, not {width} x {height}",
            image.width, image.height
        ));
    }
    let (texels, _) = image.rgba.as_chunks::<4>();
    Ok(texels.iter().flat_map(|[blue, green, red, alpha]| [*red, *green, *blue, *alpha]).collect())
}
