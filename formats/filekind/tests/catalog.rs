//! The search among kinds: what counts first, what archives say of their
//! members, what shares a form.

use binary::{Mode, Report, Result};
use filekind::{
    ArchiveForm, Catalog, Content, FileKind, FolderForm, Identity, Member, Recognise, Variant, Writing, boxed,
};
use serde::Serialize;

/// Bytes, and the number that reading was told.
#[derive(Debug, Serialize)]
struct Raw(Vec<u8>, u32);

impl Content for Raw {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        Ok(Some(self.0.clone()))
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        vec![("told", self.1.to_string())]
    }
}

fn read(bytes: &[u8], Variant(told, _): Variant, mode: Mode) -> Result<(Box<dyn Content>, Report)> {
    boxed(Ok((Raw(bytes.to_vec(), told), Report::new(mode))))
}

static BOXES: FolderForm = FolderForm { id: "test.box", name: "box", parse: None };

/// Ends with `BOX`; its first byte says how long its members are.
static BOX: FileKind = FileKind {
    recognise: Recognise { end: |bytes| bytes.ends_with(b"BOX").then(Variant::default), ..Recognise::NEVER },
    folder: Some(&BOXES),
    archive: Some(ArchiveForm {
        list: |bytes, mode| {
            let members = bytes.chunks(2).map(|data| Member { name: "a".to_owned(), data: data.to_vec() });
            Ok((members.collect(), Report::new(mode)))
        },
        // The length is the archive's, or that of a member laid over it.
        members: |archive, overlay| {
            let length = overlay("length").and_then(|bytes| bytes.first().copied());
            let length = u32::from(length.unwrap_or(archive[0]));
            Box::new(move |name, _| {
                (name != "length").then_some(Identity { kind: &THING, variant: Variant(length, 0) })
            })
        },
        reads_members: false,
    }),
    ..FileKind::new("test.box", "box", read)
};

/// Starts with `T`; laid out in the same form.
static TOY_BOX: FileKind = FileKind {
    recognise: Recognise {
        start: |bytes| bytes.starts_with(b"T").then_some(Variant(1, 2)),
        ..Recognise::NEVER
    },
    folder: Some(&BOXES),
    ..FileKind::new("test.toybox", "toy box", read)
};

static THING: FileKind = FileKind { member_only: true, ..FileKind::new("test.thing", "thing", read) };

static NAMED: FileKind = FileKind {
    endings: &[".one", ".two"],
    reported: true,
    recognise: Recognise {
        name: |name, _| NAMED.has_ending(name).then(Variant::default),
        promised: Some(|bytes| !bytes.is_empty()),
        ..Recognise::NEVER
    },
    writing: Writing::Never,
    ..FileKind::new("test.named", "named", read)
};

fn catalog() -> Catalog {
    Catalog::new(&[&[&NAMED, &BOX], &[&THING]]).with(&[&TOY_BOX])
}

fn id(identity: Option<Identity>) -> Option<&'static str> {
    identity.map(|identity| identity.kind.id)
}

#[test]
fn the_start_counts_before_the_end_and_the_end_before_the_name() {
    let catalog = catalog();
    // The box stands first in the table, but is recognised by its end.
    assert_eq!(id(catalog.identify(b"T..BOX")), Some("test.toybox"));
    assert_eq!(id(catalog.identify(b"...BOX")), Some("test.box"));
    assert_eq!(id(catalog.identify(b"...")), None);
    assert_eq!(id(catalog.identify_file("a/b.ONE", b"...BOX")), Some("test.box"));
    assert_eq!(id(catalog.identify_file("a/b.ONE", b"...")), Some("test.named"));
    assert_eq!(id(catalog.identify_file("b.one/a", b"...")), None);
    // An ending alone is no name.
    assert_eq!(id(catalog.identify_file("a/.two", b"...")), None);
}

#[test]
fn a_name_promises_a_kind_whatever_is_in_the_file() {
    let catalog = catalog();
    assert_eq!(id(catalog.promised("b.two", b"T")), Some("test.named"));
    assert_eq!(id(catalog.promised("b.two", b"")), None);
    assert_eq!(id(catalog.promised("b.three", b"T")), None);
}

#[test]
fn what_was_recognised_reaches_reading() {
    let identity = catalog().identify(b"T").unwrap();
    assert_eq!(identity.variant, Variant(1, 2));
    let (content, _) = identity.read(b"T", Mode::Strict).unwrap();
    assert_eq!(content.summary(), [("told", "1".to_owned())]);
    assert_eq!(content.to_json().unwrap(), serde_json::json!([[84], 1]));
}

#[test]
fn an_archive_tells_what_its_members_are() {
    let catalog = catalog();
    let member = catalog.in_archive(b"\x05..BOX", "leg", b"").unwrap();
    assert_eq!((member.kind.id, member.variant), ("test.thing", Variant(5, 0)));
    assert_eq!(catalog.in_archive(b"\x05..BOX", "length", b""), None);
    assert_eq!(catalog.in_archive(b"T", "leg", b""), None, "no archive");
    let form = BOX.archive.unwrap();
    let laid_over = (form.members)(b"\x05", &|name| (name == "length").then(|| vec![9]));
    assert_eq!(laid_over("leg", b"").unwrap().variant, Variant(9, 0));
    // People are told of files of their own.
    assert_eq!(
        catalog.files().map(|kind| kind.id).collect::<Vec<_>>(),
        ["test.named", "test.box", "test.toybox"]
    );
}

#[test]
fn kinds_of_one_form_are_told_by_their_bytes() {
    let catalog = catalog();
    assert_eq!(catalog.folder_forms(), [&BOXES]);
    assert_eq!(id(catalog.in_form(&BOXES, b"T")), Some("test.toybox"));
    // The kind that the form is named after stands for bytes that tell nothing.
    assert_eq!(id(catalog.in_form(&BOXES, b"...")), Some("test.box"));
    assert_eq!(catalog.reported_endings().collect::<Vec<_>>(), [".one", ".two"]);
}
