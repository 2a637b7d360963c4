//! `check`: reads every file strictly and looks for broken references.

mod member;
mod video;

use crate::cli::CheckArgs;
use crate::failure::Failure;
use crate::install::Install;
use crate::kinds::{self, Content, Kind};
use crate::output::{self, Findings};
use crate::titles::{self, World};
use binary::{Finding, Mode, Severity, codes};
use indicatif::{ProgressBar, ProgressStyle};
use member::Member;
use rayon::prelude::*;
use serde::Serialize;
use video::Video;

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
    /// Of a video, what its headers say.
    video: Option<Video>,
}

impl FileResult {
    /// A file of which nothing is known yet.
    fn new(file: &str, size_bytes: u64) -> Self {
        FileResult { file: file.to_owned(), kind: None, size_bytes, identical: None, video: None }
    }
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
        let (file, findings) = check_file(&name, &bytes, args.roundtrip);
        (vec![file], findings)
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
    let install = Install::open(&args.install.path, &args.install.mods)?;
    let mut findings = install.detection.all_findings();
    let entries = member::files(install.vfs.walk(false));
    let bar = progress(entries.len() + install.worlds().len());
    let check = |entry: &::vfs::Entry| {
        bar.set_message(entry.address.clone());
        let checked = match install.vfs.read(&entry.address) {
            Ok(bytes) => check_entry(&install, &entry.address, &bytes, args.roundtrip),
            Err(finding) => (FileResult::new(&entry.address, 0), vec![*finding]),
        };
        bar.inc(1);
        checked
    };
    // One file is most of some installs: worlds are loaded beside it.
    let (results, broken): (Vec<_>, _) =
        rayon::join(|| entries.par_iter().map(check).collect(), || broken_references(&install, &bar));
    bar.finish_and_clear();
    let mut files = Vec::with_capacity(results.len());
    for (file, odd) in results {
        files.push(file);
        findings.extend(odd);
    }
    findings.extend(install.vfs.findings());
    findings.extend(broken?);
    Ok((files, findings))
}

/// How many files and worlds are done: on stderr, and only where that is a
/// terminal. How long the rest takes nobody knows, since one file may be most of
/// an install.
fn progress(steps: usize) -> ProgressBar {
    let bar = ProgressBar::new(steps as u64);
    if let Ok(style) = ProgressStyle::with_template("{wide_msg} {bar:30} {pos:>4} of {len}") {
        bar.set_style(style);
    }
    bar
}

/// A file of an install: by where it lies, then by what it is.
fn check_entry(install: &Install, file: &str, bytes: &[u8], roundtrip: bool) -> (FileResult, Vec<Finding>) {
    if install.detection.demo.is_some() && file == titles::DEMO_FILE {
        // Read when the install was recognised.
        return (
            FileResult { kind: Some("revisit.demo"), ..FileResult::new(file, bytes.len() as u64) },
            Vec::new(),
        );
    }
    let Some(member) = Member::at(install, file) else { return check_file(file, bytes, roundtrip) };
    let mut result = FileResult { kind: Some(member.id()), ..FileResult::new(file, bytes.len() as u64) };
    let (report, written) = match member.read(bytes) {
        Ok(read) => read,
        Err(finding) => return (result, vec![finding.in_file(file)]),
    };
    let mut findings = member::findings(report, file);
    if roundtrip {
        result.identical = Some(came_back(file, bytes, written, &mut findings));
    }
    (result, findings)
}

/// What loading each world finds beyond what reading its files does.
fn broken_references(install: &Install, bar: &ProgressBar) -> std::result::Result<Vec<Finding>, Failure> {
    let in_world = |world: &World| {
        let request = install.request(Some(&world.id))?;
        let findings = match load::load(&install.vfs, &request, &mut load::Quiet) {
            Ok(loaded) => {
                let starts = |finding: &Finding| {
                    ["load.", "world."].iter().any(|start| finding.code.starts_with(start))
                };
                loaded.findings.into_iter().filter(starts).collect()
            }
            // Reading the file has reported it already.
            Err(load::Error::File(finding))
                if ["zbd.", "gamestudio."].iter().any(|start| finding.code.starts_with(start)) =>
            {
                Vec::new()
            }
            Err(load::Error::File(finding)) => vec![*finding],
            Err(load::Error::Cancelled) => Vec::new(),
        };
        bar.inc(1);
        Ok(findings)
    };
    let worlds: std::result::Result<Vec<Vec<Finding>>, Failure> =
        install.worlds().par_iter().map(in_world).collect();
    Ok(worlds?.into_iter().flatten().collect())
}

fn check_file(file: &str, bytes: &[u8], roundtrip: bool) -> (FileResult, Vec<Finding>) {
    let mut result = FileResult::new(file, bytes.len() as u64);
    let Some(kind) = Kind::identify_file(file, bytes) else {
        return (
            result,
            vec![Finding::new(
                &UNKNOWN_KIND,
                Severity::Note,
                file,
                "one of the kinds this version reads",
                "a file of another kind",
            )],
        );
    };
    result.kind = Some(kind.id());
    let (content, report) = match kinds::read(kind, bytes, Mode::Strict) {
        Ok(read) => read,
        Err(finding) => return (result, vec![finding.in_file(file)]),
    };
    if let Content::Avi(avi) = &content {
        result.video = Some(Video::of(avi));
    }
    let mut findings = member::findings(report, file);
    if roundtrip {
        result.identical = match content.write() {
            Ok(None) => None,
            Ok(Some(written)) if written == bytes => Some(true),
            // What else a DLL holds is not understood: only one without it can
            // come back.
            Ok(Some(_)) | Err(_) if matches!(kind, Kind::Messages(_)) => None,
            Ok(Some(written)) => Some(came_back(file, bytes, Ok(written), &mut findings)),
            Err(finding) => Some(came_back(file, bytes, Err(finding), &mut findings)),
        };
    }
    (result, findings)
}

/// True when what was written is what was read; says what is not.
fn came_back(file: &str, read: &[u8], written: binary::Result<Vec<u8>>, findings: &mut Vec<Finding>) -> bool {
    match written {
        Ok(written) if written == read => return true,
        Ok(written) => findings.push(difference(file, read, &written)),
        Err(finding) => findings.push(finding.in_file(file)),
    }
    false
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
            "{:<32} {kind:<14} {:>12}{verdict}{}",
            file.file,
            output::bytes(file.size_bytes),
            file.video.as_ref().map_or_else(String::new, |video| format!("  {}", video.line()))
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
