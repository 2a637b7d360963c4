//! `check`: reads every file strictly and looks for broken references.

mod member;
mod report;

use crate::cli::CheckArgs;
use crate::progress;
use crate::verbs::broken;
use crate::verbs::inspect::PICTURE;
use avi::Avi;
use base::Failure;
use base::output::{self, Findings};
use binary::{Finding, Mode, Severity, codes};
use filekind::{Catalog, Identity, Writing};
use files::video::Video;
use load::gamestudio::alone;
use rayon::prelude::*;
use serde::Serialize;
use std::any::Any;
use titles;
use titles::install::Install;

codes! {
    ROUNDTRIP = "check.roundtrip": "writing the file back gives different bytes"
        => "report it with the file's kind and the offset: this is a fault of Revisit";
}

/// The result for one file.
#[derive(Debug, Serialize)]
struct FileResult {
    file: String,
    kind: Option<&'static str>,
    size_bytes: u64,
    /// With `--roundtrip`: the bytes written equal the bytes read. None for kinds
    /// that are only read and message DLLs that hold more than messages.
    identical: Option<bool>,
    /// Of a video, what its headers say.
    video: Option<Video>,
}

impl FileResult {
    /// A file about which nothing is known yet.
    fn new(file: &str, size_bytes: u64) -> Self {
        FileResult { file: file.to_owned(), kind: None, size_bytes, identical: None, video: None }
    }
}

#[derive(Serialize)]
struct Answer<'a> {
    path: String,
    items: &'a [Finding],
    counts: &'a std::collections::BTreeMap<&'static str, usize>,
    files: &'a [FileResult],
    read_bytes: u64,
}

/// Runs the verb.
pub fn run(args: &CheckArgs, catalog: &Catalog) -> Result<(), Failure> {
    let is_zip = ::vfs::zip_around(&args.install.path).is_some();
    let (files, findings) = if args.install.path.is_file() && !is_zip {
        let bytes = std::fs::read(&args.install.path)
            .map_err(|error| Failure::io("read", &args.install.path, &error))?;
        let name = args.install.path.display().to_string();
        let checked = check_file(catalog, &name, &bytes, args.roundtrip, true);
        let mut findings = checked.findings;
        // Files it names are in the game or in its own folder.
        if let Ok(install) = Install::open_models(&args.install.path, &args.install.mods) {
            findings.extend(broken::skins(&install.vfs, &[(name, checked.skins)]));
        }
        (vec![checked.file], findings)
    } else {
        check_install(args, catalog)?
    };

    let findings = Findings::new(findings);
    let read_bytes = files.iter().map(|file| file.size_bytes).sum();
    if args.install.json {
        output::json(
            "check",
            &Answer {
                path: args.install.path.display().to_string(),
                items: &findings.items,
                counts: &findings.counts,
                files: &files,
                read_bytes,
            },
        )?;
    } else {
        report::print(&files, &findings, args.roundtrip, args.verbose);
    }
    let mut denied = args.deny.clone();
    denied.push("error".to_owned());
    findings.deny(&denied)
}

fn check_install(args: &CheckArgs, catalog: &Catalog) -> Result<(Vec<FileResult>, Vec<Finding>), Failure> {
    let install = Install::open_models(&args.install.path, &args.install.mods)?;
    let mut findings = install.detection.all_findings();
    let entries = member::files(install.vfs.walk(false));
    let by_name = goes_by_names(catalog, &install, &entries);
    let bar = progress::uneven_steps((entries.len() + install.worlds().len()) as u64);
    let check = |entry: &::vfs::Entry| {
        bar.set_message(output::shown(&entry.address).into_owned());
        let checked = match install.vfs.read(&entry.address) {
            Ok(bytes) => check_entry(catalog, &install, entry, &bytes, args.roundtrip, by_name),
            Err(finding) => {
                Checked { findings: vec![*finding], ..Checked::new(FileResult::new(&entry.address, 0)) }
            }
        };
        bar.inc(1);
        checked
    };
    // One file may be most of an install: worlds are loaded at the same time.
    let (results, broken): (Vec<_>, _) =
        rayon::join(|| entries.par_iter().map(check).collect(), || broken::of_worlds(&install, &bar));
    bar.finish_and_clear();
    let (mut files, mut skins) = (Vec::with_capacity(results.len()), Vec::new());
    for checked in results {
        skins.push((checked.file.file.clone(), checked.skins));
        files.push(checked.file);
        findings.extend(checked.findings);
    }
    findings.extend(install.vfs.findings());
    findings.extend(broken?);
    findings.extend(broken::skins(&install.vfs, &skins));
    Ok((files, broken::once(findings)))
}

/// True where the endings of names say what files must be: in a game made with
/// Gamestudio, and in a folder of models of which one at least is its.
fn goes_by_names(catalog: &Catalog, install: &Install, entries: &[::vfs::Entry]) -> bool {
    let title = install.detection.title;
    let family = title.and_then(|title| load::Family::named(&title.family));
    let is_model = |entry: &::vfs::Entry| {
        let promised = catalog.promised(&entry.name, &[]);
        promised.is_some() && {
            let start = install.vfs.read_start(&entry.address, 4).unwrap_or_default();
            catalog.identify(&start) == promised
        }
    };
    family == Some(load::Family::Gamestudio) && (install.is_game() || entries.iter().any(is_model))
}

/// The outcome for one file.
struct Checked {
    file: FileResult,
    findings: Vec<Finding>,
    /// Files that it names for its skins.
    skins: Vec<String>,
}

impl Checked {
    /// A file without findings.
    fn new(file: FileResult) -> Self {
        Checked { file, findings: Vec::new(), skins: Vec::new() }
    }
}

/// A file of an install: by its location, then by its kind.
fn check_entry(
    catalog: &Catalog,
    install: &Install,
    entry: &::vfs::Entry,
    bytes: &[u8],
    roundtrip: bool,
    by_name: bool,
) -> Checked {
    let file = entry.address.as_str();
    if install.detection.demo.is_some() && file == titles::DEMO_FILE {
        // Read when the install was recognised.
        let file = FileResult::new(file, bytes.len() as u64);
        return Checked::new(FileResult { kind: Some("revisit.demo"), ..file });
    }
    match member::identity_at(catalog, install, file, bytes) {
        Some(identity) => check_as(identity, file, bytes, roundtrip),
        None => check_file(catalog, file, bytes, roundtrip, by_name),
    }
}

/// `by_name`: the extension decides what it must be, not the content.
fn check_file(catalog: &Catalog, file: &str, bytes: &[u8], roundtrip: bool, by_name: bool) -> Checked {
    let promised = catalog.promised(file, bytes).filter(|_| by_name);
    if let Some(identity) = promised.or_else(|| catalog.identify_file(file, bytes)) {
        return check_as(identity, file, bytes, roundtrip);
    }
    let mut checked = Checked::new(FileResult::new(file, bytes.len() as u64));
    if by_name && alone::is_picture(file) {
        checked.file.kind = Some(PICTURE);
        checked.findings.extend(alone::picture(file, bytes).err().map(|finding| *finding));
    }
    checked
}

fn check_as(identity: Identity, file: &str, bytes: &[u8], roundtrip: bool) -> Checked {
    let kind = identity.kind;
    let mut checked =
        Checked::new(FileResult { kind: Some(kind.id), ..FileResult::new(file, bytes.len() as u64) });
    let (content, report) = match identity.read(bytes, Mode::Strict) {
        Ok(read) => read,
        Err(finding) => {
            checked.findings.push(finding.in_file(file));
            return checked;
        }
    };
    // Videos have a column of their own here, which no other verb needs.
    if let Some(avi) = (&*content as &dyn Any).downcast_ref::<Avi>() {
        checked.file.video = Some(Video::of(avi));
    }
    checked.findings.extend(report.into_findings().into_iter().map(|finding| finding.in_file(file)));
    if roundtrip {
        checked.file.identical = match content.write() {
            Ok(None) => None,
            Ok(Some(written)) if written == bytes => Some(true),
            // What else it holds is not understood: only one without it can come
            // back.
            Ok(Some(_)) | Err(_) if kind.writing == Writing::Remade => None,
            Ok(Some(written)) => {
                checked.findings.push(difference(file, bytes, &written));
                Some(false)
            }
            Err(finding) => {
                checked.findings.push(finding.in_file(file));
                Some(false)
            }
        };
    }
    checked.skins = content.external_skins();
    checked
}

fn difference(file: &str, read: &[u8], written: &[u8]) -> Finding {
    let at = read.iter().zip(written).position(|(a, b)| a != b).unwrap_or(read.len().min(written.len()));
    let show = |bytes: &[u8]| match bytes.get(at) {
        Some(byte) => format!("byte {byte:02x} in a file of {} bytes", bytes.len()),
        None => format!("the end after {} bytes", bytes.len()),
    };
    let mut finding = Finding::new(&ROUNDTRIP, Severity::Error, file, show(read), show(written));
    finding.offset = Some(at as u64);
    finding
}
