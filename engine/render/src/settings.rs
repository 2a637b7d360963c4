//! How a picture is to look, and what it took to draw it.

/// How the world is painted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Look {
    /// At the size of the window, filtered as well as the device can.
    #[default]
    Clear,
    /// As the games' own time saw it: 480 rows, plain filtering, 16-bit colour
    /// with ordered dither, enlarged.
    Faithful,
}

/// What is shown instead of, or on top of, the plain picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DebugView {
    /// The picture alone.
    #[default]
    None,
    /// Edges of triangles.
    Wireframe,
    /// Boxes around what is drawn.
    Bounds,
    /// Cells of the world's grid.
    Cells,
    /// A colour per zone.
    Zones,
    /// A colour per level of detail.
    Lod,
    /// How often each pixel is painted.
    Overdraw,
}

impl DebugView {
    /// All, in the order of a key that steps through them.
    pub const ALL: [DebugView; 7] = [
        DebugView::None,
        DebugView::Wireframe,
        DebugView::Bounds,
        DebugView::Cells,
        DebugView::Zones,
        DebugView::Lod,
        DebugView::Overdraw,
    ];

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            DebugView::None => "none",
            DebugView::Wireframe => "wireframe",
            DebugView::Bounds => "bounds",
            DebugView::Cells => "cells",
            DebugView::Zones => "zones",
            DebugView::Lod => "level of detail",
            DebugView::Overdraw => "overdraw",
        }
    }
}

/// How a picture is to look. What a device cannot do is left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Vertical field of view, degrees; `None` for the camera's own. Wider
    /// windows show more at the sides (Hor+).
    pub fov_y_deg: Option<f32>,
    /// Metres to the end of the world, landmarks apart; `None` for the camera's
    /// own.
    pub view_distance: Option<f32>,
    /// Samples per pixel: 1 or 4.
    pub msaa: u32,
    /// Most samples along a slanted texture: 1..=16. Adapters that draw with
    /// the processor take one.
    pub anisotropy: u16,
    /// Clear or faithful.
    pub look: Look,
    /// A view for finding faults.
    pub view: DebugView,
    /// Waits for the screen.
    pub vsync: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            fov_y_deg: None,
            view_distance: None,
            msaa: 1,
            anisotropy: 1,
            look: Look::Clear,
            view: DebugView::None,
            vsync: true,
        }
    }
}

/// What one picture took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Triangles given to the device.
    pub triangles: u64,
    /// Draw calls.
    pub draws: u32,
    /// Copies of models drawn as instances.
    pub instances: u32,
    /// Different shapes of models that change theirs.
    pub posed: u32,
    /// Corners worked out for this picture alone by the processor.
    pub streamed_corners: u32,
    /// Occurrences of which something was drawn.
    pub occurrences_drawn: u32,
    /// Occurrences left out: off, out of sight, out of range.
    pub occurrences_culled: u32,
    /// False when the window could not show anything: minimised, or hidden.
    pub presented: bool,
}
