//! Writing whole levels.

use super::codes::{self, unwritable};
use super::lists::{self, COUNT, HEADER_SIZE, Header, LEGACY, List, MAGIC_WMB7};
use super::textures::COLORS_SIZE;
use super::{Level, blocks, lightmaps, objects, table, textures};
use crate::placement::assemble;
use binary::{Record, Result, Writer};

/// Writes a level. Counts, offsets and lengths are derived, the offsets of a
/// level with a [`super::Layout`] from that; everything else, odd values too,
/// is written as it stands.
///
/// # Errors
/// `gamestudio.wmb.unwritable` when parts do not fit each other, the layout or
/// 31-bit offsets.
pub fn write(level: &Level) -> Result<Vec<u8>> {
    let parts = parts(level)?;
    let mut lengths = [0; COUNT];
    for (length, part) in lengths.iter_mut().zip(&parts) {
        *length = part.len();
    }
    let (mut offsets, end) = match lists::compact(lengths) {
        Some(derived) => derived,
        None => return unwritable("level", "a file below 2 GiB", "more"),
    };
    if let Some(placement) = &level.layout.lists {
        offsets = match placement.offsets.as_slice().try_into() {
            Ok(offsets) => offsets,
            Err(_) => {
                let found = placement.offsets.len();
                return unwritable("layout", format_args!("offsets of {COUNT} lists"), found);
            }
        };
    }
    let mut header = Header { magic: MAGIC_WMB7, lists: [[0; 2]; COUNT] };
    for (list, (offset, length)) in header.lists.iter_mut().zip(offsets.into_iter().zip(lengths)) {
        *list = [offset, codes::count("level", length)?];
    }
    for outside in &level.layout.outside {
        let entry = &mut header.lists[outside.list as usize];
        if entry[1] != 0 {
            return unwritable(outside.list.name(), "no bytes of a list outside of the file", entry[1]);
        }
        *entry = [outside.offset, outside.length];
    }
    let mut writer = Writer::with_capacity(HEADER_SIZE);
    writer.record(&header, 0);
    let header = writer.into_bytes();

    let mut places = vec![(0, header.as_slice())];
    for (list, part) in List::ALL.into_iter().zip(&parts) {
        if part.is_empty() {
            continue;
        }
        match usize::try_from(offsets[list as usize]) {
            Ok(at) if at >= HEADER_SIZE => places.push((at, part)),
            _ => {
                let expected = format_args!("an offset from {HEADER_SIZE} on");
                return unwritable(list.name(), expected, offsets[list as usize]);
            }
        }
    }
    let gaps = level.layout.lists.as_ref().map_or(&[][..], |placement| &placement.gaps);
    let mut bytes = assemble(&places, gaps).or_else(|at| {
        unwritable(
            "layout",
            "lists that agree where they overlap",
            format_args!("a difference at {at}; clear the layout to have it made anew"),
        )
    })?;
    if level.layout.lists.is_none() {
        bytes.resize(end, 0);
    }
    Ok(bytes)
}

/// The bytes of each list, in the order of the header.
fn parts(level: &Level) -> Result<[Vec<u8>; COUNT]> {
    let layout = &level.layout;
    let mut parts: [Vec<u8>; COUNT] = Default::default();
    let mut set = |list: List, bytes: Vec<u8>| parts[list as usize] = bytes;
    let unread = |list: List| layout.unread.iter().any(|raw| raw.list == list);
    let outside = |list: List| layout.outside.iter().any(|outside| outside.list == list);
    let wanted = |list: List, empty: bool| {
        !(empty && (layout.left_out.contains(&list) || unread(list) || outside(list)))
    };

    if let Some(palette) = &level.palette {
        if palette.colors.bytes.len() != COLORS_SIZE {
            let found = palette.colors.bytes.len();
            return unwritable("palette", format_args!("{COLORS_SIZE} bytes"), found);
        }
        set(List::Palette, [&palette.zero00[..], &palette.colors.bytes].concat());
    }
    set(List::Planes, records(&level.planes));
    if wanted(List::Textures, level.textures.is_empty()) {
        let bytes =
            table::write("textures", &level.textures, layout.textures.as_ref(), |writer, index, texture| {
                textures::write(writer, format_args!("texture {index}"), texture)
            })?;
        set(List::Textures, bytes);
    }
    set(List::Pvs, level.pvs.clone());
    set(List::BspNodes, records(&level.bsp_nodes));
    set(List::Materials, records(&level.materials));
    set(List::Hulls, records(&level.hulls));
    set(List::BspLeafs, records(&level.bsp_leafs));
    let mut blocks_of_leafs = Writer::new();
    blocks_of_leafs.list(&level.bsp_blocks);
    set(List::BspBlocks, blocks_of_leafs.into_bytes());
    set(List::Submodels, records(&level.submodels));
    if wanted(List::Objects, level.objects.is_empty()) {
        let objects: Vec<_> = level.objects.iter().map(Some).collect();
        let bytes = table::write("objects", &objects, layout.objects.as_ref(), |writer, index, object| {
            objects::write(writer, index, object)
        })?;
        set(List::Objects, bytes);
    }
    set(List::Lightmaps, level.lightmaps.clone());
    if wanted(List::Blocks, level.blocks.is_empty()) {
        set(List::Blocks, blocks::write(level)?);
    }
    if wanted(List::LightmapsTerrain, level.terrain_lightmaps.is_empty()) {
        set(List::LightmapsTerrain, lightmaps::write_terrain(&level.terrain_lightmaps)?);
    }
    for raw in &level.legacy {
        if !LEGACY.contains(&raw.list) {
            return unwritable("legacy", "a list that WMB7 leaves empty", raw.list.name());
        }
        set(raw.list, raw.bytes.clone());
    }
    for raw in &layout.unread {
        let part = &mut parts[raw.list as usize];
        if !part.is_empty() {
            let found = format_args!("{} bytes of items and a list that is kept as it is", part.len());
            return unwritable(raw.list.name(), "items, or the bytes of their list", found);
        }
        part.clone_from(&raw.bytes);
    }
    for tail in &layout.tails {
        parts[tail.list as usize].extend_from_slice(&tail.bytes);
    }
    Ok(parts)
}

fn records<R: Record>(list: &[R]) -> Vec<u8> {
    let mut writer = Writer::with_capacity(list.len() * R::SIZES[0]);
    list.iter().for_each(|record| writer.record(record, 0));
    writer.into_bytes()
}
