//! The program people start.

use std::process::ExitCode;

fn main() -> ExitCode {
    revisit::run(std::env::args_os())
}
