//! Places in one's own play: those that will be needed if one goes on as now are loaded and handed to the device
//! before, and join in the frame in which they are wished for. What is foreseen, and in which order, is worked out in
//! `game/places/src/ahead`, as for runs without a window.

use super::{Arrived, Asked, Change, Neighbours};
use crate::visit::Visit;
use heap::drop_elsewhere;
use places::Found;

impl Neighbours {
    /// The first place that is wished for and that the device has joins: one a frame.
    pub(super) fn join_ready(&mut self, wished: &[usize], visit: &mut Visit, changes: &mut Vec<Change>) {
        for number in wished {
            let Some(key) = self.key(*number).filter(|key| self.orders.is_ready(key)) else { continue };
            if let Found::Ready(arrived) = self.orders.take(&key) {
                return self.settle(arrived, visit, changes);
            }
        }
    }

    /// Asks for what is wished for, and for what will be; what nobody wants any more is let go of.
    pub(super) fn ask(&mut self, wished: &[usize], visit: &Visit) {
        // One of them may have joined in this frame.
        let is_missing = |number: &usize| self.key(*number).is_some_and(|key| !visit.world.has(&key));
        let wished: Vec<usize> = wished.iter().copied().filter(is_missing).collect();
        let mut numbers = self.foresight.numbers(&self.surroundings, &visit.world, &wished);
        if !self.surroundings.has_room(&visit.world, self.bytes_ahead()) {
            let is_asked = |number: usize| self.key(number).is_some_and(|key| self.orders.is_asked(&key));
            numbers.retain(|number| wished.contains(number) || is_asked(*number));
        }
        let keys: Vec<String> = numbers.into_iter().filter_map(|number| self.key(number)).collect();
        let forgotten = self.orders.want(&keys, visit.world.tick());
        if !forgotten.is_empty() {
            drop_elsewhere(forgotten);
        }
    }

    /// The place to load next.
    pub(super) fn begin(&mut self) -> Option<Asked> {
        let key = self.orders.begin()?;
        self.asked(self.surroundings.number(&key)?)
    }

    /// The device has a place, which joins as soon as it is wished for.
    pub(super) fn keep(&mut self, arrived: Arrived) {
        let key = arrived.asked.site.key.clone();
        if let Some(unwanted) = self.orders.done(&key, arrived) {
            drop_elsewhere(unwanted);
        }
    }

    fn key(&self, number: usize) -> Option<String> {
        self.surroundings.get(number).map(|(site, _)| site.key.clone())
    }

    /// What places take that did not join yet.
    fn bytes_ahead(&self) -> usize {
        let ready = self.orders.ready().map(|arrived| &arrived.ready);
        let all = ready.chain(self.arriving.iter().map(|arriving| &arriving.ready));
        all.map(|ready| self.surroundings.cost(ready.simulation.scene())).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loader::{End, Loading, Wanted};
    use crate::small_world::{uploader, wait, write};
    use glam::Vec3;
    use load::daggerfall::Settings;
    use replay::Recorder;
    use runtime::Command;
    use std::time::Duration;

    /// Units a tick: two kilometres a second.
    const STEP: f32 = 80_000.0 / 60.0;

    #[test]
    fn whoever_flies_over_land_finds_each_place_on_the_device_when_it_is_wished_for() {
        let folder = tempfile::tempdir().unwrap();
        let Some(uploader) = uploader() else { return };
        write(folder.path(), demos::daggerfall);
        let first = Wanted {
            world: Some("427,240".to_owned()),
            // Memory is not what is looked at here.
            land: Some(Settings { memory: 8192, nature: 0.1, ..Settings::default() }),
            ..Wanted::new(folder.path().to_path_buf())
        };
        let End::Ready(ready, _) = wait(&mut Loading::start(first, uploader.clone(), || ())) else {
            panic!("not ready")
        };
        let mut neighbours = Neighbours::of(&ready).unwrap().unwrap();
        let site = neighbours.first().clone();
        let mut visit = Visit::enter(*ready, Some(site), Recorder::default());
        // In each place the person is another actor.
        let person =
            |visit: &Visit| visit.simulation().state().actors.piloted_by(world::SeatId::FIRST).unwrap().0;
        let actor = person(&visit);
        visit.carry_out(vec![Command::Fly { actor, speed: 80_000.0 }]);
        let (mut joined, mut least) = (0, u64::MAX);
        for step in 0..150 {
            let tick = visit.world.tick();
            let wishes = neighbours.surroundings.wishes(&visit.world);
            // A standstill foresees nothing; from then on nothing is wished for that was not asked for long before.
            for number in wishes.join.iter().filter(|_| step > 0) {
                let key = neighbours.key(*number).unwrap();
                let since = neighbours.orders.since(&key, tick);
                assert!(neighbours.orders.is_ready(&key), "{key} in tick {tick}, asked for {since:?} before");
                least = least.min(since.unwrap());
                joined += 1;
            }
            // However slow the machine is: all that is foreseen is there before the next tick.
            for turn in 0.. {
                neighbours.follow(&mut visit, 1 << 30, || uploader.clone(), || ());
                let wishes = neighbours.surroundings.wishes(&visit.world);
                if neighbours.is_idle() && !neighbours.orders.is_waiting() && wishes.join.is_empty() {
                    break;
                }
                assert!(turn < 30_000, "{wishes:?}");
                std::thread::sleep(Duration::from_millis(1));
            }
            let feet = visit.simulation().state().avatar().unwrap().position;
            let feet = Vec3::new(feet.x + STEP, 60_000.0, feet.z);
            let actor = person(&visit);
            visit.carry_out(vec![Command::PlaceActor { actor, feet, yaw: 0.0, pitch: 0.0 }]);
        }
        // 150 steps are six cells.
        assert_eq!(visit.world.watched_place().site().key, "433,240");
        assert!(joined >= 15 && least >= 20, "{joined} joined, the latest {least} ticks before");
    }
}
