//! Where in its pixel a place lies. Source: `docs/spec/daggerfall.md`, "5. MAPS.BSA".

use super::exteriors::Exterior;
use super::names::block_name;
use super::table::ROWS;

/// Ground tiles along a side of a pixel.
pub const TILES: usize = 128;
/// Ground tiles along a side of a block.
pub const BLOCK_TILES: usize = 16;
/// World units of a ground tile.
const TILE: i32 = 256;

/// Which of the two readings says where a place lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Placement {
    /// By X and Y of its head, as in the original program; centred where these are in another pixel or the
    /// place would not fit.
    #[default]
    Header,
    /// In the middle of the pixel, as in Daggerfall Unity.
    Centred,
}

/// The south-western corner of the first block of a place, in world units from that of its pixel (x from the
/// west, y from the north): east and north.
pub fn corner(exterior: &Exterior, pixel: [i32; 2], placement: Placement) -> [i32; 2] {
    let by_header = || by_header(exterior, pixel);
    match placement {
        Placement::Header => by_header().unwrap_or_else(|| centred(exterior)),
        Placement::Centred => centred(exterior),
    }
}

fn centred(exterior: &Exterior) -> [i32; 2] {
    let size = exterior.size_in_blocks();
    let custom = || block_name(&exterior.area, 0, 0).is_some_and(|name| name.starts_with("CUST"));
    if size == [1, 1] && custom() {
        return [72 * TILE, 55 * TILE];
    }
    size.map(|blocks| ((TILES - (BLOCK_TILES * blocks).min(TILES)) / 2) as i32 * TILE)
}

fn by_header(exterior: &Exterior, pixel: [i32; 2]) -> Option<[i32; 2]> {
    let side = TILES as i32 * TILE;
    let [px, py] = pixel;
    let corner = [
        exterior.head.x.checked_sub(px.checked_mul(side)?)?,
        exterior.head.y.checked_sub((ROWS - 1).checked_sub(py)?.checked_mul(side)?)?,
    ];
    let size = exterior.size_in_blocks();
    let fits = |axis: usize| {
        let room = side - (BLOCK_TILES * size[axis]) as i32 * TILE;
        (0..=room).contains(&corner[axis])
    };
    (fits(0) && fits(1)).then_some(corner)
}
