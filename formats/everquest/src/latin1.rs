//! Bytes as letters of Latin-1: every byte is a letter, so that any text of a file
//! can be shown and its bytes be had again.

/// Each byte as the letter of its number.
pub(crate) fn text(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// The bytes again; none for a text with letters beyond Latin-1.
pub(crate) fn bytes(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|letter| u8::try_from(letter).ok()).collect()
}
