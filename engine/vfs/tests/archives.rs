//! Which opener takes a file, and layers that are no folders.

mod pak;

use binary::Result;
use pak::{ARCHIVES, archive};
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use vfs::{ArchiveOpener, Bytes, Compressed, Container, Contents, Member, Open, OpenedArchive, Vfs};

/// Files in memory, which count how many bytes were handed out.
#[derive(Clone, Default)]
struct Handed {
    files: Vec<(&'static str, Vec<u8>)>,
    given: Arc<AtomicUsize>,
}

impl Handed {
    fn new(files: &[(&'static str, &[u8])]) -> Self {
        let files = files.iter().map(|(name, content)| (*name, content.to_vec())).collect();
        Handed { files, given: Arc::default() }
    }

    fn given(&self) -> usize {
        self.given.load(Ordering::Relaxed)
    }
}

impl Container for Handed {
    fn members(&self) -> Vec<Member> {
        let member = |(name, content): &(&str, Vec<u8>)| Member {
            name: (*name).to_owned(),
            size: Some(content.len() as u64),
        };
        self.files.iter().map(member).collect()
    }

    fn read(&self, index: usize) -> Result<Bytes> {
        let (_, content) =
            self.files.get(index).ok_or_else(|| vfs::no_such_member(index, self.files.len()))?;
        self.given.fetch_add(content.len(), Ordering::Relaxed);
        Ok(Bytes::from(content.clone()))
    }

    fn read_start(&self, index: usize, count: usize) -> Result<Vec<u8>> {
        let (_, content) =
            self.files.get(index).ok_or_else(|| vfs::no_such_member(index, self.files.len()))?;
        let start = &content[..count.min(content.len())];
        self.given.fetch_add(start.len(), Ordering::Relaxed);
        Ok(start.to_vec())
    }
}

fn text(vfs: &Vfs, address: &str) -> String {
    match vfs.read(address) {
        Ok(bytes) => String::from_utf8(bytes.to_vec()).unwrap(),
        Err(finding) => format!("[{}]", finding.code),
    }
}

#[test]
fn layers_without_a_disk_follow_the_rules_of_folders() {
    let inner = archive(&[("soils.zrd", b"soils"), ("maps.zrd", b"maps")]);
    let install = Handed::new(&[("ZBD/reader.pak", &inner), ("ZBD/c1\\a.txt", b"install"), ("../x", b"x")]);
    let change = Handed::new(&[("zbd/C1/A.txt", b"changed"), ("zbd/reader.pak/soils.zrd", b"laid over")]);
    let vfs = Vfs::over(Box::new(install), vec![("mine".to_owned(), Box::new(change))], ARCHIVES);
    assert_eq!(text(&vfs, "zbd/c1/a.TXT"), "changed");
    assert_eq!(text(&vfs, "zbd/reader.pak/soils.zrd"), "laid over");
    assert_eq!(text(&vfs, "zbd/reader.pak/maps.zrd"), "maps");
    assert_eq!(text(&vfs, "x"), "[vfs.missing]");
    let names: Vec<&str> = vfs.layers().iter().map(|layer| layer.name.as_str()).collect();
    assert_eq!(names, ["install", "mine"]);
    let which = vfs.which("zbd/c1/a.txt").unwrap();
    assert_eq!((which.winner.layer, which.winner.path.as_path()), (1, Path::new("mine")));
    assert_eq!(which.hidden[0].member.as_deref(), Some("zbd/c1/a.txt"));
    let found: Vec<_> = vfs.findings().into_iter().map(|finding| (finding.code, finding.file)).collect();
    assert_eq!(found, [("vfs.name", "install/../x".to_owned())]);
}

#[test]
fn the_start_of_a_member_costs_no_more_than_the_start() {
    let large = vec![b'l'; 100_000];
    let install = Handed::new(&[("large.bin", &large), ("small.bin", b"s")]);
    let vfs = Vfs::over(Box::new(install.clone()), Vec::new(), &[]);
    assert_eq!(vfs.read_start("large.bin", 4).unwrap(), b"llll");
    assert_eq!(vfs.read_start("small.bin", 4).unwrap(), b"s");
    assert_eq!(install.given(), 5);
    assert_eq!(vfs.size("large.bin").unwrap(), 100_000);
    assert_eq!(vfs.read("large.bin").unwrap().len(), 100_000);
    assert_eq!(install.given(), 100_005);
}

#[test]
fn a_zip_member_is_unpacked_only_as_far_as_its_start() {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    // Not packed, so that damage behind the start is noticed by the checksum alone.
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    writer.start_file("a.bin", options).unwrap();
    writer.write_all(&[b'a'; 5000]).unwrap();
    let mut packed = writer.finish().unwrap().into_inner();
    let last = packed.iter().rposition(|byte| *byte == b'a').unwrap();
    let within = packed[..last].windows(100).rposition(|window| window == [b'a'; 100]).unwrap();
    packed[within] = b'b';
    let vfs = Vfs::over(vfs::open_zip(Bytes::from(packed)).unwrap(), Vec::new(), &[]);
    assert_eq!(vfs.read_start("a.bin", 3).unwrap(), b"aaa");
    assert_eq!(vfs.read("a.bin").unwrap_err().code, "vfs.archive", "the checksum is wrong");
}

/// Opens anything as an archive of one member called `member`.
fn whole(member: &'static str, bytes: &Bytes) -> OpenedArchive {
    let files = vec![(member, bytes.to_vec())];
    let container = Box::new(Handed { files, given: Arc::default() });
    OpenedArchive { contents: Contents::Container(container), findings: Vec::new() }
}

#[test]
fn the_first_opener_that_recognises_the_start_takes_a_file() {
    let openers = [
        ArchiveOpener {
            extensions: &["old", "both"],
            start: 4,
            recognises: |start| start == b"OLD!",
            open: Open::Whole(|bytes| Ok(whole("old", &bytes))),
        },
        ArchiveOpener {
            extensions: &["BOTH"],
            start: 0,
            recognises: |start| start.is_empty(),
            open: Open::Whole(|bytes| Ok(whole("any", &bytes))),
        },
    ];
    let files: [(&str, &[u8]); 4] =
        [("a.both", b"OLD!x"), ("b.Both", b"new"), ("c.old", b"new"), ("d.txt", b"OLD!")];
    let install = Handed::new(&files);
    let vfs = Vfs::over(Box::new(install.clone()), Vec::new(), &openers);
    assert!(!vfs.is_archive("d.txt"));
    assert_eq!(install.given(), 0, "a name that no opener knows is not looked into");
    assert!(!vfs.is_archive("c.old"));
    assert_eq!(install.given(), 3, "what is not recognised is not read whole");
    assert_eq!(text(&vfs, "a.both/old"), "OLD!x");
    assert_eq!(text(&vfs, "b.both/any"), "new");
    assert_eq!(text(&vfs, "a.both/any"), "[vfs.missing]");
}

#[test]
fn an_archive_that_is_recognised_and_damaged_says_what_is_wrong() {
    let whole = archive(&[("soils.zrd", b"soils")]);
    let install = Handed::new(&[("torn.pak", &whole[..whole.len() - 1])]);
    let vfs = Vfs::over(Box::new(install), Vec::new(), ARCHIVES);
    let finding = vfs.read("torn.pak/soils.zrd").unwrap_err();
    assert_eq!(finding.code, "vfs.not_an_archive");
    assert!(
        finding.found.contains("the archive is damaged") || finding.found.contains("pak.broken"),
        "{finding}"
    );
    assert_eq!(vfs.read("torn.pak").unwrap().len(), whole.len() - 1, "as a file it can be read");
}

/// Members of `.runs` files: a name of one letter, a byte, and how often it stands there.
const RUNS: &[ArchiveOpener] = &[ArchiveOpener {
    extensions: &["runs"],
    start: 0,
    recognises: |_| true,
    open: Open::Whole(|bytes| {
        let (rows, _) = bytes.as_chunks::<3>();
        let member = |(index, row): (usize, &[u8; 3])| {
            let place = 3 * index + 1..3 * index + 3;
            Compressed { name: char::from(row[0]).to_string(), place, size: u64::from(row[2]) * 1000 }
        };
        let contents = Contents::Compressed(rows.iter().enumerate().map(member).collect(), run);
        Ok(OpenedArchive { contents, findings: Vec::new() })
    }),
}];

static UNPACKED: AtomicUsize = AtomicUsize::new(0);

fn run(packed: &[u8], member: &Compressed, count: usize) -> Result<Vec<u8>> {
    UNPACKED.fetch_add(1, Ordering::Relaxed);
    // A `!` lies about its size.
    let size = if packed[0] == b'!' { 1 } else { member.size as usize };
    Ok(vec![packed[0]; size.min(count)])
}

#[test]
fn packed_members_are_unpacked_when_they_are_wanted_and_not_again() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.runs"), b"ax\x02by\xFFc!\x05").unwrap();
    let vfs = Vfs::open(folder.path(), &[], RUNS).unwrap();
    assert_eq!(vfs.size("a.runs/b").unwrap(), 255_000);
    assert_eq!(UNPACKED.load(Ordering::Relaxed), 0, "looking at sizes unpacks nothing");
    assert_eq!(vfs.read_start("a.runs/a", 3).unwrap(), b"xxx");
    assert_eq!(vfs.read("a.runs/a").unwrap()[..], [b'x'; 2000]);
    assert_eq!(UNPACKED.load(Ordering::Relaxed), 2);
    assert_eq!(vfs.read("A.RUNS/A").unwrap()[..], [b'x'; 2000]);
    assert_eq!(vfs.read_start("a.runs/a", 5).unwrap(), b"xxxxx");
    assert_eq!(UNPACKED.load(Ordering::Relaxed), 2, "it is still there");
    let error = vfs.read("a.runs/c").unwrap_err();
    assert_eq!((error.code, error.file.as_str()), ("vfs.archive", "a.runs/c"));
    assert_eq!((error.expected.as_str(), error.found.as_str()), ("5000 bytes", "1"));
}
