//! The sun of a world, and the colour and range of its fog, as its nodes say; scripts may set both
//! anew. Source: `docs/spec/zbd/nodes.md`, "6.4 Light" and "6.7 World".

use glam::{EulerRot, Quat, Vec3};
use world::{Fog, Frame, Light, NodeId};
use zbd::gamez::nodes::{self, flags};

/// The fog, in the colour that the World node stores.
pub(super) fn fog(data: &nodes::World) -> Fog {
    let [near, far] = data.info.fog_range;
    let [high, low] = data.info.fog_altitude;
    // Zero ranges mean that scripts set the fog later.
    let on = data.info.fog_type != 0 && far > near;
    let layered = high > low;
    Fog {
        on,
        color: data.info.fog_color.map(|channel| channel.clamp(0.0, 1.0)),
        near,
        far: if on { far } else { near + 1.0 },
        high: if layered { high } else { f32::MAX },
        low: if layered { low } else { f32::MAX },
    }
}

/// Every light of a file is its sun: directional, its angles turning -z.
pub(super) fn sun(slot: usize, node: &nodes::Node, light: &nodes::Light, frame: &Frame) -> Light {
    let [x, y, z] = light.info.orientation;
    let direction = frame.to_engine(Quat::from_euler(EulerRot::YXZ, y, x, z) * Vec3::NEG_Z);
    Light {
        node: Some(NodeId::from(slot)),
        active: node.base.flags & flags::ACTIVE != 0,
        directional: true,
        position: frame.to_engine(light.info.translate.into()),
        direction,
        color: light.info.color,
        diffuse: light.info.diffuse,
        ambient: light.info.ambient,
        near: light.info.range_near,
        far: light.info.range_far,
    }
}
