//! `shot`: a picture of a world.

use crate::cli::ShotArgs;
use crate::failure::Failure;
use crate::install::Install;
use crate::picture::{self, Place};
use crate::{files, output};
use binary::Limits;
use glam::Vec3;
use runtime::{Input, Simulation};
use std::sync::Arc;
use world::Frame;

#[derive(serde::Serialize)]
struct Result<'a> {
    title: &'a str,
    world: &'a str,
    file: String,
    width: u32,
    height: u32,
    /// In the game's own axes and unit.
    eye: [f32; 3],
    yaw_deg: f32,
    pitch_deg: f32,
}

/// Runs the verb.
pub fn run(args: &ShotArgs) -> std::result::Result<(), Failure> {
    files::may_write(&args.out)?;
    let from = args.from.as_deref().map(Place::read).transpose()?;
    let install = Install::open(&args.world.install.path, &args.world.install.mods)?;
    let world = args.world.world.as_deref().or(from.as_ref().map(|place| place.world.as_str()));
    let request = install.request(world)?;
    if let Some(place) = from.as_ref().filter(|place| place.title != request.title) {
        return Err(Failure::Unusable(format!(
            "the picture was taken in {}, this is {}: there is no way back to it here",
            place.title, request.title
        )));
    }
    let loaded = load::load(&install.vfs, &request, &mut load::Quiet)?;
    // What is wrong with the links is a finding of `load` already.
    let (mut simulation, _) = Simulation::new(Arc::new(loaded.scene), 1, &Limits::default());
    for _ in 0..args.ticks {
        simulation.tick(&Input::default());
    }
    let elsewhere = view(args, from.as_ref(), &simulation);
    if let Some((eye, yaw, pitch)) = elsewhere {
        // Zones follow the feet, so they go along.
        let feet = eye - Vec3::Y * simulation.scene().walker.eye;
        simulation.edit().teleport_avatar(feet, yaw, pitch);
    }
    let (scene, state) = (simulation.scene(), simulation.state());
    picture::take(scene, state, args.size, args.view, &args.out)?;
    let place = Place::of(scene, &state.camera);
    if args.world.install.json {
        let (width, height) = args.size;
        let file = args.out.display().to_string();
        let result = Result {
            title: &request.title,
            world: &request.world,
            file,
            width,
            height,
            eye: place.eye,
            yaw_deg: place.yaw_deg,
            pitch_deg: place.pitch_deg,
        };
        return output::json("shot", &result);
    }
    let whence = if elsewhere.is_some() {
        let [x, y, z] = place.eye;
        format!("{x:.2} {y:.2} {z:.2}")
    } else {
        "its start".to_owned()
    };
    output::line(&format!("{}: {} {} from {whence}", args.out.display(), request.title, request.world));
    Ok(())
}

/// The eye and where it looks, yaw and pitch, if not from the start.
fn view(args: &ShotArgs, from: Option<&Place>, simulation: &Simulation) -> Option<(Vec3, f32, f32)> {
    let (frame, camera) = (simulation.scene().frame, simulation.state().camera);
    if let Some(place) = from {
        let eye = frame.to_engine(place.eye.into());
        return Some((eye, place.yaw_deg.to_radians(), place.pitch_deg.to_radians()));
    }
    if args.eye.is_none() && args.look.is_none() {
        return None;
    }
    let own = |point: [f32; 3]| point_of(&frame, point, args.engine_axes);
    let eye = args.eye.map_or(camera.eye, own);
    let (yaw, pitch) = args.look.map_or((camera.yaw, camera.pitch), |look| direction(own(look) - eye));
    Some((eye, yaw, pitch))
}

fn point_of(frame: &Frame, point: [f32; 3], engine_axes: bool) -> Vec3 {
    if engine_axes { point.into() } else { frame.to_engine(point.into()) }
}

/// Yaw and pitch of a direction; straight ahead for none.
fn direction(way: Vec3) -> (f32, f32) {
    let level = way.with_y(0.0).length();
    if level == 0.0 && way.y == 0.0 {
        return (0.0, 0.0);
    }
    let yaw = if level == 0.0 { 0.0 } else { libm::atan2f(-way.x, -way.z) };
    (yaw, libm::atan2f(way.y, level))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_PI_2;
    use world::Camera;

    #[test]
    fn a_camera_looks_where_it_is_told() {
        for way in [Vec3::new(1.0, 2.0, -3.0), Vec3::new(-4.0, -0.5, 2.0), Vec3::Z, Vec3::X] {
            let (yaw, pitch) = direction(way);
            let camera =
                Camera { eye: Vec3::ZERO, yaw, pitch, fov_y: 1.0, near: 0.1, far: 1.0, lod_multiplier: 1.0 };
            assert!(camera.forward().abs_diff_eq(way.normalize(), 1e-6), "{way}");
        }
        assert_eq!(direction(Vec3::ZERO), (0.0, 0.0));
        assert_eq!(direction(Vec3::Y), (0.0, FRAC_PI_2));
    }
}
