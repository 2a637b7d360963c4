//! A sound for tests.

/// A steady sound of a second, a quarter as loud as can be: WAV, mono, 16 bits,
/// 44,100 Hz.
pub fn wav() -> Vec<u8> {
    let samples = 8192_i16.to_le_bytes().repeat(44_100);
    let mut bytes = b"RIFF".to_vec();
    bytes.extend((36 + samples.len() as u32).to_le_bytes());
    bytes.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    bytes.extend(44_100_u32.to_le_bytes());
    bytes.extend(88_200_u32.to_le_bytes());
    bytes.extend(b"\x02\0\x10\0data");
    bytes.extend((samples.len() as u32).to_le_bytes());
    bytes.extend(samples);
    bytes
}
