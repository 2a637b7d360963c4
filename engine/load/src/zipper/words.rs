//! English words in the names of nodes and motions that say what something is. Lower case; names are
//! compared without regard to it. Beginnings of the names of skies are in `assets-manifest.toml`.
//! Source: `docs/spec/zbd/mw3-runtime.md`, "5.3 From definition to model".

/// The gaits of a 'mech's definition, in its order.
pub(super) const GAITS: [&str; 5] = ["stand", "step", "walk", "trot", "run"];
/// Parts of a 'mech whose stored translation would displace the limb: they keep the translation of
/// the model and are only rotated.
pub(super) const ONLY_TURNED: [&str; 13] = [
    "rarm", "larm", "rhand", "lhand", "torso", "rcalf", "lcalf", "rtoe01", "rtoe02", "rtoe03", "ltoe01",
    "ltoe02", "ltoe03",
];
/// The part of a 'mech whose inside is its cockpit.
pub(super) const HEAD: &str = "head";
/// The camera of a world.
pub(super) const CAMERA: &str = "camera1";
/// Beginning of the names of 'mechs in a library.
pub(super) const MECH: &str = "mech_";
/// Parts of a 'mech that its driver moves: what the legs hang on, the torso, the arms; thigh, calf and foot of each leg,
/// left first.
pub(super) const HIP: &str = "hip";
/// The torso.
pub(super) const TORSO: &str = "torso";
/// The arms.
pub(super) const ARMS: [&str; 2] = ["larm", "rarm"];
/// The legs.
pub(super) const LEGS: [[&str; 3]; 2] = [["lthigh", "lcalf", "lfoot"], ["rthigh", "rcalf", "rfoot"]];
/// Beginnings of the names of nodes at which shots leave a vehicle. Source: `docs/spec/zbd/vehicles-and-combat.md`, "B3.
/// Projectile tick".
pub(super) const MUZZLES: [&str; 4] = ["gun", "fpnt_c", "fpnt_l", "fpnt_r"];
/// What a hit may be of besides kinds of ground: a building, the person, an opponent. Source:
/// `docs/spec/zbd/vehicles-and-combat.md`, "C4. Weapons".
pub(super) const IMPACTS: [&str; 3] = ["buildings", "player", "enemy"];
/// In the names of equipment, without underscores: what takes heat away.
pub(super) const HEAT_SINK: &str = "heatsink";
/// What lifts a 'mech.
pub(super) const JUMP_JET: &str = "jumpjet";
/// Beginning of the names of what lies about to be collected. Source: `docs/spec/zbd/vehicles-and-combat.md`, "B6. Pickups
/// (`puppies.zrd`)".
pub(super) const PICKUP: &str = "pu_";
/// The vehicle of Recoil's player. Source: `docs/spec/zbd/vehicles-and-combat.md`, "A1. Modes and states".
pub(super) const USUAL_VEHICLE: &str = "bft";
/// Hands of the instruments of an aeroplane: speed, height by the long and by the short hand, heading. Source:
/// `docs/spec/zbd/vehicles-and-combat.md`, "D4. Gauges and compass"; what their nodes are called is inferred.
pub(super) const GAUGES: [&str; 4] = ["needle_speed", "needle_long", "needle_short", "needle_heading"];
/// End of the name of the model around whoever flies an aeroplane, which is inferred, too.
pub(super) const COCKPIT: &str = "_cockpit";
