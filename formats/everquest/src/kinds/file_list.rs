//! Lists of archives and of music: `_assets.txt`, `mp3index.txt`.
//! Source: `docs/spec/everquest/zone-install.md`, "13. Side files, from real ones".

use crate::file_list::{self, FileList};
use binary::Result;
use filekind::{Content, FileKind, Recognise, Variant, boxed};

/// Lists of archives and of music: `_assets.txt`, `mp3index.txt`. People edit it as the text that it is.
pub static FILE_LIST: FileKind = FileKind {
    endings: &["_assets.txt"],
    recognise: Recognise {
        name: |name, bytes| {
            let is = FILE_LIST.has_ending(name) || name.eq_ignore_ascii_case("mp3index.txt");
            (is && !bytes.is_empty()).then(Variant::default)
        },
        ..Recognise::NEVER
    },
    codes: file_list::codes,
    ..FileKind::new("everquest.file_list", "EverQuest list of files", |bytes, _, mode| {
        boxed(file_list::read(bytes, mode))
    })
};

impl Content for FileList {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        file_list::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        vec![("files", self.names().count().to_string())]
    }
}
