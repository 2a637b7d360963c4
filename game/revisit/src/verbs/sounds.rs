//! `sounds`: the sounds of an install, which file each comes from and what that
//! hides, and the sounds themselves as they are stored.

use crate::cli::SoundsArgs;
use ::vfs::{Entry, Kind, Vfs};
use audio::{DecodeError, Samples};
use base::Failure;
use base::gate::{Mark, OutputFile};
use base::output;
use base::output::Findings;
use binary::{Finding, Mode};
use load::SoundFiles;
use load::zipper::sounds::{Place, Sound, Sounds};
use serde::Serialize;
use std::fmt;
use std::path::Path;
use titles::install::Install;
use zbd::sounds::WavInfo;

/// Extensions of sound files, where sounds are loose files.
const ENDINGS: [&str; 2] = [".wav", ".ogg"];

#[derive(Serialize)]
struct Answer<'a> {
    path: String,
    archive: Option<String>,
    items: &'a [Item],
    findings: Findings,
}

/// One sound. Unknown values are null.
#[derive(Debug, Default, Serialize)]
struct Item {
    name: String,
    address: String,
    layer: String,
    hides: Vec<Hidden>,
    size_bytes: u64,
    codec: Option<String>,
    rate: Option<u32>,
    channels: Option<u16>,
    bits: Option<u16>,
    duration_ms: Option<u64>,
    /// Why it cannot be used or written.
    error: Option<String>,
    /// With `--write`: the file written.
    written: Option<String>,
    /// Where it is written, below the folder.
    #[serde(skip)]
    file: String,
}

/// What would be heard without it.
#[derive(Debug, Serialize)]
struct Hidden {
    address: String,
    layer: String,
}

/// Runs the verb.
pub fn run(args: &SoundsArgs) -> Result<(), Failure> {
    let path = &args.install.path;
    // Any folder may hold sounds; a recognised install is opened at its root.
    let (vfs, rules) = match Install::open(path, &args.install.mods) {
        Ok(install) => {
            let rules = install.sound_files(&args.quality)?;
            (install.vfs, rules)
        }
        Err(_) => (Vfs::open(path, &args.install.mods, load::ARCHIVES)?, None),
    };
    if rules.is_none() && args.quality != titles::BEST {
        return Err(Failure::Unusable(format!(
            "{}: the sounds here come in one quality only; leave --quality out",
            path.display()
        )));
    }
    let mut findings = Vec::new();
    let (archive, mut items) = match &rules {
        Some(rules) => of_archive(&vfs, rules, &mut findings),
        None => (None, of_files(&vfs)),
    };
    keep(&mut items, &args.names)?;
    if let Some(out) = &args.write {
        write(&vfs, &mut items, out, args.force)?;
    }
    let findings = Findings::new(vfs.findings().into_iter().chain(findings).collect());
    if args.install.json {
        let path = path.display().to_string();
        output::json("sounds", &Answer { path, archive, items: &items, findings })?;
    } else {
        findings.print();
        print(&items, rules.is_some());
    }
    let mut failed = items.iter().filter(|item| item.written.is_none());
    match (&args.write, failed.next()) {
        (Some(_), Some(first)) => Err(Failure::Answered(format!(
            "{} of {} sounds could not be written, the first is {}: {}",
            1 + failed.count(),
            items.len(),
            first.address,
            first.error.as_deref().unwrap_or("no reason was given")
        ))),
        _ => Ok(()),
    }
}

/// The sounds of a game with an archive of them, by name.
fn of_archive(vfs: &Vfs, rules: &SoundFiles, findings: &mut Vec<Finding>) -> (Option<String>, Vec<Item>) {
    let (sounds, mut found) = Sounds::new(vfs, rules);
    let row = |sound: &Sound| {
        let Place { address, layer } = &sound.place;
        let hides = sound.hides.iter();
        let mut item = Item {
            name: sound.name.clone(),
            address: address.clone(),
            layer: layer_name(vfs, *layer),
            hides: hides.map(|place| hidden(vfs, &place.address, place.layer)).collect(),
            size_bytes: vfs.size(address).unwrap_or_default(),
            file: sound.name.clone(),
            ..Item::default()
        };
        match &sound.info {
            Some(info) => item.describe(info),
            // Reported with the sound instead of among the findings.
            None => {
                let about = found.iter().position(|finding| finding.file == *address);
                item.error = about.map(|index| found.remove(index).to_string());
            }
        }
        item
    };
    let items = sounds.iter().map(row).collect();
    findings.extend(found);
    (sounds.archive().map(str::to_owned), items)
}

/// Every file that is a sound by its name, by address.
fn of_files(vfs: &Vfs) -> Vec<Item> {
    let is_sound = |entry: &Entry| entry.kind == Kind::File && stem(&entry.name).len() < entry.name.len();
    let row = |entry: Entry| {
        let weaker = vfs.which(&entry.address).map(|found| found.hidden).unwrap_or_default();
        let mut item = Item {
            layer: layer_name(vfs, entry.layer),
            hides: weaker.iter().rev().map(|place| hidden(vfs, &entry.address, place.layer)).collect(),
            size_bytes: vfs.size(&entry.address).unwrap_or_default(),
            name: entry.name,
            file: entry.address.clone(),
            address: entry.address,
            ..Item::default()
        };
        if let Err(reason) = item.look(vfs) {
            item.error = Some(reason.to_string());
        }
        item
    };
    vfs.walk(false).into_iter().filter(is_sound).map(row).collect()
}

/// The name without the extension of a sound, if it has one.
fn stem(name: &str) -> &str {
    let ends = |ending: &&str| {
        name.len()
            .checked_sub(ending.len())
            .and_then(|at| name.split_at_checked(at))
            .filter(|(stem, end)| !stem.is_empty() && end.eq_ignore_ascii_case(ending))
    };
    ENDINGS.iter().find_map(ends).map_or(name, |(stem, _)| stem)
}

fn layer_name(vfs: &Vfs, layer: usize) -> String {
    vfs.layers().get(layer).map(|layer| layer.name.clone()).unwrap_or_default()
}

fn hidden(vfs: &Vfs, address: &str, layer: usize) -> Hidden {
    Hidden { address: address.to_owned(), layer: layer_name(vfs, layer) }
}

/// Why a file is not a sound that can be used.
#[derive(Debug)]
enum NoSound {
    /// It cannot be read, or is no WAV.
    File(Box<Finding>),
    /// It cannot be decoded.
    Decode(DecodeError),
}

impl fmt::Display for NoSound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoSound::File(finding) => finding.fmt(f),
            NoSound::Decode(error) => error.fmt(f),
        }
    }
}

impl From<Box<Finding>> for NoSound {
    fn from(finding: Box<Finding>) -> Self {
        NoSound::File(finding)
    }
}

impl From<DecodeError> for NoSound {
    fn from(error: DecodeError) -> Self {
        NoSound::Decode(error)
    }
}

impl Item {
    fn describe(&mut self, info: &WavInfo) {
        let format = &info.format;
        self.codec = Some(avi::sound_codec(format.format_tag));
        self.rate = Some(format.samples_per_second);
        self.channels = Some(format.channels);
        self.bits = Some(format.bits_per_sample).filter(|bits| *bits > 0);
        self.duration_ms = Some((info.duration_s() * 1000.0).round() as u64);
    }

    /// Describes a file; on failure, why it is not a sound.
    fn look(&mut self, vfs: &Vfs) -> Result<(), NoSound> {
        let bytes = vfs.read(&self.address)?;
        if bytes.starts_with(b"OggS") {
            let samples = Samples::decode(&self.name, &bytes)?;
            self.codec = Some("Vorbis".to_owned());
            self.rate = Some(samples.rate());
            self.channels = u16::try_from(samples.channels()).ok();
            self.duration_ms = Some((samples.seconds() * 1000.0).round() as u64);
            return Ok(());
        }
        let (info, _) = zbd::sounds::look(&bytes, Mode::Lenient)?;
        self.describe(&info);
        Ok(())
    }

    /// True when a person means it by its name or address, with or without extension.
    fn is_called(&self, wanted: &str) -> bool {
        let stems = [&self.name, &self.address].map(|known| stem(known));
        stems.iter().any(|known| known.eq_ignore_ascii_case(stem(wanted)))
    }
}

/// Keeps only the named ones.
fn keep(items: &mut Vec<Item>, names: &[String]) -> Result<(), Failure> {
    if let Some(unknown) = names.iter().find(|name| !items.iter().any(|item| item.is_called(name))) {
        let shown: String = unknown.chars().take(60).collect();
        return Err(Failure::Unusable(format!(
            "no sound `{shown}`: there are {}, `revisit sounds FOLDER` lists them",
            items.len()
        )));
    }
    items.retain(|item| names.is_empty() || names.iter().any(|name| item.is_called(name)));
    Ok(())
}

/// Writes all usable sounds, as they are stored.
fn write(vfs: &Vfs, items: &mut [Item], out: &Path, force: bool) -> Result<(), Failure> {
    let folder = titles::gate_beside(vfs, force).folder_of_files(out, Mark::NONE)?;
    // Names and addresses were checked when they were listed: none leads outside the folder. All are
    // looked at before the first is written.
    let usable = items.iter_mut().filter(|item| item.error.is_none());
    let files: Result<Vec<(&mut Item, OutputFile)>, Failure> = usable
        .map(|item| {
            let file = folder.file(&item.file)?;
            Ok((item, file))
        })
        .collect();
    for (item, file) in files? {
        let read = vfs.read(&item.address).map_err(Failure::from);
        match read.and_then(|bytes| file.write(&bytes)) {
            Ok(()) => item.written = Some(file.path().display().to_string()),
            Err(failure) => item.error = Some(failure.to_string()),
        }
    }
    Ok(())
}

fn print(items: &[Item], of_archive: bool) {
    if items.is_empty() {
        output::line(match of_archive {
            true => "no sounds",
            false => "no .wav or .ogg files; archives of sounds are read for Zipper's games only",
        });
    }
    for item in items {
        if let Some(error) = &item.error {
            output::note(&format!("{}: {error}", item.address));
        }
        let said = match (&item.codec, item.rate, item.channels, item.duration_ms) {
            (Some(codec), Some(rate), Some(channels), Some(ms)) => {
                let sound = avi::spoken_sound(codec, rate, channels, item.bits.unwrap_or_default());
                format!("{:>7}  {sound}", output::minutes(ms))
            }
            _ => "cannot be used".to_owned(),
        };
        let from = place(&item.address, &item.layer);
        output::line(&format!("{:<24} {:>11} {said:<48}  {from}", item.name, output::bytes(item.size_bytes)));
        for hidden in &item.hides {
            output::line(&format!("  hides {}", place(&hidden.address, &hidden.layer)));
        }
        if let Some(file) = &item.written {
            output::line(&format!("  -> {file}"));
        }
    }
}

fn place(address: &str, layer: &str) -> String {
    format!("{address} ({layer})")
}
