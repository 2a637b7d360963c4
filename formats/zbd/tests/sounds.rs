//! Sounds against docs/spec/zbd/sounds.md.

use crate::COUNTING;
use binary::{Mode, Severity};
use harness::alloc;
use harness::mutate::{self, Options};
use harness::typed::row;
use harness::{Outcome, Subject, hex, rules, typed};
use zbd::archive::{Archive, Contents, Entry};
use zbd::gamez::Version;
use zbd::sounds::{self, ChunkContent, Wave};

fn small() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/sound.hex"))
}

fn all() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/sound_all.hex"))
}

fn tail() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/sound_tail.hex"))
}

fn outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (wave, report) = sounds::read(bytes, mode)?;
    Ok(Outcome { rewritten: sounds::write(&wave)?, findings: report.into_findings() })
}

/// Read strictly; notes are the only findings.
fn read(bytes: &[u8]) -> (Wave, Vec<&'static str>) {
    let (wave, report) = sounds::read(bytes, Mode::Strict).unwrap();
    assert!(report.findings().iter().all(|found| found.severity == Severity::Note));
    (wave, report.findings().iter().map(|found| found.code).collect())
}

#[test]
fn a_sound_says_what_it_is() {
    let (info, report) = sounds::look(&small(), Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    let format = &info.format;
    assert_eq!((format.format_tag, format.channels, format.samples_per_second), (sounds::PCM, 1, 11_025));
    assert_eq!((format.bits_per_sample, info.data.clone()), (8, 44..49));
    assert!((info.duration_s() - 5.0 / 11_025.0).abs() < 1e-12);

    let (info, _) = sounds::look(&all(), Mode::Strict).unwrap();
    let format = &info.format;
    assert_eq!(
        (format.format_tag, format.channels, format.samples_per_second),
        (sounds::MS_ADPCM, 2, 22_050)
    );
    assert_eq!((format.block_align, format.bits_per_sample, info.data.clone()), (1024, 4, 65..71));
    assert!((info.duration_s() - 6.0 / 22_084.0).abs() < 1e-12);

    let (info, _) = sounds::look(&tail(), Mode::Strict).unwrap();
    assert_eq!((info.format.channels, info.format.bits_per_sample, info.data.clone()), (2, 16, 44..52));
    assert!((info.duration_s() - 2.0 / 44_100.0).abs() < 1e-12);
}

#[test]
fn either_adpcm_is_a_way_that_games_store_sounds() {
    for tag in [sounds::MS_ADPCM, sounds::IMA_ADPCM] {
        let mut bytes = small();
        bytes[20..22].copy_from_slice(&tag.to_le_bytes());
        bytes[34] = 4;
        bytes[32] = 36;
        assert_eq!(read(&bytes).1, [""; 0], "{tag}");
        bytes[34] = 16;
        let codes: Vec<_> = sounds::look(&bytes, Mode::Lenient)
            .unwrap()
            .1
            .findings()
            .iter()
            .map(|found| found.code)
            .collect();
        assert_eq!(codes, ["zbd.sound.format.bits_per_sample"], "{tag}");
    }
}

#[test]
fn a_duration_needs_no_true_bytes_per_second() {
    let (mut info, _) = sounds::look(&tail(), Mode::Strict).unwrap();
    info.format.bytes_per_second = 1;
    assert!((info.duration_s() - 2.0 / 44_100.0).abs() < 1e-12);
    info.format.samples_per_second = 0;
    assert_eq!(info.duration_s(), 8.0);
    info.format.bytes_per_second = 0;
    assert_eq!(info.duration_s(), 0.0);
}

#[test]
fn looking_copies_nothing() {
    let bytes = sounds::write(&Wave::pcm(1, 22_050, 8, vec![128; 1 << 20])).unwrap();
    let (info, peak) = alloc::peak_of(|| sounds::look(&bytes, Mode::Strict).unwrap().0);
    assert_eq!(info.data, 44..44 + (1 << 20));
    assert!(peak < 1024, "{peak} bytes");
}

#[test]
fn wrong_sizes_are_noted_and_kept() {
    let (wave, notes) = read(&all());
    assert_eq!(notes, ["zbd.sound.riff_size", "zbd.sound.chunk_size"]);
    assert_eq!(wave.riff_size, Some(0));
    let ids: Vec<_> = wave.chunks.iter().map(|chunk| chunk.id.bytes().escape_ascii().to_string()).collect();
    assert_eq!(ids, ["fact", "fmt ", "data", "fmt ", "data"]);
    let pads: Vec<_> = wave.chunks.iter().map(|chunk| chunk.pad).collect();
    assert_eq!(pads, [None, None, None, Some(7), None]);
    assert_eq!(wave.chunks[4].claimed_size, Some(0x7FFF_FFFF));
    assert_eq!(wave.samples(), [1, 2, 3, 4, 5, 6]);
    assert_eq!(wave.format().unwrap().samples_per_second, 22_050);
    assert_eq!(sounds::write(&wave).unwrap(), all());
    typed::through_json(&wave);

    let (wave, notes) = read(&tail());
    assert_eq!((notes, wave.tail.as_slice()), (vec!["zbd.sound.tail"], b"tai".as_slice()));
    assert_eq!(sounds::write(&wave).unwrap(), tail());
    typed::through_json(&wave);

    // A frame that does not follow from the format.
    let mut bytes = small();
    bytes[32] = 2;
    assert_eq!(read(&bytes).1, ["zbd.sound.format.block_align"]);
}

#[test]
fn a_sound_made_from_scratch_is_clean() {
    let mut expected = small()[..50].to_vec();
    expected[4] = 42;
    let wave = Wave::pcm(1, 11_025, 8, vec![0x80, 0x90, 0xA0, 0x90, 0x80]);
    assert_eq!(sounds::write(&wave).unwrap(), expected);
    assert_eq!(read(&expected), (wave, vec![]));
    let stereo = Wave::pcm(2, 44_100, 16, vec![0, 0, 0, 0, 0xFF, 0x7F, 0, 0x80]);
    assert_eq!(stereo.format(), read(&tail()).0.format());
    assert_eq!(read(&sounds::write(&stereo).unwrap()), (stereo, vec![]));
}

#[test]
fn what_would_be_read_otherwise_is_not_written() {
    let refused = |what: &str, spoil: fn(&mut Wave)| {
        let mut wave = read(&small()).0;
        spoil(&mut wave);
        assert_eq!(
            sounds::write(&wave).map_err(|finding| finding.code),
            Err("zbd.sound.unwritable"),
            "{what}"
        );
    };
    refused("no format", |wave| drop(wave.chunks.remove(0)));
    refused("no samples", |wave| drop(wave.chunks.remove(1)));
    refused("a filler too many", |wave| wave.chunks[0].pad = Some(0));
    refused("a filler that is missing", |wave| {
        wave.chunks[2].id = binary::Garbage::from_bytes([0; 4]);
        wave.chunks[1].pad = None;
    });
    refused("a size that is less", |wave| wave.chunks[1].claimed_size = Some(1));
    refused("a size that is the same", |wave| wave.chunks[2].claimed_size = Some(8));
    refused("a tail that is a chunk", |wave| wave.tail = vec![0; 8]);
    refused("a format as bytes", |wave| wave.chunks[0].content = ChunkContent::Bytes(vec![0; 16]));
}

#[test]
fn each_field_is_written_at_its_offset() {
    let rows = [
        row(&[("/riff_size", "67305985")], &[(4, "01 02 03 04")]),
        row(&[("/chunks/0/content/format/format/format_tag", "513")], &[(20, "01 02")]),
        row(&[("/chunks/0/content/format/format/channels", "513")], &[(22, "01 02")]),
        row(&[("/chunks/0/content/format/format/samples_per_second", "67305985")], &[(24, "01 02 03 04")]),
        row(&[("/chunks/0/content/format/format/bytes_per_second", "67305985")], &[(28, "01 02 03 04")]),
        row(&[("/chunks/0/content/format/format/block_align", "513")], &[(32, "01 02")]),
        row(&[("/chunks/0/content/format/format/bits_per_sample", "513")], &[(34, "01 02")]),
        row(&[("/chunks/1/content/bytes", "\"AQIDBAU=\"")], &[(44, "01 02 03 04 05")]),
        row(&[("/chunks/1/pad", "7")], &[(49, "07")]),
        row(&[("/chunks/2/id", "{\"text\":\"\",\"raw\":\"01020304\"}")], &[(50, "01 02 03 04")]),
    ];
    let mut wave = read(&small()).0;
    // Said, so that it stands in the JSON and can be changed there.
    wave.riff_size = Some(59);
    assert_eq!(typed::run(&wave, sounds::write, &rows), rows.len());
}

#[test]
fn a_whole_archive_is_read_and_written() {
    let entries = || {
        let entry = |name, data| Entry::new(name, data).unwrap();
        vec![entry("a.wav", small()), entry("b.wav", all()), entry("c.wav", tail())]
    };
    for version in [Version::CrimsonSkies, Version::PiratesMoon] {
        let bytes = zbd::archive::write(&Archive::new(version, Contents::Other, entries())).unwrap();
        let (library, report) = sounds::read_archive(&bytes, Mode::Strict).unwrap();
        report.verdict().unwrap();
        assert_eq!(library.get("B.WAV"), Some(&read(&all()).0));
        assert_eq!(sounds::write_archive(&library).unwrap(), bytes);
    }
    let mut bytes = zbd::archive::write(&Archive::new(Version::Recoil, Contents::Other, entries())).unwrap();
    let at = small().len();
    bytes[at] = b'X';
    let finding = sounds::read_archive(&bytes, Mode::Lenient).unwrap_err();
    assert_eq!((finding.code, finding.path.as_str()), ("zbd.sound.riff", "entry 1 \"b.wav\""));
    assert_eq!(finding.offset, Some(at as u64));
}

#[test]
fn memory_follows_the_size_of_the_file() {
    // Chunks of nothing, then of one byte with its filler.
    for chunk in [&b"LIST\0\0\0\0"[..], b"LIST\x01\0\0\0a\0"] {
        let bytes = [small(), chunk.repeat(1 << 16)].concat();
        let (_, peak) = alloc::peak_of(|| outcome(&bytes, Mode::Lenient).unwrap());
        assert!(peak <= alloc::allowance(bytes.len()), "{peak} bytes for {}", bytes.len());
    }
}

#[test]
fn every_finding_says_what_to_do() {
    for code in sounds::codes() {
        assert!(code.id.starts_with("zbd.sound.") && !code.means.is_empty(), "{code:?}");
        assert!(!code.advice.is_empty(), "{code:?}");
    }
}

fn subject(name: &'static str, fixture: Vec<u8>) -> Subject {
    Subject { name, fixture, read: outcome, sites: sounds::fields }
}

#[test]
fn every_rule_of_the_specification_is_enforced() {
    assert_eq!(rules::run(include_str!("rules/sounds.toml"), &[subject("sound", small())]), 12);
}

#[test]
fn mutations_are_survived_and_written_back() {
    // The odd one with its sizes set right, which nothing is noted about.
    let mut adpcm = all();
    let size = adpcm.len() as u32 - 8;
    adpcm[4..8].copy_from_slice(&size.to_le_bytes());
    adpcm[85..89].copy_from_slice(&3_u32.to_le_bytes());
    for (name, fixture) in [("sound", small()), ("adpcm", adpcm)] {
        let tally = mutate::run(&subject(name, fixture), &Options::new(1999, 100_000));
        println!("{tally}");
        tally.assert_healthy(&COUNTING);
    }
}
