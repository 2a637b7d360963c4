//! Words and parentheses of a text: what is read before anything is understood, and what is printed.
//! Source: `docs/spec/zbd/reader.md`, "Text readers"; quotes are our own.

use std::borrow::Cow;
use std::fmt;

/// How deep lists may be in one another; a listing needs seven.
const DEPTH: usize = 16;

/// A place in a text, both counted from 1; 0 and 0 of what was not read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::anim) struct Place {
    pub line: u32,
    /// In bytes.
    pub column: u32,
}

/// Why a text cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Line, counted from 1.
    pub line: u32,
    /// Byte of the line, counted from 1.
    pub column: u32,
    /// What should stand there.
    pub expected: String,
    /// What stands there.
    pub found: String,
}

impl Error {
    pub(in crate::anim) fn new(at: Place, expected: impl fmt::Display, found: impl fmt::Display) -> Self {
        Error { line: at.line, column: at.column, expected: expected.to_string(), found: found.to_string() }
    }
}

/// `line 3, column 5: expected a number, found "x"`.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Error { line, column, expected, found } = self;
        write!(f, "line {line}, column {column}: expected {expected}, found {found}")
    }
}

impl std::error::Error for Error {}

/// A result of compiling.
pub(in crate::anim) type Result<T> = std::result::Result<T, Error>;

/// A word, or a key word with its values in parentheses.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::anim) enum Node<'t> {
    Word(Word<'t>),
    Key(Key<'t>),
}

/// A word, number or quoted text.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::anim) struct Word<'t> {
    pub text: Cow<'t, [u8]>,
    /// It stands in quotes, so it is a name whatever it looks like.
    pub quoted: bool,
    /// `name@2` is the second of that name; 0 without.
    pub nth: u32,
    pub at: Place,
}

/// `WORD( items )`.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::anim) struct Key<'t> {
    pub word: Word<'t>,
    pub items: Vec<Node<'t>>,
}

impl<'t> Node<'t> {
    /// The key word of an item that may have values, and the values.
    pub fn as_key(&self) -> (&Word<'t>, &[Node<'t>]) {
        match self {
            Node::Word(word) => (word, &[]),
            Node::Key(key) => (&key.word, &key.items),
        }
    }

    /// A word that is no name: a key word or a number.
    pub fn bare(text: impl Into<String>) -> Node<'static> {
        Node::Word(Word::bare(text))
    }

    /// A name, in quotes where it would be taken for something else.
    pub fn name(text: &[u8]) -> Node<'static> {
        Node::Word(Word::name(text))
    }

    /// A text in quotes.
    pub fn quoted(text: &[u8]) -> Node<'static> {
        let word = Word { text: text.to_vec().into(), quoted: true, nth: 0, at: Place::default() };
        Node::Word(word)
    }

    /// `word( items )`.
    pub fn key(word: impl Into<String>, items: Vec<Node<'static>>) -> Node<'static> {
        Node::Key(Key { word: Word::bare(word), items })
    }
}

impl Word<'_> {
    fn bare(text: impl Into<String>) -> Word<'static> {
        Word { text: text.into().into_bytes().into(), quoted: false, nth: 0, at: Place::default() }
    }

    fn name(text: &[u8]) -> Word<'static> {
        let odd = |byte: &u8| !byte.is_ascii_graphic() || matches!(byte, b'(' | b')' | b'"' | b'@');
        let quoted = text.is_empty() || text.iter().any(odd) || is_number(text) || text.starts_with(COMMENT);
        Word { text: text.to_vec().into(), quoted, nth: 0, at: Place::default() }
    }

    /// True for a word without quotes that is exactly this.
    pub fn is(&self, text: &str) -> bool {
        !self.quoted && self.nth == 0 && *self.text == *text.as_bytes()
    }

    /// True for a word without quotes that reads as a number.
    pub fn is_number(&self) -> bool {
        !self.quoted && self.nth == 0 && is_number(&self.text)
    }

    /// The number as the bits of a float; none if it is none, or too large for one.
    pub fn float_bits(&self) -> Option<u32> {
        let text = self.number_text()?;
        if let Some(digits) = hexadecimal(text) {
            return u32::from_str_radix(digits, 16).ok();
        }
        text.parse().ok().filter(|number: &f32| number.is_finite()).map(f32::to_bits)
    }

    /// The number, if it is a whole one of at most 64 bits.
    pub fn integer(&self) -> Option<i64> {
        let text = self.number_text()?;
        match hexadecimal(text) {
            Some(digits) => i64::from_str_radix(digits, 16).ok(),
            None => text.parse().ok(),
        }
    }

    fn number_text(&self) -> Option<&str> {
        std::str::from_utf8(&self.text).ok().filter(|_| self.is_number())
    }
}

/// As it is written.
impl fmt::Display for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        if self.quoted {
            f.write_char('"')?;
        }
        for byte in &*self.text {
            match byte {
                b'"' | b'\\' if self.quoted => write!(f, "\\{}", char::from(*byte))?,
                b' ' | 0x21..0x7f => f.write_char(char::from(*byte))?,
                byte => write!(f, "\\x{byte:02x}")?,
            }
        }
        if self.quoted {
            f.write_char('"')?;
        }
        if self.nth > 0 { write!(f, "@{}", self.nth) } else { Ok(()) }
    }
}

/// The digits of a hexadecimal number.
fn hexadecimal(text: &str) -> Option<&str> {
    text.strip_prefix("0x")
}

/// Decimal digits with at most one point and a minus in front, or `0x` and hexadecimal digits.
fn is_number(text: &[u8]) -> bool {
    if let Some(digits) = text.strip_prefix(b"0x") {
        return !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit);
    }
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let points = digits.iter().filter(|byte| **byte == b'.').count();
    points <= 1 && digits.len() > points && digits.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
}

/// A text that is read key by key, so that only one of them is in memory.
pub(in crate::anim) struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    line: u32,
    line_start: usize,
}

/// What begins a comment, which goes to the end of its line.
const COMMENT: &[u8] = b"//";

/// Byte order mark that some editors put in front of a text.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

impl<'t> Reader<'t> {
    /// At the start of a text.
    pub fn new(text: &'t [u8]) -> Self {
        let start = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        Reader { text, at: start, line: 1, line_start: start }
    }

    /// Where it is in the text.
    pub fn place(&self) -> Place {
        let column = (self.at - self.line_start).saturating_add(1);
        Place { line: self.line, column: u32::try_from(column).unwrap_or(u32::MAX) }
    }

    /// The next key word of the upmost level with its values; none at the end.
    pub fn key(&mut self) -> Result<Option<Key<'t>>> {
        match self.node(0)? {
            Some(Node::Key(key)) => Ok(Some(key)),
            Some(Node::Word(word)) => {
                Err(Error::new(word.at, "a key word and its values in parentheses", format!("`{word}`")))
            }
            None => match self.peek() {
                None => Ok(None),
                Some(_) => Err(Error::new(self.place(), "a key word or the end of the text", "`)`")),
            },
        }
    }

    /// The next byte behind blanks and comments.
    fn peek(&mut self) -> Option<u8> {
        while let Some(byte) = self.text.get(self.at) {
            if is_blank(*byte) {
                self.at += 1;
                if *byte == b'\n' {
                    self.line = self.line.saturating_add(1);
                    self.line_start = self.at;
                }
            } else if self.text[self.at..].starts_with(COMMENT) {
                let rest = &self.text[self.at..];
                self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
            } else {
                return Some(*byte);
            }
        }
        None
    }

    /// The next item of a list; none at its end, which is left to the caller.
    fn node(&mut self, depth: usize) -> Result<Option<Node<'t>>> {
        let word = match self.peek() {
            None | Some(b')') => return Ok(None),
            Some(b'(') => return Err(Error::new(self.place(), "a word in front of the list", "`(`")),
            Some(b'"') => self.quoted()?,
            Some(_) => self.word()?,
        };
        if self.peek() != Some(b'(') {
            return Ok(Some(Node::Word(word)));
        }
        let open = self.place();
        if word.quoted {
            return Err(Error::new(
                word.at,
                "a key word without quotes in front of `(`",
                format!("`{word}`"),
            ));
        }
        if depth >= DEPTH {
            return Err(Error::new(open, format!("at most {DEPTH} lists in one another"), "one more"));
        }
        self.at += 1;
        let mut items = Vec::new();
        while let Some(item) = self.node(depth + 1)? {
            items.push(item);
        }
        if self.peek().is_none() {
            return Err(Error::new(open, "a `)` for this `(`", "the end of the text"));
        }
        self.at += 1;
        items.shrink_to_fit();
        Ok(Some(Node::Key(Key { word, items })))
    }

    fn word(&mut self) -> Result<Word<'t>> {
        let (at, start) = (self.place(), self.at);
        while let Some(byte) = self.text.get(self.at).filter(|byte| !ends_word(**byte)) {
            if !byte.is_ascii_graphic() {
                let expected = format!("7-bit text; in quotes this byte is \\x{byte:02x}");
                return Err(Error::new(self.place(), expected, format!("0x{byte:02x}")));
            }
            self.at += 1;
        }
        let all = &self.text[start..self.at];
        let (text, nth) = match all.iter().rposition(|byte| *byte == b'@') {
            Some(sign) if sign > 0 && all[sign + 1..].iter().all(u8::is_ascii_digit) => {
                (&all[..sign], self.nth(&all[sign + 1..], at)?)
            }
            _ => (all, 0),
        };
        Ok(Word { text: text.into(), quoted: false, nth, at })
    }

    fn nth(&self, digits: &[u8], at: Place) -> Result<u32> {
        let number = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
        number.filter(|number| *number > 0).ok_or_else(|| {
            let found = format!("`{}`", digits.escape_ascii());
            Error::new(at, "a number from 1 on behind `@`", found)
        })
    }

    fn quoted(&mut self) -> Result<Word<'t>> {
        let at = self.place();
        self.at += 1;
        let mut text = Vec::new();
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let (byte, length) = match rest {
                [b'"', ..] => break,
                [] | [b'\n', ..] => {
                    return Err(Error::new(at, "a `\"` at the end of this text", "the end of the line"));
                }
                [b'\\', b'x', high, low, ..] => match (digit(*high), digit(*low)) {
                    (Some(high), Some(low)) => (high << 4 | low, 4),
                    _ => return Err(self.bad_escape()),
                },
                [b'\\', byte @ (b'"' | b'\\'), ..] => (*byte, 2),
                [b'\\', ..] => return Err(self.bad_escape()),
                [byte @ 0x20..0x7f, ..] => (*byte, 1),
                [byte, ..] => {
                    let expected = format!("7-bit text; this byte is \\x{byte:02x}");
                    return Err(Error::new(self.place(), expected, format!("0x{byte:02x}")));
                }
            };
            text.push(byte);
            self.at += length;
        }
        self.at += 1;
        let mut nth = 0;
        if self.text.get(self.at) == Some(&b'@') {
            let start = self.at + 1;
            let end = self.text[start..].iter().position(|byte| !byte.is_ascii_digit());
            self.at = end.map_or(self.text.len(), |length| start + length);
            nth = self.nth(&self.text[start..self.at], at)?;
        }
        match self.text.get(self.at) {
            Some(byte) if !ends_word(*byte) || *byte == b'"' => {
                Err(Error::new(self.place(), "a blank behind a text in quotes", byte.escape_ascii()))
            }
            _ => Ok(Word { text: text.into(), quoted: true, nth, at }),
        }
    }

    fn bad_escape(&self) -> Error {
        Error::new(self.place(), "`\\\\`, `\\\"`, or `\\x` and two hexadecimal digits", "another `\\`")
    }
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

const fn ends_word(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b'(' | b')' | b'"')
}
