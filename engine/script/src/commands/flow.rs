//! The words of the language itself, which the executor carries out.
//! Source: `docs/spec/zbd/interp-language.md`, "3. Conditionals" and "4. Flow words".

use super::entry::{ALL, Argument, Entry, Group, Kind, Traits, main_word};

const fn row(
    word: &'static str,
    arguments: &'static [Argument],
    traits: Traits,
    source: &'static str,
    help: &'static str,
) -> Entry {
    Entry { word: main_word(word, &traits), arguments, group: Group::Flow, source, traits, help }
}

const fn argument(name: &'static str, kind: Kind, unit: &'static str) -> Argument {
    Argument { name, kind, unit }
}

const NAME: Argument = argument("name", Kind::Text, "variable");
const ASKED: &[Argument] = &[argument("names", Kind::Rest, "variables with || and && between them")];

const VARIABLES: &str = "docs/spec/zbd/interp-language.md, \"2. Variables and macros\"";
const CONDITIONALS: &str = "docs/spec/zbd/interp-language.md, \"3. Conditionals\"";
const FLOW: &str = "docs/spec/zbd/interp-language.md, \"4. Flow words\"";

/// A word of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    IfDef,
    IfNotDef,
    EndIf,
    Source,
    Quit,
    Set,
    MakeFolder,
    Var,
    Who,
}

/// The words with their rows, in the order in which a line is compared with them.
static WORDS: [Flow; 9] = [
    Flow::IfDef,
    Flow::IfNotDef,
    Flow::EndIf,
    Flow::Source,
    Flow::Quit,
    Flow::Set,
    Flow::MakeFolder,
    Flow::Var,
    Flow::Who,
];

/// What the first word of a line is, if it is one of the language.
pub(crate) fn find(head: &str) -> Option<(Flow, &'static Entry)> {
    let mut words = WORDS.iter().copied().zip(&ENTRIES);
    words.find(|(_, entry)| entry.word.matches(head))
}

/// The rows of [`WORDS`].
pub(super) static ENTRIES: [Entry; 9] = [
    row("ifdef", ASKED, ALL, CONDITIONALS, "Goes on if a variable is TRUE, or else skips to the next endif"),
    row("ifndef", ASKED, ALL, CONDITIONALS, "Skips to the next endif if a variable is TRUE"),
    row("endif", &[], ALL, CONDITIONALS, "Ends what ifdef or ifndef skips; the first one always does"),
    row("source", &[argument("path", Kind::Text, "script")], ALL, FLOW, "Runs another script, then goes on"),
    row("Quit", &[], ALL.exact(), FLOW, "Leaves this script; the one that ran it goes on"),
    row(
        "set",
        &[NAME, argument("value", Kind::Text, "text")],
        ALL,
        VARIABLES,
        "Sets a variable; %name% in arguments is replaced by its value",
    ),
    row(
        "mkdir",
        &[argument("path", Kind::Text, "folder")],
        ALL.refused("scripts write nothing"),
        FLOW,
        "Made a folder for tools that built worlds; never done",
    ),
    row(
        "var",
        &[NAME, argument("assignment", Kind::Rest, "set or |=, and a value")],
        ALL.ignorable("changed numbers inside the original program while it was written"),
        VARIABLES,
        "Changed a number inside the original program",
    ),
    row(
        "who",
        &[],
        ALL.ignorable("listed variables for developers"),
        VARIABLES,
        "Listed variables in the log of the original program",
    ),
];
