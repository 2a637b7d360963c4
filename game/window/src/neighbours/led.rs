//! Places while a recording is watched that says which join and leave before which tick: they are loaded ahead, and
//! time stands still for those that are not there yet.

use super::{Asked, Change, Neighbours, leave};
use crate::visit::Visit;
use base::Failure;
use heap::drop_elsewhere;
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
                PlaceEvent::Guests { key, spawns, race } => {
                    match self.invite(&key, &spawns, race.as_deref(), visit, changes) {
                        Ok(false) => return,
                        invited => invited.map(|_| ()),
                    }
                }
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

    /// Creatures come into a place, which is loaded again with them; true once it is.
    fn invite(
        &mut self,
        key: &str,
        spawns: &[String],
        race: Option<&str>,
        visit: &mut Visit,
        changes: &mut Vec<Change>,
    ) -> Result<bool, Failure> {
        let id = visit.world.find(key).map(runtime::places::Place::id).ok_or_else(|| {
            let what = format!(
                "creatures come into the place \"{key}\" in the recording, which is not there: it ends here, go on by \
                 yourself"
            );
            Failure::Unusable(what)
        })?;
        if self.inviting == Some(id) {
            self.inviting.take_if(|_| !visit.is_invited(id));
            return Ok(self.inviting.is_none());
        }
        let guests = replay::guests(spawns, race)?;
        if visit.race() != race {
            // What was loaded in advance has the body of before.
            self.loading = None;
            drop_elsewhere((self.arriving.take(), std::mem::take(&mut self.waiting)));
        }
        visit.invite(id, guests);
        self.inviting = Some(id);
        changes.push(Change::Again(id));
        Ok(false)
    }

    /// The recording is over: what it would have joined is let go of.
    pub(super) fn forget_recording(&mut self) {
        self.inviting = None;
        if !self.waiting.is_empty() {
            drop_elsewhere(std::mem::take(&mut self.waiting));
        }
    }
}
