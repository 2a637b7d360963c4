//! Whoever reads a HUD reads all of it, whatever the picture below it looks like: a white sky or a black night.

use glam::{Vec2, Vec3};
use hud::{HudOptions, Seen, lay_out, room};
use world::sketch::Sketch;
use world::{
    ActorKind, AeroplaneLaw, ArmsLaw, Avatar, Camera, CollapseLaw, CombatRules, Derived, Frame, HeatLaw, Hud,
    HudBar, HudColor, HudLetter, HudPart, JoltLaw, JumpJets, LawKind, MechLaw, MechParts, MissionLaw,
    MissionOutcome, Notice, NoticeKind, ObjectiveLaw, ObjectivePhase, OpponentStart, Pilot, Rank, Scene,
    SeatId, SlotLaw, State, Struck, TankLaw, TimerLaw, VehicleLaw, Views, Walker, WeaponLaw, WeaponManner,
};

/// The least contrast of letters with what is behind them ("Web Content Accessibility Guidelines" 2.2, 1.4.3).
const LEAST: f64 = 4.5;

/// How bright a colour is, 0..=1 (the same guidelines, "relative luminance").
fn luminance(color: [f64; 3]) -> f64 {
    let linear = |own: f64| {
        let own = own / 255.0;
        if own <= 0.04045 { own / 12.92 } else { ((own + 0.055) / 1.055).powf(2.4) }
    };
    let [red, green, blue] = color.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The contrast of two colours, 1..=21 (the same guidelines, "contrast ratio").
fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// A colour over another one.
fn over([red, green, blue, alpha]: HudColor, below: [f64; 3]) -> [f64; 3] {
    let share = f64::from(alpha) / 255.0;
    let own = [red, green, blue].map(f64::from);
    std::array::from_fn(|at| own[at] * share + below[at] * (1.0 - share))
}

/// Whether a bar covers a place.
fn covers(bar: &HudBar, place: Vec2) -> bool {
    let own = Vec2::from_angle(-bar.turn).rotate(place - bar.center).abs();
    own.x <= bar.half.x && own.y <= bar.half.y
}

/// A colour at a place, with all bars of some parts over it.
fn covered(color: [f64; 3], parts: &[HudPart], place: Vec2) -> [f64; 3] {
    parts.iter().fold(color, |below, part| match part {
        HudPart::Bar(bar) if covers(bar, place) => over(bar.color, below),
        _ => below,
    })
}

/// The least contrast of a letter with the ground at its middle and its corners, for a picture of one colour.
fn of_letter(letter: &HudLetter, before: &[HudPart], after: &[HudPart], picture: [f64; 3]) -> f64 {
    let [x, y] = letter.at.map(|at| at as f32);
    let (wide, high) = (letter.size.advance() as f32, letter.size.height() as f32);
    // The font leaves room above and below what it draws.
    let places = [(0.5, 0.5), (0.0, 0.15), (1.0, 0.15), (0.0, 0.85), (1.0, 0.85)];
    let ratios = places.map(|(across, down)| {
        let place = Vec2::new(x + wide * across, y + high * down);
        let ground = covered(picture, before, place);
        let ink = covered(over(letter.color, ground), after, place);
        contrast(ink, covered(ground, after, place))
    });
    ratios.into_iter().fold(f64::INFINITY, f64::min)
}

/// All letters of a HUD with their least contrast over white and over black; dark edges of letters are no letters.
fn contrasts(hud: &Hud) -> Vec<(char, HudColor, f64)> {
    let letters = hud.parts().iter().enumerate().filter_map(|(at, part)| match part {
        HudPart::Letter(own) if own.color[..3] != [0, 0, 0] => Some((at, own)),
        _ => None,
    });
    let found = letters.map(|(at, own)| {
        let (before, after) = (&hud.parts()[..at], &hud.parts()[at + 1..]);
        let over = |grey: f64| of_letter(own, before, after, [grey; 3]);
        (own.letter, own.color, over(255.0).min(over(0.0)))
    });
    found.collect()
}

/// Somebody with three weapons, one of them empty, an opponent ahead at a distance, and four objectives.
fn scene(law: LawKind, far: f32) -> Scene {
    let mut scene = Sketch::new().scene;
    let own = VehicleLaw { name: "own".into(), node: None, views: Views::default(), law };
    let law = LawKind::Tank(Box::new(TankLaw { health: 100.0, ..TankLaw::default() }));
    scene.vehicles = vec![own, VehicleLaw { name: "other".into(), node: None, views: Views::default(), law }];
    scene.drives = Some(0);
    let place = Avatar { position: Vec3::NEG_Z * far, ..Avatar::default() };
    scene.opponents.starts.push(OpponentStart { vehicle: 1, mind: 0, place, node: None });
    let weapon = |label: &str, manner| WeaponLaw {
        label: label.into(),
        manner,
        range: 150.0,
        speed: 90.0,
        ..WeaponLaw::default()
    };
    scene.combat.weapons = vec![
        weapon("Rockets", WeaponManner::HOMING),
        weapon("Gun", WeaponManner::empty()),
        weapon("Mines", WeaponManner::empty()),
    ];
    let slot = |weapon, ammunition| SlotLaw { weapon, ammunition, groups: 1 << weapon, muzzles: vec![] };
    let slots = vec![slot(0, Some(2)), slot(1, Some(0)), slot(2, None)];
    scene.combat.arms = vec![ArmsLaw { slots, ..ArmsLaw::default() }];
    scene.combat.rules = CombatRules { seek: 0.1, alarm: 0.25, ..CombatRules::default() };
    let objective = |text: &str, rank| ObjectiveLaw {
        text: text.into(),
        hint: "It stands behind the hill.".into(),
        rank: Some(rank),
        ..ObjectiveLaw::default()
    };
    let objectives = vec![
        objective("Open the gate", Rank::Primary),
        objective("Bring the trucks home", Rank::Primary),
        objective("Find the tunnel", Rank::Secondary),
        objective("Come back", Rank::Tertiary),
    ];
    let timer = Some(TimerLaw { seconds: 20.0, loses: true });
    scene.mission = Some(Box::new(MissionLaw { objectives, timer, ..MissionLaw::default() }));
    scene
}

/// How things are for somebody who looks north from the origin.
#[derive(Clone, Copy, Debug)]
struct Case {
    size: [u32; 2],
    scale: f32,
    inset: f32,
    /// What is left of 100.
    health: f32,
    outcome: MissionOutcome,
    notice: NoticeKind,
}

fn laid_out(scene: &Scene, case: Case) -> Hud {
    let mut state = State::new(scene, 1);
    let (own, _) = state.actors.piloted_by(SeatId::FIRST).expect("somebody drives");
    let mut arms = scene.combat.arms[0].loaded(own);
    // A hit from each side, just now.
    arms.hits = [0.0, 1.5, 3.0, -1.5].map(|yaw| Struck { yaw, tick: state.tick }).to_vec();
    state.combat.arms.push(arms);
    for actor in state.actors.iter_mut().filter(|actor| matches!(actor.pilot, Pilot::Person(_))) {
        match &mut actor.kind {
            ActorKind::Tank(tank) => tank.health = case.health,
            ActorKind::Aeroplane(plane) => (plane.health, plane.nitro) = (case.health, true),
            ActorKind::Mech(mech) => {
                (mech.heat, mech.is_shut_down, mech.legs) = (90.0, true, [case.health, 0.0])
            }
            _ => {}
        }
    }
    use ObjectivePhase::{Awake, Completed, Retired};
    for (own, phase) in state.mission.objectives.iter_mut().zip([Completed, Retired, Awake, Awake]) {
        (own.seen, own.phase) = (true, phase);
    }
    state.mission.notices.push(Notice { objective: 2, kind: case.notice, wait: 0, left: 9 });
    (state.mission.outcome, state.mission.shots) = (case.outcome, 9);
    let (derived, _) = Derived::build(scene, &state, 100);
    let camera = Camera { eye: Vec3::ZERO, yaw: 0.0, pitch: 0.0, roll: 0.0, near: 1.0, ..state.camera };
    let camera = Camera { far: 50_000.0, ..camera };
    let seen = Seen { camera, ..Seen::new(derived.probe(scene, &state), &state, case.size) };
    let mut hud = Hud::default();
    let options = HudOptions { scale: case.scale, inset: case.inset, ..HudOptions::default() };
    lay_out(&seen, &options, &mut hud);
    hud
}

fn tank() -> LawKind {
    LawKind::Tank(Box::new(TankLaw { health: 100.0, alarm: 0.25, rates: [8.0, 30.0], ..TankLaw::default() }))
}

fn plane() -> LawKind {
    let mut law = AeroplaneLaw { gravity: 10.0, ..AeroplaneLaw::default() };
    (law.crash.health, law.crash.alarm) = (100.0, 0.25);
    LawKind::Aeroplane(Box::new(law))
}

fn mech() -> LawKind {
    LawKind::Mech(Box::new(MechLaw {
        body: Walker::person(&Frame::identity(1.0)),
        speeds: [20.0, 10.0],
        rates: [10.0; 2],
        turn: [1.0; 2],
        lean: [0.0; 2],
        torso: [1.0; 3],
        aim: 1.0,
        arms: 0.0,
        track: 1.0,
        ankle: 1.0,
        slack: 1.0,
        catches_up: 1.0,
        sag: 0.5,
        crouch: [0.0; 2],
        jets: JumpJets { fuel: 10.0, ..JumpJets::default() },
        heat: HeatLaw { capacity: 100.0, limits: [0.8, 0.5], hot: 0.75, ..HeatLaw::default() },
        fall: [10.0, 1.0],
        legs: 100.0,
        alarm: 0.25,
        limp: 0.5,
        collapse: CollapseLaw::default(),
        jolt: JoltLaw::default(),
        parts: MechParts::default(),
    }))
}

#[test]
fn the_contrast_is_that_of_the_guidelines() {
    let (white, black) = ([255.0; 3], [0.0; 3]);
    assert!((contrast(white, black) - 21.0).abs() < 1e-9 && contrast(white, white) == 1.0);
    // 119 of 255 is 0.4667, and ((0.4667 + 0.055) / 1.055)^2.4 = 0.1845: 1.05 / 0.2345.
    assert!((contrast(white, [119.0; 3]) - 4.478).abs() < 1e-2);
    assert_eq!(over([0, 0, 0, 51], white), [204.0; 3]);
}

#[test]
fn all_letters_have_their_contrast_over_a_white_sky_and_a_black_night() {
    let mut inks = Vec::new();
    // With a lock, out of range, and with digits of metres as many as there are.
    for (law, far, said) in [
        (tank(), 100.0, "100mLOCK"),
        (tank(), 200.0, "200mOUTOFRANGE"),
        (plane(), 1200.0, "1200mOUTOFRANGE"),
        (plane(), 12_000.0, "12000mOUTOFRANGE"),
        (mech(), 100.0, "shutdown"),
    ] {
        let scene = scene(law, far);
        for (size, scale, inset) in [
            ([640, 480], 1.0, 0.0),
            ([854, 480], 1.0, 0.0),
            ([1280, 720], 1.0, 0.0),
            ([1280, 720], 0.5, 0.5),
            ([1920, 1080], 1.5, 0.0),
            ([3440, 1440], 1.0, 0.0),
            ([3440, 1440], 1.5, 0.5),
        ] {
            for outcome in [MissionOutcome::Running, MissionOutcome::Won, MissionOutcome::Lost] {
                for (health, notice) in [(90.0, NoticeKind::Given), (20.0, NoticeKind::Completed)] {
                    let case = Case { size, scale, inset, health, outcome, notice };
                    let found = contrasts(&laid_out(&scene, case));
                    let text: String = found.iter().map(|(letter, ..)| *letter).collect();
                    assert!(text.contains(said) && text.contains("000"), "{text} without {said}");
                    for (letter, ink, ratio) in found {
                        assert!(ratio >= LEAST, "'{letter}' of {ink:?}: {ratio:.2}, {said}: {case:?}");
                        if !inks.contains(&ink) {
                            inks.push(ink);
                        }
                    }
                }
            }
        }
    }
    // Plain, quiet, good and warning.
    assert_eq!(inks.len(), 4, "{inks:?}");
}

#[test]
fn there_is_room_between_what_stands_in_the_lower_corners() {
    // Points of 0.7 pixels: from the edge 11.2, gauges of 140 as 20 letters are wide, and 4.48 more of their panel.
    let options = HudOptions::default();
    assert!((room([640, 480], &options) - 2.0 * (629.0 - 140.0 - 4.48 - 320.0)).abs() < 1e-2);
    // Nothing stands in it in the lower quarter of the picture.
    for size in [[640, 480], [1280, 720], [3440, 1440]] {
        for law in [tank(), plane(), mech()] {
            let case = Case {
                size,
                scale: 1.0,
                inset: 0.0,
                health: 20.0,
                outcome: MissionOutcome::Running,
                notice: NoticeKind::Given,
            };
            let hud = laid_out(&scene(law, 100.0), case);
            let half = room(size, &options) * 0.5;
            let [wide, high] = size.map(|side| side as f32);
            let (from, to) = (wide * 0.5 - half, wide * 0.5 + half);
            for part in hud.parts() {
                let (left, right, foot) = match part {
                    HudPart::Bar(bar) => {
                        let half = bar.half.length();
                        let half = if bar.turn == 0.0 { bar.half.x } else { half };
                        (bar.center.x - half, bar.center.x + half, bar.center.y + bar.half.y)
                    }
                    HudPart::Letter(own) => {
                        let left = own.at[0] as f32;
                        (left, left + own.size.advance() as f32, (own.at[1] + own.size.height()) as f32)
                    }
                };
                let is_low = foot > high * 0.75;
                assert!(!is_low || right <= from + 1.0 || left >= to - 1.0, "{part:?} in {from}..{to}");
            }
        }
    }
}
