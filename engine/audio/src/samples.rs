//! A sound file as samples: WAV (PCM and ADPCM), OGG Vorbis, FLAC and MP3.

use crate::DecodeError;
use crate::decode::Decoder;
use std::io::Cursor;
use std::sync::Arc;

/// Most samples that a byte of a file may stand for: silence in Vorbis is cheap.
const MOST_PER_BYTE: usize = 256;
/// Most samples of one file: twelve minutes of stereo at 44,100 Hz.
const MOST: usize = 1 << 26;

/// A decoded sound; copies share it.
#[derive(Clone, Debug, PartialEq)]
pub struct Samples {
    rate: u32,
    channels: usize,
    data: Arc<[i16]>,
}

impl Samples {
    /// One or two channels, interleaved; `None` for any other number, for a rate
    /// of 0, and for a frame that is cut off.
    pub fn new(rate: u32, channels: usize, data: &[i16]) -> Option<Self> {
        let sound = rate > 0 && matches!(channels, 1 | 2) && data.len().is_multiple_of(channels);
        sound.then(|| Samples { rate, channels, data: data.into() })
    }

    /// Decodes a file; its name helps where the content says too little. Of more
    /// than two channels the first two are kept.
    ///
    /// # Errors
    /// Why it cannot be decoded. A file that is cut off is as long
    /// as what is there.
    pub fn decode(name: &str, bytes: &[u8]) -> Result<Self, DecodeError> {
        let most = MOST.min(bytes.len().saturating_mul(MOST_PER_BYTE));
        let mut decoder = Decoder::open(name, Cursor::new(bytes.to_vec()))?;
        let mut data = Vec::new();
        while let Some(packet) = decoder.next()? {
            if data.len() + packet.samples() > most {
                return Err(DecodeError::TooLong(most));
            }
            data.extend(packet.frames().flatten());
        }
        let (rate, channels) = decoder.spec().filter(|_| !data.is_empty()).ok_or(DecodeError::Empty)?;
        Samples::new(rate, channels, &data).ok_or(DecodeError::Empty)
    }

    /// Frames a second.
    pub fn rate(&self) -> u32 {
        self.rate
    }

    /// 1 or 2.
    pub fn channels(&self) -> usize {
        self.channels
    }

    /// Frames: samples of each channel.
    pub fn frames(&self) -> usize {
        self.data.len() / self.channels
    }

    /// How long it lasts.
    pub fn seconds(&self) -> f64 {
        self.frames() as f64 / f64::from(self.rate)
    }

    /// Left and right of a frame, -1..=1; silence beyond the end.
    pub(crate) fn frame(&self, index: usize) -> [f32; 2] {
        let first = index * self.channels;
        let Some(frame) = self.data.get(first..first + self.channels) else { return [0.0; 2] };
        [frame[0], frame[self.channels - 1]].map(|sample| f32::from(sample) / 32_768.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wav(rate: u32, channels: u16, samples: &[i16]) -> Vec<u8> {
        let spec = hound::WavSpec {
            channels,
            sample_rate: rate,
            bits_per_sample: 16,
            sample_format: hound::SampleFormat::Int,
        };
        let mut bytes = Cursor::new(Vec::new());
        let mut writer = hound::WavWriter::new(&mut bytes, spec).unwrap();
        samples.iter().for_each(|sample| writer.write_sample(*sample).unwrap());
        writer.finalize().unwrap();
        bytes.into_inner()
    }

    #[test]
    fn what_a_wav_holds_is_what_is_played() {
        let stereo = Samples::decode("a.WAV", &wav(22_050, 2, &[1, -2, 300, -400, 32_767, -32_768])).unwrap();
        assert_eq!((stereo.rate(), stereo.channels(), stereo.frames()), (22_050, 2, 3));
        assert_eq!(stereo, Samples::new(22_050, 2, &[1, -2, 300, -400, 32_767, -32_768]).unwrap());
        assert_eq!(stereo.frame(2), [32_767.0 / 32_768.0, -1.0]);
        assert_eq!(stereo.frame(3), [0.0; 2]);
        let mono = Samples::decode("a.wav", &wav(11_025, 1, &[5, 6, 7])).unwrap();
        assert_eq!((mono.channels(), mono.frames(), mono.frame(1)), (1, 3, [6.0 / 32_768.0; 2]));
    }

    /// Format tag 0x11, one channel, blocks of 8 bytes, two of them alike.
    const IMA: &str = r#"
        "RIFF" 44 00 00 00 "WAVE"
        "fmt " 14 00 00 00  11 00 01 00  22 56 00 00  8e 4a 00 00  08 00 04 00  02 00 09 00
        "fact" 04 00 00 00  12 00 00 00
        "data" 10 00 00 00
            64 00 00 00  74 f0 00 08    # 100 at index 0; 4 7, 0 f, 0 0, 8 0: the lower half first
            64 00 00 00  74 f0 00 08
    "#;
    /// Format tag 2, one channel, blocks of 9 bytes, two of them alike, with the seven usual pairs of
    /// coefficients.
    const MS: &str = r#"
        "RIFF" 64 00 00 00 "WAVE"
        "fmt " 32 00 00 00  02 00 01 00  22 56 00 00  ab 80 00 00  09 00 04 00  20 00 06 00
            07 00  00 01 00 00  00 02 00 ff  00 00 00 00  c0 00 40 00  f0 00 00 00  cc 01 30 ff  88 01 18 ff
        "fact" 04 00 00 00  0c 00 00 00
        "data" 12 00 00 00
            00  10 00  e8 03  84 03  3e 71  # pair 0, delta 16, 1000 after 900; 3 -2 7 1: the upper half first
            00  10 00  e8 03  84 03  3e 71
    "#;

    #[test]
    fn adpcm_as_crimson_skies_stores_it() {
        // IMA: a nibble n is worth (2n + 1) eighths of the step, n without its sign; steps by the table
        // are 7, 9, 19, 17, 37, 34, 31, 28.
        // 4: +7; 7: +16; 0: +2; f: -31; 0: +4; 0: +4; 8: -3; 0: +3.
        let ima = Samples::decode("a.wav", &harness::hex::bytes(IMA)).unwrap();
        let block = [100, 107, 123, 125, 94, 98, 102, 99, 102];
        assert_eq!(ima, Samples::new(22_050, 1, &[block, block].concat()).unwrap());
        // MS: with the pair 256, 0 each sample is the one before and n times the delta, which becomes
        // 230 / 256 of itself, but 614 / 256 after 7; it is at least 16: 16, 16, 16, 38.
        let ms = Samples::decode("a.wav", &harness::hex::bytes(MS)).unwrap();
        let block = [900, 1000, 1048, 1016, 1128, 1166];
        assert_eq!(ms, Samples::new(22_050, 1, &[block, block].concat()).unwrap());
        // Cut off anywhere, they are shorter or no sound.
        for (text, most) in [(IMA, 18), (MS, 12)] {
            let bytes = harness::hex::bytes(text);
            for end in 0..bytes.len() {
                let found = Samples::decode("a.wav", &bytes[..end]);
                assert!(found.map_or(true, |found| found.frames() <= most), "{end}");
            }
        }
    }

    #[test]
    fn no_file_is_too_broken_to_say_so() {
        let whole = wav(22_050, 1, &(0..2000).collect::<Vec<i16>>());
        for length in (0..whole.len()).step_by(7) {
            match Samples::decode("a.wav", &whole[..length]) {
                Ok(samples) => assert!(samples.frames() <= length.saturating_sub(44) / 2, "{length}"),
                Err(reason) => assert_eq!(reason.to_string().lines().count(), 1, "{length}: {reason}"),
            }
        }
        for at in 0..60 {
            for value in [0, 1, 127, 255] {
                let mut odd = whole.clone();
                odd[at] = value;
                if let Ok(samples) = Samples::decode("a.wav", &odd) {
                    assert!(samples.frames() <= odd.len() * MOST_PER_BYTE, "{at} {value}");
                }
            }
        }
        for words in ["", "words that are no sound", "RIFF", "OggS"] {
            assert!(Samples::decode("a.ogg", words.as_bytes()).is_err(), "{words}");
        }
    }
}
