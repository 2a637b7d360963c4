//! Comments say where a fact comes from as `docs/spec/...`, a path that can be
//! opened, and the headings in quotes behind it. Every file and every heading
//! named so must exist.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Kinds of files that cite.
const ENDINGS: [&str; 5] = ["rs", "wgsl", "toml", "md", "hex"];
/// Folders without sources of the project.
const LEFT_OUT: [&str; 3] = ["target", ".git", "spec"];

/// The headings of each file of `docs/spec`, by its path from the root.
type Headings = BTreeMap<String, Vec<String>>;

#[test]
fn every_cited_file_and_heading_of_the_specification_exists() {
    let root = root();
    let headings = headings(&root);
    let (mut count, mut wrong) = (0, Vec::new());
    for path in files(&root, &LEFT_OUT) {
        let text = std::fs::read_to_string(&path).unwrap();
        let (cited, faults) = check(&text, &headings);
        count += cited;
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        wrong.extend(faults.into_iter().map(|fault| format!("{name}: {fault}")));
    }
    assert!(wrong.is_empty(), "citations that lead nowhere:\n{}", wrong.join("\n"));
    assert!(count > 250, "only {count} citations were found: are the sources where this test looks?");
}

#[test]
fn missing_files_and_headings_are_found_and_wrapped_ones_are_read() {
    let file = format!("docs/{}/a.md", "spec");
    let headings = Headings::from([(file.clone(), vec!["2. Node order [V]".into(), "Names".into()])]);
    let faults = |text: String| check(&text, &headings).1;

    assert_eq!(faults(format!("//! `{file}`, \"2. Node\n//! order\" and \"Names\".")), [""; 0]);
    assert_eq!(faults(format!("source = \"{file}\"\nname = \"x\"")), [""; 0]);
    assert_eq!(faults(format!("`{file}`, \"2. Nod\"")), [format!("{file} has no heading \"2. Nod\"")]);
    assert_eq!(
        faults(format!("`{file}`, \"Names\" and \"Words\"")),
        [format!("{file} has no heading \"Words\"")]
    );
    let missing = file.replace("a.md", "b.md");
    assert_eq!(faults(missing.clone()), [format!("there is no {missing}")]);
    let short = file.replace("docs/", "");
    assert_eq!(faults(short.clone()), [format!("{short} is not written as docs/{short}")]);
}

/// The folder of the repository, wherever the package of this test is in it.
fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().find(|folder| folder.join("docs/spec").is_dir()).unwrap().to_owned()
}

fn headings(root: &Path) -> Headings {
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let heading = |line: &str| line.starts_with('#').then(|| line.trim_matches(['#', ' ']).to_owned());
        let name =
            path.strip_prefix(root).unwrap().components().map(|part| part.as_os_str().to_str().unwrap());
        (name.collect::<Vec<_>>().join("/"), text.lines().filter_map(heading).collect())
    };
    files(&root.join("docs/spec"), &[]).into_iter().map(read).collect()
}

/// All files below a folder that may cite, folders of the given names left out.
fn files(folder: &Path, left_out: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let ending = path.extension().unwrap_or_default().to_string_lossy();
            if path.is_dir() && !left_out.contains(&&*name) {
                open.push(path);
            } else if path.is_file() && ENDINGS.contains(&&*ending) {
                found.push(path);
            }
        }
    }
    found
}

/// How many files of the specification a text cites, and what is wrong with that.
fn check(text: &str, headings: &Headings) -> (usize, Vec<String>) {
    let text = joined(text);
    let (mut count, mut wrong) = (0, Vec::new());
    for (at, _) in text.match_indices("spec/") {
        let (before, rest) = text.split_at(at);
        let end = rest.find(|c: char| !c.is_alphanumeric() && !"/-_.".contains(c)).unwrap_or(rest.len());
        let path = rest[..end].trim_end_matches('.');
        if !path.ends_with(".md") {
            continue;
        }
        count += 1;
        let file = format!("docs/{path}");
        if !before.ends_with("docs/") {
            wrong.push(format!("{path} is not written as {file}"));
        } else if let Some(known) = headings.get(&file) {
            let cited = quoted(&rest[path.len()..]);
            let missing = cited.iter().filter(|cited| !known.iter().any(|heading| begins(heading, cited)));
            wrong.extend(missing.map(|cited| format!("{file} has no heading \"{cited}\"")));
        } else {
            wrong.push(format!("there is no {file}"));
        }
    }
    (count, wrong)
}

/// A text with comments that are wrapped put into one line.
fn joined(text: &str) -> String {
    let marks = |line: &str| line.trim_start().trim_start_matches(['/', '!', '#']).trim_start().to_owned();
    let mut joined = String::with_capacity(text.len());
    for line in text.lines() {
        let comment = line.trim_start().starts_with(['/', '#']);
        joined.push(if comment { ' ' } else { '\n' });
        joined.push_str(&if comment { marks(line) } else { line.to_owned() });
    }
    joined
}

/// What stands in quotes right behind a path: `, "One", "two" and "three"`.
fn quoted(rest: &str) -> Vec<&str> {
    let mut rest = rest.strip_prefix('`').unwrap_or(rest);
    let mut found = Vec::new();
    loop {
        let next = [", and \"", " and \"", ", \""].iter().find_map(|joint| rest.strip_prefix(joint));
        let Some((cited, behind)) = next.and_then(|next| next.split_once('"')) else {
            return found;
        };
        found.push(cited);
        rest = behind;
    }
}

/// Whether a heading is the one that is cited: marks of evidence, sizes and
/// remarks at its end may be left out, words may not be cut.
fn begins(heading: &str, cited: &str) -> bool {
    let rest = heading.strip_prefix(cited);
    rest.is_some_and(|rest| !cited.is_empty() && !rest.starts_with(char::is_alphanumeric))
}
