//! Pictures of TEXTURE archives: read when they are first asked for and kept, coloured by the palette, those of
//! our own where there are none.
//! Source: `docs/spec/daggerfall.md`, "8. TEXTURE.nnn **[O]**".

use super::overworld::{optional, usable};
use super::own_pictures;
use binary::{Finding, Mode};
use daggerfall::climate::Season;
use daggerfall::palette::{self, Palette};
use daggerfall::texture::{self, Archive};
use hashbrown::HashMap;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use vfs::Vfs;
use world::Image;

/// An upright picture and its width and height in units.
#[derive(Clone, Debug, PartialEq)]
pub struct Flat {
    /// Its frames, which play in a circle; never empty.
    pub frames: Vec<Image>,
    /// Width and height.
    pub size: [f32; 2],
}

/// How the colour 0 counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// As any other: ground and walls.
    Opaque,
    /// As nothing: flats.
    Clear,
}

/// The archives of an install.
pub struct Archives {
    folder: String,
    palette: Option<Palette>,
    known: Mutex<HashMap<u16, Option<Arc<Archive>>>>,
    /// What was found wrong with archives that were read since this was asked last.
    findings: Mutex<Vec<Finding>>,
    missing: Mutex<BTreeSet<u16>>,
    /// What all cells of a climate show, by archive and record.
    shared: Mutex<HashMap<(u16, u8, Season), Shown>>,
}

/// A picture that many cells show, and the mean colour of what is there in it.
#[derive(Clone)]
pub struct Shown {
    /// Its frames and its size in units; ground has one of each.
    pub flat: Arc<Flat>,
    /// Red, green and blue.
    pub mean: [u8; 3],
}

/// Most frames of a picture that plays.
const MOST_FRAMES: usize = 32;

impl Archives {
    /// Those of a folder; its palette is read at once.
    pub fn new(vfs: &Vfs, folder: &str, findings: &mut Vec<Finding>) -> Self {
        let address = format!("{folder}ART_PAL.COL");
        let lost = "all pictures are plain ones of our own";
        let bytes = optional(vfs, &address, lost, findings);
        let palette =
            bytes.and_then(|bytes| usable(palette::read(&bytes, Mode::Lenient), &address, findings));
        Archives {
            folder: folder.to_owned(),
            palette,
            known: Mutex::default(),
            findings: Mutex::default(),
            missing: Mutex::default(),
            shared: Mutex::default(),
        }
    }

    /// What was found wrong with archives since this was asked last; every archive once.
    pub fn take_findings(&self) -> Vec<Finding> {
        std::mem::take(&mut self.findings.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// An archive, if it is there.
    pub fn archive(&self, vfs: &Vfs, number: u16) -> Option<Arc<Archive>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(archive) = known.get(&number) {
            return archive.clone();
        }
        let address = format!("{}TEXTURE.{number:03}", self.folder);
        let mut findings = self.findings.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = optional(vfs, &address, "plain pictures of our own are shown", &mut findings);
        let archive =
            bytes.and_then(|bytes| usable(texture::read(&bytes, Mode::Lenient), &address, &mut findings));
        let archive = archive.map(Arc::new);
        if archive.is_none() {
            self.missing.lock().unwrap_or_else(PoisonError::into_inner).insert(number);
        }
        known.insert(number, archive.clone());
        archive
    }

    /// True if an archive has a picture.
    pub fn has(&self, vfs: &Vfs, [archive, record]: [u16; 2]) -> bool {
        let solid = texture::solid(archive, record.into()).is_some();
        solid || self.archive(vfs, archive).is_some_and(|archive| archive.frames(record.into()) > 0)
    }

    /// A picture, if it is there and there is a palette: all its frames.
    pub fn picture(&self, vfs: &Vfs, [archive, record]: [u16; 2], key: Key) -> Option<Vec<Image>> {
        let palette = self.palette.as_ref()?;
        if let Some(color) = texture::solid(archive, record.into()) {
            let side = texture::SOLID_SIDE as u32;
            let [r, g, b] = palette.colors[usize::from(color)];
            let rgba = [r, g, b, 255].repeat((side * side) as usize);
            return Some(vec![Image { width: side, height: side, rgba }]);
        }
        let archive = self.archive(vfs, archive)?;
        let count = archive.frames(record.into()).min(MOST_FRAMES);
        let frames = (0..count).map_while(|frame| archive.frame(record.into(), frame).ok());
        let frames: Vec<Image> = frames.map(|picture| colored(&picture, palette, key)).collect();
        Some(frames).filter(|frames| !frames.is_empty())
    }

    /// The indices of a picture's first frame, for what depends on them.
    pub fn indices(&self, vfs: &Vfs, [archive, record]: [u16; 2]) -> Option<texture::Picture> {
        self.archive(vfs, archive)?.frame(record.into(), 0).ok()
    }

    /// A piece of ground, or one of our own.
    pub fn ground(&self, vfs: &Vfs, archive: u16, record: u8, season: Season) -> Shown {
        self.shared((archive, record, season), || {
            let picture = self.picture(vfs, [archive, record.into()], Key::Opaque);
            let own = || own_pictures::ground(record, season == Season::Winter);
            let image = picture.and_then(|frames| frames.into_iter().next()).unwrap_or_else(own);
            Flat { size: [image.width as f32, image.height as f32], frames: vec![image] }
        })
    }

    /// A picture that is made once.
    fn shared(&self, of: (u16, u8, Season), make: impl FnOnce() -> Flat) -> Shown {
        let known = || self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shown) = known().get(&of) {
            return shown.clone();
        }
        // Two threads may make it; one is kept.
        let flat = make();
        let mean = flat.frames.first().map_or([0; 3], mean);
        known().entry(of).or_insert_with(|| Shown { flat: Arc::new(flat), mean }).clone()
    }

    /// An upright picture.
    pub fn flat(&self, vfs: &Vfs, [archive, record]: [u16; 2]) -> Option<Flat> {
        let frames = self.picture(vfs, [archive, record], Key::Clear)?;
        let size = self.archive(vfs, archive)?.flat_size(record.into())?;
        Some(Flat { frames, size: size.map(|size| size.clamp(1, 4000) as f32) })
    }

    /// A plant or a stone of the wild, or one of our own.
    pub fn plant(&self, vfs: &Vfs, archive: u16, record: u8, season: Season) -> Shown {
        self.shared((archive, record, season), || {
            self.flat(vfs, [archive, record.into()]).unwrap_or_else(|| {
                let (image, size) = own_pictures::plant(record, season == Season::Winter);
                Flat { frames: vec![image], size }
            })
        })
    }
}

fn colored(picture: &texture::Picture, palette: &Palette, key: Key) -> Image {
    let color = |index: &u8| {
        let [r, g, b] = palette.colors[usize::from(*index)];
        match (key, *index) {
            (Key::Clear, 0) => [0; 4],
            _ => [r, g, b, 255],
        }
    };
    Image {
        width: picture.width as u32,
        height: picture.height as u32,
        rgba: picture.pixels.iter().flat_map(color).collect(),
    }
}

/// The mean colour of what is there in a picture, which may be cut out.
fn mean(image: &Image) -> [u8; 3] {
    let (mut sum, mut count) = ([0_u64; 3], 0);
    for pixel in image.rgba.chunks_exact(4).filter(|pixel| pixel[3] > 0) {
        for (sum, channel) in sum.iter_mut().zip(pixel) {
            *sum += u64::from(*channel);
        }
        count += 1;
    }
    let count = count.max(1);
    sum.map(|sum| (sum / count) as u8)
}
