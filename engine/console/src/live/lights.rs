//! Lights.

use super::Live;
use glam::{EulerRot, Quat, Vec3};
use runtime::Command as Asked;
use script::Outcome;
use script::commands::Lights;
use world::{Light, NodeId};

impl Live<'_> {
    pub(super) fn lights(&mut self, command: &Lights, node: NodeId) -> Outcome {
        let Some((light, own)) = self.light(node) else {
            return self.failed(format!("{} is no light", self.names.label(node)));
        };
        let frame = &self.simulation.scene().frame;
        let new = match *command {
            Lights::LightSetAmbient { strength } => Light { ambient: strength.clamp(0.0, 1.0), ..own },
            Lights::LightSetDiffuse { strength } => Light { diffuse: strength.clamp(0.0, 1.0), ..own },
            Lights::LightSetColor { r, g, b } => {
                Light { color: [r, g, b].map(|channel| channel.clamp(0.0, 1.0)), ..own }
            }
            Lights::LightSetDirectedSource {} => Light { directional: true, ..own },
            Lights::LightSetPointSource {} => Light { directional: false, ..own },
            Lights::LightSetTranslate { x, y, z } => {
                Light { position: frame.to_engine(Vec3::new(x, y, z)), ..own }
            }
            // Its angles turn -z.
            Lights::LightSetOrientation { x, y, z } => {
                let [x, y, z] = [x, y, z].map(f32::to_radians);
                let direction = Quat::from_euler(EulerRot::YXZ, y, x, z) * Vec3::NEG_Z;
                Light { direction: frame.to_engine(direction), ..own }
            }
            Lights::LightSetRanges { near, far } => {
                let (near, far) = (near.min(far).max(0.0), near.max(far).max(0.0));
                Light { near, far: if near == far { near + 10.0 } else { far }, ..own }
            }
            Lights::LightSetDirectional { .. } | Lights::LightSetSaturated { .. } => return Outcome::Unused,
        };
        self.ask(Asked::SetLight { light, new })
    }
}
