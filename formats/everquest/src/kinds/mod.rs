//! The kinds of EverQuest's files, as the lists of kinds see them. One module for
//! each has its entry of the table and what can be asked of its typed value.

mod archive;
mod emitters;
mod file_list;
mod global_load;
mod map;
mod model_list;
mod old_map;
mod particles;
mod sound_bank;
mod sounds;
mod world;
mod xmi;
mod zon;

pub use archive::{ARCHIVE, ARCHIVE_FOLDER};
pub use emitters::EMITTERS;
pub use file_list::FILE_LIST;
pub use global_load::GLOBAL_LOAD;
pub use map::MAP;
pub use model_list::MODEL_LIST;
pub use old_map::OLD_MAP;
pub use particles::PARTICLES;
pub use sound_bank::SOUND_BANK;
pub use sounds::SOUNDS;
pub use world::{Figures, WORLD};
pub use xmi::XMI;
pub use zon::ZON;

use filekind::FileKind;

/// All of them, in the order in which people see them listed.
pub static KINDS: &[&FileKind] = &[
    &ARCHIVE,
    &WORLD,
    &SOUNDS,
    &SOUND_BANK,
    &EMITTERS,
    &PARTICLES,
    &XMI,
    &MODEL_LIST,
    &GLOBAL_LOAD,
    &FILE_LIST,
    &MAP,
    &OLD_MAP,
    &ZON,
];
