//! Textures, palettes, lens flares.

use super::entry::{ALL, SKIES};

const NO_MARKS: &str = "no weapons are fired, so that nothing leaves marks";

super::commands! {
    /// Textures, palettes, lens flares.
    Textures, source "docs/spec/zbd/interp-language.md, \"8.4 Models, materials, texture cycles\"";
    SetTextureDirectory { folders: text "folders and archives with ; between them" }: ALL
        => "Sets where textures are looked for, the first place first";
    TextureAdd { name: text "texture" }: ALL
        => "Registers a texture";
    AddEnhancerImage { name: text "texture" }: ALL
        => "Registers a texture that adds detail";
    WriteTextureSetType { kind: whole "type" }: ALL.ignorable(NO_MARKS)
        => "Began a kind of mark that damage leaves";
    WriteTextureSetMap { texture: text "texture" }: ALL.ignorable(NO_MARKS)
        => "Set the texture of a kind of mark that damage leaves";
    LensFlareTexture { stage: whole "0 to 3", texture: text "texture" }: ALL
        => "Sets one of the four textures of the lens flare, which is shown once all are set";
    SetPaletteName { name: text "palette" }: ALL.ignorable("belongs to displays of 256 colours")
        => "Set the palette of a display of 256 colours";
    SetPaletteShading { on: switch "shading" }: ALL.ignorable("belongs to displays of 256 colours")
        => "Shaded by the palette of a display of 256 colours";
    MipBias { bias: number "levels" }: SKIES.ignorable("textures are as sharp as the pixels of the screen allow")
        => "Made textures sharper or softer in the distance";
    LightMapTexture { texture: text "texture" }: SKIES
        => "Registers a texture of baked light";
}
