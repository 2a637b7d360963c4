//! Small zip files that ask for much: memory stays small, and one line says what was left out.

use crate::measured::measured;
use crate::program::{Run, demo};
use std::io::{Cursor, Write as _};
use std::path::Path;
use tempfile::TempDir;
use zip::CompressionMethod;
use zip::write::SimpleFileOptions;

const MIB: u64 = 1 << 20;

/// A zip file that is a game, but for what else is in it.
fn game(more: impl FnOnce(&mut zip::ZipWriter<Cursor<Vec<u8>>>)) -> (TempDir, String, usize) {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let world = std::fs::read(Path::new(demo()).join("zbd/c1/gamez.zbd")).unwrap();
    zip.start_file("zbd/c1/gamez.zbd", packed()).unwrap();
    zip.write_all(&world).unwrap();
    more(&mut zip);
    let bytes = zip.finish().unwrap().into_inner();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bomb.zip");
    std::fs::write(&path, &bytes).unwrap();
    let path = path.display().to_string();
    (folder, path, bytes.len())
}

fn packed() -> SimpleFileOptions {
    SimpleFileOptions::default().compression_method(CompressionMethod::Deflated)
}

/// A member of zeros.
fn zeros(zip: &mut zip::ZipWriter<Cursor<Vec<u8>>>, name: &str, size: u64) {
    zip.start_file(name, packed()).unwrap();
    let block = vec![0; MIB as usize];
    (0..size / MIB).for_each(|_| zip.write_all(&block).unwrap());
}

/// Runs `check` on such a file, which must take less than so much more memory than on one without.
fn check(what: &str, path: &str, size: usize, most: u64) -> Run {
    let (_plain, plain, plain_size) = game(|_| ());
    let (_, usual) = measured(&["check", &plain]);
    let (run, peak) = measured(&["check", path]);
    let more = (size - plain_size) >> 10;
    println!("{what}, {more} KiB of zip: {} MiB at most, {} MiB without", peak / MIB, usual / MIB);
    assert!(peak < usual + most, "{what}: {peak} bytes, {usual} without: {run:#?}");
    assert!((0..=2).contains(&run.code), "{run:#?}");
    run
}

#[test]
fn a_name_of_many_folders() {
    let deep = vec!["a"; 32_000].join("/");
    let (_folder, path, size) = game(|zip| {
        zip.start_file(deep.as_str(), packed()).unwrap();
        zip.start_file(format!("b/{deep}"), packed()).unwrap();
    });
    let run = check("names of 32 000 folders", &path, size, 32 * MIB);
    assert!(
        run.out.contains("bomb.zip/a/a/a") && run.out.contains("a name of 63999 bytes, more than 4096"),
        "{run:#?}"
    );
}

#[test]
fn more_members_than_any_game_has() {
    let (_folder, path, size) = game(|zip| {
        let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        (0..300_000).for_each(|index| zip.start_file(format!("m/{index}"), stored).unwrap());
    });
    let run = check("300 000 members", &path, size, 320 * MIB);
    assert!(run.out.contains("bomb.zip") && run.out.contains("at most 262144 members"), "{run:#?}");
}

#[test]
fn a_table_of_contents_that_is_longer_than_any() {
    let (_folder, path, size) = game(|zip| {
        let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        let long = "n".repeat(60_000);
        (0..700).for_each(|index| zip.start_file(format!("{index}{long}"), stored).unwrap());
    });
    let run = check("a table of 40 MiB", &path, size, 96 * MIB);
    run.fails(2, &["bomb.zip", "a table of contents that is too long"]);
}

#[test]
fn a_member_that_unpacks_to_far_more_than_it_is() {
    let (_folder, path, size) = game(|zip| zeros(zip, "zbd/rimage.zbd", 512 * MIB));
    let run = check("512 MiB of zeros", &path, size, 32 * MIB);
    assert_eq!(run.code, 1, "{run:#?}");
    let line = run.out.lines().find(|line| line.contains("zbd/rimage.zbd:")).unwrap();
    assert!(line.contains("bomb.zip/zbd/rimage.zbd") && line.contains("536870912 bytes out of"), "{line}");
}

#[test]
fn many_members_that_unpack_to_much_together() {
    let (_folder, path, size) = game(|zip| {
        (0..40).for_each(|index| zeros(zip, &format!("zbd/c1/texture{index}.zbd"), 15 * MIB));
    });
    let run = check("40 members of 15 MiB of zeros", &path, size, 96 * MIB);
    assert_eq!(run.code, 1, "{run:#?}");
    assert!(run.out.contains("bomb.zip/zbd/c1/texture") && run.out.contains("vfs.budget"), "{run:#?}");
}

#[test]
fn the_start_of_a_member_costs_no_more_than_the_start() {
    // Within the budget, and larger than what detection may take.
    let (_folder, path, size) = game(|zip| {
        zip.start_file("zbd/c1/anim.zbd", packed()).unwrap();
        let mut noise = 1_u32;
        for _ in 0..60 {
            let block: Vec<u8> = (0..MIB)
                .map(|_| {
                    noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (noise >> 28) as u8
                })
                .collect();
            zip.write_all(&block).unwrap();
        }
    });
    let (_plain, plain, _) = game(|_| ());
    let [(_, usual), (run, peak)] = [&plain, &path].map(|path| measured(&["detect", path]));
    let (size, peak_mib, usual_mib) = (size >> 10, peak / MIB, usual / MIB);
    println!(
        "detect of a member of 60 MiB, {size} KiB of zip: {peak_mib} MiB at most, {usual_mib} MiB without"
    );
    assert_eq!(run.code, 0, "{run:#?}");
    assert!(peak < usual + 16 * MIB, "{peak} bytes, {usual} without");
}
