//! The text form. Source: `docs/spec/zbd/reader.md`, "Text readers".

use super::{Value, file};
use crate::Lenstr;
use binary::{Code, Finding, Mode, Report, Result, Segment, codes};

codes! {
    NO_LIST = "zbd.reader.text.no_list": "the text does not begin with a list" => "put all of it into one pair of parentheses";
    UNCLOSED = "zbd.reader.text.unclosed": "a list is not closed" => "add the missing `)`";
    BEHIND = "zbd.reader.text.behind": "something follows the list that is the file" => "remove the `)` too many, or what follows it";
    NUMBER = "zbd.reader.text.number": "a number does not fit 32 bits and is taken for a string" => "use a smaller number";
    LETTER = "zbd.reader.text.letter": "a character is not 7-bit text" => "use ASCII only";
    TEXT_DEPTH = "zbd.reader.text.depth": "lists are nested deeper than the limits allow" => "nest them less deeply";
}

/// Byte order mark that some editors put in front of a text; not part of it.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
/// The byte order mark of UTF-16.
const WIDE_MARKS: [&[u8]; 2] = [b"\xFF\xFE", b"\xFE\xFF"];

/// True when the bytes look like text, in the text form or not: no control characters except white
/// space. The binary form begins with a tag, which has some.
pub fn is_text(bytes: &[u8]) -> bool {
    let is_letter = |byte: &u8| !byte.is_ascii_control() || is_blank(*byte);
    is_wide(bytes) || bytes.iter().all(is_letter)
}

fn is_wide(bytes: &[u8]) -> bool {
    WIDE_MARKS.iter().any(|mark| bytes.starts_with(mark))
}

/// Reads the form that the bytes are in.
///
/// # Errors
/// As [`super::read`] or [`parse`].
pub fn read_any(bytes: &[u8], mode: Mode) -> Result<(Value, Report)> {
    if is_text(bytes) { parse(bytes, mode) } else { file::read(bytes, mode) }
}

/// Parses the text form. The place in a finding is a line and a column, both
/// counted from 1, beside the offset.
///
/// A token is a number if it reads as one: an optional minus, then decimal
/// digits with at most one point, or `0x` and hexadecimal digits, whose 32 bits
/// count (`0xFFFFFFFF` is -1). Everything else is a string, `1.5.0` too.
///
/// # Errors
/// Unbalanced parentheses, text outside the one list that is the file, lists
/// nested deeper than the limits. In strict mode the report's verdict says
/// whether a documented habit is broken.
pub fn parse(text: &[u8], mode: Mode) -> Result<(Value, Report)> {
    parse_with(text, Report::new(mode))
}

/// Parses the text form under a prepared report, for other limits.
///
/// # Errors
/// As [`parse`].
pub fn parse_with(text: &[u8], report: Report) -> Result<(Value, Report)> {
    // Offsets are those of the file, columns those that an editor shows.
    let start = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let mut parser = Parser { text, start, at: start, line: 0, line_start: start, report };
    let value = parser.file()?;
    Ok((value, parser.report))
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

enum Token<'t> {
    Open,
    Close,
    Word(&'t [u8]),
}

struct Parser<'t> {
    text: &'t [u8],
    /// Where the text begins.
    start: usize,
    at: usize,
    /// Lines before the token read last, and where its own starts.
    line: usize,
    line_start: usize,
    report: Report,
}

impl<'t> Parser<'t> {
    /// The next token and where it starts.
    fn next(&mut self) -> Option<(usize, Token<'t>)> {
        let mut start = self.at;
        while let Some(byte) = self.text.get(start).filter(|byte| is_blank(**byte)) {
            start += 1;
            if *byte == b'\n' {
                self.line += 1;
                self.line_start = start;
            }
        }
        let rest = &self.text[start..];
        let ends = |byte: &u8| is_blank(*byte) || matches!(byte, b'(' | b')');
        let token = match rest.first()? {
            b'(' => Token::Open,
            b')' => Token::Close,
            _ => Token::Word(&rest[..rest.iter().position(ends).unwrap_or(rest.len())]),
        };
        self.at = start + if let Token::Word(word) = token { word.len() } else { 1 };
        Some((start, token))
    }

    fn file(&mut self) -> Result<Value> {
        if is_wide(self.text) {
            return Err(self.broken(&NO_LIST, 0, "`(` in 7-bit text", "a file saved as UTF-16"));
        }
        let start = match self.next() {
            Some((start, Token::Open)) => start,
            Some((start, _)) => return Err(self.broken(&NO_LIST, start, "`(`", &self.shown(start))),
            None => return Err(self.broken(&NO_LIST, self.at, "`(`", "the end of the text")),
        };
        // Where each open list starts, and what it holds so far.
        let mut open = vec![(start, Vec::new())];
        let list = loop {
            let Some((at, token)) = self.next() else {
                let start = open.last().map_or(start, |(start, _)| *start);
                return Err(self.broken(&UNCLOSED, start, "a `)` for this `(`", "the end of the text"));
            };
            match token {
                Token::Open => {
                    let limit = self.report.limits().depth;
                    if open.len() >= limit {
                        let expected = format!("at most {limit} lists in one another");
                        return Err(self.broken(&TEXT_DEPTH, at, &expected, "one more"));
                    }
                    open.push((at, Vec::new()));
                }
                Token::Close => match (open.pop(), open.last_mut()) {
                    (Some((_, list)), Some((_, above))) => above.push(Value::List(list)),
                    (list, _) => break list.map(|(_, list)| list).unwrap_or_default(),
                },
                Token::Word(word) => {
                    let value = self.word(at, word);
                    if let Some((_, list)) = open.last_mut() {
                        list.push(value);
                    }
                }
            }
        };
        match self.next() {
            None => Ok(Value::List(list)),
            Some((at, _)) => Err(self.broken(&BEHIND, at, "the end of the text", &self.shown(at))),
        }
    }

    fn word(&mut self, at: usize, word: &[u8]) -> Value {
        if let Some(index) = word.iter().position(|byte| !byte.is_ascii_graphic()) {
            let found = format!("0x{:02x}", word[index]);
            self.habit(&LETTER, at + index, "a letter, digit or sign of ASCII", &found);
        }
        match number(word) {
            Number::Is(value) => return value,
            Number::TooLarge => {
                let found = format!("`{}`", word.escape_ascii());
                self.habit(&NUMBER, at, "a number of at most 32 bits", &found);
            }
            Number::IsNone => {}
        }
        Value::Str(Lenstr::from_bytes(word))
    }

    /// Damage anywhere before the token read last, or in it.
    fn broken(&self, code: &'static Code, at: usize, expected: &str, found: &str) -> Box<Finding> {
        let before = &self.text[..at];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let newline = before.iter().rposition(|byte| *byte == b'\n');
        let start = newline.map_or(self.start.min(at), |newline| newline + 1);
        let mut finding = self.report.broken(code, at, expected, found);
        finding.path = format!("line {line}, column {}", at - start + 1);
        finding
    }

    /// A broken habit in the token read last.
    fn habit(&mut self, code: &'static Code, at: usize, expected: &str, found: &str) {
        self.report.enter(Segment::at("line", self.line + 1));
        self.report.enter(Segment::at("column", at - self.line_start + 1));
        self.report.habit(code, at, expected, found);
        self.report.leave();
        self.report.leave();
    }

    /// What is at an offset, for a message.
    fn shown(&self, at: usize) -> String {
        let rest = &self.text[at..];
        let length = match rest {
            [b'(' | b')', ..] => 1,
            _ => rest.iter().position(|byte| is_blank(*byte)).unwrap_or(rest.len()).min(20),
        };
        format!("`{}`", rest[..length].escape_ascii())
    }
}

/// What a token is as a number.
pub(super) enum Number {
    Is(Value),
    TooLarge,
    IsNone,
}

/// Reads a token as a number, see [`parse`].
pub(super) fn number(word: &[u8]) -> Number {
    let (negative, digits) = match word {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if let [b'0', b'x' | b'X', digits @ ..] = digits {
        return hexadecimal(negative, digits);
    }
    let points = digits.iter().filter(|byte| **byte == b'.').count();
    let plain = digits.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
    if !plain || points > 1 || digits.len() == points {
        return Number::IsNone;
    }
    // All of it is ASCII.
    let Ok(text) = std::str::from_utf8(word) else { return Number::IsNone };
    let value = if points == 0 {
        text.parse().ok().map(Value::Int)
    } else {
        text.parse().ok().filter(|number: &f32| number.is_finite()).map(Value::Float)
    };
    value.map_or(Number::TooLarge, Number::Is)
}

fn hexadecimal(negative: bool, digits: &[u8]) -> Number {
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_hexdigit) {
        return Number::IsNone;
    }
    let value = digits.iter().try_fold(0_u32, |value, digit| {
        let digit = char::from(*digit).to_digit(16)?;
        value.checked_mul(16).map(|value| value | digit)
    });
    match value {
        Some(bits) if negative => Number::Is(Value::Int((bits as i32).wrapping_neg())),
        Some(bits) => Number::Is(Value::Int(bits as i32)),
        None => Number::TooLarge,
    }
}
