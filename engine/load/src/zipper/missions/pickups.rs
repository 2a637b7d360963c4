//! What lies about to be collected: nodes whose names say what they are.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "B6. Pickups (`puppies.zrd`)". What each gives, how near one has to
//! come and when it is back is in no document: the constants of the title propose it.

use crate::zipper::definitions::Constants;
use crate::zipper::words::PICKUP;
use world::{Gift, MOST_PICKUPS, NodeId, PickupLaw, Scene, TankMode};

/// All of a scene.
pub(super) fn read(scene: &Scene, constants: &Constants) -> Vec<PickupLaw> {
    let returns_s = constants.number("pickup.returns_s").filter(|seconds| *seconds > 0.0);
    let pickup = |(at, node): (usize, &world::Node)| {
        let gift = gift(constants, type_of(&node.name, constants)?)?;
        Some(PickupLaw { node: NodeId::from(at), gift, returns_s })
    };
    scene.nodes.iter().enumerate().filter_map(pickup).take(MOST_PICKUPS).collect()
}

/// `pu_3400_01` is of type 34: its number divided by 100. A number below that is the type itself, which is inferred.
fn type_of(name: &str, constants: &Constants) -> Option<u32> {
    let (start, rest) = name.split_at_checked(PICKUP.len())?;
    let digits = rest.split('_').next().filter(|_| start.eq_ignore_ascii_case(PICKUP))?;
    let number: u32 = digits.parse().ok()?;
    let &[hundred, types] = constants.numbers("pickup.types") else { return None };
    let kind = if number >= hundred as u32 { number / (hundred as u32).max(1) } else { number };
    (kind < types as u32).then_some(kind)
}

fn gift(constants: &Constants, kind: u32) -> Option<Gift> {
    let is_in = |name: &str| match *constants.numbers(name) {
        [first, last, ..] => (first as u32..=last as u32).contains(&kind),
        _ => false,
    };
    let nth = |name: &str, at: usize| constants.numbers(name).get(at).copied().unwrap_or_default();
    let from = |name: &str| kind.saturating_sub(nth(name, 0) as u32) as usize;
    if is_in("pickup.weapons") {
        // Two variants of a weapon share its slot.
        return Some(Gift::Ammunition((kind / 2) as u8, nth("pickup.ammunition", 0)));
    }
    if is_in("pickup.health") {
        return Some(Gift::Health(nth("pickup.health_share", from("pickup.health"))));
    }
    if is_in("pickup.modes") {
        let number = nth("pickup.mode_order", from("pickup.modes")) as u8;
        return TankMode::ALL.into_iter().find(|mode| mode.number() == number).map(Gift::Mode);
    }
    (kind == nth("pickup.life", 0) as u32 && !constants.numbers("pickup.life").is_empty())
        .then_some(Gift::Life)
}
