//! Which models of other archives a zone needs: `_chr.txt`.
//! Source: `docs/spec/everquest/zone-install.md`, "13. Side files, from real ones".

use crate::model_list::{self, ModelList};
use binary::Result;
use filekind::{Content, FileKind, Recognise, Variant, boxed};

/// Which models of other archives a zone needs: `_chr.txt`. People edit it as the text that it is.
pub static MODEL_LIST: FileKind = FileKind {
    endings: &["_chr.txt"],
    recognise: Recognise {
        name: |name, bytes| {
            let is = MODEL_LIST.has_ending(name) && model_list::is_model_list(bytes);
            is.then(Variant::default)
        },
        ..Recognise::NEVER
    },
    codes: model_list::codes,
    ..FileKind::new("everquest.model_list", "EverQuest models of other archives", |bytes, _, mode| {
        boxed(model_list::read(bytes, mode))
    })
};

impl Content for ModelList {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        model_list::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        vec![("models", self.models().count().to_string())]
    }
}
