//! How the body of a tank is seen to lean over its tracks, with numbers worked out by hand.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "A2. Reader keys", "Looks".

use crate::tank::{ask, driven, field, law, standing};
use glam::{Affine3A, Vec3};
use std::f32::consts::FRAC_PI_2;
use world::sketch::ModelSketch;
use world::{Avatar, LeanLaw, Tank, TankLaw};

#[test]
fn which_way_it_looks_does_not_matter_to_how_it_leans() {
    // It gains 48 to the east as it would to the north: of 0.01 each 0.085 are the most, of which 1 - e^(-6/60) in a tick.
    let most = 0.085 * (1.0 - 0.904_837);
    let east = || Tank { avatar: Avatar { yaw: -FRAC_PI_2, ..Avatar::default() }, ..standing() };
    let found = ask(&mut driven(field(), law(), east()), 1.0, 0.0, 1).lean[0];
    assert!((found - most).abs() < 2e-6, "{found} instead of {most}");
    // A bound is one to either side, whichever of them the file names.
    let lean = LeanLaw { pitch: [-0.01, -0.085], roll: [0.0015, -0.075], ..law().lean };
    let found = ask(&mut driven(field(), TankLaw { lean, ..law() }, east()), 1.0, 0.0, 1).lean[0];
    assert!((found - most).abs() < 2e-6, "{found} instead of {most}");
    assert_eq!(ask(&mut driven(field(), TankLaw { lean, ..law() }, east()), 0.0, 0.0, 1).lean, [0.0; 2]);
}

#[test]
fn its_body_is_seen_turned_over_how_its_model_has_it() {
    // The model's body is turned a quarter to the left: its x is ahead of the tank, its z to the right.
    let seen = |lean: [f32; 2]| {
        let mut sketch = field();
        let body = sketch.place(ModelSketch::new());
        let rest =
            Affine3A::from_translation(Vec3::new(3.0, 2.0, 1.0)) * Affine3A::from_rotation_y(FRAC_PI_2);
        sketch.at(body).transform = rest;
        let own = LeanLaw { body: Some(body), smooth: 0.0, ..law().lean };
        let mut simulation = driven(sketch, TankLaw { lean: own, ..law() }, Tank { lean, ..standing() });
        assert_eq!(ask(&mut simulation, 0.0, 0.0, 1).lean, lean);
        let probe = simulation.probe();
        let shown = *probe.occurrences.transform(probe.occurrences.of(body).next().unwrap());
        assert!(shown.translation.abs_diff_eq(rest.translation, 1e-5), "{shown:?}");
        [shown.matrix3.x_axis.into(), shown.matrix3.z_axis.into()]
    };
    let near = |found: [Vec3; 2], wanted: [Vec3; 2]| {
        let is_near = found.iter().zip(wanted).all(|(own, wanted)| own.abs_diff_eq(wanted, 1e-5));
        assert!(is_near, "{found:?} instead of {wanted:?}");
    };
    near(seen([0.0; 2]), [Vec3::NEG_Z, Vec3::X]);
    // The nose up by a tenth of a radian: what is ahead goes up.
    near(seen([0.1, 0.0]), [Vec3::new(0.0, 0.099_833_4, -0.995_004_2), Vec3::X]);
    // To the left by 0.2: what is to the right goes up.
    near(seen([0.0, 0.2]), [Vec3::NEG_Z, Vec3::new(0.980_066_6, 0.198_669_3, 0.0)]);
}

#[test]
fn a_body_that_was_removed_is_not_touched() {
    let mut sketch = field();
    let body = sketch.place(ModelSketch::new());
    let own = LeanLaw { body: Some(body), smooth: 0.0, ..law().lean };
    let mut simulation =
        driven(sketch, TankLaw { lean: own, ..law() }, Tank { lean: [0.1, 0.0], ..standing() });
    assert!(simulation.edit().despawn(body));
    let before = simulation.state().nodes.transforms[body.index()];
    ask(&mut simulation, 0.0, 0.0, 1);
    assert_eq!(simulation.state().nodes.transforms[body.index()], before);
}
