//! How a person names a model with what it wears: `wolf.m2+skin02+geoset102+right=sword.m2`.

use std::fmt;

/// Places for other models, by the words for them; the number of each is its place in this list. Source:
/// `docs/spec/m2.md`, "11. Attachments, events, lights, cameras".
const PLACES: [&str; 42] = [
    "shield",
    "right",
    "left",
    "elbow-right",
    "elbow-left",
    "shoulder-right",
    "shoulder-left",
    "knee-right",
    "knee-left",
    "hip-right",
    "hip-left",
    "helmet",
    "back",
    "flap-right",
    "flap-left",
    "chest-front",
    "chest-back",
    "breath",
    "name",
    "base",
    "head",
    "spell-left",
    "spell-right",
    "special1",
    "special2",
    "special3",
    "sheath-main",
    "sheath-off",
    "sheath-shield",
    "name-mounted",
    "large-left",
    "large-right",
    "hip-weapon-left",
    "hip-weapon-right",
    "chest",
    "arrow",
    "bullet",
    "spell-omni",
    "spell-directed",
    "seat1",
    "seat2",
    "seat3",
];
/// Those that most models have.
const COMMON: &str = "right, left, shield, helmet, back, chest, shoulder-right, shoulder-left";

/// A model with what it wears.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Outfit {
    /// The name of the file, as it was written.
    pub file: String,
    /// Which of its skins, from 1 on.
    pub skin: Option<usize>,
    /// Which submeshes are shown of their groups: numbers of geosets. One without a submesh hides its group.
    pub geosets: Vec<u16>,
    /// Places, and the files of what is there.
    pub held: Vec<(u32, String)>,
}

/// Why a text names no model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NotAModel(String);

impl fmt::Display for NotAModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotAModel(part) = self;
        write!(
            f,
            "`{part}`: expected skinNN, geosetNNN, or PLACE=FILE behind a `+`; places are {COMMON} and others, or atNN"
        )
    }
}

/// The word for a place.
pub(super) fn word_of(place: u32) -> String {
    let known = usize::try_from(place).ok().and_then(|place| PLACES.get(place));
    known.map_or_else(|| format!("at{place}"), |word| (*word).to_owned())
}

impl fmt::Display for Outfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(skin) = self.skin {
            write!(f, "+skin{skin:02}")?;
        }
        self.geosets.iter().try_for_each(|geoset| write!(f, "+geoset{geoset}"))?;
        self.held.iter().try_for_each(|(place, file)| write!(f, "+{}={file}", word_of(*place)))
    }
}

impl Outfit {
    /// The same with another skin.
    pub fn with_skin(&self, skin: usize) -> Self {
        Outfit { skin: Some(skin), ..self.clone() }
    }

    /// The same with another choice of a group.
    pub fn with_geoset(&self, geoset: u16) -> Self {
        let mut other = self.clone();
        other.geosets.retain(|known| known / 100 != geoset / 100);
        other.geosets.push(geoset);
        other
    }

    /// Reads a name.
    ///
    /// # Errors
    /// A part that is none of those known.
    pub fn parse(text: &str) -> Result<Self, NotAModel> {
        let mut parts = text.split('+').map(str::trim);
        let mut outfit = Outfit { file: parts.next().unwrap_or_default().to_owned(), ..Outfit::default() };
        for part in parts {
            let wrong = || NotAModel(part.to_owned());
            let low = part.to_ascii_lowercase();
            if let Some((place, file)) = part.split_once('=') {
                let place = place.trim().to_ascii_lowercase();
                let known = (0..).zip(PLACES).find(|(_, word)| *word == place).map(|(id, _)| id);
                let numbered = || place.strip_prefix("at").and_then(|id| id.parse::<u32>().ok());
                let place = known.or_else(numbered).ok_or_else(wrong)?;
                outfit.held.push((place, file.trim().to_owned()));
            } else if let Some(number) = low.strip_prefix("skin") {
                let number = number.parse::<usize>().ok().filter(|number| (1..=9999).contains(number));
                outfit.skin = Some(number.ok_or_else(wrong)?);
            } else if let Some(number) = low.strip_prefix("geoset") {
                // Below 100 there is no choice: those are always shown.
                let number = number.parse::<u16>().ok().filter(|number| *number >= 100);
                outfit.geosets.push(number.ok_or_else(wrong)?);
            } else {
                return Err(wrong());
            }
        }
        Ok(outfit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_what_a_model_wears_and_holds() {
        let outfit =
            Outfit::parse("Wolf.m2+Skin02+geoset102+geoset400 + RIGHT=Sword.m2+at27=shield.m2").unwrap();
        assert_eq!(
            outfit.to_string(),
            "Wolf.m2+skin02+geoset102+geoset400+right=Sword.m2+sheath-off=shield.m2"
        );
        let other = outfit.with_skin(3).with_geoset(101);
        assert_eq!(
            other.to_string(),
            "Wolf.m2+skin03+geoset400+geoset101+right=Sword.m2+sheath-off=shield.m2"
        );
        let held = vec![(1, "Sword.m2".to_owned()), (27, "shield.m2".to_owned())];
        let file = "Wolf.m2".to_owned();
        assert_eq!(outfit, Outfit { file, skin: Some(2), geosets: vec![102, 400], held });
        assert_eq!(Outfit::parse("a").unwrap(), Outfit { file: "a".to_owned(), ..Outfit::default() });
        // Hands, the helmet, the back of the chest and the chest have the numbers that files use; 47 has no word.
        let words = [1, 2, 11, 16, 34, 41, 47].map(word_of);
        assert_eq!(words, ["right", "left", "helmet", "chest-back", "chest", "seat3", "at47"]);
        let all: Vec<u32> =
            Outfit::parse("a+chest-back=b+at47=c").unwrap().held.iter().map(|held| held.0).collect();
        assert_eq!(all, [16, 47]);
        for wrong in ["a+", "a+skin", "a+skin0", "a+geoset7", "a+geoset", "a+hat01", "a+foot=b", "a+atx=b"] {
            assert!(Outfit::parse(wrong).is_err(), "{wrong}");
        }
    }
}
