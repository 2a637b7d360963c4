//! `--mod` and `vfs`: the last layer wins.

use crate::program::{demo, revisit};
use std::fs;

#[test]
fn a_mod_file_wins_and_the_program_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let over = folder.path().join("snow");
    fs::create_dir_all(over.join("ZBD/C1")).unwrap();
    // The smaller set of textures in place of the best.
    fs::copy(format!("{}/zbd/c1/rtexture2.zbd", demo()), over.join("ZBD/C1/RTEXTURE.ZBD")).unwrap();
    let over = over.to_str().unwrap();

    let plain = revisit(["load", demo(), "c1", "--json"]).ok().json();
    let modded = revisit(["load", demo(), "c1", "--mod", over, "--json"]).ok().json();
    assert!(modded["texture_bytes"].as_u64().unwrap() < plain["texture_bytes"].as_u64().unwrap());

    let which = revisit(["vfs", "which", demo(), "zbd/c1/rtexture.zbd", "--mod", over, "--json"]).ok().json();
    assert!(which["winner"]["path"].as_str().unwrap().contains("snow"), "{which}");
    assert_eq!(which["hidden"].as_array().unwrap().len(), 1, "{which}");
    let list = revisit(["vfs", "ls", demo(), "zbd/c1", "--mod", over, "--json"]).ok().json();
    let names: Vec<&str> =
        list["items"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert!(names.iter().any(|name| name.eq_ignore_ascii_case("gamez.zbd")), "{names:?}");
    revisit(["load", demo(), "c1", "--mod", "/no/such/mod"]).fails(2, &["/no/such/mod"]);
}
