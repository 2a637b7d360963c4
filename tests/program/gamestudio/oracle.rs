//! Real models against what the Open Asset Import Library makes of them.

use super::data;
use super::real_models::all;
use std::path::Path;
use std::process::Command;

/// What `assimp info` says about a file.
#[derive(Debug, PartialEq)]
struct Counts {
    triangles: usize,
    /// Without joining any: three of each triangle.
    corners: usize,
    /// Clips; it reads none of these kinds.
    animations: usize,
}

/// Models of several like groups of which it leaves one out, and its triangles.
const LEFT_OUT: [(&str, usize); 2] = [("cables_hanging.mdl", 348), ("cables_wall.mdl", 348)];

/// `None` for a file at which it fails or crashes.
fn theirs(path: &Path) -> Option<Counts> {
    let output = Command::new("assimp").arg("info").arg(path).arg("-r").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let count = |label: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(label))?;
        line.trim_start_matches(':').trim().parse().ok()
    };
    // A model without a mesh is one that it could not read.
    let has_meshes = count("Meshes")? > 0;
    let counts =
        Counts { triangles: count("Faces")?, corners: count("Vertices")?, animations: count("Animations")? };
    (output.status.success() && has_meshes).then_some(counts)
}

#[test]
fn another_reader_counts_the_same() {
    let Some(folder) = data() else { return };
    if Command::new("assimp").arg("version").output().is_err() {
        println!("skipped: no `assimp` on this machine to compare with; install assimp-utils");
        return;
    }
    let (mut answered, mut silent, mut wrong) = (0, 0, Vec::new());
    for part in ["lottershock", "assimp-models/MDL"] {
        for (item, loaded) in all(&folder.join(part)) {
            if !item.name.to_lowercase().ends_with(".mdl") {
                continue;
            }
            let path = folder.join(part).join(&item.source).join(&item.name);
            let Some(theirs) = theirs(&path) else {
                silent += 1;
                continue;
            };
            answered += 1;
            let left_out =
                LEFT_OUT.iter().find(|(name, _)| *name == item.name).map_or(0, |(_, count)| *count);
            let triangles = loaded.scene.triangles() - left_out;
            let vertices: usize = loaded.scene.models.iter().map(|model| model.vertices.len()).sum();
            println!("{}: {theirs:?}; {triangles} triangles, {vertices} vertices", item.name);
            let ours = Counts { triangles, corners: 3 * triangles, animations: 0 };
            if ours != theirs {
                wrong.push(format!("{}: {theirs:?}, not {ours:?}", item.name));
            }
        }
    }
    println!("{answered} models compared, {silent} at which the other reader fails or crashes");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(answered >= 14);
}
