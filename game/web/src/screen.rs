//! The canvas as what worlds are drawn on: the renderer, and what it was given of each place.

use crate::{LoadedPlaces, Picture, Visit, beside, shot};
use render::{Options, RenderError, Renderer, Size, Statistics, UploadPhase, WindowSurface, wgpu};
use runtime::places::PlaceId;
use web_sys::OffscreenCanvas;
use world::Hud;

/// What a picture is shown on.
pub(crate) struct Screen {
    renderer: Renderer,
    surface: WindowSurface,
    loaded: LoadedPlaces,
    /// What a driver reads.
    over: Hud,
}

impl Screen {
    /// Opens the canvas: with WebGPU, or with WebGL2.
    ///
    /// # Errors
    /// The browser has none of it.
    pub async fn open(canvas: OffscreenCanvas, webgpu: bool, size: Size) -> Result<Self, RenderError> {
        let make = move |instance: &wgpu::Instance| {
            instance.create_surface(wgpu::SurfaceTarget::OffscreenCanvas(canvas.clone()))
        };
        let options = Options { webgpu, ..Options::default() };
        let (renderer, surface) = Renderer::for_canvas(make, size, &options).await?;
        Ok(Screen { renderer, surface, loaded: LoadedPlaces::new(), over: Hud::default() })
    }

    /// What draws.
    pub fn adapter(&self) -> &str {
        self.renderer.adapter()
    }

    pub fn resize(&mut self, size: Size) {
        self.surface.resize(size);
    }

    /// Uploads a world that was entered; `told` hears how far it is, and stops it with false.
    ///
    /// # Errors
    /// The device refuses.
    pub fn enter(
        &mut self,
        visit: &Visit,
        told: impl FnMut(UploadPhase, usize, usize) -> bool,
    ) -> Result<(), RenderError> {
        let simulation = visit.simulation();
        let loaded = self.renderer.uploader().load(simulation.scene(), simulation.occurrences(), told)?;
        self.loaded = loaded.map(|loaded| (PlaceId::FIRST, loaded)).into_iter().collect();
        Ok(())
    }

    /// Lets go of all places.
    pub fn clear(&mut self) {
        self.loaded.clear();
    }

    /// Lets go of all places but the first: the others join again, perhaps under other numbers.
    pub fn begin_anew(&mut self) {
        self.loaded.retain(|id, _| *id == PlaceId::FIRST);
    }

    /// Lets go of places that were loaded again.
    pub fn forget(&mut self, places: &[PlaceId]) {
        self.loaded.retain(|id, _| !places.contains(id));
    }

    /// Draws what is seen now, with what a driver reads if `with_hud`.
    ///
    /// # Errors
    /// The device refuses, or is lost.
    pub fn draw(
        &mut self,
        visit: &Visit,
        picture: &Picture,
        with_hud: bool,
    ) -> Result<Statistics, RenderError> {
        self.follow(visit)?;
        let Screen { renderer, surface, loaded, over } = self;
        let Size { width, height } = surface.size();
        picture.lay_out(visit, [width, height], over);
        let Some(here) = loaded.get(&visit.world().watched()) else { return Ok(Statistics::default()) };
        let (settings, beside) = (picture.settings(visit), beside(visit, loaded));
        renderer.draw(
            &shot(visit, here, &beside, &settings, with_hud.then_some(&*over)),
            surface,
            |_, _, _, _| {},
        )
    }

    /// Uploads places that joined, and lets go of those that left.
    fn follow(&mut self, visit: &Visit) -> Result<(), RenderError> {
        self.loaded.retain(|id, _| visit.world().place(*id).is_some());
        for place in visit.world().places() {
            if !self.loaded.contains_key(&place.id()) {
                let simulation = place.simulation();
                let loaded = self.renderer.load_of(simulation.scene(), simulation.occurrences())?;
                self.loaded.insert(place.id(), loaded);
            }
        }
        Ok(())
    }
}

impl std::fmt::Debug for Screen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Screen").field("adapter", &self.renderer.adapter()).finish_non_exhaustive()
    }
}
