//! The part of a window that pictures are shown in.

use crate::{RenderError, Size, adapter::Gpu};
use std::fmt;
use wgpu::{CurrentSurfaceTexture, PresentMode, SurfaceTexture, TextureFormat, TextureUsages};

/// Creates the surface of the window again.
pub(crate) type MakeSurface =
    Box<dyn Fn(&wgpu::Instance) -> Result<wgpu::Surface<'static>, wgpu::CreateSurfaceError> + Send + Sync>;

/// The part of a window that pictures are shown in. Follows the window's size and recovers when the
/// system takes it away.
pub struct WindowSurface {
    instance: wgpu::Instance,
    make: MakeSurface,
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    format: TextureFormat,
    modes: Vec<PresentMode>,
    limit: u32,
    stale: bool,
}

impl fmt::Debug for WindowSurface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WindowSurface").field("config", &self.config).finish_non_exhaustive()
    }
}

/// A picture to be presented in the window.
pub(crate) struct Acquired {
    pub texture: SurfaceTexture,
    pub view: wgpu::TextureView,
    pub size: Size,
}

impl WindowSurface {
    pub(crate) fn new(
        gpu: &Gpu,
        adapter: &wgpu::Adapter,
        instance: wgpu::Instance,
        surface: wgpu::Surface<'static>,
        make: MakeSurface,
        size: Size,
    ) -> Result<Self, RenderError> {
        let refused =
            |reason: &str| RenderError::Refused { doing: "opening the window", reason: reason.into() };
        let offered = surface.get_capabilities(adapter);
        // Colours are in display space already: the bytes go to the screen unchanged.
        let plain = [TextureFormat::Bgra8Unorm, TextureFormat::Rgba8Unorm];
        let config_format = plain
            .into_iter()
            .find(|format| offered.formats.contains(format))
            .or_else(|| offered.formats.iter().copied().find(|f| plain.contains(&f.remove_srgb_suffix())))
            .ok_or_else(|| refused("no pixel format with eight bits a channel"))?;
        let format = config_format.remove_srgb_suffix();
        let limit = gpu.device.limits().max_texture_dimension_2d;
        let mut config = surface
            .get_default_config(adapter, 1, 1)
            .ok_or_else(|| refused("the adapter cannot draw into this window"))?;
        config.format = config_format;
        config.usage = TextureUsages::RENDER_ATTACHMENT;
        config.view_formats = if format == config_format { Vec::new() } else { vec![format] };
        config.present_mode = PresentMode::Fifo;
        let mut window = WindowSurface {
            instance,
            make,
            surface,
            config,
            format,
            modes: offered.present_modes,
            limit,
            stale: true,
        };
        window.resize(size);
        Ok(window)
    }

    /// Follows the window; sizes beyond the device's limits are clamped.
    pub fn resize(&mut self, size: Size) {
        let (width, height) = (size.width.clamp(1, self.limit), size.height.clamp(1, self.limit));
        self.stale |= (width, height) != (self.config.width, self.config.height);
        (self.config.width, self.config.height) = (width, height);
    }

    /// Size in pixels.
    pub fn size(&self) -> Size {
        Size { width: self.config.width, height: self.config.height }
    }

    /// Format that overlays draw into: eight bits per channel, display space.
    pub fn format(&self) -> TextureFormat {
        self.format
    }

    fn pace(&mut self, vsync: bool) {
        let wanted: &[PresentMode] =
            if vsync { &[] } else { &[PresentMode::Mailbox, PresentMode::Immediate] };
        let mode = wanted.iter().copied().find(|mode| self.modes.contains(mode)).unwrap_or(PresentMode::Fifo);
        self.stale |= mode != self.config.present_mode;
        self.config.present_mode = mode;
    }

    /// The next picture of the window; `None` while it is hidden.
    pub(crate) fn acquire(&mut self, gpu: &Gpu, vsync: bool) -> Result<Option<Acquired>, RenderError> {
        self.pace(vsync);
        // First as it is, then reconfigured, then recreated.
        for _ in 0..3 {
            if self.stale {
                gpu.checked("preparing the window", || self.surface.configure(&gpu.device, &self.config))?;
                self.stale = false;
            }
            match self.surface.get_current_texture() {
                CurrentSurfaceTexture::Success(texture) | CurrentSurfaceTexture::Suboptimal(texture) => {
                    let view = texture.texture.create_view(&wgpu::TextureViewDescriptor {
                        format: Some(self.format),
                        ..Default::default()
                    });
                    let Size { width, height } = self.size();
                    return Ok(Some(Acquired { texture, view, size: Size { width, height } }));
                }
                CurrentSurfaceTexture::Outdated => self.stale = true,
                CurrentSurfaceTexture::Lost => {
                    self.surface = (self.make)(&self.instance).map_err(|error| RenderError::Refused {
                        doing: "opening the window again",
                        reason: error.to_string(),
                    })?;
                    self.stale = true;
                }
                CurrentSurfaceTexture::Timeout | CurrentSurfaceTexture::Occluded => return Ok(None),
                CurrentSurfaceTexture::Validation => {
                    return gpu.checked("drawing into the window", || None);
                }
            }
        }
        self.stale = true;
        Ok(None)
    }
}
