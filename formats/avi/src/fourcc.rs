//! Four characters that name a kind of chunk, a stream or a codec.

use binary::{Field, Kind};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Four characters, or a hexadecimal number where they are not text (`0x00000000`).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct FourCc(pub [u8; 4]);

impl FourCc {
    /// True for all zeros.
    pub fn is_zero(self) -> bool {
        self.0 == [0; 4]
    }
}

impl fmt::Display for FourCc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match std::str::from_utf8(&self.0) {
            Ok(text) if text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) => f.write_str(text),
            _ => write!(f, "0x{:08x}", u32::from_le_bytes(self.0)),
        }
    }
}

impl fmt::Debug for FourCc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

impl Field for FourCc {
    const SIZE: usize = 4;
    const KIND: Kind = Kind::Bytes(4);

    #[inline]
    fn get(bytes: &[u8]) -> Self {
        FourCc(<[u8; 4]>::get(bytes))
    }

    #[inline]
    fn put(&self, bytes: &mut [u8]) {
        self.0.put(bytes);
    }
}

impl Serialize for FourCc {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for FourCc {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number = || u32::from_str_radix(text.strip_prefix("0x")?, 16).ok().map(u32::to_le_bytes);
        let bytes = text.as_bytes().try_into().ok().or_else(number);
        bytes.map(FourCc).ok_or_else(|| {
            D::Error::custom(format_args!(
                "\"{text}\" is neither four characters nor a number like 0x00000000"
            ))
        })
    }
}
