//! What `wasm-bindgen` the program does, without installing it: `bindgen IN.wasm FOLDER NAME` writes
//! `NAME.js` and `NAME_bg.wasm`, without the names of functions and without comments unless `--names` is given.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut names = false;
    let mut paths = Vec::new();
    for argument in std::env::args().skip(1) {
        if argument == "--names" { names = true } else { paths.push(argument) }
    }
    let [input, folder, name] = paths.as_slice() else {
        eprintln!("usage: bindgen [--names] IN.wasm FOLDER NAME");
        return ExitCode::from(2);
    };
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    let set = bindgen.input_path(input).out_name(name).web(true);
    let made = set.and_then(|set| {
        set.typescript(false).remove_name_section(!names).remove_producers_section(true).generate(folder)
    });
    if let Err(error) = made {
        eprintln!("{input}: {error:#}");
        return ExitCode::FAILURE;
    }
    let script = Path::new(folder).join(format!("{name}.js"));
    let text =
        std::fs::read_to_string(&script).map(|text| if names { text } else { without_comments(&text) });
    match text.and_then(|text| std::fs::write(&script, text)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", script.display());
            ExitCode::FAILURE
        }
    }
}

/// What is written has comments in lines of their own alone, a ninth of it on the wire; browsers read none.
fn without_comments(text: &str) -> String {
    let is_comment =
        |line: &&str| ["/**", "*", "//"].iter().any(|start| line.trim_start().starts_with(start));
    text.lines().filter(|line| !is_comment(line)).flat_map(|line| [line, "\n"]).collect()
}
