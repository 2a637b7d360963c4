//! Music of CDs: images of discs as installs, their tracks, and files that stand in for them.

use crate::program::{copy_of_demo, demo, revisit};
use audio::{Listener, Mixer, Voice};
use glam::Vec3;
use harness::disc::{iso, whole_sectors};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;
use titles::install::Install;

const SECTOR: usize = 2352;
/// Frames of sound in a sector.
const FRAMES: usize = 588;

/// All files of a folder, by address.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let (mut all, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(next) = open.pop() {
        if next.is_dir() {
            open.extend(fs::read_dir(&next).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            let name = next.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
            all.push((name, fs::read(&next).unwrap()));
        }
    }
    all.sort();
    all
}

/// The data of a disc with the files of the demo.
fn demo_disc(joliet: bool) -> Vec<u8> {
    let files = files(Path::new(demo()));
    let named: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
    iso(&named, joliet)
}

/// A demo that nothing calls one: installs of Revisit's own never were on a disc.
fn game() -> TempDir {
    let game = copy_of_demo();
    fs::remove_file(game.path().join(titles::DEMO_FILE)).unwrap();
    game
}

/// A time on a disc, as a cue sheet has it.
fn time(sector: usize) -> String {
    format!("{:02}:{:02}:{:02}", sector / 4500, sector / 75 % 60, sector % 75)
}

/// Sectors of music in which every sample has one value.
fn steady(value: i16, sectors: usize) -> Vec<u8> {
    value.to_le_bytes().repeat(sectors * SECTOR / 2)
}

/// An image with a cue sheet: the demo, and tracks 2 and 3 of 50 and 60 sectors.
fn image(folder: &Path) -> PathBuf {
    let mut bytes = whole_sectors(&demo_disc(true), 1);
    let data = bytes.len() / SECTOR;
    for part in [steady(0, 150), steady(200, 50), steady(0, 150), steady(300, 60)] {
        bytes.extend(part);
    }
    fs::write(folder.join("Game.bin"), bytes).unwrap();
    let sheet = format!(
        "FILE \"GAME.BIN\" BINARY\r\n  TRACK 01 MODE1/2352\r\n    INDEX 01 00:00:00\r\n  TRACK 02 AUDIO\r\n    \
         INDEX 00 {}\r\n    INDEX 01 {}\r\n  TRACK 03 AUDIO\r\n    INDEX 00 {}\r\n    INDEX 01 {}\r\n",
        time(data),
        time(data + 150),
        time(data + 200),
        time(data + 350),
    );
    let path = folder.join("Game.cue");
    fs::write(&path, sheet).unwrap();
    path
}

fn json(words: &[&str]) -> Value {
    revisit(words.iter().copied().chain(["--json"])).ok().json()
}

/// Numbers and names of the tracks that `detect` finds.
fn tracks(detected: &Value) -> Vec<(u64, String)> {
    let name = |track: &Value| {
        let file = track["file"].as_str().unwrap();
        (track["number"].as_u64().unwrap(), file.rsplit('/').next().unwrap().to_owned())
    };
    detected["music"]["tracks"].as_array().unwrap().iter().map(name).collect()
}

/// How many frames of a track are heard, and how loud it is in its middle, in steps of
/// 16 bits.
fn heard(install: &Path, track: u8) -> (usize, f32) {
    let install = Install::open(install, &[]).unwrap();
    let mut mixer = Mixer::new(44_100);
    mixer.play(Voice::new(music::open(&install, track).unwrap()));
    mixer.hear(&Listener { ear: Vec3::ZERO, right: Vec3::X, near: 1.0 });
    let mut all = Vec::new();
    while mixer.voices() > 0 {
        let mut out = [0.0; 2];
        mixer.mix(&mut out);
        all.push(out[1] * 32_768.0);
    }
    (all.len(), all[all.len() / 2])
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn an_image_is_an_install_without_copying() {
    let folder = tempfile::tempdir().unwrap();
    let cue = image(folder.path());
    let (plain, raw) = (folder.path().join("plain.iso"), folder.path().join("raw.ISO"));
    fs::write(&plain, demo_disc(false)).unwrap();
    fs::write(&raw, whole_sectors(&demo_disc(true), 2)).unwrap();
    for install in [&cue, &plain, &raw] {
        let install = path(install);
        let detected = json(&["detect", install]);
        assert_eq!((&detected["title"], &detected["root"]), (&"mechwarrior3".into(), &install.into()));
        assert_eq!(json(&["worlds", install])["items"], json(&["worlds", demo()])["items"]);
        assert_eq!(json(&["load", install, "c1"])["counts"], json(&["load", demo(), "c1"])["counts"]);
        let run = |install: &str| json(&["sim", install, "c1", "--ticks", "60"])["items"].clone();
        assert_eq!(run(install), run(demo()));
        assert_eq!(
            json(&["vfs", "ls", install, "ZBD"])["items"][0]["name"].as_str().unwrap().to_lowercase(),
            "c1"
        );
        // Its files have names as those of a zip file do.
        let member = format!("{install}/zbd/c1/GAMEZ.zbd");
        assert_eq!(json(&["inspect", &member])["kind"], "zbd.gamez");
        assert_eq!(json(&["load", &member])["world"], "c1");
        assert_eq!(json(&["detect", &format!("{install}/zbd")])["root"], install);
    }
    let checked = json(&["check", path(&cue), "--roundtrip"]);
    assert_eq!(checked["files"], json(&["check", demo(), "--roundtrip"])["files"]);
}

#[test]
fn an_image_gives_its_music_to_the_frame() {
    let folder = tempfile::tempdir().unwrap();
    let cue = image(folder.path());
    let detected = json(&["detect", path(&cue)]);
    assert_eq!(tracks(&detected), [(2, "Game.bin".to_owned()), (3, "Game.bin".to_owned())]);
    assert_eq!(detected["music"]["tracks"][0]["cue_sheet"], path(&cue));
    assert_eq!(detected["music"]["missing"], Value::Array(Vec::new()));
    assert_eq!(heard(&cue, 2), (50 * FRAMES, 200.0));
    assert_eq!(heard(&cue, 3), (60 * FRAMES, 300.0));
    let run = revisit(["detect", path(&cue)]).ok();
    assert!(run.out.contains("CD music: track 3 in ") && !run.out.contains("rip"), "{}", run.out);

    // The same image in a folder of its own, chosen for an install without one.
    let game = game();
    let chosen = ["detect", path(game.path()), "--music", path(folder.path())];
    assert_eq!(tracks(&json(&chosen)).len(), 2);
    assert_eq!(tracks(&json(&["detect", path(game.path())])).len(), 0);
    revisit(["detect", path(game.path()), "--music", "/no/such/folder"])
        .fails(2, &["/no/such/folder", "--music"]);
}

/// A WAV file as rippers make them.
pub fn wav(value: i16, sectors: usize) -> Vec<u8> {
    let spec = hound::WavSpec {
        channels: 2,
        sample_rate: 44_100,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut bytes = std::io::Cursor::new(Vec::new());
    let mut writer = hound::WavWriter::new(&mut bytes, spec).unwrap();
    (0..sectors * FRAMES * 2).for_each(|_| writer.write_sample(value).unwrap());
    writer.finalize().unwrap();
    bytes.into_inner()
}

/// Puts a track into the folder for music of an install.
pub fn put_track(install: &Path) {
    fs::create_dir_all(install.join("music")).unwrap();
    fs::write(install.join("music/track02.wav"), wav(9, 30)).unwrap();
}

#[test]
fn a_cue_sheet_may_name_a_wav_for_each_track() {
    let game = game();
    fs::write(game.path().join("Track 1.bin"), whole_sectors(&demo_disc(false), 1)).unwrap();
    fs::write(game.path().join("Track 2.wav"), wav(500, 40)).unwrap();
    fs::write(game.path().join("Track 3.wav"), wav(700, 180)).unwrap();
    // The first two seconds of the last file are the gap before its track.
    let sheet = "FILE \"Track 1.bin\" BINARY\n TRACK 01 MODE1/2352\n INDEX 01 00:00:00\n\
                 FILE \"track 2.WAV\" WAVE\n TRACK 02 AUDIO\n INDEX 01 00:00:00\n\
                 FILE \"Track 3.wav\" WAVE\n TRACK 03 AUDIO\n INDEX 00 00:00:00\n INDEX 01 00:02:00\n";
    fs::write(game.path().join("disc.cue"), sheet).unwrap();
    let detected = json(&["detect", path(game.path())]);
    assert_eq!(tracks(&detected), [(2, "Track 2.wav".to_owned()), (3, "Track 3.wav".to_owned())]);
    assert_eq!(heard(game.path(), 2), (40 * FRAMES, 500.0));
    assert_eq!(heard(game.path(), 3), (30 * FRAMES, 700.0));
    // The sheet is an install by itself, too.
    assert_eq!(json(&["detect", path(&game.path().join("disc.cue"))])["title"], "mechwarrior3");
}

#[test]
fn loose_files_of_four_formats_are_tracks() {
    if Command::new("ffmpeg").arg("-version").output().is_err() {
        assert!(std::env::var_os("REVISIT_REQUIRE_FFMPEG").is_none(), "no ffmpeg on this machine");
        return;
    }
    let game = game();
    let music = game.path().join("Music");
    fs::create_dir(&music).unwrap();
    // A second and a third, which no format has in whole packets.
    for (name, how) in [
        ("track02.wav", &["-c:a", "pcm_s16le"][..]),
        ("Track 3.flac", &["-c:a", "flac"]),
        ("TRACK_04.OGG", &["-c:a", "libvorbis", "-q:a", "6"]),
        ("05 - Ending.mp3", &["-c:a", "libmp3lame", "-b:a", "192k"]),
    ] {
        let tone = "aevalsrc=0.25*sin(2*PI*441*t)|0.25*sin(2*PI*441*t):s=44100:d=1.3333333";
        let mut ffmpeg = Command::new("ffmpeg");
        ffmpeg.args(["-v", "error", "-nostdin", "-f", "lavfi", "-i", tone]).args(how);
        assert!(ffmpeg.arg(music.join(name)).status().unwrap().success(), "{name}");
    }
    let detected = json(&["detect", path(game.path())]);
    let names = ["track02.wav", "Track 3.flac", "TRACK_04.OGG", "05 - Ending.mp3"];
    let wanted: Vec<(u64, String)> = (2..).zip(names.map(str::to_owned)).collect();
    assert_eq!(tracks(&detected), wanted);
    assert_eq!(detected["music"]["tracks"][2]["cue_sheet"], Value::Null);
    for track in 2..=5 {
        // The gaps that MP3 adds at both ends are taken out again.
        assert_eq!(heard(game.path(), track).0, 58_800, "track {track}");
    }
}

#[test]
fn missing_tracks_are_one_line_and_no_error() {
    let game = game();
    let run = revisit(["detect", path(game.path())]).ok();
    let lines: Vec<&str> = run.out.lines().filter(|line| line.contains("CD music")).collect();
    assert!(
        matches!(lines[..], [line] if line.contains("track 2 and track 3 is missing; rip the disc as an image")
            && line.contains("track02.flac, track03.flac") && line.contains("/music or a folder")),
        "{lines:?}"
    );
    fs::create_dir(game.path().join("music")).unwrap();
    fs::write(game.path().join("music/track03.wav"), wav(9, 30)).unwrap();
    let detected = json(&["detect", path(game.path())]);
    assert_eq!(detected["music"]["missing"], serde_json::json!([2]));
    // A demo never was on a disc, and other titles have no music there.
    assert!(!revisit(["detect", demo()]).ok().out.contains("CD music"));
    assert_eq!(json(&["detect", crate::program::island()])["music"], Value::Null);
    // A demo with music of its own has it.
    let demo = copy_of_demo();
    put_track(demo.path());
    let run = revisit(["detect", path(demo.path())]).ok();
    let lines: Vec<&str> = run.out.lines().filter(|line| line.contains("CD music")).collect();
    assert_eq!(lines, ["  CD music: track 2 in music/track02.wav"]);
}

#[test]
fn a_broken_cue_sheet_is_one_line_and_loose_files_stand_in() {
    let game = game();
    put_track(game.path());
    let cue = game.path().join("disc.cue");
    fs::write(&cue, "FILE \"disc.bin\" BINARY\nTRACK 01 MODE1/2352\nINDEX 01 noon\n").unwrap();
    let run = revisit(["detect", path(game.path())]).ok();
    let lines: Vec<&str> = run.err.lines().filter(|line| line.contains("cd.sheet")).collect();
    let wanted = "disc.cue: line 3: found `INDEX 01 noon`, expected a place as minutes:seconds:sectors";
    assert!(
        matches!(lines[..], [line] if line.starts_with("warning") && line.contains(wanted)),
        "{}",
        run.err
    );
    assert!(run.out.contains("CD music: track 2 in music/track02.wav"), "{}", run.out);
    assert_eq!(heard(game.path(), 2).0, 30 * FRAMES);
    // As an install it is an error, in one line.
    let failed = revisit(["detect", path(&cue)]).fails(2, &["disc.cue: line 3", "cd.sheet"]);
    assert_eq!(failed.err.lines().count(), 1, "{}", failed.err);
    // One that names a file that is gone.
    fs::write(&cue, "FILE \"disc.bin\" BINARY\nTRACK 02 AUDIO\nINDEX 01 00:00:00\n").unwrap();
    let run = revisit(["detect", path(game.path())]).ok();
    assert!(run.err.contains("disc.cue: track 2: found no such file, expected `disc.bin`"), "{}", run.err);
    assert!(run.out.contains("track 2 in music/track02.wav"), "{}", run.out);
}
