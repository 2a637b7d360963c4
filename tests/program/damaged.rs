//! Files that are empty, overwritten with zeros or cut in half: `check` never calls one of them a file
//! of another kind.

use crate::program::{copy_of, courtyard, demo, four, island, revisit};
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use zbd::anim::{self, Anim};
use zbd::gamez::Version;

/// How a file is damaged.
#[derive(Clone, Copy, Debug)]
enum Damage {
    Empty,
    Zeroed,
    Halved,
}

const ALL: [Damage; 3] = [Damage::Empty, Damage::Zeroed, Damage::Halved];

impl Damage {
    fn of(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Damage::Empty => Vec::new(),
            Damage::Zeroed => vec![0; bytes.len()],
            Damage::Halved => bytes[..bytes.len() / 2].to_vec(),
        }
    }
}

/// Every file of a folder, by its address.
fn files(root: &Path) -> Vec<String> {
    let mut files = Vec::new();
    let mut open = vec![root.to_path_buf()];
    while let Some(next) = open.pop() {
        if next.is_dir() {
            open.extend(fs::read_dir(&next).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            files.push(next.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/"));
        }
    }
    files.sort();
    files
}

/// Installs of all demos.
fn demos() -> Vec<&'static str> {
    let mut all = vec![demo(), island(), courtyard()];
    all.extend(four().map(|four| four.path));
    all
}

/// Does something with each item on a few threads.
fn each<T: Send>(items: Vec<T>, act: impl Fn(T) + Sync) {
    let items = Mutex::new(items.into_iter());
    let next = || items.lock().unwrap().next();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(item) = next() {
                    act(item);
                }
            });
        }
    });
}

#[test]
fn every_damaged_file_is_named_in_its_folder_and_alone() {
    let count = AtomicUsize::new(0);
    // One damaged file in a folder at a time: the others say which game it is. Alone every file has every
    // damage; in its folder, which is read whole each time, one of them, and another in the next demo.
    each(demos().into_iter().enumerate().collect(), |(turn, install)| {
        let folder = copy_of(install);
        let files = files(folder.path());
        assert!(files.len() > 1, "{files:?}");
        for (index, file) in files.into_iter().enumerate() {
            let path = folder.path().join(&file);
            let whole = fs::read(&path).unwrap();
            for damage in ALL {
                fs::write(&path, damage.of(&whole)).unwrap();
                let alone = revisit(["check", path.to_str().unwrap()]);
                assert_eq!(alone.code, 1, "{damage:?} {file}: {alone:#?}");
                assert!(alone.out.contains(&file), "{damage:?} {file}: {alone:#?}");
            }
            let damage = ALL[(index + turn) % ALL.len()];
            fs::write(&path, damage.of(&whole)).unwrap();
            let run = revisit(["check", folder.path().to_str().unwrap(), "--json"]);
            fs::write(&path, whole).unwrap();
            assert_eq!(run.code, 1, "{damage:?} {file}: {run:#?}");
            let json = run.json();
            let mut items = json["items"].as_array().unwrap().iter();
            let named = items.any(|item| item["severity"] == "error" && item["file"] == file.as_str());
            assert!(named, "{damage:?} {file}: {json:#}");
            count.fetch_add(1, Ordering::Relaxed);
        }
    });
    println!("{} damaged files", count.into_inner());
}

#[test]
fn a_damaged_world_is_called_a_damaged_world() {
    let folder = copy_of(demo());
    let file = folder.path().join("zbd/c1/gamez.zbd");
    let whole = fs::read(&file).unwrap();
    for damage in ALL {
        fs::write(&file, damage.of(&whole)).unwrap();
        let path = file.to_str().unwrap();
        let run = revisit(["check", path]);
        assert!(
            run.code == 1 && !run.out.contains("other kind") && !run.out.contains("not of a kind"),
            "{run:#?}"
        );
        let run = revisit(["inspect", path]);
        assert_eq!(run.code, 2, "{run:#?}");
        assert!(run.err.contains("zbd/c1/gamez.zbd") && !run.err.contains("known kind"), "{run:#?}");
    }
}

#[test]
fn a_file_that_is_another_one_is_an_error_whatever_it_is() {
    let folder = copy_of(demo());
    let path = folder.path().to_str().unwrap();
    // A whole texture package where the world should be, and the description of animations as text.
    fs::copy(format!("{path}/zbd/c1/rtexture.zbd"), format!("{path}/zbd/c1/gamez.zbd")).unwrap();
    fs::write(format!("{path}/zbd/c1/anim.zbd"), "dear reader").unwrap();
    fs::write(format!("{path}/zbd/c1/more.zbd"), "dear reader").unwrap();
    let run = revisit(["check", path]);
    assert_eq!(run.code, 1, "{run:#?}");
    for file in ["zbd/c1/gamez.zbd", "zbd/c1/anim.zbd", "zbd/c1/more.zbd"] {
        assert!(run.out.contains(file), "{file}: {run:#?}");
    }
    // Animations that only start as they should are damaged; whole ones are left alone.
    fs::write(format!("{path}/zbd/c1/anim.zbd"), [0x16, 6, 0x17, 8, 39, 0, 0, 0]).unwrap();
    let run = revisit(["check", path]);
    assert!(run.out.contains("zbd/c1/anim.zbd") && run.out.contains("zbd.anim.truncated"), "{run:#?}");
    let none = Anim::new(Version::MechWarrior3);
    fs::write(format!("{path}/zbd/c1/anim.zbd"), anim::write(&none).unwrap()).unwrap();
    assert!(!revisit(["check", path]).out.contains("anim.zbd"));
}
