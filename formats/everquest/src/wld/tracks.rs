//! Tracks: how a bone moves. Source: `docs/spec/everquest/wld.md`,
//! "0x12 TrackDef" and "0x13 Track inst".

use super::codes::{FRAMES, QUATERNION, QUATERNION_LENGTH, SLEEP};
use super::fields::{count, optional, put_optional, put_records, records};
use super::fragment::{Link, Stored};
use super::header::Version;
use super::reference::Reference;
use super::textures::DEFAULT_SLEEP_MS;
use binary::{Cursor, Report, Result, Writer, record};
use serde::{Deserialize, Serialize};

/// [`TrackDef::flags`].
pub mod track_def_flags {
    /// Frames are integers; without it they are floats.
    pub const SHORT: u32 = 0x08;
}

/// The length of a quaternion of integers.
pub const QUATERNION_ONE: f32 = 16384.0;
/// Share of its length by which a quaternion may be off before it is noted.
const LENGTH_TOLERANCE: f32 = 0.01;

record! {
    /// A frame of integers, as every known file has.
    #[derive(Copy, Eq)]
    pub struct ShortFrame in "everquest.wld.track.frame" sizes [16] {
        /// Quaternion w, x, y, z; 16384 to the length of 1.
        rotation: [i16; 4] [0],
        /// 256 to a unit.
        translation: [i16; 3] [8],
        /// 256 is 1. With 0 the frame is an empty pose.
        scale: i16 [14],
    }
}

record! {
    /// A frame of floats.
    #[derive(Copy)]
    pub struct FloatFrame in "everquest.wld.track.float_frame" sizes [32] {
        scale: f32 [0],
        translation: [f32; 3] [4],
        /// Quaternion w, x, y, z.
        rotation: [f32; 4] [16],
    }
}

/// Frames as the flags say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Frames {
    /// With flag 0x08.
    Short(Vec<ShortFrame>),
    /// Without it.
    Float(Vec<FloatFrame>),
}

impl Default for Frames {
    fn default() -> Self {
        Frames::Short(Vec::new())
    }
}

/// How a bone is put against its parent: `M = parent * T * R * S`, and children
/// inherit the scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Quaternion x, y, z, w of length 1.
    pub rotation: [f32; 4],
    /// In units.
    pub translation: [f32; 3],
    /// The same along all axes.
    pub scale: f32,
}

impl Pose {
    /// Neither turned, moved nor scaled.
    pub const NONE: Pose = Pose { rotation: [0.0, 0.0, 0.0, 1.0], translation: [0.0; 3], scale: 1.0 };

    fn new([w, x, y, z]: [f32; 4], translation: [f32; 3], scale: f32) -> Pose {
        if scale == 0.0 {
            return Pose::NONE;
        }
        // Scaled down first: squares of large floats would be infinite.
        let largest = [w, x, y, z].iter().fold(0.0_f32, |largest, part| largest.max(part.abs()));
        if largest == 0.0 {
            return Pose { translation, scale, ..Pose::NONE };
        }
        let parts = [x, y, z, w].map(|part| part / largest);
        let length = parts.iter().map(|part| part * part).sum::<f32>().sqrt();
        Pose { rotation: parts.map(|part| part / length), translation, scale }
    }
}

impl ShortFrame {
    /// The pose in floats; an empty one where the scale is 0.
    pub fn pose(&self) -> Pose {
        Pose::new(
            self.rotation.map(f32::from),
            self.translation.map(|part| f32::from(part) / 256.0),
            f32::from(self.scale) / 256.0,
        )
    }
}

impl Frames {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Frames::Short(frames) => frames.len(),
            Frames::Float(frames) => frames.len(),
        }
    }

    /// True without any.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The pose of a frame.
    pub fn pose(&self, frame: usize) -> Option<Pose> {
        match self {
            Frames::Short(frames) => frames.get(frame).map(ShortFrame::pose),
            Frames::Float(frames) => {
                frames.get(frame).map(|frame| Pose::new(frame.rotation, frame.translation, frame.scale))
            }
        }
    }
}

/// Frames of one bone (0x12).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrackDef {
    /// `L01ORCHEAD_TRACKDEF`: the name of the track and `DEF`.
    pub name: Reference,
    /// See [`track_def_flags`].
    pub flags: u32,
    /// One where the bone keeps still.
    pub frames: Frames,
}

impl TrackDef {
    /// A track of integers.
    pub fn new(name: Reference, frames: Vec<ShortFrame>) -> Self {
        TrackDef { name, flags: track_def_flags::SHORT, frames: Frames::Short(frames) }
    }

    fn check(&self, at: usize, report: &mut Report) {
        if self.frames.is_empty() {
            report.habit(&FRAMES, at, "at least one frame", 0);
        }
        let (mut zero, mut off) = (0, 0);
        let mut look = |rotation: [f32; 4], scale: f32, one: f32| {
            let square = rotation.iter().map(|part| part * part).sum::<f32>();
            if square == 0.0 {
                // A frame without a scale is an empty pose.
                zero += usize::from(scale != 0.0);
            } else if (square / (one * one) - 1.0).abs() > 2.0 * LENGTH_TOLERANCE {
                off += 1;
            }
        };
        match &self.frames {
            Frames::Short(frames) => frames.iter().for_each(|frame| {
                look(frame.rotation.map(f32::from), frame.scale.into(), QUATERNION_ONE);
            }),
            Frames::Float(frames) => {
                frames.iter().for_each(|frame| look(frame.rotation, frame.scale, 1.0));
            }
        }
        if zero > 0 {
            report.habit(
                &QUATERNION,
                at,
                "no quaternion of 0",
                format_args!("{zero} in {}", self.frames.len()),
            );
        }
        if off > 0 {
            let found = format_args!("others in {off} of {} frames", self.frames.len());
            report.note(&QUATERNION_LENGTH, at, "quaternions of the length of 1", found);
        }
    }
}

impl Stored for TrackDef {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let at = cursor.offset();
        let name = cursor.value("name")?;
        let flags: u32 = cursor.value("flags")?;
        let count: u32 = cursor.value("frame_count")?;
        let frames = if flags & track_def_flags::SHORT != 0 {
            Frames::Short(records(cursor, "frame", count as usize)?)
        } else {
            Frames::Float(records(cursor, "frame", count as usize)?)
        };
        let track = TrackDef { name, flags, frames };
        track.check(at, &mut cursor.report);
        Ok(track)
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.value(&self.name);
        writer.value(&self.flags);
        writer.value(&count("frames", self.frames.len())?);
        let short = self.flags & track_def_flags::SHORT != 0;
        match &self.frames {
            Frames::Short(frames) if short || frames.is_empty() => put_records(writer, frames),
            Frames::Float(frames) if !short || frames.is_empty() => put_records(writer, frames),
            Frames::Short(_) => {
                return super::codes::unwritable("frames", "floats, as flag 0x08 is not set", "integers");
            }
            Frames::Float(_) => {
                return super::codes::unwritable("frames", "integers, as flag 0x08 says", "floats");
            }
        }
        Ok(())
    }

    fn name(&self) -> Reference {
        self.name
    }
}

/// [`Track::flags`].
pub mod track_flags {
    /// A time per frame follows.
    pub const SLEEP: u32 = 0x01;
    /// It runs backwards.
    pub const REVERSE: u32 = 0x02;
    /// What is between frames is interpolated.
    pub const INTERPOLATE: u32 = 0x04;
}

/// A track with its time (0x13). Animations are found by its name:
/// `<animation><model><bone>_TRACK`; a pose has no animation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Track {
    /// `L01ORCHEAD_TRACK`.
    pub name: Reference,
    /// The 0x12.
    pub definition: Reference,
    /// See [`track_flags`].
    pub flags: u32,
    /// With flag 0x01: milliseconds per frame.
    pub sleep_ms: Option<u32>,
}

impl Track {
    /// Milliseconds per frame, if it has a time; 100 where the file says 0.
    pub fn frame_ms(&self) -> Option<u32> {
        self.sleep_ms.map(|sleep| if sleep == 0 { DEFAULT_SLEEP_MS } else { sleep })
    }
}

impl Stored for Track {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let at = cursor.offset();
        let name = cursor.value("name")?;
        let definition = cursor.value("definition")?;
        let flags: u32 = cursor.value("flags")?;
        let sleep_ms = optional(cursor, flags & track_flags::SLEEP != 0, "sleep_ms")?;
        if sleep_ms == Some(0) {
            cursor.report.habit(&SLEEP, at, "milliseconds per frame above 0", 0);
        }
        Ok(Track { name, definition, flags, sleep_ms })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.value(&self.name);
        writer.value(&self.definition);
        writer.value(&self.flags);
        put_optional(writer, self.flags & track_flags::SLEEP != 0, self.sleep_ms.as_ref(), "sleep_ms")
    }

    fn name(&self) -> Reference {
        self.name
    }

    fn links(&self, visit: &mut impl FnMut(Link)) {
        visit(Link { what: "definition", reference: self.definition, types: &[0x12] });
    }
}
