//! Colours of the vertices of placed objects. Source:
//! `docs/spec/everquest/wld.md`, "0x32 / 0x33 vertex colours of placed objects".

use super::codes::unwritable;
use super::fragment::Stored;
use super::header::Version;
use super::reference::Reference;
use binary::{Cursor, Result, Writer, record};
use serde::{Deserialize, Serialize};

record! {
    /// What stands ahead of the colours.
    #[derive(Copy)]
    pub struct ColorTrackHead in "everquest.wld.color_track" sizes [24] {
        name: Reference [0],
        /// 1.
        flags: u32 [4],
        /// Colours of a frame: the vertices of the placed mesh.
        count: u32 [8],
        /// 1.
        frames: u32 [12],
        /// 200.
        sleep_ms: u32 [16],
        /// 0.
        unknown: u32 [20],
    }
}

/// Colours for each vertex of a placed object, in their order (0x32).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DmRgbTrackDef {
    /// Counts and times.
    pub head: ColorTrackHead,
    /// Blue, green, red, and how much daylight it gets.
    pub colors: Vec<[u8; 4]>,
}

impl DmRgbTrackDef {
    /// Colours (blue, green, red, daylight) as original files have them.
    pub fn new(name: Reference, colors: Vec<[u8; 4]>) -> Self {
        let count = u32::try_from(colors.len()).unwrap_or(u32::MAX);
        let head = ColorTrackHead { name, flags: 1, count, frames: 1, sleep_ms: 200, unknown: 0 };
        DmRgbTrackDef { head, colors }
    }
}

/// Colours of all frames.
fn of_all(head: &ColorTrackHead) -> usize {
    (head.count as usize).saturating_mul(head.frames as usize)
}

impl Stored for DmRgbTrackDef {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let head: ColorTrackHead = cursor.record(0)?;
        // One frame in every known file: of more, all are there or just one.
        let all = of_all(&head);
        let has_all = head.frames > 1 && cursor.expect_items(all, 4, "colors").is_ok();
        let count = if has_all { all } else { head.count as usize };
        Ok(DmRgbTrackDef { head, colors: cursor.list(count, "colors")? })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        let head = &self.head;
        if self.colors.len() != head.count as usize && self.colors.len() != of_all(head) {
            return unwritable(
                "colors",
                format_args!("{} colours for each frame", head.count),
                self.colors.len(),
            );
        }
        writer.record(head, 0);
        writer.list(&self.colors);
        Ok(())
    }

    fn name(&self) -> Reference {
        self.head.name
    }
}
