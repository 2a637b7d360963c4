//! The camera, and nodes that follow it.

use super::Live;
use runtime::Command as Asked;
use script::Outcome;
use script::commands::Views;
use world::{Camera, CameraAim, CameraMode, NodeFlags, NodeId, NodeKind};

/// What is said where the window has a setting of its own.
const SETTING: &str = "the window draws with the field of view and the view distance of its settings";

impl Live<'_> {
    pub(super) fn views(&mut self, command: &Views, node: NodeId) -> Outcome {
        if self.kind(node) != Some(NodeKind::Fixed) {
            return self.failed(format!("{} is no camera", self.names.label(node)));
        }
        let own = self.simulation.state().camera;
        let lens = match command {
            Views::CameraSetHorizon { name } | Views::CameraSetHorizonXZ { name } => {
                let Some(node) = self.find(name) else { return self.missing(name) };
                return self.ask(Asked::SetFlags { node, flags: NodeFlags::FOLLOWS_CAMERA, on: true });
            }
            Views::CameraTranslate { x, y, z } => {
                let eye = self.simulation.scene().frame.to_engine([*x, *y, *z].into());
                return self.stand(Camera { eye, ..own });
            }
            // Radians, unlike those of objects; a camera does not roll.
            Views::CameraRotate { x, y, .. } => return self.stand(Camera { pitch: *x, yaw: *y, ..own }),
            Views::CameraGetTranslate {} => {
                let [x, y, z] = self.simulation.scene().frame.to_game(own.eye).to_array();
                return self.say(format!("{x} {y} {z}"));
            }
            Views::CameraSetFOV { vertical, .. } => Camera { fov_y: vertical.to_radians(), ..own },
            Views::CameraSetNearFarClip { near, far } => Camera { near: *near, far: *far, ..own },
            Views::CameraSetNearClip { near } => Camera { near: *near, ..own },
            Views::CameraSetFarClip { far } => Camera { far: *far, ..own },
            Views::CameraSetLODMultiplier { factor } => Camera { lod_multiplier: *factor, ..own },
            Views::CameraSetDynamicLOD { .. }
            | Views::CameraSetWorld { .. }
            | Views::CameraSetWindow { .. }
            | Views::CameraSetObjectHSETest { .. }
            | Views::DisplayOrigin { .. }
            | Views::DisplayResolution { .. }
            | Views::DisplaySetClearColor { .. }
            | Views::WindowOrigin { .. }
            | Views::WindowResolution { .. }
            | Views::WindowBuffer { .. }
            | Views::WindowAddClearPolygonVertex { .. }
            | Views::WindowCloseClearPolygon {}
            | Views::WindowSetClearPolygon { .. }
            | Views::ClearScreenBuffer { .. } => return Outcome::Unused,
        };
        let Camera { fov_y, near, far, lod_multiplier, .. } = lens;
        if !(fov_y > 0.0 && fov_y < std::f32::consts::PI && near > 0.0 && far > near && lod_multiplier > 0.0)
        {
            return self.failed(
                "a field of view is between 0 and 180 degrees, the far plane behind the near one, and both and \
                 the factor above 0",
            );
        }
        if !matches!(command, Views::CameraSetLODMultiplier { .. }) {
            self.answer.note(SETTING);
        }
        self.ask(Asked::SetLens { fov_y, near, far, lod_multiplier })
    }

    /// The camera stays at a place.
    fn stand(&mut self, camera: Camera) -> Outcome {
        let Camera { eye, yaw, pitch, .. } = camera;
        let mode = CameraMode::Fixed { eye, aim: CameraAim::Angles { yaw, pitch } };
        self.answer.note("the camera stays there; NodeSetActive off lets it be your eyes again");
        self.ask(Asked::SetCamera { mode, seconds: 0.0 })
    }
}
