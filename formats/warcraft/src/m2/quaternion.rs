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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_the_packed_form_are_those_of_the_specification() {
        // (s < 0 ? s + 32768 : s - 32767) / 32767
        assert_eq!(unpack(IDENTITY), [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(unpack([0, 32767, -32768, -1]), [-1.0, 0.0, 0.0, 1.0]);
        // 16383 - 32767 = -16384; -16384 + 32768 = 16384.
        assert_eq!(
            unpack([16383, -16384, 1, -2]),
            [-16384.0 / 32767.0, 16384.0 / 32767.0, -32766.0 / 32767.0, 32766.0 / 32767.0]
        );
    }

    #[test]
    fn packing_is_the_way_back() {
        assert_eq!(pack([0.0, 0.0, 0.0, 1.0]), IDENTITY);
        assert_eq!(pack([-2.0, 2.0, f32::NAN, 0.5]), [0, -1, 32767, -16384]);
        for component in i16::MIN..=i16::MAX {
            let packed = [component; 4];
            // -32768 and 32767 are one number.
            let wanted = if component == i16::MIN { [i16::MAX; 4] } else { packed };
            assert_eq!(pack(unpack(packed)), wanted);
        }
    }
}
