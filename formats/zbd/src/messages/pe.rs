//! The container: headers and sections of a DLL. Source: `docs/spec/zbd/messages.md`,
//! "PE container".

use super::{CHARACTERISTICS, LIMIT, NOT_PE, RESOURCE_SIZE, RESOURCES, SECTION};
use binary::{Cursor, Record, Result, Segment, record};
use object::LittleEndian as LE;
use object::pe::{ImageDosHeader, ImageNtHeaders32, ImageSectionHeader};
use object::read::pe::ImageNtHeaders as _;

record! {
    pub(super) struct FileHeader in "zbd.messages.file_header" sizes [20] {
        machine: u16 [0] must 0x014C,
        number_of_sections: u16 [2],
        time_date_stamp: u32 [4],
        symbols: [u32; 2] [8],
        size_of_optional_header: u16 [16] must 224,
        characteristics: u16 [18],
    }
}

record! {
    /// Up to the data directories.
    pub(super) struct OptionalHeader in "zbd.messages.optional_header" sizes [96] {
        magic: u16 [0],
        linker_version: [u8; 2] [2],
        sizes: [u32; 3] [4],
        address_of_entry_point: u32 [16],
        bases: [u32; 2] [20],
        image_base: u32 [28],
        section_alignment: u32 [32],
        file_alignment: u32 [36],
        versions: [u16; 6] [40],
        win32_version: u32 [52],
        size_of_image: u32 [56],
        size_of_headers: u32 [60],
        checksum: u32 [64],
        subsystem: u16 [68] must 2,
        dll_characteristics: u16 [70],
        reserves: [u32; 5] [72],
        number_of_rva_and_sizes: u32 [92] must 16,
    }
}

/// Marks a DLL: executable, 32-bit, DLL.
pub(super) const SET: u16 = 0x0002 | 0x0100 | 0x2000;
/// Must not be set: a 16-bit program.
const CLEAR: u16 = 0x0040;
/// Bytes of the signature `PE` NUL NUL.
pub(super) const SIGNATURE_SIZE: usize = 4;
/// What every DLL begins with.
const DOS_SIGNATURE: &[u8] = b"MZ";
/// Index of the directory of resources.
pub(super) const RESOURCE_INDEX: usize = 2;
/// Bytes of one data directory.
pub(super) const DIRECTORY_SIZE: usize = 8;

/// The parts of a DLL that are needed here.
#[derive(Debug)]
pub(super) struct Dll {
    /// Address that the DLL wants to be loaded at.
    pub image_base: u32,
    /// Keys.
    pub data: Section,
    /// Texts.
    pub resources: Section,
}

/// One section.
#[derive(Debug)]
pub(super) struct Section {
    /// Address relative to the image base.
    pub address: u32,
    /// Its first byte in the file.
    pub start: usize,
    /// Bytes that are both in the file and in memory.
    pub size: usize,
}

impl Section {
    /// Its bytes in the file.
    pub fn bytes<'a>(&self, file: &'a [u8]) -> &'a [u8] {
        file.get(self.start..self.start + self.size).unwrap_or_default()
    }
}

/// Looks into the container.
pub(super) fn open(cursor: &mut Cursor<'_>, bytes: &[u8]) -> Result<Dll> {
    // All offsets in a DLL are 32-bit words; the code below relies on it.
    if u32::try_from(bytes.len()).is_err() {
        return Err(cursor.report.broken(
            &LIMIT,
            0,
            "a file below 4 GiB",
            format_args!("{} bytes", bytes.len()),
        ));
    }
    let dos = ImageDosHeader::parse(bytes).map_err(|_| {
        let start = bytes.get(..DOS_SIGNATURE.len()).unwrap_or(bytes);
        let found = if start == DOS_SIGNATURE {
            format!("a file of {} bytes", bytes.len())
        } else {
            format!("\"{}\" at its start", start.escape_ascii())
        };
        cursor.report.broken(&NOT_PE, 0, "a DLL, which begins with \"MZ\" and a header of 64 bytes", found)
    })?;
    cursor.trace_items::<u32>("e_lfanew", 60, 1);
    let start = dos.nt_headers_offset() as usize;
    let mut end = start as u64;
    let (headers, directories) = ImageNtHeaders32::parse(bytes, &mut end)
        .map_err(|_| cursor.report.broken(&NOT_PE, start, "the headers of a 32-bit DLL", "something else"))?;

    cursor.seek(start + SIGNATURE_SIZE)?;
    let at = cursor.offset();
    let file: FileHeader = cursor.within(Segment::one("file_header"), |cursor| cursor.record(0))?;
    if file.characteristics & (SET | CLEAR) != SET {
        let expected = format!("0x{SET:04x} set and 0x{CLEAR:04x} clear");
        let found = format!("0x{:04x}", file.characteristics);
        cursor.report.habit(&CHARACTERISTICS, at + 18, expected, found);
    }
    let optional_at = cursor.offset();
    let optional: OptionalHeader =
        cursor.within(Segment::one("optional_header"), |cursor| cursor.record(0))?;

    let sections = headers.sections(bytes, end).map_err(|_| {
        cursor.report.broken(&NOT_PE, end as usize, "a table of sections", "the end of the file")
    })?;
    let find = |cursor: &mut Cursor<'_>, name: &'static str| {
        let mut all = sections.iter().enumerate();
        match all.find(|(_, section)| section.raw_name() == name.as_bytes()) {
            Some((index, header)) => {
                let at = end as usize + index * size_of::<ImageSectionHeader>();
                cursor.within(Segment::one(name), |cursor| section(cursor, header, at))
            }
            None => {
                Err(cursor.report.broken(&SECTION, end as usize, format_args!("a section {name}"), "none"))
            }
        }
    };
    let data = find(cursor, ".data")?;
    let (resources, virtual_size) = find(cursor, ".rsrc")?;

    let at = optional_at + OptionalHeader::SIZES[0] + RESOURCE_INDEX * DIRECTORY_SIZE;
    match directories.get(RESOURCE_INDEX) {
        Some(found) => {
            cursor.within(Segment::one("resources"), |cursor| {
                cursor.trace_items::<u32>("directory", at, 2);
                Ok(())
            })?;
            let (address, size) = (found.virtual_address.get(LE), found.size.get(LE));
            if address != resources.address || size == 0 {
                return Err(cursor.report.broken(
                    &RESOURCES,
                    at,
                    format_args!("the address 0x{:08x} of .rsrc, and a size", resources.address),
                    format_args!("0x{address:08x} and {size} bytes"),
                ));
            }
            if size > virtual_size {
                cursor.report.habit(&RESOURCE_SIZE, at + 4, format_args!("at most {virtual_size}"), size);
            }
        }
        None => return Err(cursor.report.broken(&RESOURCES, at, "a directory of resources", "none")),
    }
    Ok(Dll { image_base: optional.image_base, data: data.0, resources })
}

/// A section, and its size in memory.
fn section(cursor: &mut Cursor<'_>, header: &ImageSectionHeader, at: usize) -> Result<(Section, u32)> {
    cursor.trace_items::<u32>("virtual_size", at + 8, 1);
    cursor.trace_items::<u32>("virtual_address", at + 12, 1);
    cursor.trace_items::<u32>("raw_size", at + 16, 1);
    cursor.trace_items::<u32>("raw_pointer", at + 20, 1);
    let virtual_size = header.virtual_size.get(LE);
    let raw_size = header.size_of_raw_data.get(LE) as usize;
    let start = header.pointer_to_raw_data.get(LE) as usize;
    if start.saturating_add(raw_size) > cursor.len() {
        return Err(cursor.report.broken(
            &SECTION,
            at + 16,
            format_args!("a section inside the {} bytes of the file", cursor.len()),
            format_args!("{raw_size} bytes from {start} on"),
        ));
    }
    let size = raw_size.min(virtual_size as usize);
    Ok((Section { address: header.virtual_address.get(LE), start, size }, virtual_size))
}
