//! The rooms of a published level hide nothing that is seen, and something that
//! is not.

use super::data;
use super::walk::{LEVEL, PLACES};
use crate::drawing::renderer;
use glam::Vec3;
use render::{Settings, Shot, Size};
use std::f32::consts::FRAC_PI_2;
use titles::install::Install;
use world::space::SpaceDef;
use world::{Camera, Occurrences, State};

const SIZE: Size = Size { width: 160, height: 120 };
/// How far above the feet the eye is, in quants.
const EYE: f32 = 60.0;

#[test]
fn the_rooms_of_a_level_hide_only_what_walls_hide() {
    let (Some(data), Some(mut renderer)) = (data(), renderer()) else { return };
    let install = Install::open(&data.join("lottershock"), &[]).unwrap();
    let request = install.request(Some(LEVEL)).unwrap();
    let scene = load::load(&install.vfs, &request, &mut load::Quiet).unwrap().scene;
    let mut open = scene.clone();
    open.space = SpaceDef::Open;
    let state = State::new(&scene, 1);
    let (table, _) = Occurrences::build(&scene, &state, 1 << 20);
    let loaded = renderer.load(&scene).unwrap();
    let settings = Settings::default();
    let mut spared = 0;
    for (tick, place) in PLACES {
        for quarter in 0..4 {
            let eye = scene.frame.to_engine(Vec3::from(place) + Vec3::Z * EYE);
            let camera = Camera { eye, yaw: quarter as f32 * FRAC_PI_2, pitch: 0.0, ..scene.camera };
            let mut look = |scene| {
                let (loaded, state, table) = (&loaded, &state, &table);
                let shot = Shot {
                    loaded,
                    scene,
                    state,
                    zones: state.zones,
                    table,
                    camera,
                    feet: None,
                    between: 1.0,
                    settings: &settings,
                    beside: &[],
                    hud: None,
                };
                let drawn = renderer.prepare(&shot, SIZE).occurrences_drawn;
                (renderer.picture_as(&shot, SIZE).unwrap(), drawn)
            };
            let ((rooms, some), (all, most)) = (look(&scene), look(&open));
            assert!(rooms.rgba == all.rgba, "tick {tick}, quarter {quarter}");
            spared += most - some;
        }
    }
    assert!(spared > 0, "the rooms hide nothing at all");
}
