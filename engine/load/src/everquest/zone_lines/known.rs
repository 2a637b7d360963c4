//! What is known of the original zones without a server: `known.toml`, which says where its facts are from.

use super::{Entry, File};
use hashbrown::HashMap;
use std::sync::OnceLock;
use toml::Spanned;

/// The table, in the form of the one that an install may have.
const TABLE: &str = embed::without!(include_str!("known.toml"), lines: ["#"]);

struct Known {
    /// By zone and reference.
    lines: HashMap<(String, u32), Entry>,
    zones: HashMap<u32, String>,
}

/// Where a reference of a zone leads; `zone` is its short name, lower case.
pub(super) fn line(zone: &str, reference: u32) -> Option<&'static Entry> {
    known().lines.get(&(zone.to_owned(), reference))
}

/// The short name of a zone by its number.
pub(super) fn zone(number: u32) -> Option<&'static str> {
    known().zones.get(&number).map(String::as_str)
}

/// Read once, when a zone first needs it.
fn known() -> &'static Known {
    static KNOWN: OnceLock<Known> = OnceLock::new();
    KNOWN.get_or_init(|| {
        // A test holds that it can be read; without it the lines of a zone say that nobody knows their end.
        let File { line, zone } = toml::from_str(TABLE).unwrap_or_default();
        let lines = line.into_iter().map(Spanned::into_inner);
        let zones = zone.into_iter().map(Spanned::into_inner);
        Known {
            lines: lines.map(|line| ((line.zone.clone(), line.reference), line)).collect(),
            zones: zones.map(|zone| (zone.number, zone.name)).collect(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn file() -> File {
        toml::from_str(TABLE).unwrap()
    }

    #[test]
    fn each_line_of_the_table_is_there_once_and_between_zones_that_have_numbers() {
        let File { line, zone } = file();
        let names: BTreeSet<String> = zone.iter().map(|zone| zone.get_ref().name.clone()).collect();
        let numbers: BTreeSet<u32> = zone.iter().map(|zone| zone.get_ref().number).collect();
        assert_eq!((names.len(), numbers.len()), (zone.len(), zone.len()));
        let mut lines = BTreeSet::new();
        for line in line.iter().map(Spanned::get_ref) {
            assert!(names.contains(&line.zone) && names.contains(&line.target), "{line:?}");
            assert!(lines.insert((line.zone.clone(), line.reference)), "{line:?} twice");
            assert!(
                line.is_finite() && line.heading.is_none_or(|heading| (0.0..512.0).contains(&heading)),
                "{line:?}"
            );
            // The largest original zones are some 40,000 units long.
            let places = [line.x, line.y, line.z].into_iter().flatten();
            assert!(
                places.clone().count() > 0 && places.clone().all(|place| place.abs() < 25_000.0),
                "{line:?}"
            );
        }
        assert!(lines.len() > 500, "{}", lines.len());
    }

    /// An original file of lavastorm has an absolute line to (3107.3, 289.18, -17) of zone 25, one of the commonlands
    /// one to y 5047.1 of zone 22 that keeps x and z. Source: `docs/spec/everquest/wld.md`, "0x29 Zone (region type)".
    #[test]
    fn places_are_in_raw_axes() {
        assert_eq!([25, 22, 20].map(zone), [Some("nektulos"), Some("ecommons"), Some("kithicor")]);
        let place = |zone, reference| line(zone, reference).map(|line| [line.x, line.y, line.z]);
        assert_eq!(place("lavastorm", 0), Some([Some(3107.0), Some(289.0), Some(-17.0)]));
        assert_eq!(place("commons", 2), Some([None, Some(5045.0), None]));
        assert_eq!(line("commons", 2).and_then(|line| line.heading), Some(385.0));
        assert!(line("commons", 99).is_none() && zone(9999).is_none());
    }
}
