//! `videos`: the videos of an install, and their conversion to formats of today's players and
//! browsers.

use crate::cli::VideosArgs;
use crate::ffmpeg::{self, Ffmpeg, FfmpegError};
use crate::progress;
use ::vfs::Vfs;
use base::Failure;
use base::gate::{Mark, OutputFile, OutputFiles};
use base::output;
use binary::{Finding, Mode};
use files::video::Video;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;

/// Bytes needed to tell a video from other files.
const START_BYTES: usize = 12;

#[derive(Serialize)]
struct Answer<'a> {
    path: String,
    items: &'a [Item],
}

/// One video. Unknown values are null.
#[derive(Debug, Default, Serialize)]
struct Item {
    address: String,
    size_bytes: u64,
    #[serde(flatten)]
    video: Video,
    /// Why it cannot be read or converted.
    error: Option<String>,
    /// With `--convert`: the file written.
    converted: Option<String>,
}

/// Runs the verb.
pub fn run(args: &VideosArgs) -> Result<(), Failure> {
    let path = &args.install.path;
    // Any folder may hold videos; a detected install is opened at its root.
    let root = titles::detect(path).map_or_else(|_| path.clone(), |found| found.root);
    let vfs = Vfs::open(&root, &args.install.mods, load::ARCHIVES)?;
    let mut items = list(&vfs);
    let converted = match &args.convert {
        Some(out) => {
            let gate = titles::gate_beside(&vfs, args.force);
            convert(&vfs, &mut items, &gate.folder_of_files(out, Mark::NONE)?)?
        }
        None => 0,
    };
    if args.install.json {
        output::json("videos", &Answer { path: path.display().to_string(), items: &items })?;
    } else {
        print(&items);
    }
    let failed: Vec<&Item> = items.iter().filter(|item| item.converted.is_none()).collect();
    match (&args.convert, failed.first()) {
        // The reason has been printed with each of them.
        (Some(_), Some(first)) => Err(Failure::Answered(format!(
            "{} of {} videos could not be converted, the first is {}",
            failed.len(),
            failed.len() + converted,
            first.address
        ))),
        _ => Ok(()),
    }
}

/// Every video, by address. Any name will do, but a damaged file with the extension of a video also
/// counts.
fn list(vfs: &Vfs) -> Vec<Item> {
    let files = vfs.walk(false).into_iter().filter(|entry| entry.kind == ::vfs::Kind::File);
    files
        .filter(|entry| {
            let start = vfs.read_start(&entry.address, START_BYTES);
            is_named(&entry.name) || start.is_ok_and(|start| avi::is_avi(&start))
        })
        .map(|entry| look(vfs, entry.address))
        .collect()
}

fn is_named(name: &str) -> bool {
    stem(name).is_some()
}

/// The name without the extension of a video, if it has it.
fn stem(name: &str) -> Option<&str> {
    let (stem, ending) = name.rsplit_once('.')?;
    ending.eq_ignore_ascii_case("avi").then_some(stem)
}

fn look(vfs: &Vfs, address: String) -> Item {
    let read = vfs.read(&address).and_then(|bytes| avi::read(&bytes, Mode::Lenient));
    let mut item = Item { size_bytes: vfs.size(&address).unwrap_or_default(), address, ..Item::default() };
    match read {
        Ok((avi, _)) => item.video = Video::of(&avi),
        Err(finding) => item.error = Some(finding.to_string()),
    }
    item
}

/// Why a video was not converted.
#[derive(Debug)]
enum NotConverted {
    /// It cannot be read.
    File(Box<Finding>),
    /// What was read cannot be written for the program that converts.
    Io(std::io::Error),
    /// What was made cannot be written.
    Output(Failure),
    /// The program that converts.
    Ffmpeg(FfmpegError),
}

impl fmt::Display for NotConverted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotConverted::File(finding) => finding.fmt(f),
            NotConverted::Io(error) => error.fmt(f),
            NotConverted::Output(failure) => failure.fmt(f),
            NotConverted::Ffmpeg(error) => error.fmt(f),
        }
    }
}

impl From<Box<Finding>> for NotConverted {
    fn from(finding: Box<Finding>) -> Self {
        NotConverted::File(finding)
    }
}

impl From<Failure> for NotConverted {
    fn from(failure: Failure) -> Self {
        NotConverted::Output(failure)
    }
}

impl From<FfmpegError> for NotConverted {
    fn from(error: FfmpegError) -> Self {
        NotConverted::Ffmpeg(error)
    }
}

/// The address of a converted video below the folder: `video/intro.avi` becomes `video/intro.webm`.
fn converted(address: &str) -> String {
    format!("{}.{}", stem(address).unwrap_or(address), ffmpeg::ENDING)
}

/// Converts all readable videos and returns their number.
fn convert(vfs: &Vfs, items: &mut [Item], target: &OutputFiles) -> Result<usize, Failure> {
    let ffmpeg = Ffmpeg::find()?;
    // All are looked at before the first is written.
    for item in items.iter().filter(|item| item.error.is_none()) {
        target.file(&converted(&item.address))?;
    }
    let readable = || items.iter().filter(|item| item.error.is_none());
    let total = readable().map(|item| u64::from(item.video.frames.unwrap_or_default())).sum();
    let bar = progress::share(total);
    let mut before = 0;
    let mut count = 0;
    let mut taken = BTreeSet::new();
    for item in items.iter_mut().filter(|item| item.error.is_none()) {
        bar.set_message(item.address.clone());
        let address = converted(&item.address);
        if !taken.insert(address.clone()) {
            item.error = Some(format!("another video becomes {address}, too; rename one"));
            continue;
        }
        let file = target.file(&address)?;
        let done = |frame: u64| bar.set_position((before + frame).min(total));
        match convert_one(&ffmpeg, vfs, &item.address, &file, done) {
            Ok(()) => {
                count += 1;
                item.converted = Some(file.path().display().to_string());
            }
            Err(reason) => item.error = Some(reason.to_string()),
        }
        before += u64::from(item.video.frames.unwrap_or_default());
        bar.set_position(before.min(total));
    }
    bar.finish_and_clear();
    Ok(count)
}

/// Converts one video.
fn convert_one(
    ffmpeg: &Ffmpeg,
    vfs: &Vfs,
    address: &str,
    target: &OutputFile,
    done: impl FnMut(u64),
) -> Result<(), NotConverted> {
    let place = vfs.which(address)?.winner;
    target.write_by(|fresh| {
        if place.member.is_none() {
            return Ok(ffmpeg.convert(&place.path, fresh, done)?);
        }
        // ffmpeg cannot read inside archives.
        let copy = fresh.with_extension("source");
        std::fs::write(&copy, vfs.read(address)?).map_err(NotConverted::Io)?;
        Ok(ffmpeg.convert(&copy, fresh, done)?)
    })
}

fn print(items: &[Item]) {
    if items.is_empty() {
        output::line("no videos");
    }
    for item in items {
        let size = output::bytes(item.size_bytes);
        let said = match &item.error {
            Some(error) => {
                output::note(&format!("{}: {error}", item.address));
                "cannot be used".to_owned()
            }
            None => item.video.line(),
        };
        output::line(&format!("{:<32} {size:>12}  {said}", item.address));
        if let Some(file) = &item.converted {
            output::line(&format!("  -> {file}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converted_videos_keep_their_folders_and_names() {
        assert_eq!(converted("video/Intro.AVI"), "video/Intro.webm");
        // Two files of one name must not become one.
        assert_eq!(converted("intro.dat"), "intro.dat.webm");
    }
}
