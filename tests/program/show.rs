//! `show`: models of an install on a turntable.

use crate::program::{demo, revisit, shared};
use crate::walker::install;
#[cfg(feature = "gpu")]
use std::path::Path;

#[test]
fn models_are_listed_file_by_file() {
    let json = revisit(["show", install(), "--json"]).ok().json();
    let items = json["items"].as_array().unwrap();
    assert_eq!(items[0], serde_json::json!({ "source": "mechlib", "name": "mech_walker" }));
    let of_world = items.iter().filter(|item| item["source"] == "c1").count();
    assert_eq!(of_world + 1, items.len(), "the far model is a level of the first");
    assert!(of_world > 5, "{items:#?}");
    let text = revisit(["show", demo()]).ok().out;
    assert_eq!(text.lines().count(), of_world, "{text}");
}

#[test]
fn a_model_says_what_it_is_and_what_it_can_do() {
    for name in ["walker", "MECH_WALKER", "mechlib/mech_walker.flt"] {
        let json = revisit(["show", install(), name, "--json"]).ok().json();
        assert_eq!((&json["source"], &json["model"]), (&"mechlib".into(), &"mech_walker".into()));
        assert_eq!((&json["triangles"], &json["levels"]), (&4.into(), &2.into()));
        assert_eq!(json["clips"], serde_json::json!([{ "name": "walk", "seconds": 2.0, "parts": 1 }]));
    }
    let far = revisit(["show", install(), "walker", "--lod", "1", "--json"]).ok().json();
    assert_eq!(far["triangles"], 2);

    revisit(["show", install(), "walkre"]).fails(2, &["walkre", "mech_walker"]);
    revisit(["show", install(), "nothing like it"]).fails(2, &["revisit show"]);
    revisit(["show", install(), "walker", "--clip", "swim"]).fails(2, &["swim", "walk"]);
    revisit(["show", install(), "walker", "--sheet", "s.png"]).fails(2, &["--clip"]);
    // The wrong source, and what is like anything.
    revisit(["show", install(), "c1/mech_walker"]).fails(2, &["`c1/mech_walker`", "`mechlib/mech_walker`?"]);
    let far = revisit(["show", demo(), "nosuch"]).fails(2, &["no model `nosuch`", "revisit show"]);
    assert!(!far.err.contains("did you mean"), "{far:#?}");
    // No window where there is no display, and what to do instead.
    #[cfg(feature = "window")]
    revisit(["show", install(), "walker"]).fails(3, &["no display", "--out"]);
}

#[test]
fn what_a_model_does_not_have_is_refused_with_what_it_has() {
    let show = |more: &[&str]| revisit(["show", install(), "walker"].iter().chain(more));
    show(&["--lod", "9"]).fails(2, &["--lod 9", "mech_walker", "0 to 1"]);
    show(&["--clip", "walk", "--at", "99"]).fails(2, &["--at 99", "walk", "lasts 2 seconds"]);
    show(&["--pitch", "200"]).fails(2, &["200", "-90 to 90"]);
    show(&["--out", "a.jpg"]).fails(2, &["a.jpg", ".png"]);
    show(&["--clip", "walk", "--sheet", "a.jpg"]).fails(2, &["a.jpg", ".png"]);
    for allowed in [["--lod", "1"], ["--pitch", "-90"]] {
        assert_eq!(show(&[&allowed[..], &["--json"]].concat()).ok().json()["model"], "mech_walker");
    }
    show(&["--clip", "walk", "--at", "2", "--json"]).ok();
    let glb = shared().path().join("level.glb");
    let glb = ["--out", glb.to_str().unwrap()];
    let export = ["export", install(), "--model", "walker", "--lod", "2"];
    revisit(export.iter().chain(&glb)).fails(2, &["--lod 2", "0 to 1"]);
}

/// How many pixels are red, and how far right they are on the whole, 0..=1.
#[cfg(feature = "gpu")]
pub fn red(file: &Path) -> (usize, f32) {
    let decoder = png::Decoder::new(std::io::BufReader::new(std::fs::File::open(file).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let (mut count, mut sum) = (0, 0.0);
    for (at, pixel) in pixels[..info.buffer_size()].chunks_exact(4).enumerate() {
        if i32::from(pixel[0]) > 2 * i32::from(pixel[1]) + 40 {
            count += 1;
            sum += (at as u32 % info.width) as f32 / info.width as f32;
        }
    }
    (count, sum / count.max(1) as f32)
}

#[cfg(feature = "gpu")]
#[test]
fn pictures_show_the_front_and_the_clip() {
    if crate::drawing::renderer().is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let take = |name: &str, arguments: &[&str]| {
        let file = folder.path().join(name);
        let fixed = ["show", install(), "walker", "--size", "200x150", "--pitch", "0", "--out"];
        let fixed = fixed.into_iter().chain([file.to_str().unwrap()]);
        revisit(fixed.chain(arguments.iter().copied())).ok();
        file
    };
    let front = red(&take("front.png", &["--yaw", "0"]));
    assert!(front.0 > 500 && (front.1 - 0.5).abs() < 0.02, "{front:?}");
    assert_eq!(red(&take("back.png", &["--yaw", "180"])).0, 0, "one-sided plates from behind");
    // A quarter to the left, half of it is left to see.
    let turned = red(&take("turned.png", &["--yaw", "60"]));
    assert!(turned.0 < front.0 * 3 / 4 && turned.0 > front.0 / 4, "{turned:?} {front:?}");

    // It walks along its own +x, which is on the left of someone it faces.
    let start = red(&take("start.png", &["--yaw", "0", "--clip", "walk"]));
    let middle = red(&take("middle.png", &["--yaw", "0", "--clip", "walk", "--at", "1"]));
    let between = red(&take("between.png", &["--yaw", "0", "--clip", "Walk", "--at", "0.5"]));
    assert!(start.1 > 0.55 && middle.1 < 0.45, "{start:?} {middle:?}");
    assert!((between.1 - 0.5).abs() < 0.02, "{between:?}");
    // The camera leaves room for the whole clip, at any time in it.
    assert!(start.0.abs_diff(middle.0) < 60 && start.0 < front.0, "{start:?} {middle:?} {front:?}");

    let plain = std::fs::read(folder.path().join("front.png")).unwrap();
    for view in ["wireframe", "bounds", "joints"] {
        let file = take("view.png", &["--yaw", "0", "--view", view]);
        assert_ne!(std::fs::read(file).unwrap(), plain, "{view}");
    }
    let again = std::fs::read(take("again.png", &["--yaw", "0"])).unwrap();
    assert_eq!(again, plain);
}

#[cfg(feature = "gpu")]
#[test]
fn a_sheet_shows_a_clip_from_start_to_end() {
    if crate::drawing::renderer().is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sheet.png");
    let arguments = ["--clip", "walk", "--frames", "4", "--columns", "2", "--size", "60x60", "--json"];
    let fixed = ["show", install(), "walker", "--sheet", file.to_str().unwrap()];
    let json = revisit(fixed.into_iter().chain(arguments)).ok().json();
    assert_eq!((&json["width"], &json["height"]), (&120.into(), &160.into()));
    assert!(red(&file).0 > 100);
    let large = ["--clip", "walk", "--frames", "256", "--columns", "1", "--size", "100x100"];
    revisit(fixed.into_iter().chain(large)).fails(2, &["too large"]);
}
