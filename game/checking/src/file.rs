//! One file, read by what it must be.

use crate::inside;
use crate::role::Role;
use avi::Avi;
use base::output;
use binary::{Finding, Mode, Severity, codes};
use filekind::{Catalog, Identity, Writing};
use files::video::Video;
use load::gamestudio::alone;
use serde::Serialize;
use std::any::Any;
use zbd::sounds::Wave;

/// The word for a picture, where other files have the id of their kind: TGA, PCX, PNG, BMP, JPEG or DDS, which is
/// decoded and has no typed value that could be written back.
pub const PICTURE: &str = "picture";

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
pub struct FileResult {
    /// Its address.
    pub file: String,
    /// The id of its kind.
    pub kind: Option<&'static str>,
    /// Its size.
    pub size_bytes: u64,
    /// Where writing back was asked for: the bytes written equal the bytes read. None for kinds
    /// that are only read and message DLLs that hold more than messages.
    pub identical: Option<bool>,
    /// Of a video, what its headers say.
    pub video: Option<Video>,
}

impl FileResult {
    /// A file about which nothing is known yet.
    pub(crate) fn new(file: &str, size_bytes: u64) -> Self {
        FileResult { file: file.to_owned(), kind: None, size_bytes, identical: None, video: None }
    }
}

/// The outcome for one file.
#[derive(Debug)]
pub struct Checked {
    /// About the file.
    pub file: FileResult,
    /// What is odd about it.
    pub findings: Vec<Finding>,
    /// Files that it names for its skins.
    pub skins: Vec<String>,
}

impl Checked {
    /// A file without findings.
    pub(crate) fn new(file: FileResult) -> Self {
        Checked { file, findings: Vec::new(), skins: Vec::new() }
    }
}

/// A file by what it must be.
pub(crate) fn check_role(
    catalog: &Catalog,
    role: &Role,
    file: &str,
    bytes: &[u8],
    roundtrip: bool,
) -> Checked {
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
    checked.findings.iter_mut().for_each(crate::fail);
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

pub(crate) fn check_as(
    catalog: &Catalog,
    identity: Identity,
    file: &str,
    bytes: &[u8],
    roundtrip: bool,
) -> Checked {
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
        checked.file.identical = match content.to_bytes() {
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

pub(crate) fn difference(file: &str, read: &[u8], written: &[u8]) -> Finding {
    let at = read.iter().zip(written).position(|(a, b)| a != b).unwrap_or(read.len().min(written.len()));
    let show = |bytes: &[u8]| match bytes.get(at) {
        Some(byte) => format!("byte {byte:02x} in a file of {} bytes", bytes.len()),
        None => format!("the end after {} bytes", bytes.len()),
    };
    let mut finding = Finding::new(&ROUNDTRIP, Severity::Error, file, show(read), show(written));
    finding.offset = Some(at as u64);
    finding
}
