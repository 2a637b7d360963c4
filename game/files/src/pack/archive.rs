//! Archives as folders: each member a file or a folder of its own, in a form
//! that people can edit where there is one. Source: `docs/spec/zbd/archive.md`.

use super::names::Names;
use super::review::member_place;
use super::side::{self, NAME, Side};
use super::{Made, Memory, Packing, Place, Said, Trouble, Unpacking, form_of, pack_from, unpack_into};
use base::Failure;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use binary::{Finding, Garbage, Mode, Padded};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use zbd::archive::{self, Archive, Contents, Entry, Footer};
use zbd::gamez::Version;
use zbd::kinds::Library;
use zbd::{mechlib, motion, reader};

/// What the side file says.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Folder {
    footer: Footer,
    /// What the footer is made right for when members were changed; without it
    /// the footer stays as it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seal: Option<Seal>,
    /// The game whose 'mechs these are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mechs_of: Option<Version>,
    /// The members, in file order.
    members: Vec<Member>,
    /// Bytes behind the last member.
    #[serde(default, skip_serializing_if = "Bytes::is_empty")]
    tail: Bytes,
}

/// What the footer is made right for.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Seal {
    Readers,
    Motions,
    Other,
}

impl Seal {
    const ALL: [Seal; 3] = [Seal::Other, Seal::Readers, Seal::Motions];

    const fn contents(self) -> Contents {
        match self {
            Seal::Readers => Contents::Readers,
            Seal::Motions => Contents::Motions,
            Seal::Other => Contents::Other,
        }
    }
}

/// One member.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Member {
    name: Padded<64>,
    /// The file or folder.
    file: String,
    #[serde(rename = "as", default)]
    form: Form,
    #[serde(default)]
    flags: u32,
    #[serde(default)]
    comment: Garbage<64>,
    #[serde(default)]
    filetime: u64,
    /// Bytes before the member.
    #[serde(default, skip_serializing_if = "Bytes::is_empty")]
    gap: Bytes,
}

/// What a member's file is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Form {
    /// Its bytes.
    #[default]
    #[serde(rename = "bytes")]
    Bytes,
    /// Reader data as text.
    #[serde(rename = "reader text")]
    ReaderText,
    /// Reader data that text cannot say, as JSON.
    #[serde(rename = "reader json")]
    ReaderJson,
    /// A motion as JSON.
    #[serde(rename = "motion json")]
    MotionJson,
    /// The materials of a library of 'mechs as JSON.
    #[serde(rename = "materials json")]
    MaterialsJson,
    /// A 'mech as JSON.
    #[serde(rename = "model json")]
    ModelJson,
    /// A folder of its own.
    #[serde(rename = "folder")]
    Folder,
}

/// Bytes as base64.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        STANDARD.encode(&self.0).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = binary::json::text(deserializer, "a text: bytes as base64")?;
        let bytes = STANDARD.decode(text);
        bytes.map(Bytes).map_err(|error| D::Error::custom(format_args!("not base64: {error}")))
    }
}

/// Unpacks an archive and what is in it.
pub fn unpack(of: &Unpacking<'_>, files: &mut Memory) -> Result<Vec<Finding>, Trouble> {
    let under = of.place.under;
    let (archive, report) = archive::read(of.bytes, Mode::Lenient)?;
    let mut findings = report.into_findings();
    let (footer, seal) = sealed(&archive);
    let library = Library::of(of.bytes);
    let mut names = Names::new();
    let mut members = Vec::with_capacity(archive.entries.len());
    for (index, entry) in archive.entries.into_iter().enumerate() {
        let name = entry.name.text();
        let (file, form) = match edited(&name, &entry.data, library.as_ref()) {
            Some((form, text)) => {
                let ending = if form == Form::ReaderText { "" } else { ".json" };
                let file = names.take(&name, ending, index);
                files.put(format!("{under}{file}"), text);
                (file, form)
            }
            None => {
                let file = names.take(&name, "", index);
                let inner = format!("{under}{file}/");
                match nested(of, &name, &entry.data, &inner) {
                    Some((inside, odd)) => {
                        files.0.extend(inside.0);
                        findings.extend(odd);
                        (file, Form::Folder)
                    }
                    None => {
                        files.put(format!("{under}{file}"), entry.data);
                        (file, Form::Bytes)
                    }
                }
            }
        };
        let Entry { name, flags, comment, filetime, gap, .. } = entry;
        members.push(Member { name, file, form, flags, comment, filetime, gap: Bytes(gap) });
    }
    let mechs_of = library.map(|library| library.version);
    let content = Folder { footer, seal, mechs_of, members, tail: Bytes(archive.tail) };
    files.put(format!("{under}{NAME}"), side::write(of.form, of.known, &content)?);
    Ok(findings)
}

/// The footer without what follows from the members, and what it follows by.
fn sealed(archive: &Archive) -> (Footer, Option<Seal>) {
    if archive.footer == Footer::Version1 {
        return (archive.footer, None);
    }
    let blank = Footer::Version2 { checksum: 0, unit_lengths: false };
    let mut copy = archive.clone();
    for seal in Seal::ALL {
        copy.footer = blank;
        copy.seal(seal.contents());
        if copy.footer == archive.footer {
            return (blank, Some(seal));
        }
    }
    (archive.footer, None)
}

/// A member in a form for people, if there is one that gives the same bytes
/// again.
fn edited(name: &str, data: &[u8], library: Option<&Library>) -> Option<(Form, Vec<u8>)> {
    let mode = Mode::Lenient;
    let is = |ending: &str| {
        name.len() > ending.len()
            && name.as_bytes()[name.len() - ending.len()..].eq_ignore_ascii_case(ending.as_bytes())
    };
    let version = library.map(|library| library.version);
    let keeps = |form: Form, text: Vec<u8>| {
        let same = packed(form, "", &text, version).is_ok_and(|bytes| bytes == data);
        same.then_some((form, text))
    };
    if is(".zrd") {
        let (value, _) = reader::read(data, mode).ok()?;
        let text = reader::print(&value).ok().and_then(|text| keeps(Form::ReaderText, text.into_bytes()));
        return text.or_else(|| keeps(Form::ReaderJson, side::print(&value).ok()?));
    }
    if let Some(library) = library {
        if name == "materials" {
            let (materials, _) = mechlib::read_materials(data, mode).ok()?;
            return keeps(Form::MaterialsJson, side::print(&materials).ok()?);
        }
        if is(".flt") {
            let (model, _) = mechlib::read_model(data, library.version, library.materials, mode).ok()?;
            return keeps(Form::ModelJson, side::print(&model).ok()?);
        }
        return None;
    }
    if motion::is_motion(data) {
        let (motion, _) = motion::read(data, mode).ok()?;
        return keeps(Form::MotionJson, side::print(&motion).ok()?);
    }
    None
}

/// A member that is a file with files in it, as a folder.
fn nested(of: &Unpacking<'_>, name: &str, data: &[u8], under: &str) -> Option<(Memory, Vec<Finding>)> {
    let place = Place { under, depth: of.place.depth.checked_sub(1)? };
    let extension = name.rsplit_once('.').map(|(_, extension)| extension)?;
    if !extension.eq_ignore_ascii_case("zbd") {
        return None;
    }
    let catalog = of.catalog;
    let mut files = Memory::default();
    let findings = unpack_into(catalog, form_of(catalog, name, data)?, data, place, &mut files).ok()?;
    let (_, bytes) = pack_from(&Packing { catalog, files: &files, place }, &mut Said::default()).ok()?;
    (bytes == data).then_some((files, findings))
}

/// The bytes of a member from its file.
fn packed(form: Form, shown: &str, text: &[u8], version: Option<Version>) -> Result<Vec<u8>, Failure> {
    let in_file = |finding: Box<Finding>| Failure::from(Box::new(finding.in_file(shown)));
    match form {
        Form::Bytes | Form::Folder => Ok(text.to_vec()),
        Form::ReaderText => {
            let (value, report) = reader::parse(text, Mode::Lenient).map_err(in_file)?;
            // What was printed by us has none; an edit that has one means
            // something other than it says.
            if let Some(finding) = report.into_findings().into_iter().next() {
                return Err(in_file(Box::new(finding)));
            }
            reader::write(&value).map_err(in_file)
        }
        Form::ReaderJson => reader::write(&side::parse(shown, text)?).map_err(in_file),
        Form::MotionJson => motion::write(&side::parse(shown, text)?).map_err(in_file),
        Form::MaterialsJson => {
            mechlib::write_materials(&side::parse::<Vec<mechlib::Material>>(shown, text)?).map_err(in_file)
        }
        Form::ModelJson => {
            let version = version.ok_or_else(|| {
                Failure::Unusable(format!("{shown}: a 'mech needs `mechs_of` in {NAME}, found none"))
            })?;
            mechlib::write_model(&side::parse(shown, text)?, version).map_err(in_file)
        }
    }
}

/// Packs what [`unpack`] made.
pub fn pack(side: &Side, from: &Packing<'_>, said: &mut Said) -> Result<Made, Failure> {
    let Packing { files, place: Place { under, depth }, .. } = *from;
    let Folder { footer, seal, mechs_of, members, tail } = side.content()?;
    let mut archive = Archive { footer, entries: Vec::with_capacity(members.len()), tail: tail.0 };
    let mut shown = Vec::with_capacity(archive.entries.capacity());
    for (index, member) in members.into_iter().enumerate() {
        let key = format!("members[{index}].file");
        let name = format!("{under}{}", member.file);
        let data = if member.form == Form::Folder {
            let depth = depth.checked_sub(1).ok_or_else(|| {
                side.wrong(&format!("members[{index}].as"), "folders are nested deeper than four archives")
            })?;
            side.folder(files, under, &member.file, &key)?;
            let place = Place { under: &format!("{name}/"), depth };
            pack_from(&Packing { place, ..*from }, said)?.1
        } else {
            let bytes = side.file(files, under, &member.file, &key)?;
            packed(member.form, &files.shown(&name), &bytes, mechs_of)?
        };
        shown.push((member_place(index, &member.name.text()), files.shown(&name)));
        let Member { name, flags, comment, filetime, gap, .. } = member;
        archive.entries.push(Entry { name, flags, comment, filetime, gap: gap.0, data });
    }
    if let Some(seal) = seal {
        archive.seal(seal.contents());
    }
    let bytes = archive::write(&archive).map_err(|finding| side.unwritable(&finding))?;
    Ok(Made { members: shown, ..bytes.into() })
}
