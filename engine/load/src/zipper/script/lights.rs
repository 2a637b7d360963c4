//! Lights.

use super::builder::Builder;
use super::nodes::set;
use super::objects::wrapped;
use script::commands::Lights;
use script::{Outcome, Registers};
use zbd::gamez::Version;
use zbd::gamez::nodes::{Light, Node, NodeData};

/// Bits of a light's flags, which Recoil keeps as words. Source: `docs/spec/zbd/nodes.md`, "6.4 Light".
mod light_flags {
    /// Lights by the angle between a surface and the light.
    pub const DIRECTIONAL: u32 = 0x004;
    /// Shines from one direction.
    pub const DIRECTED_SOURCE: u32 = 0x008;
    /// Shines from a point.
    pub const POINT_SOURCE: u32 = 0x010;
    /// Is added up apart from the others.
    pub const SATURATED: u32 = 0x020;
}

/// Nearest end of a range, in units.
const LEAST_RANGE: f32 = 0.001;

impl Builder {
    pub(super) fn lights(&mut self, command: &Lights, registers: &Registers) -> Outcome {
        let version = self.version();
        let node = self.node(registers.node).and_then(|slot| self.at(slot));
        let Some(Node { data: NodeData::Light(light), .. }) = node else {
            return Outcome::Failed("the current node is no light".to_owned());
        };
        let info = &mut light.info;
        match *command {
            Lights::LightSetAmbient { strength } => info.ambient = strength.clamp(0.0, 1.0),
            Lights::LightSetDiffuse { strength } => info.diffuse = strength.clamp(0.0, 1.0),
            Lights::LightSetColor { r, g, b } => {
                info.color = [r, g, b].map(|channel| channel.clamp(0.0, 1.0))
            }
            Lights::LightSetDirectedSource {} => switch_source(version, light, true),
            Lights::LightSetPointSource {} => switch_source(version, light, false),
            Lights::LightSetDirectional { on } => match version {
                Version::Recoil => info.directional = u32::from(on),
                _ => set(&mut info.flags, light_flags::DIRECTIONAL, on),
            },
            Lights::LightSetSaturated { on } => match version {
                Version::Recoil => info.saturated = u32::from(on),
                _ => set(&mut info.flags, light_flags::SATURATED, on),
            },
            Lights::LightSetTranslate { x, y, z } => info.translate = [x, y, z],
            Lights::LightSetOrientation { x, y, z } => {
                info.orientation = [x, y, z].map(|angle| wrapped(angle.to_radians()));
            }
            Lights::LightSetRanges { near, far } => {
                // A container holds a near end above 0.
                let (near, far) = (near.min(far).max(LEAST_RANGE), near.max(far).max(LEAST_RANGE));
                info.set_range(version, near, if near == far { near + 10.0 } else { far });
            }
        }
        Outcome::Done
    }

    /// Whether a node is a light that shines from a point.
    pub(super) fn is_lamp(&self, slot: usize) -> bool {
        match self.all().get(slot).map(|node| &node.data) {
            Some(NodeData::Light(light)) if self.version() == Version::Recoil => light.info.point_source != 0,
            Some(NodeData::Light(light)) => light.info.flags & light_flags::POINT_SOURCE != 0,
            _ => false,
        }
    }
}

pub(super) fn switch_source(version: Version, light: &mut Light, directed: bool) {
    let info = &mut light.info;
    if version == Version::Recoil {
        (info.directed_source, info.point_source) = (u32::from(directed), u32::from(!directed));
    } else {
        set(&mut info.flags, light_flags::DIRECTED_SOURCE, directed);
        set(&mut info.flags, light_flags::POINT_SOURCE, !directed);
    }
}
