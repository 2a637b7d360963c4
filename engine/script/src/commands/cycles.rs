//! Materials that show several textures in turn.

use super::entry::{ALL, NODE, Register};

super::commands! {
    /// Materials that show several textures in turn.
    Cycles, source "docs/spec/zbd/interp-language.md, \"8.4 Models, materials, texture cycles\"";
    CycleTextureSetOn { frames: whole "textures" }: NODE.sets(&[Register::Cycled])
        => "Lets the material of the current node show so many textures in turn";
    CycleTextureSetMap { texture: text "texture" }: ALL.needs(Register::Cycled)
        => "Adds a texture to those that are shown in turn";
    CycleTextureSetSpeed { rate: number "textures per second, 15 if never set" }: ALL.needs(Register::Cycled)
        => "Sets how fast textures are shown in turn";
    CycleTextureSetLooping { looping: switch "off holds the last" }: ALL.needs(Register::Cycled)
        => "Lets textures that are shown in turn start again at their end";
}
