//! What one picture may take, decoding within that, and why a file is no picture.

use binary::Limits;
use image::{ImageError, ImageFormat, ImageReader};
use std::fmt;
use std::io::{self, Cursor, ErrorKind};
use world::Image;

/// Largest width and height.
pub(crate) const MOST_SIDE: u32 = 16_384;
/// Most bytes that decoding one may take besides the picture itself: JPEG and 16-bit pictures take
/// up to 16 bytes per pixel on the way.
const MOST_BYTES: u64 = 1 << 30;
/// Most bytes of all decoded pictures of a world together. The largest known level has 0.1 GiB of
/// them, and the games of that engine had to do with the 2 GiB of a 32-bit process for everything.
pub(crate) const MOST_IN_ALL: u64 = 2 << 30;

/// The limit on all pictures of a world, in words.
pub(crate) fn room_in_all() -> String {
    format!("at most {} MiB of pictures in all, once decoded", MOST_IN_ALL >> 20)
}

/// Why an image file is no picture. Displays as what was found there.
#[derive(Debug)]
pub(crate) enum PictureError {
    /// Neither the name nor the content is that of a known kind.
    UnknownKind,
    /// An image, but of a kind that no game has.
    NotOfGames(ImageFormat),
    /// The header says that there is nothing.
    Empty,
    /// More than is decoded.
    TooLarge {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// All pictures together are more than there is room for.
    NoRoom,
    /// The file ends inside its header.
    HeaderCut,
    /// The file ends after this many bytes, inside the picture.
    Cut(usize),
    /// A DDS file without compression whose pixels have so many bits.
    DdsBits(u32),
    /// The bytes cannot be read.
    Read(io::Error),
    /// The decoder refuses them.
    Refused(ImageError),
}

impl PictureError {
    /// What a decoder says of a file of so many bytes.
    pub fn of(error: ImageError, bytes: &[u8]) -> Self {
        match error {
            ImageError::IoError(error) => Self::of_read(error, bytes),
            other => PictureError::Refused(other),
        }
    }

    /// The same of one that says no more than that reading failed.
    pub fn of_read(error: io::Error, bytes: &[u8]) -> Self {
        match error.kind() {
            ErrorKind::UnexpectedEof => PictureError::Cut(bytes.len()),
            _ => PictureError::Read(error),
        }
    }
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PictureError::UnknownKind => f.write_str("an unknown kind of image"),
            PictureError::NotOfGames(format) => {
                let kind = match format {
                    ImageFormat::WebP => "WebP".to_owned(),
                    other => format!("{other:?}").to_ascii_uppercase(),
                };
                write!(f, "{kind}, which games do not use (they use BMP, DDS, JPEG, PCX, PNG and TGA)")
            }
            PictureError::Empty => f.write_str("an image without pixels"),
            PictureError::TooLarge { width, height } => {
                let most = Limits::default().pixels >> 20;
                let limits = format_args!("more than {MOST_SIDE} on a side or {most} million in all");
                write!(f, "{width} x {height} pixels, {limits}")
            }
            PictureError::NoRoom => write!(f, "no room for it beside the others: {}", room_in_all()),
            PictureError::HeaderCut => f.write_str("a header that is cut off"),
            PictureError::Cut(bytes) => {
                write!(f, "a file that ends after {bytes} bytes, inside the picture")
            }
            PictureError::DdsBits(bits) => {
                write!(f, "a DDS file of {bits} bits a pixel, which may have 8, 16, 24 or 32")
            }
            PictureError::Read(error) => error.fmt(f),
            PictureError::Refused(error) => error.fmt(f),
        }
    }
}

/// Decodes a picture of a known format.
///
/// # Errors
/// Cut off, larger than [`MOST_SIDE`], or refused by the library.
pub(crate) fn by_format(bytes: &[u8], format: ImageFormat) -> Result<Image, PictureError> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = image::Limits::default();
    limits.max_image_width = Some(MOST_SIDE);
    limits.max_image_height = Some(MOST_SIDE);
    limits.max_alloc = Some(MOST_BYTES);
    reader.limits(limits);
    let rgba = reader.decode().map_err(|error| PictureError::of(error, bytes))?.into_rgba8();
    let (width, height) = rgba.dimensions();
    Ok(Image { width, height, rgba: rgba.into_raw() })
}
