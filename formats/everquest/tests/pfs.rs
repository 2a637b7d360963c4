//! Archives against docs/spec/everquest/pfs.md.

use crate::COUNTING;
use binary::{Mode, Severity};
use everquest::pfs::{self, Archive, Footer, Inflater, NewContent, NewFile};
use harness::alloc;
use harness::mutate::{self, Options};
use harness::typed::{self, row};
use harness::{Outcome, Subject, hex, rules};
use std::collections::BTreeSet;

fn small() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/archive.hex"))
}

fn outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (archive, report) = pfs::read(bytes, mode)?;
    Ok(Outcome { rewritten: pfs::write(&archive)?, findings: report.into_findings() })
}

fn subject() -> Subject {
    Subject { name: "archive", fixture: small(), read: outcome, sites: pfs::fields }
}

/// A clean archive, read strictly.
fn read(bytes: &[u8]) -> Archive {
    let (archive, report) = pfs::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    archive
}

/// The codes that lenient reading reports.
fn codes(bytes: &[u8]) -> Vec<&'static str> {
    let (_, report) = pfs::read(bytes, Mode::Lenient).unwrap();
    report.findings().iter().map(|finding| finding.code).collect()
}

fn names(archive: &Archive) -> Vec<&str> {
    archive.directory.files.iter().map(|entry| entry.name.as_str()).collect()
}

fn lines() -> Vec<u8> {
    (0..40).map(|line| format!("line {line} of the zone\r\n")).collect::<String>().into_bytes()
}

/// Content that does not become smaller.
fn noise(count: usize) -> Vec<u8> {
    let mut word = 1_u64;
    let next = |_| {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (word >> 56) as u8
    };
    (0..count).map(next).collect()
}

#[test]
fn files_are_read_as_specified() {
    let bytes = small();
    let archive = read(&bytes);
    assert_eq!(archive.directory.footer, Footer::Dated { time: 0x3840_0000 });
    assert_eq!((archive.directory.version, archive.directory.index), (0x0002_0000, 360));
    // Of the two empty files at one place the checksums tell which is which.
    let expected = ["sand.bmp", "empty.txt", "no_more.txt", "big.bin", "a b.bmp", "lines.txt"];
    assert_eq!(names(&archive), expected);
    let places: Vec<_> = archive.directory.files.iter().map(|entry| (entry.place(), entry.size)).collect();
    assert_eq!(places[0], (12..37, 6));
    assert_eq!(places[3..], [(37..100, 8197), (100..123, 4), (123..256, 830)]);
    let list = archive.directory.name_list.as_ref().unwrap();
    assert_eq!((list.crc, list.place(), list.size, list.number), (0x6158_0AC9, 256..360, 85, 2));

    let mut inflater = Inflater::new();
    let content = |entry| inflater.read(&bytes, entry).unwrap();
    let contents: Vec<_> = archive.directory.files.iter().map(content).collect();
    let big = [vec![b'x'; 8192], b"tail!".to_vec()].concat();
    assert_eq!(contents, [b"BMsand".to_vec(), Vec::new(), Vec::new(), big, b"wall".to_vec(), lines()]);
    assert_eq!(archive.directory.inflated_bytes(), 9037);
    // By another implementation, over all contents one behind the other.
    assert_eq!(archive.crc32(), Some(0x9727_D3CD));
}

#[test]
fn a_file_is_found_whatever_the_case() {
    let (directory, report) = pfs::read_directory(&small(), Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    assert_eq!(directory.find("A B.BMP").unwrap().offset, 100);
    assert_eq!(directory.find("a_b.bmp"), None);
}

#[test]
fn a_file_can_be_read_into_a_buffer_in_part_and_by_blocks() {
    let bytes = small();
    let (directory, _) = pfs::read_directory(&bytes, Mode::Strict).unwrap();
    let big = directory.find("big.bin").unwrap();
    let mut inflater = Inflater::new();
    let mut buffer = vec![0; 8197];
    inflater.read_into(&bytes, big, &mut buffer).unwrap();
    assert_eq!((buffer[8191], &buffer[8192..]), (b'x', b"tail!".as_slice()));
    assert_eq!(inflater.read_into(&bytes, big, &mut buffer[1..]).unwrap_err().code, "everquest.pfs.size");

    let blocks: Vec<_> = pfs::blocks(&bytes, big).map(Result::unwrap).collect();
    let expected = [(37, 31, 0, 8192), (76, 16, 8192, 5)];
    let found = blocks.iter().map(|block| (block.at, block.deflated.len(), block.start, block.inflated));
    assert!(found.eq(expected));
    let mut tail = [0; 5];
    inflater.read_block(&blocks[1], &mut tail).unwrap();
    assert_eq!(&tail, b"tail!");

    for count in [0, 1, 8192, 8193, 8197, 10_000] {
        let start = inflater.read_start(&bytes, big, count).unwrap();
        assert_eq!(start.len(), count.min(8197), "{count}");
        assert_eq!(pfs::unpack(&bytes[big.place()], 37, 8197, count).unwrap(), start);
    }
    // The second block is damaged: what stands before it can still be had.
    let mut bytes = bytes;
    bytes[99] ^= 1;
    assert_eq!(inflater.read_start(&bytes, big, 8192).unwrap().len(), 8192);
    let error = inflater.read(&bytes, big).unwrap_err();
    assert_eq!(
        (error.code, error.offset, error.path.as_str()),
        ("everquest.pfs.inflate", Some(84), "\"big.bin\"")
    );
    assert_eq!(error.expected, "a zlib stream of 5 bytes");
    assert_eq!(inflater.read(&bytes, directory.find("sand.bmp").unwrap()).unwrap(), b"BMsand");
}

#[test]
fn listing_a_large_archive_inflates_only_the_names() {
    let files: Vec<_> =
        (0..100).map(|number| NewFile::new(&format!("n{number}.bin"), noise(100_000))).collect();
    let bytes = pfs::write(&Archive::new(&files).unwrap()).unwrap();
    assert!(bytes.len() > 10_000_000);
    let (directory, peak) = alloc::peak_of(|| pfs::read_directory(&bytes, Mode::Strict).unwrap().0);
    assert_eq!(directory.files.len(), 100);
    assert!(peak < 150_000, "{peak} bytes");
}

#[test]
fn an_archive_made_from_nothing_is_clean() {
    let contents = [noise(20_000), Vec::new(), lines(), vec![0; 8192], vec![7; 8193]];
    let name = |number: usize| format!("File {number}.BMP");
    let files: Vec<_> = contents
        .iter()
        .enumerate()
        .map(|(number, content)| NewFile::new(&name(number), content.clone()))
        .collect();
    let bytes = pfs::write(&Archive::new(&files).unwrap()).unwrap();
    let archive = read(&bytes);
    assert_eq!(archive.directory.footer, Footer::Absent);
    assert_eq!(names(&archive), ["file 0.bmp", "file 1.bmp", "file 2.bmp", "file 3.bmp", "file 4.bmp"]);
    let mut inflater = Inflater::new();
    for (entry, content) in archive.directory.files.iter().zip(&contents) {
        assert_eq!(&archive.content(entry, &mut inflater).unwrap(), content, "{}", entry.name);
        let blocks: Vec<_> = pfs::blocks(&bytes, entry).map(|block| block.unwrap().inflated).collect();
        assert_eq!(blocks.len(), content.len().div_ceil(8192));
        assert!(blocks.iter().rev().skip(1).all(|inflated| *inflated == 8192));
    }
    let empty = pfs::write(&Archive::new(&[]).unwrap()).unwrap();
    assert_eq!(read(&empty).directory.files, []);
}

#[test]
fn what_was_not_changed_keeps_its_blocks() {
    let bytes = small();
    let archive = read(&bytes);
    assert_eq!(pfs::write(&archive.with(&archive.files()).unwrap()).unwrap(), bytes);

    let mut files = archive.files();
    files[0].content = NewContent::Plain(b"BMstone".to_vec());
    let changed = pfs::write(&archive.with(&files).unwrap()).unwrap();
    let again = read(&changed);
    assert_eq!((names(&again), &again.directory.footer), (names(&archive), &archive.directory.footer));
    let by = |of: &[u8], name: &str| of[read(of).directory.find(name).unwrap().place()].to_vec();
    for name in ["big.bin", "a b.bmp", "lines.txt"] {
        assert_eq!(by(&changed, name), by(&bytes, name), "{name}");
    }
    let list = |of: &[u8]| of[read(of).directory.name_list.unwrap().place()].to_vec();
    assert_eq!(list(&changed), list(&bytes));
    let stone = again.directory.find("sand.bmp").unwrap();
    assert_eq!(again.content(stone, &mut Inflater::new()).unwrap(), b"BMstone");

    files.remove(0);
    files.push(NewFile::new("new.wld", vec![1, 2, 3]));
    let changed = read(&pfs::write(&archive.with(&files).unwrap()).unwrap());
    assert_eq!(names(&changed), ["empty.txt", "no_more.txt", "big.bin", "a b.bmp", "lines.txt", "new.wld"]);
}

#[test]
fn names_that_cannot_be_are_refused() {
    let refused = |names: &[&str]| {
        let files: Vec<_> = names.iter().map(|name| NewFile::new(name, Vec::new())).collect();
        let error = Archive::new(&files).unwrap_err();
        assert_eq!(error.code, "everquest.pfs.unwritable");
        error.found
    };
    for name in ["", ".", "..", "../a", "a\\b", "c:", "a\0", "\u{100}"] {
        refused(&[name]);
    }
    assert_eq!(refused(&["a", "A"]), "0xb3fc9bb6, that of \"a\"");
    let mut files = read(&small()).files();
    let NewContent::Deflated { size, .. } = &mut files[0].content else { panic!("blocks") };
    *size += 1;
    assert_eq!(Archive::new(&files).unwrap_err().path, "file \"sand.bmp\"");
}

/// What was read of some bytes.
struct Watched<'b>(&'b [u8], std::cell::RefCell<Vec<std::ops::Range<u64>>>);

impl binary::Data for Watched<'_> {
    fn read_at(&self, at: u64, out: &mut [u8]) -> std::io::Result<()> {
        self.1.borrow_mut().push(at..at + out.len() as u64);
        self.0.read_at(at, out)
    }

    fn size(&self) -> u64 {
        self.0.size()
    }
}

#[test]
fn of_a_file_only_its_header_its_index_and_its_names_are_read() {
    // Nothing that could be deflated much.
    let scattered = |at: u32| {
        let at = at.wrapping_mul(0x9E37_79B1);
        ((at ^ at >> 15).wrapping_mul(0x85EB_CA77) >> 24) as u8
    };
    let large: Vec<u8> = (0..200_000).map(scattered).collect();
    let files = [NewFile::new("arena.wld", large), NewFile::new("sand.bmp", b"BM".to_vec())];
    let bytes = pfs::write(&Archive::new(&files).unwrap()).unwrap();
    let watched = Watched(&bytes, std::cell::RefCell::default());
    let (directory, report) = pfs::read_directory_of(&watched, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    assert_eq!(directory, pfs::read_directory(&bytes, Mode::Strict).unwrap().0);
    let read: u64 = watched.1.borrow().iter().map(|range| range.end - range.start).sum();
    assert!(read < 200 && bytes.len() > 100_000, "{read} of {}", bytes.len());
    // Whatever stands there, both ways of reading say the same.
    let small = small();
    for at in 0..small.len() {
        for value in [0, 0x7F, 0xFF] {
            let mut odd = small.clone();
            odd[at] = value;
            let whole = pfs::read_directory(&odd, Mode::Lenient);
            let parts = pfs::read_directory_of(&Watched(&odd, std::cell::RefCell::default()), Mode::Lenient);
            match (whole, parts) {
                (Ok((whole, told)), Ok((parts, told_too))) => {
                    assert_eq!((whole, told.findings()), (parts, told_too.findings()), "{at}");
                }
                (Err(whole), Err(parts)) => assert_eq!(whole.to_string(), parts.to_string(), "{at}"),
                _ => panic!("one way only: byte {at} is {value:#x}"),
            }
        }
    }
}

#[test]
fn bytes_that_cannot_be_read_are_an_error() {
    struct Gone;
    impl binary::Data for Gone {
        fn read_at(&self, _: u64, _: &mut [u8]) -> std::io::Result<()> {
            Err(std::io::ErrorKind::NotFound.into())
        }

        fn size(&self) -> u64 {
            1000
        }
    }
    assert_eq!(pfs::read_directory_of(&Gone, Mode::Lenient).unwrap_err().code, "everquest.pfs.unreadable");
}

#[test]
fn the_last_of_two_files_with_one_name_counts() {
    let mut bytes = pfs::write(
        &Archive::new(&[NewFile::new("one", b"first".to_vec()), NewFile::new("two", b"second".to_vec())])
            .unwrap(),
    )
    .unwrap();
    let archive = read(&bytes);
    let [one, two] = [&archive.directory.files[0], &archive.directory.files[1]];
    // Both called `two` in the index, and then in the list.
    let at = |number: u32| archive.directory.index as usize + 4 + 12 * number as usize;
    bytes[at(one.number)..][..4].copy_from_slice(&two.crc.to_le_bytes());
    let found = codes(&bytes);
    assert!(
        found.contains(&"everquest.pfs.crc_twice") && found.contains(&"everquest.pfs.name_crc"),
        "{found:?}"
    );
    let names = pfs::write(&Archive::new(&[NewFile::new("two", Vec::new())]).unwrap()).unwrap();
    assert_eq!(read(&names).directory.files[0].crc, two.crc);
    let mut archive = archive;
    for entry in &mut archive.directory.files {
        entry.name = "two".to_owned();
    }
    let last = archive.directory.find("TWO").unwrap();
    assert_eq!(archive.content(last, &mut Inflater::new()).unwrap(), b"second");
}

#[test]
fn without_a_list_of_names_files_are_called_by_their_checksums() {
    let mut bytes = small();
    bytes[356] ^= 1;
    let (directory, report) = pfs::read_directory(&bytes, Mode::Lenient).unwrap();
    let finding = &report.findings()[0];
    assert_eq!((finding.code, finding.severity), ("everquest.pfs.no_names", Severity::Warning));
    let sand = directory.find("unnamed-fe9d866a").unwrap();
    assert_eq!(Inflater::new().read(&bytes, sand).unwrap(), b"BMsand");
    // The damaged list is one more file.
    assert_eq!(directory.files.len(), 7);
}

#[test]
fn a_bomb_takes_no_more_than_it_may() {
    // Blocks of 8192 zeros are about 20 bytes each; the index promises far more than there is.
    let bytes = pfs::write(&Archive::new(&[NewFile::new("a", vec![0; 1 << 20])]).unwrap()).unwrap();
    assert!(bytes.len() < 8192);
    let (directory, _) = pfs::read_directory(&bytes, Mode::Strict).unwrap();
    let mut lying = bytes.clone();
    let at = directory.index as usize + 4 + 12 * directory.files[0].number as usize + 8;
    for (size, code) in [(LARGEST as u32, "everquest.pfs.block"), (u32::MAX, "everquest.pfs.limit")] {
        lying[at..at + 4].copy_from_slice(&size.to_le_bytes());
        let (directory, _) = pfs::read_directory(&lying, Mode::Strict).unwrap();
        let read = || Inflater::new().read(&lying, &directory.files[0]).unwrap_err();
        let (error, peak) = alloc::peak_of(read);
        assert_eq!(error.code, code);
        assert!(peak < 100_000, "{peak} bytes for {size}");
        let (_, peak) = alloc::peak_of(|| pfs::read(&lying, Mode::Lenient).unwrap());
        assert!(peak < 200_000, "{peak} bytes for {size}");
    }
    // Many entries for the same data are not inflated without end.
    let mut archive = read(&bytes);
    let one = archive.directory.files[0].clone();
    archive.directory.files = (0..2000).map(|number| pfs::Entry { number, ..one.clone() }).collect();
    archive.directory.name_list.as_mut().unwrap().number = 2000;
    let (_, report) = pfs::read(&pfs::write(&archive).unwrap(), Mode::Lenient).unwrap();
    assert_eq!(report.counts()["everquest.pfs.limit"], 2000 - 256 + 1);
}

const LARGEST: usize = pfs::LARGEST;

#[test]
fn each_field_is_written_at_its_offset() {
    let rows = [
        row(&[("/version", "67305985")], &[(8, "01 02 03 04")]),
        row(&[("/footer/dated/time", "67305985")], &[(453, "04 03 02 01")]),
        row(&[("/files/0/crc", "67305985")], &[(436, "01 02 03 04")]),
        row(&[("/files/0/offset", "67305985")], &[(440, "01 02 03 04")]),
        row(&[("/files/0/size", "67305985")], &[(444, "01 02 03 04")]),
        row(&[("/name_list/size", "67305985")], &[(396, "01 02 03 04")]),
        row(
            &[("/files/0/number", "5"), ("/files/3/number", "6")],
            &[(424, "6a 86 9d fe 0c 00 00 00 06 00 00 00"), (436, "89 84 d4 f4 25 00 00 00 05 20 00 00")],
        ),
    ];
    assert_eq!(typed::run(&read(&small()), pfs::write, &rows), rows.len());
    let mut archive = read(&small());
    archive.data[15] = 0x77;
    let mut expected = small();
    expected[27] = 0x77;
    assert_eq!(pfs::write(&archive).unwrap(), expected);
    archive.directory.files[0].number = 5;
    assert_eq!(pfs::write(&archive).unwrap_err().code, "everquest.pfs.unwritable");
}

#[test]
fn every_finding_says_what_to_do() {
    for code in pfs::codes() {
        let told = code.id.starts_with("everquest.pfs.") && !code.means.is_empty() && !code.advice.is_empty();
        assert!(told, "{code:?}");
    }
}

#[test]
fn every_rule_of_the_specification_is_enforced() {
    assert_eq!(rules::run(include_str!("rules/pfs.toml"), &[subject()]), 39);
}

#[test]
fn mutations_are_survived_and_written_back() {
    let tally = mutate::run(&subject(), &Options::new(1999, 100_000));
    println!("{tally}");
    tally.assert_healthy(&COUNTING);
}

/// Codes that no file can be made to cause.
const WITHOUT_RULE: &[&str] = &[
    "everquest.pfs.not_finite",
    "everquest.pfs.trailing",
    "everquest.pfs.unreadable",
    "everquest.pfs.unwritable",
];

#[test]
fn every_code_has_a_rule_and_every_rule_a_code() {
    let ruled: BTreeSet<_> = include_str!("rules/pfs.toml")
        .lines()
        .filter_map(|line| line.strip_prefix("code = \"")?.strip_suffix('"'))
        .chain(WITHOUT_RULE.iter().copied())
        .collect();
    let declared: BTreeSet<_> = pfs::codes().iter().map(|code| code.id).collect();
    assert_eq!(ruled, declared);
}

/// docs/spec/everquest/pfs.md, "Name CRC".
#[test]
fn the_sum_of_a_name_is_that_of_the_specification() {
    // Bit by bit, the most significant first.
    let slow = |bytes: &[u8]| {
        bytes.iter().fold(0_u32, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte) << 24, |crc, _| {
                if crc >> 31 == 1 { crc << 1 ^ 0x04C1_1DB7 } else { crc << 1 }
            })
        })
    };
    // The known check value of this sum; a NUL follows the name.
    assert_eq!(slow(b"123456789"), 0x89A1_897F);
    assert_eq!(pfs::name_crc(b"123456789"), slow(b"123456789\0"));
    assert_eq!(pfs::name_crc(b""), 0);
    for byte in 0..=u8::MAX {
        assert_eq!(pfs::name_crc(&[byte]), slow(&[byte.to_ascii_lowercase(), 0]), "{byte}");
    }
    assert_eq!(pfs::name_crc(b"A"), pfs::name_crc(b"a"));
}
