//! Which track of the CD a world plays.

use crate::Album;
use titles::{Title, World, WorldKind};

/// What addresses of tracks begin with. No file can have such an address.
const CD: &str = "cd:";

/// The address of a track of the CD, where a world names its music.
pub fn address(track: u8) -> String {
    format!("{CD}{track}")
}

/// The track that an address names; `None` for that of a file.
pub fn track_of(address: &str) -> Option<u8> {
    address.strip_prefix(CD)?.parse().ok().filter(|track| (1..=99).contains(track))
}

/// What a world plays by the rule of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The track.
    pub track: u8,
    /// Whether it starts over at its end.
    pub repeats: bool,
    /// False when the track was not found, so that all is silent.
    pub is_there: bool,
}

impl Wish {
    /// The music of a world; `None` for a title without music for its worlds.
    pub fn of(title: &Title, world: &World, album: &Album) -> Option<Wish> {
        let rule = title.music.missions.as_ref()?;
        let track = rule.track(mission(title, world), album.on_disc);
        Some(Wish { track, repeats: rule.repeats, is_there: album.track(track).is_some() })
    }
}

/// The number by which a rule counts a world: the one in its name where each world is
/// a mission, else how many missions and chapters come before it in its chapter's place.
fn mission(title: &Title, world: &World) -> u32 {
    let number = |name: &str| {
        let digits = name.trim_start_matches(|letter: char| !letter.is_ascii_digit());
        let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
        digits.get(..end).and_then(|digits| digits.parse::<u32>().ok()).unwrap_or(0)
    };
    if world.kind == WorldKind::Mission && world.mission.is_none() {
        return number(&world.chapter);
    }
    let known = title.worlds.iter().flat_map(|rules| &rules.known);
    let chapter = known.into_iter().position(|known| known.id == world.chapter).unwrap_or(0) as u32;
    let mission = world.mission.as_deref().map_or(0, |mission| number(mission).saturating_sub(1));
    chapter.saturating_add(mission)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tracks_have_addresses_that_no_file_has() {
        for track in [2, 99] {
            assert_eq!(track_of(&address(track)), Some(track));
            assert!(vfs::check_name(&address(track)).is_err());
        }
        for other in ["cd:0", "cd:100", "cd:", "cd:two", "track02.ogg"] {
            assert_eq!(track_of(other), None, "{other}");
        }
    }

    fn track(title: &str, chapter: &str, mission: Option<&str>, on_disc: usize) -> u8 {
        let title = titles::manifest().title(title).unwrap();
        let kind = match mission {
            None => title.worlds.as_ref().unwrap().kind,
            Some(_) => WorldKind::Mission,
        };
        let world = World {
            id: String::new(),
            title: String::new(),
            kind,
            chapter: chapter.to_owned(),
            mission: mission.map(str::to_owned),
            files: Vec::new(),
        };
        let mut album = Album::default();
        album.on_disc = on_disc;
        Wish::of(title, &world, &album).unwrap().track
    }

    #[test]
    fn recoil_plays_by_the_number_of_the_mission_and_spares_the_last_track() {
        // A disc with 12 tracks has 11 of music: (m mod 10) + 2.
        let tracks = ["m1", "m2", "m9", "m10", "m13"].map(|mission| track("recoil", mission, None, 11));
        assert_eq!(tracks, [3, 4, 11, 2, 5]);
        assert_eq!([0, 1, 2].map(|on_disc| track("recoil", "m3", None, on_disc)), [2, 2, 2]);
        assert_eq!(titles::manifest().title("recoil").unwrap().music.menu, Some(2));
    }

    #[test]
    fn mechwarrior_takes_turns_and_pirates_moon_has_one_track() {
        let mw = |chapter, mission| track("mechwarrior3", chapter, mission, 2);
        assert_eq!([mw("c1", None), mw("c2", None), mw("c3", None)], [2, 3, 2]);
        assert_eq!([mw("c1", Some("m1")), mw("c1", Some("m2")), mw("c2", Some("m2"))], [2, 3, 2]);
        assert_eq!(mw("own", Some("mp1")), 2);
        assert_eq!(track("pirates-moon", "c3", Some("m4"), 1), 2);
    }
}
