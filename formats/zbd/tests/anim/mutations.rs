//! What no input may do: panic, come back changed, take more memory than its size allows.

use crate::anim::{COUNTING, crimson_skies, mechwarrior3, outcome, pirates_moon, recoil, subject};
use binary::Mode;
use harness::alloc;
use harness::mutate::{Options, run};

/// A test each, so that they run side by side.
fn survives(name: &'static str, fixture: Vec<u8>) {
    assert!(fixture.len() <= 8192, "{name}");
    let tally = run(&subject(name, fixture), &Options::new(53, 100_000));
    println!("{tally}");
    tally.assert_healthy(&COUNTING);
}

#[test]
fn every_accepted_input_of_recoil_comes_back_unchanged() {
    survives("anim_rc", recoil());
}

#[test]
fn every_accepted_input_of_mechwarrior_3_comes_back_unchanged() {
    survives("anim_mw", mechwarrior3());
}

#[test]
fn every_accepted_input_of_pirates_moon_comes_back_unchanged() {
    survives("anim_pm", pirates_moon());
}

#[test]
fn every_accepted_input_of_crimson_skies_comes_back_unchanged() {
    survives("anim_cs", crimson_skies());
}

#[test]
fn memory_follows_the_size_of_the_file() {
    // The last sequence of the file but longer: events of nothing, of one byte, and keyframes of nothing.
    let else_event = [32, 1, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0].as_slice();
    let unknown = [99, 1, 0, 0, 13, 0, 0, 0, 0, 0, 0, 0, 7].as_slice();
    let callback = [35, 1, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0].as_slice();
    for event in [else_event, unknown, callback] {
        let mut bytes = mechwarrior3();
        let count = (1 << 20) / event.len();
        let size_at = bytes.len() - 12 - 4;
        bytes.truncate(bytes.len() - 12);
        bytes[size_at..].copy_from_slice(&((count * event.len()) as u32).to_le_bytes());
        bytes.extend(event.repeat(count));
        let (outcome, peak) = alloc::peak_of(|| outcome(&bytes, Mode::Lenient).unwrap());
        assert_eq!(outcome.rewritten, bytes);
        assert!(peak <= alloc::allowance(bytes.len()), "{peak} bytes for {}", bytes.len());
    }
}

#[test]
fn memory_follows_the_number_of_keyframes() {
    // Pauses, and keyframes that move.
    let pause = vec![0; 12];
    let moves = [[1, 0, 0, 0].as_slice(), &[0; 8], &[0; 28]].concat();
    for frame in [pause, moves] {
        let count = (1 << 20) / frame.len();
        let mut bytes = recoil();
        let event_at = bytes.len() - 12;
        bytes.truncate(event_at);
        let size = 12 + 20 + count * frame.len();
        bytes[event_at - 4..].copy_from_slice(&(size as u32).to_le_bytes());
        bytes.extend_from_slice(&[12, 1, 0, 0]);
        bytes.extend_from_slice(&(size as u32).to_le_bytes());
        bytes.extend_from_slice(&[0; 8]);
        bytes.extend_from_slice(&(count as u32).to_le_bytes());
        bytes.extend_from_slice(&[0; 12]);
        bytes.extend(frame.repeat(count));
        let (outcome, peak) = alloc::peak_of(|| outcome(&bytes, Mode::Lenient).unwrap());
        assert!(outcome.rewritten == bytes);
        assert!(peak <= alloc::allowance(bytes.len()), "{peak} bytes for {}", bytes.len());
    }
}
