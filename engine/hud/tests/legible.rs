//! Whoever reads a HUD reads all of it, whatever the picture below it looks like: a white sky or a black night.

use glam::Vec3;
use hud::{HudOptions, Seen, lay_out};
use world::sketch::Sketch;
use world::{
    ActorKind, AeroplaneLaw, ArmsLaw, Avatar, Camera, CombatRules, Derived, Hud, HudBar, HudColor, HudLetter,
    HudPart, LawKind, MissionLaw, MissionOutcome, Notice, NoticeKind, ObjectiveLaw, ObjectivePhase,
    OpponentStart, Pilot, Rank, Scene, SeatId, SlotLaw, State, TankLaw, TimerLaw, VehicleLaw, Views,
    WeaponLaw, WeaponManner,
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

/// Whether an upright bar is below a place.
fn is_below(bar: &HudBar, [x, y]: [f32; 2]) -> bool {
    bar.turn == 0.0 && (x - bar.center.x).abs() <= bar.half.x && (y - bar.center.y).abs() <= bar.half.y
}

/// The least contrast of a letter with the ground at its middle and its corners, for a picture of one colour.
fn of_letter(letter: &HudLetter, before: &[HudPart], picture: [f64; 3]) -> f64 {
    let [x, y] = letter.at.map(|at| at as f32);
    let (wide, high) = (letter.size.advance() as f32, letter.size.height() as f32);
    // The font leaves room above and below what it draws.
    let places = [(0.5, 0.5), (0.0, 0.15), (1.0, 0.15), (0.0, 0.85), (1.0, 0.85)];
    let ratios = places.map(|(across, down)| {
        let place = [x + wide * across, y + high * down];
        let ground = before.iter().fold(picture, |below, part| match part {
            HudPart::Bar(bar) if is_below(bar, place) => over(bar.color, below),
            _ => below,
        });
        contrast(over(letter.color, ground), ground)
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
        let before = &hud.parts()[..at];
        let over = |grey: f64| of_letter(own, before, [grey; 3]);
        (own.letter, own.color, over(255.0).min(over(0.0)))
    });
    found.collect()
}

/// Somebody with three weapons, one of them empty, an opponent ahead at a distance, and five objectives.
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

/// The HUD of somebody who looks north from the origin and has so much health, with a mission as it is meant.
fn laid_out(scene: &Scene, health: f32, size: [u32; 2], outcome: MissionOutcome, notice: NoticeKind) -> Hud {
    let mut state = State::new(scene, 1);
    let (own, _) = state.actors.piloted_by(SeatId::FIRST).expect("somebody drives");
    state.combat.arms.push(scene.combat.arms[0].loaded(own));
    for actor in state.actors.iter_mut() {
        match (&actor.pilot, &mut actor.kind) {
            (Pilot::Person(_), ActorKind::Tank(tank)) => tank.health = health,
            (Pilot::Person(_), ActorKind::Aeroplane(plane)) => (plane.health, plane.nitro) = (health, true),
            _ => {}
        }
    }
    use ObjectivePhase::{Awake, Completed, Retired};
    for (own, phase) in state.mission.objectives.iter_mut().zip([Completed, Retired, Awake, Awake]) {
        (own.seen, own.phase) = (true, phase);
    }
    state.mission.notices.push(Notice { objective: 2, kind: notice, wait: 0, left: 9 });
    (state.mission.outcome, state.mission.shots) = (outcome, 9);
    let (derived, _) = Derived::build(scene, &state, 100);
    let camera = Camera { eye: Vec3::ZERO, yaw: 0.0, pitch: 0.0, roll: 0.0, near: 1.0, ..state.camera };
    let camera = Camera { far: 5000.0, ..camera };
    let seen = Seen { camera, ..Seen::new(derived.probe(scene, &state), &state, size) };
    let mut hud = Hud::default();
    lay_out(&seen, &HudOptions::default(), &mut hud);
    hud
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
    let tank = || {
        LawKind::Tank(Box::new(TankLaw {
            health: 100.0,
            alarm: 0.25,
            rates: [8.0, 30.0],
            ..TankLaw::default()
        }))
    };
    let plane = || {
        let mut law = AeroplaneLaw { gravity: 10.0, ..AeroplaneLaw::default() };
        (law.crash.health, law.crash.alarm) = (100.0, 0.25);
        LawKind::Aeroplane(Box::new(law))
    };
    use MissionOutcome::{Lost, Running, Won};
    let mut inks = Vec::new();
    // With a lock, and out of range; four digits of metres.
    for (law, far) in [(tank(), 100.0), (tank(), 200.0), (plane(), 100.0), (plane(), 1200.0)] {
        let scene = scene(law, far);
        for size in [[640, 480], [854, 480], [1280, 720], [3440, 1440]] {
            for outcome in [Running, Won, Lost] {
                for (health, notice) in [(90.0, NoticeKind::Given), (20.0, NoticeKind::Completed)] {
                    let found = contrasts(&laid_out(&scene, health, size, outcome, notice));
                    assert!(found.len() > 150, "{} letters at {size:?}", found.len());
                    for (letter, ink, ratio) in found {
                        assert!(
                            ratio >= LEAST,
                            "'{letter}' of {ink:?}: {ratio:.2}, at {size:?}, {outcome:?}"
                        );
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
