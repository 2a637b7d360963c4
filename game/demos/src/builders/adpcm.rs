//! Samples in four bits each, as Crimson Skies stores some of its sounds.
//! Source: `docs/spec/zbd/sounds.md`; the layout is that of MS ADPCM, format tag 2.

use zbd::sounds::{Chunk, ChunkContent, MS_ADPCM, Wave, WaveFormat};

/// Bytes of a block, of which seven are its head.
const BLOCK: usize = 512;
const HEAD: usize = 7;
/// Samples of a block: two in its head, two in every byte behind.
const SAMPLES: usize = (BLOCK - HEAD) * 2 + 2;
/// How a sample follows from the two before it, 256ths.
const WEIGHTS: [[i32; 2]; 7] = [[256, 0], [512, -256], [0, 0], [192, 64], [240, 0], [460, -208], [392, -232]];
/// How a step grows or shrinks by what it was used for, 256ths.
const GROWTH: [i32; 16] = [230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230];
const SMALLEST_STEP: i32 = 16;

/// A mono sound of samples from -1 to 1.
pub(super) fn wave(rate: u32, samples: &[f32]) -> Wave {
    let mut words: Vec<i16> = samples.iter().map(|value| (value * 32767.0).round() as i16).collect();
    words.resize(words.len().next_multiple_of(SAMPLES), 0);
    let data = words.chunks_exact(SAMPLES).flat_map(block).collect();
    let mut wave = Wave::pcm(1, rate, 16, data);
    for chunk in &mut wave.chunks {
        if let Chunk { content: ChunkContent::Format { format, extra }, .. } = chunk {
            **format = WaveFormat {
                format_tag: MS_ADPCM,
                channels: 1,
                samples_per_second: rate,
                bytes_per_second: (u64::from(rate) * BLOCK as u64 / SAMPLES as u64) as u32,
                block_align: BLOCK as u16,
                bits_per_sample: 4,
            };
            let weights = WEIGHTS.iter().flatten().map(|weight| *weight as i16);
            let words = [32, SAMPLES as i16, WEIGHTS.len() as i16].into_iter().chain(weights);
            *extra = words.flat_map(i16::to_le_bytes).collect();
        }
    }
    wave
}

/// A block by the weights that keep closest to its samples.
fn block(samples: &[i16]) -> Vec<u8> {
    let tried = (0..WEIGHTS.len()).map(|weights| packed(samples, weights));
    tried.min_by_key(|(error, _)| *error).map(|(_, bytes)| bytes).unwrap_or_default()
}

/// A block, and the sum of its squared errors.
fn packed(samples: &[i16], weights: usize) -> (u64, Vec<u8>) {
    let [first, second] = [samples[0], samples[1]];
    let rough: i32 =
        samples.windows(2).take(16).map(|pair| (i32::from(pair[1]) - i32::from(pair[0])).abs()).sum();
    let mut step = (rough / 64).max(SMALLEST_STEP);
    let mut bytes = vec![weights as u8];
    bytes.extend((step as i16).to_le_bytes());
    bytes.extend(second.to_le_bytes());
    bytes.extend(first.to_le_bytes());
    let (mut before, mut last) = (i32::from(first), i32::from(second));
    let (mut error, mut high) = (0u64, None);
    for sample in &samples[2..] {
        let wanted = i32::from(*sample);
        let [a, b] = WEIGHTS[weights];
        let guess = (last * a + before * b) >> 8;
        let code = ((wanted - guess) as f32 / step as f32).round().clamp(-8.0, 7.0) as i32;
        let made = (guess + code * step).clamp(-32768, 32767);
        error += u64::from((made - wanted).unsigned_abs()).pow(2);
        (before, last) = (last, made);
        let nibble = (code & 15) as u8;
        step = ((GROWTH[usize::from(nibble)] * step) >> 8).max(SMALLEST_STEP);
        match high.take() {
            None => high = Some(nibble),
            Some(high) => bytes.push(high << 4 | nibble),
        }
    }
    (error, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes blocks apart again, by the words of their heads.
    fn unpacked(data: &[u8]) -> Vec<i32> {
        let mut all = Vec::new();
        for block in data.chunks_exact(BLOCK) {
            let word = |at: usize| i32::from(i16::from_le_bytes([block[at], block[at + 1]]));
            let [a, b] = WEIGHTS[usize::from(block[0])];
            let (mut step, mut last, mut before) = (word(1), word(3), word(5));
            all.extend([before, last]);
            for nibble in block[HEAD..].iter().flat_map(|byte| [byte >> 4, byte & 15]) {
                let signed = if nibble > 7 { i32::from(nibble) - 16 } else { i32::from(nibble) };
                let made = (((last * a + before * b) >> 8) + signed * step).clamp(-32768, 32767);
                step = ((GROWTH[usize::from(nibble)] * step) >> 8).max(SMALLEST_STEP);
                (before, last) = (last, made);
                all.push(made);
            }
        }
        all
    }

    #[test]
    fn what_is_packed_sounds_like_what_it_was() {
        let sample = |index: usize| {
            let time = index as f32 / 22_050.0;
            0.6 * libm::sinf(2000.0 * time) + 0.2 * libm::sinf(5300.0 * time + 1.0)
        };
        let samples: Vec<f32> = (0..5000).map(sample).collect();
        let wave = wave(22_050, &samples);
        assert_eq!(wave.samples().len(), 5 * BLOCK);
        let found = unpacked(wave.samples());
        assert_eq!(found.len(), 5 * SAMPLES);
        let power: f32 = samples.iter().map(|value| value * value).sum();
        let error: f32 =
            samples.iter().zip(&found).map(|(value, found)| (value - *found as f32 / 32767.0).powi(2)).sum();
        assert!(power / error > 1000.0, "only {} dB", 10.0 * libm::log10f(power / error));
        let format = wave.format().expect("a format");
        assert_eq!((format.format_tag, format.block_align, format.bits_per_sample), (2, 512, 4));
    }
}
