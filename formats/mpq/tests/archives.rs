//! Archives: made and read again in all ways, typed byte by byte, damaged.

use harness::hex;
use mpq::{Archive, LARGEST, NewFile, write};

/// Bytes that pack, and bytes that do not.
fn content(seed: u32, count: usize) -> Vec<u8> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    (0..count).map(|at| if at % 5000 < 3000 { b'a' + (at % 7) as u8 } else { next() }).collect()
}

fn files() -> Vec<NewFile> {
    let mut files = vec![
        NewFile::new("Creature\\Wolf\\Wolf.m2", content(1, 20_000)),
        NewFile::new("empty.txt", Vec::new()),
        NewFile::new("one.txt", b"x".to_vec()),
        NewFile::new("exact.bin", content(2, 8192)),
    ];
    for (number, (hidden, one_piece, packed)) in [
        (true, false, true),
        (true, true, true),
        (true, true, false),
        (true, false, false),
        (false, true, true),
        (false, true, false),
        (false, false, false),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("Ways\\{number}.bin");
        files.push(NewFile {
            hidden,
            one_piece,
            packed,
            ..NewFile::new(&name, content(number as u32 + 7, 9001))
        });
    }
    files
}

fn open(bytes: &[u8]) -> Archive {
    Archive::open(bytes).unwrap().0
}

#[test]
fn whatever_way_a_file_is_kept_it_comes_back() {
    let files = files();
    let bytes = write(&files).unwrap();
    let archive = open(&bytes);
    assert_eq!(archive.files().len(), files.len());
    assert_eq!(archive.unnamed(), 0);
    for (file, new) in archive.files().iter().zip(&files) {
        assert_eq!((&file.name, file.size), (&new.name, new.content.len() as u64));
        assert_eq!(archive.read(&bytes[..], file, usize::MAX).unwrap(), new.content, "{}", new.name);
        for count in [0, 1, 4096, 4097, 9000] {
            let start = archive.read(&bytes[..], file, count).unwrap();
            assert_eq!(start, new.content[..count.min(new.content.len())], "{} {count}", new.name);
        }
    }
    assert!(bytes.len() < files.iter().map(|file| file.content.len()).sum(), "it is packed");
}

#[test]
fn names_are_found_whatever_their_case_and_slashes_and_unlisted_ones_too() {
    let mut all = files();
    all[0].listed = false;
    let bytes = write(&all).unwrap();
    let (mut archive, findings) = Archive::open(&bytes[..]).unwrap();
    assert!(findings.is_empty());
    assert_eq!((archive.files().len(), archive.unnamed()), (all.len() - 1, 1));
    assert_eq!(archive.unnamed_note().unwrap().code, "mpq.unnamed");
    let wolf = archive.find("CREATURE/wolf/wolf.M2").unwrap();
    assert_eq!(archive.read(&bytes[..], &wolf, usize::MAX).unwrap(), all[0].content);
    assert!(archive.find("Creature\\Wolf").is_none());
    archive.name(["nobody.m2", "creature/wolf/wolf.m2", "Creature\\Wolf\\WOLF.m2"]);
    assert_eq!((archive.files().len(), archive.unnamed()), (all.len(), 0));
    assert_eq!(archive.files().last().unwrap().name, "creature/wolf/wolf.m2");
}

#[test]
fn an_archive_typed_by_hand_is_read() {
    let bytes = hex::bytes(include_str!("fixtures/stored.hex"));
    let archive = open(&bytes);
    assert_eq!((archive.files().len(), archive.unnamed()), (0, 1), "it has no list");
    let file = archive.find("a.txt").unwrap();
    assert_eq!((file.size, file.packed), (5, 5));
    assert_eq!(archive.read(&bytes[..], &file, usize::MAX).unwrap(), b"hello");
    // The same behind something else, as a client's program has it.
    let mut behind = b"MPQ\x1B\x00\x00\x00\x00\x00\x02\x00\x00".to_vec();
    behind.resize(512, 0);
    behind.extend(&bytes);
    let archive = open(&behind);
    let file = archive.find("A.TXT").unwrap();
    assert_eq!(archive.read(&behind[..], &file, 2).unwrap(), b"he");
}

/// What the files of the archive of `storm.hex` hold.
fn of_storm(name: &str) -> Vec<u8> {
    let text: String = (0..1000).map(|line| format!("line {line} of the boar\n")).collect();
    let count = if name == "huff.txt" { 600 } else { 5000 };
    match name.ends_with(".txt") || name == "bzpk.bin" {
        true => text.as_bytes()[..count].to_vec(),
        false => (0..count).map(|at| if at % 50 == 0 { (at / 50 + 1) as u8 } else { 0 }).collect(),
    }
}

#[test]
fn an_archive_of_another_writer_is_read_whatever_way_its_sectors_are_packed() {
    let bytes = hex::bytes(include_str!("fixtures/storm.hex"));
    let archive = open(&bytes);
    let mut names: Vec<&str> = archive.files().iter().map(|file| file.name.as_str()).collect();
    names.sort_unstable();
    let wanted = "bzip2.txt bzpk.bin crc.txt hidden.txt huff.txt moved.txt piece.txt pkware.txt sparse.bin \
                  sparsebzip2.bin sparsezlib.bin zlib.txt";
    assert_eq!(names.join(" "), wanted);
    for file in archive.files() {
        let read = archive.read(&bytes[..], file, usize::MAX);
        if file.name == "huff.txt" {
            let finding = read.unwrap_err();
            assert!(finding.code == "mpq.packing" && finding.found.contains("Huffman"), "{finding}");
            continue;
        }
        assert!(file.packed < 2500, "{} is packed", file.name);
        assert_eq!(read.unwrap(), of_storm(&file.name), "{}", file.name);
        // Half a sector, a sector and a half.
        for count in [2000, 4500] {
            let start = archive.read(&bytes[..], file, count).unwrap();
            assert_eq!(start, of_storm(&file.name)[..count], "{} {count}", file.name);
        }
    }
}

#[test]
fn what_is_no_archive_says_why() {
    let good = write(&files()).unwrap();
    let code = |bytes: &[u8]| Archive::open(bytes).unwrap_err().code;
    let with = |at: usize, value: &[u8]| {
        let mut bytes = good.clone();
        bytes[at..at + value.len()].copy_from_slice(value);
        bytes
    };
    assert_eq!(code(b"MPQ"), "mpq.truncated");
    assert_eq!(code(&with(0, b"ZIP!")), "mpq.magic");
    assert_eq!(code(&with(0, b"MPQ\x1B")), "mpq.truncated", "the start it names is outside");
    assert_eq!(code(&with(12, &[2])), "mpq.version");
    assert_eq!(code(&with(12, &[3])), "mpq.version");
    assert_eq!(code(&with(14, &[16])), "mpq.table", "sectors of 32 MiB");
    assert_eq!(code(&with(16, &[0xFF; 4])), "mpq.truncated", "hashes behind the end");
    assert_eq!(code(&with(20, &[0xFF; 4])), "mpq.truncated", "blocks behind the end");
    assert_eq!(code(&with(24, &[3, 0, 0, 0])), "mpq.table", "no power of two");
    assert_eq!(code(&with(24, &[0, 0, 0, 0x80])), "mpq.table", "more entries than there can be");
    assert_eq!(code(&with(28, &[0, 0, 0, 0x80])), "mpq.table");
    assert_eq!(code(&good[..good.len() - 1]), "mpq.truncated");
    let message = Archive::open(&with(12, &[3])[..]).unwrap_err().to_string();
    assert!(message.starts_with("found version 4, expected version 1 or 2; use "), "{message}");
}

#[test]
fn what_cannot_be_read_of_a_file_says_why() {
    let file = |content: Vec<u8>| vec![NewFile::new("a", content)];
    // The first file begins behind the header: a table of two places, then a sector.
    let good = write(&file(vec![7; 100])).unwrap();
    let read = |bytes: &[u8]| {
        let archive = open(bytes);
        archive.read(bytes, &archive.find("a").unwrap(), usize::MAX)
    };
    assert_eq!(read(&good).unwrap(), [7; 100]);
    let with = |at: usize, value: u8| {
        let mut bytes = good.clone();
        bytes[at] = value;
        read(&bytes).unwrap_err()
    };
    assert_eq!(with(32, 7).code, "mpq.sector", "a sector inside the table");
    assert_eq!(with(36, 0xFF).code, "mpq.sector", "a sector that ends behind the file");
    assert_eq!(with(43, 0x55).code, "mpq.sector", "a stream that is damaged");
    for (way, name) in [(0x41, "ADPCM"), (0x12, "later"), (0x01, "Huffman"), (4, "later"), (0, "later")] {
        let finding = with(40, way);
        assert!(finding.code == "mpq.packing" && finding.found.contains(name), "{finding}");
    }
    for way in [8, 0x10, 0x20, 0x0A, 0x30] {
        assert_eq!(with(40, way).code, "mpq.sector", "no stream of way {way}");
    }
}

#[test]
fn what_an_archive_cannot_hold_is_refused() {
    for name in ["", "a;b", "a\nb", "\u{e4}"] {
        assert_eq!(write(&[NewFile::new(name, Vec::new())]).unwrap_err().code, "mpq.unwritable", "{name:?}");
    }
    let twice = [NewFile::new("a/b", Vec::new()), NewFile::new("A\\B", Vec::new())];
    assert_eq!(write(&twice).unwrap_err().code, "mpq.unwritable");
    assert!(LARGEST < u64::from(u32::MAX));
}

/// Thousands of damaged archives: each is refused or read, none asks for more than a file can hold.
#[test]
fn damage_anywhere_is_an_error_and_no_crash() {
    let mut all = files();
    all.truncate(8);
    all.iter_mut().for_each(|file| file.content.truncate(5000));
    let good = write(&all).unwrap();
    let names: Vec<&str> = all.iter().map(|file| file.name.as_str()).collect();
    damaged(&good, &names, 6000);
}

/// The same for all ways of packing. What a sector's own sum covers is never read as something else.
#[test]
fn damage_of_any_way_of_packing_is_an_error_and_no_crash() {
    let good = hex::bytes(include_str!("fixtures/storm.hex"));
    let names: Vec<String> = open(&good).files().iter().map(|file| file.name.clone()).collect();
    damaged(&good, &names.iter().map(String::as_str).collect::<Vec<_>>(), 1500);
    // A turned bit in the first sector of the file that bzip2 packed: 314 bytes behind the table, the first says how.
    let start = 44 + 12;
    let mut unused = 0;
    for at in start + 1..start + 313 {
        let mut bytes = good.clone();
        bytes[at] ^= 1 << (at % 8);
        let archive = open(&bytes);
        match archive.read(&bytes[..], &archive.find("bzip2.txt").unwrap(), usize::MAX) {
            // Bits that no code needs.
            Ok(content) => {
                assert!(content == of_storm("bzip2.txt"), "0x{at:x}");
                unused += 1;
            }
            Err(finding) => assert_eq!(finding.code, "mpq.sector", "0x{at:x}"),
        }
    }
    assert!(unused < 30, "{unused}");
}

fn damaged(good: &[u8], names: &[&str], rounds: usize) {
    let mut state = 11_u32;
    let mut next = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize
    };
    let (mut opened, mut read, mut failed) = (0, 0, 0);
    for round in 0..rounds {
        let mut bytes = good.to_vec();
        // Tables and header are where damage leads furthest.
        let at = match round % 3 {
            0 => next() % 32,
            1 => bytes.len() - 1 - next() % 400,
            _ => next() % bytes.len(),
        };
        bytes[at] ^= 1 << (next() % 8);
        if round % 5 == 0 {
            bytes.truncate(next() % good.len());
        }
        let Ok((archive, _)) = Archive::open(&bytes[..]) else { continue };
        opened += 1;
        let asked = names.iter().filter_map(|name| archive.find(name));
        for file in archive.files().iter().cloned().chain(asked) {
            match archive.read(&bytes[..], &file, usize::MAX) {
                Ok(content) => {
                    assert!(content.len() as u64 <= LARGEST);
                    read += 1;
                }
                Err(_) => failed += 1,
            }
        }
    }
    assert!(opened > rounds / 6 && read > rounds / 6 && failed > rounds / 60, "{opened} {read} {failed}");
}
