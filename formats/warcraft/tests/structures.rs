//! The list of structures says what is there: each file, test, fixture and heading that it names
//! exists.

use std::path::{Path, PathBuf};
use warcraft::structures::STRUCTURES;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn what_the_list_names_exists() {
    let specification = text(&root().join("../../docs/spec/m2.md"));
    let headings: Vec<&str> = specification.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    for structure in STRUCTURES {
        let name = structure.name;
        assert!(
            headings.iter().any(|heading| heading.starts_with(structure.heading)),
            "{name}: {structure:?}"
        );
        for file in [structure.read, structure.written] {
            assert!(root().join(file).is_file(), "{name}: {file}");
        }
        assert!(!structure.tested.is_empty() && !structure.fixtures.is_empty(), "{name}");
        for test in structure.tested {
            let (file, function) = test.split_once(' ').unwrap();
            let text = text(&root().join(file));
            assert!(text.contains("#[test]") && text.contains(&format!("fn {function}()")), "{name}: {test}");
        }
        for fixture in structure.fixtures {
            assert!(root().join(format!("tests/fixtures/{fixture}.hex")).is_file(), "{name}: {fixture}");
        }
    }
}

#[test]
fn each_structure_is_listed_once() {
    let mut names: Vec<&str> = STRUCTURES.iter().map(|structure| structure.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), STRUCTURES.len());
    // The sections of the specification that describe bytes are all there.
    for section in ["2.", "3.", "4.", "5.", "6.", "7.", "8.", "9.", "10.", "11.", "12.", "13.", "14.", "17."]
    {
        assert!(STRUCTURES.iter().any(|structure| structure.heading.starts_with(section)), "{section}");
    }
}
