//! The worlds of an overworld: its locations by name, and any cell of its map by its numbers.

use super::World;
use super::codes;
use super::worlds::{WORLD, WorldFile, WorldKind, key};
use binary::{Finding, Result, Severity};
use load::daggerfall::{Location, PlaceName, locations};
use vfs::{Entry, Kind, Vfs};

/// What all its worlds have as the folder they are in: there is one overworld.
const CHAPTER: &str = "overworld";
/// Where a visit starts that names no location: the city that the game is named after.
const FIRST: &str = "daggerfall";
/// Where one starts on a map without locations.
const MIDDLE: [i32; 2] = [500, 250];
/// Most names in an error message.
const LISTED: usize = 12;

/// Every location of the overworld; without any, the middle of the map. The first is where a visit starts.
pub(super) fn list(vfs: &Vfs, ending: &str) -> Vec<World> {
    let is_map = |entry: &Entry| entry.kind == Kind::File && entry.address.to_lowercase().ends_with(ending);
    let Some(map) = vfs.walk(false).into_iter().find(is_map) else { return Vec::new() };
    let mut locations = locations(vfs, &map.address);
    locations.retain(|location| location.is_on_map());
    let first = locations.iter().position(|location| location.name.eq_ignore_ascii_case(FIRST));
    if let Some(first) = first {
        let first = locations.remove(first);
        locations.insert(0, first);
    }
    if locations.is_empty() {
        return vec![world(MIDDLE, "The middle of the map".to_owned(), &map.address)];
    }
    let title = |Location { name, region, .. }: &Location| match region.as_str() {
        "" => name.clone(),
        region => format!("{name}, {region}"),
    };
    locations.iter().map(|location| world(location.cell, title(location), &map.address)).collect()
}

fn world(cell: [i32; 2], title: String, address: &str) -> World {
    World {
        id: PlaceName::Cell(cell).to_string(),
        title,
        kind: WorldKind::Zone,
        chapter: CHAPTER.to_owned(),
        mission: None,
        files: vec![WorldFile { role: WORLD.to_owned(), address: address.to_owned() }],
    }
}

/// The world of a cell or a sector that is named by its numbers, whether a location is there or not. The loader
/// says if the map has no such cell.
pub(super) fn numbered(worlds: &[World], name: &str) -> Option<World> {
    let first = worlds.first().filter(|world| world.chapter == CHAPTER)?;
    let place: PlaceName = name.parse().ok()?;
    let id = place.to_string();
    let known = worlds.iter().find(|world| world.id == id);
    Some(known.cloned().unwrap_or_else(|| World { title: id.clone(), id, ..first.clone() }))
}

/// The location of a name, or the only one whose name has it in it; `None` if these worlds are no locations.
///
/// # Errors
/// `detect.no_such_world` for a name that none has, or several have.
pub(super) fn find<'a>(worlds: &'a [World], name: &str) -> Option<Result<&'a World>> {
    worlds.first().filter(|world| world.chapter == CHAPTER)?;
    let wanted = key(name);
    let own = |world: &World| key(world.title.split(',').next().unwrap_or_default());
    let whole: Vec<&World> =
        worlds.iter().filter(|world| own(world) == wanted || key(&world.title) == wanted).collect();
    let parts = || worlds.iter().filter(|world| own(world).contains(&wanted)).collect();
    let found: Vec<&World> = if whole.is_empty() && !wanted.is_empty() { parts() } else { whole };
    Some(match found[..] {
        [world] => Ok(world),
        [] => {
            let what = format!("no location `{name}`; `worlds` lists them, and a cell is named as 207,213");
            Err(Box::new(Finding::saying(&codes::NO_SUCH_WORLD, Severity::Error, "", what)))
        }
        _ => {
            let shown = found.iter().take(LISTED).map(|world| format!("{} ({})", world.title, world.id));
            let more = if found.len() > LISTED { " and more" } else { "" };
            let shown: Vec<String> = shown.collect();
            let what = format!("`{name}` may be {}{more}", shown.join("; "));
            Err(Box::new(Finding::saying(&codes::WHICH_WORLD, Severity::Error, "", what)))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worlds() -> Vec<World> {
        let named = [([207, 213], "Daggerfall, Daggerfall"), ([300, 20], "Gothway Garden, Daggerfall")];
        let twins = [([5, 6], "Garden Inn, Betony"), ([7, 8], "Oxley, Wayrest"), ([9, 9], "Oxley, Tulune")];
        let all = named.into_iter().chain(twins);
        all.map(|(cell, title)| world(cell, title.to_owned(), "arena2/WOODS.WLD")).collect()
    }

    #[test]
    fn locations_are_found_by_their_names_and_by_parts_of_them() {
        let worlds = worlds();
        let id = |name: &str| find(&worlds, name).unwrap().map(|world| world.id.clone());
        assert_eq!(id("daggerfall").unwrap(), "207,213");
        assert_eq!(id("Gothway").unwrap(), "300,20");
        assert_eq!(id("oxley, tulune").unwrap(), "9,9");
        let two = id("Oxley").unwrap_err().to_string();
        assert!(two.contains("Oxley, Wayrest (7,8); Oxley, Tulune (9,9)"), "{two}");
        assert!(id("garden").unwrap_err().to_string().contains("Garden Inn"));
        assert!(id("Nowhere").unwrap_err().to_string().contains("207,213"));
    }

    #[test]
    fn any_cell_has_a_world_by_its_numbers() {
        let worlds = worlds();
        assert_eq!(numbered(&worlds, "300,20").unwrap().title, "Gothway Garden, Daggerfall");
        let wild = numbered(&worlds, " 12, 34 ").unwrap();
        assert_eq!((wild.id.as_str(), wild.file(WORLD)), ("12,34", Some("arena2/WOODS.WLD")));
        assert!(numbered(&worlds, "far 3,4").is_some() && numbered(&worlds, "Oxley").is_none());
        assert!(numbered(&[], "1,2").is_none() && find(&[], "Oxley").is_none());
    }
}
