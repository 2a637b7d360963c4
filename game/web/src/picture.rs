//! Graphics options as the page keeps them, and what is drawn.

use crate::Visit;
use hud::{HudOptions, Seen};
use render::{Loaded, Look, Neighbour, Settings, Shot};
use runtime::places::PlaceId;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use world::{Camera, Hud};

/// Field of view at the start, degrees.
const FIELD_OF_VIEW: f32 = 75.0;
/// Fields of view that are drawn.
const FIELDS_OF_VIEW: RangeInclusive<f32> = 30.0..=120.0;
/// View distances that are drawn, as multiples of the game's own.
const VIEW_DISTANCE: RangeInclusive<f32> = 0.25..=8.0;
/// Flashes of the whole screen in a second that most people can bear.
const FLASHES: u32 = 3;

/// Graphics options as the page keeps them, those of the window's settings; what it does not say, or says as NaN,
/// is as at the start.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default)]
pub struct Picture {
    /// Horizontal field of view of a 4:3 picture, degrees, 30..=120.
    pub field_of_view: f32,
    /// View distance as a multiple of the game's own, 0.25..=8.
    pub view_distance: f32,
    /// A factor on the sides of the picture, [`render::RENDER_SCALE`].
    pub render_scale: f32,
    /// Anti-aliasing with four samples for a pixel.
    pub antialiasing: bool,
    /// Anisotropic filtering: 1, 2, 4, 8 or 16 samples.
    pub anisotropy: u16,
    /// `clear` or `faithful`.
    pub look: String,
    /// [`render::BRIGHTNESS`].
    pub brightness: f32,
    /// No flashes of the whole screen.
    pub reduce_flashing: bool,
    /// What a driver reads over the picture.
    pub hud: HudOptions,
}

impl Default for Picture {
    fn default() -> Self {
        Picture {
            field_of_view: FIELD_OF_VIEW,
            view_distance: 1.0,
            render_scale: 1.0,
            antialiasing: false,
            anisotropy: 8,
            look: "clear".to_owned(),
            brightness: 1.0,
            reduce_flashing: false,
            hud: HudOptions::default(),
        }
    }
}

impl Picture {
    /// As options of the renderer, for what is seen now.
    pub fn settings(&self, visit: &Visit) -> Settings {
        let scene = visit.simulation().scene();
        let metres = scene.camera.far * scene.frame.metres_per_unit;
        Settings {
            fov_y_deg: Some(fov_y_deg(within(self.field_of_view, &FIELDS_OF_VIEW, FIELD_OF_VIEW))),
            view_distance: Some(metres * within(self.view_distance, &VIEW_DISTANCE, 1.0)),
            msaa: if self.antialiasing { 4 } else { 1 },
            anisotropy: self.anisotropy.clamp(1, 16),
            look: if self.is_faithful() { Look::Faithful } else { Look::Clear },
            render_scale: within(self.render_scale, &render::RENDER_SCALE, 1.0),
            brightness: within(self.brightness, &render::BRIGHTNESS, 1.0),
            flashes_per_second: if self.reduce_flashing { 0 } else { FLASHES },
            tint: visit.simulation().tint_at(visit.camera().eye),
            ..Settings::default()
        }
    }

    /// What a driver reads over a picture of so many pixels; nothing over that of the free camera.
    pub fn lay_out(&self, visit: &Visit, size: [u32; 2], over: &mut Hud) {
        over.clear();
        if visit.is_flying() {
            return;
        }
        let usual = HudOptions::default();
        let options = HudOptions {
            scale: within(self.hud.scale, &hud::SCALE, usual.scale),
            inset: within(self.hud.inset, &(0.0..=1.0), usual.inset),
            ..self.hud
        };
        let simulation = visit.simulation();
        let fov_y = fov_y_deg(within(self.field_of_view, &FIELDS_OF_VIEW, FIELD_OF_VIEW)).to_radians();
        let seen = Seen {
            camera: Camera { fov_y, ..visit.camera() },
            between: visit.between(),
            aimed: simulation.aimed(visit.between()),
            ..Seen::new(simulation.probe(), simulation.state(), size)
        };
        hud::lay_out(&seen, &options, over);
    }

    /// True for the look of the games' own time.
    fn is_faithful(&self) -> bool {
        self.look == "faithful"
    }
}

fn within(value: f32, range: &RangeInclusive<f32>, otherwise: f32) -> f32 {
    if value.is_finite() { value.clamp(*range.start(), *range.end()) } else { otherwise }
}

/// The vertical field of view of a 4:3 picture with this horizontal one.
fn fov_y_deg(across_deg: f32) -> f32 {
    let half = libm::tanf(across_deg.to_radians() * 0.5) * 0.75;
    2.0 * libm::atanf(half).to_degrees()
}

/// What is on the device, by place.
pub type LoadedPlaces = BTreeMap<PlaceId, Loaded>;

/// The places beside the one that is seen, as far as they are on the device.
pub fn beside<'a>(visit: &'a Visit, loaded: &'a LoadedPlaces) -> Vec<Neighbour<'a>> {
    let watched = visit.world().watched();
    let others = visit.world().places().iter().filter(|place| place.id() != watched);
    let drawn = others.filter_map(|place| {
        let simulation = place.simulation();
        Some(Neighbour {
            loaded: loaded.get(&place.id())?,
            scene: simulation.scene(),
            state: simulation.state(),
            zones: simulation.state().zones,
            table: simulation.occurrences(),
            between: visit.between(),
            offset: visit.world().offset(place.id(), watched)?,
            grown: 1.0,
        })
    });
    drawn.collect()
}

/// What is seen now, with what is laid over it.
pub fn shot<'a>(
    visit: &'a Visit,
    loaded: &'a Loaded,
    beside: &'a [Neighbour<'a>],
    settings: &'a Settings,
    over: Option<&'a Hud>,
) -> Shot<'a> {
    let simulation = visit.simulation();
    Shot {
        loaded,
        scene: simulation.scene(),
        state: simulation.state(),
        zones: visit.zones(),
        table: simulation.occurrences(),
        camera: visit.camera(),
        feet: visit.feet_of_view(),
        between: visit.between(),
        settings,
        beside,
        hud: over,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use render::Preset;

    #[test]
    fn options_that_are_missing_or_odd_are_as_at_the_start() {
        let read = |text: &str| serde_json::from_str::<Picture>(text).unwrap();
        assert_eq!(read("{}"), Picture::default());
        let odd = read(r#"{"look":"faithful","field_of_view":1e9,"other":1}"#);
        assert!(odd.is_faithful());
        assert_eq!(within(odd.field_of_view, &FIELDS_OF_VIEW, FIELD_OF_VIEW), 120.0);
        assert_eq!(within(f32::NAN, &(0.0..=1.0), 0.5), 0.5);
        // 4:3 with 90 degrees across: tan 36.87 degrees is three quarters.
        assert!((fov_y_deg(90.0) - 2.0 * 36.869_9).abs() < 1e-3);
    }

    /// The page has them as a table of its own, since its settings are open before the engine is there.
    #[test]
    fn the_presets_of_the_page_are_those_of_the_program() {
        let page = include_str!("../page/settings.js");
        for preset in Preset::ALL {
            let render::Chosen { render_scale, view_distance, msaa, anisotropy, look } = preset.chosen();
            let look = if look == Look::Faithful { "faithful" } else { "clear" };
            let row = format!(
                "{}: {{ render_scale: {render_scale}, view_distance: {view_distance}, antialiasing: {}, \
                 anisotropy: {anisotropy}, look: '{look}' }},",
                preset.name().to_lowercase(),
                msaa > 1
            );
            assert!(page.contains(&row), "settings.js lacks {row}");
        }
    }
}
