//! Long sounds that are decoded while they play: the same samples, little memory,
//! and an end in silence where a file is cut off.

use audio::{Curve, Listener, Mixer, Samples, Source, Voice};
use glam::Vec3;
use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

#[global_allocator]
static COUNTING: harness::alloc::Counting = harness::alloc::Counting;

const RATE: u32 = 44_100;
const EAR: Listener = Listener { ear: Vec3::ZERO, right: Vec3::X, near: 1.0 };
/// What a track of any length may cost, in bytes.
const MOST: usize = 2_000_000;

/// A WAV of 16 bits with a sample in each channel that follows from where it
/// stands, made as it is read.
#[derive(Clone, Copy)]
struct LongWav {
    rate: u32,
    channels: u32,
    frames: u32,
    /// Bytes that are there of it.
    bytes: u64,
    at: u64,
}

impl LongWav {
    const HEADER: u64 = 44;

    fn new(rate: u32, channels: u32, frames: u32) -> Self {
        let bytes = LongWav::HEADER + u64::from(frames * channels * 2);
        LongWav { rate, channels, frames, bytes, at: 0 }
    }

    fn header(&self) -> Vec<u8> {
        let (frame, data) = (self.channels * 2, self.frames * self.channels * 2);
        let mut bytes = b"RIFF".to_vec();
        bytes.extend((data + 36).to_le_bytes());
        bytes.extend(b"WAVEfmt \x10\0\0\0\x01\0");
        bytes.extend((self.channels as u16).to_le_bytes());
        bytes.extend(self.rate.to_le_bytes());
        bytes.extend((self.rate * frame).to_le_bytes());
        bytes.extend((frame as u16).to_le_bytes());
        bytes.extend(b"\x10\0data");
        bytes.extend(data.to_le_bytes());
        bytes
    }

    /// A triangle that takes 20,011 samples up and down.
    fn sample(number: u64) -> i16 {
        let phase = number % 20_011;
        (phase.min(20_011 - phase) * 3) as i16 - 15_000
    }

    fn byte(&self, header: &[u8], at: u64) -> u8 {
        let Some(data) = at.checked_sub(LongWav::HEADER) else { return header[at as usize] };
        LongWav::sample(data / 2).to_le_bytes()[(data % 2) as usize]
    }
}

impl Read for LongWav {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let count = (self.bytes - self.at.min(self.bytes)).min(out.len() as u64) as usize;
        let header = if self.at < LongWav::HEADER { self.header() } else { Vec::new() };
        for (index, byte) in out[..count].iter_mut().enumerate() {
            *byte = self.byte(&header, self.at + index as u64);
        }
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for LongWav {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.at = match to {
            SeekFrom::Start(at) => at,
            SeekFrom::End(by) => self.bytes.saturating_add_signed(by),
            SeekFrom::Current(by) => self.at.saturating_add_signed(by),
        };
        Ok(self.at)
    }
}

fn all(mut reader: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).unwrap();
    bytes
}

fn mixer(voice: Voice) -> Mixer {
    let mut mixer = Mixer::new(RATE);
    mixer.play(voice);
    mixer.hear(&EAR);
    mixer
}

fn stream(name: &str, reader: impl Read + Seek + Send + Sync + 'static) -> Source {
    let source = Source::open(name, reader).unwrap();
    assert!(matches!(source, Source::Stream(_)), "{name}");
    source
}

fn mixed(mixer: &mut Mixer, frames: usize) -> Vec<f32> {
    let mut out = vec![0.0; frames * 2];
    mixer.mix(&mut out);
    out
}

/// Plays a file to its end and checks that it costs little; how long it was, in
/// frames of the mixer.
fn played(name: &str, reader: impl Read + Seek + Send + Sync + 'static) -> usize {
    assert!(harness::alloc::installed());
    let (frames, peak) = harness::alloc::peak_of(|| {
        let mut mixer = mixer(Voice::new(stream(name, reader)));
        let mut block = vec![0.0; 2 * 4096];
        let mut frames = 0;
        while mixer.voices() > 0 {
            mixer.mix(&mut block);
            frames += 4096;
        }
        assert!(mixer.take_findings().is_empty(), "{name}");
        frames
    });
    println!("{name}: {peak} bytes");
    assert!((1000..MOST).contains(&peak), "{name}: {peak} bytes");
    frames
}

#[test]
fn ten_minutes_of_wav_cost_less_than_two_megabytes() {
    let frames = RATE * 600;
    let heard = played("ten minutes.wav", LongWav::new(RATE, 2, frames));
    assert_eq!(heard, (frames as usize).next_multiple_of(4096));
}

fn ffmpeg(arguments: &[&str], file: &Path) {
    let run =
        Command::new("ffmpeg").args(["-v", "error", "-nostdin"]).args(arguments).arg(file).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

/// Some seconds of two tones as OGG Vorbis, made by ffmpeg; none, with a line,
/// where there is none.
fn ogg(folder: &tempfile::TempDir, seconds: u32) -> Option<PathBuf> {
    tones(folder, "tones.ogg", seconds, &["-c:a", "libvorbis", "-q:a", "0"])
}

/// The same as any kind of file.
fn tones(folder: &tempfile::TempDir, name: &str, seconds: u32, how: &[&str]) -> Option<PathBuf> {
    if Command::new("ffmpeg").arg("-version").output().is_err() {
        assert!(std::env::var_os("REVISIT_REQUIRE_FFMPEG").is_none(), "no ffmpeg on this machine");
        eprintln!("skipped: making an OGG needs ffmpeg, which this machine does not have");
        return None;
    }
    let file = folder.path().join(name);
    let tones = format!("aevalsrc=0.4*sin(2*PI*220*t)|0.3*sin(2*PI*331*t):s=22050:d={seconds}");
    ffmpeg(&[&["-f", "lavfi", "-i", &tones], how].concat(), &file);
    Some(file)
}

#[test]
fn ten_minutes_of_ogg_cost_less_than_two_megabytes() {
    let folder = tempfile::tempdir().unwrap();
    let Some(part) = ogg(&folder, 20) else { return };
    // The same 20 seconds thirty times, which is quicker than to encode them all.
    let file = folder.path().join("ten minutes.ogg");
    ffmpeg(&["-stream_loop", "29", "-i", part.to_str().unwrap(), "-c", "copy"], &file);
    let seconds = played("ten minutes.ogg", File::open(file).unwrap()) / RATE as usize;
    assert!((599..=601).contains(&seconds), "{seconds}");
}

#[test]
fn a_stream_gives_the_samples_that_decoding_it_at_once_gives_over_its_seam_too() {
    let folder = tempfile::tempdir().unwrap();
    let mut files = vec![
        ("mono.wav", all(LongWav::new(RATE, 1, 40_000))),
        // Half as many frames as are mixed, so that positions stay exact.
        ("stereo.wav", all(LongWav::new(22_050, 2, 20_001))),
        ("odd.wav", all(LongWav::new(32_000, 2, 17_777))),
    ];
    files.extend(ogg(&folder, 2).map(|file| ("tones.ogg", std::fs::read(file).unwrap())));
    // An MP3 with a head that tells its length, and one that leaves it to be guessed.
    for (name, how) in [
        ("tones.flac", &["-c:a", "flac"][..]),
        ("tones.mp3", &["-c:a", "libmp3lame", "-b:a", "64k"]),
        ("guessed.mp3", &["-c:a", "libmp3lame", "-q:a", "4", "-write_xing", "0", "-id3v2_version", "0"]),
    ] {
        files.extend(tones(&folder, name, 2, how).map(|file| (name, std::fs::read(file).unwrap())));
    }
    for (name, bytes) in files {
        let samples = Samples::decode(name, &bytes).unwrap();
        for (looping, pitch) in [(false, 1.0), (true, 1.0), (true, 1.7), (true, 0.3)] {
            let mut wanted = mixer(Voice { looping, pitch, ..Voice::new(samples.clone()) });
            let source = stream(name, Cursor::new(bytes.clone()));
            let mut found = mixer(Voice { looping, pitch, ..Voice::new(source) });
            for part in 0..10 {
                // Out of hearing for a while, and back where time has gone on.
                let volume = if part == 4 || part == 5 { 0.0 } else { 1.0 };
                for mixer in [&mut wanted, &mut found] {
                    mixer.set_master_volume(volume);
                    mixer.hear(&EAR);
                }
                let [wanted, found] = [&mut wanted, &mut found].map(|mixer| mixed(mixer, 15_000));
                let differs = wanted.iter().zip(&found).position(|(a, b)| a.to_bits() != b.to_bits());
                assert_eq!(differs, None, "{name}, part {part}, looping {looping}, pitch {pitch}");
                assert!(part > 0 || wanted.iter().any(|sample| sample.abs() > 0.2));
            }
            assert_eq!((wanted.voices(), found.voices()), (usize::from(looping), usize::from(looping)));
            assert!(found.take_findings().is_empty());
        }
    }
}

#[test]
fn however_it_is_cut_into_blocks_the_samples_are_the_same() {
    let playing = || {
        let source = stream("mono.wav", LongWav::new(RATE, 1, 40_000));
        let mut mixer = Mixer::new(RATE);
        let handle = mixer.play(Voice { looping: true, pitch: 1.3, ..Voice::new(source) });
        mixer.hear(&EAR);
        mixer.fade_in(handle, 1.0, Curve::EqualPower);
        mixer
    };
    let whole = mixed(&mut playing(), 100_000);
    let mut parts = playing();
    let mut joined = Vec::new();
    for block in [1, 255, 256, 4096, 30_000, 65_392] {
        joined.extend(mixed(&mut parts, block));
    }
    assert!(joined == whole);
}

#[test]
fn what_is_cut_off_ends_in_silence_and_with_a_finding() {
    let whole = LongWav::new(RATE, 1, 60_000);
    // 30,000 frames are there.
    let cut = LongWav { bytes: LongWav::HEADER + 60_000, ..whole };
    for looping in [false, true] {
        let mut mixer = mixer(Voice { looping, ..Voice::new(stream("cut.wav", cut)) });
        let out = mixed(&mut mixer, 40_000);
        let heard = out.iter().rposition(|sample| *sample != 0.0).unwrap() / 2 + 1;
        assert_eq!(heard, 30_000 + mixer.delay());
        assert_eq!(mixer.voices(), 0);
        let findings = mixer.take_findings();
        let [finding] = &findings[..] else { panic!("{findings:?}") };
        assert_eq!((finding.code, finding.file.as_str()), ("audio.stream", "cut.wav"));
        assert_eq!((finding.expected.as_str(), finding.found.as_str()), ("60000 frames", "30000 frames"));
        assert!(mixer.take_findings().is_empty());
    }
    let folder = tempfile::tempdir().unwrap();
    let Some(file) = ogg(&folder, 5) else { return };
    let bytes = std::fs::read(file).unwrap();
    let all = Samples::decode("tones.ogg", &bytes).unwrap().frames();
    // Cut off in the middle, and damaged there.
    let half = bytes.len() / 2;
    let mut damaged = bytes.clone();
    damaged[half..half + 5000].fill(0x55);
    for (name, bytes) in [("cut.ogg", bytes[..half].to_vec()), ("damaged.ogg", damaged)] {
        let mut mixer = mixer(Voice { looping: true, ..Voice::new(stream(name, Cursor::new(bytes))) });
        let out = mixed(&mut mixer, 2 * all + 100);
        let heard = out.iter().rposition(|sample| *sample != 0.0).unwrap() / 2 + 1;
        // Mixed at twice its rate; a page of it lasts a second or so.
        assert!((all / 4..2 * all - 10_000).contains(&heard), "{name}: {heard} of {}", 2 * all);
        assert_eq!(mixer.voices(), 0);
        let codes: Vec<&str> = mixer.take_findings().iter().map(|finding| finding.code).collect();
        assert_eq!(codes, ["audio.stream"], "{name}");
    }
}

/// A file that somebody writes shorter while it plays.
struct Shrinking {
    wav: LongWav,
    bytes: Arc<AtomicU64>,
}

impl Read for Shrinking {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        self.wav.bytes = self.bytes.load(Ordering::Relaxed);
        self.wav.read(out)
    }
}

impl Seek for Shrinking {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.wav.seek(to)
    }
}

#[test]
fn a_file_that_changes_while_it_plays_ends_where_it_is_no_longer_the_same() {
    let wav = LongWav::new(RATE, 1, 40_000);
    let bytes = Arc::new(AtomicU64::new(wav.bytes));
    let source = stream("mono.wav", Shrinking { wav, bytes: Arc::clone(&bytes) });
    let mut mixer = mixer(Voice { looping: true, ..Voice::new(source) });
    // In its second pass, with no more than 16,384 frames decoded ahead.
    mixed(&mut mixer, 42_000);
    bytes.store(LongWav::HEADER + 2 * 20_000, Ordering::Relaxed);
    let out = mixed(&mut mixer, 60_000);
    let heard = out.iter().rposition(|sample| *sample != 0.0).unwrap() / 2 + 1;
    // Symphonia reads up to 32 KiB ahead.
    assert!((18_000..40_000 - 2000).contains(&heard), "{heard}");
    assert_eq!((mixer.voices(), mixer.take_findings().len()), (0, 1));
}

#[test]
fn what_is_short_is_not_streamed_and_what_is_no_sound_says_so() {
    let short = all(LongWav::new(RATE, 2, 12_000));
    match Source::open("short.wav", Cursor::new(short.clone())).unwrap() {
        Source::Samples(samples) => assert_eq!(samples, Samples::decode("short.wav", &short).unwrap()),
        Source::Stream(stream) => panic!("{stream:?}"),
    }
    for bytes in [&b""[..], b"words that are no sound", b"OggS", b"RIFF"] {
        assert!(Source::open("a.wav", Cursor::new(bytes.to_vec())).is_err());
    }
    let fast = Source::open("fast.wav", LongWav::new(1_000_000, 2, 90_000));
    assert_eq!(fast.unwrap_err().to_string(), "1000000 frames a second");
    // Any byte of a header may be anything: an error or a sound that ends.
    let bytes = all(LongWav::new(RATE, 1, 30_000));
    for at in 0..LongWav::HEADER as usize {
        for value in [0, 1, 127, 255] {
            let mut odd = bytes.clone();
            odd[at] = value;
            let Ok(source) = Source::open("odd.wav", Cursor::new(odd)) else { continue };
            let mut mixer = mixer(Voice::new(source));
            // A rate of next to nothing plays for very long.
            (0..40).for_each(|_| assert_eq!(mixed(&mut mixer, 4096).len(), 8192));
        }
    }
}

#[test]
fn of_too_many_streams_the_least_important_end() {
    let mut mixer = Mixer::new(RATE);
    mixer.hear(&EAR);
    let handles: Vec<_> = (0..20)
        .map(|number: u8| {
            let source = stream("mono.wav", LongWav::new(RATE, 1, 40_000));
            mixer.play(Voice { priority: number % 10, ..Voice::new(source) })
        })
        .collect();
    assert_eq!((mixer.streams(), mixer.voices()), (16, 16));
    let gone: Vec<usize> = (0..20).filter(|number| !mixer.is_playing(handles[*number])).collect();
    assert_eq!(gone, [0, 1, 10, 11]);
    // Those that end make room.
    mixer.stop(handles[9], 0.0, Curve::Linear);
    mixed(&mut mixer, 500);
    assert_eq!(mixer.streams(), 15);
}
