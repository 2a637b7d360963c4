//! Daggerfall's archives as folders: each record as it is, which can be unpacked in its turn.
//! Source: `docs/spec/daggerfall.md`, "4. BSA archives".

use super::names::Names;
use super::review::member_place;
use super::side::{self, NAME, Side};
use super::{Made, Memory, Packing, Place, Said, Trouble, Unpacking};
use base::Failure;
use binary::{Finding, Mode};
use daggerfall::bsa::{self, Archive, Directory, Entry, Key, Kind};
use serde::{Deserialize, Serialize};

/// What bytes that belong to no record are called in the folder.
const REST: &str = "revisit.rest";

/// What the side file says.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Folder {
    kind: Kind,
    /// The records, in the order of their bytes.
    members: Vec<Member>,
    /// The file with bytes behind the last record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rest: Option<String>,
}

/// One record.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Member {
    key: Key,
    #[serde(default, skip_serializing_if = "is_zero")]
    packed: u16,
    /// The size that the directory states, where it is not that of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    size: Option<i32>,
    file: String,
}

fn is_zero(word: &u16) -> bool {
    *word == 0
}

/// Unpacks an archive.
pub fn unpack(of: &Unpacking<'_>, files: &mut Memory) -> Result<Vec<Finding>, Trouble> {
    let under = of.place.under;
    let (archive, report) = bsa::read(of.bytes, Mode::Lenient)?;
    let mut names = Names::new();
    let mut members = Vec::with_capacity(archive.directory.entries.len());
    for (index, entry) in archive.directory.entries.iter().enumerate() {
        let file = names.take(&entry.key.to_string(), "", index);
        let bytes = archive.bytes(entry);
        let stated = (usize::try_from(entry.size) != Ok(bytes.len())).then_some(entry.size);
        files.put(format!("{under}{file}"), bytes.to_vec());
        members.push(Member { key: entry.key, packed: entry.packed, size: stated, file });
    }
    let used: usize = archive.directory.entries.iter().map(|entry| entry.place().len()).sum();
    let rest = archive.data.get(used..).filter(|rest| !rest.is_empty()).map(|rest| {
        let file = names.take(REST, "", 0);
        files.put(format!("{under}{file}"), rest.to_vec());
        file
    });
    let content = Folder { kind: archive.directory.kind, members, rest };
    files.put(format!("{under}{NAME}"), side::write(of.form, of.known, &content)?);
    Ok(report.into_findings())
}

/// Packs what [`unpack`] made.
pub fn pack(side: &Side, from: &Packing<'_>, _: &mut Said) -> Result<Made, Failure> {
    let Packing { files, place: Place { under, .. }, .. } = *from;
    let Folder { kind, members, rest } = side.content()?;
    let mut data = Vec::new();
    let mut shown = Vec::with_capacity(members.len());
    let mut entries = Vec::with_capacity(members.len());
    for (index, member) in members.into_iter().enumerate() {
        let key = format!("members[{index}].file");
        let bytes = side.file(files, under, &member.file, &key)?;
        shown.push((
            member_place(index, &member.key.to_string()),
            files.shown(&format!("{under}{}", member.file)),
        ));
        let size = i32::try_from(bytes.len())
            .map_err(|_| side.wrong(&key, "expected less than 2 GiB, found more"))?;
        data.extend_from_slice(&bytes);
        let (start, end) = (0, 0);
        entries.push(Entry {
            key: member.key,
            packed: member.packed,
            size: member.size.unwrap_or(size),
            start,
            end,
        });
    }
    if let Some(rest) = &rest {
        data.extend_from_slice(&side.file(files, under, rest, "rest")?);
    }
    let archive = Archive { directory: Directory { kind, entries }, data };
    let bytes = bsa::write(&archive).map_err(|finding| side.unwritable(&finding))?;
    Ok(Made { members: shown, ..bytes.into() })
}

#[cfg(test)]
mod tests {
    use super::super::{pack, unpack};
    use daggerfall::bsa::{self, Archive};

    #[test]
    fn an_archive_unpacks_into_its_records_and_packs_into_the_same_bytes() {
        let records =
            [("A.RMB", vec![1, 2, 3]), ("FOO", b"text".to_vec()), ("A.RMB", vec![]), ("CON", vec![4])];
        let mut bytes = bsa::write(&Archive::named(records).unwrap()).unwrap();
        // Bytes that belong to no record.
        bytes.splice(12..12, [9, 9]);
        let unpacked = unpack(kinds::all(), "BLOCKS.BSA", &bytes).unwrap();
        assert!(unpacked.exact);
        let names: Vec<&str> = unpacked.files.0.keys().map(String::as_str).collect();
        assert_eq!(names, ["A.RMB", "A.RMB#2", "FOO", "member-3", "revisit.json", "revisit.rest"]);
        assert_eq!(pack(kinds::all(), &unpacked.files).unwrap().bytes, bytes);
        // A changed record moves the others.
        let mut files = unpacked.files;
        files.put("FOO".to_owned(), b"longer text".to_vec());
        let packed = pack(kinds::all(), &files).unwrap().bytes;
        let (directory, _) = bsa::read_directory(&packed, binary::Mode::Lenient).unwrap();
        assert_eq!(&packed[directory.by_name("FOO").unwrap().place()], b"longer text");
    }

    #[test]
    fn records_with_numbers_and_wrong_sizes_are_kept() {
        let archive = Archive::numbered([(446, vec![1; 9]), (41739, vec![2; 3])]).unwrap();
        let mut bytes = bsa::write(&archive).unwrap();
        let at = bytes.len() - 4;
        bytes[at..].copy_from_slice(&(-7_i32).to_le_bytes());
        let unpacked = unpack(kinds::all(), "ARCH3D.BSA", &bytes).unwrap();
        assert!(unpacked.exact);
        assert!(unpacked.files.0.contains_key("446") && unpacked.files.0.contains_key("41739"));
        assert_eq!(unpacked.findings[0].code, "daggerfall.bsa.negative");
    }
}
