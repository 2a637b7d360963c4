//! Cameras, the display, and nodes that follow the camera.

use super::builder::{Builder, file_slot};
use script::commands::Views;
use script::{Outcome, Registers};
use zbd::gamez::nodes::{Camera, NodeData, cotangent};

impl Builder {
    pub(super) fn views(&mut self, command: &Views, registers: &Registers) -> Outcome {
        let Some(slot) = self.node(registers.node) else { return Outcome::Missing };
        match command {
            Views::CameraSetHorizon { name } => return self.horizon(name, false),
            Views::CameraSetHorizonXZ { name } => return self.horizon(name, true),
            Views::DisplaySetClearColor { r, g, b } => {
                return match &mut self.gamez.nodes.nodes[slot].data {
                    NodeData::Display(display) => {
                        display.clear_color = [*r, *g, *b].map(|channel| channel.clamp(0.0, 1.0));
                        Outcome::Done
                    }
                    _ => Outcome::Failed("the current node is no display".to_owned()),
                };
            }
            Views::DisplayOrigin { .. }
            | Views::DisplayResolution { .. }
            | Views::WindowOrigin { .. }
            | Views::WindowResolution { .. }
            | Views::WindowBuffer { .. }
            | Views::WindowAddClearPolygonVertex { .. }
            | Views::WindowCloseClearPolygon {}
            | Views::WindowSetClearPolygon { .. }
            | Views::ClearScreenBuffer { .. } => return Outcome::Unused,
            _ => {}
        }
        let (world, window) = match command {
            Views::CameraSetWorld { name } | Views::CameraSetWindow { name } => {
                let Some(named) = self.find(name).and_then(file_slot) else { return Outcome::Missing };
                let is_world = matches!(command, Views::CameraSetWorld { .. });
                (Some(named).filter(|_| is_world), Some(named).filter(|_| !is_world))
            }
            _ => (None, None),
        };
        let NodeData::Camera(camera) = &mut self.gamez.nodes.nodes[slot].data else {
            return Outcome::Failed("the current node is no camera".to_owned());
        };
        camera.world_index = world.unwrap_or(camera.world_index);
        camera.window_index = window.unwrap_or(camera.window_index);
        let clip = match *command {
            Views::CameraSetNearFarClip { near, far } => Some([near, far]),
            Views::CameraSetNearClip { near } => Some([near, camera.clip_far]),
            Views::CameraSetFarClip { far } => Some([camera.clip_near, far]),
            _ => None,
        };
        if let Some(clip) = clip {
            if !(clip[0] > 0.0 && clip[1] > clip[0]) {
                return Outcome::Failed("the far plane is behind the near one, and both above 0".to_owned());
            }
            [camera.clip_near, camera.clip_far] = clip;
        }
        match *command {
            Views::CameraTranslate { x, y, z } => camera.translate = [x, y, z],
            // Radians, unlike those of objects.
            Views::CameraRotate { x, y, z } => camera.rotate = [x, y, z],
            Views::CameraSetFOV { horizontal, vertical } => {
                if !(0.0..180.0).contains(&vertical) || !(0.0..180.0).contains(&horizontal) {
                    return Outcome::Failed("angles are between 0 and 180 degrees".to_owned());
                }
                set_fov(camera, horizontal.to_radians(), vertical.to_radians());
            }
            Views::CameraSetLODMultiplier { factor } => {
                if factor <= 0.0 {
                    return Outcome::Failed("the factor is above 0".to_owned());
                }
                camera.lod_multiplier = factor;
                camera.lod_mul_inv_sq = 1.0 / (factor * factor);
            }
            // Modern machines need no detail that adapts itself.
            Views::CameraSetDynamicLOD { .. } => return Outcome::Unused,
            _ => {}
        }
        Outcome::Done
    }

    fn horizon(&mut self, name: &str, keeps_height: bool) -> Outcome {
        let Some(node) = self.find(name) else { return Outcome::Missing };
        self.extras.horizons.insert(node, keeps_height);
        Outcome::Done
    }
}

fn set_fov(camera: &mut Camera, horizontal: f32, vertical: f32) {
    (camera.fov_h_scale, camera.fov_v_scale) = (1.0, 1.0);
    (camera.fov_h_base, camera.fov_v_base) = (horizontal, vertical);
    (camera.fov_h_scaled, camera.fov_v_scaled) = (horizontal, vertical);
    (camera.fov_h_half, camera.fov_v_half) = (horizontal / 2.0, vertical / 2.0);
    (camera.fov_h_cot, camera.fov_v_cot) = (cotangent(horizontal / 2.0), cotangent(vertical / 2.0));
}
