//! The bytes of a file: sectors that are packed and hidden one by one, or one piece.

use crate::archive::File;
use crate::crypt::decipher;
use crate::tables::{COMPRESSED, Header, IMPLODED, ONE_PIECE, PATCH, part, u32_at};
use crate::{BLOCK, LARGEST, PACKING, SECTOR, broken, explode, packing};
use binary::{Data, Result};

/// At most the first `count` bytes of a file.
pub(crate) fn read(
    data: &(impl Data + ?Sized),
    header: &Header,
    file: &File,
    count: usize,
) -> Result<Vec<u8>> {
    let block = file.block;
    if block.has(PATCH) {
        return Err(broken(&PACKING, "a whole file", "a difference to one, as clients 4.x have"));
    }
    if u64::from(block.size) > LARGEST {
        return Err(broken(&BLOCK, format_args!("at most {LARGEST} bytes"), block.size));
    }
    let start = header.start.saturating_add(block.place);
    let fits = start.checked_add(block.packed.into()).is_some_and(|end| end <= data.size());
    if !fits {
        let found = format_args!("{} bytes at 0x{start:x} of {}", block.packed, data.size());
        return Err(broken(&BLOCK, "a file inside the archive", found));
    }
    let packed = File { block, ..file.clone() };
    let place = Place { data, start, sector: header.sector, file: &packed };
    let mut bytes = match (block.has(COMPRESSED | IMPLODED), block.has(ONE_PIECE)) {
        _ if block.size == 0 => Vec::new(),
        (_, true) => place.one_piece()?,
        (true, false) => place.packed_sectors(count)?,
        (false, false) => place.stored(count)?,
    };
    bytes.truncate(count);
    Ok(bytes)
}

/// A file in its archive.
struct Place<'a, D: ?Sized> {
    data: &'a D,
    /// Where it begins.
    start: u64,
    /// Bytes of a sector.
    sector: usize,
    file: &'a File,
}

impl<D: Data + ?Sized> Place<'_, D> {
    fn size(&self) -> usize {
        self.file.block.size as usize
    }

    /// The key of a part, by its number.
    fn key(&self, number: u32) -> Option<u32> {
        self.file.key.map(|key| key.wrapping_add(number))
    }

    fn one_piece(&self) -> Result<Vec<u8>> {
        let mut bytes = part(self.data, self.start, self.file.block.packed as usize)?;
        if let Some(key) = self.key(0) {
            decipher(&mut bytes, key);
        }
        if self.file.block.has(COMPRESSED | IMPLODED) {
            return self.unpack(&bytes, self.size(), 0);
        }
        self.whole(bytes)
    }

    /// A file that is not packed: its sectors lie behind each other and are hidden one by one.
    fn stored(&self, count: usize) -> Result<Vec<u8>> {
        let wanted = self.size().min(self.file.block.packed as usize);
        let wanted = wanted.min(count.div_ceil(self.sector).saturating_mul(self.sector));
        let mut bytes = part(self.data, self.start, wanted)?;
        for (number, sector) in (0..).zip(bytes.chunks_mut(self.sector)) {
            if let Some(key) = self.key(number) {
                decipher(sector, key);
            }
        }
        if count >= self.size() { self.whole(bytes) } else { Ok(bytes) }
    }

    /// Bytes, if they are as many as the file has.
    fn whole(&self, mut bytes: Vec<u8>) -> Result<Vec<u8>> {
        if bytes.len() < self.size() {
            let found = format_args!("{}", bytes.len());
            return Err(broken(&BLOCK, format_args!("{} bytes", self.size()), found));
        }
        bytes.truncate(self.size());
        Ok(bytes)
    }

    fn packed_sectors(&self, count: usize) -> Result<Vec<u8>> {
        let all = self.size().div_ceil(self.sector);
        let wanted = all.min(count.div_ceil(self.sector));
        let packed = self.file.block.packed as usize;
        let table = (all + 1) * 4;
        if table > packed {
            let expected = format_args!("a table of {} sectors", all);
            return Err(broken(&SECTOR, expected, format_args!("{packed} bytes")));
        }
        let mut places = part(self.data, self.start, (wanted + 1) * 4)?;
        if let Some(key) = self.key(u32::MAX) {
            decipher(&mut places, key);
        }
        let place = |sector: usize| u32_at(&places, sector * 4) as usize;
        let (first, last) = (place(0), place(wanted));
        if first < table || last < first || last > packed {
            let found = format_args!("{first} to {last}");
            return Err(broken(&SECTOR, format_args!("sectors from {table} to {packed}"), found));
        }
        let mut bytes = part(self.data, self.start + first as u64, last - first)?;
        let mut file = Vec::new();
        for number in 0..wanted {
            let (from, to) = (place(number), place(number + 1));
            let range = from.checked_sub(first).zip(to.checked_sub(first));
            let sector = range.and_then(|(from, to)| bytes.get_mut(from..to)).ok_or_else(|| {
                let expected = format_args!("sectors behind each other, up to {last}");
                broken(&SECTOR, expected, format_args!("sector {number} from {from} to {to}"))
            })?;
            if let Some(key) = self.key(number as u32) {
                decipher(sector, key);
            }
            let size = self.sector.min(self.size() - number * self.sector);
            file.extend(self.unpack(sector, size, number)?);
        }
        Ok(file)
    }

    /// A sector of this size, unpacked; one that packing made no smaller is there as it is.
    fn unpack(&self, packed: &[u8], size: usize, number: usize) -> Result<Vec<u8>> {
        let damaged = |found: String| broken(&SECTOR, format_args!("{size} bytes in sector {number}"), found);
        if packed.len() >= size {
            return match packed.len() == size {
                true => Ok(packed.to_vec()),
                false => Err(damaged(format!("{} packed ones", packed.len()))),
            };
        }
        if self.file.block.has(COMPRESSED) {
            return packing::unpack(packed, size, number);
        }
        let unpacked = explode::explode(packed, size).map_err(|problem| damaged(problem.to_owned()))?;
        match unpacked.len() == size {
            true => Ok(unpacked),
            false => Err(damaged(unpacked.len().to_string())),
        }
    }
}
