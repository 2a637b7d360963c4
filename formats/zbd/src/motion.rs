//! Motions of 'mechs (members of `motion.zbd`), the same in MechWarrior 3 and Pirate's Moon: for
//! each named part of a 'mech its translation and rotation, frame by frame. Interpolation between
//! frames is not done here. Source: `docs/spec/zbd/motion.md`.
//!
//! [`read`] and [`write()`] are one motion, [`read_archive`] and
//! [`write_archive`] all of a `motion.zbd`.

use crate::Lenstr;
use crate::archive::{self, Contents, TypedArchive};
use binary::{
    Code, Cursor, Field, Finding, FormatCodes, Mode, Name, Record, Report, Result, Segment, Severity, Site,
    Writer, codes, record,
};
use serde::{Deserialize, Serialize};

codes! {
    TRUNCATED = "zbd.motion.truncated": "the file ends inside a motion" => "copy the file again from its source";
    NOT_FINITE = "zbd.motion.not_finite": "a number is NaN or infinite" => "export the motion again";
    TRAILING = "zbd.motion.trailing": "bytes follow the last part" => "cut the file at the stated offset";
    LIMIT = "zbd.motion.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    VERSION = "zbd.motion.version": "the version is not the one of every known motion" => "make sure that this is a motion of MechWarrior 3 or Pirate's Moon";
    LOOP_TIME = "zbd.motion.loop_time": "a motion takes no time" => "set it to the seconds of one loop, above 0";
    FRAME_COUNT = "zbd.motion.frame_count": "a motion has no frame" => "set it to the number of distinct frames, at least 1";
    NAME = "zbd.motion.part.name": "a part's name is not 7-bit text" => "use ASCII only";
    FLAGS = "zbd.motion.part.flags": "a part does not have exactly translations and rotations" => "store both, and set the flags to 12";
    UNKNOWN_FLAGS = "zbd.motion.part.unknown_flags": "a part has unknown flags, and so perhaps unknown keys" => "export the motion again; flags are 12";
    TRANSLATIONS = "zbd.motion.part.translations": "the last translation is not the first, which closes the loop" => "append a copy of the first";
    ROTATIONS = "zbd.motion.part.rotations": "the last rotation is not the first, which closes the loop" => "append a copy of the first";
    SCALES = "zbd.motion.part.scales": "the last scale is not the first, which closes the loop" => "append a copy of the first";
    UNWRITABLE = "zbd.motion.unwritable": "the motion does not fit the format" => "correct the named part";
}

/// Every finding that reading or writing a motion can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, Header::CODES].concat()
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

/// First word of every motion.
pub const VERSION_WORD: u32 = 4;
const UNK16: f32 = -1.0;
const UNK20: f32 = 1.0;

/// Bits of [`Part::flags`]: which lists a part has, in the order they stand in
/// the file.
pub mod flags {
    /// Positions.
    pub const TRANSLATION: u32 = 0x08;
    /// Scales; not in any known file.
    pub const SCALE: u32 = 0x02;
    /// Rotations.
    pub const ROTATION: u32 = 0x04;
    /// What every part of every known file has.
    pub const USUAL: u32 = TRANSLATION | ROTATION;
}

/// Name and flags.
const SMALLEST_PART: usize = 8;

record! {
    struct Header in "zbd.motion" sizes [24] {
        version: u32 [0],
        loop_time: f32 [4],
        frame_count: u32 [8],
        part_count: u32 [12],
        unk16: f32 [16] must -1.0,
        unk20: f32 [20] must 1.0,
    }
}

/// A motion. Key `k` of each list belongs to the time `k * loop_time /
/// frame_count`; the last key repeats the first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Motion {
    /// Seconds for one loop, above 0.
    pub loop_time: f32,
    /// Number of distinct frames, at least 1; each list has one key more.
    pub frame_count: u32,
    /// -1.0 in every known file.
    pub unk16: f32,
    /// 1.0 in every known file.
    pub unk20: f32,
    /// The parts, in file order.
    pub parts: Vec<Part>,
}

/// How one part moves. Translation and rotation are in the parent's space and replace those of the
/// model's node.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Name of the node in the 'mech's model, whatever its case.
    pub name: Lenstr,
    /// Which of the lists are there, see [`flags`].
    pub flags: u32,
    /// x, y, z in units.
    pub translations: Vec<[f32; 3]>,
    /// x, y, z; empty in known files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scales: Vec<[f32; 3]>,
    /// Unit quaternions w, x, y, z.
    pub rotations: Vec<[f32; 4]>,
}

/// True when the bytes begin as every known motion does: members of an archive
/// have no extension to tell.
pub fn is_motion(bytes: &[u8]) -> bool {
    let Some(header) = bytes.get(..Header::SIZES[0]) else { return false };
    let header = Header::get(header, 0);
    header.version == VERSION_WORD && header.unk16 == UNK16 && header.unk20 == UNK20
}

/// Reads one motion.
///
/// # Errors
/// Structural damage, in either mode: another version, unknown flags, numbers that are not finite,
/// missing or trailing bytes. In strict mode the report's verdict says whether a documented habit
/// is broken.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Motion, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let motion = motion(&mut cursor)?;
    Ok((motion, cursor.finish()?))
}

/// Reads all motions of an archive.
///
/// # Errors
/// As [`read`] and as reading an archive.
pub fn read_archive(bytes: &[u8], mode: Mode) -> Result<(TypedArchive<Motion>, Report)> {
    let mut report = Report::new(mode);
    let archive =
        archive::read_all(bytes, Contents::Motions, &mut report, &FORMAT, |cursor, _| motion(cursor))?;
    Ok((archive, report))
}

/// Every place the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = motion(&mut cursor);
    cursor.report.take_sites()
}

fn motion(cursor: &mut Cursor<'_>) -> Result<Motion> {
    let at = cursor.offset();
    let header: Header = cursor.record(0)?;
    if header.version != VERSION_WORD {
        return Err(cursor.report.broken(&VERSION, at, VERSION_WORD, header.version));
    }
    if header.loop_time <= 0.0 {
        cursor.report.habit(&LOOP_TIME, at + 4, "seconds above 0", header.loop_time);
    }
    if header.frame_count == 0 {
        cursor.report.habit(&FRAME_COUNT, at + 8, "at least 1", 0);
    }
    let count = header.part_count as usize;
    cursor.expect_items(count, SMALLEST_PART, "parts")?;
    let keys = key_count(header.frame_count);
    let mut parts = Vec::with_capacity(count);
    for index in 0..count {
        parts.push(part(cursor, index, keys)?);
    }
    let Header { loop_time, frame_count, unk16, unk20, .. } = header;
    Ok(Motion { loop_time, frame_count, unk16, unk20, parts })
}

/// Keys of each list; saturates beyond what memory can hold.
fn key_count(frame_count: u32) -> usize {
    (frame_count as usize).saturating_add(1)
}

fn part(cursor: &mut Cursor<'_>, index: usize, keys: usize) -> Result<Part> {
    let segment = Segment::at("part", index);
    let name = cursor.within(segment, |cursor| Lenstr::read(cursor, "name", &NAME))?;
    cursor.within(segment.named(Name::new(name.bytes())), |cursor| {
        let at = cursor.offset();
        let flags: u32 = cursor.value("flags")?;
        if flags & !(flags::USUAL | flags::SCALE) != 0 {
            let expected = "bits of 8 translation, 2 scale and 4 rotation only";
            return Err(cursor.report.broken(&UNKNOWN_FLAGS, at, expected, flags));
        }
        if flags != flags::USUAL {
            cursor.report.habit(&FLAGS, at, flags::USUAL, flags);
        }
        let there = |flag| flags & flag != 0;
        Ok(Part {
            name,
            flags,
            translations: list(cursor, there(flags::TRANSLATION), keys, "translations", &TRANSLATIONS)?,
            scales: list(cursor, there(flags::SCALE), keys, "scales", &SCALES)?,
            rotations: list(cursor, there(flags::ROTATION), keys, "rotations", &ROTATIONS)?,
        })
    })
}

/// A list of keys, if it is there; the last one must be the first.
fn list<T: Field>(
    cursor: &mut Cursor<'_>,
    there: bool,
    keys: usize,
    what: &'static str,
    code: &'static Code,
) -> Result<Vec<T>> {
    if !there {
        return Ok(Vec::new());
    }
    let list: Vec<T> = cursor.list(keys, what)?;
    if let ([first, ..], [.., last]) = (list.as_slice(), list.as_slice())
        && first != last
    {
        cursor.report.habit(code, cursor.offset() - T::SIZE, first.show(), last.show());
    }
    Ok(list)
}

/// Writes one motion. The number of parts is derived.
///
/// # Errors
/// `zbd.motion.unwritable` when a part's lists are not those its flags ask for,
/// with one key more than there are frames.
pub fn write(motion: &Motion) -> Result<Vec<u8>> {
    let Motion { loop_time, frame_count, unk16, unk20, ref parts } = *motion;
    let keys = key_count(frame_count);
    let sizes = parts.iter().map(|part| {
        part.name.size() + 4 + 12 * (part.translations.len() + part.scales.len()) + 16 * part.rotations.len()
    });
    let mut writer = Writer::with_capacity(Header::SIZES[0] + sizes.sum::<usize>());
    let part_count =
        u32::try_from(parts.len()).map_err(|_| unwritable("fewer than 2^32 parts", parts.len()))?;
    writer.record(&Header { version: VERSION_WORD, loop_time, frame_count, part_count, unk16, unk20 }, 0);
    for (index, part) in parts.iter().enumerate() {
        part.check(keys)
            .map_err(|finding| Box::new((*finding).inside(format_args!("part {index} \"{}\"", part.name))))?;
        part.name.write(&mut writer);
        writer.value(&part.flags);
        writer.list(&part.translations);
        writer.list(&part.scales);
        writer.list(&part.rotations);
    }
    Ok(writer.into_bytes())
}

/// Writes an archive of motions.
///
/// # Errors
/// As [`write()`] and as writing an archive.
pub fn write_archive(motions: &TypedArchive<Motion>) -> Result<Vec<u8>> {
    archive::write(&motions.to_archive(write)?)
}

impl Part {
    /// True lengths, flags and name, or what is wrong with them.
    fn check(&self, keys: usize) -> Result<()> {
        if u32::try_from(self.name.bytes().len()).is_err() {
            return Err(unwritable("a name below 4 GiB", self.name.bytes().len()));
        }
        if self.flags & !(flags::USUAL | flags::SCALE) != 0 {
            return Err(unwritable("flags of 8, 2 and 4", self.flags));
        }
        for (what, flag, length) in [
            ("translations", flags::TRANSLATION, self.translations.len()),
            ("scales", flags::SCALE, self.scales.len()),
            ("rotations", flags::ROTATION, self.rotations.len()),
        ] {
            let wanted = if self.flags & flag != 0 { keys } else { 0 };
            if length != wanted {
                return Err(unwritable(&format!("{wanted} {what}"), length));
            }
        }
        Ok(())
    }
}

impl Motion {
    /// A motion without parts: seconds of one loop, above 0, and the number of
    /// its distinct frames, at least 1.
    pub fn new(loop_time: f32, frame_count: u32) -> Self {
        Motion { loop_time, frame_count, unk16: UNK16, unk20: UNK20, parts: Vec::new() }
    }

    /// Adds a part with one translation (units) and one rotation (unit
    /// quaternion w, x, y, z) for each frame; the key that closes the loop is
    /// added.
    ///
    /// # Errors
    /// `zbd.motion.unwritable` when a list is not as long as there are frames or
    /// the name is not ASCII.
    pub fn push_part(
        &mut self,
        name: &str,
        mut translations: Vec<[f32; 3]>,
        mut rotations: Vec<[f32; 4]>,
    ) -> Result<()> {
        let frames = self.frame_count as usize;
        for (what, length) in [("translations", translations.len()), ("rotations", rotations.len())] {
            if length != frames || frames == 0 {
                return Err(unwritable(&format!("{frames} {what}, at least one"), length));
            }
        }
        let name = Lenstr::new(name).ok_or_else(|| unwritable("a name of ASCII characters", name))?;
        translations.extend_from_within(..1);
        rotations.extend_from_within(..1);
        self.parts.push(Part { name, flags: flags::USUAL, translations, scales: Vec::new(), rotations });
        Ok(())
    }
}

fn unwritable(expected: &str, found: impl std::fmt::Display) -> Box<Finding> {
    Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found))
}
