//! `show` and `bench models` on models made by hand.

use super::made::install;
use crate::program::revisit;
#[cfg(feature = "gpu")]
use crate::show::red;
use serde_json::json;
use std::path::Path;

fn path(address: &str) -> String {
    install().join(address).display().to_string()
}

/// The models of every folder, the lower levels of detail being part of theirs.
const LISTED: [(&str, &str); 9] = [
    ("Levels", "one.wmb"),
    ("land", "hill.hmp"),
    ("models", "arm.mdl"),
    ("models", "house_0.mdl"),
    ("models/old", "first.mdl"),
    ("models/old", "five.mdl"),
    ("models/old", "four.mdl"),
    ("models/old", "three.mdl"),
    ("models/old", "two.mdl"),
];

#[test]
fn models_are_listed_folder_by_folder() {
    let listed = |path: &str| {
        let json = revisit(["show", path, "--json"]).ok().json();
        assert_eq!(json["title"], "gamestudio");
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        let items = json["items"].as_array().unwrap().iter();
        items.map(|item| (text(&item["source"]), text(&item["name"]))).collect::<Vec<_>>()
    };
    let all = LISTED.map(|(source, name)| (source.to_owned(), name.to_owned()));
    assert_eq!(listed(&path("")), all);
    // A folder of levels or of models is a part of the game around it.
    assert_eq!(listed(&path("Levels")), all);
    assert_eq!(listed(&path("models")), all);
    // Models need no game.
    let loose = tempfile::tempdir().unwrap();
    std::fs::create_dir(loose.path().join("deep")).unwrap();
    for (from, to) in [("models/arm.mdl", "deep/a.mdl"), ("models/old/two.mdl", "b.MDL")] {
        std::fs::copy(install().join(from), loose.path().join(to)).unwrap();
    }
    let loose = loose.path().to_str().unwrap();
    assert_eq!(listed(loose), [(".", "b.MDL"), ("deep", "a.mdl")].map(|(a, b)| (a.to_owned(), b.to_owned())));
    let json = revisit(["show", &format!("{loose}/deep/a.mdl"), "--json"]).ok().json();
    assert_eq!((&json["source"], &json["model"]), (&json!("."), &json!("a.mdl")));
    revisit(["show", &format!("{loose}/nothing")]).fails(2, &["nothing"]);
    let empty = tempfile::tempdir().unwrap();
    std::fs::write(empty.path().join("words.txt"), "words").unwrap();
    revisit(["show", empty.path().to_str().unwrap()]).fails(2, &["a Gamestudio game"]);
}

#[test]
fn a_model_of_any_kind_says_what_it_is_and_can_do() {
    let walk = json!([
        { "name": "walk", "seconds": 0.25, "parts": 2 },
        { "name": "fall", "seconds": 0.125, "parts": 1 },
    ]);
    let wave = json!([
        { "name": "stand", "seconds": 0.125, "parts": 1 },
        { "name": "wave", "seconds": 0.25, "parts": 2 },
    ]);
    for (names, triangles, clips) in [
        (["three", "THREE.MDL", "models/old/three"], 2, &walk),
        (["four", "Models/Old/four", "four.mdl"], 2, &walk),
        (["five", "five.mdl", "models/OLD/five.mdl"], 2, &walk),
        (["two", "two.mdl", "models/old/two"], 2, &walk),
        (["first", "first.mdl", "models/old/first"], 2, &walk),
        (["arm", "models/arm", "ARM.mdl"], 2, &wave),
        (["house", "house_0", "models/house"], 6, &json!([])),
        (["hill", "hill.hmp", "land/hill"], 8, &json!([])),
        (["one", "one.wmb", "levels/one"], 12, &json!([])),
    ] {
        for name in names {
            let shown = revisit(["show", &path(""), name, "--json"]).ok().json();
            assert_eq!((&shown["triangles"], &shown["clips"]), (&json!(triangles), clips), "{name}");
            let levels = if triangles == 6 { 3 } else { 1 };
            assert_eq!(shown["levels"], levels, "{name}");
            let odd = shown["findings"]["items"].as_array().unwrap().iter();
            let loading = odd.filter(|finding| finding["code"].as_str().unwrap().starts_with("load."));
            assert_eq!(loading.count(), 0, "{name}: {shown:#}");
        }
    }
    for (lod, triangles) in [("1", 4), ("2", 2)] {
        let json = revisit(["show", &path(""), "house", "--lod", lod, "--json"]).ok().json();
        assert_eq!((&json["triangles"], &json["levels"]), (&json!(triangles), &json!(3)), "{lod}");
    }
    revisit(["show", &path(""), "house", "--lod", "9"]).fails(2, &["--lod 9", "house_0.mdl", "0 to 2"]);
    let json = revisit(["show", &path("models/arm.mdl"), "--json"]).ok().json();
    assert_eq!((&json["source"], &json["model"]), (&json!("models"), &json!("arm.mdl")));

    revisit(["show", &path(""), "amr"]).fails(2, &["amr", "`arm.mdl`"]);
    revisit(["show", &path(""), "nothing like it"]).fails(2, &["there are 9", "revisit show"]);
    revisit(["show", &path(""), "--out", "x.png"]).fails(2, &["name it"]);
    revisit(["show", &path(""), "arm", "--clip", "swim"]).fails(2, &["swim", "stand, wave"]);
}

#[test]
fn a_broken_model_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = std::fs::read(install().join("models/arm.mdl")).unwrap();
    bytes.truncate(100);
    std::fs::write(folder.path().join("cut.mdl"), bytes).unwrap();
    std::fs::write(folder.path().join("other.mdl"), b"IDST and more").unwrap();
    let folder = folder.path().to_str().unwrap();
    revisit(["show", folder, "cut", "--json"]).fails(2, &["cut.mdl", "gamestudio.mdl7.truncated"]);
    revisit(["show", folder, "other", "--json"]).fails(2, &["other.mdl", "gamestudio.model.kind"]);
    // All others are still measured.
    let json = revisit(["bench", "models", folder, "--json"]).ok().json();
    assert_eq!((&json["models"], &json["failed"]), (&json!(0), &json!(2)));
}

#[test]
fn all_models_are_loaded_once_to_be_timed() {
    let all = revisit(["bench", "models", &path(""), "--json"]).ok().json();
    assert_eq!((&all["models"], &all["triangles"]), (&json!(9), &json!(5 * 2 + 2 + 6 + 8 + 12)));
    assert_eq!(all["frames"], 6 * 3);
    let some = revisit(["bench", "models", &path(""), "arm", "house", "--json"]).ok().json();
    assert_eq!((&some["models"], &some["triangles"]), (&json!(2), &json!(8)));
    let one = revisit(["bench", "models", &path("models/arm.mdl"), "--json"]).ok().json();
    assert_eq!((&one["models"], &one["triangles"], &one["vertices"]), (&json!(1), &json!(2), &json!(4)));
}

#[cfg(feature = "gpu")]
#[test]
fn pictures_show_the_front_and_the_scene() {
    if crate::drawing::renderer().is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let take = |model: &str, arguments: &[&str]| {
        let file = folder.path().join("shown.png");
        let root = path("");
        let fixed = ["show", &root, model, "--size", "200x150", "--pitch", "0", "--out"];
        let fixed = fixed.into_iter().chain([file.to_str().unwrap()]);
        revisit(fixed.chain(arguments.iter().copied())).ok();
        file
    };
    for model in ["three", "four", "five", "two", "first"] {
        // The north is on the right of someone who looks at the front.
        let start = red(&take(model, &["--yaw", "0", "--clip", "walk"]));
        let middle = red(&take(model, &["--yaw", "0", "--clip", "walk", "--at", "0.125"]));
        assert!(start.0 > 300 && start.1 > 0.55 && middle.1 < 0.45, "{model}: {start:?} {middle:?}");
        let back = red(&take(model, &["--clip", "walk", "--yaw", "180"]));
        assert_eq!(back.0, 0, "{model}: one-sided plates from behind");
    }
    // The arm is put down to the south.
    let up = red(&take("arm", &["--yaw", "0", "--clip", "wave"]));
    let down = red(&take("arm", &["--yaw", "0", "--clip", "wave", "--at", "0.125"]));
    assert!((up.1 - 0.5).abs() < 0.2 && down.1 < up.1 - 0.1, "{up:?} {down:?}");
    let plain = std::fs::read(take("arm", &[])).unwrap();
    for view in ["wireframe", "bounds", "joints"] {
        assert_ne!(std::fs::read(take("arm", &["--view", view])).unwrap(), plain, "{view}");
    }
}

#[cfg(feature = "gpu")]
#[test]
fn a_sheet_has_as_many_pictures_of_a_scene_as_were_asked_for() {
    if crate::drawing::renderer().is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sheet.png");
    let arguments = ["--clip", "Walk", "--frames", "5", "--columns", "3", "--size", "60x60", "--json"];
    let root = path("");
    let fixed = ["show", &root, "three", "--sheet", file.to_str().unwrap()];
    let json = revisit(fixed.into_iter().chain(arguments)).ok().json();
    assert_eq!((&json["width"], &json["height"]), (&json!(180), &json!(160)));
    // A plate in each of the first five, none in the sixth.
    let filled: Vec<bool> = cells(&file, 60, 80).into_iter().map(|count| count > 50).collect();
    assert_eq!(filled, [true, true, true, true, true, false]);
}

/// Red pixels per cell of a sheet, row by row.
#[cfg(feature = "gpu")]
fn cells(file: &Path, width: usize, height: usize) -> Vec<usize> {
    let decoder = png::Decoder::new(std::io::BufReader::new(std::fs::File::open(file).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let (all, columns) = (info.width as usize, info.width as usize / width);
    let mut counts = vec![0; columns * (info.height as usize / height)];
    for (at, pixel) in pixels[..info.buffer_size()].chunks_exact(4).enumerate() {
        if i32::from(pixel[0]) > 2 * i32::from(pixel[1]) + 40 {
            counts[at / all / height * columns + at % all / width] += 1;
        }
    }
    counts
}
