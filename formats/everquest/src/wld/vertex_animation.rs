//! Meshes whose vertices move: flags, trees. Source:
//! `docs/spec/everquest/wld.md`, "0x2F / 0x37 / 0x2E animated vertices".

use super::codes::{FRAMES, SLEEP, unwritable};
use super::fields::optional;
use super::fragment::Stored;
use super::header::Version;
use super::mesh;
use super::reference::Reference;
use super::textures::DEFAULT_SLEEP_MS;
use binary::{Cursor, Report, Result, Writer, record};
use serde::{Deserialize, Serialize};

record! {
    /// What stands ahead of the frames.
    #[derive(Copy)]
    pub struct VertexTrackHead in "everquest.wld.vertex_track" sizes [18] {
        name: Reference [0],
        /// Of unknown meaning.
        flags: u32 [4],
        /// Vertices of a frame: those of the mesh.
        vertex_count: u16 [8],
        frame_count: u16 [10],
        /// Milliseconds per frame.
        sleep_ms: u16 [12],
        /// 0.
        unknown: u16 [14],
        /// Steps to a unit, as a power of 2; that of the mesh.
        scale: u16 [16],
    }
}

/// Vertices frame by frame (0x37).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DmTrackDef2 {
    /// Counts and times.
    pub head: VertexTrackHead,
    /// Frame by frame, in steps about the centre of the mesh.
    pub vertices: Vec<[i16; 3]>,
    /// 0; none if the fragment ends ahead of it.
    pub end: Option<u16>,
}

impl DmTrackDef2 {
    /// Frames as original files have them, all of the same number of vertices.
    ///
    /// # Errors
    /// `everquest.wld.unwritable` for frames of different lengths, and more than
    /// counts can hold.
    pub fn new(name: Reference, scale: u16, sleep_ms: u16, frames: &[Vec<[i16; 3]>]) -> Result<Self> {
        let vertices = frames.first().map_or(0, Vec::len);
        if frames.iter().any(|frame| frame.len() != vertices) {
            return unwritable("frames", format_args!("{vertices} vertices in each frame"), "others");
        }
        let head = VertexTrackHead {
            name,
            flags: 0,
            vertex_count: super::fields::count16("vertices", vertices)?,
            frame_count: super::fields::count16("frames", frames.len())?,
            sleep_ms,
            unknown: 0,
            scale,
        };
        Ok(DmTrackDef2 { head, vertices: frames.concat(), end: Some(0) })
    }

    /// Milliseconds per frame; 100 where the file says 0.
    pub fn frame_ms(&self) -> u32 {
        if self.head.sleep_ms == 0 { DEFAULT_SLEEP_MS } else { self.head.sleep_ms.into() }
    }

    /// The frames in order, each with its vertices; of frames without vertices
    /// none.
    pub fn frames(&self) -> impl Iterator<Item = &[[i16; 3]]> {
        self.vertices.chunks_exact(usize::from(self.head.vertex_count).max(1))
    }

    /// Steps of a vertex in units, about the centre of the mesh.
    pub fn offset(&self, vertex: [i16; 3]) -> [f32; 3] {
        let step = mesh::step(self.head.scale);
        vertex.map(|part| f32::from(part) * step)
    }
}

fn check(frames: usize, sleep: usize, at: usize, report: &mut Report) {
    if frames == 0 {
        report.habit(&FRAMES, at, "at least one frame", 0);
    }
    if sleep == 0 {
        report.habit(&SLEEP, at, "milliseconds per frame above 0", 0);
    }
}

impl Stored for DmTrackDef2 {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let at = cursor.offset();
        let head: VertexTrackHead = cursor.record(0)?;
        let count = usize::from(head.vertex_count) * usize::from(head.frame_count);
        let vertices = cursor.list(count, "vertices")?;
        let end = optional(cursor, cursor.remaining() >= 2, "end")?;
        check(head.frame_count.into(), head.sleep_ms.into(), at, &mut cursor.report);
        Ok(DmTrackDef2 { head, vertices, end })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        let head = &self.head;
        let count = usize::from(head.vertex_count) * usize::from(head.frame_count);
        if self.vertices.len() != count {
            let expected = format_args!("{} vertices in {} frames", head.vertex_count, head.frame_count);
            return unwritable("vertices", expected, self.vertices.len());
        }
        writer.record(head, 0);
        writer.list(&self.vertices);
        if let Some(end) = &self.end {
            writer.value(end);
        }
        Ok(())
    }

    fn name(&self) -> Reference {
        self.head.name
    }
}

record! {
    /// What stands ahead of frames of floats.
    #[derive(Copy)]
    pub struct FloatVertexTrackHead in "everquest.wld.float_vertex_track" sizes [24] {
        name: Reference [0],
        /// Of unknown meaning.
        flags: u32 [4],
        vertex_count: u32 [8],
        frame_count: u32 [12],
        /// Milliseconds per frame.
        sleep_ms: u32 [16],
        /// Of unknown meaning.
        unknown: u32 [20],
    }
}

/// Vertices frame by frame, as floats (0x2E).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DmTrackDef {
    /// Counts and times.
    pub head: FloatVertexTrackHead,
    /// Frame by frame.
    pub vertices: Vec<[f32; 3]>,
}

impl FloatVertexTrackHead {
    fn vertices(&self) -> usize {
        (self.vertex_count as usize).saturating_mul(self.frame_count as usize)
    }
}

impl DmTrackDef {
    /// Milliseconds per frame; 100 where the file says 0.
    pub fn frame_ms(&self) -> u32 {
        if self.head.sleep_ms == 0 { DEFAULT_SLEEP_MS } else { self.head.sleep_ms }
    }
}

impl Stored for DmTrackDef {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let at = cursor.offset();
        let head: FloatVertexTrackHead = cursor.record(0)?;
        let vertices = cursor.list(head.vertices(), "vertices")?;
        check(head.frame_count as usize, head.sleep_ms as usize, at, &mut cursor.report);
        Ok(DmTrackDef { head, vertices })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        let head = &self.head;
        if self.vertices.len() != head.vertices() {
            let expected = format_args!("{} vertices in {} frames", head.vertex_count, head.frame_count);
            return unwritable("vertices", expected, self.vertices.len());
        }
        writer.record(head, 0);
        writer.list(&self.vertices);
        Ok(())
    }

    fn name(&self) -> Reference {
        self.head.name
    }
}
