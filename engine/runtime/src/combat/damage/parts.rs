//! Parts that are lost one by one. A hit takes of the armour on its side, then of what is below; what is left when the
//! part is lost goes on inward. A 'mech ends with its head, with the middle of its torso, and with both of its legs.
//!
//! A leg has no more than the armour that walking knows of (`Mech::legs`): it is lost with that.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "Part E — Walking 'mech (MW, PM)": all of this is a proposal.

use world::{Mech, PartKind, PartState, PartsLaw};

/// A hit of a part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    pub kind: PartKind,
    /// From behind.
    pub rear: bool,
    pub amount: f32,
}

/// A hit; gives the share of the middle of the torso that is left, and 0 for a 'mech that is destroyed.
pub(super) fn hurt(law: &PartsLaw, parts: &mut [PartState], mech: &mut Mech, hit: Hit) -> f32 {
    let mut kind = Some(hit.kind);
    let mut amount = hit.amount;
    // From an arm over the side of the torso to its middle at most.
    while let Some(here) = kind.filter(|_| amount > 0.0) {
        let place = law.parts.iter().position(|part| part.kind == here);
        if let Some(part) = place.and_then(|at| parts.get_mut(at)) {
            let leg = match here {
                PartKind::LeftLeg => Some(&mut mech.legs[0]),
                PartKind::RightLeg => Some(&mut mech.legs[1]),
                _ => None,
            };
            amount = match leg {
                Some(armor) => take_leg(part, armor, amount),
                None => take(part, hit.rear, amount),
            };
        }
        kind = here.inward();
    }
    let is_gone = |kind: PartKind| {
        let place = law.parts.iter().position(|part| part.kind == kind && part.frame > 0.0);
        place.and_then(|at| parts.get(at)).is_some_and(|part| part.frame <= 0.0)
    };
    if is_gone(PartKind::Head) || is_gone(PartKind::Torso) || mech.is_down() { 0.0 } else { left(law, parts) }
}

/// What a part does not take of a hit.
fn take(part: &mut PartState, rear: bool, amount: f32) -> f32 {
    let armor = &mut part.armor[usize::from(rear)];
    let shielded = amount.min(*armor);
    *armor -= shielded;
    let broken = (amount - shielded).min(part.frame);
    part.frame -= broken;
    amount - shielded - broken
}

fn take_leg(part: &mut PartState, armor: &mut f32, amount: f32) -> f32 {
    let taken = amount.min(*armor);
    *armor -= taken;
    part.armor = [*armor; 2];
    if *armor <= 0.0 {
        part.frame = 0.0;
    }
    amount - taken
}

fn left(law: &PartsLaw, parts: &[PartState]) -> f32 {
    let place = law.parts.iter().position(|part| part.kind == PartKind::Torso);
    let Some((at, whole)) = place.and_then(|at| Some((at, law.parts.get(at)?.frame))) else { return 1.0 };
    parts.get(at).map_or(1.0, |part| if whole > 0.0 { part.frame / whole } else { 1.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::{DamageModel, DamageState, PartLaw};

    fn law() -> PartsLaw {
        let part = |kind, armor, frame| PartLaw { kind, armor, frame, node: None, debris: None };
        PartsLaw {
            parts: vec![
                part(PartKind::Head, [9.0; 2], 3.0),
                part(PartKind::Torso, [24.0, 8.0], 12.0),
                part(PartKind::LeftTorso, [18.0, 6.0], 9.0),
                part(PartKind::LeftArm, [16.0; 2], 6.0),
                part(PartKind::LeftLeg, [20.0; 2], 20.0),
                part(PartKind::RightLeg, [20.0; 2], 20.0),
            ],
        }
    }

    fn whole() -> (Vec<PartState>, Mech) {
        let DamageState::Parts(parts) = DamageState::whole(&DamageModel::Parts(law())) else { panic!() };
        (parts, Mech { legs: [20.0; 2], ..Mech::default() })
    }

    fn hit(parts: &mut [PartState], mech: &mut Mech, kind: PartKind, rear: bool, amount: f32) -> f32 {
        hurt(&law(), parts, mech, Hit { kind, rear, amount })
    }

    #[test]
    fn armour_comes_first_and_is_thinner_behind() {
        let (mut parts, mut mech) = whole();
        assert_eq!(hit(&mut parts, &mut mech, PartKind::Torso, false, 20.0), 1.0);
        assert_eq!((parts[1].armor, parts[1].frame), ([4.0, 8.0], 12.0));
        // 8 of the armour behind, and 4 of the frame: 8 of 12 are left.
        assert_eq!(hit(&mut parts, &mut mech, PartKind::Torso, true, 12.0), 8.0 / 12.0);
        assert_eq!((parts[1].armor, parts[1].frame), ([4.0, 0.0], 8.0));
        assert_eq!(hit(&mut parts, &mut mech, PartKind::Torso, true, 8.0), 0.0, "the middle is the end");
    }

    #[test]
    fn what_a_lost_part_does_not_take_goes_inward() {
        let (mut parts, mut mech) = whole();
        // An arm takes 16 and 6, the side 18 and 9, the middle what is left of 60: 11.
        assert_eq!(hit(&mut parts, &mut mech, PartKind::LeftArm, false, 60.0), 1.0);
        assert_eq!((parts[3].frame, parts[2].frame, parts[1].armor[0]), (0.0, 0.0, 13.0));
        // What is not there is left out: no right arm and no right side.
        hit(&mut parts, &mut mech, PartKind::RightArm, false, 3.0);
        assert_eq!(parts[1].armor[0], 10.0);
    }

    #[test]
    fn both_legs_and_the_head_are_the_end() {
        let (mut parts, mut mech) = whole();
        assert_eq!(hit(&mut parts, &mut mech, PartKind::LeftLeg, false, 20.0), 1.0);
        assert_eq!((mech.legs, parts[4].frame), ([0.0, 20.0], 0.0));
        assert_eq!(hit(&mut parts, &mut mech, PartKind::RightLeg, false, 25.0), 0.0);
        let (mut parts, mut mech) = whole();
        assert_eq!(hit(&mut parts, &mut mech, PartKind::Head, false, 11.0), 1.0);
        assert_eq!(hit(&mut parts, &mut mech, PartKind::Head, true, 12.0), 0.0);
    }

    #[test]
    fn a_leg_is_its_armour_and_what_is_over_goes_to_the_side_above_it() {
        let (mut parts, mut mech) = whole();
        assert_eq!(hit(&mut parts, &mut mech, PartKind::LeftLeg, false, 5.0), 1.0);
        assert_eq!((mech.legs, parts[4].armor, parts[4].frame), ([15.0, 20.0], [15.0; 2], 20.0));
        // 15 of 21: 6 are left for the side, of its 18.
        hit(&mut parts, &mut mech, PartKind::LeftLeg, false, 21.0);
        assert_eq!((parts[4].frame, parts[2].armor), (0.0, [12.0, 6.0]));
    }

    #[test]
    fn less_than_nothing_mends_nothing() {
        let (mut parts, mut mech) = whole();
        hit(&mut parts, &mut mech, PartKind::Torso, false, 10.0);
        hit(&mut parts, &mut mech, PartKind::Torso, false, -5.0);
        assert_eq!(parts[1].armor, [14.0, 8.0]);
    }

    #[test]
    fn what_ends_it_is_what_it_has_in_whatever_order() {
        let part = |kind, frame| PartLaw { kind, armor: [0.0; 2], frame, node: None, debris: None };
        let hurt_by = |frames: [f32; 2], kind, amount| {
            let own =
                PartsLaw { parts: vec![part(PartKind::Torso, frames[0]), part(PartKind::Head, frames[1])] };
            let DamageState::Parts(mut parts) = DamageState::whole(&DamageModel::Parts(own.clone())) else {
                panic!()
            };
            let mut mech = Mech { legs: [20.0; 2], ..Mech::default() };
            hurt(&own, &mut parts, &mut mech, Hit { kind, rear: false, amount })
        };
        assert_eq!(hurt_by([12.0, 3.0], PartKind::Head, 3.0), 0.0);
        // A head that it never had is not lost, and of a torso that it never had all is left.
        assert_eq!(hurt_by([12.0, 0.0], PartKind::Torso, 3.0), 0.75);
        assert_eq!(hurt_by([0.0, 3.0], PartKind::Head, 1.0), 1.0);
    }
}
