//! Images of compact discs: the cue sheet that says which tracks there are, the
//! sectors they are made of, and the files of a data track.
//!
//! Games of the nineties came on discs whose first track holds the files (ISO 9660)
//! and whose other tracks are music. This opens no file: [`Sheet::parse`] reads the
//! text of a sheet, [`Volume::read`] lists the files of whatever hands out the bytes
//! of a data track. Images are never written.
//!
//! Sources: ECMA-119, "Volume and File Structure of CDROM for Information
//! Interchange" (ISO 9660); the Joliet specification of 1995; ECMA-130 for sectors;
//! for cue sheets the manual of CDRWIN, Appendix A.
//!
//! | file | holds |
//! |---|---|
//! | `sheet.rs`, `line.rs` | cue sheets: which tracks lie where in which file; one line of one |
//! | `sector.rs` | what a sector of a track is made of |
//! | `volume.rs`, `entry.rs` | ISO 9660: the files of a data track; an entry of a folder |
//!
//! ```
//! let text = "FILE \"game.bin\" BINARY\n TRACK 01 MODE1/2352\n  INDEX 01 00:00:00\n \
//!             TRACK 02 AUDIO\n  INDEX 00 00:04:00\n  INDEX 01 00:06:00\n";
//! let sheet = cd::Sheet::parse(text.as_bytes())?;
//! let music = &sheet.tracks[1];
//! assert_eq!((music.number, music.start), (2, 6 * 75 * 2352));
//! assert_eq!(sheet.tracks[0].end, Some(4 * 75 * 2352));
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

#![forbid(unsafe_code)]

mod entry;
mod line;
mod sector;
mod sheet;
mod volume;

pub use binary::Data;
pub use sector::{FRAME_BYTES, Mode, SAMPLE_RATE, SECTORS_PER_SECOND};
pub use sheet::{Sheet, SheetFile, Track};
pub use volume::{File, Volume};

binary::codes! {
    SHEET = "cd.sheet": "a cue sheet says something that cannot be followed" => "mend the line or rip the disc again; until then music is looked for in files of single tracks";
    LINE = "cd.line": "a line of a cue sheet is not understood and left out" => "nothing, unless a track is missing";
    VOLUME = "cd.volume": "the data track of a disc image has no list of files that can be read" => "make the image again from the disc";
    FOLDER = "cd.folder": "a folder on a disc image is damaged, and what it lists from there on is left out" => "make the image again from the disc";
    FILE = "cd.file": "a file on a disc image is stored in a way that is not read" => "copy it from the disc into a folder";
    LIMIT = "cd.limit": "a disc image lists more than the limits allow" => "copy its files into a folder and name that";
}
