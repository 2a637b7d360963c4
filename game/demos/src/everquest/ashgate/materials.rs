//! Materials of the zone, and the pictures of both worlds.

use crate::builders::paint::Canvas;
use crate::everquest::material::{Material, Method};
use crate::everquest::pictures;

/// Places in [`ALL`].
pub(super) const ASH: usize = 0;
pub(super) const SCREE: usize = 1;
pub(super) const ROCK: usize = 2;
pub(super) const CRUST: usize = 3;
pub(super) const VAULT: usize = 4;
pub(super) const FLAGS: usize = 5;
pub(super) const LAVA: usize = 6;
pub(super) const BORDER: usize = 7;
pub(super) const DARK: usize = 8;
pub(super) const ROOF: usize = 9;

/// All of them.
pub(super) const ALL: [Material<'static>; 10] = [
    Material::still("ASH", Method::Opaque, &["ash.bmp"]),
    Material::still("CINDERS", Method::Opaque, &["cinders.bmp"]),
    Material::still("BASALT", Method::Opaque, &["basalt.bmp"]),
    Material::still("CRUST", Method::Opaque, &["crust.dds"]),
    Material::still("BLOCKS", Method::Opaque, &["blocks.bmp"]),
    Material::still("SLABS", Method::Opaque, &["slabs.dds"]),
    Material::moving("LAVA", Method::Opaque, &["lava1.dds", "lava2.dds", "lava3.dds", "lava4.dds"], 200),
    Material::still("COLLIDE", Method::Invisible, &[]),
    Material::still("DARK", Method::Opaque, &["dark.bmp"]),
    Material::still("ROOF", Method::Opaque, &["roof.bmp"]),
];

/// Materials of objects.
pub(super) const STONE: usize = 0;
pub(super) const HEWN: usize = 1;
pub(super) const IRON: usize = 2;
pub(super) const FLAME: usize = 3;
pub(super) const BARK: usize = 4;
pub(super) const PLANKS: usize = 5;
pub(super) const WORDS: usize = 6;
pub(super) const RUNES: usize = 7;
pub(super) const TWIGS: usize = 8;
pub(super) const AHEAD: usize = 9;

/// All of these.
pub(super) const OBJECTS: [Material<'static>; 10] = [
    Material::still("COLUMNS", Method::Opaque, &["columns.dds"]),
    Material::still("HEWN", Method::Opaque, &["hewn.bmp"]),
    Material::still("IRON", Method::Opaque, &["iron.dds"]),
    Material::moving("FLAME", Method::Additive, &["fire1.bmp", "fire2.bmp", "fire3.bmp", "fire4.bmp"], 100),
    Material::still("CHARRED", Method::Opaque, &["charred.dds"]),
    Material::still("PLANKS", Method::Opaque, &["planks.bmp"]),
    Material::still("WORDS", Method::Opaque, &["words.bmp"]),
    Material::still("RUNES", Method::Opaque, &["runes.dds"]),
    Material::still("TWIGS", Method::Masked, &["twigs.dds"]),
    Material::still("AHEAD", Method::Opaque, &["ahead.dds"]),
];

/// Paints the picture that is in this file; nothing for a name that no material has.
pub(super) fn paint(seed: u32, file: &str) -> Option<Canvas> {
    let frame = |number: &str| number.parse::<u32>().map_or(0, |number| number.saturating_sub(1));
    let (stem, _) = file.split_once('.')?;
    Some(match stem {
        "ash" => pictures::ash(seed),
        "cinders" => pictures::cinders(seed),
        "basalt" => pictures::basalt(seed),
        "columns" => pictures::columns(seed),
        "crust" => pictures::crust(seed),
        "blocks" | "hewn" => pictures::blocks(seed),
        "slabs" => pictures::slabs(seed),
        "dark" => pictures::dark(seed),
        "iron" => pictures::iron(seed),
        "charred" => pictures::charred(seed),
        "planks" => pictures::planks(seed),
        "words" => pictures::sign(seed ^ 77, ["LARKMERE", "SOUTH"]),
        "ahead" => pictures::sign(seed ^ 78, ["ASHGATE", "MIND FIRE"]),
        "roof" => pictures::roof(seed),
        "runes" => pictures::runes(seed),
        "twigs" => pictures::twigs(seed),
        other => match (other.strip_prefix("fire"), other.strip_prefix("lava")) {
            (Some(number), _) => pictures::flame(seed, frame(number)),
            (_, Some(number)) => pictures::lava(seed, frame(number)),
            _ => return None,
        },
    })
}
