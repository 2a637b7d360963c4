//! What a picture shows: the place in which the camera stands, and the places
//! beside it.

use crate::{
    Loaded, RenderError, Settings, Size, Statistics,
    adapter::Gpu,
    batch::FrameContext,
    frame::{Frames, Target},
    gather::Gather,
    light::{Lamps, Suns},
    palette,
    pipeline::FrameData,
    place::{PlaceFrame, Places},
    screen,
    view::View,
};
use glam::Vec3;
use std::sync::PoisonError;
use world::{ActiveZones, Camera, Fog, Occurrences, Scene, ScreenColor, State};

/// What to draw, and how.
#[derive(Clone, Copy)]
pub struct Shot<'a> {
    /// What the renderer made of the scene.
    pub loaded: &'a Loaded,
    /// The scene.
    pub scene: &'a Scene,
    /// The state of the last tick.
    pub state: &'a State,
    /// The active zones of the view: the state's own, or others for a free camera.
    pub zones: ActiveZones,
    /// Its occurrence table, up to date.
    pub table: &'a Occurrences,
    /// Where to look from; a window puts it between two ticks.
    pub camera: Camera,
    /// Where somebody stands through whose eyes, or over whose shoulder, one looks; `None` for a camera of its
    /// own, which may be where nobody walks. Worlds that know what is seen by those who walk show all to it.
    pub feet: Option<Vec3>,
    /// Between the previous tick (0) and the last one (1): the moment at which moving things are
    /// drawn.
    pub between: f32,
    /// Options of the picture.
    pub settings: &'a Settings,
    /// The places beside the one in which the camera stands, in any order. Sky, fog and screen
    /// colours are those of the camera's place alone; lights are each place's own.
    pub beside: &'a [Neighbour<'a>],
}

/// A place beside the one in which the camera stands.
#[derive(Clone, Copy)]
pub struct Neighbour<'a> {
    /// What the renderer made of its scene: its own, shared with no other place of the picture.
    pub loaded: &'a Loaded,
    /// Its scene.
    pub scene: &'a Scene,
    /// Its state of the last tick.
    pub state: &'a State,
    /// Its active zones.
    pub zones: ActiveZones,
    /// Its occurrence table, up to date.
    pub table: &'a Occurrences,
    /// As [`Shot::between`].
    pub between: f32,
    /// Its origin in the coordinates of the camera's place, units. With a number that is not
    /// finite it is not drawn.
    pub offset: Vec3,
    /// How much of the size of its pictures that turn to the eye is there, 0 to 1: where somebody sees a place join,
    /// its trees grow instead of being there at once.
    pub grown: f32,
}

impl<'a> Shot<'a> {
    /// What the renderer made of a place: 0 is the camera's, its neighbours follow.
    pub(crate) fn loaded_of(&self, place: usize) -> Option<&'a Loaded> {
        match place.checked_sub(1) {
            None => Some(self.loaded),
            Some(beside) => self.beside.get(beside).map(|neighbour| neighbour.loaded),
        }
    }

    /// How many places are drawn.
    pub(crate) fn places(&self) -> usize {
        1 + self.beside.len()
    }

    /// The camera with the options applied.
    fn camera(&self) -> Camera {
        let mut camera = self.camera;
        if let Some(degrees) = self.settings.fov_y_deg {
            camera.fov_y = degrees.to_radians();
        }
        if let Some(metres) = self.settings.view_distance {
            camera.far = self.scene.frame.units(metres);
        }
        camera
    }

    /// The camera's place as one of several.
    fn own(&self) -> Neighbour<'a> {
        let Shot { loaded, scene, state, zones, table, between, .. } = *self;
        Neighbour { loaded, scene, state, zones, table, between, offset: Vec3::ZERO, grown: 1.0 }
    }

    /// Finds what is visible in each place and how to draw it.
    pub(crate) fn fill(&self, places: &mut Places, size: Size, max_side: u32) {
        let frames = &mut places.frames;
        if frames.len() < self.places() {
            frames.resize_with(self.places(), PlaceFrame::default);
        }
        let view = View { feet: self.feet, ..View::new(&self.camera(), size.width, size.height) };
        self.fill_place(&self.own(), &view, false, max_side, &mut frames[0]);
        for (neighbour, frame) in self.beside.iter().zip(&mut frames[1..]) {
            self.fill_place(neighbour, &view, true, max_side, frame);
        }
        places.arrange(self.places());
    }

    fn fill_place(
        &self,
        place: &Neighbour,
        from: &View,
        beside: bool,
        max_side: u32,
        frame: &mut PlaceFrame,
    ) {
        if !place.offset.is_finite() {
            frame.batch.clear();
            return;
        }
        // The same picture, seen in the coordinates of the place.
        let feet = from.feet.map(|feet| feet - place.offset);
        let view = View { eye: from.eye - place.offset, feet, ..*from };
        let gather = Gather {
            scene: place.scene,
            zones: place.zones,
            table: place.table,
            effects: &place.state.effects,
            between: place.between,
            beside,
        };
        let mut coplanar = place.loaded.coplanar.lock().unwrap_or_else(PoisonError::into_inner);
        coplanar.follow(place.scene, place.table, &place.loaded.geometry);
        let day = Vec3::from(place.state.daylight(place.scene));
        let context = FrameContext {
            scene: place.scene,
            state: place.state,
            zones: place.zones,
            geometry: &place.loaded.geometry,
            textures: &place.loaded.textures,
            coplanar: &coplanar,
            pages: &place.loaded.pages,
            between: place.between,
            view: &view,
            settings: self.settings,
            apart: !self.beside.is_empty(),
            most_bones: palette::most_bones(max_side),
            day,
            suns: Suns::of(&place.state.lights, place.scene.sunlight_limit, day),
            lamps: Lamps::of(place.scene.lamp_lighting, &place.state.lights, view.eye),
        };
        frame.batch.fill(&gather, &context);
        // Heights of fog count in the camera's place.
        let missing = frame.batch.paints.missing();
        let fog = Fog { color: self.haze(), ..self.state.fog };
        frame.data =
            FrameData::new(from, &fog, day, &context.suns, &context.lamps, missing).grown(place.grown);
    }

    /// Colour of fog at this hour.
    fn haze(&self) -> [f32; 3] {
        (Vec3::from(self.state.fog.color) * Vec3::from(self.state.daylight(self.scene))).to_array()
    }

    pub(crate) fn draw(
        &self,
        gpu: &Gpu,
        frames: &mut Frames,
        target: Target,
        then: impl FnOnce(&mut wgpu::CommandEncoder),
    ) -> Result<Statistics, RenderError> {
        let max_side = gpu.device.limits().max_texture_dimension_2d;
        self.fill(&mut frames.places, Frames::inner_size(self.settings, target.size, max_side), max_side);
        let background = if self.state.fog.on { self.haze() } else { [0.0; 3] };
        let tick = (self.state.tick as f64 - 1.0 + f64::from(self.between)).max(0.0);
        let over = screen::stack(&ScreenColor::of(&self.state.effects.screen, tick), &self.settings.cover);
        let over = frames.flashes.pass(tick, over, self.settings.flashes_per_second);
        let over = screen::stack(&self.settings.tint, &over);
        gpu.checked("drawing", || {
            let mut encoder = gpu.device.create_command_encoder(&Default::default());
            frames.draw(gpu, self, background, &mut encoder, target, &over);
            then(&mut encoder);
            gpu.queue.submit([encoder.finish()]);
        })
        .inspect_err(|_| frames.forget())?;
        Ok(frames.places.statistics(self.places()))
    }
}
