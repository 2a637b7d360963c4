//! Where tables of features say that something is implemented and which test would miss it: both must
//! exist.

use std::path::{Path, PathBuf};

/// A place in the sources and the tests that would miss a feature.
#[derive(Clone, Copy, Debug)]
pub struct Covered {
    /// Files, from the root of the sources.
    pub files: &'static [&'static str],
    /// Tests as `file::function`, the file from the root of the sources.
    pub tests: &'static [&'static str],
}

impl Covered {
    /// Both as columns of a table.
    ///
    /// # Panics
    /// If a file or a test does not exist.
    pub fn columns(&self) -> (String, String) {
        columns(self.files, self.tests)
    }
}

/// Files and tests as columns of a table.
///
/// # Panics
/// If a file or a test does not exist.
pub fn columns(files: &[&str], tests: &[&str]) -> (String, String) {
    for file in files {
        assert!(root().join(file).is_file(), "{file} does not exist");
    }
    tests.iter().for_each(|test| assert_test(test));
    let list = |all: &[&str]| all.iter().map(|one| format!("`{one}`")).collect::<Vec<_>>().join(", ");
    (list(files), list(tests))
}

/// The root of the sources.
pub fn root() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).to_owned()
}

/// Holds that a test, `file::function`, exists.
fn assert_test(test: &str) {
    let (file, name) = test.rsplit_once("::").expect("file::function");
    let text = std::fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let text = text.replace("\r\n", "\n");
    let is_test = text.contains(&format!("#[test]\nfn {name}() {{"));
    assert!(is_test, "{file} has no test {name}");
}

/// Compares a generated page with the one in `docs`, which `REVISIT_BLESS=1` writes.
pub fn assert_page(name: &str, text: &str) {
    let path = root().join("docs").join(name);
    if std::env::var_os("REVISIT_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(written == text, "docs/{name} is out of date: run with REVISIT_BLESS=1");
}
