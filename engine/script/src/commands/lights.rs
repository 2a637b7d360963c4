//! Lights.

use super::entry::{NODE, Word};

super::commands! {
    /// Lights: all of them work on the current node. [`Flags::NodeSetActive`](super::Flags::NodeSetActive)
    /// switches a light, [`World::WorldAddLight`](super::World::WorldAddLight) adds it to a world.
    Lights, source "docs/spec/zbd/interp-language.md, \"8.5 Lights\"";
    LightSetAmbient { strength: number "0 to 1, 1 if never set" }: NODE
        => "Sets how much of the light comes from everywhere";
    LightSetDiffuse { strength: number "0 to 1, 0 if never set" }: NODE
        => "Sets how much of the light comes from its place or direction";
    LightSetColor { r: number "0 to 1", g: number "0 to 1", b: number "0 to 1" }: NODE
        => "Sets the colour of the light";
    LightSetDirectedSource {}: NODE
        => "Makes the light come from a direction";
    LightSetPointSource {}: NODE
        => "Makes the light come from a place";
    LightSetDirectional { on: switch "angle between surface and light" }: NODE
        => "Lets the light depend on how a surface is turned";
    LightSetTranslate { x: number "units", y: number "units", z: number "units" }: NODE
        => "Moves the light";
    LightSetOrientation {
        x: number "degrees",
        y: number "degrees",
        z: number "degrees"
    }: NODE.also(&[Word::exact("LightSetDirection")])
        => "Turns the light";
    LightSetRanges { near: number "units, 32 if never set", far: number "units, 64 if never set" }: NODE
        => "Sets from where to where the light fades; sorted, and 10 apart if both are the same";
    LightSetSaturated { on: switch "on if never set" }: NODE
        => "Adds the light to those whose sum is limited";
}
