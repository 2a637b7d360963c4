//! The window's surface: the world below, menus above, one picture at a time.

use super::theme;
use base::Failure;
use egui_wgpu::ScreenDescriptor;
use render::{RenderError, Renderer, Shot, Size, Statistics, WindowSurface};
use std::sync::Arc;
use std::time::Instant;
use winit::event::WindowEvent;
use winit::window::Window;
use world::{Frame, Occurrences, Scene, State};

/// Background where there is no world.
struct Backdrop {
    scene: Scene,
    state: State,
    table: Occurrences,
    loaded: render::Loaded,
}

impl Backdrop {
    fn new(renderer: &Renderer) -> Result<Self, RenderError> {
        let mut scene = Scene::empty("", "", Frame::identity(1.0));
        scene.fog.on = true;
        scene.fog.color = theme::BACKDROP;
        let state = State::new(&scene, 0);
        let (table, _) = Occurrences::build(&scene, &state, 0);
        let loaded = renderer.load(&scene)?;
        Ok(Backdrop { scene, state, table, loaded })
    }
}

/// A window with a device that draws into it.
pub struct Screen {
    /// The window.
    pub window: Arc<Window>,
    /// The device.
    pub renderer: Renderer,
    /// Menus: their state, without a device.
    pub context: egui::Context,
    events: egui_winit::State,
    surface: WindowSurface,
    painter: egui_wgpu::Renderer,
    backdrop: Backdrop,
    repaint_at: Option<Instant>,
}

impl Screen {
    /// Opens a device for a window.
    ///
    /// # Errors
    /// No adapter, or one that cannot draw into this window.
    pub fn open(window: Arc<Window>) -> Result<Self, Failure> {
        let context = egui::Context::default();
        theme::apply(&context);
        let (renderer, surface, painter, backdrop) = device(&window)?;
        let events = egui_winit::State::new(
            context.clone(),
            egui::ViewportId::ROOT,
            &window,
            Some(window.scale_factor() as f32),
            window.theme(),
            Some(renderer.max_side() as usize),
        );
        Ok(Screen { window, renderer, context, events, surface, painter, backdrop, repaint_at: None })
    }

    /// Opens a device again after the old one was lost. Everything on the old one is lost.
    pub fn reopen(&mut self) -> Result<(), Failure> {
        let (renderer, surface, painter, backdrop) = device(&self.window)?;
        (self.renderer, self.surface, self.painter, self.backdrop) = (renderer, surface, painter, backdrop);
        // A new context uploads all its textures again.
        let context = egui::Context::default();
        theme::apply(&context);
        self.events = egui_winit::State::new(
            context.clone(),
            egui::ViewportId::ROOT,
            &self.window,
            Some(self.window.scale_factor() as f32),
            self.window.theme(),
            Some(self.renderer.max_side() as usize),
        );
        self.context = context;
        Ok(())
    }

    /// The window changed its size.
    pub fn resize(&mut self, width: u32, height: u32) {
        self.surface.resize(Size { width: width.max(1), height: height.max(1) });
    }

    /// Pixels drawn.
    pub fn size(&self) -> Size {
        self.surface.size()
    }

    /// When the menus need the next frame, if nothing happens before.
    pub fn repaint_at(&self) -> Option<Instant> {
        self.repaint_at
    }

    /// Passes an event to the menus; true if they use it.
    pub fn hear(&mut self, event: &WindowEvent) -> bool {
        self.events.on_window_event(&self.window, event).consumed
    }

    /// Draws a world, or a backdrop, and the menus over it.
    pub fn draw(
        &mut self,
        shot: Option<&Shot<'_>>,
        mut menus: impl FnMut(&mut egui::Ui),
    ) -> Result<Statistics, RenderError> {
        let input = self.events.take_egui_input(&self.window);
        let mut output = self.context.run_ui(input, &mut menus);
        // A dropped delta must be counted as applied.
        let mut deltas = std::mem::take(&mut output.textures_delta);
        self.events.handle_platform_output(&self.window, output.platform_output);
        let delay = output.viewport_output.get(&egui::ViewportId::ROOT).map(|root| root.repaint_delay);
        self.repaint_at = delay.and_then(|delay| Instant::now().checked_add(delay));
        let triangles = self.context.tessellate(output.shapes, output.pixels_per_point);
        let Size { width, height } = self.surface.size();
        let descriptor =
            ScreenDescriptor { size_in_pixels: [width, height], pixels_per_point: output.pixels_per_point };

        let (device, queue) = (self.renderer.device(), self.renderer.queue());
        for (id, changes) in &deltas.set {
            for delta in changes {
                self.painter.update_texture(device, queue, *id, delta);
            }
        }
        let plain = render::Settings::default();
        let backdrop = Shot {
            loaded: &self.backdrop.loaded,
            scene: &self.backdrop.scene,
            state: &self.backdrop.state,
            zones: self.backdrop.state.zones,
            table: &self.backdrop.table,
            camera: self.backdrop.state.camera,
            feet: None,
            between: 1.0,
            settings: &plain,
            beside: &[],
            hud: None,
        };
        let painter = &mut self.painter;
        let drawn = self.renderer.draw(
            shot.unwrap_or(&backdrop),
            &mut self.surface,
            |device, queue, encoder, view| {
                let more = painter.update_buffers(device, queue, encoder, &triangles, &descriptor);
                queue.submit(more);
                let pass = encoder.begin_render_pass(&render::wgpu::RenderPassDescriptor {
                    label: Some("menus"),
                    color_attachments: &[Some(render::wgpu::RenderPassColorAttachment {
                        view,
                        depth_slice: None,
                        resolve_target: None,
                        ops: render::wgpu::Operations {
                            load: render::wgpu::LoadOp::Load,
                            store: render::wgpu::StoreOp::Store,
                        },
                    })],
                    ..Default::default()
                });
                painter.render(&mut pass.forget_lifetime(), &triangles, &descriptor);
            },
        );
        for id in &deltas.free {
            self.painter.free_texture(id);
        }
        deltas.clear();
        drawn
    }
}

type Device = (Renderer, WindowSurface, egui_wgpu::Renderer, Backdrop);

fn device(window: &Arc<Window>) -> Result<Device, Failure> {
    let machine = |error: RenderError| Failure::Machine(error.to_string());
    let size = window.inner_size();
    let size = Size { width: size.width.max(1), height: size.height.max(1) };
    let options = render::Options::from_env();
    let (renderer, surface) = Renderer::for_window(Arc::clone(window), size, &options).map_err(machine)?;
    tracing::info!(target: "render", "adapter {}", renderer.adapter());
    let painter = egui_wgpu::Renderer::new(
        renderer.device(),
        surface.format(),
        egui_wgpu::RendererOptions { dithering: false, ..Default::default() },
    );
    let backdrop = Backdrop::new(&renderer).map_err(machine)?;
    Ok((renderer, surface, painter, backdrop))
}
