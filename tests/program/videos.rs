//! Videos and messages of an install: listed, looked into, checked, converted.

use crate::program::{Run, copy_of_demo, demo, revisit, revisit_at, shared};
use harness::hex;
use serde_json::json;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The typed video of the format's own tests.
fn video() -> Vec<u8> {
    hex::bytes(include_str!("../../formats/avi/tests/fixtures/avi.hex"))
}

/// The typed message DLL of the format's own tests.
fn messages() -> Vec<u8> {
    hex::bytes(include_str!("../../formats/zbd/tests/fixtures/messages_mw.hex"))
}

/// Gives an install a video.
pub fn put_video(install: &Path) {
    fs::create_dir_all(install.join("video")).unwrap();
    fs::write(install.join("video/Intro.AVI"), video()).unwrap();
}

/// A folder with these videos, made by ffmpeg: name, what is seen, what is
/// heard, codecs. None, with a line, where there is no ffmpeg.
pub fn made(videos: &[(&str, &[&str])]) -> Option<tempfile::TempDir> {
    if Command::new("ffmpeg").arg("-version").output().is_err() {
        assert!(std::env::var_os("REVISIT_REQUIRE_FFMPEG").is_none(), "no ffmpeg on this machine");
        eprintln!("skipped: converting videos needs ffmpeg, which this machine does not have");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    for (name, how) in videos {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        let run = Command::new("ffmpeg").args(["-v", "error", "-nostdin"]).args(*how).arg(&file).output();
        let run = run.unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    }
    Some(folder)
}

const PICTURES: [&str; 4] = ["-f", "lavfi", "-i", "testsrc=size=64x48:rate=10:duration=0.5"];
const SOUND: [&str; 4] = ["-f", "lavfi", "-i", "sine=sample_rate=22050:duration=0.5"];

fn convert(from: &Path, to: &Path, more: &[&str]) -> Run {
    let (from, to) = (from.to_str().unwrap(), to.to_str().unwrap());
    revisit(["videos", from, "--convert", to].iter().chain(more))
}

#[test]
fn videos_are_listed_with_what_they_are() {
    let install = copy_of_demo();
    put_video(install.path());
    // A video that is called something else, and one that is none.
    fs::write(install.path().join("zbd/logo.dat"), video()).unwrap();
    fs::write(install.path().join("video/broken.avi"), b"RIFF, they said").unwrap();
    let path = install.path().to_str().unwrap();
    let run = revisit(["videos", path]).ok();
    let expected = "video/Intro.AVI                     626 bytes  320x240  15.00/s  0:00.3  \
                    Cinepak (cvid); PCM, 22050 Hz, mono, 16 bit";
    assert!(run.out.lines().any(|line| line == expected), "{run:#?}");
    assert!(run.err.contains("video/broken.avi: ") && run.err.contains("avi.signature"), "{run:#?}");

    let json = revisit(["videos", path, "--json"]).ok().json();
    let addresses: Vec<_> = json["items"].as_array().unwrap().iter().map(|item| &item["address"]).collect();
    assert_eq!(addresses, ["video/broken.avi", "video/Intro.AVI", "zbd/logo.dat"]);
    let intro = &json["items"][1];
    assert_eq!(
        (&intro["width"], &intro["frames"], &intro["duration_ms"]),
        (&320.into(), &5.into(), &333.into())
    );
    assert_eq!(intro["error"], serde_json::Value::Null);
    assert!(json["items"][0]["width"].is_null());
    assert!(revisit(["videos", demo()]).ok().out.contains("no videos"));
}

#[test]
fn videos_are_converted_for_players_of_today() {
    let cinepak = [&PICTURES[..], &SOUND, &["-c:v", "cinepak", "-c:a", "pcm_s16le"]].concat();
    let silent = [&PICTURES[..], &["-c:v", "msvideo1", "-pix_fmt", "rgb555le"]].concat();
    let Some(folder) = made(&[("video/intro.avi", &cinepak), ("end.avi", &silent)]) else { return };
    let listed = revisit(["videos", folder.path().to_str().unwrap()]).ok();
    assert!(listed.out.contains("Cinepak (cvid); PCM, 22050 Hz, mono, 16 bit"), "{listed:#?}");
    assert!(listed.out.contains("Microsoft Video 1 ("), "{listed:#?}");
    assert!(listed.out.contains("); no sound"), "{listed:#?}");

    let target = tempfile::tempdir().unwrap();
    let out = target.path().join("new/folder");
    let json = convert(folder.path(), &out, &["--json"]).ok().json();
    assert_eq!(json["items"][1]["converted"], out.join("video/intro.webm").to_str().unwrap());
    for (file, streams) in [("end.webm", "vp9"), ("video/intro.webm", "vp9 opus")] {
        let bytes = fs::read(out.join(file)).unwrap();
        assert!(bytes.starts_with(&[0x1A, 0x45, 0xDF, 0xA3]), "{file} is no WebM");
        let look = Command::new("ffmpeg").arg("-i").arg(out.join(file)).output().unwrap();
        let said = String::from_utf8_lossy(&look.stderr).into_owned();
        for codec in streams.split(' ') {
            assert!(said.contains(codec), "{file} has no {codec}: {said}");
        }
        assert!(said.contains("64x48") && said.contains("00:00:00.5"), "{said}");
    }
    let left = fs::read_dir(out.join("video")).unwrap().count();
    assert_eq!(left, 1, "nothing but the video is left");

    // Never over a file that is there, unless asked.
    let before = fs::metadata(out.join("end.webm")).unwrap().modified().unwrap();
    convert(folder.path(), &out, &[]).fails(2, &["end.webm", "--force"]);
    assert_eq!(fs::metadata(out.join("end.webm")).unwrap().modified().unwrap(), before);
    convert(folder.path(), &out, &["--force"]).ok();
    assert!(fs::metadata(out.join("end.webm")).unwrap().modified().unwrap() > before);
}

#[test]
fn one_bad_video_does_not_keep_the_others() {
    let silent = [&PICTURES[..], &["-c:v", "mjpeg"]].concat();
    let Some(folder) = made(&[("z.avi", &silent)]) else { return };
    // Its headers are well, but what is in it is nothing that anybody decodes.
    fs::write(folder.path().join("a.avi"), video()).unwrap();
    fs::write(folder.path().join("b.avi"), b"nothing at all").unwrap();
    let out = tempfile::tempdir().unwrap();
    let run = convert(folder.path(), out.path(), &[]);
    assert_eq!(run.code, 2, "{run:#?}");
    assert!(run.err.contains("of 3 videos could not be converted"), "{run:#?}");
    for name in ["a.avi: ", "b.avi: "] {
        assert_eq!(run.err.matches(name).count(), 1, "each reason is given once: {run:#?}");
    }
    assert!(!run.err.contains("file:"), "{run:#?}");
    let files: Vec<_> = fs::read_dir(out.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(files.contains(&"z.webm".into()), "{files:?}");
    assert!(files.iter().all(|name| !name.to_string_lossy().contains("part")), "{files:?}");
}

#[test]
fn an_install_is_never_written_to() {
    let install = copy_of_demo();
    put_video(install.path());
    convert(install.path(), &install.path().join("video/new"), &[]).fails(2, &["inside the install"]);
    assert!(!install.path().join("video/new").exists());
    convert(install.path(), &install.path().join("revisit-demo.toml"), &[]).fails(2, &["not a folder"]);
}

#[test]
fn without_ffmpeg_it_says_how_to_get_it() {
    let install = copy_of_demo();
    put_video(install.path());
    let nowhere = tempfile::tempdir().unwrap();
    let out = nowhere.path().join("out");
    let run = Command::new(env!("CARGO_BIN_EXE_revisit"))
        .args(["videos", install.path().to_str().unwrap(), "--convert", out.to_str().unwrap()])
        .env("REVISIT_HOME", shared().path().join("home"))
        .env("PATH", nowhere.path())
        .output()
        .unwrap();
    let err = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(3), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
    for word in ["ffmpeg", "apt install ffmpeg", "https://ffmpeg.org"] {
        assert!(err.contains(word), "{err}");
    }
    assert!(!out.exists());
}

#[test]
fn videos_and_messages_are_looked_into_and_checked() {
    let install = copy_of_demo();
    put_video(install.path());
    let dll = install.path().join("Mech3Msg.dll");
    fs::write(&dll, messages()).unwrap();
    // As one of a game: it holds more than its messages.
    let signed = [messages(), b"a signature".to_vec()].concat();
    fs::write(install.path().join("video/Mech3Msg.dll"), signed).unwrap();
    let dll = dll.to_str().unwrap();
    let path = install.path().to_str().unwrap();

    let run = revisit(["inspect", dll]).ok();
    assert!(run.out.contains("Zipper message DLL, version MechWarrior 3"), "{run:#?}");
    assert!(run.out.contains("language       English"), "{run:#?}");
    let json = revisit(["inspect", dll, "--json"]).ok().json();
    assert_eq!(json["kind"], "zbd.messages");
    assert_eq!(json["content"]["items"][0]["text"], "Welcome, pilot %1!");
    let json = revisit(["inspect", &format!("{path}/video/Intro.AVI"), "--json"]).ok().json();
    assert_eq!(json["kind"], "avi");
    assert_eq!(json["content"]["streams"][0]["header"]["handler"], "cvid");

    let json = revisit(["check", path, "--roundtrip", "--json"]).ok().json();
    let file = |name: &str| {
        let files = json["files"].as_array().unwrap();
        files.iter().find(|file| file["file"] == name).unwrap_or_else(|| panic!("{files:#?}")).clone()
    };
    let result = |name: &str| (file(name)["kind"].clone(), file(name)["identical"].clone());
    assert_eq!(result("Mech3Msg.dll"), (json!("zbd.messages"), json!(true)));
    assert_eq!(result("video/Mech3Msg.dll"), (json!("zbd.messages"), json!(null)));
    assert_eq!(result("video/Intro.AVI"), (json!("avi"), json!(null)));
    let video = &file("video/Intro.AVI")["video"];
    assert_eq!(
        (&video["width"], &video["frames"], &video["codec"]),
        (&320.into(), &5.into(), &json!("Cinepak (cvid)"))
    );
    assert!(file("Mech3Msg.dll")["video"].is_null());
    let listed = revisit(["check", path, "--verbose"]).ok().out;
    let line = listed.lines().find(|line| line.starts_with("video/Intro.AVI")).unwrap();
    assert!(
        line.ends_with("320x240  15.00/s  0:00.3  Cinepak (cvid); PCM, 22050 Hz, mono, 16 bit"),
        "{line}"
    );
    // The messages are no longer among what is missing.
    let missing = revisit(["detect", path, "--json"]).ok().json()["items"].to_string();
    assert!(!missing.contains("Mech3Msg"), "{missing}");
}

#[test]
fn a_damaged_message_dll_does_not_pass_for_any_other() {
    let install = copy_of_demo();
    let dll = install.path().join("MECH3MSG.DLL");
    fs::write(&dll, &messages()[..1200]).unwrap();
    // A DLL of no interest.
    let mut other = messages();
    other[1040] = 16;
    fs::write(install.path().join("other.dll"), other).unwrap();
    let path = install.path().to_str().unwrap();
    let home = shared().path().join("home");
    let run = revisit_at(&home, ["check", path, "--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    let json = run.json();
    let about = |name: &str| -> Vec<String> {
        let items = json["items"].as_array().unwrap();
        let of_file = items.iter().filter(|finding| finding["file"] == name);
        of_file.map(|finding| finding["code"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(about("MECH3MSG.DLL"), ["zbd.messages.section"]);
    assert_eq!(about("other.dll"), [""; 0], "what is of no known kind is no finding");
    let files = json["files"].as_array().unwrap();
    assert!(files.iter().any(|file| file["file"] == "other.dll" && file["kind"].is_null()), "{json:#}");
}
