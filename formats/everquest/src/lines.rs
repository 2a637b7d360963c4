//! Text files as rows: each line with what it says, how it is spelled and how it
//! ends, so that the same bytes can be written again.
//!
//! A line that says nothing to its reader is kept as it stands; so is an odd spelling
//! of a row, as long as the row is not changed. Letters are Latin-1.

use crate::latin1;
use binary::{Cursor, Finding, FormatCodes, Mode, Report, Result, Segment, Severity, Site, codes};
use serde::{Deserialize, Serialize};

codes! {
    TRUNCATED = "everquest.text.truncated": "the file ends inside a structure" => "copy the file again from its source";
    NOT_FINITE = "everquest.text.not_finite": "a number is NaN or infinite" => "write a number";
    TRAILING = "everquest.text.trailing": "bytes follow the last structure" => "cut the file at the stated offset";
    LIMIT = "everquest.text.limit": "the text is larger than the limits allow" => "divide it, or remove what does not belong there";
    UNWRITABLE = "everquest.text.unwritable": "a line cannot be written as a line of Latin-1" => "use letters of Latin-1, and no line breaks inside a line";
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

/// Largest text: 8 MiB, several times the largest known one.
pub const LARGEST: usize = 8 << 20;

/// What a line of a kind of file says.
pub trait Row: Sized + PartialEq {
    /// The row that a line without its end says, if it is one.
    fn parse(line: &str) -> Option<Self>;

    /// The row as it is usually spelled.
    fn print(&self) -> String;
}

/// How a line ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// `\n`.
    #[default]
    Lf,
    /// `\r\n`.
    CrLf,
    /// With the file.
    File,
}

impl End {
    const fn bytes(self) -> &'static [u8] {
        match self {
            End::Lf => b"\n",
            End::CrLf => b"\r\n",
            End::File => b"",
        }
    }
}

/// One line of a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line<R> {
    /// What it says; none for a line that says nothing.
    pub row: Option<Box<R>>,
    /// How it is spelled, where that is not the usual way. Without a meaning once the
    /// row says something else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spelling: Option<Box<str>>,
    /// How it ends.
    #[serde(default)]
    pub end: End,
}

impl<R> Line<R> {
    /// A line that ends with `\r\n`, as those of the tools of the time.
    pub fn new(row: R) -> Self {
        Line { row: Some(Box::new(row)), spelling: None, end: End::CrLf }
    }
}

/// The lines of a text with their offsets, without their ends.
fn split(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8], End)> {
    let mut at = 0;
    bytes.split_inclusive(|byte| *byte == b'\n').map(move |whole| {
        let start = at;
        at += whole.len();
        let (line, end) = match whole.strip_suffix(b"\n") {
            None => (whole, End::File),
            Some(line) => match line.strip_suffix(b"\r") {
                Some(line) => (line, End::CrLf),
                None => (line, End::Lf),
            },
        };
        (start, line, end)
    })
}

/// Reads a text and hands each line with its number and offset to `look`, which
/// reports what is odd about it.
pub(crate) fn read<R: Row>(
    bytes: &[u8],
    mode: Mode,
    mut look: impl FnMut(&mut Report, &Line<R>, usize, usize),
) -> Result<(Vec<Line<R>>, Report)> {
    let mut report = Report::new(mode);
    if bytes.len() > LARGEST {
        let expected = format_args!("at most {LARGEST} bytes of text");
        return Err(report.broken(&LIMIT, LARGEST, expected, format_args!("{} bytes", bytes.len())));
    }
    let mut lines = Vec::with_capacity(split(bytes).count());
    for (number, (at, line, end)) in split(bytes).enumerate() {
        let text = latin1::text(line);
        let row = R::parse(&text);
        let spelling = row.as_ref().is_none_or(|row| row.print() != text).then(|| text.into_boxed_str());
        let line = Line { row: row.map(Box::new), spelling, end };
        report.enter(Segment::at("line", number + 1));
        look(&mut report, &line, number, at);
        report.leave();
        lines.push(line);
    }
    Ok((lines, report))
}

/// Every line as one place.
pub(crate) fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    for (number, (at, line, _)) in split(bytes).enumerate() {
        cursor.report.enter(Segment::at("line", number + 1));
        cursor.trace_bytes("text", at, line.len());
        cursor.report.leave();
    }
    cursor.report.take_sites()
}

/// Writes a text.
pub(crate) fn write<R: Row>(lines: &[Line<R>]) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let unwritable = |expected: &str, found: &str| {
            let finding = Finding::new(&UNWRITABLE, Severity::Error, "", expected, found);
            Box::new(finding.inside(format_args!("line {}", number + 1)))
        };
        let text = match (&line.row, &line.spelling) {
            (None, spelling) => spelling.as_deref().unwrap_or_default().to_owned(),
            (Some(row), Some(spelling)) if R::parse(spelling).as_ref() == Some(row) => spelling.to_string(),
            (Some(row), _) => row.print(),
        };
        let Some(text) = latin1::bytes(&text) else {
            return Err(unwritable("letters of Latin-1", &text));
        };
        let runs_on = line.end == End::File && number + 1 < lines.len();
        let ends_early = line.end == End::Lf && text.ends_with(b"\r");
        if text.contains(&b'\n') || runs_on || ends_early {
            return Err(unwritable("one line, with an end", "another, or none"));
        }
        bytes.extend_from_slice(&text);
        bytes.extend_from_slice(line.end.bytes());
    }
    Ok(bytes)
}

/// A number as people write it: finite, without words such as `nan`.
pub(crate) fn number(text: &str) -> Option<f64> {
    let plain =
        text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E'));
    let number: f64 = text.parse().ok().filter(|_| plain)?;
    number.is_finite().then_some(number)
}

/// The rows among some lines.
pub(crate) fn rows<R>(lines: &[Line<R>]) -> impl Iterator<Item = &R> {
    lines.iter().filter_map(|line| line.row.as_deref())
}

/// The first line of a text, for recognising it.
pub(crate) fn first_line(bytes: &[u8]) -> Option<String> {
    // No line of a text is longer.
    let start = bytes.get(..4096).unwrap_or(bytes);
    split(start).map(|(_, line, _)| line).find(|line| !line.trim_ascii().is_empty()).map(latin1::text)
}

/// True for a name of a file as lists of archives and sounds have them: not empty,
/// without folders and control characters.
pub(crate) fn is_file_name(name: &str) -> bool {
    let leads = |letter: char| letter.is_control() || matches!(letter, '/' | '\\' | ':');
    !name.is_empty() && name != "." && name != ".." && !name.contains(leads)
}
