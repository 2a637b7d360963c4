//! Images of compact discs as installs: the files of the data track are members, as
//! those of a zip file are.
//!
//! An image is a cue sheet beside the files that it names, or a file `.iso` with the
//! data alone. Of the data only the folders are read when it is opened, and of a
//! member as much as is asked for.

use crate::bytes::{Bytes, LARGEST, open_regular};
use crate::codes;
use crate::source::{Reader, Source};
use crate::{Container, Member, no_such_member};
use binary::{Finding, Result, Severity};
use cd::{Data, Mode, Sheet, Volume};
use std::cell::RefCell;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

/// Most bytes of a cue sheet.
const SHEET: u64 = 1 << 20;

/// Bytes of a sector that are data.
const SECTOR: u64 = 2048;

/// A cue sheet on the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CueSheet {
    /// Where it is.
    pub path: PathBuf,
    /// What it says.
    pub sheet: Sheet,
}

impl CueSheet {
    /// Reads a sheet; none of the files that it names is opened.
    ///
    /// # Errors
    /// `cd.sheet` with the line that cannot be followed, `vfs.layer` when the file
    /// cannot be read.
    pub fn open(path: &Path) -> Result<CueSheet> {
        let unread = |problem: io::Error| layer(path, "a cue sheet that can be read", problem);
        let (file, _) = open_regular(path).map_err(unread)?;
        let mut bytes = Vec::new();
        // One byte more than a sheet may have shows that there are too many.
        file.take(SHEET + 1).read_to_end(&mut bytes).map_err(unread)?;
        let mut sheet = Sheet::parse(&bytes).map_err(|finding| Box::new(finding.in_file(&shown(path))))?;
        for finding in &mut sheet.findings {
            finding.file = shown(path);
        }
        Ok(CueSheet { path: path.to_owned(), sheet })
    }

    /// A file that the sheet names, by its index there: below the sheet's folder,
    /// whatever the case, and straight in that folder if the sheet names one of
    /// another computer. `None` when it is not there.
    pub fn file(&self, index: usize) -> Option<PathBuf> {
        let name = self.sheet.files.get(index)?.name.replace('\\', "/");
        let folder = self.path.parent()?;
        let parts: Vec<&str> = name.split('/').collect();
        let is_below = Path::new(&name).components().all(|part| matches!(part, Component::Normal(_)))
            && !name.contains(':');
        let below = || parts.iter().try_fold(folder.to_owned(), |folder, part| child(&folder, part));
        let found = is_below.then(below).flatten();
        found.or_else(|| child(folder, parts.last()?)).filter(|path| path.is_file())
    }
}

/// What a folder has under a name, whatever the case; of several that differ in case
/// alone the one of exactly this name, else the first by name.
fn child(folder: &Path, name: &str) -> Option<PathBuf> {
    if name.is_empty() || name == ".." {
        return None;
    }
    // On Windows a colon leads to another drive or into a part of a file, so that such a
    // name is never joined: only what the folder lists can have it.
    let exact = (!name.contains(':')).then(|| folder.join(name)).filter(|exact| exact.exists());
    exact.or_else(|| {
        let wanted = name.to_lowercase();
        let entries = std::fs::read_dir(folder).ok()?.flatten();
        let same = entries
            .filter(|entry| entry.file_name().to_str().is_some_and(|found| found.to_lowercase() == wanted));
        same.map(|entry| (entry.file_name() != name, entry.path())).min().map(|(_, path)| path)
    })
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn layer(path: &Path, expected: &str, found: impl std::fmt::Display) -> Box<Finding> {
    Box::new(Finding::new(&codes::LAYER, Severity::Error, shown(path), expected, found))
}

/// Opens an image by its cue sheet: the files of its data track, and what was odd.
///
/// # Errors
/// As [`CueSheet::open`]; `vfs.layer` without a data track or the file that holds it,
/// `cd.volume` when its files cannot be listed.
pub(crate) fn open_cue(path: &Path) -> Result<(Box<dyn Container>, Vec<Finding>)> {
    let cue = CueSheet::open(path)?;
    let track = *cue.sheet.data_track().ok_or_else(|| layer(path, "a data track", "music alone"))?;
    let name = cue.sheet.files.get(track.file).map_or("", |file| &file.name);
    let missing = || layer(path, &format!("`{name}` beside it, which it names"), "no such file");
    let image = cue.file(track.file).ok_or_else(missing)?;
    let source = Source::disk(&image).map_err(|problem| layer(&image, "a file that can be read", problem))?;
    let place = track.start..track.end.unwrap_or(u64::MAX).min(source.size());
    let (container, mut findings) = open_source(&image, source, track.mode, place)?;
    findings.extend(cue.sheet.findings);
    Ok((container, findings))
}

/// Opens a file that holds the data alone.
///
/// # Errors
/// `vfs.layer` when it cannot be read, `cd.volume` when its files cannot be listed.
pub(crate) fn open_iso(path: &Path) -> Result<(Box<dyn Container>, Vec<Finding>)> {
    let source = Source::disk(path).map_err(|problem| layer(path, "a file that can be read", problem))?;
    let whole = 0..source.size();
    let start = source.part(0..source.size().min(16));
    let mode = start.map_or(Mode::Data2048, |start| Mode::of_image(&start));
    open_source(path, source, mode, whole)
}

fn open_source(
    path: &Path,
    source: Source,
    mode: Mode,
    place: Range<u64>,
) -> Result<(Box<dyn Container>, Vec<Finding>)> {
    let data = TrackData { reader: Reader::new(source, u64::MAX), mode, place };
    let name = shown(path);
    let volume = Volume::read(&OneReader { data: &data, reader: RefCell::new(data.reader.clone()) })
        .map_err(|finding| Box::new(finding.in_file(&name)))?;
    let findings = volume.findings.into_iter().map(|finding| finding.in_file(&name)).collect();
    Ok((Box::new(Disc { data, files: volume.files }), findings))
}

/// The data of a track, taken out of its sectors.
struct TrackData {
    /// Where the bytes of its file are; each read goes on with a copy.
    reader: Reader,
    mode: Mode,
    /// Where the track is in its file.
    place: Range<u64>,
}

impl TrackData {
    /// Bytes of data without what is around them in sectors.
    fn size(&self) -> u64 {
        (self.place.end.saturating_sub(self.place.start) / self.mode.stride()).saturating_mul(SECTOR)
    }

    fn read_from(&self, reader: &mut Reader, mut at: u64, mut out: &mut [u8]) -> io::Result<()> {
        let end = at.checked_add(out.len() as u64).ok_or(io::ErrorKind::UnexpectedEof)?;
        if end > self.size() {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the image ends before that"));
        }
        while !out.is_empty() {
            let (sector, inside) = (at / SECTOR, at % SECTOR);
            let count = (SECTOR - inside).min(out.len() as u64);
            let (now, rest) = out.split_at_mut(count as usize);
            let from = self.place.start + sector * self.mode.stride() + self.mode.before_data() + inside;
            reader.seek(SeekFrom::Start(from))?;
            reader.read_exact(now)?;
            (out, at) = (rest, at + count);
        }
        Ok(())
    }
}

/// The data of a track for the walk through its folders: the many small parts are read
/// with the file opened once.
struct OneReader<'a> {
    data: &'a TrackData,
    reader: RefCell<Reader>,
}

impl Data for OneReader<'_> {
    fn read_at(&self, at: u64, out: &mut [u8]) -> io::Result<()> {
        let mut reader = self.reader.borrow_mut();
        let read = self.data.read_from(&mut reader, at, out);
        if read.is_err() {
            // What it keeps of the file may be half read.
            *reader = self.data.reader.clone();
        }
        read
    }

    fn size(&self) -> u64 {
        self.data.size()
    }
}

/// An open image.
struct Disc {
    data: TrackData,
    files: Vec<cd::File>,
}

impl Disc {
    fn start(&self, index: usize, most: u64) -> Result<Vec<u8>> {
        let file = self.files.get(index).ok_or_else(|| no_such_member(index, self.files.len()))?;
        let count = file.size().min(most);
        if count > LARGEST || count > self.data.size() {
            let most = LARGEST.min(self.data.size());
            return Err(damaged(format_args!("at most {most} bytes"), count));
        }
        let mut bytes = Vec::new();
        let mut reader = self.data.reader.clone();
        for part in &file.parts {
            let left = count - bytes.len() as u64;
            let length = (part.end - part.start).min(left) as usize;
            // A part of which nothing is read may lie anywhere, also beyond the image's end.
            if length == 0 {
                continue;
            }
            let from = bytes.len();
            bytes.resize(from + length, 0);
            self.data
                .read_from(&mut reader, part.start, &mut bytes[from..])
                .map_err(|problem| damaged(format_args!("{count} bytes on the image"), problem))?;
        }
        Ok(bytes)
    }
}

fn damaged(expected: impl std::fmt::Display, found: impl std::fmt::Display) -> Box<Finding> {
    Box::new(Finding::new(&codes::ARCHIVE, Severity::Error, "", expected, found))
}

impl Container for Disc {
    fn members(&self) -> Vec<Member> {
        self.files.iter().map(|file| Member { name: file.name.clone(), size: Some(file.size()) }).collect()
    }

    fn read(&self, index: usize) -> Result<Bytes> {
        self.start(index, u64::MAX).map(Bytes::from)
    }

    fn read_start(&self, index: usize, count: usize) -> Result<Vec<u8>> {
        self.start(index, count as u64)
    }
}
