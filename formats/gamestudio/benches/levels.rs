//! How fast levels are read and written, against copying their bytes.
//!
//! `cargo bench -p gamestudio --bench levels` takes the real levels below
//! `REVISIT_DATA`, or makes one of 4,000 blocks and 4,000 entities where there
//! are none, then takes the best of several runs of a warm copy of all files,
//! of reading them and of writing them; pixels stay as they are. Reading must
//! reach 1/25 of the copy; the sums keep the work from being optimised away. It
//! measures this machine now and keeps no record.

use binary::{Mode, Result};
use gamestudio::wmb::blocks::{Block, Skin};
use gamestudio::wmb::objects::Entity;
use gamestudio::wmb::{self, Level};
use harness::timing::{self, ALLOWED, Case, Format};
use std::process::ExitCode;

const RUNS: usize = 200;

fn authored() -> Result<Vec<u8>> {
    let mut level = Level::new();
    for index in 0..4000_u16 {
        let [x, y] = [index % 64, index / 64].map(|cell| f32::from(cell) * 100.0);
        let skin = Skin { flags: wmb::blocks::surface::NONE, ..Skin::flat(0) };
        level.blocks.push(Block::cuboid([x, y, 0.0], [x + 90.0, y + 90.0, 40.0], skin, 64, 64));
        level.add_entity(Entity::new("tree", "a_tree_of_many_leafs.mdl", [x, y, 0.0])?);
    }
    level.seal();
    wmb::write(&level)
}

const LEVEL: Format<Level> = Format {
    read: |bytes| Ok(wmb::read(bytes, Mode::Lenient)?.0),
    write: wmb::write,
    sum: |level| level.objects.len() as u64,
};

fn main() -> Result<ExitCode> {
    timing::bench(|_| {
        let mut files = timing::files_below(&timing::real_files("gamestudio"), "wmb").unwrap_or_default();
        let real = files.len();
        if files.is_empty() {
            files.push(authored()?);
        }
        let case = Case::new(&format!("{} levels, {real} of them real", files.len()), files, LEVEL)?;
        Ok(timing::measure(&mut [case], RUNS, ALLOWED))
    })
}
