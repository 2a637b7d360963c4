//! Keyframes of a node (SI scripts): inline in the events of Recoil and MechWarrior 3, in a table at
//! the end of the file since Pirate's Moon. Source: `docs/spec/zbd/anim.md`, "10. PM script table", and
//! `docs/spec/zbd/anim-events.md`, "4.12 OBJECT_MOTION_SI_SCRIPT (12)".

use super::{AnyF32, Terminated, column_of, count};
use crate::gamez::Version;
use crate::gamez::rules::{Rules, pointer, require};
use crate::packed;
use binary::{Code, Cursor, Name, Record, Report, Result, Segment, Writer, codes, record};
use serde::{Deserialize, Serialize};

codes! {
    FRAMES = "zbd.anim.script.frames": "the keyframes are not as many as stated or of a form that is not known, and are kept as they are"
        => "export the animation again";
    FRAME_COUNT = "zbd.anim.script.frame_count": "a script has no keyframe"
        => "add a keyframe";
    FRAME_TIME = "zbd.anim.script.time": "the times of a keyframe are not numbers, or it ends before it starts"
        => "correct the times";
    FRAME_BASE = "zbd.anim.script.base": "a keyframe starts at something that is NaN or infinite"
        => "correct the numbers";
    NAME = "zbd.anim.script.name": "a name is not 7-bit text with one NUL at its end"
        => "use ASCII only, and end the name with a NUL";
    POINTER = "zbd.anim.script.pointer": "an address that every known file has is zero"
        => "use any address that is not zero";
    SPLINE = "zbd.anim.script.spline": "the switch for splines is neither 0 nor 1"
        => "use 0 or 1";
}

/// Bits of [`Frame::flags`].
pub mod flags {
    /// `translate` is there.
    pub const TRANSLATE: u32 = 1;
    /// `rotate` is there.
    pub const ROTATE: u32 = 2;
    /// `scale` is there.
    pub const SCALE: u32 = 4;
}

/// Times and flags of a keyframe.
const FRAME_HEADER: usize = 12;

record! {
    struct FrameHeader in "zbd.anim.frame" sizes [12] {
        flags: u32 [0],
        start_time: AnyF32 [4],
        end_time: AnyF32 [8],
    }
}

record! {
    /// Positions or scales of a keyframe.
    pub struct VectorChannel in "zbd.anim.frame.vector" sizes [28, 76] {
        // Columns: Recoil; the others.
        /// x, y, z at its start.
        base: [AnyF32; 3] [0, 0],
        /// Old memory.
        unused: u32 [12, 12],
        /// Change per second.
        delta: [AnyF32; 3] [16, 16],
        /// MW, PM, CS: for each axis c0 to c3 of a cubic; old memory where splines are off.
        spline: [[AnyF32; 4]; 3] [_, 28],
    }
}

record! {
    /// Rotations of a keyframe.
    pub struct RotateChannel in "zbd.anim.frame.rotate" sizes [28, 76] {
        // Columns: Recoil; the others.
        /// Quaternion w, x, y, z at its start.
        base: [AnyF32; 4] [0, 0],
        /// Axis times half the angle in radians, per second.
        delta: [AnyF32; 3] [16, 16],
        /// MW, PM, CS: for each axis c0 to c3 of a cubic; old memory where splines are off.
        spline: [[AnyF32; 4]; 3] [_, 28],
    }
}

/// A keyframe: what is there moves from `start_time` to `end_time`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    /// Seconds.
    pub start_time: AnyF32,
    /// Seconds.
    pub end_time: AnyF32,
    /// Positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub translate: Option<Box<VectorChannel>>,
    /// Rotations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotate: Option<Box<RotateChannel>>,
    /// Scales.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<Box<VectorChannel>>,
}

/// The keyframes of a script.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "snake_case")]
pub enum Frames {
    /// One after the other; a node holds its pose between them.
    Known(Vec<Frame>),
    /// Bytes that are not as many keyframes as the file says.
    Raw {
        /// How many keyframes there should be.
        frame_count: u32,
        /// What is there.
        #[serde(with = "packed")]
        bytes: Vec<u8>,
    },
}

impl Default for Frames {
    fn default() -> Self {
        Frames::Known(Vec::new())
    }
}

impl Frame {
    /// Which channels are there, see [`flags`].
    pub fn flags(&self) -> u32 {
        let bit = |there, flag| if there { flag } else { 0 };
        bit(self.translate.is_some(), flags::TRANSLATE)
            | bit(self.rotate.is_some(), flags::ROTATE)
            | bit(self.scale.is_some(), flags::SCALE)
    }

    fn read(cursor: &mut Cursor<'_>, version: Version) -> Result<Frame> {
        let at = cursor.offset();
        let FrameHeader { flags, start_time, end_time } = cursor.record(0)?;
        let in_order =
            matches!((start_time.finite(), end_time.finite()), (Some(start), Some(end)) if start <= end);
        if !in_order {
            let found = format!("{start_time:?} and {end_time:?}");
            cursor.report.note(&FRAME_TIME, at + 4, "a start and an end, in order", found);
        }
        let there = |flag| flags & flag != 0;
        let translate = vector(cursor, "translate", there(flags::TRANSLATE), version)?;
        let rotate = match there(flags::ROTATE) {
            true => cursor.within(Segment::one("rotate"), |cursor| {
                let at = cursor.offset();
                let rotate: RotateChannel = cursor.record(column_of::<RotateChannel>(version))?;
                finite(&mut cursor.report, at, &rotate.base);
                Ok(Some(Box::new(rotate)))
            })?,
            false => None,
        };
        let scale = vector(cursor, "scale", there(flags::SCALE), version)?;
        Ok(Frame { start_time, end_time, translate, rotate, scale })
    }

    fn write(&self, writer: &mut Writer, version: Version) {
        let Frame { start_time, end_time, translate, rotate, scale } = self;
        let header = FrameHeader { flags: self.flags(), start_time: *start_time, end_time: *end_time };
        writer.record(&header, 0);
        let column = column_of::<VectorChannel>(version);
        translate.iter().for_each(|channel| writer.record(&**channel, column));
        rotate.iter().for_each(|channel| writer.record(&**channel, column));
        scale.iter().for_each(|channel| writer.record(&**channel, column));
    }
}

fn vector(
    cursor: &mut Cursor<'_>,
    label: &'static str,
    there: bool,
    version: Version,
) -> Result<Option<Box<VectorChannel>>> {
    if !there {
        return Ok(None);
    }
    cursor.within(Segment::one(label), |cursor| {
        let at = cursor.offset();
        let vector: VectorChannel = cursor.record(column_of::<VectorChannel>(version))?;
        finite(&mut cursor.report, at, &vector.base);
        Ok(Some(Box::new(vector)))
    })
}

fn finite(report: &mut Report, at: usize, base: &[AnyF32]) {
    if base.iter().any(|number| number.finite().is_none()) {
        report.note(&FRAME_BASE, at, "numbers", format_args!("{base:?}"));
    }
}

/// How many keyframes fill the bytes exactly; none where they do not.
fn count_frames(mut bytes: &[u8], version: Version) -> Option<usize> {
    let channel = VectorChannel::SIZES[column_of::<VectorChannel>(version)];
    let mut frames = 0;
    while !bytes.is_empty() {
        let header = bytes.get(..FRAME_HEADER)?;
        let FrameHeader { flags, .. } = FrameHeader::get(header, 0);
        if flags & !(flags::TRANSLATE | flags::ROTATE | flags::SCALE) != 0 {
            return None;
        }
        bytes = bytes.get(FRAME_HEADER + flags.count_ones() as usize * channel..)?;
        frames += 1;
    }
    Some(frames)
}

impl Frames {
    /// Reads `size` bytes of keyframes, of which there should be `frame_count`.
    pub(super) fn read(
        cursor: &mut Cursor<'_>,
        frame_count: u32,
        size: usize,
        version: Version,
    ) -> Result<Frames> {
        let at = cursor.offset();
        let bytes = cursor.take(size, "keyframes")?;
        let found = count_frames(bytes, version);
        let Some(frames) = found.filter(|found| *found == frame_count as usize) else {
            let found = found.map_or("bytes that are none".to_owned(), |found| format!("{found} keyframes"));
            cursor.report.habit(&FRAMES, at, format_args!("{frame_count} keyframes"), found);
            cursor.trace_bytes("frames", at, size);
            return Ok(Frames::Raw { frame_count, bytes: bytes.to_vec() });
        };
        cursor.seek(at)?;
        let mut list = Vec::with_capacity(frames);
        cursor.within(Segment::at("frame", 0), |cursor| {
            for index in 0..frames {
                cursor.report.step(index);
                list.push(Frame::read(cursor, version)?);
            }
            Ok(Frames::Known(list))
        })
    }

    /// Writes the keyframes, not how many there are.
    pub(super) fn write(&self, writer: &mut Writer, version: Version) {
        match self {
            Frames::Known(frames) => frames.iter().for_each(|frame| frame.write(writer, version)),
            Frames::Raw { bytes, .. } => writer.raw(bytes),
        }
    }

    /// True for a script that is understood and has no keyframe.
    pub fn is_empty(&self) -> bool {
        *self == Frames::default()
    }

    /// How many there are, or should be.
    pub(super) fn count(&self) -> Result<u32> {
        match self {
            Frames::Known(frames) => count(frames.len(), "keyframes"),
            Frames::Raw { frame_count, .. } => Ok(*frame_count),
        }
    }

    /// Bytes that are not understood.
    pub(crate) fn raw_bytes(&self) -> usize {
        match self {
            Frames::Known(_) => 0,
            Frames::Raw { bytes, .. } => bytes.len(),
        }
    }
}

record! {
    /// A row of the script table. Lengths and counts are derived.
    pub struct ScriptInfo in "zbd.anim.script" sizes [28] {
        /// Stale address, as the other two.
        script_name_ptr: u32 [0],
        object_name_ptr: u32 [4],
        #[serde(skip)]
        script_name_len: u8 [8],
        #[serde(skip)]
        object_name_len: u8 [9],
        pad: u16 [10] must 0,
        /// CS: the cubics count, not the deltas.
        spline_interpolation: u32 [12],
        #[serde(skip)]
        frame_count: u32 [16],
        #[serde(skip)]
        script_data_len: u32 [20],
        script_data_ptr: u32 [24],
    }
}

/// A script of the table, which events refer to by its number.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// Addresses and the switch for splines.
    pub info: ScriptInfo,
    /// Path of the file it was made from.
    pub script_name: Terminated,
    /// Name of what it moves.
    pub object_name: Terminated,
    /// The keyframes.
    pub frames: Frames,
}

impl ScriptInfo {
    fn verify(&self, report: &mut Report, at: usize) {
        let rules = &mut Rules::in_column::<ScriptInfo>(report, at, 0);
        pointer!(rules, POINTER, self.script_name_ptr, true);
        pointer!(rules, POINTER, self.object_name_ptr, true);
        pointer!(rules, POINTER, self.script_data_ptr, true);
        require!(rules, SPLINE, self.spline_interpolation, self.spline_interpolation <= 1, "0 or 1");
    }
}

/// Reads the table and what its rows stand for.
pub(super) fn read(cursor: &mut Cursor<'_>, script_count: u32, version: Version) -> Result<Vec<Script>> {
    let length = script_count as usize;
    cursor.expect_items(length, ScriptInfo::SIZES[0], "scripts")?;
    let mut scripts = Vec::with_capacity(length);
    for index in 0..length {
        let at = cursor.offset();
        scripts.push(cursor.within(Segment::at("script", index), |cursor| {
            let info: ScriptInfo = cursor.record(0)?;
            info.verify(&mut cursor.report, at);
            Ok(Script { info, ..Script::default() })
        })?);
    }
    for (index, script) in scripts.iter_mut().enumerate() {
        cursor.within(Segment::at("script", index), |cursor| {
            script.script_name = name(cursor, script.info.script_name_len, "script_name")?;
            cursor.report.leave();
            let name_of = Name::new(script.script_name.bytes());
            cursor.report.enter(Segment::at("script", index).named(name_of));
            script.object_name = name(cursor, script.info.object_name_len, "object_name")?;
            let size = script.info.script_data_len as usize;
            let at = cursor.offset();
            script.frames = Frames::read(cursor, script.info.frame_count, size, version)?;
            if script.frames.is_empty() {
                cursor.report.habit(&FRAME_COUNT, at, "at least one", 0);
            }
            let info = &mut script.info;
            // Derived when writing.
            (info.script_name_len, info.object_name_len) = (0, 0);
            (info.frame_count, info.script_data_len) = (0, 0);
            Ok(())
        })?;
    }
    Ok(scripts)
}

fn name(cursor: &mut Cursor<'_>, length: u8, what: &'static str) -> Result<Terminated> {
    let at = cursor.offset();
    let name = Terminated::from_bytes(cursor.take(length.into(), what)?);
    cursor.trace_bytes(what, at, length.into());
    if !name.is_regular() {
        cursor.report.habit(&NAME, at, "a text and a NUL", format_args!("{name:?}"));
    }
    Ok(name)
}

/// Writes the table and what its rows stand for.
pub(super) fn write(writer: &mut Writer, scripts: &[Script], version: Version) -> Result<()> {
    let table = writer.offset();
    for script in scripts {
        let info = ScriptInfo {
            script_name_len: count(script.script_name.bytes().len(), "bytes of a script's name")?,
            object_name_len: count(script.object_name.bytes().len(), "bytes of an object's name")?,
            frame_count: script.frames.count()?,
            ..script.info.clone()
        };
        writer.record(&info, 0);
    }
    for (index, script) in scripts.iter().enumerate() {
        writer.raw(script.script_name.bytes());
        writer.raw(script.object_name.bytes());
        let start = writer.offset();
        script.frames.write(writer, version);
        let length = count(writer.offset() - start, "bytes of a script")?;
        writer.patch(table + index * ScriptInfo::SIZES[0] + 20, length);
    }
    Ok(())
}

/// Every finding about scripts and keyframes.
pub(super) fn all_codes() -> Vec<&'static Code> {
    [CODES, ScriptInfo::CODES].concat()
}
