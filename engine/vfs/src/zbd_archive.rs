//! The games' own archives as containers.
use crate::{Bytes, Container, Member};
use binary::{Cursor, FormatCodes, Mode, Result, codes};
use std::ops::Range;

codes! {
    TRUNCATED = "x.truncated": "t" => "a";
    NOT_FINITE = "x.not_finite": "t" => "a";
    TRAILING = "x.trailing": "t" => "a";
    LIMIT = "x.limit": "t" => "a";
    TOC = "x.toc": "t" => "a";
}
static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };
struct Archive {
    bytes: Bytes,
    members: Vec<(Member, Range<usize>)>,
}
pub(crate) fn open(bytes: Bytes) -> Result<Box<dyn Container>> {
    let mut c = Cursor::new(&bytes, &FORMAT, Mode::Lenient);
    let len = bytes.len();
    c.seek(len.saturating_sub(8))?;
    let version: u32 = c.value("version")?;
    let count: u32 = c.value("count")?;
    let count = count as usize;
    let toc =
        len.checked_sub(8).and_then(|l| l.checked_sub(count.checked_mul(148)?)).filter(|_| version == 1);
    let Some(toc) = toc else { return Err(c.report.broken(&TOC, 0, "a table", "none")) };
    c.seek(toc)?;
    let mut members = Vec::new();
    for _ in 0..count {
        let start: u32 = c.value("start")?;
        let length: u32 = c.value("length")?;
        let name = c.take(64, "name")?;
        c.take(76, "rest")?;
        let name = name.iter().take_while(|b| **b != 0).map(|b| char::from(*b)).collect();
        let range = start as usize..(start as usize).saturating_add(length as usize);
        if range.end > toc {
            return Err(c.report.broken(&TOC, 0, "a range", "none"));
        }
        members.push((Member { name, size: length.into() }, range));
    }
    Ok(Box::new(Archive { bytes, members }))
}
impl Container for Archive {
    fn members(&self) -> Vec<Member> {
        self.members.iter().map(|m| m.0.clone()).collect()
    }
    fn read(&self, index: usize) -> Result<Bytes> {
        self.members
            .get(index)
            .and_then(|m| self.bytes.slice(m.1.clone()))
            .ok_or_else(|| Cursor::new(&[], &FORMAT, Mode::Lenient).report.broken(&TOC, 0, "a", "b"))
    }
}
