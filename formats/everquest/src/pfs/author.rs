//! Making archives, and exchanging files in one.
//! Source: `docs/spec/everquest/pfs.md`, "Writing".

use super::archive::Archive;
use super::blocks::{Chain, Deflater, Inflater};
use super::names::NameList;
use super::{Directory, Entry, HEADER_SIZE, NAME_LIST, VERSION, name_crc, unwritable};
use crate::latin1;
use binary::Result;
use std::collections::HashMap;

/// A file of an archive that is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    /// Its name, letters of Latin-1 without folders.
    pub name: String,
    /// What it holds.
    pub content: NewContent,
}

/// What a file of an archive that is made holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewContent {
    /// Bytes that are deflated.
    Plain(Vec<u8>),
    /// Blocks as they are in an archive.
    Deflated {
        /// The blocks with their sizes, one behind the other.
        blocks: Vec<u8>,
        /// Bytes that they inflate to together.
        size: u32,
    },
}

impl NewFile {
    /// A file of this content; names are lower case in archives.
    pub fn new(name: &str, content: Vec<u8>) -> Self {
        NewFile { name: name.to_ascii_lowercase(), content: NewContent::Plain(content) }
    }
}

impl Archive {
    /// A new archive of these files, in this order, without a footer.
    ///
    /// # Errors
    /// `everquest.pfs.unwritable` for names that lead elsewhere or have one checksum,
    /// and for archives that do not fit 32-bit offsets.
    pub fn new(files: &[NewFile]) -> Result<Archive> {
        let directory = Directory { version: VERSION, ..Directory::default() };
        Archive { directory, data: Vec::new() }.with(files)
    }

    /// The files of this archive as they are, to exchange some and hand them to
    /// [`Archive::with`]. Nothing is inflated.
    pub fn files(&self) -> Vec<NewFile> {
        let file = |entry: &Entry| {
            let region = self.region(entry);
            let mut chain = Chain::new(region, 0, entry.size as usize);
            chain.by_ref().for_each(drop);
            let blocks = region.get(..chain.offset()).unwrap_or_default().to_vec();
            NewFile { name: entry.name.clone(), content: NewContent::Deflated { blocks, size: entry.size } }
        };
        self.directory.files.iter().map(file).collect()
    }

    /// This archive with these files in place of its own: version and footer stay, and
    /// so does the deflated list of names if the names do. With its own files it is
    /// the same archive, if it was laid out as the format says.
    ///
    /// # Errors
    /// As [`Archive::new`].
    pub fn with(&self, files: &[NewFile]) -> Result<Archive> {
        let names = names(files)?;
        let mut deflater = Deflater::new();
        let mut data = Vec::new();
        let mut entries = Vec::with_capacity(files.len() + 1);
        for (file, name) in files.iter().zip(&names) {
            let offset = data.len();
            let size = match &file.content {
                NewContent::Plain(content) => {
                    deflater.append(content, &mut data);
                    size_of(content, &file.name)?
                }
                NewContent::Deflated { blocks, size } => {
                    let whole = Chain::new(blocks, 0, *size as usize).all(|block| block.is_ok());
                    if !whole {
                        let expected = format_args!("blocks of {size} bytes together");
                        return Err(unwritable(file_path(&file.name), expected, "others"));
                    }
                    data.extend_from_slice(blocks);
                    *size
                }
            };
            let place = [offset, data.len()];
            entries.push(entry(file.name.clone(), name_crc(name), place, size)?);
        }
        let offset = data.len();
        let list = NameList::bytes(&names);
        match self.kept_names(&list) {
            Some(blocks) => data.extend_from_slice(blocks),
            None => deflater.append(&list, &mut data),
        }
        let place = [offset, data.len()];
        let mut name_list = entry(String::new(), NAME_LIST, place, size_of(&list, "the list of names")?)?;
        number(&mut entries, &mut name_list)?;
        let index = place_of(HEADER_SIZE + data.len())?;
        let Directory { version, footer, .. } = &self.directory;
        let (version, footer) = (*version, footer.clone());
        let directory = Directory { version, files: entries, name_list: Some(name_list), index, footer };
        Ok(Archive { directory, data })
    }

    /// The blocks of the list of names if it says the same.
    fn kept_names(&self, list: &[u8]) -> Option<&[u8]> {
        let entry = self.directory.name_list.as_ref()?;
        let content = self.content(entry, &mut Inflater::new()).ok()?;
        let region = self.region(entry);
        let mut chain = Chain::new(region, 0, entry.size as usize);
        chain.by_ref().for_each(drop);
        (content == list).then(|| region.get(..chain.offset()))?
    }
}

/// The names as bytes, if there can be such files in one archive.
fn names(files: &[NewFile]) -> Result<Vec<Vec<u8>>> {
    let mut crcs: HashMap<u32, &str> = HashMap::with_capacity(files.len());
    let mut names = Vec::with_capacity(files.len());
    for file in files {
        let path = file_path(&file.name);
        let leads = |byte: &u8| matches!(byte, 0..0x20 | 0x7F | b'/' | b'\\' | b':');
        let name = latin1::bytes(&file.name)
            .filter(|name| !name.is_empty() && name != b"." && name != b".." && !name.iter().any(leads));
        let Some(name) = name else {
            let expected = "a name of letters of Latin-1, without folders";
            return Err(unwritable(path, expected, format_args!("\"{}\"", file.name.escape_debug())));
        };
        let crc = name_crc(&name);
        if crc == NAME_LIST {
            return Err(unwritable(path, "a checksum that is not that of the list of names", "that"));
        }
        if let Some(other) = crcs.insert(crc, &file.name) {
            let found = format_args!("0x{crc:08x}, that of \"{other}\"");
            return Err(unwritable(path, "a name with a checksum of its own", found));
        }
        names.push(name);
    }
    Ok(names)
}

fn file_path(name: &str) -> String {
    format!("file \"{}\"", name.escape_debug())
}

fn size_of(content: &[u8], name: &str) -> Result<u32> {
    u32::try_from(content.len()).map_err(|_| unwritable(file_path(name), "less than 4 GiB", content.len()))
}

fn place_of(offset: usize) -> Result<u32> {
    u32::try_from(offset).map_err(|_| unwritable("data", "less than 4 GiB", offset))
}

/// An entry for data at a place behind the header.
fn entry(name: String, crc: u32, [start, end]: [usize; 2], size: u32) -> Result<Entry> {
    let [offset, end] = [place_of(HEADER_SIZE + start)?, place_of(HEADER_SIZE + end)?];
    Ok(Entry { name, crc, offset, end, size, number: 0 })
}

/// Gives the entries their places in the index, which is sorted by checksums.
fn number(files: &mut [Entry], name_list: &mut Entry) -> Result<()> {
    let mut sorted: Vec<&mut Entry> = files.iter_mut().chain([name_list]).collect();
    sorted.sort_by_key(|entry| entry.crc);
    for (number, entry) in sorted.into_iter().enumerate() {
        entry.number = place_of(number)?;
    }
    Ok(())
}
