//! What `wasm-bindgen` the program does, without installing it: `bindgen IN.wasm FOLDER` writes
//! `revisit.js` and `revisit_bg.wasm`, without the names of functions unless `--names` is given.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut names = false;
    let mut paths = Vec::new();
    for argument in std::env::args().skip(1) {
        if argument == "--names" { names = true } else { paths.push(argument) }
    }
    let [input, folder] = paths.as_slice() else {
        eprintln!("usage: bindgen [--names] IN.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    let set = bindgen.input_path(input).out_name("revisit").web(true);
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
