//! Sound files of an install, opened: on a thread of its own, so that no frame waits for a disk, or at
//! once, so that nothing depends on how fast one is.

use crate::asked::Asked;
use audio::{DecodeError, Samples, Source};
use binary::Finding;
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::io::Cursor;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use titles::install::Install;

/// Files up to this are decoded as a whole and kept, so that copies of a sound share it: bytes.
const MOST_WHOLE: usize = 1 << 20;
/// Bytes of samples that are kept.
const MOST_KEPT: usize = 64 << 20;

/// How files are opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// On a thread: a sound starts some frames after its cue.
    OnThread,
    /// Before anything else happens: the same cues are always the same sound.
    AtOnce,
}

/// Why a file cannot be heard.
#[derive(Debug)]
pub(crate) enum Unheard {
    /// It cannot be read.
    Unread(Box<Finding>),
    /// It is no sound that can be decoded.
    Undecoded(DecodeError),
}

impl fmt::Display for Unheard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unheard::Unread(finding) => finding.fmt(f),
            Unheard::Undecoded(error) => error.fmt(f),
        }
    }
}

pub(crate) type Opened = (Asked, Result<Source, Unheard>);

/// What opens files.
#[derive(Debug)]
pub(crate) enum Opener {
    Thread { wanted: Sender<Asked>, opened: Receiver<Opened> },
    Here { files: Files, opened: VecDeque<Opened> },
}

impl Opener {
    /// One for the files of an install; none where no thread can be had.
    pub fn start(install: Arc<Install>, opening: Opening) -> Option<Self> {
        let mut files = Files { install, kept: BTreeMap::new(), bytes: 0 };
        if opening == Opening::AtOnce {
            return Some(Opener::Here { files, opened: VecDeque::new() });
        }
        let (wanted, asked) = mpsc::channel::<Asked>();
        let (sender, opened) = mpsc::channel();
        let open = move || {
            while let Ok(asked) = asked.recv() {
                let source = files.open(&asked);
                if sender.send((asked, source)).is_err() {
                    return;
                }
            }
        };
        std::thread::Builder::new().name("sounds".to_owned()).spawn(open).ok()?;
        Some(Opener::Thread { wanted, opened })
    }

    /// Asks for a file; false when nobody opens it.
    pub fn ask(&mut self, asked: Asked) -> bool {
        match self {
            Opener::Thread { wanted, .. } => wanted.send(asked).is_ok(),
            Opener::Here { files, opened } => {
                let source = files.open(&asked);
                opened.push_back((asked, source));
                true
            }
        }
    }

    /// The next that is open.
    pub fn next(&mut self) -> Option<Opened> {
        match self {
            Opener::Thread { opened, .. } => opened.try_recv().ok(),
            Opener::Here { opened, .. } => opened.pop_front(),
        }
    }
}

/// The files of an install, and the sounds of some of them.
#[derive(Debug)]
pub(crate) struct Files {
    install: Arc<Install>,
    kept: BTreeMap<String, Samples>,
    bytes: usize,
}

impl Files {
    fn open(&mut self, asked: &Asked) -> Result<Source, Unheard> {
        if let Some(samples) = self.kept.get(&asked.file) {
            return Ok(samples.clone().into());
        }
        if let Some(track) = music::track_of(&asked.file) {
            return music::open(&self.install, track).map_err(Unheard::Unread);
        }
        let bytes = self.install.vfs.read(&asked.file).map_err(Unheard::Unread)?;
        if !asked.is_shared() || bytes.len() > MOST_WHOLE {
            let reader = Cursor::new(bytes.as_ref().to_vec());
            return Source::open(&asked.file, reader).map_err(Unheard::Undecoded);
        }
        let samples = Samples::decode(&asked.file, &bytes).map_err(Unheard::Undecoded)?;
        let size = samples.frames() * samples.channels() * size_of::<i16>();
        if self.bytes + size <= MOST_KEPT {
            self.bytes += size;
            self.kept.insert(asked.file.clone(), samples.clone());
        }
        Ok(samples.into())
    }
}
