//! What a HUD costs in a frame.
//!
//! `cargo bench -p hud --bench layout` takes the best of many layouts of all parts at 1920x1080 for a tank with eight
//! weapons, a mission of twelve objectives and a text to be read, among 32 vehicles and 64 turrets that are on the radar:
//! less than 0.5 ms. All of it is one draw of the crate `render`. It measures this machine now and keeps no record.

use glam::Vec3;
use hud::{HudOptions, Seen, lay_out};
use std::time::{Duration, Instant};
use world::sketch::Sketch;
use world::{
    Actor, ArmsLaw, Avatar, Bot, CombatRules, Derived, Hud, LawKind, MindLaw, MissionLaw, Notice, NoticeKind,
    ObjectiveLaw, ObjectivePhase, Pilot, Rank, Scene, SlotLaw, State, TankLaw, VehicleLaw, Views, WeaponLaw,
};

const RUNS: u32 = 2000;
const VEHICLES: usize = 32;
const TURRETS: usize = 64;
const WEAPONS: usize = 8;
const OBJECTIVES: usize = 12;
const SIZE: [u32; 2] = [1920, 1080];

fn scene() -> Scene {
    let mut scene = Sketch::new().scene;
    let law = LawKind::Tank(Box::new(TankLaw { health: 100.0, rates: [48.0, 65.0], ..TankLaw::default() }));
    scene.vehicles.push(VehicleLaw { name: "tank".into(), node: None, views: Views::default(), law });
    scene.drives = Some(0);
    scene.opponents.minds.push(MindLaw::default());
    let weapon = |number: usize| {
        let label = format!("weapon {number}").into();
        WeaponLaw { label, ammunition: Some(900), ..WeaponLaw::default() }
    };
    scene.combat.weapons = (0..WEAPONS).map(weapon).collect();
    let slot = |at: usize| SlotLaw {
        weapon: at as u32,
        ammunition: Some(900),
        groups: 1 << at,
        muzzles: Vec::new(),
    };
    let slots = (0..WEAPONS).map(slot).collect();
    scene.combat.arms = vec![ArmsLaw { slots, ..ArmsLaw::default() }];
    scene.combat.rules = CombatRules::default();
    let objective = |number: usize| ObjectiveLaw {
        text: format!("Do what is the number {number} of all that is to be done here.").into(),
        rank: Some(Rank::Primary),
        ..ObjectiveLaw::default()
    };
    let objectives = (0..OBJECTIVES).map(objective).collect();
    scene.mission = Some(Box::new(MissionLaw { objectives, ..MissionLaw::default() }));
    scene
}

fn state(scene: &Scene) -> State {
    let mut state = State::new(scene, 1);
    let person = state.actors.ids()[0];
    state.combat.arms.push(scene.combat.arms[0].loaded(world::ActorId(person)));
    for number in 0..VEHICLES + TURRETS {
        let turn = number as f32;
        let position = Vec3::new(libm::sinf(turn), 0.0, libm::cosf(turn)) * (20.0 + 2.0 * turn);
        let place = Avatar { position, ..Avatar::default() };
        let own: Actor = scene.vehicles[0].standing(0, place, Pilot::Bot(Box::new(Bot::new(0))));
        state.actors.add(own);
    }
    for own in &mut state.mission.objectives {
        (own.seen, own.phase) = (true, ObjectivePhase::Awake);
    }
    state.mission.notices.push(Notice { objective: 3, kind: NoticeKind::Given, wait: 0, left: 100 });
    state
}

fn main() {
    let scene = scene();
    let state = state(&scene);
    let (derived, _) = Derived::build(&scene, &state, 1000);
    let (mut hud, options) = (Hud::default(), HudOptions::default());
    let (mut best, mut parts) = (Duration::MAX, 0);
    for _ in 0..RUNS {
        let start = Instant::now();
        lay_out(&Seen::new(derived.probe(&scene, &state), &state, SIZE), &options, &mut hud);
        best = best.min(start.elapsed());
        parts += hud.parts().len();
    }
    println!("{VEHICLES} vehicles, {TURRETS} turrets, {} parts: {best:?}", hud.parts().len());
    println!("sum {parts}");
}
