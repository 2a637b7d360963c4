//! The list of structures says what is there: each file, test, fixture and heading that it names exists.

use daggerfall::structures::{STRUCTURES, Use};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn what_the_list_names_exists() {
    let specification = text(&root().join("../../docs/spec/daggerfall.md"));
    let headings: Vec<&str> = specification.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    for structure in STRUCTURES {
        let name = structure.name;
        assert!(
            headings.iter().any(|heading| heading.starts_with(structure.heading)),
            "{name}: {structure:?}"
        );
        let code = text(&root().join("src").join(structure.code));
        assert!(code.contains("docs/spec/daggerfall.md"), "{name}: {}", structure.code);
        let [file, function] = structure.tested;
        let tests = text(&root().join("tests/files").join(file));
        assert!(tests.contains(&format!("#[test]\nfn {function}()")), "{name}: {function}");
        if let Some(fixture) = structure.fixture {
            let typed = text(&root().join(format!("tests/fixtures/{fixture}.hex")));
            let headed = |heading: &str| heading.starts_with(structure.heading) || fixture == "texture";
            assert!(headed(typed.split('"').nth(1).unwrap()), "{name}: {fixture}");
        }
        if let Use::By(item) = structure.used {
            let word = item.rsplit("::").next().unwrap();
            let sources = walk(&root().join("src"));
            let there = |text: &String| {
                text.contains(&format!("fn {word}(")) || text.contains(&format!("pub {word}:"))
            };
            assert!(sources.iter().any(there), "{name}: {item}");
        }
    }
}

fn walk(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { texts.extend(walk(&path)) } else { texts.push(text(&path)) }
    }
    texts
}

#[test]
fn each_structure_is_listed_once() {
    let mut names: Vec<&str> = STRUCTURES.iter().map(|structure| structure.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), STRUCTURES.len());
    // The sections of the specification that describe bytes are all there.
    for section in ["2.", "3.", "4.", "5.", "6.", "7.", "8.", "9."] {
        assert!(STRUCTURES.iter().any(|structure| structure.heading.starts_with(section)), "{section}");
    }
}
