//! The music of the zones, one tune for each kind of place, and the list that numbers it: number -1 is its first
//! line. Source: `docs/spec/everquest/zone-install.md`, "11. Sound".

use crate::DemoFile;
use crate::builders::music::{Piece, bass, horn, pad, pluck};
use ::everquest::file_list::{self, FileList, FileName};
use ::everquest::lines::Line;
use binary::Result;

/// The tunes, by their numbers in tables of sounds: Larkmere by day, its lake, Ashgate.
pub(super) const VALLEY: i32 = -1;
pub(super) const LAKE: i32 = -2;
#[allow(dead_code, reason = "the zone behind the gate names it")]
pub(super) const ASHGATE: i32 = -3;

/// A file, and what plays it with a seed.
type Tune = (&'static str, fn(u32) -> Piece);

/// In the order of their numbers.
pub(super) const TRACKS: [Tune; 3] =
    [("larkmere.wav", valley), ("larklake.wav", lake), ("ashgate.wav", ashgate)];

/// The list and the tunes.
pub(super) fn files(seed: u32) -> Result<Vec<DemoFile>> {
    let lines = TRACKS.iter().map(|(name, _)| Line::new(FileName((*name).to_owned()))).collect();
    let mut files = vec![DemoFile::new("mp3index.txt", file_list::write(&FileList { lines })?)];
    for (name, play) in TRACKS {
        files.push(DemoFile::new(name, zbd::sounds::write(&play(seed).wave())?));
    }
    Ok(files)
}

/// A dance for a harp over held chords, in G.
fn valley(seed: u32) -> Piece {
    let mut piece = Piece::new(104.0, 8, seed);
    let chords = [[43.0, 55.0, 59.0], [48.0, 55.0, 64.0], [50.0, 57.0, 66.0], [43.0, 55.0, 59.0]];
    for (bar, [root, fifth, third]) in chords.into_iter().cycle().take(8).enumerate() {
        let at = bar as f32 * 4.0;
        piece.note(bass, at, root, 1.5, 0.4, 0.3);
        piece.note(pad, at, fifth, 3.6, 0.12, 1.2);
        for (step, key) in [root + 24.0, fifth + 12.0, third + 12.0, fifth + 12.0].into_iter().enumerate() {
            piece.note(pluck, at + step as f32, key, 0.5, 0.5, 1.5);
            piece.note(pluck, at + step as f32 + 0.5, key + if step == 2 { 5.0 } else { 7.0 }, 0.4, 0.3, 1.2);
        }
    }
    piece
}

/// Slow strings and single drops over the water, in D.
fn lake(seed: u32) -> Piece {
    let mut piece = Piece::new(64.0, 4, seed);
    for (bar, [low, high]) in [[50.0, 66.0], [47.0, 62.0], [43.0, 59.0], [45.0, 61.0]].into_iter().enumerate()
    {
        let at = bar as f32 * 4.0;
        piece.note(pad, at, low, 4.0, 0.4, 1.2);
        piece.note(pad, at + 1.0, high, 3.0, 0.25, 1.2);
        for (beat, key) in [(0.5, 12.0), (1.75, 19.0), (3.0, 16.0)] {
            piece.note(pluck, at + beat, low + 12.0 + key, 0.5, 0.35, 2.5);
        }
    }
    piece
}

/// Horns over a low march, in C minor.
fn ashgate(seed: u32) -> Piece {
    let mut piece = Piece::new(84.0, 6, seed);
    for (bar, [root, high]) in
        [[36.0, 60.0], [36.0, 63.0], [44.0, 60.0], [41.0, 65.0], [43.0, 62.0], [43.0, 59.0]]
            .into_iter()
            .enumerate()
    {
        let at = bar as f32 * 4.0;
        for beat in 0..4 {
            piece.note(bass, at + beat as f32, root, 0.6, 0.5, 0.15);
        }
        piece.note(horn, at, high, 2.6, 0.35, 0.5);
        piece.note(pad, at, root + 12.0, 4.0, 0.25, 1.2);
    }
    piece
}
