//! What `wasm-bindgen` the program does, without installing it: `bindgen IN.wasm FOLDER NAME` writes
//! `NAME.js` and `NAME_bg.wasm`, without the names of functions unless `--names` is given.

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
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{input}: {error:#}");
            ExitCode::FAILURE
        }
    }
}
