//! A HUD over a picture: bars to the pixel, smoothed edges, letters on whole pixels.

use crate::stage::*;
use glam::Vec2;
use render::{Settings, Shot, Size};
use world::{Hud, HudAlign, HudBar, LetterSize, Occurrences};

const WIDTH: u32 = 64;
const HEIGHT: u32 = 48;

/// A HUD over a world without anything, which is black.
fn drawn(hud: &Hud, settings: &Settings) -> Option<Picture> {
    let renderer = renderer()?;
    let stage = Stage::new();
    let state = stage.state();
    let loaded = renderer.load(&stage.scene).unwrap();
    let (table, _) = Occurrences::build(&stage.scene, &state, 1 << 16);
    let shot = Shot {
        loaded: &loaded,
        scene: &stage.scene,
        state: &state,
        zones: state.zones,
        table: &table,
        camera: state.camera,
        feet: None,
        between: 1.0,
        settings,
        beside: &[],
        hud: Some(hud),
    };
    let target = renderer.offscreen(Size { width: WIDTH, height: HEIGHT }).unwrap();
    renderer.draw_offscreen(&shot, &target).unwrap();
    Some(Picture(renderer.read(&target).unwrap()))
}

#[test]
fn bars_lie_on_their_pixels_one_above_the_other() {
    let mut hud = Hud::default();
    hud.rect([8.0, 4.0], [24.0, 12.0], [255, 0, 0, 255]);
    // Half of it lets through what is below: red, then black.
    hud.rect([20.0, 4.0], [28.0, 12.0], [0, 0, 255, 128]);
    let Some(picture) = drawn(&hud, &Settings::default()) else { return };
    assert_eq!(picture.count(RED), 12 * 8);
    for corner in [[8, 4], [19, 4], [8, 11], [19, 11]] {
        assert_eq!(picture.at(corner[0], corner[1]), RED);
    }
    assert_eq!(picture.at(7, 4), BLACK);
    assert_eq!(picture.at(8, 12), BLACK);
    assert_eq!(picture.at(21, 5), [127, 0, 128]);
    assert_eq!(picture.at(27, 11), [0, 0, 128]);
    assert_eq!(picture.at(28, 11), BLACK);
}

#[test]
fn an_edge_between_two_pixels_is_shared_by_them_however_it_is_turned() {
    let mut hud = Hud::default();
    // From 10.5 to 20.25 in the rows 30 to 33.
    let (center, half) = (Vec2::new(15.375, 32.0), Vec2::new(4.875, 2.0));
    hud.bar(HudBar { center, half, turn: 0.0, color: [255; 4] });
    // A quarter of a turn: 4 pixels wide, 10 high.
    let turn = std::f32::consts::FRAC_PI_2;
    hud.bar(HudBar { center: Vec2::new(40.0, 30.0), half: Vec2::new(5.0, 2.0), turn, color: [255; 4] });
    let Some(picture) = drawn(&hud, &Settings::default()) else { return };
    let shade = |x, y| picture.at(x, y)[0];
    assert_eq!([9, 10, 11, 19, 20, 21].map(|x| shade(x, 31)), [0, 128, 255, 255, 64, 0]);
    assert_eq!([29, 30, 33, 34].map(|y| shade(15, y)), [0, 255, 255, 0]);
    assert_eq!([37, 38, 41, 42].map(|x| shade(x, 30)), [0, 255, 255, 0]);
    assert_eq!([24, 25, 34, 35].map(|y| shade(40, y)), [0, 255, 255, 0]);
}

#[test]
fn letters_are_those_of_the_font_pixel_for_pixel() {
    let mut hud = Hud::default();
    hud.text([10.0, 8.0], HudAlign::Left, LetterSize::Small, [255; 4], format_args!("I-"));
    let Some(picture) = drawn(&hud, &Settings::default()) else { return };
    let lit = |x: u32, y: u32| picture.at(x, y)[0] > 127;
    let columns = |from: u32| (from..from + 7).filter(|x| (8..24).any(|y| lit(*x, y))).count();
    let rows = |from: u32| (8..24).filter(|y| (from..from + 7).any(|x| lit(x, *y))).count();
    // An I is high and narrow, and a dash lies; both are within their 7 pixels.
    assert!(rows(10) >= 8 && columns(10) <= 6, "{} x {}", columns(10), rows(10));
    assert!(rows(17) <= 2 && columns(17) >= 3, "{} x {}", columns(17), rows(17));
    assert!(!(0..WIDTH).any(|x| (0..HEIGHT).any(|y| lit(x, y) && !(10..24).contains(&x))));
}

#[test]
fn what_is_read_keeps_its_size_and_colour_whatever_the_picture_does() {
    let mut hud = Hud::default();
    hud.rect([8.0, 4.0], [24.0, 12.0], [200, 100, 50, 255]);
    for settings in [
        Settings { render_scale: 0.5, ..Settings::default() },
        Settings { brightness: 2.0, ..Settings::default() },
        Settings { look: render::Look::Faithful, ..Settings::default() },
        Settings { msaa: 4, ..Settings::default() },
    ] {
        let Some(picture) = drawn(&hud, &settings) else { return };
        assert_eq!(picture.count([200, 100, 50]), 16 * 8, "{settings:?}");
    }
}
