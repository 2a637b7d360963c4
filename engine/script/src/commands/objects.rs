//! Objects and their models.

use super::entry::{NODE, Register::Cycled};

super::commands! {
    /// Objects and their models: all of them work on the current node.
    Objects, source "docs/spec/zbd/interp-language.md, \"8.3 Object3D\"";
    Object3DTranslate { x: number "units", y: number "units", z: number "units" }: NODE
        => "Moves the object to a place below its parent";
    Object3DRotate {
        x: number "degrees; radians in some scripts of Crimson Skies",
        y: number "as x",
        z: number "as x"
    }: NODE
        => "Turns the object to these angles";
    Object3DScale {
        x: number "1 is as modelled",
        y: number "1 is as modelled",
        z: number "1 is as modelled"
    }: NODE
        => "Scales the object";
    Object3DSetActionPriority {
        priority: whole "0 to 5"
    }: NODE.ignorable("objects have no actions of their own here, and the order of a tick is fixed")
        => "Set when in a frame the object's action was called";
    Object3DSetColor {
        color: whole "index of a flat colour"
    }: NODE.ignorable("which colours the numbers stand for is not known")
        => "Gave the object a flat colour";
    Object3DSetFacade {}: NODE.sets(&[Cycled])
        => "Turns the object's model to the camera at all times";
    Object3DSetPoints {}: NODE.sets(&[Cycled])
        => "Draws the object's model as points";
    Object3DSetOpacityIsSet { set: whole "0 or 1" }: NODE
        => "Lets the object be as opaque as was set, or as modelled";
    Object3DSetOpacity { opacity: number "0 to 1" }: NODE
        => "Sets how opaque the object is";
    Object3DSetPriority { priority: whole "of drawing" }: NODE
        => "Sets which of several polygons in one plane is drawn over the others";
    Object3DSetScroll {
        on: switch "off does nothing",
        u: number "texture widths per second",
        v: number "texture heights per second"
    }: NODE
        => "Lets the object's textures scroll while it is drawn";
    Object3DSetScrollAlways {
        on: switch "off does nothing",
        u: number "texture widths per second",
        v: number "texture heights per second"
    }: NODE
        => "Lets the object's textures scroll whether or not it is drawn";
    Object3DSetShowBackFace { both: switch "two-sided" }: NODE
        => "Shows the object's polygons from behind, too";
    Object3DSetTextureWorldBaseCoordinates { x: number "units", z: number "units" }: NODE
        => "Sets where textures that are laid over the land begin";
    Object3DSetTextureWorldTexturesPerMeter {
        x: number "textures per metre",
        z: number "textures per metre"
    }: NODE.cut(37)
        => "Sets how dense textures are that are laid over the land";
    Object3DRegisterTexturesToWorld { on: switch "flag 4 of the model" }: NODE.sets(&[Cycled])
        => "Lays the object's textures over the land, by x and z of the world";
    Object3DSetMorphVertex { y: number "units" }: NODE
        => "Prepares the object's corners for moving up and down, as waves do";
    Object3DGetTranslate {}: NODE.exact().ignorable("only prints")
        => "Printed where the object is";
}
