//! Bookmarks: named places of worlds, kept in `bookmarks.toml` of the data folder, per game and
//! world; and coordinates as they are typed. Nothing here moves anybody.

use crate::own_files::{self, Unusable};
use base::Failure;
use pictures::Viewpoint;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Name of the file in the data folder.
const FILE: &str = "bookmarks.toml";
/// Most bookmarks of one world.
pub const MOST: usize = 200;
/// Most characters of a name.
pub const NAME: usize = 60;

/// A named place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bookmark {
    /// For people.
    pub name: String,
    /// The eye, where it looks, and the world that it is in.
    #[serde(flatten)]
    pub view: Viewpoint,
}

/// The bookmarks of all worlds, in the order in which they were added.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Bookmarks {
    bookmark: Vec<Bookmark>,
}

impl Bookmarks {
    /// Reads the list; an unusable file is set aside, and the line says so. What is NaN or infinite
    /// is left out.
    pub fn open(folder: &Path) -> (Self, Option<String>) {
        let parse = |text: &str| toml::from_str(text).map_err(Unusable::from);
        let (mut all, line): (Bookmarks, _) = own_files::open(&folder.join(FILE), parse);
        all.bookmark.retain(|bookmark| {
            let Viewpoint { eye, yaw_deg, pitch_deg, .. } = &bookmark.view;
            eye.iter().chain([yaw_deg, pitch_deg]).all(|number| number.is_finite())
        });
        (all, line)
    }

    /// Writes the list.
    ///
    /// # Errors
    /// The folder cannot be written to.
    pub fn save(&self, folder: &Path) -> Result<(), Failure> {
        let path = folder.join(FILE);
        let text = toml::to_string(self)
            .map_err(|error| Failure::Unusable(format!("{}: cannot write: {error}", path.display())))?;
        own_files::save(&path, &text)
    }

    /// Those of a world: title's id and world's id.
    pub fn of(&self, title: &str, world: &str) -> Vec<Bookmark> {
        self.bookmark.iter().filter(|own| is_of(own, title, world)).cloned().collect()
    }

    /// Adds a place of a world. Without a name it gets a number; false when the world has [`MOST`].
    pub fn add(&mut self, name: &str, view: Viewpoint) -> bool {
        let count = self.of(&view.title, &view.world).len();
        let name = match tidy(name) {
            name if name.is_empty() => format!("Bookmark {}", count + 1),
            name => name,
        };
        if count < MOST {
            self.bookmark.push(Bookmark { name, view });
        }
        count < MOST
    }

    /// Gives one of a world, by its number there, another name; an empty one changes nothing.
    pub fn rename(&mut self, title: &str, world: &str, number: usize, name: &str) {
        let name = tidy(name);
        let own = self.bookmark.iter_mut().filter(|own| is_of(own, title, world)).nth(number);
        if let Some(own) = own.filter(|_| !name.is_empty()) {
            own.name = name;
        }
    }

    /// Removes one of a world, by its number there.
    pub fn remove(&mut self, title: &str, world: &str, number: usize) {
        let mut owns = self.bookmark.iter().enumerate().filter(|(_, own)| is_of(own, title, world));
        if let Some((at, _)) = owns.nth(number) {
            self.bookmark.remove(at);
        }
    }
}

fn is_of(bookmark: &Bookmark, title: &str, world: &str) -> bool {
    bookmark.view.title == title && bookmark.view.world == world
}

/// A name in one line, not too long.
fn tidy(name: &str) -> String {
    let line = name.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(NAME).collect()
}

/// Three numbers as they are typed, with commas, semicolons or blanks between.
pub fn parse_coordinates(text: &str) -> Option<[f32; 3]> {
    let parts = text.split([',', ';', ' ', '\t']).filter(|part| !part.is_empty());
    let numbers = parts.map(|part| part.parse::<f32>().ok().filter(|number| number.is_finite()));
    let numbers: Vec<f32> = numbers.collect::<Option<_>>()?;
    numbers.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(world: &str, x: f32) -> Viewpoint {
        Viewpoint {
            title: "mechwarrior3".to_owned(),
            world: world.to_owned(),
            eye: [x, 2.0, 3.0],
            yaw_deg: 90.0,
            pitch_deg: -10.0,
        }
    }

    #[test]
    fn bookmarks_are_kept_by_world_and_outlive_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let (mut all, line) = Bookmarks::open(folder.path());
        assert_eq!((all.of("mechwarrior3", "c1").len(), line), (0, None));
        assert!(all.add("  The \n bridge ", view("c1", 1.0)) && all.add("", view("c1", 2.0)));
        assert!(all.add("Elsewhere", view("c2", 3.0)));
        all.save(folder.path()).unwrap();
        let (mut all, line) = Bookmarks::open(folder.path());
        assert_eq!(line, None);
        let names = |all: &Bookmarks, world: &str| {
            all.of("mechwarrior3", world).into_iter().map(|own| own.name).collect::<Vec<_>>()
        };
        assert_eq!(names(&all, "c1"), ["The bridge", "Bookmark 2"]);
        assert_eq!(all.of("mechwarrior3", "c2")[0].view, view("c2", 3.0));
        assert!(all.of("recoil", "c1").is_empty());
        // By their number in their own world.
        all.rename("mechwarrior3", "c2", 0, "Here");
        all.rename("mechwarrior3", "c2", 0, "   ");
        all.remove("mechwarrior3", "c1", 0);
        all.remove("mechwarrior3", "c1", 7);
        assert_eq!((names(&all, "c1"), names(&all, "c2")), (vec!["Bookmark 2".into()], vec!["Here".into()]));
    }

    #[test]
    fn a_world_has_so_many_and_names_are_short() {
        let mut all = Bookmarks::default();
        for number in 0..MOST {
            assert!(all.add(&"x".repeat(100), view("c1", number as f32)));
        }
        assert!(!all.add("one more", view("c1", 0.0)) && all.add("other world", view("c2", 0.0)));
        assert_eq!(all.of("mechwarrior3", "c1")[0].name.len(), NAME);
    }

    #[test]
    fn what_is_no_place_is_left_out_and_a_broken_file_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let place =
            "[[bookmark]]\nname = \"a\"\ntitle = \"t\"\nworld = \"w\"\nyaw_deg = 0.0\npitch_deg = 0.0\n";
        let text = format!("{place}eye = [nan, 0.0, 0.0]\n{place}eye = [1.0, 0.0, 0.0]\n");
        std::fs::write(folder.path().join(FILE), text).unwrap();
        assert_eq!(Bookmarks::open(folder.path()).0.of("t", "w").len(), 1);
        std::fs::write(folder.path().join(FILE), "[[bookmark]]\nname = 3").unwrap();
        let (all, line) = Bookmarks::open(folder.path());
        assert_eq!(all, Bookmarks::default());
        assert!(line.unwrap().contains("bookmarks.toml.broken-1"));
    }

    #[test]
    fn coordinates_are_three_numbers_however_they_are_separated() {
        for text in ["1, -2.5, 3", "1 -2.5 3", " 1;-2.5;3 ", "1,-2.5,3e0"] {
            assert_eq!(parse_coordinates(text), Some([1.0, -2.5, 3.0]), "{text}");
        }
        for text in ["", "1, 2", "1, 2, 3, 4", "1, two, 3", "1, nan, 3", "1, inf, 3"] {
            assert_eq!(parse_coordinates(text), None, "{text}");
        }
    }
}
