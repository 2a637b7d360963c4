//! Builds new DLLs: the smallest container that readers of messages accept, without any code.
//! Source: `docs/spec/zbd/messages.md`, "Writing a valid file".
//!
//! | bytes | holds |
//! |---|---|
//! | 0 | DOS header, at 64 the headers of the DLL, two sections |
//! | 512 | `.data`: 16 or 48 zero bytes, pairs of address and id, keys |
//! | the next multiple of 512 | `.rsrc`: the tree, then the texts |

use super::keys::Pair;
use super::pe::{DIRECTORY_SIZE as DATA_DIRECTORY_SIZE, FileHeader, OptionalHeader, RESOURCE_INDEX, SET};
use super::texts::{BLOCK_STRINGS, Block, LINE_END, TextHeader};
use super::tree::{DIRECTORY_SIZE, DataEntry, ENTRY_SIZE, IS_DIRECTORY, MESSAGE_TABLE_NAME};
use super::{Layout, Messages, UNWRITABLE};
use binary::{Finding, Record as _, Result, Severity, Writer, windows_1252};
use std::borrow::Cow;

/// Address the DLL wants to be loaded at. Four ASCII letters must be a number
/// above all its addresses.
const IMAGE_BASE: u32 = 0x1000_0000;
/// Address of the data section, relative to that, and the step between
/// sections.
const PAGE: u32 = 0x1000;
/// Step between sections in the file, and the size of all headers.
const FILE_STEP: usize = 512;
/// Offset of the headers of the DLL.
const HEADERS: usize = 64;
/// Number of data directories.
const DIRECTORIES: usize = 16;
/// The other types of resources in a DLL of Crimson Skies, all but empty: the
/// version, and one of the game's own.
const OTHER_TYPES: [u32; 2] = [16, 255];
/// Stands for the text of the first key if there is no key.
const NO_KEYS: u32 = u32::MAX;

/// Builds a DLL that holds these messages and nothing else.
///
/// Reading it gives the same messages if those without a key come last and sorted by id, and no id
/// occurs twice.
///
/// # Errors
/// `zbd.messages.unwritable` when a key is empty, holds a NUL or cannot follow
/// the key table, when a text is too long or not Windows-1252 (in a string
/// table: is empty), and when two different texts have the same id.
pub fn build(messages: &Messages) -> Result<Vec<u8>> {
    let data = data_section(messages)?;
    let texts = texts(messages)?;
    let data_pages = pages(data.len())?;
    let address = PAGE + data_pages;
    let resources = match messages.layout {
        Layout::Mech3 | Layout::Recoil => message_table(&texts, messages.language, address)?,
        Layout::CrimsonSkies => string_table(&texts, messages.language, address)?,
    };
    let resource_pages = pages(resources.len())?;

    let mut writer = Writer::new();
    writer.raw(b"MZ");
    fill(&mut writer, 60);
    writer.value(&(HEADERS as u32));
    fill(&mut writer, HEADERS);
    writer.raw(b"PE\0\0");
    writer.record(&file_header(), 0);
    writer.record(&optional_header(address + resource_pages), 0);
    for index in 0..DIRECTORIES {
        let directory = if index == RESOURCE_INDEX { [address, resources.len() as u32] } else { [0, 0] };
        writer.value(&directory);
    }
    let starts = [FILE_STEP, FILE_STEP + file_size(data.len())];
    section_header(&mut writer, *b".data\0\0\0", (PAGE, data.len(), starts[0]), 0xC000_0040);
    section_header(&mut writer, *b".rsrc\0\0\0", (address, resources.len(), starts[1]), 0x4000_0040);
    for (start, bytes) in starts.into_iter().zip([data, resources]) {
        fill(&mut writer, start);
        writer.raw(&bytes);
    }
    let end = writer.offset().next_multiple_of(FILE_STEP);
    fill(&mut writer, end);
    Ok(writer.into_bytes())
}

fn file_header() -> FileHeader {
    FileHeader {
        machine: 0x014C,
        number_of_sections: 2,
        size_of_optional_header: (OptionalHeader::SIZES[0] + DIRECTORIES * DATA_DIRECTORY_SIZE) as u16,
        characteristics: SET,
        ..FileHeader::default()
    }
}

fn optional_header(size_of_image: u32) -> OptionalHeader {
    OptionalHeader {
        magic: 0x010B,
        image_base: IMAGE_BASE,
        section_alignment: PAGE,
        file_alignment: FILE_STEP as u32,
        // Of the system and of the subsystem: Windows 4.0.
        versions: [4, 0, 0, 0, 4, 0],
        size_of_image,
        size_of_headers: FILE_STEP as u32,
        subsystem: 2,
        number_of_rva_and_sizes: DIRECTORIES as u32,
        ..OptionalHeader::default()
    }
}

fn section_header(writer: &mut Writer, name: [u8; 8], place: (u32, usize, usize), flags: u32) {
    let (address, size, start) = place;
    writer.raw(&name);
    writer.value(&[size as u32, address, file_size(size) as u32, start as u32]);
    // Relocations and line numbers: none.
    writer.value(&[0u32; 3]);
    writer.value(&flags);
}

/// Keys in source order behind their table, which has them backwards.
fn data_section(messages: &Messages) -> Result<Vec<u8>> {
    let mut keys = Vec::new();
    for (index, message) in messages.items.iter().enumerate() {
        let Some(key) = &message.key else { continue };
        let encoded = encode(key).filter(|bytes| !bytes.is_empty() && !bytes.contains(&0));
        let expected = "a key in Windows-1252 without NUL";
        let bytes = encoded.ok_or_else(|| unwritable(index, "key", expected, format_args!("\"{key}\"")))?;
        keys.push((index, message.id, bytes));
    }
    let skip = messages.layout.skip();
    let table = skip + keys.len() * Pair::SIZES[0];
    let size = keys.iter().fold(table, |size, (_, _, key)| size.saturating_add(key.len() + 1));
    pages(size)?;

    let base = IMAGE_BASE + PAGE;
    let mut at = table;
    let mut pairs = Vec::with_capacity(keys.len());
    for (_, id, key) in &keys {
        pairs.push(Pair { address: base + at as u32, id: *id });
        at += key.len() + 1;
    }
    let mut writer = Writer::with_capacity(size);
    fill(&mut writer, skip);
    for pair in pairs.iter().rev() {
        writer.record(pair, 0);
    }
    for (_, _, key) in &keys {
        writer.raw(key);
        writer.raw(&[0]);
    }
    let Some((index, _, first)) = keys.first() else {
        writer.value(&NO_KEYS);
        return Ok(writer.into_bytes());
    };
    let data = writer.into_bytes();
    // The first four bytes of text end the table: they must not be a valid address.
    let word = data.get(table..table + 4).and_then(|word| word.try_into().ok()).map(u32::from_le_bytes);
    if word.is_none_or(|word| word <= base + size as u32) {
        let found = format_args!("\"{}\"", first.escape_ascii());
        return Err(unwritable(*index, "key", "a first key with four characters or more", found));
    }
    Ok(data)
}

/// A text and the index of its message.
struct Text<'a> {
    id: u32,
    text: &'a str,
    index: usize,
}

/// The texts, sorted by id.
fn texts(messages: &Messages) -> Result<Vec<Text<'_>>> {
    let mut texts: Vec<Text<'_>> = messages
        .items
        .iter()
        .enumerate()
        .filter_map(|(index, message)| Some(Text { id: message.id, text: message.text.as_deref()?, index }))
        .collect();
    texts.sort_by_key(|text| text.id);
    texts.dedup_by(|second, first| first.id == second.id && first.text == second.text);
    for pair in texts.windows(2) {
        if let [first, second] = pair
            && first.id == second.id
        {
            let expected = format_args!("one text with id {}", first.id);
            return Err(unwritable(second.index, "id", expected, "two"));
        }
    }
    Ok(texts)
}

/// The tree and the data of a message table.
fn message_table(texts: &[Text<'_>], language: u32, address: u32) -> Result<Vec<u8>> {
    let blocks: Vec<&[Text<'_>]> =
        texts.chunk_by(|before, after| before.id.checked_add(1) == Some(after.id)).collect();
    let mut headers = Writer::new();
    headers.value(&(blocks.len() as u32));
    let mut data = Writer::new();
    let start = size_of::<u32>() + blocks.len() * Block::SIZES[0];
    for block in blocks {
        if let [first, ..] = block {
            let high_id = first.id + (block.len() - 1) as u32;
            headers.record(&Block { low_id: first.id, high_id, offset: (start + data.offset()) as u32 }, 0);
        }
        for text in block {
            message(&mut data, text)?;
        }
    }
    let mut data = [headers.into_bytes(), data.into_bytes()].concat();
    let tree = 3 * (DIRECTORY_SIZE + ENTRY_SIZE) + DataEntry::SIZES[0];
    pages(tree + data.len())?;
    let mut writer = Writer::new();
    for (number, level) in [Layout::Mech3.resource_type(), MESSAGE_TABLE_NAME, language].into_iter().zip(1..)
    {
        directory(&mut writer, 1);
        let flag = if level < 3 { IS_DIRECTORY } else { 0 };
        writer.value(&[number, flag | (level * (DIRECTORY_SIZE + ENTRY_SIZE)) as u32]);
    }
    let rva = address + tree as u32;
    let entry = DataEntry { rva, size: data.len() as u32, code_page: Layout::Mech3.code_page(), reserved: 0 };
    writer.record(&entry, 0);
    let mut bytes = writer.into_bytes();
    bytes.append(&mut data);
    Ok(bytes)
}

/// One text of a message table, filled up to a multiple of four bytes.
fn message(writer: &mut Writer, text: &Text<'_>) -> Result<()> {
    let encoded = encode(text.text)
        .ok_or_else(|| not_a_text(text, "a text in Windows-1252", format_args!("\"{}\"", text.text)))?;
    let length = (TextHeader::SIZES[0] + encoded.len() + LINE_END.len() + 1).next_multiple_of(4);
    let length = u16::try_from(length)
        .map_err(|_| not_a_text(text, "a text below 64 KiB", format_args!("{} bytes", encoded.len())))?;
    let end = writer.offset() + usize::from(length);
    writer.record(&TextHeader { length, flags: 0 }, 0);
    writer.raw(&encoded);
    writer.raw(&LINE_END);
    fill(writer, end);
    Ok(())
}

/// The tree and the data of a string table.
fn string_table(texts: &[Text<'_>], language: u32, address: u32) -> Result<Vec<u8>> {
    let blocks: Vec<(u32, Vec<u8>)> = texts
        .chunk_by(|before, after| before.id / BLOCK_STRINGS == after.id / BLOCK_STRINGS)
        .filter_map(|block| Some((block.first()?.id / BLOCK_STRINGS, block)))
        .map(|(index, block)| Ok((index + 1, strings(index * BLOCK_STRINGS, block)?)))
        .collect::<Result<_>>()?;
    // One block at least, so that the tree has a language.
    let blocks = if blocks.is_empty() { vec![(1, strings(0, &[])?)] } else { blocks };

    // The root, then the names of each type, languages, entries, data.
    let single = DIRECTORY_SIZE + ENTRY_SIZE;
    let names = DIRECTORY_SIZE + Layout::CrimsonSkies.types() * ENTRY_SIZE;
    let other_names = names + DIRECTORY_SIZE + blocks.len() * ENTRY_SIZE;
    let languages = other_names + OTHER_TYPES.len() * single;
    let leaves = blocks.len() + OTHER_TYPES.len();
    let entries = languages + leaves * single;
    let data = entries + leaves * DataEntry::SIZES[0];
    let size = blocks.iter().fold(data, |size, (_, block)| size.saturating_add(block.len()));
    pages(size)?;

    let mut writer = Writer::with_capacity(size);
    let below = |offset: usize| IS_DIRECTORY | offset as u32;
    directory(&mut writer, Layout::CrimsonSkies.types());
    writer.value(&[Layout::CrimsonSkies.resource_type(), below(names)]);
    for (index, number) in OTHER_TYPES.into_iter().enumerate() {
        writer.value(&[number, below(other_names + index * single)]);
    }
    directory(&mut writer, blocks.len());
    for (index, (number, _)) in blocks.iter().enumerate() {
        writer.value(&[*number, below(languages + index * single)]);
    }
    for index in blocks.len()..leaves {
        directory(&mut writer, 1);
        writer.value(&[1, below(languages + index * single)]);
    }
    for index in 0..leaves {
        directory(&mut writer, 1);
        writer.value(&[language, (entries + index * DataEntry::SIZES[0]) as u32]);
    }
    let mut rva = address + data as u32;
    let nothing = [const { Vec::new() }; OTHER_TYPES.len()];
    for block in blocks.iter().map(|(_, block)| block).chain(&nothing) {
        let entry = DataEntry {
            rva,
            size: block.len() as u32,
            code_page: Layout::CrimsonSkies.code_page(),
            reserved: 0,
        };
        writer.record(&entry, 0);
        rva += block.len() as u32;
    }
    for (_, block) in &blocks {
        writer.raw(block);
    }
    Ok(writer.into_bytes())
}

/// One block of strings; those that are not there have no length.
fn strings(first: u32, block: &[Text<'_>]) -> Result<Vec<u8>> {
    let mut writer = Writer::new();
    for id in (0..BLOCK_STRINGS).map(|index| first + index) {
        let Some(text) = block.iter().find(|text| text.id == id) else {
            writer.value(&0u16);
            continue;
        };
        let units: Vec<u16> = text.text.encode_utf16().collect();
        let length = u16::try_from(units.len()).ok().filter(|length| *length > 0).ok_or_else(|| {
            let found = format_args!("{} of them", units.len());
            not_a_text(text, "a text of 1 to 65535 16-bit characters", found)
        })?;
        writer.value(&length);
        writer.list(&units);
    }
    Ok(writer.into_bytes())
}

/// A directory of resources without its entries.
fn directory(writer: &mut Writer, entries: usize) {
    writer.value(&[0u32; 3]);
    writer.value(&[0, entries as u16]);
}

/// Zeros up to an offset.
fn fill(writer: &mut Writer, end: usize) {
    writer.raw(&vec![0; end.saturating_sub(writer.offset())]);
}

/// The bytes of a text, if Windows-1252 has all its characters.
fn encode(text: &str) -> Option<Vec<u8>> {
    windows_1252::encode(text).map(Cow::into_owned)
}

/// Bytes of a section in the file.
fn file_size(size: usize) -> usize {
    size.next_multiple_of(FILE_STEP)
}

/// Bytes of a section in memory.
fn pages(size: usize) -> Result<u32> {
    // Far below the numbers that ASCII letters make.
    const MOST: usize = 0x0800_0000;
    if size > MOST {
        let finding = Finding::new(
            &UNWRITABLE,
            Severity::Error,
            "",
            "messages below 128 MiB",
            format_args!("{size} bytes"),
        );
        return Err(Box::new(finding));
    }
    Ok((size as u32).next_multiple_of(PAGE))
}

fn not_a_text(text: &Text<'_>, expected: &str, found: std::fmt::Arguments<'_>) -> Box<Finding> {
    unwritable(text.index, "text", expected, found)
}

/// The place is the one in JSON: messages have no other before they are built.
fn unwritable(
    index: usize,
    key: &str,
    expected: impl std::fmt::Display,
    found: impl std::fmt::Display,
) -> Box<Finding> {
    let finding = Finding::new(&UNWRITABLE, Severity::Error, "", expected, found);
    Box::new(finding.inside(format_args!("items[{index}].{key}")))
}
