//! `pack`: a folder that `unpack` wrote as a file again.

use crate::cli::PackArgs;
use base::Failure;
use base::gate::Mark;
use base::output::{self, Findings};
use binary::Finding;
use filekind::Catalog;
use files::pack::{self, Disk};
use serde::Serialize;
use std::path::Path;

#[derive(Serialize)]
struct Answer<'a> {
    path: String,
    kind: &'a str,
    file: String,
    size_bytes: usize,
    findings: Findings,
}

/// Runs the verb.
pub fn run(args: &PackArgs, catalog: &Catalog) -> Result<(), Failure> {
    if !args.dir.is_dir() {
        return Err(Failure::Unusable(format!("{}: no such folder", args.dir.display())));
    }
    if is_inside(&args.file, &args.dir) {
        return Err(Failure::Unusable(format!(
            "{}: inside the folder that is packed; name a file outside of {}",
            args.file.display(),
            args.dir.display()
        )));
    }
    let file = titles::gate(args.force).file(&args.file, Mark::NONE)?;
    let packed = pack::pack(catalog, &Disk(args.dir.clone()))?;
    file.write(&packed.bytes)?;
    for note in &packed.notes {
        output::note(&format!("note: {note}"));
    }
    let (path, file) = (args.dir.display().to_string(), args.file.display().to_string());
    let in_file = |finding: Finding| if finding.file.is_empty() { finding.in_file(&file) } else { finding };
    let findings = Findings::new(packed.findings.into_iter().map(in_file).collect());
    findings.print();
    let size_bytes = packed.bytes.len();
    if args.json {
        return output::json("pack", &Answer { path, kind: packed.form.id, file, size_bytes, findings });
    }
    output::line(&format!("{file}: {}, {}", packed.form.name, output::bytes(size_bytes as u64)));
    Ok(())
}

/// Writing there would change what is packed.
fn is_inside(file: &Path, dir: &Path) -> bool {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (folder.canonicalize(), dir.canonicalize()) {
        (Ok(folder), Ok(dir)) => folder.starts_with(dir),
        _ => false,
    }
}
