//! The declaration of a kind, and what a file was recognised as.

use crate::{Content, document};
use binary::{Code, Mode, Report, Result};
use std::fmt;

/// What reading needs to know beyond the kind, such as the layout of a message
/// DLL, which follows from its name. What the two numbers mean is the kind's own affair;
/// kinds that need nothing have the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Variant(pub u32, pub u32);

/// What a file was recognised as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The kind.
    pub kind: &'static FileKind,
    /// What reading it needs to know.
    pub variant: Variant,
}

impl Identity {
    /// Reads a file of this kind.
    ///
    /// # Errors
    /// Structural damage, as a finding without the file's name.
    pub fn read(self, bytes: &[u8], mode: Mode) -> Result<(Box<dyn Content>, Report)> {
        (self.kind.read)(bytes, self.variant, mode)
    }
}

impl From<&'static FileKind> for Identity {
    fn from(kind: &'static FileKind) -> Self {
        Identity { kind, variant: Variant::default() }
    }
}

/// Reads a file of a kind.
pub type Read = fn(&[u8], Variant, Mode) -> Result<(Box<dyn Content>, Report)>;

/// Lists the members of an archive.
pub type List = fn(&[u8], Mode) -> Result<(Vec<Member>, Report)>;

/// A kind of file. Two are the same if their ids are.
pub struct FileKind {
    /// One word for JSON that no other kind has, such as `zbd.gamez`.
    pub id: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// How names of such files end, in lower case and with the dot; none where
    /// names say nothing.
    pub endings: &'static [&'static str],
    /// A folder with files of these endings may be a game's: a report on a
    /// folder of an unknown game lists them by name. Not so for endings that all
    /// sorts of people's files have.
    pub reported: bool,
    /// Other programs call other things so, too: the ending only tells in a game
    /// that has files of the format.
    pub shared_ending: bool,
    /// Only members of archives are of this kind, and only the archive tells
    /// which.
    pub member_only: bool,
    /// How a file is recognised.
    pub recognise: Recognise,
    /// Reads a file: structural damage is the error, everything else a finding.
    pub read: Read,
    /// What [`Content::write`] gives.
    pub writing: Writing,
    /// How it is laid out as a folder that people can edit; none for what people
    /// can edit already, or what cannot be written.
    pub folder: Option<&'static FolderForm>,
    /// What its members are, if it is an archive.
    pub archive: Option<ArchiveForm>,
    /// The findings that reading can report; kinds may share some.
    pub codes: fn() -> Vec<&'static Code>,
}

impl FileKind {
    /// A kind that is recognised by nothing yet, written back byte for byte, and
    /// has no folder, members or codes: the base of a declaration.
    pub const fn new(id: &'static str, name: &'static str, read: Read) -> Self {
        FileKind {
            id,
            name,
            endings: &[],
            reported: false,
            shared_ending: false,
            member_only: false,
            recognise: Recognise::NEVER,
            read,
            writing: Writing::Exact,
            folder: None,
            archive: None,
            codes: Vec::new,
        }
    }

    /// True if a file of this name, with folders or without, ends as such files
    /// do.
    pub fn has_ending(&self, name: &str) -> bool {
        let name = name.as_bytes();
        let ends = |ending: &&str| {
            let at = name.len().checked_sub(ending.len()).filter(|at| *at > 0);
            at.is_some_and(|at| name[at..].eq_ignore_ascii_case(ending.as_bytes()))
        };
        self.endings.iter().any(ends)
    }
}

impl PartialEq for FileKind {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for FileKind {}

impl fmt::Debug for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FileKind({})", self.id)
    }
}

/// How a file of a kind is recognised. The start of a file is asked of all kinds
/// before the end is, and the name last of all, so that the order of kinds in a
/// table only counts among kinds that start alike.
#[derive(Clone, Copy)]
pub struct Recognise {
    /// By how the file starts; all of its bytes are given.
    pub start: fn(&[u8]) -> Option<Variant>,
    /// By how it ends, or by what its table of contents there lists; asked of
    /// files that no kind knows by their start.
    pub end: fn(&[u8]) -> Option<Variant>,
    /// By its name without folders, where its bytes tell nothing: a damaged file
    /// is still meant to be of its kind.
    pub name: fn(&str, &[u8]) -> Option<Variant>,
    /// Set where games read what has one of the [endings](FileKind::endings) as
    /// this kind, whatever is in it: whether these bytes may be one.
    pub promised: Option<fn(&[u8]) -> bool>,
}

impl Recognise {
    /// By nothing.
    pub const NEVER: Recognise =
        Recognise { start: |_| None, end: |_| None, name: |_, _| None, promised: None };
}

/// What writing gives of a file that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// The same bytes.
    Exact,
    /// A new file with the same content but without what is not understood;
    /// findings about it name keys of its [document].
    Remade,
    /// Nothing: it is only read.
    Never,
}

/// A way to lay out files as folders that people can edit. Kinds can share one.
pub struct FolderForm {
    /// One word for side files and JSON: the id of the kind that the folder is
    /// packed into where its bytes do not tell.
    pub id: &'static str,
    /// What people call such a file.
    pub name: &'static str,
    /// Reads the content back from its side file, where that holds everything.
    /// Without it, the program has a layout of its own for the form: pictures as
    /// PNG, or a file for each member.
    pub parse: Option<document::Parse>,
}

impl PartialEq for FolderForm {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for FolderForm {}

impl fmt::Debug for FolderForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FolderForm({})", self.id)
    }
}

/// What an archive holds.
#[derive(Clone, Copy)]
pub struct ArchiveForm {
    /// Lists the members with their bytes, in file order; what they hold is not
    /// looked at.
    pub list: List,
    /// Tells what the members are.
    pub members: fn(&[u8], Overlay<'_>) -> MemberKinds,
    /// [`FileKind::read`] reads the members, too.
    pub reads_members: bool,
}

/// A member of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name; names may occur twice.
    pub name: String,
    /// Its bytes.
    pub data: Vec<u8>,
}

/// Members that mods lay over those of an archive, by name.
pub type Overlay<'a> = &'a dyn Fn(&str) -> Option<Vec<u8>>;

/// What the member of a name with these bytes is, where name and archive tell.
pub type MemberKinds = Box<dyn Fn(&str, &[u8]) -> Option<Identity>>;
