//! Blocks of BLOCKS.BSA. Source: `docs/spec/daggerfall.md`, "6. BLOCKS.BSA".

use crate::blocks::rdb::{self, Rdb, Resource};
use crate::blocks::rmb::{self, Rmb};
use binary::Result;
use filekind::{Content, FileKind, FolderForm, Recognise, Variant, boxed, document};

/// A block of a place.
pub static PLACE_BLOCK: FileKind = FileKind {
    endings: &[".rmb"],
    recognise: Recognise {
        name: |name, _| PLACE_BLOCK.has_ending(name).then(Variant::default),
        ..Recognise::NEVER
    },
    folder: Some(&FolderForm {
        id: "daggerfall.rmb",
        name: "Daggerfall block of a place",
        parse: Some(document::parse::<Rmb>),
    }),
    codes: rmb::codes,
    ..FileKind::new("daggerfall.rmb", "Daggerfall block of a place (RMB)", |bytes, _, mode| {
        boxed(rmb::read(bytes, mode))
    })
};

impl Content for Rmb {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        rmb::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let halves = || self.buildings.iter().flat_map(|building| [&building.exterior, &building.interior]);
        let of = |count: fn(&rmb::Half) -> usize| halves().map(count).sum::<usize>();
        vec![
            ("name", self.name.text()),
            ("buildings", self.buildings.len().to_string()),
            ("models", (of(|half| half.models.len()) + self.models.len()).to_string()),
            ("flats", (of(|half| half.flats.len()) + self.flats.len()).to_string()),
            ("people", of(|half| half.people.len()).to_string()),
            ("doors", of(|half| half.doors.len()).to_string()),
            ("scenery", self.scenery.iter().filter(|value| **value != 255).count().to_string()),
        ]
    }

    fn kept_raw_bytes(&self) -> usize {
        self.buildings.iter().map(|building| building.padding.len()).sum::<usize>() + self.rest.len()
    }
}

/// A block of a dungeon.
pub static DUNGEON_BLOCK: FileKind = FileKind {
    endings: &[".rdb"],
    recognise: Recognise {
        name: |name, _| DUNGEON_BLOCK.has_ending(name).then(Variant::default),
        ..Recognise::NEVER
    },
    folder: Some(&FolderForm {
        id: "daggerfall.rdb",
        name: "Daggerfall block of a dungeon",
        parse: Some(document::parse::<Rdb>),
    }),
    codes: rdb::codes,
    ..FileKind::new("daggerfall.rdb", "Daggerfall block of a dungeon (RDB)", |bytes, _, mode| {
        boxed(rdb::read(bytes, mode))
    })
};

impl Content for Rdb {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        rdb::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let of = |is: fn(&Resource) -> bool| {
            self.objects.iter().filter(|object| is(&object.resource_data)).count().to_string()
        };
        vec![
            ("size", format!("{} x {}", self.head.width, self.head.height)),
            ("models", of(|resource| matches!(resource, Resource::Model(..)))),
            ("lights", of(|resource| matches!(resource, Resource::Light(_)))),
            ("flats", of(|resource| matches!(resource, Resource::Flat(_)))),
        ]
    }

    fn kept_raw_bytes(&self) -> usize {
        self.gaps.iter().map(|gap| gap.bytes.len()).sum()
    }
}
