//! What regions of a zone are: water, lava, lines into other zones. Source: `docs/spec/everquest/wld.md`,
//! "0x29 Zone (region type)".

use super::archives::World;
use everquest::wld::{Body, Medium, RegionKind as Kind};
use world::{Region, RegionKind};

/// The regions that mean something, named by the text that says what they are. Those that are two things at once,
/// such as water that leads into another zone, are there twice.
pub(super) fn regions(zone: &World) -> Vec<Region> {
    let count = zone.wld.regions().count() as u32;
    let zones = zone.wld.fragments.iter().filter_map(|fragment| match &fragment.body {
        Body::Zone(zone) => Some(&**zone),
        _ => None,
    });
    let of_zone = |list: &everquest::wld::Zone| -> Vec<Region> {
        let text = zone.wld.zone_text(list);
        let (kind, _) = Kind::parse(&text);
        let rooms = || list.regions.iter().copied().filter(|region| *region < count);
        let region = |kind| Region { name: text.clone().into(), ..Region::of_leafs(kind, rooms()) };
        meanings(&kind).map(region).collect()
    };
    zones.flat_map(of_zone).collect()
}

/// All that a kind of region is to whoever walks there.
fn meanings(kind: &Kind) -> impl Iterator<Item = RegionKind> + use<> {
    let medium = match kind.medium {
        Medium::Air => None,
        Medium::Water | Medium::FreezingWater | Medium::Slime => Some(RegionKind::Water),
        Medium::Lava => Some(RegionKind::Lava),
    };
    let pvp = kind.pvp.then_some(RegionKind::Pvp);
    let line = kind.zone_line.map(|_| RegionKind::ZoneLine);
    // Ice, and texts that nobody knows, keep their name.
    let other = (medium.is_none() && pvp.is_none() && line.is_none()).then_some(RegionKind::Other);
    [medium, pvp, line, other].into_iter().flatten()
}
