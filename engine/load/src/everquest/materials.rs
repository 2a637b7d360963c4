//! Materials by render method. Source: `docs/spec/everquest/wld.md`, "3. Textures and materials".

use super::archives::World;
use super::layers;
use super::textures::{Pictures, Show};
use everquest::wld::textures::DEFAULT_SLEEP_MS;
use everquest::wld::{Body, MaterialDef, Reference, RenderMethod, TwoDSpriteDef};
use hashbrown::HashMap;
use order::Order;
use std::rc::Rc;
use world::{Blend, Combine, Cycle, Material, MaterialId, Sight, TextureId, TextureLayer, UvSource};

/// How faces of a material are shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    /// The paint.
    pub material: MaterialId,
    /// Whether it is seen.
    pub sight: Sight,
    /// Seen from both sides.
    pub double_sided: bool,
    /// Takes light, so that the light of its corners colours it.
    pub lit: bool,
    /// How often its detail starts over where its picture does once; 1 without one.
    pub detail: f32,
}

/// The materials of a zone, gathered while meshes are built.
#[derive(Default)]
pub(super) struct Paint {
    /// What there is.
    pub materials: Vec<Material>,
    /// By the world's place in the list and the palette.
    palettes: HashMap<(usize, i32), Rc<[Look]>>,
    /// By the world's place in the list and the material.
    known: HashMap<(usize, i32), Look>,
    /// What has no material.
    bare: Option<Look>,
    /// References that lead to no material or picture, by the world's place in the list.
    broken: Vec<usize>,
}

impl Paint {
    fn add(&mut self, material: Material) -> MaterialId {
        self.materials.push(material);
        MaterialId::from(self.materials.len() - 1)
    }

    /// How many references lead to no material or picture, by the world's place in the list.
    pub fn broken(&self) -> Vec<(usize, usize)> {
        let mut numbers = self.broken.clone();
        numbers.order();
        numbers.chunk_by(|a, b| a == b).map(|own| (own.first().copied().unwrap_or(0), own.len())).collect()
    }

    /// How faces without a material are shown: grey.
    pub fn bare(&mut self) -> Look {
        if let Some(look) = self.bare {
            return look;
        }
        let material = self.add(Material { color: [0.5; 3], ..Material::default() });
        *self.bare.insert(Look {
            material,
            sight: Sight::Painted,
            double_sided: false,
            lit: true,
            detail: 1.0,
        })
    }

    /// The materials of a palette in their order. `number` is the place of the world among those of the zone.
    pub fn palette(
        &mut self,
        world: &World,
        number: usize,
        palette: Reference,
        pictures: &mut Pictures<'_>,
    ) -> Rc<[Look]> {
        let palette = world.number(palette);
        if let Some(known) = self.palettes.get(&(number, palette.0)) {
            return Rc::clone(known);
        }
        let looks: Rc<[Look]> = match world.wld.body(palette) {
            Some(Body::MaterialPalette(palette)) => palette
                .materials
                .iter()
                .map(|material| self.look(world, number, *material, pictures))
                .collect(),
            _ => {
                self.broken.push(number);
                Rc::new([])
            }
        };
        self.palettes.insert((number, palette.0), Rc::clone(&looks));
        looks
    }

    /// How faces of a material are shown.
    pub fn look(
        &mut self,
        world: &World,
        number: usize,
        material: Reference,
        pictures: &mut Pictures<'_>,
    ) -> Look {
        let material = world.number(material);
        if let Some(known) = self.known.get(&(number, material.0)) {
            return *known;
        }
        let look = match world.wld.body(material) {
            Some(Body::MaterialDef(def)) => self.made(world, number, def, pictures),
            _ => {
                self.broken.push(number);
                self.bare()
            }
        };
        self.known.insert((number, material.0), look);
        look
    }

    fn made(&mut self, world: &World, number: usize, def: &MaterialDef, pictures: &mut Pictures<'_>) -> Look {
        let name = world.wld.text(def.head.name).unwrap_or_default().into_owned();
        let method = def.head.method();
        let double_sided = def.head.is_two_sided();
        let Some(way) = Way::of(method) else {
            let material = self.add(Material { name, ..Material::default() });
            return Look { material, sight: Sight::Unseen, double_sided, lit: false, detail: 1.0 };
        };
        let frames = frames(world, def.head.sprite);
        if frames.is_none() && !def.head.sprite.is_none() {
            self.broken.push(number);
        }
        let frames = frames.unwrap_or_default();
        let detail = frames.over.as_ref().map_or(1.0, |over| over.times);
        let material = self.painted(world, name, frames, &way, pictures);
        Look { material, sight: Sight::Painted, double_sided, lit: way.lit, detail }
    }

    fn painted(
        &mut self,
        world: &World,
        name: String,
        frames: Frames,
        way: &Way,
        pictures: &mut Pictures<'_>,
    ) -> MaterialId {
        let want = |file: &String| pictures.want(file, &world.archive, &world.address, way.show);
        let textures: Vec<TextureId> = frames.files.iter().map(want).collect();
        let cycle = frames.seconds.filter(|_| textures.len() > 1).map(|seconds| Cycle {
            textures: textures.clone(),
            offsets: Vec::new(),
            speed: 1.0 / seconds,
            looping: true,
            start: 0.0,
        });
        let layer = frames.over.filter(|_| !textures.is_empty()).and_then(|over| {
            // Wanted in any case, so that one that is nowhere is told; but it hides nothing.
            let is_there = pictures.has(&over.file, &world.archive);
            let texture = pictures.want(&over.file, &world.archive, &world.address, over.show);
            is_there.then_some(TextureLayer {
                texture: Some(texture),
                uv: if over.times == 1.0 { UvSource::First } else { UvSource::Second },
                combine: Combine::Mix,
                ..TextureLayer::default()
            })
        });
        self.add(Material {
            name,
            color: if textures.is_empty() { [0.5; 3] } else { [1.0; 3] },
            opacity: way.opacity,
            texture: textures.first().copied(),
            layer,
            cycle,
            blend: way.blend,
            unlit: !way.lit,
            unfogged: way.is_sky,
            ..Material::default()
        })
    }

    /// What particles (0x26) and flat pictures (0x06) are painted with; none for what is invisible or leads
    /// nowhere, which counts among [`Paint::broken`].
    pub fn picture(
        &mut self,
        world: &World,
        number: usize,
        definition: Reference,
        pictures: &mut Pictures<'_>,
    ) -> Option<MaterialId> {
        let (name, frames, method) = match world.body(definition) {
            Some(Body::BlitSpriteDef(blit)) => (blit.name, frames(world, blit.sprite), blit.render_method),
            Some(Body::TwoDSpriteDef(flat)) => (flat.name, flat_frames(world, flat), flat.render_method),
            _ => (Reference::NONE, None, 0),
        };
        let Some(frames) = frames else {
            self.broken.push(number);
            return None;
        };
        // Whether the lamps shine on them is unknown: they do not.
        let way = Way { lit: false, ..Way::of(everquest::wld::materials::method(method, true))? };
        let name = world.wld.text(name).unwrap_or_default().into_owned();
        Some(self.painted(world, name, frames, &way, pictures))
    }
}

/// What a render method makes of a picture.
struct Way {
    blend: Blend,
    opacity: f32,
    show: Show,
    lit: bool,
    is_sky: bool,
}

impl Way {
    /// None for what is invisible.
    fn of(method: RenderMethod) -> Option<Way> {
        let way = |blend, show| Way { blend, opacity: 1.0, show, lit: true, is_sky: false };
        let sky = |blend, show| Way { lit: false, is_sky: true, ..way(blend, show) };
        Some(match method {
            RenderMethod::Invisible => return None,
            RenderMethod::Opaque => way(Blend::Opaque, Show::Whole),
            RenderMethod::Masked => way(Blend::Cutout, Show::Masked),
            RenderMethod::Blended(share) => {
                Way { opacity: f32::from(share) / 255.0, ..way(Blend::Alpha, Show::Whole) }
            }
            RenderMethod::Additive { lit } => Way { lit, ..way(Blend::AdditiveAlpha, Show::Soft) },
            RenderMethod::SkyOpaque => sky(Blend::Opaque, Show::Whole),
            RenderMethod::SkyBlended => sky(Blend::Alpha, Show::Soft),
            RenderMethod::SkyAdditive => sky(Blend::AdditiveAlpha, Show::Soft),
        })
    }
}

/// The pictures of a material.
#[derive(Default)]
struct Frames {
    /// Names of their files.
    files: Vec<String>,
    /// How long each is shown, if they take turns.
    seconds: Option<f32>,
    /// What lies over them.
    over: Option<Over>,
}

/// A picture over another one, on which it starts over so many times.
#[derive(Clone, Debug, PartialEq)]
struct Over {
    file: String,
    times: f32,
    show: Show,
}

/// What a 0x05 shows; none if it leads nowhere.
fn frames(world: &World, sprite: Reference) -> Option<Frames> {
    let Some(Body::SimpleSprite(sprite)) = world.body(sprite) else { return None };
    let Some(Body::SimpleSpriteDef(def)) = world.body(sprite.definition) else { return None };
    let mut frames = shown(world, &def.frames)?;
    frames.seconds = def.frame_ms().map(|ms| ms as f32 / 1000.0);
    Some(frames)
}

/// What a flat picture shows from the front: the first of the views that it has.
fn flat_frames(world: &World, flat: &TwoDSpriteDef) -> Option<Frames> {
    let heading = flat.pitches.first()?.headings.first()?;
    let mut frames = shown(world, &heading.frames)?;
    let ms = flat.sleep_ms.map(|ms| if ms == 0 { DEFAULT_SLEEP_MS } else { ms });
    frames.seconds = ms.map(|ms| ms as f32 / 1000.0);
    Some(frames)
}

/// The files of some 0x03; none without any.
fn shown(world: &World, bitmaps: &[Reference]) -> Option<Frames> {
    let mut frames = Frames::default();
    for bitmap in bitmaps {
        let Some(Body::BmInfo(bitmap)) = world.body(*bitmap) else { continue };
        let names: Vec<_> = bitmap.files.iter().map(|file| file.text()).collect();
        let Some(own) = layers::pictures(names.iter().map(AsRef::as_ref)) else { continue };
        frames.files.push(own.base.to_owned());
        // What lies over a picture that takes turns is that of the first.
        frames.over = frames.over.or(own.over.map(|(file, times, whole)| Over {
            file: file.to_owned(),
            times,
            show: if whole { Show::Soft } else { Show::Faint },
        }));
    }
    (!frames.files.is_empty()).then_some(frames)
}
