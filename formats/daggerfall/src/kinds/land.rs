//! The land, `WOODS.WLD`, and values for each pixel of it, `CLIMATE.PAK` and `POLITIC.PAK`.

use super::list;
use crate::climate::Climate;
use crate::pak::{self, Pak};
use crate::woods::{self, Woods};
use binary::Result;
use filekind::{Content, FileKind, FolderForm, Recognise, Variant, boxed, document};
use std::collections::BTreeMap;

/// The land. Other games' worlds end alike, and this one is known by what fits together in its head.
pub static LAND: FileKind = FileKind {
    endings: &[".wld"],
    shared_ending: true,
    recognise: Recognise {
        start: |bytes| woods::could_be(bytes).then(Variant::default),
        name: |name, _| name.eq_ignore_ascii_case("WOODS.WLD").then(Variant::default),
        ..Recognise::NEVER
    },
    folder: Some(&FolderForm {
        id: "daggerfall.woods",
        name: "Daggerfall land",
        parse: Some(document::parse::<Woods>),
    }),
    codes: woods::codes,
    ..FileKind::new("daggerfall.woods", "Daggerfall land (WOODS.WLD)", |bytes, _, mode| {
        boxed(woods::read(bytes, mode))
    })
};

impl Content for Woods {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        woods::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let elevations = self.elevations().values;
        let water = elevations.iter().filter(|elevation| **elevation < 3).count();
        let mut roughness: BTreeMap<u8, usize> = BTreeMap::new();
        for y in 0..self.height() as i32 {
            for x in 0..self.width() as i32 {
                if let Some(pixel) = self.pixel(x, y) {
                    *roughness.entry(pixel.roughness()).or_default() += 1;
                }
            }
        }
        vec![
            ("size", format!("{} x {} pixels", self.header.width, self.header.height)),
            ("water", format!("{water} pixels")),
            ("highest", elevations.iter().max().copied().unwrap_or(0).to_string()),
            ("records", roughness.values().sum::<usize>().to_string()),
            ("roughness", list(roughness.iter().map(|(value, count)| format!("{value}: {count}")))),
        ]
    }
}

/// Values for each pixel. Other programs call other things `.pak`, too.
pub static VALUES: FileKind = FileKind {
    endings: &[".pak"],
    shared_ending: true,
    recognise: Recognise {
        start: |bytes| pak::could_be(bytes).then(Variant::default),
        name: |name, _| {
            let known = ["CLIMATE.PAK", "POLITIC.PAK"].iter().any(|known| name.eq_ignore_ascii_case(known));
            known.then(Variant::default)
        },
        ..Recognise::NEVER
    },
    folder: Some(&FolderForm {
        id: "daggerfall.pak",
        name: "Daggerfall map values",
        parse: Some(document::parse::<Pak>),
    }),
    codes: pak::codes,
    ..FileKind::new("daggerfall.pak", "Daggerfall map values (PAK)", |bytes, _, mode| {
        boxed(pak::read(bytes, mode))
    })
};

impl Content for Pak {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        pak::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let runs: usize = self.rows.iter().map(Vec::len).sum();
        let mut values: BTreeMap<u8, usize> = BTreeMap::new();
        for run in self.rows.iter().flatten() {
            *values.entry(run.value).or_default() += usize::from(run.count);
        }
        let climates = values.keys().all(|value| (223..=232).contains(value));
        let named = |(value, count): (&u8, &usize)| match climates {
            true => format!("{value} {}: {count}", Climate::of(*value).name),
            false => format!("{value}: {count}"),
        };
        vec![
            ("rows", self.rows.len().to_string()),
            ("runs", runs.to_string()),
            ("values", list(values.iter().map(named))),
        ]
    }

    fn kept_raw_bytes(&self) -> usize {
        let gaps = self.layout.iter().flat_map(|layout| &layout.gaps);
        gaps.map(|gap| gap.bytes.len()).sum()
    }
}
