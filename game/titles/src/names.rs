//! What a game and its levels are called on the screen: in lists, in messages and in the title of a window.

use crate::demo::DemoInfo;
use crate::{Detection, World, WorldKind};
use base::path_text;
use std::path::Path;

impl Detection {
    /// The name of the game: that of its title. Games that only share an engine are called as their folder is,
    /// demos of them as what they show.
    pub fn game_name(&self) -> String {
        let title = self.title.filter(|title| !title.named_by_folder);
        match (title, &self.demo) {
            (Some(title), _) => title.name.clone(),
            (None, Some(demo)) => demo.name(),
            (None, None) => folder_name(&self.root),
        }
    }

    /// The name of a level of it: its id, and what it is called where that is something else.
    pub fn level_name(&self, world: &World) -> String {
        if self.title.is_some_and(|title| title.named_by_folder) {
            return world.title.clone();
        }
        let is_named = !world.title.eq_ignore_ascii_case(&world.id);
        match &self.demo {
            // A cell is called as the place in it.
            Some(demo) if demo.demo == "daggerfall" && is_named => format!("{}: {}", world.id, world.title),
            // Of two zones each has its own name; other demos are one world.
            Some(demo) if demo.demo == "everquest" => format!("{}: {}", world.id, capitalized(&world.id)),
            Some(demo) => {
                let mission = demo.mission().filter(|_| is_mission(world));
                format!("{}: {}", world.id, mission.map_or(demo.name(), str::to_owned))
            }
            None if is_named => format!("{}: {}", world.id, world.title),
            None => world.title.clone(),
        }
    }
}

impl DemoInfo {
    /// What it shows.
    pub fn name(&self) -> String {
        match self.demo.as_str() {
            "zipper" | "pirates-moon" | "recoil" | "crimson-skies" => "Valley demo".to_owned(),
            "gamestudio" => "Island demo".to_owned(),
            "everquest" => "Larkmere demo".to_owned(),
            "warcraft" => "Warcraft models demo".to_owned(),
            "daggerfall" => "Archipelago demo".to_owned(),
            "courtyard" => "Courtyard demo".to_owned(),
            "plain" => "Test ground demo".to_owned(),
            other => format!("Demo {other}"),
        }
    }

    /// What its mission is called, if it has one.
    fn mission(&self) -> Option<&'static str> {
        match self.demo.as_str() {
            "zipper" | "pirates-moon" => Some("Escort"),
            "recoil" => Some("Three pumps"),
            "crimson-skies" => Some("Airship"),
            _ => None,
        }
    }
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The name of a folder, or of a zip file or an image of a disc without its extension.
fn folder_name(root: &Path) -> String {
    let name = path_text::name(root);
    match name.len().checked_sub(4).and_then(|at| name.split_at_checked(at)) {
        Some((stem, ending))
            if [".zip", ".cue", ".iso"].iter().any(|known| ending.eq_ignore_ascii_case(known))
                && !stem.is_empty() =>
        {
            stem.to_owned()
        }
        _ => name,
    }
}

/// True for a level that was made to try something: `testlevel_doors`, `assettest`.
pub fn is_test(world: &World) -> bool {
    world.title.to_lowercase().contains("test") || world.id.contains("test")
}

/// True for a mission: a folder of a chapter, or in Recoil the whole world.
pub fn is_mission(world: &World) -> bool {
    world.kind == WorldKind::Mission || world.mission.is_some()
}
