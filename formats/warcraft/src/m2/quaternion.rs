//! Rotations: four floats in client 1.x, four numbers of 16 bits from 2.x on; x, y, z, w.
//! Source: `docs/spec/m2.md`, "5. Bones".

/// The identity in the packed form.
pub const IDENTITY: [i16; 4] = [32767, 32767, 32767, -1];

/// A quaternion of the packed form as floats: 0 is -1.0, 32767 is 0.0, -32768 is 0.0 too, and -1
/// is 1.0.
pub fn unpack(packed: [i16; 4]) -> [f32; 4] {
    packed.map(|component| {
        let component = i32::from(component);
        let shifted = if component < 0 { component + 32768 } else { component - 32767 };
        shifted as f32 / 32767.0
    })
}

/// The packed form that is nearest to a quaternion; what is beyond -1 to 1 is cut.
pub fn pack(quaternion: [f32; 4]) -> [i16; 4] {
    quaternion.map(|component| {
        let shifted = (component.clamp(-1.0, 1.0) * 32767.0).round() as i32;
        // Both forms of 0 are known; the one of the identity is written.
        let component = if shifted > 0 { shifted - 32768 } else { shifted + 32767 };
        component as i16
    })
}
