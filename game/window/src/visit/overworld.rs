//! A visit on an overworld: where in it somebody is, travelling, flight.

use super::Visit;
use load::daggerfall::PlaceName;
use places::{Surroundings, Travelled};
use replay::PlaceEvent;
use runtime::Command;
use world::TimeOfDay;

/// Where somebody is on an overworld.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Whereabouts {
    /// The cell, from the west and from the north.
    pub cell: [i32; 2],
    /// The region, if the cell is of one.
    pub region: Option<&'static str>,
    /// The hour.
    pub time: TimeOfDay,
    /// Where one looks: radians from the north, growing to the left.
    pub yaw: f32,
}

impl Visit {
    /// True on an overworld.
    pub fn is_overworld(&self) -> bool {
        self.first.request.family == load::Family::Daggerfall
    }

    /// The cell that is seen.
    pub fn cell(&self) -> Option<[i32; 2]> {
        match self.world.watched_place().site().key.parse() {
            Ok(PlaceName::Cell(cell)) if self.is_overworld() => Some(cell),
            _ => None,
        }
    }

    /// The region of that cell.
    pub(super) fn region(&self) -> Option<&'static str> {
        self.known().files.land.peek()?.region(self.cell()?)
    }

    /// Where one is; `None` elsewhere than on an overworld.
    pub fn whereabouts(&self) -> Option<Whereabouts> {
        let (cell, region) = (self.cell()?, self.region());
        let time = self.simulation().state().time_of_day;
        Some(Whereabouts { cell, region, time, yaw: self.camera().yaw })
    }

    /// Somebody wants to travel to a place, by its name or its cell.
    pub fn travel(&mut self, place: String) {
        self.travel = Some(place);
    }

    /// Where somebody wants to travel to since this was asked last.
    pub fn take_travel(&mut self) -> Option<String> {
        self.travel.take()
    }

    /// Whoever travels is there as soon as the place is; recorded.
    pub fn arrive(&mut self, surroundings: &mut Surroundings) {
        if !surroundings.is_travelling() {
            return;
        }
        match surroundings.arrive(&self.first.files.land, &mut self.world) {
            Some(Ok(Travelled { to, from })) => {
                self.record(PlaceEvent::Travel { to, from });
                self.fly = None;
                self.crossed = true;
            }
            Some(Err(failure)) => self.said = Some(failure.to_string()),
            None => {}
        }
    }

    /// Whoever walks flies from the next tick on, at so many metres a second; whoever flies walks. Says which.
    pub(super) fn toggle_flight(&mut self, metres: f32) -> &'static str {
        let scene = self.simulation().scene();
        let speed = scene.frame.units(metres);
        let person = self.simulation().state().actors.piloted_by(world::SeatId::FIRST);
        let Some((actor, own)) = person else { return "Nobody is here who could fly" };
        let flies = own.avatar().journey.flies > 0.0;
        self.ask(Command::Fly { actor, speed: if flies { 0.0 } else { speed } });
        if flies { "Walking" } else { "Flying" }
    }
}
