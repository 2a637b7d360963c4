//! Bodies and creatures that somebody chooses while a world runs. What its scene does not hold yet is loaded with
//! the place again, which goes on where it was.

use super::App;
use super::pages::Page;
use crate::bindings::Action;

impl App {
    /// The person walks in another body from now on, seen from behind, or in none.
    pub(super) fn change_body(&mut self, race: Option<String>) {
        let key = self.scheme().hint(Action::ThirdPerson);
        let Page::World(world) = &mut self.page else { return };
        if world.is_being_renewed() {
            return self.note.say("Wait until the level is loaded");
        }
        world.menu = None;
        let line = match &race {
            Some(name) => format!("Loading the body {name}; {key} switches between first and third person"),
            None => "Without a body".to_owned(),
        };
        world.visit.want_body(race);
        self.reload();
        self.note.say(line);
        self.return_to_world();
    }

    /// Puts a creature before the person: a copy of one that is there, or one that is loaded now.
    pub(super) fn place_creature(&mut self, name: &str) {
        let Page::World(world) = &mut self.page else { return };
        if world.is_being_renewed() {
            return self.note.say("Wait until the level is loaded");
        }
        match world.visit.place_creature(name) {
            Ok(true) => {
                let watched = world.visit.world.watched();
                world.stale = vec![watched];
                self.note.say(format!("Loading {name}"));
                self.reload_next();
            }
            Ok(false) => self.note.say(format!("Placed {name}")),
            Err(line) => self.note.say(line),
        }
    }
}
