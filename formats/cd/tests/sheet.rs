//! Cue sheets as rippers write them, and broken ones.

use cd::{Mode, Sheet, Track};

fn track(number: u8, mode: Mode, file: usize, start: u64, end: Option<u64>, is_alone: bool) -> Track {
    Track { number, mode, file, start, end, is_alone }
}

#[test]
fn one_file_holds_data_and_music() {
    let text = "\u{FEFF}REM GENRE Game\r\nCATALOG 0000000000000\r\nFILE \"Game.BIN\" binary\r\n\
                \x20 track 01 mode1/2352\r\n    FLAGS DCP\r\n    INDEX 01 00:00:00\r\n\
                \x20 TRACK 02 AUDIO\r\n    PREGAP 00:02:00\r\n    INDEX 00 10:00:00\r\n    INDEX 01 10:02:00\r\n\
                \x20 TRACK 03 AUDIO\r\n    INDEX 01 13:08:05\r\n    INDEX 02 14:00:00\r\n";
    let sheet = Sheet::parse(text.as_bytes()).unwrap();
    assert_eq!(sheet.files.len(), 1);
    assert!(sheet.files[0].name == "Game.BIN" && sheet.files[0].is_sectors);
    let sector = |minutes: u64, seconds: u64, sectors: u64| ((minutes * 60 + seconds) * 75 + sectors) * 2352;
    assert_eq!(
        sheet.tracks,
        [
            track(1, Mode::Data2352, 0, 0, Some(sector(10, 0, 0)), false),
            // The gap before the next track belongs to the disc, not to the music.
            track(2, Mode::Audio, 0, sector(10, 2, 0), Some(sector(13, 8, 5)), false),
            track(3, Mode::Audio, 0, sector(13, 8, 5), None, false),
        ]
    );
    assert_eq!((sheet.data_track().unwrap().number, sheet.music().count()), (1, 2));
    assert!(sheet.findings.is_empty());
}

#[test]
fn sectors_of_data_may_be_shorter_than_those_of_music() {
    let text = "FILE game.bin BINARY\nTRACK 1 MODE1/2048\nINDEX 1 0:0:0\nTRACK 2 AUDIO\nINDEX 0 0:2:0\n\
                INDEX 1 0:4:0\nTRACK 3 AUDIO\nINDEX 1 0:5:0\n";
    let sheet = Sheet::parse(text.as_bytes()).unwrap();
    // 150 sectors of 2048 bytes, then 150 of 2352 up to the music, and 75 of that.
    let gap = 150 * 2048;
    let music = gap + 150 * 2352;
    assert_eq!(sheet.tracks[0].end, Some(gap));
    assert_eq!((sheet.tracks[1].start, sheet.tracks[1].end), (music, Some(music + 75 * 2352)));
}

#[test]
fn each_track_may_have_a_file_of_its_own() {
    let text = "FILE \"a (Track 1).bin\" BINARY\n TRACK 01 MODE2/2352\n INDEX 01 00:00:00\n\
                FILE \"a (Track 2).bin\" MOTOROLA\n TRACK 02 AUDIO\n INDEX 00 00:00:00\n INDEX 01 00:02:00\n\
                FILE \"Music\\Track03.wav\" WAVE\n TRACK 03 AUDIO\n INDEX 01 00:00:00\n";
    let sheet = Sheet::parse(text.as_bytes()).unwrap();
    assert_eq!(
        sheet.tracks,
        [
            track(1, Mode::Xa2352, 0, 0, None, true),
            track(2, Mode::Audio, 1, 150 * 2352, None, true),
            track(3, Mode::Audio, 2, 0, None, true),
        ]
    );
    assert!(sheet.files[1].high_byte_first && !sheet.files[2].is_sectors);
    assert_eq!(sheet.files[2].name, "Music\\Track03.wav");
}

#[test]
fn the_gap_of_a_track_may_lie_in_the_file_before_it() {
    let text = "FILE 1.wav WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nINDEX 00 03:00:00\n\
                FILE 2.wav WAVE\nINDEX 01 00:00:00\n";
    let sheet = Sheet::parse(text.as_bytes()).unwrap();
    assert_eq!(
        sheet.tracks,
        [track(1, Mode::Audio, 0, 0, Some(180 * 75 * 2352), false), track(2, Mode::Audio, 1, 0, None, true),]
    );
}

#[test]
fn a_broken_sheet_is_one_line_that_says_where() {
    for (text, place, words) in [
        ("", "", "found no track, expected lines with FILE, TRACK and INDEX"),
        ("dear diary", "", "found no track"),
        ("TRACK 01 AUDIO", "line 1", "found TRACK 1, expected FILE before the first TRACK"),
        ("FILE a BINARY\nINDEX 01 00:00:00", "line 2", "expected TRACK before the first INDEX"),
        ("FILE a BINARY\nTRACK 01 CASSETTE", "line 2", "found `CASSETTE`, expected AUDIO, MODE1/2048"),
        (
            "FILE a BINARY\nTRACK 01 AUDIO\nINDEX 01 aa:00:00",
            "line 3",
            "found `INDEX 01 aa:00:00`, expected a place",
        ),
        ("FILE a BINARY\nTRACK 01 AUDIO\n", "", "found TRACK 1 of line 2 without one, expected INDEX 01"),
        (
            "FILE a BINARY\nTRACK 02 AUDIO\nINDEX 01 00:00:00\nTRACK 02 AUDIO",
            "line 4",
            "expected tracks by ascending numbers",
        ),
        (
            "FILE a BINARY\nTRACK 01 AUDIO\nINDEX 01 01:00:00\nTRACK 02 AUDIO\nINDEX 01 00:30:00",
            "line 5",
            "expected places that ascend",
        ),
    ] {
        let finding = Sheet::parse(text.as_bytes()).unwrap_err();
        assert_eq!((finding.code, finding.path.as_str()), ("cd.sheet", place), "{text}");
        let line = finding.in_file("game.cue").to_string();
        assert!(line.contains(words) && line.lines().count() == 1, "{line}");
    }
}

#[test]
fn words_that_no_sheet_has_are_left_out_and_told() {
    let sheet = Sheet::parse(b"FILE a BINARY\nVINYL 33\nTRACK 01 AUDIO\nINDEX 01 00:00:00").unwrap();
    assert_eq!(sheet.tracks.len(), 1);
    let findings: Vec<_> =
        sheet.findings.iter().map(|finding| (finding.code, finding.path.as_str())).collect();
    assert_eq!(findings, [("cd.line", "line 2")]);
}

#[test]
fn other_encodings_are_read() {
    let text = "FILE \"Spiel ü.bin\" BINARY\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n";
    let wide: Vec<u8> = [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    assert_eq!(Sheet::parse(&wide).unwrap(), Sheet::parse(text.as_bytes()).unwrap());
    let latin: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
    assert_eq!(Sheet::parse(&latin).unwrap(), Sheet::parse(text.as_bytes()).unwrap());
}

#[test]
fn no_text_is_too_odd_to_be_read() {
    let text = b"FILE \"a b.bin\" BINARY\n TRACK 01 MODE1/2352\n INDEX 00 00:00:00\n INDEX 01 99:59:74\n\
                 TRACK 02 AUDIO\n INDEX 01 9999:59:74\nFILE c.wav WAVE\n TRACK 03 AUDIO\n INDEX 01 00:00:00\n";
    Sheet::parse(text).unwrap();
    let mut seed = 7_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % below
    };
    for _ in 0..20_000 {
        let mut odd = text.to_vec();
        for _ in 0..1 + random(4) {
            match random(3) {
                0 => odd[random(text.len() / 2)] = random(256) as u8,
                1 => odd.truncate(1 + random(odd.len())),
                _ => {
                    let at = random(odd.len());
                    odd.splice(at..at, text[at.min(text.len())..].iter().copied().take(30));
                }
            }
            odd.resize(odd.len().max(text.len() / 2), b' ');
        }
        match Sheet::parse(&odd) {
            Ok(sheet) => {
                assert!(
                    sheet.tracks.len() <= 99
                        && sheet.tracks.iter().all(|track| track.file < sheet.files.len())
                )
            }
            Err(finding) => assert_eq!(finding.to_string().lines().count(), 1),
        }
    }
}
