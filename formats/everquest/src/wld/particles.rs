//! Particles: pictures of them, and clouds. Source:
//! `docs/spec/everquest/wld.md`, "0x26 BlitSpriteDef" and
//! "0x34 ParticleCloudDef".

use super::fields::{optional, put_optional};
use super::fragment::{Link, Stored};
use super::header::Version;
use super::instance::stored_record;
use super::reference::Reference;
use binary::{Cursor, Result, Writer, record};
use serde::{Deserialize, Serialize};

record! {
    /// The picture of particles (0x26).
    #[derive(Copy)]
    pub struct BlitSpriteDef in "everquest.wld.blit_sprite" sizes [16] {
        name: Reference [0],
        /// Of unknown meaning.
        flags: u32 [4],
        /// The 0x05.
        sprite: Reference [8],
        /// As that of materials: 0x80000017 or 0x80000018.
        render_method: u32 [12],
    }
}
stored_record!(BlitSpriteDef, sprite => &[0x05]);

/// [`CloudHead::flags`].
pub mod cloud_flags {
    /// The box in which particles begin follows.
    pub const SPAWN_BOX: u32 = 0x01;
    /// A box follows.
    pub const BOX: u32 = 0x02;
    /// The picture follows.
    pub const SPRITE: u32 = 0x04;
}

record! {
    /// What every cloud has.
    #[derive(Copy)]
    pub struct CloudHead in "everquest.wld.cloud" sizes [84] {
        name: Reference [0],
        /// See [`cloud_flags`].
        flags: u32 [4],
        /// 3: blit.
        particle_type: u32 [8],
        /// 1 sphere, 2 plane, 3 stream, 4 none.
        movement: u32 [12],
        /// Of unknown meaning.
        cloud_flags: u32 [16],
        /// Particles alive at once.
        count: u32 [20],
        /// Factor of the gravity.
        gravity: f32 [24],
        gravity_direction: [f32; 3] [28],
        /// Milliseconds; 0 is endless.
        duration_ms: u32 [40],
        /// Units.
        spawn_radius: f32 [44],
        /// Degrees.
        spawn_angle: f32 [48],
        /// Milliseconds that a particle lives.
        lifetime_ms: u32 [52],
        /// Units a second.
        speed: f32 [56],
        direction: [f32; 3] [60],
        /// Milliseconds between two particles.
        interval_ms: u32 [72],
        /// Units.
        size: f32 [76],
        /// Three bytes of colour, and one of 3D to 40.
        tint: [u8; 4] [80],
    }
}

/// A cloud of particles (0x34).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParticleCloudDef {
    /// What every cloud has.
    pub head: CloudHead,
    /// With flag 0x01: both corners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spawn_box: Option<[f32; 6]>,
    /// With flag 0x02: both corners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[f32; 6]>,
    /// With flag 0x04: the 0x26.
    pub sprite: Option<Reference>,
}

impl Stored for ParticleCloudDef {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let head: CloudHead = cursor.record(0)?;
        let has = |flag: u32| head.flags & flag != 0;
        Ok(ParticleCloudDef {
            head,
            spawn_box: optional(cursor, has(cloud_flags::SPAWN_BOX), "spawn_box")?,
            bounds: optional(cursor, has(cloud_flags::BOX), "box")?,
            sprite: optional(cursor, has(cloud_flags::SPRITE), "sprite")?,
        })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.record(&self.head, 0);
        let has = |flag: u32| self.head.flags & flag != 0;
        put_optional(writer, has(cloud_flags::SPAWN_BOX), self.spawn_box.as_ref(), "spawn_box")?;
        put_optional(writer, has(cloud_flags::BOX), self.bounds.as_ref(), "bounds")?;
        put_optional(writer, has(cloud_flags::SPRITE), self.sprite.as_ref(), "sprite")
    }

    fn name(&self) -> Reference {
        self.head.name
    }

    fn links(&self, visit: &mut impl FnMut(Link)) {
        if let Some(reference) = self.sprite {
            visit(Link { what: "sprite", reference, types: &[0x26] });
        }
    }
}
