//! The container of interpreter scripts (`interp.zbd`), the same in all four
//! games. What the commands mean is not looked at. Source:
//! `docs/spec/zbd/interp.md`.

use binary::json::Shown;
use binary::{
    Code, Cursor, Finding, FormatCodes, Mode, Name, Padded, Record, Report, Result, Segment, Severity, Site,
    Writer, codes, record,
};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

codes! {
    TRUNCATED = "zbd.interp.truncated": "the file ends inside a script" => "copy the file again from its source";
    NOT_FINITE = "zbd.interp.not_finite": "a number is NaN or infinite" => "write the file again";
    TRAILING = "zbd.interp.trailing": "bytes follow the last script" => "cut the file at the stated offset";
    LIMIT = "zbd.interp.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    SIGNATURE = "zbd.interp.signature": "the file does not start as an interpreter file" => "make sure that this is an interp.zbd and was copied whole";
    VERSION = "zbd.interp.version": "the version is not the one of every known game" => "make sure that this is an interp.zbd of one of the four games";
    NAME = "zbd.interp.name": "a script's name is not 7-bit text with NULs to the end" => "use at most 119 ASCII characters and fill up with NULs";
    START = "zbd.interp.start": "a script does not start where the one before it ends" => "write the scripts in entry order without gaps";
    TOKENS = "zbd.interp.tokens": "the number of tokens is not the number of NULs in the line" => "count the tokens of the line again";
    ENDING = "zbd.interp.ending": "a line does not end with a NUL" => "end every token with a NUL";
    TEXT = "zbd.interp.text": "a line is not 7-bit text" => "use ASCII only";
    UNWRITABLE = "zbd.interp.unwritable": "a script does not fit the format" => "correct the named part";
}

/// Every finding that reading or writing an interpreter file can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, Header::CODES, EntryHeader::CODES, LineHeader::CODES].concat()
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

record! {
    struct Header in "zbd.interp.header" sizes [12] {
        signature: u32 [0],
        version: u32 [4],
        count: u32 [8],
    }
}

record! {
    struct EntryHeader in "zbd.interp.entry" sizes [128] {
        name: Padded<120> [0],
        timestamp: u32 [120],
        start: u32 [124],
    }
}

record! {
    struct LineHeader in "zbd.interp.line" sizes [8] {
        size: u32 [0],
        token_count: u32 [4],
    }
}

/// First word of every interpreter file.
pub const SIGNATURE_WORD: u32 = 0x0897_1119;
/// Second word of every interpreter file.
pub const VERSION_WORD: u32 = 7;
/// The word that ends a script.
const END: u32 = 0;

/// An interpreter file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interp {
    /// The scripts, in file order.
    pub scripts: Vec<Script>,
}

/// One script.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// Path of the source file, with backslashes; `.gw` or `.gs`.
    pub name: Padded<120>,
    /// Unix time of the source file; its time zone is uncertain.
    pub timestamp: u32,
    /// What it says, line by line.
    pub lines: Vec<Line>,
}

/// One line: a command and its arguments. In JSON a list of tokens.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// The tokens, a NUL after each.
    text: Vec<u8>,
    token_count: u32,
}

impl Line {
    /// A line of these tokens, if there are any and they are ASCII without NUL.
    pub fn new<T: AsRef<str>>(tokens: &[T]) -> Option<Self> {
        let token_count = u32::try_from(tokens.len()).ok().filter(|count| *count > 0)?;
        let mut text = Vec::with_capacity(tokens.iter().map(|token| token.as_ref().len() + 1).sum());
        for token in tokens {
            let token = token.as_ref().as_bytes();
            if !token.is_ascii() || token.contains(&0) {
                return None;
            }
            text.extend_from_slice(token);
            text.push(0);
        }
        Some(Line { text, token_count })
    }

    /// The tokens, without their NULs. Bytes that are not ASCII are Latin-1.
    pub fn tokens(&self) -> impl Iterator<Item = String> {
        let text = self.text.strip_suffix(&[0]).unwrap_or(&self.text);
        text.split(|byte| *byte == 0).map(|token| token.iter().map(|byte| char::from(*byte)).collect())
    }

    /// The text as it stands in the file, a NUL after each token.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The number of tokens as it stands in the file.
    pub fn token_count(&self) -> u32 {
        self.token_count
    }
}

/// The line as a person would type it: tokens with blanks between them.
impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, token) in self.tokens().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            f.write_str(&token)?;
        }
        Ok(())
    }
}

/// How JSON shows a line: its tokens, or its bytes if tokens cannot say it.
#[derive(Serialize)]
#[serde(untagged)]
enum Written {
    Tokens(Vec<String>),
    Odd(Odd),
}

/// A line that tokens cannot say.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Odd {
    #[serde(with = "crate::packed")]
    raw: Vec<u8>,
    token_count: u32,
}

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let tokens: Vec<String> = self.tokens().collect();
        match Line::new(&tokens) {
            Some(line) if line == *self => Written::Tokens(tokens),
            _ => Written::Odd(Odd { raw: self.text.clone(), token_count: self.token_count }),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Line {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let expecting = "a list of the line's tokens as texts, or an object with `raw` and `token_count`";
        match Shown::<Vec<String>, Odd>::read(deserializer, expecting)? {
            Shown::Short(tokens) => Line::new(&tokens)
                .ok_or_else(|| D::Error::custom("a line needs at least one token, of ASCII without NUL")),
            Shown::Object(Odd { raw, .. }) if raw.is_empty() => {
                Err(D::Error::custom("a line needs at least one byte"))
            }
            Shown::Object(Odd { raw, token_count }) => Ok(Line { text: raw, token_count }),
        }
    }
}

/// Reads an interpreter file.
///
/// # Errors
/// Structural damage, in either mode; in strict mode the report's verdict says
/// whether a documented habit is broken.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Interp, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let interp = interp(&mut cursor)?;
    Ok((interp, cursor.finish()?))
}

/// Every place the reader looks at; up to the damage if there is any. The text
/// of a line is one place.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = interp(&mut cursor);
    cursor.report.take_sites()
}

fn interp(cursor: &mut Cursor<'_>) -> Result<Interp> {
    let header: Header = cursor.within(Segment::one("header"), |cursor| cursor.record(0))?;
    if header.signature != SIGNATURE_WORD {
        let (expected, found) = (format!("0x{SIGNATURE_WORD:08x}"), format!("0x{:08x}", header.signature));
        return Err(cursor.report.broken(&SIGNATURE, 0, expected, found));
    }
    if header.version != VERSION_WORD {
        return Err(cursor.report.broken(&VERSION, 4, VERSION_WORD, header.version));
    }
    let count = header.count as usize;
    cursor.expect_items(count, EntryHeader::SIZES[0], "scripts")?;
    let mut entries = Vec::with_capacity(count);
    for index in 0..count {
        entries.push(cursor.within(Segment::at("script", index), |cursor| {
            let at = cursor.offset();
            let entry: EntryHeader = cursor.record(0)?;
            entry.name.check(&mut cursor.report, &NAME, at);
            Ok(entry)
        })?);
    }
    let mut scripts = Vec::with_capacity(count);
    for (index, entry) in entries.into_iter().enumerate() {
        let segment = Segment::at("script", index).named(Name::new(entry.name.bytes()));
        scripts.push(cursor.within(segment, |cursor| {
            let at = cursor.offset();
            if entry.start as usize != at {
                let place = Header::SIZES[0] + index * EntryHeader::SIZES[0] + 124;
                return Err(cursor.report.broken(&START, place, at, entry.start));
            }
            let lines = lines(cursor)?;
            Ok(Script { name: entry.name, timestamp: entry.timestamp, lines })
        })?);
    }
    Ok(Interp { scripts })
}

fn lines(cursor: &mut Cursor<'_>) -> Result<Vec<Line>> {
    let mut lines = Vec::new();
    loop {
        let index = lines.len();
        let line = cursor.within(Segment::at("line", index), |cursor| {
            let at = cursor.offset();
            let size: u32 = cursor.value("size")?;
            if size == END {
                return Ok(None);
            }
            let token_count: u32 = cursor.value("token_count")?;
            let place = cursor.offset();
            let text = cursor.take(size as usize, "a line")?;
            cursor.trace_bytes("text", place, text.len());
            check_line(&mut cursor.report, at, text, token_count);
            Ok(Some(Line { text: text.to_vec(), token_count }))
        })?;
        match line {
            Some(line) => lines.push(line),
            None => return Ok(lines),
        }
    }
}

fn check_line(report: &mut Report, at: usize, text: &[u8], token_count: u32) {
    let nuls = text.iter().filter(|byte| **byte == 0).count();
    if nuls != token_count as usize {
        report.habit(&TOKENS, at + 4, nuls, token_count);
    }
    let text_at = at + LineHeader::SIZES[0];
    match text.last() {
        Some(0) => {}
        last => report.habit(&ENDING, text_at + text.len() - 1, 0, last.copied().unwrap_or_default()),
    }
    if let Some(index) = text.iter().position(|byte| !byte.is_ascii()) {
        report.habit(&TEXT, text_at + index, "a byte below 0x80", format_args!("0x{:02x}", text[index]));
    }
}

/// Writes an interpreter file. Offsets and counts are derived.
///
/// # Errors
/// `zbd.interp.unwritable` when a line is empty or the file does not fit 32-bit
/// offsets.
pub fn write(interp: &Interp) -> Result<Vec<u8>> {
    let too_large = |bytes: usize| unwritable("a file below 4 GiB", format_args!("{bytes} bytes"));
    let count = interp.scripts.len();
    let mut writer = Writer::new();
    writer.record(
        &Header {
            signature: SIGNATURE_WORD,
            version: VERSION_WORD,
            count: u32::try_from(count).map_err(|_| too_large(count))?,
        },
        0,
    );
    let mut start = Header::SIZES[0] + count * EntryHeader::SIZES[0];
    for (index, script) in interp.scripts.iter().enumerate() {
        if let Some(line) = script.lines.iter().position(|line| line.text.is_empty()) {
            let finding = unwritable("at least one token", "an empty line");
            return Err(Box::new(
                finding.inside(format_args!("script {index} \"{}\", line {line}", script.name)),
            ));
        }
        let entry = EntryHeader {
            name: script.name,
            timestamp: script.timestamp,
            start: u32::try_from(start).map_err(|_| too_large(start))?,
        };
        writer.record(&entry, 0);
        start += script.lines.iter().map(|line| LineHeader::SIZES[0] + line.text.len()).sum::<usize>() + 4;
    }
    u32::try_from(start).map_err(|_| too_large(start))?;
    for line in interp.scripts.iter().map(|script| &script.lines) {
        for line in line {
            // The whole file fits 32 bits, so each line does.
            let header = LineHeader { size: line.text.len() as u32, token_count: line.token_count };
            writer.record(&header, 0);
            writer.raw(&line.text);
        }
        writer.value(&END);
    }
    Ok(writer.into_bytes())
}

fn unwritable(expected: &str, found: impl std::fmt::Display) -> Finding {
    Finding::new(&UNWRITABLE, Severity::Error, "", expected, found)
}
