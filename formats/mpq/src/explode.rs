//! The older compression of archives, that of PKWARE's Data Compression Library: codes of fixed tables for
//! lengths, distances and, if a stream says so, bytes.

/// Most bits of a code.
const MOST_BITS: usize = 13;
/// The length that ends a stream.
const END: usize = 519;

/// Lengths in bits of codes, in order: the lower four bits are the length, the upper ones how often it repeats.
const BYTES: [u8; 98] = [
    11, 124, 8, 7, 28, 7, 188, 13, 76, 4, 10, 8, 12, 10, 12, 10, 8, 23, 8, 9, 7, 6, 7, 8, 7, 6, 55, 8, 23,
    24, 12, 11, 7, 9, 11, 12, 6, 7, 22, 5, 7, 24, 6, 11, 9, 6, 7, 22, 7, 11, 38, 7, 9, 8, 25, 11, 8, 11, 9,
    12, 8, 12, 5, 38, 5, 38, 5, 11, 7, 5, 6, 21, 6, 10, 53, 8, 7, 24, 10, 27, 44, 253, 253, 253, 252, 252,
    252, 13, 12, 45, 12, 45, 12, 61, 12, 45, 44, 173,
];
const LENGTHS: [u8; 6] = [2, 35, 36, 53, 38, 23];
const DISTANCES: [u8; 7] = [2, 20, 53, 230, 247, 151, 248];

/// For each code of a length: its least length, and how many bits follow that are added.
const FROM: [(usize, u32); 16] = [
    (3, 0),
    (2, 0),
    (4, 0),
    (5, 0),
    (6, 0),
    (7, 0),
    (8, 0),
    (9, 0),
    (10, 1),
    (12, 2),
    (16, 3),
    (24, 4),
    (40, 5),
    (72, 6),
    (136, 7),
    (264, 8),
];

static BYTE_CODES: Codes<256> = Codes::new(&BYTES);
static LENGTH_CODES: Codes<16> = Codes::new(&LENGTHS);
static DISTANCE_CODES: Codes<64> = Codes::new(&DISTANCES);

/// Codes of one table.
struct Codes<const N: usize> {
    /// How many there are of each length.
    counts: [u16; MOST_BITS + 1],
    /// What they stand for, in their order.
    symbols: [u8; N],
}

impl<const N: usize> Codes<N> {
    const fn new(packed: &[u8]) -> Self {
        let mut lengths = [0_u8; N];
        let (mut at, mut entry) = (0, 0);
        while entry < packed.len() {
            let mut left = (packed[entry] >> 4) + 1;
            while left > 0 {
                lengths[at] = packed[entry] & 15;
                at += 1;
                left -= 1;
            }
            entry += 1;
        }
        let mut codes = Codes { counts: [0; MOST_BITS + 1], symbols: [0; N] };
        let (mut bits, mut next) = (1, 0);
        while bits <= MOST_BITS {
            let mut symbol = 0;
            while symbol < N {
                if lengths[symbol] as usize == bits {
                    codes.counts[bits] += 1;
                    codes.symbols[next] = symbol as u8;
                    next += 1;
                }
                symbol += 1;
            }
            bits += 1;
        }
        codes
    }

    fn read(&self, bits: &mut Bits<'_>) -> Result<usize, &'static str> {
        let (mut code, mut first, mut index) = (0_usize, 0_usize, 0_usize);
        for count in self.counts.iter().skip(1).map(|count| usize::from(*count)) {
            // Bits of codes are stored the other way round.
            code |= bits.read(1)? ^ 1;
            if let Some(step) = code.checked_sub(first).filter(|step| *step < count) {
                return self.symbols.get(index + step).map(|symbol| usize::from(*symbol)).ok_or("no code");
            }
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        Err("no code")
    }
}

/// Bits of a stream, the lowest first.
struct Bits<'a> {
    bytes: std::slice::Iter<'a, u8>,
    kept: usize,
    count: u32,
}

impl Bits<'_> {
    /// At most 8 bits.
    fn read(&mut self, count: u32) -> Result<usize, &'static str> {
        if self.count < count {
            let byte = self.bytes.next().ok_or("a stream that ends too early")?;
            self.kept |= usize::from(*byte) << self.count;
            self.count += 8;
        }
        let value = self.kept & ((1 << count) - 1);
        self.kept >>= count;
        self.count -= count;
        Ok(value)
    }
}

/// At most `size` bytes out of a stream.
pub(crate) fn explode(packed: &[u8], size: usize) -> Result<Vec<u8>, &'static str> {
    let (codes_bytes, window) = match packed {
        [bytes @ 0..=1, window @ 4..=6, ..] => (*bytes == 1, u32::from(*window)),
        _ => return Err("no stream of the older compression"),
    };
    let mut bits = Bits { bytes: packed[2..].iter(), kept: 0, count: 0 };
    let mut bytes: Vec<u8> = Vec::new();
    while bytes.len() < size {
        if bits.read(1)? == 0 {
            let byte = if codes_bytes { BYTE_CODES.read(&mut bits)? } else { bits.read(8)? };
            bytes.push(byte as u8);
            continue;
        }
        let (least, more) = FROM.get(LENGTH_CODES.read(&mut bits)?).ok_or("no length")?;
        let length = least + bits.read(*more)?;
        if length == END {
            break;
        }
        let low = if length == 2 { 2 } else { window };
        let distance = (DISTANCE_CODES.read(&mut bits)? << low) + bits.read(low)? + 1;
        let from = bytes.len().checked_sub(distance).ok_or("a distance to before the start")?;
        // What is copied may be what this copy wrote.
        for at in from..from + length.min(size - bytes.len()) {
            bytes.push(bytes[at]);
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_stream_unpacks() {
        let packed = [0x00, 0x04, 0x82, 0x24, 0x25, 0x8F, 0x80, 0x7F];
        assert_eq!(explode(&packed, 100).unwrap(), b"AIAIAIAIAIAIA");
        assert_eq!(explode(&packed, 5).unwrap(), b"AIAIA");
    }

    #[test]
    fn every_code_stands_for_something() {
        fn share<const N: usize>(codes: &Codes<N>) -> f64 {
            (1..=MOST_BITS).map(|bits| f64::from(codes.counts[bits]) / f64::from(1 << bits)).sum()
        }
        assert_eq!([share(&BYTE_CODES), share(&LENGTH_CODES), share(&DISTANCE_CODES)], [1.0; 3]);
    }

    #[test]
    fn damage_is_said() {
        for packed in [&[][..], &[0], &[2, 4, 0], &[0, 7, 0], &[0, 4], &[0, 4, 0x82], &[0, 4, 1, 0, 0]] {
            assert!(explode(packed, 100).is_err(), "{packed:?}");
        }
    }
}
