//! Lists of files, one name a line: the further archives of a late zone,
//! `Z_assets.txt`, and the pieces of music, `mp3index.txt`.
//! Source: `docs/spec/everquest/zone-install.md`, "13. Side files, from real ones" and "11. Sound".

use crate::lines::{self, Line, Row, is_file_name};
use crate::map::shown;
use binary::{Code, Mode, Report, Result, Site, codes};
use serde::{Deserialize, Serialize};

codes! {
    NAME = "everquest.file_list.name": "a line is not the name of a file" => "write one name a line, without folders";
}

/// Every finding that reading or writing such a list can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, lines::CODES].concat()
}

/// A list of files.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileList {
    /// Its lines of text.
    pub lines: Vec<Line<FileName>>,
}

/// The name of a file, with or without its ending.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FileName(pub String);

impl Row for FileName {
    fn parse(line: &str) -> Option<Self> {
        let name = line.trim_ascii();
        is_file_name(name).then(|| FileName(name.to_owned()))
    }

    fn print(&self) -> String {
        self.0.clone()
    }
}

/// Reads a list.
///
/// # Errors
/// A text above 8 MiB.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(FileList, Report)> {
    let look = |report: &mut Report, line: &Line<FileName>, _, at| {
        let text = line.spelling.as_deref().unwrap_or_default();
        if line.row.is_none() && !text.trim_ascii().is_empty() {
            report.habit(&NAME, at, "the name of a file", shown(text));
        }
    };
    let (lines, report) = lines::read(bytes, mode, look)?;
    Ok((FileList { lines }, report))
}

/// Writes a list.
///
/// # Errors
/// `everquest.text.unwritable` for names that are no line.
pub fn write(list: &FileList) -> Result<Vec<u8>> {
    lines::write(&list.lines)
}

/// Every line, see [`lines`].
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    lines::fields(bytes)
}

impl FileList {
    /// A list of these files.
    pub fn new(names: &[&str]) -> Self {
        FileList { lines: names.iter().map(|name| Line::new(FileName((*name).to_owned()))).collect() }
    }

    /// The names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        lines::rows(&self.lines).map(|name| name.0.as_str())
    }
}
