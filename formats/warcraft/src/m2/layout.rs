//! Where the arrays of a model are in its file: three known kinds of writer, and files that are
//! none of theirs. Source: `docs/spec/m2.md`, "17. Layout and byte-exact writing".

use crate::placement::Gap;
use serde::{Deserialize, Serialize};

/// Length of the header, behind which the arrays start.
pub(crate) const HEADER: u32 = 0x144;

/// How arrays follow one another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// Each array starts at a multiple of 16, and the file ends at one: the games' own tools.
    #[default]
    Aligned,
    /// No gaps; 1 to 16 zeros end the file.
    Packed,
    /// Each array is followed by 1 to 16 zeros, up to a multiple of 16; some are in another order.
    Padded,
}

/// Where the arrays are in the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// The writer whose rules fit best; those of a model that is written anew.
    pub profile: Profile,
    /// The offsets as they were read, of a file that follows no profile to the byte. A model that was
    /// changed so that they no longer fit is written by its profile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placement: Option<Placement>,
}

/// Offsets of a file, and the bytes between its arrays.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placement {
    /// Length of the file in bytes.
    pub size: u32,
    /// The offset of each array, in the order of the header, those of its records after each table.
    pub offsets: Vec<u32>,
    /// Arrays that are not read because nothing of theirs is at the offset, and those without elements
    /// that have an offset all the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stale: Vec<Stale>,
    /// Bytes that belong to no array and are not zero.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<Gap>,
}

/// An array that is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stale {
    /// Which of the offsets.
    pub array: u32,
    /// How many elements the file says it has.
    pub count: u32,
}

/// The arrays of the header; those of the records of a table belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Block {
    Name,
    GlobalSequences,
    Sequences,
    SequenceLookup,
    Playable,
    Bones,
    KeyBones,
    Vertices,
    Views,
    Colors,
    Textures,
    Transparency,
    Flipbooks,
    Transforms,
    Replaceable,
    RenderFlags,
    BoneLookup,
    TextureLookup,
    UnitLookup,
    TransparencyLookup,
    TransformLookup,
    CollisionTriangles,
    CollisionVertices,
    CollisionNormals,
    Attachments,
    AttachmentLookup,
    Events,
    Lights,
    Cameras,
    CameraLookup,
    Ribbons,
    Particles,
}

impl Block {
    /// What the block is called in findings.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Block::Name => "name",
            Block::GlobalSequences => "global sequences",
            Block::Sequences => "sequences",
            Block::SequenceLookup => "sequence look-up",
            Block::Playable => "playable look-up",
            Block::Bones => "bones",
            Block::KeyBones => "key-bone look-up",
            Block::Vertices => "vertices",
            Block::Views => "views",
            Block::Colors => "colours",
            Block::Textures => "textures",
            Block::Transparency => "transparency",
            Block::Flipbooks => "flip books",
            Block::Transforms => "texture transforms",
            Block::Replaceable => "replaceable look-up",
            Block::RenderFlags => "render flags",
            Block::BoneLookup => "bone look-up",
            Block::TextureLookup => "texture look-up",
            Block::UnitLookup => "unit look-up",
            Block::TransparencyLookup => "transparency look-up",
            Block::TransformLookup => "transform look-up",
            Block::CollisionTriangles => "collision triangles",
            Block::CollisionVertices => "collision vertices",
            Block::CollisionNormals => "collision normals",
            Block::Attachments => "attachments",
            Block::AttachmentLookup => "attachment look-up",
            Block::Events => "events",
            Block::Lights => "lights",
            Block::Cameras => "cameras",
            Block::CameraLookup => "camera look-up",
            Block::Ribbons => "ribbons",
            Block::Particles => "particles",
        }
    }
}

/// The order of the padded profile. What it never has stands where the header has it.
const PADDED_ORDER: [Block; 32] = {
    use Block::*;
    [
        Name,
        GlobalSequences,
        Sequences,
        Bones,
        SequenceLookup,
        Playable,
        KeyBones,
        Vertices,
        Views,
        Transparency,
        Colors,
        Textures,
        Flipbooks,
        Transforms,
        RenderFlags,
        Replaceable,
        BoneLookup,
        TextureLookup,
        UnitLookup,
        TransparencyLookup,
        TransformLookup,
        CollisionTriangles,
        CollisionVertices,
        CollisionNormals,
        Attachments,
        AttachmentLookup,
        Events,
        Lights,
        Cameras,
        CameraLookup,
        Ribbons,
        Particles,
    ]
};

/// What the profiles need to know of an array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Array {
    pub block: Block,
    pub offset: u32,
    pub count: u32,
    /// In bytes.
    pub size: u32,
    /// Not read: see [`Stale`].
    pub stale: bool,
}

impl Array {
    /// It has bytes in the file.
    pub(crate) fn is_there(&self) -> bool {
        self.size > 0 && !self.stale
    }

    /// The offset behind it.
    pub(crate) fn end(&self) -> u64 {
        u64::from(self.offset) + u64::from(self.size)
    }
}

impl Profile {
    const ALL: [Profile; 3] = [Profile::Aligned, Profile::Packed, Profile::Padded];

    /// The numbers of the arrays in the order in which they are in the file.
    fn order(self, arrays: &[Array]) -> Vec<u32> {
        let mut order: Vec<u32> = (0..arrays.len() as u32).collect();
        if self == Profile::Padded {
            let rank = |block| PADDED_ORDER.iter().position(|other| *other == block);
            let ranks: Vec<_> = arrays.iter().map(|array| rank(array.block)).collect();
            order.sort_by_key(|index| ranks.get(*index as usize));
        }
        order
    }

    /// Where the next array starts.
    fn next(self, end: u64) -> u64 {
        match self {
            Profile::Aligned => end.next_multiple_of(16),
            Profile::Packed => end,
            Profile::Padded => end + 16 - end % 16,
        }
    }

    /// Where the file ends.
    fn last(self, end: u64) -> u64 {
        match self {
            Profile::Aligned => end.next_multiple_of(16),
            Profile::Packed | Profile::Padded => end + 16 - end % 16,
        }
    }

    /// Puts arrays of known sizes one behind the other: their offsets, and the length of the file.
    /// `None` for 4 GiB and more.
    pub(crate) fn place(self, arrays: &[Array]) -> Option<(Vec<u32>, u32)> {
        let mut offsets = vec![0; arrays.len()];
        let mut end = u64::from(HEADER);
        for index in self.order(arrays) {
            let index = index as usize;
            if arrays[index].size > 0 {
                let start = self.next(end);
                offsets[index] = u32::try_from(start).ok()?;
                end = start + u64::from(arrays[index].size);
            }
        }
        Some((offsets, u32::try_from(self.last(end)).ok()?))
    }

    /// How many arrays stand where this profile puts them behind the one before, and whether all do
    /// and the file ends where it should.
    fn fit(self, arrays: &[Array], length: usize) -> (usize, bool) {
        let (mut fitting, mut all) = (0, true);
        let mut end = u64::from(HEADER);
        for index in self.order(arrays) {
            let array = &arrays[index as usize];
            if array.is_there() {
                let fits = u64::from(array.offset) == self.next(end);
                fitting += usize::from(fits);
                all &= fits;
                end = array.end();
            } else {
                all &= !array.stale && array.offset == 0;
            }
        }
        (fitting, all && self.last(end) == length as u64)
    }

    /// The profile that fits best, and whether it fits to the byte.
    pub(crate) fn best(arrays: &[Array], length: usize) -> (Profile, bool) {
        let mut best = (Profile::Aligned, (0, false));
        for profile in Profile::ALL {
            let fit = profile.fit(arrays, length);
            if fit.1 && !best.1.1 || fit.1 == best.1.1 && fit.0 > best.1.0 {
                best = (profile, fit);
            }
        }
        (best.0, best.1.1)
    }

    /// The first array that stands in front of one that this profile puts before it.
    pub(crate) fn first_out_of_order(self, arrays: &[Array]) -> Option<Array> {
        let mut highest = 0;
        for index in self.order(arrays) {
            let array = arrays[index as usize];
            if array.is_there() {
                if array.offset < highest {
                    return Some(array);
                }
                highest = array.offset;
            }
        }
        None
    }
}
