//! The checksum that stands for a name in the index: polynomial 0x04C11DB7, most
//! significant bit first, initial value 0, no inversion at the end. It is not
//! the CRC-32 of zlib. Source: `docs/spec/everquest/pfs.md`, "Name CRC".

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

/// The checksum of a name in any case of its letters, without its NUL, which
/// counts all the same.
///
/// ```
/// assert_eq!(everquest::pfs::name_crc(b""), 0);
/// assert_eq!(everquest::pfs::name_crc(b"Arena.WLD"), everquest::pfs::name_crc(b"arena.wld"));
/// ```
pub fn name_crc(name: &[u8]) -> u32 {
    let lower = name.iter().map(u8::to_ascii_lowercase);
    lower.chain([0]).fold(0, |crc, byte| TABLE[usize::from((crc >> 24) as u8 ^ byte)] ^ crc << 8)
}
