//! The valley in the layouts of all four games: each is that game's, whole and
//! clean, and they are one world.

use crate::program::{Four, four, revisit};

#[test]
fn each_is_detected_as_its_game_and_nothing_it_needs_is_missing() {
    for Four { title, path } in four() {
        let json = revisit(["detect", path, "--json"]).ok().json();
        assert_eq!(json["title"], title);
        let named = if title == "mechwarrior3" { "zipper" } else { title };
        assert_eq!(json["demo"]["name"], named);
        let run = revisit(["detect", path]).ok();
        assert!(!run.out.contains("MISSING"), "{run:#?}");
        // Compiled animations are what a demo cannot have.
        let missing: Vec<&str> = run.out.lines().filter(|line| line.contains("missing")).collect();
        assert!(missing.iter().all(|line| line.contains("anim.zbd")), "{title}: {missing:?}");
    }
}

#[test]
fn every_file_is_clean_and_comes_back_byte_for_byte() {
    for Four { title, path } in four() {
        let json = revisit(["check", path, "--roundtrip", "--json"]).ok().json();
        let files = json["files"].as_array().unwrap();
        let known: Vec<_> = files.iter().filter(|file| !file["kind"].is_null()).collect();
        for file in &known {
            // What is not written back: videos, what the demo is, the layout of text.
            let read_alone =
                ["avi", "revisit.demo", "zbd.reader.text"].iter().any(|kind| file["kind"] == *kind);
            assert_eq!(file["identical"].as_bool(), (!read_alone).then_some(true), "{title}: {file}");
        }
        assert_eq!(known.len(), files.len(), "{title}: {files:#?}");
        assert!(known.len() >= 10, "{title}: {files:#?}");
        assert!(known.iter().any(|file| file["kind"] == "zbd.messages"), "{title}: {files:#?}");
        let found = json["items"].as_array().unwrap();
        let grave: Vec<_> = found.iter().filter(|finding| finding["severity"] != "note").collect();
        assert!(grave.is_empty(), "{title}: {grave:#?}");
    }
}

#[test]
fn they_are_one_world_as_far_as_their_formats_can_say_the_same() {
    let counts = four().each_ref().map(|Four { path, .. }| {
        let json = revisit(["load", path, "--json", "--deny", "note"]).ok().json();
        ["nodes", "occurrences", "triangles", "models", "lights"]
            .map(|name| json["counts"][name].as_u64().unwrap())
    });
    let [mut mechs, mut pirates, recoil, skies] = counts;
    assert_eq!(pirates[2..4], mechs[2..4], "{counts:?}");
    // Two of the games have machines, and one of them walks about: its nodes are behind all others.
    let scene = crate::drawing::scene(four()[0].path);
    let first = scene.machines[0].root.index();
    let parts = &scene.nodes[first..];
    let models: Vec<&world::Model> =
        parts.iter().filter_map(|part| scene.models.get(part.model?.index())).collect();
    let triangles: usize = models.iter().map(|model| model.triangles()).sum();
    let own = [parts.len(), parts.len(), triangles, models.len(), 0].map(|count| count as u64);
    for (count, own) in mechs.iter_mut().chain(&mut pirates).zip(own.iter().cycle()) {
        *count -= own;
    }
    for [nodes, occurrences, triangles, models, lights] in [pirates, recoil, skies] {
        // MechWarrior 3 has a second display, Crimson Skies another window and
        // another camera.
        assert!(nodes.abs_diff(mechs[0]) <= 1, "{counts:?}");
        assert_eq!(occurrences, mechs[1], "{counts:?}");
        assert_eq!(lights, mechs[4], "{counts:?}");
        // Nodes of Crimson Skies have no size of their own: trees of each size
        // are models.
        assert!(models >= mechs[3] && triangles >= mechs[2], "{counts:?}");
    }
    for other in [pirates, recoil] {
        assert_eq!(other[2..4], mechs[2..4], "{counts:?}");
    }
}

#[test]
fn each_has_the_kinds_of_files_its_game_has() {
    let common = ["zbd/interp.zbd", "zbd/rimage.zbd", "zbd/soundsh.zbd", "zbd/soundsl.zbd"];
    for Four { title, path } in four() {
        let own: &[&str] = match title {
            "recoil" => {
                &["messages.dll", "zbd/zrdr.zbd", "zbd/m1/zrdr.zbd", "zbd/m1/m1.zmap", "zbd/m1/texture.zbd"]
            }
            "crimson-skies" => {
                &["strings.dll", "zbd/zrdr.zbd", "zbd/planes.zbd", "zbd/c1/zrdr.zbd", "zbd/c1/m01/zrdr.zbd"]
            }
            _ => &[
                "mech3msg.dll",
                "zbd/reader.zbd",
                "zbd/mechlib.zbd",
                "zbd/motion.zbd",
                "zbd/rmechtex.zbd",
                "zbd/c1/reader.zbd",
                "zbd/c1/readerm1.zbd",
                "zbd/rmechtex16.zbd",
                "zbd/rmechtexs.zbd",
                "zbd/c1/rtexture2.zbd",
                "zbd/c1/rtexture3.zbd",
                "zbd/c1/texture.zbd",
                "zbd/c1/texture1.zbd",
                "zbd/c1/texture2.zbd",
            ],
        };
        let beside: &[&str] = match title {
            "mechwarrior3" => &["defaultctlconfig.zrd", "kestrel.mw3", "zbd/chime.wav", "video/intro.avi"],
            "pirates-moon" => &["video/intro.avi"],
            _ => &[],
        };
        let json = revisit(["check", path, "--json"]).ok().json();
        let files = json["files"].as_array().unwrap();
        let names: Vec<String> =
            files.iter().map(|file| file["file"].as_str().unwrap().to_ascii_lowercase()).collect();
        for wanted in common.iter().chain(own).chain(beside) {
            assert!(names.iter().any(|name| name == wanted), "{title} has no {wanted}: {names:?}");
        }
    }
}

#[cfg(feature = "gpu")]
mod pictures {
    use super::{Four, four};
    use crate::drawing::{Stage, at_place, renderer};
    use render::{Renderer, Size};
    use titles::install::Install;
    use world::{Camera, Fog, Image, NodeFlags, Scene};

    const SIZE: Size = Size { width: 320, height: 240 };
    const VIEWS: [&str; 5] = ["start", "gate", "street", "fuel", "river_bank"];
    /// Part of the pixels that may be land in one and sky in the other.
    const MOST_COVERED: f64 = 0.01;
    /// How far colours may be apart in the mean, of 255.
    const MOST_APART: f64 = 2.0;

    fn scene(path: &str) -> Scene {
        let install = Install::open(path.as_ref(), &[]).unwrap();
        let request = install.request(None).unwrap();
        load::load(&install.vfs, &request, &mut load::Quiet).unwrap().scene
    }

    /// Everything but the sky in black.
    fn blackened(mut scene: Scene) -> Scene {
        for node in &mut scene.nodes {
            if node.flags.contains(NodeFlags::FOLLOWS_CAMERA) {
                node.flags = node.flags.difference(NodeFlags::ACTIVE);
            }
        }
        for model in &mut scene.models {
            for vertex in &mut model.vertices {
                vertex.color = Default::default();
            }
            model.lights.clear();
        }
        for material in &mut scene.materials {
            material.color = [0.0; 3];
        }
        for texture in &mut scene.textures {
            for pixel in texture.levels.iter_mut().flat_map(|level| level.rgba.chunks_exact_mut(4)) {
                pixel[..3].fill(0);
            }
        }
        scene
    }

    fn views(renderer: &Renderer, scene: &Scene, fog: Fog, cameras: &[Camera]) -> Vec<Image> {
        let mut stage = Stage::new(renderer, scene);
        stage.state.fog = fog;
        cameras.iter().map(|camera| stage.look(renderer, *camera, SIZE)).collect()
    }

    /// Pixels of one picture that are dark where the other's are not.
    fn differing(a: &Image, b: &Image) -> f64 {
        let dark =
            |image: &Image| -> Vec<bool> { image.rgba.chunks_exact(4).map(|pixel| pixel[1] < 128).collect() };
        let (a, b) = (dark(a), dark(b));
        let covered = a.iter().filter(|dark| **dark).count() as f64 / a.len() as f64;
        assert!((0.1..0.99).contains(&covered), "no silhouette: {covered}");
        a.iter().zip(&b).filter(|(a, b)| a != b).count() as f64 / a.len() as f64
    }

    fn apart(a: &Image, b: &Image) -> f64 {
        let sum: u64 = a.rgba.iter().zip(&b.rgba).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
        sum as f64 / (a.rgba.len() / 4 * 3) as f64
    }

    #[test]
    fn five_views_agree_in_silhouette_and_where_colours_are_stored_in_colour() {
        let Some(renderer) = renderer() else { return };
        let [mechs, others @ ..] = four();
        let base = scene(mechs.path);
        let fog = base.fog;
        let cameras = VIEWS.map(|view| at_place(mechs.path, &base, view));
        // Air that hides nothing, before a white sky.
        let clear = Fog { on: true, color: [1.0; 3], near: 1e6, far: 2e6, ..fog };
        let lit = views(&renderer, &base, fog, &cameras);
        let black = views(&renderer, &blackened(base), clear, &cameras);
        for Four { title, path } in others {
            let other = scene(path);
            let other_lit = views(&renderer, &other, fog, &cameras);
            let other_black = views(&renderer, &blackened(other), clear, &cameras);
            for (index, view) in VIEWS.iter().enumerate() {
                let covered = differing(&black[index], &other_black[index]);
                let far = apart(&lit[index], &other_lit[index]);
                println!("{title} {view}: coverage {:.3} %, colour {far:.2} of 255", covered * 100.0);
                assert!(covered <= MOST_COVERED, "{title} {view}: {covered}");
                // Recoil has light in the shades of its textures instead.
                let most = if title == "recoil" { 10.0 } else { MOST_APART };
                assert!(far <= most, "{title} {view}: {far}");
            }
        }
    }
}
