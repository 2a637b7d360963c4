//! What regions of a zone are: water, lava, ice, lines into other zones. Source: `docs/spec/everquest/wld.md`,
//! "0x29 Zone (region type)".

use super::archives::World;
use super::zone_lines::ZoneLines;
use binary::Finding;
use everquest::wld::{Body, Medium, RegionKind as Kind};
use world::{Exit, Frame, Region, RegionKind};

/// The regions that mean something, named by the text that says what they are. Those that are two things at once,
/// such as water that leads into another zone, are there twice.
pub(super) fn regions(
    zone: &World,
    lines: &ZoneLines<'_>,
    frame: &Frame,
    findings: &mut Vec<Finding>,
) -> Vec<Region> {
    let count = zone.wld.regions().count() as u32;
    let zones = zone.wld.fragments.iter().filter_map(|fragment| match &fragment.body {
        Body::Zone(zone) => Some(&**zone),
        _ => None,
    });
    let mut all = Vec::new();
    for list in zones {
        let text = zone.wld.zone_text(list);
        let (kind, _) = Kind::parse(&text);
        let rooms = || list.regions.iter().copied().filter(|region| *region < count);
        let exit = kind.zone_line.map(|line| lines.exit(&line, frame, findings));
        let region = |(kind, exit): (RegionKind, Option<Exit>)| Region {
            name: text.clone().into(),
            exit: exit.map(Box::new),
            ..Region::of_leafs(kind, rooms())
        };
        all.extend(meanings(&kind, exit).map(region));
    }
    all
}

/// All that a kind of region is to whoever walks there; a line with where it leads.
fn meanings(kind: &Kind, exit: Option<Exit>) -> impl Iterator<Item = (RegionKind, Option<Exit>)> + use<> {
    let medium = match kind.medium {
        Medium::Air => None,
        Medium::Water => Some(RegionKind::Water),
        Medium::FreezingWater => Some(RegionKind::FreezingWater),
        Medium::Slime => Some(RegionKind::Slime),
        Medium::Lava => Some(RegionKind::Lava),
    };
    let pvp = kind.pvp.then_some(RegionKind::Pvp);
    let ice = kind.slippery.then_some(RegionKind::Slippery);
    let line = exit.map(|exit| (RegionKind::ZoneLine, Some(exit)));
    // Texts that nobody knows keep their name.
    let is_nothing = medium.is_none() && pvp.is_none() && ice.is_none() && line.is_none();
    let other = is_nothing.then_some(RegionKind::Other);
    let without = [medium, pvp, ice, other].into_iter().flatten().map(|kind| (kind, None));
    without.chain(line)
}
