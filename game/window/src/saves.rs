//! Quick saves: the state of every place of a world in a file, one for each world of each install.
//!
//! A save goes on only with the files that it was made with: numbers of nodes, materials and programs
//! mean nothing in another world. So it holds their fingerprint, and is refused with any other.

use crate::visit::Visit;
use base::Failure;
use base::gate::Mark;
use base::regular;
use runtime::places::SavedWorld;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// What the file calls itself.
const FORMAT: &str = "revisit.save/1";
/// Largest file that is read, in bytes.
const LARGEST: u64 = 256 << 20;

/// What a file holds.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Save {
    format: String,
    title: String,
    world: String,
    /// Of the files of the world, as recordings have it.
    fingerprint: String,
    state: SavedWorld,
}

/// Where a world of an install is saved.
fn path(folder: &Path, visit: &Visit) -> PathBuf {
    let request = &visit.first().request;
    let plain = |text: &str| -> String {
        let kept = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        text.chars().take(40).map(kept).collect()
    };
    // Two games of one engine may have worlds of one name.
    let root = xxh3_64(visit.root.to_string_lossy().as_bytes());
    let name = format!("{}-{}-{root:016x}.json", plain(&request.title), plain(&request.world));
    folder.join("saves").join(name)
}

/// Saves the world as it is now; gives the file.
///
/// # Errors
/// A folder that cannot be written, and a state that could not be read again.
pub fn write(folder: &Path, visit: &Visit) -> Result<PathBuf, Failure> {
    let request = &visit.first().request;
    let save = Save {
        format: FORMAT.to_owned(),
        title: request.title.clone(),
        world: request.world.clone(),
        fingerprint: fingerprint(visit)?,
        state: visit.world.save(),
    };
    let unsound = |error| Failure::Unusable(format!("the world cannot be saved as it is: {error}"));
    let text = serde_json::to_string(&save).map_err(unsound)?;
    // A number that is NaN or infinite would only be found when the save is needed.
    serde_json::from_str::<Save>(&text).map_err(unsound)?;
    let path = path(folder, visit);
    let (folder, name) = (path.parent().unwrap_or(folder), path.file_name().unwrap_or_default());
    // The folder of saves is our own.
    titles::gate(true)
        .folder_of_files(folder, Mark::NONE)?
        .file(&name.to_string_lossy())?
        .write(text.as_bytes())?;
    Ok(path)
}

/// The save of the open world; none if there is none.
///
/// # Errors
/// A file that cannot be read, is no save, or was made with other files.
pub fn read(folder: &Path, visit: &Visit) -> Result<Option<SavedWorld>, Failure> {
    let path = path(folder, visit);
    if !path.exists() {
        return Ok(None);
    }
    let refused = |reason: String| Failure::Unusable(format!("{}: {reason}", path.display()));
    let bytes = regular::read(&path, LARGEST)?;
    let no_save = |error: &dyn std::fmt::Display| refused(format!("no save: {error}"));
    let text = std::str::from_utf8(&bytes).map_err(|error| no_save(&error))?;
    let save: Save = serde_json::from_str(text).map_err(|error| no_save(&error))?;
    if save.format != FORMAT {
        return Err(refused(format!("a save of the format {}, not {FORMAT}", save.format)));
    }
    if save.fingerprint != fingerprint(visit)? {
        return Err(refused(
            "saved with other files: the game or its mods have changed since; a save goes on only with the same"
                .to_owned(),
        ));
    }
    Ok(Some(save.state))
}

/// That of the files of the open world, which is worked out beside it.
fn fingerprint(visit: &Visit) -> Result<String, Failure> {
    visit.fingerprint_within().map(|value| format!("{value:016x}")).ok_or_else(|| {
        Failure::Unusable("the files of the world are still being compared; try again".to_owned())
    })
}
