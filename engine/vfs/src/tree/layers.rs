//! Opening the layers of a tree: folders, zip files and images of discs, or containers
//! that are not there.

use super::{Layer, Root, Vfs, error};
use crate::archive::{ArchiveOpener, Container, Index};
use crate::budget::Budget;
use crate::folder::Folder;
use crate::inner::Inner;
use crate::log::Log;
use crate::source::Source;
use crate::{codes, disc, zip};
use binary::{Finding, Limits, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What the lowest layer is called.
const INSTALL: &str = "install";

impl Vfs {
    /// Lays the mods over the install, the last one on top. Files that one of
    /// `archives` opens are folders, too.
    ///
    /// Each of them is a folder, a zip file or an image of a disc (`.cue`, `.iso`). The install may
    /// also be a folder inside such a file, `games/mech3.zip/Mech3`. Only the tops of the folders are
    /// listed.
    ///
    /// # Errors
    /// `vfs.layer` when one of them is not there or cannot be opened; of an image of a disc
    /// `cd.sheet` when its cue sheet cannot be followed, and `cd.volume` when its files cannot be
    /// listed.
    pub fn open(install: &Path, mods: &[PathBuf], archives: &[ArchiveOpener]) -> Result<Vfs> {
        Vfs::open_over(install, &[], mods, archives)
    }

    /// The same for a game whose files lie in archives over each other: the members of the archives at these
    /// addresses of the install, the weakest first, lie at the top of the tree, below the install's own files.
    /// Names that one of them lists are looked for in those that do not list all of theirs. One that cannot be opened
    /// is a finding.
    ///
    /// # Errors
    /// As [`Vfs::open`].
    pub fn open_over(
        install: &Path,
        packs: &[String],
        mods: &[PathBuf],
        archives: &[ArchiveOpener],
    ) -> Result<Vfs> {
        let mut vfs = Vfs::empty(archives);
        let root = match container_around(install) {
            Some((file, inside)) => Root::Archive(vfs.open_file(file, &inside)?),
            None => Root::Folder(open_folder(install)?),
        };
        vfs.push(INSTALL.to_owned(), install.to_owned(), root);
        vfs.lay(packs);
        for path in mods {
            let name = path.file_name().map_or_else(|| path.to_string_lossy(), |name| name.to_string_lossy());
            let root = if path.is_file() {
                Root::Archive(vfs.open_file(path, "")?)
            } else {
                Root::Folder(open_folder(path)?)
            };
            vfs.push(name.into_owned(), path.clone(), root);
        }
        Ok(vfs)
    }

    /// The same over containers instead of folders, for files that are not on a
    /// disk, such as those that a person hands to a web page. Mods are named.
    ///
    /// ```
    /// use vfs::{Bytes, Container, Member, Vfs};
    ///
    /// struct OneFile;
    ///
    /// impl Container for OneFile {
    ///     fn members(&self) -> Vec<Member> {
    ///         vec![Member { name: "zbd/c1/gamez.zbd".to_owned(), size: Some(5) }]
    ///     }
    ///     fn read(&self, _: usize) -> binary::Result<Bytes> {
    ///         Ok(Bytes::from(b"world".to_vec()))
    ///     }
    /// }
    ///
    /// let vfs = Vfs::over(Box::new(OneFile), Vec::new(), &[]);
    /// assert_eq!(&vfs.read("ZBD/C1/GameZ.zbd")?[..], b"world");
    /// # Ok::<(), Box<binary::Finding>>(())
    /// ```
    pub fn over(
        install: Box<dyn Container>,
        mods: Vec<(String, Box<dyn Container>)>,
        archives: &[ArchiveOpener],
    ) -> Vfs {
        let mut vfs = Vfs::empty(archives);
        let install = (INSTALL.to_owned(), install);
        for (name, container) in std::iter::once(install).chain(mods) {
            let path = PathBuf::from(&name);
            let index = Index::new(container, 0, path.clone(), String::new(), &name, &vfs.log, &vfs.budget);
            vfs.push(name, path, Root::Archive(Arc::new(index)));
        }
        vfs
    }

    fn empty(archives: &[ArchiveOpener]) -> Vfs {
        Vfs {
            layers: Vec::new(),
            roots: Vec::new(),
            packs: Vec::new(),
            archives: archives.to_vec(),
            log: Log::default(),
            budget: Budget::default(),
            cache: Arc::default(),
            limits: Limits::default(),
        }
    }

    /// Opens a folder of a zip file or of an image of a disc, `""` for its top.
    ///
    /// # Errors
    /// As [`Vfs::open`].
    fn open_file(&self, path: &Path, inside: &str) -> Result<Arc<Index>> {
        let shown = path.display().to_string();
        let wrong = |found: String| {
            error(&codes::LAYER, &shown, "a folder, a zip file or an image of a disc (.cue, .iso)", found)
        };
        let mut container = match Packing::of(path) {
            Some(Packing::Cue) => self.noted(disc::open_cue(path)?),
            Some(Packing::Iso) => self.noted(disc::open_iso(path)?),
            Some(Packing::Zip) | None => {
                let source = Source::disk(path).map_err(|problem| wrong(problem.to_string()))?;
                zip::open_source(source).map_err(|finding| wrong(finding.found))?
            }
        };
        if !inside.is_empty() {
            let inner = Inner::new(container, inside);
            container = Box::new(inner.ok_or_else(|| wrong(format!("no folder `{inside}` in it")))?);
        }
        let name = path.file_name().map_or(shown, |name| name.to_string_lossy().into_owned());
        let (disk, inside) = (path.to_owned(), inside.to_owned());
        Ok(Arc::new(Index::new(container, 0, disk, inside, &name, &self.log, &self.budget)))
    }

    /// A container, its findings noted.
    fn noted(&self, (container, findings): (Box<dyn Container>, Vec<Finding>)) -> Box<dyn Container> {
        findings.into_iter().for_each(|finding| self.log.push(finding));
        container
    }

    fn push(&mut self, name: String, path: PathBuf, root: Root) {
        self.roots.push((self.layers.len(), root));
        self.layers.push(Layer { name, path });
    }

    /// Lays the members of archives of the install below its own files.
    fn lay(&mut self, packs: &[String]) {
        let mut laid = Vec::new();
        for address in packs {
            match self.pack(address, None) {
                Ok(index) => laid.push((address.clone(), index)),
                Err(finding) => self.log.push(*finding),
            }
        }
        if laid.iter().any(|(_, index)| !index.lists_all()) {
            let names: Vec<String> = laid.iter().flat_map(|(_, index)| index.names()).collect();
            for (address, index) in laid.iter_mut().filter(|(_, index)| !index.lists_all()) {
                if let Ok(with_names) = self.pack(address, Some(&names)) {
                    *index = with_names;
                }
            }
        }
        self.packs = laid.iter().map(|(address, _)| address.clone()).collect();
        let roots = laid.into_iter().map(|(_, index)| (0, Root::Archive(index)));
        self.roots.splice(0..0, roots);
    }

    /// An archive of the install; with names that it may have beside those that it lists.
    fn pack(&self, address: &str, names: Option<&[String]>) -> Result<Arc<Index>> {
        let none = |found: String| error(&codes::NOT_AN_ARCHIVE, address, "an archive", found);
        let spot = self.find(address)?;
        let file = spot.file.as_ref().ok_or_else(|| none("a folder".to_owned()))?;
        let opened = match names {
            Some(names) => self.open_archive(file, &spot.address, names),
            None => self.archive(file, &spot.address),
        };
        opened.map_err(|reason| match reason {
            Some(reason) => Box::new(reason.in_file(&spot.address)),
            None => none("a file of another kind".to_owned()),
        })
    }
}

fn open_folder(path: &Path) -> Result<Arc<Folder>> {
    let shown = path.display().to_string();
    let wrong = |found: String| error(&codes::LAYER, &shown, "a folder that can be listed", found);
    let real = fs::canonicalize(path).map_err(|problem| wrong(problem.to_string()))?;
    if !real.is_dir() {
        return Err(wrong("a file".to_owned()));
    }
    fs::read_dir(&real).map_err(|problem| wrong(problem.to_string()))?;
    Ok(Arc::new(Folder::root(real)))
}

/// What a file holds that stands for a folder, by the ending of its name.
#[derive(Clone, Copy)]
enum Packing {
    Zip,
    Cue,
    Iso,
}

impl Packing {
    fn of(path: &Path) -> Option<Packing> {
        let ending = path.extension()?.to_str()?;
        let known = [("zip", Packing::Zip), ("cue", Packing::Cue), ("iso", Packing::Iso)];
        known.into_iter().find(|(name, _)| ending.eq_ignore_ascii_case(name)).map(|(_, packing)| packing)
    }
}

/// The zip file or image of a disc (`.cue`, `.iso`) that a path names or leads into, by the ending of
/// its name, and the folder in it with `/` between names; `None` for a path that leads into none.
pub fn container_around(path: &Path) -> Option<(&Path, String)> {
    let stands_for_a_folder = |path: &&Path| Packing::of(path).is_some() && path.is_file();
    let file = path.ancestors().find(stands_for_a_folder)?;
    let inside = path.strip_prefix(file).ok()?;
    let parts: Option<Vec<&str>> = inside.iter().map(|part| part.to_str()).collect();
    Some((file, parts?.join("/")))
}
