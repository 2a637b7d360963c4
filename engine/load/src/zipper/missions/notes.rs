//! What is odd about a mission: of each kind one finding that names the first few.

use binary::{Code, Finding, Severity, codes};

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

/// How many of one kind a finding names.
const NAMED: usize = 12;
/// Longest that a word of the data is shown.
const LONGEST: usize = 48;

/// What was noticed in one file.
#[derive(Debug, Default)]
pub(super) struct Notes {
    directives: Vec<String>,
    names: Vec<String>,
    values: Vec<String>,
    at_once: Vec<String>,
}

fn short(word: &str) -> String {
    word.chars().take(LONGEST).collect()
}

impl Notes {
    /// Something that is understood and not carried out.
    pub fn directive(&mut self, place: &str, word: &str) {
        self.directives.push(format!("`{}` in {}", short(word), short(place)));
    }

    /// A name of something that does not exist.
    pub fn name(&mut self, place: &str, what: &str) {
        self.names.push(format!("{} in {}", short(what), short(place)));
    }

    /// Something that does not belong where it stands.
    pub fn value(&mut self, place: &str, found: &str) {
        self.values.push(format!("{}: {}", short(place), short(found)));
    }

    /// Something that is completed at once.
    pub fn at_once(&mut self, what: &str) {
        self.at_once.push(short(what));
    }

    /// As findings about a file.
    pub fn report(self, file: &str) -> impl Iterator<Item = Finding> {
        let Notes { directives, names, values, at_once } = self;
        let warning = Severity::Warning;
        [
            finding(&DIRECTIVE, Severity::Note, file, "directives that are carried out", directives),
            finding(&NAMES, warning, file, "names of what exists", names),
            finding(&VALUES, warning, file, "directives with their values", values),
            finding(&AT_ONCE, warning, file, "objectives that take something to do", at_once),
        ]
        .into_iter()
        .flatten()
    }
}

fn finding(
    code: &'static Code,
    severity: Severity,
    file: &str,
    expected: &str,
    mut all: Vec<String>,
) -> Option<Finding> {
    let count = all.len();
    let mut seen = std::collections::BTreeSet::new();
    all.retain(|one| seen.insert(one.clone()));
    let more = all.len().saturating_sub(NAMED);
    all.truncate(NAMED);
    let mut found = all.join("; ");
    if more > 0 {
        found += &format!("; and {more} more");
    }
    (count > 0).then(|| Finding::new(code, severity, file, expected, found))
}
