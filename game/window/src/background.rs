//! Threads for work that goes on while a world is drawn: they give way to drawing where the system lets them, and are
//! half as many as there are processors, so that what they share among them leaves others free.

use base::platform::give_way;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::OnceLock;

/// Starts some work; false if the system gives no thread for it.
pub fn start(work: impl FnOnce() + Send + 'static) -> bool {
    static POOL: OnceLock<Option<ThreadPool>> = OnceLock::new();
    let pool = POOL.get_or_init(|| {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let builder = ThreadPoolBuilder::new().num_threads((processors / 2).max(1));
        let named = builder.thread_name(|number| format!("background {number}"));
        named.start_handler(|_| give_way()).build().ok()
    });
    if let Some(pool) = pool {
        pool.spawn(work);
    }
    pool.is_some()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    #[test]
    fn work_is_done_elsewhere_and_may_be_shared() {
        use rayon::prelude::*;
        let (sender, done) = mpsc::channel();
        let here = std::thread::current().id();
        assert!(super::start(move || {
            let sum: u32 = (0..1000_u32).into_par_iter().sum();
            sender.send((std::thread::current().id(), sum)).unwrap();
        }));
        let (there, sum) = done.recv().unwrap();
        assert!(there != here && sum == 499_500);
    }
}
