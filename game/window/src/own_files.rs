//! The files that the window keeps between two visits (settings, keys, mods, recent levels,
//! bookmarks): how they are opened, saved, and set aside when they cannot be used.

use base::Failure;
use base::gate::Mark;
use base::{output, regular};
use std::fmt;
use std::path::{Path, PathBuf};

/// Largest file that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// Not UTF-8.
    NoText,
    /// Not TOML, or not with these keys and kinds of values: what the reader says.
    Toml(String),
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unusable::NoText => f.write_str("it is no text"),
            Unusable::Toml(said) => f.write_str(said),
        }
    }
}

impl std::error::Error for Unusable {}

impl From<toml::de::Error> for Unusable {
    fn from(error: toml::de::Error) -> Self {
        Unusable::Toml(error.message().to_owned())
    }
}

/// Reads a file; without one, the defaults. An unusable file is renamed, so that nothing
/// is lost, and a line says so.
pub fn open<T: Default>(path: &Path, parse: impl FnOnce(&str) -> Result<T, Unusable>) -> (T, Option<String>) {
    let reason = match regular::try_read(path, LARGEST) {
        Err(error) if error.is_missing() => return (T::default(), None),
        Err(error) => return (T::default(), Some(format!("{}: {error}", path.display()))),
        Ok(bytes) => {
            match String::from_utf8(bytes).map_err(|_| Unusable::NoText).and_then(|text| parse(&text)) {
                Ok(value) => return (value, None),
                Err(reason) => reason.to_string(),
            }
        }
    };
    // The first line is enough: the file itself is kept.
    let reason = reason.lines().next().unwrap_or_default().to_owned();
    let aside = unused(path);
    let line = match std::fs::rename(path, &aside) {
        Ok(()) => format!("{}: {reason}; set aside as {}", path.display(), aside.display()),
        Err(error) => format!("{}: {reason}; could not be set aside: {error}", path.display()),
    };
    (T::default(), Some(line))
}

/// What a file says, value by value.
pub struct Understood<T> {
    /// All values that are understood, and the default of every other.
    pub value: T,
    /// Those that are not understood, each in words.
    pub others: Vec<String>,
}

/// The same, for a file of which one value that is not understood leaves the others alone: the file
/// stays, a copy is kept, and the line says so.
pub fn open_by_value<T: Default>(
    path: &Path,
    parse: impl FnOnce(&str) -> Result<Understood<T>, Unusable>,
) -> (T, Option<String>) {
    let mut others = Vec::new();
    let (value, mut line) = open(path, |text| {
        let understood = parse(text)?;
        others = understood.others;
        Ok(understood.value)
    });
    if !others.is_empty() {
        let kept = match keep_copy(path) {
            Ok(copy) => format!("the file as it was is kept as {}", copy.display()),
            Err(error) => format!("the file could not be copied: {error}"),
        };
        line = Some(format!("{}: {}; {kept}", path.display(), others.join("; ")));
    }
    (value, line)
}

/// Saves a file, creating its folder if needed.
pub fn save(path: &Path, text: &str) -> Result<(), Failure> {
    let (folder, name) = (path.parent().unwrap_or(Path::new("")), path.file_name().unwrap_or_default());
    // The folder of settings is our own.
    titles::gate(true)
        .folder_of_files(folder, Mark::NONE)?
        .file(&name.to_string_lossy())?
        .write(text.as_bytes())
}

/// Reports a problem with a file and continues.
pub fn tell(line: Option<String>) {
    if let Some(line) = line {
        output::note(&format!("warning: {line}"));
    }
}

/// Copies a file under a free name beside it; a copy that is there already is enough.
fn keep_copy(path: &Path) -> Result<PathBuf, Failure> {
    let bytes = regular::read(path, LARGEST)?;
    let mut all = asides(path).take_while(|aside| aside.exists());
    if let Some(same) = all.find(|aside| regular::read(aside, LARGEST).is_ok_and(|kept| kept == bytes)) {
        return Ok(same);
    }
    let copy = unused(path);
    titles::gate(false).file(&copy, Mark::NONE)?.write(&bytes)?;
    Ok(copy)
}

/// A free name beside an unusable file.
fn unused(path: &Path) -> PathBuf {
    asides(path).find(|aside| !aside.exists()).unwrap_or_default()
}

/// The names that unusable files get, one after the other.
fn asides(path: &Path) -> impl Iterator<Item = PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    (1..).map(move |number: u32| path.with_file_name(format!("{name}.broken-{number}")))
}
