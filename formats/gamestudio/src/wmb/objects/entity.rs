//! Both types of entity as one.

use super::{Entity, Object, OldEntity};
use crate::text::Text;

/// What both types of entity hold, in the same fields.
#[derive(Clone, Debug, PartialEq)]
pub struct EntityView<'a> {
    /// Quants; X east, Y north, Z up.
    pub origin: [f32; 3],
    /// Pan, tilt, roll in degrees.
    pub angles: [f32; 3],
    /// A factor for each axis.
    pub scale: [f32; 3],
    /// The entity's own name.
    pub name: String,
    /// A bare file name: a model, another level, a terrain or a picture.
    pub file: String,
    /// Name of a function in the scripts; empty for none.
    pub action: String,
    /// 20 numbers, or 8 of an old entity.
    pub skills: &'a [f32],
    /// See [`super::entity_flags`].
    pub flags: u32,
    /// 0 as a rule.
    pub ambient: f32,
    /// 50 unless the entity says otherwise.
    pub albedo: f32,
    /// Number of a path from 1, or 0.
    pub path: i32,
    /// Number of an entity from 1, or 0.
    pub attached: i32,
    /// Name of a material in the scripts; empty for none.
    pub material: String,
    /// The texts of the entity; empty for none.
    pub strings: [String; 2],
}

/// What an old entity has instead of an albedo.
const DEFAULT_ALBEDO: f32 = 50.0;
/// Most characters of a file name that leave the action alone.
const SHORT_FILE: usize = 12;
/// Bytes of file and action of an old entity together.
const FILE_AND_ACTION: usize = 33;

impl OldEntity {
    /// Room for file and action, one after the other.
    fn file_and_action(&self) -> [u8; FILE_AND_ACTION] {
        let mut bytes = [0; FILE_AND_ACTION];
        let (file, action) = bytes.split_at_mut(self.file.bytes().len());
        file.copy_from_slice(self.file.bytes());
        action.copy_from_slice(self.action.bytes());
        bytes
    }

    /// The whole file name: one of 13 characters or more runs on into the
    /// action.
    pub fn file_name(&self) -> String {
        Text::from_bytes(self.file_and_action()).text()
    }

    /// The action; empty when the file name has taken its place.
    pub fn action_name(&self) -> String {
        let ends = self.file.bytes()[..=SHORT_FILE].contains(&0);
        if ends { self.action.text() } else { String::new() }
    }
}

impl Object {
    /// The entity of either type, if the object is one.
    pub fn entity(&self) -> Option<EntityView<'_>> {
        match self {
            Object::Entity(entity) => Some(EntityView {
                origin: entity.origin,
                angles: entity.angles,
                scale: entity.scale,
                name: entity.name.text(),
                file: entity.file.text(),
                action: entity.action.text(),
                skills: &entity.skills,
                flags: entity.flags,
                ambient: entity.ambient,
                albedo: entity.albedo,
                path: entity.path,
                attached: entity.attached,
                material: entity.material.text(),
                strings: [entity.string1.text(), entity.string2.text()],
            }),
            Object::OldEntity(entity) => Some(EntityView {
                origin: entity.origin,
                angles: entity.angles,
                scale: entity.scale,
                name: entity.name.text(),
                file: entity.file_name(),
                action: entity.action_name(),
                skills: &entity.skills,
                flags: entity.flags,
                ambient: entity.ambient,
                albedo: DEFAULT_ALBEDO,
                path: 0,
                attached: 0,
                material: String::new(),
                strings: Default::default(),
            }),
            _ => None,
        }
    }
}

impl Entity {
    /// Stored as the tools do: as an [`OldEntity`] when nothing is lost.
    pub fn into_object(self) -> Object {
        match self.old() {
            Some(old) => Object::OldEntity(Box::new(old)),
            None => Object::Entity(Box::new(self)),
        }
    }

    /// The same entity as an old one, if it fits.
    fn old(&self) -> Option<OldEntity> {
        let (skills, more) = self.skills.split_first_chunk::<8>()?;
        let plain = self.path == 0
            && self.attached == 0
            && self.albedo == DEFAULT_ALBEDO
            && more.iter().all(|skill| skill.to_bits() == 0)
            && [self.material, self.string1, self.string2, self.unused].iter().all(is_empty);
        if !plain {
            return None;
        }
        let (file, action) = (self.file.text(), self.action.text());
        let mut bytes = [0; FILE_AND_ACTION];
        let (head, tail) = bytes.split_at_mut(SHORT_FILE + 1);
        if let Some(short) = Text::<SHORT_FILE>::new(&file) {
            head[..SHORT_FILE].copy_from_slice(short.bytes());
            tail.copy_from_slice(fitting::<20>(&action)?.bytes());
        } else if action.is_empty() {
            bytes = *Text::<FILE_AND_ACTION>::new(&file)?.bytes();
        } else {
            return None;
        }
        let (head, tail) = bytes.split_at(SHORT_FILE + 1);
        Some(OldEntity {
            origin: self.origin,
            angles: self.angles,
            scale: self.scale,
            name: fitting(&self.name.text())?,
            file: Text::from_bytes(head.try_into().ok()?),
            action: Text::from_bytes(tail.try_into().ok()?),
            padding: [0; 3],
            skills: *skills,
            flags: self.flags,
            ambient: self.ambient,
        })
    }
}

fn is_empty(text: &Text<33>) -> bool {
    // As a whole: LLVM 22 made a loop over the bytes that says `false` of 33 zeros, for WebAssembly with vectors.
    *text.bytes() == [0; 33]
}

/// A text with room for at least one NUL behind it.
fn fitting<const N: usize>(text: &str) -> Option<Text<N>> {
    Text::<N>::new(text).filter(|field| field.bytes().last() == Some(&0))
}
