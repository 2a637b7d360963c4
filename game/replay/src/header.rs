//! What a recording belongs to: the header of its file, and which places and creatures there were.

use crate::recording::FORMAT;
use base::Failure;
use load::Difficulty;
use runtime::TICKS_PER_SECOND;
use runtime::places::Site;
use serde::{Deserialize, Serialize};
use world::HASH_VERSION;

/// What a recording belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// [`FORMAT`].
    pub format: String,
    /// Title's id.
    pub title: String,
    /// World's id.
    pub world: String,
    /// xxh3-64 over the world's files, hexadecimal; empty fits every install,
    /// for recordings typed by hand.
    pub fingerprint: String,
    /// Seed of the random generator.
    pub seed: u32,
    /// Ticks a second.
    pub tick_rate: u32,
    /// Which hashes it holds; those of another version cannot be compared.
    #[serde(default = "hashes_before")]
    pub hash_version: u32,
    /// Where the world lies among others that join it. The hashes are those of all
    /// places then, else those of the one world.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<Site>,
    /// Creatures that were placed in the world besides those of its files, as `--spawn` takes them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spawns: Vec<String>,
    /// The creature whose body the person had, as `--race` takes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub race: Option<String>,
    /// The vehicle that the person drove, as `--vehicle` takes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vehicle: Option<String>,
    /// How hard its missions were, as `--difficulty` takes it; what is usual without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<String>,
}

/// A place that joined, left, or was loaded again with other creatures; somebody who travelled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum PlaceEvent {
    /// It joined, as its files say or as it was left before.
    Join {
        /// The world that it shows.
        world: String,
        /// Its name and where it lies.
        site: Site,
        /// As [`Header::fingerprint`], of its own files.
        fingerprint: String,
    },
    /// The place of this key left.
    Leave(String),
    /// The place of this key was loaded again with these creatures, and went on where it was.
    Guests {
        /// Its key.
        key: String,
        /// As [`Header::spawns`].
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        spawns: Vec<String>,
        /// As [`Header::race`].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        race: Option<String>,
    },
    /// The person in the first seat travelled.
    Travel {
        /// The key of the place of an overworld where they arrived.
        to: String,
        /// That of the place that they came from, which says on which side they arrived.
        from: String,
    },
}

/// The creatures that a recording names.
///
/// # Errors
/// One that is not written as `--spawn` takes it.
pub fn guests(spawns: &[String], race: Option<&str>) -> Result<load::Guests, Failure> {
    let spawns = spawns.iter().map(|text| {
        text.parse().map_err(|wrong| Failure::Unusable(format!("the recording places `{text}`: {wrong}")))
    });
    let spawns = spawns.collect::<Result<_, _>>()?;
    Ok(load::Guests { spawns, race: race.map(str::to_owned), ..load::Guests::default() })
}

impl PlaceEvent {
    /// A place was loaded again with these creatures.
    pub fn guests(key: String, guests: &load::Guests) -> Self {
        let spawns = guests.spawns.iter().map(ToString::to_string).collect();
        PlaceEvent::Guests { key, spawns, race: guests.race.clone() }
    }
}

fn hashes_before() -> u32 {
    2
}

impl Header {
    /// What a recording made now of this world begins with.
    pub fn new(title: &str, world: &str, seed: u32) -> Self {
        Header {
            format: FORMAT.to_owned(),
            title: title.to_owned(),
            world: world.to_owned(),
            fingerprint: String::new(),
            seed,
            tick_rate: TICKS_PER_SECOND,
            hash_version: HASH_VERSION,
            site: None,
            spawns: Vec::new(),
            race: None,
            vehicle: None,
            difficulty: None,
        }
    }

    /// The same with creatures that were placed in the world.
    #[must_use]
    pub fn with_guests(self, guests: &load::Guests) -> Self {
        let spawns = guests.spawns.iter().map(ToString::to_string).collect();
        let difficulty = Some(guests.difficulty).filter(|own| *own != Difficulty::Normal);
        Header {
            spawns,
            race: guests.race.clone(),
            vehicle: guests.vehicle.clone(),
            difficulty: difficulty.map(|own| own.name().to_owned()),
            ..self
        }
    }

    /// The creatures that were placed in the world.
    ///
    /// # Errors
    /// One that is not written as `--spawn` takes it, or no difficulty.
    pub fn guests(&self) -> Result<load::Guests, Failure> {
        let own = guests(&self.spawns, self.race.as_deref())?;
        let difficulty = self
            .difficulty
            .as_deref()
            .map(str::parse)
            .transpose()
            .map_err(|wrong| Failure::Unusable(format!("the difficulty of the recording: {wrong}")))?;
        Ok(load::Guests { vehicle: self.vehicle.clone(), difficulty: difficulty.unwrap_or_default(), ..own })
    }

    /// A recording is only replayed on the very files it was made with, whose
    /// fingerprint this is.
    ///
    /// # Errors
    /// Another title, world, tick rate or other files.
    pub fn fits(&self, request: &load::Request, fingerprint: u64) -> Result<(), Failure> {
        let refuse = |what: &str, found: &str, here: &str| {
            Err(Failure::Unusable(format!(
                "the recording has {what} {found}, this is {here}: it cannot be replayed here"
            )))
        };
        if self.title != request.title {
            return refuse("the title", &self.title, &request.title);
        }
        if self.world != request.world {
            return refuse("the world", &self.world, &request.world);
        }
        if self.tick_rate != TICKS_PER_SECOND {
            return refuse("the tick rate", &self.tick_rate.to_string(), &TICKS_PER_SECOND.to_string());
        }
        let fingerprint = format!("{fingerprint:016x}");
        if !self.fingerprint.is_empty() && self.fingerprint != fingerprint {
            return refuse("the fingerprint", &self.fingerprint, &fingerprint);
        }
        Ok(())
    }
}
