//! What a thread frees between what it keeps goes back to the system.

use base::platform::Memory;

#[test]
fn what_threads_freed_is_given_back_although_something_of_theirs_is_kept() {
    heap::prefer_giving_back();
    // Blocks of 64 kB, of which every hundredth is kept: the allocator cannot simply end the heap before them.
    let make = || {
        let mut kept = Vec::new();
        for number in 0..1600_u32 {
            let block = vec![number as u8 | 1; 64 << 10];
            kept.push(Some(block));
        }
        let filled = Memory::now().private_bytes;
        kept.iter_mut().enumerate().filter(|(at, _)| at % 100 != 0).for_each(|(_, block)| *block = None);
        (kept, filled)
    };
    let (kept, filled) = std::thread::spawn(make).join().unwrap();
    heap::give_back();
    let Some((filled, after)) = filled.zip(Memory::now().private_bytes) else { return };
    assert!(filled > 100 << 20, "100 MB were there: {filled}");
    assert!(after + (80 << 20) < filled, "of {filled} bytes {after} stayed");
    assert_eq!(kept.iter().flatten().map(|block| block.len()).sum::<usize>(), 16 * (64 << 10));
}
