//! Pictures: names of their files, sprites, which are one picture or several in
//! turn, and the palette that files of a version before the game's release name. Source: `docs/spec/everquest/wld.md`, "0x03 BmInfo" and
//! "0x04 SimpleSpriteDef".

use super::codes::{FRAMES, SLEEP, unwritable};
use super::fields::{count, count16, inline, optional, put_optional};
use super::fragment::{Link, Stored};
use super::header::Version;
use super::reference::Reference;
use super::strings::Inline;
use binary::{Cursor, Result, Writer};
use serde::{Deserialize, Serialize};

/// Milliseconds that a frame lasts where a file says 0. Source:
/// `docs/spec/everquest/writing.md`, "8. Broken inputs a loader must survive".
pub const DEFAULT_SLEEP_MS: u32 = 100;

/// Names of files (0x03): of one picture in every known file. Several in files
/// of the new version are layers, a base with details.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BitmapInfo {
    /// The picture's base name.
    pub name: Reference,
    /// File names in any case; at least one.
    pub files: Vec<Inline>,
}

impl Stored for BitmapInfo {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let name = cursor.value("name")?;
        let more: u32 = cursor.value("count")?;
        let count = (more as usize).saturating_add(1);
        cursor.expect_items(count, 2, "files")?;
        let mut files = Vec::with_capacity(count);
        for _ in 0..count {
            let length: u16 = cursor.value("length")?;
            files.push(inline(cursor, usize::from(length), "file")?);
        }
        Ok(BitmapInfo { name, files })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.value(&self.name);
        let Some(more) = count("files", self.files.len())?.checked_sub(1) else {
            return unwritable("files", "at least one file name", "none");
        };
        writer.value(&more);
        for file in &self.files {
            writer.value(&count16("file", file.bytes().len())?);
            writer.raw(&file.encode());
        }
        Ok(())
    }

    fn name(&self) -> Reference {
        self.name
    }
}

/// [`SimpleSpriteDef::flags`].
pub mod sprite_flags {
    /// Frames may be skipped.
    pub const SKIP_FRAMES: u32 = 0x02;
    /// Several frames in turn.
    pub const ANIMATED: u32 = 0x08;
    /// With [`ANIMATED`]: a time per frame follows.
    pub const SLEEP: u32 = 0x10;
    /// A current frame follows.
    pub const CURRENT_FRAME: u32 = 0x20;
}

/// A picture, or several in turn (0x04).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SimpleSpriteDef {
    /// Its name.
    pub name: Reference,
    /// See [`sprite_flags`].
    pub flags: u32,
    /// With flag 0x20.
    pub current_frame: Option<u32>,
    /// Milliseconds per frame; with the flags 0x08 and 0x10 together.
    pub sleep_ms: Option<u32>,
    /// The pictures' 0x03.
    pub frames: Vec<Reference>,
}

impl SimpleSpriteDef {
    /// A picture that does not change.
    pub fn still(name: Reference, frame: Reference) -> Self {
        SimpleSpriteDef { name, flags: sprite_flags::SLEEP, frames: vec![frame], ..Self::default() }
    }

    /// Pictures in turn, each for so many milliseconds.
    pub fn animated(name: Reference, frames: Vec<Reference>, sleep_ms: u32) -> Self {
        let flags = sprite_flags::ANIMATED | sprite_flags::SLEEP;
        SimpleSpriteDef { name, flags, current_frame: None, sleep_ms: Some(sleep_ms), frames }
    }

    /// Milliseconds per frame, if it is animated; 100 where the file says 0.
    pub fn frame_ms(&self) -> Option<u32> {
        self.sleep_ms.map(|sleep| if sleep == 0 { DEFAULT_SLEEP_MS } else { sleep })
    }

    fn has_sleep(flags: u32) -> bool {
        let both = sprite_flags::ANIMATED | sprite_flags::SLEEP;
        flags & both == both
    }
}

impl Stored for SimpleSpriteDef {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let at = cursor.offset();
        let name = cursor.value("name")?;
        let flags = cursor.value("flags")?;
        let count: u32 = cursor.value("frame_count")?;
        let current_frame = optional(cursor, flags & sprite_flags::CURRENT_FRAME != 0, "current_frame")?;
        let sleep_ms = optional(cursor, Self::has_sleep(flags), "sleep_ms")?;
        let frames = cursor.list(count as usize, "frames")?;
        if frames.is_empty() {
            cursor.report.habit(&FRAMES, at, "at least one frame", 0);
        }
        if sleep_ms == Some(0) {
            cursor.report.habit(&SLEEP, at, "milliseconds per frame above 0", 0);
        }
        Ok(SimpleSpriteDef { name, flags, current_frame, sleep_ms, frames })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.value(&self.name);
        writer.value(&self.flags);
        writer.value(&count("frames", self.frames.len())?);
        let has_current = self.flags & sprite_flags::CURRENT_FRAME != 0;
        put_optional(writer, has_current, self.current_frame.as_ref(), "current_frame")?;
        put_optional(writer, Self::has_sleep(self.flags), self.sleep_ms.as_ref(), "sleep_ms")?;
        writer.list(&self.frames);
        Ok(())
    }

    fn name(&self) -> Reference {
        self.name
    }

    fn links(&self, visit: &mut impl FnMut(Link)) {
        for frame in &self.frames {
            visit(Link { what: "a frame", reference: *frame, types: &[0x03] });
        }
    }
}

/// The name of a palette's file (0x01), of a version before the game's release.
/// It has no name of its own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DefaultPaletteFile {
    /// The file's name.
    pub file: Inline,
}

impl Stored for DefaultPaletteFile {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let length: u16 = cursor.value("length")?;
        Ok(DefaultPaletteFile { file: inline(cursor, length.into(), "file")? })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.value(&count16("file", self.file.bytes().len())?);
        writer.raw(&self.file.encode());
        Ok(())
    }

    fn name(&self) -> Reference {
        Reference::NONE
    }
}
