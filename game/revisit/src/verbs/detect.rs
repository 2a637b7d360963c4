//! `detect`: what is in this folder, and what is missing.

use crate::cli::PathArgs;
use base::Failure;
use base::output::{self, Findings};
use filekind::Catalog;
use serde::Serialize;
use titles::{self, Detection};

#[derive(Serialize)]
struct Answer<'a> {
    title: Option<&'a str>,
    name: Option<&'a str>,
    family: Option<&'a str>,
    confidence: String,
    release: Option<&'a str>,
    root: String,
    demo: Option<Demo<'a>>,
    /// Files the install lacks.
    items: Vec<Missing<'a>>,
    findings: Findings,
    files_read: usize,
    report: &'a str,
}

#[derive(Serialize)]
struct Demo<'a> {
    name: &'a str,
    seed: u64,
    scale: u32,
    version: &'a str,
}

#[derive(Serialize)]
struct Missing<'a> {
    role: &'a str,
    any_of: &'a [String],
    world: Option<&'a str>,
    required: bool,
    lost: &'a str,
}

/// Runs the verb. An unknown folder is printed like any other, report and
/// all, and ends with exit code 2.
pub fn run(args: &PathArgs, catalog: &Catalog) -> Result<(), Failure> {
    let detection = titles::detect_with(&args.path, catalog)?;
    if args.json {
        output::json("detect", &result(&detection))?;
    } else {
        print(&detection);
    }
    // The result, report and all, has been printed.
    detection.known().map(|_| ()).map_err(|finding| Failure::Answered(finding.to_string()))
}

fn result(detection: &Detection) -> Answer<'_> {
    Answer {
        title: detection.title.map(|title| title.id.as_str()),
        name: detection.title.map(|title| title.name.as_str()),
        family: detection.title.map(|title| title.family.as_str()),
        confidence: detection.confidence.of(detection.title),
        release: detection.release.map(|release| release.id.as_str()),
        root: detection.root.display().to_string(),
        demo: detection.demo.as_ref().map(|demo| Demo {
            name: &demo.demo,
            seed: demo.seed,
            scale: demo.scale,
            version: &demo.version,
        }),
        items: detection
            .missing
            .iter()
            .map(|missing| Missing {
                role: &missing.role,
                any_of: &missing.any,
                world: missing.world.as_deref(),
                required: missing.required,
                lost: &missing.lost,
            })
            .collect(),
        findings: Findings::new(detection.findings.clone()),
        files_read: detection.files_read,
        report: &detection.report,
    }
}

fn print(detection: &Detection) {
    output::line(&detection.summary());
    output::line(&format!("  at {}", detection.root.display()));
    for missing in &detection.missing {
        let what = if missing.required { "MISSING" } else { "missing" };
        let of = missing.world.as_ref().map(|world| format!(" of {world}")).unwrap_or_default();
        let why = match &missing.unreadable {
            Some((place, said)) => format!("{place} cannot be read, {said}"),
            None => missing.any.join(" or "),
        };
        output::line(&format!("  {what} {}{of} ({why}): {}", missing.role, missing.lost));
    }
    for finding in &detection.findings {
        output::note(&format!("{}: {finding}", finding.severity));
    }
    if detection.title.is_none() {
        output::line("If this is a game Revisit should know, please report it with these lines:");
        detection.report.lines().for_each(output::line);
    }
}
