//! The four records of a region in MAPS.BSA. Source: `docs/spec/daggerfall.md`, "5. MAPS.BSA".

use super::{list, numbered};
use crate::maps::dungeons::{self, Dungeon, Dungeons};
use crate::maps::exteriors::{self, Exterior, Exteriors};
use crate::maps::table::{self, Names, Row, Table};
use crate::maps::types::LOCATION_TYPES;
use crate::maps::{self, block_name};
use binary::Result;
use filekind::{Content, FileKind, FolderForm, Recognise, Variant, boxed, document};
use std::collections::BTreeMap;

/// Places as they are seen from outside. How many there are another record says, which is the first number
/// of the variant; without it they are counted by their offsets.
pub static PLACES: FileKind = FileKind {
    recognise: Recognise {
        name: |name, bytes| {
            let count = || u32::try_from(exteriors::count(bytes)).unwrap_or(0);
            numbered(name, "MAPPITEM").map(|_| Variant(count(), 0))
        },
        ..Recognise::NEVER
    },
    folder: Some(&FolderForm {
        id: "daggerfall.places",
        name: "Daggerfall places",
        parse: Some(document::parse::<Exteriors>),
    }),
    codes: maps::codes,
    ..FileKind::new("daggerfall.places", "Daggerfall places (MAPPITEM)", |bytes, variant, mode| {
        boxed(exteriors::read(bytes, variant.0 as usize, mode))
    })
};

impl Content for Exteriors {
    fn variant(&self) -> Variant {
        Variant(u32::try_from(self.places.len()).unwrap_or(0), 0)
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        exteriors::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let there = || self.places.iter().flatten();
        let blocks = |place: &Exterior| place.size_in_blocks().into_iter().product::<usize>();
        vec![
            ("places", self.places.len().to_string()),
            ("doors", there().map(|place| place.doors.len()).sum::<usize>().to_string()),
            ("named buildings", there().map(|place| place.buildings.len()).sum::<usize>().to_string()),
            ("blocks", there().map(blocks).sum::<usize>().to_string()),
        ]
    }

    /// A row for each place: its name, its size in blocks, its blocks row by row from the south.
    fn lines(&self) -> Vec<String> {
        let line = |place: &Option<Exterior>| match place {
            None => "cannot be read".to_owned(),
            Some(place) => {
                let [width, height] = place.size_in_blocks();
                let names = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
                let names = names.filter_map(|(column, row)| block_name(&place.area, column, row));
                format!("{} {width} x {height}: {}", place.head.name, list(names))
            }
        };
        self.places.iter().map(line).collect()
    }

    fn kept_raw_bytes(&self) -> usize {
        let gaps = self.layout.iter().flat_map(|layout| &layout.gaps);
        gaps.map(|gap| gap.bytes.len()).sum()
    }
}

/// Dungeons, as blocks.
pub static DUNGEONS: FileKind = FileKind {
    recognise: Recognise {
        name: |name, _| numbered(name, "MAPDITEM").map(|_| Variant::default()),
        ..Recognise::NEVER
    },
    folder: Some(&FolderForm {
        id: "daggerfall.dungeons",
        name: "Daggerfall dungeons",
        parse: Some(document::parse::<Dungeons>),
    }),
    codes: maps::codes,
    ..FileKind::new("daggerfall.dungeons", "Daggerfall dungeons (MAPDITEM)", |bytes, _, mode| {
        boxed(dungeons::read(bytes, mode))
    })
};

impl Content for Dungeons {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        dungeons::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let blocks = self.dungeons.iter().flatten().map(|dungeon| dungeon.blocks.len()).sum::<usize>();
        vec![("dungeons", self.dungeons.len().to_string()), ("blocks", blocks.to_string())]
    }

    /// A row for each dungeon: its name and its blocks.
    fn lines(&self) -> Vec<String> {
        let line = |dungeon: &Option<Dungeon>| match dungeon {
            None => "cannot be read".to_owned(),
            Some(dungeon) => {
                let names = dungeon.blocks.iter().map(|block| block.name().unwrap_or_else(|| "?".to_owned()));
                format!("{}: {}", dungeon.head.name, list(names))
            }
        };
        self.dungeons.iter().map(line).collect()
    }

    fn kept_raw_bytes(&self) -> usize {
        let gaps = self.layout.iter().flat_map(|layout| &layout.gaps);
        gaps.map(|gap| gap.bytes.len()).sum()
    }
}

/// Where places are and what they are.
pub static TABLE: FileKind = FileKind {
    recognise: Recognise {
        name: |name, _| numbered(name, "MAPTABLE").map(|_| Variant::default()),
        ..Recognise::NEVER
    },
    folder: Some(&FolderForm {
        id: "daggerfall.table",
        name: "Daggerfall table of places",
        parse: Some(document::parse::<Table>),
    }),
    codes: maps::codes,
    ..FileKind::new("daggerfall.table", "Daggerfall table of places (MAPTABLE)", |bytes, _, mode| {
        boxed(table::read_table(bytes, mode))
    })
};

impl Content for Table {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        table::write_table(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let mut kinds: BTreeMap<u8, usize> = BTreeMap::new();
        for row in &self.rows {
            *kinds.entry(row.kind()).or_default() += 1;
        }
        let kinds = kinds.iter().map(|(kind, count)| format!("{}: {count}", kind_name(*kind)));
        vec![("places", self.rows.len().to_string()), ("types", list(kinds))]
    }

    /// A row for each place: its pixel and its type.
    fn lines(&self) -> Vec<String> {
        let line = |row: &Row| {
            let [x, y] = row.pixel();
            format!("{x:>4} {y:>4} {}", kind_name(row.kind()))
        };
        self.rows.iter().map(line).collect()
    }

    fn kept_raw_bytes(&self) -> usize {
        self.rest.len()
    }
}

fn kind_name(kind: u8) -> String {
    LOCATION_TYPES.get(usize::from(kind)).map_or_else(|| format!("type {kind}"), |name| (*name).to_owned())
}

/// What places are called.
pub static NAMES: FileKind = FileKind {
    recognise: Recognise {
        name: |name, _| numbered(name, "MAPNAMES").map(|_| Variant::default()),
        ..Recognise::NEVER
    },
    folder: Some(&FolderForm {
        id: "daggerfall.names",
        name: "Daggerfall names of places",
        parse: Some(document::parse::<Names>),
    }),
    codes: maps::codes,
    ..FileKind::new("daggerfall.names", "Daggerfall names of places (MAPNAMES)", |bytes, _, mode| {
        boxed(table::read_names(bytes, mode))
    })
};

impl Content for Names {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        table::write_names(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        vec![("names", self.names.len().to_string())]
    }

    /// The names.
    fn lines(&self) -> Vec<String> {
        self.names.iter().map(ToString::to_string).collect()
    }

    fn kept_raw_bytes(&self) -> usize {
        self.rest.len()
    }
}
