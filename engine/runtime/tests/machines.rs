//! Machines that walk: which gait follows from which motion, and how fast it is played. The numbers of
//! docs/spec/zbd/mw3-runtime.md, "10. Proposed MW movement model".

use glam::{Affine3A, Quat, Vec3};
use runtime::{Command, Input, Simulation};
use std::sync::Arc;
use world::sketch::{ModelSketch, Sketch};
use world::{
    Animator, AnimatorId, Clip, ClipId, Gait, Limits, Machine, Motion, NodeId, Pace, State, Track,
    TransformCurves,
};

/// Stand, step, walk up to 2 units a second, run up to 5.
const SPEEDS: [[f32; 2]; 4] = [[0.0, 0.0], [0.0, 1.0], [1.0, 2.0], [2.0, 5.0]];

const PACE: Pace =
    Pace { blend_s: 0.2, stands: 0.05, fresh: 0.15, keeps: 1.1, turns: 0.1, jump: 20.0, rates: [0.3, 2.0] };

struct Yard {
    simulation: Simulation,
    root: NodeId,
    place: Vec3,
    yaw: f32,
}

impl Yard {
    fn new() -> Self {
        Yard::with(|machine| machine)
    }

    /// One whose machine is changed like that.
    fn with(change: impl Fn(Machine) -> Machine) -> Self {
        let mut sketch = Sketch::new();
        sketch.place(ModelSketch::new().floor([-500.0; 2], [500.0; 2], 0.0));
        let part = sketch.node("hip", None, &[]);
        let root = sketch.node("mech_sketch", None, &[part]);
        sketch.scene.roots.push(root);
        for name in ["stand", "step", "walk", "run"] {
            let curves = TransformCurves::even(vec![Vec3::ZERO, Vec3::Y, Vec3::ZERO], Vec::new()).unwrap();
            let track = Track { part: "hip".into(), curves };
            sketch.scene.clips.push(Clip::new(name, 1.0, Motion::Parts(vec![track])));
        }
        let clips = (0..4).map(|clip| sketch.scene.playable(ClipId::from(clip), root)).collect();
        sketch.scene.animators.push(Animator { name: "sketch".into(), clips, ..Animator::default() });
        let gaits = SPEEDS.iter().enumerate();
        let gaits = gaits.map(|(clip, speeds)| Gait { clip: ClipId::from(clip), speeds: *speeds }).collect();
        sketch.scene.machines.push(change(Machine {
            root,
            animator: AnimatorId::from(0),
            gaits,
            pace: PACE,
        }));
        let (simulation, findings) = Simulation::new(Arc::new(sketch.scene), 1, &Limits::default());
        assert!(findings.is_empty(), "{findings:?}");
        Yard { simulation, root, place: Vec3::ZERO, yaw: 0.0 }
    }

    /// Moves the root so fast, in units and radians a second, for some ticks.
    fn go(&mut self, speed: f32, turning: f32, ticks: u32) -> &mut Self {
        for _ in 0..ticks {
            self.place.x += speed / 60.0;
            self.yaw += turning / 60.0;
            let transform = Affine3A::from_rotation_translation(Quat::from_rotation_y(self.yaw), self.place);
            let command = Command::Move { node: self.root, transform };
            self.simulation.advance(&[Input::default()], &[command]);
        }
        self
    }

    /// The gait, and how fast its clip runs once it has faded in.
    fn gait(&self) -> (u8, f32) {
        let state = self.simulation.state();
        let clock = state.clock(AnimatorId::from(0)).unwrap();
        assert!(state.layers.is_empty(), "nothing fades any more");
        assert_eq!(clock.clip, Some(ClipId::from(usize::from(state.strides.0[0].gait))));
        (state.strides.0[0].gait, clock.speed)
    }
}

fn near((gait, speed): (u8, f32), wanted: (u8, f32)) {
    assert!(gait == wanted.0 && (speed - wanted.1).abs() < 0.02, "{gait} at {speed}, by hand {wanted:?}");
}

#[test]
fn the_gait_and_its_pace_follow_from_the_speed() {
    let mut yard = Yard::new();
    near(yard.go(0.0, 0.0, 10).gait(), (0, 1.0));
    // At 1.5 of a walk that is authored for 2 the legs move at three quarters.
    near(yard.go(1.5, 0.0, 120).gait(), (2, 0.75));
    // 2.1 is less than a tenth beyond a walk: it goes on walking, a little faster.
    near(yard.go(2.1, 0.0, 120).gait(), (2, 1.05));
    near(yard.go(4.0, 0.0, 120).gait(), (3, 0.8));
    // 1.9 is within a tenth below a run.
    near(yard.go(1.9, 0.0, 120).gait(), (3, 0.38));
    near(yard.go(0.5, 0.0, 120).gait(), (1, 0.5));
    near(yard.go(0.0, 0.0, 120).gait(), (0, 1.0));
    // Beyond the fastest, at most twice as fast as authored.
    near(yard.go(20.0, 0.0, 120).gait(), (3, 2.0));
}

#[test]
fn what_turns_on_the_spot_steps() {
    let mut yard = Yard::new();
    near(yard.go(0.0, 0.5, 120).gait(), (1, 1.0));
    near(yard.go(0.0, -0.5, 120).gait(), (1, 1.0));
    near(yard.go(0.0, 0.0, 120).gait(), (0, 1.0));
}

#[test]
fn how_slowly_it_stands_and_how_fast_it_changes_its_gait_are_numbers_of_the_machine() {
    // Half of a step that is authored for 1 is slower than 0.6 of it.
    let mut yard = Yard::with(|machine| Machine { pace: Pace { stands: 0.6, ..PACE }, ..machine });
    near(yard.go(0.5, 0.0, 120).gait(), (0, 1.0));
    near(yard.go(0.7, 0.0, 120).gait(), (1, 0.7));
    // A run goes on at 1.9, but that is less than 0.6 of 5: no pace follows from it.
    yard.go(4.0, 0.0, 120);
    near(yard.go(1.9, 0.0, 120).gait(), (3, 1.0));
    // From a stand to a walk: it fades for as long as the machine says.
    let fades = |blend_s: f32, ticks: u32| {
        let mut yard = Yard::with(|machine| Machine { pace: Pace { blend_s, ..PACE }, ..machine });
        yard.go(0.0, 0.5, 120);
        let gait = |yard: &Yard| yard.simulation.state().strides.0[0].gait;
        assert_eq!(gait(&yard), 1);
        // Turning is smoothed: it takes some ticks until it is none.
        while gait(&yard) == 1 {
            yard.go(0.0, 0.0, 1);
        }
        yard.go(0.0, 0.0, ticks);
        !yard.simulation.state().layers.is_empty()
    };
    assert_eq!([fades(0.2, 9), fades(0.2, 15), fades(0.5, 15), fades(0.5, 33)], [true, false, true, false]);
}

#[test]
fn how_gaits_follow_from_speeds_are_numbers_of_the_machine() {
    let with = |pace: Pace| Yard::with(|machine| Machine { pace, ..machine });
    // A walk of 2 goes on at 2.5, and otherwise only up to 2.2.
    for (keeps, wanted) in [(1.3, (2, 1.25)), (1.1, (3, 0.5))] {
        let mut yard = with(Pace { keeps, ..PACE });
        yard.go(1.5, 0.0, 120);
        near(yard.go(2.5, 0.0, 120).gait(), wanted);
    }
    near(with(Pace { turns: 0.6, ..PACE }).go(0.0, 0.5, 120).gait(), (0, 1.0));
    near(with(Pace { turns: 0.4, ..PACE }).go(0.0, 0.5, 120).gait(), (1, 1.0));
    // The fastest gait goes 5: 30 is six times as fast.
    near(with(Pace { jump: 5.0, ..PACE }).go(30.0, 0.0, 120).gait(), (0, 1.0));
    near(with(Pace { jump: 7.0, ..PACE }).go(30.0, 0.0, 120).gait(), (3, 2.0));
    let rates = Pace { rates: [0.6, 1.5], ..PACE };
    near(with(rates).go(20.0, 0.0, 120).gait(), (3, 1.5));
    near(with(rates).go(0.5, 0.0, 120).gait(), (1, 0.6));
    // All of a new speed counts at once: one tick without motion is a stop.
    let mut yard = with(Pace { fresh: 1.0, ..PACE });
    yard.go(2.0, 0.0, 120).go(0.0, 0.0, 1);
    assert_eq!(yard.simulation.state().strides.0[0].gait, 0);
    // So does all of a turn.
    let after_a_turn = |fresh: f32| {
        let mut yard = with(Pace { fresh, ..PACE });
        yard.go(0.0, 0.5, 120).go(0.0, 0.0, 1);
        yard.simulation.state().strides.0[0].gait
    };
    assert_eq!([1.0, 0.15].map(after_a_turn), [0, 1]);
    // A machine of whose pace nobody says anything goes as its gaits are authored.
    let mut yard = with(Pace::default());
    near(yard.go(20.0, 0.0, 3).gait(), (3, 4.0));
    near(yard.go(0.0, 0.0, 3).gait(), (1, 0.0));
}

#[test]
fn a_tick_without_motion_is_no_stop_and_a_jump_no_run() {
    let mut yard = Yard::new();
    yard.go(2.0, 0.0, 120);
    yard.go(0.0, 0.0, 1);
    assert_eq!(yard.simulation.state().strides.0[0].gait, 2);
    yard.go(0.0, 0.0, 120);
    // 100 units in one tick are 6,000 a second: it was put there.
    yard.go(6000.0, 0.0, 1);
    near(yard.go(0.0, 0.0, 30).gait(), (0, 1.0));
}

#[test]
fn the_parts_move_and_a_save_goes_on_in_step() {
    let mut yard = Yard::new();
    yard.go(2.0, 0.0, 135);
    let hip = |simulation: &Simulation| simulation.state().nodes.transforms[1].translation.y;
    assert!(hip(&yard.simulation) > 0.1, "the hip is up in the middle of a step");
    let saved = yard.simulation.state().to_json().unwrap();
    let state = State::from_json(&saved).unwrap();
    let (mut again, _) =
        Simulation::resume(Arc::clone(yard.simulation.scene()), state, &Limits::default()).unwrap();
    assert_eq!(again.hash(), yard.simulation.hash());
    let transform = Affine3A::from_translation(Vec3::new(yard.place.x + 1.0, 0.0, 0.0));
    for simulation in [&mut again, &mut yard.simulation] {
        simulation.advance(&[Input::default()], &[Command::Move { node: yard.root, transform }]);
    }
    assert_eq!(again.hash(), yard.simulation.hash());
    // A save without a stride for the machine is of another world.
    let mut odd = yard.simulation.state().clone();
    odd.strides.0.clear();
    assert!(!odd.fits(yard.simulation.scene()));
    odd.strides.0.push(world::Stride { speed: f32::NAN, ..world::Stride::default() });
    assert!(!odd.fits(yard.simulation.scene()));
}
