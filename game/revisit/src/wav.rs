//! Sounds as WAV files that say who wrote them.

use audio::CHANNELS;
use base::Failure;
use base::gate::Mark;
use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek as _, SeekFrom};
use std::path::Path;

/// A WAV file that [`encode`] wrote: it names this program as the software, as sound editors do.
pub const MARK: Mark = Mark { ending: "wav", is_ours };

/// The beginning of the software's name.
const NAME: &[u8] = b"Revisit";
/// Most chunks of a file that are looked at.
const CHUNKS: usize = 64;

/// Samples between -1 and 1, left and right in turn, with 16 bits each.
pub fn encode(samples: &[f32], rate: u32) -> Result<Vec<u8>, Failure> {
    encode_rounded(samples.iter().map(|sample| rounded(*sample)), rate)
}

/// A sample between -1 and 1 with 16 bits.
pub fn rounded(sample: f32) -> i16 {
    (sample * 32_767.0).round() as i16
}

/// Samples with 16 bits, left and right in turn.
pub fn encode_rounded(samples: impl Iterator<Item = i16>, rate: u32) -> Result<Vec<u8>, Failure> {
    let failed =
        |error: hound::Error| Failure::Unusable(format!("the sound cannot be written as WAV: {error}"));
    let spec = hound::WavSpec {
        channels: CHANNELS as u16,
        sample_rate: rate,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut bytes = Cursor::new(Vec::new());
    let mut writer = hound::WavWriter::new(&mut bytes, spec).map_err(failed)?;
    for sample in samples {
        writer.write_sample(sample).map_err(failed)?;
    }
    writer.finalize().map_err(failed)?;
    Ok(signed(bytes.into_inner()))
}

/// The same with a list of one entry at the end, the software (`ISFT`). Where the size of the whole
/// has no room for it, the sound matters more.
fn signed(mut wav: Vec<u8>) -> Vec<u8> {
    let mut name = format!("Revisit {}\0", env!("CARGO_PKG_VERSION")).into_bytes();
    let length = name.len() as u32;
    // Chunks begin at even offsets; the length does not count what fills them up.
    name.resize(name.len().next_multiple_of(2), 0);
    let list = [&b"INFOISFT"[..], &length.to_le_bytes(), &name].concat();
    let Ok(size) = u32::try_from(wav.len() - 8 + 8 + list.len()) else { return wav };
    wav.extend_from_slice(b"LIST");
    wav.extend_from_slice(&(list.len() as u32).to_le_bytes());
    wav.extend_from_slice(&list);
    wav[4..8].copy_from_slice(&size.to_le_bytes());
    wav
}

fn is_ours(path: &Path) -> bool {
    File::open(path)
        .is_ok_and(|file| software(BufReader::new(file)).is_some_and(|name| name.starts_with(NAME)))
}

/// What a WAV file says wrote it.
fn software(mut file: BufReader<File>) -> Option<Vec<u8>> {
    let mut head = [0; 12];
    file.read_exact(&mut head).ok()?;
    if !head.starts_with(b"RIFF") || !head.ends_with(b"WAVE") {
        return None;
    }
    for _ in 0..CHUNKS {
        let mut chunk = [0; 8];
        file.read_exact(&mut chunk).ok()?;
        let [.., a, b, c, d] = chunk;
        let size = u32::from_le_bytes([a, b, c, d]);
        if chunk.starts_with(b"LIST") {
            let mut list = Vec::new();
            (&mut file).take(u64::from(size).min(4096)).read_to_end(&mut list).ok()?;
            return list.strip_prefix(b"INFOISFT").and_then(|entry| entry.get(4..)).map(<[u8]>::to_vec);
        }
        file.seek(SeekFrom::Current(i64::from(size) + i64::from(size % 2))).ok()?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sound_says_who_wrote_it_and_stays_a_sound() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.wav");
        std::fs::write(&path, encode(&[0.5, -0.5], 44_100).unwrap()).unwrap();
        assert!(is_ours(&path));
        let samples: Vec<i16> =
            hound::WavReader::open(&path).unwrap().samples().map(Result::unwrap).collect();
        assert_eq!(samples, [16_384, -16_384]);
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(bytes[4..8], (bytes.len() as u32 - 8).to_le_bytes());
        // Without the entry it is anybody's.
        std::fs::write(&path, &bytes[..bytes.len() - 20]).unwrap();
        assert!(!is_ours(&path));
        std::fs::write(&path, "no sound").unwrap();
        assert!(!is_ours(&path));
    }
}
