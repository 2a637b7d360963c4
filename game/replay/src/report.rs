//! What is left behind when the program has a bug: a folder with what
//! happened, the last lines of the log and the input so far.

use crate::Replay;
use base::gate::Gate;
use base::platform::{self, Folders};
use base::{log, output};
use std::backtrace::Backtrace;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Holds the recording of the world that runs, if one does. Copies hold the
/// same.
#[derive(Clone, Debug, Default)]
pub struct Recorder(Arc<Mutex<Option<Replay>>>);

impl Recorder {
    /// The recording. Whoever holds it must not do anything else: a report wants
    /// it, too.
    pub fn lock(&self) -> MutexGuard<'_, Option<Replay>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its text, unless somebody holds it or there is none.
    fn text(&self) -> Option<String> {
        self.0.try_lock().ok()?.as_ref()?.to_text().ok()
    }
}

/// From now on a bug leaves a report in the data folder, with what `recorder`
/// holds then; not if that folder is in a game.
pub fn watch(folders: &Folders, recorder: Recorder, gate: Gate) {
    let reports = folders.data.join("reports");
    std::panic::set_hook(Box::new(move |panic| {
        let backtrace = Backtrace::force_capture();
        let what = describe(panic);
        output::note(&what);
        if let Err(failure) = gate.is_outside(&reports) {
            return output::note(&format!("no report could be written: {failure}"));
        }
        match write(&reports, &what, &backtrace.to_string(), &recorder) {
            Ok(folder) => output::note(&format!("a report of this is in {}", folder.display())),
            Err(error) => {
                output::note(&format!("no report could be written to {}: {error}", reports.display()));
            }
        }
    }));
}

fn describe(panic: &PanicHookInfo<'_>) -> String {
    let thread = std::thread::current();
    let place = panic.location().map_or_else(String::new, |place| format!(" at {place}"));
    let message = panic.payload_as_str().unwrap_or("no message");
    format!("thread {} panicked{place}: {message}", thread.name().unwrap_or("without a name"))
}

fn write(reports: &Path, what: &str, backtrace: &str, recorder: &Recorder) -> std::io::Result<PathBuf> {
    let folder = reports.join(format!("{}-{}", platform::stamp(), std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let about = format!(
        "revisit {} on {} {}\n{what}\n\n{backtrace}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH
    );
    std::fs::write(folder.join("panic.txt"), about)?;
    std::fs::write(folder.join("log.txt"), log::tail())?;
    // The panic may have come while the recording was held.
    if let Some(text) = recorder.text() {
        std::fs::write(folder.join("input.jsonl"), text)?;
    }
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Header;
    use runtime::Input;

    #[test]
    fn a_report_holds_what_happened_and_the_input_so_far() {
        let folder = tempfile::tempdir().unwrap();
        let mut replay = Replay::new(Header::new("mechwarrior3", "c1", 1));
        replay.push_input(3, Input { forward: 1.0, ..Input::default() });
        let recorder = Recorder::default();
        *recorder.clone().lock() = Some(replay.clone());
        let report = write(folder.path(), "panicked at somewhere", "frame 0", &recorder).unwrap();
        let text = |name| std::fs::read_to_string(report.join(name)).unwrap();
        assert!(text("panic.txt").contains("panicked at somewhere") && text("panic.txt").contains("frame 0"));
        assert_eq!(Replay::parse(&text("input.jsonl")), Ok(replay));
        assert!(report.join("log.txt").exists());
    }

    #[test]
    fn a_bug_while_the_recording_is_held_leaves_a_report_without_it() {
        let folder = tempfile::tempdir().unwrap();
        let recorder = Recorder::default();
        *recorder.lock() = Some(Replay::new(Header::new("mechwarrior3", "c1", 1)));
        let held = recorder.lock();
        let report = write(folder.path(), "panicked", "frame 0", &recorder).unwrap();
        drop(held);
        assert!(report.join("panic.txt").exists() && !report.join("input.jsonl").exists());
    }
}
