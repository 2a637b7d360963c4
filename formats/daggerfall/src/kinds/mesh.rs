//! Models of ARCH3D.BSA. Source: `docs/spec/daggerfall.md`, "7. ARCH3D.BSA".

use super::list;
use crate::mesh::{self, Mesh};
use binary::Result;
use filekind::{Content, FileKind, FolderForm, Recognise, Variant, boxed, document};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// A model.
pub static MESH: FileKind = FileKind {
    recognise: Recognise { start: |bytes| mesh::is_mesh(bytes).then(Variant::default), ..Recognise::NEVER },
    folder: Some(&FolderForm {
        id: "daggerfall.mesh",
        name: "Daggerfall model",
        parse: Some(document::parse::<Mesh>),
    }),
    codes: mesh::codes,
    ..FileKind::new("daggerfall.mesh", "Daggerfall model", |bytes, _, mode| boxed(mesh::read(bytes, mode)))
};

impl Content for Mesh {
    fn version(&self) -> Option<Cow<'static, str>> {
        Some(String::from_utf8_lossy(&self.header.version).into_owned().into())
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        mesh::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let textures: BTreeSet<[u16; 2]> = self.planes.iter().map(mesh::Plane::picture).collect();
        let corners: usize = self.planes.iter().map(|plane| plane.corners.len()).sum();
        let textures = textures.iter().map(|[archive, record]| format!("{archive:03}.{record}"));
        vec![
            ("version", String::from_utf8_lossy(&self.header.version).into_owned()),
            ("points", self.points.len().to_string()),
            ("planes", self.planes.len().to_string()),
            ("corners", corners.to_string()),
            ("textures", list(textures)),
        ]
    }

    fn kept_raw_bytes(&self) -> usize {
        24 * self.plane_data.len() + self.gaps.iter().map(|gap| gap.bytes.len()).sum::<usize>()
    }
}
