//! The objects of fixed size. Offsets here count from behind the first dword,
//! the type; the specification's are 4 higher. Source: `docs/spec/gamestudio.md`, "2.7 Objects".

use crate::numbers;
use crate::text::Text;
use binary::record;

record! {
    /// Type 5: sun, fog and how the level was built. One for each level, as a
    /// rule the first object.
    pub struct Info in "gamestudio.wmb.info" sizes [56] {
        origin: [f32; 3] [0],
        /// Degrees, like an entity's pan.
        sun_azimuth: f32 [12],
        /// Degrees above the horizon.
        sun_elevation: f32 [16],
        flags: i32 [20],
        /// 7.34 or 7.35 in known files.
        compiler_version: f32 [24],
        gamma: u8 [28],
        /// Pages of light maps have 256 pixels a side, doubled as many times.
        lightmap_size: u8 [29],
        unknown34: [u8; 2] [30],
        /// 0x00RRGGBB, see [`super::color`].
        sun_color: u32 [32],
        /// 0x00RRGGBB.
        ambient_color: u32 [36],
        /// 0x00BBGGRR, see [`super::fog_color`]; the first is the usual one.
        fog_colors: [u32; 4] [40],
    }
}

record! {
    /// Type 1: the camera at the start, or where a player enters.
    pub struct Position in "gamestudio.wmb.position" sizes [52] {
        origin: [f32; 3] [0],
        /// Pan, tilt, roll in degrees.
        angles: [f32; 3] [12],
        unknown28: [i32; 2] [24],
        name: Text<20> [32],
    }
}

record! {
    /// Type 2: a lamp.
    pub struct Light in "gamestudio.wmb.light" sizes [32] {
        origin: [f32; 3] [0],
        /// Red, green, blue in percent.
        color: [f32; 3] [12],
        /// Quants.
        range: f32 [24],
        /// See [`super::light_flags`].
        flags: u32 [28],
    }
}

record! {
    /// Type 4: a sound with a position.
    pub struct Sound in "gamestudio.wmb.sound" sizes [68] {
        origin: [f32; 3] [0],
        volume: f32 [12],
        unknown20: [f32; 2] [16],
        /// Quants.
        range: i32 [24],
        flags: i32 [28],
        file: Text<33> [32],
        padding: [u8; 3] [65] must [0; 3],
    }
}

record! {
    /// Type 8: a named box, for scripts.
    pub struct Region in "gamestudio.wmb.region" sizes [52] {
        mins: [f32; 3] [0],
        maxs: [f32; 3] [12],
        zero28: [i32; 2] [24] must [0; 2],
        name: Text<20> [32],
    }
}

record! {
    /// Type 7: an entity with all fields.
    pub struct Entity in "gamestudio.wmb.entity" sizes [368] {
        origin: [f32; 3] [0],
        /// Pan, tilt, roll in degrees.
        angles: [f32; 3] [12],
        scale: [f32; 3] [24],
        name: Text<33> [36],
        /// A bare file name: a model, another level, a terrain or a picture.
        file: Text<33> [69],
        /// Name of a function in the scripts.
        action: Text<33> [102],
        padding: u8 [135] must 0,
        #[serde(with = "numbers")]
        skills: [f32; 20] [136],
        /// See [`super::entity_flags`].
        flags: u32 [216],
        #[serde(with = "numbers::one")]
        ambient: f32 [220],
        /// 50 as a rule.
        #[serde(with = "numbers::one")]
        albedo: f32 [224],
        /// Number of a path among the paths, from 1; 0 for none.
        path: i32 [228],
        /// Number of an entity among the entities, from 1; 0 for none.
        attached: i32 [232],
        material: Text<33> [236],
        string1: Text<33> [269],
        string2: Text<33> [302],
        unused: Text<33> [335],
    }
}

record! {
    /// Type 3: an entity without material, path and texts, and with few skills.
    /// The tools write it for every entity that fits.
    pub struct OldEntity in "gamestudio.wmb.old_entity" sizes [132] {
        origin: [f32; 3] [0],
        /// Pan, tilt, roll in degrees.
        angles: [f32; 3] [12],
        scale: [f32; 3] [24],
        name: Text<20> [36],
        /// Up to 12 characters of a file name; longer ones run on into the
        /// action, see [`OldEntity::file_name`].
        file: Text<13> [56],
        action: Text<20> [69],
        padding: [u8; 3] [89] must [0; 3],
        #[serde(with = "numbers")]
        skills: [f32; 8] [92],
        /// See [`super::entity_flags`].
        flags: u32 [124],
        #[serde(with = "numbers::one")]
        ambient: f32 [128],
    }
}
