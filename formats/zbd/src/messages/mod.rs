//! Localised messages: DLLs that hold keys in their data and texts in their
//! resources (`Mech3Msg.dll`, `messages.dll`, `strings.dll`).
//!
//! Such a DLL also holds code, which is not looked at, so [`build`] makes new
//! DLLs instead of writing back any that was read: `build(read(x)) == x` holds
//! for what `build` made. It is no reader for other resources.
//!
//! Source: `docs/spec/zbd/messages.md`; the structure of the container is read with
//! the `object` crate.

mod author;
mod join;
mod keys;
mod pe;
mod texts;
mod tree;

pub use author::build;

use binary::{Code, Cursor, FormatCodes, Mode, Record, Report, Result, Site, codes};
use serde::{Deserialize, Serialize};

codes! {
    TRUNCATED = "zbd.messages.truncated": "the messages end inside a structure" => "copy the file again from its source";
    NOT_FINITE = "zbd.messages.not_finite": "a number is NaN or infinite" => "copy the file again from its source";
    TRAILING = "zbd.messages.trailing": "bytes follow the last structure" => "cut the file at the stated offset";
    LIMIT = "zbd.messages.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    NOT_PE = "zbd.messages.not_pe": "the file is not a 32-bit Windows DLL" => "make sure that this is the game's message DLL and was copied whole";
    CHARACTERISTICS = "zbd.messages.characteristics": "the file is not marked as a 32-bit DLL" => "mark it as executable, DLL and 32-bit, and not as 16-bit";
    SECTION = "zbd.messages.section": "a section that messages need is missing or reaches past the end of the file" => "copy the file again from its source";
    RESOURCES = "zbd.messages.resources": "the directory of resources is missing or is not the section .rsrc" => "make sure that this is the game's message DLL";
    RESOURCE_SIZE = "zbd.messages.resource_size": "the directory of resources is larger than its section" => "set its size to that of the section";
    CRT = "zbd.messages.crt": "a word before the key table is not 0" => "make sure that the DLL belongs to the game it is read for";
    KEY_TABLE = "zbd.messages.key_table": "the key table has no end" => "let the keys follow the last pair directly, the first with four characters or more";
    ADDRESS = "zbd.messages.address": "a key is outside the data section" => "make sure that the DLL belongs to the game it is read for";
    KEY_END = "zbd.messages.key_end": "a key does not end with a NUL" => "end every key with a NUL";
    KEY_OVERLAP = "zbd.messages.key_overlap": "keys share their bytes" => "give each key its own text";
    KEY_ORDER = "zbd.messages.key_order": "the key table is not sorted from the highest address down" => "sort the pairs by address, the highest first";
    KEY_PLACE = "zbd.messages.key_place": "a key is inside the key table" => "let the keys follow the last pair";
    KEY_TEXT = "zbd.messages.key_text": "a key is empty or not 7-bit text" => "use ASCII only";
    KEY_ALONE = "zbd.messages.key_alone": "a key has no text" => "add a text with the id of the key, or remove the key";
    KEY_TWICE = "zbd.messages.key_twice": "two keys have the same id" => "give every key an id of its own";
    KEY_NAME = "zbd.messages.key_name": "two messages have the same key" => "give every message a key of its own; the first counts";
    TEXT_ALONE = "zbd.messages.text_alone": "a text has no key" => "add a key with the id of the text, or remove the text";
    TEXT_TWICE = "zbd.messages.text_twice": "two texts have the same id" => "remove one of them; the first counts";
    TREE = "zbd.messages.tree": "the tree of resources is damaged" => "copy the file again from its source";
    NAMED = "zbd.messages.named": "a resource has a name instead of a number" => "number all resources";
    NO_TABLE = "zbd.messages.no_table": "there is no resource of the type that holds the messages" => "make sure that the DLL belongs to the game it is read for";
    TYPES = "zbd.messages.types": "the number of resource types is not that of every known file" => "leave out other types of resources";
    FIRST_TYPE = "zbd.messages.first_type": "the first type of resource is not the one that holds the messages" => "sort the types by number";
    NAMES = "zbd.messages.names": "there is more than one message table, or its number is not 1" => "put all messages into one table with number 1";
    LANGUAGES = "zbd.messages.languages": "there are messages in more than one language" => "keep one language per DLL; the first counts";
    LANGUAGE = "zbd.messages.language": "Windows does not know the language, or no known file has it" => "set it to 1033 for English, 1031 for German or 1036 for French";
    CODE_PAGE = "zbd.messages.code_page": "the code page is not that of every known file" => "set it to the stated value; text is read as Windows-1252 or UTF-16 whatever it says";
    PACKED = "zbd.messages.packed": "a part of the resource tree does not follow the one before it" => "pack the tree: directories at 0, 24 and 48, the data entry at 72";
    PLACE = "zbd.messages.place": "a resource is outside the section .rsrc" => "copy the file again from its source";
    BLOCK = "zbd.messages.block": "a block has ids in the wrong order or more ids than there are bytes" => "copy the file again from its source";
    OVERLAP = "zbd.messages.overlap": "two blocks of messages share bytes" => "give each block its own texts";
    LENGTH = "zbd.messages.length": "the length of a text does not include its own four bytes" => "set it to the length of the text and 4";
    FLAGS = "zbd.messages.flags": "a text is not marked as 8-bit" => "store it as Windows-1252 and set its flags to 0";
    ENDING = "zbd.messages.ending": "a text does not end with CR LF" => "end every text with CR LF and fill up with NULs";
    UTF16 = "zbd.messages.utf16": "a text is not UTF-16" => "write the text again";
    BLOCK_NUMBER = "zbd.messages.block_number": "a block of strings has a number that no id can have" => "number blocks from 1 on";
    UNWRITABLE = "zbd.messages.unwritable": "a message does not fit the format" => "correct the named part";
}

/// Every finding that reading or building a message DLL can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, pe::FileHeader::CODES, pe::OptionalHeader::CODES, tree::DataEntry::CODES].concat()
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

/// English as spoken in the United States, a Windows LANGID.
pub const ENGLISH: u32 = 1033;
/// German, a Windows LANGID.
pub const GERMAN: u32 = 1031;
/// French, a Windows LANGID.
pub const FRENCH: u32 = 1036;

/// Of no language, which Windows takes for any.
const NEUTRAL: u32 = 0;
const KNOWN_LANGUAGES: [u32; 4] = [NEUTRAL, ENGLISH, GERMAN, FRENCH];

/// Where a game's DLL keeps its keys and texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Layout {
    /// `Mech3Msg.dll` of MechWarrior 3 and Pirate's Moon: keys 16 bytes into
    /// the data, texts in a message table.
    #[default]
    Mech3,
    /// `messages.dll` of Recoil: keys 48 bytes into the data, texts in a
    /// message table.
    Recoil,
    /// `strings.dll` of Crimson Skies: keys 48 bytes into the data, texts in a
    /// string table.
    CrimsonSkies,
}

impl Layout {
    /// All of them.
    pub const ALL: [Layout; 3] = [Layout::Mech3, Layout::Recoil, Layout::CrimsonSkies];

    /// The layout of the DLL with this file name, in any case.
    pub fn of_file(name: &str) -> Option<Layout> {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        Layout::ALL.into_iter().find(|layout| is(layout.file_name()))
    }

    /// The file name the games use.
    pub const fn file_name(self) -> &'static str {
        match self {
            Layout::Mech3 => "Mech3Msg.dll",
            Layout::Recoil => "messages.dll",
            Layout::CrimsonSkies => "strings.dll",
        }
    }

    /// Bytes of the data section before the key table.
    pub(crate) const fn skip(self) -> usize {
        match self {
            Layout::Mech3 => 16,
            Layout::Recoil | Layout::CrimsonSkies => 48,
        }
    }

    /// Type of the resource that holds the texts.
    pub(crate) const fn resource_type(self) -> u32 {
        match self {
            Layout::Mech3 | Layout::Recoil => tree::MESSAGE_TABLE,
            Layout::CrimsonSkies => tree::STRINGS,
        }
    }
}

/// The messages of a DLL.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Messages {
    /// Where the DLL keeps them.
    pub layout: Layout,
    /// Windows LANGID of the texts, for example [`ENGLISH`].
    pub language: u32,
    /// Messages with a key in the order of their source, then those without by
    /// id.
    pub items: Vec<Message>,
}

/// One message.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Message {
    /// The number that joins key and text, the same in every version of a game.
    pub id: u32,
    /// `MSG_...`; every known message has one.
    pub key: Option<Box<str>>,
    /// What is shown. Lines are separated by CR LF; `%1`, `%2` ... stand for
    /// what the game puts in. Every known message has one.
    pub text: Option<Box<str>>,
}

impl Message {
    /// A message with both key and text.
    pub fn new(id: u32, key: &str, text: &str) -> Self {
        Message { id, key: Some(key.into()), text: Some(text.into()) }
    }
}

impl Messages {
    /// The text with this id.
    pub fn text_of_id(&self, id: u32) -> Option<&str> {
        self.items.iter().filter(|message| message.id == id).find_map(|message| message.text.as_deref())
    }

    /// The text of this key; case matters.
    pub fn text(&self, key: &str) -> Option<&str> {
        let message = self.items.iter().find(|message| message.key.as_deref() == Some(key))?;
        message.text.as_deref().or_else(|| self.text_of_id(message.id))
    }
}

/// Reads the messages of a DLL.
///
/// Keys without a text and texts without a key are findings, not the end: both
/// are kept. Of two keys with one id only the first carries the text;
/// [`Messages::text`] finds it for both.
///
/// # Errors
/// Structural damage, in either mode; in strict mode the report's verdict says
/// whether a documented habit is broken.
pub fn read(bytes: &[u8], layout: Layout, mode: Mode) -> Result<(Messages, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let messages = messages(&mut cursor, bytes, layout)?;
    Ok((messages, cursor.report))
}

/// Every place the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8], layout: Layout) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = messages(&mut cursor, bytes, layout);
    cursor.report.take_sites()
}

/// The layout under which these bytes are a DLL with messages: the first that
/// finds a key with a text. Other DLLs and damaged ones have none.
pub fn recognise(bytes: &[u8]) -> Option<Layout> {
    let joined = |message: &Message| message.key.is_some() && message.text.is_some();
    Layout::ALL.into_iter().find(|layout| {
        read(bytes, *layout, Mode::Lenient).is_ok_and(|(messages, _)| messages.items.iter().any(joined))
    })
}

fn messages(cursor: &mut Cursor<'_>, bytes: &[u8], layout: Layout) -> Result<Messages> {
    let dll = pe::open(cursor, bytes)?;
    let keys = keys::read(cursor, bytes, &dll, layout)?;
    let leaves = tree::read(cursor, bytes, &dll, layout)?;
    let texts = texts::read(cursor, bytes, &leaves, layout)?;
    let language = leaves.first().map(|leaf| leaf.language).unwrap_or_default();
    if let Some(leaf) = leaves.first().filter(|_| !KNOWN_LANGUAGES.contains(&language)) {
        let at = leaf.named_at as usize;
        let expected = format_args!("{ENGLISH} English, {GERMAN} German or {FRENCH} French");
        match u16::try_from(language) {
            // A translation made by fans.
            Ok(_) => cursor.report.note(&LANGUAGE, at, expected, language),
            Err(_) => cursor.report.habit(&LANGUAGE, at, expected, language),
        }
    }
    let items = join::join(&mut cursor.report, bytes, &keys, &texts);
    Ok(Messages { layout, language, items })
}

/// Reads with a cursor that ends at `end` instead of at the end of the file.
fn until<T>(
    cursor: &mut Cursor<'_>,
    bytes: &[u8],
    end: usize,
    read: impl FnOnce(&mut Cursor<'_>) -> Result<T>,
) -> Result<T> {
    let report = std::mem::replace(&mut cursor.report, Report::new(Mode::Lenient));
    let mut inner = Cursor::with_report(bytes.get(..end).unwrap_or(bytes), &FORMAT, report);
    let value = read(&mut inner);
    cursor.report = inner.report;
    value
}
