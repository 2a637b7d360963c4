//! docs/spec/zbd/interp-language.md, "8. Command table": every row, by each of its words.

use crate::toy::Bench;
use script::commands::{Entry, Game, Group, Kind, Word, entries};
use std::collections::BTreeSet;
use std::path::Path;

/// The row that a word is taken for in a game, as the trace and the host tell it; nothing for words
/// that are unknown.
fn dispatched(game: Game, head: &str) -> Option<&'static str> {
    let mut bench = Bench::of(game).nodes(&["a"]);
    bench.text("FindNode a\nCycleTextureSetOn 2\nMatlNew\nModelNew a");
    bench.interpreter.registers_mut().node = Some(script::Handle(0));
    bench.toy.calls.clear();
    bench.text(&format!("{head} 1 2 3"));
    let line = bench.trace.last().unwrap();
    if line.ends_with(": unknown") {
        return None;
    }
    let found = entries().filter(|entry| match bench.toy.calls.last() {
        Some(call) => {
            let command = call.split_once('(').unwrap().1;
            entry.word.text == command.split([' ', ')']).next().unwrap()
        }
        // Words that are never handed to a host.
        None => entry.words().any(|word| word.matches(head)),
    });
    found.map(|entry| entry.word.text).next()
}

/// Every word of the table but those of the language, with its row and the games that know it.
fn words() -> impl Iterator<Item = (Game, &'static Entry, &'static Word)> {
    let commands = entries().filter(|entry| entry.group != Group::Flow);
    commands.flat_map(|entry| {
        let games = entry.traits.games.list();
        games.iter().flat_map(move |game| entry.words().map(move |word| (*game, entry, word)))
    })
}

/// What the order of comparisons says of a word: the row with the longest of those that match.
fn expected(game: Game, head: &str) -> Option<&'static str> {
    let known = words().filter(|(of, _, word)| *of == game && word.matches(head));
    known.max_by_key(|(_, _, word)| word.compared().len()).map(|(_, entry, _)| entry.word.text)
}

#[test]
fn every_command_is_dispatched_by_its_word() {
    let mut count = 0;
    for (game, entry, word) in words() {
        count += 1;
        assert_eq!(dispatched(game, word.text), Some(entry.word.text), "{game:?} {}", word.text);
    }
    assert!(count > 600, "{count}");
}

#[test]
fn every_command_is_dispatched_by_the_shortest_word_that_is_taken_for_it() {
    for (game, entry, word) in words() {
        let shortest = word.compared();
        assert_eq!(dispatched(game, shortest), Some(entry.word.text), "{game:?} {shortest}");
        let shorter = &shortest[..shortest.len() - 1];
        assert_ne!(dispatched(game, shorter), Some(entry.word.text), "{game:?} {shorter}");
        assert_eq!(dispatched(game, shorter), expected(game, shorter), "{game:?} {shorter}");
    }
}

#[test]
fn every_command_takes_longer_words_unless_it_is_exact() {
    for (game, entry, word) in words() {
        let longer = format!("{}_", word.text);
        let expected = expected(game, &longer);
        assert_eq!(dispatched(game, &longer), expected, "{game:?} {longer}");
        assert_eq!(expected == Some(entry.word.text), !word.is_exact(), "{game:?} {longer}");
    }
}

#[test]
fn no_game_has_a_word_twice_or_one_that_begins_as_the_language_does() {
    for game in Game::ALL {
        let mut seen = BTreeSet::new();
        for (_, _, word) in words().filter(|(of, _, _)| *of == game) {
            assert!(seen.insert(word.compared()), "{game:?} {}", word.text);
        }
        for entry in entries().filter(|entry| entry.group == Group::Flow) {
            assert!(entry.traits.games.contains(game));
            assert!(words().all(|(_, _, word)| !entry.word.matches(word.text)), "{}", entry.word.text);
        }
    }
}

#[test]
fn every_row_can_be_understood() {
    for entry in entries() {
        let word = entry.word.text;
        assert!(entry.help.len() > 8 && !entry.help.ends_with('.'), "{word}");
        assert!(entry.help.starts_with(char::is_uppercase), "{word}");
        let mut names = BTreeSet::new();
        for (index, argument) in entry.arguments.iter().enumerate() {
            assert!(names.insert(argument.name) && !argument.unit.is_empty(), "{word} {}", argument.name);
            assert!(argument.kind != Kind::Rest || index + 1 == entry.arguments.len(), "{word}");
        }
        for why in [entry.traits.ignorable, entry.traits.refused].into_iter().flatten() {
            assert!(!why.is_empty() && !why.ends_with('.'), "{word}");
        }
        for register in entry.traits.sets {
            assert!(entry.group != Group::Flow, "{word} {register:?}");
        }
    }
}

#[test]
fn every_row_says_where_the_specification_has_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for entry in entries() {
        let (path, heading) = entry.source.split_once(", ").unwrap();
        let text = std::fs::read_to_string(root.join(path)).unwrap();
        let heading = heading.trim_matches('"');
        let found = text
            .lines()
            .any(|line| line.starts_with('#') && line.trim_start_matches(['#', ' ']).starts_with(heading));
        assert!(found, "{}: {}", entry.word.text, entry.source);
    }
}

/// Words in code quotes of the specifications' tables that look like commands.
fn specified() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/spec/zbd");
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    let language = read("interp-language.md");
    let commands = read("interp-commands.md");
    let (_, language) = language.split_once("## 8. Command table").unwrap();
    let (language, _) = language.split_once("## 9.").unwrap();
    let (_, commands) = commands.split_once("## 3. Command table").unwrap();
    let (commands, _) = commands.split_once("## 4.").unwrap();
    let quoted = language.lines().filter(|line| line.starts_with("| `")).flat_map(first_cell);
    let plain = commands
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| Command"))
        .flat_map(first_cell);
    let tuning = commands.lines().skip_while(|line| !line.contains("3.9")).take(3).flat_map(words_of);
    quoted.chain(plain).chain(tuning).collect()
}

fn first_cell(line: &str) -> Vec<String> {
    words_of(line.split('|').nth(1).unwrap())
}

/// Words of more than one capital letter, as commands are written; short forms of rows are left out.
fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let commands =
        words.filter(|word| word.len() > 5 && word.chars().filter(char::is_ascii_uppercase).count() > 1);
    commands.map(str::to_owned).collect()
}

#[test]
fn every_command_of_the_specifications_is_in_the_table() {
    let known: BTreeSet<&str> = words().map(|(_, _, word)| word.text).collect();
    // Rows write the ends of words that begin as the one before them does, and words of prose.
    let short = [
        "NearClip",
        "FarClip",
        "Vertex",
        "RandomMaxSpeed",
        "RandomAccel",
        "RandomAngVel",
        "SetLoop",
        "SetPause",
        "SetRepeat",
        "SetPerspective",
        "USEZBD",
    ];
    let missing: Vec<String> = specified()
        .into_iter()
        .filter(|word| !known.contains(word.as_str()) && !short.contains(&word.as_str()))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(specified().len() > 150, "{}", specified().len());
}

#[test]
fn the_table_has_these_rows() {
    let count = |group| entries().filter(|entry| entry.group == group).count();
    let groups = [
        (Group::Flow, 9),
        (Group::Nodes, 25),
        (Group::Flags, 11),
        (Group::Objects, 18),
        (Group::Models, 9),
        (Group::Cycles, 4),
        (Group::Textures, 10),
        (Group::Lights, 10),
        (Group::Views, 24),
        (Group::World, 18),
        (Group::Loading, 14),
        (Group::Renderer, 13),
        (Group::Authoring, 9),
        (Group::Diagnostics, 9),
        (Group::Own, 5),
    ];
    for (group, expected) in groups {
        assert_eq!(count(group), expected, "{group:?}");
    }
}
