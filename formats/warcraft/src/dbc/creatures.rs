//! The two tables that say which skins a creature's model has. Source: `docs/spec/m2.md`, "14. What a
//! real install needs".

use super::Dbc;
use crate::numbers;
use binary::record;

record! {
    /// How a creature looks: a row of `CreatureDisplayInfo.dbc`.
    pub struct CreatureDisplayInfo in "warcraft.dbc.creature_display_info" sizes [48] {
        /// Its number.
        id: u32 [0],
        /// A row of [`CreatureModelData`].
        model: u32 [4],
        /// A row of the sounds.
        sound: u32 [8],
        /// More about how it looks, for people.
        extra: u32 [12],
        /// What its size is multiplied with.
        #[serde(with = "numbers")]
        scale: f32 [16],
        /// 255 for opaque.
        opacity: u32 [20],
        /// Strings: the files of the textures of kinds 11, 12 and 13, without folder and ending.
        textures: [u32; 3] [24],
        /// A string.
        portrait: u32 [36],
        /// How it bleeds.
        blood_level: u32 [40],
        /// A row of the sounds of people.
        npc_sounds: u32 [44],
    }
}

record! {
    /// A model of creatures: a row of `CreatureModelData.dbc`.
    pub struct CreatureModelData in "warcraft.dbc.creature_model_data" sizes [64] {
        /// Its number.
        id: u32 [0],
        flags: u32 [4],
        /// A string: the file, whose ending is `.mdx` for `.m2`.
        path: u32 [8],
        size_class: u32 [12],
        /// What its size is multiplied with.
        #[serde(with = "numbers")]
        scale: f32 [16],
        blood: u32 [20],
        /// A row of the foot prints.
        foot_print: u32 [24],
        /// Yards.
        #[serde(with = "numbers")]
        foot_print_length: f32 [28],
        /// Yards.
        #[serde(with = "numbers")]
        foot_print_width: f32 [32],
        #[serde(with = "numbers")]
        foot_print_scale: f32 [36],
        foley: u32 [40],
        foot_step_shake: u32 [44],
        death_shake: u32 [48],
        /// A row of the sounds.
        sound: u32 [52],
        /// Yards.
        #[serde(with = "numbers")]
        collision_width: f32 [56],
        /// Yards.
        #[serde(with = "numbers")]
        collision_height: f32 [60],
    }
}

/// The skins of a model: for each set of them, once, the files of the textures of kinds 11, 12 and
/// 13, without folder and ending, in the order of the rows. An empty name is a texture that is
/// missing or not needed. `path` is the model's path in the install, whatever its ending, its case and
/// its slashes.
pub fn skins_of(path: &str, models: &Dbc, displays: &Dbc) -> Vec<[String; 3]> {
    let wanted = without_ending(path);
    let rows = models.records::<CreatureModelData>();
    let numbers: Vec<u32> =
        rows.filter(|row| without_ending(&models.string(row.path)) == wanted).map(|row| row.id).collect();
    let mut skins: Vec<[String; 3]> = Vec::new();
    for row in displays.records::<CreatureDisplayInfo>().filter(|row| numbers.contains(&row.model)) {
        let names = row.textures.map(|offset| displays.string(offset));
        if !skins.contains(&names) {
            skins.push(names);
        }
    }
    skins
}

/// A path as it is compared.
fn without_ending(path: &str) -> String {
    let path = path.replace('/', "\\").to_ascii_lowercase();
    let stem = [".m2", ".mdx", ".mdl"].iter().find_map(|ending| path.strip_suffix(ending));
    stem.unwrap_or(&path).to_owned()
}
