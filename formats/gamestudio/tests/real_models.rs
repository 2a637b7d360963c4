//! Real models and terrains against spec/gamestudio.md: everything that the
//! specification calls checked holds for each of them, and each is written back
//! byte for byte.
//!
//! `REVISIT_DATA` names the folder that holds `gamestudio`; without it the
//! folder `../shared/data` beside the workspace is used if it is there, and
//! without that there is nothing to test.

use binary::{Mode, Severity};
use gamestudio::{hmp, mdl, mdl7};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

const MODELS: usize = 114;
const TERRAINS: usize = 2;

fn data() -> Option<PathBuf> {
    let named = std::env::var_os("REVISIT_DATA").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = named.clone().unwrap_or(beside).join("gamestudio");
    if folder.is_dir() {
        return Some(folder);
    }
    assert!(named.is_none(), "REVISIT_DATA is set, but {} is no folder", folder.display());
    println!("skipped: no real files; set REVISIT_DATA to the folder that holds `gamestudio`");
    None
}

fn with_extension(folder: &Path, extension: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|other| other.eq_ignore_ascii_case(extension)) {
                let bytes = std::fs::read(&path).unwrap();
                found.push((path, bytes));
            }
        }
    }
    found.sort();
    found
}

/// What is counted for each kind of file.
#[derive(Default)]
struct Row {
    files: usize,
    groups: usize,
    skins: usize,
    triangles: usize,
    vertices: usize,
    frames: usize,
    bones: usize,
    deformers: usize,
}

fn errors(path: &Path, report: &binary::Report, failures: &mut Vec<String>) {
    for finding in report.findings().iter().filter(|finding| finding.severity == Severity::Error) {
        failures.push(format!("{}: {finding}", path.display()));
    }
}

/// The least and the largest of each coordinate.
fn ranges(positions: impl Iterator<Item = [f32; 3]>) -> [[f32; 2]; 3] {
    positions.fold([[f32::MAX, f32::MIN]; 3], |ranges, position| {
        std::array::from_fn(|axis| {
            [ranges[axis][0].min(position[axis]), ranges[axis][1].max(position[axis])]
        })
    })
}

fn check_mdl(path: &Path, bytes: &[u8], row: &mut Row, failures: &mut Vec<String>) {
    let (model, report) = match mdl::read(bytes, Mode::Strict) {
        Ok(read) => read,
        Err(finding) => return failures.push(format!("{}: {finding}", path.display())),
    };
    errors(path, &report, failures);
    if mdl::write(&model).unwrap() != bytes {
        failures.push(format!("{}: written back differently", path.display()));
    }
    row.groups += 1;
    row.skins += model.skins.len();
    row.triangles += model.triangles.len();
    row.vertices += model.vertex_count as usize;
    row.frames += model.frames.len();
    assert_eq!(model.drawable().count(), model.triangles.len());
    for skin in &model.skins {
        assert_eq!(skin.decode_rgba8(0, None).unwrap().len() as i32, 4 * skin.width * skin.height);
    }
    // The bounding radius holds all vertices of the first frame.
    if let Some(frame) = model.frames.first() {
        let far = |[x, y, z]: [f32; 3]| (x * x + y * y + z * z).sqrt();
        let farthest = frame.vertices.iter().map(|vertex| far(model.position(vertex))).fold(0.0, f32::max);
        if farthest > model.radius * 1.01 {
            failures.push(format!("{}: radius {}, but {farthest}", path.display(), model.radius));
        }
    }
}

fn check_mdl7(path: &Path, bytes: &[u8], row: &mut Row, failures: &mut Vec<String>) {
    let (model, report) = match mdl7::read(bytes, Mode::Strict) {
        Ok(read) => read,
        Err(finding) => return failures.push(format!("{}: {finding}", path.display())),
    };
    errors(path, &report, failures);
    if mdl7::write(&model).unwrap() != bytes {
        failures.push(format!("{}: written back differently", path.display()));
    }
    row.groups += model.groups.len();
    row.bones += model.bones.len();
    for group in &model.groups {
        row.skins += group.skins.len();
        row.triangles += group.triangles.len();
        row.vertices += group.vertices.len();
        row.frames += group.frames.len();
        row.deformers += group.deformers.len();
        for influences in model.influences(group).chunk_by(|a, b| a.vertex == b.vertex) {
            let sum: f32 = influences.iter().map(|influence| influence.weight).sum();
            if (sum - 1.0).abs() > 0.02 {
                failures.push(format!("{}: weights of a vertex make {sum}", path.display()));
            }
            if influences.len() > usize::from(group.max_weights.max(1)) {
                failures.push(format!("{}: {} weights of a vertex", path.display(), influences.len()));
            }
        }
    }
    // The place of a bone at rest is a fixed point of its change in every frame.
    let places = model.bone_positions();
    let frames = model.groups.iter().flat_map(|group| &group.frames);
    for (frame, transform) in frames.flat_map(|frame| frame.transforms.iter().map(move |t| (frame, t))) {
        let (place, m) = (places[usize::from(transform.bone)], transform.matrix);
        let moved: [f32; 3] = std::array::from_fn(|axis| {
            (0..3).map(|row| place[row] * m[4 * row + axis]).sum::<f32>() + m[12 + axis]
        });
        let off = (0..3).map(|axis| (moved[axis] - place[axis]).abs()).fold(0.0, f32::max);
        let size = place.iter().fold(1.0_f32, |size, part| size.max(part.abs()));
        if off > 0.01 * size {
            failures.push(format!(
                "{}: frame {} bone {}: {place:?} moves by {off}",
                path.display(),
                frame.name,
                transform.bone
            ));
        }
    }
}

#[test]
fn every_model_is_understood_and_written_back() {
    let Some(folder) = data() else { return };
    let files = with_extension(&folder, "mdl");
    assert!(files.len() >= MODELS, "{} models below {}, not {MODELS}", files.len(), folder.display());
    let mut table: BTreeMap<String, Row> = BTreeMap::new();
    let mut failures = Vec::new();
    for (path, bytes) in &files {
        let magic = String::from_utf8_lossy(&bytes[..4]).into_owned();
        let row = table.entry(magic).or_default();
        row.files += 1;
        if bytes.starts_with(b"MDL7") {
            check_mdl7(path, bytes, row, &mut failures);
        } else {
            check_mdl(path, bytes, row, &mut failures);
        }
    }
    println!("kind  files groups skins triangles vertices frames bones deformers");
    for (kind, row) in &table {
        println!(
            "{kind} {:6} {:6} {:5} {:9} {:8} {:6} {:5} {:9}",
            row.files,
            row.groups,
            row.skins,
            row.triangles,
            row.vertices,
            row.frames,
            row.bones,
            row.deformers
        );
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
