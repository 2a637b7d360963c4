//! Sets of zones as polygons and cameras store them.
//! Source: `docs/spec/zbd/gamez.md`, "4.5 Polygons".

/// At most three zone ids in one word: their number in byte 0, the ids in
/// bytes 1 to 3, -1 in the bytes without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ZoneSet(pub u32);

impl ZoneSet {
    /// The empty set.
    pub const NONE: ZoneSet = ZoneSet(0xFFFF_FF00);

    /// The set of these zones in this order; none when there are more than three.
    pub fn new(zones: &[i8]) -> Option<Self> {
        if zones.len() > 3 {
            return None;
        }
        let mut bytes = [zones.len() as u8, 0xFF, 0xFF, 0xFF];
        for (byte, zone) in bytes[1..].iter_mut().zip(zones) {
            *byte = *zone as u8;
        }
        Some(ZoneSet(u32::from_le_bytes(bytes)))
    }

    /// The zone ids in the order stored; at most three, whatever the word says.
    pub fn zones(self) -> impl Iterator<Item = i8> {
        let [count, zones @ ..] = self.0.to_le_bytes();
        zones.into_iter().take(usize::from(count)).map(|zone| zone as i8)
    }

    /// True when the number is at most three and the bytes without a zone are -1.
    pub fn is_regular(self) -> bool {
        let unused = match self.0 & 0xFF {
            0 => 0xFFFF_FF00,
            1 => 0xFFFF_0000,
            2 => 0xFF00_0000,
            3 => 0,
            _ => return false,
        };
        self.0 & unused == unused
    }
}
