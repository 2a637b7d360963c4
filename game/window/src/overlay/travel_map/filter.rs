//! Which places of an overworld are shown and found: kinds, and parts of names.

use egui::Color32;
use load::daggerfall::{LOCATION_TYPES, Location, PlaceName};

/// Colours of dots by the kind of a location; ships have none.
pub const COLORS: [Color32; 14] = [
    Color32::from_rgb(0xF4, 0xE0, 0x90),
    Color32::from_rgb(0xE8, 0xB0, 0x60),
    Color32::from_rgb(0xF0, 0xC8, 0x78),
    Color32::from_rgb(0xB8, 0xD0, 0x70),
    Color32::from_rgb(0xE0, 0x50, 0x48),
    Color32::from_rgb(0x80, 0xC8, 0xF0),
    Color32::from_rgb(0xF0, 0x90, 0x50),
    Color32::from_rgb(0xE0, 0x70, 0x68),
    Color32::from_rgb(0xD8, 0xA0, 0xE0),
    Color32::from_rgb(0xA8, 0xD8, 0xF0),
    Color32::from_rgb(0xE0, 0x90, 0x88),
    Color32::from_rgb(0xC0, 0xB8, 0x98),
    Color32::from_rgb(0xA0, 0xA0, 0xA8),
    Color32::from_rgb(0xB0, 0x70, 0xC8),
];

/// What a kind of location is called.
pub fn kind_name(kind: u8) -> &'static str {
    LOCATION_TYPES.get(usize::from(kind)).copied().unwrap_or("place")
}

/// Kinds of places that are shown or hidden together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Cities, hamlets, villages, taverns.
    Towns,
    /// Farms, manors, poor homes.
    Homes,
    /// Temples and shrines.
    Temples,
    /// Dungeons, graveyards and covens.
    Dungeons,
}

impl Group {
    /// All of them, with what they are called.
    pub const ALL: [(Group, &str); 4] = [
        (Group::Towns, "Towns"),
        (Group::Homes, "Homes"),
        (Group::Temples, "Temples"),
        (Group::Dungeons, "Dungeons"),
    ];

    /// That of a kind of location. Source: `docs/spec/daggerfall.md`, "5. MAPS.BSA **[O]** (named)".
    pub fn of(kind: u8) -> Self {
        match kind {
            0..=2 | 6 => Group::Towns,
            3 | 8 | 11 => Group::Homes,
            5 | 9 => Group::Temples,
            _ => Group::Dungeons,
        }
    }
}

/// What is shown of all places, and what is searched for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// By [`Group`].
    shown: [bool; 4],
    /// A part of a name, or a cell.
    pub text: String,
}

impl Default for Filter {
    fn default() -> Self {
        Filter { shown: [true; 4], text: String::new() }
    }
}

impl Filter {
    /// Whether a group is shown, to be changed.
    pub fn shown_mut(&mut self, group: Group) -> &mut bool {
        &mut self.shown[group as usize]
    }

    /// True for a place that is shown on the map.
    pub fn shows(&self, place: &Location) -> bool {
        place.is_on_map() && self.shown[Group::of(place.kind) as usize]
    }

    /// Numbers of the places that are found, of all regions: those whose names begin with the text first, each in
    /// the order of the alphabet. None without a text.
    pub fn found(&self, places: &[Location]) -> Vec<usize> {
        let wanted = self.text.trim().to_lowercase();
        if wanted.is_empty() {
            return Vec::new();
        }
        let named = places.iter().enumerate().filter(|(_, place)| self.shows(place));
        let named = named.filter_map(|(number, place)| {
            let name = place.name.to_lowercase();
            let at = name.find(&wanted)?;
            Some((at > 0, name, number))
        });
        let mut found: Vec<_> = named.collect();
        found.sort_unstable();
        found.into_iter().map(|(.., number)| number).collect()
    }

    /// The cell that is searched for, if the text is one.
    pub fn cell(&self) -> Option<[i32; 2]> {
        match self.text.trim().parse() {
            Ok(PlaceName::Cell(cell)) => Some(cell),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> Vec<Location> {
        let place = |name: &str, kind, x| Location {
            cell: [x, 7],
            name: name.to_owned(),
            region: "Betony".to_owned(),
            kind,
        };
        vec![
            place("Oxmoor", 0, 1),
            place("The Old Ox", 6, 2),
            place("Oxford Grave", 12, 3),
            place("Ox Farm", 3, 4),
            place("Your Ship Ox", 14, 5),
        ]
    }

    #[test]
    fn parts_of_names_are_found_in_whatever_region_and_beginnings_first() {
        let mut filter = Filter { text: " OX ".to_owned(), ..Filter::default() };
        // Ships are on no map.
        assert_eq!(filter.found(&places()), [3, 2, 0, 1]);
        *filter.shown_mut(Group::Dungeons) = false;
        *filter.shown_mut(Group::Homes) = false;
        assert_eq!(filter.found(&places()), [0, 1]);
        assert!(Filter::default().found(&places()).is_empty());
    }

    #[test]
    fn every_kind_is_of_one_group_and_cells_are_understood() {
        let groups: Vec<Group> = (0..14).map(Group::of).collect();
        for (group, count) in
            [(Group::Towns, 4), (Group::Homes, 3), (Group::Temples, 2), (Group::Dungeons, 5)]
        {
            assert_eq!(groups.iter().filter(|found| **found == group).count(), count, "{group:?}");
        }
        let cell = |text: &str| Filter { text: text.to_owned(), ..Filter::default() }.cell();
        assert_eq!((cell("207, 213"), cell("Oxmoor"), cell("far 1,2")), (Some([207, 213]), None, None));
    }
}
