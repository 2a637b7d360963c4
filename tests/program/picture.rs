//! `shot`: a picture of the demo.

use crate::program::{demo, revisit, shared};

#[test]
fn the_demo_has_a_picture() {
    let path = shared().path().join("start.png");
    let run = revisit(["shot", demo(), "c1", "--out", path.to_str().unwrap(), "--size", "320x240"]);
    if run.code == 3 && std::env::var_os("REVISIT_REQUIRE_ADAPTER").is_none() {
        println!("skipped: no graphics adapter; install mesa-vulkan-drivers");
        return;
    }
    run.ok();
    let decoder = png::Decoder::new(std::io::BufReader::new(std::fs::File::open(&path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height), (320, 240));
    // Not one flat colour, and not the colour of missing things.
    let mut colors: Vec<[u8; 3]> =
        pixels.chunks_exact(4).map(|p| [p[0] >> 4, p[1] >> 4, p[2] >> 4]).collect();
    colors.sort_unstable();
    colors.dedup();
    assert!(colors.len() > 40, "only {} colours", colors.len());
    assert!(!pixels.chunks_exact(4).any(|p| p[..3] == [255, 0, 255]), "something is missing in the picture");
    revisit(["shot", demo(), "c1", "--out", "/no/such/folder/x.png"]).fails(2, &["/no/such/folder"]);
    revisit(["shot", demo(), "c1", "--out", "a.jpg"]).fails(2, &["a.jpg", ".png"]);
    assert!(!std::path::Path::new("a.jpg").exists());
}

#[test]
fn every_view_of_the_demo_differs_from_the_plain_picture() {
    if std::env::var_os("REVISIT_REQUIRE_ADAPTER").is_none() {
        println!("skipped: pictures are compared where an adapter is required");
        return;
    }
    let pixels = |view: Option<&str>| {
        let path = shared().path().join(format!("view-{}.png", view.unwrap_or("plain")));
        let mut arguments = vec!["shot", demo(), "--size", "160x120", "--out", path.to_str().unwrap()];
        arguments.extend(view.into_iter().flat_map(|view| ["--view", view]));
        revisit(arguments).ok();
        let file = std::io::BufReader::new(std::fs::File::open(&path).unwrap());
        let mut reader = png::Decoder::new(file).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        pixels
    };
    let mut seen = vec![pixels(None)];
    for view in ["wireframe", "bounds", "cells", "zones", "lod", "overdraw"] {
        let picture = pixels(Some(view));
        assert!(!seen.contains(&picture), "{view} looks like another");
        seen.push(picture);
    }
}
