//! Worlds that scripts load and build, with the real binary: `script` and `anims`.

use crate::program::{copy_of_demo, demo, revisit};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The install of the demo with an animation that lifts whatever node is the first with a model.
pub fn living() -> TempDir {
    let install = copy_of_demo();
    let text = "ANIMATION_FILE(VERSION(39) FILES(lift.zrd)) ZERO_DEFINITION(ACTIVATION(ON_CALL))
        ANIMATION_DEFINITION(
          ANIM_NAME(fog_comes) NAME(world1) ANIM_ROOT_NAME(world1) ACTIVATION(ON_STARTUP)
          NODES(horizon nowhere) STATIC_SOUNDS(bang)
          SEQUENCE_DEFINITION(NAME(main)
            CALLBACK(START_TIME(ANIMATION 0.5) VALUE(7))
            FOG_STATE(START_TIME(ANIMATION 1.0) COLOR(0.5 0.25 0.125) RANGE(10.0 20.0))
            OBJECT_ACTIVE_STATE(START_TIME(EVENT 0.5) NAME(horizon) STATE(INACTIVE))
          ))";
    let anim = zbd::anim::text::compile(text.as_bytes()).unwrap();
    fs::write(install.path().join("zbd/c1/anim.zbd"), zbd::anim::write(&anim).unwrap()).unwrap();
    install
}

/// A world of one wall, made by words.
const BUILT: &str = "NewWorld world1\nWorldOrigin 0 0\nWorldExtents 256 -256\nWorldPartition 256 -256\n\
    WorldSetFogState linear\nWorldSetFogColor 0.25 0.5 0.75\nWorldSetFogRange 50 400\n\
    NewWindow window1\nNewCamera camera1\nCameraSetWorld world1\nCameraSetWindow window1\n\
    CameraSetNearFarClip 1 500\nNewDisplay display\nLightNew sunlight\nLightSetDirectedSource\n\
    LightSetDiffuse 0.5\nLightSetAmbient 0.5\nFindNode world1\nWorldAddLight sunlight\n\
    MatlNew\nMatlFaceColor 255 64 0\nModelNew wall Plain\nModelPolygonBegin\n\
    ModelPolygonVertex 0 0 0\nModelPolygonVertex 20 0 0\nModelPolygonVertex 20 10 0\n\
    ModelPolygonVertex 0 10 0\nModelPolygonEnd\nObject3DTranslate 100 0 -120\nObject3DSetShowBackFace on\n\
    FindNode world1\nAddChild wall\n";

/// A mod with these files.
fn files(list: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in list {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

#[test]
fn a_trace_shows_every_line_and_what_became_of_it() {
    let run = revisit(["script", demo(), "--trace"]).ok();
    let lines: Vec<&str> = run.out.lines().collect();
    let read = lines.iter().find(|line| line.contains("GameZReadZBDFile")).unwrap();
    assert!(read.ends_with("GameZReadZBDFile zbd\\c1\\gamez.zbd: done"), "{read}");
    assert!(lines.iter().any(|line| line.contains("FindNode horizon: done")), "{}", run.out);
    let last = lines.last().unwrap();
    assert!(
        last.starts_with("c1: ") && last.contains(" scripts, ") && last.contains(" commands; "),
        "{last}"
    );

    let json = revisit(["script", demo(), "--trace", "--json"]).ok().json();
    let trace = json["trace"].as_array().unwrap();
    assert_eq!(trace.len() as u64, json["lines"].as_u64().unwrap());
    assert!(json["nodes"].as_u64().unwrap() > 10, "{json}");
}

#[test]
fn words_that_are_no_commands_are_listed_with_their_place() {
    let own = files(&[("own.gs", b"Echo hello\nNoSuch 1\nFindNodeNow world1\nNoSuch 2\nFindNode gone\n")]);
    let file = own.path().join("own.gs").display().to_string();
    let run = revisit(["script", demo(), "--source", &file]).ok();
    let unknown: Vec<&str> = run.out.lines().filter(|line| line.starts_with("unknown: ")).collect();
    assert_eq!(
        unknown,
        [
            "unknown: FindNodeNow 1 time, taken for FindNode, first in own.gs:3: FindNodeNow world1",
            "unknown: NoSuch 2 times, first in own.gs:2: NoSuch 1"
        ]
    );
    let missing = revisit(["script", demo(), "--source", "/nowhere.gs"]).fails(2, &["/nowhere.gs"]);
    assert_eq!(missing.out, "");
    let out = own.path().join("out.zbd").display().to_string();
    let nothing = revisit(["script", demo(), "--source", &file, "--export", &out]);
    nothing.fails(2, &["the scripts make no world"]);
    assert!(!Path::new(&out).exists());
}

#[test]
fn an_export_is_a_world_that_loads_as_the_scripts_loaded_it() {
    let install = copy_of_demo();
    let out = install.path().join("../exported.zbd");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join(out.file_name().unwrap());
    revisit(["script", demo(), "--export", out.to_str().unwrap()]).ok();
    fs::copy(&out, install.path().join("zbd/c1/gamez.zbd")).unwrap();
    let counts = |install: &str| {
        let json = revisit(["load", install, "--json"]).ok().json();
        (json["counts"].clone(), json["findings"]["counts"].clone())
    };
    assert_eq!(counts(install.path().to_str().unwrap()), counts(demo()));
}

#[cfg(feature = "gpu")]
#[test]
fn a_world_that_a_script_builds_looks_like_its_export() {
    let built = files(&[("c1.gs", BUILT.as_bytes())]);
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    let gamez = place("gamez.zbd");
    let built_mod = built.path().to_str().unwrap();
    revisit(["script", demo(), "--mod", built_mod, "--export", &gamez]).ok();
    let bytes = fs::read(&gamez).unwrap();
    let exported = files(&[("c1.gs", b"GameZReadZBDFile %GAMEZ%"), ("zbd/c1/gamez.zbd", &bytes)]);

    let shot = |lay: &str, name: &str| {
        let out = place(name);
        let run = revisit([
            "shot",
            demo(),
            "--mod",
            lay,
            "--eye",
            "110,5,-90",
            "--look",
            "110,5,-120",
            "--size",
            "160x120",
            "--out",
            &out,
        ]);
        if run.code == 3 {
            assert!(std::env::var_os("REVISIT_REQUIRE_ADAPTER").is_none(), "{}", run.err);
            println!("skipped: no graphics adapter");
            return None;
        }
        run.ok();
        let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(out).unwrap()));
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        Some(pixels)
    };
    let Some(one) = shot(built_mod, "built.png") else { return };
    let other = shot(exported.path().to_str().unwrap(), "exported.png").unwrap();
    assert!(one == other, "the pictures differ");
    // The wall is before the eye, in the middle: red, little green, no blue but that of the fog.
    let middle = &one[(60 * 160 + 80) * (one.len() / (160 * 120))..];
    assert!(middle[0] > 2 * middle[2], "{:?}", &middle[..3]);
}

#[test]
fn animations_are_listed_and_run() {
    let install = living();
    let path = install.path().to_str().unwrap();
    let run = revisit(["anims", path]).ok();
    assert!(run.out.starts_with("fog_comes "), "{}", run.out);
    assert!(run.out.contains("world1") && run.out.contains("at startup"), "{}", run.out);
    assert!(run.out.contains("1 sequence, 3 events"), "{}", run.out);
    let json = revisit(["anims", path, "--json"]).ok().json();
    let item = &json["items"][0];
    assert_eq!((item["missing_nodes"].as_u64(), item["events"].as_u64()), (Some(1), Some(3)), "{item}");
    assert_eq!(revisit(["anims", demo()]).ok().out, "no animations\n");

    // What is missing is said once, and nothing is refused.
    let json = revisit(["load", path, "--json"]).ok().json();
    for code in ["load.anim.nodes", "load.anim.sounds"] {
        assert_eq!(json["findings"]["counts"][code], 1, "{json}");
    }
    // The callback comes at half a second: it is due in the 30th tick.
    let run = revisit(["sim", path, "--ticks", "120", "--trace-cues"]).ok();
    assert!(run.out.lines().any(|line| line.contains("callback") || line.contains('7')), "{}", run.out);
    let hash = |ticks: &str, install: &str| {
        let json = revisit(["sim", install, "--ticks", ticks, "--json"]).ok().json();
        json["items"].as_array().unwrap().last().unwrap()["hash"].clone()
    };
    assert_eq!(hash("120", path), hash("120", path));
    assert_ne!(hash("120", path), hash("120", demo()));
}

#[test]
fn a_trace_of_an_animation_says_what_happens_when() {
    let install = living();
    let path = install.path().to_str().unwrap();
    // The callback is due with the 30th tick, the fog with the 60th, the node half a second after that.
    let wanted = [
        "tick      0     0.0000  fog_comes 0  starts",
        "tick     29     0.5000  fog_comes 0  main  1 CALLBACK  done",
        "tick     59     1.0000  fog_comes 0  main  2 FOG_STATE  done",
        "tick     89     1.5000  fog_comes 0  main  3 OBJECT_ACTIVE_STATE  done",
        "tick     89     1.5000  fog_comes 0  stops",
    ];
    for name in ["fog_comes", "FOG_comes", "*"] {
        let run = revisit(["sim", path, "--ticks", "120", "--trace-anim", name]).ok();
        let lines: Vec<&str> = run.out.lines().filter(|line| line.contains("fog_comes")).collect();
        assert_eq!(lines, wanted, "{name}");
    }
    let json = |more: &[&str]| {
        let plain = ["sim", path, "--ticks", "120", "--json"];
        revisit(plain.iter().chain(more)).ok().json()
    };
    let (plain, traced) = (json(&[]), json(&["--trace-anim", "fog_comes", "--trace-anim", "FOG_COMES"]));
    assert!(plain.get("trace").is_none() && plain["items"] == traced["items"]);
    let trace = traced["trace"].as_array().unwrap();
    assert_eq!(trace.len(), wanted.len());
    let callback = serde_json::json!({
        "tick": 29, "seconds": 0.5, "animation": "fog_comes", "instance": 0, "sequence": "main", "event": 1,
        "keyword": "CALLBACK", "effect": "done", "to": null, "why": null
    });
    assert_eq!(trace[1], callback);
    assert!(trace[0]["effect"] == "starts" && trace[0]["keyword"].is_null());
}

#[test]
fn an_animation_that_a_world_does_not_have_cannot_be_traced() {
    let install = living();
    let path = install.path().to_str().unwrap();
    let run = revisit(["sim", path, "--trace-anim", "fog_comes", "--trace-anim", "nobody"]);
    let run = run.fails(2, &["`nobody`", "revisit anims", "no animation"]);
    assert!(run.out.is_empty() && !run.err.contains("`fog_comes`"), "{run:?}");
    revisit(["sim", demo(), "--trace-anim", "fog_comes"]).fails(2, &["`fog_comes`"]);
    revisit(["sim", demo(), "--ticks", "1", "--trace-anim", "*"]).ok();
}
