//! Actors: what can be placed, and places of it. Source:
//! `docs/spec/everquest/wld.md`, "6. Actors".

use super::fields::{agree, count, optional, put_optional, put_records, put_user_data, records, user_data};
use super::fragment::{Link, Stored};
use super::header::Version;
use super::reference::Reference;
use super::strings::Inline;
use binary::{Cursor, Result, Segment, Writer, record};
use serde::{Deserialize, Serialize};

record! {
    /// Where an actor stands.
    #[derive(Copy)]
    pub struct Location in "everquest.wld.location" sizes [28] {
        /// In the raw frame.
        position: [f32; 3] [0],
        /// About Z, Y and X, 512 to a turn; see [`Location::radians`].
        rotation: [f32; 3] [12],
        /// 0.
        unknown: u32 [24],
    }
}

impl Location {
    /// Angles about X, Y and Z in radians, to be applied to a point as
    /// `Rz(z) * Ry(y) * Rx(x)`. Those about Z are counter-clockwise from above;
    /// the sign of Y is turned here, as the files want it.
    pub fn radians(&self) -> [f32; 3] {
        let turn = std::f32::consts::TAU / 512.0;
        let [z, y, x] = self.rotation;
        [x * turn, -y * turn, z * turn]
    }
}

/// A location that is there if `present`.
fn location(cursor: &mut Cursor<'_>, present: bool) -> Result<Option<Location>> {
    present.then(|| cursor.record(0)).transpose()
}

fn put_location(writer: &mut Writer, present: bool, location: Option<&Location>) -> Result<()> {
    agree(present, location.is_some(), "location")?;
    if let Some(location) = location {
        writer.record(location, 0);
    }
    Ok(())
}

/// [`ActorDef::flags`].
pub mod actor_flags {
    /// A current action follows.
    pub const CURRENT_ACTION: u32 = 0x01;
    /// A location follows.
    pub const LOCATION: u32 = 0x02;
    /// Active geometry.
    pub const ACTIVE_GEOMETRY: u32 = 0x40;
    /// Sprite volume only: set on what does not move.
    pub const SPRITE_VOLUME_ONLY: u32 = 0x80;
}

record! {
    /// A level of detail of an action.
    #[derive(Copy)]
    pub struct ActionLevel in "everquest.wld.actor.level" sizes [8] {
        /// 0.
        unknown: u32 [0],
        /// Farthest distance, 1e30 in every known file.
        max_distance: f32 [4],
    }
}

/// Something that can be placed (0x14).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActorDef {
    /// `BOX_ACTORDEF` and so on.
    pub name: Reference,
    /// See [`actor_flags`].
    pub flags: u32,
    /// A text: `SPRITECALLBACK`, `LADDERCALLBACK`.
    pub callback: Reference,
    /// A 0x16, 0x1A or 0x18, or none.
    pub bounds: Reference,
    /// With flag 0x01.
    pub current_action: Option<u32>,
    /// With flag 0x02.
    pub location: Option<Location>,
    /// The levels of detail of each action; one action with one level in every
    /// known file.
    pub actions: Vec<Vec<ActionLevel>>,
    /// What it looks like: a 0x2D, 0x11, 0x27, 0x07 or 0x09.
    pub sprites: Vec<Reference>,
    /// Empty in every known file.
    pub user_data: Inline,
}

impl ActorDef {
    /// An actor that does not move, as original object files have it; its
    /// callback is the text `SPRITECALLBACK`.
    pub fn still(name: Reference, callback: Reference, sprite: Reference) -> Self {
        ActorDef {
            name,
            flags: actor_flags::SPRITE_VOLUME_ONLY,
            callback,
            actions: vec![vec![ActionLevel { unknown: 0, max_distance: 1e30 }]],
            sprites: vec![sprite],
            ..ActorDef::default()
        }
    }
}

impl Stored for ActorDef {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let name = cursor.value("name")?;
        let flags: u32 = cursor.value("flags")?;
        let callback = cursor.value("callback")?;
        let action_count: u32 = cursor.value("action_count")?;
        let sprite_count: u32 = cursor.value("sprite_count")?;
        let bounds = cursor.value("bounds")?;
        let current_action = optional(cursor, flags & actor_flags::CURRENT_ACTION != 0, "current_action")?;
        let location = location(cursor, flags & actor_flags::LOCATION != 0)?;
        cursor.expect_items(action_count as usize, 4, "actions")?;
        let mut actions = Vec::with_capacity(action_count as usize);
        for index in 0..action_count as usize {
            actions.push(cursor.within(Segment::at("action", index), levels)?);
        }
        let sprites = cursor.list(sprite_count as usize, "sprites")?;
        let user_data = user_data(cursor)?;
        Ok(ActorDef { name, flags, callback, bounds, current_action, location, actions, sprites, user_data })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.value(&self.name);
        writer.value(&self.flags);
        writer.value(&self.callback);
        writer.value(&count("actions", self.actions.len())?);
        writer.value(&count("sprites", self.sprites.len())?);
        writer.value(&self.bounds);
        let has = |flag: u32| self.flags & flag != 0;
        let action = self.current_action.as_ref();
        put_optional(writer, has(actor_flags::CURRENT_ACTION), action, "current_action")?;
        put_location(writer, has(actor_flags::LOCATION), self.location.as_ref())?;
        for levels in &self.actions {
            writer.value(&count("levels", levels.len())?);
            put_records(writer, levels);
        }
        writer.list(&self.sprites);
        put_user_data(writer, &self.user_data)
    }

    fn name(&self) -> Reference {
        self.name
    }

    fn links(&self, visit: &mut impl FnMut(Link)) {
        visit(Link { what: "callback", reference: self.callback, types: &[] });
        visit(Link { what: "bounds", reference: self.bounds, types: &[0x16, 0x18, 0x1A] });
        for sprite in &self.sprites {
            visit(Link { what: "a sprite", reference: *sprite, types: &[0x2D, 0x11, 0x27, 0x07, 0x09] });
        }
    }
}

fn levels(cursor: &mut Cursor<'_>) -> Result<Vec<ActionLevel>> {
    let count: u32 = cursor.value("level_count")?;
    records(cursor, "level", count as usize)
}

/// [`ActorInst::flags`].
pub mod placement_flags {
    /// A current action follows.
    pub const CURRENT_ACTION: u32 = 0x01;
    /// A location follows.
    pub const LOCATION: u32 = 0x02;
    /// A radius follows.
    pub const RADIUS: u32 = 0x04;
    /// A scale follows.
    pub const SCALE: u32 = 0x08;
    /// The name of a sound follows.
    pub const SOUND: u32 = 0x10;
    /// Active.
    pub const ACTIVE: u32 = 0x20;
    /// Sprite volume only.
    pub const SPRITE_VOLUME_ONLY: u32 = 0x80;
    /// Colours of its vertices follow.
    pub const COLORS: u32 = 0x100;
    /// Set in every placement of an object; its meaning is unknown.
    pub const UNKNOWN: u32 = 0x200;

    /// Of an object with colours: 0x32E.
    pub const OBJECT: u32 = LOCATION | RADIUS | SCALE | ACTIVE | COLORS | UNKNOWN;
    /// Of an object without colours: 0x22E.
    pub const OBJECT_UNLIT: u32 = OBJECT & !COLORS;
    /// Of the camera of a zone: 0x2E.
    pub const CAMERA: u32 = LOCATION | RADIUS | SCALE | ACTIVE;
}

/// A placed actor (0x15).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActorInst {
    /// None.
    pub name: Reference,
    /// The name of a 0x14, which is mostly in another file; the number of one of
    /// this file for the camera of a zone.
    pub actor: Reference,
    /// See [`placement_flags`].
    pub flags: u32,
    /// A 0x16, for the camera of a zone.
    pub sphere: Reference,
    /// With flag 0x01.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current_action: Option<u32>,
    /// With flag 0x02.
    pub location: Option<Location>,
    /// With flag 0x04: the scale once more, in every known file.
    pub radius: Option<f32>,
    /// With flag 0x08.
    pub scale: Option<f32>,
    /// With flag 0x10: a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sound: Option<Reference>,
    /// With flag 0x100: a 0x33, whose colours replace those of the mesh.
    pub colors: Option<Reference>,
    /// Empty in every known file.
    pub user_data: Inline,
}

impl ActorInst {
    /// An object as original files place it. `rotation` is about Z, Y and X, 512
    /// to a turn.
    pub fn object(
        actor: Reference,
        position: [f32; 3],
        rotation: [f32; 3],
        scale: f32,
        colors: Option<Reference>,
    ) -> Self {
        let lit = colors.is_some();
        ActorInst {
            actor,
            flags: if lit { placement_flags::OBJECT } else { placement_flags::OBJECT_UNLIT },
            location: Some(Location { position, rotation, unknown: 0 }),
            radius: Some(scale),
            scale: Some(scale),
            colors,
            ..ActorInst::default()
        }
    }
}

impl Stored for ActorInst {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let name = cursor.value("name")?;
        let actor = cursor.value("actor")?;
        let flags: u32 = cursor.value("flags")?;
        let has = |flag: u32| flags & flag != 0;
        Ok(ActorInst {
            name,
            actor,
            flags,
            sphere: cursor.value("sphere")?,
            current_action: optional(cursor, has(placement_flags::CURRENT_ACTION), "current_action")?,
            location: if has(placement_flags::LOCATION) { Some(cursor.record(0)?) } else { None },
            radius: optional(cursor, has(placement_flags::RADIUS), "radius")?,
            scale: optional(cursor, has(placement_flags::SCALE), "scale")?,
            sound: optional(cursor, has(placement_flags::SOUND), "sound")?,
            colors: optional(cursor, has(placement_flags::COLORS), "colors")?,
            user_data: user_data(cursor)?,
        })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.value(&self.name);
        writer.value(&self.actor);
        writer.value(&self.flags);
        writer.value(&self.sphere);
        let has = |flag: u32| self.flags & flag != 0;
        let action = self.current_action.as_ref();
        put_optional(writer, has(placement_flags::CURRENT_ACTION), action, "current_action")?;
        put_location(writer, has(placement_flags::LOCATION), self.location.as_ref())?;
        put_optional(writer, has(placement_flags::RADIUS), self.radius.as_ref(), "radius")?;
        put_optional(writer, has(placement_flags::SCALE), self.scale.as_ref(), "scale")?;
        put_optional(writer, has(placement_flags::SOUND), self.sound.as_ref(), "sound")?;
        put_optional(writer, has(placement_flags::COLORS), self.colors.as_ref(), "colors")?;
        put_user_data(writer, &self.user_data)
    }

    fn name(&self) -> Reference {
        self.name
    }

    fn links(&self, visit: &mut impl FnMut(Link)) {
        visit(Link { what: "actor", reference: self.actor, types: &[0x14] });
        visit(Link { what: "sphere", reference: self.sphere, types: &[0x16] });
        if let Some(reference) = self.sound {
            visit(Link { what: "sound", reference, types: &[] });
        }
        if let Some(reference) = self.colors {
            visit(Link { what: "colors", reference, types: &[0x33] });
        }
    }
}
