//! `check`: reads every file strictly and looks for broken references.

mod inside;
mod member;
mod report;
pub(super) mod role;

use crate::cli::CheckArgs;
use crate::progress;
use crate::verbs::broken;
use crate::verbs::inspect::PICTURE;
use avi::Avi;
use base::output::{self, Findings};
use base::{Failure, regular};
use binary::{Finding, Mode, Severity, codes};
use filekind::{Catalog, Identity, Writing};
use files::video::Video;
use load::gamestudio::alone;
use rayon::prelude::*;
use role::{Role, Roles};
use serde::Serialize;
use std::any::Any;
use titles;
use titles::install::Install;
use zbd::sounds::Wave;

codes! {
    EMPTY = "check.empty": "a file that must hold something is empty" => "copy it again from its source";
    KIND = "check.kind": "a file is not what it must be by its place or its name"
        => "copy it again from its source; if it is whole, please report it with its first bytes";
    CUT = "check.cut": "a file ends before what its header says" => "copy it again from its source";
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
    let is_zip = ::vfs::container_around(&args.install.path).is_some();
    let (files, findings) = if !args.install.path.is_dir() && args.install.path.exists() && !is_zip {
        check_alone(args, catalog)?
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

/// One file, which may lie in a game or beside others of its kind.
fn check_alone(args: &CheckArgs, catalog: &Catalog) -> Result<(Vec<FileResult>, Vec<Finding>), Failure> {
    let path = &args.install.path;
    let bytes = regular::read(path, regular::LARGEST)?;
    let name = path.display().to_string();
    let install = Install::open_models(path, &args.install.mods).ok();
    let address = install.as_ref().and_then(|install| install.address_of(path));
    let bare = || path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let roles = Roles::of_file(catalog, install.as_ref());
    let role = roles.of(&address.unwrap_or_else(bare), &bytes);
    let checked = check_role(catalog, &role, &name, &bytes, args.roundtrip);
    let mut findings = checked.findings;
    // Files it names are in the game or in its own folder.
    if let Some(install) = install {
        findings.extend(broken::skins(&install.vfs, &[(name, checked.skins)]));
    }
    Ok((vec![checked.file], findings))
}

fn check_install(args: &CheckArgs, catalog: &Catalog) -> Result<(Vec<FileResult>, Vec<Finding>), Failure> {
    let install = Install::open_models(&args.install.path, &args.install.mods)?;
    let mut findings = install.detection.all_findings();
    let entries = member::files(install.vfs.walk(false));
    let roles = Roles::of_install(catalog, &install);
    let bar = progress::uneven_steps((entries.len() + install.worlds().len()) as u64);
    let check = |entry: &::vfs::Entry| {
        bar.set_message(output::shown(&entry.address).into_owned());
        let file = entry.address.as_str();
        // What is in it is checked as the files of the game that it holds.
        if install.vfs.packs().iter().any(|pack| pack.eq_ignore_ascii_case(file)) {
            bar.inc(1);
            return Checked::new(FileResult {
                kind: Some(mpq::ARCHIVE.id),
                ..FileResult::new(file, install.vfs.size(file).unwrap_or_default())
            });
        }
        let checked = match install.vfs.read(file) {
            Ok(bytes) => match member::identity_at(catalog, &install, file, &bytes) {
                Some(identity) => check_as(catalog, identity, file, &bytes, args.roundtrip),
                None => check_role(catalog, &roles.of(file, &bytes), file, &bytes, args.roundtrip),
            },
            Err(finding) => Checked { findings: vec![*finding], ..Checked::new(FileResult::new(file, 0)) },
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
    findings.iter_mut().filter(|finding| hides_files(finding)).for_each(fail);
    Ok((files, broken::once(findings)))
}

/// True for what keeps files from being looked at: nobody knows what is in a folder that cannot be read.
fn hides_files(finding: &Finding) -> bool {
    finding.code == "vfs.unreadable"
}

/// Makes a finding an error.
fn fail(finding: &mut Finding) {
    finding.severity = Severity::Error;
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

/// A file by what it must be.
fn check_role(catalog: &Catalog, role: &Role, file: &str, bytes: &[u8], roundtrip: bool) -> Checked {
    let mut result = FileResult::new(file, bytes.len() as u64);
    result.kind = match role {
        Role::Kind { identity, .. } => Some(identity.kind.id),
        Role::Picture => Some(PICTURE),
        Role::Demo => Some("revisit.demo"),
        Role::NoneOf(_) | Role::Starts(_) | Role::Script | Role::Scene(_) | Role::Unknown => None,
    };
    if bytes.is_empty() && *role != Role::Unknown {
        let empty = Finding::new(&EMPTY, Severity::Error, file, expected(role), "an empty file");
        return Checked { findings: vec![empty], ..Checked::new(result) };
    }
    let other = || {
        let finding = Finding::new(&KIND, Severity::Error, file, expected(role), starting_with(bytes));
        Err(Box::new(finding))
    };
    let verdict = match role {
        Role::Kind { identity, recognised } => {
            let mut checked = check_as(catalog, *identity, file, bytes, roundtrip);
            let failed = checked.findings.iter().any(|finding| finding.severity == Severity::Error);
            if !recognised && !failed {
                checked.findings.extend(other().err().map(|finding: Box<Finding>| *finding));
            }
            return checked;
        }
        Role::NoneOf(_) => other(),
        Role::Starts(words) => {
            let start: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            if bytes.starts_with(&start) { Ok(()) } else { other() }
        }
        Role::Picture => alone::picture(file, bytes).map(drop),
        Role::Script => alone::script(file, bytes),
        // Nobody but Revisit writes it, and Revisit ends each line.
        Role::Demo if !bytes.ends_with(b"\n") => {
            let found = "the end in the middle of a line";
            Err(Box::new(Finding::new(&CUT, Severity::Error, file, "the description of a demo", found)))
        }
        Role::Demo => titles::parse_demo(bytes).map(drop).map_err(|finding| Box::new(finding.in_file(file))),
        Role::Scene(content) if bytes == content.as_bytes() => Ok(()),
        Role::Scene(_) => other(),
        Role::Unknown => Ok(()),
    };
    let mut checked = Checked::new(result);
    checked.findings.extend(verdict.err().map(|finding| *finding));
    // Loading does without it, and says so; here it is what was asked about.
    checked.findings.iter_mut().for_each(fail);
    checked
}

/// What a file must be, in words.
fn expected(role: &Role) -> String {
    match role {
        Role::Kind { identity, .. } => identity.kind.name.to_owned(),
        Role::NoneOf(kinds) => {
            format!("one of {}", kinds.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", "))
        }
        Role::Starts(words) => {
            let words: Vec<String> = words.iter().map(|word| format!("{word:#010x}")).collect();
            format!("a file that starts with {}", words.join(", "))
        }
        Role::Picture => "a picture".to_owned(),
        Role::Script => "a script".to_owned(),
        Role::Demo => "the description of a demo".to_owned(),
        Role::Scene(content) => format!("the line \"{}\"", content.trim_end()),
        Role::Unknown => "anything".to_owned(),
    }
}

/// What a file starts with, in words.
fn starting_with(bytes: &[u8]) -> String {
    if bytes.iter().all(|byte| *byte == 0) {
        return format!("{} of nothing but zeros", output::bytes(bytes.len() as u64));
    }
    let start: Vec<String> = bytes.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("a file that starts with the bytes {}", start.join(" "))
}

fn check_as(catalog: &Catalog, identity: Identity, file: &str, bytes: &[u8], roundtrip: bool) -> Checked {
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
    if let Some((claimed, there)) = (&*content as &dyn Any).downcast_ref::<Wave>().and_then(Wave::cut_off) {
        let [claimed, there] = [claimed as usize, there].map(|count| format!("{count} bytes of samples"));
        checked.findings.push(Finding::new(&CUT, Severity::Error, file, claimed, there));
    }
    checked.findings.extend(report.into_findings().into_iter().map(|finding| finding.in_file(file)));
    checked.findings.extend(inside::members(catalog, kind, file, bytes, roundtrip));
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
