//! Bytes of a fixed number that are kept as they are.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use binary::{Field, Kind};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::{Deref, DerefMut};

/// `N` bytes; base64 in JSON.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Raw<const N: usize>(pub [u8; N]);

impl<const N: usize> Default for Raw<N> {
    fn default() -> Self {
        Raw([0; N])
    }
}

impl<const N: usize> Deref for Raw<N> {
    type Target = [u8; N];

    fn deref(&self) -> &[u8; N] {
        &self.0
    }
}

impl<const N: usize> DerefMut for Raw<N> {
    fn deref_mut(&mut self) -> &mut [u8; N] {
        &mut self.0
    }
}

impl<const N: usize> fmt::Debug for Raw<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = self.0.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        write!(f, "{:02x?} of {N} bytes", &self.0[..end])
    }
}

impl<const N: usize> Field for Raw<N> {
    const SIZE: usize = N;
    const KIND: Kind = Kind::Bytes(N as u16);

    fn get(bytes: &[u8]) -> Self {
        let mut raw = [0; N];
        raw.copy_from_slice(&bytes[..N]);
        Raw(raw)
    }

    fn put(&self, bytes: &mut [u8]) {
        bytes[..N].copy_from_slice(&self.0);
    }
}

impl<const N: usize> Serialize for Raw<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(self.0))
    }
}

impl<'de, const N: usize> Deserialize<'de> for Raw<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = binary::json::text(deserializer, "a text: bytes as base64")?;
        let bytes = STANDARD.decode(text).map_err(D::Error::custom)?;
        let length = bytes.len();
        let bytes = bytes.try_into();
        bytes.map(Raw).map_err(|_| D::Error::custom(format_args!("{length} bytes, not {N}")))
    }
}
