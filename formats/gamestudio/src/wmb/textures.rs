//! Textures. Source: `docs/spec/gamestudio.md`, "2.2 Textures".

use super::codes::{LIMIT, TEXTURE_MIPS, TEXTURE_TYPE, unwritable};
use crate::packed;
use crate::pixels::{DDS, MIPS, Palette, Shape};
use crate::text::Text;
use binary::{Cursor, Record, Result, Writer, record};
use serde::{Deserialize, Serialize};

record! {
    /// The 40 bytes before the pixels.
    pub(crate) struct TextureRecord in "gamestudio.wmb.texture" sizes [40] {
        name: Text<16> [0],
        width: u32 [16],
        height: u32 [20],
        kind: u32 [24],
        mip_offsets: [i32; 3] [28],
    }
}

/// Bytes of a texture before its pixels.
pub(crate) const RECORD_SIZE: usize = TextureRecord::SIZES[0];

/// A named image.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texture {
    /// Name, which may have been cut at 16 characters.
    pub name: Text<16>,
    /// Columns; of a DDS image the number of its bytes.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Type code, see [`crate::pixels`]: format in the low three bits, 8 for
    /// three smaller levels.
    pub kind: u32,
    /// Where the smaller levels start, from the start of the texture; without
    /// such levels of no meaning.
    pub mip_offsets: [i32; 3],
    /// Pixels of all levels, or a DDS file, or whatever a type without known
    /// meaning has.
    #[serde(with = "packed")]
    pub data: Vec<u8>,
}

impl Texture {
    /// A texture from 8-bit RGBA, `4 * width * height` bytes; see
    /// [`Shape::encode_rgba8`].
    ///
    /// # Errors
    /// `gamestudio.wmb.unwritable` when the name is longer than 16 characters
    /// of Windows-1252, or the pixels do not fit the shape.
    pub fn from_rgba8(name: &str, shape: Shape, rgba: &[u8], palette: Option<&Palette>) -> Result<Texture> {
        let path = format_args!("texture \"{name}\"");
        let Some(text) = Text::new(name) else {
            return unwritable(path, "a name of at most 16 characters", format_args!("\"{name}\""));
        };
        let Some(data) = shape.encode_rgba8(rgba, palette) else {
            return unwritable(
                path,
                format_args!("{} x {} pixels, and a palette for indices", shape.width, shape.height),
                format_args!("{} bytes", rgba.len()),
            );
        };
        let mip_offsets = mip_offsets(shape).unwrap_or_default();
        Ok(Texture {
            name: text,
            width: shape.width,
            height: shape.height,
            kind: shape.type_code(),
            mip_offsets,
            data,
        })
    }

    /// Size and format; `None` for a DDS image and for types without known
    /// meaning.
    pub fn shape(&self) -> Option<Shape> {
        Shape::of_type(self.kind, self.width, self.height)
    }

    /// The whole DDS file, if that is what the texture holds.
    pub fn dds(&self) -> Option<&[u8]> {
        (self.kind & 7 == DDS).then_some(&self.data)
    }

    /// One level as 8-bit RGBA, 0 the largest; `None` as
    /// [`Shape::decode_rgba8`], and for DDS.
    pub fn decode_rgba8(&self, level: u32, palette: Option<&Palette>) -> Option<Vec<u8>> {
        self.shape()?.decode_rgba8(&self.data, level, palette)
    }
}

/// Where smaller levels start; zeros for a shape without.
fn mip_offsets(shape: Shape) -> Option<[i32; 3]> {
    let mut offsets = [0; 3];
    if shape.mips {
        for (offset, level) in offsets.iter_mut().zip(1..) {
            *offset = i32::try_from(RECORD_SIZE + shape.level(level)?.range.start).ok()?;
        }
    }
    Some(offsets)
}

/// Reads a texture; one of a type that says nothing about its size reaches up
/// to `next`.
pub(crate) fn read(cursor: &mut Cursor<'_>, next: usize) -> Result<Texture> {
    let at = cursor.offset();
    let TextureRecord { name, width, height, kind, mip_offsets: offsets } = cursor.record(0)?;
    let shape = Shape::of_type(kind, width, height);
    let known = matches!(kind & 7, 0 | 2 | 4 | 5 | 6) && kind & !(7 | MIPS) == 0;
    if !known {
        cursor.report.habit(&TEXTURE_TYPE, at + 24, "0, 2, 4, 5 or 6, or 8 more", kind);
    }
    let start = cursor.offset();
    let size = match shape {
        Some(shape) => {
            let limit = cursor.report.limits().pixels;
            if shape.pixels() > limit as u64 {
                return Err(cursor.report.broken(
                    &LIMIT,
                    at + 16,
                    format_args!("at most {limit} pixels"),
                    format_args!("{width} x {height}"),
                ));
            }
            // Below the limit a size cannot overflow.
            shape.byte_len().unwrap_or(usize::MAX)
        }
        None if kind & 7 == DDS => width as usize,
        None => next.saturating_sub(start),
    };
    let data = cursor.take(size, "pixels")?.to_vec();
    cursor.trace_bytes("data", start, size);
    if let Some(expected) = shape.filter(|shape| shape.mips).and_then(mip_offsets)
        && expected != offsets
    {
        cursor.report.habit(
            &TEXTURE_MIPS,
            at + 28,
            format_args!("{expected:?}"),
            format_args!("{offsets:?}"),
        );
    }
    Ok(Texture { name, width, height, kind, mip_offsets: offsets, data })
}

/// How many bytes the texture that starts `bytes` says it takes; `None` when
/// its type does not say.
pub(crate) fn stated_size(bytes: &[u8]) -> Option<usize> {
    let record = TextureRecord::get(bytes.get(..RECORD_SIZE)?, 0);
    let size = match Shape::of_type(record.kind, record.width, record.height) {
        Some(shape) => shape.byte_len()?,
        None if record.kind & 7 == DDS => record.width as usize,
        None => return None,
    };
    size.checked_add(RECORD_SIZE)
}

/// Appends a texture.
///
/// # Errors
/// `gamestudio.wmb.unwritable` when the data has not the size that the other
/// fields state.
pub(crate) fn write(writer: &mut Writer, path: std::fmt::Arguments<'_>, texture: &Texture) -> Result<()> {
    let stated = match texture.shape() {
        Some(shape) => shape.byte_len(),
        None if texture.kind & 7 == DDS => Some(texture.width as usize),
        None => Some(texture.data.len()),
    };
    if stated != Some(texture.data.len()) {
        return unwritable(
            path,
            format_args!(
                "the bytes of {} x {} pixels of type {}",
                texture.width, texture.height, texture.kind
            ),
            format_args!("{} bytes", texture.data.len()),
        );
    }
    let Texture { name, width, height, kind, mip_offsets, data } = texture;
    let record =
        TextureRecord { name: *name, width: *width, height: *height, kind: *kind, mip_offsets: *mip_offsets };
    writer.record(&record, 0);
    writer.raw(data);
    Ok(())
}

/// The palette of a level or a package: 16 zero bytes in levels, and 256
/// colours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColorTable {
    /// 768 bytes: red, green, blue for each index.
    #[serde(with = "packed")]
    pub bytes: Vec<u8>,
}

/// Bytes of 256 colours.
pub(crate) const COLORS_SIZE: usize = 768;

impl ColorTable {
    /// A table of these colours.
    pub fn new(colors: &Palette) -> Self {
        ColorTable { bytes: colors.as_flattened().to_vec() }
    }

    /// Shades of grey from black to white.
    pub fn gray() -> Self {
        ColorTable { bytes: (0..=255).flat_map(|shade: u8| [shade; 3]).collect() }
    }

    /// The colours, for [`Shape::decode_rgba8`]; missing ones are black.
    pub fn colors(&self) -> Palette {
        let (colors, _) = self.bytes.as_chunks::<3>();
        let mut palette = [[0; 3]; 256];
        for (entry, color) in palette.iter_mut().zip(colors) {
            *entry = *color;
        }
        palette
    }
}
