//! Materials of the zone.

use crate::everquest::material::{Material, Method};

/// Places in [`ALL`].
pub(super) const GRASS: usize = 0;
pub(super) const MEADOW: usize = 1;
pub(super) const SAND: usize = 2;
pub(super) const ROCK: usize = 3;
pub(super) const SCREE: usize = 4;
pub(super) const ROAD: usize = 5;
pub(super) const MASONRY: usize = 6;
pub(super) const VAULT: usize = 7;
pub(super) const FLAGS: usize = 8;
pub(super) const WATER: usize = 9;
pub(super) const BED: usize = 10;
pub(super) const BORDER: usize = 11;
pub(super) const DARK: usize = 12;

/// All of them.
pub(super) const ALL: [Material<'static>; 13] = [
    Material::still("GRASS", Method::Opaque, &["grass.bmp"]),
    Material::still("MEADOW", Method::Opaque, &["meadow.bmp"]),
    Material::still("SAND", Method::Opaque, &["sand.bmp"]),
    Material::still("ROCK", Method::Opaque, &["rock.bmp"]),
    Material::still("SCREE", Method::Opaque, &["scree.bmp"]),
    Material::still("ROAD", Method::Masked, &["road.bmp"]),
    Material::still("MASONRY", Method::Opaque, &["masonry.bmp"]),
    Material::still("VAULT", Method::Opaque, &["vault.bmp"]),
    Material::still("FLAGS", Method::Opaque, &["flags.bmp"]),
    Material::moving("WATER", Method::Half, &["w1.bmp", "w2.bmp", "w3.bmp", "w4.bmp"], 200),
    Material::still("BED", Method::Opaque, &["bed.bmp"]),
    Material::still("BORDER", Method::Invisible, &[]),
    Material::still("DARK", Method::Opaque, &["dark.bmp"]),
];
