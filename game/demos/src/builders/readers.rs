//! Reader files: lists of words and numbers.
//! Source: `docs/spec/zbd/reader.md`; `docs/spec/zbd/mw3-runtime.md`, "4. Reader values".

use super::graph::{NAME, failed};
use super::sounds;
use crate::Place;
use crate::game::Game;
use binary::Result;
use zbd::archive::{Archive, Contents, Entry};
use zbd::reader::{self, Value};

/// A reader and its name in the archive.
pub(crate) struct Reader {
    name: String,
    value: Value,
}

/// A word.
pub(crate) fn word(text: &str) -> Result<Value> {
    Value::string(text).ok_or_else(|| failed(&NAME, "ASCII", text))
}

/// A list of numbers.
pub(crate) fn numbers(numbers: &[f32]) -> Value {
    Value::List(numbers.iter().copied().map(Value::Float).collect())
}

impl Reader {
    /// A reader file of these items.
    pub fn new(name: &str, items: Vec<Value>) -> Self {
        Reader::of(name, Value::List(items))
    }

    /// A reader file of a value.
    pub fn of(name: &str, value: Value) -> Self {
        Reader { name: name.to_owned(), value }
    }
}

/// The bytes of an archive of readers.
pub(crate) fn archive(game: Game, readers: Vec<Reader>) -> Result<Vec<u8>> {
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
pub(crate) fn soils(game: Game) -> Result<Reader> {
    let soil = |name: &&str| Ok(Value::List(vec![word("name")?, word(name)?]));
    Ok(Reader::new("soils.zrd", game.soils().iter().map(soil).collect::<Result<_>>()?))
}

/// Where a visit starts.
pub(crate) fn visit(game: Game, start: &Place) -> Result<Reader> {
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

/// Which sounds there are: one set of all of them.
pub(crate) fn sounds(game: Game) -> Result<Reader> {
    let mut definitions = Vec::new();
    for (file, looped) in sounds::names(game) {
        let name = file.trim_end_matches(".wav");
        let mut items = vec![word(name)?, word(file)?, word("3D")?, word("VOLUME")?, Value::Float(0.8)];
        // What breaks is heard from afar, water and fire only from near.
        let range = match name {
            "boom" => [20.0, 420.0],
            "falls" | "fire" | "gate" => [6.0, 110.0],
            _ => [10.0, 180.0],
        };
        items.extend([word("RANGE")?, numbers(&range)]);
        if looped {
            items.push(word("LOOPED")?);
        }
        definitions.push(Value::List(items));
    }
    // One voice after the other.
    for (name, text) in spoken(game) {
        let words = [name, sounds::VOICE, "VOICE", "VOICE_QUEUE", "SUBTITLE", text];
        definitions.push(Value::List(words.into_iter().map(word).collect::<Result<_>>()?));
    }
    let sets = Value::List(vec![word("COMMON")?, Value::List(definitions)]);
    Ok(Reader::new("sounds.zrd", vec![word("SETS")?, sets, word("SOUND_GROUPS")?, Value::List(Vec::new())]))
}

/// What is said in the mission of a game: the sound's name, and the key of its text.
fn spoken(game: Game) -> &'static [(&'static str, &'static str)] {
    match game {
        Game::Recoil => &[("warning_3", "MSG_WARN_3"), ("warning_1", "MSG_WARN_1")],
        Game::MechWarrior3 => &[
            ("say_block_1", "MSG_SAY_BLOCK_1"),
            ("say_block_2", "MSG_SAY_BLOCK_2"),
            ("say_keep", "MSG_SAY_KEEP"),
            ("say_leave", "MSG_SAY_LEAVE"),
            ("say_machine", "MSG_SAY_MACHINE"),
            ("say_hurt_1", "MSG_SAY_HURT_1"),
            ("say_hurt_2", "MSG_SAY_HURT_2"),
            ("say_gone_1", "MSG_SAY_GONE_1"),
            ("say_gone_2", "MSG_SAY_GONE_2"),
            ("say_lost_haul", "MSG_SAY_LOST_HAUL"),
        ],
        Game::CrimsonSkies => &[
            ("say_wave_1", "MSG_SAY_WAVE_1"),
            ("say_wave_2", "MSG_SAY_WAVE_2"),
            ("say_wave_3", "MSG_SAY_WAVE_3"),
            ("say_wave_4", "MSG_SAY_WAVE_4"),
            ("say_safe", "MSG_SAY_SAFE"),
            ("say_lost_airship", "MSG_SAY_LOST_AIRSHIP"),
        ],
        Game::PiratesMoon => &[],
    }
}

/// What a chapter or a mission says: its name as a message, and its places.
pub(crate) fn places(name: &str, places: &[Place]) -> Result<Reader> {
    let mut items = vec![word("title")?, word("MSG_TITLE")?];
    for place in places {
        items.push(word("place")?);
        items.push(Value::List(vec![
            word(place.name)?,
            numbers(&place.position.to_array()),
            Value::Float(place.yaw_deg),
        ]));
    }
    Ok(Reader::new(name, items))
}
