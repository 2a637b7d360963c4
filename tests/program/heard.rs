//! `sim --audio-out`: what would have been heard, measured in the WAV that it writes.

use crate::program::{copy_of_demo, revisit};
use std::fs;
use std::path::{Path, PathBuf};
use zbd::archive::{TypedArchive, TypedEntry};
use zbd::sounds::Wave;

/// A second of a steady level, a part of 128.
fn level(part: u8) -> Vec<u8> {
    zbd::sounds::write(&Wave::pcm(1, 11_025, 8, vec![128 + part; 11_025])).unwrap()
}

/// The plain demo with animations and sounds.
fn install(definitions: &str, animation: &str) -> tempfile::TempDir {
    let folder = copy_of_demo();
    let write = |address: &str, bytes: &[u8]| fs::write(folder.path().join(address), bytes).unwrap();
    let text = format!(
        "ANIMATION_FILE(VERSION(39) FILES(a.zrd)) ZERO_DEFINITION(ACTIVATION(ON_CALL))
        ANIMATION_DEFINITION(ANIM_NAME(all) NAME(world1) ANIM_ROOT_NAME(world1) ACTIVATION(ON_STARTUP)
          STATIC_SOUNDS(one crowd) DYNAMIC_SOUNDS(hum) SEQUENCE_DEFINITION(NAME(main) {animation}))"
    );
    let anim = zbd::anim::text::compile(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    write("zbd/c1/anim.zbd", &zbd::anim::write(&anim).unwrap());
    let (value, _) = zbd::reader::parse(definitions.as_bytes(), binary::Mode::Strict).unwrap();
    let entries = vec![TypedEntry::new("sounds.zrd", value).unwrap()];
    let readers = TypedArchive { entries, ..TypedArchive::default() };
    write("zbd/reader.zbd", &zbd::reader::write_archive(&readers).unwrap());
    for (name, part) in [("hum", 64), ("low", 16), ("mid", 32), ("top", 96)] {
        write(&format!("zbd/{name}.wav"), &level(part));
    }
    folder
}

/// Left and right of every frame.
pub fn frames(path: &Path) -> Vec<[f64; 2]> {
    let mut reader = hound::WavReader::open(path).unwrap();
    let spec = reader.spec();
    assert_eq!((spec.channels, spec.sample_rate, spec.bits_per_sample), (2, 44_100, 16));
    let samples: Vec<f64> =
        reader.samples::<i16>().map(|sample| f64::from(sample.unwrap()) / 32_767.0).collect();
    samples.as_chunks::<2>().0.to_vec()
}

struct Out {
    folder: tempfile::TempDir,
}

impl Out {
    fn new() -> Self {
        Out { folder: tempfile::tempdir().unwrap() }
    }

    fn wav(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs the world for so many ticks; where the sound is.
    fn heard(&self, game: &Path, name: &str, ticks: u32, seed: u32) -> PathBuf {
        let wav = self.wav(name);
        let (ticks, seed) = (ticks.to_string(), seed.to_string());
        let [game, out] = [game, &wav].map(|path| path.to_str().unwrap());
        revisit(["sim", game, "--ticks", &ticks, "--seed", &seed, "--audio-out", out]).ok();
        wav
    }
}

#[test]
fn a_sound_at_a_place_has_its_side_and_loudness_and_ends_with_its_range() {
    let out = Out::new();
    // Where the camera of the demo is; the listener looks along -z there or elsewhere, so sides are taken
    // from a first look at where it is.
    let json =
        revisit(["listen", crate::program::demo(), "--out", out.wav("eye.wav").to_str().unwrap(), "--json"])
            .ok()
            .json();
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    let eye: Vec<f64> = json["eye"].as_array().unwrap().iter().map(number).collect();
    let yaw = number(&json["yaw_deg"]).to_radians();
    // To the right of somebody who looks along (-sin, -cos).
    let right = [yaw.cos(), -yaw.sin()];
    let hum = |metres: f64| {
        let place = [eye[0] + right[0] * metres, eye[1], eye[2] + right[1] * metres];
        let [x, y, z] = place.map(|value| format!("{value:.4}"));
        let animation = format!(
            "SOUND_NODE(NAME(hum) ACTIVE_STATE(1) TRANSLATE({x} {y} {z})) LOOP(START_TIME(EVENT 9.0) COUNT(-1))"
        );
        let game = install(
            "( SETS ( COMMON ( ( hum hum.wav LOOPED 3D VOLUME 0.5 RANGE ( 10 60 ) ) ) ) )",
            &animation,
        );
        let frames = frames(&out.heard(game.path(), "side.wav", 30, 1));
        assert_eq!(frames.len(), 30 * 735);
        *frames.last().unwrap()
    };
    // Half of 64 of 128 is 0.25. Full at 5, three fifths at 30, nothing at 61; in the middle 0.7071 each.
    for (metres, by_hand) in [(5.0, [0.0, 0.25]), (30.0, [0.0, 0.15]), (-30.0, [0.15, 0.0]), (61.0, [0.0; 2])]
    {
        let found = hum(metres);
        let near = found.iter().zip(by_hand).all(|(a, b)| (a - b).abs() < 0.01);
        assert!(near, "{metres}: {found:?}, by hand {by_hand:?}");
    }
}

/// Sounds of a group four times a second, for ever.
fn crowd() -> tempfile::TempDir {
    install(
        "( SETS ( COMMON ( ( low low.wav ) ( mid mid.wav ) ( top top.wav ) ) )
           SOUND_GROUPS ( ( crowd DYNAMIC_WEIGHTS ( low WEIGHT 1 ) ( mid WEIGHT 1 ) ( top WEIGHT 1 ) ) ) )",
        "SOUND(NAME(crowd)) LOOP(START_TIME(EVENT 1.5) COUNT(-1))",
    )
}

#[test]
fn the_same_run_is_the_same_file_and_another_seed_another_one() {
    let (game, out) = (crowd(), Out::new());
    let read = |name: &str, seed| fs::read(out.heard(game.path(), name, 1200, seed)).unwrap();
    let (first, again, other) = (read("a.wav", 1), read("b.wav", 1), read("c.wav", 2));
    assert_eq!(first.len(), again.len());
    assert!(first == again, "two runs differ");
    assert!(first != other, "another seed is heard as another choice");
    // 20 s of 735 frames a tick: header of 44, and the software at the end.
    let heard = frames(&out.wav("a.wav"));
    assert_eq!(heard.len(), 1200 * 735);
    let loudest = heard.iter().map(|[left, _]| *left).fold(0.0, f64::max);
    assert!((loudest - 0.75).abs() < 0.01, "96 of 128: {loudest}");
    // It is ours, and replaced without a word; half an hour is the most.
    out.heard(game.path(), "a.wav", 1, 1);
    let [path, wav] = [game.path(), &out.wav("a.wav")].map(|path| path.to_str().unwrap().to_owned());
    let long = ["sim", &path, "--ticks", "108001", "--audio-out", &wav];
    revisit(long).fails(2, &["--audio-out", "108000"]);
    fs::write(out.wav("mine.wav"), "mine").unwrap();
    let mine = out.wav("mine.wav").display().to_string();
    revisit(["sim", &path, "--ticks", "1", "--audio-out", &mine]).fails(2, &["mine.wav", "--force"]);
    let run = revisit(["sim", &path, "--ticks", "2", "--audio-out", &mine, "--force", "--json"]).ok();
    let audio = &run.json()["audio"];
    assert_eq!((audio["frames"].as_u64(), audio["rate"].as_u64()), (Some(1470), Some(44_100)));
}

#[test]
fn what_is_said_is_among_the_cues() {
    let game =
        install("( SETS ( COMMON ( ( one low.wav VOICE_QUEUE SUBTITLE MSG_HELLO ) ) ) )", "SOUND(NAME(one))");
    let run = revisit(["sim", game.path().to_str().unwrap(), "--ticks", "2", "--trace-cues"]).ok();
    let line = run.out.lines().find(|line| line.contains("low.wav")).unwrap();
    for word in ["\"speech\":true", "\"queue\":\"speech\"", "\"subtitle\":\"MSG_HELLO\"", "\"priority\":3"] {
        assert!(line.contains(word), "{word}: {line}");
    }
}
