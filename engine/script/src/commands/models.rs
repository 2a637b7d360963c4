//! Models and materials that scripts build corner by corner.

use super::entry::{ALL, Register, SKIES};

super::commands! {
    /// Models and materials that scripts build corner by corner. The executor keeps the corners of a
    /// polygon, so that a host needs to act on its end alone.
    Models, source "docs/spec/zbd/interp-language.md, \"8.4 Models, materials, texture cycles\"";
    ModelNew {
        name: text "node",
        kind: text "beginning with Facade: turned to the camera"
    }: ALL.sets(&[Register::Node, Register::Model])
        => "Makes an object with an empty model and makes it current";
    ModelPolygonBegin {}: ALL.needs(Register::Model).or(Register::Node)
        => "Begins a polygon of the current model; without one, of that of the current node";
    ModelPolygonVertex { x: number "units", y: number "units", z: number "units" }: ALL.needs(Register::Model)
        => "Adds a corner to the polygon";
    ModelPolygonUV { u: number "texture widths", v: number "texture heights" }: ALL.needs(Register::Model)
        => "Says where on the texture the next corner of the polygon is";
    ModelPolygonEnd {}: ALL.needs(Register::Model)
        => "Adds the polygon to the current model, in the current material";
    MatlNew {}: ALL.sets(&[Register::Material])
        => "Makes a material and makes it current";
    MatlFaceColor { r: number "red", g: number "green", b: number "blue" }: ALL.needs(Register::Material)
        => "Sets the colour of the current material";
    MatlTexture { texture: text "texture that is registered" }: ALL.needs(Register::Material)
        => "Gives the current material a texture";
    CreateUniqueMaterials {
        arguments: rest "unknown"
    }: SKIES.ignorable("a copy of a material looks like it, and which object is meant is not known")
        => "Gave an object materials of its own";
}
