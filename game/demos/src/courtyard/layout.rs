//! Where everything stands, in metres: x to the east, y up, z to the south.

use glam::Vec3;

/// Half the yard inside its walls: to the east, to the south.
pub(super) const YARD: [f32; 2] = [10.0, 9.0];
/// Height and thickness of its walls.
pub(super) const WALL: [f32; 2] = [3.4, 0.6];
/// Half the width of the openings in the north and south walls, and their height
/// where the arch begins.
pub(super) const GATE: [f32; 2] = [1.5, 2.5];
/// The middle of the fountain, on the ground.
pub(super) const FOUNTAIN: Vec3 = Vec3::new(0.6, 0.0, -1.2);
/// Height of the water in the basin and of the spout above the ground.
pub(super) const WATER: f32 = 0.46;
/// Where water leaves the fountain.
pub(super) const SPOUT: f32 = 1.52;

/// A box on the ground.
pub(super) struct Block {
    pub least: Vec3,
    pub most: Vec3,
}

impl Block {
    pub const fn middle(&self) -> Vec3 {
        Vec3::new((self.least.x + self.most.x) * 0.5, 0.0, (self.least.z + self.most.z) * 0.5)
    }

    pub const fn half(&self) -> Vec3 {
        Vec3::new((self.most.x - self.least.x) * 0.5, 0.0, (self.most.z - self.least.z) * 0.5)
    }
}

/// The wall that stands by itself in the west of the yard.
pub(super) const SCREEN: Block =
    Block { least: Vec3::new(-7.6, 0.0, -3.2), most: Vec3::new(-4.2, 2.3, -2.8) };

/// The middle, half the length and width, and the rounding of a way that goes
/// around something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub middle: Vec3,
    pub half: [f32; 2],
    pub corner: f32,
}

/// Around the screen wall: its southern side is at z = -1.6.
pub(super) const LANTERN_WAY: Way = Way { middle: Vec3::new(-5.9, 0.0, -3.0), half: [2.6, 1.4], corner: 1.2 };
/// Along the east wall.
pub(super) const SWORD_WAY: Way = Way { middle: Vec3::new(6.2, 0.0, -0.8), half: [1.5, 3.6], corner: 1.4 };
/// Around the fountain.
pub(super) const BOWL_WAY: Way = Way { middle: FOUNTAIN, half: [3.0, 3.0], corner: 2.9 };

/// Where a visit begins: the feet, and degrees to the left of north.
pub(super) const START: (Vec3, f32) = (Vec3::new(-1.2, 0.0, 6.8), 3.0);
/// Urns with plants in them.
pub(super) const URNS: [Vec3; 4] = [
    Vec3::new(-4.9, 0.0, 2.6),
    Vec3::new(3.3, 0.0, 3.1),
    Vec3::new(-3.0, 0.0, -7.9),
    Vec3::new(3.0, 0.0, -7.9),
];
/// Where lamps hang at the walls.
pub(super) const SCONCES: [Vec3; 4] = [
    Vec3::new(-2.3, 2.25, -8.8),
    Vec3::new(2.3, 2.25, -8.8),
    Vec3::new(9.8, 2.1, 2.6),
    Vec3::new(-9.8, 2.1, 3.2),
];
