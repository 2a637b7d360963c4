//! Files of the games as folders that people can edit, and back: pictures as
//! PNG, sounds as WAV, reader data and animations as text, everything else as JSON.
//!
//! [`unpack`] only makes what [`pack`] turns into the same bytes again; both
//! work in memory, on [`Files`]. Which kinds can be unpacked and how, their tables
//! say ([`FolderForm`]); a form that asks for more than one JSON document has its
//! layout in `LAYOUTS`. It knows nothing of installs and mods.
//! Source: the layouts of `docs/spec/zbd`, `docs/spec/gamestudio.md`, `docs/spec/everquest` and
//! `docs/spec/daggerfall.md`; the layout of
//! the folders is our own and described in `docs/unpacked.md`.

mod anim;
mod archive;
mod bsa;
mod files;
mod names;
mod pfs;
mod picture;
mod review;
mod side;
mod textures;
mod whole;

use base::Failure;
use binary::Finding;
use filekind::document::Known;
use filekind::{Catalog, FolderForm, Identity, Writing};
pub use files::{Disk, Files, Memory};
use review::Review;
use side::Side;
pub use side::{NAME, is_side_file};

/// How many archives may be inside each other.
const DEPTH: usize = 4;

/// How files of a form are laid out that are more than one JSON document.
struct Layout {
    form: &'static FolderForm,
    unpack: fn(&Unpacking<'_>, &mut Memory) -> Result<Vec<Finding>, Trouble>,
    pack: fn(&Side, &Packing<'_>, &mut Said) -> Result<Made, Failure>,
}

/// The layouts that need more than their format crate has: PNG, a text for each
/// definition, and the kinds of members in one another.
static LAYOUTS: [Layout; 5] = [
    Layout { form: &zbd::kinds::TEXTURES_FOLDER, unpack: textures::unpack, pack: textures::pack },
    Layout { form: &zbd::kinds::ANIM_FOLDER, unpack: anim::unpack, pack: anim::pack },
    Layout { form: &zbd::kinds::ARCHIVE_FOLDER, unpack: archive::unpack, pack: archive::pack },
    Layout { form: &everquest::kinds::ARCHIVE_FOLDER, unpack: pfs::unpack, pack: pfs::pack },
    Layout { form: &daggerfall::kinds::ARCHIVE_FOLDER, unpack: bsa::unpack, pack: bsa::pack },
];

fn layout(form: &FolderForm) -> Result<&'static Layout, Failure> {
    LAYOUTS.iter().find(|layout| layout.form == form).ok_or_else(|| {
        Failure::Unusable(format!("a {} has no layout as a folder; this is a fault of Revisit", form.name))
    })
}

/// A file as a folder.
#[derive(Debug)]
pub struct Unpacked {
    /// What the folder is.
    pub form: &'static FolderForm,
    /// The files of the folder; names are relative to it.
    pub files: Memory,
    /// What is odd about the file, named as it was given.
    pub findings: Vec<Finding>,
    /// Packing the folder gives the same bytes. Only message DLLs that hold code
    /// are no such files: packing makes a new one with the same messages.
    pub exact: bool,
}

/// A folder as a file.
#[derive(Debug)]
pub struct Packed {
    /// What the folder is.
    pub form: &'static FolderForm,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// What a person should know about it, line by line.
    pub notes: Vec<String>,
    /// What is odd about it and was so before it was unpacked; those of the file
    /// itself have no file's name yet.
    pub findings: Vec<Finding>,
}

/// How a file is laid out as a folder, if it can be unpacked.
pub fn form_of(catalog: &Catalog, name: &str, bytes: &[u8]) -> Option<&'static FolderForm> {
    catalog.identify_file(name, bytes)?.kind.folder
}

/// Unpacks the bytes of a file called `name`.
///
/// # Errors
/// A file of no kind that can be unpacked, a damaged one, and one that packing
/// would not give back.
pub fn unpack(catalog: &Catalog, name: &str, bytes: &[u8]) -> Result<Unpacked, Failure> {
    let form = form_of(catalog, name, bytes).ok_or_else(|| {
        let names: Vec<&str> = catalog.folder_forms().iter().map(|form| form.name).collect();
        Failure::Unusable(format!("{name}: not a file that can be unpacked; known are {}", names.join(", ")))
    })?;
    let mut files = Memory::default();
    let mut findings =
        unpack_into(catalog, form, bytes, Place::TOP, &mut files).map_err(|error| error.in_file(name))?;
    for finding in &mut findings {
        finding.file = name.to_owned();
    }
    // What is odd about it was there before.
    let (_, packed) =
        pack_from(&Packing { catalog, files: &files, place: Place::TOP }, &mut Said::default())?;
    let exact = packed == bytes;
    let may_differ = catalog.by_id(form.id).is_some_and(|kind| kind.writing == Writing::Remade);
    if !exact && !may_differ {
        return Err(Failure::Unusable(format!(
            "{name}: packing it again would not give the same bytes, so it stays as it is; \
             this is a fault of Revisit, please report it"
        )));
    }
    Ok(Unpacked { form, files, findings, exact })
}

/// Packs the folder that `files` holds, and reads the result back.
///
/// # Errors
/// A side file that is missing or says something the file cannot hold, a
/// missing or damaged file beside it, names that leave the folder, and edits
/// that damage the file; each with the file, the key and what was expected.
pub fn pack(catalog: &Catalog, files: &dyn Files) -> Result<Packed, Failure> {
    let mut said = Said { notes: Vec::new(), findings: Some(Vec::new()) };
    let (form, bytes) = pack_from(&Packing { catalog, files, place: Place::TOP }, &mut said)?;
    Ok(Packed { form, bytes, notes: said.notes, findings: said.findings.unwrap_or_default() })
}

/// What is said on the way while a folder is packed.
#[derive(Default)]
struct Said {
    notes: Vec<String>,
    /// What reading back finds; none when nothing is read back.
    findings: Option<Vec<Finding>>,
}

/// Why something cannot be unpacked.
enum Trouble {
    /// The file is damaged.
    Finding(Box<Finding>),
    /// Anything else.
    Failure(Failure),
}

impl Trouble {
    fn in_file(self, name: &str) -> Failure {
        match self {
            Trouble::Finding(finding) => Box::new(finding.in_file(name)).into(),
            Trouble::Failure(failure) => failure,
        }
    }
}

impl From<Box<Finding>> for Trouble {
    fn from(finding: Box<Finding>) -> Self {
        Trouble::Finding(finding)
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Trouble::Failure(failure)
    }
}

/// Which folder inside the unpacked one.
#[derive(Clone, Copy)]
struct Place<'a> {
    /// Its path: empty, or ends with a slash.
    under: &'a str,
    /// How many archives may still be inside each other.
    depth: usize,
}

impl Place<'_> {
    const TOP: Place<'static> = Place { under: "", depth: DEPTH };
}

/// A file on its way into a folder.
struct Unpacking<'a> {
    catalog: &'a Catalog,
    form: &'static FolderForm,
    identity: Identity,
    bytes: &'a [u8],
    /// What strict reading finds in it.
    known: &'a Known,
    place: Place<'a>,
}

/// A folder on its way into a file.
#[derive(Clone, Copy)]
struct Packing<'a> {
    catalog: &'a Catalog,
    files: &'a dyn Files,
    place: Place<'a>,
}

fn unpack_into(
    catalog: &Catalog,
    form: &'static FolderForm,
    bytes: &[u8],
    place: Place<'_>,
    files: &mut Memory,
) -> Result<Vec<Finding>, Trouble> {
    let identity = read_as(catalog, form, bytes)?;
    let known = &Review::of(identity, bytes).into_known();
    let unpacking = Unpacking { catalog, form, identity, bytes, known, place };
    match form.parse {
        Some(_) => whole::unpack(&unpacking, files),
        None => (layout(form)?.unpack)(&unpacking, files),
    }
}

/// What the bytes of a file of this form are read as.
fn read_as(catalog: &Catalog, form: &FolderForm, bytes: &[u8]) -> Result<Identity, Failure> {
    catalog.in_form(form, bytes).ok_or_else(|| {
        Failure::Unusable(format!("no kind of file is called `{}`; this is a fault of Revisit", form.id))
    })
}

fn pack_from(from: &Packing<'_>, said: &mut Said) -> Result<(&'static FolderForm, Vec<u8>), Failure> {
    let Packing { catalog, files, place: Place { under, .. } } = *from;
    let side = Side::read(catalog, files, under)?;
    let made = match side.form.parse {
        Some(parse) => whole::pack(&side, from, parse)?,
        None => (layout(side.form)?.pack)(&side, from, said)?,
    };
    let Made { bytes, read_as: given, members } = made;
    if let Some(findings) = &mut said.findings {
        let identity = given.map_or_else(|| read_as(catalog, side.form, &bytes), Ok)?;
        let review = Review::of(identity, &bytes);
        if let Some(finding) = review.fresh(&side.known) {
            return Err(refusal(&review, finding, &side, &members));
        }
        let name = if under.is_empty() { String::new() } else { files.shown(under.trim_end_matches('/')) };
        findings.extend(review.into_findings().into_iter().map(|finding| finding.in_file(&name)));
    }
    Ok((side.form, bytes))
}

/// A file that was packed.
struct Made {
    bytes: Vec<u8>,
    /// What it is to be read as, where its bytes do not tell.
    read_as: Option<Identity>,
    /// Of an archive: where findings say that a member is, and its file.
    members: Vec<(String, String)>,
}

impl From<Vec<u8>> for Made {
    fn from(bytes: Vec<u8>) -> Self {
        Made { bytes, read_as: None, members: Vec::new() }
    }
}

/// Why a file that was packed is not written: what reading it back found, in
/// the file that the edit was made in.
fn refusal(review: &Review, finding: &Finding, side: &Side, members: &[(String, String)]) -> Failure {
    // An offset says nothing as long as there is no file.
    let mut finding = Finding { offset: None, file: side.shown().to_owned(), ..finding.clone() };
    for (place, file) in members {
        if let Some(rest) = finding.path.strip_prefix(place.as_str()) {
            let rest = rest.strip_prefix(", ").unwrap_or(rest).to_owned();
            (finding.file, finding.path) = (file.clone(), rest);
            break;
        }
    }
    let before = side.known.get(finding.code).copied().unwrap_or_default();
    let more = if before > 0 {
        format!("; there are {} such errors, {before} when it was unpacked", review.errors_of(finding.code))
    } else {
        String::new()
    };
    Failure::Unusable(format!("{finding}{more}; nothing was written"))
}

/// Pixels, four bytes each, as a PNG; both sizes are above 0.
///
/// # Errors
/// Another number of bytes than the size asks for, or an empty picture.
pub fn png(width: u16, height: u16, rgba: &[u8]) -> Result<Vec<u8>, Failure> {
    picture::encode(width, height, &picture::Pixels::Rgba(rgba))
        .map_err(|error| Failure::Unusable(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_can_be_packed_by_its_table_or_by_one_layout() {
        let catalog = kinds::all();
        for form in catalog.folder_forms() {
            assert!(form.parse.is_some() != layout(form).is_ok(), "{form:?}");
            let kind = catalog.by_id(form.id).unwrap();
            assert_eq!(kind.folder, Some(form));
            assert_ne!(kind.writing, Writing::Never, "{form:?}");
        }
    }
}
