//! Switches of the current node.

use super::entry::{NODE, Word};

super::commands! {
    /// Switches of the current node.
    Flags, source "docs/spec/zbd/interp-language.md, \"8.2 Flags on cur\"";
    NodeSetActive { active: switch "flag 0x4" }: NODE.also(&[
        Word::prefix("Object3DSetActive"),
        Word::prefix("CameraSetActive"),
        Word::prefix("LightSetActive"),
    ])
        => "Switches the node on or off; off it is not drawn, not hit and not updated, nor is what is below it";
    NodeSetDescription { name: text "node, the first 35 characters" }: NODE
        => "Renames the node";
    NodeSetCanModify { allowed: switch "flag 0x10000" }: NODE
        => "Lets the node be changed while the game runs, by craters for example";
    NodeSetLighting { lit: switch "of all models below" }: NODE
        => "Lets light fall on the models of the node and of everything below it, or not";
    NodeSetOverwrite { over: switch "flag 0x800000" }: NODE
        => "Draws the node and what is below it over everything else";
    SetAltitudeSurface { ground: switch "flag 0x8" }: NODE
        => "Lets the node count as ground where a height is asked for";
    SetIntersectSurface { solid: switch "flag 0x10" }: NODE
        => "Lets the polygons of the node be hit";
    SetIntersectBBOX { boxed: switch "flag 0x20" }: NODE
        => "Lets the box of the node be hit instead of its polygons";
    SetProximity { near: switch "flag 0x40" }: NODE
        => "Lets the node be found by searches of what is near";
    SetLandmark { landmark: switch "flag 0x80" }: NODE
        => "Shows the node at any distance and keeps it out of the grid";
    SetZone { zones: rest "numbers of zones" }: NODE.exact()
        => "Puts the node into zones; no known script has it";
}
