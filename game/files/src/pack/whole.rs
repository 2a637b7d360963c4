//! Files that are one JSON document.

use super::review::Review;
use super::side::{self, NAME, Side};
use super::{Made, Memory, Packing, Trouble, Unpacking};
use base::Failure;
use binary::{Finding, Mode};
use filekind::document::Parse;
use filekind::{Identity, Writing};

/// Unpacks a file.
pub fn unpack(of: &Unpacking<'_>, files: &mut Memory) -> Result<Vec<Finding>, Trouble> {
    let (content, report) = of.identity.read(of.bytes, Mode::Lenient)?;
    // Where packing makes a new file, what is odd about the old one does not
    // count.
    let of_new = match of.identity.kind.writing {
        Writing::Remade => content.to_bytes()?.map(|built| Review::of(of.identity, &built).into_known()),
        Writing::Exact | Writing::Never => None,
    };
    let head = side::head(of.form, of_new.as_ref().unwrap_or(of.known));
    let text = content.to_document(&head).map_err(side::not_json)?;
    files.put(format!("{}{NAME}", of.place.under), text);
    Ok(report.into_findings())
}

/// Packs what [`unpack`] made.
pub fn pack(side: &Side, from: &Packing<'_>, parse: Parse) -> Result<Made, Failure> {
    let content = side.parse(parse)?;
    let remade = from.catalog.by_id(side.form.id).filter(|kind| kind.writing == Writing::Remade);
    let written = content.to_bytes().map_err(|mut finding| {
        if remade.is_some() {
            finding.path = format!("content.{}", finding.path);
        }
        side.unwritable(&finding)
    })?;
    let Some(bytes) = written else {
        return Err(Failure::Unusable(format!("{}: files of this kind are only read", side.shown())));
    };
    // What a new file is to be read as, its content says better than its bytes.
    let read_as = remade.map(|kind| Identity { kind, variant: content.variant() });
    Ok(Made { read_as, ..bytes.into() })
}
