//! AVI videos against Microsoft's "AVI RIFF File Reference".

use avi::{Audio, Avi, Format, FourCc, Video};
use binary::{Mode, Severity};
use harness::alloc::{self, Counting};
use harness::mutate::{self, Options};
use harness::{Outcome, Subject, hex, rules, typed};

#[global_allocator]
static COUNTING: Counting = Counting;

fn fixture() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/avi.hex"))
}

/// Videos are only read: there is nothing to write back.
fn outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (avi, report) = avi::read(bytes, mode)?;
    let shown = avi.video().map(|video| video.seconds());
    assert!(shown.flatten().is_none_or(f64::is_finite), "{avi:?}");
    Ok(Outcome { rewritten: bytes.to_vec(), findings: report.into_findings() })
}

fn subject() -> Subject {
    Subject { name: "avi", fixture: fixture(), read: outcome, sites: avi::fields }
}

/// A clean video, read strictly.
fn read(bytes: &[u8]) -> Avi {
    let (avi, report) = avi::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    avi
}

/// The fixture with some bytes replaced, read leniently, and the codes found.
fn changed(changes: &[(usize, &str)]) -> (Avi, Vec<&'static str>) {
    let mut bytes = fixture();
    for (offset, new) in changes {
        let new = hex::bytes(new);
        bytes[*offset..*offset + new.len()].copy_from_slice(&new);
    }
    let (avi, report) = avi::read(&bytes, Mode::Lenient).unwrap();
    (avi, report.findings().iter().map(|finding| finding.code).collect())
}

#[test]
fn headers_are_read_as_specified() {
    let avi = read(&fixture());
    assert_eq!((avi.main.micro_seconds_per_frame, avi.main.max_bytes_per_second), (66_667, 150_000));
    assert_eq!((avi.main.flags, avi.main.total_frames, avi.main.streams), (0x110, 3, 3));
    assert_eq!((avi.main.width, avi.main.height, avi.main.suggested_buffer_size), (320, 240, 4096));
    assert_eq!(avi.all_frames, Some(5));
    let [pictures, sound, titles] = &avi.streams[..] else { panic!("{:?}", avi.streams) };

    assert_eq!((pictures.header.kind, pictures.header.handler), (FourCc(*b"vids"), FourCc(*b"cvid")));
    assert_eq!((pictures.header.scale, pictures.header.rate, pictures.header.length), (1, 15, 5));
    assert_eq!((pictures.header.quality, pictures.header.frame), (u32::MAX, [0, 0, 320, 240]));
    let Format::Video(bitmap) = &pictures.format else { panic!("{:?}", pictures.format) };
    assert_eq!((bitmap.size, bitmap.width, bitmap.height, bitmap.planes), (40, 320, 240, 1));
    assert_eq!((bitmap.bit_count, bitmap.compression, bitmap.size_image), (24, FourCc(*b"cvid"), 230_400));

    assert_eq!((sound.header.kind, sound.header.sample_size), (FourCc(*b"auds"), 2));
    assert_eq!((sound.header.scale, sound.header.rate, sound.header.length), (2, 44_100, 8820));
    let Format::Audio(wave) = &sound.format else { panic!("{:?}", sound.format) };
    assert_eq!((wave.tag, wave.channels, wave.samples_per_second), (1, 1, 22_050));
    assert_eq!((wave.average_bytes_per_second, wave.block_align, wave.bits_per_sample), (44_100, 2, 16));

    assert_eq!((titles.header.kind, &titles.format), (FourCc(*b"txts"), &Format::Unknown));
}

#[test]
fn pieces_are_counted_in_all_parts() {
    let avi = read(&fixture());
    let counts: Vec<_> = avi.streams.iter().map(|stream| (stream.chunks, stream.chunk_bytes)).collect();
    // Pictures of 7, 3, 2 bytes, and 2 and 2 in the second part; an index is no
    // piece.
    assert_eq!(counts, [(5, 16), (1, 4), (0, 0)]);
}

#[test]
fn the_figures_people_ask_for() {
    let avi = read(&fixture());
    let video = avi.video().unwrap();
    let expected =
        Video { width: 320, height: 240, frames: 5, rate: Some(15.0), codec: FourCc(*b"cvid"), bits: 24 };
    assert_eq!(video, expected);
    assert_eq!(video.seconds(), Some(5.0 / 15.0));
    assert_eq!(avi.audio(), Some(Audio { tag: 1, channels: 1, rate: 22_050, bits: 16 }));
    assert_eq!(avi::video_name(video.codec), Some("Cinepak"));
    assert_eq!(avi::video_name(FourCc(*b"IV50")), Some("Indeo 5"));
    assert_eq!(avi::video_name(FourCc([0; 4])), Some("uncompressed"));
    assert_eq!(avi::video_name(FourCc(*b"????")), None);
    assert_eq!((avi::audio_name(0x11), avi::audio_name(0x99)), (Some("IMA ADPCM"), None));
}

#[test]
fn what_a_stream_does_not_say_is_taken_from_elsewhere() {
    // No rate of its own: that of the whole.
    let (avi, codes) = changed(&[(132, "00 00 00 00")]);
    assert_eq!(codes, ["avi.rate"]);
    assert!((avi.video().unwrap().rate.unwrap() - 15.0).abs() < 0.001);
    let (avi, _) = changed(&[(132, "00 00 00 00"), (32, "00 00 00 00")]);
    assert_eq!((avi.video().unwrap().rate, avi.video().unwrap().seconds()), (None, None));
    // No length: that of all parts, of the first part, of what is there.
    let length = (140, "00 00 00 00");
    assert_eq!(changed(&[length, (428, "09")]).0.video().unwrap().frames, 9);
    assert_eq!(changed(&[length, (428, "00")]).0.video().unwrap().frames, 3);
    assert_eq!(changed(&[length, (428, "00"), (48, "00")]).0.video().unwrap().frames, 5);
    // The topmost row first.
    let (avi, codes) = changed(&[(180, "10 ff ff ff")]);
    assert_eq!((avi.video().unwrap().height, codes.len()), (240, 0));
}

#[test]
fn missing_pictures_and_a_tail_are_notes() {
    let mut bytes = fixture();
    bytes[140] = 6;
    bytes.extend(*b"cut here");
    let (avi, report) = avi::read(&bytes, Mode::Strict).unwrap();
    assert_eq!(avi.video().unwrap().frames, 6);
    let found: Vec<_> =
        report.findings().iter().map(|finding| (finding.code, finding.severity, finding.offset)).collect();
    let note = |code, offset| (code, Severity::Note, Some(offset));
    assert_eq!(found, [note("avi.trailing", 626), note("avi.frames", 32)]);
}

#[test]
fn a_file_that_was_cut_off_still_says_what_it_is() {
    let whole = fixture();
    let (avi, report) = avi::read(&whole[..540], Mode::Lenient).unwrap();
    assert_eq!(avi.video().unwrap().width, 320);
    assert_eq!(avi.streams[0].chunks, 2);
    let codes: Vec<_> = report.findings().iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["avi.size", "avi.chunk", "avi.chunk", "avi.frames"]);
}

#[test]
fn json_shows_codecs_as_text() {
    let mut avi = read(&fixture());
    let json = typed::through_json(&avi);
    assert!(
        json.contains("\"compression\":\"cvid\"") && json.contains("\"handler\":\"0x00000000\""),
        "{json}"
    );
    avi.streams[0].header.handler = FourCc([1, 0, b'a', 0xFF]);
    typed::through_json(&avi);
    assert!(serde_json::from_str::<FourCc>("\"cinepak\"").is_err());
}

#[test]
fn lists_of_streams_stay_within_the_memory_bound() {
    // Nothing but streams without a format.
    let mut bytes = fixture()[..88].to_vec();
    let mut stream = b"LIST\x3c\0\0\0strlstrh\x30\0\0\0vids".to_vec();
    stream.resize(68, 0);
    let count = 20_000;
    bytes.extend(stream.repeat(count));
    let size = bytes.len() as u32;
    bytes[4..8].copy_from_slice(&(size - 8).to_le_bytes());
    bytes[16..20].copy_from_slice(&(size - 20).to_le_bytes());
    let (avi, peak) = alloc::peak_of(|| avi::read(&bytes, Mode::Lenient).unwrap().0);
    assert_eq!(avi.streams.len(), count);
    assert!(peak > bytes.len() && peak <= alloc::allowance(bytes.len()), "{peak} for {}", bytes.len());
}

#[test]
fn every_finding_says_what_to_do() {
    for code in avi::codes() {
        assert!(code.id.starts_with("avi.") && !code.means.is_empty(), "{code:?}");
        assert!(!code.advice.is_empty(), "{code:?}");
    }
}

#[test]
fn every_rule_is_enforced() {
    assert_eq!(rules::run(include_str!("rules/avi.toml"), &[subject()]), 21);
}

#[test]
fn mutations_are_survived() {
    let tally = mutate::run(&subject(), &Options::new(1999, 100_000));
    println!("{tally}");
    tally.assert_healthy(&COUNTING);
}
