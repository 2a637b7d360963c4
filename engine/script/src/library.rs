//! The scripts of a game: those of its index, and loose ones.
//! Source: `docs/spec/zbd/interp-language.md`, "1. Where a script comes from".

use crate::host::Files;
use crate::script::Script;
use binary::{Finding, Mode};
use std::collections::BTreeMap;
use std::sync::Arc;
use zbd::interp::Interp;

/// Where the index is looked for, the first place first.
pub const INDEX: [&str; 2] = ["interp.zbd", "zbd\\interp.zbd"];

/// Compiled scripts by their names.
///
/// The original throws the whole index away if the time of one loose source differs; an install as
/// it was sold has no sources, so that is left out here. A single newer source is asked for.
#[derive(Clone, Debug, Default)]
pub struct Library {
    compiled: BTreeMap<String, Compiled>,
    names: Vec<String>,
}

#[derive(Clone, Debug)]
struct Compiled {
    script: Arc<Script>,
    timestamp: u32,
}

impl Library {
    /// No compiled scripts: all are loose.
    pub fn empty() -> Self {
        Library::default()
    }

    /// The scripts of an index. Of two with one name the first is found.
    pub fn of(index: &Interp) -> Self {
        let mut library = Library::default();
        for compiled in &index.scripts {
            let script = Arc::new(Script::of_compiled(compiled));
            library.names.push(script.name.clone());
            let timestamp = compiled.timestamp;
            library.compiled.entry(folded(&script.name)).or_insert(Compiled { script, timestamp });
        }
        library
    }

    /// The scripts of the index of an install, none if it has no index, and what is odd about it.
    pub fn open(files: &mut dyn Files) -> (Self, Vec<Finding>) {
        let Some((path, bytes)) = INDEX.iter().find_map(|path| Some((path, files.read(path)?))) else {
            return (Library::empty(), Vec::new());
        };
        let (library, findings) = match zbd::interp::read(&bytes, Mode::Lenient) {
            Ok((index, report)) => (Library::of(&index), report.into_findings()),
            Err(finding) => (Library::empty(), vec![*finding]),
        };
        (library, findings.into_iter().map(|finding| finding.in_file(path)).collect())
    }

    /// The names of the compiled scripts, in the order of the index.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The name under which the index has a script that is called so elsewhere: the one with the most
    /// last parts of its path in common, at least the file's name. Nothing if several have.
    pub fn alike(&self, name: &str) -> Option<&str> {
        let wanted = folded(name);
        if let Some(own) = self.compiled.get(&wanted) {
            return Some(&own.script.name);
        }
        let common = |(known, _): &(&String, &Compiled)| {
            let parts = known.rsplit('/').zip(wanted.rsplit('/'));
            parts.take_while(|(known, wanted)| known == wanted).count()
        };
        let most = self.compiled.iter().map(|script| common(&script)).max().filter(|most| *most > 0)?;
        let mut alike = self.compiled.iter().filter(|script| common(script) == most);
        let found = alike.next()?;
        alike.next().is_none().then_some(found.1.script.name.as_str())
    }

    /// The compiled script of a name, whatever its case and whichever way its slashes lean, unless a
    /// newer source of it is there.
    pub(crate) fn find(&self, name: &str, files: &mut dyn Files) -> Option<Arc<Script>> {
        let compiled = self.compiled.get(&folded(name))?;
        (!files.is_newer(name, compiled.timestamp)).then(|| Arc::clone(&compiled.script))
    }
}

/// The form in which names of scripts are compared.
pub(crate) fn folded(name: &str) -> String {
    name.to_ascii_lowercase().replace('\\', "/")
}
