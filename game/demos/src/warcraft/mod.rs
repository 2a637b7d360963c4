//! Models of Warcraft, of both clients, as loose files in the folders of the games: a creature, what it carries, a
//! wisp, and things that move, glow and spray. Source: `docs/spec/m2.md`.
//!
//! Each model is there twice: as client 1.x has it, and, with `_2x` behind its name, as 2.x has it.
//!
//! | file | holds |
//! |---|---|
//! | `fox` | the heath fox: bones, shape, animations |
//! | `blade.rs`, `banner.rs`, `lantern.rs`, `wisp.rs`, `fountain.rs`, `fire.rs` | the other models |
//! | `shape.rs`, `rig.rs`, `views.rs`, `kit.rs`, `emitters.rs` | what models are made with: triangles, bones, views, looks, particles |
//! | `pictures`, `textures.rs` | what they are painted with; pictures as files |
//! | `tables.rs` | the tables of skins |

mod banner;
mod blade;
mod emitters;
mod fire;
mod fountain;
mod fox;
mod kit;
mod lantern;
mod pictures;
mod rig;
mod shape;
mod tables;
#[cfg(test)]
mod tests;
mod textures;
mod views;
mod wisp;

use super::builders::graph::{NAME, failed};
use super::builders::texts;
use super::{DemoFile, Options, Place};
use ::warcraft::m2::{self, EmitterForm, Model, Profile};
use binary::Result;
use glam::Vec3;

/// What the numbers of places mean.
const AXES: &str = "yards, x forward, y left, z up";
/// What stands behind the names of models of client 2.x.
const SECOND: &str = "_2x";

/// A model: its folder and name, the versions of its files, how they are laid out, and what makes it.
struct Made {
    folder: &'static str,
    name: &'static str,
    versions: [u32; 2],
    profile: Profile,
    build: fn() -> Result<Model>,
}

const fn made(
    folder: &'static str,
    name: &'static str,
    versions: [u32; 2],
    build: fn() -> Result<Model>,
) -> Made {
    Made { folder, name, versions, profile: Profile::Aligned, build }
}

/// All models, in every version of both clients.
const MODELS: [Made; 7] = [
    made(fox::FOLDER, fox::NAME, [256, 260], fox::model),
    Made { profile: Profile::Packed, ..made(blade::FOLDER, blade::NAME, [257, 261], blade::model) },
    made(banner::FOLDER, banner::NAME, [256, 262], banner::model),
    made(lantern::FOLDER, lantern::NAME, [256, 263], lantern::model),
    made(wisp::FOLDER, wisp::NAME, [257, 260], wisp::model),
    Made { profile: Profile::Padded, ..made(fountain::FOLDER, fountain::NAME, [256, 261], fountain::model) },
    made(fire::FOLDER, fire::NAME, [256, 263], fire::model),
];

/// The stage that opens, and how to see more.
const HOW: &str = "world = \"heathfox,heathbanner,heathlantern,heathwisp,heathfountain,heathfire\"\n\n\
    # revisit show DIR lists the models; one with its own camera, a skin, a mane, a blade in its mouth:\n\
    # revisit show DIR heathfox+skin02+geoset102+right=heathblade --camera portrait\n";

/// Builds the install.
pub(super) fn build(options: &Options) -> Result<Vec<DemoFile>> {
    let start = Place { name: "start", position: Vec3::ZERO, yaw_deg: 0.0, target: None };
    let mut note = texts::note("warcraft", "warcraft", AXES, options, &start, &[]);
    note.push_str(HOW);
    let mut files = vec![DemoFile::new("revisit-demo.toml", note.into_bytes())];
    for made in &MODELS {
        let model = (made.build)()?;
        for (version, ending) in made.versions.into_iter().zip(["", SECOND]) {
            files.push(file(made, model.clone(), version, ending)?);
        }
    }
    files.extend(tables::files(&["", SECOND])?);
    files.extend(pictures::files(options.seed)?);
    Ok(files)
}

/// A model as the file of a version.
fn file(made: &Made, mut model: Model, version: u32, ending: &str) -> Result<DemoFile> {
    model.convert(version).ok_or_else(|| failed(&NAME, "a version from 256 to 263", version))?;
    model.layout.profile = made.profile;
    if version < m2::SECOND_CLIENT {
        // Of the two forms that client 1.x reads, the first emitter has the one of 2.x.
        if let Some(first) = model.particles.first_mut() {
            let (blend, emitter) = (first.form.blend() as u8, first.form.emitter() as u8);
            first.form = EmitterForm::Bytes { blend, emitter, color: 0 };
        }
    }
    let folder = made.folder.replace('\\', "/");
    Ok(DemoFile::new(&format!("{folder}/{}{ending}.m2", made.name), m2::write(&model)?))
}
