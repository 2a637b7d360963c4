//! Worlds: `.wld`. Source: `docs/spec/everquest/wld.md`.

use crate::wld::{self, Body, Target, Version, Wld};
use binary::Result;
use filekind::{Content, FileKind, FolderForm, Recognise, Variant, boxed, document};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A world.
pub static WORLD: FileKind = FileKind {
    endings: &[".wld"],
    reported: true,
    shared_ending: true,
    recognise: Recognise { start: |bytes| starts(bytes).then(Variant::default), ..Recognise::NEVER },
    folder: Some(&FolderForm {
        id: "everquest.wld",
        name: "EverQuest world",
        parse: Some(document::parse::<Wld>),
    }),
    codes: wld::codes,
    ..FileKind::new("everquest.wld", "EverQuest world (WLD)", |bytes, _, mode| boxed(wld::read(bytes, mode)))
};

fn starts(bytes: &[u8]) -> bool {
    bytes.starts_with(&wld::header::MAGIC.to_le_bytes())
}

impl Content for Wld {
    fn version(&self) -> Option<Cow<'static, str>> {
        Some(match self.version() {
            Version::Old => "old".into(),
            Version::New => "new".into(),
        })
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        wld::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let figures = self.figures();
        let types: Vec<String> = figures.types.iter().map(|(id, count)| format!("{id}: {count}")).collect();
        vec![
            ("version", format!("0x{:08x}", self.header.version)),
            ("fragments", self.fragments.len().to_string()),
            ("types", types.join(", ")),
            ("vertices", figures.vertices.to_string()),
            ("polygons", figures.polygons.to_string()),
            ("placements", figures.placements.to_string()),
            ("lights", figures.lights.to_string()),
            ("regions", figures.regions.to_string()),
            ("visible_pairs", figures.visible_pairs.to_string()),
        ]
    }

    fn tallies(&self) -> Vec<(&'static str, BTreeMap<String, usize>)> {
        vec![("types", self.figures().types)]
    }

    fn kept_raw_bytes(&self) -> usize {
        self.fragments
            .iter()
            .map(|fragment| match &fragment.body {
                Body::Raw(raw) => raw.data.len(),
                _ => fragment.odd_padding.as_ref().map_or(0, |padding| padding.len()),
            })
            .sum()
    }
}

/// A world in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Fragments of each type, by its number in two hexadecimal digits.
    pub types: BTreeMap<String, usize>,
    /// Of meshes of both types.
    pub vertices: usize,
    /// Of meshes of both types.
    pub polygons: usize,
    /// Placed actors (0x15) that say by its name what is placed, which the camera
    /// of a zone does not.
    pub placements: usize,
    /// Lights at places (0x28).
    pub lights: usize,
    /// Regions (0x22).
    pub regions: usize,
    /// For each region those that are seen from it, itself included.
    pub visible_pairs: usize,
}

impl Wld {
    /// It in numbers.
    pub fn figures(&self) -> Figures {
        let mut figures = Figures { regions: self.regions().count(), ..Figures::default() };
        for fragment in &self.fragments {
            *figures.types.entry(format!("{:02x}", fragment.body.id())).or_insert(0) += 1;
            match &fragment.body {
                Body::DmSpriteDef2(mesh) => {
                    figures.vertices += mesh.vertices.len();
                    figures.polygons += mesh.faces.len();
                }
                Body::DmSpriteDef(mesh) => {
                    figures.vertices += mesh.vertices.len();
                    figures.polygons += mesh.faces.len();
                }
                Body::ActorInst(actor) if matches!(actor.actor.target(), Target::Name(_)) => {
                    figures.placements += 1;
                }
                Body::PointLight(_) => figures.lights += 1,
                _ => {}
            }
        }
        let count = figures.regions as u32;
        for (own, region) in (0..).zip(self.regions()) {
            let list = region.and_then(wld::Region::visibility);
            figures.visible_pairs += list.map_or(0, |list| list.visible(own, count).len());
        }
        figures
    }
}
