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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_polynomial_is_that_of_the_specification() {
        // By hand: a one in the lowest bit of the top byte leaves the polynomial itself.
        assert_eq!(TABLE[1], 0x04C1_1DB7);
        assert_eq!(TABLE[2], 0x0982_3B6E);
        // The known check value of this CRC over "123456789" is 0x89A1897F; the NUL follows it.
        let nine = 0x89A1_897F_u32;
        assert_eq!(name_crc(b"123456789"), TABLE[(nine >> 24) as usize] ^ nine << 8);
    }

    #[test]
    fn a_name_counts_with_its_nul_and_without_case() {
        assert_eq!(name_crc(b""), 0);
        // One byte: the table's entry, then eight bits of zero.
        let first = TABLE[usize::from(b'a')];
        assert_eq!(name_crc(b"a"), TABLE[(first >> 24) as usize] ^ first << 8);
        assert_eq!(name_crc(b"A"), name_crc(b"a"));
    }
}
