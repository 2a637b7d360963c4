//! Completes the path of a folder as it is typed.

use base::path_text;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// Most entries of a folder that are read.
const MOST_ENTRIES: usize = 4000;

/// The path that a text means: `~` is the home folder, and names need not be Unicode on disk.
pub fn expand(text: &str) -> PathBuf {
    let rest = text.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with(['/', '\\']));
    match (rest, directories::BaseDirs::new()) {
        (Some(rest), Some(dirs)) => {
            let rest = rest.trim_start_matches(['/', '\\']);
            path_text::meant(&path_text::shown(&dirs.home_dir().join(rest)))
        }
        _ => path_text::meant(text),
    }
}

/// A folder as text, ready for typing on.
pub fn as_text(path: &Path) -> String {
    let mut text = path_text::shown(path);
    if !text.ends_with(['/', '\\']) {
        text.push(MAIN_SEPARATOR);
    }
    text
}

/// Folders whose paths begin like this, up to a limit; case does not matter. Hidden ones only if
/// their dot is typed.
pub fn candidates(text: &str, most: usize) -> Vec<PathBuf> {
    let path = expand(text);
    let (folder, start) = if text.ends_with(['/', '\\']) || text == "~" {
        (path, String::new())
    } else {
        let start = path.file_name().map(|name| path_text::shown(Path::new(name)).to_lowercase());
        let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) else {
            return Vec::new();
        };
        (folder.to_path_buf(), start.unwrap_or_default())
    };
    let fits = |path: &PathBuf| {
        let name = path_text::name(path).to_lowercase();
        name.starts_with(&start) && (start.starts_with('.') || !name.starts_with('.')) && path.is_dir()
    };
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .take(MOST_ENTRIES)
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(fits)
        .collect();
    found.sort();
    found.truncate(most);
    found
}

/// The part that all candidates share; `None` if there is none.
pub fn complete(text: &str) -> Option<String> {
    let found = candidates(text, MOST_ENTRIES);
    let longer = match found.as_slice() {
        [] => return None,
        [one] => as_text(one),
        [first, rest @ ..] => {
            let mut common = path_text::shown(first);
            for path in rest {
                let other = path_text::shown(path);
                let same = common
                    .chars()
                    .zip(other.chars())
                    .take_while(|(a, b)| a.to_lowercase().eq(b.to_lowercase()));
                common = same.map(|(a, _)| a).collect();
            }
            common
        }
    };
    let before = path_text::shown(&expand(text));
    (longer.chars().count() > before.chars().count() || (found.len() == 1 && longer != text))
        .then_some(longer)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for folder in ["Games/Mech3", "Games/Mech3 PM", "Games/Recoil", "Games/.hidden", "Other"] {
            std::fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        std::fs::write(root.path().join("Games/Mech.txt"), "").unwrap();
        root
    }

    fn names(text: &str) -> Vec<String> {
        let found = candidates(text, 9).into_iter();
        found.map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn folders_that_begin_so_in_either_case() {
        let root = tree();
        let games = root.path().join("Games");
        let text = |rest: &str| format!("{}/{rest}", games.display());
        assert_eq!(names(&text("mech")), ["Mech3", "Mech3 PM"]);
        assert_eq!(names(&text("")), ["Mech3", "Mech3 PM", "Recoil"]);
        assert_eq!(names(&text(".h")), [".hidden"]);
        assert_eq!(names(&text("nothing")), [""; 0]);
        assert_eq!(names(""), [""; 0]);
        assert_eq!(candidates(&text(""), 1).len(), 1);
    }

    #[test]
    fn as_much_as_is_certain() {
        let root = tree();
        let base = root.path().display().to_string();
        let games = format!("{base}{MAIN_SEPARATOR}Games");
        assert_eq!(
            complete(&format!("{base}/ga")).map(|text| text.replace('\\', "/")),
            Some(format!("{base}/Games/").replace('\\', "/"))
        );
        assert_eq!(complete(&format!("{base}/Games/m")), Some(format!("{games}{MAIN_SEPARATOR}Mech3")));
        // The two differ from here on.
        assert_eq!(complete(&format!("{base}/Games/Mech3")), None);
        assert_eq!(complete(&format!("{base}/x")), None);
    }
}
