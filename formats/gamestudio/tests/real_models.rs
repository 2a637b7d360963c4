//! Real models and terrains against docs/spec/gamestudio.md: everything that the
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
    /// Vertices that follow bones, and those whose weights make 1.
    weighed: usize,
    weighed_to_one: usize,
    /// Edges between vertices of different bones, in all poses, and how much
    /// longer or shorter the poses make them, in parts of their length.
    joints: usize,
    stretch: f64,
    /// Changes of bones that turn them.
    turned: usize,
    /// Those that leave the bone's place at rest where it is.
    turned_in_place: usize,
}

fn errors(path: &Path, report: &binary::Report, failures: &mut Vec<String>) {
    for finding in report.findings().iter().filter(|finding| finding.severity == Severity::Error) {
        failures.push(format!("{}: {finding}", path.display()));
    }
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

fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
    (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum::<f32>().sqrt()
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
            row.weighed += 1;
            row.weighed_to_one += usize::from((sum - 1.0).abs() < 0.001);
            if influences.len() > usize::from(group.max_weights.max(1)) {
                failures.push(format!("{}: {} weights of a vertex", path.display(), influences.len()));
            }
        }
    }
    for group in &model.groups {
        for frame in (0..group.frames.len()).filter(|frame| !model.transforms(*frame).is_empty()) {
            let posed = model.posed_positions(group, frame);
            let rest = group.frame_vertices(frame);
            for triangle in group.drawable() {
                let [a, b, c] = triangle.vertices.map(|vertex| vertex as usize);
                for (from, to) in [(a, b), (b, c), (c, a)] {
                    if rest[from].bone != rest[to].bone {
                        let length = distance(rest[from].position, rest[to].position).max(0.001);
                        row.joints += 1;
                        row.stretch += f64::from((distance(posed[from], posed[to]) / length - 1.0).abs());
                    }
                }
            }
        }
    }
    // A bone turns about its place at rest, which its change leaves where it is,
    // unless the frame moves the bone too.
    let places = model.bone_positions();
    let frames = model.groups.iter().flat_map(|group| &group.frames);
    for transform in frames.flat_map(|frame| &frame.transforms) {
        let (place, m) = (places[usize::from(transform.bone)], transform.matrix);
        let turns = m[..3] != [1.0, 0.0, 0.0] || m[4..7] != [0.0, 1.0, 0.0];
        let moved: [f32; 3] = std::array::from_fn(|axis| {
            (0..3).map(|row| place[row] * m[4 * row + axis]).sum::<f32>() + m[12 + axis]
        });
        let off = (0..3).map(|axis| (moved[axis] - place[axis]).abs()).fold(0.0, f32::max);
        let size = place.iter().fold(1.0_f32, |size, part| size.max(part.abs()));
        row.turned += usize::from(turns);
        row.turned_in_place += usize::from(turns && off <= 0.01 * size);
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
    let row = &table["MDL7"];
    println!("{} of {} weighed vertices have weights that make 1", row.weighed_to_one, row.weighed);
    println!("{} of {} turns of bones are in place", row.turned_in_place, row.turned);
    let stretch = row.stretch / row.joints as f64;
    println!("{} edges across joints change by {stretch:.3} of their length", row.joints);
    // Bones without their parents, or parents before their bones, tear the
    // models apart: 0.86 and 0.49 of the length.
    assert!(stretch < 0.25);
    assert!(row.weighed_to_one * 100 > row.weighed * 99);
    assert!(row.turned_in_place * 10 > row.turned * 7);
}

fn correlation(pairs: &[(f32, f32)]) -> f32 {
    let count = pairs.len() as f32;
    let (a, b) = pairs.iter().fold((0.0, 0.0), |(a, b), pair| (a + pair.0 / count, b + pair.1 / count));
    let sum = |value: &dyn Fn(&(f32, f32)) -> f32| pairs.iter().map(value).sum::<f32>();
    let together = sum(&|pair| (pair.0 - a) * (pair.1 - b));
    together / (sum(&|pair| (pair.0 - a).powi(2)) * sum(&|pair| (pair.1 - b).powi(2))).sqrt()
}

#[test]
fn the_real_terrain_is_understood_and_the_broken_one_refused() {
    let Some(folder) = data() else { return };
    let files = with_extension(&folder, "hmp");
    assert!(files.len() >= TERRAINS, "{} terrains below {}", files.len(), folder.display());
    let mut understood = 0;
    for (path, bytes) in &files {
        if path.file_name().is_some_and(|name| name == "invalid_external_texture_name.hmp") {
            for mode in [Mode::Strict, Mode::Lenient] {
                let finding = hmp::read(bytes, mode).unwrap_err();
                assert_eq!((finding.code, finding.offset), ("gamestudio.skin.name_end", Some(112)));
                assert_eq!(finding.path, "skin 1");
                println!("refused as it should be: {}", finding.in_file("invalid_external_texture_name.hmp"));
            }
            continue;
        }
        let (terrain, report) = hmp::read(bytes, Mode::Strict).unwrap();
        report.verdict().unwrap();
        assert_eq!(hmp::write(&terrain).unwrap(), *bytes);
        let (columns, rows) = terrain.size().unwrap();
        let extent = terrain.extent();
        for (axis, cells) in [columns - 1, rows - 1].into_iter().enumerate() {
            let length = extent.max[axis] - extent.min[axis];
            assert!((length - cells as f32 * terrain.cell[axis]).abs() < 0.001 * length);
        }
        // Normals lean downhill, with row 0 in the north.
        let (heights, normals) = (terrain.heights(0), terrain.normals(0));
        let (width, height) = (columns as usize, rows as usize);
        let mut pairs = [Vec::new(), Vec::new()];
        for row in 1..height - 1 {
            for at in row * width + 1..(row + 1) * width - 1 {
                pairs[0].push((normals[at][0], heights[at - 1] - heights[at + 1]));
                pairs[1].push((normals[at][1], heights[at + width] - heights[at - width]));
            }
        }
        for (axis, pairs) in pairs.iter().enumerate() {
            let agreement = correlation(pairs);
            assert!(agreement > 0.8, "{}: axis {axis}: {agreement}", path.display());
        }
        println!("{}: {columns} x {rows} vertices, {extent:?}", path.display());
        understood += 1;
    }
    assert!(understood >= 1);
}

/// The number of faces that `assimp info` finds in a file, if it finds any.
fn faces(path: &Path) -> Option<usize> {
    let output = Command::new("assimp").arg("info").arg(path).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().find_map(|line| line.strip_prefix("Faces:"))?;
    line.trim().parse().ok().filter(|_| output.status.success())
}

#[test]
fn another_reader_counts_the_same_triangles() {
    let Some(folder) = data() else { return };
    if Command::new("assimp").arg("version").output().is_err() {
        println!("skipped: no `assimp` on this machine to compare with");
        return;
    }
    let (mut equal, mut fewer, mut silent) = (0, 0, 0);
    for (path, bytes) in with_extension(&folder, "mdl") {
        let is_mdl7 = bytes.starts_with(b"MDL7");
        let ours: usize = if is_mdl7 {
            let (model, _) = mdl7::read(&bytes, Mode::Lenient).unwrap();
            model.groups.iter().map(|group| group.drawable().count()).sum()
        } else {
            mdl::read(&bytes, Mode::Lenient).unwrap().0.drawable().count()
        };
        match faces(&path) {
            Some(theirs) if theirs == ours => equal += 1,
            // It leaves groups of MDL7 out.
            Some(theirs) if is_mdl7 && theirs < ours => fewer += 1,
            Some(theirs) => panic!("{}: {theirs} triangles, not {ours}", path.display()),
            // It crashes on external skins of MDL7.
            None if is_mdl7 => silent += 1,
            None => panic!("{}: no answer", path.display()),
        }
    }
    println!("triangles: {equal} files equal, {fewer} with fewer there, {silent} without an answer");
    assert!(equal >= 6);
    for (path, bytes) in with_extension(&folder, "hmp") {
        if let (Ok((terrain, _)), Some(theirs)) = (hmp::read(&bytes, Mode::Lenient), faces(&path)) {
            let (columns, rows) = terrain.size().unwrap();
            assert_eq!(theirs as u32, 2 * (columns - 1) * (rows - 1), "{}", path.display());
        }
    }
}
