//! Writing whole files.

use super::Wld;
use super::codes::unwritable;
use super::fields::count;
use super::header::{Header, MAGIC, SIZE};
use super::read::usual_padding;
use binary::{Result, Writer};

/// Writes a world; what was read comes out byte for byte.
///
/// # Errors
/// `everquest.wld.unwritable` where parts do not fit each other: a list that
/// its flags do not announce, or more items than a count can hold.
pub fn write(wld: &Wld) -> Result<Vec<u8>> {
    let strings = wld.strings.encode();
    let mut writer = Writer::with_capacity(SIZE + strings.len() + 16 * wld.fragments.len());
    let header = Header {
        magic: MAGIC,
        fragment_count: count("fragments", wld.fragments.len())?,
        string_bytes: count("strings", strings.len())?,
        ..wld.header.clone()
    };
    writer.record(&header, 0);
    writer.raw(&strings);
    let version = wld.header.layout();
    for (index, fragment) in wld.fragments.iter().enumerate() {
        let number = index + 1;
        let size_at = writer.offset();
        writer.value(&0_u32);
        writer.value(&fragment.body.id());
        let start = writer.offset();
        fragment.body.write(&mut writer, version).map_err(|finding| {
            Box::new(finding.clone().inside(format_args!("fragment {number}, {}", finding.path)))
        })?;
        match &fragment.odd_padding {
            Some(padding) if padding.len() > 3 => {
                return unwritable(
                    format_args!("fragment {number}"),
                    "at most 3 bytes of padding",
                    padding.len(),
                );
            }
            Some(padding) => writer.raw(padding),
            // A raw body has its padding in it.
            None if matches!(fragment.body, super::Body::Raw(_)) => {}
            None => {
                let padding = usual_padding(writer.offset() - start);
                writer.raw(&[0; 3][..padding]);
            }
        }
        let size = count("body", writer.offset() - start)?;
        writer.patch(size_at, size);
    }
    writer.raw(&wld.footer);
    Ok(writer.into_bytes())
}

/// Bytes of the largest body with its padding.
pub(super) fn largest_body(wld: &Wld) -> Result<u32> {
    let bytes = write(wld)?;
    let mut largest = 0;
    let mut at = SIZE + wld.strings.decoded().len();
    for _ in &wld.fragments {
        let size = bytes
            .get(at..)
            .and_then(|rest| rest.first_chunk::<4>())
            .map_or(0, |size| u32::from_le_bytes(*size));
        largest = largest.max(size);
        at += 8 + size as usize;
    }
    Ok(largest)
}
