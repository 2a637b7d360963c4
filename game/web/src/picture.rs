//! Graphics options as the page keeps them, and what is drawn.

use crate::Visit;
use render::{Loaded, Look, Neighbour, Preset, Settings, Shot};
use runtime::places::PlaceId;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Field of view at the start, degrees.
const FIELD_OF_VIEW: f32 = 75.0;
/// Flashes of the whole screen in a second that most people can bear.
const FLASHES: u32 = 3;

/// Graphics options as the page keeps them; what it does not say, or says as NaN, is as at the start.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default)]
pub struct Picture {
    /// Horizontal field of view of a 4:3 picture, degrees, 30..=120.
    pub field_of_view: f32,
    /// `low`, `medium`, `high` or `retro`.
    pub quality: String,
    /// 0.5..=2.
    pub brightness: f32,
    /// No flashes of the whole screen.
    pub reduce_flashing: bool,
}

impl Default for Picture {
    fn default() -> Self {
        Picture {
            field_of_view: FIELD_OF_VIEW,
            quality: "medium".to_owned(),
            brightness: 1.0,
            reduce_flashing: false,
        }
    }
}

impl Picture {
    /// As options of the renderer, for what is seen now.
    pub fn settings(&self, visit: &Visit) -> Settings {
        let scene = visit.simulation().scene();
        let chosen = self.preset().chosen();
        let metres = scene.camera.far * scene.frame.metres_per_unit;
        Settings {
            fov_y_deg: Some(fov_y_deg(within(self.field_of_view, 30.0, 120.0, FIELD_OF_VIEW))),
            view_distance: Some(metres * chosen.view_distance),
            msaa: chosen.msaa,
            anisotropy: chosen.anisotropy,
            look: chosen.look,
            render_scale: chosen.render_scale,
            brightness: within(self.brightness, *render::BRIGHTNESS.start(), *render::BRIGHTNESS.end(), 1.0),
            flashes_per_second: if self.reduce_flashing { 0 } else { FLASHES },
            tint: visit.simulation().tint_at(visit.camera().eye),
            ..Settings::default()
        }
    }

    fn preset(&self) -> Preset {
        let named = |preset: &Preset| preset.name().eq_ignore_ascii_case(&self.quality);
        Preset::ALL.into_iter().find(named).unwrap_or(Preset::Medium)
    }

    /// True for the look of the games' own time, whose pixels are enlarged.
    pub fn is_retro(&self) -> bool {
        self.preset().chosen().look == Look::Faithful
    }
}

fn within(value: f32, least: f32, most: f32, otherwise: f32) -> f32 {
    if value.is_finite() { value.clamp(least, most) } else { otherwise }
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
        })
    });
    drawn.collect()
}

/// What is seen now.
pub fn shot<'a>(
    visit: &'a Visit,
    loaded: &'a Loaded,
    beside: &'a [Neighbour<'a>],
    settings: &'a Settings,
) -> Shot<'a> {
    let simulation = visit.simulation();
    Shot {
        loaded,
        scene: simulation.scene(),
        state: simulation.state(),
        zones: simulation.state().zones,
        table: simulation.occurrences(),
        camera: visit.camera(),
        feet: simulation.state().feet_of_view(),
        between: visit.between(),
        settings,
        beside,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_are_missing_or_odd_are_as_at_the_start() {
        let read = |text: &str| serde_json::from_str::<Picture>(text).unwrap();
        assert_eq!(read("{}"), Picture::default());
        let odd = read(r#"{"quality":"RETRO","field_of_view":1e9,"other":1}"#);
        assert!(odd.is_retro());
        assert_eq!(within(odd.field_of_view, 30.0, 120.0, FIELD_OF_VIEW), 120.0);
        assert_eq!(within(f32::NAN, 0.0, 1.0, 0.5), 0.5);
        // 4:3 with 90 degrees across: tan 36.87 degrees is three quarters.
        assert!((fov_y_deg(90.0) - 2.0 * 36.869_9).abs() < 1e-3);
    }
}
