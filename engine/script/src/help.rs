//! What a console says about commands.

use crate::commands::{Argument, Entry, Game, Kind, entries};

/// The commands of a game that begin with what was typed so far, whatever its case, sorted by word.
/// Other words for a command are listed, too, each with the row of its command.
pub fn complete(game: Game, typed: &str) -> Vec<(&'static str, &'static Entry)> {
    let known = entries().filter(|entry| entry.traits.games.contains(game));
    let words = known.flat_map(|entry| entry.words().map(move |word| (word.text, entry)));
    let mut found: Vec<_> = words.filter(|(word, _)| begins(word, typed)).collect();
    found.sort_unstable_by_key(|(word, _)| *word);
    found
}

/// The row of a command by one of its words; case counts, as it does in scripts.
pub fn entry(game: Game, word: &str) -> Option<&'static Entry> {
    let mut known = entries().filter(|entry| entry.traits.games.contains(game));
    known.find(|entry| entry.words().any(|known| known.text == word))
}

/// How a command is written: `WorldSetFogRange near far`. All that is left of a line is `text...`.
pub fn usage(entry: &Entry) -> String {
    let mut usage = entry.word.text.to_owned();
    for argument in entry.arguments {
        usage.push(' ');
        usage.push_str(argument.name);
        if argument.kind == Kind::Rest {
            usage.push_str("...");
        }
    }
    usage
}

/// Everything about a command in a few lines: how it is written, what it does, its arguments, and
/// why it may be without effect.
pub fn help(entry: &'static Entry) -> String {
    let mut lines = vec![usage(entry), format!("{}.", entry.help)];
    lines.extend(entry.arguments.iter().map(described));
    let others: Vec<&str> = entry.words().skip(1).map(|word| word.text).collect();
    if !others.is_empty() {
        lines.push(format!("Also written {}.", others.join(", ")));
    }
    if let Some(why) = entry.traits.refused {
        lines.push(format!("Never carried out: {why}."));
    } else if let Some(why) = entry.traits.ignorable {
        lines.push(format!("May be left out: {why}."));
    }
    lines.join("\n")
}

fn described(argument: &Argument) -> String {
    let kind = match argument.kind {
        Kind::Text => "text",
        Kind::Number => "number",
        Kind::Whole => "whole number",
        Kind::Switch => "on or off",
        Kind::Rest => "all that follows",
    };
    format!("  {}: {kind} ({})", argument.name, argument.unit)
}

fn begins(word: &str, typed: &str) -> bool {
    word.get(..typed.len()).is_some_and(|start| start.eq_ignore_ascii_case(typed))
}
