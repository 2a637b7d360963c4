//! Files that a file names and does not hold.
//! Source: `docs/spec/gamestudio.md`, "4.3 Skin".

use super::Content;
use gamestudio::model::Model;
use gamestudio::skins::{Body, Image};

impl Content {
    /// The files with the skins of a Gamestudio model or terrain, as it names them
    /// and each once; other kinds name none, or only what loading a world finds.
    pub fn external_skins(&self) -> Vec<String> {
        let bodies: Vec<&Body> = match self {
            Content::Model(model) => match &**model {
                Model::Mdl7(model) => {
                    let skins = model.groups.iter().flat_map(|group| &group.skins);
                    skins.map(|skin| &skin.body).collect()
                }
                Model::Alias(_) | Model::Mdl(_) => Vec::new(),
            },
            Content::Terrain(terrain) => terrain.skins.iter().map(|skin| &skin.body).collect(),
            _ => Vec::new(),
        };
        let mut names: Vec<String> = Vec::new();
        for body in bodies {
            let Image::External(name) = &body.image else { continue };
            let name = name.text();
            if !name.is_empty() && !names.iter().any(|known| known.eq_ignore_ascii_case(&name)) {
                names.push(name);
            }
        }
        names
    }
}
