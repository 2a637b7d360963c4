//! EverQuest's archives as folders: each file as it is, and the archive as it was,
//! so that what was not changed keeps its deflated blocks.
//! Source: `docs/spec/everquest/pfs.md`, "Writing".

use super::names::Names;
use super::review::member_place;
use super::side::{self, NAME, Side};
use super::{Made, Memory, Packing, Place, Said, Trouble, Unpacking};
use base::Failure;
use binary::{Finding, Mode};
use everquest::pfs::{self, Archive, Directory, Footer, Inflater, NewContent, NewFile};
use serde::{Deserialize, Serialize};

/// What the archive as it was is called in the folder.
const ORIGINAL: &str = "revisit.original";

/// What the side file says.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Folder {
    version: u32,
    footer: Footer,
    /// The file with the archive as it was. Without it everything is deflated anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    original: Option<String>,
    /// The files, in the order of their data.
    members: Vec<Member>,
}

/// One file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Member {
    name: String,
    /// Where its content is; none for one that could not be read, which stays as it
    /// was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

/// Unpacks an archive.
pub fn unpack(of: &Unpacking<'_>, files: &mut Memory) -> Result<Vec<Finding>, Trouble> {
    let under = of.place.under;
    let (Archive { directory, .. }, report) = pfs::read(of.bytes, Mode::Lenient)?;
    let mut names = Names::new();
    let original = names.take(ORIGINAL, "", 0);
    let mut inflater = Inflater::new();
    let mut members = Vec::with_capacity(directory.files.len());
    for (index, entry) in directory.files.iter().enumerate() {
        // Why one cannot be read, the report says.
        let file = inflater.read(of.bytes, entry).ok().map(|content| {
            let file = names.take(&entry.name, "", index);
            files.put(format!("{under}{file}"), content);
            file
        });
        members.push(Member { name: entry.name.clone(), file });
    }
    files.put(format!("{under}{original}"), of.bytes.to_vec());
    let Directory { version, footer, .. } = directory;
    let content = Folder { version, footer, original: Some(original), members };
    files.put(format!("{under}{NAME}"), side::write(of.form, of.known, &content)?);
    Ok(report.into_findings())
}

/// Packs what [`unpack`] made.
pub fn pack(side: &Side, from: &Packing<'_>, _: &mut Said) -> Result<Made, Failure> {
    let Packing { files, place: Place { under, .. }, .. } = *from;
    let Folder { version, footer, original, members } = side.content()?;
    let in_original = |finding: Box<Finding>| {
        let name = files.shown(&format!("{under}{}", original.as_deref().unwrap_or(ORIGINAL)));
        Failure::from(Box::new(finding.in_file(&name)))
    };
    let bytes = match &original {
        Some(name) => side.file(files, under, name, "original")?,
        None => pfs::write(&Archive::default()).map_err(in_original)?,
    };
    let (mut archive, _) = pfs::read(&bytes, Mode::Lenient).map_err(in_original)?;
    let mut inflater = Inflater::new();
    let mut same = original.is_some()
        && archive
            .directory
            .files
            .iter()
            .map(|entry| &entry.name)
            .eq(members.iter().map(|member| &member.name))
        && (version, &footer) == (archive.directory.version, &archive.directory.footer);
    let mut kept = archive.files();
    let mut shown = Vec::with_capacity(members.len());
    let mut packed = Vec::with_capacity(members.len());
    for (index, member) in members.into_iter().enumerate() {
        let before = archive.directory.files.iter().position(|entry| entry.name == member.name);
        let before = if same { Some(index) } else { before };
        let blocks = |kept: &mut Vec<NewFile>| {
            let file = before.and_then(|before| kept.get_mut(before));
            file.map(|file| std::mem::replace(&mut file.content, NewContent::Plain(Vec::new())))
        };
        let place = member_place(index, &member.name);
        let Some(file) = &member.file else {
            let content = blocks(&mut kept).ok_or_else(|| {
                side.wrong(&format!("members[{index}].file"), "expected the name of a file, found none")
            })?;
            packed.push(NewFile { name: member.name, content });
            continue;
        };
        let content = side.file(files, under, file, &format!("members[{index}].file"))?;
        shown.push((place, files.shown(&format!("{under}{file}"))));
        let entry = before.and_then(|before| archive.directory.files.get(before));
        let unchanged = entry
            .is_some_and(|entry| archive.content(entry, &mut inflater).is_ok_and(|before| before == content));
        same &= unchanged;
        let content = match unchanged.then(|| blocks(&mut kept)).flatten() {
            Some(blocks) => blocks,
            None => NewContent::Plain(content),
        };
        packed.push(NewFile { name: member.name, content });
    }
    if same {
        return Ok(Made { members: shown, ..bytes.into() });
    }
    (archive.directory.version, archive.directory.footer) = (version, footer);
    let made = archive.with(&packed).and_then(|archive| pfs::write(&archive));
    let bytes = made.map_err(|finding| side.unwritable(&finding))?;
    Ok(Made { members: shown, ..bytes.into() })
}

#[cfg(test)]
mod tests {
    use super::super::{Memory, pack, unpack};
    use everquest::pfs::{self, Archive, NewFile};

    fn archive() -> Vec<u8> {
        let names = ["a.bmp", "con", "revisit.json", "b.txt"];
        let files: Vec<_> =
            names.iter().map(|name| NewFile::new(name, name.repeat(3000).into_bytes())).collect();
        let mut bytes = pfs::write(&Archive::new(&files).unwrap()).unwrap();
        bytes.extend(*b"STEVE\x38\x40\0\0");
        bytes
    }

    #[test]
    fn an_archive_unpacks_into_its_files_and_packs_into_the_same_bytes() {
        let bytes = archive();
        let unpacked = unpack(kinds::all(), "a.s3d", &bytes).unwrap();
        assert!(unpacked.exact && unpacked.findings.is_empty());
        let names: Vec<&str> = unpacked.files.0.keys().map(String::as_str).collect();
        let expected = ["a.bmp", "b.txt", "member-1", "revisit.json", "revisit.json#2", "revisit.original"];
        assert_eq!(names, expected);
        assert_eq!(unpacked.files.0["b.txt"], b"b.txt".repeat(3000));
        assert_eq!(pack(kinds::all(), &unpacked.files).unwrap().bytes, bytes);
    }

    #[test]
    fn a_changed_file_is_deflated_anew_and_the_others_keep_their_blocks() {
        let bytes = archive();
        let mut files = unpack(kinds::all(), "a.s3d", &bytes).unwrap().files;
        files.put("b.txt".to_owned(), b"changed".to_vec());
        let packed = pack(kinds::all(), &files).unwrap();
        let (directory, _) = pfs::read_directory(&packed.bytes, binary::Mode::Strict).unwrap();
        let mut inflater = pfs::Inflater::new();
        let read = |name: &str, inflater: &mut pfs::Inflater| {
            inflater.read(&packed.bytes, directory.find(name).unwrap()).unwrap()
        };
        assert_eq!(read("b.txt", &mut inflater), b"changed");
        assert_eq!(read("a.bmp", &mut inflater), b"a.bmp".repeat(3000));
        // Everything in front of it stays.
        let at = directory.find("b.txt").unwrap().offset as usize;
        assert_eq!(packed.bytes[12..at], bytes[12..at]);
        assert!(packed.bytes.ends_with(b"STEVE\x38\x40\0\0"));
    }

    #[test]
    fn a_file_that_cannot_be_read_stays_as_it_was() {
        let mut bytes = archive();
        bytes[12 + 8 + 6] ^= 0x5A;
        let unpacked = unpack(kinds::all(), "a.s3d", &bytes).unwrap();
        assert!(unpacked.exact);
        assert_eq!(unpacked.findings[0].code, "everquest.pfs.inflate");
        assert!(!unpacked.files.0.contains_key("a.bmp"));
        let mut files = unpacked.files;
        files.put("b.txt".to_owned(), b"changed".to_vec());
        let packed = pack(kinds::all(), &files).unwrap();
        assert_eq!(packed.bytes[12..100], bytes[12..100]);
    }

    #[test]
    fn without_the_original_everything_is_deflated_anew() {
        let mut files: Memory = unpack(kinds::all(), "a.s3d", &archive()).unwrap().files;
        files.0.remove("revisit.original");
        let error = pack(kinds::all(), &files).unwrap_err().to_string();
        assert!(error.contains("content.original: no such file"), "{error}");
        let text = String::from_utf8(files.0["revisit.json"].clone()).unwrap();
        let line = text.lines().find(|line| line.contains("\"original\"")).unwrap();
        files.put("revisit.json".to_owned(), text.replace(&format!("{line}\n"), "").into_bytes());
        let packed = pack(kinds::all(), &files).unwrap();
        let (directory, report) = pfs::read_directory(&packed.bytes, binary::Mode::Strict).unwrap();
        assert_eq!((directory.files.len(), report.findings()), (4, &[][..]));
    }
}
