//! A record as its bytes, field by field: what key words set, and what they leave over.

use super::tree::{Error, Key, Node, Result, Word};
use binary::{Field, Kind, Layout, Record};
use std::ops::Range;

/// Largest field of more than a number.
const SHOWN: usize = 40;

/// The bytes of a record in one layout.
#[derive(Clone, Debug)]
pub(super) struct Fields {
    bytes: Vec<u8>,
    layout: &'static [Layout],
    column: usize,
}

impl Fields {
    pub fn of<R: Record>(record: &R, column: usize) -> Self {
        let mut bytes = vec![0; R::SIZES[column]];
        record.put(&mut bytes, column);
        Fields { bytes, layout: R::LAYOUT, column }
    }

    /// True for two of one layout that are stored alike: -0.0 is not 0.0 here.
    pub fn is_same(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }

    pub fn record<R: Record>(&self) -> R {
        R::get(&self.bytes, self.column)
    }

    /// The row of a field, if this layout has it.
    pub fn row(&self, field: &str) -> Option<&'static Layout> {
        self.layout.iter().find(|row| row.name == field && row.offset(self.column).is_some())
    }

    /// Where elements of a field stand.
    fn range(&self, row: &Layout, elements: Range<usize>) -> Range<usize> {
        let start = row.offset(self.column).unwrap_or(0);
        let size = row.kind.size();
        start + elements.start * size..start + elements.end * size
    }

    /// The bytes of elements of a field.
    pub fn bytes(&self, row: &Layout, elements: Range<usize>) -> &[u8] {
        &self.bytes[self.range(row, elements)]
    }

    /// A whole number, with its sign; 0 of a field that this layout lacks.
    pub fn integer(&self, field: &str) -> i64 {
        self.row(field).map_or(0, |row| integer(self.bytes(row, 0..1)))
    }

    /// Sets a whole number of which only the low bits count.
    pub fn set_integer(&mut self, field: &str, value: i64) {
        if let Some(row) = self.row(field) {
            let range = self.range(row, 0..1);
            let size = range.len();
            self.bytes[range].copy_from_slice(&value.to_le_bytes()[..size]);
        }
    }

    /// One element as a word.
    pub fn show(&self, row: &Layout, element: usize) -> Node<'static> {
        let bytes = self.bytes(row, element..element + 1);
        match row.kind {
            Kind::Float => Node::bare(float(u32::get(bytes))),
            Kind::Bytes(_) => Node::name(cut(bytes)),
            Kind::Integer(_) => Node::bare(integer(bytes).to_string()),
        }
    }

    /// Sets one element to what a word says.
    pub fn set(&mut self, row: &Layout, element: usize, word: &Word<'_>) -> Result<()> {
        let range = self.range(row, element..element + 1);
        let place = &mut self.bytes[range];
        match row.kind {
            Kind::Float => {
                let bits = word.float_bits();
                let bits = bits.ok_or_else(|| wrong(word, format_args!("a number for {}", row.name)))?;
                place.copy_from_slice(&bits.to_le_bytes());
            }
            Kind::Integer(size) => {
                let bits = 8 * u32::from(size);
                let fits = |value: &i64| (-1_i64 << (bits - 1)..1 << bits).contains(value);
                let value = word.integer().filter(fits).ok_or_else(|| {
                    wrong(word, format_args!("a whole number of at most {bits} bits for {}", row.name))
                })?;
                place.copy_from_slice(&value.to_le_bytes()[..place.len()]);
            }
            Kind::Bytes(_) => text(place, word)?,
        }
        Ok(())
    }

    /// What `self` has and `compiled` has not, each field under its own name, which is in lower case and
    /// so no key word.
    pub fn leftovers(&self, compiled: &Fields) -> Vec<Node<'static>> {
        let rows = self.layout.iter().filter(|row| row.offset(self.column).is_some());
        let differs = |row: &&Layout| {
            let all = 0..row.elements;
            self.bytes(row, all.clone()) != compiled.bytes(row, all)
        };
        rows.filter(differs).map(|row| Node::key(row.name, self.show_all(row))).collect()
    }

    /// Every element of a field, as its bits where that is how people know it.
    pub fn show_all(&self, row: &Layout) -> Vec<Node<'static>> {
        (0..row.elements)
            .map(|element| {
                let bytes = self.bytes(row, element..element + 1);
                match row.kind {
                    Kind::Bytes(_) => Node::quoted(trimmed(bytes)),
                    Kind::Integer(size) if is_bits(row.name) => {
                        let digits = usize::from(size) * 2;
                        let value = integer(bytes) & ((1 << (8 * u32::from(size))) - 1);
                        Node::bare(format!("0x{value:0digits$x}"))
                    }
                    _ => self.show(row, element),
                }
            })
            .collect()
    }

    /// Sets a field by its own name; false for a key that is none.
    pub fn set_leftover(&mut self, key: &Word<'_>, items: &[Node<'_>]) -> Result<bool> {
        let Some(row) = self.layout.iter().find(|row| key.is(row.name)) else { return Ok(false) };
        if row.offset(self.column).is_none() {
            return Err(Error::new(key.at, "a field that this game has", format!("`{key}`")));
        }
        let found = items.len();
        if found != row.elements {
            let expected = format!("{} of {key}", plural(row.elements));
            return Err(Error::new(key.at, expected, plural(found)));
        }
        for (element, item) in items.iter().enumerate() {
            self.set_raw(row, element, item)?;
        }
        Ok(true)
    }

    /// Sets one element to a word; a text is all the bytes of its field.
    pub fn set_raw(&mut self, row: &Layout, element: usize, item: &Node<'_>) -> Result<()> {
        let word = word_of(item)?;
        let Kind::Bytes(size) = row.kind else { return self.set(row, element, word) };
        let range = self.range(row, element..element + 1);
        let place = &mut self.bytes[range];
        if word.text.len() > place.len() {
            return Err(wrong(word, format_args!("a text of at most {size} bytes")));
        }
        place.fill(0);
        place[..word.text.len()].copy_from_slice(&word.text);
        Ok(())
    }

    /// Sets a field of elements that are all numbers.
    pub fn numbers(&mut self, row: &Layout, elements: Range<usize>, items: &[Node<'_>]) -> Result<()> {
        for (element, item) in elements.zip(items) {
            self.set(row, element, word_of(item)?)?;
        }
        Ok(())
    }
}

/// A text and NULs to the end of its field.
fn text(place: &mut [u8], word: &Word<'_>) -> Result<()> {
    let most = place.len().saturating_sub(1);
    if word.text.len() > most || word.text.contains(&0) || word.is_number() {
        return Err(wrong(word, format_args!("a name of at most {most} characters")));
    }
    place.fill(0);
    place[..word.text.len()].copy_from_slice(&word.text);
    Ok(())
}

/// The word of an item that has no values.
pub(super) fn word_of<'n, 't>(item: &'n Node<'t>) -> Result<&'n Word<'t>> {
    match item {
        Node::Word(word) => Ok(word),
        Node::Key(Key { word, .. }) => {
            Err(Error::new(word.at, "a value without parentheses", format!("`{word}(`")))
        }
    }
}

/// A word that is not what was expected.
pub(super) fn wrong(word: &Word<'_>, expected: impl std::fmt::Display) -> Error {
    let mut found = word.to_string();
    if found.len() > SHOWN {
        found.truncate(SHOWN);
        found += "...";
    }
    Error::new(word.at, expected, format!("`{found}`"))
}

/// `1 value`, `3 values`.
pub(super) fn plural(count: usize) -> String {
    if count == 1 { "1 value".to_owned() } else { format!("{count} values") }
}

/// Addresses and flags are known by their bits.
fn is_bits(name: &str) -> bool {
    name.ends_with("ptr") || name.ends_with("flags") || matches!(name, "unused" | "words")
}

/// Little-endian, with its sign.
fn integer(bytes: &[u8]) -> i64 {
    let value = bytes.iter().rev().fold(0_i64, |value, byte| value << 8 | i64::from(*byte));
    let unused = 64 - 8 * bytes.len().clamp(1, 8);
    value << unused >> unused
}

/// The shortest digits that give the same number again; bits of what is none.
pub(super) fn float(bits: u32) -> String {
    let number = f32::from_bits(bits);
    if !number.is_finite() {
        return format!("0x{bits:08x}");
    }
    let digits = number.to_string();
    if digits.contains('.') { digits } else { digits + ".0" }
}

/// The text of a field; one without an end as far as there would have been room for it.
pub(super) fn cut(field: &[u8]) -> &[u8] {
    until_nul(&field[..field.len().saturating_sub(1)])
}

pub(super) fn until_nul(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len())]
}

/// Without the NULs at the end.
pub(super) fn trimmed(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1)]
}
