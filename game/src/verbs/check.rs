//! `check`: reads every file strictly and looks for broken references.

use crate::cli::CheckArgs;
use crate::failure::Failure;
use crate::install::Install;
use crate::kinds::{self, Kind};
use crate::output::{self, Findings};
use crate::titles::World;
use binary::{Finding, Mode, Severity, codes};
use indicatif::{ProgressBar, ProgressStyle};
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
    let entries: Vec<_> =
        install.vfs.walk(false).into_iter().filter(|entry| entry.kind == ::vfs::Kind::File).collect();
    let bar = progress(&install, &entries);
    let check = |entry: &::vfs::Entry| match install.vfs.read(&entry.address) {
        Ok(bytes) => {
            bar.set_message(entry.address.clone());
            let checked = check_file(&entry.address, &bytes, args.roundtrip);
            bar.inc(bytes.len() as u64);
            checked
        }
        Err(finding) => (
            FileResult { file: entry.address.clone(), kind: None, size_bytes: 0, identical: None },
            vec![*finding],
        ),
    };
    // One file is most of some installs: worlds are loaded beside it.
    let (results, broken): (Vec<_>, _) =
        rayon::join(|| entries.par_iter().map(check).collect(), || broken_references(&install));
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

/// What loading each world finds beyond what reading its files does.
fn broken_references(install: &Install) -> std::result::Result<Vec<Finding>, Failure> {
    let in_world = |world: &World| {
        let request = install.request(Some(&world.id))?;
        Ok(match load::load(&install.vfs, &request, &mut load::Quiet) {
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
        })
    };
    let worlds: std::result::Result<Vec<Vec<Finding>>, Failure> =
        install.worlds().par_iter().map(in_world).collect();
    Ok(worlds?.into_iter().flatten().collect())
}

fn check_file(file: &str, bytes: &[u8], roundtrip: bool) -> (FileResult, Vec<Finding>) {
    let mut result =
        FileResult { file: file.to_owned(), kind: None, size_bytes: bytes.len() as u64, identical: None };
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
    (result, findings)
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
