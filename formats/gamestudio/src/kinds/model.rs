//! Models of all versions: `.mdl`.

use super::{BY_ENDING, external, external_row, starts};
use crate::model::{self, Model};
use binary::Result;
use filekind::{Content, FileKind, FolderForm, Recognise, boxed, document};
use std::borrow::Cow;

const LETTERS: [&[u8; 4]; 6] = [b"IDPO", b"MDL2", b"MDL3", b"MDL4", b"MDL5", b"MDL7"];

/// A model.
pub static MODEL: FileKind = FileKind {
    endings: &[".mdl"],
    shared_ending: true,
    reported: true,
    recognise: Recognise { start: |bytes| starts(bytes, &LETTERS), ..BY_ENDING },
    folder: Some(&FolderForm {
        id: "gamestudio.mdl",
        name: "Gamestudio model",
        parse: Some(document::parse::<Model>),
    }),
    codes: model::codes,
    ..FileKind::new("gamestudio.mdl", "Gamestudio model", |bytes, _, mode| boxed(model::read(bytes, mode)))
};

impl Content for Model {
    fn version(&self) -> Option<Cow<'static, str>> {
        Some(match self {
            Model::Alias(model) => format!("{:?}", model.version).to_uppercase().into(),
            Model::Mdl(model) => format!("{:?}", model.version).to_uppercase().into(),
            Model::Mdl7(_) => "MDL7".into(),
        })
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        model::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let (triangles, skins, bones, frames, scenes) = match self {
            Model::Alias(model) => {
                (model.triangles.len(), model.skins.len(), 0, model.all_frames().count(), model.scenes())
            }
            Model::Mdl(model) => {
                (model.triangles.len(), model.skins.len(), 0, model.frames.len(), model.scenes())
            }
            Model::Mdl7(model) => (
                model.groups.iter().map(|group| group.triangles.len()).sum(),
                model.groups.iter().map(|group| group.skins.len()).sum(),
                model.bones.len(),
                model.groups.iter().map(|group| group.frames.len()).max().unwrap_or(0),
                model.scenes(),
            ),
        };
        let scenes: Vec<String> =
            scenes.iter().map(|scene| format!("{} ({})", scene.name, scene.frames.len())).collect();
        let mut rows = vec![
            ("triangles", triangles.to_string()),
            ("skins", skins.to_string()),
            ("bones", bones.to_string()),
            ("frames", frames.to_string()),
            ("scenes", scenes.join(", ")),
        ];
        rows.extend(external_row(&self.external_skins()));
        rows
    }

    fn external_skins(&self) -> Vec<String> {
        match self {
            Model::Mdl7(model) => {
                external(model.groups.iter().flat_map(|group| &group.skins).map(|skin| &skin.body))
            }
            Model::Alias(_) | Model::Mdl(_) => Vec::new(),
        }
    }

    fn kept_raw_bytes(&self) -> usize {
        match self {
            Model::Mdl7(model) => model.rest.len() + model.entity_lump.len() + model.editor_lump.len(),
            Model::Mdl(_) | Model::Alias(_) => 0,
        }
    }
}
