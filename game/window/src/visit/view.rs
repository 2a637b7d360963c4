//! What is seen of a visit: the camera between two ticks, the free camera, how the picture is drawn. Cameras that no game
//! has stand as this project likes them.

use super::Visit;
use super::driving::moved;
use crate::settings::{self, Settings};
use glam::{Quat, Vec3};
use pictures::Viewpoint;
use runtime::Simulation;
use world::{ActiveZones, Actor, Camera, CameraMode, CameraPose, FreeCamera, OccurrenceId};

/// How much farther up than back the camera is that looks along an aim, and the part of the way to what is behind it
/// that it keeps.
const RAISED: f32 = 0.3;
const CLEAR: f32 = 0.9;
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
            if let Some(aim) = self.aim_looked_along() {
                return behind_along(self.simulation(), self.clock.between(), aim, &now);
            }
            let pose = self.pose_of_rig();
            return now.at(match self.tank_aim_looked_along(&pose) {
                Some(aside) => turned_about(self.simulation(), self.clock.between(), &pose, aside),
                None => pose,
            });
        }
        let mut eye = before.eye.lerp(now.eye, self.clock.between());
        if !eye.is_finite() {
            eye = now.eye;
        }
        let mut turned = FreeCamera { eye, yaw: now.yaw, pitch: now.pitch };
        turned.turn(self.steering.turn.yaw, self.steering.turn.pitch);
        turned.camera(&now)
    }

    /// The aim of an aeroplane with help that is seen from outside, along which one looks then, level: the picture does not
    /// bank with the aeroplane, and whoever moves the mouse to the right looks there.
    fn aim_looked_along(&self) -> Option<Vec3> {
        let aim = self.aeroplane_aim().filter(|_| self.is_seen_from_outside())?;
        Some(moved(aim, [self.steering.turn.yaw, self.steering.turn.pitch]))
    }

    /// How far to the left of the game's camera the aim of a tank with help is that is seen from outside, radians: one
    /// looks along it, and the tank turns there below.
    fn tank_aim_looked_along(&self, pose: &CameraPose) -> Option<f32> {
        let aside = self.tank_aim_beside(pose).filter(|_| self.is_seen_from_outside())?;
        Some(aside + self.steering.turn.yaw)
    }

    fn is_seen_from_outside(&self) -> bool {
        let rig = &self.simulation().state().rig;
        rig.mode.is_of_person() && !rig.mode.is_first_person() && rig.blend.is_none() && self.fly.is_none()
    }

    /// The camera of the game between the last two ticks.
    fn pose_of_rig(&self) -> CameraPose {
        let simulation = self.simulation();
        let [before, now] = [simulation.previous().camera, simulation.state().camera].map(|own| own.pose());
        before.toward(&now, self.clock.between())
    }

    /// What the ring shows while a vehicle is driven with help, from the camera: where the mouse points, or for one who looks
    /// along that in an aeroplane where its nose points. A tank that has turned there aims at it.
    pub fn ring(&self) -> Option<Vec3> {
        if let Some(aim) = self.aeroplane_aim() {
            let nose = || Some(Vec3::from(-self.simulation().state().person()?.rotation().z_axis));
            return if self.aim_looked_along().is_some() { nose() } else { Some(aim) };
        }
        let aside = self.tank_aim_beside(&self.pose_of_rig())? + self.steering.turn.yaw;
        let (simulation, between) = (self.simulation(), self.clock.between());
        let here = shown(simulation, between, simulation.state().person()?);
        let aimed = simulation.aimed(between)? - here;
        Some(here + Quat::from_rotation_y(aside) * aimed - self.camera().eye)
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

/// The camera as far away from the person as that of the game, behind along a way; `between` the last two ticks, 0..1.
fn behind_along(simulation: &Simulation, between: f32, way: Vec3, now: &Camera) -> Camera {
    let Some(person) = simulation.state().person() else { return *now };
    let far = (now.eye - person.position()).length();
    let wanted = (Vec3::Y * RAISED - way).normalize_or(Vec3::Y) * far;
    let here = shown(simulation, between, person);
    now.at(CameraPose::along(eye_at(simulation, person, here, wanted), way))
}

/// The camera of the game, turned to the left about the person by an angle.
fn turned_about(simulation: &Simulation, between: f32, pose: &CameraPose, aside: f32) -> CameraPose {
    let Some(person) = simulation.state().person() else { return *pose };
    let here = shown(simulation, between, person);
    let wanted = Quat::from_rotation_y(aside) * (pose.eye - here);
    CameraPose { eye: eye_at(simulation, person, here, wanted), yaw: pose.yaw + aside, ..*pose }
}

/// Where the person is shown between the last two ticks.
fn shown(simulation: &Simulation, between: f32, person: &Actor) -> Vec3 {
    let table = simulation.occurrences();
    let shown = person.node.and_then(|node| table.of(node).next()).map(|id| {
        let [before, after] = [table.previous(id), table.transform(id)].map(|at| Vec3::from(at.translation));
        before.lerp(after, between)
    });
    shown.unwrap_or(person.position())
}

/// An eye that far from where the person is shown, nearer where something leaves no room.
fn eye_at(simulation: &Simulation, person: &Actor, here: Vec3, wanted: Vec3) -> Vec3 {
    let room = simulation.probe().ray_without(here, here + wanted, person.node.as_slice());
    room.map_or(here + wanted, |hit| here.lerp(hit.point, CLEAR))
}

/// The vertical field of view of a 4:3 picture with this horizontal one.
pub fn fov_y_deg(across_deg: f32) -> f32 {
    let half = libm::tanf(across_deg.to_radians() * 0.5) * 0.75;
    2.0 * libm::atanf(half).to_degrees()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loader::{End, Loading};
    use crate::small_world::{uploader, wait, wanted};
    use replay::Recorder;
    use runtime::Input;
    use std::sync::Arc;
    use world::sketch::{ModelSketch, Sketch};
    use world::{ArmsLaw, LawKind, Limits, Muzzle, SlotLaw, TankLaw, VehicleLaw, Views, WeaponLaw};

    /// Somebody who drives at (10, 2, 0) in a box around them, with a wall so far behind, and the game's camera 5 away.
    fn driven(wall: Option<f32>) -> (Simulation, Camera) {
        driven_by(TankLaw { health: 100.0, ..TankLaw::default() }, wall)
    }

    fn driven_by(law: TankLaw, wall: Option<f32>) -> (Simulation, Camera) {
        armed(law, wall, Vec::new())
    }

    fn armed(law: TankLaw, wall: Option<f32>, weapons: Vec<WeaponLaw>) -> (Simulation, Camera) {
        let mut sketch = Sketch::new();
        let node = sketch.place(ModelSketch::new().double_sided(true).cuboid(Vec3::splat(-1.0), Vec3::ONE));
        if let Some(far) = wall {
            sketch.place(ModelSketch::new().double_sided(true).wall([0.0, far], [20.0, far], -9.0, 9.0));
        }
        let mut scene = sketch.scene;
        let law = LawKind::Tank(Box::new(law));
        let own = VehicleLaw { name: "tank".into(), node: Some(node), views: Views::default(), law };
        scene.vehicles.push(own);
        scene.drives = Some(0);
        let slot = SlotLaw { weapon: 0, ammunition: None, groups: 1, muzzles: Vec::new() };
        scene.combat.arms = vec![ArmsLaw {
            slots: weapons.iter().map(|_| slot.clone()).collect(),
            muzzles: vec![Muzzle { node: None, place: Vec3::Y }],
            ..ArmsLaw::default()
        }];
        scene.combat.weapons = weapons;
        scene.avatar.position = Vec3::new(10.0, 2.0, 0.0);
        scene.nodes[node.index()].transform.translation = scene.avatar.position.into();
        let simulation = Simulation::new(Arc::new(scene), 1, &Limits::default()).0;
        let camera = simulation.state().camera;
        let now = Camera { eye: Vec3::new(10.0, 5.0, 4.0), yaw: 1.0, pitch: 0.5, ..camera };
        (simulation, now)
    }

    /// The eye, yaw and pitch behind them along a way.
    fn behind(way: Vec3, wall: Option<f32>) -> (Vec3, f32, f32) {
        let (simulation, now) = driven(wall);
        let found = behind_along(&simulation, 0.5, way, &now);
        (found.eye, found.yaw, found.pitch)
    }

    #[test]
    fn one_looks_along_the_aim_from_behind_and_above_as_far_away_as_the_camera_is() {
        let near = |(eye, yaw, pitch): (Vec3, f32, f32), wanted: [f32; 3], turned: [f32; 2]| {
            assert!((eye - Vec3::from_array(wanted)).length() < 1e-3, "{eye} instead of {wanted:?}");
            assert!((yaw - turned[0]).abs() < 1e-4 && (pitch - turned[1]).abs() < 1e-4, "{yaw} {pitch}");
        };
        // 5 along (0, 0.3, 1), whose length is 1.044 03: up by 1.436 74, back by 4.789 13.
        near(behind(Vec3::NEG_Z, None), [10.0, 3.436_74, 4.789_13], [0.0, 0.0]);
        // To the east it is to the west.
        let quarter = std::f32::consts::FRAC_PI_2;
        near(behind(Vec3::X, None), [5.210_87, 3.436_74, 0.0], [-quarter, 0.0]);
        // Along 3, 4 upwards: 5 along (0, -0.5, 0.6), whose length is 0.781 02.
        near(behind(Vec3::new(0.0, 0.8, -0.6), None), [10.0, -1.200_92, 3.841_11], [0.0, 0.927_295]);
        // A wall 2 behind: the way there is (0, 0.6, 2), of which it keeps 0.9.
        near(behind(Vec3::NEG_Z, Some(2.0)), [10.0, 2.54, 1.8], [0.0, 0.0]);
        // One that is farther away is in nobody's way.
        near(behind(Vec3::NEG_Z, Some(5.0)), [10.0, 3.436_74, 4.789_13], [0.0, 0.0]);
    }

    #[test]
    fn the_game_s_camera_goes_around_whoever_looks_aside() {
        let turned = |aside: f32, wall: Option<f32>| {
            let (simulation, now) = driven(wall);
            let found = turned_about(&simulation, 0.5, &now.pose(), aside);
            (found.eye, found.yaw, found.pitch)
        };
        let near = |(eye, yaw, pitch): (Vec3, f32, f32), wanted: [f32; 3], turned: f32| {
            assert!((eye - Vec3::from_array(wanted)).length() < 1e-3, "{eye} instead of {wanted:?}");
            assert!((yaw - turned).abs() < 1e-5 && pitch == 0.5, "{yaw} {pitch}");
        };
        let quarter = std::f32::consts::FRAC_PI_2;
        near(turned(0.0, None), [10.0, 5.0, 4.0], 1.0);
        // A quarter turn to the left: from behind in the south to the east, as high and as far.
        near(turned(quarter, None), [14.0, 5.0, 0.0], 1.0 + quarter);
        // A wall 2 behind: half of the way there is (0, 1.5, 2), of which it keeps 0.9.
        near(turned(0.0, Some(2.0)), [10.0, 3.35, 1.8], 1.0);
    }

    #[test]
    fn the_ring_is_where_a_tank_with_help_will_aim_once_it_has_turned_to_the_mouse() {
        let folder = tempfile::tempdir().unwrap();
        let Some(uploader) = uploader() else { return };
        let visit = |weapons: Vec<WeaponLaw>| {
            let wanted = wanted(folder.path());
            let End::Ready(mut ready, _) = wait(&mut Loading::start(wanted, uploader.clone(), || ())) else {
                panic!("not ready")
            };
            let law = TankLaw { health: 100.0, turns: [0.6, 2.0], ..TankLaw::default() };
            ready.simulation = armed(law, None, weapons).0;
            Visit::enter(*ready, None, Recorder::default())
        };
        let cannon = || WeaponLaw { range: 100.0, speed: 120.0, ..WeaponLaw::default() };
        let mut own = visit(vec![cannon()]);
        let eye = own.camera().eye;
        assert_eq!(own.ring(), None, "nobody has moved the mouse");
        let turned = Input { yaw: 0.5, ..Input::default() };
        assert_eq!(own.assisted(turned).strafe, -1.0);
        // From (10, 2, 0) it aims at (10, 3, -100). Half a radian to the left of that, 0.479 43 and 0.877 58 of 100; and a
        // tenth more that the hand has moved since the last tick.
        let near = |found: Option<Vec3>, wanted: [f32; 3]| {
            let found = found.unwrap() + eye;
            assert!((found - Vec3::from_array(wanted)).length() < 1e-2, "{found} instead of {wanted:?}");
        };
        near(own.ring(), [10.0 - 47.943, 3.0, -87.758]);
        own.steering.turn.yaw = 0.1;
        near(own.ring(), [10.0 - 56.464, 3.0, -82.534]);
        // Who has nothing to aim has no ring.
        let mut unarmed = visit(Vec::new());
        unarmed.assisted(turned);
        assert_eq!(unarmed.ring(), None);
    }

    #[test]
    fn who_moves_is_shown_on_the_way_of_the_last_tick() {
        let law = TankLaw { health: 100.0, gravity: 28.0, ..TankLaw::default() };
        let (mut simulation, _) = driven_by(law, None);
        // Over no ground it falls; after a second by 0.47 in a tick.
        let height = |simulation: &Simulation| simulation.state().person().unwrap().position().y;
        (0..59).for_each(|_| simulation.tick(&Default::default()));
        let before = height(&simulation);
        simulation.tick(&Default::default());
        let fallen = before - height(&simulation);
        assert!((fallen - 28.0 / 60.0).abs() < 1e-2, "{fallen}");
        for between in [0.0, 0.25, 1.0] {
            let found = shown(&simulation, between, simulation.state().person().unwrap());
            assert!((found.y - (before - fallen * between)).abs() < 1e-3, "{found} at {between}");
        }
    }

    #[test]
    fn seventy_five_degrees_across_are_sixty_upright() {
        assert!((fov_y_deg(75.178_18) - 60.0).abs() < 1e-2);
    }
}
