//! Models of Warcraft, clients 1.x and 2.x: files that lie in folders. Source: `docs/spec/m2.md`.
//!
//! | file | holds |
//! |---|---|
//! | `model.rs` | models alone: what there is, and one with all that it wears |
//! | `spec.rs` | how a person names a model with what it wears |
//! | `files.rs` | where files are that models and tables name |
//! | `skins.rs` | textures that the game chooses: from tables, or guessed |
//! | `mesh.rs` | triangles: submeshes, geosets, batches |
//! | `materials.rs`, `textures.rs` | what batches look like, and how that changes; textures, decoded |
//! | `bones.rs`, `tracks.rs` | the skeleton and how it moves; keys of a sequence as curves |
//! | `actions.rs`, `animations.rs` | what a model does by numbers, variations, events; names of animations |
//! | `points.rs` | lights and cameras |
//! | `emitters.rs`, `ribbons.rs` | what sends out particles; bands that trail behind bones |

mod actions;
mod animations;
mod bones;
mod emitters;
mod files;
mod materials;
mod mesh;
pub mod model;
mod points;
mod ribbons;
mod skins;
mod spec;
mod textures;
mod tracks;

use crate::{Error, Loaded, Request};
use binary::{Finding, Severity, codes};

codes! {
    NO_WORLD = "load.warcraft.no_world": "this version shows models of Warcraft and opens none of its worlds"
        => "show a model with `revisit show`";
    TEXTURE_MISSING = "load.warcraft.texture_missing": "textures that a model names are nowhere in the install"
        => "add them where the model says; plain grey is shown instead";
    PICTURE = "load.warcraft.picture": "a texture cannot be decoded"
        => "save it again as BLP; plain grey is shown instead";
    TOO_LARGE = "load.warcraft.too_large": "the textures of a model have more pixels than there is room for"
        => "make them smaller; plain grey is shown instead of each that does not fit";
    GUESSED = "load.warcraft.skin_guessed": "the game chooses textures of a model, and no table says which; one is guessed"
        => "add `DBFilesClient` with the tables of creatures, or choose another skin: `+skin02` behind the name";
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
    NOT_SHOWN = "load.warcraft.not_shown": "particles are models, or send out particles themselves, which this version does not show"
        => "nothing has to be done; their pictures are shown instead";
}

/// There are no worlds.
///
/// # Errors
/// Always `load.warcraft.no_world`.
pub(crate) fn load(request: &Request) -> Result<Loaded, Error> {
    let expected = "a model";
    let found = format_args!("the world {}", request.world);
    Err(Box::new(Finding::new(&NO_WORLD, Severity::Error, &request.container, expected, found)).into())
}
