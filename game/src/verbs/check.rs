//! `check`: reads every file strictly and looks for broken references.

use crate::cli::CheckArgs;
use crate::failure::Failure;
use crate::install::Install;
use crate::kinds::{self, Kind};
use crate::output::{self, Findings};
use crate::verbs::broken;
use binary::{Finding, Mode, Severity, codes};
use indicatif::{ProgressBar, ProgressStyle};
use load::gamestudio::alone;
use rayon::prelude::*;
use serde::Serialize;

codes! {
    ROUNDTRIP = "check.roundtrip": "writing the file back gives other bytes"
        => "report it with the file's kind and the offset: this is a fault of Revisit";
    UNKNOWN_KIND = "check.unknown_kind": "the file is of no kind this version reads"
        => "nothing to do; it is left alone";
}

/// What was done with one file.
#[derive(Debug, Serialize)]
struct FileResult {
    file: String,
    kind: Option<&'static str>,
    size_bytes: u64,
    /// With `--roundtrip`: the bytes written equal the bytes read. None for kinds
    /// that are only read and message DLLs that hold more than messages.
    identical: Option<bool>,
}

#[derive(Serialize)]
struct Result<'a> {
    path: String,
    items: &'a [Finding],
    counts: &'a std::collections::BTreeMap<&'static str, usize>,
    files: &'a [FileResult],
    read_bytes: u64,
}

/// Runs the verb.
pub fn run(args: &CheckArgs) -> std::result::Result<(), Failure> {
    let (files, findings) = if args.install.path.is_file() {
        let bytes = std::fs::read(&args.install.path)
            .map_err(|error| Failure::io("read", &args.install.path, &error))?;
        let name = args.install.path.display().to_string();
        let checked = check_file(&name, &bytes, args.roundtrip, true);
        let mut findings = checked.findings;
        // What it names lies in the game or the folder that it is in.
        if let Ok(install) = Install::open_models(&args.install.path, &args.install.mods) {
            findings.extend(broken::skins(&install.vfs, &[(name, checked.skins)]));
        }
        (vec![checked.file], findings)
    } else {
        check_install(args)?
    };

    let findings = Findings::new(findings);
    let read_bytes = files.iter().map(|file| file.size_bytes).sum();
    if args.install.json {
        output::json(
            "check",
            &Result {
                path: args.install.path.display().to_string(),
                items: &findings.items,
                counts: &findings.counts,
                files: &files,
                read_bytes,
            },
        )?;
    } else {
        print(&files, &findings, read_bytes, args.roundtrip);
    }
    let mut denied = args.deny.clone();
    denied.push("error".to_owned());
    findings.deny(&denied)
}

fn check_install(args: &CheckArgs) -> std::result::Result<(Vec<FileResult>, Vec<Finding>), Failure> {
    let install = Install::open_models(&args.install.path, &args.install.mods)?;
    let mut findings = install.detection.all_findings();
    let entries: Vec<_> =
        install.vfs.walk(false).into_iter().filter(|entry| entry.kind == ::vfs::Kind::File).collect();
    let by_name = is_gamestudio(&install, &entries);
    let bar = progress(&install, &entries);
    let check = |entry: &::vfs::Entry| match install.vfs.read(&entry.address) {
        Ok(bytes) => {
            bar.set_message(entry.address.clone());
            let checked = check_file(&entry.address, &bytes, args.roundtrip, by_name);
            bar.inc(bytes.len() as u64);
            checked
        }
        Err(finding) => {
            let file = FileResult { file: entry.address.clone(), kind: None, size_bytes: 0, identical: None };
            Checked { file, findings: vec![*finding], skins: Vec::new() }
        }
    };
    // One file is most of some installs: worlds are loaded beside it.
    let (results, broken): (Vec<_>, _) =
        rayon::join(|| entries.par_iter().map(check).collect(), || broken::of_worlds(&install));
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
fn is_gamestudio(install: &Install, entries: &[::vfs::Entry]) -> bool {
    let title = install.detection.title;
    let family = title.and_then(|title| load::Family::named(&title.family));
    let is_model = |entry: &::vfs::Entry| {
        let promised = Kind::promised(&entry.name, &[]);
        promised.is_some() && {
            let start = install.vfs.read_start(&entry.address, 4).unwrap_or_default();
            Kind::identify(&start) == promised
        }
    };
    family == Some(load::Family::Gamestudio) && (install.is_game() || entries.iter().any(is_model))
}

/// How far checking has come, in bytes of files: on stderr, and only where that
/// is a terminal.
fn progress(install: &Install, entries: &[::vfs::Entry]) -> ProgressBar {
    let bytes = entries.iter().filter_map(|entry| install.vfs.size(&entry.address).ok()).sum();
    let bar = ProgressBar::new(bytes);
    if let Ok(style) = ProgressStyle::with_template("{wide_msg} {bar:30} {percent:>3}% {eta:>4} left") {
        bar.set_style(style);
    }
    bar
}

/// What came of one file.
struct Checked {
    file: FileResult,
    findings: Vec<Finding>,
    /// Files that it names for its skins.
    skins: Vec<String>,
}

/// `by_name`: the ending of the name says what it must be, not the content.
fn check_file(file: &str, bytes: &[u8], roundtrip: bool, by_name: bool) -> Checked {
    let mut result =
        FileResult { file: file.to_owned(), kind: None, size_bytes: bytes.len() as u64, identical: None };
    let promised = Kind::promised(file, bytes).filter(|_| by_name);
    let Some(kind) = promised.or_else(|| Kind::identify_file(file, bytes)) else {
        let mut findings = Vec::new();
        if by_name && alone::is_picture(file) {
            result.kind = Some(kinds::PICTURE);
            findings.extend(alone::picture(file, bytes).err().map(|finding| *finding));
        } else {
            findings.push(Finding::new(
                &UNKNOWN_KIND,
                Severity::Note,
                file,
                "one of the kinds this version reads",
                "a file of another kind",
            ));
        }
        return Checked { file: result, findings, skins: Vec::new() };
    };
    result.kind = Some(kind.id());
    let (content, report) = match kinds::read(kind, bytes, Mode::Strict) {
        Ok(read) => read,
        Err(finding) => {
            return Checked { file: result, findings: vec![finding.in_file(file)], skins: Vec::new() };
        }
    };
    let mut findings: Vec<Finding> =
        report.into_findings().into_iter().map(|finding| finding.in_file(file)).collect();
    if roundtrip {
        result.identical = match content.write() {
            Ok(None) => None,
            Ok(Some(written)) if written == bytes => Some(true),
            // What else a DLL holds is not understood: only one without it can
            // come back.
            Ok(Some(_)) | Err(_) if matches!(kind, Kind::Messages(_)) => None,
            Ok(Some(written)) => {
                findings.push(difference(file, bytes, &written));
                Some(false)
            }
            Err(finding) => {
                findings.push(finding.in_file(file));
                Some(false)
            }
        };
    }
    Checked { file: result, findings, skins: content.external_skins() }
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

fn print(files: &[FileResult], findings: &Findings, read_bytes: u64, roundtrip: bool) {
    findings.print();
    for file in files {
        let kind = file.kind.unwrap_or("unknown");
        let verdict = match file.identical {
            Some(true) => ", written back byte-identical",
            Some(false) => ", WRITTEN BACK WITH DIFFERENCES",
            None => "",
        };
        output::line(&format!(
            "{:<32} {kind:<14} {:>12}{verdict}",
            file.file,
            output::bytes(file.size_bytes)
        ));
    }
    let known = files.iter().filter(|file| file.kind.is_some()).count();
    let mut line = format!("{known} of {} files read ({})", files.len(), output::bytes(read_bytes));
    if roundtrip {
        let identical = files.iter().filter(|file| file.identical == Some(true)).count();
        line.push_str(&format!(", {identical} written back byte-identical"));
    }
    let errors = findings.items.iter().filter(|finding| finding.severity == Severity::Error).count();
    line.push_str(&format!(", {} findings, {errors} of them errors", findings.items.len()));
    output::line(&line);
}
