//! Music of a compact disc, as it lies in an image: sound without a header.
//!
//! A track is read as the WAV file that a ripper would make of it, so that it streams,
//! loops and ends as any other long sound. Where a track lies is said by the sheet of
//! the image, which this does not read.

use std::io::{Read, Result, Seek, SeekFrom};
use std::ops::Range;

/// Frames a second, channels and bits of the sound on every disc.
const RATE: u32 = 44_100;
const CHANNELS: u32 = 2;
const BITS: u32 = 16;
/// Bytes of a frame.
const FRAME: u64 = (CHANNELS * BITS / 8) as u64;
/// Bytes of the header of a WAV file.
const HEADER: usize = 44;
/// Most parts of a WAV file that are passed in search of its sound.
const MOST_CHUNKS: usize = 64;

/// A track of an image as a WAV file, for [`Source::open`](crate::Source::open).
#[derive(Debug)]
pub struct CdTrack<R> {
    image: R,
    /// Where the track is in the image, whole frames.
    place: Range<u64>,
    high_byte_first: bool,
    header: [u8; HEADER],
    /// Where the next byte is in the WAV file.
    at: u64,
}

impl<R: Read + Seek> CdTrack<R> {
    /// The track at these bytes of an image, up to its end if they reach further.
    /// Some images have the high byte of each sample first.
    ///
    /// # Errors
    /// When the size of the image is not to be had.
    pub fn new(mut image: R, place: Range<u64>, high_byte_first: bool) -> Result<Self> {
        let size = image.seek(SeekFrom::End(0))?;
        let start = place.start.min(size);
        // A WAV file cannot say that it is longer; no disc holds so much.
        let most = u64::from(u32::MAX) - HEADER as u64;
        let bytes = place.end.min(size).saturating_sub(start).min(most) / FRAME * FRAME;
        let place = start..start + bytes;
        Ok(CdTrack { image, place, high_byte_first, header: header(bytes as u32), at: 0 })
    }

    /// Frames of the track; 75 times 588 are a second.
    pub fn frames(&self) -> u64 {
        (self.place.end - self.place.start) / FRAME
    }

    fn size(&self) -> u64 {
        HEADER as u64 + self.place.end - self.place.start
    }
}

/// The header of a WAV file with so many bytes of sound.
fn header(bytes: u32) -> [u8; HEADER] {
    let mut header = *b"RIFF    WAVEfmt \x10\0\0\0\x01\0\x02\0            data    ";
    let mut put = |at: usize, value: &[u8]| header[at..at + value.len()].copy_from_slice(value);
    put(4, &(bytes + HEADER as u32 - 8).to_le_bytes());
    put(24, &RATE.to_le_bytes());
    put(28, &(RATE * FRAME as u32).to_le_bytes());
    put(32, &(FRAME as u16).to_le_bytes());
    put(34, &(BITS as u16).to_le_bytes());
    put(40, &bytes.to_le_bytes());
    header
}

impl<R: Read + Seek> Read for CdTrack<R> {
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        let header = usize::try_from(self.at).ok().and_then(|at| self.header.get(at..)).unwrap_or_default();
        if !header.is_empty() {
            let count = header.len().min(out.len());
            out[..count].copy_from_slice(&header[..count]);
            self.at += count as u64;
            return Ok(count);
        }
        let left = self.size().saturating_sub(self.at);
        let mut count = left.min(out.len() as u64) as usize;
        if count == 0 {
            return Ok(0);
        }
        let mut from = self.place.start + (self.at - HEADER as u64);
        if self.high_byte_first {
            // Samples are read whole and turned; half a sample is read by itself.
            let is_whole = (self.at - HEADER as u64).is_multiple_of(2) && count > 1;
            if is_whole {
                count -= count % 2;
            } else {
                (count, from) = (1, ((from - self.place.start) ^ 1) + self.place.start);
            }
        }
        self.image.seek(SeekFrom::Start(from))?;
        self.image.read_exact(&mut out[..count])?;
        if self.high_byte_first && count > 1 {
            out[..count].chunks_exact_mut(2).for_each(|sample| sample.swap(0, 1));
        }
        self.at += count as u64;
        Ok(count)
    }
}

impl<R: Read + Seek> Seek for CdTrack<R> {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.size().checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or(std::io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

/// Where the sound of a WAV file is, in bytes from the start of the file, if it is
/// sound as on a disc: 44,100 Hz, stereo, 16 bits. The reader may stand anywhere
/// afterwards.
///
/// # Errors
/// When it cannot be read.
pub fn sound_as_on_a_disc(file: &mut (impl Read + Seek)) -> Result<Option<Range<u64>>> {
    let size = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(0))?;
    let mut start = [0; 12];
    if size < 12 {
        return Ok(None);
    }
    file.read_exact(&mut start)?;
    if !(start.starts_with(b"RIFF") && start.ends_with(b"WAVE")) {
        return Ok(None);
    }
    let (mut at, mut is_cd) = (12, false);
    for _ in 0..MOST_CHUNKS {
        if at + 8 > size {
            return Ok(None);
        }
        let mut chunk = [0; 8];
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(&mut chunk)?;
        let [a, b, c, d, length @ ..] = chunk;
        let length = u64::from(u32::from_le_bytes(length));
        at += 8;
        match &[a, b, c, d] {
            b"fmt " if length >= 16 && at + 16 <= size => {
                let mut format = [0; 16];
                file.read_exact(&mut format)?;
                // PCM, two channels, the rate; the bits stand at the end.
                is_cd = format[..8] == header(0)[20..28] && format[14..] == [BITS as u8, 0];
            }
            b"data" => return Ok(is_cd.then(|| at..(at + length).min(size))),
            _ => {}
        }
        at += length + length % 2;
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Listener, Mixer, Samples, Source, Voice};
    use glam::Vec3;
    use std::io::Cursor;

    /// An image whose track has samples that follow from where they stand, with
    /// other bytes before and behind it.
    fn image(frames: usize, high_byte_first: bool) -> (Vec<u8>, Range<u64>) {
        let mut bytes = vec![0xEE; 2352];
        for sample in 0..frames * 2 {
            let sample = (sample % 30_011) as i16;
            bytes.extend(if high_byte_first { sample.to_be_bytes() } else { sample.to_le_bytes() });
        }
        let end = bytes.len() as u64;
        bytes.extend([0xEE; 2352]);
        (bytes, 2352..end)
    }

    #[test]
    fn a_track_is_exactly_its_frames() {
        for high_byte_first in [false, true] {
            let (bytes, place) = image(588 * 3, high_byte_first);
            let track = CdTrack::new(Cursor::new(&bytes), place, high_byte_first).unwrap();
            assert_eq!(track.frames(), 588 * 3);
            let mut wav = Vec::new();
            { track }.read_to_end(&mut wav).unwrap();
            let samples = Samples::decode("track.wav", &wav).unwrap();
            let wanted: Vec<i16> = (0..588 * 3 * 2).map(|at| at as i16).collect();
            assert_eq!(samples, Samples::new(44_100, 2, &wanted).unwrap());
        }
    }

    #[test]
    fn it_is_read_from_any_place_in_pieces_of_any_size() {
        for high_byte_first in [false, true] {
            let (bytes, place) = image(300, high_byte_first);
            let open = || CdTrack::new(Cursor::new(&bytes), place.clone(), high_byte_first).unwrap();
            let mut whole = Vec::new();
            open().read_to_end(&mut whole).unwrap();
            assert_eq!(whole.len(), 44 + 1200);
            let mut track = open();
            for (at, count) in [(0, 3), (43, 4), (44, 1), (45, 1), (45, 8), (47, 2), (1240, 4), (1243, 1)] {
                let mut piece = vec![0; count];
                track.seek(SeekFrom::Start(at)).unwrap();
                track.read_exact(&mut piece).unwrap();
                assert_eq!(piece, whole[at as usize..at as usize + count], "{at} {count} {high_byte_first}");
            }
            assert_eq!(track.read(&mut [0; 9]).unwrap(), 0, "it ends");
        }
    }

    #[test]
    fn its_last_frame_is_followed_by_its_first() {
        // More than is decoded ahead, so that it is a stream; an odd number of sectors.
        let frames = 588 * 41;
        let (bytes, place) = image(frames, false);
        let track = CdTrack::new(Cursor::new(bytes), place, false).unwrap();
        let source = Source::open("track.wav", track).unwrap();
        assert!(matches!(source, Source::Stream(_)));
        let mut mixer = Mixer::new(44_100);
        let mut voice = Voice::new(source);
        voice.looping = true;
        mixer.play(voice);
        mixer.hear(&Listener { ear: Vec3::ZERO, right: Vec3::X, near: 1.0 });
        let mut out = vec![0.0; 2 * (3 * frames + 7)];
        mixer.mix(&mut out);
        let wanted = |at: usize| (at % (frames * 2) % 30_011) as f32 / 32_768.0;
        // A tenth of a second, in which it gets loud.
        let late = mixer.delay() * 2;
        for (at, sample) in out[late..].iter().enumerate().skip(8820) {
            assert!((sample - wanted(at)).abs() < 2e-5, "{at}: {sample} {}", wanted(at));
        }
    }

    #[test]
    fn a_wav_file_says_where_its_sound_is() {
        let mut wav = header(8).to_vec();
        wav.splice(12..12, *b"LIST\x03\0\0\0abc\0");
        wav.extend([1, 2, 3, 4, 5, 6, 7, 8]);
        let found = |wav: &[u8]| sound_as_on_a_disc(&mut Cursor::new(wav)).unwrap();
        assert_eq!(found(&wav), Some(56..64));
        assert_eq!(found(&wav[..60]), Some(56..60), "as much as is there");
        let mut mono = wav.clone();
        mono[34] = 1;
        assert_eq!(found(&mono), None);
        for length in 0..56 {
            assert_eq!(found(&wav[..length]), None, "{length}");
        }
        assert_eq!(found(b"OggS and more than twelve bytes"), None);
    }
}
