//! The order in which the first word of a line is compared with the table.
//! Source: `docs/spec/zbd/interp-language.md`, "Matching rule".

use super::{Game, Row, TABLE, Word};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The words that a game knows, by their first character; of those with the same one the longest
/// first, so that no word hides behind one that it begins with. The original compares in such an
/// order, which its authors kept by hand.
#[derive(Clone, Debug)]
pub(crate) struct Dispatch {
    words: BTreeMap<u8, Vec<(&'static Row, &'static Word)>>,
    /// Words of other games alone, which are not to be taken for shorter ones. Recoil takes them so: its
    /// comparisons are known. Those of the other games are not, and in their scripts such a word is more
    /// likely a command that the table lacks for them.
    foreign: BTreeSet<&'static str>,
}

impl Dispatch {
    /// That of a game.
    pub(crate) fn of(game: Game) -> Self {
        let rows = TABLE.iter().flat_map(|rows| rows.iter());
        let (known, others): (Vec<_>, Vec<_>) = rows.partition(|row| row.entry.traits.games.contains(game));
        let known = known.into_iter();
        let others = others.iter().flat_map(|row| row.entry.words()).map(|word| word.text);
        let foreign = if game == Game::Recoil { BTreeSet::new() } else { others.collect() };
        let mut words: BTreeMap<u8, Vec<_>> = BTreeMap::new();
        for (row, word) in known.flat_map(|row| row.entry.words().map(move |word| (row, word))) {
            words.entry(first(word.text)).or_default().push((row, word));
        }
        for words in words.values_mut() {
            words.sort_by_key(|(_, word)| Reverse(word.compared().len()));
        }
        Dispatch { words, foreign }
    }

    /// The command that the first word of a line is taken for, and the word of the table.
    pub(crate) fn find(&self, head: &str) -> Option<(&'static Row, &'static Word)> {
        if self.foreign.contains(head) {
            return None;
        }
        self.words.get(&first(head))?.iter().copied().find(|(_, word)| word.matches(head))
    }
}

fn first(word: &str) -> u8 {
    word.bytes().next().unwrap_or_default()
}
