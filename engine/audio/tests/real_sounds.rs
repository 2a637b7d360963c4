//! Sounds of a published game, where they are at hand: `REVISIT_DATA` names the
//! folder that holds `gamestudio`.

use audio::{Listener, Mixer, Samples, Source, Voice};
use std::fs::File;
use std::path::{Path, PathBuf};

/// The game's sounds; `None` without them, which is an error only when they were
/// asked for.
fn sounds() -> Option<Vec<PathBuf>> {
    let asked = std::env::var_os("REVISIT_DATA").map(PathBuf::from);
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = asked.clone().unwrap_or(default).join("gamestudio/lottershock/Assets");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        assert!(asked.is_none(), "REVISIT_DATA: no sounds in {}", folder.display());
        println!("skipped: no real sounds; set REVISIT_DATA to the folder that holds `gamestudio`");
        return None;
    };
    let is_sound = |path: &PathBuf| {
        path.extension().is_some_and(|end| end.eq_ignore_ascii_case("wav") || end.eq_ignore_ascii_case("ogg"))
    };
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).filter(is_sound).collect();
    found.sort();
    Some(found)
}

#[test]
fn every_sound_is_as_long_as_its_file_says_and_may_be_cut_off_anywhere() {
    let Some(sounds) = sounds() else { return };
    let (mut wav, mut ogg) = (0, 0);
    for path in &sounds {
        let name = path.file_name().unwrap().to_str().unwrap();
        let bytes = std::fs::read(path).unwrap();
        let samples = Samples::decode(name, &bytes).unwrap_or_else(|reason| panic!("{name}: {reason}"));
        if name.ends_with(".wav") {
            let reader = hound::WavReader::new(bytes.as_slice()).unwrap();
            let spec = reader.spec();
            let said = (spec.sample_rate, usize::from(spec.channels), reader.duration() as usize);
            assert_eq!((samples.rate(), samples.channels(), samples.frames()), said, "{name}");
            wav += 1;
        } else {
            // Every page says how many frames there are up to its end.
            let last = bytes.windows(4).rposition(|id| id == b"OggS").unwrap();
            let said = u64::from_le_bytes(*bytes[last + 6..].first_chunk().unwrap());
            assert_eq!(samples.frames() as u64, said, "{name}");
            ogg += 1;
        }
        for part in 0..16 {
            if let Ok(cut) = Samples::decode(name, &bytes[..bytes.len() * part / 16]) {
                assert!(cut.frames() <= samples.frames(), "{name}, {part} of 16");
            }
        }
    }
    assert!(wav >= 30 && ogg >= 2, "{wav} {ogg}");
}

/// What a voice sounds like from its start on, and whether it has ended then.
fn heard(voice: Voice, frames: usize) -> (Vec<f32>, usize, usize) {
    let mut mixer = Mixer::new(44_100);
    mixer.play(voice);
    mixer.hear(&Listener { ear: [0.0; 3].into(), right: [1.0, 0.0, 0.0].into(), near: 1.0 });
    let mut out = vec![0.0; frames * 2];
    mixer.mix(&mut out);
    (out, mixer.voices(), mixer.take_findings().len())
}

#[test]
fn every_sound_plays_as_a_stream_as_it_plays_decoded() {
    let Some(sounds) = sounds() else { return };
    let mut streams = 0;
    for path in &sounds {
        let name = path.file_name().unwrap().to_str().unwrap();
        let samples = Samples::decode(name, &std::fs::read(path).unwrap()).unwrap();
        let frames = (samples.seconds() * 44_100.0 * 2.3) as usize;
        let source = Source::open(name, File::open(path).unwrap()).unwrap();
        streams += usize::from(matches!(source, Source::Stream(_)));
        // Twice and a third, so that the seam is heard.
        let found = heard(Voice { looping: true, ..Voice::new(source) }, frames);
        let wanted = heard(Voice { looping: true, ..Voice::new(samples) }, frames);
        assert!(found == wanted, "{name}");
    }
    assert!(streams >= 10, "{streams}");
}
