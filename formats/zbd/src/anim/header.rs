//! What stands ahead of the definitions: the header, the files the animations were made from, and the
//! info block. Source: `docs/spec/zbd/anim.md`, "3. Header", "4. Anim list" and "5. Info block".

use super::{Anim, AnyF32, column_of, count, file_version, number_of};
use crate::gamez::Version;
use crate::gamez::rules::{Rules, require};
use binary::{Code, Cursor, Field, Garbage, Record, Report, Result, Segment, Writer, codes, record};

/// First word of every animation file.
pub const SIGNATURE: u32 = 0x0817_0616;

/// Metres per second squared, in every known file.
pub const GRAVITY: f32 = -9.8;

/// `defs_ptr` of the first chapter of Pirate's Moon, the only file with a 1 at 40.
const FIRST_CHAPTER: u32 = 0x12D3_AFF8;

codes! {
    BAD_SIGNATURE = "zbd.anim.header.signature": "the first word is not that of an animation file"
        => "check that this is an anim.zbd, cam_anim.zbd or mis_anim.zbd";
    UNKNOWN_VERSION = "zbd.anim.header.version": "the version word belongs to no known game"
        => "check which game the file is from; only versions 28, 39, 50 and 53 are understood";
    BASE_COUNT = "zbd.anim.header.base_count": "a Crimson Skies file is not made from two base files"
        => "list the worlds it was made from: the chapter's and that of the planes";
    FILE_NAME = "zbd.anim.file.name": "the path of a source file is not 7-bit text with a NUL behind it"
        => "use ASCII only, and end the path with a NUL";
    POINTER = "zbd.anim.info.pointer": "an address that every known file has is zero"
        => "use any address that is not zero";
    DEF_COUNT = "zbd.anim.info.def_count": "there are no definitions, not even the one that stands for none"
        => "begin the definitions with the zero definition";
    SCRIPT_COUNT = "zbd.anim.info.script_count": "a Pirate's Moon file has no scripts"
        => "add one script of at least one frame";
    INFO_GRAVITY = "zbd.anim.info.gravity": "the gravity is not that of every known file"
        => "use -9.8 unless the difference is intended";
    INFO_FLAG = "zbd.anim.info.unknown_40": "the word at 40 is not 0, or not 1 in the file of the first chapter of Pirate's Moon"
        => "use 0; the first chapter's file, which has the address 0x12D3AFF8, has 1";
}

record! {
    /// A file of the reader that definitions were made from. Nothing refers to it.
    pub struct SourceFile in "zbd.anim.file" sizes [84] {
        /// Path, with old memory behind its end.
        name: Garbage<80> [0],
        /// Unix time of the file.
        timestamp: u32 [80],
    }
}

record! {
    /// Crimson Skies: a world file that the animations were made for.
    pub struct BaseFile in "zbd.anim.base_file" sizes [132] {
        /// Path, with old memory behind its end.
        name: Garbage<128> [0],
        /// Unix time of the file.
        timestamp: u32 [128],
    }
}

record! {
    /// What holds for all definitions. How many of anything there are is derived.
    pub struct Info in "zbd.anim.info" sizes [60, 68, 108] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
        unknown_0: u32 [0, 0, 0] must 0,
        unknown_4: u32 [4, 4, 4] must 0,
        unknown_8: u16 [8, 8, 8] must 0,
        #[serde(skip)]
        def_count: u16 [10, 10, 10],
        /// Stale address; differs from file to file.
        defs_ptr: u32 [12, 12, 12],
        #[serde(skip)]
        script_count: u32 [_, _, 16],
        /// PM, CS: stale address.
        scripts_ptr: u32 [_, _, 20],
        /// Localised messages; no file has any.
        msg_count: u32 [16, 16, 24] must 0,
        msgs_ptr: u32 [20, 20, 28] must 0,
        /// Stale address.
        world_ptr: u32 [24, 24, 32],
        /// Metres per second squared.
        gravity: AnyF32 [28, 28, 36],
        /// PM: 1 in the first chapter, else 0; CS: any.
        unknown_40: u32 [_, _, 40],
        unused: [u32; 4] [32, 32, 44] must [0; 4],
        unused_48: [u32; 3] [48, 48, _] must [0; 3],
        unknown_60: u32 [_, 60, 60] must 1,
        unknown_64: u32 [_, 64, _] must 0,
        unused_64: [u32; 11] [_, _, 64] must [0; 11],
    }
}

impl Info {
    /// The block of a new file; its addresses mean nothing.
    pub fn new(version: Version) -> Self {
        let address = 0xDEAD_BEEF;
        let has_scripts = matches!(version, Version::PiratesMoon | Version::CrimsonSkies);
        Info {
            defs_ptr: address,
            scripts_ptr: if has_scripts { address } else { 0 },
            world_ptr: address,
            gravity: AnyF32::from(GRAVITY),
            unknown_60: u32::from(version != Version::Recoil),
            ..Info::default()
        }
    }

    fn verify(&self, report: &mut Report, at: usize, version: Version) {
        let rules = &mut Rules::in_column::<Info>(report, at, column_of::<Info>(version));
        require!(rules, POINTER, self.defs_ptr, self.defs_ptr != 0, "an address");
        require!(rules, POINTER, self.world_ptr, self.world_ptr != 0, "an address");
        require!(rules, INFO_GRAVITY, self.gravity, self.gravity.get() == GRAVITY, "{GRAVITY}");
        if version == Version::PiratesMoon {
            let first = u32::from(self.defs_ptr == FIRST_CHAPTER);
            require!(rules, INFO_FLAG, self.unknown_40, self.unknown_40 == first, "{first}");
            require!(rules, SCRIPT_COUNT, self.script_count, self.script_count > 0, "at least 1");
            require!(rules, POINTER, self.scripts_ptr, self.scripts_ptr != 0, "an address");
        }
    }
}

/// What was read ahead of the definitions.
pub(super) struct Beginning {
    pub version: Version,
    pub timestamp: u32,
    pub base_files: Vec<BaseFile>,
    pub files: Vec<SourceFile>,
    pub info: Info,
}

pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Beginning> {
    let (version, timestamp, counts) = cursor.within(Segment::one("header"), header)?;
    let (base_count, file_count) = match counts {
        Some(counts) => counts,
        None => (0, cursor.value("file_count")?),
    };
    let base_files = list(cursor, base_count, "base_file", |file: &BaseFile, report, at| {
        file.name.check(report, &FILE_NAME, at);
    })?;
    let files = list(cursor, file_count, "file", |file: &SourceFile, report, at| {
        file.name.check(report, &FILE_NAME, at);
    })?;
    let info = cursor.within(Segment::one("info"), |cursor| {
        let at = cursor.offset();
        let info: Info = cursor.record(column_of::<Info>(version))?;
        info.verify(&mut cursor.report, at, version);
        if info.def_count == 0 {
            let expected = "at least the zero definition";
            cursor.report.habit(&DEF_COUNT, at + 10, expected, 0);
        }
        Ok(info)
    })?;
    Ok(Beginning { version, timestamp, base_files, files, info })
}

/// The version, Pirate's Moon's timestamp, and Crimson Skies' counts of base files and files.
type Head = (Version, u32, Option<(u32, u32)>);

fn header(cursor: &mut Cursor<'_>) -> Result<Head> {
    let at = cursor.offset();
    let signature = u32::get(cursor.take(4, "signature")?);
    if signature != SIGNATURE {
        let (expected, found) = (format!("{SIGNATURE:#010x}"), format!("{signature:#010x}"));
        return Err(cursor.report.broken(&BAD_SIGNATURE, at, expected, found));
    }
    let number = u32::get(cursor.take(4, "version")?);
    let Some(version) = file_version(number) else {
        return Err(cursor.report.broken(&UNKNOWN_VERSION, at + 4, "version 28, 39, 50 or 53", number));
    };
    match version {
        Version::Recoil | Version::MechWarrior3 => Ok((version, 0, None)),
        Version::PiratesMoon => Ok((version, cursor.value("timestamp")?, None)),
        Version::CrimsonSkies => {
            let at = cursor.offset();
            let [base_count, file_count]: [u32; 2] =
                [cursor.value("base_count")?, cursor.value("file_count")?];
            if base_count != 2 {
                cursor.report.habit(&BASE_COUNT, at, 2, base_count);
            }
            Ok((version, 0, Some((base_count, file_count))))
        }
    }
}

/// A list of records of one layout.
fn list<R: Record>(
    cursor: &mut Cursor<'_>,
    count: u32,
    label: &'static str,
    check: fn(&R, &mut Report, usize),
) -> Result<Vec<R>> {
    let count = count as usize;
    cursor.expect_items(count, R::SIZES[0], label)?;
    let mut list = Vec::with_capacity(count);
    for index in 0..count {
        list.push(cursor.within(Segment::at(label, index), |cursor| {
            let at = cursor.offset();
            let record: R = cursor.record(0)?;
            check(&record, &mut cursor.report, at);
            Ok(record)
        })?);
    }
    Ok(list)
}

/// Writes all that stands ahead of the definitions; the counts in `info` are already derived.
pub(super) fn write(writer: &mut Writer, anim: &Anim, info: &Info) -> Result<()> {
    writer.value(&SIGNATURE);
    writer.value(&number_of(anim.version));
    match anim.version {
        Version::Recoil | Version::MechWarrior3 => {}
        Version::PiratesMoon => writer.value(&anim.timestamp),
        Version::CrimsonSkies => writer.value(&count::<u32>(anim.base_files.len(), "base files")?),
    }
    writer.value(&count::<u32>(anim.files.len(), "files")?);
    anim.base_files.iter().for_each(|file| writer.record(file, 0));
    anim.files.iter().for_each(|file| writer.record(file, 0));
    writer.record(info, column_of::<Info>(anim.version));
    Ok(())
}

/// Every finding about what stands ahead of the definitions.
pub(super) fn all_codes() -> Vec<&'static Code> {
    [CODES, Info::CODES].concat()
}
