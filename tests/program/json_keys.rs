//! The keys of every JSON result are listed in `docs/json.md` and change only
//! with the schema's version.

use crate::program::{demo, revisit, shared};
use serde_json::Value;
use std::collections::BTreeSet;

/// Every key path; list elements add `[]`, and objects whose keys are data
/// add `{}`.
fn keys(value: &Value, path: &str, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let data = path.ends_with("counts") && !path.is_empty() && key.contains('.');
                let shown = if data { "{}" } else { key.as_str() };
                let path = if path.is_empty() { shown.to_owned() } else { format!("{path}.{shown}") };
                keys(value, &path, into);
                into.insert(path);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| keys(item, &format!("{path}[]"), into)),
        _ => {}
    }
}

/// The keys that `docs/json.md` lists for a schema.
fn documented(schema: &str) -> BTreeSet<String> {
    let text = include_str!("../../docs/json.md");
    let section = text
        .split("\n## ")
        .find(|section| section.starts_with(&format!("`{schema}`")))
        .unwrap_or_else(|| panic!("docs/json.md has no section for {schema}"));
    section
        .lines()
        .filter_map(|line| line.strip_prefix("| `"))
        .filter_map(|line| line.split('`').next())
        .map(str::to_owned)
        .collect()
}

#[test]
fn keys_are_documented_and_pinned() {
    let out = shared().path().join("keys.png");
    let written = shared().path().join("keys-demo");
    let bench = |name: &str| {
        let path = shared().path().join(name);
        let run = revisit(["bench", "load", demo(), "--runs", "1", "--warm-ups", "0", "--json"]).ok();
        std::fs::write(&path, &run.out).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (before, after) = (bench("before.json"), bench("after.json"));
    // A damaged file, so that there are findings to list.
    let damaged = crate::program::copy_of_demo();
    let file = damaged.path().join("zbd/c1/gamez.zbd");
    let mut bytes = std::fs::read(&file).unwrap();
    let nodes = u32::from_le_bytes(bytes[32..36].try_into().unwrap()) as usize;
    bytes[nodes + 68] = 9;
    std::fs::write(&file, bytes).unwrap();
    crate::videos::put_video(damaged.path());
    crate::sounds::put_sounds(damaged.path());
    // Beside one that can be used in its place.
    std::fs::write(damaged.path().join("zbd/soundsM.zbd"), b"words").unwrap();
    crate::music::put_track(damaged.path());
    let damaged = damaged.path().to_str().unwrap();
    let readers = format!("{}/zbd/reader.zbd", demo());
    let [folder, archive, glb] = ["keys-unpacked", "keys.zbd", "keys.glb"]
        .map(|name| shared().path().join(name).display().to_string());

    let silent = tempfile::tempdir().unwrap();
    crate::sounding::install(silent.path(), b"words");
    let silent = silent.path().to_str().unwrap();
    let wav = shared().path().join("keys.wav").display().to_string();

    let living = crate::scripted::living();
    let living = living.path().to_str().unwrap();
    let own = shared().path().join("keys.gs");
    std::fs::write(&own, "NoSuch 1\nGameZReadZBDFile zbd\\c1\\gamez.zbd\n").unwrap();
    let (own, gamez) = (own.to_str().unwrap(), shared().path().join("keys-gamez.zbd").display().to_string());

    let mut drawn: Vec<(&str, Vec<&str>)> = vec![
        ("revisit.detect/1", vec!["detect", damaged]),
        ("revisit.worlds/1", vec!["worlds", demo()]),
        ("revisit.load/1", vec!["load", damaged]),
        ("revisit.sim/1", vec!["sim", demo(), "--ticks", "60"]),
        ("revisit.check/1", vec!["check", damaged]),
        ("revisit.demo/1", vec!["demo", "zipper", "--write", written.to_str().unwrap()]),
        ("revisit.bench.load/1", vec!["bench", "load", demo(), "--runs", "1", "--warm-ups", "0"]),
        ("revisit.bench.models/1", vec!["bench", "models", crate::walker::install(), "walker"]),
        ("revisit.bench.compare/1", vec!["bench", "compare", &before, &after]),
        ("revisit.vfs.ls/1", vec!["vfs", "ls", demo(), "zbd"]),
        ("revisit.videos/1", vec!["videos", damaged]),
        ("revisit.sounds/1", vec!["sounds", damaged, "--quality", "medium"]),
        ("revisit.show.list/1", vec!["show", demo()]),
        ("revisit.show/1", vec!["show", crate::walker::install(), "walker"]),
        ("revisit.unpack/1", vec!["unpack", &readers, &folder]),
        ("revisit.pack/1", vec!["pack", &folder, &archive]),
        ("revisit.export/1", vec!["export", demo(), "--out", &glb]),
        ("revisit.listen/1", vec!["listen", silent, "--out", &wav, "--seconds", "0.1"]),
        ("revisit.anims/1", vec!["anims", living]),
        ("revisit.definitions/1", vec!["definitions", crate::program::four()[2].path]),
        ("revisit.script/1", vec!["script", demo(), "--trace", "--source", own, "--export", &gamez]),
        ("revisit.vfs.which/1", vec!["vfs", "which", demo(), "zbd/c1/gamez.zbd"]),
    ];
    if std::env::var_os("REVISIT_REQUIRE_ADAPTER").is_some() {
        drawn.push((
            "revisit.shot/1",
            vec!["shot", demo(), "--size", "32x32", "--out", out.to_str().unwrap()],
        ));
        drawn.push((
            "revisit.bench.frames/1",
            vec!["bench", "frames", demo(), "--size", "32x32", "--frames", "2", "--calibrate"],
        ));
    }
    let mut wrong = Vec::new();
    for (schema, arguments) in drawn {
        let run = revisit(arguments.iter().copied().chain(["--json"]));
        let json = run.json();
        assert_eq!(json["schema"], schema);
        let mut found = BTreeSet::new();
        keys(&json, "", &mut found);
        let documented = documented(schema);
        if found != documented {
            let list: Vec<String> = found.iter().map(|key| format!("| `{key}` | |")).collect();
            wrong.push(format!(
                "{schema}: missing in docs/json.md {:?}, only there {:?}\n{}",
                found.difference(&documented).collect::<Vec<_>>(),
                documented.difference(&found).collect::<Vec<_>>(),
                list.join("\n")
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
