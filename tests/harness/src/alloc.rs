//! A counting allocator, to hold readers to their memory bound.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator with a count of live bytes per thread.
///
/// ```
/// #[global_allocator]
/// static COUNTING: harness::alloc::Counting = harness::alloc::Counting;
///
/// let (list, peak) = harness::alloc::peak_of(|| vec![0u8; 1000]);
/// assert_eq!(list.len(), 1000);
/// assert_eq!(peak, 1000);
/// ```
#[derive(Debug)]
pub struct Counting;

thread_local! {
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(change: isize) {
    // A thread that is ending no longer needs its count.
    let _ = LIVE.try_with(|live| {
        let now = live.get().wrapping_add(change);
        live.set(now);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(now)));
    });
}

// SAFETY: every call is handed to the system's allocator as it came; counting
// touches only cells of this thread that need neither memory nor a destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller's promises are the system allocator's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller's promises are the system allocator's.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller's promises are the system allocator's.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        // SAFETY: the caller's promises are the system allocator's.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// Runs something and returns the most bytes that were live on this thread
/// while it ran, beyond those that were live before. Zero when the test binary
/// has not installed [`Counting`].
pub fn peak_of<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = LIVE.get();
    PEAK.set(before);
    let value = run();
    (value, PEAK.get().wrapping_sub(before).try_into().unwrap_or(0))
}

/// The most a reader may have live for an input of `bytes` bytes.
pub fn allowance(bytes: usize) -> usize {
    64 * 1024 + 16 * bytes
}

/// True when [`Counting`] is the allocator of this program.
pub fn installed() -> bool {
    peak_of(|| std::hint::black_box(Box::new(0u64))).1 >= 8
}
