//! Numbers by which events of programs go that no file says.

/// Numbers of a game's program.
///
/// Source: `docs/spec/zbd/engine-behaviour.md`, "13.2 OBJECT_MOTION: launch" and "13.3 Ground contact".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProgramRules {
    /// A velocity that a body inherits counts if one axis of it is larger, units a second.
    pub force: f32,
    /// Ground farther above a body than this counts only if there is no other, units.
    pub reach_up: f32,
    /// A body that comes down with less than this along x and z, and less than that along y, is put on the ground; units a
    /// second.
    pub rest: [f32; 2],
    /// The part of its velocity that a body keeps when it hits the ground.
    pub keeps: f32,
    /// The part of its step by which a body comes off the ground that it hits.
    pub rise: f32,
    /// Seconds over no ground after which a body without a run time ends, and the same for one that hits whatever is in its
    /// way.
    pub groundless_s: [f32; 2],
    /// How far above a node something covers it, unless the condition says, units.
    pub cover: f32,
    /// A step of so many units in a tick is a jump, on which a puffer leaves nothing.
    pub jump: f32,
    /// The range of a light of which nothing is said: where it begins to fade, and where it ends, units.
    pub light_range: [f32; 2],
}

impl Default for ProgramRules {
    /// Whatever hits the ground slides on along it, and never ends.
    fn default() -> Self {
        ProgramRules {
            force: 0.0,
            reach_up: f32::INFINITY,
            rest: [0.0; 2],
            keeps: 1.0,
            rise: 0.0,
            groundless_s: [f32::INFINITY; 2],
            cover: f32::INFINITY,
            jump: f32::INFINITY,
            light_range: [0.0, 1.0],
        }
    }
}
