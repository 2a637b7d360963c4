//! `docs/findings.md` lists every code the program can report. It is
//! generated: `REVISIT_BLESS=1 cargo test -p revisit findings_doc` writes it.

use binary::Code;
use std::fmt::Write as _;

#[test]
fn the_list_of_findings_is_complete() {
    let mut codes: Vec<&Code> = revisit::findings::all_codes();
    codes.sort_by_key(|code| code.id);
    for pair in codes.windows(2) {
        assert!(pair[0].id != pair[1].id || pair[0] == pair[1], "{} means two things", pair[0].id);
    }
    codes.dedup_by_key(|code| code.id);
    let mut text = String::from(
        "# Findings\n\nEverything the program can find odd about files and folders, by its stable code. Generated\n\
         from the code by the tests; do not edit.\n\n| code | what it means | what to do |\n|---|---|---|\n",
    );
    for code in codes {
        let clean = |text: &str| text.replace('|', "\\|");
        writeln!(text, "| `{}` | {} | {} |", code.id, clean(code.means), clean(code.advice)).unwrap();
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/findings.md");
    if std::env::var_os("REVISIT_BLESS").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    assert!(written == text, "docs/findings.md is out of date: run with REVISIT_BLESS=1");
}
