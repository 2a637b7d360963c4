//! Voices that are changed while they sound, found by handle.

use audio::{Bus, Curve, Handle, Listener, Mixer, Reach, Samples, Voice};
use glam::Vec3;

/// A thousand frames a second, so that times are frames by hand.
const RATE: u32 = 1000;
/// Looks along -z: +x is on the right.
const EAR: Listener = Listener { ear: Vec3::ZERO, right: Vec3::X, near: 1.0 };

/// Half as loud as can be, all the time.
fn steady() -> Voice {
    Voice { looping: true, ..Voice::new(Samples::new(RATE, 1, &[16_384; 100]).unwrap()) }
}

/// The left side of the next frames.
fn left(mixer: &mut Mixer, frames: usize) -> Vec<f32> {
    let mut out = vec![0.0; frames * 2];
    mixer.mix(&mut out);
    out.iter().step_by(2).copied().collect()
}

/// A mixer with one steady voice, heard for so long that it is as loud as it
/// gets.
fn settled() -> (Mixer, Handle) {
    let mut mixer = Mixer::new(RATE);
    let handle = mixer.play(steady());
    mixer.hear(&EAR);
    left(&mut mixer, 200);
    (mixer, handle)
}

#[track_caller]
fn close(found: &[f32], wanted: impl IntoIterator<Item = f32>) {
    let wanted: Vec<f32> = wanted.into_iter().collect();
    assert_eq!(found.len(), wanted.len());
    for (at, (a, b)) in found.iter().zip(&wanted).enumerate() {
        assert!((a - b).abs() < 1e-6, "frame {at}: {a}, by hand {b}");
    }
}

#[test]
fn a_linear_fade_goes_evenly_and_stays_where_it_ends() {
    let (mut mixer, handle) = settled();
    mixer.fade(handle, 0.2, 0.008, Curve::Linear);
    // From 1 to 0.2 of a half in eight frames: 0.05 less with each.
    close(&left(&mut mixer, 10), [0.45, 0.40, 0.35, 0.30, 0.25, 0.20, 0.15, 0.10, 0.10, 0.10]);
    // From where it is, also in the middle of another.
    mixer.fade(handle, 1.0, 0.004, Curve::Linear);
    close(&left(&mut mixer, 2), [0.2, 0.3]);
    mixer.fade(handle, 0.0, 0.003, Curve::Linear);
    close(&left(&mut mixer, 4), [0.2, 0.1, 0.0, 0.0]);
    assert!(mixer.is_playing(handle), "silent, not stopped");
    mixer.fade_in(handle, 0.002, Curve::Linear);
    close(&left(&mut mixer, 3), [0.25, 0.5, 0.5]);
}

#[test]
fn an_even_change_of_music_keeps_the_power_and_decibels_go_by_factors() {
    let (mut mixer, handle) = settled();
    mixer.fade(handle, 0.0, 0.006, Curve::EqualPower);
    // cos 15, 30, 45, 60, 75 and 90 degrees.
    let falling = [0.965_925_8, 0.866_025_4, 0.707_106_77, 0.5, 0.258_819_05, 0.0];
    close(&left(&mut mixer, 6), falling.map(|part| part * 0.5));
    // sin of the same: with the other, the squares make 1.
    mixer.fade_in(handle, 0.006, Curve::EqualPower);
    let rising = [0.258_819_05, 0.5, 0.707_106_77, 0.866_025_4, 0.965_925_8, 1.0];
    close(&left(&mut mixer, 6), rising.map(|part| part * 0.5));

    let (mut mixer, handle) = settled();
    mixer.fade(handle, 0.001, 0.003, Curve::Decibels);
    // A tenth with each frame: 20 decibels.
    close(&left(&mut mixer, 4), [0.05, 0.005, 0.0005, 0.0005]);
    mixer.fade(handle, 0.0, 0.001, Curve::Decibels);
    close(&left(&mut mixer, 1), [0.0]);
}

#[test]
fn what_is_stopped_fades_and_ends_and_no_handle_names_another() {
    let (mut mixer, handle) = settled();
    mixer.stop(handle, 0.02, Curve::Linear);
    // Whoever wants it louder is too late, and a longer stop does not prolong it.
    mixer.fade_in(handle, 0.0, Curve::Linear);
    mixer.stop(handle, 5.0, Curve::Linear);
    let fading: Vec<f32> = (1..=20).map(|at| 0.5 - at as f32 * 0.025).collect();
    close(&left(&mut mixer, 20), fading);
    assert!(!mixer.is_playing(handle));
    assert_eq!(mixer.voices(), 0);

    // The next one takes its room, but not its name.
    let next = mixer.play(steady());
    assert_ne!(next, handle);
    mixer.set_volume(handle, 0.0);
    mixer.set_pitch(handle, 4.0);
    mixer.fade(handle, 0.0, 0.0, Curve::Linear);
    mixer.stop(handle, 0.0, Curve::Linear);
    mixer.hear(&EAR);
    assert!((left(&mut mixer, 200)[199] - 0.5).abs() < 1e-4);
    assert!(mixer.is_playing(next) && !mixer.is_playing(handle));
    mixer.clear();
    assert!(!mixer.is_playing(next));
    // A stop takes a hundredth of a second at least.
    let (mut mixer, handle) = settled();
    mixer.stop(handle, 0.0, Curve::Linear);
    close(&left(&mut mixer, 11), (1..=11).map(|at| (0.5 - at as f32 * 0.05).max(0.0)));
    // What nobody hears ends in its time too.
    let mut mixer = Mixer::new(RATE);
    let far = mixer.play(Voice { reach: Some(Reach::even(Vec3::X * 9.0, 1.0)), ..steady() });
    mixer.hear(&EAR);
    mixer.stop(far, 0.02, Curve::Linear);
    left(&mut mixer, 19);
    assert!(mixer.is_playing(far));
    left(&mut mixer, 1);
    assert!(!mixer.is_playing(far));
}

#[test]
fn a_voice_moves_and_places_that_are_nan_are_ignored() {
    let mut mixer = Mixer::new(RATE);
    let place = Vec3::new(-5.0, 0.0, 0.0);
    let handle = mixer.play(Voice { reach: Some(Reach::even(place, 10.0)), ..steady() });
    let sides = |mixer: &mut Mixer, ear: &Listener| {
        mixer.hear(ear);
        let mut out = [0.0; 400];
        mixer.mix(&mut out);
        [out[398], out[399]]
    };
    // All to the left, half of the range away.
    close(&sides(&mut mixer, &EAR), [0.25, 0.0]);
    for odd in [f32::NAN, f32::INFINITY] {
        mixer.move_to(handle, Vec3::new(odd, 0.0, 0.0));
        mixer.set_volume(handle, odd);
        mixer.set_pitch(handle, odd);
        mixer.fade(handle, odd, 0.0, Curve::Linear);
        let nowhere = Listener { ear: Vec3::splat(odd), ..EAR };
        close(&sides(&mut mixer, &nowhere), [0.25, 0.0]);
    }
    mixer.move_to(handle, Vec3::new(2.5, 0.0, 0.0));
    close(&sides(&mut mixer, &EAR), [0.0, 0.375]);
    mixer.set_volume(handle, 0.4);
    close(&sides(&mut mixer, &EAR), [0.0, 0.15]);
}

#[test]
fn pitch_is_how_fast_it_is_played() {
    // A ramp of a second: where it stands says how much of it has been played.
    let ramp: Vec<i16> = (0..1000).map(|at| at * 32).collect();
    let mut mixer = Mixer::new(RATE);
    let handle = mixer.play(Voice { pitch: 0.5, ..Voice::new(Samples::new(RATE, 1, &ramp).unwrap()) });
    mixer.hear(&EAR);
    // Frame 199 is at 99.5 of the ramp.
    close(&left(&mut mixer, 200)[199..], [99.5 * 32.0 / 32_768.0]);
    mixer.set_pitch(handle, 2.0);
    close(&left(&mut mixer, 100), (0..100).map(|at| (100 + 2 * at) as f32 * 32.0 / 32_768.0));
    mixer.set_pitch(handle, 1000.0);
    // No faster than four times: 700 frames are left, gone after 175.
    left(&mut mixer, 174);
    assert!(mixer.is_playing(handle));
    left(&mut mixer, 1);
    assert!(!mixer.is_playing(handle));
}

#[test]
fn priority_comes_before_loudness_and_the_quietest_of_the_lowest_goes_first() {
    let at = |metres: f32, priority| Voice {
        reach: Some(Reach::even(Vec3::new(0.0, 0.0, -metres), 100.0)),
        priority,
        ..steady()
    };
    // 64 that matter little but are near, and one far away that matters: heard is
    // that one and the 63 nearest. Each is a four-hundredth as loud as can be.
    let quiet = Samples::new(RATE, 1, &[82; 100]).unwrap();
    let mut mixer = Mixer::new(RATE);
    for number in 0..64 {
        mixer.play(Voice { source: quiet.clone().into(), ..at(number as f32, 10) });
    }
    mixer.play(Voice { source: quiet.clone().into(), ..at(90.0, 200) });
    // Out of everyone's hearing it takes nobody's room.
    mixer.play(at(100.0, 255));
    mixer.hear(&EAR);
    let one = 82.0 / 32_768.0 * std::f32::consts::FRAC_1_SQRT_2;
    let wanted = one * ((0..63).map(|number| 1.0 - number as f32 / 100.0).sum::<f32>() + 0.1);
    let found = left(&mut mixer, 200)[199];
    assert!((found - wanted).abs() < 1e-4, "{found}, by hand {wanted}");

    // A storm: of 10,000 voices 4096 are kept, none of them of the lowest
    // priority, and of the next the nearest.
    let mut mixer = Mixer::new(RATE);
    mixer.hear(&EAR);
    let handles: Vec<(Handle, u32)> = (0..10_000_u32)
        .map(|number| {
            let far = (number * 7919 % 10_000) as f32 / 101.0;
            (mixer.play(at(far, if number % 3 == 0 { 1 } else { 2 })), number)
        })
        .collect();
    assert!(mixer.voices() < 5000, "{}", mixer.voices());
    mixer.hear(&EAR);
    assert_eq!(mixer.voices(), 4096);
    let far = |number: &u32| number * 7919 % 10_000;
    let (kept, gone): (Vec<_>, Vec<_>) = handles.iter().partition(|(handle, _)| mixer.is_playing(*handle));
    assert_eq!((kept.len(), gone.len()), (4096, 5904));
    assert!(kept.iter().all(|(_, number)| number % 3 != 0));
    let farthest = kept.iter().map(|(_, number)| far(number)).max().unwrap();
    let nearest =
        gone.iter().filter(|(_, number)| number % 3 != 0).map(|(_, number)| far(number)).min().unwrap();
    assert!(farthest < nearest, "{farthest} {nearest}");
}

#[test]
fn each_bus_has_its_volume_and_the_interface_is_heard_in_a_pause() {
    let on = |bus| Voice { bus, ..steady() };
    let mut mixer = Mixer::new(RATE);
    for (bus, volume) in [(Bus::Effects, 0.1), (Bus::Music, 0.2), (Bus::Interface, 0.4)] {
        mixer.play(on(bus));
        mixer.set_bus(bus, volume);
    }
    mixer.set_master_volume(0.5);
    mixer.hear(&EAR);
    close(&left(&mut mixer, 200)[199..], [0.7 * 0.5 * 0.5]);
    mixer.set_running(false);
    close(&left(&mut mixer, 500)[499..], [0.4 * 0.5 * 0.5]);
    // A click in the menu is heard and ends while the world stands still.
    let click = Voice { looping: false, bus: Bus::Interface, ..steady() };
    let click = mixer.play(click);
    mixer.hear(&EAR);
    left(&mut mixer, 101);
    assert!(!mixer.is_playing(click));
    assert_eq!(mixer.voices(), 3);
    mixer.set_running(true);
    close(&left(&mut mixer, 200)[199..], [0.7 * 0.5 * 0.5]);
    // However loud both are, the sum does not clip.
    for _ in 0..3 {
        mixer.play(on(Bus::Interface));
        mixer.play(on(Bus::Effects));
    }
    mixer.set_master_volume(1.0);
    for bus in [Bus::Effects, Bus::Music, Bus::Interface] {
        mixer.set_bus(bus, 1.0);
    }
    mixer.hear(&EAR);
    let loud = left(&mut mixer, 500);
    assert!(loud.iter().all(|sample| *sample <= 1.0) && loud[499] > 0.95, "{}", loud[499]);
}

#[test]
fn effects_and_music_make_room_for_what_is_said() {
    // What is said is silent, so that the rest is heard alone.
    let said =
        || Voice { bus: Bus::Speech, looping: true, ..Voice::new(Samples::new(RATE, 1, &[0; 100]).unwrap()) };
    for (bus, left_of_it) in [(Bus::Effects, 0.4), (Bus::Music, 0.4), (Bus::Interface, 1.0)] {
        let mut mixer = Mixer::new(RATE);
        mixer.play(Voice { bus, ..steady() });
        // A tick of 20 ms after the other.
        let after = |mixer: &mut Mixer, ticks: usize| {
            let mut last = 0.0;
            for _ in 0..ticks {
                mixer.hear(&EAR);
                last = left(mixer, 20)[19];
            }
            last
        };
        assert!((after(&mut mixer, 20) - 0.5).abs() < 1e-4);
        let speech = mixer.play(said());
        // 0.2 s leave a hundredth of the way, which the voice follows within 10 ms.
        let soon = after(&mut mixer, 11);
        assert!((soon - 0.5 * left_of_it).abs() < 0.02, "{bus:?}: {soon}");
        assert!((after(&mut mixer, 60) - 0.5 * left_of_it).abs() < 1e-4);
        mixer.stop(speech, 0.0, Curve::Linear);
        let back = after(&mut mixer, 20);
        assert!((0.45..=0.5).contains(&back), "{bus:?}: {back}");
        assert!((after(&mut mixer, 200) - 0.5).abs() < 1e-4);
        // Nobody makes room for what nobody hears.
        let far = Reach::even(Vec3::X * 1000.0, 10.0);
        mixer.play(Voice { reach: Some(far), ..said() });
        assert!((after(&mut mixer, 60) - 0.5).abs() < 1e-4);
    }
}
