//! How a person names an actor with what it wears: `orc+skin02+head01+right=it10`.

use std::fmt;

/// Bones that hold things, by the word for them. Source: `docs/spec/everquest/zone-install.md`,
/// "10. Characters".
pub(super) const HANDS: [(&str, &str); 3] =
    [("right", "r_point"), ("left", "l_point"), ("shield", "shield_point")];

/// An actor with what it wears.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Outfit {
    /// Code of the model, lower case.
    pub code: String,
    /// Number of a skin.
    pub skin: Option<u8>,
    /// Number of a head.
    pub head: Option<u8>,
    /// Number of another body.
    pub body: Option<u8>,
    /// The bone that holds something, and the code of what.
    pub held: Vec<(&'static str, String)>,
}

/// Why a text names no actor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAnActor(String);

impl fmt::Display for NotAnActor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotAnActor(part) = self;
        write!(f, "`{part}`: expected skinNN, headNN, bodyNN, right=IT, left=IT or shield=IT behind a `+`")
    }
}

impl std::error::Error for NotAnActor {}

impl Outfit {
    /// Reads a name in any case.
    ///
    /// # Errors
    /// A part that is none of those known.
    pub fn parse(text: &str) -> Result<Self, NotAnActor> {
        let text = text.to_ascii_lowercase();
        let mut parts = text.split('+').map(str::trim);
        let mut outfit = Outfit { code: parts.next().unwrap_or_default().to_owned(), ..Outfit::default() };
        for part in parts {
            let wrong = || NotAnActor(part.to_owned());
            let number = |digits: &str| -> Result<Option<u8>, NotAnActor> {
                let number = digits.parse::<u8>().ok().filter(|number| *number < 100);
                number.map(Some).ok_or_else(wrong)
            };
            if let Some(digits) = part.strip_prefix("skin") {
                outfit.skin = number(digits)?;
            } else if let Some(digits) = part.strip_prefix("head") {
                outfit.head = number(digits)?;
            } else if let Some(digits) = part.strip_prefix("body") {
                outfit.body = number(digits)?;
            } else {
                let (hand, item) = part.split_once('=').ok_or_else(wrong)?;
                let (_, bone) = HANDS.iter().find(|(word, _)| *word == hand.trim()).ok_or_else(wrong)?;
                outfit.held.push((bone, item.trim().to_owned()));
            }
        }
        Ok(outfit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_what_an_actor_wears_and_holds() {
        let outfit = Outfit::parse("ORC+Skin02+head1+body03+right=IT10 + shield=it200").unwrap();
        let held = vec![("r_point", "it10".to_owned()), ("shield_point", "it200".to_owned())];
        let wanted = Outfit { code: "orc".to_owned(), skin: Some(2), head: Some(1), body: Some(3), held };
        assert_eq!(outfit, wanted);
        assert_eq!(Outfit::parse("bat").unwrap(), Outfit { code: "bat".to_owned(), ..Outfit::default() });
        for wrong in ["orc+", "orc+skin", "orc+skin100", "orc+hat01", "orc+foot=it1"] {
            assert!(Outfit::parse(wrong).is_err(), "{wrong}");
        }
    }
}
