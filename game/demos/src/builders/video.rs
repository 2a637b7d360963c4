//! A video in colours that nobody needs a codec for: the title card comes out of
//! the dark, to the sound of wind.
//! Source: `avi`, the headers; `docs/spec/zbd/mw3-runtime.md`, "14. Videos".

use super::card::title_card;
use super::sounds;
use crate::DemoFile;
use avi::{BitmapInfo, FourCc, MainHeader, StreamHeader, WaveFormat};
use binary::{Record, Writer};

/// Pictures a second, as in the game's own videos.
const RATE: u32 = 15;
/// Pictures in all.
const LENGTH: u32 = 15;
/// Five bits for each colour.
const BITS: u16 = 16;
/// What follows has an index, and pictures and sound by turns.
const FLAGS: u32 = 0x110;
/// Every picture stands for itself.
const KEY_FRAME: u32 = 0x10;

/// The video of a demo.
pub(crate) fn file(seed: u32, title: &str) -> DemoFile {
    DemoFile::new("video/intro.avi", video(seed, title))
}

fn video(seed: u32, title: &str) -> Vec<u8> {
    let card = title_card(seed, title).halved();
    let (width, height) = (card.width, card.height);
    let pixels = card.to_rgba8();
    let sound = sounds::soft_bytes(seed, LENGTH as f32 / RATE as f32);
    let (samples, sound_rate) = (sound.samples, sound.rate);
    let picture_bytes = width * height * u32::from(BITS) / 8;

    let mut movi = Pieces::default();
    for (number, part) in (1..=LENGTH).zip(samples.chunks(samples.len().div_ceil(LENGTH as usize))) {
        movi.push(*b"00db", &picture(&pixels, width, number as f32 / LENGTH as f32));
        movi.push(*b"01wb", part);
    }
    let main = MainHeader {
        micro_seconds_per_frame: 1_000_000 / RATE,
        max_bytes_per_second: picture_bytes * RATE + sound_rate,
        flags: FLAGS,
        total_frames: LENGTH,
        streams: 2,
        suggested_buffer_size: picture_bytes,
        width,
        height,
        ..MainHeader::default()
    };
    let pictures = StreamHeader {
        kind: FourCc(*b"vids"),
        scale: 1,
        rate: RATE,
        length: LENGTH,
        suggested_buffer_size: picture_bytes,
        frame: [0, 0, width as i16, height as i16],
        ..StreamHeader::default()
    };
    let bitmap = BitmapInfo {
        size: BitmapInfo::SIZES[0] as u32,
        width: width as i32,
        height: height as i32,
        planes: 1,
        bit_count: BITS,
        size_image: picture_bytes,
        ..BitmapInfo::default()
    };
    let wind = StreamHeader {
        kind: FourCc(*b"auds"),
        scale: 1,
        rate: sound_rate,
        length: samples.len() as u32,
        sample_size: 1,
        ..StreamHeader::default()
    };
    let wave = WaveFormat {
        tag: 1,
        channels: 1,
        samples_per_second: sound_rate,
        average_bytes_per_second: sound_rate,
        block_align: 1,
        bits_per_sample: 8,
        extra_size: 0,
    };
    let stream = |header: &StreamHeader, format: Vec<u8>| {
        list(b"strl", &[chunk(b"strh", &record(header, 1)), chunk(b"strf", &format)])
    };
    let headers = list(
        b"hdrl",
        &[
            chunk(b"avih", &record(&main, 0)),
            stream(&pictures, record(&bitmap, 0)),
            stream(&wind, record(&wave, 2)),
        ],
    );
    let all = [headers, list(b"movi", &[movi.bytes]), chunk(b"idx1", &movi.index)];
    chunk(b"RIFF", &[b"AVI ".to_vec(), all.concat()].concat())
}

/// Pictures and sound, and where each of them is.
#[derive(Default)]
struct Pieces {
    bytes: Vec<u8>,
    index: Vec<u8>,
}

impl Pieces {
    fn push(&mut self, name: [u8; 4], bytes: &[u8]) {
        // Counted from the name of the list.
        let words = [KEY_FRAME, 4 + self.bytes.len() as u32, bytes.len() as u32];
        self.index.extend(name);
        self.index.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        self.bytes.extend(chunk(&name, bytes));
    }
}

/// A picture so bright, five bits each of red, green and blue, the lowest row
/// first.
fn picture(rgba: &[u8], width: u32, bright: f32) -> Vec<u8> {
    let five = |value: u8| (f32::from(value) * bright / 255.0 * 31.0).round() as u16;
    let word = |pixel: &[u8]| five(pixel[0]) << 10 | five(pixel[1]) << 5 | five(pixel[2]);
    let rows = rgba.chunks_exact(width as usize * 4).rev();
    rows.flat_map(|row| row.chunks_exact(4)).flat_map(|pixel| word(pixel).to_le_bytes()).collect()
}

fn record<R: Record>(record: &R, column: usize) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.record(record, column);
    writer.into_bytes()
}

fn list(name: &[u8; 4], chunks: &[Vec<u8>]) -> Vec<u8> {
    chunk(b"LIST", &[name.to_vec(), chunks.concat()].concat())
}

/// A name, a size and that many bytes, filled up to an even number.
fn chunk(name: &[u8; 4], bytes: &[u8]) -> Vec<u8> {
    let mut chunk = Writer::new();
    chunk.raw(name);
    chunk.value(&(bytes.len() as u32));
    chunk.raw(bytes);
    chunk.raw(&[0][..bytes.len() % 2]);
    chunk.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use binary::Mode;

    #[test]
    fn the_video_is_what_it_says() {
        let bytes = video(1, "A VALLEY");
        let (avi, report) = avi::read(&bytes, Mode::Strict).expect("a video");
        assert_eq!(report.findings(), []);
        let (video, audio) = (avi.video().expect("pictures"), avi.audio().expect("sound"));
        assert_eq!((video.width, video.height, video.frames, video.rate), (160, 120, LENGTH, Some(15.0)));
        assert_eq!((audio.tag, audio.channels, audio.bits), (1, 1, 8));
        assert_eq!(avi.streams[0].chunks, LENGTH);
        assert_eq!(avi.streams[1].chunk_bytes, u64::from(audio.rate));
        // It begins dark and ends as bright as the card.
        let at = bytes.windows(4).position(|word| word == b"00db").expect("a picture");
        let end = bytes.windows(4).rposition(|word| word == b"idx1").expect("an index");
        let sum = |bytes: &[u8]| bytes.iter().map(|byte| u64::from(*byte)).sum::<u64>();
        assert!(sum(&bytes[at..at + 38_400]) * 3 < sum(&bytes[end - 39_400..end - 1000]));
    }
}
