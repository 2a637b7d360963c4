//! Every file of an install, read strictly by what it must be, and what its worlds refer to.
//!
//! It prints nothing and shows no progress: whoever asks goes from file to file and from world to world,
//! on one thread or on many.
//!
//! | file | holds |
//! |---|---|
//! | `file.rs` | one file: what is wrong with it; its codes |
//! | `role.rs` | what a file must be, whatever is in it |
//! | `inside.rs`, `member.rs` | what is in archives; what mods lay over them |
//! | `broken.rs` | files that are referred to and not there |
//!
//! ```
//! use checking::Checking;
//! use std::sync::Arc;
//! use titles::install::Install;
//! use vfs::{Bytes, Handed, HandedFile};
//!
//! let demo = demos::courtyard(&demos::Options { scale: 1, seed: 1 })?;
//! let files = demo.into_iter().map(|file| (file.address, HandedFile::Memory(Bytes::from(file.bytes))));
//! let install = Arc::new(Install::handed(&Handed::files(files.collect()), ""));
//! let checking = Checking::new(kinds::all(), &install, false);
//! let checked: Vec<_> = (0..checking.files()).filter_map(|number| checking.file(number)).collect();
//! let report = checking.finish(checked, Vec::new());
//! assert!(report.findings.is_empty(), "{:?}", report.findings);
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

#![forbid(unsafe_code)]

mod broken;
mod file;
mod inside;
mod member;
mod role;

use base::{Failure, regular};
use binary::{Finding, Severity};
use file::{check_as, check_role};
use filekind::Catalog;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use titles::install::Install;
use vfs::Entry;

pub use file::{CODES, Checked, FileResult, PICTURE};
pub use role::{Role, Roles};

/// What was found.
#[derive(Debug)]
pub struct Report {
    /// About each file.
    pub files: Vec<FileResult>,
    /// What is odd, each once.
    pub findings: Vec<Finding>,
}

/// An install whose files are checked one after the other, or at the same time.
pub struct Checking<'a> {
    catalog: &'a Catalog,
    install: Arc<Install>,
    roles: Roles<'a>,
    entries: Vec<Entry>,
    roundtrip: bool,
}

impl<'a> Checking<'a> {
    /// The files of an install; with `roundtrip` each is written back and compared, too.
    pub fn new(catalog: &'a Catalog, install: &Arc<Install>, roundtrip: bool) -> Self {
        let entries = member::files(install.vfs.walk(false));
        let roles = Roles::of_install(catalog, install);
        Checking { catalog, install: Arc::clone(install), roles, entries, roundtrip }
    }

    /// How many files there are.
    pub fn files(&self) -> usize {
        self.entries.len()
    }

    /// The address of a file by its number.
    pub fn address(&self, number: usize) -> &str {
        self.entries.get(number).map_or("", |entry| &entry.address)
    }

    /// Reads a file by its number; `None` beyond the last.
    pub fn file(&self, number: usize) -> Option<Checked> {
        let Checking { catalog, install, roles, roundtrip, .. } = self;
        let file = self.entries.get(number)?.address.as_str();
        // What is in it is checked as the files of the game that it holds.
        if install.vfs.packs().iter().any(|pack| pack.eq_ignore_ascii_case(file)) {
            return Some(Checked::new(FileResult {
                kind: Some(mpq::ARCHIVE.id),
                ..FileResult::new(file, install.vfs.size(file).unwrap_or_default())
            }));
        }
        Some(match install.vfs.read(file) {
            Ok(bytes) => match member::identity_at(catalog, install, file, &bytes) {
                Some(identity) => check_as(catalog, identity, file, &bytes, *roundtrip),
                None => check_role(catalog, &roles.of(file, &bytes), file, &bytes, *roundtrip),
            },
            Err(finding) => Checked { findings: vec![*finding], ..Checked::new(FileResult::new(file, 0)) },
        })
    }

    /// How many worlds there are.
    pub fn worlds(&self) -> usize {
        self.install.worlds().len()
    }

    /// What loading a world by its number finds beyond what reading its files does.
    ///
    /// # Errors
    /// As [`Install::request`].
    pub fn world(&self, number: usize) -> Result<Vec<Finding>, Failure> {
        self.install
            .worlds()
            .get(number)
            .map_or_else(|| Ok(Vec::new()), |world| broken::of_world(&self.install, world))
    }

    /// All of it, from what was found of each file and of the worlds.
    pub fn finish(&self, checked: impl IntoIterator<Item = Checked>, of_worlds: Vec<Finding>) -> Report {
        let mut findings = self.install.detection.all_findings();
        let (mut files, mut skins) = (Vec::with_capacity(self.files()), Vec::new());
        for checked in checked {
            skins.push((checked.file.file.clone(), checked.skins));
            files.push(checked.file);
            findings.extend(checked.findings);
        }
        findings.extend(self.install.vfs.findings());
        findings.extend(of_worlds);
        findings.extend(broken::skins(&self.install.vfs, &skins));
        findings.iter_mut().filter(|finding| hides_files(finding)).for_each(fail);
        Report { files, findings: broken::once(findings) }
    }
}

/// One file, which may lie in a game or beside others of its kind.
///
/// # Errors
/// It cannot be read.
pub fn alone(catalog: &Catalog, path: &Path, mods: &[PathBuf], roundtrip: bool) -> Result<Report, Failure> {
    let bytes = regular::read(path, regular::LARGEST)?;
    let name = path.display().to_string();
    let install = Install::open_models(path, mods).ok();
    let address = install.as_ref().and_then(|install| install.address_of(path));
    let bare = || path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let roles = Roles::of_file(catalog, install.as_ref());
    let role = roles.of(&address.unwrap_or_else(bare), &bytes);
    let checked = check_role(catalog, &role, &name, &bytes, roundtrip);
    let mut findings = checked.findings;
    // Files it names are in the game or in its own folder.
    if let Some(install) = install {
        findings.extend(broken::skins(&install.vfs, &[(name, checked.skins)]));
    }
    Ok(Report { files: vec![checked.file], findings })
}

/// True for what keeps files from being looked at: nobody knows what is in a folder that cannot be read.
fn hides_files(finding: &Finding) -> bool {
    finding.code == "vfs.unreadable"
}

/// Makes a finding an error.
fn fail(finding: &mut Finding) {
    finding.severity = Severity::Error;
}
