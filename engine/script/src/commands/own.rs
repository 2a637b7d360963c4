//! Words of one game alone.

use super::entry::{RECOIL, SKIES};

super::commands! {
    /// Words of one game alone: that of Recoil is its hook before the table, those of Crimson Skies are
    /// words of its console.
    Own, source "docs/spec/zbd/interp-language.md, \"8.8 Files and tables\"";
    WeaponSetMaxTetherAltitude { altitude: number "units" }: RECOIL.ignorable("no weapons are fired")
        => "Set how high above the ground tethered weapons fly";
    GlobalWindStaticVelocity {
        x: number "units per second",
        y: number "units per second",
        z: number "units per second"
    }: SKIES
        => "Sets the wind that always blows";
    GlobalWindRandomMaxSpeed { speed: number "units per second" }: SKIES
        => "Sets how strong gusts of wind are";
    GlobalWindRandomAccel { acceleration: number "units per second, in each tick" }: SKIES
        => "Sets how fast gusts of wind rise";
    GlobalWindRandomAngVel { rate: number "degrees per second" }: SKIES
        => "Sets how fast gusts of wind turn";
}
