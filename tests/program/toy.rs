//! One more format, all of it declared in this one file: the program knows it in
//! every verb that works on files of any kind.
//!
//! Started with `TOY_PROGRAM` in its surroundings, this is the program with the
//! toy's table beside the usual ones; else it tests what that prints.

use binary::{Code, Cursor, FormatCodes, Mode, Record as _, Report, Result, Writer, codes, record};
use filekind::{Catalog, Content, FileKind, FolderForm, Recognise, Variant, boxed, document};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

codes! {
    TRUNCATED = "toy.truncated": "the file ends too early" => "copy it again";
    NOT_FINITE = "toy.not_finite": "a number is infinite or NaN" => "copy it again";
    TRAILING = "toy.trailing": "bytes follow the car" => "cut them off";
    LIMIT = "toy.limit": "a list is too long" => "shorten it";
}

static TOY_CODES: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

record! {
    /// A toy car.
    pub struct Car in "toy.car" sizes [8] {
        letters: [u8; 4] [0],
        wheels: u16 [4],
        reserved: u16 [6] must 0,
    }
}

impl Content for Car {
    fn version(&self) -> Option<Cow<'static, str>> {
        Some("1".into())
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        let mut writer = Writer::new();
        writer.record(self, 0);
        Ok(Some(writer.into_bytes()))
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        vec![("wheels", self.wheels.to_string())]
    }
}

static CAR: FileKind = FileKind {
    endings: &[".toy"],
    reported: true,
    recognise: Recognise {
        start: |bytes| bytes.starts_with(b"TOY1").then(Variant::default),
        name: |name, _| CAR.has_ending(name).then(Variant::default),
        ..Recognise::NEVER
    },
    folder: Some(&FolderForm { id: "toy.car", name: "toy car", parse: Some(document::parse::<Car>) }),
    codes,
    ..FileKind::new("toy.car", "toy car", |bytes, _, mode| boxed(read(bytes, mode)))
};

fn codes() -> Vec<&'static Code> {
    [CODES, Car::CODES].concat()
}

fn read(bytes: &[u8], mode: Mode) -> Result<(Car, Report)> {
    let mut cursor = Cursor::new(bytes, &TOY_CODES, mode);
    let car = cursor.record(0)?;
    Ok((car, cursor.finish()?))
}

fn catalog() -> Catalog {
    kinds::all().clone().with(&[&CAR])
}

fn main() -> ExitCode {
    if std::env::var_os("TOY_PROGRAM").is_some() {
        return revisit::run_with(std::env::args_os(), &catalog());
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("red.toy"), car(4, 0)).unwrap();
    fs::write(folder.path().join("odd.toy"), car(3, 7)).unwrap();
    it_is_inspected(folder.path());
    it_is_checked(folder.path());
    it_is_unpacked_and_packed(folder.path());
    a_folder_of_it_is_reported(folder.path());
    an_install_with_it_is_checked(folder.path());
    its_codes_are_listed();
    println!("a format of one file: test result: ok");
    ExitCode::SUCCESS
}

fn car(wheels: u16, reserved: u16) -> Vec<u8> {
    [b"TOY1".as_slice(), &wheels.to_le_bytes(), &reserved.to_le_bytes()].concat()
}

/// Exit code, stdout, stderr.
type Run = (i32, String, String);

fn program(program: &Path, folder: &Path, arguments: &[&str]) -> Run {
    let mut command = Command::new(program);
    command.current_dir(folder).env("TOY_PROGRAM", "1").env("REVISIT_HOME", folder.join("home"));
    let output = command.args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// Runs the program that knows the toy.
fn run(folder: &Path, arguments: &[&str]) -> Run {
    program(&std::env::current_exe().unwrap(), folder, arguments)
}

/// The same, which must end with exit code 0.
fn ok(folder: &Path, arguments: &[&str]) -> String {
    let (code, out, err) = run(folder, arguments);
    assert_eq!(code, 0, "{arguments:?}: {out}{err}");
    out
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

fn it_is_inspected(folder: &Path) {
    let lines = [
        "red.toy: toy car, version 1",
        "  size           8 bytes",
        "  wheels         4",
        "  kept raw       0 bytes",
        "  findings       0",
    ];
    assert_eq!(ok(folder, &["inspect", "red.toy"]).lines().collect::<Vec<_>>(), lines);
    let json = json_of(&ok(folder, &["inspect", "odd.toy", "--json"]));
    assert_eq!((&json["kind"], &json["version"]), (&json!("toy.car"), &json!("1")));
    assert_eq!(json["content"], json!({ "letters": [84, 79, 89, 49], "wheels": 3, "reserved": 7 }));
    assert_eq!(json["findings"]["counts"], json!({ "toy.car.reserved": 1 }));

    // Whoever has a file of no known kind is told of it, too.
    fs::write(folder.join("what.bin"), b"what is this").unwrap();
    let (code, _, err) = run(folder, &["inspect", "what.bin"]);
    assert_eq!(code, 2);
    assert!(err.contains(", toy car\n"), "{err}");
    // The program without the table does not know it.
    let (code, _, err) = program(Path::new(env!("CARGO_BIN_EXE_revisit")), folder, &["inspect", "red.toy"]);
    assert_eq!(code, 2);
    assert!(err.contains("not a file of a known kind") && !err.contains("toy car"), "{err}");
}

fn it_is_checked(folder: &Path) {
    let json = json_of(&ok(folder, &["check", "red.toy", "--roundtrip", "--json"]));
    let file = json!({
        "file": "red.toy", "kind": "toy.car", "size_bytes": 8, "identical": true, "video": null
    });
    assert_eq!(json["files"], json!([file]));
    let (code, out, _) = run(folder, &["check", "odd.toy", "--roundtrip", "--json"]);
    let json = json_of(&out);
    assert_eq!(code, 1, "a broken habit is an error");
    assert_eq!(json["files"][0]["identical"], true);
    assert_eq!(
        (&json["items"][0]["code"], &json["items"][0]["offset"]),
        (&json!("toy.car.reserved"), &json!(6))
    );
    // One that is damaged is known by its name.
    fs::write(folder.join("cut.toy"), b"TO").unwrap();
    let (code, out, _) = run(folder, &["check", "cut.toy", "--json"]);
    let json = json_of(&out);
    assert_eq!((code, &json["files"][0]["kind"]), (1, &json!("toy.car")));
    assert_eq!(json["items"][0]["code"], "toy.truncated");
}

fn it_is_unpacked_and_packed(folder: &Path) {
    let out = ok(folder, &["unpack", "red.toy", "red"]);
    assert!(out.starts_with("red: toy car, 1 file, "), "{out}");
    let side = folder.join("red/revisit.json");
    let text = fs::read_to_string(&side).unwrap();
    let car = json!({ "letters": [84, 79, 89, 49], "wheels": 4, "reserved": 0 });
    assert_eq!(json_of(&text), json!({ "revisit": 1, "kind": "toy.car", "content": car }));
    ok(folder, &["pack", "red", "again.toy"]);
    assert_eq!(fs::read(folder.join("again.toy")).unwrap(), b"TOY1\x04\0\0\0");

    fs::write(&side, text.replace("\"wheels\": 4", "\"wheels\": 6")).unwrap();
    ok(folder, &["pack", "red", "six.toy"]);
    assert_eq!(fs::read(folder.join("six.toy")).unwrap(), b"TOY1\x06\0\0\0");
    // What the format cannot hold, and what strict reading refuses.
    for (wrong, key, words) in [
        ("\"wheels\": -1", "content.wheels", "a whole number from 0 to 65535"),
        ("\"reserved\": 9", "reserved", "toy.car.reserved"),
        ("\"horn\": 1", "content", "unknown"),
    ] {
        let named = wrong.split(':').next().unwrap();
        let (old, new) = match named {
            "\"horn\"" => ("\"wheels\": 4".to_owned(), format!("\"wheels\": 4, {wrong}")),
            _ => (format!("{named}: {}", car[named.trim_matches('"')]), wrong.to_owned()),
        };
        fs::write(&side, text.replace(&old, &new)).unwrap();
        let (code, _, err) = run(folder, &["pack", "red", "wrong.toy"]);
        assert_eq!(code, 2, "{wrong}: {err}");
        assert!(err.contains(key) && err.contains(words), "{wrong}: {err}");
        assert!(!folder.join("wrong.toy").exists());
    }
}

fn a_folder_of_it_is_reported(folder: &Path) {
    let toys = folder.join("toys");
    fs::create_dir(&toys).unwrap();
    fs::write(toys.join("red.toy"), car(4, 0)).unwrap();
    fs::write(toys.join("letter.txt"), "Dear all").unwrap();
    let (code, out, _) = run(folder, &["detect", "toys"]);
    assert_eq!(code, 2, "no game is made of them");
    assert!(out.contains("red.toy  8 bytes\n1 file of other kinds"), "{out}");
}

fn an_install_with_it_is_checked(folder: &Path) {
    ok(folder, &["demo", "plain", "--write", "demo"]);
    fs::copy(folder.join("red.toy"), folder.join("demo/red.toy")).unwrap();
    let json = json_of(&ok(folder, &["check", "demo", "--roundtrip", "--json"]));
    let files = json["files"].as_array().unwrap();
    let toy = files.iter().find(|file| file["file"] == "red.toy").unwrap();
    assert_eq!((&toy["kind"], &toy["identical"]), (&json!("toy.car"), &json!(true)));
}

fn its_codes_are_listed() {
    let ids: Vec<&str> = catalog().codes().iter().map(|code| code.id).collect();
    for code in ["toy.truncated", "toy.car.reserved", "zbd.gamez.truncated", "gamestudio.wmb.bounds"] {
        assert!(ids.contains(&code), "{code}");
    }
}
