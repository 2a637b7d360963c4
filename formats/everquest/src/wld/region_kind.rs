//! What regions are: water, lava, a line into another zone and so on, said by a
//! text. Source: `docs/spec/everquest/wld.md`, "0x29 Zone (region type)".

use super::fields::{counted, put_counted, put_user_data, user_data};
use super::fragment::Stored;
use super::header::Version;
use super::reference::Reference;
use super::strings::Inline;
use binary::{Cursor, Result, Writer};
use serde::{Deserialize, Serialize};

/// Regions of one kind (0x29). A region may be in two of them: then it is both.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// Says the kind if there are no user data.
    pub name: Reference,
    /// 0.
    pub flags: u32,
    /// The regions, from 0.
    pub regions: Vec<u32>,
    /// Says the kind if it is not empty.
    pub user_data: Inline,
}

impl Stored for Zone {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let name = cursor.value("name")?;
        let flags = cursor.value("flags")?;
        let regions = counted(cursor, "regions")?;
        Ok(Zone { name, flags, regions, user_data: user_data(cursor)? })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.value(&self.name);
        writer.value(&self.flags);
        put_counted(writer, &self.regions, "regions")?;
        put_user_data(writer, &self.user_data)
    }

    fn name(&self) -> Reference {
        self.name
    }
}

/// What fills a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Medium {
    /// Air.
    #[default]
    Air,
    /// Water.
    Water,
    /// Water that freezes.
    FreezingWater,
    /// Water that blocks sight.
    Slime,
    /// Lava.
    Lava,
}

/// What a region is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegionKind {
    /// What fills it.
    pub medium: Medium,
    /// People may fight each other in it.
    pub pvp: bool,
    /// Its ground is ice.
    pub slippery: bool,
    /// Whoever enters it leaves for another zone.
    pub zone_line: Option<ZoneLine>,
}

/// Where a zone line leads.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ZoneLine {
    /// To the zone point of this number, which the server knew and no file says.
    Reference(u32),
    /// To a place.
    Absolute(Arrival),
}

/// A place in another zone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrival {
    /// Number of the zone.
    pub zone: u32,
    /// Raw x (north), y (west), z (up); none where the old coordinate is kept.
    pub position: [Option<f32>; 3],
    /// On an unknown scale, perhaps 512 to a turn; none where the old one is
    /// kept.
    pub heading: Option<f32>,
}

/// What is wrong with the text of a zone line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFault {
    /// It ends before its last field.
    Short,
    /// A field is no number.
    NotANumber,
}

/// A number of a zone line that says: look the reference up.
const BY_REFERENCE: u32 = 255;
/// A coordinate that says: keep the old one.
const KEEP: f32 = 999_999.0;
/// A heading that says: keep the old one.
const KEEP_HEADING: f32 = 999.0;

impl RegionKind {
    /// What a text says, and what is wrong with it. Texts that begin like none
    /// of the known ones say nothing.
    pub fn parse(text: &str) -> (RegionKind, Option<TextFault>) {
        let text = text.to_ascii_lowercase();
        let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| text.starts_with(prefix));
        let mut kind = RegionKind::default();
        // The longer ones first: `wtntp` is more than `wtn`.
        if starts(&["drntp", "wtntp", "lantp"]) {
            kind.medium = match text.as_bytes() {
                [b'w', ..] => Medium::Water,
                [b'l', ..] => Medium::Lava,
                _ => Medium::Air,
            };
            let (line, fault) = ZoneLine::parse(&text);
            kind.zone_line = Some(line);
            return (kind, fault);
        }
        if starts(&["wtn_", "wt_"]) {
            kind.medium = Medium::Water;
        } else if starts(&["lan_", "la_"]) {
            kind.medium = Medium::Lava;
        } else if starts(&["sln_"]) {
            kind.medium = Medium::Slime;
        } else if starts(&["vwn_", "vwa"]) {
            kind.medium = Medium::FreezingWater;
        } else if starts(&["drp_"]) {
            kind.pvp = true;
        } else if starts(&["drn_"]) && text.contains("_s_") {
            kind.slippery = true;
        }
        (kind, None)
    }

    /// Both kinds at once: of a region in two lists.
    pub fn and(self, other: RegionKind) -> RegionKind {
        RegionKind {
            medium: if self.medium == Medium::Air { other.medium } else { self.medium },
            pvp: self.pvp || other.pvp,
            slippery: self.slippery || other.slippery,
            zone_line: self.zone_line.or(other.zone_line),
        }
    }
}

impl ZoneLine {
    /// Reads the fields behind `drntp`, each so many characters wide; a sign and
    /// a decimal point count.
    fn parse(text: &str) -> (ZoneLine, Option<TextFault>) {
        // `drntp_zone` is reference 0.
        if !text.as_bytes().get(5).is_some_and(u8::is_ascii_digit) {
            return (ZoneLine::Reference(0), None);
        }
        let mut fault = None;
        let mut number = |from: usize, width: usize| {
            let field = field(text, from, width);
            if let Err(reason) = field {
                fault = fault.or(Some(reason));
            }
            field.ok()
        };
        let zone = number(5, 5).map_or(BY_REFERENCE, |zone| zone as u32);
        if zone == BY_REFERENCE {
            let reference = number(10, 6).map_or(0, |number| number as u32);
            return (ZoneLine::Reference(reference), fault);
        }
        let position = [10, 16, 22].map(|at| number(at, 6).filter(|number| *number != KEEP));
        let heading = number(28, 3).filter(|number| *number != KEEP_HEADING);
        (ZoneLine::Absolute(Arrival { zone, position, heading }), fault)
    }
}

/// The number in `width` characters from `from` on.
fn field(text: &str, from: usize, width: usize) -> std::result::Result<f32, TextFault> {
    let field = text.as_bytes().get(from..from + width).ok_or(TextFault::Short)?;
    // `str::parse` also takes words such as `inf`.
    let numeric = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.');
    if !field.iter().all(numeric) {
        let ends_early = field.contains(&b'_');
        return Err(if ends_early { TextFault::Short } else { TextFault::NotANumber });
    }
    std::str::from_utf8(field).ok().and_then(|field| field.parse().ok()).ok_or(TextFault::NotANumber)
}
