//! What only shows when all arrays were read: overlaps, offsets where nothing is, bytes that belong
//! to nothing, and by whose rules the file was written. Source: `docs/spec/m2.md`, "17. Layout and
//! byte-exact writing".

use super::codes::{LEFTOVER, ORDER, OVERLAP, STALE_COLLISION, STALE_NAME};
use super::layout::{Array, HEADER, Layout, Placement, Profile, Stale};
use super::source::Source;
use super::{Collision, Model};
use crate::chars::Chars;
use crate::placement;
use std::ops::Range;

/// Arrays that some writers leave out without saying so: their offsets then lead into others.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Suspect {
    /// Three arrays from this one on.
    Collision { first: usize },
    /// The name of a texture that the game chooses.
    Name { texture: usize, array: usize },
}

impl Suspect {
    /// The numbers of these arrays.
    pub(crate) fn arrays(&self) -> Range<usize> {
        match *self {
            Suspect::Collision { first } => first..first + 3,
            Suspect::Name { array, .. } => array..array + 1,
        }
    }
}

/// Reports what is odd about where the arrays are, empties those of the model that are not there,
/// and says how the file can be written again.
pub(crate) fn layout(
    bytes: &[u8],
    model: &mut Model,
    source: &mut Source<'_>,
    suspects: &[Suspect],
) -> Layout {
    let shared = shared(source.arrays());
    let is_shared = |index: usize| shared.get(index).is_some_and(|(shared, _)| *shared);
    for suspect in suspects {
        match *suspect {
            Suspect::Collision { first } if (first..first + 3).any(is_shared) => {
                let at = source.arrays().get(first).map_or(0, |array| array.offset as usize);
                let found = "bytes of other arrays";
                source.report().note(&STALE_COLLISION, at, "a mesh of triangles", found);
                source.make_stale(first..first + 3);
                model.collision = Collision::default();
            }
            Suspect::Name { texture, array } if is_shared(array) => {
                let at = source.arrays().get(array).map_or(0, |array| array.offset as usize);
                source.report().note(&STALE_NAME, at, "a NUL", "bytes of other arrays");
                source.make_stale([array]);
                if let Some(texture) = model.textures.get_mut(texture) {
                    texture.name = Chars::default();
                }
            }
            Suspect::Collision { .. } | Suspect::Name { .. } => {}
        }
    }
    let arrays = source.arrays().to_vec();
    for (array, (_, later)) in arrays.iter().zip(self::shared(&arrays)) {
        if later {
            let found = format_args!("{} bytes of the {}", array.size, array.block.name());
            source.report().habit(&OVERLAP, array.offset as usize, "bytes of one array", found);
        }
    }
    let gaps = {
        let there = arrays.iter().filter(|array| array.is_there());
        let mut parts: Vec<Range<u32>> = there.map(|array| array.offset..array.offset + array.size).collect();
        placement::leftovers(bytes, &mut parts, HEADER as usize)
    };
    if let Some(first) = gaps.first() {
        let count: usize = gaps.iter().map(|gap| gap.bytes.len()).sum();
        let found = format_args!("{count} bytes in {} places", gaps.len());
        source.report().note(&LEFTOVER, first.offset as usize, "zeros between arrays", found);
    }
    let (profile, exact) = Profile::best(&arrays, bytes.len());
    if let Some(array) = profile.first_out_of_order(&arrays) {
        let found = format_args!("the {} in front of an array before them", array.block.name());
        source.report().note(&ORDER, array.offset as usize, "the order of the header", found);
    }
    if exact && gaps.is_empty() {
        return Layout { profile, placement: None };
    }
    // Offsets of arrays without elements mean nothing, too.
    let is_stale = |array: &Array| array.stale || array.count == 0 && array.offset != 0;
    let stale = arrays.iter().enumerate().filter(|(_, array)| is_stale(array));
    let placement = Placement {
        size: bytes.len() as u32,
        offsets: arrays.iter().map(|array| array.offset).collect(),
        stale: stale.map(|(index, array)| Stale { array: index as u32, count: array.count }).collect(),
        gaps,
    };
    Layout { profile, placement: Some(placement) }
}

/// Of each array whether it shares bytes with another one, and whether that one starts before it.
fn shared(arrays: &[Array]) -> Vec<(bool, bool)> {
    let mut order: Vec<u32> = (0..arrays.len() as u32).collect();
    order.retain(|index| arrays[*index as usize].is_there());
    order.sort_unstable_by_key(|index| {
        let array = arrays[*index as usize];
        (array.offset, array.size)
    });
    let mut shared = vec![(false, false); arrays.len()];
    // The array that reaches furthest so far, and how far.
    let (mut furthest, mut end) = (0, 0);
    for index in order {
        let index = index as usize;
        let array = arrays[index];
        if u64::from(array.offset) < end {
            shared[index] = (true, true);
            shared[furthest].0 = true;
        }
        if array.end() > end {
            (furthest, end) = (index, array.end());
        }
    }
    shared
}
