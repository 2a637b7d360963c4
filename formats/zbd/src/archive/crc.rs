//! The checksum of Pirate's Moon's reader archives: polynomial 0x04C11DB7, most
//! significant bit first, initial value 0, no inversion at the end. Source:
//! `docs/spec/zbd/archive.md`, "CRC32 of PM reader archives".

const POLYNOMIAL: u32 = 0x04C1_1DB7;

/// What each value of the top byte adds.
const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut entry = (index as u32) << 24;
        let mut bit = 0;
        while bit < 8 {
            entry = entry << 1 ^ if entry >> 31 == 1 { POLYNOMIAL } else { 0 };
            bit += 1;
        }
        table[index] = entry;
        index += 1;
    }
    table
};

/// The checksum of some bytes.
///
/// ```
/// assert_eq!(zbd::archive::crc32(b"123456789"), 0x89A1_897F);
/// ```
pub fn crc32(bytes: &[u8]) -> u32 {
    extend(0, bytes)
}

/// The checksum of what `crc` is the checksum of and some more bytes.
pub(super) fn extend(crc: u32, bytes: &[u8]) -> u32 {
    bytes.iter().fold(crc, |crc, byte| TABLE[usize::from((crc >> 24) as u8 ^ byte)] ^ crc << 8)
}
