//! The header: twenty lists, and the order in which a writer puts them. Source:
//! `docs/spec/gamestudio.md`, "2.1 Header".

use super::codes::{BOUNDS, OVERLAP};
use crate::packed;
use binary::{Record, Report, Result, record};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Number of lists.
pub(super) const COUNT: usize = 20;
/// What a WMB7 file starts with.
pub(super) const MAGIC_WMB7: [u8; 4] = *b"WMB7";

record! {
    #[derive(Copy)]
    pub(super) struct Header in "gamestudio.wmb.header" sizes [164] {
        magic: [u8; 4] [0],
        /// Offset and length.
        lists: [[i32; 2]; 20] [4],
    }
}

/// Bytes of the header.
pub(super) const HEADER_SIZE: usize = Header::SIZES[0];

macro_rules! lists {
    ($($(#[$meta:meta])* $name:ident = $text:literal,)*) => {
        /// A list of the header, in the header's order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum List {
            $($(#[$meta])* $name,)*
        }

        impl List {
            /// All of them.
            pub const ALL: [List; COUNT] = [$(List::$name),*];

            /// What the list is called in messages.
            pub const fn name(self) -> &'static str {
                match self {
                    $(List::$name => $text,)*
                }
            }
        }
    };
}

lists! {
    /// [`super::Level::palette`].
    Palette = "palette",
    /// [`super::Level::planes`].
    Planes = "planes",
    /// [`super::Level::textures`].
    Textures = "textures",
    /// Of older versions.
    Vertices = "vertices",
    /// [`super::Level::pvs`].
    Pvs = "pvs",
    /// [`super::Level::bsp_nodes`].
    BspNodes = "bsp_nodes",
    /// [`super::Level::materials`].
    Materials = "materials",
    /// Of older versions.
    Faces = "faces",
    /// Of older versions.
    Legacy4 = "legacy4",
    /// [`super::Level::hulls`].
    Hulls = "hulls",
    /// [`super::Level::bsp_leafs`].
    BspLeafs = "bsp_leafs",
    /// [`super::Level::bsp_blocks`].
    BspBlocks = "bsp_blocks",
    /// Of older versions.
    Edges = "edges",
    /// Of older versions.
    Edgelist = "edgelist",
    /// [`super::Level::submodels`].
    Submodels = "submodels",
    /// [`super::Level::objects`].
    Objects = "objects",
    /// [`super::Level::lightmaps`].
    Lightmaps = "lightmaps",
    /// [`super::Level::blocks`].
    Blocks = "blocks",
    /// Of older versions.
    Legacy8 = "legacy8",
    /// [`super::Level::terrain_lightmaps`].
    LightmapsTerrain = "lightmaps_terrain",
}

/// Lists that WMB7 leaves empty.
pub(super) const LEGACY: [List; 6] =
    [List::Vertices, List::Faces, List::Legacy4, List::Edges, List::Edgelist, List::Legacy8];

/// The order in the files of the compiler.
const ORDER: [List; COUNT] = [
    List::Objects,
    List::Submodels,
    List::Planes,
    List::Blocks,
    List::Materials,
    List::Textures,
    List::Palette,
    List::Lightmaps,
    List::LightmapsTerrain,
    List::BspLeafs,
    List::BspNodes,
    List::Hulls,
    List::BspBlocks,
    List::Vertices,
    List::Faces,
    List::Legacy4,
    List::Edges,
    List::Edgelist,
    List::Legacy8,
    List::Pvs,
];

/// Offsets have 31 bits.
pub(super) const LARGEST_FILE: usize = i32::MAX as usize;
/// Files end at a multiple of this many bytes, filled up with zeros.
const ALIGNMENT: usize = 4;

/// A list, or the end of one, that is kept as raw bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawList {
    /// Which list.
    pub list: List,
    /// Its bytes.
    #[serde(with = "packed")]
    pub bytes: Vec<u8>,
}

/// A list that is left out for where the header has it: outside of the file, or among lists that
/// claim far more bytes than there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutsideList {
    /// Which list.
    pub list: List,
    /// As the header has it.
    pub offset: i32,
    /// As the header has it.
    pub length: i32,
}

/// Lists that a level can be drawn without: all but those that say what stands where.
fn is_optional(list: List) -> bool {
    !matches!(list, List::Objects | List::Blocks)
}

/// Range of each list; `None` for a list of length 0.
pub(super) type Ranges = [Option<Range<usize>>; COUNT];

/// Checks that lists stand inside a file of `file` bytes and claim no more than twice its bytes.
/// Some do overlap: the four bytes of an empty list may be inside another one. Lists that need not
/// be there are left out, with a finding, where they stand outside of the file or claim too much.
pub(super) fn ranges(
    header: &Header,
    file: usize,
    outside: &mut Vec<OutsideList>,
    report: &mut Report,
) -> Result<Ranges> {
    let mut ranges = Ranges::default();
    let mut total = 0;
    for (list, [offset, length]) in List::ALL.into_iter().zip(header.lists) {
        if length == 0 {
            continue;
        }
        let range = usize::try_from(offset).ok().zip(usize::try_from(length).ok());
        let range = range
            .and_then(|(start, length)| Some(start..start.checked_add(length)?))
            .filter(|range| range.start >= HEADER_SIZE && range.end <= file);
        let Some(range) = range else {
            let at = 4 + 8 * list as usize;
            let expected = format_args!("a list `{}` between {HEADER_SIZE} and {file}", list.name());
            let found = format_args!("{length} bytes from {offset} on");
            if is_optional(list) {
                report.habit(&BOUNDS, at, expected, found);
                outside.push(OutsideList { list, offset, length });
                continue;
            }
            return Err(report.broken(&BOUNDS, at, expected, found));
        };
        total += range.len();
        ranges[list as usize] = Some(range);
    }
    let most = file.saturating_mul(2);
    while total > most {
        // Two lists inside of the file never claim more than twice its bytes: some other is there.
        let length = |list: &List| ranges[*list as usize].as_ref().map_or(0, ExactSizeIterator::len);
        let largest = List::ALL.into_iter().filter(|list| is_optional(*list)).max_by_key(length);
        let expected = format_args!("lists of at most {most} bytes in all");
        let found = format_args!("{total} bytes");
        let Some((list, range)) = largest.and_then(|list| Some((list, ranges[list as usize].take()?))) else {
            return Err(report.broken(&OVERLAP, 4, expected, found));
        };
        report.habit(&OVERLAP, 4 + 8 * list as usize, expected, found);
        let [offset, length] = header.lists[list as usize];
        outside.push(OutsideList { list, offset, length });
        total -= range.len();
    }
    Ok(ranges)
}

/// Where a writer puts lists of these lengths, and how long the file becomes;
/// `None` when offsets no longer fit. Lists of no length are at 0.
pub(super) fn compact(lengths: [usize; COUNT]) -> Option<([i32; COUNT], usize)> {
    let mut offsets = [0; COUNT];
    let mut at = HEADER_SIZE;
    for list in ORDER {
        let length = lengths[list as usize];
        if length > 0 {
            offsets[list as usize] = i32::try_from(at).ok()?;
            at = at.checked_add(length)?;
        }
    }
    at = at.checked_next_multiple_of(ALIGNMENT)?;
    i32::try_from(at).ok()?;
    Some((offsets, at))
}
