//! Places while a recording is watched that says which join and leave before which tick: they are loaded ahead, and
//! time stands still for those that are not there yet.

use super::{Asked, Change, Neighbours, leave};
use crate::freeing::drop_elsewhere;
use crate::visit::Visit;
use base::Failure;
use replay::PlaceEvent;

/// Most places that are on the device before the recording joins them.
const MOST_WAITING: usize = 12;

impl Neighbours {
    /// The place to load next: the first that the recording joins soon and that is not there yet.
    pub(super) fn foreseen(&self, visit: &Visit) -> Option<Asked> {
        if self.waiting.len() >= MOST_WAITING {
            return None;
        }
        let joins = visit.foreseen();
        let is_new = |site: &runtime::places::Site| {
            !self.waiting.contains_key(&site.key) && !visit.world.has(&site.key)
        };
        let (site, world) = joins.into_iter().find(|(site, _)| is_new(site))?;
        let number = self.surroundings.number(&site.key);
        Some(Asked { number, site: site.clone(), world: world.to_owned() })
    }

    /// What the recording says of places before the next tick, as far as the places are there.
    pub(super) fn follow_recording(&mut self, visit: &mut Visit, changes: &mut Vec<Change>) {
        while let Some(event) = visit.due().first().cloned() {
            let followed = match event {
                PlaceEvent::Join { site, fingerprint, .. } => {
                    let Some(arrived) = self.waiting.remove(&site.key) else { return };
                    let found = arrived.ready.fingerprint.get().map(|value| format!("{value:016x}"));
                    if !fingerprint.is_empty() && found.as_ref() != Some(&fingerprint) {
                        let what = format!(
                            "the recording was made with other files of {}: it ends here, go on by yourself",
                            arrived.asked.world
                        );
                        Err(Failure::Unusable(what))
                    } else {
                        self.join(arrived, visit, changes);
                        Ok(())
                    }
                }
                PlaceEvent::Leave(key) => {
                    let id = visit.world.find(&key).map(runtime::places::Place::id);
                    id.into_iter().for_each(|id| leave(id, visit, changes));
                    Ok(())
                }
                PlaceEvent::Travel { to, from } => visit.travelled(&to, &from),
                // Creatures that came later are not called: whoever watches sees the place without them.
                PlaceEvent::Guests { .. } => Ok(()),
            };
            match followed {
                Ok(()) => visit.followed(),
                Err(failure) => {
                    visit.stop_watching();
                    changes.push(Change::Failed(failure));
                }
            }
        }
    }

    /// The recording is over: what it would have joined is let go of.
    pub(super) fn forget_recording(&mut self) {
        if !self.waiting.is_empty() {
            drop_elsewhere(std::mem::take(&mut self.waiting));
        }
    }
}
