//! The files of small discs, whole and damaged.

use cd::{Data, Volume};
use harness::disc::iso;
use std::cell::Cell;
use std::io;

#[global_allocator]
static COUNTING: harness::alloc::Counting = harness::alloc::Counting;

struct Bytes(Vec<u8>);

impl Data for Bytes {
    fn read_at(&self, at: u64, out: &mut [u8]) -> io::Result<()> {
        let from = usize::try_from(at).ok().and_then(|at| self.0.get(at..)?.get(..out.len()));
        out.copy_from_slice(from.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn size(&self) -> u64 {
        self.0.len() as u64
    }
}

const FILES: &[(&str, &[u8])] = &[
    ("Readme", b"hello"),
    ("zbd/c1/Gamez.zbd", &[7; 5000]),
    ("zbd/Interp.zbd", b"script"),
    ("Ordner mit Namen/ein langer Name.txt", b""),
];

fn named(volume: &Volume) -> Vec<(String, u64)> {
    let mut all: Vec<_> = volume.files.iter().map(|file| (file.name.clone(), file.size())).collect();
    all.sort();
    all
}

fn content(data: &Bytes, volume: &Volume, name: &str) -> Vec<u8> {
    let file = volume.files.iter().find(|file| file.name == name).unwrap();
    let parts = file.parts.iter().map(|part| &data.0[part.start as usize..part.end as usize]);
    parts.collect::<Vec<_>>().concat()
}

#[test]
fn plain_names_lose_their_versions() {
    let data = Bytes(iso(FILES, false));
    let volume = Volume::read(&data).unwrap();
    let wanted = [
        ("ORDNER MIT NAMEN/EIN LANGER NAME.TXT", 0),
        ("README", 5),
        ("ZBD/C1/GAMEZ.ZBD", 5000),
        ("ZBD/INTERP.ZBD", 6),
    ];
    assert_eq!(named(&volume), wanted.map(|(name, size)| (name.to_owned(), size)));
    assert_eq!(content(&data, &volume, "ZBD/C1/GAMEZ.ZBD"), [7; 5000]);
    assert_eq!(volume.findings, []);
}

#[test]
fn joliet_keeps_names_as_they_are() {
    let data = Bytes(iso(FILES, true));
    let volume = Volume::read(&data).unwrap();
    let names: Vec<String> = named(&volume).into_iter().map(|(name, _)| name).collect();
    assert_eq!(
        names,
        ["Ordner mit Namen/ein langer Name.txt", "Readme", "zbd/Interp.zbd", "zbd/c1/Gamez.zbd"]
    );
    assert_eq!(content(&data, &volume, "Readme"), b"hello");
}

/// Where a folder's entry with this name begins.
fn entry_of(data: &Bytes, name: &[u8]) -> usize {
    data.0.windows(name.len()).rposition(|bytes| bytes == name).unwrap() - 33
}

#[test]
fn a_folder_of_many_files_goes_over_several_sectors() {
    let names: Vec<String> = (0..500).map(|number| format!("many/file{number:04}.txt")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b"x"[..])).collect();
    for joliet in [false, true] {
        let volume = Volume::read(&Bytes(iso(&files, joliet))).unwrap();
        assert_eq!((volume.files.len(), volume.findings.len()), (500, 0));
    }
}

#[test]
fn a_ring_of_folders_ends_and_is_told() {
    let mut data = Bytes(iso(FILES, false));
    let top = u32::from_le_bytes(data.0[16 * 2048 + 158..][..4].try_into().unwrap());
    let inner = entry_of(&data, b"C1");
    data.0[inner + 2..inner + 6].copy_from_slice(&top.to_le_bytes());
    let volume = Volume::read(&data).unwrap();
    assert_eq!(volume.files.len(), 3, "all but what lay in the folder that leads back");
    let findings: Vec<_> =
        volume.findings.iter().map(|finding| (finding.code, finding.path.as_str())).collect();
    assert_eq!(findings, [("cd.folder", "ZBD/C1/")]);
}

#[test]
fn a_file_in_several_parts_is_one_and_a_spread_one_is_left_out() {
    let mut data = Bytes(iso(&[("a.zbd", &[1; 2048]), ("b.zbd", &[2; 100]), ("c.zbd", &[3; 9])], false));
    let first = entry_of(&data, b"A.ZBD;1");
    let second = entry_of(&data, b"B.ZBD;1");
    data.0[first + 25] |= 0x80;
    data.0[second + 33] = b'A';
    let third = entry_of(&data, b"C.ZBD;1");
    data.0[third + 26] = 1;
    let volume = Volume::read(&data).unwrap();
    assert_eq!(named(&volume), [("A.ZBD".to_owned(), 2148)]);
    assert_eq!(content(&data, &volume, "A.ZBD"), [vec![1; 2048], vec![2; 100]].concat());
    assert_eq!(volume.findings[0].code, "cd.file");
}

#[test]
fn joliet_that_is_damaged_leaves_the_plain_names() {
    let mut data = Bytes(iso(FILES, true));
    let descriptor = 17 * 2048 + 158;
    data.0[descriptor..descriptor + 4].copy_from_slice(&9_000_000_u32.to_le_bytes());
    let volume = Volume::read(&data).unwrap();
    assert!(volume.findings.is_empty() && named(&volume)[1].0 == "README");
}

#[test]
fn joliet_without_a_file_leaves_the_plain_names() {
    let mut data = Bytes(iso(FILES, true));
    // The size of the top folder of Joliet.
    let size = 17 * 2048 + 156 + 10;
    data.0[size..size + 4].copy_from_slice(&[0; 4]);
    let volume = Volume::read(&data).unwrap();
    assert_eq!((volume.files.len(), named(&volume)[1].0.as_str()), (4, "README"));
    assert_eq!(volume.findings, []);
}

#[test]
fn a_file_whose_last_part_never_comes_is_told() {
    let mut data = Bytes(iso(&[("a.zbd", b"1"), ("b.zbd", b"22"), ("c.zbd", b"333")], false));
    for name in [b"A.ZBD;1", b"C.ZBD;1"] {
        let entry = entry_of(&data, name);
        data.0[entry + 25] |= 0x80;
    }
    let volume = Volume::read(&data).unwrap();
    assert_eq!(named(&volume), [("B.ZBD".to_owned(), 2)]);
    let findings: Vec<_> =
        volume.findings.iter().map(|finding| (finding.code, finding.path.as_str())).collect();
    assert_eq!(findings, [("cd.file", "A.ZBD"), ("cd.file", "C.ZBD")]);
}

/// Zeros follow the bytes, without an end; counts how often it is read.
struct Endless(Bytes, Cell<usize>);

impl Data for Endless {
    fn read_at(&self, at: u64, out: &mut [u8]) -> io::Result<()> {
        self.1.set(self.1.get() + 1);
        self.0.read_at(at, out).or_else(|_| {
            out.fill(0);
            Ok(())
        })
    }

    fn size(&self) -> u64 {
        u64::MAX
    }
}

#[test]
fn a_folder_beyond_the_limits_is_told_as_that_and_not_as_damage() {
    let mut data = Bytes(iso(FILES, false));
    // The top folder is larger than all folders together may be, which is 32 MiB.
    let size = 16 * 2048 + 156 + 10;
    data.0[size..size + 4].copy_from_slice(&((32_u32 << 20) + 2048).to_le_bytes());
    let volume = Volume::read(&Endless(data, Cell::new(0))).unwrap();
    assert_eq!(named(&volume), [("README".to_owned(), 5)]);
    let findings: Vec<_> =
        volume.findings.iter().map(|finding| (finding.code, finding.path.as_str())).collect();
    assert_eq!(findings, [("cd.limit", "the top folder")]);
}

#[test]
fn a_description_that_is_repeated_is_walked_once() {
    let mut data = Bytes(iso(FILES, false));
    // A tree with a ring is damaged, so that the next one is looked at, too.
    let top = data.0[16 * 2048 + 158..][..4].to_vec();
    let inner = entry_of(&data, b"C1");
    data.0[inner + 2..inner + 6].copy_from_slice(&top);
    data.0.copy_within(16 * 2048..17 * 2048, 17 * 2048);
    let data = Endless(data, Cell::new(0));
    let volume = Volume::read(&data).unwrap();
    assert_eq!(volume.files.len(), 3);
    // Two descriptions and the sector behind them; the top and the two folders in it.
    assert_eq!(data.1.get(), 3 + 3);
}

#[test]
fn what_is_no_disc_says_so() {
    for data in [Vec::new(), vec![0; 100_000], b"CD001".repeat(9000)] {
        let finding = Volume::read(&Bytes(data)).unwrap_err();
        assert_eq!(finding.code, "cd.volume");
        assert_eq!(finding.to_string().lines().count(), 1);
    }
}

#[test]
fn thousands_of_damaged_images_are_read_or_refused() {
    let whole = iso(FILES, true);
    // Descriptions and folders are where damage matters; the files' own bytes are skipped.
    let places: Vec<usize> = (16 * 2048..whole.len()).filter(|at| whole[*at] != 7).collect();
    let mut seed = 11_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % below
    };
    let mut read = 0;
    for _ in 0..20_000 {
        let mut odd = whole.clone();
        for _ in 0..1 + random(6) {
            let at = places[random(places.len())];
            odd[at] = match random(4) {
                0 => 0,
                1 => 255,
                2 => odd[at] ^ (1 << random(8)),
                _ => random(256) as u8,
            };
        }
        if random(10) == 0 {
            odd.truncate(random(whole.len()));
        }
        let odd = Bytes(odd);
        let (volume, peak) = harness::alloc::peak_of(|| Volume::read(&odd));
        assert!(peak <= (64 << 10) + 16 * odd.0.len(), "{peak} bytes for {}", odd.0.len());
        if let Ok(volume) = volume {
            read += 1;
            assert!(volume.files.len() < 2000 && volume.findings.len() <= 64);
        }
    }
    assert!(read > 10_000, "{read}");
}
