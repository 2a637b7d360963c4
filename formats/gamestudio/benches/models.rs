//! How fast real models are read, against copying their bytes.
//!
//! `REVISIT_DATA=... cargo bench -p gamestudio --bench models` reads every
//! model below `gamestudio` in that folder, best of several runs, and compares
//! that with a warm copy of the same bytes, file by file. Images are not
//! decoded. Reading must reach 1/25 of the copy. It measures this machine now
//! and keeps no record.

use binary::Mode;
use gamestudio::{mdl, mdl7};
use harness::timing::{self, ALLOWED, Case, Format};
use std::process::ExitCode;

const RUNS: usize = 9;

/// A model of one generation or the other.
enum Model {
    Mdl(mdl::Model),
    Mdl7(mdl7::Model),
}

const MODEL: Format<Model> = Format {
    read: |bytes| {
        Ok(if bytes.starts_with(b"MDL7") {
            Model::Mdl7(mdl7::read(bytes, Mode::Lenient)?.0)
        } else {
            Model::Mdl(mdl::read(bytes, Mode::Lenient)?.0)
        })
    },
    write: |model| match model {
        Model::Mdl(model) => mdl::write(model),
        Model::Mdl7(model) => mdl7::write(model),
    },
    sum: |model| match model {
        Model::Mdl(model) => model.triangles.len() as u64,
        Model::Mdl7(model) => model.groups.iter().map(|group| group.triangles.len() as u64).sum(),
    },
};

fn main() -> binary::Result<ExitCode> {
    timing::bench(|_| {
        let folder = timing::real_files("gamestudio");
        let files = timing::files_below(&folder, "mdl").unwrap_or_default();
        if files.is_empty() {
            println!("nothing to measure: no models below {}; set REVISIT_DATA", folder.display());
            return Ok(true);
        }
        let case = Case::new(&format!("{} models", files.len()), files, MODEL)?;
        Ok(timing::measure(&mut [case], RUNS, ALLOWED))
    })
}
