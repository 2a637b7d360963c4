//! What a world sounds like does not change unnoticed: a long walk past many
//! sounds, sample for sample.

use audio::{Bank, Listener, Mixer};
use glam::Vec3;
use std::io::Cursor;
use world::{Frame, Scene, Sound};

/// A short WAV whose samples follow from its number.
fn wav(number: u32, rate: u32, channels: u16) -> Vec<u8> {
    let spec = hound::WavSpec {
        channels,
        sample_rate: rate,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut bytes = Cursor::new(Vec::new());
    let mut writer = hound::WavWriter::new(&mut bytes, spec).unwrap();
    let mut noise = number + 1;
    for _ in 0..rate / 3 * u32::from(channels) {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        writer.write_sample((noise >> 17) as i16).unwrap();
    }
    writer.finalize().unwrap();
    bytes.into_inner()
}

#[test]
fn a_walk_past_many_sounds_is_heard_as_ever() {
    let mut scene = Scene::empty("none", "street", Frame::identity(1.0));
    scene.sounds = (0..90)
        .map(|number: i32| Sound {
            file: format!("{}.wav", number % 6),
            place: Vec3::new((number * 3) as f32, (number % 4) as f32, (number % 7 - 3) as f32 * 5.0),
            full: 0.0,
            range: 20.0 + (number % 5) as f32 * 40.0,
            volume: 0.2 + (number % 3) as f32 * 0.3,
            looping: number % 8 != 0,
            daytime: None,
        })
        .collect();
    let rates = [8000, 11_025, 22_050, 32_000, 44_100, 48_000];
    let (bank, findings) = Bank::read(&scene, |file| {
        let number: u32 = file.trim_end_matches(".wav").parse().unwrap();
        Ok(wav(number, rates[number as usize], 1 + (number % 2) as u16))
    });
    assert!(findings.is_empty());
    let mut mixer = Mixer::new(44_100);
    mixer.enter(&scene, &bank);
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for step in 0..180 {
        let (sin, cos) = (libm::sinf(step as f32 * 0.05), libm::cosf(step as f32 * 0.05));
        let right = Vec3::new(cos, 0.0, -sin);
        mixer.hear(&Listener { ear: Vec3::new(step as f32, 1.7, 0.0), right, near: 1.0 });
        mixer.set_running(step % 60 < 50);
        // Blocks of several lengths, some with half a frame at their end.
        let mut out = vec![0.0_f32; 512 + step % 3 * 333];
        mixer.mix(&mut out);
        for byte in out.iter().flat_map(|sample| sample.to_le_bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    assert_eq!((mixer.voices(), hash), (78, 3_572_061_328_765_218_018));
}
