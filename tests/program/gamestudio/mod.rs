//! Games made with Gamestudio: models of every kind made by hand, and the files
//! of a published game where they are at hand.

mod by_file;
mod checks;
mod exported;
mod made;
mod models;
mod oracle;
#[cfg(feature = "gpu")]
mod pieces;
mod real_models;
#[cfg(feature = "gpu")]
mod rooms;
mod walk;

use std::path::{Path, PathBuf};

/// The folder of real files, `gamestudio` in that which `REVISIT_DATA` names or
/// in the one beside the workspace; `None` without it, which is an error only
/// when it was asked for.
fn data() -> Option<PathBuf> {
    let asked = std::env::var_os("REVISIT_DATA").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = asked.clone().unwrap_or(beside).join("gamestudio");
    if ["lottershock/Level", "assimp-models/MDL"].iter().all(|part| folder.join(part).is_dir()) {
        return Some(folder);
    }
    assert!(asked.is_none(), "REVISIT_DATA: no game and models in {}", folder.display());
    println!("skipped: no real files; set REVISIT_DATA to the folder that holds `gamestudio`");
    None
}
