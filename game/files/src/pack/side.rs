//! The side file of an unpacked folder: JSON that says what the folder is and
//! everything that the files beside it cannot.

use super::Files;
use super::names::check;
use base::Failure;
use filekind::document::{self, Head, Known};
use filekind::{Catalog, FolderForm};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::Path;

/// What the side file is called.
pub const NAME: &str = "revisit.json";
/// Version of the layout of folders.
const VERSION: u32 = 1;

/// True for the side file of an unpacked folder, of any version and kind.
pub fn is_side_file(path: &Path) -> bool {
    std::fs::read(path).is_ok_and(|text| document::head(&path.display().to_string(), &text).is_ok())
}

/// A side file whose head was read.
pub struct Side {
    /// What the folder is.
    pub form: &'static FolderForm,
    /// What was odd about the file when it was unpacked.
    pub known: Known,
    shown: String,
    text: Vec<u8>,
}

impl Side {
    /// Reads the side file of the folder `under`.
    pub fn read(catalog: &Catalog, files: &dyn Files, under: &str) -> Result<Self, Failure> {
        let name = format!("{under}{NAME}");
        let shown = files.shown(&name);
        let text = files.read(&name).map_err(|failure| {
            Failure::Unusable(format!("{failure}; `revisit unpack` makes one in every folder it writes"))
        })?;
        // The other keys are looked at with the content.
        let head = document::head(&shown, &text).map_err(unusable)?;
        if head.revisit != VERSION {
            return Err(Failure::Unusable(format!(
                "{shown}: revisit: expected {VERSION}, found {}; unpack the file again with this version",
                head.revisit
            )));
        }
        let forms = catalog.folder_forms();
        let form = forms.iter().copied().find(|form| form.id == head.kind).ok_or_else(|| {
            let ids: Vec<&str> = forms.iter().map(|form| form.id).collect();
            Failure::Unusable(format!(
                "{shown}: kind: expected one of {}, found `{}`",
                ids.join(", "),
                head.kind
            ))
        })?;
        Ok(Side { form, known: head.findings, shown, text })
    }

    /// What it says.
    pub fn content<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        document::content(&self.shown, &self.text).map_err(unusable)
    }

    /// The value of a file of which it says everything.
    pub fn parse(&self, parse: document::Parse) -> Result<Box<dyn filekind::Content>, Failure> {
        parse(&self.shown, &self.text).map_err(unusable)
    }

    /// What a person calls it.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// A failure at a key.
    pub fn wrong(&self, key: &str, what: impl std::fmt::Display) -> Failure {
        Failure::Unusable(format!("{}: content.{key}: {what}", self.shown))
    }

    /// The bytes of the file in the folder `under` that a key names.
    pub fn file(&self, files: &dyn Files, under: &str, name: &str, key: &str) -> Result<Vec<u8>, Failure> {
        self.there(files, under, name, name, key)?;
        files.read(&format!("{under}{name}"))
    }

    /// The folder in the folder `under` that a key names has a side file.
    pub fn folder(&self, files: &dyn Files, under: &str, name: &str, key: &str) -> Result<(), Failure> {
        self.there(files, under, name, &format!("{name}/{NAME}"), key)
    }

    /// What a key names is a name, and `file` is there by it.
    fn there(
        &self,
        files: &dyn Files,
        under: &str,
        name: &str,
        file: &str,
        key: &str,
    ) -> Result<(), Failure> {
        check(name).map_err(|what| {
            self.wrong(key, format!("expected the name of a file in this folder, found {what} (`{name}`)"))
        })?;
        let path = format!("{under}{file}");
        if files.is_there(&path) {
            return Ok(());
        }
        let what =
            format!("no such file: {}; put it there, or change or remove this entry", files.shown(&path));
        Err(self.wrong(key, what))
    }

    /// A value that the format cannot hold.
    pub fn unwritable(&self, finding: &binary::Finding) -> Failure {
        Failure::Unusable(finding.clone().in_file(&self.shown).to_string())
    }
}

/// The head of a side file.
pub fn head(form: &FolderForm, known: &Known) -> Head {
    Head { revisit: VERSION, kind: form.id.to_owned(), findings: known.clone() }
}

/// The side file of a folder.
pub fn write(form: &FolderForm, known: &Known, content: &impl Serialize) -> Result<Vec<u8>, Failure> {
    document::write(&head(form, known), content).map_err(not_json)
}

/// Reads JSON that stands in a file of its own.
pub fn parse<T: DeserializeOwned>(shown: &str, text: &[u8]) -> Result<T, Failure> {
    document::read(shown, text).map_err(unusable)
}

/// Any value as JSON that stands in a file of its own.
pub fn print(value: &impl Serialize) -> Result<Vec<u8>, Failure> {
    document::print(value).map_err(not_json)
}

/// The failure of what JSON cannot say.
pub fn not_json(error: serde_json::Error) -> Failure {
    Failure::Unusable(format!("cannot be shown as JSON: {error}"))
}

#[expect(clippy::needless_pass_by_value, reason = "as `map_err` hands it over")]
fn unusable(error: document::Error) -> Failure {
    Failure::Unusable(error.to_string())
}
