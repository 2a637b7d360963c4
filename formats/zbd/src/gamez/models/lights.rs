//! Point lights of models. Source: `docs/spec/zbd/gamez.md`, "4.4 Point light record".

use super::super::Version;
use super::super::rules::{Rules, bits, pointer, range, require};
use binary::{Cursor, Record, Report, Result, Segment, Writer, codes, record};
use serde::{Deserialize, Serialize};

codes! {
    UNK00 = "zbd.gamez.point_light.unk00": "a point light's first word is neither 0 nor 1"
        => "set it to 0 or 1";
    UNK04 = "zbd.gamez.point_light.unk04": "a point light's blinking is neither 0, 1 nor 2"
        => "set it to 0 for a steady light, to 1 or 2 for a blinking one";
    UNK08 = "zbd.gamez.point_light.unk08": "a point light blinks slower than any known one"
        => "use 0 to 5 seconds";
    VERTEX_COUNT = "zbd.gamez.point_light.vertex_count": "a point light shines at no vertex or at more than ten"
        => "use 1 to 10 vertices";
    COLOR = "zbd.gamez.point_light.color": "a point light's colour is out of range"
        => "use 0 to 255 per channel";
    FLAGS = "zbd.gamez.point_light.flags": "a point light has flags that no game knows"
        => "use bits 0 to 10 only";
    VERTICES_PTR = "zbd.gamez.point_light.vertices_ptr": "a point light's vertex address is zero"
        => "set it to any address";
    FADE_NEAR = "zbd.gamez.point_light.fade_near": "a point light starts to fade out of range"
        => "use 0 to 2000 units";
    FADE_FAR = "zbd.gamez.point_light.fade_far": "a point light fades farther than the game knows"
        => "use 0 to 3500 units";
    FADE_SLOPE = "zbd.gamez.point_light.fade_slope": "a point light fades faster than the game knows"
        => "use 255 / (fade_far - fade_near), at most 5.1";
    UNK60 = "zbd.gamez.point_light.unk60": "a point light's word at 60 is neither 0 nor 1"
        => "set it to 0 or 1";
    UNK64 = "zbd.gamez.point_light.unk64": "a point light's largest size is out of range"
        => "use 0 to 5000 pixels";
    UNK68 = "zbd.gamez.point_light.unk68": "a point light's near size range is out of range"
        => "use 0 to 4000 units";
    UNK72 = "zbd.gamez.point_light.unk72": "a point light's far size range is out of range"
        => "use 0 to 10000 units";
}

/// The flag bits any game knows.
const FLAGS_KNOWN: u16 = 0x07FF;

record! {
    /// A point light of a model, drawn as a sprite at each of its vertices.
    pub struct PointLightInfo in "zbd.gamez.point_light" sizes [76, 76, 76] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
        /// 0 or 1.
        unk00: i32 [0, 0, 0],
        /// 0, 1 or 2; not zero: the light blinks.
        unk04: i32 [4, 4, 4],
        /// Seconds lit, then the same dark; 0.0..=5.0.
        unk08: f32 [8, 8, 8],
        #[serde(skip)]
        vertex_count: u32 [12, 12, 12],
        zero16: i32 [16, 16, 16] must 0,
        zero20: i32 [20, 20, 20] must 0,
        /// Stale address.
        unk24: u32 [24, 24, 24],
        /// Colour, each channel 0.0..=255.0.
        color: [f32; 3] [28, 28, 28],
        rgb: u16 [40, 40, 40] must 0,
        /// Only bits 0..=10.
        flags: u16 [42, 42, 42],
        /// Stale address, never zero.
        vertices_ptr: u32 [44, 44, 44],
        /// Where fading starts, units; 0..=2000.
        fade_near: f32 [48, 48, 48],
        /// Where the light is gone, units; 0..=3500, 0 for no fading.
        fade_far: f32 [52, 52, 52],
        /// 255 / (far - near); 0..=5.1.
        fade_slope: f32 [56, 56, 56],
        /// 0 or 1.
        unk60: i32 [60, 60, 60],
        /// Largest sprite in pixels; 0..=5000.
        unk64: f32 [64, 64, 64],
        /// 0..=4000.
        unk68: f32 [68, 68, 68],
        /// 0..=10000.
        unk72: f32 [72, 72, 72],
    }
}

/// A point light and the vertices it shines at.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointLight {
    /// Colour, fading, blinking.
    pub info: PointLightInfo,
    /// Positions in model space.
    pub vertices: Vec<[f32; 3]>,
}

/// Reads all point lights of a model: the records, then the vertices.
pub(crate) fn read(cursor: &mut Cursor<'_>, version: Version, count: usize) -> Result<Vec<PointLight>> {
    let column = version.column();
    cursor.expect_items(count, PointLightInfo::SIZES[column], "point lights")?;
    let mut lights = Vec::with_capacity(count);
    for index in 0..count {
        lights.push(cursor.within(Segment::at("light", index), |cursor| {
            let at = cursor.offset();
            let info: PointLightInfo = cursor.record(column)?;
            info.check(&mut Rules::of::<PointLightInfo>(&mut cursor.report, at, version));
            Ok(PointLight { info, vertices: Vec::new() })
        })?);
    }
    for (index, light) in lights.iter_mut().enumerate() {
        let count = light.info.vertex_count as usize;
        light.vertices =
            cursor.within(Segment::at("light", index), |cursor| cursor.list(count, "vertices"))?;
    }
    Ok(lights)
}

/// Writes all point lights of a model.
pub(crate) fn write(
    writer: &mut Writer,
    column: usize,
    lights: &[PointLight],
    report: &mut Report,
) -> Result<()> {
    for light in lights {
        let vertex_count = super::list_length(light.vertices.len(), "vertices", writer, report)?;
        writer.record(&PointLightInfo { vertex_count, ..light.info.clone() }, column);
    }
    for light in lights {
        writer.list(&light.vertices);
    }
    Ok(())
}

impl PointLightInfo {
    fn check(&self, rules: &mut Rules<'_>) {
        require!(rules, UNK00, self.unk00, (0..=1).contains(&self.unk00), "0 or 1");
        require!(rules, UNK04, self.unk04, (0..=2).contains(&self.unk04), "0, 1 or 2");
        range!(rules, UNK08, self.unk08, 5.0);
        require!(rules, VERTEX_COUNT, self.vertex_count, (1..=10).contains(&self.vertex_count), "1..=10");
        let in_range = self.color.iter().all(|channel| (0.0..=255.0).contains(channel));
        require!(rules, COLOR, self.color, in_range, "channels of 0..=255");
        bits!(rules, FLAGS, self.flags, FLAGS_KNOWN);
        pointer!(rules, VERTICES_PTR, self.vertices_ptr, true);
        range!(rules, FADE_NEAR, self.fade_near, 2000.0);
        range!(rules, FADE_FAR, self.fade_far, 3500.0);
        range!(rules, FADE_SLOPE, self.fade_slope, 5.1);
        require!(rules, UNK60, self.unk60, (0..=1).contains(&self.unk60), "0 or 1");
        range!(rules, UNK64, self.unk64, 5000.0);
        range!(rules, UNK68, self.unk68, 4000.0);
        range!(rules, UNK72, self.unk72, 10_000.0);
    }
}
