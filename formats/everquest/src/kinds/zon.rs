//! Zones of the later family: `.zon`. Source: `docs/spec/everquest/zone-install.md`, "13. Side files, from real ones".

use crate::zon::{self, Zon};
use binary::Result;
use filekind::{Content, FileKind, Recognise, Variant, boxed};
use std::borrow::Cow;

/// A zone of the later family, which is listed and not read.
pub static ZON: FileKind = FileKind {
    endings: &[".zon"],
    shared_ending: true,
    recognise: Recognise { start: |bytes| zon::is_zon(bytes).then(Variant::default), ..Recognise::NEVER },
    codes: zon::codes,
    ..FileKind::new("everquest.zon", "EverQuest zone of the later family (EQGZ)", |bytes, _, mode| {
        boxed(zon::read(bytes, mode))
    })
};

impl Content for Zon {
    fn version(&self) -> Option<Cow<'static, str>> {
        Some(self.header.version.to_string().into())
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        Ok(Some(zon::write(self)))
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let header = &self.header;
        vec![
            ("models", header.models.to_string()),
            ("placements", header.placements.to_string()),
            ("regions", header.regions.to_string()),
            ("lights", header.lights.to_string()),
            ("shown", "no: only zones in .s3d archives are".to_owned()),
        ]
    }

    fn kept_raw_bytes(&self) -> usize {
        self.body.len()
    }
}
