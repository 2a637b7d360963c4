//! Finding an adapter and opening its device.

use crate::{
    RenderError, Size,
    surface::{MakeSurface, WindowSurface},
};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use wgpu::wgt::WgpuHasDisplayHandle;
use wgpu::{Adapter, Backends, DeviceType, ErrorFilter, Limits};

/// Bytes of the blocks of memory that are asked of the device, of which buffers and textures are parts: a block goes back
/// when nothing in it is in use any more, which in the 128 MB that wgpu would take is never. What is larger has its own.
const BLOCKS: std::ops::Range<u64> = (8 << 20)..(16 << 20);

/// The environment variable that selects an adapter.
pub const ADAPTER_VARIABLE: &str = "REVISIT_ADAPTER";

/// Which adapter to use, and with which limits.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Part of the adapter's name, ignoring case; `None` for the fastest kind available.
    pub adapter: Option<String>,
    /// Only adapters that draw on the processor.
    pub software: bool,
    /// Opens the device with exactly the limits of WebGL2.
    pub webgl2_limits: bool,
    /// In a page of a browser: draws with WebGPU instead of WebGL2.
    pub webgpu: bool,
}

impl Options {
    /// The adapter that [`ADAPTER_VARIABLE`] names, otherwise the default.
    pub fn from_env() -> Self {
        let adapter = std::env::var(ADAPTER_VARIABLE).ok().filter(|name| !name.is_empty());
        Options { adapter, ..Options::default() }
    }

    fn accepts(&self, adapter: &Adapter) -> bool {
        let info = adapter.get_info();
        let named = self
            .adapter
            .as_ref()
            .is_none_or(|wanted| info.name.to_lowercase().contains(&wanted.to_lowercase()));
        named && (!self.software || info.device_type == DeviceType::Cpu)
    }
}

/// A window to draw into.
struct Target<'a> {
    make: &'a MakeSurface,
    /// The display it is on, which OpenGL needs to know beforehand.
    display: &'a dyn Fn() -> Box<dyn WgpuHasDisplayHandle>,
}

/// What the device will say about some work: at once, but in a browser.
#[cfg(not(target_family = "wasm"))]
type Answer = Pin<Box<dyn Future<Output = Option<wgpu::Error>> + Send>>;
#[cfg(target_family = "wasm")]
type Answer = Pin<Box<dyn Future<Output = Option<wgpu::Error>>>>;

/// Asks once, without waiting.
fn asked(answer: &mut Answer) -> Poll<Option<wgpu::Error>> {
    answer.as_mut().poll(&mut Context::from_waker(Waker::noop()))
}

/// An open device, to be had by several threads.
#[derive(Clone)]
pub(crate) struct Gpu {
    pub name: String,
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
    /// What tells what is in use, which browsers do not.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "kept alike on all systems"))]
    pub instance: wgpu::Instance,
    /// Clip depth is -1 to 1, which loses the far half of its precision.
    pub half_depth: bool,
    /// Most samples along a slanted texture. Adapters that draw on the processor get one: llvmpipe
    /// (Mesa 22.3) hangs while filtering some polygons near the eye.
    pub most_anisotropy: u16,
    /// An error that the device reported outside any checked work.
    stray: Arc<Mutex<Option<String>>>,
    /// What the device has not yet said about work that was done.
    answers: Arc<Mutex<Vec<Answer>>>,
    /// Why the device is lost for good.
    lost: Arc<Mutex<Option<String>>>,
}

impl Gpu {
    /// Opens the best adapter that fits. The portable OpenGL backend is only
    /// looked at when the system's own interface offers nothing.
    pub async fn open(options: &Options) -> Result<Self, RenderError> {
        Self::search(options, None, |gpu, _, _, _| Ok(gpu)).await
    }

    /// Opens the best adapter that fits and can draw into a window.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "a page has a canvas instead"))]
    pub async fn open_window(
        options: &Options,
        make: MakeSurface,
        display: &dyn Fn() -> Box<dyn WgpuHasDisplayHandle>,
        size: Size,
    ) -> Result<(Self, WindowSurface), RenderError> {
        let target = Target { make: &make, display };
        let keep = |gpu, adapter: &Adapter, instance: &wgpu::Instance, surface| {
            Ok((gpu, adapter.clone(), instance.clone(), surface))
        };
        let (gpu, adapter, instance, surface) = Self::search(options, Some(&target), keep).await?;
        let Some(surface) = surface else {
            return Err(RenderError::NoAdapter { wanted: options.adapter.clone(), found: Vec::new() });
        };
        let window = WindowSurface::new(&gpu, &adapter, instance, surface, make, size)?;
        Ok((gpu, window))
    }

    /// Opens an adapter that can draw into a canvas of a page. There the surface
    /// comes first: without one, WebGL lists no adapter.
    #[cfg(target_family = "wasm")]
    pub async fn open_canvas(
        options: &Options,
        make: MakeSurface,
        size: Size,
    ) -> Result<(Self, WindowSurface), RenderError> {
        let backends = if options.webgpu { Backends::BROWSER_WEBGPU } else { Backends::GL };
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends,
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        });
        let refused = |reason: String| RenderError::Refused { doing: "opening the canvas", reason };
        let surface = make(&instance).map_err(|error| refused(error.to_string()))?;
        let wanted = wgpu::RequestAdapterOptions { compatible_surface: Some(&surface), ..Default::default() };
        let adapter = instance.request_adapter(&wanted).await.map_err(|error| refused(error.to_string()))?;
        let gpu = Self::open_adapter(&instance, &adapter, options).await?;
        let window = WindowSurface::new(&gpu, &adapter, instance, surface, make, size)?;
        Ok((gpu, window))
    }

    async fn search<T>(
        options: &Options,
        window: Option<&Target<'_>>,
        opened: impl Fn(Self, &Adapter, &wgpu::Instance, Option<wgpu::Surface<'static>>) -> Result<T, RenderError>,
    ) -> Result<T, RenderError> {
        let mut found = Vec::new();
        let mut failure = None;
        for backends in [Backends::PRIMARY, Backends::GL] {
            let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
                backends,
                display: window.map(|window| (window.display)()),
                ..wgpu::InstanceDescriptor::new_without_display_handle()
            });
            let mut adapters = instance.enumerate_adapters(backends).await;
            if adapters.is_empty() {
                continue;
            }
            let surface = match window.map(|window| (window.make)(&instance)).transpose() {
                Ok(surface) => surface,
                Err(error) => {
                    let reason = error.to_string();
                    failure = failure.or(Some(RenderError::Refused { doing: "opening the window", reason }));
                    continue;
                }
            };
            adapters.sort_by_key(|adapter| rank(adapter.get_info().device_type));
            let shows = |adapter: &Adapter| surface.as_ref().is_none_or(|s| adapter.is_surface_supported(s));
            for adapter in &adapters {
                if !options.accepts(adapter) || !shows(adapter) {
                    found.push(adapter.get_info().name);
                    continue;
                }
                match Self::open_adapter(&instance, adapter, options).await {
                    Ok(gpu) => return opened(gpu, adapter, &instance, surface),
                    Err(error) => failure = failure.or(Some(error)),
                }
            }
        }
        found.dedup();
        Err(failure.unwrap_or(RenderError::NoAdapter { wanted: options.adapter.clone(), found }))
    }

    async fn open_adapter(
        instance: &wgpu::Instance,
        adapter: &Adapter,
        options: &Options,
    ) -> Result<Self, RenderError> {
        let name = adapter.get_info().name;
        let mut required_limits = Limits::downlevel_webgl2_defaults();
        if !options.webgl2_limits {
            let offered = adapter.limits();
            required_limits.max_texture_dimension_2d = offered.max_texture_dimension_2d;
            required_limits.max_buffer_size = offered.max_buffer_size;
        }
        let memory_hints = wgpu::MemoryHints::Manual { suballocated_device_memory_block_size: BLOCKS };
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("revisit"),
            required_limits,
            memory_hints,
            ..Default::default()
        };
        let opened = adapter.request_device(&descriptor).await;
        let (device, queue) = opened
            .map_err(|error| RenderError::Device { adapter: name.clone(), reason: error.to_string() })?;
        let stray = Arc::new(Mutex::new(None));
        let noted = stray.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            *noted.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
        }));
        let lost = Arc::new(Mutex::new(None));
        let gone = lost.clone();
        device.set_device_lost_callback(move |reason, text| {
            let text = if text.is_empty() { format!("{reason:?}") } else { text };
            *gone.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
        });
        let half_depth = adapter.get_info().backend == wgpu::Backend::Gl;
        let most_anisotropy = if adapter.get_info().device_type == DeviceType::Cpu { 1 } else { 16 };
        let answers = Arc::default();
        let instance = instance.clone();
        Ok(Gpu { name, device, queue, instance, half_depth, most_anisotropy, stray, answers, lost })
    }

    /// A buffer with content; never empty, so that it can be bound.
    pub fn filled(&self, label: &str, bytes: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size: bytes.len().next_multiple_of(4).max(4) as u64,
            usage: usage | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        if !bytes.is_empty() {
            self.queue.write_buffer(&buffer, 0, bytes);
        }
        buffer
    }

    /// How many layers an array for so many pictures gets. With OpenGL, wgpu treats one layer as no
    /// array and a multiple of six as cube faces, and neither could be sampled as an array.
    pub fn array_layers(&self, pictures: usize) -> u32 {
        let count = pictures as u32;
        let mistaken = count == 1 || count.is_multiple_of(6);
        if self.half_depth && mistaken { count + 1 } else { count }
    }

    /// A texture to draw into.
    pub fn texture(
        &self,
        size: Size,
        format: wgpu::TextureFormat,
        sample_count: u32,
        more: wgpu::TextureUsages,
    ) -> wgpu::Texture {
        self.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("target"),
            size: wgpu::Extent3d { width: size.width, height: size.height, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | more,
            view_formats: &[],
        })
    }

    /// Waits until the device has finished all work.
    pub fn wait(&self) -> Result<(), RenderError> {
        let waited = self.device.poll(wgpu::PollType::wait_indefinitely());
        waited.map(|_| ()).map_err(|error| RenderError::Refused {
            doing: "waiting for the device",
            reason: error.to_string(),
        })
    }

    /// Does some work and returns the device's first error about it, or one that came since the
    /// last time. Never waits: what a browser has not said when the work is done is returned the
    /// next time.
    pub fn checked<T>(&self, doing: &'static str, work: impl FnOnce() -> T) -> Result<T, RenderError> {
        let memory = self.device.push_error_scope(ErrorFilter::OutOfMemory);
        let internal = self.device.push_error_scope(ErrorFilter::Internal);
        let validation = self.device.push_error_scope(ErrorFilter::Validation);
        let made = work();
        let complaint = {
            let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
            answers.extend([
                Box::pin(validation.pop()) as Answer,
                Box::pin(internal.pop()),
                Box::pin(memory.pop()),
            ]);
            let mut complaint = None;
            answers.retain_mut(|answer| match asked(answer) {
                Poll::Pending => true,
                Poll::Ready(said) => {
                    complaint = complaint.take().or(said);
                    false
                }
            });
            complaint.map(|complaint| complaint.to_string())
        };
        let stray = self.stray.lock().unwrap_or_else(PoisonError::into_inner).take();
        match complaint.or(stray) {
            Some(reason) => Err(self.why(RenderError::Refused { doing, reason })),
            None => self.here().map(|()| made),
        }
    }

    /// An error when the device is known to be lost for good.
    pub fn here(&self) -> Result<(), RenderError> {
        match self.lost.lock().unwrap_or_else(PoisonError::into_inner).clone() {
            Some(reason) => Err(RenderError::Lost { reason }),
            None => Ok(()),
        }
    }

    /// An error when the device is lost for good; polls it first.
    pub fn still_here(&self) -> Result<(), RenderError> {
        // A lost device reports this at its next poll; the result of the poll adds nothing.
        let _ = self.device.poll(wgpu::PollType::Poll);
        self.here()
    }

    /// The error itself, or that the device is lost if that caused it.
    pub fn why(&self, error: RenderError) -> RenderError {
        self.still_here().err().unwrap_or(error)
    }
}

fn rank(kind: DeviceType) -> u8 {
    match kind {
        DeviceType::DiscreteGpu => 0,
        DeviceType::IntegratedGpu => 1,
        DeviceType::VirtualGpu => 2,
        DeviceType::Other => 3,
        DeviceType::Cpu => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_device_refuses_is_an_error_and_work_goes_on() {
        let gpu = match pollster::block_on(Gpu::open(&Options::from_env())) {
            Ok(gpu) => gpu,
            Err(error) if std::env::var_os("REVISIT_REQUIRE_ADAPTER").is_none() => {
                eprintln!("skipped: {error}");
                return;
            }
            Err(error) => panic!("{error}"),
        };
        let buffer = |size| {
            gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size,
                usage: wgpu::BufferUsages::VERTEX,
                mapped_at_creation: false,
            })
        };
        let error = gpu.checked("trying", || buffer(u64::MAX)).unwrap_err();
        assert!(matches!(&error, RenderError::Refused { doing: "trying", .. }), "{error}");
        assert!(gpu.checked("trying", || buffer(64)).is_ok());
        // Outside checked work it is kept for the next check.
        buffer(u64::MAX);
        assert!(gpu.checked("going on", || buffer(64)).is_err());
        assert!(gpu.checked("going on", || buffer(64)).is_ok());
    }
}
