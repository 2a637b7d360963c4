//! Files of the games as folders that people can edit, and back: pictures as
//! PNG, sounds as WAV, reader data as text, everything else as JSON.
//!
//! [`unpack`] only makes what [`pack`] turns into the same bytes again; both
//! work in memory, on [`Files`]. Which kinds there are is said by [`Kind`]. It
//! knows nothing of installs and mods.
//! Source: the layouts of `spec/zbd` and `spec/gamestudio.md`; the layout of
//! the folders is our own and described in `docs/unpacked.md`.

mod archive;
mod document;
mod files;
mod kind;
mod names;
mod picture;
mod textures;
mod whole;

use crate::failure::Failure;
use binary::Finding;
pub use document::NAME;
pub use files::{Disk, Files, Memory};
pub use kind::Kind;

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
    let packed = pack(&files)?;
    let exact = packed.bytes == bytes;
    if !exact && kind != Kind::Messages {
        return Err(Failure::Unusable(format!(
            "{name}: packing it again would not give the same bytes, so it stays as it is; \
             this is a fault of Revisit, please report it"
        )));
    }
    Ok(Unpacked { kind, files, findings, exact })
}

/// Packs the folder that `files` holds.
///
/// # Errors
/// A side file that is missing or says something the file cannot hold, a
/// missing or damaged file beside it, and names that leave the folder; each
/// with the file, the key and what was expected.
pub fn pack(files: &dyn Files) -> Result<Packed, Failure> {
    let mut notes = Vec::new();
    let (kind, bytes) = pack_from(files, "", DEPTH, &mut notes)?;
    Ok(Packed { kind, bytes, notes })
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
    match kind {
        Kind::Textures => textures::unpack(bytes, under, files),
        Kind::Archive => archive::unpack(bytes, under, depth, files),
        _ => whole::unpack(kind, bytes, under, files),
    }
}

/// Packs the folder `under`.
fn pack_from(
    files: &dyn Files,
    under: &str,
    depth: usize,
    notes: &mut Vec<String>,
) -> Result<(Kind, Vec<u8>), Failure> {
    let side = document::Side::read(files, under)?;
    let kind = side.kind;
    let bytes = match kind {
        Kind::Textures => textures::pack(&side, files, under, notes),
        Kind::Archive => archive::pack(&side, files, under, depth, notes),
        _ => whole::pack(&side),
    }?;
    Ok((kind, bytes))
}

/// Pixels, four bytes each, as a PNG; both sizes are above 0.
///
/// # Errors
/// Another number of bytes than the size asks for, or an empty picture.
pub fn png(width: u16, height: u16, rgba: &[u8]) -> Result<Vec<u8>, Failure> {
    picture::encode(width, height, &picture::Pixels::Rgba(rgba)).map_err(Failure::Unusable)
}
