//! `check`: reads every file strictly and looks for broken references.

mod report;

use crate::cli::CheckArgs;
use crate::progress;
use base::Failure;
use base::output::{self, Findings};
use binary::Finding;
use checking::{Checking, FileResult, Report};
use filekind::Catalog;
use rayon::prelude::*;
use serde::Serialize;
use std::sync::Arc;
use titles::install::Install;

#[derive(Serialize)]
struct Answer<'a> {
    path: String,
    items: &'a [Finding],
    counts: &'a std::collections::BTreeMap<&'static str, usize>,
    files: &'a [FileResult],
    read_bytes: u64,
}

/// Runs the verb.
pub fn run(args: &CheckArgs, catalog: &Catalog) -> Result<(), Failure> {
    let is_zip = ::vfs::container_around(&args.install.path).is_some();
    let Report { files, findings } = if !args.install.path.is_dir() && args.install.path.exists() && !is_zip {
        checking::alone(catalog, &args.install.path, &args.install.mods, args.roundtrip)?
    } else {
        check_install(args, catalog)?
    };

    let findings = Findings::new(findings);
    let read_bytes = files.iter().map(|file| file.size_bytes).sum();
    if args.install.json {
        output::json(
            "check",
            &Answer {
                path: args.install.path.display().to_string(),
                items: &findings.items,
                counts: &findings.counts,
                files: &files,
                read_bytes,
            },
        )?;
    } else {
        report::print(&files, &findings, args.roundtrip, args.verbose);
    }
    let mut denied = args.deny.clone();
    denied.push("error".to_owned());
    findings.deny(&denied)
}

fn check_install(args: &CheckArgs, catalog: &Catalog) -> Result<Report, Failure> {
    let install = Arc::new(Install::open_models(&args.install.path, &args.install.mods)?);
    let checking = Checking::new(catalog, &install, args.roundtrip);
    let bar = progress::uneven_steps((checking.files() + checking.worlds()) as u64);
    let file = |number: usize| {
        bar.set_message(output::shown(checking.address(number)).into_owned());
        let checked = checking.file(number);
        bar.inc(1);
        checked
    };
    let world = |number: usize| {
        let found = checking.world(number);
        bar.inc(1);
        found
    };
    // One file may be most of an install: worlds are loaded at the same time.
    let (checked, broken): (Vec<_>, Result<Vec<_>, Failure>) = rayon::join(
        // Filtered here it would be collected in pieces, and twice in memory.
        || (0..checking.files()).into_par_iter().map(file).collect(),
        || (0..checking.worlds()).into_par_iter().map(world).collect(),
    );
    bar.finish_and_clear();
    Ok(checking.finish(checked.into_iter().flatten(), broken?.into_iter().flatten().collect()))
}
