//! The objects of a level: entities, lamps, positions, regions, paths, and one object about the
//! level as a whole. Source: `docs/spec/gamestudio.md`, "2.7 Objects".

mod entity;
mod path;
mod records;

pub use entity::EntityView;
pub use path::{Edge, Path};
pub use records::{Entity, Info, Light, OldEntity, Position, Region, Sound};

use super::Level;
use super::codes::{ENTITY_ATTACHED, ENTITY_NUMBER, ENTITY_PATH, OBJECT_TYPE};
use crate::packed;
use binary::{Code, Cursor, Record, Report, Result, Segment, Writer};
use serde::{Deserialize, Serialize};

/// [`Light::flags`].
pub mod light_flags {
    /// High resolution.
    pub const HIGH_RES: u32 = 0x1;
    /// Dynamic.
    pub const DYNAMIC: u32 = 0x2;
    /// Static.
    pub const STATIC: u32 = 0x4;
    /// Cast.
    pub const CAST: u32 = 0x8;
}

/// [`Entity::flags`] and [`OldEntity::flags`].
pub mod entity_flags {
    /// User flag 1; the others up to 8 follow.
    pub const USER1: u32 = 1;
    /// Not drawn.
    pub const INVISIBLE: u32 = 1 << 8;
    /// Nothing collides with it.
    pub const PASSABLE: u32 = 1 << 9;
    /// What scripts call `translucent`.
    pub const TRANSLUCENT: u32 = 1 << 10;
    /// What scripts call `overlay`.
    pub const OVERLAY: u32 = 1 << 12;
    /// What scripts call `spotlight`.
    pub const SPOTLIGHT: u32 = 1 << 13;
    /// What scripts call `znear`.
    pub const ZNEAR: u32 = 1 << 14;
    /// What scripts call `flare`.
    pub const FLARE: u32 = 1 << 15;
    /// What scripts call `nofilter`.
    pub const NOFILTER: u32 = 1 << 16;
    /// What scripts call `unlit`.
    pub const UNLIT: u32 = 1 << 17;
    /// Casts a shadow.
    pub const SHADOW: u32 = 1 << 18;
    /// What scripts call `light`.
    pub const LIGHT: u32 = 1 << 19;
    /// Not affected by fog.
    pub const NOFOG: u32 = 1 << 20;
    /// Added to what is behind it.
    pub const BRIGHT: u32 = 1 << 21;
    /// A decal; of a model: metal.
    pub const DECAL: u32 = 1 << 22;
    /// What scripts call `cast`.
    pub const CAST: u32 = 1 << 23;
    /// What scripts call `local`.
    pub const LOCAL: u32 = 1 << 25;
    /// Collided with by its polygons, not its box.
    pub const POLYGON: u32 = 1 << 26;
    /// What scripts call `bbox`.
    pub const BBOX: u32 = 1 << 29;
}

/// Red, green, blue of a packed colour, 0x00RRGGBB.
pub const fn color(packed: u32) -> [u8; 3] {
    let [blue, green, red, _] = packed.to_le_bytes();
    [red, green, blue]
}

/// Red, green, blue of a packed colour of fog, 0x00BBGGRR: red is the low byte. Source:
/// `docs/spec/gamestudio.md`, "2.10 Sky, fog, light".
pub const fn fog_color(packed: u32) -> [u8; 3] {
    let [red, green, blue, _] = packed.to_le_bytes();
    [red, green, blue]
}

/// An object of a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "snake_case")]
pub enum Object {
    /// Type 1.
    Position(Box<Position>),
    /// Type 2.
    Light(Light),
    /// Type 3.
    OldEntity(Box<OldEntity>),
    /// Type 4.
    Sound(Box<Sound>),
    /// Type 5.
    Info(Box<Info>),
    /// Type 6.
    Path(Box<Path>),
    /// Type 7.
    Entity(Box<Entity>),
    /// Type 8.
    Region(Box<Region>),
    /// An object of a type without known meaning.
    Other {
        /// The type, none of the above.
        kind: i32,
        /// What follows the type, up to the next object.
        #[serde(with = "packed")]
        data: Vec<u8>,
    },
}

impl Object {
    /// The type's number.
    pub const fn kind(&self) -> i32 {
        match self {
            Object::Position(_) => 1,
            Object::Light(_) => 2,
            Object::OldEntity(_) => 3,
            Object::Sound(_) => 4,
            Object::Info(_) => 5,
            Object::Path(_) => 6,
            Object::Entity(_) => 7,
            Object::Region(_) => 8,
            Object::Other { kind, .. } => *kind,
        }
    }
}

impl Level {
    /// The object about the level as a whole.
    pub fn info(&self) -> Option<&Info> {
        self.objects.iter().find_map(|object| match object {
            Object::Info(info) => Some(&**info),
            _ => None,
        })
    }

    /// The entities in order: number 1 of [`Entity::attached`] is the first.
    pub fn entities(&self) -> impl Iterator<Item = EntityView<'_>> {
        self.objects.iter().filter_map(Object::entity)
    }

    /// The paths in order: number 1 of [`Entity::path`] is the first.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.objects.iter().filter_map(|object| match object {
            Object::Path(path) => Some(&**path),
            _ => None,
        })
    }
}

/// Fields of an entity that only scripts and shaders use: a NaN there is no reason to refuse a
/// level. They follow those that say where the entity is.
fn scripts_number(field: &'static str) -> Option<&'static Code> {
    ["skills", "ambient", "albedo"].contains(&field).then_some(&ENTITY_NUMBER)
}

pub(super) fn read(cursor: &mut Cursor<'_>, next: usize) -> Result<Object> {
    let at = cursor.offset();
    Ok(match cursor.value("type")? {
        1 => Object::Position(Box::new(cursor.record(0)?)),
        2 => Object::Light(cursor.record(0)?),
        3 => Object::OldEntity(Box::new(cursor.record_but_for(0, scripts_number)?)),
        4 => Object::Sound(Box::new(cursor.record(0)?)),
        5 => Object::Info(Box::new(cursor.record(0)?)),
        6 => Object::Path(Box::new(path::read(cursor)?)),
        7 => Object::Entity(Box::new(cursor.record_but_for(0, scripts_number)?)),
        8 => Object::Region(Box::new(cursor.record(0)?)),
        kind => {
            cursor.report.habit(&OBJECT_TYPE, at, "a type from 1 to 8", kind);
            let start = cursor.offset();
            let data = cursor.take(next.saturating_sub(start), "an object")?.to_vec();
            cursor.trace_bytes("data", start, data.len());
            Object::Other { kind, data }
        }
    })
}

pub(super) fn write(writer: &mut Writer, index: usize, object: &Object) -> Result<()> {
    writer.value(&object.kind());
    match object {
        Object::Position(position) => writer.record(&**position, 0),
        Object::Light(light) => writer.record(light, 0),
        Object::OldEntity(entity) => writer.record(&**entity, 0),
        Object::Sound(sound) => writer.record(&**sound, 0),
        Object::Info(info) => writer.record(&**info, 0),
        Object::Path(path) => path::write(writer, &format!("object {index}"), path)?,
        Object::Entity(entity) => writer.record(&**entity, 0),
        Object::Region(region) => writer.record(&**region, 0),
        Object::Other { kind: 1..=8, .. } => {
            return super::codes::unwritable(
                format_args!("object {index}"),
                "a type other than 1 to 8 for an unknown object",
                object.kind(),
            );
        }
        Object::Other { data, .. } => writer.raw(data),
    }
    Ok(())
}

/// Links between objects that lead nowhere; `starts` are the offsets of the objects.
pub(super) fn check(level: &Level, starts: &[usize], report: &mut Report) {
    let paths = level.paths().count();
    let is_entity = |object: &&Object| matches!(object, Object::Entity(_) | Object::OldEntity(_));
    let entities = level.objects.iter().filter(is_entity).count();
    let fits = |number: i32, count: usize| usize::try_from(number).is_ok_and(|number| number <= count);
    for (index, (object, start)) in level.objects.iter().zip(starts).enumerate() {
        let Object::Entity(entity) = object else { continue };
        let rows = [
            (&ENTITY_PATH, 232, entity.path, paths, "paths"),
            (&ENTITY_ATTACHED, 236, entity.attached, entities, "entities"),
        ];
        for (code, offset, number, count, what) in rows {
            if !fits(number, count) {
                report.enter(Segment::at("object", index));
                report.habit(code, start + offset, format_args!("0 or one of {count} {what}"), number);
                report.leave();
            }
        }
    }
}

/// Every code of a field with a required value.
pub(super) fn codes() -> [&'static [&'static Code]; 5] {
    [Sound::CODES, Region::CODES, Entity::CODES, OldEntity::CODES, path::CODES]
}
