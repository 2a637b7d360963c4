//! The names of a zone's sounds: `Z_sndbnk.eff`, a text although its ending is that
//! of a table. Source: `docs/spec/everquest/zone-install.md`, "11. Sound".

use crate::lines::{self, End, Line, Row, is_file_name};
use crate::map::shown;
use binary::{Code, Mode, Report, Result, Site, codes};
use serde::{Deserialize, Serialize};

codes! {
    NAME = "everquest.sound_bank.name": "a line is not the name of a sound" => "write one name a line, without folders";
    LIST = "everquest.sound_bank.list": "a name stands before the lines EMIT and LOOP, so that it is in neither list" => "put it behind one of them";
    ENDING = "everquest.sound_bank.ending": "a name has the ending `.wav`, which clients add" => "remove the ending";
}

/// Every finding that reading or writing a bank can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, lines::CODES].concat()
}

/// The names of a zone's sounds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoundBank {
    /// Its lines of text.
    pub lines: Vec<Line<BankRow>>,
}

/// What one line of text says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BankRow {
    /// Names of emit sounds follow.
    Emit,
    /// Names of loop sounds follow.
    Loop,
    /// A sound, without `.wav`. Names repeat: there is one for each emitter.
    Name(String),
}

impl Row for BankRow {
    fn parse(line: &str) -> Option<Self> {
        let name = line.trim_ascii();
        match () {
            () if name.eq_ignore_ascii_case("EMIT") => Some(BankRow::Emit),
            () if name.eq_ignore_ascii_case("LOOP") => Some(BankRow::Loop),
            () => is_file_name(name).then(|| BankRow::Name(name.to_owned())),
        }
    }

    fn print(&self) -> String {
        match self {
            BankRow::Emit => "EMIT".to_owned(),
            BankRow::Loop => "LOOP".to_owned(),
            BankRow::Name(name) => name.clone(),
        }
    }
}

/// Reads a bank.
///
/// # Errors
/// A text above 8 MiB.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(SoundBank, Report)> {
    let mut in_list = false;
    let look = |report: &mut Report, line: &Line<BankRow>, _, at| match line.row.as_deref() {
        Some(BankRow::Emit | BankRow::Loop) => in_list = true,
        Some(BankRow::Name(name)) => {
            if !in_list {
                report.habit(&LIST, at, "EMIT or LOOP first", shown(name));
            }
            if name.to_ascii_lowercase().ends_with(".wav") {
                report.note(&ENDING, at, "a name without ending", shown(name));
            }
        }
        None => {
            let text = line.spelling.as_deref().unwrap_or_default();
            if !text.trim_ascii().is_empty() {
                report.habit(&NAME, at, "the name of a sound", shown(text));
            }
        }
    };
    let (lines, report) = lines::read(bytes, mode, look)?;
    Ok((SoundBank { lines }, report))
}

/// Writes a bank.
///
/// # Errors
/// `everquest.text.unwritable` for names that are no line.
pub fn write(bank: &SoundBank) -> Result<Vec<u8>> {
    lines::write(&bank.lines)
}

/// Every line, see [`lines`].
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    lines::fields(bytes)
}

impl SoundBank {
    /// A bank of these sounds, by their names without ending. Its lines end with `\n`.
    pub fn new(emit: &[&str], loops: &[&str]) -> Self {
        let line = |row| Line { end: End::Lf, ..Line::new(row) };
        let name = |name: &&str| line(BankRow::Name((*name).to_owned()));
        let emit = std::iter::once(line(BankRow::Emit)).chain(emit.iter().map(name));
        let loops = std::iter::once(line(BankRow::Loop)).chain(loops.iter().map(name));
        SoundBank { lines: emit.chain(loops).collect() }
    }

    /// The emit sounds: number 1 is the first.
    pub fn emit(&self) -> Vec<&str> {
        self.list(&BankRow::Emit)
    }

    /// The loop sounds: number 162 is the first.
    pub fn loops(&self) -> Vec<&str> {
        self.list(&BankRow::Loop)
    }

    fn list(&self, wanted: &BankRow) -> Vec<&str> {
        let mut inside = false;
        let mut names = Vec::new();
        for row in lines::rows(&self.lines) {
            match row {
                BankRow::Name(name) if inside => names.push(name.as_str()),
                BankRow::Name(_) => {}
                list => inside = list == wanted,
            }
        }
        names
    }
}

/// True for a text whose first line starts a list.
pub fn is_sound_bank(bytes: &[u8]) -> bool {
    let first = lines::first_line(bytes).and_then(|line| BankRow::parse(&line));
    matches!(first, Some(BankRow::Emit | BankRow::Loop))
}
