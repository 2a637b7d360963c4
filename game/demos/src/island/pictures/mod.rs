//! Every picture of the island, painted.

mod land;
mod made;
mod small;
mod stone;
mod water;

pub(super) use land::{built, land, off_the_way};
pub(crate) use small::{fern, leaves};
pub(super) use small::{fire, gull, stag};
pub(crate) use stone::{ashlar, coping, flags, rubble, voussoir};

use super::shape::Paint;
use crate::builders::paint::{Canvas, Rgb};

/// Joints, cracks, holes.
const DARK: Rgb = [0.13, 0.115, 0.10];

/// Name and picture of a paint.
pub(super) fn of(paint: Paint, seed: u32) -> (&'static str, Canvas) {
    match paint {
        Paint::Ashlar => ("ashlar", ashlar(seed)),
        Paint::Rubble => ("rubble", rubble(seed)),
        Paint::Flags => ("flags", flags(seed)),
        Paint::Voussoir => ("voussoir", voussoir(seed)),
        Paint::Damp => ("damp", stone::damp(seed)),
        Paint::Mosaic => ("mosaic", stone::mosaic(seed)),
        Paint::Coping => ("coping", coping(seed)),
        Paint::Plaque => ("plaque", stone::plaque(seed)),
        Paint::Plank => ("plank", made::plank(seed)),
        Paint::Beam => ("beam", made::beam(seed)),
        Paint::Slate => ("slate", made::slate(seed)),
        Paint::Iron => ("iron", made::iron(seed)),
        Paint::Coals => ("coals", made::coals(seed)),
        Paint::Sea => ("sea", water::sea(seed)),
        Paint::Pool => ("pool", water::pool(seed)),
        // The editor's own.
        Paint::Plain => ("#default", Canvas::new(16, 16, [0.5; 3])),
    }
}
