//! The tree of resources: type, name, language, data. Source:
//! `docs/spec/zbd/messages.md`, "Resource tree".

use super::pe::{Dll, Section};
use super::{
    CODE_PAGE, FIRST_TYPE, LANGUAGES, Layout, NAMED, NAMES, NO_TABLE, PACKED, PLACE, TREE, TYPES, until,
};
use binary::{Cursor, Result, Segment, record};
use object::LittleEndian as LE;
use object::pe::{ImageResourceDirectory, ImageResourceDirectoryEntry as Entry};
use object::read::pe::{ResourceDirectory, ResourceDirectoryEntryData, ResourceDirectoryTable as Table};

record! {
    pub(super) struct DataEntry in "zbd.messages.data_entry" sizes [16] {
        rva: u32 [0],
        size: u32 [4],
        code_page: u32 [8],
        reserved: u32 [12] must 0,
    }
}

/// Type of message tables.
pub(super) const MESSAGE_TABLE: u32 = 11;
/// Type of string tables.
pub(super) const STRINGS: u32 = 6;
/// Bytes of a directory without its entries.
pub(super) const DIRECTORY_SIZE: usize = size_of::<ImageResourceDirectory>();
/// Bytes of an entry of a directory.
pub(super) const ENTRY_SIZE: usize = size_of::<Entry>();
/// The number of the only message table.
pub(super) const MESSAGE_TABLE_NAME: u32 = 1;
/// Marks the offset of a directory.
pub(super) const IS_DIRECTORY: u32 = 0x8000_0000;

impl Layout {
    /// How many types of resources the DLL has.
    pub(super) const fn types(self) -> usize {
        match self {
            Layout::Mech3 | Layout::Recoil => 1,
            Layout::CrimsonSkies => 3,
        }
    }

    /// The encoding in the data entries.
    pub(super) const fn code_page(self) -> u32 {
        match self {
            Layout::Mech3 | Layout::Recoil => 0,
            Layout::CrimsonSkies => 1252,
        }
    }
}

/// The data of one resource.
#[derive(Debug)]
pub(super) struct Leaf {
    /// Its number: 1 for the message table, or that of the block of strings.
    pub name: u32,
    /// Windows LANGID.
    pub language: u32,
    /// First byte in the file.
    pub start: u32,
    /// Bytes.
    pub size: u32,
    /// Offset in the file of the entry of its name.
    pub named_at: u32,
}

/// The source of the tree.
struct Tree<'a> {
    bytes: &'a [u8],
    directory: ResourceDirectory<'a>,
    section: &'a Section,
}

/// One directory and its offset in the file.
struct Branch<'a> {
    table: Table<'a>,
    at: usize,
}

impl<'a> Branch<'a> {
    /// The numbered entries and their offsets in the file.
    fn numbered(&self) -> impl Iterator<Item = (&'a Entry, usize)> {
        let at = self.at + DIRECTORY_SIZE;
        let entries = self.table.entries.iter().enumerate();
        entries.map(move |(i, entry)| (entry, at + i * ENTRY_SIZE)).filter(|(entry, _)| !entry.has_name())
    }
}

/// The resources that hold messages: one message table, or blocks of strings
/// in the order of the tree.
pub(super) fn read(cursor: &mut Cursor<'_>, bytes: &[u8], dll: &Dll, layout: Layout) -> Result<Vec<Leaf>> {
    let directory = ResourceDirectory::new(dll.resources.bytes(bytes));
    let tree = Tree { bytes, directory, section: &dll.resources };
    cursor.within(Segment::one("resources"), |cursor| tree.leaves(cursor, layout))
}

impl Tree<'_> {
    fn leaves(&self, cursor: &mut Cursor<'_>, layout: Layout) -> Result<Vec<Leaf>> {
        let table = self.directory.root().map_err(|error| self.broken(cursor, self.section.start, &error))?;
        let root = self.branch(cursor, table, self.section.start)?;
        let types = root.numbered().count();
        if types != layout.types() {
            cursor.report.habit(&TYPES, root.at + 14, layout.types(), types);
        }
        let wanted = layout.resource_type();
        let mut all = root.numbered().enumerate();
        let Some((index, (entry, at))) = all.find(|(_, (entry, _))| number(entry) == wanted) else {
            let found = root.numbered().map(|(entry, _)| number(entry).to_string()).collect::<Vec<_>>();
            let found = format!("types {}", found.join(", "));
            return Err(cursor.report.broken(&NO_TABLE, root.at, format_args!("a type {wanted}"), found));
        };
        if index > 0 {
            cursor.report.habit(
                &FIRST_TYPE,
                at,
                format_args!("type {wanted} first"),
                format_args!("after {index}"),
            );
        }
        cursor.within(Segment::at("type", wanted as usize), |cursor| {
            let names = self.below(cursor, entry, at)?;
            if layout == Layout::CrimsonSkies {
                let mut leaves = Vec::with_capacity(names.table.entries.len());
                for (entry, at) in names.numbered() {
                    leaves.push(self.leaf(cursor, entry, at, layout)?);
                }
                one_language(cursor, &leaves);
                return Ok(leaves);
            }
            self.packed(cursor, names.at, 1);
            let count = names.numbered().count();
            if count != 1 {
                cursor.report.habit(&NAMES, names.at + 14, 1, count);
            }
            let Some((entry, at)) = names.numbered().next() else { return Ok(Vec::new()) };
            if number(entry) != MESSAGE_TABLE_NAME {
                cursor.report.habit(&NAMES, at, MESSAGE_TABLE_NAME, number(entry));
            }
            Ok(vec![self.leaf(cursor, entry, at, layout)?])
        })
    }

    /// From the entry of a name through its language to its data.
    fn leaf(&self, cursor: &mut Cursor<'_>, entry: &Entry, at: usize, layout: Layout) -> Result<Leaf> {
        let name = number(entry);
        let named_at = at as u32;
        cursor.within(Segment::at("name", name as usize), |cursor| {
            let languages = self.below(cursor, entry, at)?;
            if layout != Layout::CrimsonSkies {
                self.packed(cursor, languages.at, 2);
            }
            let count = languages.numbered().count();
            if count != 1 {
                cursor.report.habit(&LANGUAGES, languages.at + 14, 1, count);
            }
            let Some((entry, at)) = languages.numbered().next() else {
                return Err(cursor.report.broken(&TREE, languages.at, "a language", "none"));
            };
            let language = number(entry);
            if entry.is_table() {
                return Err(cursor.report.broken(
                    &TREE,
                    at,
                    "an entry of data",
                    "a fourth level of directories",
                ));
            }
            let place = self.section.start + entry.data_offset() as usize;
            let end = self.section.start + self.section.size;
            let data: DataEntry = until(cursor, self.bytes, end, |cursor| {
                cursor.seek(place)?;
                cursor.record(0)
            })?;
            if layout != Layout::CrimsonSkies {
                self.packed(cursor, place, 3);
            }
            if data.code_page != layout.code_page() {
                cursor.report.habit(&CODE_PAGE, place + 8, layout.code_page(), data.code_page);
            }
            let start = self.place(cursor, &data, place)?;
            Ok(Leaf { name, language, start, size: data.size, named_at })
        })
    }

    /// The directory that an entry leads to.
    fn below(&self, cursor: &mut Cursor<'_>, entry: &Entry, at: usize) -> Result<Branch<'_>> {
        match entry.data(self.directory) {
            Ok(ResourceDirectoryEntryData::Table(table)) => {
                self.branch(cursor, table, self.section.start + entry.data_offset() as usize)
            }
            Ok(ResourceDirectoryEntryData::Data(_)) => Err(cursor.report.broken(
                &TREE,
                at + 4,
                "the offset of a directory",
                "that of an entry of data",
            )),
            Err(error) => Err(self.broken(cursor, at + 4, &error)),
        }
    }

    fn branch<'t>(&self, cursor: &mut Cursor<'_>, table: Table<'t>, at: usize) -> Result<Branch<'t>> {
        cursor.trace_items::<u16>("entry_counts", at + 12, 2);
        cursor.trace_items::<u32>("entries", at + DIRECTORY_SIZE, 2 * table.entries.len());
        let named = table.header.number_of_named_entries.get(LE);
        if named != 0 {
            cursor.report.habit(&NAMED, at + 12, 0, named);
        }
        if table.header.number_of_id_entries.get(LE) == 0 {
            return Err(cursor.report.broken(&TREE, at + 14, "at least one numbered entry", 0));
        }
        Ok(Branch { table, at })
    }

    /// Offset in the file of the data that an entry speaks of.
    fn place(&self, cursor: &Cursor<'_>, data: &DataEntry, at: usize) -> Result<u32> {
        let inside = data.rva.checked_sub(self.section.address).map(|delta| delta as usize);
        match inside.filter(|delta| delta.saturating_add(data.size as usize) <= self.section.size) {
            Some(delta) => Ok((self.section.start + delta) as u32),
            None => Err(cursor.report.broken(
                &PLACE,
                at,
                format_args!("{} bytes from 0x{:08x} on", self.section.size, self.section.address),
                format_args!("{} bytes from 0x{:08x} on", data.size, data.rva),
            )),
        }
    }

    /// The parts of a message table follow one another without a gap.
    fn packed(&self, cursor: &mut Cursor<'_>, at: usize, part: usize) {
        let expected = part * (DIRECTORY_SIZE + ENTRY_SIZE);
        let found = at - self.section.start;
        if found != expected {
            let show = |offset: usize| format!("offset {offset} in .rsrc");
            cursor.report.habit(&PACKED, at, show(expected), show(found));
        }
    }

    fn broken(&self, cursor: &Cursor<'_>, at: usize, error: &object::Error) -> Box<binary::Finding> {
        let expected = format_args!("a directory inside the {} bytes of .rsrc", self.section.size);
        cursor.report.broken(&TREE, at, expected, error)
    }
}

fn one_language(cursor: &mut Cursor<'_>, leaves: &[Leaf]) {
    let Some((first, rest)) = leaves.split_first() else { return };
    for leaf in rest.iter().filter(|leaf| leaf.language != first.language) {
        cursor.report.habit(&LANGUAGES, leaf.named_at as usize, first.language, leaf.language);
    }
}

fn number(entry: &Entry) -> u32 {
    entry.name_or_id.get(LE)
}
