//! Cameras, windows, the display.

use super::entry::{ALL, NODE, Word};

const NO_BACKGROUND: &str = "neither the colour nor the axes of these polygons are known";

super::commands! {
    /// Cameras, windows and the display: most of them work on the current node.
    /// [`Flags::NodeSetActive`](super::Flags::NodeSetActive) switches a camera.
    Views, source "docs/spec/zbd/interp-language.md, \"8.6 Camera, window, display\"";
    CameraTranslate { x: number "units", y: number "units", z: number "units" }: NODE
        => "Moves the camera";
    CameraRotate { x: number "radians", y: number "radians", z: number "radians" }: NODE
        => "Turns the camera; unlike objects by radians";
    CameraSetFOV { horizontal: number "degrees", vertical: number "degrees" }: NODE
        => "Sets the field of view";
    CameraSetNearFarClip {
        near: number "units",
        far: number "units"
    }: NODE.also(&[Word::exact("CameraSetClip")])
        => "Sets from where to where the camera sees";
    CameraSetNearClip { near: number "units" }: NODE.exact()
        => "Sets from where on the camera sees";
    CameraSetFarClip { far: number "units" }: NODE.exact()
        => "Sets how far the camera sees";
    CameraSetLODMultiplier { factor: number "of distances" }: NODE
        => "Shows levels of detail from farther away or from nearer";
    CameraSetDynamicLOD {
        target: number "time of a frame"
    }: NODE.ignorable("full detail is drawn at all times: machines of today need to save none")
        => "Adapted levels of detail to the time that a frame takes";
    CameraSetHorizonXZ { name: text "node" }: NODE
        => "Lets a node follow the camera, but not up and down";
    CameraSetHorizon { name: text "node" }: NODE
        => "Lets a node, the sky for example, follow the camera";
    CameraSetWorld { name: text "world" }: NODE
        => "Sets the world that the camera shows";
    CameraSetWindow { name: text "window" }: NODE
        => "Sets the window that the camera shows its picture in";
    CameraSetObjectHSETest { on: switch "test" }: NODE.ignorable("only saves time: nothing looks different")
        => "Tests whether objects are hidden by others";
    CameraGetTranslate {}: NODE.exact().ignorable("only prints")
        => "Printed where the camera is";
    DisplayOrigin {
        x: whole "pixels",
        y: whole "pixels"
    }: NODE.ignorable("the screen is chosen in the settings")
        => "Set where on the screen the display begins";
    DisplayResolution {
        width: whole "pixels",
        height: whole "pixels"
    }: NODE.ignorable("the screen is chosen in the settings")
        => "Set the size of the display";
    DisplaySetClearColor {
        r: number "0 to 1, 0.392 if never set",
        g: number "0 to 1, 0.392 if never set",
        b: number "0 to 1, 1 if never set"
    }: NODE
        => "Sets the colour where nothing is drawn";
    WindowOrigin {
        x: whole "pixels",
        y: whole "pixels"
    }: NODE.ignorable("the screen is chosen in the settings")
        => "Set where on the display the window begins";
    WindowResolution {
        width: whole "pixels",
        height: whole "pixels"
    }: NODE.ignorable("the screen is chosen in the settings")
        => "Set the size of the window";
    WindowBuffer { buffer: whole "number" }: NODE.ignorable("the screen is chosen in the settings")
        => "Chose a buffer of the display for the window";
    WindowAddClearPolygonVertex {
        x: number "units",
        y: number "units",
        z: number "units"
    }: NODE.ignorable(NO_BACKGROUND)
        => "Added a corner to a painted background, which has at most 4 polygons of 4 corners";
    WindowCloseClearPolygon {}: NODE.ignorable(NO_BACKGROUND)
        => "Ended a polygon of the painted background";
    WindowSetClearPolygon { on: switch "background" }: NODE.ignorable(NO_BACKGROUND)
        => "Showed the painted background";
    ClearScreenBuffer { on: switch "clearing" }: ALL.ignorable("every frame is cleared")
        => "Cleared the screen before each frame";
}
