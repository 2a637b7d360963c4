//! What is odd about a mission: of each kind one finding that names the first few.

use crate::zipper::definitions::notes::{List, short};
use binary::{Finding, Severity, codes};

codes! {
    DIRECTIVE = "load.mission.directive": "a mission says something that is not carried out"
        => "nothing for retail files: the rest of the mission counts; tell us what it does if you know";
    NAMES = "load.mission.names": "a mission names something that does not exist"
        => "name a node, an animation, an objective, a vehicle or a sound of this world; what needs it never happens";
    VALUES = "load.mission.values": "a directive of a mission is not followed by what belongs there"
        => "write what docs/definitions.md says of it; it counts as missing, or as the nearest that is possible";
    AT_ONCE = "load.mission.at_once": "an objective is completed before anybody does anything"
        => "give it a condition that does not hold from the start, or let it begin dormant";
}

/// What was noticed in one file.
#[derive(Debug, Default)]
pub(super) struct Notes {
    directives: List,
    names: List,
    values: List,
    at_once: List,
}

impl Notes {
    /// Something that is understood and not carried out.
    pub fn directive(&mut self, place: &str, word: &str) {
        self.directives.add(|| format!("`{}` in {}", short(word), short(place)));
    }

    /// A name of something that does not exist.
    pub fn name(&mut self, place: &str, what: &str) {
        self.names.add(|| format!("{} in {}", short(what), short(place)));
    }

    /// Something that does not belong where it stands.
    pub fn value(&mut self, place: &str, found: &str) {
        self.values.add(|| format!("{}: {}", short(place), short(found)));
    }

    /// Something that is completed at once.
    pub fn at_once(&mut self, what: &str) {
        self.at_once.add(|| short(what));
    }

    /// As findings about a file.
    pub fn report(self, file: &str) -> impl Iterator<Item = Finding> {
        let Notes { directives, names, values, at_once } = self;
        let warning = Severity::Warning;
        [
            directives.report(&DIRECTIVE, Severity::Note, file, "directives that are carried out"),
            names.report(&NAMES, warning, file, "names of what exists"),
            values.report(&VALUES, warning, file, "directives with their values"),
            at_once.report(&AT_ONCE, warning, file, "objectives that take something to do"),
        ]
        .into_iter()
        .flatten()
    }
}
