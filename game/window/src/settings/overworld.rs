//! Settings of overworlds, as Daggerfall's is one: what may be chosen with `--land`, too. What it does to the land is in
//! `engine/load/src/daggerfall/settings.rs`.

use load::daggerfall::{Flats, Placement, Reading, Settings, Weather};
use serde::{Deserialize, Serialize};

/// How the numbers of the files become land.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Land {
    /// As Daggerfall Unity shows it.
    Unity,
    /// The same without small bumps.
    Plain,
    /// As the original program makes it.
    Original,
    /// As published notes have it.
    Noise,
}

impl Land {
    /// All of them.
    pub const ALL: [Land; 4] = [Land::Unity, Land::Plain, Land::Original, Land::Noise];

    fn reading(self) -> Reading {
        let name = match self {
            Land::Unity => "unity",
            Land::Plain => "plain",
            Land::Original => "original",
            Land::Noise => "noise",
        };
        Reading::by_name(name).unwrap_or_default()
    }
}

/// Where towns lie in their cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Towns {
    /// Where their heads say.
    Header,
    /// In the middle.
    Centred,
}

/// The weather.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sky {
    /// By climate, and by where one is.
    Climate,
    /// Clear everywhere.
    Clear,
    /// Fog everywhere.
    Fog,
    /// Rain everywhere.
    Rain,
    /// Snow everywhere.
    Snow,
}

impl Sky {
    /// All of them.
    pub const ALL: [Sky; 5] = [Sky::Climate, Sky::Clear, Sky::Fog, Sky::Rain, Sky::Snow];

    fn weather(self) -> Option<Weather> {
        match self {
            Sky::Climate => None,
            Sky::Clear => Some(Weather::Clear),
            Sky::Fog => Some(Weather::Fog),
            Sky::Rain => Some(Weather::Rain),
            Sky::Snow => Some(Weather::Snow),
        }
    }
}

/// Overworlds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Overworld {
    /// How the numbers of the files become land.
    pub land: Land,
    /// World units of 25 mm of a step of height, in land that has steps.
    pub land_step: f32,
    /// How high a metre of height is drawn.
    pub vertical: f32,
    /// Where towns lie in their cells.
    pub towns: Towns,
    /// What stands beside a building is turned with it.
    pub turned_flats: bool,
    /// Cells up to which one sees.
    pub view_cells: u8,
    /// Cells in each direction that are there in full.
    pub full_cells: u8,
    /// How many times faster than on a clock hours pass.
    pub time_speed: u32,
    /// How many trees, bushes and stones there are, of all.
    pub nature: f32,
    /// Megabytes that its cells may take.
    pub memory_mb: u32,
    /// Snow.
    pub winter: bool,
    /// The weather.
    pub weather: Sky,
}

impl Default for Overworld {
    fn default() -> Self {
        Overworld::of(&Settings::default())
    }
}

impl Overworld {
    fn of(land: &Settings) -> Self {
        let reading = Land::ALL.into_iter().find(|reading| reading.reading().name() == land.reading.name());
        let weather = Sky::ALL.into_iter().find(|sky| sky.weather() == land.weather);
        Overworld {
            land: reading.unwrap_or(Land::Unity),
            land_step: land.step,
            vertical: land.vertical,
            towns: match land.placement {
                Placement::Header => Towns::Header,
                Placement::Centred => Towns::Centred,
            },
            turned_flats: land.flats == Flats::Turned,
            view_cells: land.view,
            full_cells: land.around,
            time_speed: land.speed,
            nature: land.nature,
            memory_mb: land.memory,
            winter: land.winter,
            weather: weather.unwrap_or(Sky::Climate),
        }
    }

    /// The same with every value in its range.
    pub fn sound(self) -> Self {
        Overworld::of(&self.land())
    }

    /// The same as the loader takes it.
    pub fn land(&self) -> Settings {
        Settings {
            reading: self.land.reading(),
            step: self.land_step,
            vertical: self.vertical,
            placement: match self.towns {
                Towns::Header => Placement::Header,
                Towns::Centred => Placement::Centred,
            },
            flats: if self.turned_flats { Flats::Turned } else { Flats::Still },
            view: self.view_cells,
            around: self.full_cells,
            speed: self.time_speed,
            nature: self.nature,
            memory: self.memory_mb,
            winter: self.winter,
            weather: self.weather.weather(),
        }
        .sound()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_reaches_the_loader_and_comes_back() {
        for (land, name) in Land::ALL.into_iter().zip(Reading::NAMES) {
            let own = Overworld { land, land_step: 20.0, ..Overworld::default() };
            assert_eq!(own.land().reading.name(), name);
            assert_eq!((own.land().step, own.sound()), (20.0, own));
        }
        for weather in Sky::ALL {
            let own =
                Overworld { weather, towns: Towns::Centred, turned_flats: true, ..Overworld::default() };
            assert_eq!(own.sound(), own);
            let land = own.land();
            assert_eq!((land.placement, land.flats), (Placement::Centred, Flats::Turned));
            assert_eq!(land.weather, weather.weather());
        }
    }
}
