//! What can be odd about a script, and the list of such findings, which stays short however long a
//! script runs.

use binary::{Code, Finding, Severity};
use std::collections::BTreeMap;
use std::fmt::Display;

binary::codes! {
    UNKNOWN = "script.unknown": "a word of a script is no command of this game" => "look for a slip of the pen; if a script of the game has it, please report the line";
    LONGER = "script.longer": "a word of a script only begins with the command that it is taken for" => "write the command as it is listed; if a script of the game has it, please report the line";
    NO_SCRIPT = "script.no_script": "a script that is asked for is neither in the index nor a file" => "look for its name among the scripts of the game";
    TOO_LARGE = "script.too_large": "a text script is larger than scripts may be" => "make sure that it is a script; split it if it is one";
    LONG_LINE = "script.long_line": "a line is longer than the game's own buffer for lines" => "split it: what does not fit is left out";
    LONG_TEXT = "script.long_text": "a text is longer than allowed once its macros are replaced" => "use shorter values: what does not fit is left out";
    NAME = "script.name": "the name of a variable is empty or too long" => "use 1 to 63 characters";
    VARIABLES = "script.variables": "there are more variables than the limits allow" => "use fewer: this one is not set";
    MACRO = "script.macro": "a macro names a variable that is not set" => "nothing, unless something is missing: it is replaced by nothing";
    ARGUMENT = "script.argument": "a command has fewer arguments than it takes" => "nothing, unless it does something odd: missing numbers are 0, missing switches are off";
    NUMBER = "script.number": "an argument is no number, or larger than numbers can be" => "correct it; it counts as 0, or as the nearest whole number that there is";
    NESTING = "script.nesting": "scripts run each other more deeply than the limits allow" => "look for scripts that run themselves: this one is left out";
    BUDGET = "script.budget": "a script runs more lines than the limits allow" => "look for scripts that run themselves: everything is stopped here";
    OPEN_BLOCK = "script.open_block": "a script ends inside a block that is skipped" => "look for a missing endif";
    CORNERS = "script.corners": "a polygon has more corners than the limits allow" => "split it: the corner is left out";
    UNUSED = "script.unused": "a command that matters is not carried out here" => "expect a difference from the game";
    FAILED = "script.failed": "a command could not be carried out" => "look for what it names, and for odd numbers";
}

/// Repeats of one code beyond this are counted but not kept.
pub const REPEATS: u64 = 20;

/// Where something stands in a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    /// The script's name, as it was asked for.
    pub script: &'a str,
    /// The line, from 1 on: that of the text, or in a compiled script that of its list. 0 for the
    /// script as a whole.
    pub line: u32,
}

/// The findings of a run, and how often there was a reason for each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    kept: Vec<Finding>,
    counts: BTreeMap<&'static str, u64>,
}

impl Findings {
    /// Adds one that belongs to a line.
    pub(crate) fn add(
        &mut self,
        code: &'static Code,
        severity: Severity,
        place: Place<'_>,
        what: impl Display,
    ) {
        let count = self.counts.entry(code.id).or_insert(0);
        *count = count.saturating_add(1);
        if *count <= REPEATS {
            let finding = Finding::saying(code, severity, place.script, what);
            self.kept.push(match place.line {
                0 => finding,
                line => finding.inside(format_args!("line {line}")),
            });
        }
    }

    /// Those that are kept, in the order they were made.
    pub(crate) fn kept(&self) -> &[Finding] {
        &self.kept
    }

    /// How often there was a reason for each code.
    pub(crate) fn counts(&self) -> &BTreeMap<&'static str, u64> {
        &self.counts
    }

    /// Takes all out.
    pub(crate) fn take(&mut self) -> Vec<Finding> {
        std::mem::take(self).kept
    }
}

/// The beginning of a text, as much of it as a message can show.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 200;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
