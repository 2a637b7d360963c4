//! Where to aim at what moves: where it will be when the shot is there.
//!
//! A proposal of this project: of the games only that they lead is known of homing weapons. What gains speed on its way
//! is reckoned with as fast as it leaves the muzzle.

use glam::Vec3;

/// Seconds until a shot meets what is at a place from here and moves; none if it never does. A beam is there at once:
/// its speed is 0.
pub(super) fn time(way: Vec3, velocity: Vec3, speed: f32) -> Option<f32> {
    if speed <= 0.0 {
        return Some(0.0);
    }
    // |way + velocity t| = speed t
    let (a, b, c) = (velocity.length_squared() - speed * speed, way.dot(velocity), way.length_squared());
    let scale = speed * speed * 1e-6;
    if a.abs() <= scale {
        // As fast as the shot: they meet if it comes nearer.
        return (b < 0.0).then(|| -c / (2.0 * b));
    }
    let root = b * b - a * c;
    if root < 0.0 {
        return None;
    }
    let root = root.sqrt();
    let (first, second) = ((-b - root) / a, (-b + root) / a);
    let (sooner, later) = (first.min(second), first.max(second));
    if sooner >= 0.0 { Some(sooner) } else { (later >= 0.0).then_some(later) }
}

/// From here to where a shot meets what is at a place and moves; straight at that where none does. A beam is there at
/// once: its speed is 0.
pub fn aim(way: Vec3, velocity: Vec3, speed: f32) -> Vec3 {
    way + velocity * time(way, velocity, speed).filter(|seconds| seconds.is_finite()).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shot_is_aimed_at_where_its_target_will_be() {
        // 60 away and 30 a second to the side: with 50 a second they meet after 1.5 seconds, 3 4 5.
        let (way, velocity) = (Vec3::NEG_Z * 60.0, Vec3::X * 30.0);
        assert_eq!(time(way, velocity, 50.0), Some(1.5));
        assert_eq!(aim(way, velocity, 50.0), Vec3::new(45.0, 0.0, -60.0));
        // It stands: 60 / 50. It comes: 60 / 80. It goes: 60 / 20.
        assert_eq!(time(way, Vec3::ZERO, 50.0), Some(1.2));
        assert_eq!(time(way, Vec3::Z * 30.0, 50.0), Some(0.75));
        assert_eq!(time(way, Vec3::NEG_Z * 30.0, 50.0), Some(3.0));
        // A beam does not lead.
        assert_eq!(aim(way, velocity, 0.0), way);
    }

    #[test]
    fn what_is_too_fast_is_aimed_at_where_it_is() {
        let way = Vec3::NEG_Z * 60.0;
        assert_eq!((time(way, Vec3::NEG_Z * 60.0, 50.0), aim(way, Vec3::NEG_Z * 60.0, 50.0)), (None, way));
        // As fast as the shot: it comes, and they meet in the middle; it goes, and they never do.
        assert_eq!(time(way, Vec3::Z * 50.0, 50.0), Some(0.6));
        assert_eq!(time(way, Vec3::NEG_Z * 50.0, 50.0), None);
        // Faster than the shot, and coming: 60 / 150.
        assert_eq!(time(way, Vec3::Z * 100.0, 50.0), Some(0.4));
        assert_eq!(aim(Vec3::ZERO, Vec3::X, 50.0), Vec3::ZERO);
    }
}
