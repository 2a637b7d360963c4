//! Files of the games as folders that people can edit, and back: pictures as
//! PNG, sounds as WAV, reader data as text, everything else as JSON.
//!
//! [`unpack`] only makes what [`pack`] turns into the same bytes again; both
//! work in memory, on [`Files`]. Which kinds there are is said by [`Kind`]. It
//! knows nothing of installs and mods.
//! Source: the layouts of `docs/spec/zbd` and `docs/spec/gamestudio.md`; the layout of
//! the folders is our own and described in `docs/unpacked.md`.

mod archive;
mod document;
mod files;
mod kind;
mod names;
mod picture;
mod review;
mod textures;
mod whole;
mod words;

use crate::kinds;
use base::Failure;
use binary::Finding;
pub use document::NAME;
pub use files::{Disk, Files, Memory};
pub use kind::Kind;
use review::Review;

/// How many archives may be inside each other.
const DEPTH: usize = 4;

/// A file as a folder.
#[derive(Debug)]
pub struct Unpacked {
    /// What the file is.
    pub kind: Kind,
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
    /// What the file is.
    pub kind: Kind,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What a person should know about it, line by line.
    pub notes: Vec<String>,
    /// What is odd about it and was so before it was unpacked; those of the file
    /// itself have no file's name yet.
    pub findings: Vec<Finding>,
}

/// Unpacks the bytes of a file called `name`.
///
/// # Errors
/// A file of no kind that can be unpacked, a damaged one, and one that packing
/// would not give back.
pub fn unpack(name: &str, bytes: &[u8]) -> Result<Unpacked, Failure> {
    let kind = Kind::of(name, bytes).ok_or_else(|| {
        Failure::Unusable(format!(
            "{name}: not a file that can be unpacked; known are {}",
            Kind::ALL.map(Kind::name).join(", ")
        ))
    })?;
    let mut files = Memory::default();
    let mut findings =
        unpack_into(kind, bytes, "", DEPTH, &mut files).map_err(|error| error.in_file(name))?;
    for finding in &mut findings {
        finding.file = name.to_owned();
    }
    // What is odd about it was there before.
    let (_, packed) = pack_from(&files, "", DEPTH, &mut Said::default())?;
    let exact = packed == bytes;
    if !exact && kind != Kind::Messages {
        return Err(Failure::Unusable(format!(
            "{name}: packing it again would not give the same bytes, so it stays as it is; \
             this is a fault of Revisit, please report it"
        )));
    }
    Ok(Unpacked { kind, files, findings, exact })
}

/// Packs the folder that `files` holds, and reads the result back.
///
/// # Errors
/// A side file that is missing or says something the file cannot hold, a
/// missing or damaged file beside it, names that leave the folder, and edits
/// that damage the file; each with the file, the key and what was expected.
pub fn pack(files: &dyn Files) -> Result<Packed, Failure> {
    let mut said = Said { notes: Vec::new(), findings: Some(Vec::new()) };
    let (kind, bytes) = pack_from(files, "", DEPTH, &mut said)?;
    Ok(Packed { kind, bytes, notes: said.notes, findings: said.findings.unwrap_or_default() })
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

/// Unpacks into the folder `under`, which is empty or ends with a slash.
fn unpack_into(
    kind: Kind,
    bytes: &[u8],
    under: &str,
    depth: usize,
    files: &mut Memory,
) -> Result<Vec<Finding>, Trouble> {
    let known = &Review::of(kind.to_read(bytes), bytes).into_known();
    match kind {
        Kind::Textures => textures::unpack(bytes, known, under, files),
        Kind::Archive => archive::unpack(bytes, known, under, depth, files),
        _ => whole::unpack(kind, bytes, known, under, files),
    }
}

/// Packs the folder `under`.
fn pack_from(
    files: &dyn Files,
    under: &str,
    depth: usize,
    said: &mut Said,
) -> Result<(Kind, Vec<u8>), Failure> {
    let side = document::Side::read(files, under)?;
    let kind = side.kind;
    let Made { bytes, read_as, members } = match kind {
        Kind::Textures => textures::pack(&side, files, under, said)?.into(),
        Kind::Archive => archive::pack(&side, files, under, depth, said)?,
        _ => whole::pack(&side)?,
    };
    if let Some(findings) = &mut said.findings {
        let review = Review::of(read_as.unwrap_or_else(|| kind.to_read(&bytes)), &bytes);
        if let Some(finding) = review.fresh(&side.known) {
            return Err(refusal(&review, finding, &side, &members));
        }
        let name = if under.is_empty() { String::new() } else { files.shown(under.trim_end_matches('/')) };
        findings.extend(review.into_findings().into_iter().map(|finding| finding.in_file(&name)));
    }
    Ok((kind, bytes))
}

/// A file that was packed.
struct Made {
    bytes: Vec<u8>,
    /// What it is to be read as, where its bytes do not tell.
    read_as: Option<kinds::Kind>,
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
fn refusal(
    review: &Review,
    finding: &Finding,
    side: &document::Side,
    members: &[(String, String)],
) -> Failure {
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
    picture::encode(width, height, &picture::Pixels::Rgba(rgba)).map_err(Failure::Unusable)
}
