//! The damage figure: what is left of each part of a vehicle, in its shape, a 'mech from behind and an aeroplane from
//! above, so that its left is on the left. A part is filled as far as there is something left of it; one that is lost
//! is crossed out.

use crate::{color, sheet::Sheet};
use glam::Vec2;
use world::{DamageModel, DamageState, PartKind, PartLaw, PartState, PoolPart, Scene, SeatId, State};

/// Half of its height, points.
const HALF_HEIGHT: f32 = 42.0;
/// Where the fuselage of an aeroplane is, of which no part speaks.
const BODY: Outline = [-6.0, -12.0, 6.0, 26.0];

/// Left, upper, right and lower edge of a part, from the middle of the figure, points.
type Outline = [f32; 4];

/// Shows it on the right with its lower edge there, pixels; gives where its upper edge is. Nothing for a vehicle that has
/// no parts.
pub fn show(sheet: &mut Sheet, scene: &Scene, state: &State, bottom: f32) -> f32 {
    let Some((id, person)) = state.actors.piloted_by(SeatId::FIRST) else { return bottom };
    let law = person.vehicle().and_then(|number| scene.combat.arms.get(number as usize));
    let (Some(law), Some(arms)) = (law, state.combat.arms_of(id)) else { return bottom };
    let alarm = scene.combat.rules.alarm;
    match (&law.damage, &arms.damage) {
        (DamageModel::Parts(law), DamageState::Parts(left)) if !law.parts.is_empty() => {
            let figure = Figure::over(sheet, bottom, alarm);
            for (law, left) in law.parts.iter().zip(left).filter(|(law, _)| law.frame > 0.0) {
                figure.part(sheet, of_mech(law.kind), share_of_part(law, *left));
            }
            figure.top
        }
        (DamageModel::Pools(law), DamageState::Pools { parts, .. }) if !law.parts.is_empty() => {
            let figure = Figure::over(sheet, bottom, alarm);
            figure.frame(sheet, BODY);
            for (law, left) in law.parts.iter().zip(parts) {
                if let Some(outline) = of_aeroplane(&law.name) {
                    figure.part(sheet, outline, share_of_pool(law, *left));
                }
            }
            figure.top
        }
        _ => bottom,
    }
}

/// What is left of a part with its armour, 0..=1; nothing of one that is lost.
pub fn share_of_part(law: &PartLaw, left: PartState) -> f32 {
    if left.frame <= 0.0 {
        return 0.0;
    }
    share(law.armor[0] + law.armor[1] + law.frame, left.armor[0] + left.armor[1] + left.frame)
}

fn share_of_pool(law: &PoolPart, left: [f32; 2]) -> f32 {
    if left[1] <= 0.0 { 0.0 } else { share(law.pool[0] + law.pool[1], left[0] + left[1]) }
}

fn share(whole: f32, left: f32) -> f32 {
    if whole > 0.0 { (left / whole).clamp(0.0, 1.0) } else { 0.0 }
}

fn of_mech(kind: PartKind) -> Outline {
    match kind {
        PartKind::Head => [-6.0, -42.0, 6.0, -33.0],
        PartKind::Torso => [-9.0, -31.0, 9.0, -3.0],
        PartKind::LeftTorso => [-21.0, -29.0, -11.0, -7.0],
        PartKind::RightTorso => [11.0, -29.0, 21.0, -7.0],
        PartKind::LeftArm => [-33.0, -29.0, -23.0, 1.0],
        PartKind::RightArm => [23.0, -29.0, 33.0, 1.0],
        PartKind::LeftLeg => [-17.0, -1.0, -5.0, 42.0],
        PartKind::RightLeg => [5.0, -1.0, 17.0, 42.0],
    }
}

/// Where a part of an aeroplane is, by what its name says.
fn of_aeroplane(name: &str) -> Option<Outline> {
    let name = name.to_ascii_lowercase();
    let says = |word: &str| name.contains(word);
    let is_left = says("left") || name.starts_with("l_") || name.starts_with("lw");
    let is_right = says("right") || name.starts_with("r_") || name.starts_with("rw");
    if says("tail") || says("rear") {
        Some([-18.0, 28.0, 18.0, 38.0])
    } else if is_left {
        Some([-44.0, -12.0, -8.0, 4.0])
    } else if is_right {
        Some([8.0, -12.0, 44.0, 4.0])
    } else if says("nose") || says("front") || says("engine") {
        Some([-6.0, -40.0, 6.0, -14.0])
    } else {
        None
    }
}

/// A figure on the sheet.
struct Figure {
    middle: Vec2,
    top: f32,
    /// The share below which little is left of a part.
    alarm: f32,
}

impl Figure {
    /// One that stands there, on the right.
    fn over(sheet: &mut Sheet, bottom: f32, alarm: f32) -> Self {
        let [right, _] = sheet.lower_right();
        let width = crate::gauges::width(sheet);
        let foot = bottom - sheet.pixels(16.0);
        let half = sheet.pixels(HALF_HEIGHT);
        let top = (foot - half * 2.0).round();
        sheet.panel([right - width, top], [right, foot]);
        Figure { middle: Vec2::new(right - width * 0.5, foot - half), top, alarm }
    }

    fn corners(&self, sheet: &Sheet, [left, top, right, bottom]: Outline) -> [Vec2; 2] {
        let at = |x: f32, y: f32| (self.middle + Vec2::new(sheet.pixels(x), sheet.pixels(y))).round();
        [at(left, top), at(right, bottom)]
    }

    fn frame(&self, sheet: &mut Sheet, outline: Outline) {
        let [min, max] = self.corners(sheet, outline);
        sheet.outline(min.into(), max.into(), color::QUIET);
    }

    fn part(&self, sheet: &mut Sheet, outline: Outline, share: f32) {
        let [min, max] = self.corners(sheet, outline);
        let is_low = share < self.alarm;
        let ink = if is_low { color::WARNING } else { color::GOOD };
        sheet.rect(min.into(), max.into(), color::DARK);
        let level = max.y - (max.y - min.y) * share;
        sheet.rect([min.x, level], max.into(), ink);
        sheet.outline(min.into(), max.into(), if is_low { color::WARNING } else { color::QUIET });
        if share <= 0.0 {
            let thick = sheet.pixels(1.5).max(1.0);
            sheet.line(min, max, thick, color::WARNING);
            sheet.line(Vec2::new(max.x, min.y), Vec2::new(min.x, max.y), thick, color::WARNING);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HudOptions, Seen, lay_out};
    use world::sketch::Sketch;
    use world::{
        Arms, ArmsLaw, Derived, Hud, HudBar, HudPart, LawKind, PartsLaw, PoolsLaw, VehicleLaw, Views,
    };

    /// The bars of the figure of a vehicle that is made of this, and of which this is left, for a scale of 1: the middle
    /// of the figure is 111 from the right and 70 from the lower edge.
    fn bars(damage: DamageModel, left: DamageState) -> Vec<HudBar> {
        let mut scene = Sketch::new().scene;
        let law = LawKind::Aeroplane(Box::default());
        scene.vehicles.push(VehicleLaw { name: "own".into(), node: None, views: Views::default(), law });
        scene.drives = Some(0);
        scene.combat.rules.alarm = 0.25;
        scene.combat.arms = vec![ArmsLaw { damage, ..ArmsLaw::default() }];
        let mut state = State::new(&scene, 1);
        let (actor, _) = state.actors.piloted_by(SeatId::FIRST).unwrap();
        state.combat.arms = vec![Arms { actor, damage: left, ..Arms::default() }];
        let (derived, _) = Derived::build(&scene, &state, 100);
        let bars = |figure: bool| {
            let options = HudOptions { figure, ..HudOptions::NOTHING };
            let mut hud = Hud::default();
            lay_out(&Seen::new(derived.probe(&scene, &state), &state, [960, 720]), &options, &mut hud);
            let bars = hud.parts().iter().filter_map(|part| match part {
                HudPart::Bar(bar) => Some(*bar),
                HudPart::Letter(_) => None,
            });
            bars.collect::<Vec<_>>()
        };
        assert_eq!(bars(false).len(), 0);
        bars(true)
    }

    /// The bars of a colour, from the middle of the figure.
    fn of(color: world::HudColor, bars: &[HudBar]) -> Vec<[f32; 4]> {
        let middle = Vec2::new(960.0 - 16.0 - 95.0, 720.0 - 16.0 - 16.0 - HALF_HEIGHT);
        let own = bars.iter().filter(|bar| bar.color == color && bar.turn == 0.0);
        own.map(|bar| {
            let (center, half) = (bar.center - middle, bar.half);
            [center.x - half.x, center.y - half.y, center.x + half.x, center.y + half.y]
        })
        .collect()
    }

    #[test]
    fn a_part_is_filled_as_far_as_there_is_something_left() {
        let part = |name: &str| PoolPart { name: name.into(), pool: [30.0, 50.0], ..PoolPart::default() };
        let names = ["nose", "left_wing", "right_wing", "tail", "ballast"];
        let law = PoolsLaw { whole: [150.0, 250.0], parts: names.map(part).to_vec() };
        // Half of the nose; a fifth of the left wing, which is little; nothing of the tail.
        let parts = vec![[0.0, 40.0], [0.0, 16.0], [30.0, 50.0], [30.0, 0.0], [30.0, 50.0]];
        let left = DamageState::Pools { whole: [150.0, 250.0], parts };
        let bars = bars(DamageModel::Pools(law), left);
        assert_eq!(of(color::GOOD, &bars), [[-6.0, -27.0, 6.0, -14.0], [8.0, -12.0, 44.0, 4.0]]);
        // 3.2 of 16 points, drawn in whole pixels.
        assert!(
            of(color::WARNING, &bars).contains(&[-44.0, 1.0, -8.0, 4.0]),
            "{:?}",
            of(color::WARNING, &bars)
        );
        // The cross over the tail.
        let crossed = bars.iter().filter(|bar| bar.color == color::WARNING && bar.turn != 0.0).count();
        assert_eq!(crossed, 2);
    }

    #[test]
    fn a_mech_is_seen_from_behind() {
        let part = |kind| PartLaw { kind, armor: [20.0, 10.0], frame: 10.0, node: None, debris: None };
        let law = PartsLaw { parts: PartKind::ALL.map(part).to_vec() };
        let whole = PartState { armor: [20.0, 10.0], frame: 10.0 };
        let mut parts = vec![whole; 8];
        parts[PartKind::LeftArm as usize] = PartState::default();
        let bars = bars(DamageModel::Parts(law), DamageState::Parts(parts));
        let good = of(color::GOOD, &bars);
        assert_eq!(good.len(), 7);
        assert!(good.contains(&[23.0, -29.0, 33.0, 1.0]) && !good.contains(&[-33.0, -29.0, -23.0, 1.0]));
        let crossed = bars.iter().filter(|bar| bar.color == color::WARNING && bar.turn != 0.0);
        assert!(crossed.clone().count() == 2 && crossed.into_iter().all(|bar| bar.center.x < 849.0 - 20.0));
    }
}
