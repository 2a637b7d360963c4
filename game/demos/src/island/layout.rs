//! Where everything is on the island. Metres; x east, y north, z up, 0 the sea.
//!
//! From the south: a jetty, a beach, a gate, a meadow, and above a retaining
//! wall the plateau with the abbey. The church runs from west to east and stands
//! with its east end on a cliff; the cloister lies south of it, the tower at its
//! north-western corner, a crypt under its eastern half.

use crate::builders::area::Area;

/// Quants of the level in a metre.
pub(super) const QUANTS: f32 = gamestudio::space::QUANTS_PER_METRE;

/// Height of the plateau.
pub(super) const PLATEAU: f32 = 8.0;
/// Height of the floors of the abbey.
pub(super) const FLOOR: f32 = 8.08;
/// Height of the meadow.
pub(super) const MEADOW: f32 = 3.5;
/// Height of the beach at the gate's foot.
pub(super) const BEACH: f32 = 1.1;
/// Height of the ledge below the east end.
pub(super) const LEDGE: f32 = 3.9;
/// Height of the crypt's floor.
pub(super) const CRYPT: f32 = 4.0;

/// The church inside its walls: areas count north upwards here, so `north` is
/// the least y and `south` the greatest.
pub(super) const NAVE: Area = Area::new(-12.0, 8.0, 12.0, 16.0);
/// Thickness of its walls.
pub(super) const THICK: f32 = 0.9;
/// Top of its side walls.
pub(super) const EAVES: f32 = FLOOR + 7.4;
/// The crypt inside its walls.
pub(super) const VAULT: Area = Area::new(3.0, 8.9, 12.0, 15.1);
/// The stairs down to it, first step in the west.
pub(super) const CRYPT_STAIRS: Area = Area::new(-3.0, 13.1, 3.0, 14.7);
/// Where the floor above them is open.
pub(super) const STAIRWELL: Area = Area::new(-3.0, 13.1, 1.5, 14.7);
/// The tower's outer walls.
pub(super) const TOWER: Area = Area::new(-12.9, 16.9, -7.3, 22.5);
/// Top of the tower.
pub(super) const TOWER_TOP: f32 = 25.5;
/// The cloister's outer walls; its north side is the church.
pub(super) const CLOISTER: Area = Area::new(-9.0, -10.9, 9.0, 7.1);
/// The court in its middle.
pub(super) const GARTH: Area = Area::new(-5.6, -7.5, 5.6, 3.7);

/// The retaining wall's south and north faces.
pub(super) const RETAINING: [f32; 2] = [-13.6, -12.0];
/// Its west and east ends.
pub(super) const RETAINING_ENDS: [f32; 2] = [-25.0, 15.0];
/// The stairs from the meadow: west, foot, east, head.
pub(super) const STAIRS: Area = Area::new(-18.0, -17.6, -14.0, -10.1);
/// The middle of the way from the jetty to the stairs.
pub(super) const WAY_X: f32 = -16.0;
/// The gate's y.
pub(super) const GATE_Y: f32 = -31.0;
/// The jetty: its deck.
pub(super) const JETTY: Area = Area::new(-17.2, -57.0, -14.8, -40.5);
/// Height of the jetty's deck.
pub(super) const DECK: f32 = 1.05;
/// The pool in the crypt.
pub(super) const POOL: Area = Area::new(6.4, 10.6, 9.4, 13.4);
/// Where nobody walks on into the sea: corners of an invisible wall.
pub(super) const SHORE: Area = Area::new(-44.0, -58.6, 40.0, 46.0);
/// Half the side of the land's grid of heights.
pub(super) const LAND: f32 = 64.0;
