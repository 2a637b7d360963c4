//! Frees what is large on a thread of its own, so that no frame and no tick waits for it, and gives the memory back to the system
//! when it is quiet again.

use std::sync::OnceLock;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

/// Something to be freed.
type Value = Box<dyn Send>;

/// Quiet for so long, nothing more comes of one place that left.
const QUIET: Duration = Duration::from_millis(300);
/// Where it is never quiet, memory goes back so often.
const AT_LEAST: Duration = Duration::from_secs(2);

/// Frees a value elsewhere.
pub fn drop_elsewhere<T: Send + 'static>(value: T) {
    static THREAD: OnceLock<Option<Sender<Value>>> = OnceLock::new();
    let thread = THREAD.get_or_init(|| {
        let (sender, values) = mpsc::channel();
        let work = move || free(&values, crate::give_back);
        std::thread::Builder::new().name("freeing".to_owned()).spawn(work).ok().map(|_| sender)
    });
    // Without a thread it is freed here.
    if let Some(sender) = thread {
        let _ = sender.send(Box::new(value));
    }
}

/// Frees what comes, and says now and then that something was freed.
fn free(values: &Receiver<Value>, mut give_back: impl FnMut()) {
    while let Ok(value) = values.recv() {
        drop(value);
        let since = Instant::now();
        while since.elapsed() < AT_LEAST
            && let Ok(value) = values.recv_timeout(QUIET)
        {
            drop(value);
        }
        give_back();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn what_comes_together_is_freed_and_given_back_once() {
        let (sender, values) = mpsc::channel::<Value>();
        let freed = Arc::new(AtomicUsize::new(0));
        struct Counted(Arc<AtomicUsize>);
        impl Drop for Counted {
            fn drop(&mut self) {
                self.0.fetch_add(1, Ordering::Relaxed);
            }
        }
        for _ in 0..9 {
            sender.send(Box::new(Counted(Arc::clone(&freed)))).unwrap();
        }
        drop(sender);
        let mut times = 0;
        free(&values, || times += 1);
        assert_eq!((freed.load(Ordering::Relaxed), times), (9, 1));
    }
}
