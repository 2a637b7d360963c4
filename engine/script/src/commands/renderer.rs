//! Tuning of the renderer and of the tools that built worlds.

use super::entry::{ALL, Traits};

/// Of the program that draws without a graphics card, and of the tools that built worlds.
const TUNING: Traits = ALL.ignorable("tunes a renderer and tools that are not these");

super::commands! {
    /// Tuning of the renderer and of the tools that built worlds.
    Renderer, source "docs/spec/zbd/interp-commands.md, \"3.9 Renderer tuning\"";
    SetBFETolerance { tolerance: number "0.00005 in Crimson Skies" }: TUNING
        => "Set when a polygon counts as turned away";
    SetCoplanarTolerance { tolerance: number "0.10005 in Crimson Skies" }: TUNING
        => "Set when polygons count as lying in one plane";
    SetColinearTolerance { tolerance: number "units" }: TUNING
        => "Set when corners count as lying on one line";
    SetInverseZTolerance { tolerance: number "0.02 in Crimson Skies" }: TUNING
        => "Set how exact depths are";
    SetPerspectiveInverseZTolerance { tolerance: number "of depth" }: TUNING.cut(20)
        => "Set how exact depths of textures are";
    SetPerspectiveTextureDeltaX { pixels: whole "pixels" }: TUNING
        => "Set how often in a row of pixels a texture is put right";
    SetPerspectiveTextureFarZ { distance: number "units" }: TUNING
        => "Set from where on textures are no longer put right";
    SetPerspectiveAdaptiveCorrection {
        least: whole "pixels",
        most: whole "pixels",
        tolerance: number "of depth"
    }: TUNING
        => "Set how the correction of textures adapts";
    PerspectiveTexture { on: switch "correction" }: TUNING
        => "Corrected textures for perspective";
    SetSmallPolygonRejectArea { area: number "pixels" }: TUNING
        => "Left out polygons smaller than this";
    SetVertexShading { on: switch "smooth" }: TUNING
        => "Let the tools that built worlds smooth the light on models";
    VideoSetDither { on: switch "dithering" }: TUNING.exact()
        => "Mixed colours that the display does not have";
    VideoSetWireFrame { on: switch "wire frame" }: TUNING.exact()
        => "Drew edges alone";
}
