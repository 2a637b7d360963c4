//! How fast worlds are read and written, against copying their bytes.
//!
//! `cargo bench -p everquest --bench worlds` makes a zone as large as the largest
//! known ones, 1,600 meshes with 120,000 triangles in 3,000 regions, a file of
//! 18,000 placements of which 3,000 have colours, and one of 15,000 tracks, as archives of many creatures have.
//!
//! `cargo bench -p everquest --bench worlds -- PATH...` measures files of a game
//! instead. A path is taken from the folder of the crate unless it is absolute.
//!
//! Reading may take 25 times as long as a warm copy; see `harness::timing`.

use binary::{Mode, Result};
use everquest::wld::{
    self, ActorInst, BitmapInfo, Body, BspNode, Builder, DmRgbTrackDef, Face, Group, Inline, Instance,
    MaterialDef, MaterialPalette, Mesh, Reference, Region, ShortFrame, SimpleSpriteDef, Track, TrackDef, Uvs,
    Version, Wld, WorldTree,
};
use harness::timing::{self, ALLOWED, Case, Format};
use std::process::ExitCode;

const REGIONS: u32 = 3000;
const MESHES: u32 = 1600;
const FACES: usize = 75;
const VERTICES: usize = 105;
const PLACEMENTS: usize = 18_000;
const LIT: usize = 3000;
const LIT_VERTICES: usize = 100;
const TRACKS: usize = 15_000;
const FRAMES: usize = 14;
const RUNS: usize = 60;

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

const WLD: Format<Wld> = Format {
    read: |bytes| Ok(wld::read(bytes, Mode::Lenient)?.0),
    write: wld::write,
    sum: |wld| wld.fragments.len() as u64,
};

fn describe(name: &str, wld: &Wld) -> String {
    let (figures, fragments) = (wld.figures(), wld.fragments.len());
    format!(
        "{name}: {fragments} fragments, {} polygons, {} visible pairs",
        figures.polygons, figures.visible_pairs
    )
}

fn made() -> Result<bool> {
    let made = [
        ("zone, old", zone(Version::Old)?),
        ("zone, new", zone(Version::New)?),
        ("placements", placements()?),
        ("tracks", tracks()?),
    ];
    let cases = made.iter().map(|(name, wld)| Case::new(&describe(name, wld), vec![wld::write(wld)?], WLD));
    Ok(timing::measure(&mut cases.collect::<Result<Vec<_>>>()?, RUNS, ALLOWED))
}

fn main() -> Result<ExitCode> {
    timing::bench(|paths| {
        if paths.is_empty() { made() } else { Ok(timing::measure_paths(paths, RUNS, WLD, describe)) }
    })
}
