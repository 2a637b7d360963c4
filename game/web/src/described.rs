//! What the page is told of a game: its name, its worlds, what is missing.

use base::Failure;
use serde::Serialize;
use titles::install::Install;

/// Most lines about missing files and odd folders that the page shows.
const LINES: usize = 40;

/// A game, for people.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Described {
    /// Its name.
    pub name: String,
    /// The id of its title, `""` for an unknown one.
    pub title: String,
    /// One line: which game, how certain that is.
    pub summary: String,
    /// Its worlds.
    pub worlds: Vec<DescribedWorld>,
    /// The world that opens when nobody chooses one.
    pub first: Option<String>,
    /// It has no worlds but stages, on which models stand that somebody names.
    pub is_staged: bool,
    /// Why no world of it can be opened.
    pub why_none: Option<String>,
    /// Missing files and other findings, the worst first.
    pub lines: Vec<String>,
    /// Text for a report about an unknown variant.
    pub report: String,
}

/// A world of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DescribedWorld {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The id of the chapter it belongs to.
    pub chapter: String,
}

impl Described {
    /// An install described, which opens with a world of this name, or with its own first one.
    pub fn of(install: &Install, first: Option<&str>) -> Self {
        let detection = &install.detection;
        let world = |world: &titles::World| DescribedWorld {
            id: world.id.clone(),
            name: detection.level_name(world),
            chapter: world.chapter.clone(),
        };
        let found = detection.all_findings();
        let mut lines: Vec<String> = found.iter().take(LINES).map(ToString::to_string).collect();
        if found.len() > LINES {
            lines.push(format!("and {} more", found.len() - LINES));
        }
        let first = install.request(first).ok().map(|request| request.world);
        Described {
            name: detection.game_name(),
            title: detection.title.map(|title| title.id.clone()).unwrap_or_default(),
            summary: detection.summary(),
            worlds: install.worlds().iter().map(world).collect(),
            why_none: why_none(install).filter(|_| first.is_none() && !install.is_staged()),
            first,
            is_staged: install.is_staged(),
            lines,
            report: detection.report.clone(),
        }
    }
}

fn why_none(install: &Install) -> Option<String> {
    let none = install.worlds().is_empty();
    let why = || titles::find_world(&install.detection, install.worlds(), None).err();
    none.then(why).flatten().map(|finding| Failure::from(finding).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built::demo;
    use demos::Demo;
    use vfs::{Bytes, Handed, HandedFile};

    #[test]
    fn a_demo_says_what_it_is_and_where_it_begins() {
        let described = Described::of(&Install::handed(&demo(Demo::Plain), ""), None);
        assert_eq!((described.name.as_str(), described.title.as_str()), ("MechWarrior 3", "mechwarrior3"));
        assert_eq!(described.first.as_deref(), Some("c1"));
        assert!(described.worlds.iter().any(|world| world.id == "c1"), "{described:?}");
        assert_eq!(described.why_none, None);
    }

    #[test]
    fn models_stand_on_a_stage_and_cells_of_an_overworld_have_names() {
        let described = Described::of(&Install::handed(&demo(Demo::Stage), ""), None);
        assert!(described.is_staged && described.why_none.is_none(), "{described:?}");
        assert!(described.first.unwrap().starts_with("heathfox,"));
        let first = Demo::Archipelago.first_world();
        let described = Described::of(&Install::handed(&demo(Demo::Archipelago), ""), first);
        let first = described.first.unwrap();
        let world = described.worlds.iter().find(|world| world.id == first).unwrap();
        assert!(world.name.contains("Karst Royal"), "{world:?}");
    }

    #[test]
    fn a_folder_of_nothing_known_says_which_games_are() {
        let file = HandedFile::Memory(Bytes::from(vec![1, 2, 3]));
        let files = Handed::files(vec![("holiday/photo.jpg".to_owned(), file)]);
        let described = Described::of(&Install::handed(&files, ""), None);
        let why = described.why_none.unwrap();
        assert!(why.contains("no game that Revisit knows") && why.contains("MechWarrior 3"), "{why}");
        assert!(described.report.contains("1 file of other kinds"), "{}", described.report);
        assert_eq!(described.title, "");
    }
}
