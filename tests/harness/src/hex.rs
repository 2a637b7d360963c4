//! Fixtures typed by hand from the specification.

/// The bytes that a text describes.
///
/// Tokens are separated by white space: `0a` a byte, `00*48` a repetition, `"ascii"` the bytes of a
/// text, `#` a comment to the end of the line.
///
/// ```
/// let bytes = harness::hex::bytes(r#"
///     01 00 00 00     # version
///     "ab" 00*3       # name, padded
/// "#);
/// assert_eq!(bytes, b"\x01\0\0\0ab\0\0\0");
/// ```
///
/// # Panics
/// On a token that is none of these, with the number of its line.
pub fn bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if let Err(token) = append(&mut bytes, line) {
            panic!(
                "line {}: `{token}` is neither a byte (0a), a repetition (00*48) nor a text (\"abc\")",
                number + 1
            );
        }
    }
    bytes
}

fn append<'t>(bytes: &mut Vec<u8>, line: &'t str) -> Result<(), &'t str> {
    let mut rest = line.trim_start();
    while !rest.is_empty() && !rest.starts_with('#') {
        let token;
        if let Some(inside) = rest.strip_prefix('"') {
            let end = inside.find('"').filter(|end| inside[..*end].is_ascii()).ok_or(rest)?;
            bytes.extend_from_slice(&inside.as_bytes()[..end]);
            (token, rest) = rest.split_at(end + 2);
        } else {
            (token, rest) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
            let (byte, times) = match token.split_once('*') {
                Some((byte, times)) => (byte, times.parse::<usize>().map_err(|_| token)?),
                None => (token, 1),
            };
            let plain = byte.len() == 2 && byte.bytes().all(|digit| digit.is_ascii_hexdigit());
            let byte = u8::from_str_radix(byte, 16).ok().filter(|_| plain).ok_or(token)?;
            bytes.resize(bytes.len() + times, byte);
        }
        if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
            return Err(token);
        }
        rest = rest.trim_start();
    }
    Ok(())
}

/// Bytes as two-digit numbers, without separators.
pub(crate) fn digits(text: &str) -> Option<Vec<u8>> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if !text.len().is_multiple_of(2) || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()).collect()
}
