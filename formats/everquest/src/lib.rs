//! Readers and writers for the files of EverQuest's classic zones.
//!
//! | kind | module | versions |
//! |---|---|---|
//! | archive, `.s3d`, `.pfs` | [`pfs`] | the one that there is |
//! | world, `.wld` | [`wld`] | old (0x00015500) and new (0x1000C800) |
//! | sounds at places, `_sounds.eff` | [`sounds`] | |
//! | their names, `_sndbnk.eff` | [`sound_bank`] | |
//! | sounds of late zones, `.emt` | [`emitters`] | |
//! | particles of late zones, `_environmentemitters.txt` | [`particles`] | |
//! | music, `.xmi` | [`xmi`] | sequences are listed and kept |
//! | models of other archives, `_chr.txt` | [`model_list`] | |
//! | what is loaded, `GlobalLoad.txt` | [`global_load`] | |
//! | archives, `_assets.txt`, and music, `mp3index.txt` | [`file_list`] | |
//! | maps that players draw, `Maps/*.txt`, `*.map` | [`map`], [`old_map`] | both forms |
//! | zones of the later family, `.zon` | [`zon`] | recognised, counted and kept |
//!
//! Each reads a `&[u8]` into a typed value and findings, and writes the value
//! back byte for byte.
//!
//! It is not an engine: it opens no files, knows nothing of folders or titles,
//! draws nothing and follows no reference from one file into another.
//!
//! | file | holds |
//! |---|---|
//! | `pfs` | archives |
//! | `sounds.rs`, `sound_bank.rs`, `emitters.rs`, `xmi.rs` | sounds and music |
//! | `map.rs`, `old_map.rs` | maps that players draw |
//! | `model_list.rs`, `global_load.rs`, `file_list.rs` | lists of models and files |
//! | `particles.rs`, `zon.rs` | particles and zones of later clients |
//! | `lines.rs`, `latin1.rs`, `packed.rs` | texts as rows; letters; bytes in JSON |
//! | `wld` | worlds: fragments of every type |
//! | `kinds` | the kinds of these files, as the lists of kinds see them |

#![forbid(unsafe_code)]

pub mod emitters;
pub mod file_list;
pub mod global_load;
pub mod kinds;
mod latin1;
pub mod lines;
pub mod map;
pub mod model_list;
pub mod old_map;
mod packed;
pub mod particles;
pub mod pfs;
pub mod sound_bank;
pub mod sounds;
pub mod wld;
pub mod xmi;
pub mod zon;
