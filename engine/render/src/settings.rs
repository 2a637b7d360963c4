//! Options of a picture, and statistics about drawing it.

use world::ScreenColor;

/// The style of the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Look {
    /// At the size of the window, with the best filtering of the device.
    #[default]
    Clear,
    /// As in the games' own time: 480 rows, plain filtering, 16-bit colour with ordered dithering,
    /// enlarged.
    Faithful,
}

/// Debug views, instead of or on top of the plain picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DebugView {
    /// No debug view.
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
    /// How often each pixel is drawn.
    Overdraw,
}

impl DebugView {
    /// All, in the order of the key that steps through them.
    pub const ALL: [DebugView; 7] = [
        DebugView::None,
        DebugView::Wireframe,
        DebugView::Bounds,
        DebugView::Cells,
        DebugView::Zones,
        DebugView::Lod,
        DebugView::Overdraw,
    ];

    /// Its name in menus.
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

/// Options of a picture. Options that a device does not support are ignored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Vertical field of view, degrees; `None` for the camera's own. Wider
    /// windows show more at the sides (Hor+).
    pub fov_y_deg: Option<f32>,
    /// View distance in metres, landmarks excepted; `None` for the camera's own.
    pub view_distance: Option<f32>,
    /// Anti-aliasing: samples per pixel, 1 or 4.
    pub msaa: u32,
    /// Anisotropic filtering: 1..=16 samples. Adapters that draw on the processor use one.
    pub anisotropy: u16,
    /// Clear or faithful.
    pub look: Look,
    /// Render scale: sides of what the world is drawn at, as a factor on those of the picture,
    /// [`RENDER_SCALE`](crate::RENDER_SCALE). The faithful look has a size of its own.
    pub render_scale: f32,
    /// Brightness, [`BRIGHTNESS`](crate::BRIGHTNESS): colours between black and white to the power
    /// of its inverse; at 1 they stay as they are.
    pub brightness: f32,
    /// A debug view.
    pub view: DebugView,
    /// V-sync.
    pub vsync: bool,
    /// Flashes of the whole picture in a second, at most; more than three are
    /// dangerous for photosensitive people. 0 shows none.
    pub flashes_per_second: u32,
    /// The colour of what the camera is in, such as water; below all other colours over the
    /// picture, and no flash: whoever sets it changes it gradually.
    pub tint: ScreenColor,
    /// A colour over the finished picture, above those of the state; the limit of
    /// flashes counts both together.
    pub cover: ScreenColor,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            fov_y_deg: None,
            view_distance: None,
            msaa: 1,
            anisotropy: 1,
            look: Look::Clear,
            render_scale: 1.0,
            brightness: 1.0,
            view: DebugView::None,
            vsync: true,
            flashes_per_second: 3,
            tint: ScreenColor::NONE,
            cover: ScreenColor::NONE,
        }
    }
}

/// Statistics of one picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Triangles submitted.
    pub triangles: u64,
    /// Draw calls.
    pub draws: u32,
    /// Instances of models.
    pub instances: u32,
    /// Different shapes of models that change theirs.
    pub posed: u32,
    /// Particles in the picture.
    pub particles: u32,
    /// Corners worked out for this picture alone by the processor.
    pub streamed_corners: u32,
    /// Occurrences of which something was drawn.
    pub occurrences_drawn: u32,
    /// Occurrences culled: switched off, out of sight, out of range.
    pub occurrences_culled: u32,
    /// False when the window could not show anything: minimised, or hidden.
    pub presented: bool,
}

impl Statistics {
    /// Of two places in one picture.
    pub(crate) fn and(self, other: Statistics) -> Statistics {
        Statistics {
            triangles: self.triangles + other.triangles,
            draws: self.draws + other.draws,
            instances: self.instances + other.instances,
            posed: self.posed + other.posed,
            particles: self.particles + other.particles,
            streamed_corners: self.streamed_corners + other.streamed_corners,
            occurrences_drawn: self.occurrences_drawn + other.occurrences_drawn,
            occurrences_culled: self.occurrences_culled + other.occurrences_culled,
            presented: self.presented || other.presented,
        }
    }
}
