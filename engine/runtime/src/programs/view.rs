//! What programs do to the camera, the fog, the picture and texture cycles.

use super::Player;
use super::moves::Part;
use super::step::{Outcome, Visit};
use world::program::{CameraChange, CameraTo, FogChange, FogKind, Lens, Operand, ScreenWash, Span};
use world::{Fog, MaterialId, ScreenEffect, ScreenMix};

/// Width to height of the pictures that the games were made for.
const ASPECT: f32 = 4.0 / 3.0;
/// Fields of view that can be drawn, radians.
const FOVS: [f32; 2] = [0.01, 3.1];
/// What is larger than this is an error of a file.
const MOST: f32 = 1e9;
/// Zooms that can be drawn.
const ZOOMS: [f32; 2] = [1e-3, 1e3];

impl Player<'_, '_, '_> {
    /// Source: `docs/spec/zbd/anim-events.md`, "4.20 CAMERA_STATE".
    pub(super) fn change_camera(&mut self, change: &CameraChange<f32>) {
        let sound = |number: Option<f32>| number.filter(|number| *number > 0.0 && *number <= MOST);
        let mut camera = self.edit.state().camera;
        camera.near = sound(change.near).unwrap_or(camera.near);
        // What is cut off at the front must not lie behind what is cut off at the back.
        camera.far = sound(change.far).unwrap_or(camera.far).max(camera.near * 1.001);
        camera.lod_multiplier = sound(change.lod_multiplier).unwrap_or(camera.lod_multiplier);
        let fov = [sound(change.fov_x), sound(change.fov_y)];
        let zoom = [sound(change.zoom_x), sound(change.zoom_y)];
        if fov.iter().chain(&zoom).any(Option::is_some) {
            let lens = self.programs.lens.unwrap_or_else(|| Lens {
                fov: [widened(camera.fov_y, ASPECT), camera.fov_y],
                zoom: [1.0; 2],
            });
            let lens = turned(lens, fov, zoom);
            camera.fov_y = widened(lens.fov[1], lens.zoom[1].recip());
            self.programs.lens = Some(lens);
        }
        self.edit.simulation.state.camera = camera;
    }

    /// Source: `docs/spec/zbd/anim-events.md`, "4.21 CAMERA_FROM_TO".
    pub(super) fn camera_to(&mut self, at: usize, own: &CameraTo, visit: Visit) -> Outcome {
        let part = self.part(at, visit, own.seconds);
        let CameraChange { near, far, lod_multiplier, fov_x, fov_y, zoom_x, zoom_y } = own.change;
        let now = |span: Option<Span<f32>>| span.map(|span| part.value(span));
        self.change_camera(&CameraChange {
            near: now(near),
            far: now(far),
            lod_multiplier: now(lod_multiplier),
            fov_x: now(fov_x),
            fov_y: now(fov_y),
            zoom_x: now(zoom_x),
            zoom_y: now(zoom_y),
        });
        part.last.map_or(Outcome::Running, Outcome::Done)
    }

    /// Source: `docs/spec/zbd/anim-events.md`, "4.28 FOG_STATE".
    pub(super) fn change_fog(&mut self, change: &FogChange) {
        let known = self.edit.state().fog;
        let [low, high] = change.altitude.map_or([known.low, known.high], |[a, b]| [a.min(b), a.max(b)]);
        let [near, far] = change.range.unwrap_or([known.near, known.far]);
        self.edit.set_fog(Fog {
            on: change.kind.map_or(known.on, |kind| kind != FogKind::Off),
            color: change.color.map_or(known.color, |color| color.map(|channel| channel.clamp(0.0, 1.0))),
            near,
            far,
            high,
            low,
        });
    }

    /// Source: `docs/spec/zbd/anim-events.md`, "4.32 FBFX_COLOR_FROM_TO".
    pub(super) fn screen_wash(&mut self, at: usize, own: &ScreenWash, visit: Visit) -> Outcome {
        let part = self.part(at, visit, own.seconds);
        let [red, green, blue, strength] = [0, 1, 2, 3].map(|channel| channel_of(own, part, channel));
        self.arm([red, green, blue], strength);
        part.last.map_or(Outcome::Running, Outcome::Done)
    }

    /// Lays a colour over the picture until the next tick, in place of what another program asked for in
    /// this one.
    fn arm(&mut self, color: [f32; 3], strength: f32) {
        let state = &mut self.edit.simulation.state;
        let since = state.tick + 1;
        // It is over with the tick behind the one that shows it.
        let wash = ScreenEffect { mix: ScreenMix::Fade, color, from: strength, to: 0.0, since, ticks: 1 };
        // What others lay over the picture begins no later than now.
        match state.effects.screen.iter_mut().find(|effect| effect.since == since) {
            Some(known) => *known = wash,
            None => state.effects.show(wash),
        }
    }

    /// Source: `docs/spec/zbd/anim-events.md`, "4.17 OBJECT_CYCLE_TEXTURE".
    pub(super) fn cycle_texture(&mut self, at: usize, node: Operand, restart: bool, frame: u16) {
        let Some(material) = self.node(at, node).and_then(|node| self.cycled_material(node)) else { return };
        let known = self.edit.state().cycles.get(material.index()).copied().unwrap_or_default();
        let rest = if restart { 0.0 } else { known.fract() };
        self.edit.set_cycle(material, f32::from(frame) + rest);
    }

    /// The first material of a node's model that has a texture cycle.
    fn cycled_material(&self, node: world::NodeId) -> Option<MaterialId> {
        let scene = self.scene;
        let model = scene.shape(&self.edit.state().nodes, node)?.model?;
        let mut materials = scene.models.get(model.index())?.polygons.iter().map(|polygon| polygon.material);
        let cycles = |material: &MaterialId| {
            scene.materials.get(material.index()).is_some_and(|known| known.cycle.is_some())
        };
        materials.find(cycles)
    }
}

fn channel_of(own: &ScreenWash, part: Part, channel: usize) -> f32 {
    let value = part.value(Span { from: own.color.from[channel], to: own.color.to[channel] });
    if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) }
}

/// A field of view whose picture is larger by a factor.
fn widened(fov: f32, factor: f32) -> f32 {
    let fov = 2.0 * libm::atanf(libm::tanf(fov.clamp(FOVS[0], FOVS[1]) * 0.5) * factor);
    fov.clamp(FOVS[0], FOVS[1])
}

/// A lens with other values. The picture is as wide as its window has it; so a width alone changes the
/// height by as much.
fn turned(lens: Lens, [fov_x, fov_y]: [Option<f32>; 2], [zoom_x, zoom_y]: [Option<f32>; 2]) -> Lens {
    let held = |number: f32, [least, most]: [f32; 2]| number.clamp(least, most);
    let fov_x = fov_x.map(|fov| held(fov, FOVS));
    let by_width = fov_x.map(|fov| {
        let grown = libm::tanf(fov * 0.5) / libm::tanf(held(lens.fov[0], FOVS) * 0.5);
        widened(lens.fov[1], grown)
    });
    let by_height = fov_y.map(|fov| held(fov, FOVS));
    let zoom_x = zoom_x.map(|zoom| held(zoom, ZOOMS));
    let zoom_y = zoom_y.map(|zoom| held(zoom, ZOOMS));
    Lens {
        fov: [fov_x.unwrap_or(lens.fov[0]), by_height.or(by_width).unwrap_or(lens.fov[1])],
        zoom: [zoom_x.unwrap_or(lens.zoom[0]), zoom_y.or(zoom_x).unwrap_or(lens.zoom[1])],
    }
}
