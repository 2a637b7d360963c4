//! Cue sheets: which tracks a disc has, and where each of them is in which file.

use crate::line::{self, Line};
use crate::{LINE, Mode, SHEET};
use binary::{Finding, Result, Severity};

/// Largest sheet, in bytes. A disc has at most 99 tracks.
const LARGEST: usize = 1 << 20;

/// Most findings about lines that are left out.
const MOST_FINDINGS: usize = 16;

/// Bytes of a line that an error shows.
const SHOWN: usize = 60;

/// What a cue sheet says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The files that it names, in its order.
    pub files: Vec<SheetFile>,
    /// The tracks, by ascending numbers.
    pub tracks: Vec<Track>,
    /// Lines that were left out.
    pub findings: Vec<Finding>,
}

/// A file that a sheet names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetFile {
    /// Its name as it is written there, with whatever folders.
    pub name: String,
    /// True for sectors as they were on the disc, false for a sound file of a format
    /// of its own (`WAVE`, `MP3`).
    pub is_sectors: bool,
    /// True where the high byte of a sample comes first (`MOTOROLA`).
    pub high_byte_first: bool,
}

/// A track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Track {
    /// 1 to 99.
    pub number: u8,
    /// How its sectors are kept.
    pub mode: Mode,
    /// The file it is in, an index into [`Sheet::files`].
    pub file: usize,
    /// Where its INDEX 01 is, in bytes from the start of that file. In a sound file
    /// the bytes of its sound count, as if they were 44,100 Hz, 16 bits, stereo.
    pub start: u64,
    /// Where what follows it begins, the gap before the next track included; `None`
    /// for the end of the file.
    pub end: Option<u64>,
    /// True when no other track is in its file.
    pub is_alone: bool,
}

impl Sheet {
    /// Reads the text of a sheet: UTF-8, UTF-16 with a byte order mark, or any
    /// encoding in which ASCII is ASCII.
    ///
    /// # Errors
    /// `cd.sheet` when it is no sheet, or a line cannot be followed; the path in the
    /// finding is the line.
    pub fn parse(bytes: &[u8]) -> Result<Sheet> {
        if bytes.len() > LARGEST {
            return Err(wrong(None, format_args!("at most {LARGEST} bytes"), bytes.len()));
        }
        let text = text(bytes);
        let mut reader = Reader::default();
        for (at, line) in text.lines().enumerate() {
            let number = at + 1;
            let told = line::parse(line).map_err(|expected| (expected, shown(line)));
            let told = told.and_then(|line| reader.take(line, number));
            told.map_err(|(expected, found)| wrong(Some(number), expected, found))?;
        }
        reader.finish().map_err(|(expected, found)| wrong(None, expected, found))
    }

    /// The track that holds the files of the disc.
    pub fn data_track(&self) -> Option<&Track> {
        self.tracks.iter().find(|track| !track.mode.is_audio())
    }

    /// The tracks of music.
    pub fn music(&self) -> impl Iterator<Item = &Track> {
        self.tracks.iter().filter(|track| track.mode.is_audio())
    }
}

fn wrong(
    line: Option<usize>,
    expected: impl std::fmt::Display,
    found: impl std::fmt::Display,
) -> Box<Finding> {
    let finding = Finding::new(&SHEET, Severity::Error, "", expected, found);
    Box::new(match line {
        Some(line) => finding.inside(format_args!("line {line}")),
        None => finding,
    })
}

/// What a line should have been, and what it is.
type Odd = (&'static str, String);

/// A line as errors show it.
fn shown(line: &str) -> String {
    let line = line.trim();
    let start: String = line.chars().filter(|letter| !letter.is_control()).take(SHOWN).collect();
    if start.len() < line.len() { format!("`{start}...`") } else { format!("`{start}`") }
}

fn text(bytes: &[u8]) -> String {
    let units = |of: fn([u8; 2]) -> u16| -> String {
        let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|pair| of([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xFF, 0xFE, ..] => units(u16::from_le_bytes),
        [0xFE, 0xFF, ..] => units(u16::from_be_bytes),
        _ => {
            let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
            let latin = || bytes.iter().map(|byte| char::from(*byte)).collect();
            std::str::from_utf8(bytes).map_or_else(|_| latin(), str::to_owned)
        }
    }
}

/// How far a file has been read.
#[derive(Clone, Copy, Debug, Default)]
struct Reached {
    sector: u64,
    byte: u64,
    /// Bytes of the sectors that follow.
    stride: u64,
    /// The track there, as an index into the tracks.
    track: Option<usize>,
}

/// What has been read of a sheet.
#[derive(Default)]
struct Reader {
    sheet: Sheet,
    reached: Vec<Reached>,
    /// The track whose lines are being read.
    open: Option<Open>,
}

/// A track whose INDEX 01 may still come.
struct Open {
    number: u8,
    mode: Mode,
    line: usize,
    has_start: bool,
}

impl Reader {
    fn take(&mut self, line: Line, number: usize) -> std::result::Result<(), Odd> {
        match line {
            Line::File(name, kind) => {
                let is = |word: &str| kind.eq_ignore_ascii_case(word);
                let high_byte_first = is("MOTOROLA");
                // Some writers leave the word out.
                let is_sectors = high_byte_first || is("BINARY") || kind.is_empty();
                self.sheet.files.push(SheetFile { name, is_sectors, high_byte_first });
                self.reached.push(Reached::default());
            }
            Line::Track(track, mode) => {
                self.close()?;
                let mode = Mode::named(&mode).ok_or_else(|| {
                    ("AUDIO, MODE1/2048, MODE1/2352, MODE2/2336 or MODE2/2352", format!("`{mode}`"))
                })?;
                if self.sheet.files.is_empty() {
                    return Err(("FILE before the first TRACK", format!("TRACK {track}")));
                }
                if self.sheet.tracks.last().is_some_and(|last| last.number >= track) {
                    return Err(("tracks by ascending numbers", format!("TRACK {track}")));
                }
                self.open = Some(Open { number: track, mode, line: number, has_start: false });
            }
            Line::Index(index, sector) => self.index(index, sector)?,
            Line::Other => {}
            Line::Unknown => {
                if self.sheet.findings.len() < MOST_FINDINGS {
                    let finding = Finding::saying(&LINE, Severity::Note, "", "a word that no sheet has");
                    self.sheet.findings.push(finding.inside(format_args!("line {number}")));
                }
            }
        }
        Ok(())
    }

    fn index(&mut self, index: u8, sector: u64) -> std::result::Result<(), Odd> {
        let Some(open) = &mut self.open else {
            return Err(("TRACK before the first INDEX", format!("INDEX {index:02}")));
        };
        let file = self.reached.len() - 1;
        let reached = &mut self.reached[file];
        if reached.stride == 0 {
            reached.stride = open.mode.stride();
        }
        let Some(sectors) = sector.checked_sub(reached.sector) else {
            return Err((
                "places that ascend within a file",
                format!("INDEX {index:02} before the last one"),
            ));
        };
        // At most four digits of minutes: this cannot overflow.
        let byte = reached.byte + sectors * reached.stride;
        // Index 00 is the gap before a track: the one before it ends there.
        if let Some(before) = reached.track.take().and_then(|track| self.sheet.tracks.get_mut(track)) {
            if before.number == open.number {
                reached.track = Some(self.sheet.tracks.len() - 1);
            } else {
                before.end = Some(byte);
                before.is_alone = false;
            }
        }
        *reached = Reached { sector, byte, stride: open.mode.stride(), ..*reached };
        if index == 1 && !open.has_start {
            open.has_start = true;
            let is_alone = !self.sheet.tracks.iter().any(|track| track.file == file);
            reached.track = Some(self.sheet.tracks.len());
            let (number, mode) = (open.number, open.mode);
            self.sheet.tracks.push(Track { number, mode, file, start: byte, end: None, is_alone });
        }
        Ok(())
    }

    fn close(&mut self) -> std::result::Result<(), Odd> {
        match self.open.take() {
            Some(open) if !open.has_start => Err((
                "INDEX 01 with where the track begins",
                format!("TRACK {} of line {} without one", open.number, open.line),
            )),
            _ => Ok(()),
        }
    }

    fn finish(mut self) -> std::result::Result<Sheet, Odd> {
        self.close()?;
        if self.sheet.tracks.is_empty() {
            return Err(("lines with FILE, TRACK and INDEX", "no track".to_owned()));
        }
        Ok(self.sheet)
    }
}
