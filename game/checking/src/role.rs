//! What a file must be, whatever is in it: by what the table of games says it is for, else by how
//! its name ends. What it holds decides only where neither says anything.

use ::load::Family;
use ::load::gamestudio::alone;
use ::vfs::Kind;
use filekind::{Catalog, FileKind, Identity};
use titles::Title;
use titles::install::Install;

/// What a file must be.
#[derive(Clone, Debug, PartialEq)]
pub enum Role {
    /// A file of this kind.
    Kind {
        /// What it is read as.
        identity: Identity,
        /// Its content says so, too, or nothing but its name ever does.
        recognised: bool,
    },
    /// Of one of these kinds, and its content is that of none.
    NoneOf(Vec<&'static FileKind>),
    /// It starts with these words, and its kind is not read yet.
    Starts(&'static [u32]),
    /// A picture.
    Picture,
    /// A script of a Gamestudio game.
    Script,
    /// The description of a demo.
    Demo,
    /// The file that stands for a scene in code, with what is in it.
    Scene(&'static str),
    /// Anything.
    Unknown,
}

/// What says what the files of an install must be.
pub struct Roles<'a> {
    catalog: &'a Catalog,
    title: Option<&'static Title>,
    /// Endings that other programs use, too, tell as well.
    by_ending: bool,
}

impl<'a> Roles<'a> {
    /// For the files of an install.
    pub fn of_install(catalog: &'a Catalog, install: &Install) -> Self {
        let title = install.detection.title;
        Roles { catalog, title, by_ending: goes_by_endings(catalog, install) }
    }

    /// For a file alone, which the person who names it takes for what its name says; in an install if
    /// it lies in one.
    pub fn of_file(catalog: &'a Catalog, install: Option<&Install>) -> Self {
        let title = install.and_then(|install| install.detection.title);
        Roles { catalog, title, by_ending: true }
    }

    /// What the file at an address of the install, or of this name, must be.
    pub fn of(&self, address: &str, bytes: &[u8]) -> Role {
        if address.eq_ignore_ascii_case(titles::DEMO_FILE) {
            return Role::Demo;
        }
        let rule = self.title.and_then(|title| title.rule_of(address));
        let kinds = rule.into_iter().flat_map(|rule| &rule.kinds);
        let kinds: Vec<&'static FileKind> = kinds.filter_map(|id| self.catalog.by_id(id)).collect();
        let found = self.catalog.identify_file(address, bytes);
        if let Some(usual) = kinds.first() {
            return match found.filter(|found| kinds.contains(&found.kind)) {
                Some(identity) => Role::Kind { identity, recognised: true },
                None => Role::Kind { identity: Identity::from(*usual), recognised: false },
            };
        }
        if let Some(rule) = rule.filter(|rule| !rule.starts.is_empty()) {
            return Role::Starts(&rule.starts);
        }
        if let Some(content) = rule.and(self.title).and_then(titles::coded_content) {
            return Role::Scene(content);
        }
        self.by_name(address, bytes, found)
    }

    fn by_name(&self, address: &str, bytes: &[u8], found: Option<Identity>) -> Role {
        let tells = |identity: &Identity| self.by_ending || !identity.kind.shared_ending;
        if let Some(promised) = self.catalog.promised(address, bytes).filter(tells) {
            let recognised = found.is_some_and(|found| found.kind == promised.kind);
            return Role::Kind { identity: found.filter(|_| recognised).unwrap_or(promised), recognised };
        }
        if let Some(identity) = found {
            return Role::Kind { identity, recognised: true };
        }
        if self.by_ending && alone::is_picture(address) {
            return Role::Picture;
        }
        if self.title.is_some_and(|title| Family::named(&title.family) == Some(Family::Gamestudio))
            && alone::is_script(address)
        {
            return Role::Script;
        }
        // Kinds without a promise share their ending with others of the format, and its games have no
        // more files that end so.
        let ends = |kind: &&FileKind| kind.has_ending(address) && !kind.shared_ending && !kind.member_only;
        let all: Vec<&'static FileKind> = self.catalog.files().filter(|kind| ends(kind)).collect();
        if all.len() < 2 || self.is_unread(bytes) {
            return Role::Unknown;
        }
        Role::NoneOf(all)
    }

    /// True for a file that starts as some file of the title whose kind is not read yet.
    fn is_unread(&self, bytes: &[u8]) -> bool {
        let titles = titles::manifest().titles.iter();
        let rules = titles.flat_map(|title| &title.files).filter(|rule| !rule.starts.is_empty());
        rules.into_iter().any(|rule| rule.fits(bytes))
    }
}

/// True where endings that other programs use, too, say what files must be: in a game made with
/// Gamestudio, and in a folder of models of which one at least is its.
fn goes_by_endings(catalog: &Catalog, install: &Install) -> bool {
    let title = install.detection.title;
    let family = title.and_then(|title| Family::named(&title.family));
    let is_model = |entry: &::vfs::Entry| {
        let promised = catalog.promised(&entry.name, &[]).filter(|promised| promised.kind.shared_ending);
        promised.is_some() && {
            let start = install.vfs.read_start(&entry.address, 4).unwrap_or_default();
            catalog.identify(&start) == promised
        }
    };
    let any_model = || {
        let entries = install.vfs.walk(false);
        entries.iter().filter(|entry| entry.kind == Kind::File).any(is_model)
    };
    family == Some(Family::Gamestudio) && (install.is_game() || any_model())
}
