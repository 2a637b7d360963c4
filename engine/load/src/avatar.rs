//! Where the person in a world starts.

use crate::Start;
use glam::Vec3;
use world::space::Probe;
use world::{Aabb, Avatar, CameraPose, Derived, NodeFlags, Occurrences, Scene, SpaceDef};

/// Puts the avatar on the ground at the requested position, or in the middle of the world.
pub(crate) fn place(scene: &mut Scene, derived: &Derived, start: Option<Start>) {
    let Derived { occurrences, space } = derived;
    let (position, yaw) = match start {
        Some(start) => (scene.frame.to_engine(start.position), start.yaw_deg.to_radians()),
        None => (middle(scene, occurrences), 0.0),
    };
    let probe = Probe::new(scene, occurrences, space, scene.zones);
    let ground = probe.ground(position.x, position.z, position.y, scene.walker.step);
    let feet = ground.map_or(position, |hit| hit.point);
    scene.avatar = Avatar { position: feet, yaw, grounded: ground.is_some(), ..Avatar::default() };
    scene.camera.eye = feet + Vec3::Y * scene.walker.eye;
    scene.camera.yaw = yaw;
    scene.camera.pitch = 0.0;
}

/// Puts the avatar so that it looks exactly from a camera of the level, whether it stands there or
/// not.
pub(crate) fn look(scene: &mut Scene, derived: &Derived, view: CameraPose) {
    let Derived { occurrences, space } = derived;
    let feet = view.eye - Vec3::Y * scene.walker.eye;
    let probe = Probe::new(scene, occurrences, space, scene.zones);
    let ground = probe.ground(feet.x, feet.z, feet.y, scene.walker.step);
    let grounded = ground.is_some_and(|hit| feet.y - hit.point.y <= scene.walker.step);
    scene.avatar = Avatar { position: feet, yaw: view.yaw, pitch: view.pitch, grounded, ..Avatar::default() };
    scene.camera = scene.camera.at(view);
}

/// Above the middle of the world, higher than anything in it. Where nothing says how far the world
/// reaches, the sky does not count: it is always around the camera.
fn middle(scene: &Scene, occurrences: &Occurrences) -> Vec3 {
    let divided = matches!(scene.space, SpaceDef::Grid(_));
    let counts = |root: &_| divided || !occurrences.flags(*root).contains(NodeFlags::FOLLOWS_CAMERA);
    let roots = occurrences.roots().filter(counts);
    let bounds = roots.fold(Aabb::EMPTY, |bounds, root| bounds.union(*occurrences.bounds(root)));
    let top = if bounds.is_empty() { 0.0 } else { bounds.max.y };
    match &scene.space {
        SpaceDef::Grid(grid) => Vec3::new(
            grid.min_x + grid.columns as f32 * grid.cell * 0.5,
            top,
            grid.min_z + grid.rows as f32 * grid.cell * 0.5,
        ),
        SpaceDef::Open | SpaceDef::Leafs(_) if bounds.is_empty() => Vec3::ZERO,
        SpaceDef::Open | SpaceDef::Leafs(_) => bounds.center().with_y(top),
    }
}
