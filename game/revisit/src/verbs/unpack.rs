//! `unpack`: a file as a folder that people can edit.

use crate::cli::UnpackArgs;
use base::Failure;
use base::disk;
use base::output::{self, Findings};
use filekind::Catalog;
use files::pack;
use serde::Serialize;
use std::path::Path;

#[derive(Serialize)]
struct Answer<'a> {
    file: String,
    kind: &'a str,
    path: String,
    exact: bool,
    findings: Findings,
    items: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    file: String,
    size_bytes: usize,
}

/// Runs the verb.
pub fn run(args: &UnpackArgs, catalog: &Catalog) -> Result<(), Failure> {
    may_write(&args.dir, args.force)?;
    let bytes = read(&args.file)?;
    let file = args.file.display().to_string();
    let unpacked = pack::unpack(catalog, &file, &bytes)?;
    let folder: Vec<(&str, &[u8])> =
        unpacked.files.0.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    disk::write_folder(&args.dir, &folder)?;
    if !unpacked.exact {
        output::note(&format!(
            "note: {file}: holds code besides its messages; packing makes a new DLL with the messages alone"
        ));
    }
    let findings = Findings::new(unpacked.findings);
    findings.print();
    if args.json {
        let items = folder
            .iter()
            .map(|(name, bytes)| Row { file: (*name).to_owned(), size_bytes: bytes.len() })
            .collect();
        let path = args.dir.display().to_string();
        let (kind, exact) = (unpacked.form.id, unpacked.exact);
        return output::json("unpack", &Answer { file, kind, path, exact, findings, items });
    }
    let size: usize = folder.iter().map(|(_, bytes)| bytes.len()).sum();
    output::line(&format!(
        "{}: {}, {}, {}",
        args.dir.display(),
        unpacked.form.name,
        output::files(folder.len()),
        output::bytes(size as u64)
    ));
    Ok(())
}

/// The file's bytes.
fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    let shown = file.display();
    if file.is_dir() {
        return Err(Failure::Unusable(format!(
            "{shown}: a folder; `revisit unpack` takes one file of it, `revisit unpack {} DIR`, and \
             `revisit vfs ls {shown}` lists them",
            file.join("FILE").display()
        )));
    }
    if let Some(archive) = file.ancestors().skip(1).find(|above| above.is_file()) {
        let archive = archive.display();
        return Err(Failure::Unusable(format!(
            "{shown}: a member is unpacked with its archive, `revisit unpack {archive} DIR`; \
             `revisit inspect {shown}` shows what is in it"
        )));
    }
    std::fs::read(file).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Failure::Unusable(format!("{shown}: no such file")),
        _ => Failure::io("read", file, &error),
    })
}

/// Nothing that may have been edited is replaced without `--force`, and nothing that `unpack` did
/// not write is replaced at all.
fn may_write(dir: &Path, force: bool) -> Result<(), Failure> {
    let entries = match std::fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Failure::io("unpack there", dir, &error)),
    };
    if entries.count() == 0 {
        return Ok(());
    }
    let ours = dir.join(pack::NAME).is_file();
    let shown = dir.display();
    match (ours, force) {
        (true, true) => Ok(()),
        (true, false) => Err(Failure::Unusable(format!(
            "{shown}: holds an unpacked file already; --force replaces the whole folder"
        ))),
        (false, _) => Err(Failure::Unusable(format!(
            "{shown}: not empty and nothing that was unpacked (no {} in it); name an empty or a new folder",
            pack::NAME
        ))),
    }
}
