//! What late clients load at their start, in this order: `GlobalLoad.txt`.
//! Source: `docs/spec/everquest/zone-install.md`, "13. Side files, from real ones".

use crate::lines::{self, Line, Row, is_file_name};
use crate::map::shown;
use binary::{Code, Mode, Report, Result, Site, codes};
use serde::{Deserialize, Serialize};

codes! {
    ROW = "everquest.global_load.row": "a line does not say what is loaded" => "write `phase,flag,letters,archive,message`";
    PHASE = "everquest.global_load.phase": "the phase is not 1 to 4" => "use 1 to 4";
    FLAG = "everquest.global_load.flag": "the flag is neither 0 nor 1" => "use 0 or 1";
    LETTERS = "everquest.global_load.letters": "the letters are not four of T and F, and perhaps E or C" => "write four letters T or F";
}

/// Every finding that reading or writing such a list can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, lines::CODES].concat()
}

/// A list of what is loaded.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GlobalLoad {
    /// Its lines of text.
    pub lines: Vec<Line<Load>>,
}

/// One archive that is loaded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// 1 to 4.
    pub phase: i32,
    /// 0 or 1; its meaning is unknown.
    pub flag: i32,
    /// Four letters T or F, some with a fifth; their meaning is unknown.
    pub letters: String,
    /// The archive: without an ending an `.s3d`, else with it.
    pub archive: String,
    /// What the client says while it loads.
    pub message: String,
}

impl Row for Load {
    fn parse(line: &str) -> Option<Self> {
        let mut fields = line.splitn(5, ',');
        let mut next = || fields.next();
        let [phase, flag, letters, archive, message] = [next()?, next()?, next()?, next()?, next()?];
        is_file_name(archive).then_some(Load {
            phase: phase.trim_ascii().parse().ok()?,
            flag: flag.trim_ascii().parse().ok()?,
            letters: letters.to_owned(),
            archive: archive.to_owned(),
            message: message.to_owned(),
        })
    }

    fn print(&self) -> String {
        let Load { phase, flag, letters, archive, message } = self;
        format!("{phase},{flag},{letters},{archive},{message}")
    }
}

/// Reads a list.
///
/// # Errors
/// A text above 8 MiB.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(GlobalLoad, Report)> {
    let look = |report: &mut Report, line: &Line<Load>, _, at| {
        let Some(load) = &line.row else {
            let text = line.spelling.as_deref().unwrap_or_default();
            if !text.trim_ascii().is_empty() {
                report.habit(&ROW, at, "`phase,flag,letters,archive,message`", shown(text));
            }
            return;
        };
        if !(1..=4).contains(&load.phase) {
            report.note(&PHASE, at, "1 to 4", load.phase);
        }
        if !(0..=1).contains(&load.flag) {
            report.note(&FLAG, at, "0 or 1", load.flag);
        }
        if !are_letters(load.letters.trim_ascii().as_bytes()) {
            report.note(&LETTERS, at, "four of T and F, and perhaps E or C", shown(&load.letters));
        }
    };
    let (lines, report) = lines::read(bytes, mode, look)?;
    Ok((GlobalLoad { lines }, report))
}

fn are_letters(letters: &[u8]) -> bool {
    let (flags, more) = letters.split_at_checked(4).unwrap_or((&[], letters));
    flags.len() == 4
        && flags.iter().all(|letter| matches!(letter, b'T' | b'F'))
        && matches!(more, [] | [b'E' | b'C'])
}

/// Writes a list.
///
/// # Errors
/// `everquest.text.unwritable` for texts that are no part of a line.
pub fn write(list: &GlobalLoad) -> Result<Vec<u8>> {
    lines::write(&list.lines)
}

/// Every line, see [`lines`].
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    lines::fields(bytes)
}

impl GlobalLoad {
    /// What is loaded, in order.
    pub fn loads(&self) -> impl Iterator<Item = &Load> {
        lines::rows(&self.lines)
    }
}
