//! What happens when somebody interrupts the program (Ctrl-C, or the system asks it to end): what it
//! was writing goes, what it was about to replace stays.

#[cfg(not(target_family = "wasm"))]
use crate::{leftovers, output};
use std::io;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Exit code of a run that was interrupted, as shells have it.
pub const EXIT_CODE: i32 = 130;

/// How often a folder is cleared away that is being written into meanwhile.
#[cfg(not(target_family = "wasm"))]
const TRIES: usize = 9;

/// What is to be cleared away.
#[derive(Debug)]
pub(crate) struct Running {
    /// Working folders, see `swap.rs`.
    pub(crate) working: Vec<PathBuf>,
    children: Vec<Arc<Mutex<Child>>>,
}

static RUNNING: Mutex<Running> = Mutex::new(Running { working: Vec::new(), children: Vec::new() });

/// Holds off an interruption: whoever makes, renames or removes something holds this, so that nothing
/// comes after all was cleared away.
pub(crate) fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on an interruption clears away what is being written and ends the program.
#[cfg(not(target_family = "wasm"))]
pub fn watch() {
    // A second call within one process (tests) keeps the first.
    let _ = ctrlc::set_handler(|| {
        // Held until the end.
        let running = running();
        for child in &running.children {
            // Whoever waits for it has not got it: it has ended otherwise.
            if let Ok(mut child) = child.try_lock() {
                let _ = child.kill();
                let _ = child.wait();
            }
        }
        for folder in &running.working {
            // At worst the next run finds it.
            let _ = (0..TRIES).any(|_| leftovers::settle(folder).is_ok() || !folder.exists());
        }
        // Where progress was drawn, nothing is drawn again.
        output::apart(&mut || {
            eprintln!("interrupted");
            std::process::exit(EXIT_CODE)
        });
    });
}

/// A program that writes for this one, and ends with it.
#[derive(Debug)]
pub struct Helper(Arc<Mutex<Child>>);

impl Helper {
    /// Starts it.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        let mut running = running();
        let child = Arc::new(Mutex::new(command.spawn()?));
        running.children.push(child.clone());
        Ok(Helper(child))
    }

    /// The child. Whoever holds it must not wait for long.
    pub fn child(&self) -> MutexGuard<'_, Child> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        running().children.retain(|child| !Arc::ptr_eq(child, &self.0));
    }
}
