//! What models are painted with, by the addresses of the files.
//!
//! | file | holds |
//! |---|---|
//! | `hide.rs` | the fox's hides, its mane, its gear |
//! | `stuff.rs` | stone, wood, metal, cloth |
//! | `glow.rs` | what shines: flames, sparks, water, shades |

mod glow;
mod hide;
mod stuff;

use super::textures::{self, Store};
use crate::DemoFile;
use crate::builders::paint::Canvas;
use binary::Result;

/// A picture: its folder and name, how it is stored, and what paints it.
type Picture = (&'static str, &'static str, Store, fn(u32) -> Canvas);

const FOX: &str = "Creature/Heathfox";
const WISP: &str = "Creature/HeathWisp";
const GENERIC: &str = "World/Generic";
const BANNER: &str = "World/Generic/HeathBanner";
const LANTERN: &str = "World/Generic/HeathLantern";
const FOUNTAIN: &str = "World/Generic/HeathFountain";
const FIRE: &str = "World/Generic/HeathFire";
const WEAPON: &str = "Item/ObjectComponents/Weapon";

const PICTURES: [Picture; 36] = [
    (FOX, "HeathfoxRusset", Store::Soft, |seed| hide::fox(seed, &hide::RUSSET)),
    (FOX, "HeathfoxAsh", Store::Opaque, |seed| hide::fox(seed, &hide::ASH)),
    (FOX, "HeathfoxSnow", Store::Opaque, |seed| hide::fox(seed, &hide::SNOW)),
    (FOX, "HeathfoxManeBlack", Store::Explicit, |seed| hide::mane(seed, [0.12, 0.09, 0.08])),
    (FOX, "HeathfoxManeSilver", Store::Explicit, |seed| hide::mane(seed, [0.62, 0.64, 0.66])),
    (FOX, "HeathfoxGear", Store::Palette(0), hide::gear),
    (FOX, "HeathfoxEye", Store::Plain, |_| hide::eye()),
    (WISP, "HeathWispCore", Store::Opaque, |_| glow::core()),
    (WISP, "HeathWispRay", Store::Opaque, |_| glow::ray()),
    (WISP, "HeathWispShell", Store::Opaque, glow::shell),
    (WISP, "HeathWispTrail", Store::Soft, glow::trail),
    (WISP, "HeathWispSpark", Store::Plain, |_| glow::spark([0.80, 0.95, 1.0])),
    (GENERIC, "HeathStone", Store::Old(0), stuff::stone),
    (GENERIC, "HeathWood", Store::Jpeg, stuff::wood),
    (GENERIC, "HeathIron", Store::Opaque, stuff::iron),
    (GENERIC, "HeathBrass", Store::Opaque, stuff::brass),
    (GENERIC, "HeathMirror", Store::Opaque, |_| stuff::mirror()),
    (GENERIC, "HeathGlow", Store::Opaque, |_| glow::halo()),
    (GENERIC, "HeathShade", Store::Opaque, |_| glow::shade()),
    (BANNER, "HeathBannerCloth", Store::Opaque, stuff::cloth),
    (BANNER, "HeathBannerLight", Store::Opaque, glow::shimmer),
    (BANNER, "HeathBannerFringe", Store::Punched, |_| stuff::fringe()),
    (BANNER, "HeathBannerWheel", Store::Palette(1), |_| stuff::wheel()),
    (LANTERN, "HeathLanternGlass", Store::Old(8), stuff::glass),
    (LANTERN, "HeathLanternFlame", Store::Palette(4), |seed| glow::flame(seed, 0.0)),
    (LANTERN, "HeathLanternPool", Store::Opaque, |_| glow::pool()),
    (FOUNTAIN, "HeathFountainWater", Store::Soft, glow::water),
    (FOUNTAIN, "HeathFountainDrop", Store::Soft, |_| glow::drop()),
    (FOUNTAIN, "HeathFountainMist", Store::Palette(8), glow::mist),
    (FIRE, "HeathFireCoals", Store::Opaque, glow::coals),
    (FIRE, "HeathFireFlames", Store::Soft, glow::flames),
    (FIRE, "HeathFireSmoke", Store::Soft, glow::mist),
    (FIRE, "HeathFireSpark", Store::Plain, |_| glow::spark([1.0, 0.85, 0.55])),
    (WEAPON, "HeathBladeGrip", Store::Palette(0), stuff::grip),
    (WEAPON, "HeathBladeSteel", Store::Opaque, stuff::steel),
    (WEAPON, "HeathBladeRunes", Store::Soft, stuff::runes),
];

/// All texture files.
pub(super) fn files(seed: u32) -> Result<Vec<DemoFile>> {
    use rayon::prelude::*;
    PICTURES
        .par_iter()
        .map(|(folder, name, store, paint)| {
            Ok(DemoFile::new(&format!("{folder}/{name}.blp"), textures::file(&paint(seed), *store)?))
        })
        .collect()
}
