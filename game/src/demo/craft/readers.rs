//! Reader files: lists of words and numbers.
//! Source: `spec/zbd/reader.md`; `spec/zbd/mw3-runtime.md`, "Reader values".

use super::graph::{NAME, failed};
use crate::demo::Place;
use crate::demo::game::Game;
use binary::Result;
use zbd::archive::{Archive, Contents, Entry};
use zbd::reader::{self, Value};

/// A reader and its name in the archive.
pub(in crate::demo) struct Reader {
    name: String,
    value: Value,
}

/// A word.
pub(in crate::demo) fn word(text: &str) -> Result<Value> {
    Value::string(text).ok_or_else(|| failed(&NAME, "ASCII", text))
}

/// A list of numbers.
pub(in crate::demo) fn numbers(numbers: &[f32]) -> Value {
    Value::List(numbers.iter().copied().map(Value::Float).collect())
}

impl Reader {
    /// A reader file of these items.
    pub fn new(name: &str, items: Vec<Value>) -> Self {
        Reader { name: name.to_owned(), value: Value::List(items) }
    }
}

/// The bytes of an archive of readers.
pub(in crate::demo) fn archive(game: Game, readers: Vec<Reader>) -> Result<Vec<u8>> {
    let entries = readers
        .into_iter()
        .map(|Reader { name, value }| {
            let entry = Entry::new(&name, reader::write(&value)?);
            entry.ok_or_else(|| failed(&NAME, "at most 63 characters", &name))
        })
        .collect::<Result<_>>()?;
    zbd::archive::write(&Archive::new(game.version(), Contents::Readers, entries))
}

/// Surface types from number 6 on; without any in Recoil, which has none.
pub(in crate::demo) fn soils(game: Game) -> Result<Reader> {
    let soil = |name: &&str| Ok(Value::List(vec![word("name")?, word(name)?]));
    Ok(Reader::new("soils.zrd", game.soils().iter().map(soil).collect::<Result<_>>()?))
}

/// Where a visit starts.
pub(in crate::demo) fn visit(game: Game, start: &Place) -> Result<Reader> {
    let items = vec![
        word("world")?,
        word(game.world())?,
        word("start")?,
        numbers(&start.position.to_array()),
        word("zones")?,
        Value::Int(3),
    ];
    Ok(Reader::new("visit.zrd", items))
}
