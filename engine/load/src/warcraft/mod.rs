//! Models of Warcraft, clients 1.x and 2.x: files that lie in folders. Source: `docs/spec/m2.md`.
//!
//! | file | holds |
//! |---|---|
//! | `model.rs` | models alone: what there is, and one with all that it wears |
//! | `spec.rs` | how a person names a model with what it wears |
//! | `held.rs` | what a model holds: other models at its places |
//! | `files.rs` | where files are that models and tables name |
//! | `skins.rs` | textures that the game chooses: from tables, or guessed |
//! | `mesh.rs` | triangles: submeshes, geosets, batches |
//! | `materials.rs`, `textures.rs` | what batches look like, and how that changes; textures, decoded |
//! | `bones.rs`, `tracks.rs` | the skeleton and how it moves; keys of a sequence as curves |
//! | `actions.rs`, `animations.rs` | what a model does by numbers, variations, events; names of animations |
//! | `switches.rs` | what can be chosen of a model while somebody looks at it |
//! | `stage.rs`, `stage_ground.rs` | a world of models that somebody names; its ground, light and signs |
//! | `points.rs` | lights and cameras |
//! | `emitters.rs`, `ribbons.rs` | what sends out particles; bands that trail behind bones |
//! | `undocumented.rs` | what a model asks for and no document says how to show |

mod actions;
mod animations;
mod bones;
mod emitters;
mod files;
mod held;
mod materials;
mod mesh;
pub mod model;
mod points;
mod ribbons;
mod skins;
mod spec;
pub mod stage;
mod stage_ground;
mod switches;
mod textures;
mod tracks;
mod undocumented;

use crate::{Error, Loaded, Progress, Request};
use binary::codes;
use vfs::Vfs;

codes! {
    NO_MODEL = "load.warcraft.no_model": "nothing that is named for a stage is a model that can be shown"
        => "name models, separated by commas; `revisit worlds` lists them";
    NO_SUCH_MODEL = "load.warcraft.no_such_model": "no model has a name that was given"
        => "look it up with `revisit worlds`; the others are shown";
    CROWDED = "load.warcraft.crowded": "more models are meant than a stage has room for"
        => "name fewer, or more of their names";
    TEXTURE_MISSING = "load.warcraft.texture_missing": "textures that a model names are nowhere in the install"
        => "add them where the model says; a checkerboard is shown instead";
    PICTURE = "load.warcraft.picture": "a texture cannot be decoded"
        => "save it again as BLP; a checkerboard is shown instead";
    TOO_LARGE = "load.warcraft.too_large": "the textures of a model have more pixels than there is room for"
        => "make them smaller; a checkerboard is shown instead of each that does not fit";
    GUESSED = "load.warcraft.skin_guessed": "the game chooses textures of a model, and no table says which; one is guessed"
        => "add `DBFilesClient` with the tables of creatures, or choose another skin: `+skin02` behind the name";
    NO_SKIN = "load.warcraft.no_skin": "the game chooses textures of a model, no table says which, and its folder has none to guess"
        => "add `DBFilesClient` with the tables of creatures, and the textures; a checkerboard is shown instead";
    ITEM = "load.warcraft.item": "what a model is told to wear or hold is not there"
        => "name a skin, a place and a file that are there; the model is shown without it";
    MESH = "load.warcraft.mesh": "triangles or batches of a model lead nowhere, or are too many"
        => "export the model again; they are left out";
    LEFT_OUT = "load.warcraft.bare": "submeshes have no batch that paints them"
        => "nothing has to be done if the model looks right; they are not shown";
    SIMPLIFIED = "load.warcraft.simplified": "batches have more than two textures, or opacities by two clocks"
        => "nothing has to be done if the model looks right; the first two textures and the second opacity count";
    LIMIT = "load.warcraft.limit": "a model has more sequences or keys than the limit allows"
        => "export the model again with fewer; the rest is left out";
    NOT_SHOWN = "load.warcraft.not_shown": "a model asks for things of which no document says how the game shows them"
        => "nothing has to be done; it is shown without them";
}

/// Loads a stage with the models that the world's name lists.
///
/// # Errors
/// `load.warcraft.no_model`, or what is wrong with the only model, or cancellation.
pub(crate) fn load(vfs: &Vfs, request: &Request, progress: &mut dyn Progress) -> Result<Loaded, Error> {
    stage::load(vfs, request, progress)
}
