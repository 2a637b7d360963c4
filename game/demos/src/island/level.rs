//! The level file: blocks with their light maps, and what stands between them.
//! Source: `docs/spec/gamestudio.md`, "2. WMB7 level".

use super::bake::{Baked, PAGE_SIZE};
use super::bsp;
use super::layout::QUANTS;
use super::light::{self, Lamp, SKY_COLOR, SUN_AZIMUTH, SUN_COLOR, SUN_ELEVATION};
use super::pictures;
use super::shape::{Face, Lie, Paint, Solid, Surface};
use crate::builders::graph::{NAME, failed};
use binary::Result;
use gamestudio::pixels::{Format, Shape};
use gamestudio::text::Text;
use gamestudio::wmb::blocks::{self, Block, Skin, Triangle, Vertex, surface};
use gamestudio::wmb::materials::Material;
use gamestudio::wmb::objects::{Entity, Info, Light, Object, Path, Position, Region, Sound, light_flags};
use gamestudio::wmb::{Level, Texture};
use glam::Vec3;

/// Brightness of surfaces, as the editor sets it.
const ALBEDO: f32 = 50.0;

/// Something of a file that stands in the level.
#[derive(Clone, Debug)]
pub(super) struct Stand {
    pub name: String,
    pub file: &'static str,
    /// Metres.
    pub at: Vec3,
    /// Pan, tilt, roll in degrees.
    pub angles: [f32; 3],
    pub scale: [f32; 3],
    pub flags: u32,
    /// Its script.
    pub action: &'static str,
    /// Number of the path it follows, from 1; 0 for none.
    pub path: i32,
}

/// A sound with a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Noise {
    pub file: &'static str,
    /// Metres.
    pub at: Vec3,
    /// How far it is heard, metres.
    pub range: f32,
    /// Percent.
    pub volume: f32,
}

/// A named box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    pub name: &'static str,
    pub min: Vec3,
    pub max: Vec3,
}

/// What a level is made of.
#[derive(Default)]
pub(super) struct Parts {
    pub solids: Vec<Solid>,
    pub stands: Vec<Stand>,
    pub lamps: Vec<Lamp>,
    pub noises: Vec<Noise>,
    pub regions: Vec<Named>,
    /// Name, places in metres, whether it leads back.
    pub paths: Vec<(&'static str, Vec<Vec3>, bool)>,
    /// Names and places of cameras and starts, with their pan.
    pub positions: Vec<(&'static str, Vec3, f32)>,
}

/// In quants.
fn quants(point: Vec3) -> [f32; 3] {
    (point * QUANTS).to_array()
}

fn text<const N: usize>(what: &str) -> Result<Text<N>> {
    Text::new(what).ok_or_else(|| failed(&NAME, format_args!("at most {N} characters"), what))
}

/// The level.
pub(super) fn build(parts: &Parts, baked: &Baked, seed: u32) -> Result<Level> {
    let mut level = Level::new();
    let mut sides = Vec::with_capacity(Paint::ALL.len());
    for paint in Paint::ALL {
        let (name, canvas) = pictures::of(paint, seed);
        let shape = Shape { format: Format::Bgr888, width: canvas.width, height: canvas.height, mips: true };
        level.add_texture(Texture::from_rgba8(name, shape, &canvas.to_rgba8(), None)?);
        sides.push(canvas.width as f32);
    }
    level.lightmaps.clone_from(&baked.pages);
    for (number, solid) in parts.solids.iter().enumerate() {
        let block = block(&mut level.materials, number, solid, baked, &sides);
        level.blocks.push(block);
    }
    level.seal();
    let sky = level.submodels.first().map_or([[0.0; 3]; 2], |whole| [whole.mins, whole.maxs]);
    bsp::cut(&mut level, sky);
    level.seal();
    objects(&mut level, parts)?;
    Ok(level)
}

/// A block, and the mapping records of its faces.
fn block(materials: &mut Vec<Material>, number: usize, solid: &Solid, baked: &Baked, sides: &[f32]) -> Block {
    let (content, flags) = match solid.kind {
        Surface::Stone => (blocks::SOLID, surface::SHADED),
        Surface::Flat => (blocks::SOLID, surface::FLAT),
        Surface::Water => (blocks::PASSABLE, surface::TURBULENCE | surface::PASSABLE),
        Surface::Unseen => (blocks::SOLID, surface::NONE),
        Surface::Sky => (blocks::SOLID, surface::SKY),
    };
    let mut block = Block { content, ..Block::default() };
    // Surfaces differ in picture and page.
    let mut surfaces: Vec<(Paint, i16)> = Vec::new();
    for (index, face) in solid.faces.iter().enumerate() {
        let key = (face.paint, baked.page(number, index));
        let skin = surfaces.iter().position(|known| *known == key).unwrap_or_else(|| {
            surfaces.push(key);
            let ambient = if solid.kind == Surface::Flat { 100.0 } else { 0.0 };
            block.skins.push(Skin {
                texture: face.paint as i16,
                lightmap: key.1,
                ambient,
                albedo: ALBEDO,
                flags,
                ..Skin::default()
            });
            surfaces.len() - 1
        });
        let mapping = mapping(face, sides[face.paint as usize], flags);
        if !materials.contains(&mapping) {
            materials.push(mapping.clone());
        }
        let side = sides[face.paint as usize] as u32;
        let first = block.vertices.len() as u16;
        for corner in &face.corners {
            let position = quants(*corner);
            let uv = mapping.uv(position, side, side);
            block.vertices.push(Vertex { position, uv, lightmap_uv: baked.uv(number, index, *corner) });
        }
        for corner in 2..face.corners.len() as u16 {
            // Fronts are clockwise.
            let vertices = [first, first + corner, first + corner - 1];
            block.triangles.push(Triangle { vertices, skin: skin as u16, polygon: index as i32 });
        }
    }
    block
}

/// The mapping of a face onto a picture of `side` pixels.
fn mapping(face: &Face, side: f32, flags: u32) -> Material {
    let Lie { right, down, shift } = face.lie;
    let pixels = side / face.paint.metres();
    Material {
        s_axis: (right * (pixels / QUANTS)).to_array(),
        s_offset: shift.x * pixels,
        t_axis: (down * (pixels / QUANTS)).to_array(),
        t_offset: shift.y * pixels,
        texture: face.paint as i32,
        flags: flags as u16,
        albedo: ALBEDO as i8,
        ..Material::default()
    }
}

fn objects(level: &mut Level, parts: &Parts) -> Result<()> {
    level.objects = vec![Object::Info(Box::new(Info {
        sun_azimuth: SUN_AZIMUTH,
        sun_elevation: SUN_ELEVATION,
        flags: 35,
        compiler_version: 7.35,
        gamma: 2,
        lightmap_size: PAGE_SIZE,
        sun_color: light::before_the_engine(SUN_COLOR),
        ambient_color: light::before_the_engine(SKY_COLOR),
        // Red is the low byte.
        fog_colors: [super::sky::HAZE.swap_bytes() >> 8, 0, 0, 0],
        ..Info::default()
    }))];
    for (name, at, pan) in &parts.positions {
        let position = Position {
            origin: quants(*at),
            angles: [*pan, 0.0, 0.0],
            name: text(name)?,
            ..Position::default()
        };
        level.objects.push(Object::Position(Box::new(position)));
    }
    for lamp in &parts.lamps {
        level.objects.push(Object::Light(Light {
            origin: quants(lamp.place),
            color: (lamp.color * 50.0).to_array(),
            range: lamp.range * QUANTS,
            flags: light_flags::STATIC,
        }));
    }
    for noise in &parts.noises {
        let sound = Sound {
            origin: quants(noise.at),
            volume: noise.volume,
            range: (noise.range * QUANTS) as i32,
            file: text(noise.file)?,
            ..Sound::default()
        };
        level.objects.push(Object::Sound(Box::new(sound)));
    }
    for named in &parts.regions {
        let region = Region::new(named.name, quants(named.min), quants(named.max))?;
        level.objects.push(Object::Region(Box::new(region)));
    }
    for (name, places, closed) in &parts.paths {
        level.add_path(Path::new(name, places.iter().map(|place| quants(*place)).collect(), *closed)?);
    }
    for stand in &parts.stands {
        let entity = Entity::new(&stand.name, stand.file, quants(stand.at))?.with_action(stand.action)?;
        level.add_entity(Entity {
            angles: stand.angles,
            scale: stand.scale,
            flags: stand.flags,
            path: stand.path,
            ..entity
        });
    }
    Ok(())
}
