//! Scripts that were damaged: nothing panics, and everything ends.

use crate::toy::Bench;
use harness::mutate;
use script::commands::{Game, Group, entries};
use script::{Library, Limits, Options};

/// A small generator of random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((word ^ (word >> 31)) % bound.max(1) as u64) as usize
    }
}

/// Every command once with plausible arguments, in blocks, with macros and nested runs.
fn script() -> Vec<u8> {
    let mut text =
        "set A TRUE\nset N 12.5\nset DIR %A%\\zbd\nifdef A || B && C\nNewNode a\nendif\n".to_owned();
    let commands = entries().filter(|entry| entry.group != Group::Flow);
    for (index, entry) in commands.enumerate() {
        let words = ["a", "%N%", "on", "-3.5e2", "%DIR%\\x", "7"];
        text += entry.word.text;
        for argument in 0..entry.arguments.len() {
            text += &format!(" {}", words[(index + argument) % words.len()]);
        }
        text += if index % 7 == 0 { "\nsource self.gs\nFindNode a # again\n" } else { "\nFindNode a\n" };
    }
    text.into_bytes()
}

fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len());
    let length = (1 + random.below(24)).min(bytes.len() - at);
    match random.below(7) {
        0 => bytes[at] = random.below(256) as u8,
        1 => bytes[at] ^= 1 << random.below(8),
        2 => drop(bytes.drain(at..at + length)),
        3 => {
            let copy = bytes[at..at + length].to_vec();
            let to = random.below(bytes.len());
            bytes.splice(to..to, copy);
        }
        4 => {
            let value = [b'%', b'\n', b' ', b'\0', b'#', 0xFF][random.below(6)];
            bytes.splice(at..at, std::iter::repeat_n(value, length));
        }
        5 => bytes[at..].reverse(),
        _ => bytes.truncate(at.max(1)),
    }
}

#[test]
fn thousands_of_damaged_texts_end_without_a_panic() {
    let good = script();
    let limits = Limits { lines: 500, nesting: 4, ..Limits::default() };
    let mutate::Options { seed, count } = mutate::Options::new(71, 2000);
    let mut random = Random(seed);
    let (mut stopped, mut unknown, mut calls) = (0, 0, 0);
    for index in 0..count {
        let mut bytes = good.clone();
        for _ in 0..1 + random.below(6) {
            damage(&mut bytes, &mut random);
        }
        let game = Game::ALL[index as usize % 4];
        let mut bench = Bench::with(game, Library::empty(), Options { limits, has_else: index % 2 == 0 });
        bench.loose.files.insert("self.gs".to_owned(), bytes);
        let ran = bench.run_quietly("self.gs");
        assert!(ran.lines <= limits.lines, "mutation {index}: {ran:?}");
        stopped += u64::from(ran.stopped);
        unknown += u64::from(!bench.interpreter.unknown_words().is_empty());
        calls += ran.calls;
    }
    assert!(stopped * 4 > count && unknown * 2 > count && calls > 50 * count, "{stopped} {unknown} {calls}");
}

#[test]
fn damaged_texts_give_the_same_again() {
    let mut random = Random(5);
    for _ in 0..100 {
        let mut bytes = script();
        for _ in 0..4 {
            damage(&mut bytes, &mut random);
        }
        let run = || {
            let limits = Limits { lines: 300, nesting: 3, ..Limits::default() };
            let mut bench = Bench::limited(limits);
            bench.loose.files.insert("self.gs".to_owned(), bytes.clone());
            bench.run("self.gs");
            (bench.trace.clone(), bench.findings(), bench.toy.calls)
        };
        assert_eq!(run(), run());
    }
}

#[test]
fn thousands_of_damaged_indexes_end_without_a_panic() {
    let text = String::from_utf8(script()).unwrap().replace(" # again", "");
    let good = zbd::interp::write(&crate::toy::index(&[("self.gs", &text)])).unwrap();
    let limits = Limits { lines: 500, nesting: 4, ..Limits::default() };
    let mutate::Options { seed, count } = mutate::Options::new(12, 2000);
    let mut random = Random(seed);
    let mut read = 0;
    for index in 0..count {
        let mut bytes = good.clone();
        for _ in 0..1 + random.below(3) {
            let at = random.below(bytes.len());
            bytes[at] = [0, 1, b'%', 0xFF, bytes[at].wrapping_add(1)][random.below(5)];
        }
        let mut loose = crate::toy::Loose::default();
        loose.files.insert("interp.zbd".to_owned(), bytes);
        let (library, _) = Library::open(&mut loose);
        read += library.names().count() as u64;
        let mut bench =
            Bench::with(Game::ALL[index as usize % 4], library, Options { limits, has_else: false });
        let ran = bench.run_quietly("self.gs");
        assert!(ran.lines <= limits.lines, "mutation {index}: {ran:?}");
    }
    assert!(read * 2 > count, "{read}");
}
