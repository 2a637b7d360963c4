//! `unpack`: a file as a folder that people can edit.

use crate::cli::UnpackArgs;
use base::Failure;
use base::gate::FolderMark;
use base::output::{self, Findings};
use base::regular;
use filekind::Catalog;
use files::pack;
use serde::Serialize;
use std::path::Path;

/// How an unpacked folder is told from any other. What is in it may have been edited.
const MARK: FolderMark = FolderMark {
    other: "nothing that was unpacked",
    file: pack::NAME,
    is_ours: pack::is_side_file,
    is_edited: true,
};

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
    let folder = titles::gate(args.force).folder(&args.dir, MARK)?;
    let bytes = read(&args.file)?;
    let file = args.file.display().to_string();
    let unpacked = pack::unpack(catalog, &file, &bytes)?;
    let files: Vec<(&str, &[u8])> =
        unpacked.files.0.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    folder.write(&files)?;
    if !unpacked.exact {
        output::note(&format!(
            "note: {file}: holds code besides its messages; packing makes a new DLL with the messages alone"
        ));
    }
    let findings = Findings::new(unpacked.findings);
    findings.print();
    if args.json {
        let items = files
            .iter()
            .map(|(name, bytes)| Row { file: (*name).to_owned(), size_bytes: bytes.len() })
            .collect();
        let path = args.dir.display().to_string();
        let (kind, exact) = (unpacked.form.id, unpacked.exact);
        return output::json("unpack", &Answer { file, kind, path, exact, findings, items });
    }
    let size: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    output::line(&format!(
        "{}: {}, {}, {}",
        args.dir.display(),
        unpacked.form.name,
        output::files(files.len()),
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
        if is_mpq(archive) {
            return super::inspect::read_member(file);
        }
        let archive = archive.display();
        return Err(Failure::Unusable(format!(
            "{shown}: a member is unpacked with its archive, `revisit unpack {archive} DIR`; \
             `revisit inspect {shown}` shows what is in it"
        )));
    }
    if is_mpq(file) {
        return Err(Failure::Unusable(format!(
            "{shown}: an MPQ archive, of which one file at a time is unpacked, `revisit unpack {} DIR`; \
             `revisit inspect {shown}` lists them",
            file.join("FILE").display()
        )));
    }
    regular::read(file, regular::LARGEST)
}

/// True for archives that are never packed again, by their names.
fn is_mpq(file: &Path) -> bool {
    file.is_file() && mpq::ARCHIVE.has_ending(&file.to_string_lossy())
}
