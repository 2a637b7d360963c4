//! What the numbers mean that programs tell the game, as data of each title.
//!
//! Source: `docs/spec/zbd/engine-behaviour.md`, "14. Callbacks and triggers".

use order::Order;
use serde::Deserialize;
use std::collections::BTreeMap;

/// What the numbers mean that programs tell the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "BTreeMap<String, Callback>")]
pub struct Callbacks {
    /// First and last number of each row, ascending; no two rows overlap.
    rows: Vec<([u32; 2], Callback)>,
}

/// What a number means.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Callback {
    /// What happens in the world.
    #[serde(default)]
    pub act: CallbackAct,
    /// What the game is told, in words.
    pub says: String,
}

/// What a callback does to a world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallbackAct {
    /// Nothing: whoever runs the world is told, and does what its mission wants.
    #[default]
    Tell,
    /// The camera is back at the eyes of the person at once.
    PlayerView,
    /// The person stands still: all speed is gone.
    StopPlayer,
    /// The person stands where the node of the instance stands, turned as it is, at rest.
    PlayerToNode,
    /// The instance takes the velocity of the actor whose node it is bound to, for what it throws.
    OwnerVelocity,
    /// The mission is won.
    WinMission,
    /// The person of the mission dies.
    KillPlayer,
}

impl Callbacks {
    /// What a number means; none for one that nobody knows.
    pub fn meaning(&self, value: u32) -> Option<&Callback> {
        let next = self.rows.partition_point(|([first, _], _)| *first <= value);
        let ([_, last], callback) = self.rows.get(next.checked_sub(1)?)?;
        (value <= *last).then_some(callback)
    }
}

impl TryFrom<BTreeMap<String, Callback>> for Callbacks {
    type Error = String;

    /// Keys are numbers, `16`, or first and last of several, `701-799`.
    fn try_from(table: BTreeMap<String, Callback>) -> Result<Self, String> {
        let mut rows = Vec::with_capacity(table.len());
        for (key, callback) in table {
            let (first, last) = key.split_once('-').unwrap_or((&key, &key));
            let ends = first.parse().ok().zip(last.parse().ok()).filter(|(first, last)| first <= last);
            let (first, last): (u32, u32) =
                ends.ok_or_else(|| format!("callback `{key}`: expected a number or `first-last`"))?;
            rows.push(([first, last], callback));
        }
        rows.order_by_key(|([first, _], _)| *first);
        match rows.windows(2).find(|pair| pair[1].0[0] <= pair[0].0[1]) {
            Some(pair) => Err(format!("callback {} is said twice", pair[1].0[0])),
            None => Ok(Callbacks { rows }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(keys: &[&str]) -> Result<Callbacks, String> {
        let told =
            |key: &&str| ((*key).to_owned(), Callback { says: (*key).to_owned(), ..Callback::default() });
        Callbacks::try_from(keys.iter().map(told).collect::<BTreeMap<_, _>>())
    }

    #[test]
    fn numbers_alone_and_from_to_are_found() {
        let table = table(&["16", "701-799", "0", "9"]).unwrap();
        let said = |value| table.meaning(value).map(|known| known.says.as_str());
        for (value, expected) in [
            (0, Some("0")),
            (1, None),
            (9, Some("9")),
            (16, Some("16")),
            (17, None),
            (700, None),
            (701, Some("701-799")),
            (799, Some("701-799")),
            (800, None),
            (u32::MAX, None),
        ] {
            assert_eq!(said(value), expected, "{value}");
        }
        assert_eq!(Callbacks::default().meaning(0), None);
    }

    #[test]
    fn keys_that_are_no_numbers_or_overlap_are_refused() {
        for (keys, complaint) in [
            (&["sixteen"][..], "callback `sixteen`: expected a number or `first-last`"),
            (&["9-3"], "callback `9-3`: expected a number or `first-last`"),
            (&["-1"], "callback `-1`: expected a number or `first-last`"),
            (&["701-799", "750"], "callback 750 is said twice"),
        ] {
            assert_eq!(table(keys).unwrap_err(), complaint);
        }
    }
}
