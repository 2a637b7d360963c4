//! `detect`: what is in this folder, and what is missing.

use crate::cli::DetectArgs;
use base::Failure;
use base::output::{self, Findings};
use filekind::Catalog;
use music::Album;
use serde::Serialize;
use std::path::Path;
use titles::{self, Detection};
use vfs::Vfs;

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
    /// Music of the CD; null for a title that has none there.
    music: Option<Music>,
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

#[derive(Serialize)]
struct Music {
    tracks: Vec<Track>,
    /// Tracks that are known to be on the CD and were not found.
    missing: Vec<u8>,
    how_to_rip: String,
}

#[derive(Serialize)]
struct Track {
    number: u8,
    file: String,
    cue_sheet: Option<String>,
}

/// Runs the verb. An unknown folder is printed like any other, report and
/// all, and ends with exit code 2.
pub fn run(args: &DetectArgs, catalog: &Catalog) -> Result<(), Failure> {
    let mut detection = titles::detect_with(&args.path, catalog)?;
    let music = music(&mut detection, args)?;
    if args.json {
        output::json("detect", &result(&detection, music))?;
    } else {
        print(&detection, music.as_ref());
    }
    // The result, report and all, has been printed.
    detection.known().map(|_| ()).map_err(|finding| Failure::Answered(finding.to_string()))
}

/// The music of its CD; what is odd about it is added to the findings.
fn music(detection: &mut Detection, args: &DetectArgs) -> Result<Option<Music>, Failure> {
    let chosen = args.music.as_deref();
    check_music(chosen)?;
    let Some(title) = detection.title.filter(|title| title.music.is_on_cd()) else { return Ok(None) };
    let vfs = Vfs::open(&detection.root, &[], load::ARCHIVES)?;
    let album = Album::find(detection, &vfs, chosen);
    let track = |track: &music::Track| Track {
        number: track.number,
        file: track.shown(),
        cue_sheet: track.sheet.as_ref().map(|sheet| sheet.display().to_string()),
    };
    let found = Music {
        tracks: album.tracks().map(track).collect(),
        missing: album.missing(),
        how_to_rip: Album::how_to_rip(&title.music, &detection.root),
    };
    detection.findings.extend(album.findings);
    Ok(Some(found))
}

fn result(detection: &Detection, music: Option<Music>) -> Answer<'_> {
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
        music,
        files_read: detection.files_read,
        report: &detection.report,
    }
}

fn print(detection: &Detection, music: Option<&Music>) {
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
    if let Some(music) = music {
        print_music(music, detection.demo.is_some());
    }
    for finding in &detection.findings {
        output::note(&format!("{}: {finding}", finding.severity));
    }
    if detection.title.is_none() {
        output::line("If this is a game Revisit should know, please report it with these lines:");
        detection.report.lines().for_each(output::line);
    }
}

/// Which tracks were found where, and how to come by those that were not.
fn print_music(music: &Music, is_demo: bool) {
    for track in &music.tracks {
        let sheet = track.cue_sheet.as_ref().map(|sheet| format!(", by {sheet}")).unwrap_or_default();
        output::line(&format!("  CD music: track {} in {}{sheet}", track.number, track.file));
    }
    // A demo never was on a disc.
    if is_demo || (music.missing.is_empty() && !music.tracks.is_empty()) {
        return;
    }
    let missing: Vec<String> = music.missing.iter().map(|number| format!("track {number}")).collect();
    let what = if missing.is_empty() { "no track".to_owned() } else { missing.join(" and ") };
    let verb = if missing.is_empty() { "was found" } else { "is missing" };
    output::line(&format!("  CD music: {what} {verb}; {}", music.how_to_rip));
}

/// Fails for a place of music that is neither a folder nor a cue sheet.
///
/// # Errors
/// One line that names it.
pub fn check_music(chosen: Option<&Path>) -> Result<(), Failure> {
    let is_sheet = |path: &Path| {
        path.is_file() && path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("cue"))
    };
    match chosen.filter(|path| !path.is_dir() && !is_sheet(path)) {
        Some(path) => Err(Failure::Unusable(format!(
            "{}: neither a folder nor a cue sheet (.cue): name one of them with --music",
            path.display()
        ))),
        None => Ok(()),
    }
}
