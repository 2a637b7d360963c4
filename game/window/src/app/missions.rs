//! Missions and vehicles: what is to be done is said before a mission begins, and how it ended after its end; it begins
//! anew, or in another vehicle.

use super::super::loader::{Purpose, Wanted};
use super::super::overlay::menu::Page as MenuPage;
use super::super::saves;
use super::App;
use super::pages::{Page, World};
use load::Difficulty;
use std::time::{Duration, Instant};

/// How long the end of a mission is seen and heard before the page that sums it up.
const END_SEEN: Duration = Duration::from_secs(4);

/// How far a mission is, for the pages about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Ended {
    /// It runs.
    #[default]
    No,
    /// It is over since then.
    Since(Instant),
    /// Its end was summed up; `is_saved` when there is a save to go back to.
    Shown {
        /// The world was saved while it ran.
        is_saved: bool,
    },
}

impl App {
    /// Says what is to be done in the world that was entered, if it has a mission that begins now. A run of so many
    /// frames asks nobody.
    pub(super) fn brief(&mut self) {
        if self.frames.is_some() {
            return;
        }
        let Page::World(world) = &mut self.page else { return };
        if world.visit.can_begin() {
            world.menu = Some(MenuPage::Briefing);
            self.note.clear();
            self.release_pointer();
        }
    }

    /// Sums the mission up that ended a while ago, once.
    pub(super) fn follow_mission(&mut self, now: Instant) {
        if self.frames.is_some() {
            return;
        }
        let Page::World(world) = &mut self.page else { return };
        if !world.visit.is_mission_over() {
            world.ended = Ended::No;
            return;
        }
        match world.ended {
            Ended::No => world.ended = Ended::Since(now),
            Ended::Since(then) if now.saturating_duration_since(then) >= END_SEEN && world.is_plain() => {
                let is_saved = matches!(saves::read(&self.folders.data, &world.visit), Ok(Some(_)));
                world.ended = Ended::Shown { is_saved };
                world.menu = Some(MenuPage::Result);
                self.release_pointer();
            }
            Ended::Since(_) | Ended::Shown { .. } => {}
        }
    }

    /// The mission begins anew.
    pub(super) fn restart(&mut self) {
        let Page::World(world) = &mut self.page else { return };
        if world.is_being_renewed() {
            return self.note.say("Wait until the level is loaded");
        }
        match world.visit.restart() {
            Ok(gone) => {
                self.went_back(&gone);
                self.brief();
            }
            Err(error) => self.note.say(format!("The mission cannot begin anew: {error}")),
        }
    }

    /// The level begins anew in a vehicle, or on foot, as hard as that.
    pub(super) fn drive(&mut self, vehicle: Option<String>, difficulty: Difficulty) {
        let Page::World(world) = &self.page else { return };
        let mut wanted: Wanted = world.visit.first().wanted.clone();
        (wanted.guests.vehicle, wanted.guests.difficulty) = (vehicle, difficulty);
        // The demo is on the disk by now.
        (wanted.demo, wanted.stand, wanted.watch, wanted.purpose) = (None, None, None, Purpose::Enter);
        self.load(wanted);
    }

    /// Shows which vehicles there are.
    pub(super) fn choose_vehicle(&mut self) {
        if let Page::World(world) = &mut self.page {
            world.vehicles.difficulty = world.visit.difficulty();
            world.menu = Some(MenuPage::Vehicle);
        }
    }
}

impl World {
    /// True while neither a page nor photo mode is over it.
    fn is_plain(&self) -> bool {
        self.menu.is_none() && self.photo.is_none()
    }

    /// Where the page of vehicles leads back to: whoever came to it before the mission began goes on with that.
    pub(super) fn before_vehicles(&self) -> MenuPage {
        match self.ended {
            Ended::Shown { .. } => MenuPage::Result,
            _ if self.visit.can_begin() => MenuPage::Briefing,
            _ => MenuPage::Main,
        }
    }
}
