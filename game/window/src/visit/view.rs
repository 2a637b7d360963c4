//! What is seen of a visit: the camera between two ticks, the free camera, how the picture is drawn.

use super::Visit;
use crate::settings::{self, Settings};
use glam::Vec3;
use pictures::Viewpoint;
use world::{ActiveZones, Camera, CameraMode, FreeCamera, OccurrenceId};

/// Flashes of the whole screen in a second that most people can bear.
const FLASHES: u32 = 3;

impl Visit {
    /// Between the last two ticks, 0..1.
    pub fn between(&self) -> f32 {
        self.clock.between()
    }

    /// Where somebody stands through whose eyes one looks; `None` while the camera is free.
    pub fn feet_of_view(&self) -> Option<Vec3> {
        self.simulation().state().feet_of_view().filter(|_| self.fly.is_none())
    }

    /// The camera of this moment: between the last two ticks, and turned by the input of the next,
    /// so that the view responds at once.
    pub fn camera(&self) -> Camera {
        let now = self.simulation().state().camera;
        if let Some(fly) = &self.fly {
            return fly.camera(&now);
        }
        let before = self.simulation().previous().camera;
        let rig = &self.simulation().state().rig;
        if rig.mode != CameraMode::Eyes || rig.blend.is_some() {
            return now.at(before.pose().toward(&now.pose(), self.clock.between()));
        }
        let mut eye = before.eye.lerp(now.eye, self.clock.between());
        if !eye.is_finite() {
            eye = now.eye;
        }
        let mut turned = FreeCamera { eye, yaw: now.yaw, pitch: now.pitch };
        turned.turn(self.steering.turn.yaw, self.steering.turn.pitch);
        turned.camera(&now)
    }

    /// The active zones of the view: those at the free camera, if it is on.
    pub fn zones(&self) -> ActiveZones {
        self.fly.map_or(self.simulation().state().zones, |fly| self.simulation().zones_at(fly.eye))
    }

    /// Turns the free camera on or off; says what one does now. Off, the view is the avatar's again. On an overworld
    /// whoever walks there flies instead, at so many metres a second, because the land follows them.
    pub fn toggle_fly(&mut self, metres: f32) -> &'static str {
        if self.fly.is_none() && self.is_overworld() {
            return self.toggle_flight(metres);
        }
        self.fly = match self.fly {
            None => Some(FreeCamera::from(&self.camera())),
            Some(_) => None,
        };
        if self.fly.is_some() { "Free camera" } else { "Walking" }
    }

    /// Moves the free camera to where an occurrence is in view.
    pub fn go_to(&mut self, id: OccurrenceId, fov_y: f32) {
        let occurrences = self.simulation().occurrences();
        let bounds = *occurrences.bounds(id);
        let bounds = if bounds.is_empty() {
            let place = occurrences.transform(id).translation;
            let near = self.simulation().scene().frame.units(2.0);
            world::Aabb::around([place.into()]).padded(near)
        } else {
            bounds
        };
        let mut fly = self.fly.unwrap_or_else(|| FreeCamera::from(&self.camera()));
        fly.see(&bounds, fov_y);
        self.fly = Some(fly);
    }

    /// Position and direction of the view, for a picture's metadata.
    pub fn place(&self) -> Viewpoint {
        let camera = self.camera();
        Viewpoint::of(self.simulation().scene(), &camera)
    }

    /// Render options.
    pub fn look_settings(&self, settings: &Settings, view: render::DebugView) -> render::Settings {
        let picture = &settings.picture;
        let scene = self.simulation().scene();
        let metres = scene.camera.far * scene.frame.metres_per_unit * picture.view_distance;
        render::Settings {
            fov_y_deg: Some(fov_y_deg(picture.field_of_view_deg)),
            view_distance: Some(metres),
            msaa: picture.samples,
            anisotropy: picture.anisotropy,
            look: match picture.look {
                settings::Look::Clear => render::Look::Clear,
                settings::Look::Faithful => render::Look::Faithful,
            },
            render_scale: picture.render_scale,
            brightness: picture.brightness,
            view,
            vsync: picture.vsync,
            flashes_per_second: if picture.reduce_flashing { 0 } else { FLASHES },
            tint: self.simulation().tint_at(self.camera().eye),
            cover: self.cover.at(self.world.tick() as f64 - 1.0 + f64::from(self.clock.between())),
        }
    }
}

/// The vertical field of view of a 4:3 picture with this horizontal one.
pub fn fov_y_deg(across_deg: f32) -> f32 {
    let half = libm::tanf(across_deg.to_radians() * 0.5) * 0.75;
    2.0 * libm::atanf(half).to_degrees()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seventy_five_degrees_across_are_sixty_upright() {
        assert!((fov_y_deg(75.178_18) - 60.0).abs() < 1e-2);
    }
}
