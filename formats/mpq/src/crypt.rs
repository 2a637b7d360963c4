//! Hashes of names, and the cipher that hides tables and some files. All are made of one table of numbers.

/// What a hash is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Where a name is in the table of hashes.
    Place = 0,
    /// One of the two that stand for a name there.
    First = 1,
    /// The other.
    Second = 2,
    /// The key of a table or a file.
    Key = 3,
}

/// The part of the table that the cipher uses.
const CIPHER: usize = 4;

static NUMBERS: [[u32; 256]; 5] = numbers();

const fn numbers() -> [[u32; 256]; 5] {
    let mut all = [[0; 256]; 5];
    let mut seed: u32 = 0x0010_0001;
    let mut column = 0;
    while column < 256 {
        let mut part = 0;
        while part < 5 {
            seed = (seed * 125 + 3) % 0x002A_AAAB;
            let high = (seed & 0xFFFF) << 16;
            seed = (seed * 125 + 3) % 0x002A_AAAB;
            all[part][column] = high | (seed & 0xFFFF);
            part += 1;
        }
        column += 1;
    }
    all
}

/// The hash of a name: neither case nor the kind of slash matters.
pub(crate) fn hash(name: &[u8], purpose: Purpose) -> u32 {
    let (mut first, mut second) = (0x7FED_7FED_u32, 0xEEEE_EEEE_u32);
    for byte in name {
        let byte = if *byte == b'/' { b'\\' } else { byte.to_ascii_uppercase() };
        first = NUMBERS[purpose as usize][usize::from(byte)] ^ first.wrapping_add(second);
        second = u32::from(byte)
            .wrapping_add(first)
            .wrapping_add(second)
            .wrapping_add(second << 5)
            .wrapping_add(3);
    }
    first
}

/// Deciphers whole words; what is left behind the last of them was never hidden.
pub(crate) fn decipher(bytes: &mut [u8], key: u32) {
    cipher(bytes, key, |hidden, mask| (hidden ^ mask, hidden ^ mask));
}

/// Hides bytes that [`decipher`] shows again.
pub(crate) fn encipher(bytes: &mut [u8], key: u32) {
    cipher(bytes, key, |plain, mask| (plain ^ mask, plain));
}

/// `word` gets a word with its mask, and gives what is written and the plain word.
fn cipher(bytes: &mut [u8], mut key: u32, word: impl Fn(u32, u32) -> (u32, u32)) {
    let mut seed = 0xEEEE_EEEE_u32;
    for four in bytes.as_chunks_mut::<4>().0 {
        seed = seed.wrapping_add(NUMBERS[CIPHER][(key & 0xFF) as usize]);
        let (written, plain) = word(u32::from_le_bytes(*four), key.wrapping_add(seed));
        *four = written.to_le_bytes();
        key = (!key << 21).wrapping_add(0x1111_1111) | (key >> 11);
        seed = plain.wrapping_add(seed).wrapping_add(seed << 5).wrapping_add(3);
    }
}

/// The key of a file: its name without folders; of files with a moved key also where it is and how large.
pub(crate) fn key(name: &[u8], moved_by: Option<(u32, u32)>) -> u32 {
    let bare = name.rsplit(|byte| matches!(byte, b'/' | b'\\')).next().unwrap_or(name);
    let key = hash(bare, Purpose::Key);
    moved_by.map_or(key, |(place, size)| key.wrapping_add(place) ^ size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_that_are_published() {
        assert_eq!(hash(b"(hash table)", Purpose::Key), 0xC3AF_3770);
        assert_eq!(hash(b"(block table)", Purpose::Key), 0xEC83_B3A3);
        assert_eq!(hash(b"(listfile)", Purpose::Place), 0x5F3D_E859);
        assert_eq!(hash(b"a/B.txt", Purpose::First), hash(b"A\\b.TXT", Purpose::First));
    }

    #[test]
    fn what_is_hidden_comes_back_and_odd_bytes_stay() {
        let plain: Vec<u8> = (0..23).collect();
        let mut bytes = plain.clone();
        encipher(&mut bytes, 0x1234_5678);
        assert!(bytes[..20].iter().zip(&plain).filter(|(a, b)| a == b).count() < 4);
        assert_eq!(bytes[20..], plain[20..]);
        decipher(&mut bytes, 0x1234_5678);
        assert_eq!(bytes, plain);
    }

    #[test]
    fn keys_are_of_bare_names() {
        assert_eq!(key(b"a\\b/Wolf.m2", None), hash(b"WOLF.M2", Purpose::Key));
        assert_eq!(key(b"x", Some((3, 5))), hash(b"x", Purpose::Key).wrapping_add(3) ^ 5);
    }
}
