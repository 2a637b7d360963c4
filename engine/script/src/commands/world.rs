//! The world: its grid, its fog, its lights.

use super::entry::{NODE, Register::Node, SKIES};

super::commands! {
    /// The world, which has to be current: its grid, its fog, its lights.
    World, source "docs/spec/zbd/interp-language.md, \"8.7 World\"";
    WorldOrigin { x: number "units", z: number "units" }: NODE
        => "Sets the corner of the grid";
    WorldExtents { x: number "units", z: number "units, below 0 in known worlds" }: NODE
        => "Sets the size of the grid";
    WorldPartitionInclusionTolerance { x: number "units", z: number "units" }: NODE
        => "Sets how far a node may reach out of its cell of the grid";
    WorldPartitionMaxDECFeatureCount { count: whole "0 to 255, 16 if never set" }: NODE
        => "Sets how many changes of the ground a cell of the grid may hold";
    WorldPartitionSetActive {
        active: switch "flag 0x4",
        x1: number "units",
        z1: number "units",
        x2: number "units",
        z2: number "units"
    }: SKIES.needs(Node)
        => "Switches all nodes in the cells from one corner up to, but without, the other";
    WorldPartition { x: number "units", z: number "units" }: NODE
        => "Builds the grid of cells of this size";
    WorldSetVirtualPartitionMapSize { x: whole "cells", z: whole "cells" }: SKIES.needs(Node)
        => "Sets how many cells at the edge are repeated outside the map";
    WorldSetVirtualPartition { on: switch "repeat" }: NODE
        => "Repeats the land at the edge outside the map";
    WorldAddLight { name: text "light" }: NODE
        => "Adds a light to the world";
    WorldSetFogState { state: text "off, linear or exponential" }: NODE
        => "Chooses the law of the fog";
    WorldSetFogColor { r: number "0 to 1", g: number "0 to 1", b: number "0 to 1" }: NODE
        => "Sets the colour of the fog";
    WorldSetFogRange { near: number "units", far: number "units" }: NODE.exact()
        => "Sets where the fog begins and where it is full";
    WorldSetFogRangeNear { near: number "units" }: NODE.exact()
        => "Sets where the fog begins";
    WorldSetFogRangeFar { far: number "units" }: NODE.exact()
        => "Sets where the fog is full";
    WorldSetFogAltitude { low: number "units", high: number "units" }: NODE
        => "Sets from which height to which the fog thins out";
    WorldSetFogDensity { density: number "not used by linear fog" }: NODE
        => "Sets how dense the fog is";
    WorldSetFog {
        state: text "off, linear or exponential",
        near: number "units",
        far: number "units",
        r: number "0 to 1",
        g: number "0 to 1",
        b: number "0 to 1"
    }: NODE.exact()
        => "Sets law, range and colour of the fog; no known script has it";
    WorldGetFogRange {}: NODE.exact().ignorable("only prints")
        => "Printed where the fog begins and where it is full";
}
