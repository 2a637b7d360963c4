//! `docs/daggerfall.md` lists every structure of Daggerfall's files: what reads and writes it, what it is used
//! for, and which test and which fixture have its bytes. It is generated:
//! `REVISIT_BLESS=1 cargo test -p revisit daggerfall_doc` writes it.
//!
//! Source: `docs/spec/daggerfall.md`.

use crate::implemented::{assert_page, columns};
use daggerfall::structures::{STRUCTURES, Use};
use std::fmt::Write as _;

/// Where the code, the tests and the fixtures are.
const CRATE: &str = "formats/daggerfall";

#[test]
fn the_table_of_structures_is_what_is_read_and_written() {
    let mut text = String::from(
        "# Daggerfall's structures\n\nEvery structure of `docs/spec/daggerfall.md`, in its order: the file that reads and writes it, what its\n\
         values are used by, the test that holds what it says, and the fixture that was typed from the\n\
         specification. The rules between structures are the findings `daggerfall.*` in `docs/findings.md`; each\n\
         has a row in a table in `formats/daggerfall/tests/rules` or a test. Generated from the code by the tests;\n\
         do not edit.\n\n\
         | structure | bytes | section | read and written | used by | test | fixture |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for structure in STRUCTURES {
        let code = format!("{CRATE}/src/{}", structure.code);
        let test = format!("{CRATE}/tests/files/{}::{}", structure.tested[0], structure.tested[1]);
        let (code, test) = columns(&[&code], &[&test]);
        let fixture = match structure.fixture {
            Some(name) => columns(&[&format!("{CRATE}/tests/fixtures/{name}.hex")], &[]).0,
            None => "made in the test: too large to be typed".to_owned(),
        };
        let used = match structure.used {
            Use::By(item) => format!("`{item}`"),
            Use::Kept(why) => format!("no: {why}"),
        };
        let bytes = match structure.bytes {
            0 => "varies".to_owned(),
            bytes => bytes.to_string(),
        };
        let (name, heading) = (structure.name, structure.heading);
        writeln!(text, "| {name} | {bytes} | {heading} | {code} | {used} | {test} | {fixture} |").unwrap();
    }
    assert_page("daggerfall.md", &text);
}
