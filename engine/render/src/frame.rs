//! Draws one frame: targets, and the pass over the draws of all its places.

use crate::{
    Look, Settings, Shot, Size,
    adapter::Gpu,
    batch::Source,
    faithful::{Enlarger, small},
    hud::HudPass,
    last_pass::{Drawn, LastPass, drawn_size},
    pipeline::{COLOR_FORMAT, DEPTH_FORMAT, Filter, Kind, Pipelines},
    place::{PlaceFrame, Places},
    screen::{Cover, FlashGuard},
    settings::DebugView,
    shaders::Shaders,
};
use world::ScreenColor;

/// Intermediate textures that are drawn into before the picture itself.
struct Targets {
    plan: Plan,
    /// What the last pass shows.
    drawn: Option<Drawn>,
    depth: wgpu::TextureView,
    /// What is resolved into the picture.
    many: Option<wgpu::TextureView>,
    /// What is enlarged into the picture.
    small: Option<(wgpu::TextureView, wgpu::BindGroup)>,
}

/// Sizes and formats of what a picture is made of.
#[derive(Clone, Copy, PartialEq)]
struct Plan {
    /// Of what is shown.
    target: Size,
    /// Of what the last pass shows, if there is one.
    drawn: Option<Size>,
    /// Of the world.
    size: Size,
    format: wgpu::TextureFormat,
    samples: u32,
    faithful: bool,
}

impl Plan {
    fn new(gpu: &Gpu, settings: &Settings, target: Target) -> Self {
        let faithful = settings.look == Look::Faithful;
        let limit = gpu.device.limits().max_texture_dimension_2d;
        let drawn = drawn_size(settings, target.size, limit);
        Plan {
            target: target.size,
            drawn,
            size: Frames::inner_size(settings, target.size, limit),
            format: if faithful || drawn.is_some() { COLOR_FORMAT } else { target.format },
            samples: if settings.msaa >= 4 && !faithful { 4 } else { 1 },
            faithful,
        }
    }
}

/// The target of a picture.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    pub view: &'a wgpu::TextureView,
    pub format: wgpu::TextureFormat,
    pub size: Size,
}

/// Everything that is kept from frame to frame.
pub(crate) struct Frames {
    pub pipelines: Pipelines,
    pub places: Places,
    cover: Cover,
    pub flashes: FlashGuard,
    enlarger: Enlarger,
    last_pass: LastPass,
    hud: HudPass,
    targets: Option<Targets>,
}

impl Frames {
    pub fn new(gpu: &Gpu) -> Self {
        let shaders = Shaders::built_in();
        Frames {
            pipelines: Pipelines::new(gpu, &shaders),
            places: Places::default(),
            cover: Cover::new(gpu, &shaders),
            flashes: FlashGuard::default(),
            enlarger: Enlarger::new(gpu, &shaders),
            last_pass: LastPass::new(gpu, &shaders),
            hud: HudPass::new(gpu, &shaders),
            targets: None,
        }
    }

    /// Uses changed shaders; if the device refuses one, the old ones stay.
    pub fn reload(&mut self, gpu: &Gpu, shaders: &Shaders) -> Result<(), crate::RenderError> {
        let enlarger = gpu.checked("reading shaders", || Enlarger::new(gpu, shaders))?;
        let cover = gpu.checked("reading shaders", || Cover::new(gpu, shaders))?;
        let last_pass = gpu.checked("reading shaders", || LastPass::new(gpu, shaders))?;
        let hud = gpu.checked("reading shaders", || HudPass::new(gpu, shaders))?;
        self.pipelines.reload(gpu, shaders)?;
        self.enlarger = enlarger;
        self.last_pass = last_pass;
        self.hud = hud;
        // What it reads was bound for the pass before.
        self.targets = None;
        self.cover = cover;
        Ok(())
    }

    /// After a failure: recreates whatever was only half done.
    pub fn forget(&mut self) {
        self.targets = None;
        self.places.frames.iter_mut().for_each(PlaceFrame::forget);
    }

    /// The size the world is drawn in for a picture of this size.
    pub fn inner_size(settings: &Settings, size: Size, limit: u32) -> Size {
        let drawn = drawn_size(settings, size, limit).unwrap_or(size);
        if settings.look == Look::Faithful { small(drawn) } else { drawn }
    }

    /// Draws what the places were filled with, and a colour over it.
    pub fn draw(
        &mut self,
        gpu: &Gpu,
        shot: &Shot,
        background: [f32; 3],
        encoder: &mut wgpu::CommandEncoder,
        target: Target,
        over: &ScreenColor,
    ) {
        let settings = shot.settings;
        let overdraw = settings.view == DebugView::Overdraw;
        let plan = Plan::new(gpu, settings, target);
        let Plan { format, samples, faithful, .. } = plan;
        let filter = Filter {
            anisotropy: if faithful { 1 } else { settings.anisotropy.clamp(1, gpu.most_anisotropy) },
            mips: !faithful,
            squares: false,
        };
        let drawn = self.places.turns().map(|(_, _, draw)| draw);
        let kinds = drawn.map(|draw| Kind::new(format, samples, overdraw, &draw.style, draw.source));
        self.pipelines.prepare(gpu, kinds);
        for (number, place) in self.places.frames.iter_mut().enumerate() {
            if let Some(loaded) = shot.loaded_of(number) {
                place.write(gpu, &self.pipelines, loaded, &filter);
            }
        }
        self.fit(gpu, plan);
        let Some(targets) = &self.targets else { return };

        let stage = targets.drawn.as_ref().map_or(target, |drawn| Target {
            view: &drawn.view,
            format: COLOR_FORMAT,
            size: drawn.size,
        });
        let picture = targets.small.as_ref().map_or(stage.view, |(view, _)| view);
        let (view, resolve_target) = match &targets.many {
            Some(many) => (many, Some(picture)),
            None => (picture, None),
        };
        let background = if overdraw { [0.0; 3] } else { background };
        let [r, g, b] = background.map(f64::from);
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("scene"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color { r, g, b, a: 1.0 }),
                    store: wgpu::StoreOp::Store,
                },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &targets.depth,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(0.0),
                    store: wgpu::StoreOp::Discard,
                }),
                stencil_ops: None,
            }),
            ..Default::default()
        });
        self.record(&mut pass, shot, &filter, format, samples, overdraw);
        drop(pass);
        if let Some((_, bound)) = &targets.small {
            self.enlarger.enlarge(gpu, encoder, bound, stage);
        }
        self.cover.draw(gpu, encoder, stage, over);
        if let Some(drawn) = &targets.drawn {
            self.last_pass.show(gpu, encoder, drawn, settings, target);
        }
        // Neither fades nor the render scale are for what is to be read.
        if let Some(hud) = shot.hud {
            self.hud.draw(gpu, encoder, target, hud);
        }
    }

    fn record(
        &self,
        pass: &mut wgpu::RenderPass,
        shot: &Shot,
        filter: &Filter,
        format: wgpu::TextureFormat,
        samples: u32,
        overdraw: bool,
    ) {
        let mut last: Option<(Kind, (u16, u16), Source)> = None;
        let mut last_filter = None;
        let mut last_light = None;
        let mut last_place = None;
        for (turn, place, draw) in self.places.turns() {
            let number = turn.place;
            let Some(loaded) = shot.loaded_of(number as usize) else { continue };
            if last_place != Some(number) {
                let Some(instances) = &place.instances.buffer else { continue };
                pass.set_bind_group(2, loaded.materials.group(), &[]);
                pass.set_vertex_buffer(1, instances.slice(..));
                (last, last_filter, last_light) = (None, None, None);
                last_place = Some(number);
            }
            let kind = Kind::new(format, samples, overdraw, &draw.style, draw.source);
            let array = (draw.style.array, draw.style.second);
            let filter = filter.of(&draw.style);
            if last_filter != Some(filter) {
                let Some(frame) = place.frame_group(&filter) else { continue };
                pass.set_bind_group(0, frame, &[]);
                last_filter = Some(filter);
            }
            let light = if kind.is_baked() { draw.style.light } else { 0 };
            if light > 0 && last_light != Some((light, draw.source)) {
                let baked = match draw.source {
                    Source::Streamed => place.baked.buffer.as_ref(),
                    _ => Some(&loaded.geometry.baked_buffer),
                };
                let (Some(pages), Some(baked)) = (loaded.pages.array(light), baked) else { continue };
                pass.set_bind_group(3, pages, &[]);
                pass.set_vertex_buffer(2, baked.slice(..));
                last_light = Some((light, draw.source));
            }
            if last.is_none_or(|(last, _, _)| last != kind) {
                let Some(pipeline) = self.pipelines.pipeline(&kind) else { continue };
                pass.set_pipeline(pipeline);
            }
            if last.is_none_or(|(_, last, _)| last != array) {
                if let Some(pair) = draw.style.pair() {
                    let Some(group) = loaded.textures.pair(pair) else { continue };
                    pass.set_bind_group(1, &group, &[]);
                } else {
                    let Some(group) = loaded.textures.array(draw.style.array) else { continue };
                    pass.set_bind_group(1, group, &[]);
                }
            }
            if kind.reads_second_uvs() {
                let second = match draw.source {
                    Source::Streamed => place.second_uvs.buffer.as_ref(),
                    _ => Some(&loaded.geometry.second_buffer),
                };
                let Some(second) = second else { continue };
                pass.set_vertex_buffer(2, second.slice(..));
                // Where baked light is read from.
                last_light = None;
            }
            if last.is_none_or(|(_, _, last)| last != draw.source) {
                let own = &loaded.geometry;
                let (corners, indices) = match draw.source {
                    Source::Placed => (Some(&own.corner_buffer), Some(&own.index_buffer)),
                    Source::Gathered => (Some(&own.corner_buffer), place.indices.buffer.as_ref()),
                    Source::Streamed => (place.corners.buffer.as_ref(), place.indices.buffer.as_ref()),
                    Source::Skinned => (Some(&own.skins.corners), Some(&own.skins.indices)),
                };
                let (Some(corners), Some(indices)) = (corners, indices) else { continue };
                pass.set_vertex_buffer(0, corners.slice(..));
                pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
            }
            if draw.source == Source::Skinned && last.is_none_or(|(_, _, last)| last != Source::Skinned) {
                let Some(bones) = place.bones.group() else { continue };
                pass.set_bind_group(3, bones, &[]);
                pass.set_vertex_buffer(3, loaded.geometry.skins.skins.slice(..));
                // Where baked light is read from.
                last_light = None;
            }
            last = Some((kind, array, draw.source));
            pass.draw_indexed(turn.indices.clone(), 0, draw.instances.clone());
        }
    }

    /// Creates targets of the right sizes and formats, if there are none.
    fn fit(&mut self, gpu: &Gpu, plan: Plan) {
        if self.targets.as_ref().is_some_and(|targets| targets.plan == plan) {
            return;
        }
        // Frees the old ones first: two sets for a large window may be too much.
        self.targets = None;
        let Plan { target, size, format, samples, .. } = plan;
        let make = |size, format, samples, usage| {
            let texture = gpu.texture(size, format, samples, usage);
            texture.create_view(&Default::default())
        };
        let none = wgpu::TextureUsages::empty();
        let read = |size| make(size, COLOR_FORMAT, 1, wgpu::TextureUsages::TEXTURE_BINDING);
        let small = plan.faithful.then(|| {
            let view = read(size);
            let bound = self.enlarger.bind(gpu, &view, size, target);
            (view, bound)
        });
        self.targets = Some(Targets {
            plan,
            drawn: plan.drawn.map(|size| self.last_pass.bind(gpu, read(size), size)),
            depth: make(size, DEPTH_FORMAT, samples, none),
            many: (samples > 1).then(|| make(size, format, samples, none)),
            small,
        });
    }
}
