//! The log: lines on stderr, filtered by level, and the last few hundred kept for a bug report.

use crate::Failure;
use crate::output::Lines;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::filter::{ParseError, Targets};
use tracing_subscriber::fmt;
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;

/// The environment variable with the log filter.
pub const VARIABLE: &str = "REVISIT_LOG";

/// Lines kept for a bug report.
const KEPT: usize = 400;

static TAIL: OnceLock<Tail> = OnceLock::new();

/// Sets up once for the process: `--log`, else the variable, else warnings.
///
/// # Errors
/// An invalid filter.
pub fn start(wanted: Option<&str>) -> Result<(), Failure> {
    let from_env = std::env::var(VARIABLE).ok();
    let words = wanted.or(from_env.as_deref()).filter(|words| !words.trim().is_empty()).unwrap_or("warn");
    let filter = filter(words).map_err(|error| {
        Failure::Unusable(format!(
            "--log {words}: {error}; expected a level (error, warn, info, debug, trace), or subsystem=level \
             with commas between"
        ))
    })?;
    TAIL.get_or_init(Tail::new);
    // A second call within one process (tests) keeps the first set-up.
    let _ = tracing_subscriber::registry().with(lines().with_filter(filter)).with(Keep).try_init();
    Ok(())
}

/// What is shown by these words, which may have spaces and too many commas between them.
fn filter(words: &str) -> Result<Targets, ParseError> {
    let words = words.split(',').map(str::trim).filter(|word| !word.is_empty());
    // winit's warnings are nothing a person can act on.
    let words: Vec<_> = std::iter::once("winit=error").chain(words).collect();
    words.join(",").parse()
}

/// Lines on stderr, above whatever is drawn there.
fn lines<S: Subscriber + for<'a> LookupSpan<'a>>() -> impl Layer<S> {
    fmt::layer().with_writer(|| Lines).with_timer(fmt::time::uptime())
}

/// The last lines, oldest first.
pub fn tail() -> String {
    let Some(tail) = TAIL.get() else { return String::new() };
    let lines = tail.lines.lock().unwrap_or_else(PoisonError::into_inner);
    lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

struct Tail {
    started: Instant,
    lines: Mutex<VecDeque<String>>,
}

impl Tail {
    fn new() -> Self {
        Tail { started: Instant::now(), lines: Mutex::new(VecDeque::with_capacity(KEPT)) }
    }

    fn push(&self, line: String) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == KEPT {
            lines.pop_front();
        }
        lines.push_back(line);
    }
}

/// Keeps everything of level info and above, whatever is printed.
struct Keep;

impl<S: Subscriber> Layer<S> for Keep {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let about = event.metadata();
        let Some(tail) = TAIL.get().filter(|_| *about.level() <= Level::INFO) else { return };
        let seconds = tail.started.elapsed().as_secs_f64();
        let mut text = Text(format!("{seconds:9.3} {:5} {}:", about.level(), about.target()));
        event.record(&mut text);
        tail.push(text.0);
    }
}

struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        // Writing into a String cannot fail.
        let _ = match field.name() {
            "message" => write!(self.0, " {value:?}"),
            name => write!(self.0, " {name}={value:?}"),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn the_last_lines_are_kept_and_no_more() {
        let tail = Tail::new();
        for number in 0..KEPT + 5 {
            tail.push(number.to_string());
        }
        let lines = tail.lines.into_inner().unwrap();
        assert_eq!(lines.len(), KEPT);
        assert_eq!(lines.front().map(String::as_str), Some("5"));
    }

    #[test]
    fn a_line_of_the_log_is_printed_while_nothing_is_drawn() {
        thread_local!(static PRINTED: Cell<usize> = const { Cell::new(0) });
        crate::output::print_apart(|print| {
            PRINTED.set(PRINTED.get() + 1);
            print();
        });
        tracing::subscriber::with_default(tracing_subscriber::registry().with(lines()), || {
            tracing::warn!("a line");
            tracing::info!("another");
        });
        crate::output::note("a third");
        assert_eq!(PRINTED.get(), 3);
    }

    #[test]
    fn a_subsystem_is_as_loud_as_its_word_says_and_all_others_as_the_level() {
        for words in ["info,load=debug", " info , load=debug,", "load=debug,,info"] {
            let filter = filter(words).unwrap();
            let shown = |target| {
                [Level::WARN, Level::INFO, Level::DEBUG, Level::TRACE]
                    .map(|level| filter.would_enable(target, &level))
            };
            assert_eq!(shown("load::zipper"), [true, true, true, false], "{words:?}");
            assert_eq!(shown("render"), [true, true, false, false], "{words:?}");
            assert_eq!(shown("winit::window"), [false; 4], "{words:?}");
        }
    }

    #[test]
    fn words_that_are_no_filter_are_refused_in_one_line() {
        let message = start(Some("load=loudly")).unwrap_err().to_string();
        assert!(message.contains("load=loudly") && message.lines().count() == 1, "{message}");
        assert!(start(Some("info,load=debug")).is_ok());
    }
}
