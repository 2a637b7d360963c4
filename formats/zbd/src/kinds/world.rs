//! Worlds: `gamez.zbd`. Source: `docs/spec/zbd/gamez.md`.

use super::{of_game, word};
use crate::gamez::models::ModelSlot;
use crate::gamez::nodes::{NodeBase, NodeData};
use crate::gamez::{self, GameZ};
use binary::{Record, Result};
use filekind::{Content, FileKind, FolderForm, Recognise, Variant, boxed, document};
use std::borrow::Cow;

/// A world container.
pub static WORLD: FileKind = FileKind {
    endings: &[".zbd"],
    reported: true,
    recognise: Recognise {
        start: |bytes| (word(bytes, 0) == Some(gamez::SIGNATURE)).then(Variant::default),
        ..Recognise::NEVER
    },
    folder: Some(&FolderForm {
        id: "zbd.gamez",
        name: "Zipper world container",
        parse: Some(document::parse::<GameZ>),
    }),
    codes: || gamez::all_codes().collect(),
    ..FileKind::new("zbd.gamez", "Zipper world container (GameZ)", |bytes, _, mode| {
        boxed(gamez::read(bytes, mode))
    })
};

impl Content for GameZ {
    fn version(&self) -> Option<Cow<'static, str>> {
        Some(of_game(self.version))
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        gamez::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let models = self.models.used().count();
        let polygons: usize = self.models.used().map(|(_, model)| model.polygon_infos.len()).sum();
        let mut lods = 0;
        let mut lights = 0;
        let mut area = None;
        for node in &self.nodes.nodes {
            match &node.data {
                NodeData::Lod(_) => lods += 1,
                NodeData::Light(_) => lights += 1,
                NodeData::World(world) => area = Some(&world.info),
                _ => {}
            }
        }
        let mut rows = vec![
            ("texture names", self.textures.len().to_string()),
            ("materials", format!("{} of {} slots", self.materials.count, self.materials.slots.len())),
            ("cycles", self.materials.cycles.len().to_string()),
            ("models", format!("{models} of {} slots", self.models.slots.len())),
            ("polygons", polygons.to_string()),
            ("nodes", format!("{} and {} free slots", self.nodes.nodes.len(), self.nodes.zero_slots)),
            ("LOD nodes", lods.to_string()),
            ("lights", lights.to_string()),
        ];
        if let Some(area) = area {
            let (left, right, top, bottom) =
                (area.area_left, area.area_right, area.area_top, area.area_bottom);
            rows.push(("area", format!("x {left} to {right}, z {top} to {bottom}")));
        }
        rows
    }

    fn kept_raw_bytes(&self) -> usize {
        let base = <NodeBase as Record>::SIZES[self.version.column()] + size_of::<u32>();
        let free = self.models.slots.iter().map(|slot| match slot {
            ModelSlot::Free { words, .. } => words.len() * size_of::<u32>(),
            ModelSlot::Used(_) => 0,
        });
        self.nodes.odd_zero_slots.len() * base + free.sum::<usize>()
    }
}
