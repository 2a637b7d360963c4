//! How fast models are read, against copying their bytes.
//!
//! `REVISIT_DATA=... cargo bench -p warcraft --bench models` reads every `.m2` below `warcraft` in that
//! folder, best of several runs, and compares that with a warm copy of the same bytes, file by file.
//! Without any it measures models of its own, shaped as the known ones are: 74 % of the bytes in tracks
//! of bones, 13 % in vertices, 10 % in views. Reading must reach 1/25 of the copy. It measures this
//! machine now and keeps no record.

use binary::Mode;
use harness::timing::{self, ALLOWED, Case, Format};
use std::process::ExitCode;
use warcraft::m2::{self, Batch, Bone, Event, Model, Rotation, Sequence, Submesh, Track, Vertex, View};

const RUNS: usize = 9;

/// A model as large as the known ones are on average: 600 KB, 40 bones, 22 sequences, 1600 vertices.
fn authored(version: u32) -> Option<Vec<u8>> {
    let mut model = Model::new("Bench")?;
    for index in 0..22_u32 {
        let start = 3333 + 5000 * index;
        let sequence =
            Sequence { id: index as u16, start, end: start + 1000, next: -1, ..Sequence::default() };
        model.sequences.push(sequence);
    }
    let ranges: Vec<[u32; 2]> = (0..22).map(|index| [26 * index, 26 * index + 25]).chain([[0, 0]]).collect();
    let times: Vec<u32> =
        (0..22).flat_map(|index| (0..26).map(move |key| 3333 + 5000 * index + 40 * key)).collect();
    for index in 0..40_i16 {
        let track = |values: Vec<[f32; 3]>| Track {
            interpolation: 1,
            ranges: ranges.clone(),
            times: times.clone(),
            values,
            ..Track::default()
        };
        let moves = if index % 5 == 0 { track(vec![[0.5; 3]; times.len()]) } else { Track::default() };
        let turns = Track {
            interpolation: 1,
            ranges: ranges.clone(),
            times: times.clone(),
            values: vec![[0.0, 0.0, 0.0, 1.0]; times.len()],
            ..Track::default()
        };
        let bone = Bone {
            parent: index - 1,
            translation: moves,
            rotation: Rotation::Full(turns),
            ..Bone::default()
        };
        model.bones.push(bone);
    }
    for index in 0..1600_u16 {
        let position = [f32::from(index), 1.0, 2.0];
        let bones = [(index % 40) as u8, 0, 0, 0];
        let vertex =
            Vertex { position, weights: [255, 0, 0, 0], bones, normal: [0.0, 0.0, 1.0], ..Vertex::default() };
        model.vertices.push(vertex);
    }
    for _ in 0..3 {
        let submesh = Submesh { vertex_count: 1600, index_count: 6000, influences: 1, ..Submesh::default() };
        model.views.push(View {
            indices: (0..1600).collect(),
            triangles: (0..6000).map(|corner| corner % 1600).collect(),
            properties: vec![[0; 4]; 1600],
            submeshes: vec![submesh],
            batches: vec![Batch { color: -1, ..Batch::default() }],
            bone_limit: 256,
        });
    }
    model.events = vec![Event { times: vec![3500, 9000], ..Event::default() }; 20];
    model.seal();
    model.convert(version)?;
    m2::write(&model).ok()
}

const MODEL: Format<Model> = Format {
    read: |bytes| Ok(m2::read(bytes, Mode::Lenient)?.0),
    write: m2::write,
    sum: |model| model.views.first().map_or(0, |view| view.triangles.len() as u64 / 3),
};

fn main() -> binary::Result<ExitCode> {
    timing::bench(|_| {
        let folder = timing::real_files("warcraft");
        let mut files = timing::files_below(&folder, "m2").unwrap_or_default();
        if files.is_empty() {
            println!("no models below {}: measuring authored ones", folder.display());
            let both = authored(256).into_iter().chain(authored(260));
            files = both.cycle().take(8).collect();
        }
        let case = Case::new(&format!("{} models", files.len()), files, MODEL)?;
        Ok(timing::measure(&mut [case], RUNS, ALLOWED))
    })
}
