//! Where a visitor of a zone starts. In the game its server knew; here it is solid ground in the middle of what
//! was placed. Source: `docs/spec/everquest/zone-install.md`, "8. Player (emulator values)".

use super::NO_GROUND;
use super::archives::World;
use crate::{Start, avatar};
use binary::{Finding, Severity};
use everquest::wld::Region;
use glam::Vec3;
use order::Order;
use world::space::Probe;
use world::{Derived, RegionKind, Scene};

/// Least height of the normal of ground that one starts on.
const LEVEL: f32 = 0.7;
/// Most regions in which ground is looked for; the largest zone known has 2,905.
const MOST_TRIES: usize = 8192;
/// How far above the middle of its region ground may be looked for, as a part of the radius of the region.
const ABOVE: [f32; 3] = [0.0, 0.5, 1.0];

/// Puts the visitor where `asked`, or on the ground of the region with geometry that is nearest to the middle of
/// all objects, or of the next. Without any ground there is a finding.
pub(super) fn place(
    scene: &mut Scene,
    derived: &Derived,
    zone: &World,
    objects: &[Vec3],
    asked: Option<Start>,
) -> Option<Finding> {
    if asked.is_some() {
        avatar::place(scene, derived, asked);
        return None;
    }
    let frame = scene.frame;
    let with_geometry = |region: &&Region| region.mesh.is_some() && region.sphere.is_some();
    let regions = zone.wld.regions().flatten().filter(with_geometry);
    let spheres = regions.filter_map(|region| {
        let [x, y, z, radius] = region.sphere?;
        Some((frame.to_engine(Vec3::new(x, y, z)), radius))
            .filter(|(at, radius)| at.is_finite() && radius.is_finite())
    });
    let mut spheres: Vec<(Vec3, f32)> = spheres.collect();
    let centers: Vec<Vec3> = spheres.iter().map(|(center, _)| *center).collect();
    let middle = median(if objects.is_empty() { &centers } else { objects });
    spheres.order_by(|(a, _), (b, _)| a.distance_squared(middle).total_cmp(&b.distance_squared(middle)));
    let probe = Probe::new(scene, &derived.occurrences, &derived.space, scene.zones);
    let found = spheres.into_iter().take(MOST_TRIES).find_map(|(center, radius)| {
        ABOVE.iter().find_map(|part| footing(&probe, center + Vec3::Y * radius * *part))
    });
    let Some(feet) = found else {
        avatar::place(scene, derived, None);
        let expected = "solid ground below a region";
        let found = "none: whoever walks falls";
        return Some(Finding::new(&NO_GROUND, Severity::Warning, zone.address.as_str(), expected, found));
    };
    let start = Start { position: frame.to_game(feet), yaw_deg: 0.0 };
    avatar::place(scene, derived, Some(start));
    None
}

/// The middle value along each axis; the origin for no places.
fn median(places: &[Vec3]) -> Vec3 {
    let axis = |axis: usize| {
        let mut values: Vec<f32> =
            places.iter().map(|place| place[axis]).filter(|value| value.is_finite()).collect();
        values.order_by(f32::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or_default()
    };
    Vec3::new(axis(0), axis(1), axis(2))
}

/// The first solid ground below a place, if one may start there: it is level, and neither in a liquid nor in
/// a line to another zone.
fn footing(probe: &Probe<'_>, from: Vec3) -> Option<Vec3> {
    let hit = probe.ground(from.x, from.z, from.y, 0.0)?;
    let wrong = |kind: RegionKind| kind.is_liquid() || kind == RegionKind::ZoneLine;
    let in_wrong = probe.regions(hit.point).any(|region| wrong(region.kind));
    (hit.normal.y > LEVEL && !in_wrong).then_some(hit.point)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_many_places_is_not_drawn_away_by_one() {
        let places = [Vec3::ZERO, Vec3::new(1.0, 9.0, 2.0), Vec3::new(1e6, 5.0, -1e6)];
        assert_eq!(median(&places), Vec3::new(1.0, 5.0, 0.0));
        assert_eq!(median(&[]), Vec3::ZERO);
    }
}
