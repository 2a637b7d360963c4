//! The models, sounds and videos of a game, listed on a thread: their files may be many, and on a slow disk.

use avi::Avi;
use base::{Failure, output};
use binary::Mode;
use files::video::Video;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use titles::install::Install;
use turntable::{Item, Shelf, Stage};
use vfs::{Entry, Kind};
use world::Finding;

/// Bytes that tell a video from other files.
const VIDEO_START: usize = 12;
/// Extensions of sounds that are loose files.
const SOUND_ENDINGS: [&str; 2] = [".wav", ".ogg"];

/// A game whose files are listed.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its install.
    pub path: PathBuf,
    /// Mods over it, the last one wins.
    pub mods: Vec<PathBuf>,
    /// Texture quality, in the word of the manifest.
    pub textures: &'static str,
}

impl Source {
    fn open(&self) -> Result<Install, Failure> {
        Install::open(&self.path, &self.mods)
    }
}

/// A sound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoundFile {
    /// Its name.
    pub name: String,
    /// Its address in the install.
    pub address: String,
    /// Its size, and how long it is if that is known.
    pub about: String,
}

/// A video.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VideoFile {
    /// Its address in the install.
    pub address: String,
    /// Size, rate, length and codecs, or why it cannot be read.
    pub about: String,
    /// The file on the disk; `None` inside of archives.
    pub file: Option<PathBuf>,
}

/// What one list holds.
pub enum Found {
    /// Models.
    Models(Vec<Item>),
    /// Sounds, and the files that they are read from.
    Sounds(Vec<SoundFile>, Arc<Install>),
    /// Videos.
    Videos(Vec<VideoFile>),
}

/// Which list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Media {
    /// Models.
    Models,
    /// Sounds.
    Sounds,
    /// Videos.
    Videos,
}

/// Something that a thread works on.
pub struct Working<T>(Receiver<Result<T, Failure>>);

impl<T: Send + 'static> Working<T> {
    /// Starts it; `wake` is called at the end.
    pub fn start(
        work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
        wake: impl Fn() + Send + 'static,
    ) -> Self {
        let (sender, done) = mpsc::channel();
        let job = move || {
            // Nobody receives it once the page is closed.
            let _ = sender.send(work());
            wake();
        };
        // If no thread can be started the channel closes at once, which is handled below.
        let _ = std::thread::Builder::new().name("media".to_owned()).spawn(job);
        Working(done)
    }

    /// The result, once.
    pub fn poll(&mut self) -> Option<Result<T, Failure>> {
        match self.0.try_recv() {
            Ok(result) => Some(result),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                Some(Err(Failure::Unusable("reading the files ended with a bug in Revisit".to_owned())))
            }
        }
    }
}

/// Lists models, sounds or videos of a game.
///
/// # Errors
/// No game there, or one whose models this version does not show.
pub fn list(source: &Source, media: Media) -> Result<Found, Failure> {
    Ok(match media {
        Media::Models => {
            let mut shelf = Shelf::new(source.open()?, source.textures)?;
            Found::Models(shelf.items())
        }
        Media::Sounds => {
            let install = Arc::new(source.open()?);
            Found::Sounds(sounds(&install)?, install)
        }
        Media::Videos => Found::Videos(videos(&source.open()?)),
    })
}

/// A model that is ready to be shown.
pub struct LoadedModel {
    /// All models of the game.
    pub shelf: Shelf,
    /// It.
    pub item: Item,
    /// It, on a stage.
    pub stage: Stage,
    /// What was odd about its files.
    pub findings: Vec<Finding>,
}

/// Loads a model of a game.
///
/// # Errors
/// A damaged file.
pub fn model(source: &Source, item: Item) -> Result<LoadedModel, Failure> {
    let shelf = Shelf::new(source.open()?, source.textures)?;
    let loaded = shelf.load(&item, 0)?;
    let findings = loaded.findings.clone();
    Ok(LoadedModel { shelf, item, stage: Stage::new(loaded), findings })
}

fn sounds(install: &Install) -> Result<Vec<SoundFile>, Failure> {
    let vfs = &install.vfs;
    let size = |address: &str| output::bytes(vfs.size(address).unwrap_or_default());
    if let Some(rules) = install.sound_files(titles::BEST)? {
        let (sounds, _) = load::zipper::sounds::Sounds::new(vfs, &rules);
        let row = |sound: &load::zipper::sounds::Sound| {
            let address = sound.place.address.clone();
            let seconds = sound.info.as_ref().map(|info| (info.duration_s() * 1000.0).round() as u64);
            let about = match seconds {
                Some(ms) => format!("{}, {}", output::minutes(ms), size(&address)),
                None => format!("{}; it cannot be read", size(&address)),
            };
            SoundFile { name: sound.name.clone(), about, address }
        };
        return Ok(sounds.iter().map(row).collect());
    }
    let is_sound = |entry: &Entry| {
        let name = entry.name.to_ascii_lowercase();
        entry.kind == Kind::File && SOUND_ENDINGS.iter().any(|ending| name.ends_with(ending))
    };
    let row = |entry: Entry| {
        let folder = entry.address.rsplit_once('/').map_or("", |(folder, _)| folder);
        let size = size(&entry.address);
        let about = if folder.is_empty() { size } else { format!("{folder}, {size}") };
        SoundFile { name: entry.name, about, address: entry.address }
    };
    Ok(vfs.walk(false).into_iter().filter(is_sound).map(row).collect())
}

fn videos(install: &Install) -> Vec<VideoFile> {
    let vfs = &install.vfs;
    let is_video = |entry: &Entry| {
        let named = entry.name.to_ascii_lowercase().ends_with(".avi");
        // Of games that are archives of hundreds of thousands of files only names are asked.
        let starts = || {
            vfs.packs().is_empty()
                && vfs.read_start(&entry.address, VIDEO_START).is_ok_and(|start| avi::is_avi(&start))
        };
        entry.kind == Kind::File && (named || starts())
    };
    let row = |entry: Entry| {
        let read = vfs.read(&entry.address).and_then(|bytes| avi::read(&bytes, Mode::Lenient));
        let about = match read {
            Ok((video, _)) => described(&video),
            Err(finding) => finding.to_string(),
        };
        let place = vfs.which(&entry.address).ok().map(|found| found.winner);
        let file = place.filter(|place| place.member.is_none()).map(|place| place.path);
        VideoFile { address: entry.address, about, file }
    };
    vfs.walk(false).into_iter().filter(is_video).map(row).collect()
}

fn described(video: &Avi) -> String {
    Video::of(video).line().replace("  ", ", ")
}
