//! All kinds that somebody knows, and the search among them.

use crate::{FileKind, FolderForm, Identity, Variant};
use binary::Code;

/// The kinds of some formats, in the order of their tables.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    kinds: Vec<&'static FileKind>,
}

impl Catalog {
    /// The kinds of these tables.
    pub fn new(tables: &[&[&'static FileKind]]) -> Self {
        Catalog { kinds: tables.concat() }
    }

    /// The same with the kinds of one more table.
    pub fn with(mut self, table: &[&'static FileKind]) -> Self {
        self.kinds.extend(table);
        self
    }

    /// All kinds.
    pub fn kinds(&self) -> &[&'static FileKind] {
        &self.kinds
    }

    /// The kinds of files that stand for themselves, not only as members of an
    /// archive.
    pub fn files(&self) -> impl Iterator<Item = &'static FileKind> {
        self.kinds.iter().copied().filter(|kind| !kind.member_only)
    }

    /// The kind with this id.
    pub fn by_id(&self, id: &str) -> Option<&'static FileKind> {
        self.kinds.iter().copied().find(|kind| kind.id == id)
    }

    /// Recognises a file by its first or last bytes. Names do not count: some
    /// games call everything `.zbd`.
    pub fn identify(&self, bytes: &[u8]) -> Option<Identity> {
        self.first(|kind| (kind.recognise.start)(bytes))
            .or_else(|| self.first(|kind| (kind.recognise.end)(bytes)))
    }

    /// As [`Catalog::identify`], and by the name where the content does not tell.
    pub fn identify_file(&self, name: &str, bytes: &[u8]) -> Option<Identity> {
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
        self.identify(bytes).or_else(|| self.first(|kind| (kind.recognise.name)(name, bytes)))
    }

    /// What a file must be by its name, in games where the ending of a name
    /// decides how a file is read.
    pub fn promised(&self, name: &str, bytes: &[u8]) -> Option<Identity> {
        self.first(|kind| {
            let may_be = kind.recognise.promised?;
            (kind.has_ending(name) && may_be(bytes)).then(Variant::default)
        })
    }

    /// What the member of this name in an archive is, where name and archive
    /// tell.
    pub fn in_archive(&self, archive: &[u8], name: &str, bytes: &[u8]) -> Option<Identity> {
        let form = self.identify(archive)?.kind.archive?;
        (form.members)(archive, &|_| None)(name, bytes)
    }

    fn first(&self, variant: impl Fn(&FileKind) -> Option<Variant>) -> Option<Identity> {
        self.kinds.iter().find_map(|&kind| variant(kind).map(|variant| Identity { kind, variant }))
    }

    /// The ways in which files are laid out as folders, each once.
    pub fn folder_forms(&self) -> Vec<&'static FolderForm> {
        let mut forms: Vec<&'static FolderForm> = Vec::new();
        for form in self.kinds.iter().filter_map(|kind| kind.folder) {
            if !forms.contains(&form) {
                forms.push(form);
            }
        }
        forms
    }

    /// What a file that is laid out in this form is by its bytes; the kind that
    /// the form is named after where these tell none of the form.
    pub fn in_form(&self, form: &FolderForm, bytes: &[u8]) -> Option<Identity> {
        let by_bytes = self.identify(bytes).filter(|identity| identity.kind.folder == Some(form));
        by_bytes.or_else(|| self.by_id(form.id).map(Identity::from))
    }

    /// Endings of files that speak for a game, see [`FileKind::reported`].
    pub fn reported_endings(&self) -> impl Iterator<Item = &'static str> {
        self.kinds.iter().filter(|kind| kind.reported).flat_map(|kind| kind.endings).copied()
    }

    /// Every finding that reading a file of some kind can report; the same may
    /// occur several times.
    pub fn codes(&self) -> Vec<&'static Code> {
        self.kinds.iter().flat_map(|kind| (kind.codes)()).collect()
    }
}
