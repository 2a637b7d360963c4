//! How fast worlds are read and written, against copying their bytes.
//!
//! `cargo bench -p everquest --bench worlds` makes a zone as large as the largest
//! known ones, 1,600 meshes with 120,000 triangles in 3,000 regions, a file of
//! 18,000 placements of which 3,000 have colours, and one of 1,500 tracks.
//!
//! `cargo bench -p everquest --bench worlds -- PATH...` measures files of a game
//! instead. A path is taken from the folder of the crate unless it is absolute.
//!
//! Each time is the best of several runs, copying, reading and writing in turn,
//! so that all three meet the same machine; what a run made is summed up and
//! dropped while the clock stands. Reading may take 25 times as long as a warm
//! copy. It measures this machine now and keeps no record.

use binary::{Mode, Result};
use everquest::wld::{
    self, ActorInst, BitmapInfo, Body, BspNode, Builder, DmRgbTrackDef, Face, Group, Inline, Instance,
    MaterialDef, MaterialPalette, Mesh, Reference, Region, ShortFrame, SimpleSpriteDef, Track, TrackDef, Uvs,
    Version, Wld, WorldTree,
};
use std::hint::black_box;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

const REGIONS: u32 = 3000;
const MESHES: u32 = 1600;
const FACES: usize = 75;
const VERTICES: usize = 105;
const PLACEMENTS: usize = 18_000;
const LIT: usize = 3000;
const LIT_VERTICES: usize = 100;
const TRACKS: usize = 1500;
const FRAMES: usize = 14;
const RUNS: usize = 60;
/// Tells the allocator of Linux to keep what is freed. Otherwise it gives back
/// now more and now less to the system, and page faults are measured.
const KEEP_MEMORY: [(&str, &str); 2] =
    [("MALLOC_TRIM_THRESHOLD_", "100000000000"), ("MALLOC_MMAP_MAX_", "0")];
/// Reading may take this many times as long as copying.
const ALLOWED: f64 = 25.0;

/// A material with its picture.
fn material(builder: &mut Builder, number: usize) -> Result<Reference> {
    let name = builder.name(&format!("STONE{number}"))?;
    let files = Inline::new(&format!("stone{number}.bmp")).into_iter().collect();
    let bitmap = builder.add(Body::BmInfo(BitmapInfo { name, files }));
    let name = builder.name(&format!("STONE{number}_SPRITE"))?;
    let sprite = builder.add(Body::SimpleSpriteDef(SimpleSpriteDef::still(name, bitmap)));
    let sprite = builder.add(Body::SimpleSprite(Instance::of(sprite, 0x50)));
    let name = builder.name(&format!("STONE{number}_MDF"))?;
    Ok(builder.add(Body::MaterialDef(MaterialDef::zone(name, 0x8000_0001, sprite))))
}

fn mesh(version: Version, name: Reference, palette: Reference, number: u32) -> Mesh {
    let center = [(number % 40) as f32 * 100.0, (number / 40) as f32 * 100.0, 0.0];
    let mut mesh = Mesh::zone(name, palette, center);
    let at = |vertex: usize| [(vertex % 15) as f32 * 6.0, (vertex / 15) as f32 * 6.0, (vertex % 7) as f32];
    let place = |vertex: usize| std::array::from_fn(|axis| center[axis] + at(vertex)[axis]);
    mesh.place(&(0..VERTICES).map(place).collect::<Vec<_>>(), 5);
    let uvs: Vec<_> = (0..VERTICES).map(|vertex| [at(vertex)[0] / 8.0, at(vertex)[1] / 8.0]).collect();
    mesh.uvs = Uvs::of(version, &uvs);
    mesh.normals = vec![[0, 0, 127]; VERTICES];
    mesh.colors = (0..VERTICES).map(|vertex| [vertex as u8, 0, 0, 0xC0]).collect();
    let face = |face: usize| Face { flags: 0, vertices: [0, 15, 1].map(|corner| (face + corner) as u16) };
    mesh.faces = (0..FACES).map(face).collect();
    mesh.face_groups = vec![Group { count: FACES as u16, of: (number % 60) as u16 }];
    mesh.vertex_groups = vec![Group { count: VERTICES as u16, of: (number % 60) as u16 }];
    mesh
}

/// About a third of the others, in some 35 runs.
fn visible(own: u32) -> Vec<u32> {
    (0..REGIONS).filter(|other| *other == own || ((other * 7 + own) / 29).is_multiple_of(3)).collect()
}

/// A balanced tree of planes over leaves for each region.
fn tree(nodes: &mut Vec<BspNode>, regions: std::ops::Range<u32>) -> u32 {
    let index = nodes.len();
    nodes.push(BspNode::default());
    if regions.len() == 1 {
        nodes[index].region = regions.start + 1;
    } else {
        let middle = regions.start + regions.len() as u32 / 2;
        let front = tree(nodes, regions.start..middle);
        let back = tree(nodes, middle..regions.end);
        nodes[index] =
            BspNode { normal: [1.0, 0.0, 0.0], distance: -(middle as f32), region: 0, front, back };
    }
    index as u32 + 1
}

fn zone(version: Version) -> Result<Wld> {
    let mut builder = Builder::new(version);
    let materials = (0..60).map(|number| material(&mut builder, number)).collect::<Result<_>>()?;
    let name = builder.name("MADE_MP")?;
    let palette = builder.add(Body::MaterialPalette(MaterialPalette { name, flags: 0, materials }));
    let mut meshes = Vec::new();
    for number in 0..MESHES {
        let name = builder.name(&format!("R{}_DMSPRITEDEF", number + 1))?;
        meshes.push(builder.add(Body::DmSpriteDef2(Box::new(mesh(version, name, palette, number)))));
    }
    let mut nodes = Vec::new();
    tree(&mut nodes, 0..REGIONS);
    builder.add(Body::WorldTree(WorldTree { name: Reference::NONE, nodes }));
    for own in 0..REGIONS {
        let name = builder.name(&format!("R{:06}", own + 1))?;
        let mesh = meshes.get(own as usize).copied();
        let region = Region::new(name, own, &visible(own), [own as f32, 0.0, 0.0, 240.0], mesh);
        builder.add(Body::Region(Box::new(region)));
    }
    builder.finish()
}

fn placements() -> Result<Wld> {
    let mut builder = Builder::new(Version::Old);
    for number in 0..PLACEMENTS {
        let actor = builder.name(&format!("TREE{}_ACTORDEF", number % 80))?;
        let colors = if number < LIT {
            let colors = vec![[0, 0, number as u8, 0x80]; LIT_VERTICES];
            let track = builder.add(Body::DmRgbTrackDef(DmRgbTrackDef::new(Reference::NONE, colors)));
            Some(builder.add(Body::DmRgbTrack(Instance::of(track, 0))))
        } else {
            None
        };
        let place = [number as f32, 1.0, 2.0];
        let actor = ActorInst::object(actor, place, [(number % 512) as f32, 0.0, 0.0], 1.0, colors);
        builder.add(Body::ActorInst(Box::new(actor)));
    }
    builder.finish()
}

fn tracks() -> Result<Wld> {
    let mut builder = Builder::new(Version::Old);
    for number in 0..TRACKS {
        let name = builder.name(&format!("L{:02}ORC{number}_TRACKDEF", number % 30))?;
        let frame = ShortFrame { rotation: [16384, 0, 0, 0], translation: [number as i16, 0, 0], scale: 256 };
        let definition = builder.add(Body::TrackDef(TrackDef::new(name, vec![frame; FRAMES])));
        let name = builder.name(&format!("L{:02}ORC{number}_TRACK", number % 30))?;
        builder.add(Body::Track(Track { name, definition, flags: 5, sleep_ms: Some(100) }));
    }
    builder.finish()
}

/// How long each run took, and the sum over what they made.
#[derive(Default)]
struct Runs {
    times: Vec<Duration>,
    sum: u64,
}

impl Runs {
    /// The shortest run.
    fn seconds(&self) -> f64 {
        self.times.iter().min().copied().unwrap_or_default().as_secs_f64()
    }

    /// Times `make`; `sum` looks at what it made once the clock stands.
    fn run<T>(&mut self, make: impl FnOnce() -> T, sum: impl FnOnce(&T) -> u64) {
        let start = Instant::now();
        let made = black_box(make());
        self.times.push(start.elapsed());
        self.sum = self.sum.wrapping_add(sum(&made));
    }
}

/// A file being measured.
struct Case {
    name: String,
    bytes: Vec<u8>,
    wld: Wld,
    copying: Runs,
    reading: Runs,
    writing: Runs,
}

impl Case {
    fn new(name: &str, bytes: Vec<u8>) -> Result<Self> {
        let (wld, _) = wld::read(&bytes, Mode::Lenient)?;
        let [copying, reading, writing] = <[Runs; 3]>::default();
        Ok(Case { name: name.to_owned(), bytes, wld, copying, reading, writing })
    }

    /// One run of each.
    fn run(&mut self, copy: &mut [u8]) {
        let (bytes, copy) = (&self.bytes[..], &mut copy[..self.bytes.len()]);
        // Once ahead of the clock, so that both are warm.
        copy.copy_from_slice(bytes);
        self.copying.run(|| copy.copy_from_slice(black_box(bytes)), |()| 0);
        self.copying.sum += u64::from(copy.last().copied().unwrap_or_default());
        let made = |made: &Result<(Wld, _)>| made.as_ref().map_or(0, |(wld, _)| wld.fragments.len() as u64);
        self.reading.run(|| wld::read(black_box(bytes), Mode::Lenient), made);
        let made = |made: &Result<Vec<u8>>| made.as_ref().map_or(0, |made| made.len() as u64);
        self.writing.run(|| wld::write(black_box(&self.wld)), made);
    }

    fn print(&self) {
        let (bytes, figures) = (self.bytes.len(), self.wld.figures());
        let (fragments, polygons, pairs) =
            (self.wld.fragments.len(), figures.polygons, figures.visible_pairs);
        println!(
            "{}: {bytes} bytes, {fragments} fragments, {polygons} polygons, {pairs} visible pairs",
            self.name
        );
        for (what, runs) in [("copy", &self.copying), ("read", &self.reading), ("write", &self.writing)] {
            let (seconds, ratio) = (runs.seconds(), runs.seconds() / self.copying.seconds());
            let speed = bytes as f64 / seconds / 1e9;
            let (millis, sum) = (seconds * 1e3, runs.sum);
            println!("{what:>6} {millis:9.3} ms  {speed:6.2} GB/s  {ratio:5.1} x copy  (sum {sum})");
        }
    }

    /// Says so when reading is too slow.
    fn is_fast(&self) -> bool {
        let fast = self.reading.seconds() <= ALLOWED * self.copying.seconds();
        if !fast {
            println!("{}: reading takes more than {ALLOWED} times as long as copying", self.name);
        }
        fast
    }
}

/// Measures all in turn, again and again, so that a busy moment of the machine
/// meets them all.
fn measure(cases: &mut [Case]) {
    let longest = cases.iter().map(|case| case.bytes.len()).max().unwrap_or(0);
    let mut copy = vec![1_u8; longest];
    for _ in 0..RUNS {
        cases.iter_mut().for_each(|case| case.run(&mut copy));
    }
    cases.iter().for_each(Case::print);
}

/// Reads files of a game; false when one is read too slowly or not at all.
fn files(paths: &[String]) -> bool {
    let mut good = true;
    for path in paths {
        let case = match std::fs::read(path) {
            Ok(bytes) => Case::new(path, bytes).map_err(|finding| finding.in_file(path).to_string()),
            Err(error) => Err(format!("{path}: {error}")),
        };
        match case {
            Ok(case) => {
                let cases = &mut [case];
                measure(cases);
                good &= cases.iter().all(Case::is_fast);
            }
            Err(message) => {
                eprintln!("{message}");
                good = false;
            }
        }
    }
    good
}

fn made() -> Result<bool> {
    let made = [
        ("zone, old", zone(Version::Old)?),
        ("zone, new", zone(Version::New)?),
        ("placements", placements()?),
        ("tracks", tracks()?),
    ];
    let cases = made.iter().map(|(name, wld)| Case::new(name, wld::write(wld)?));
    let mut cases: Vec<Case> = cases.collect::<Result<_>>()?;
    measure(&mut cases);
    Ok(cases.iter().map(Case::is_fast).fold(true, |all, fast| all & fast))
}

/// Starts the same measurement once more under [`KEEP_MEMORY`], which an
/// allocator reads as its process starts.
fn again(arguments: &[String]) -> Result<ExitCode> {
    let program = std::env::current_exe();
    let status = program
        .and_then(|program| Command::new(program).args(arguments).envs(KEEP_MEMORY.iter().copied()).status());
    match status {
        Ok(status) => Ok(ExitCode::from(u8::from(!status.success()))),
        Err(error) => {
            eprintln!("the bench cannot start itself: {error}");
            Ok(ExitCode::FAILURE)
        }
    }
}

fn main() -> Result<ExitCode> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    // Run along with the tests there is nothing to measure.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return Ok(ExitCode::SUCCESS);
    }
    if KEEP_MEMORY.iter().any(|(name, _)| std::env::var_os(name).is_none()) {
        return again(&arguments);
    }
    arguments.retain(|argument| !argument.starts_with("--"));
    let good = if arguments.is_empty() { made()? } else { files(&arguments) };
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
