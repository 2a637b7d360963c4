//! Ribbons and particles. Source: `docs/spec/m2.md`, "12. Ribbon" and "13. Particle".

use super::codes::EMITTER_TYPE;
use super::sink::Sink;
use super::source::{Entry, Source, Span};
use super::track::{Form, Track, TrackHead, demand_key};
use crate::chars::Chars;
use crate::numbers;
use binary::record;
use serde::{Deserialize, Serialize};

/// A band that trails behind a bone. No known file of client 1.x has one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ribbon {
    /// -1 mostly.
    pub id: i32,
    /// Number of the bone it follows.
    pub bone: u32,
    /// In the model's space at rest, in yards.
    #[serde(with = "numbers")]
    pub position: [f32; 3],
    /// Numbers of textures.
    pub textures: Vec<u16>,
    /// Numbers of render flags.
    pub render_flags: Vec<u16>,
    /// Red, green, blue, 0 to 1.
    pub color: Track<[f32; 3]>,
    /// 0 to 32767.
    pub alpha: Track<i16>,
    /// How far it reaches above the bone, in yards.
    pub above: Track<f32>,
    /// How far it reaches below, in yards.
    pub below: Track<f32>,
    /// How many edges it gets in a second.
    #[serde(with = "numbers")]
    pub edges_per_second: f32,
    /// Seconds that an edge lasts.
    #[serde(with = "numbers")]
    pub edge_lifetime: f32,
    /// What pulls it down.
    #[serde(with = "numbers")]
    pub gravity: f32,
    /// Rows of tiles of the texture.
    pub rows: u16,
    /// Columns of tiles.
    pub columns: u16,
    /// Which tile.
    pub slot: Track<u16>,
    /// 1 while it gets edges.
    pub visible: Track<u8>,
}

impl Default for Ribbon {
    fn default() -> Self {
        Ribbon {
            id: -1,
            bone: 0,
            position: [0.0; 3],
            textures: Vec::new(),
            render_flags: Vec::new(),
            color: Track::constant([1.0; 3]),
            alpha: Track::constant(i16::MAX),
            above: Track::constant(0.5),
            below: Track::constant(0.5),
            edges_per_second: 15.0,
            edge_lifetime: 1.0,
            gravity: 0.0,
            rows: 1,
            columns: 1,
            slot: Track::constant(0),
            visible: Track::constant(1),
        }
    }
}

record! {
    pub(crate) struct RibbonRecord in "warcraft.m2.ribbon" sizes [220] {
        id: i32 [0],
        bone: u32 [4],
        position: [f32; 3] [8],
        textures: Span [20],
        render_flags: Span [28],
        color: TrackHead [36],
        alpha: TrackHead [64],
        above: TrackHead [92],
        below: TrackHead [120],
        edges_per_second: f32 [148],
        edge_lifetime: f32 [152],
        gravity: f32 [156],
        rows: u16 [160],
        columns: u16 [162],
        slot: TrackHead [164],
        visible: TrackHead [192],
    }
}

impl Entry for Ribbon {
    type Record = RibbonRecord;

    fn open(record: RibbonRecord, source: &mut Source<'_>) -> Self {
        Ribbon {
            id: record.id,
            bone: record.bone,
            position: record.position,
            textures: source.list(record.textures, "texture"),
            render_flags: source.list(record.render_flags, "render_flag"),
            color: Track::open(&record.color, source, "color", Form::Usual),
            alpha: Track::open(&record.alpha, source, "alpha", Form::Usual),
            above: Track::open(&record.above, source, "above", Form::Usual),
            below: Track::open(&record.below, source, "below", Form::Usual),
            edges_per_second: record.edges_per_second,
            edge_lifetime: record.edge_lifetime,
            gravity: record.gravity,
            rows: record.rows,
            columns: record.columns,
            slot: Track::open(&record.slot, source, "slot", Form::Usual),
            visible: Track::open(&record.visible, source, "visible", Form::Usual),
        }
    }
}

impl Ribbon {
    pub(crate) fn lay(&self, sink: &mut impl Sink) -> RibbonRecord {
        RibbonRecord {
            id: self.id,
            bone: self.bone,
            position: self.position,
            textures: sink.list(&self.textures),
            render_flags: sink.list(&self.render_flags),
            color: self.color.lay(sink),
            alpha: self.alpha.lay(sink),
            above: self.above.lay(sink),
            below: self.below.lay(sink),
            edges_per_second: self.edges_per_second,
            edge_lifetime: self.edge_lifetime,
            gravity: self.gravity,
            rows: self.rows,
            columns: self.columns,
            slot: self.slot.lay(sink),
            visible: self.visible.lay(sink),
        }
    }
}

/// Numbers of [`EmitterForm::emitter`].
pub mod emitter {
    /// From a rectangle.
    pub const PLANE: u16 = 1;
    /// From a sphere.
    pub const SPHERE: u16 = 2;
    /// From a spline.
    pub const SPLINE: u16 = 3;
}

/// How blend mode and kind of emitter are stored, in two ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "lowercase")]
pub enum EmitterForm {
    /// Two numbers of 16 bits: written for client 1.12.
    Words {
        /// See [`super::blend`]; below 256.
        blend: u16,
        /// See [`emitter`].
        emitter: u16,
    },
    /// Bytes, as in all files of client 2.x.
    Bytes {
        /// See [`super::blend`].
        blend: u8,
        /// See [`emitter`]; not 0 in files of client 1.x.
        emitter: u8,
        /// 0.
        color: u16,
    },
}

impl Default for EmitterForm {
    fn default() -> Self {
        EmitterForm::Bytes { blend: 4, emitter: 1, color: 0 }
    }
}

impl EmitterForm {
    /// The blend mode, see [`super::blend`].
    pub fn blend(self) -> u16 {
        match self {
            EmitterForm::Words { blend, .. } => blend,
            EmitterForm::Bytes { blend, .. } => blend.into(),
        }
    }

    /// What particles start from, see [`emitter`].
    pub fn emitter(self) -> u16 {
        match self {
            EmitterForm::Words { emitter, .. } => emitter,
            EmitterForm::Bytes { emitter, .. } => emitter.into(),
        }
    }

    fn of(bytes: [u8; 4], column: usize) -> Self {
        let [a, b, c, d] = bytes;
        let word = u16::from_le_bytes([c, d]);
        if b != 0 || column > 0 {
            EmitterForm::Bytes { blend: a, emitter: b, color: word }
        } else {
            EmitterForm::Words { blend: a.into(), emitter: word }
        }
    }

    fn bytes(self) -> [u8; 4] {
        let ([a, b], [c, d]) = match self {
            EmitterForm::Words { blend, emitter } => (blend.to_le_bytes(), emitter.to_le_bytes()),
            EmitterForm::Bytes { blend, emitter, color } => ([blend, emitter], color.to_le_bytes()),
        };
        [a, b, c, d]
    }

    /// True when a file of this column reads as it was written.
    pub(crate) fn fits(self, column: usize) -> bool {
        EmitterForm::of(self.bytes(), column) == self
    }
}

/// Bits of [`Particle::flags`].
pub mod particle_flags {
    /// In the light of the world.
    pub const LIT: u32 = 0x1;
    /// Goes up in the space of the world.
    pub const WORLD_UP: u32 = 0x8;
    /// Does not trail behind the model.
    pub const NO_TRAIL: u32 = 0x10;
    /// Without light.
    pub const UNLIT: u32 = 0x20;
    /// Moves with the model.
    pub const MODEL_SPACE: u32 = 0x80;
    /// Grows from the place of its birth.
    pub const PINNED: u32 = 0x400;
    /// Lies in the plane of x and y instead of facing the camera.
    pub const FLAT: u32 = 0x1000;
    /// Is kept on the ground.
    pub const GROUND: u32 = 0x2000;
    /// Has any of the tiles.
    pub const RANDOM_TILE: u32 = 0x1_0000;
    /// Flies outwards.
    pub const OUTWARD: u32 = 0x2_0000;
}

/// Numbers of [`Particle::tracks`].
pub mod parameter {
    /// Speed of emission, yards a second.
    pub const SPEED: usize = 0;
    /// By how much of itself the speed varies, 0 to 1.
    pub const SPEED_VARIATION: usize = 1;
    /// Radians.
    pub const VERTICAL_RANGE: usize = 2;
    /// Radians.
    pub const HORIZONTAL_RANGE: usize = 3;
    /// Downwards; NaN in known files.
    pub const GRAVITY: usize = 4;
    /// Seconds.
    pub const LIFE_SPAN: usize = 5;
    /// Particles a second.
    pub const RATE: usize = 6;
    /// Yards.
    pub const AREA_LENGTH: usize = 7;
    /// Yards.
    pub const AREA_WIDTH: usize = 8;
    /// A second gravity.
    pub const GRAVITY_SOURCE: usize = 9;
    /// What they are called.
    pub const NAMES: [&str; 10] = [
        "speed",
        "speed_variation",
        "vertical_range",
        "horizontal_range",
        "gravity",
        "life_span",
        "rate",
        "area_length",
        "area_width",
        "gravity_source",
    ];
}

/// Something that particles come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Particle {
    /// -1.
    pub id: i32,
    /// See [`particle_flags`].
    pub flags: u32,
    /// In the model's space at rest, in yards.
    #[serde(with = "numbers")]
    pub position: [f32; 3],
    /// Number of the bone it follows.
    pub bone: u16,
    /// Number of a texture.
    pub texture: u16,
    /// A model instead of a picture; a NUL for none.
    pub model: Chars,
    /// A model whose emitters particles have; a NUL for none.
    pub child: Chars,
    /// Blend mode and kind of emitter.
    pub form: EmitterForm,
    /// 0 usual, 1 a quad from the origin to the particle, 2 as 0.
    pub kind: u8,
    /// 0 head, 1 tail, 2 both.
    pub head_tail: u8,
    /// By how much tiles are turned.
    pub tile_rotation: i16,
    /// Rows of tiles of the texture.
    pub rows: u16,
    /// Columns of tiles.
    pub columns: u16,
    /// What changes with time, see [`parameter`].
    pub tracks: [Track<f32>; 10],
    /// The middle of a life, as a part of it.
    #[serde(with = "numbers")]
    pub midpoint: f32,
    /// At the start, the middle and the end of a life: 0xAARRGGBB.
    pub colors: [u32; 3],
    /// At the start, the middle and the end of a life: half a side, in yards.
    #[serde(with = "numbers")]
    pub sizes: [f32; 3],
    /// Numbers of tiles: of the head until the middle of a life (start, end, repeats) and after it
    /// (start, end, repeats), of the tail until the middle (start, end) and after it (start, end).
    pub tiles: [i16; 10],
    /// In yards.
    #[serde(with = "numbers")]
    pub tail_length: f32,
    /// How often it twinkles.
    #[serde(with = "numbers")]
    pub twinkle_speed: f32,
    /// How many twinkle, 0 to 1.
    #[serde(with = "numbers")]
    pub twinkle_percent: f32,
    /// By what its size is multiplied then, least and most.
    #[serde(with = "numbers")]
    pub twinkle_scale: [f32; 2],
    /// By what its speed is multiplied in a burst.
    #[serde(with = "numbers")]
    pub burst: f32,
    /// Its speed is multiplied with e to the power of minus this and its age.
    #[serde(with = "numbers")]
    pub drag: f32,
    /// How often it turns.
    #[serde(with = "numbers")]
    pub spin: f32,
    /// How models tumble: least and most about each axis.
    #[serde(with = "numbers")]
    pub tumble: [f32; 6],
    /// Yards a second.
    #[serde(with = "numbers")]
    pub wind: [f32; 3],
    /// Seconds that the wind blows.
    #[serde(with = "numbers")]
    pub wind_time: f32,
    /// How it follows the emitter: speed, scale, speed, scale.
    #[serde(with = "numbers")]
    pub follow: [f32; 4],
    /// What emitters along a spline go along.
    #[serde(with = "numbers")]
    pub spline: Vec<[f32; 3]>,
    /// 1 while particles start.
    pub enabled: Track<u8>,
}

impl Default for Particle {
    fn default() -> Self {
        Particle {
            id: -1,
            flags: 0,
            position: [0.0; 3],
            bone: 0,
            texture: 0,
            model: Chars::from_bytes(vec![0]),
            child: Chars::from_bytes(vec![0]),
            form: EmitterForm::default(),
            kind: 0,
            head_tail: 0,
            tile_rotation: 0,
            rows: 1,
            columns: 1,
            tracks: std::array::from_fn(|_| Track::constant(0.0)),
            midpoint: 0.5,
            colors: [0xFFFF_FFFF, 0xFFFF_FFFF, 0x00FF_FFFF],
            sizes: [1.0; 3],
            tiles: [0, 0, 1, 0, 0, 1, 0, 0, 0, 0],
            tail_length: 0.1,
            twinkle_speed: 0.1,
            twinkle_percent: 1.0,
            twinkle_scale: [1.0; 2],
            burst: 1.0,
            drag: 0.0,
            spin: 0.0,
            tumble: [0.0; 6],
            wind: [0.0; 3],
            wind_time: 0.0,
            follow: [0.0; 4],
            spline: Vec::new(),
            enabled: Track::constant(1),
        }
    }
}

record! {
    pub(crate) struct ParticleRecord in "warcraft.m2.particle" sizes [504] {
        id: i32 [0],
        flags: u32 [4],
        position: [f32; 3] [8],
        bone: u16 [20],
        texture: u16 [22],
        model: Span [24],
        child: Span [32],
        form: [u8; 4] [40],
        kind: u8 [44],
        head_tail: u8 [45],
        tile_rotation: i16 [46],
        rows: u16 [48],
        columns: u16 [50],
        tracks: [TrackHead; 10] [52],
        midpoint: f32 [332],
        colors: [u32; 3] [336],
        sizes: [f32; 3] [348],
        tiles: [i16; 10] [360],
        tail_length: f32 [380],
        twinkle_speed: f32 [384],
        twinkle_percent: f32 [388],
        twinkle_scale: [f32; 2] [392],
        burst: f32 [400],
        drag: f32 [404],
        spin: f32 [408],
        tumble: [f32; 6] [412],
        wind: [f32; 3] [436],
        wind_time: f32 [448],
        follow: [f32; 4] [452],
        spline: Span [468],
        enabled: TrackHead [476],
    }
}

impl Entry for Particle {
    type Record = ParticleRecord;

    fn open(record: ParticleRecord, source: &mut Source<'_>) -> Self {
        let form = EmitterForm::of(record.form, source.column);
        if !(emitter::PLANE..=emitter::SPLINE).contains(&form.emitter()) {
            let place = source.place + 40;
            source.report().habit(&EMITTER_TYPE, place, "1, 2 or 3", form.emitter());
        }
        let model = Chars::from_bytes(source.raw(record.model, "model"));
        let child = Chars::from_bytes(source.raw(record.child, "child"));
        let tracks = std::array::from_fn(|index| {
            let name = parameter::NAMES[index];
            source.nan_known = index == parameter::GRAVITY;
            let track = Track::open(&record.tracks[index], source, name, Form::Usual);
            source.nan_known = false;
            demand_key(&track, source, name);
            track
        });
        let spline = source.list(record.spline, "point");
        let enabled = Track::open(&record.enabled, source, "enabled", Form::Usual);
        demand_key(&enabled, source, "enabled");
        Particle {
            id: record.id,
            flags: record.flags,
            position: record.position,
            bone: record.bone,
            texture: record.texture,
            model,
            child,
            form,
            kind: record.kind,
            head_tail: record.head_tail,
            tile_rotation: record.tile_rotation,
            rows: record.rows,
            columns: record.columns,
            tracks,
            midpoint: record.midpoint,
            colors: record.colors,
            sizes: record.sizes,
            tiles: record.tiles,
            tail_length: record.tail_length,
            twinkle_speed: record.twinkle_speed,
            twinkle_percent: record.twinkle_percent,
            twinkle_scale: record.twinkle_scale,
            burst: record.burst,
            drag: record.drag,
            spin: record.spin,
            tumble: record.tumble,
            wind: record.wind,
            wind_time: record.wind_time,
            follow: record.follow,
            spline,
            enabled,
        }
    }
}

impl Particle {
    pub(crate) fn lay(&self, sink: &mut impl Sink) -> ParticleRecord {
        ParticleRecord {
            id: self.id,
            flags: self.flags,
            position: self.position,
            bone: self.bone,
            texture: self.texture,
            model: sink.list(self.model.bytes()),
            child: sink.list(self.child.bytes()),
            form: self.form.bytes(),
            kind: self.kind,
            head_tail: self.head_tail,
            tile_rotation: self.tile_rotation,
            rows: self.rows,
            columns: self.columns,
            tracks: std::array::from_fn(|index| self.tracks[index].lay(sink)),
            midpoint: self.midpoint,
            colors: self.colors,
            sizes: self.sizes,
            tiles: self.tiles,
            tail_length: self.tail_length,
            twinkle_speed: self.twinkle_speed,
            twinkle_percent: self.twinkle_percent,
            twinkle_scale: self.twinkle_scale,
            burst: self.burst,
            drag: self.drag,
            spin: self.spin,
            tumble: self.tumble,
            wind: self.wind,
            wind_time: self.wind_time,
            follow: self.follow,
            spline: sink.list(&self.spline),
            enabled: self.enabled.lay(sink),
        }
    }
}
