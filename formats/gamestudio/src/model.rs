//! A model of whichever kind a file holds: games use all of them under one
//! extension. Source: `docs/spec/gamestudio.md`, the introduction.

use crate::mdl::{self, alias};
use crate::mdl7;
use binary::{Code, Finding, Mode, Report, Result, Severity, Site, codes};
use serde::{Deserialize, Serialize};

codes! {
    KIND = "gamestudio.model.kind": "the file is no model of a known kind" => "check that it is a model: MDL7, MDL5, MDL4, MDL3, MDL2 or IDPO";
}

/// A model and its kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// IDPO or MDL2.
    Alias(alias::Model),
    /// MDL3, MDL4 or MDL5.
    Mdl(mdl::Model),
    /// MDL7.
    Mdl7(mdl7::Model),
}

/// Which reader a file is for.
#[derive(Clone, Copy)]
enum Kind {
    Alias,
    Mdl,
    Mdl7,
}

fn kind(bytes: &[u8]) -> Option<Kind> {
    match bytes.first_chunk::<4>()? {
        b"IDPO" | b"MDL2" => Some(Kind::Alias),
        b"MDL3" | b"MDL4" | b"MDL5" => Some(Kind::Mdl),
        b"MDL7" => Some(Kind::Mdl7),
        _ => None,
    }
}

/// Every finding that reading or writing a model of any kind can make.
pub fn codes() -> Vec<&'static Code> {
    let mut codes = [CODES.to_vec(), mdl::codes(), mdl7::codes()].concat();
    // Both kinds have skins.
    codes.sort_unstable_by_key(|code| code.id);
    codes.dedup_by_key(|code| code.id);
    codes
}

/// Reads a model of any kind.
///
/// # Errors
/// `gamestudio.model.kind` for a file that starts as none of them, else as the
/// reader of its kind.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Model, Report)> {
    match kind(bytes) {
        Some(Kind::Alias) => alias::read(bytes, mode).map(|(model, report)| (Model::Alias(model), report)),
        Some(Kind::Mdl) => mdl::read(bytes, mode).map(|(model, report)| (Model::Mdl(model), report)),
        Some(Kind::Mdl7) => mdl7::read(bytes, mode).map(|(model, report)| (Model::Mdl7(model), report)),
        None => {
            let start = &bytes[..bytes.len().min(4)];
            let found = format_args!("\"{}\"", start.escape_ascii());
            Err(Box::new(Finding::new(
                &KIND,
                Severity::Error,
                "",
                "\"MDL7\" or an older kind at the start",
                found,
            )))
        }
    }
}

/// Every place the reader looks at; none in a file of no known kind.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    match kind(bytes) {
        Some(Kind::Alias) => alias::fields(bytes),
        Some(Kind::Mdl) => mdl::fields(bytes),
        Some(Kind::Mdl7) => mdl7::fields(bytes),
        None => Vec::new(),
    }
}

/// Writes a model as its kind.
///
/// # Errors
/// As the writer of its kind.
pub fn write(model: &Model) -> Result<Vec<u8>> {
    match model {
        Model::Alias(model) => alias::write(model),
        Model::Mdl(model) => mdl::write(model),
        Model::Mdl7(model) => mdl7::write(model),
    }
}
