//! The items of a list while they are compiled: each is taken once, and nothing is left.

use super::tree::{Error, Node, Place, Result, Word};

/// Items, which of them were taken, and what was asked for.
#[derive(Default)]
pub(in crate::anim) struct Items<'n, 't> {
    items: &'n [Node<'t>],
    taken: Vec<bool>,
    known: Vec<&'static str>,
    at: Place,
}

impl<'n, 't> Items<'n, 't> {
    /// The items of the list whose key word stands at `at`.
    pub fn new(items: &'n [Node<'t>], at: Place) -> Self {
        Items { items, taken: vec![false; items.len()], known: Vec::new(), at }
    }

    /// Where the list stands.
    pub fn at(&self) -> Place {
        self.at
    }

    /// Takes the words at the front that are no key words.
    pub fn take_words(&mut self) -> &'n [Node<'t>] {
        let end = self.items.iter().position(|item| matches!(item, Node::Key(_)));
        let words = &self.items[..end.unwrap_or(self.items.len())];
        self.taken[..words.len()].fill(true);
        words
    }

    /// Takes a key with its values, whose first is `lead` unless that is empty.
    pub fn take(
        &mut self,
        key: &'static str,
        lead: &'static str,
    ) -> Result<Option<(&'n Word<'t>, &'n [Node<'t>])>> {
        if !self.known.contains(&key) {
            self.known.push(key);
        }
        let leads = |values: &[Node<'t>]| match values.first() {
            _ if lead.is_empty() => true,
            Some(Node::Word(first)) => first.is(lead),
            _ => false,
        };
        let mut found = None;
        for (index, item) in self.items.iter().enumerate().filter(|(index, _)| !self.taken[*index]) {
            let (word, values) = item.as_key();
            if !word.is(key) || !leads(values) {
                continue;
            }
            if found.is_some() {
                return Err(Error::new(word.at, format!("{key} once"), "it twice"));
            }
            found = Some((index, word, values));
        }
        Ok(found.map(|(index, word, values)| {
            self.taken[index] = true;
            (word, values)
        }))
    }

    /// Takes every item with a key, in order.
    pub fn take_all(&mut self, key: &'static str) -> Vec<(&'n Word<'t>, &'n [Node<'t>])> {
        self.take_where(key, |word| word.is(key))
    }

    /// Takes every item whose key word is wanted, in order; `what` names them.
    pub fn take_where(
        &mut self,
        what: &'static str,
        wanted: impl Fn(&Word<'t>) -> bool,
    ) -> Vec<(&'n Word<'t>, &'n [Node<'t>])> {
        self.known.push(what);
        let mut found = Vec::new();
        for (item, taken) in self.items.iter().zip(&mut self.taken).filter(|(_, taken)| !**taken) {
            let (word, values) = item.as_key();
            if wanted(word) {
                *taken = true;
                found.push((word, values));
            }
        }
        found
    }

    /// Offers what is left as fields by their own names; what is none stays.
    pub fn leftovers(
        &mut self,
        mut set: impl FnMut(&'n Word<'t>, &'n [Node<'t>]) -> Result<bool>,
    ) -> Result<()> {
        for (item, taken) in self.items.iter().zip(&mut self.taken).filter(|(_, taken)| !**taken) {
            let Node::Key(key) = item else { continue };
            *taken = set(&key.word, &key.items)?;
        }
        Ok(())
    }

    /// Fails at an item that nobody took.
    pub fn finish(self) -> Result<()> {
        let Some((item, _)) = self.items.iter().zip(&self.taken).find(|(_, taken)| !**taken) else {
            return Ok(());
        };
        let (word, _) = item.as_key();
        let expected = match self.known.as_slice() {
            [] => "nothing more".to_owned(),
            [one] => format!("{one}, or a field by its name"),
            known => format!("one of {}, or a field by its name", known.join(", ")),
        };
        Err(super::fields::wrong(word, expected))
    }
}
