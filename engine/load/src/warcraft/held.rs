//! What a model holds: other models at places of its own. Source: `docs/spec/m2.md`,
//! "11. Attachments, events, lights, cameras".

use super::ITEM;
use super::model::{Made, Maker, read};
use super::points;
use super::spec::Outfit;
use super::tracks::{Keys, Room};
use crate::Error;
use binary::Severity;
use glam::Affine3A;
use warcraft::m2;
use world::{Attachment, NodeFlags, NodeId, Scene, ShownTrack};

/// Most things that a model holds.
const MOST_HELD: usize = 16;

impl Maker<'_, '_> {
    /// Adds what a model holds.
    pub fn hold(&mut self, model: &m2::Model, outfit: &Outfit, address: &str, made: &Made, place: Affine3A) {
        let mut room = Room::default();
        for (id, name) in outfit.held.iter().take(MOST_HELD) {
            let there =
                model.attachment(*id).filter(|there| usize::from(there.bone) < model.bones.len().max(1));
            let Some(there) = there else {
                let found = format_args!("no place {id} for `{name}`");
                self.note(&ITEM, Severity::Warning, address, "places for what it holds", found);
                continue;
            };
            // What follows `:` is what the thing itself wears.
            let mut worn = Outfit::parse(&name.replace(':', "+")).unwrap_or_default();
            let Some(file) = self.files.model(&worn.file, address) else {
                self.note(
                    &ITEM,
                    Severity::Warning,
                    address,
                    format_args!("a model `{name}`"),
                    "none of that name",
                );
                continue;
            };
            let item = match read(self.files.vfs, &file, self.findings) {
                Ok((item, bytes)) => {
                    *self.bytes_read += bytes;
                    item
                }
                Err(Error::File(finding)) => {
                    self.findings.push(*finding);
                    continue;
                }
                Err(Error::Cancelled) => continue,
            };
            worn.file = file.rsplit('/').next().unwrap_or(&file).to_owned();
            let offset = Affine3A::from_translation(points::place(&self.scene.frame, there.position));
            let thing = self.add(&item, &worn, &file, place * offset, Some((made.node, offset)));
            if made.moves {
                let (node, carrier, bone) = (thing.node, made.node, there.bone.into());
                self.scene.attachments.push(Attachment { node, carrier, bone, offset });
            }
            self.show_while(model, there, made, thing.node, &mut room);
        }
    }

    /// Lets what is at a place of a model be seen while the place says so.
    fn show_while(
        &mut self,
        model: &m2::Model,
        place: &m2::Attachment,
        made: &Made,
        node: NodeId,
        room: &mut Room,
    ) {
        let visible = Keys::new(&place.visible, &model.global_sequences, 1.0, f32::from).kept();
        if visible.first().is_none_or(|first| first > 0.0) && !visible.moves() {
            return;
        }
        let Scene { nodes, animators, clips, .. } = &mut *self.scene;
        let Some(own) = nodes.get_mut(node.index()) else { return };
        own.flags = own.flags.switched(NodeFlags::ACTIVE, visible.first().is_none_or(|first| first > 0.0));
        let animator = made.animator.and_then(|animator| animators.get_mut(animator.index()));
        let playables = animator.map_or(&mut [][..], |animator| &mut animator.clips);
        for (index, playable) in playables.iter_mut().enumerate().filter(|_| visible.moves()) {
            let sequence = model.sequences.get(index).cloned().unwrap_or_default();
            if let Some(clip) = clips.get_mut(playable.clip.index()) {
                let shown = visible.curve(index, &sequence, room);
                clip.shown.push(ShownTrack { node: own.name.clone(), shown });
                playable.shown.push(Some(node));
            }
        }
    }
}
