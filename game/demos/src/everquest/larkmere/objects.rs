//! What stands in the zone, and how it is made: materials, models, and the
//! pictures of both worlds.

use crate::builders::paint::Canvas;
use crate::everquest::material::{Material, Method};
use crate::everquest::models::{self, Model};
use crate::everquest::pictures;

const PLANKS: usize = 0;
const PLASTER: usize = 1;
const THATCH: usize = 2;
const STONES: usize = 3;
const BARK: usize = 4;
const LEAVES: usize = 5;
const NEEDLES: usize = 6;
const REEDS: usize = 7;
const ROCK: usize = 8;
const IRON: usize = 9;
const FLAME: usize = 10;
const WORDS: usize = 11;

/// Materials of objects, by these numbers.
pub(super) const MATERIALS: [Material<'static>; 12] = [
    Material::still("PLANKS", Method::Opaque, &["planks.bmp"]),
    Material::still("PLASTER", Method::Opaque, &["plaster.bmp"]),
    Material::still("THATCH", Method::Opaque, &["thatch.bmp"]),
    Material::still("STONES", Method::Opaque, &["masonry.bmp"]),
    Material::still("BARK", Method::Opaque, &["bark.bmp"]),
    Material::still("LEAVES", Method::Masked, &["leaves.bmp"]),
    Material::still("NEEDLES", Method::Masked, &["needles.bmp"]),
    Material::still("REEDS", Method::Masked, &["reeds.bmp"]),
    Material::still("ROCK", Method::Opaque, &["rock.bmp"]),
    Material::still("IRON", Method::Opaque, &["iron.bmp"]),
    Material::moving("FLAME", Method::Additive, &["fire1.bmp", "fire2.bmp", "fire3.bmp", "fire4.bmp"], 100),
    Material::still("WORDS", Method::Opaque, &["words.bmp"]),
];

/// Everything that is placed.
pub(super) fn models() -> Vec<Model> {
    let stuff = models::Stuff { planks: PLANKS, plaster: PLASTER, thatch: THATCH, masonry: STONES };
    vec![
        models::house(stuff),
        models::mill(stuff),
        models::sail(PLANKS),
        models::sign(WORDS, PLANKS),
        models::torch(IRON, PLANKS, FLAME),
        models::post(IRON, PLANKS, FLAME),
        models::barrel(PLANKS, IRON),
        models::boat(PLANKS),
        models::fence(PLANKS),
        models::pier(PLANKS),
        models::ladder(PLANKS),
        models::oak(BARK, LEAVES),
        models::fir(BARK, NEEDLES),
        models::bush(LEAVES),
        models::reed(REEDS),
        models::boulder(ROCK),
    ]
}

/// Paints the picture that is in this file; nothing for a name that no material
/// has.
pub(super) fn paint(seed: u32, file: &str) -> Option<Canvas> {
    let frame = |number: &str| number.parse::<u32>().map_or(0, |number| number.saturating_sub(1));
    let stem = file.strip_suffix(".bmp")?;
    Some(match stem {
        "grass" => pictures::grass(seed),
        "meadow" => pictures::meadow(seed),
        "sand" => pictures::sand(seed),
        "rock" => pictures::rock(seed),
        "scree" => pictures::scree(seed),
        "road" => pictures::road(seed),
        "masonry" => pictures::masonry(seed),
        "vault" => pictures::vault(seed),
        "flags" => pictures::flags(seed),
        "bed" => pictures::bed(seed),
        "dark" => pictures::dark(seed),
        "planks" => pictures::planks(seed),
        "plaster" => pictures::plaster(seed),
        "thatch" => pictures::thatch(seed),
        "bark" => pictures::bark(seed),
        "leaves" => pictures::leaves(seed),
        "needles" => pictures::needles(seed),
        "reeds" => pictures::reeds(seed),
        "iron" => pictures::iron(seed),
        "words" => pictures::sign(seed, ["ASHGATE", "NORTH"]),
        other => match (other.strip_prefix("fire"), other.strip_prefix('w')) {
            (Some(number), _) => pictures::flame(seed, frame(number)),
            (_, Some(number)) => pictures::water(seed, frame(number)),
            _ => return None,
        },
    })
}
