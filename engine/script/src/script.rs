//! A script as lines of words, whether it was text or compiled.
//! Source: `docs/spec/zbd/interp-language.md`, "1. Where a script comes from".

use crate::arguments::number;

/// The game's own buffer for a line of text, with the NUL that ends it.
pub const LINE_BUFFER: usize = 1024;

/// What stands between words of a text, beside the ends of lines, which a carriage return belongs to.
const SEPARATORS: [char; 4] = [' ', ',', '\t', '\r'];

/// What a script has to say, line by line.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// Its name or path.
    pub name: String,
    lines: Vec<Line>,
    too_long: Vec<u32>,
    angles: Angles,
}

/// The unit of `Object3DRotate` in a script of Crimson Skies. The other games always give degrees.
///
/// Scripts of that game use both. A value beyond a full turn of radians says which it is; a script
/// without one is taken to give radians. Source: `docs/spec/zbd/interp-commands.md`, "3.3 Object3D".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Angles {
    /// 360 are a full turn.
    Degrees,
    /// 2 pi are a full turn.
    Radians,
}

/// One line: a command and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    number: u32,
    /// The words with a NUL between them, which no word holds.
    words: String,
}

impl Script {
    /// Reads a text. Bytes that are not ASCII are Latin-1, as they are in compiled scripts.
    ///
    /// A line that does not fit the game's own buffer is cut there; [`Script::too_long`] lists such
    /// lines. A NUL ends its line.
    pub fn of_text(name: impl Into<String>, text: &[u8]) -> Self {
        let mut lines = Vec::new();
        let mut too_long = Vec::new();
        for (index, bytes) in text.split(|byte| *byte == b'\n').enumerate() {
            let number = numbered(index);
            let fits = &bytes[..bytes.len().min(LINE_BUFFER - 1)];
            // A carriage return belongs to the end of the line.
            if bytes.strip_suffix(b"\r").unwrap_or(bytes).len() > fits.len() {
                too_long.push(number);
            }
            let says = fits.split(|byte| matches!(byte, b'#' | 0)).next().unwrap_or_default();
            let says: String = says.iter().map(|byte| char::from(*byte)).collect();
            let words: Vec<&str> = says.split(SEPARATORS).filter(|word| !word.is_empty()).collect();
            if !words.is_empty() {
                lines.push(Line { number, words: words.join("\0") });
            }
        }
        Script::of(name.into(), lines, too_long)
    }

    /// Takes over a compiled script: its words as they are, blanks and `#` included.
    pub fn of_compiled(script: &zbd::interp::Script) -> Self {
        let compiled = |(index, line): (usize, &zbd::interp::Line)| {
            let words: Vec<String> = line.tokens().take(line.token_count() as usize).collect();
            (!words.is_empty()).then(|| Line { number: numbered(index), words: words.join("\0") })
        };
        let lines = script.lines.iter().enumerate().filter_map(compiled).collect();
        Script::of(script.name.text(), lines, Vec::new())
    }

    fn of(name: String, lines: Vec<Line>, too_long: Vec<u32>) -> Self {
        let angles = angles(&lines);
        Script { name, lines, too_long, angles }
    }

    /// Its lines; blank ones and comments are none.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The numbers of lines that were cut.
    pub fn too_long(&self) -> &[u32] {
        &self.too_long
    }

    /// The unit in which it turns objects, if it is one of Crimson Skies.
    pub fn angles(&self) -> Angles {
        self.angles
    }
}

impl Line {
    /// Its number, from 1 on: that of the text, or in a compiled script that of its list.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The command.
    pub fn head(&self) -> &str {
        self.words().next().unwrap_or_default()
    }

    /// The arguments as they stand in the script, macros and all.
    pub fn arguments(&self) -> impl Iterator<Item = &str> {
        self.words().skip(1)
    }

    /// What running it costs of the budget of lines: more than one line if it is longer than the
    /// game's own buffer for lines, as compiled ones can be.
    pub(crate) fn cost(&self) -> u64 {
        1 + (self.words.len() / LINE_BUFFER) as u64
    }

    /// The first characters of the line, words with blanks between them.
    pub(crate) fn start(&self, most: usize) -> String {
        self.words.chars().take(most).map(|c| if c == '\0' { ' ' } else { c }).collect()
    }

    /// The command, then the arguments.
    pub fn words(&self) -> std::str::Split<'_, char> {
        self.words.split('\0')
    }
}

/// The line as a person would type it: words with blanks between them.
impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, word) in self.words().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            f.write_str(word)?;
        }
        Ok(())
    }
}

fn numbered(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1)
}

/// The unit that the script's own rotations suggest, see [`Angles`].
fn angles(lines: &[Line]) -> Angles {
    let mut turns = lines.iter().filter(|line| line.head().starts_with("Object3DRotate"));
    let beyond = |word: &str| number(word).is_some_and(|value| value.abs() > std::f32::consts::TAU);
    match turns.any(|line| line.arguments().take(3).any(beyond)) {
        true => Angles::Degrees,
        false => Angles::Radians,
    }
}
