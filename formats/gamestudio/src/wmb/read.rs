//! Reading whole levels.

use super::codes::{
    FORMAT, GAP, LEGACY as LEGACY_FILLED, LIMIT, LIST, MAGIC, NO_PALETTE, PALETTE_ZERO, TAIL, VERSION,
};
use super::lightmaps::TerrainLightmap;
use super::lists::{self, COUNT, Header, LEGACY, List, MAGIC_WMB7, Ranges, RawList};
use super::textures::{COLORS_SIZE, ColorTable};
use super::{
    Layout, Level, LevelPalette, Origins, blocks, bsp, lightmaps, materials, objects, table, textures,
};
use crate::placement::{Gap, Placement, uncovered};
use binary::{Cursor, Field, Mode, Record, Report, Result, Segment, Site};
use std::mem;

/// Reads a level.
///
/// # Errors
/// Structural damage, in either mode; in strict mode the report's verdict says
/// whether a documented habit is broken. Levels of WMB1 to WMB6 are refused
/// with `gamestudio.wmb.version`.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Level, Report)> {
    let mut reader = Reader { bytes, report: Report::new(mode) };
    let level = reader.level()?;
    Ok((level, reader.report))
}

/// Every place the reader looks at; up to the damage if there is any. Pixels
/// and bytes without known meaning are one place each.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut reader = Reader { bytes, report: Report::new(Mode::Lenient).with_trace() };
    // What ends the reading is reported by `read`.
    let _ = reader.level();
    reader.report.take_sites()
}

/// `count` records, one behind the other.
pub(super) fn records<R: Record>(
    cursor: &mut Cursor<'_>,
    label: &'static str,
    count: usize,
) -> Result<Vec<R>> {
    let size = R::SIZES[0];
    cursor.expect_items(count, size, label)?;
    let mut list: Vec<R> = Vec::with_capacity(count);
    if !cursor.tracing() {
        let start = cursor.offset();
        let bytes = cursor.take(count * size, label)?;
        list.extend(bytes.chunks_exact(size).map(|chunk| R::get(chunk, 0)));
        if list.iter().all(|record| record.first_not_finite().is_none()) {
            if !R::CODES.is_empty() {
                for (index, record) in list.iter().enumerate() {
                    cursor.report.enter(Segment::at(label, index));
                    record.check(&mut cursor.report, start + index * size, 0);
                    cursor.report.leave();
                }
            }
            return Ok(list);
        }
        // Read once more, one by one: the message then says which record.
        list.clear();
        cursor.seek(start)?;
    }
    for index in 0..count {
        list.push(cursor.within(Segment::at(label, index), |cursor| cursor.record(0))?);
    }
    Ok(list)
}

struct Reader<'a> {
    bytes: &'a [u8],
    report: Report,
}

impl<'a> Reader<'a> {
    /// Reads from `start` on with a cursor for which the file ends at `end`.
    fn part<T>(
        &mut self,
        start: usize,
        end: usize,
        read: impl FnOnce(&mut Cursor<'a>) -> Result<T>,
    ) -> Result<T> {
        let report = mem::replace(&mut self.report, Report::new(Mode::Lenient));
        let bytes = self.bytes.get(..end).unwrap_or(self.bytes);
        let mut cursor = Cursor::with_report(bytes, &FORMAT, report);
        let value = cursor.seek(start).and_then(|()| read(&mut cursor));
        self.report = cursor.report;
        value
    }

    fn header(&mut self) -> Result<Header> {
        let bytes = self.bytes;
        if bytes.len() > lists::LARGEST_FILE {
            let expected = format_args!("a file of at most {} bytes", lists::LARGEST_FILE);
            return Err(self.report.broken(&LIMIT, 0, expected, bytes.len()));
        }
        self.part(0, bytes.len(), |cursor| {
            let magic = bytes.get(..4).unwrap_or(bytes);
            if magic != MAGIC_WMB7 {
                let (code, expected) = match magic {
                    [b'W', b'M', b'B', b'1'..=b'6'] => (&VERSION, "a level of version WMB7"),
                    _ => (&MAGIC, "the letters WMB7"),
                };
                let found = format_args!("\"{}\"", magic.escape_ascii());
                return Err(cursor.report.broken(code, 0, expected, found));
            }
            cursor.within(Segment::one("header"), |cursor| cursor.record(0))
        })
    }

    fn level(&mut self) -> Result<Level> {
        let header = self.header()?;
        let mut level = Level::default();
        let outside = &mut level.layout.outside;
        let ranges = lists::ranges(&header, self.bytes.len(), outside, &mut self.report)?;
        self.tables(&ranges, &mut level)?;
        self.plain(&ranges, &mut level)?;
        let origin = |list: List| ranges[list as usize].as_ref().map_or(0, |range| range.start);
        lightmaps::check(&level, origin(List::Lightmaps), &mut self.report);

        let known = blocks::Known { textures: level.textures.len(), lightmaps: level.lightmap_count() };
        let read =
            self.list(&ranges, &mut level.layout, List::Blocks, |cursor| blocks::read(cursor, known))?;
        level.blocks = read.unwrap_or_default();
        level.terrain_lightmaps = self.terrain_lightmaps(&ranges, &mut level.layout)?;

        let origins = Origins {
            planes: origin(List::Planes),
            bsp_nodes: origin(List::BspNodes),
            bsp_leafs: origin(List::BspLeafs),
            hulls: origin(List::Hulls),
            bsp_blocks: origin(List::BspBlocks),
        };
        bsp::check(&level, &origins, &mut self.report);
        materials::check(&level, origin(List::Materials), &mut self.report);
        let counted = [List::Textures, List::Objects, List::Blocks, List::LightmapsTerrain];
        level.layout.left_out = counted.into_iter().filter(|list| ranges[*list as usize].is_none()).collect();
        level.layout.lists = self.placement(&header, ranges);
        Ok(level)
    }

    /// The lists with a table of offsets.
    fn tables(&mut self, ranges: &Ranges, level: &mut Level) -> Result<()> {
        let bytes = self.bytes;
        let read = self.optional(ranges, &mut level.layout, List::Textures, |cursor| {
            table::read(cursor, bytes, "texture", true, |cursor, next| {
                Ok(Box::new(textures::read(cursor, next)?))
            })
        })?;
        if let Some((textures, placement)) = read {
            level.textures = textures;
            level.layout.textures = placement;
        }
        let mut starts = Vec::new();
        let read = self.list(ranges, &mut level.layout, List::Objects, |cursor| {
            table::read(cursor, bytes, "object", false, |cursor, next| {
                starts.push(cursor.offset());
                objects::read(cursor, next)
            })
        })?;
        if let Some((objects, placement)) = read {
            level.objects = objects.into_iter().flatten().collect();
            level.layout.objects = placement;
        }
        objects::check(level, &starts, &mut self.report);
        Ok(())
    }

    /// The light maps of terrains, or the bytes of their list.
    fn terrain_lightmaps(&mut self, ranges: &Ranges, layout: &mut Layout) -> Result<Vec<TerrainLightmap>> {
        let list = List::LightmapsTerrain;
        match self.optional(ranges, layout, list, lightmaps::read_terrain)? {
            Some(Some(maps)) => return Ok(maps),
            Some(None) => self.keep(ranges, layout, list),
            None => {}
        }
        Ok(Vec::new())
    }

    /// The lists of records and of plain bytes.
    fn plain(&mut self, ranges: &Ranges, level: &mut Level) -> Result<()> {
        let layout = &mut level.layout;
        level.palette = self.optional(ranges, layout, List::Palette, palette)?;
        if ranges[List::Palette as usize].is_none() {
            self.report.habit(&NO_PALETTE, 4, "a palette", "none");
        }
        level.planes = self.whole(ranges, layout, List::Planes, "plane")?;
        level.bsp_nodes = self.whole(ranges, layout, List::BspNodes, "bsp_node")?;
        level.materials = self.whole(ranges, layout, List::Materials, "material")?;
        level.hulls = self.whole(ranges, layout, List::Hulls, "hull")?;
        level.bsp_leafs = self.whole(ranges, layout, List::BspLeafs, "bsp_leaf")?;
        level.submodels = self.whole(ranges, layout, List::Submodels, "submodel")?;
        let read = self.optional(ranges, layout, List::BspBlocks, |cursor| {
            cursor.list(cursor.remaining() / i32::SIZE, "bsp_block")
        })?;
        level.bsp_blocks = read.unwrap_or_default();
        level.pvs = self.raw(ranges, layout, List::Pvs)?;
        level.lightmaps = self.raw(ranges, layout, List::Lightmaps)?;
        for list in LEGACY {
            let bytes = self.raw(ranges, layout, list)?;
            if bytes.is_empty() {
                continue;
            }
            // One known file has eight bytes of edges.
            if list != List::Edges {
                let at = 4 + 8 * list as usize;
                let found = format_args!("{} bytes", bytes.len());
                self.report.habit(&LEGACY_FILLED, at, format_args!("no list `{}`", list.name()), found);
            }
            level.legacy.push(RawList { list, bytes });
        }
        Ok(())
    }

    /// What `read` makes of a list, if it is there; bytes that it leaves are
    /// kept.
    fn list<T>(
        &mut self,
        ranges: &Ranges,
        layout: &mut Layout,
        list: List,
        read: impl FnOnce(&mut Cursor<'a>) -> Result<T>,
    ) -> Result<Option<T>> {
        let Some(range) = &ranges[list as usize] else {
            return Ok(None);
        };
        self.part(range.start, range.end, |cursor| {
            let value = read(cursor)?;
            let (at, left) = (cursor.offset(), cursor.remaining());
            if left > 0 {
                let expected = format_args!("the end of the list `{}`", list.name());
                cursor.report.habit(&TAIL, at, expected, format_args!("{left} more bytes"));
                let bytes = cursor.take(left, "the end of a list")?.to_vec();
                cursor.trace_bytes("tail", at, left);
                layout.tails.push(RawList { list, bytes });
            }
            Ok(Some(value))
        })
    }

    /// The same of a list that the level can be drawn without: a damaged one is left out and kept as
    /// it is, with a finding.
    fn optional<T>(
        &mut self,
        ranges: &Ranges,
        layout: &mut Layout,
        list: List,
        read: impl FnOnce(&mut Cursor<'a>) -> Result<T>,
    ) -> Result<Option<T>> {
        Ok(self.list(ranges, layout, list, read).unwrap_or_else(|damage| {
            let at = damage.offset.and_then(|at| usize::try_from(at).ok()).unwrap_or_default();
            let expected = match damage.path.as_str() {
                "" => damage.expected,
                path => format!("{path}: {}", damage.expected),
            };
            self.report.enter(Segment::one(list.name()));
            self.report.habit(&LIST, at, expected, damage.found);
            self.report.leave();
            self.keep(ranges, layout, list);
            None
        }))
    }

    /// Keeps the bytes of a list that is left out.
    fn keep(&self, ranges: &Ranges, layout: &mut Layout, list: List) {
        let range = ranges[list as usize].clone().unwrap_or_default();
        let bytes = self.bytes.get(range).unwrap_or_default().to_vec();
        if !bytes.is_empty() {
            layout.unread.push(RawList { list, bytes });
        }
    }

    /// A list of records as many as there is room for.
    fn whole<R: Record>(
        &mut self,
        ranges: &Ranges,
        layout: &mut Layout,
        list: List,
        label: &'static str,
    ) -> Result<Vec<R>> {
        let read = self.optional(ranges, layout, list, |cursor| {
            let count = cursor.remaining() / R::SIZES[0];
            records(cursor, label, count)
        })?;
        Ok(read.unwrap_or_default())
    }

    /// A list as it is.
    fn raw(&mut self, ranges: &Ranges, layout: &mut Layout, list: List) -> Result<Vec<u8>> {
        let read = self.list(ranges, layout, list, |cursor| {
            let (at, length) = (cursor.offset(), cursor.remaining());
            let bytes = cursor.take(length, list.name())?.to_vec();
            cursor.trace_bytes(list.name(), at, length);
            Ok(bytes)
        })?;
        Ok(read.unwrap_or_default())
    }

    /// Where the lists stand, unless that is where a writer would put them.
    fn placement(&mut self, header: &Header, ranges: Ranges) -> Option<Placement> {
        let offsets = header.lists.map(|[offset, _]| offset);
        let mut lengths = [0; COUNT];
        for (length, range) in lengths.iter_mut().zip(&ranges) {
            *length = range.as_ref().map_or(0, ExactSizeIterator::len);
        }
        let pvs_end = ranges[List::Pvs as usize].as_ref().map(|range| range.end);
        let mut parts: Vec<_> = ranges.into_iter().flatten().collect();
        let pieces = uncovered(&mut parts, lists::HEADER_SIZE..self.bytes.len());
        let bytes = self.bytes;
        let is_padding = |piece: &std::ops::Range<usize>| {
            piece.len() < 4
                && bytes.get(piece.clone()).is_some_and(|bytes| bytes.iter().all(|byte| *byte == 0))
        };
        for piece in &pieces {
            // The compiler fills up behind the visibility bytes.
            if pvs_end == Some(piece.start) && is_padding(piece) {
                continue;
            }
            let found = format_args!("{} bytes without one", piece.len());
            self.report.note(&GAP, piece.start, "a list", found);
        }
        let derived = lists::compact(lengths);
        let as_derived = derived.is_some_and(|(places, end)| {
            let end_is_padded = match pieces.as_slice() {
                [] => true,
                [piece] => piece.end == end && is_padding(piece),
                _ => false,
            };
            places == offsets && end == bytes.len() && end_is_padded
        });
        (!as_derived).then(|| Placement {
            offsets: offsets.to_vec(),
            gaps: pieces.into_iter().map(|piece| Gap::of(bytes, 0, piece)).collect(),
        })
    }
}

fn palette(cursor: &mut Cursor<'_>) -> Result<LevelPalette> {
    let at = cursor.offset();
    let zero00 = cursor.value("palette_zero")?;
    if zero00 != [0; 16] {
        cursor.report.habit(&PALETTE_ZERO, at, "16 bytes of 0", format_args!("{zero00:?}"));
    }
    let start = cursor.offset();
    let bytes = cursor.take(COLORS_SIZE, "a palette")?.to_vec();
    cursor.trace_bytes("palette", start, COLORS_SIZE);
    Ok(LevelPalette { zero00, colors: ColorTable { bytes } })
}
