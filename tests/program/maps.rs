//! Whoever looks for something by names alone finds it: each crate lists its files at the top of its
//! `lib.rs`, the paths that `docs/architecture.md` gives exist, and the columns of records for several
//! versions of a format say which version is which.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Folders of crates.
const CRATES: [&str; 4] = ["engine", "formats", "game", "tests"];
/// Files of a crate that need no line in its map.
const PLAIN: [&str; 2] = ["lib", "tests"];

#[test]
fn every_file_of_a_crate_is_in_the_map_of_its_lib() {
    let root = root();
    let mut lacking = Vec::new();
    let mut count = 0;
    for folder in CRATES {
        for member in entries(&root.join(folder)) {
            let Ok(text) = std::fs::read_to_string(member.join("src/lib.rs")) else { continue };
            let there: BTreeSet<String> =
                entries(&member.join("src")).iter().map(|path| stem(path)).collect();
            let there = there.into_iter().filter(|name| !PLAIN.contains(&name.as_str()));
            let mapped = mapped(&text);
            let there: Vec<String> = there.collect();
            // A crate of one file needs no map.
            if there.is_empty() {
                continue;
            }
            count += there.len();
            let name = member.strip_prefix(&root).unwrap().display().to_string();
            lacking.extend(
                there
                    .iter()
                    .filter(|file| !mapped.contains(*file))
                    .map(|file| format!("{name}/src/lib.rs has no line for `{file}`")),
            );
            lacking.extend(
                mapped
                    .iter()
                    .filter(|file| !there.contains(file))
                    .map(|file| format!("{name}/src/lib.rs has a line for `{file}`, which is not there")),
            );
        }
    }
    assert!(lacking.is_empty(), "{}", lacking.join("\n"));
    assert!(count > 200, "only {count} files were found: are the crates where this test looks?");
}

#[test]
fn every_path_in_the_documents_exists() {
    let root = root();
    let (mut count, mut wrong) = (0, Vec::new());
    for document in ["docs/architecture.md", "README.md"] {
        let text = std::fs::read_to_string(root.join(document)).unwrap();
        for quoted in text.split('`').skip(1).step_by(2) {
            let is_path = CRATES.iter().any(|folder| quoted.starts_with(&format!("{folder}/")));
            if is_path && !quoted.contains('*') {
                count += 1;
                if !root.join(quoted).exists() {
                    wrong.push(format!("{document}: there is no {quoted}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 60, "only {count} paths were found");
}

#[test]
fn columns_of_records_say_which_version_they_are() {
    let root = root();
    let (mut count, mut wrong) = (0, Vec::new());
    for path in sources(&root.join("formats")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        for (at, columns) in records(&text) {
            count += 1;
            let headings = headings(&text[at..]);
            if headings != columns {
                let line = text[..at].lines().count();
                wrong.push(format!("{name}:{line}: {columns} columns, {headings} headings"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 20, "only {count} records with several versions were found");
}

/// The names in the first column of a table of files.
fn mapped(text: &str) -> BTreeSet<String> {
    let rows = text.lines().skip_while(|line| *line != "//! | file | holds |").skip(2);
    let rows = rows.take_while(|line| line.starts_with("//! |"));
    let cells = rows.filter_map(|line| line.split('|').nth(1));
    cells
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .map(|name| name.strip_suffix(".rs").unwrap_or(name).to_owned())
        .collect()
}

/// Where the fields of each record of several versions begin, and how many versions it has.
fn records(text: &str) -> Vec<(usize, usize)> {
    let starts = text.match_indices(" sizes [").map(|(at, found)| at + found.len());
    let found = starts.filter_map(|at| {
        let (sizes, rest) = text[at..].split_once(']')?;
        let columns = sizes.split(',').filter(|size| size.trim().parse::<u32>().is_ok()).count();
        (columns > 1).then(|| (text.len() - rest.len(), columns))
    });
    found.collect()
}

/// How many headings a comment directly behind the head of a record has.
fn headings(fields: &str) -> usize {
    let mut lines = fields.lines().skip(1).map(|line| line.trim_start_matches(['/', '!', ' ']));
    let first = lines.next().and_then(|line| line.strip_prefix("Columns: "));
    first.map_or(0, |headings| headings.split(';').count())
}

/// The folder of the repository, wherever the package of this test is in it.
fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().find(|folder| folder.join("docs/spec").is_dir()).unwrap().to_owned()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder)
        .map_or_else(|_| Vec::new(), |all| all.map(|entry| entry.unwrap().path()).collect())
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let (folders, files): (Vec<_>, Vec<_>) = entries(folder).into_iter().partition(|path| path.is_dir());
    let below = folders.iter().flat_map(|folder| sources(folder));
    below.chain(files).filter(|path| path.extension().is_some_and(|ending| ending == "rs")).collect()
}
