//! A courtyard at dusk: the one demo whose scene is made in code, since no
//! format of these games holds all that the engine can show. Wardens walk on
//! bones bent by the device and carry a lantern, a sword and a bowl; a fountain
//! plays, banners hang in the wind, and the picture fades in at the start.
//!
//! The install that is written is a note and a file that says which scene it is.

mod creatures;
mod figure;
mod fountain;
mod gait;
mod layout;
mod mesh;
mod pictures;
mod plants;
mod site;
mod sky;
#[cfg(test)]
mod tests;
mod things;
mod walls;

use super::builders::texts;
use super::{DemoFile, Options, Place};
use layout::START;
use site::Site;
use world::{Avatar, Derived, Limits, Scene, ScreenEffect, ScreenMix, State};

/// Seed of everything that is strewn about and painted.
const SEED: u32 = 7;
/// Ticks in which the picture fades in.
const FADE_IN: u32 = 90;
/// Where else one may stand.
const PLACES: [(&str, [f32; 3], f32); 4] = [
    ("screen", [-4.6, 0.0, 2.2], 12.0),
    ("fountain", [2.2, 0.0, 3.0], 20.0),
    ("sword", [2.4, 0.0, -2.0], -88.0),
    ("gate", [0.6, 0.0, -7.6], 186.0),
];

/// What is in the file that names the scene.
pub(super) const NOTE: &str = "# A scene that is made in code; the name of this file says which.\n";

/// The install: a note, and a file that names the scene.
pub(super) fn files(options: &Options) -> Vec<DemoFile> {
    let start = Place { name: "start", position: START.0, yaw_deg: START.1, target: None };
    let places = PLACES.map(|(name, position, yaw_deg)| Place {
        name,
        position: position.into(),
        yaw_deg,
        target: None,
    });
    let note = texts::note("courtyard", "revisit", "x east, y up, z south, metres", options, &start, &places);
    vec![
        DemoFile::new("revisit-demo.toml", note.into_bytes()),
        DemoFile::new("courtyard.scene", NOTE.as_bytes().to_vec()),
    ]
}

/// The scene.
pub(super) fn scene() -> Scene {
    let mut site = Site::new();
    sky::build(&mut site);
    walls::build(&mut site);
    fountain::build(&mut site);
    plants::build(&mut site);
    creatures::build(&mut site);
    things::banners(&mut site);
    let mut scene = site.scene;
    let (feet, yaw_deg) = START;
    scene.avatar = Avatar { position: feet, yaw: yaw_deg.to_radians(), ..scene.avatar };
    scene.camera.eye = feet + glam::Vec3::Y * scene.walker.eye;
    scene.camera.yaw = scene.avatar.yaw;
    scene.camera.near = 0.1;
    scene.camera.far = 700.0;
    scene.screen.push(ScreenEffect {
        mix: ScreenMix::Fade,
        color: [0.035, 0.03, 0.06],
        from: 1.0,
        to: 0.0,
        since: 0,
        ticks: FADE_IN,
    });
    light_what_is_carried(&mut scene);
    scene
}

/// A light stands in the world at the start: one that is carried stands where its
/// carrier has it then.
fn light_what_is_carried(scene: &mut Scene) {
    let limit = Limits::default().occurrences;
    let (derived, _) = Derived::build(scene, &State::new(scene, 0), limit);
    for light in &mut scene.lights {
        let occurrence = light.node.and_then(|node| derived.occurrences.of(node).next());
        if let Some(occurrence) = occurrence {
            let place = derived.occurrences.transform(occurrence);
            light.position = place.transform_point3(glam::Vec3::NEG_Y * things::FLAME_BELOW);
        }
    }
}
