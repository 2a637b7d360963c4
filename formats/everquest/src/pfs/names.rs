//! The list of names, and which name belongs to which file.
//! Source: `docs/spec/everquest/pfs.md`, "Name list (after inflating)".

use super::{
    Entry, NAME_CASE, NAME_COUNT, NAME_CRC, NAME_END, NAME_ORDER, NAME_PATH, NAME_TWICE, NAMES_REST, UNNAMED,
    name_crc,
};
use crate::latin1;
use binary::{Name, Report, Segment};
use std::collections::{HashMap, HashSet, VecDeque};

/// An inflated list of names.
pub(super) struct NameList<'a> {
    /// Behind the count.
    names: &'a [u8],
    count: usize,
    /// Bytes that follow the last name.
    rest: usize,
}

/// The length that comes next, and what follows it.
fn length(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (length, bytes) = bytes.split_first_chunk::<4>()?;
    Some((u32::from_le_bytes(*length) as usize, bytes))
}

fn next(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, bytes) = length(bytes)?;
    bytes.split_at_checked(length)
}

impl<'a> NameList<'a> {
    /// None for bytes that are no list of names.
    pub(super) fn of(content: &'a [u8]) -> Option<Self> {
        let (count, names) = length(content)?;
        let mut left = names;
        for _ in 0..count {
            (_, left) = next(left)?;
        }
        Some(NameList { names, count, rest: left.len() })
    }

    fn iter(&self) -> impl Iterator<Item = &'a [u8]> {
        let mut left = self.names;
        (0..self.count).map_while(move |_| {
            let (name, after) = next(left)?;
            left = after;
            Some(name)
        })
    }

    /// The bytes of the list of these names.
    pub(super) fn bytes(names: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = (names.len() as u32).to_le_bytes().to_vec();
        for name in names {
            bytes.extend_from_slice(&(name.len() as u32 + 1).to_le_bytes());
            bytes.extend_from_slice(name);
            bytes.push(0);
        }
        bytes
    }
}

/// A name without its NUL.
fn bare(name: &[u8]) -> &[u8] {
    name.strip_suffix(&[0]).unwrap_or(name)
}

/// What a file without a name is called.
pub(super) fn unnamed(crc: u32) -> String {
    format!("unnamed-{crc:08x}")
}

/// Gives the files, which are in the order of their data, their names. `at` is where
/// the list of names is and `index` where the index is, for findings.
pub(super) fn give(report: &mut Report, list: &NameList<'_>, files: &mut [Entry], at: usize, index: usize) {
    if list.rest > 0 {
        report.habit(&NAMES_REST, at, "the end of the list", format_args!("{} more bytes", list.rest));
    }
    if list.count == files.len() {
        in_order(report, list, files, index);
    } else {
        let expected = format_args!("the names of {} files", files.len());
        report.habit(&NAME_COUNT, at, expected, format_args!("{} names", list.count));
        by_checksum(list, files);
    }
    for (position, entry) in files.iter_mut().enumerate() {
        let at = index + 4 + entry.number as usize * super::ENTRY_SIZE;
        report.enter(Segment::at("entry", position).named(Name::new(entry.name.as_bytes())));
        if entry.name.is_empty() {
            entry.name = unnamed(entry.crc);
            report.habit(&UNNAMED, at, "a name with this checksum", format_args!("0x{:08x}", entry.crc));
        }
        report.leave();
    }
}

/// The k-th name belongs to the k-th file; only among files with one offset, and in
/// archives that break the rule, the checksum decides.
fn in_order(report: &mut Report, list: &NameList<'_>, files: &mut [Entry], index: usize) {
    let mut odd: Vec<(usize, &[u8], u32)> = Vec::new();
    for (position, (entry, name)) in files.iter_mut().zip(list.iter()).enumerate() {
        let crc = name_crc(bare(name));
        if crc != entry.crc {
            odd.push((position, name, crc));
        }
        entry.name = latin1::text(bare(name));
        form(report, position, name, entry.offset as usize);
    }
    if odd.is_empty() {
        return;
    }
    let mut wanted: HashMap<u32, VecDeque<usize>> = HashMap::new();
    for (position, ..) in &odd {
        if let Some(entry) = files.get(*position) {
            wanted.entry(entry.crc).or_default().push_back(*position);
        }
    }
    let mut listed: Vec<usize> = (0..files.len()).collect();
    let mut taken = HashSet::new();
    let mut left = VecDeque::new();
    let mut moved = None;
    for (position, name, crc) in &odd {
        let Some(own) = wanted.get_mut(crc).and_then(VecDeque::pop_front) else {
            left.push_back(*name);
            continue;
        };
        taken.insert(own);
        if files.get(own).map(|entry| entry.offset) != files.get(*position).map(|entry| entry.offset) {
            moved.get_or_insert((*position, own));
        }
        if let (Some(entry), Some(listed)) = (files.get_mut(own), listed.get_mut(own)) {
            entry.name = latin1::text(bare(name));
            *listed = *position;
        }
    }
    if let Some((position, own)) = moved {
        let expected = format_args!("the name of file {position}");
        report.habit(&NAME_ORDER, index, expected, format_args!("that of file {own} by its checksum"));
    }
    for (position, ..) in odd.iter().filter(|(position, ..)| !taken.contains(position)) {
        let (Some(entry), Some(name)) = (files.get_mut(*position), left.pop_front()) else { continue };
        entry.name = latin1::text(bare(name));
        let at = index + 4 + entry.number as usize * super::ENTRY_SIZE;
        report.enter(Segment::at("entry", *position).named(Name::new(bare(name))));
        let expected = format_args!("0x{:08x}", name_crc(bare(name)));
        report.note(&NAME_CRC, at, expected, format_args!("0x{:08x}", entry.crc));
        report.leave();
    }
    // Among files with one offset the list says which comes first.
    let mut order: Vec<(usize, Entry)> =
        listed.into_iter().zip(files.iter_mut().map(std::mem::take)).collect();
    order.sort_by_key(|(listed, entry)| (entry.offset, *listed));
    files.iter_mut().zip(order).for_each(|(file, (_, entry))| *file = entry);
}

/// Names whose number is not that of the files tell by their checksums alone.
fn by_checksum(list: &NameList<'_>, files: &mut [Entry]) {
    let mut wanted: HashMap<u32, VecDeque<usize>> = HashMap::new();
    for (position, entry) in files.iter().enumerate() {
        wanted.entry(entry.crc).or_default().push_back(position);
    }
    for name in list.iter() {
        let own = wanted.get_mut(&name_crc(bare(name))).and_then(VecDeque::pop_front);
        if let Some(entry) = own.and_then(|own| files.get_mut(own)) {
            entry.name = latin1::text(bare(name));
        }
    }
}

/// What a name must look like.
fn form(report: &mut Report, position: usize, name: &[u8], at: usize) {
    let bare = bare(name);
    report.enter(Segment::at("entry", position).named(Name::new(bare)));
    let shown = format_args!("\"{}\"", name.escape_ascii()).to_string();
    if bare.len() + 1 != name.len() || bare.contains(&0) {
        report.habit(&NAME_END, at, "one NUL, at the end of the name", &shown);
    }
    if bare.iter().any(u8::is_ascii_uppercase) {
        report.note(&NAME_CASE, at, "lower case", &shown);
    }
    let leads = bare.iter().any(|byte| matches!(byte, b'/' | b'\\' | b':' | 1..0x20 | 0x7F));
    if leads || bare == b"." || bare == b".." {
        report.habit(&NAME_PATH, at, "the name of a file, without folders", &shown);
    }
    report.leave();
}

/// Reports names that occur twice.
pub(super) fn twice(report: &mut Report, files: &[Entry]) {
    let mut known = HashSet::with_capacity(files.len());
    for (position, entry) in files.iter().enumerate() {
        if !known.insert(entry.name.to_ascii_lowercase()) {
            report.enter(Segment::at("entry", position).named(Name::new(entry.name.as_bytes())));
            report.habit(&NAME_TWICE, entry.offset as usize, "a name of its own", &entry.name);
            report.leave();
        }
    }
}
