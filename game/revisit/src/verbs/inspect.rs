//! `inspect`: what a file of any known kind holds.

use crate::cli::InspectArgs;
use ::load::gamestudio::alone;
use ::vfs::Vfs;
use base::output::{self, Findings};
use base::{Failure, regular};
use binary::Mode;
use checking::{PICTURE, Role, Roles};
use filekind::{Catalog, Content};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use titles::install::Install;

#[derive(Serialize)]
struct Answer<'a> {
    file: String,
    kind: &'a str,
    version: Option<String>,
    size_bytes: usize,
    /// Bytes without a known meaning.
    kept_raw_bytes: usize,
    summary: Summary,
    findings: Findings,
    content: serde_json::Value,
}

/// What a file holds in a few figures, by their labels and in their order.
struct Summary {
    figures: Vec<(&'static str, String)>,
    /// In JSON in the place of the text of that label.
    tallies: Vec<(&'static str, BTreeMap<String, usize>)>,
}

/// A figure in JSON.
#[derive(Serialize)]
#[serde(untagged)]
enum Figure<'a> {
    Text(&'a str),
    Tally(&'a BTreeMap<String, usize>),
}

impl Serialize for Summary {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let figure = |label: &str, text| {
            let tally = self.tallies.iter().find(|(own, _)| *own == label);
            tally.map_or(Figure::Text(text), |(_, tally)| Figure::Tally(tally))
        };
        serializer.collect_map(self.figures.iter().map(|(label, text)| (label, figure(label, text))))
    }
}

impl Summary {
    fn print(&self) {
        for (label, value) in &self.figures {
            output::line(&format!("  {label:<14} {value}"));
        }
    }
}

/// Runs the verb.
pub fn run(args: &InspectArgs, catalog: &Catalog) -> Result<(), Failure> {
    let Opened { bytes, archive } = read(&args.file)?;
    let shown = args.file.display().to_string();
    let member = archive.and_then(|archive| {
        let name = args.file.file_name()?.to_string_lossy();
        catalog.in_archive(&archive, &name, &bytes)
    });
    let identified = member.or_else(|| match role(catalog, &args.file, &bytes) {
        Role::Kind { identity, .. } => Some(identity),
        _ => None,
    });
    if identified.is_none() && alone::is_picture(&shown) {
        return picture(&shown, &bytes, args.json);
    }
    let Some(identity) = identified else {
        return Err(Failure::Unusable(format!(
            "{shown}: not a file of a known kind (first bytes: {}); known are {}",
            first_bytes(&bytes),
            catalog.files().map(|kind| kind.name).collect::<Vec<_>>().join(", "),
        )));
    };
    let (content, report) =
        identity.read(&bytes, Mode::Strict).map_err(|finding| Box::new(finding.in_file(&shown)))?;
    if let Some(name) = &args.name {
        return part(&shown, content.as_ref(), name);
    }
    let findings =
        Findings::new(report.into_findings().into_iter().map(|finding| finding.in_file(&shown)).collect());
    let summary = Summary { figures: content.summary(), tallies: content.tallies() };
    if args.json {
        let version = content.version().map(Cow::into_owned);
        let kept_raw_bytes = content.kept_raw_bytes();
        let content = content
            .to_json()
            .map_err(|error| Failure::Unusable(format!("{shown}: cannot be shown as JSON: {error}")))?;
        let size_bytes = bytes.len();
        let kind = identity.kind.id;
        return output::json(
            "inspect",
            &Answer { file: shown, kind, version, size_bytes, kept_raw_bytes, summary, findings, content },
        );
    }
    let version = content.version().map(|version| format!(", version {version}")).unwrap_or_default();
    output::line(&format!("{shown}: {}{version}", identity.kind.name));
    output::line(&format!("  size           {}", output::bytes(bytes.len() as u64)));
    summary.print();
    for line in content.lines() {
        output::line(&format!("  {line}"));
    }
    let kept = content.kept_raw_bytes() as u64;
    output::line(&format!("  {:<14} {}", "kept raw", output::bytes(kept)));
    output::line(&format!("  {:<14} {}", "findings", findings.items.len()));
    findings.print();
    Ok(())
}

/// Prints a part of a file, and nothing beside it, so that it can be kept as a file of its own.
fn part(shown: &str, content: &dyn Content, name: &str) -> Result<(), Failure> {
    match (content.part(name), content.parts()) {
        (Some(lines), _) => {
            lines.iter().for_each(|line| output::line(line));
            Ok(())
        }
        (None, Some(expected)) => Err(Failure::Unusable(format!(
            "{shown}: expected {expected}, found `{name}`; `revisit inspect {shown}` lists them"
        ))),
        (None, None) => Err(Failure::Unusable(format!(
            "{shown}: has no part `{name}`: files of this kind are shown as a whole"
        ))),
    }
}

/// What a file must be by its place in a game, if it lies in one, or by its name.
fn role(catalog: &Catalog, path: &Path, bytes: &[u8]) -> Role {
    let install = Install::open_models(path, &[]).ok();
    let address = install.as_ref().and_then(|install| install.address_of(path));
    let name = || path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    Roles::of_file(catalog, install.as_ref()).of(&address.unwrap_or_else(name), bytes)
}

#[derive(Serialize)]
struct Size {
    width: u32,
    height: u32,
}

/// A picture: only its size and format are shown.
fn picture(file: &str, bytes: &[u8], json: bool) -> Result<(), Failure> {
    let image = alone::picture(file, bytes)?;
    let (width, height) = (image.width, image.height);
    let version = alone::picture_format(file, bytes);
    let figures = vec![("pixels", format!("{width} x {height}"))];
    let summary = Summary { figures, tallies: Vec::new() };
    if json {
        let content = serde_json::to_value(Size { width, height })
            .map_err(|error| Failure::Unusable(format!("{file}: cannot be shown as JSON: {error}")))?;
        let (file, kind, version) = (file.to_owned(), PICTURE, version.to_owned());
        let (size_bytes, kept_raw_bytes, findings) = (bytes.len(), 0, Findings::new(Vec::new()));
        return output::json(
            "inspect",
            &Answer {
                file,
                kind,
                version: Some(version),
                size_bytes,
                kept_raw_bytes,
                summary,
                findings,
                content,
            },
        );
    }
    output::line(&format!("{file}: {version} picture"));
    output::line(&format!("  size           {}", output::bytes(bytes.len() as u64)));
    summary.print();
    Ok(())
}

/// A file as it is inspected.
struct Opened {
    bytes: Vec<u8>,
    /// The bytes of the archive it is a member of.
    archive: Option<Vec<u8>>,
}

/// The bytes of a member of an archive, by a path that goes on inside it.
///
/// # Errors
/// No such member, or one that cannot be read.
pub fn read_member(path: &Path) -> Result<Vec<u8>, Failure> {
    read(path).map(|opened| opened.bytes)
}

/// Opens a file; a path may continue inside archives.
fn read(path: &Path) -> Result<Opened, Failure> {
    if path.is_dir() {
        return Err(Failure::Unusable(format!(
            "{}: a folder; `revisit check` reads a whole install, `revisit inspect` one file",
            path.display()
        )));
    }
    if let Some((zip, inside)) = ::vfs::container_around(path).filter(|(_, inside)| !inside.is_empty()) {
        let vfs = Vfs::open(zip, &[], load::ARCHIVES)?;
        let above = inside.rsplit_once('/').map(|(above, _)| above).filter(|above| vfs.is_file(above));
        let archive = above.map(|above| vfs.read(above)).transpose()?.map(|bytes| bytes.to_vec());
        return Ok(Opened { bytes: vfs.read(&inside)?.to_vec(), archive });
    }
    let mut file: PathBuf = path.to_path_buf();
    let mut inside: Vec<String> = Vec::new();
    while !file.exists() {
        let Some(name) = file.file_name().map(|name| name.to_string_lossy().into_owned()) else {
            return Err(Failure::Unusable(format!("{}: no such file", path.display())));
        };
        inside.insert(0, name);
        if !file.pop() || file.as_os_str().is_empty() {
            return Err(Failure::Unusable(format!("{}: no such file", path.display())));
        }
    }
    if inside.is_empty() {
        let bytes = regular::read(path, regular::LARGEST)?;
        return Ok(Opened { bytes, archive: None });
    }
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if !file.is_file() {
        return Err(Failure::Unusable(format!("{}: no such file", path.display())));
    }
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let vfs = Vfs::open(parent, &[], load::ARCHIVES)?;
    let direct = inside.len() == 1;
    inside.insert(0, name);
    let bytes = vfs.read(&inside.join("/"))?.to_vec();
    // A library of 'mechs is never inside another archive.
    // What is in an MPQ archive says itself what it is, and the archive may be larger than memory.
    let direct = direct && !mpq::ARCHIVE.has_ending(&file.to_string_lossy());
    let archive = if direct { Some(regular::read(&file, regular::LARGEST)?) } else { None };
    Ok(Opened { bytes, archive })
}

fn first_bytes(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "none, it is empty".to_owned();
    }
    bytes.iter().take(8).map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}
