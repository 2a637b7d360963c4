//! What leads from one part of a model to another. Look-ups are checked, and lists are searched
//! where they are wrong. Source: `docs/spec/m2.md`, "10. Lookups" and "2. Header".

use super::{Attachment, Batch, Bone, Camera, Model, Playable, Texture, Track, Transform, View, bones};

/// What covers a surface with one of the textures of a batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage<'a> {
    /// The texture.
    pub texture: Option<&'a Texture>,
    /// 0 for the first coordinates, 1 for the second, -1 for reflections.
    pub unit: i16,
    /// How it moves; none stands still.
    pub transform: Option<&'a Transform>,
}

/// The entry of a look-up, where it leads somewhere.
fn entry<T>(list: &[T], lookup: &[i16], index: usize) -> Option<usize> {
    let entry = usize::try_from(*lookup.get(index)?).ok()?;
    (entry < list.len()).then_some(entry)
}

impl Model {
    /// The number of the first sequence of an animation.
    pub fn sequence(&self, animation: u16) -> Option<usize> {
        let is_it =
            |index: &usize| self.sequences.get(*index).is_some_and(|sequence| sequence.id == animation);
        entry(&self.sequences, &self.sequence_lookup, animation.into())
            .filter(is_it)
            .or_else(|| self.sequences.iter().position(|sequence| sequence.id == animation))
    }

    /// The numbers of all sequences of an animation, each once: the chain of variations from the
    /// first one on.
    pub fn variations(&self, animation: u16) -> Vec<usize> {
        let mut chain = Vec::new();
        let mut next = self.sequence(animation);
        while let Some(index) = next.filter(|index| !chain.contains(index)) {
            chain.push(index);
            let after = self.sequences.get(index).and_then(|sequence| usize::try_from(sequence.next).ok());
            next = after.filter(|index| *index < self.sequences.len());
        }
        chain
    }

    /// What plays for an animation: the number of a sequence, and how it is played (see
    /// [`playable`](super::playable)). Animations that the model lacks lead to another one, in the
    /// end to standing.
    pub fn playable(&self, animation: u16) -> Option<(usize, i16)> {
        if let Some(own) = self.sequence(animation) {
            return Some((own, super::playable::NORMAL));
        }
        let found = self.playable_lookup.get(usize::from(animation)).and_then(|fallback: &Playable| {
            use super::playable::{BACKWARDS, HOLD, NORMAL};
            // Others occur, and mean no more than animations that are not there.
            let is_known = matches!(fallback.flags, NORMAL | BACKWARDS | HOLD);
            let id = u16::try_from(fallback.id).ok().filter(|_| is_known)?;
            Some((self.sequence(id)?, fallback.flags))
        });
        found.or_else(|| Some((self.sequence(0)?, super::playable::NORMAL)))
    }

    /// The parent of each bone; none of roots, of bones whose parent does not exist, and of one bone
    /// of each ring.
    pub fn bone_parents(&self) -> Vec<Option<usize>> {
        bones::parents(&self.bones)
    }

    /// The number of a well-known bone.
    pub fn key_bone(&self, key: i32) -> Option<usize> {
        let is_it = |index: &usize| self.bones.get(*index).is_some_and(|bone: &Bone| bone.key_bone == key);
        let looked_up =
            usize::try_from(key).ok().and_then(|key| entry(&self.bones, &self.key_bone_lookup, key));
        looked_up
            .filter(is_it)
            .or_else(|| self.bones.iter().position(|bone| bone.key_bone == key && key >= 0))
    }

    /// A place for something else.
    pub fn attachment(&self, id: u32) -> Option<&Attachment> {
        let looked_up =
            usize::try_from(id).ok().and_then(|id| entry(&self.attachments, &self.attachment_lookup, id));
        let looked_up = looked_up.and_then(|index| self.attachments.get(index));
        looked_up
            .filter(|attachment| attachment.id == id)
            .or_else(|| self.attachments.iter().find(|attachment| attachment.id == id))
    }

    /// The camera of a kind: 0 for the portrait, 1 for the character window.
    pub fn camera(&self, kind: i32) -> Option<&Camera> {
        self.cameras.iter().find(|camera| camera.kind == kind)
    }

    /// What a batch does with its textures, one after the other.
    pub fn stages(&self, batch: &Batch) -> impl Iterator<Item = Stage<'_>> {
        let Batch { texture, unit, transform, texture_count, .. } = *batch;
        (0..usize::from(texture_count)).map(move |step| {
            let texture = self.texture_lookup.get(usize::from(texture) + step);
            let transform = self.transform_lookup.get(usize::from(transform) + step);
            let transform = transform.and_then(|entry| usize::try_from(*entry).ok());
            Stage {
                texture: texture.and_then(|entry| self.textures.get(usize::from(*entry))),
                unit: self.unit_lookup.get(usize::from(unit) + step).copied().unwrap_or_default(),
                transform: transform.and_then(|entry| self.transforms.get(entry)),
            }
        })
    }

    /// The opacity of a batch.
    pub fn transparency_of(&self, batch: &Batch) -> Option<&Track<i16>> {
        let entry = self.transparency_lookup.get(usize::from(batch.transparency))?;
        self.transparency.get(usize::from(*entry))
    }

    /// The submeshes that are shown at first, by their numbers: those without a group, and of each
    /// group those with the lowest choice that is there.
    pub fn shown_at_first(view: &View) -> Vec<usize> {
        let lowest = |group: u16| {
            let choices =
                view.submeshes.iter().map(super::Submesh::group).filter(|(other, _)| *other == group);
            choices.map(|(_, choice)| choice).min()
        };
        let shown = |submesh: &super::Submesh| {
            let (group, choice) = submesh.group();
            group == 0 || lowest(group) == Some(choice)
        };
        let submeshes = view.submeshes.iter().enumerate();
        submeshes.filter(|(_, submesh)| shown(submesh)).map(|(index, _)| index).collect()
    }
}
