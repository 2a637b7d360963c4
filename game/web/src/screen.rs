//! The canvas as what worlds are drawn on: the renderer, and what it was given of each place.

use crate::{LoadedPlaces, Picture, Visit, beside, shot};
use render::{Options, RenderError, Renderer, Size, Statistics, Upload, UploadPhase, WindowSurface, wgpu};
use runtime::places::PlaceId;
use web_sys::OffscreenCanvas;
use world::Hud;

/// Bytes of places that joined which are handed over between two frames. With WebGL2 each piece stays in the memory of the
/// engine until the browser has drawn what came after it, some frames later.
const FRAME_BYTES: u64 = 1 << 20;

/// What a picture is shown on.
pub(crate) struct Screen {
    renderer: Renderer,
    surface: WindowSurface,
    loaded: LoadedPlaces,
    /// The place that is handed over in pieces.
    arriving: Option<(PlaceId, Upload)>,
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
        Ok(Screen { renderer, surface, loaded: LoadedPlaces::new(), arriving: None, over: Hud::default() })
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
        self.keep(|_| false);
        self.loaded.extend(loaded.map(|loaded| (PlaceId::FIRST, loaded)));
        Ok(())
    }

    /// Lets go of all places.
    pub fn clear(&mut self) {
        self.keep(|_| false);
    }

    /// Lets go of all places but the first: the others join again, perhaps under other numbers.
    pub fn begin_anew(&mut self) {
        self.keep(|id| id == PlaceId::FIRST);
    }

    /// Lets go of places that were loaded again.
    pub fn forget(&mut self, places: &[PlaceId]) {
        self.keep(|id| !places.contains(&id));
    }

    fn keep(&mut self, stays: impl Fn(PlaceId) -> bool) {
        self.loaded.retain(|id, _| stays(*id));
        self.arriving.take_if(|(id, _)| !stays(*id));
    }

    /// Draws what is seen now, with what a driver reads if `with_hud`. Of places that joined a piece is handed over, or
    /// all that is left if `whole`, so that the picture lacks nothing.
    ///
    /// # Errors
    /// The device refuses, or is lost.
    pub fn draw(
        &mut self,
        visit: &Visit,
        picture: &Picture,
        with_hud: bool,
        whole: bool,
    ) -> Result<Statistics, RenderError> {
        let watched = visit.world().watched();
        self.keep(|id| visit.world().place(id).is_some());
        while self.hand_over(visit)? && (whole || !self.loaded.contains_key(&watched)) {}
        let Screen { renderer, surface, loaded, over, .. } = self;
        let Size { width, height } = surface.size();
        picture.lay_out(visit, [width, height], over);
        let Some(here) = loaded.get(&watched) else { return Ok(Statistics::default()) };
        let (settings, beside) = (picture.settings(visit), beside(visit, loaded));
        renderer.draw(
            &shot(visit, here, &beside, &settings, with_hud.then_some(&*over)),
            surface,
            |_, _, _, _| {},
        )
    }

    /// Hands over a piece of a place that joined; false when the device has all of them.
    fn hand_over(&mut self, visit: &Visit) -> Result<bool, RenderError> {
        if self.arriving.is_none() {
            let mut places = visit.world().places().iter();
            let Some(place) = places.find(|place| !self.loaded.contains_key(&place.id())) else {
                return Ok(false);
            };
            let simulation = place.simulation();
            let uploader = self.renderer.uploader();
            let upload = uploader.prepare(simulation.scene(), simulation.occurrences(), |_, _, _| true)?;
            self.arriving = upload.map(|upload| (place.id(), upload));
        }
        if let Some((_, upload)) = &mut self.arriving
            && upload.step(FRAME_BYTES)?
            && let Some((id, upload)) = self.arriving.take()
        {
            self.loaded.insert(id, upload.finish()?);
        }
        Ok(true)
    }
}

impl std::fmt::Debug for Screen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Screen").field("adapter", &self.renderer.adapter()).finish_non_exhaustive()
    }
}
