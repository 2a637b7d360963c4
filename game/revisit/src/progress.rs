//! Progress of long work: a line on stderr that is drawn while the work goes on and cleared after it,
//! and only if stderr is a terminal. Nothing that a verb prints depends on it; what is printed or
//! logged meanwhile stands above it.

use base::output;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use load::{Phase, Progress};
use std::sync::LazyLock;
use std::time::Duration;

/// All that is drawn.
static DRAWN: LazyLock<MultiProgress> = LazyLock::new(|| {
    output::print_apart(|print| DRAWN.suspend(print));
    MultiProgress::new()
});

/// How often the line of work without steps is drawn.
const TICK: Duration = Duration::from_millis(120);

/// Work in steps of about the same length: frames, models, runs. The message says which.
pub fn steps(what: &str, of: u64) -> ProgressBar {
    drawn(ProgressBar::new(of), what, "{wide_msg} {bar:30} {pos:>4} of {len}, {eta} left")
}

/// Work in steps that may take any time: one file may be most of an install, so nothing is said about
/// the time left.
pub fn uneven_steps(of: u64) -> ProgressBar {
    drawn(ProgressBar::new(of), "", "{wide_msg} {bar:30} {pos:>4} of {len}")
}

/// Work of which only the beginning is known: shows that it goes on, and for how long it has.
pub fn working(what: &str) -> ProgressBar {
    let bar = drawn(ProgressBar::new_spinner(), what, "{spinner} {msg} ({elapsed})");
    // A hidden line needs no thread that draws it.
    if !bar.is_hidden() {
        bar.enable_steady_tick(TICK);
    }
    bar
}

/// Work in steps too small to count: frames of videos.
pub fn share(of: u64) -> ProgressBar {
    drawn(ProgressBar::new(of), "", "{wide_msg} {bar:30} {percent:>3}% {eta:>4} left")
}

fn drawn(bar: ProgressBar, what: &str, template: &str) -> ProgressBar {
    let bar = DRAWN.add(bar);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_message(what.to_owned());
    // Short work is seen, too: all that is drawn shares how often that is.
    if !what.is_empty() {
        bar.force_draw();
    }
    bar
}

/// The phases of loading a world, as a line that ends when this is dropped.
pub struct Loading {
    bar: ProgressBar,
    world: String,
}

impl Loading {
    /// Nothing is loaded yet.
    pub fn new(world: &str) -> Self {
        let bar = drawn(ProgressBar::new(0), "", "{wide_msg} {bar:30} {percent:>3}%");
        Loading { bar, world: output::shown(world).into_owned() }
    }
}

impl Progress for Loading {
    fn at(&mut self, phase: Phase, done: usize, of: usize) -> bool {
        if !self.bar.is_hidden() {
            self.bar.set_length(of.max(1) as u64);
            self.bar.set_position(done as u64);
            self.bar.set_message(format!("loading {}: {}", self.world, words(phase)));
        }
        true
    }
}

impl Drop for Loading {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A phase as a person would say it.
fn words(phase: Phase) -> &'static str {
    match phase {
        Phase::Discover => "looking for files",
        Phase::Read => "reading files",
        Phase::Parse => "parsing",
        Phase::Build => "building models",
        Phase::Textures => "decoding textures",
        Phase::Collide => "preparing collision",
    }
}
