//! Memory that was freed goes back to the system.
//!
//! The allocator of the GNU C library keeps what threads free, for each thread a heap of its own. A window that loads
//! places on threads and lets them go again so held half as much again as it used, and more with every place. Other
//! systems give back by themselves: there these do nothing.
//!
//! | file | holds |
//! |---|---|
//! | `freeing.rs` | what is large is freed on a thread of its own |
//!
//! It is no allocator, and counts nothing: `base::platform::Memory` tells what a program takes.
//!
//! ```
//! heap::prefer_giving_back();
//! drop(vec![1_u8; 64 << 20]);
//! heap::give_back();
//! ```

mod freeing;

pub use freeing::drop_elsewhere;

/// Blocks from so many bytes on are the system's own, so that freeing one gives it back. The library would raise that
/// by itself, up to 32 MB, with every such block that is freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const OWN_BLOCKS: i32 = 1 << 20;
/// So many free bytes at the end of a heap are kept, so that no frame asks the system for memory anew.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const KEPT: i32 = 8 << 20;

/// Has large blocks given back as soon as they are freed. To be called once, at the start of a program.
pub fn prefer_giving_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: both only change numbers of the allocator, which it reads under its own lock.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, OWN_BLOCKS);
        libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT);
    }
}

/// Gives back what all threads have freed, as far as it is whole pages. Takes some milliseconds, during which other
/// threads may wait for memory: for a thread of its own, and not for every block.
pub fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it takes the allocator's own locks and touches no block that is in use.
    unsafe {
        libc::malloc_trim(0);
    }
}
