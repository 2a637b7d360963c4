//! The one way by which the program writes files and folders: whether it may write there at all.
//!
//! Never inside a game, whoever asks. Never over what it did not make, unless `--force` says so: a
//! file is its own if the file itself says so ([`Mark`]). Never over anything that is no plain file,
//! such as a FIFO or a device. How what may be written comes to its place is in `swap.rs`.

use crate::Failure;
use crate::swap::Working;
use std::collections::BTreeMap;
use std::fs::Metadata;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// A game that an output path lies in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameAround {
    /// Its name, for people.
    pub name: String,
    /// Its folder, or the zip file that it is in.
    pub root: PathBuf,
}

/// Finds the game that a path is, or lies in. The path is that of a folder or a file that exists,
/// with no links in it.
pub type FindGame = fn(&Path) -> Option<GameAround>;

/// How a file that this program wrote is told from any other: by what it says itself. Beside each
/// writer of such files stands its mark.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// The extension that such files must have, as any other would mislead; empty if any will do.
    pub ending: &'static str,
    /// True for a file that says that this program wrote it. Whoever looks reads no more than the
    /// file holds.
    pub is_ours: fn(&Path) -> bool,
}

impl Mark {
    /// For files that say nothing of who wrote them, such as those of games: none is replaced
    /// without `--force`.
    pub const NONE: Mark = Mark { ending: "", is_ours: |_| false };
}

/// How a folder that this program wrote is told from any other.
#[derive(Clone, Copy, Debug)]
pub struct FolderMark {
    /// What is said of a folder that is none: `not an older demo`.
    pub other: &'static str,
    /// The file that tells it.
    pub file: &'static str,
    /// True if that file, which is in the folder, is of this program.
    pub is_ours: fn(&Path) -> bool,
    /// Set if people edit what is in such a folder, so that `--force` is needed to lose it.
    pub is_edited: bool,
}

/// Decides what may be written.
#[derive(Clone, Debug)]
pub struct Gate {
    find_game: FindGame,
    /// What is never written to, besides games that are found around the output.
    closed: Vec<PathBuf>,
    force: bool,
    /// Folders that were looked at: many outputs lie in one.
    known: Arc<Mutex<BTreeMap<PathBuf, Option<GameAround>>>>,
}

impl Gate {
    /// A gate that knows games when it sees them. `force` replaces files that it did not make; games
    /// are closed to it all the same.
    pub fn new(find_game: FindGame, force: bool) -> Self {
        Gate { find_game, closed: Vec::new(), force, known: Arc::default() }
    }

    /// The same, closed to these folders and zip files, too: those of the game and the mods that are
    /// open.
    #[must_use]
    pub fn closed_to(mut self, roots: impl IntoIterator<Item = PathBuf>) -> Self {
        let known = |root: PathBuf| root.canonicalize().unwrap_or(root);
        self.closed.extend(roots.into_iter().map(known));
        self
    }

    /// A file to write, which need not exist; its folder must. Ask before long work: what is said
    /// here would be said after it.
    ///
    /// # Errors
    /// Another extension than the mark's, a folder, no folder to write to, inside a game, no plain
    /// file, or a file that is not ours without `--force`.
    pub fn file(&self, path: &Path, mark: Mark) -> Result<OutputFile, Failure> {
        let mut file = self.unopened(path, mark)?;
        if let Some(parent) = parent(path).filter(|parent| !parent.is_dir()) {
            return Err(Failure::Unusable(format!(
                "{}: the folder {} does not exist; create it or name another",
                path.display(),
                parent.display()
            )));
        }
        file.place = self.place_of_file(path, mark)?;
        file.working = Some(Working::beside(&file.place).map_err(|error| cannot("write", path, &error))?);
        Ok(file)
    }

    /// A file in a folder that may not exist yet, one of many: nothing is made before it is written.
    fn unopened(&self, path: &Path, mark: Mark) -> Result<OutputFile, Failure> {
        let fits = path.extension().is_some_and(|own| own.eq_ignore_ascii_case(mark.ending));
        if !mark.ending.is_empty() && !fits {
            let ending = mark.ending;
            return Err(Failure::Unusable(format!(
                "{}: expected a name that ends with .{ending}",
                path.display()
            )));
        }
        let (gate, path) = (self.clone(), path.to_owned());
        Ok(OutputFile { gate, mark, place: path.clone(), path, working: None })
    }

    /// Where a file is really written, links followed, if it may be.
    fn place_of_file(&self, path: &Path, mark: Mark) -> Result<PathBuf, Failure> {
        let shown = path.display();
        let place = really(path)?;
        self.open_at(path, &place)?;
        let Some(about) = there(path, &place)? else { return Ok(place) };
        if about.is_dir() {
            return Err(Failure::Unusable(format!("{shown}: a folder, not a file")));
        }
        if !about.is_file() {
            let kind = special(&about);
            return Err(Failure::Unusable(format!("{shown}: {kind}, not a file; name another file")));
        }
        if !self.force && !(mark.is_ours)(&place) {
            return Err(Failure::Unusable(format!(
                "{shown}: is there already, and does not say that Revisit wrote it; --force replaces it, or \
                 name another file"
            )));
        }
        Ok(place)
    }

    /// A folder that many files are written into, beside whatever it holds. It need not exist.
    ///
    /// # Errors
    /// A file, or inside a game.
    pub fn folder_of_files(&self, folder: &Path, mark: Mark) -> Result<OutputFiles, Failure> {
        self.folder_at(folder, |place| place)?;
        Ok(OutputFiles { gate: self.clone(), folder: folder.to_owned(), mark })
    }

    /// A folder to write as a whole. It need not exist, nor the folders around it; one that holds
    /// something is replaced only if it is one of ours.
    ///
    /// # Errors
    /// A file, inside a game, a folder that is not ours, or one that people edit without `--force`.
    pub fn folder(&self, path: &Path, mark: FolderMark) -> Result<OutputFolder, Failure> {
        // What is replaced may be a game itself, if it is a demo.
        let place = self.folder_at(path, |place| place.parent().unwrap_or(place))?;
        let shown = path.display();
        self.may_replace(path, &place, mark)?;
        let working = match place.parent() {
            Some(parent) if parent.is_dir() => {
                Some(Working::beside(&place).map_err(|error| cannot("write", path, &error))?)
            }
            Some(_) => None,
            None => return Err(Failure::Unusable(format!("{shown}: cannot be replaced; name a new folder"))),
        };
        // A run that was cut off may have left a folder that has just been put back.
        self.may_replace(path, &place, mark)?;
        Ok(OutputFolder { gate: self.clone(), path: path.to_owned(), place, mark, working })
    }

    fn folder_at(&self, path: &Path, around: impl Fn(&Path) -> &Path) -> Result<PathBuf, Failure> {
        let place = really(path)?;
        let about = there(path, &place)?;
        if let Some(about) = about.filter(|about| !about.is_dir()) {
            let kind = if about.is_file() { "a file" } else { special(&about) };
            return Err(Failure::Unusable(format!("{}: {kind}, not a folder", path.display())));
        }
        self.closed_at(path, &place)?;
        self.open_at(path, around(&place))?;
        Ok(place)
    }

    /// An empty folder may be replaced, and one of ours.
    fn may_replace(&self, path: &Path, place: &Path, mark: FolderMark) -> Result<(), Failure> {
        let shown = path.display();
        let is_empty = match std::fs::read_dir(place) {
            Ok(mut entries) => entries.next().is_none(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => true,
            Err(error) => return Err(cannot("write there", path, &error)),
        };
        if is_empty {
            return Ok(());
        }
        let (file, other) = (mark.file, mark.other);
        let told = place.join(file);
        if !told.is_file() {
            return Err(Failure::Unusable(format!(
                "{shown}: not empty and {other} (no {file} in it); name an empty or a new folder"
            )));
        }
        if !(mark.is_ours)(&told) {
            return Err(Failure::Unusable(format!(
                "{shown}: not empty and {other} ({file} in it is of something else); name an empty or a new folder"
            )));
        }
        if mark.is_edited && !self.force {
            return Err(Failure::Unusable(format!(
                "{shown}: holds an unpacked file already; --force replaces the whole folder"
            )));
        }
        Ok(())
    }

    /// Fails for a path that is in a game, or would be: for folders that the program writes to
    /// whatever is asked of it, such as that of its settings.
    ///
    /// # Errors
    /// Inside a game.
    pub fn is_outside(&self, path: &Path) -> Result<(), Failure> {
        self.open_at(path, &really(path)?)
    }

    fn open_at(&self, path: &Path, place: &Path) -> Result<(), Failure> {
        self.closed_at(path, place)?;
        match self.game_around(place) {
            Some(game) => Err(inside(path, &format!("{} in {}", game.name, game.root.display()))),
            None => Ok(()),
        }
    }

    fn closed_at(&self, path: &Path, place: &Path) -> Result<(), Failure> {
        match self.closed.iter().find(|root| place.starts_with(root)) {
            Some(root) => Err(inside(path, &root.display().to_string())),
            None => Ok(()),
        }
    }

    fn game_around(&self, place: &Path) -> Option<GameAround> {
        // A file that exists may be the zip file of a game; any other lies where its folder does.
        if place.is_file()
            && let Some(game) = (self.find_game)(place)
        {
            return Some(game);
        }
        let folder = place.ancestors().find(|folder| folder.is_dir())?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(folder.to_owned()).or_insert_with(|| (self.find_game)(folder)).clone()
    }
}

fn inside(path: &Path, install: &str) -> Failure {
    Failure::Unusable(format!(
        "{}: inside the install, which is never written to ({install}); name another place",
        path.display()
    ))
}

fn cannot(what: &str, path: &Path, error: &std::io::Error) -> Failure {
    Failure::io(what, path, error)
}

fn parent(path: &Path) -> Option<&Path> {
    path.parent().filter(|parent| !parent.as_os_str().is_empty())
}

/// The path with all links followed, as far as it exists.
fn really(path: &Path) -> Result<PathBuf, Failure> {
    let given = std::path::absolute(path).map_err(|error| cannot("write", path, &error))?;
    for known in given.ancestors() {
        let Ok(place) = known.canonicalize() else {
            // A link that leads nowhere has no place; whatever is written would go where it points.
            if known.is_symlink() && std::fs::metadata(known).is_err() {
                return Err(Failure::Unusable(format!(
                    "{}: a link that leads nowhere; remove it or name another file",
                    known.display()
                )));
            }
            continue;
        };
        let rest = given.strip_prefix(known).unwrap_or(Path::new(""));
        if rest.components().any(|part| part == Component::ParentDir) {
            return Err(Failure::Unusable(format!(
                "{}: goes up from a folder that does not exist",
                path.display()
            )));
        }
        return Ok(if rest.as_os_str().is_empty() { place } else { place.join(rest) });
    }
    Ok(given)
}

/// What is at a place, if anything is.
fn there(path: &Path, place: &Path) -> Result<Option<Metadata>, Failure> {
    match std::fs::metadata(place).or_else(|_| std::fs::metadata(path)) {
        Ok(about) => Ok(Some(about)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => {
            Err(Failure::Unusable(format!("{}: a folder of this path is a file", path.display())))
        }
        Err(error) => Err(cannot("look there", path, &error)),
    }
}

/// What a file is that is neither a plain one nor a folder.
#[cfg(unix)]
fn special(about: &Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;
    let kind = about.file_type();
    match (kind.is_fifo(), kind.is_socket()) {
        (true, _) => "a FIFO (named pipe)",
        (_, true) => "a socket",
        _ => "a device",
    }
}

#[cfg(not(unix))]
fn special(_: &Metadata) -> &'static str {
    "a device"
}

/// A file that may be written. Until it is, or this is dropped, a working folder stands beside it.
#[derive(Debug)]
pub struct OutputFile {
    gate: Gate,
    path: PathBuf,
    place: PathBuf,
    mark: Mark,
    working: Option<Working>,
}

impl OutputFile {
    /// The path as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the file: all of it, or nothing.
    ///
    /// # Errors
    /// As [`Gate::file`], for what came there meanwhile; a full disk and the like.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        self.put(|working| working.write(bytes).map_err(|error| cannot("write", &self.path, &error)))
    }

    /// The same, where something else writes: it gets the path of a new file, in a folder for itself.
    ///
    /// # Errors
    /// As [`OutputFile::write`], and those of the writer.
    pub fn write_by<E: From<Failure>>(&self, writer: impl FnOnce(&Path) -> Result<(), E>) -> Result<(), E> {
        self.put(|working| writer(&working.begin().map_err(|error| cannot("write", &self.path, &error))?))
    }

    fn put<E: From<Failure>>(&self, writer: impl FnOnce(&Working) -> Result<(), E>) -> Result<(), E> {
        let failed = |error: std::io::Error| cannot("write", &self.path, &error);
        let late;
        let working = match &self.working {
            Some(working) => working,
            None => {
                if let Some(folder) = parent(&self.path) {
                    std::fs::create_dir_all(folder).map_err(|error| cannot("create", folder, &error))?;
                }
                late = Working::beside(&self.gate.place_of_file(&self.path, self.mark)?).map_err(failed)?;
                &late
            }
        };
        writer(working)?;
        // Something may have come there while this worked.
        let place = self.gate.place_of_file(&self.path, self.mark)?;
        Ok(working.put_file(&place).map_err(failed)?)
    }
}

/// A folder that many files are written into.
#[derive(Debug)]
pub struct OutputFiles {
    gate: Gate,
    folder: PathBuf,
    mark: Mark,
}

impl OutputFiles {
    /// A file in it by its address, with `/` between folders, which are made when it is written. What
    /// is there is looked at now and then.
    ///
    /// # Errors
    /// As [`Gate::file`].
    pub fn file(&self, address: &str) -> Result<OutputFile, Failure> {
        let path = address.split('/').fold(self.folder.clone(), |path, part| path.join(part));
        let file = self.gate.unopened(&path, self.mark)?;
        self.gate.place_of_file(&path, self.mark)?;
        Ok(file)
    }
}

/// A folder that may be written.
#[derive(Debug)]
pub struct OutputFolder {
    gate: Gate,
    path: PathBuf,
    place: PathBuf,
    mark: FolderMark,
    working: Option<Working>,
}

impl OutputFolder {
    /// The path as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the folder, with `/` between the folders in it: all of it, or nothing. What was there is
    /// replaced; where nobody edits such folders, a file that is not among the new ones is somebody's
    /// own and needs `--force`.
    ///
    /// # Errors
    /// As [`Gate::folder`], for what came there meanwhile; a full disk and the like.
    pub fn write(&self, files: &[(&str, &[u8])]) -> Result<(), Failure> {
        let failed = |error: std::io::Error| cannot("write", &self.path, &error);
        let late;
        let working = match &self.working {
            Some(working) => working,
            None => {
                if let Some(folder) = self.place.parent() {
                    std::fs::create_dir_all(folder).map_err(|error| cannot("create", folder, &error))?;
                }
                late = Working::beside(&self.place).map_err(failed)?;
                &late
            }
        };
        working.begin().map_err(failed)?;
        for (name, bytes) in files {
            working.add(name, bytes).map_err(failed)?;
        }
        self.gate.may_replace(&self.path, &self.place, self.mark)?;
        if !self.gate.force
            && let Some(own) = self.not_among(files)
        {
            return Err(Failure::Unusable(format!(
                "{}: would be lost, since {} is replaced as a whole and has no such file; move it, or give --force",
                own.display(),
                self.path.display()
            )));
        }
        working.put_folder(&self.place).map_err(failed)
    }

    /// A file of the folder as it is that would be lost.
    fn not_among(&self, files: &[(&str, &[u8])]) -> Option<PathBuf> {
        let mut open = vec![self.place.clone()];
        while let Some(folder) = open.pop() {
            for entry in std::fs::read_dir(folder).ok()?.flatten() {
                let path = entry.path();
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    open.push(path);
                    continue;
                }
                let address = path.strip_prefix(&self.place).ok().map(Path::iter);
                let is = |name: &str| {
                    address.clone().is_some_and(|parts| parts.eq(name.split('/').map(std::ffi::OsStr::new)))
                };
                if !files.iter().any(|(name, _)| is(name)) {
                    return Some(path);
                }
            }
        }
        None
    }
}
