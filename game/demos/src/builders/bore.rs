//! A tunnel through a hill that zones keep apart from the land above it.
//!
//! Zones: the hill is zone 1, the tunnel zone 2, and the ground in front of
//! each mouth belongs to both, so that either exists when one comes from the
//! other. All other ground has no zones, and from there both exist. Under the
//! hill its surface is neither seen nor in the way; on the hill the tunnel is
//! neither. Source: `docs/spec/zbd/engine-behaviour.md`, "5. Zones".

use super::area::Area;
use glam::Vec3;

/// Length of a piece of tunnel or trench, and of the hill's grid along x.
pub(crate) const PIECE: f32 = 8.0;
/// The hill's grid along z.
const FINE: f32 = 4.0;

/// The hill's zone.
pub(crate) const HILL_ZONE: i8 = 1;
/// The tunnel's zone.
pub(crate) const TUNNEL_ZONE: i8 = 2;
/// Where both exist.
pub(crate) const THRESHOLD: &[i8] = &[HILL_ZONE, TUNNEL_ZONE];

/// A tunnel from west to east at height 0, with an open trench in front of each
/// mouth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bore {
    /// Here the ground is the hill's own.
    pub hill: Area,
    /// The tunnel's north wall.
    pub north: f32,
    /// The tunnel's south wall.
    pub south: f32,
    /// Its west and east mouths.
    pub mouths: [f32; 2],
}

/// The trench in front of a mouth.
#[derive(Clone, Debug)]
pub(crate) struct Approach {
    /// Where the tunnel begins.
    pub mouth: f32,
    /// 1 when one leaves to the east, else -1.
    pub way: f32,
    /// West and east ends of its pieces from the mouth on.
    pub pieces: Vec<[f32; 2]>,
}

impl Bore {
    /// The triangles of the hill, the trenches left out.
    pub fn surface(&self, height: impl Fn(f32, f32) -> f32) -> Vec<[Vec3; 3]> {
        let columns = ((self.hill.east - self.hill.west) / PIECE) as usize;
        let rows = ((self.hill.south - self.hill.north) / FINE) as usize;
        let corner = |column: usize, row: usize| {
            let (x, z) = (self.hill.west + column as f32 * PIECE, self.hill.north + row as f32 * FINE);
            Vec3::new(x, height(x, z), z)
        };
        let mut all = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let (nw, ne) = (corner(column, row), corner(column + 1, row));
                let (sw, se) = (corner(column, row + 1), corner(column + 1, row + 1));
                let middle = (nw + se) * 0.5;
                let inside = (self.mouths[0]..=self.mouths[1]).contains(&middle.x);
                if inside || !(self.north..self.south).contains(&middle.z) {
                    all.extend([[nw, sw, se], [nw, se, ne]]);
                }
            }
        }
        all
    }

    /// The trenches, the western one first.
    pub fn approaches(&self) -> [Approach; 2] {
        [(self.mouths[0], self.hill.west), (self.mouths[1], self.hill.east)].map(|(mouth, border)| {
            let step = if border < mouth { -PIECE } else { PIECE };
            let pieces = (0..((border - mouth) / step) as i32).map(|piece| {
                let near = mouth + piece as f32 * step;
                [near.min(near + step), near.max(near + step)]
            });
            Approach { mouth, way: step.signum(), pieces: pieces.collect() }
        })
    }

    /// West ends of the tunnel's pieces.
    pub fn pieces(&self) -> impl Iterator<Item = f32> {
        let first = self.mouths[0];
        (0..((self.mouths[1] - first) / PIECE) as i32).map(move |piece| first + piece as f32 * PIECE)
    }

    /// The floor from west to east: its corners from the north-west over the
    /// south.
    pub fn floor(&self, [west, east]: [f32; 2]) -> [Vec3; 4] {
        let at = |x: f32, z: f32| Vec3::new(x, 0.0, z);
        [at(west, self.north), at(west, self.south), at(east, self.south), at(east, self.north)]
    }

    /// The walls of a piece of trench up to the land, each with three or four
    /// corners: at the border they run out.
    pub fn walls(&self, [west, east]: [f32; 2], height: impl Fn(f32, f32) -> f32) -> Vec<Vec<Vec3>> {
        let mut all = Vec::new();
        for (z, from, to) in [(self.north, west, east), (self.south, east, west)] {
            let low = |x: f32| Vec3::new(x, 0.0, z);
            let top = |x: f32| Vec3::new(x, height(x, z), z);
            let mut corners = vec![low(from), low(to), top(to), top(from)];
            corners.dedup();
            if corners.last() == corners.first() {
                corners.pop();
            }
            if corners.len() > 2 {
                all.push(corners);
            }
        }
        all
    }

    /// The wall over a mouth from `ceiling` up to the land, in two halves that
    /// meet at `middle`.
    pub fn brow(
        &self,
        approach: &Approach,
        middle: f32,
        ceiling: f32,
        height: impl Fn(f32, f32) -> f32,
    ) -> [[Vec3; 4]; 2] {
        [(self.north, middle), (middle, self.south)].map(|(north, south)| {
            let top = |z: f32| Vec3::new(approach.mouth, height(approach.mouth, z), z);
            let low = |z: f32| Vec3::new(approach.mouth, ceiling, z);
            let [left, right] = if approach.way > 0.0 { [south, north] } else { [north, south] };
            [low(left), low(right), top(right), top(left)]
        })
    }

    /// The tunnel's edges as one sees them who walks in: left and right.
    pub fn sides(&self, approach: &Approach) -> [f32; 2] {
        if approach.way > 0.0 { [self.south, self.north] } else { [self.north, self.south] }
    }
}
