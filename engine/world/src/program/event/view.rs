//! Events that change the camera, the fog and what lies over the picture.

use super::Span;

/// What the camera is from now on. What is absent stays as it is.
///
/// Source: `docs/spec/zbd/anim-events.md`, "4.20 CAMERA_STATE".
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CameraChange<T> {
    /// Units: what is nearer is not drawn.
    pub near: Option<T>,
    /// Units: what is farther is not drawn.
    pub far: Option<T>,
    /// Distances to LOD nodes are divided by it.
    pub lod_multiplier: Option<T>,
    /// Horizontal field of view in radians.
    pub fov_x: Option<T>,
    /// Vertical field of view in radians.
    pub fov_y: Option<T>,
    /// Factor by which things look wider.
    pub zoom_x: Option<T>,
    /// Factor by which things look higher.
    pub zoom_y: Option<T>,
}

/// A camera whose values go evenly from here to there.
///
/// Source: `docs/spec/zbd/anim-events.md`, "4.21 CAMERA_FROM_TO".
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CameraTo {
    /// What changes.
    pub change: CameraChange<Span<f32>>,
    /// How long it takes.
    pub seconds: f32,
}

/// What the fog is from now on. What is absent stays as it is.
///
/// Source: `docs/spec/zbd/anim-events.md`, "4.28 FOG_STATE".
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FogChange {
    /// Whether there is any, and how it grows.
    pub kind: Option<FogKind>,
    /// 0..=1 in display space.
    pub color: Option<[f32; 3]>,
    /// World heights, in either order: full fog at and below the lower one, none at and above the higher.
    pub altitude: Option<[f32; 2]>,
    /// Units: none nearer than the first, nothing else beyond the second.
    pub range: Option<[f32; 2]>,
}

/// How fog grows with distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FogKind {
    /// There is none.
    #[default]
    Off,
    /// Evenly.
    Linear,
    /// Exponentially; the games draw it as linear fog.
    Exponential,
}

/// A colour over the whole picture, which is gone as soon as its time is over.
///
/// Source: `docs/spec/zbd/anim-events.md`, "4.32 FBFX_COLOR_FROM_TO".
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ScreenWash {
    /// Red, green, blue and how much of the picture it hides. Values beyond 0..=1 are held there when
    /// they are shown.
    pub color: Span<[f32; 4]>,
    /// How long it takes.
    pub seconds: f32,
}
