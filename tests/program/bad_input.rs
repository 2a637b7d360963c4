//! Everything a person can point the program at by mistake gets one clear line
//! and what to do next.

use crate::program::{copy_of_demo, demo, revisit};
use std::fs;
#[cfg(unix)]
use std::process::Command;

#[test]
fn a_path_that_is_not_there() {
    for verb in ["detect", "worlds", "load", "sim", "check"] {
        revisit([verb, "/no/such/folder"]).fails(2, &["/no/such/folder"]);
    }
}

#[test]
fn an_empty_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    revisit(["load", path]).fails(2, &["empty"]);
    revisit(["detect", path]).fails(2, &["empty"]);
}

#[test]
fn a_folder_of_something_else() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("letter.txt"), "Dear reader").unwrap();
    revisit(["load", folder.path().to_str().unwrap()])
        .fails(2, &["no game that Revisit knows", "MechWarrior 3"]);
}

#[test]
fn two_editions_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["one", "two"] {
        let chapter = folder.path().join(name).join("zbd").join("c1");
        fs::create_dir_all(&chapter).unwrap();
        fs::copy(format!("{}/zbd/c1/gamez.zbd", demo()), chapter.join("gamez.zbd")).unwrap();
    }
    revisit(["load", folder.path().to_str().unwrap()]).fails(2, &["one", "two"]);
}

#[test]
fn a_world_that_does_not_exist() {
    revisit(["load", demo(), "c9"]).fails(2, &["c9", "c1"]);
}

#[test]
fn a_missing_world_file() {
    let folder = copy_of_demo();
    fs::remove_file(folder.path().join("zbd/c1/gamez.zbd")).unwrap();
    revisit(["load", folder.path().to_str().unwrap(), "c1"]).fails(2, &["c1"]);
}

#[test]
fn a_missing_texture_package_is_survived_and_said() {
    let folder = copy_of_demo();
    for name in ["rtexture", "rtexture3", "rtexture2", "texture", "texture2", "texture1"] {
        fs::remove_file(folder.path().join(format!("zbd/c1/{name}.zbd"))).unwrap();
    }
    let path = folder.path().to_str().unwrap();
    let run = revisit(["load", path, "c1"]).ok();
    assert!(run.err.contains("zbd/c1/rtexture.zbd"), "{run:#?}");
    assert!(revisit(["detect", path]).ok().out.contains("checker"), "what is lost is said");
}

#[test]
fn a_damaged_world_says_where() {
    let folder = copy_of_demo();
    let file = folder.path().join("zbd/c1/gamez.zbd");
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    revisit(["load", folder.path().to_str().unwrap(), "c1"])
        .fails(2, &["zbd/c1/gamez.zbd", "at 0x", "expected", "found"]);
}

#[test]
fn the_wrong_case_is_no_mistake() {
    let folder = copy_of_demo();
    let zbd = folder.path().join("zbd");
    fs::rename(zbd.join("c1"), zbd.join("C1")).unwrap();
    fs::rename(zbd.join("C1/gamez.zbd"), zbd.join("C1/GameZ.ZBD")).unwrap();
    fs::rename(&zbd, folder.path().join("ZBD")).unwrap();
    let plain = revisit(["load", demo(), "c1", "--json"]).ok().json();
    let odd = revisit(["load", folder.path().to_str().unwrap(), "C1", "--json"]).ok().json();
    assert_eq!(plain["counts"], odd["counts"]);
}

#[test]
fn command_lines_that_make_no_sense() {
    for arguments in [
        &["fly"][..],
        &["load"],
        &["demo", "quake"],
        &["shot", "x", "--out", "y.png", "--size", "0x5"],
        &["demo", "zipper", "--scale", "0"],
        &["sim", "x", "--ticks", "-1"],
    ] {
        let run = revisit(arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {run:#?}");
        assert!(run.err.contains("error"), "{run:#?}");
    }
    revisit(["--help"]).ok();
    assert!(revisit(["--version"]).ok().out.contains("cache"));
    revisit::<&str>([]).fails(3, &["--help"]);
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_in_place_of_a_world_is_unreadable_and_not_missing() {
    let folder = copy_of_demo();
    let world = folder.path().join("zbd/c1");
    fs::remove_dir_all(&world).unwrap();
    std::os::unix::fs::symlink("c1", &world).unwrap();
    let path = folder.path().to_str().unwrap();
    for arguments in [&["load", path, "c1"][..], &["sim", path, "c1"], &["load", path]] {
        let run = revisit(arguments).fails(2, &["zbd/c1 cannot be read: Too many levels of symbolic links"]);
        assert!(!run.err.contains("is missing"), "{run:#?}");
    }
    let run = revisit(["check", path]);
    assert!(run.code == 1 && run.out.contains("zbd/c1: cannot be read"), "{run:#?}");
    let run = revisit(["detect", path]).ok();
    assert!(run.out.contains("MISSING world of c1 (zbd/c1 cannot be read"), "{run:#?}");
}

#[cfg(unix)]
#[test]
fn a_folder_without_permission_is_unreadable_and_not_missing() {
    use std::os::unix::fs::{PermissionsExt as _, chown};
    use std::os::unix::process::CommandExt as _;
    let folder = copy_of_demo();
    let allow = |path: &std::path::Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    let program = folder.path().join("revisit");
    fs::copy(env!("CARGO_BIN_EXE_revisit"), &program).unwrap();
    let world = folder.path().join("zbd/c1");
    // Whoever may read everything runs the program as somebody who may not.
    allow(&world, 0);
    let reads_all = fs::read_dir(&world).is_ok();
    const NOBODY: u32 = 65_534;
    if reads_all {
        allow(folder.path(), 0o755);
        chown(folder.path(), Some(NOBODY), Some(NOBODY)).unwrap();
    }
    let run = |verb: &str| {
        let mut command = Command::new(&program);
        command.args([verb, folder.path().to_str().unwrap()]).args((verb == "load").then_some("c1"));
        command.env("REVISIT_HOME", folder.path().join("home"));
        if reads_all {
            command.uid(NOBODY).gid(NOBODY);
        }
        let output = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (loaded, checked) = (run("load"), run("check"));
    allow(&world, 0o755);
    assert_eq!(loaded.0, Some(2), "{loaded:?}");
    assert!(loaded.2.contains("zbd/c1 cannot be read: Permission denied"), "{loaded:?}");
    assert!(!loaded.2.contains("is missing"), "{loaded:?}");
    assert_eq!(checked.0, Some(1), "{checked:?}");
    assert!(checked.1.contains("zbd/c1: cannot be read: Permission denied"), "{checked:?}");
}
