//! What comes out of the mixer, measured.

use audio::{Bank, Bus, Listener, Mixer, Reach, Samples, Voice};
use glam::Vec3;
use std::f32::consts::{FRAC_1_SQRT_2, TAU};
use world::{Frame, Scene, Sound};

const RATE: u32 = 44_100;
/// Looks along -z: +x is on the right.
const EAR: Listener = Listener { ear: Vec3::ZERO, right: Vec3::X, near: 1.0 };

/// A second of a tone, mono, as loud as can be.
fn tone(rate: u32, hertz: f32) -> Samples {
    let wave = |at: u32| libm::sinf(at as f32 / rate as f32 * hertz * TAU) * 32_767.0;
    let data: Vec<i16> = (0..rate).map(|at| wave(at) as i16).collect();
    Samples::new(rate, 1, &data).unwrap()
}

fn voice(place: [f32; 3]) -> Voice {
    Voice { reach: Some(Reach::even(place.into(), 100.0)), looping: true, ..Voice::new(tone(22_050, 441.0)) }
}

fn seconds(mixer: &mut Mixer, seconds: f32) -> Vec<f32> {
    let mut out = vec![0.0; (seconds * RATE as f32) as usize * 2];
    mixer.mix(&mut out);
    out
}

/// Root of the mean square of left and right, from the first tenth of a second
/// on, when every change is done.
fn loudness(samples: &[f32]) -> [f32; 2] {
    let frames = &samples.as_chunks::<2>().0[RATE as usize / 10..];
    [0, 1].map(|side| {
        let sum: f64 = frames.iter().map(|frame| f64::from(frame[side]).powi(2)).sum();
        (sum / frames.len() as f64).sqrt() as f32
    })
}

fn heard(voices: impl IntoIterator<Item = Voice>) -> [f32; 2] {
    let mut mixer = Mixer::new(RATE);
    voices.into_iter().for_each(|voice| {
        mixer.play(voice);
    });
    mixer.hear(&EAR);
    loudness(&seconds(&mut mixer, 1.1))
}

#[track_caller]
fn close(found: [f32; 2], wanted: [f32; 2]) {
    let near = found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 2e-3);
    assert!(near, "{found:?}, by hand {wanted:?}");
}

#[test]
fn a_tone_is_as_loud_as_where_it_sounds_says() {
    // A sine is as loud as its peak by the root of 2.
    let full = FRAC_1_SQRT_2;
    close(heard([voice([0.0; 3])]), [full * FRAC_1_SQRT_2; 2]);
    close(heard([voice([-50.0, 0.0, 0.0])]), [full * 0.5, 0.0]);
    close(heard([voice([25.0, 0.0, 0.0])]), [0.0, full * 0.75]);
    close(heard([voice([0.0, 0.0, -100.0])]), [0.0; 2]);
    // 60 before and 60 to the left: 84.853 away, and sin 45 = 0.7071 of all to
    // the left, which is 13.18 of 90 degrees between the ears.
    let loud = full * (1.0 - 0.848_528);
    close(heard([voice([-60.0, 0.0, -60.0])]), [loud * 0.973_66, loud * 0.228_02]);
}

#[test]
fn volumes_multiply_and_no_side_is_left_out_without_a_place() {
    let mut mixer = Mixer::new(RATE);
    mixer.play(Voice { volume: 0.5, ..voice([-0.0, 0.0, 0.0]) });
    mixer.play(Voice { bus: Bus::Music, reach: None, ..voice([0.0; 3]) });
    mixer.set_master_volume(0.5);
    mixer.set_bus(Bus::Effects, 0.0);
    mixer.set_bus(Bus::Music, 0.4);
    mixer.hear(&EAR);
    close(loudness(&seconds(&mut mixer, 1.1)), [FRAC_1_SQRT_2 * 0.2; 2]);
    mixer.set_bus(Bus::Effects, 1.0);
    mixer.set_bus(Bus::Music, 0.0);
    mixer.hear(&EAR);
    close(loudness(&seconds(&mut mixer, 1.1)), [0.5 * 0.5 * 0.5; 2]);
    for nonsense in [f32::NAN, f32::INFINITY, -1.0] {
        mixer.set_master_volume(nonsense);
        mixer.hear(&EAR);
        close(loudness(&seconds(&mut mixer, 1.1)), [0.0; 2]);
    }
    // Stereo without a place keeps its sides.
    let stereo = Samples::new(RATE, 2, &[16_384, 0].repeat(1000)).unwrap();
    let left = Voice { source: stereo.into(), reach: None, ..voice([0.0; 3]) };
    close(heard([left]), [0.5, 0.0]);
}

#[test]
fn a_tone_keeps_its_pitch_at_any_rate() {
    for rate in [8000, 22_050, 44_100, 48_000] {
        let mut mixer = Mixer::new(RATE);
        mixer.play(Voice { source: tone(rate, 200.0).into(), reach: None, ..voice([0.0; 3]) });
        mixer.hear(&EAR);
        let out = seconds(&mut mixer, 3.0);
        let left: Vec<f32> = out.as_chunks::<2>().0.iter().map(|frame| frame[0]).collect();
        let rises = left.windows(2).filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0).count();
        // Three seconds of it, over the seam of the loop twice.
        assert!((598..=600).contains(&rises), "{rate}: {rises}");
        // And no click at the seam: 200 Hz moves by 0.029 from frame to frame.
        let steepest = left.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
        assert!(steepest < 0.04, "{rate}: {steepest}");
    }
}

#[test]
fn many_voices_never_clip() {
    let crowd = (0..20).map(|number| voice([number as f32 - 10.0, 0.0, -5.0]));
    let mut mixer = Mixer::new(RATE);
    crowd.for_each(|voice| {
        mixer.play(voice);
    });
    mixer.hear(&EAR);
    let out = seconds(&mut mixer, 1.1);
    let peak = out.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
    assert!((0.95..0.9901).contains(&peak), "{peak}");
    // Held down, not cut off: between two samples of the tone, three frames stand at its crest, and more are a wave that
    // was flattened.
    let at_top = |frames: &[[f32; 2]]| frames.iter().all(|frame| frame[0].abs().max(frame[1].abs()) > 0.9899);
    assert!(!out.as_chunks::<2>().0.windows(4).any(at_top));
}

#[test]
fn of_very_many_voices_the_loudest_are_heard() {
    // A steady sound each, so that what is heard adds up: 100 at a hundredth of
    // the way to the end of their range and 5000 almost there.
    let steady = Samples::new(RATE, 1, &[163; 100]).unwrap();
    let mut mixer = Mixer::new(RATE);
    for number in 0..5100 {
        let z = if number % 51 == 0 { -1.0 } else { -99.0 };
        mixer.play(Voice { source: steady.clone().into(), ..voice([0.0, 0.0, z]) });
    }
    assert!(mixer.voices() < 5000, "{}", mixer.voices());
    mixer.hear(&EAR);
    let [left, right] = loudness(&seconds(&mut mixer, 0.3));
    let one = 163.0 / 32_768.0 * 0.99 * FRAC_1_SQRT_2;
    assert!((left - 64.0 * one).abs() < 0.01 * left && left == right, "{left}, one is {one}");
}

#[test]
fn what_ends_is_gone_and_what_loops_goes_on_unheard() {
    let mut mixer = Mixer::new(RATE);
    mixer.play(Voice { looping: false, ..voice([0.0; 3]) });
    mixer.play(voice([500.0, 0.0, 0.0]));
    mixer.hear(&EAR);
    seconds(&mut mixer, 0.9);
    assert_eq!(mixer.voices(), 2);
    let out = seconds(&mut mixer, 0.2);
    assert_eq!(mixer.voices(), 1);
    assert!(out[out.len() / 2 + 200..].iter().all(|sample| *sample == 0.0));
    // Whoever comes near hears it where it is by now, not from its start: a
    // ramp of a second, heard after 1.6 s, stands at 0.6.
    let ramp: Vec<i16> = (0..RATE).map(|at| (at as f32 / RATE as f32 * 32_767.0) as i16).collect();
    let mut mixer = Mixer::new(RATE);
    let samples = Samples::new(RATE, 1, &ramp).unwrap();
    mixer.play(Voice { source: samples.into(), ..voice([0.0; 3]) });
    mixer.hear(&Listener { ear: Vec3::splat(900.0), ..EAR });
    assert!(seconds(&mut mixer, 1.5).iter().all(|sample| *sample == 0.0));
    mixer.hear(&EAR);
    let out = seconds(&mut mixer, 0.1);
    assert!((out[out.len() - 2] - 0.6 * FRAC_1_SQRT_2).abs() < 2e-3, "{}", out[out.len() - 2]);
}

#[test]
fn nothing_crackles_when_ears_jump_and_time_stands_still_in_a_pause() {
    let steady = Samples::new(RATE, 1, &[16_384; 100]).unwrap();
    let mut mixer = Mixer::new(RATE);
    mixer.play(Voice { source: steady.into(), ..voice([-10.0, 0.0, 0.0]) });
    mixer.hear(&EAR);
    let mut out = seconds(&mut mixer, 0.2);
    mixer.hear(&Listener { right: Vec3::NEG_X, ..EAR });
    out.extend(seconds(&mut mixer, 0.2));
    mixer.set_running(false);
    out.extend(seconds(&mut mixer, 0.2));
    let frames = out.as_chunks::<2>().0;
    let steepest =
        |side: usize| frames.windows(2).map(|pair| (pair[1][side] - pair[0][side]).abs()).fold(0.0, f32::max);
    // From all to nothing takes hundreds of frames.
    assert!(steepest(0) < 0.01 && steepest(1) < 0.01, "{} {}", steepest(0), steepest(1));
    let [before, turned] = [0.15, 0.35].map(|at| frames[(at * RATE as f32) as usize]);
    close(before, [0.45, 0.0]);
    close(turned, [0.0, 0.45]);
    assert_eq!(frames[frames.len() - 1], [0.0; 2]);

    let mut ramp = Mixer::new(RATE);
    let rising: Vec<i16> = (0..RATE).map(|at| (at / 2) as i16).collect();
    let samples = Samples::new(RATE, 1, &rising).unwrap();
    ramp.play(Voice { source: samples.into(), reach: None, ..voice([0.0; 3]) });
    ramp.hear(&EAR);
    ramp.set_running(false);
    seconds(&mut ramp, 0.1);
    seconds(&mut ramp, 5.0);
    ramp.set_running(true);
    let out = seconds(&mut ramp, 0.4);
    // A tenth of a second ran out before the pause; half a second is at 0.336.
    assert!((out[out.len() - 2] - 0.5 * 22_050.0 / 32_768.0).abs() < 2e-3, "{}", out[out.len() - 2]);
}

#[test]
fn a_world_is_entered_with_what_can_be_read_of_it() {
    let mut scene = Scene::empty("none", "room", Frame::identity(1.0));
    let sound = |file: &str, x: f32| Sound {
        file: file.to_owned(),
        place: Vec3::new(x, 0.0, 0.0),
        full: 0.0,
        range: 10.0,
        volume: 1.0,
        looping: true,
        daytime: None,
    };
    scene.sounds =
        vec![sound("a.wav", 1.0), sound("bad.wav", 1.0), sound("a.wav", 2.0), sound("bad.wav", 0.0)];
    let spec = hound::WavSpec {
        channels: 1,
        sample_rate: 8000,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut bytes = std::io::Cursor::new(Vec::new());
    let mut writer = hound::WavWriter::new(&mut bytes, spec).unwrap();
    (0..8000).for_each(|_| writer.write_sample(9000_i16).unwrap());
    writer.finalize().unwrap();
    let bytes = bytes.into_inner();
    let reads = std::cell::Cell::new(0);
    let (bank, findings) = Bank::read(&scene, |file| {
        reads.set(reads.get() + 1);
        Ok(if file == "a.wav" { bytes.clone() } else { b"no sound".to_vec() })
    });
    assert_eq!(reads.get(), 2, "each file once");
    assert_eq!(findings.len(), 1);
    assert_eq!((findings[0].code, findings[0].file.as_str()), ("audio.file", "bad.wav"));
    let mut mixer = Mixer::new(RATE);
    mixer.play(voice([0.0; 3]));
    mixer.enter(&scene, &bank);
    assert_eq!(mixer.voices(), 2);
}
