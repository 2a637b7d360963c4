//! Folders that look like installs, made for each test, and what is asked of a detection.

use binary::Finding;
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use titles::{Detection, detect};

pub fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

pub fn put(root: &Path, address: &str, content: &[u8]) {
    let path = root.join(address);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

pub fn gamez(version: u32) -> Vec<u8> {
    words(&[0x0297_1222, version, 0, 0, 0, 0, 0, 0, 0, 0])
}

/// A complete MechWarrior 3 install of two chapters.
pub fn mechwarrior3(root: &Path) {
    for name in ["interp", "reader", "mechlib", "motion", "rimage", "soundsH", "rmechtex"] {
        put(root, &format!("zbd/{name}.zbd"), b"x");
    }
    put(root, "Mech3.exe", b"MZ");
    put(root, "Mech3Msg.dll", b"MZ");
    for world in ["c1", "c4", "c4b"] {
        put(root, &format!("zbd/{world}/gamez.zbd"), &gamez(27));
        put(root, &format!("zbd/{world}/anim.zbd"), &words(&[0x0817_0616, 39]));
        put(root, &format!("zbd/{world}/reader.zbd"), b"x");
        put(root, &format!("zbd/{world}/rtexture.zbd"), b"x");
    }
    for mission in
        ["c1/readerm1", "c1/readerm2", "c1/readerm10", "c1/readerMP1", "c1/readeria1", "c4b/readerm5"]
    {
        put(root, &format!("zbd/{mission}.zbd"), b"x");
    }
    put(root, "zbd/c1/readme.zbd", b"no mission");
}

pub fn recoil(root: &Path) {
    for name in ["interp.zbd", "zrdr.zbd", "m1/zrdr.zbd", "m1/anim.zbd", "m1/texture.zbd", "m10/texture.zbd"]
    {
        put(root, &format!("zbd/{name}"), b"x");
    }
    put(root, "Recoil.exe", b"MZ");
    put(root, "zbd/m1/gamez.zbd", &gamez(15));
    put(root, "zbd/m10/gamez.zbd", &gamez(15));
    put(root, "zbd/maps/m1.zmap", &words(&[5]));
}

pub fn crimson_skies(root: &Path) {
    for name in
        ["interp.zbd", "zrdr.zbd", "C1/texture.zbd", "C1/cam_anim.zbd", "C1/M01/zrdr.zbd", "C1/MP1/zrdr.zbd"]
    {
        put(root, &format!("ZBD/{name}"), b"x");
    }
    put(root, "ZBD/C1/M01/mis_anim.zbd", b"x");
    put(root, "ZBD/C1/gamez.zbd", &gamez(42));
    put(root, "ZBD/planes.zbd", &gamez(42));
}

pub fn folder(build: impl Fn(&Path)) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path());
    folder
}

pub fn refused(path: &Path) -> Finding {
    *detect(path).unwrap_err()
}

pub fn id(detection: &Detection) -> &str {
    detection.title.map_or("", |title| &title.id)
}

pub fn same_folder(a: &Path, b: &Path) -> bool {
    fs::canonicalize(a).unwrap() == fs::canonicalize(b).unwrap()
}

pub fn missing(detection: &Detection) -> Vec<String> {
    let title = detection.known().unwrap();
    detection.missing.iter().map(|missing| missing.finding(title).to_string()).collect()
}
