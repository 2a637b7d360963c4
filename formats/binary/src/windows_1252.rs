//! Text in Windows-1252, as Western Windows of the games' time stored it.
//!
//! Every byte is a letter: the five that the code page leaves free are control characters with the number of the
//! byte, so that any bytes come back as they were. Source: the index *windows-1252* of the WHATWG Encoding Standard.
//!
//! A library for all encodings was here before; its tables were a tenth of what a browser fetches for the page.

use std::borrow::Cow;

/// The letters of the bytes 0x80 to 0x9F.
const SPECIAL: [char; 32] = [
    '\u{20AC}', '\u{81}', '\u{201A}', '\u{192}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}', '\u{2C6}',
    '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8D}', '\u{17D}', '\u{8F}', '\u{90}', '\u{2018}',
    '\u{2019}', '\u{201C}', '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{2DC}', '\u{2122}', '\u{161}',
    '\u{203A}', '\u{153}', '\u{9D}', '\u{17E}', '\u{178}',
];

/// Bytes as text; borrowed if all are ASCII.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) if bytes.is_ascii() => Cow::Borrowed(text),
        _ => bytes.iter().map(|byte| letter(*byte)).collect::<String>().into(),
    }
}

/// Text as bytes; `None` if a letter of it is not in the code page.
pub fn encode(text: &str) -> Option<Cow<'_, [u8]>> {
    if text.is_ascii() {
        return Some(Cow::Borrowed(text.as_bytes()));
    }
    text.chars().map(byte).collect::<Option<Vec<u8>>>().map(Cow::Owned)
}

fn letter(byte: u8) -> char {
    let special = byte.checked_sub(0x80).and_then(|at| SPECIAL.get(usize::from(at)));
    special.copied().unwrap_or_else(|| char::from(byte))
}

fn byte(letter: char) -> Option<u8> {
    match u8::try_from(u32::from(letter)) {
        Ok(byte) if !(0x80..0xA0).contains(&byte) => Some(byte),
        _ => SPECIAL.iter().position(|special| *special == letter).map(|at| 0x80 + at as u8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_a_letter_and_comes_back() {
        let all: Vec<u8> = (0..=255).collect();
        let text = decode(&all);
        assert_eq!(text.chars().count(), 256);
        assert_eq!(encode(&text).unwrap(), all);
    }

    #[test]
    fn letters_are_those_of_the_code_page() {
        // Euro, quotes, dash, trade mark; umlauts as in Latin-1; a free byte.
        assert_eq!(decode(b"\x80 \x84Gr\xFC\xDFe\x93 \x96 \x99 \x81"), "€ „Grüße“ – ™ \u{81}");
        assert!(matches!(decode(b"plain"), Cow::Borrowed("plain")));
        assert_eq!(encode("Œuvre €").unwrap(), b"\x8Cuvre \x80".as_slice());
        for letter in ["Ж", "→", "\u{85}", "\u{1F600}"] {
            assert_eq!(encode(letter), None, "{letter:?}");
        }
    }
}
