//! Armour over health, as a whole and of parts.
//!
//! Armour that covers a hit ends it. Otherwise only the share that it does not cover meets the health; what was shielded
//! and what overflows is left over. A hit of a part writes the whole anew, as what its parts have left of the whole; then
//! what is left over is spent on the whole alone, a dent that a later hit of a part may undo. It ends with the health of
//! the whole.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "C3. Damage, vehicles".

use world::PoolsLaw;

/// Rounds in which what is left over is spent, a bound of the loop: a pool is empty after two.
const ROUNDS: usize = 4;

/// The share of a whole; 0 without one.
pub(super) fn share(now: f32, whole: f32) -> f32 {
    if whole > 0.0 { now / whole } else { 0.0 }
}

/// One of so many living parts, the first ones, by a number 0..=1.
pub(super) fn of_first(parts: &[[f32; 2]], most: u32, draw: f32) -> Option<usize> {
    let living =
        || parts.iter().enumerate().filter(|(_, pool)| pool[1] > 0.0).map(|(at, _)| at).take(most as usize);
    let count = living().count();
    living().nth(((draw * count as f32) as usize).min(count.saturating_sub(1)))
}

/// A hit of armour and health; gives what is left over of it.
fn absorb(pool: &mut [f32; 2], [armor, health]: [f32; 2]) -> [f32; 2] {
    if armor > 0.0 && pool[0] >= armor {
        pool[0] -= armor;
        return [0.0; 2];
    }
    let uncovered = if armor > 0.0 { 1.0 - pool[0] / armor } else { 1.0 };
    let (meets, had) = (health * uncovered, pool[1]);
    let over = [armor - pool[0].min(armor), health - meets.min(had)];
    *pool = [if armor > 0.0 { 0.0 } else { pool[0] }, had - meets.min(had)];
    over
}

/// A hit; gives the share of the health of the whole that is left.
pub(super) fn hurt(
    law: &PoolsLaw,
    whole: &mut [f32; 2],
    parts: &mut [[f32; 2]],
    part: Option<usize>,
    hit: [f32; 2],
) -> f32 {
    let mut over = hit;
    match part.and_then(|at| parts.get_mut(at)) {
        Some(pool) => {
            over = absorb(pool, hit);
            for kind in 0..2 {
                let now: f32 = parts.iter().map(|pool| pool[kind]).sum();
                let most: f32 = law.parts.iter().map(|part| part.pool[kind].max(0.0)).sum();
                whole[kind] = share(now, most).min(1.0) * law.whole[kind].max(0.0);
            }
        }
        None => over = absorb(whole, over),
    }
    for _ in 0..ROUNDS {
        if !(over[0] > 0.0 && over[1] > 0.0 && whole[1] > 0.0) {
            break;
        }
        over = absorb(whole, over);
    }
    share(whole[1], law.whole[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::PoolPart;

    fn law() -> PoolsLaw {
        let part = || PoolPart { pool: [20.0, 40.0], ..PoolPart::default() };
        PoolsLaw { whole: [100.0, 200.0], parts: vec![part(), part()] }
    }

    #[test]
    fn armour_that_covers_a_hit_ends_it() {
        let mut pool = [20.0, 40.0];
        assert_eq!((absorb(&mut pool, [5.0, 50.0]), pool), ([0.0; 2], [15.0, 40.0]));
        // 15 of 30 are covered: half of 50 meets the health, the rest is left over.
        assert_eq!((absorb(&mut pool, [30.0, 50.0]), pool), ([15.0, 25.0], [0.0, 15.0]));
        // No armour is left: all of 20 meets 15, 5 overflow.
        assert_eq!((absorb(&mut pool, [10.0, 20.0]), pool), ([10.0, 5.0], [0.0; 2]));
        // What hurts no armour goes past it.
        let mut pool = [20.0, 40.0];
        assert_eq!((absorb(&mut pool, [0.0, 10.0]), pool), ([0.0; 2], [20.0, 30.0]));
    }

    #[test]
    fn a_hit_of_a_part_writes_the_whole_anew() {
        let (law, mut whole, mut parts) = (law(), [100.0, 200.0], [[20.0, 40.0]; 2]);
        // 10 of 20: the parts have 30 of 40 armour left.
        assert_eq!(hurt(&law, &mut whole, &mut parts, Some(0), [10.0, 30.0]), 1.0);
        assert_eq!((whole, parts[0]), ([75.0, 200.0], [10.0, 40.0]));
        // 10 of 20 are covered: 15 of 30 meet the health. The parts have 20 of 40 and 65 of 80: 50 and 162.5. What is
        // left over, 10 and 15, meets the whole, whose armour covers it.
        assert_eq!(hurt(&law, &mut whole, &mut parts, Some(0), [20.0, 30.0]), 162.5 / 200.0);
        assert_eq!((whole, parts[0]), ([40.0, 162.5], [0.0, 25.0]));
        // The next hit of a part undoes that dent: 19 of 40 are 47.5.
        hurt(&law, &mut whole, &mut parts, Some(1), [1.0, 1.0]);
        assert_eq!(whole, [47.5, 162.5]);
    }

    #[test]
    fn a_hit_of_the_whole_breaks_through_its_armour() {
        let law = PoolsLaw { whole: [10.0, 20.0], parts: Vec::new() };
        let mut whole = [10.0, 20.0];
        // 10 of 40 are covered: 12 of 16 meet the health, then the rest of 30 and 4, with no armour left.
        assert_eq!(hurt(&law, &mut whole, &mut [], None, [40.0, 16.0]), 0.2);
        assert_eq!(whole, [0.0, 4.0]);
        assert_eq!(hurt(&law, &mut whole, &mut [], None, [1.0, 100.0]), 0.0);
    }

    #[test]
    fn what_is_left_over_of_a_part_breaks_through_the_armour_of_the_whole() {
        // 2 of 10 are covered: 24 of 30 meet the part, 8 and 6 are left over. The parts have 1 of 40 armour and 56 of 80
        // health left, which makes the whole 2.5 and 140. 2.5 of 8 are covered: 4.125 of 6 meet it; then the rest, 1.875.
        let (law, mut whole, mut parts) = (law(), [7.5, 200.0], [[2.0, 40.0], [1.0, 40.0]]);
        assert_eq!(hurt(&law, &mut whole, &mut parts, Some(0), [10.0, 30.0]), 134.0 / 200.0);
        assert_eq!((whole, parts[0]), ([0.0, 134.0], [0.0, 16.0]));
    }

    #[test]
    fn a_hit_that_meets_no_part_meets_one_of_the_first_that_live() {
        let parts = [[0.0, 0.0], [1.0, 5.0], [0.0, 5.0], [0.0, 5.0], [0.0, 5.0]];
        assert_eq!([0.0, 0.4, 0.7, 1.0].map(|draw| of_first(&parts, 3, draw)), [1, 2, 3, 3].map(Some));
        assert_eq!([0.0, 0.4, 0.7, 1.0].map(|draw| of_first(&parts, 2, draw)), [1, 1, 2, 2].map(Some));
        assert_eq!(of_first(&parts, 0, 0.5), None);
        assert_eq!(of_first(&[[5.0, 0.0]], 3, 0.5), None);
    }

    #[test]
    fn what_is_left_over_of_one_kind_alone_is_lost() {
        // No armour is left: all of 10 meets the health, and 10 of armour are left over.
        let (law, mut whole, mut parts) = (law(), [50.0, 200.0], [[0.0, 40.0], [20.0, 40.0]]);
        hurt(&law, &mut whole, &mut parts, Some(0), [10.0, 10.0]);
        assert_eq!((whole, parts[0]), ([50.0, 175.0], [0.0, 30.0]));
        // What goes past armour, 50 of 30: 20 are left over.
        hurt(&law, &mut whole, &mut parts, Some(0), [0.0, 50.0]);
        assert_eq!((whole, parts[0]), ([50.0, 100.0], [0.0, 0.0]));
    }

    #[test]
    fn the_whole_is_no_more_than_its_law_and_no_less_than_nothing() {
        // Parts that have more than their law: 30 and 40 of 20 and 40.
        let (one, mut whole) = (PoolsLaw { parts: law().parts[..1].to_vec(), ..law() }, [100.0, 200.0]);
        let mut parts = [[40.0, 40.0]];
        hurt(&one, &mut whole, &mut parts, Some(0), [10.0, 10.0]);
        assert_eq!(whole, [100.0, 200.0]);
        // A part that has less than nothing by its law counts for nothing, and so does such a whole.
        let negative = PoolPart { pool: [-20.0, -40.0], ..PoolPart::default() };
        let odd = PoolsLaw { whole: [-100.0, 200.0], parts: vec![law().parts[0].clone(), negative] };
        let mut parts = [[20.0, 40.0], [0.0, 0.0]];
        hurt(&odd, &mut whole, &mut parts, Some(0), [10.0, 10.0]);
        assert_eq!(whole, [0.0, 200.0]);
        // Of a whole without health nothing is spent.
        let (empty, mut whole) = (PoolsLaw { whole: [100.0, 0.0], ..law() }, [100.0, 0.0]);
        assert_eq!(hurt(&empty, &mut whole, &mut [[0.0, 10.0], [20.0, 40.0]], Some(0), [10.0, 50.0]), 0.0);
        assert_eq!(whole, [50.0, 0.0]);
    }
}
