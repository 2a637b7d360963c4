//! What the end of a line may go on with: commands for its first word, and behind it what the command
//! names.

use crate::live;
use crate::names::Names;
use crate::own::{self, own_words};
use script::commands::Game;
use script::help;
use std::collections::BTreeSet;

/// Most choices that are offered.
pub const MOST_CHOICES: usize = 200;

/// How a line may go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// Where the word begins that is completed, in bytes of the line.
    pub start: usize,
    /// What may stand there, sorted; at most [`MOST_CHOICES`].
    pub choices: Vec<String>,
    /// What all choices begin with; what was typed where they share less than that, as names do that are
    /// written in different cases.
    pub common: String,
}

impl Completion {
    /// The line with as much of the word as is certain: the one choice and a blank, or the beginning of
    /// all choices.
    pub fn apply(&self, line: &str) -> String {
        let head = line.get(..self.start).unwrap_or(line);
        match &self.choices[..] {
            [] => line.to_owned(),
            [one] => format!("{head}{} ", quoted(one)),
            _ => format!("{head}{}", self.common),
        }
    }
}

/// A name as it is typed.
fn quoted(name: &str) -> String {
    if name.contains(char::is_whitespace) { format!("\"{name}\"") } else { name.to_owned() }
}

/// What a word of a line names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Named {
    Nothing,
    Command,
    Node,
    Animation,
}

pub(crate) fn complete(game: Option<Game>, line: &str, names: &Names<'_>) -> Completion {
    let start = line
        .rfind(char::is_whitespace)
        .map_or(0, |at| at + line[at..].chars().next().map_or(1, char::len_utf8));
    let typed = &line[start..];
    let before = own::words(&line[..start]);
    let begins = |name: &str| {
        let start = name.get(..typed.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(typed))
    };
    let mut choices: BTreeSet<String> = BTreeSet::new();
    match named(game, &before) {
        Named::Command => {
            choices.extend(own_words().map(|own| own.word).filter(|word| begins(word)).map(str::to_owned));
            // Of the scripts' commands those that act here; help tells of all.
            let is_asked_about = !before.is_empty();
            let of_scripts = game.map_or_else(Vec::new, |game| help::complete(game, typed));
            let of_scripts = of_scripts.into_iter().filter(|(_, entry)| is_asked_about || live::acts(entry));
            choices.extend(of_scripts.map(|(word, _)| word.to_owned()));
        }
        Named::Node => {
            let all =
                names.all().map(|node| names.name(node)).filter(|name| !name.is_empty() && begins(name));
            choices.extend(all.map(str::to_owned));
        }
        Named::Animation => {
            let all = names.scene.programs.iter().map(|own| &*own.name).filter(|name| begins(name));
            choices.extend(all.map(str::to_owned));
        }
        Named::Nothing => {}
    }
    // Choices fit in any case, so that what they share may be shorter than what was typed.
    let common = common(choices.iter().map(String::as_str)).filter(|common| common.len() >= typed.len());
    let common = common.unwrap_or(typed).to_owned();
    let choices = choices.into_iter().take(MOST_CHOICES).collect();
    Completion { start, choices, common }
}

/// What the word behind these names.
fn named(game: Option<Game>, before: &[String]) -> Named {
    let Some(first) = before.first() else { return Named::Command };
    let place = before.len() - 1;
    if let Some(word) = own::find(first) {
        let expected = word.usage.split_whitespace().nth(1 + place).unwrap_or_default();
        return match expected.trim_matches(['[', ']']) {
            "COMMAND" => Named::Command,
            "NODE" => Named::Node,
            "ANIMATION" => Named::Animation,
            // Behind `teleport` stands a place or a node.
            "X" if first == "teleport" => Named::Node,
            _ => Named::Nothing,
        };
    }
    let entry = game.and_then(|game| help::entry(game, first));
    let argument = entry.and_then(|entry| entry.arguments.get(place));
    let names_node = argument.is_some_and(|argument| {
        ["node", "light", "world", "window"].iter().any(|what| argument.unit.starts_with(what))
            && argument.kind == script::commands::Kind::Text
    });
    if names_node { Named::Node } else { Named::Nothing }
}

/// What all words begin with.
fn common<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let first = words.next()?;
    let end = words.fold(first.len(), |end, word| {
        let same = first[..end].char_indices().zip(word.chars());
        let shared = same.take_while(|((_, one), other)| one == other).last();
        shared.map_or(0, |((at, letter), _)| at + letter.len_utf8())
    });
    Some(&first[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_words_share_is_their_beginning() {
        let of = |words: &[&'static str]| common(words.iter().copied());
        assert_eq!(of(&["gate_left", "gate_right"]), Some("gate_"));
        assert_eq!(of(&["gate"]), Some("gate"));
        assert_eq!(of(&["été", "étage"]), Some("ét"));
        assert_eq!(of(&["a", "b"]), Some(""));
        assert_eq!(of(&[]), None);
    }
}
