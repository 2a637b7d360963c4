//! `pack`: a folder that `unpack` wrote as a file again.

use crate::cli::PackArgs;
use crate::failure::Failure;
use crate::pack::{self, Disk};
use crate::{files, output};
use serde::Serialize;

#[derive(Serialize)]
struct Result<'a> {
    path: String,
    kind: &'a str,
    file: String,
    size_bytes: usize,
}

/// Runs the verb.
pub fn run(args: &PackArgs) -> std::result::Result<(), Failure> {
    files::may_write(&args.file)?;
    if args.file.exists() && !args.force {
        return Err(Failure::Unusable(format!(
            "{}: is there already; --force replaces it, or name another file",
            args.file.display()
        )));
    }
    if !args.dir.is_dir() {
        return Err(Failure::Unusable(format!("{}: no such folder", args.dir.display())));
    }
    let packed = pack::pack(&Disk(args.dir.clone()))?;
    files::write(&args.file, &packed.bytes)?;
    for note in &packed.notes {
        output::note(&format!("note: {note}"));
    }
    let (path, file) = (args.dir.display().to_string(), args.file.display().to_string());
    let size_bytes = packed.bytes.len();
    if args.json {
        return output::json("pack", &Result { path, kind: packed.kind.id(), file, size_bytes });
    }
    output::line(&format!("{file}: {}, {}", packed.kind.name(), output::bytes(size_bytes as u64)));
    Ok(())
}
