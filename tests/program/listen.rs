//! `listen`: what a level sounds like, measured in the WAV that it writes.

use crate::program::revisit;
use crate::sounding::{install, tone};
use std::path::Path;

/// Left and right, from a tenth of a second on.
fn sides(path: &Path) -> [Vec<f64>; 2] {
    let mut reader = hound::WavReader::open(path).unwrap();
    let spec = reader.spec();
    assert_eq!((spec.channels, spec.sample_rate, spec.bits_per_sample), (2, 44_100, 16));
    let samples: Vec<f64> =
        reader.samples::<i16>().map(|sample| f64::from(sample.unwrap()) / 32_767.0).collect();
    let frames = &samples.as_chunks::<2>().0[4410..];
    [0, 1].map(|side| frames.iter().map(|frame| frame[side]).collect())
}

fn loudness(samples: &[f64]) -> f64 {
    (samples.iter().map(|sample| sample * sample).sum::<f64>() / samples.len() as f64).sqrt()
}

#[test]
fn what_is_on_the_left_is_heard_there_as_loud_as_its_distance_says() {
    let folder = tempfile::tempdir().unwrap();
    install(folder.path(), &tone(441.0));
    let out = tempfile::tempdir().unwrap();
    let wav = out.path().join("heard.wav");
    let game = folder.path().to_str().unwrap();
    let listen = |more: &[&str]| {
        let own = ["listen", game, "one", "--out", wav.to_str().unwrap(), "--seconds", "2.1"];
        let run = revisit(own.iter().chain(more)).ok();
        (run.out, sides(&wav))
    };
    // From where the player stands: 10 m to the left, half of the way to the end
    // of its range, half as loud to begin with. A sine of 120 of 128.
    let (line, [left, right]) = listen(&[]);
    assert!(line.contains("1 of 2 sounds within earshot"), "{line}");
    let by_hand = 0.25 * 120.0 / 128.0 / 2.0_f64.sqrt();
    assert!((loudness(&left) - by_hand).abs() < 0.01 * by_hand, "{} by hand {by_hand}", loudness(&left));
    assert!(loudness(&right) < 1e-3, "{}", loudness(&right));
    // Looking back, it is on the right; straight at it, in the middle.
    let (_, [left, right]) = listen(&["--eye", "0,0,66", "--look", "-100,0,66"]);
    assert!(loudness(&left) < 1e-3 && (loudness(&right) - by_hand).abs() < 0.01 * by_hand);
    let (_, [left, right]) = listen(&["--eye", "0,0,66", "--look", "0,400,66"]);
    let middle = by_hand / 2.0_f64.sqrt();
    assert!([left, right].iter().all(|side| (loudness(side) - middle).abs() < 0.01 * middle));
    // Beyond its range there is nothing but silence.
    let (line, [left, right]) = listen(&["--eye", "0,-400,66"]);
    assert!(line.contains("0 of 2 sounds"), "{line}");
    assert!(left.iter().chain(&right).all(|sample| *sample == 0.0));

    // What is missing is said, and a sound of a mod is heard instead.
    let found = revisit(["load", game, "one"]).ok().err;
    assert!(found.contains("`gone.wav`") && !found.contains("hum.wav"), "{found}");
    let modded = tempfile::tempdir().unwrap();
    std::fs::create_dir(modded.path().join("Sounds")).unwrap();
    std::fs::write(modded.path().join("Sounds/Hum.wav"), tone(882.0)).unwrap();
    let rises = |side: &[f64]| side.windows(2).filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0).count();
    let (_, [own, _]) = listen(&[]);
    let (_, [other, _]) = listen(&["--mod", modded.path().to_str().unwrap()]);
    // Two seconds of it.
    assert!(
        rises(&own).abs_diff(882) <= 2 && rises(&other).abs_diff(1764) <= 2,
        "{} {}",
        rises(&own),
        rises(&other)
    );

    // One that cannot be decoded is a line, and silent.
    std::fs::write(modded.path().join("Sounds/Hum.wav"), "words").unwrap();
    let own = ["listen", game, "--out", wav.to_str().unwrap(), "--mod", modded.path().to_str().unwrap()];
    let run = revisit(own).ok();
    assert!(run.err.contains("[audio.file]") && run.err.lines().count() == 1, "{}", run.err);
    assert!(sides(&wav)[0].iter().all(|sample| *sample == 0.0));
    revisit(["listen", game, "--out", "/no/such/folder/x.wav"]).fails(2, &["/no/such/folder"]);
    revisit(["listen", game, "--out", "x.mp3"]).fails(2, &["x.mp3", ".wav"]);
    assert_eq!(revisit(["listen", game, "--out", wav.to_str().unwrap(), "--seconds", "x"]).code, 2);
}
