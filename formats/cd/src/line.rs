//! One line of a cue sheet, and what its words mean.

use crate::SECTORS_PER_SECOND;

/// A line that means something for tracks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A file; its name, and the word for what it holds.
    File(String, String),
    /// A track; its number, and the word for its mode.
    Track(u8, String),
    /// A place in the file, in sectors from its start.
    Index(u8, u64),
    /// Titles, gaps that are in no file, remarks.
    Other,
    /// A word that no sheet has.
    Unknown,
}

/// What a line should have been, where it is not.
pub(crate) type Expected = &'static str;

const NUMBER: Expected = "a track number, 1 to 99";
const TIME: Expected = "a place as minutes:seconds:sectors, such as 02:30:74";

/// Reads one line without its end.
pub(crate) fn parse(line: &str) -> Result<Line, Expected> {
    let (word, rest) = next_word(line);
    let is = |name: &str| word.eq_ignore_ascii_case(name);
    let others = [
        "",
        "REM",
        "TITLE",
        "PERFORMER",
        "SONGWRITER",
        "CATALOG",
        "CDTEXTFILE",
        "ISRC",
        "FLAGS",
        "PREGAP",
        "POSTGAP",
    ];
    if is("FILE") {
        // A name with blanks and without quotes reaches up to the last word.
        let unquoted = Some(rest.trim()).filter(|rest| !rest.starts_with('"'));
        let (name, kind) = unquoted
            .and_then(|rest| rest.rsplit_once(char::is_whitespace))
            .unwrap_or_else(|| next_word(rest));
        if name.is_empty() {
            return Err("the name of a file after FILE");
        }
        return Ok(Line::File(name.trim().to_owned(), next_word(kind).0.to_owned()));
    }
    if is("TRACK") {
        let (number, rest) = next_word(rest);
        let number = number.parse().ok().filter(|number| (1..=99).contains(number)).ok_or(NUMBER)?;
        return Ok(Line::Track(number, next_word(rest).0.to_owned()));
    }
    if is("INDEX") {
        let (number, rest) = next_word(rest);
        let number = number.parse().ok().filter(|number| *number <= 99).ok_or("an index number, 0 to 99")?;
        return Ok(Line::Index(number, sectors(next_word(rest).0).ok_or(TIME)?));
    }
    Ok(if others.iter().any(|name| is(name)) { Line::Other } else { Line::Unknown })
}

/// The first word, without its quotes, and what follows it.
fn next_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    if let Some(quoted) = text.strip_prefix('"') {
        return quoted.split_once('"').unwrap_or((quoted, ""));
    }
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// Sectors of `mm:ss:ff`; minutes may be more than 99 in an image that never was a
/// disc.
fn sectors(time: &str) -> Option<u64> {
    let mut parts = time.split(':').map(|part| {
        let digits = !part.is_empty() && part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| part.parse::<u64>().ok()).flatten()
    });
    let [minutes, seconds, sectors] = [parts.next()??, parts.next()??, parts.next()??];
    let fits = seconds < 60 && sectors < SECTORS_PER_SECOND && parts.next().is_none();
    fits.then(|| (minutes * 60 + seconds) * SECTORS_PER_SECOND + sectors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_count_in_any_case_and_names_with_and_without_quotes() {
        let file = |name: &str, kind: &str| Ok(Line::File(name.to_owned(), kind.to_owned()));
        assert_eq!(parse("FILE \"My Game.bin\" BINARY"), file("My Game.bin", "BINARY"));
        assert_eq!(parse("  file game.bin binary "), file("game.bin", "binary"));
        assert_eq!(parse("FILE My Game.bin BINARY"), file("My Game.bin", "BINARY"));
        assert_eq!(parse("FILE \"end is missing.bin"), file("end is missing.bin", ""));
        assert_eq!(parse("Track 2 audio"), Ok(Line::Track(2, "audio".to_owned())));
        assert_eq!(parse("\tINDEX 01 01:02:03"), Ok(Line::Index(1, 62 * 75 + 3)));
        assert_eq!(parse("rem anything at all"), Ok(Line::Other));
        assert_eq!(parse(""), Ok(Line::Other));
        assert_eq!(parse("VINYL 33"), Ok(Line::Unknown));
    }

    #[test]
    fn a_word_of_another_kind_is_told() {
        for (line, expected) in [
            ("FILE", "the name of a file"),
            ("TRACK zero AUDIO", "a track number"),
            ("TRACK 100 AUDIO", "a track number"),
            ("INDEX 01 1:60:00", "minutes:seconds:sectors"),
            ("INDEX 01 1:00:75", "minutes:seconds:sectors"),
            ("INDEX 01 -1:00:00", "minutes:seconds:sectors"),
            ("INDEX 01", "minutes:seconds:sectors"),
            ("INDEX x 00:00:00", "an index number"),
        ] {
            let told = parse(line).unwrap_err();
            assert!(told.contains(expected), "{line}: {told}");
        }
    }
}
