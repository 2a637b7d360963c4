//! Lights: what they shine like, where they are, and the light of a zone.
//! Source: `docs/spec/everquest/wld.md`, "7. Lights".

use super::codes::{FRAMES, unwritable};
use super::fields::{agree, counted, optional, put_counted, put_optional};
use super::fragment::{Link, Stored};
use super::header::Version;
use super::reference::Reference;
use binary::{Cursor, Field, Result, Writer, record};
use serde::{Deserialize, Serialize};

/// [`LightDef::flags`].
pub mod light_flags {
    /// A current frame follows.
    pub const CURRENT_FRAME: u32 = 0x01;
    /// A time per frame follows.
    pub const SLEEP: u32 = 0x02;
    /// Levels follow.
    pub const LEVELS: u32 = 0x04;
    /// Frames may be skipped.
    pub const SKIP_FRAMES: u32 = 0x08;
    /// Colours follow.
    pub const COLORS: u32 = 0x10;
}

/// What a light shines like (0x1B); with several frames it flickers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LightDef {
    /// Its name.
    pub name: Reference,
    /// See [`light_flags`].
    pub flags: u32,
    /// Length of the lists that are there.
    pub frame_count: u32,
    /// With flag 0x01.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current_frame: Option<u32>,
    /// With flag 0x02: milliseconds per frame.
    pub sleep_ms: Option<u32>,
    /// With flag 0x04: a level for each frame, 1.0 in every known file.
    pub levels: Option<Vec<f32>>,
    /// With flag 0x10: red, green, blue for each frame, 0..=1.
    pub colors: Option<Vec<[f32; 3]>>,
}

impl LightDef {
    /// A steady light as original files have it; red, green, blue, 0..=1.
    pub fn steady(name: Reference, color: [f32; 3]) -> Self {
        LightDef {
            name,
            flags: light_flags::SLEEP | light_flags::LEVELS | light_flags::SKIP_FRAMES | light_flags::COLORS,
            frame_count: 1,
            current_frame: None,
            sleep_ms: Some(200),
            levels: Some(vec![1.0]),
            colors: Some(vec![color]),
        }
    }

    /// The light of a zone whose lights have no own one.
    pub fn default_of_zone(name: Reference) -> Self {
        LightDef {
            name,
            flags: light_flags::LEVELS,
            frame_count: 1,
            levels: Some(vec![1.0]),
            ..LightDef::default()
        }
    }

    fn put_frames<T: Field>(
        &self,
        writer: &mut Writer,
        flag: u32,
        list: Option<&Vec<T>>,
        what: &str,
    ) -> Result<()> {
        agree(self.flags & flag != 0, list.is_some(), what)?;
        let Some(list) = list else { return Ok(()) };
        if list.len() != self.frame_count as usize {
            return unwritable(what, format_args!("{} frames", self.frame_count), list.len());
        }
        writer.list(list);
        Ok(())
    }
}

impl Stored for LightDef {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let at = cursor.offset();
        let name = cursor.value("name")?;
        let flags: u32 = cursor.value("flags")?;
        let frame_count: u32 = cursor.value("frame_count")?;
        let has = |flag: u32| flags & flag != 0;
        let frames = frame_count as usize;
        let light = LightDef {
            name,
            flags,
            frame_count,
            current_frame: optional(cursor, has(light_flags::CURRENT_FRAME), "current_frame")?,
            sleep_ms: optional(cursor, has(light_flags::SLEEP), "sleep_ms")?,
            levels: has(light_flags::LEVELS).then(|| cursor.list(frames, "levels")).transpose()?,
            colors: has(light_flags::COLORS).then(|| cursor.list(frames, "colors")).transpose()?,
        };
        if frame_count == 0 {
            cursor.report.habit(&FRAMES, at, "at least one frame", 0);
        }
        Ok(light)
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.value(&self.name);
        writer.value(&self.flags);
        writer.value(&self.frame_count);
        let has = |flag: u32| self.flags & flag != 0;
        let frame = self.current_frame.as_ref();
        put_optional(writer, has(light_flags::CURRENT_FRAME), frame, "current_frame")?;
        put_optional(writer, has(light_flags::SLEEP), self.sleep_ms.as_ref(), "sleep_ms")?;
        self.put_frames(writer, light_flags::LEVELS, self.levels.as_ref(), "levels")?;
        self.put_frames(writer, light_flags::COLORS, self.colors.as_ref(), "colors")
    }

    fn name(&self) -> Reference {
        self.name
    }
}

record! {
    /// Where a light is, and how far it reaches.
    #[derive(Copy)]
    pub struct PointLightHead in "everquest.wld.point_light" sizes [28] {
        name: Reference [0],
        /// The 0x1C.
        light: Reference [4],
        /// See [`point_light_flags`].
        flags: u32 [8],
        position: [f32; 3] [12],
        /// 30 to 615 units in known files.
        radius: f32 [24],
    }
}

/// [`PointLightHead::flags`].
pub mod point_light_flags {
    /// Static.
    pub const STATIC: u32 = 0x20;
    /// Static influence.
    pub const STATIC_INFLUENCE: u32 = 0x40;
    /// Numbers of regions follow.
    pub const REGIONS: u32 = 0x80;
    /// Set in every known file; its meaning is unknown.
    pub const UNKNOWN: u32 = 0x100;
}

/// A light at a place (0x28).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointLight {
    /// All of it in known files.
    pub head: PointLightHead,
    /// With flag 0x80: regions it reaches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<Vec<u32>>,
}

impl PointLight {
    /// A light as original files have it.
    pub fn new(light: Reference, position: [f32; 3], radius: f32) -> Self {
        let flags = point_light_flags::UNKNOWN;
        let head = PointLightHead { name: Reference::NONE, light, flags, position, radius };
        PointLight { head, regions: None }
    }
}

impl Stored for PointLight {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let head: PointLightHead = cursor.record(0)?;
        let has_regions = head.flags & point_light_flags::REGIONS != 0;
        let regions = has_regions.then(|| counted(cursor, "regions")).transpose()?;
        Ok(PointLight { head, regions })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.record(&self.head, 0);
        agree(self.head.flags & point_light_flags::REGIONS != 0, self.regions.is_some(), "regions")?;
        match &self.regions {
            Some(regions) => put_counted(writer, regions, "regions"),
            None => Ok(()),
        }
    }

    fn name(&self) -> Reference {
        self.head.name
    }

    fn links(&self, visit: &mut impl FnMut(Link)) {
        visit(Link { what: "light", reference: self.head.light, types: &[0x1C] });
    }
}

/// Light in regions, without a place (0x2A). One per zone, with every region.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AmbientLight {
    /// Its name.
    pub name: Reference,
    /// The 0x1C.
    pub light: Reference,
    /// Of unknown meaning.
    pub flags: u32,
    /// The regions, from 0.
    pub regions: Vec<u32>,
}

impl Stored for AmbientLight {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let name = cursor.value("name")?;
        let light = cursor.value("light")?;
        let flags = cursor.value("flags")?;
        Ok(AmbientLight { name, light, flags, regions: counted(cursor, "regions")? })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.value(&self.name);
        writer.value(&self.light);
        writer.value(&self.flags);
        put_counted(writer, &self.regions, "regions")
    }

    fn name(&self) -> Reference {
        self.name
    }

    fn links(&self, visit: &mut impl FnMut(Link)) {
        visit(Link { what: "light", reference: self.light, types: &[0x1C] });
    }
}

/// Light from one direction (0x2B).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DirectionalLight {
    /// Its name.
    pub name: Reference,
    /// The 0x1C.
    pub light: Reference,
    /// Of unknown meaning.
    pub flags: u32,
    /// Where it shines to.
    pub direction: [f32; 3],
    /// The regions, from 0.
    pub regions: Vec<u32>,
}

impl Stored for DirectionalLight {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let name = cursor.value("name")?;
        let light = cursor.value("light")?;
        let flags = cursor.value("flags")?;
        let direction = cursor.value("direction")?;
        Ok(DirectionalLight { name, light, flags, direction, regions: counted(cursor, "regions")? })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.value(&self.name);
        writer.value(&self.light);
        writer.value(&self.flags);
        writer.value(&self.direction);
        put_counted(writer, &self.regions, "regions")
    }

    fn name(&self) -> Reference {
        self.name
    }

    fn links(&self, visit: &mut impl FnMut(Link)) {
        visit(Link { what: "light", reference: self.light, types: &[0x1C] });
    }
}

record! {
    /// The light of a zone where no other is (0x35), the first fragment of
    /// zones: black, or a grey where no daylight comes. It has no name.
    #[derive(Copy, Eq)]
    pub struct GlobalAmbientLight in "everquest.wld.global_ambient" sizes [4] {
        /// Blue, green, red, 255.
        bgra: [u8; 4] [0],
    }
}

impl GlobalAmbientLight {
    /// Red, green and blue.
    pub const fn rgb(&self) -> [u8; 3] {
        let [blue, green, red, _] = self.bgra;
        [red, green, blue]
    }
}

impl Stored for GlobalAmbientLight {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        cursor.record(0)
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.record(self, 0);
        Ok(())
    }

    fn name(&self) -> Reference {
        Reference::NONE
    }
}
