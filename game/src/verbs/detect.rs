//! `detect`: what is in this folder, and what is missing.

use crate::cli::PathArgs;
use crate::failure::Failure;
use crate::output;
use crate::titles;

/// Runs the verb.
pub fn run(args: &PathArgs) -> Result<(), Failure> {
    let detection = titles::detect(&args.path)?;
    if args.json {
        return output::json("detect", &detection.to_json());
    }
    for line in detection.describe() {
        output::line(&line);
    }
    Ok(())
}
