//! Models put together: shapes, looks, animations and what hangs on the bones. Source: `docs/spec/m2.md`,
//! "7. View", "8. Textures" and "10. Lookups".

use super::rig::{self, Joint, Movement};
use super::shape::Shape;
use super::views::{self, LIMITS, window};
use crate::builders::graph::{NAME, failed};
use binary::Result;
use warcraft::chars::{Chars, Tag};
use warcraft::m2::{
    Attachment, Batch, Bounds, Collision, Event, Light, Model, Playable, RenderFlags, Texture, Track, Vertex,
    View, playable, texture_flags, texture_kind,
};

/// Everything that the game knew an animation for, in client 2.x.
const ANIMATIONS: i16 = 203;
/// Batches of which nothing moves.
const STILL: u8 = 16;

/// One pass over a surface.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// Numbers of one or two textures.
    textures: Vec<u16>,
    /// Which coordinates each of them uses: 0, 1, or -1 for reflections.
    units: Vec<i16>,
    /// Which transform moves each of them, or -1.
    moved: Vec<i16>,
    flags: RenderFlags,
    color: i16,
    opacity: u16,
    priority: i8,
}

impl Layer {
    pub fn new(texture: u16, blend: u16) -> Layer {
        let flags = RenderFlags { flags: 0, blend };
        let (units, moved) = (vec![0], vec![-1]);
        Layer { textures: vec![texture], units, moved, flags, color: -1, opacity: 0, priority: 0 }
    }

    /// Bits of [`warcraft::m2::render_flags`].
    pub fn with(mut self, flags: u16) -> Layer {
        self.flags.flags |= flags;
        self
    }

    /// The texture so far uses other coordinates.
    pub fn unit(mut self, unit: i16) -> Layer {
        self.units = vec![unit];
        self
    }

    /// A transform moves the texture so far.
    pub fn moved(mut self, transform: i16) -> Layer {
        self.moved = vec![transform];
        self
    }

    /// A second texture over the first.
    pub fn over(mut self, texture: u16, unit: i16, transform: i16) -> Layer {
        self.textures.push(texture);
        self.units.push(unit);
        self.moved.push(transform);
        self
    }

    pub fn color(self, color: i16) -> Layer {
        Layer { color, ..self }
    }

    pub fn opacity(self, opacity: u16) -> Layer {
        Layer { opacity, ..self }
    }

    pub fn priority(self, priority: i8) -> Layer {
        Layer { priority, ..self }
    }
}

/// A model in the making. What has no part here is set in [`Kit::model`].
pub(super) struct Kit {
    pub model: Model,
    pub shape: Shape,
    looks: Vec<Vec<Layer>>,
}

impl Kit {
    pub fn new(name: &str) -> Result<Kit> {
        let model =
            Model::new(name).ok_or_else(|| failed(&NAME, "a name in ASCII", format_args!("\"{name}\"")))?;
        let mut kit = Kit { model, shape: Shape::default(), looks: Vec::new() };
        // Opacity 0 is that of most.
        kit.model.transparency.push(Track::constant(i16::MAX));
        Ok(kit)
    }

    /// A texture that is a file, which repeats.
    pub fn texture(&mut self, file: &str) -> u16 {
        let name = Chars::new(file).unwrap_or_default();
        let flags = texture_flags::WRAP_X | texture_flags::WRAP_Y;
        self.model.textures.push(Texture { kind: texture_kind::FILE, flags, name });
        self.model.textures.len() as u16 - 1
    }

    /// A texture whose edges are drawn out.
    pub fn clamped(&mut self, file: &str) -> u16 {
        let number = self.texture(file);
        self.model.textures[usize::from(number)].flags = 0;
        number
    }

    /// A texture that the game chooses.
    pub fn chosen(&mut self, kind: u32) -> u16 {
        self.model.textures.push(Texture { kind, flags: 0, name: Chars::from_bytes(vec![0]) });
        self.model.textures.len() as u16 - 1
    }

    /// What a part of the shape can be painted with: layers, the lowest first.
    pub fn look(&mut self, layers: Vec<Layer>) -> usize {
        self.looks.push(layers);
        self.looks.len() - 1
    }

    /// The bones and what they do.
    pub fn animate(&mut self, joints: &[Joint], movements: &[Movement]) {
        let baked = rig::bake(joints, movements, &self.shape);
        self.model.bones = baked.bones;
        self.model.sequences = baked.sequences;
    }

    /// As [`Kit::animate`], for things that only stand: their time line starts with their one animation.
    pub fn animate_from_zero(&mut self, joints: &[Joint], movement: Movement) {
        self.animate(joints, &[movement]);
        for sequence in &mut self.model.sequences {
            sequence.end -= sequence.start;
            sequence.start = 0;
        }
    }

    /// Where something else can hang.
    pub fn attachment(&mut self, id: u32, bone: usize, position: [f32; 3]) {
        let visible = Track::constant(1);
        self.model.attachments.push(Attachment { id, bone: bone as u16, unused: 0, position, visible });
    }

    /// Something that happens in an animation, each time at a part of it; `at` are numbers of sequences and parts.
    pub fn event(&mut self, id: &str, bone: usize, data: u32, at: &[(usize, f32)]) {
        let mut tag = [0; 4];
        tag.iter_mut().zip(id.bytes()).for_each(|(place, letter)| *place = letter);
        let mut times: Vec<(usize, u32)> = Vec::new();
        for (sequence, part) in at {
            if let Some(there) = self.model.sequences.get(*sequence) {
                let long = there.end - there.start;
                times.push((*sequence, there.start + (part * long as f32) as u32));
            }
        }
        times.sort_unstable();
        // First key, and the one after the last, as the games' own files have it.
        let ranges = (0..self.model.sequences.len()).map(|sequence| {
            let first = times.partition_point(|(of, _)| *of < sequence) as u32;
            let after = times.partition_point(|(of, _)| *of <= sequence) as u32;
            [first, after]
        });
        let ranges = if times.is_empty() { Vec::new() } else { ranges.collect() };
        let position = self.model.bones.get(bone).map_or([0.0; 3], |bone| bone.pivot);
        self.model.events.push(Event {
            id: Tag(tag),
            data,
            bone: bone as u32,
            position,
            ranges,
            times: times.into_iter().map(|(_, time)| time).collect(),
            ..Event::default()
        });
    }

    /// A light that shines from a bone.
    pub fn light(&mut self, bone: usize, position: [f32; 3], color: [f32; 3], reach: [f32; 2]) -> &mut Light {
        self.model.lights.push(Light {
            kind: 1,
            bone: bone as i16,
            position,
            ambient_color: Track::constant(color),
            ambient_intensity: Track::constant(0.0),
            diffuse_color: Track::constant(color),
            diffuse_intensity: Track::constant(1.0),
            attenuation_start: Track::constant(reach[0]),
            attenuation_end: Track::constant(reach[1]),
            visible: Track::constant(1),
        });
        let last = self.model.lights.len() - 1;
        &mut self.model.lights[last]
    }

    /// A clock of so many milliseconds that runs whatever is played.
    pub fn clock(&mut self, milliseconds: u32) -> i16 {
        self.model.global_sequences.push(milliseconds);
        self.model.global_sequences.len() as i16 - 1
    }

    /// A box that one bumps into.
    pub fn solid_box(&mut self, min: [f32; 3], max: [f32; 3]) {
        let at =
            |number: usize| [0, 1, 2].map(|axis| if number >> axis & 1 == 1 { max[axis] } else { min[axis] });
        let vertices = (0..8).map(at).collect();
        let sides: [[u16; 4]; 6] =
            [[1, 3, 7, 5], [2, 0, 4, 6], [3, 2, 6, 7], [0, 1, 5, 4], [4, 5, 7, 6], [2, 3, 1, 0]];
        let triangles = sides.into_iter().flat_map(|[a, b, c, d]| [a, b, c, a, c, d]).collect();
        self.model.collision = Collision { triangles, vertices, normals: Vec::new() };
    }

    /// A mesh that one bumps into: what a turner makes, of few sides.
    pub fn solid_lathe(&mut self, profile: &[[f32; 2]], sides: u16) {
        let mut own = Shape::default();
        let hold = super::shape::Hold::of(0);
        own.part(0, 0).lathe(glam::Vec3::ZERO, profile, sides, hold, super::shape::Window::WHOLE);
        let mut vertices: Vec<[f32; 3]> = Vec::new();
        let mut number = |corner: &u16| {
            let place = own.points[usize::from(*corner)].place;
            let near = |known: &[f32; 3]| glam::Vec3::from(*known).distance(place) < 1e-4;
            let found = vertices.iter().position(near);
            found.unwrap_or_else(|| {
                vertices.push(place.to_array());
                vertices.len() - 1
            }) as u16
        };
        let triangles =
            own.parts.iter().flat_map(|part| &part.triangles).flatten().map(&mut number).collect();
        self.model.collision = Collision { triangles, vertices, normals: Vec::new() };
    }

    /// The model of client 1.x; all that follows from the rest is worked out.
    pub fn finish(mut self, creature: bool) -> Model {
        let corner = |point: &super::shape::Point| Vertex {
            position: point.place.to_array(),
            weights: point.hold.weights,
            bones: point.hold.bones,
            normal: point.normal.to_array(),
            uv: point.uv.to_array(),
            uv2: point.uv2.to_array(),
        };
        self.model.vertices = self.shape.points.iter().map(corner).collect();
        for limit in LIMITS {
            let (mut view, parts) = views::view(&self.shape, limit, &mut self.model.bone_lookup);
            view.batches = self.batches(&view, &parts);
            self.model.views.push(view);
        }
        let mut model = self.model;
        model.seal();
        model.playable_lookup = if creature {
            (0..ANIMATIONS).map(|id| playable_for(&model, id)).collect()
        } else {
            vec![Playable { id: 0, flags: playable::NORMAL }]
        };
        // A box for all that it does.
        let corners = model.sequences.iter().flat_map(|sequence| {
            let [a, b, c, d, e, f] = sequence.bounds;
            [[a, b, c], [d, e, f]]
        });
        let corners: Vec<[f32; 3]> = corners.collect();
        if !corners.is_empty() {
            model.bounds = Bounds::of(corners.iter().copied());
        }
        model
    }

    fn batches(&mut self, view: &View, parts: &[usize]) -> Vec<Batch> {
        let mut batches = Vec::new();
        for (submesh, part) in parts.iter().enumerate().take(view.submeshes.len()) {
            let look = self.shape.parts.get(*part).map_or(0, |part| part.look);
            for (layer, own) in self.looks.get(look).into_iter().flatten().enumerate() {
                batches.push(batch(&mut self.model, submesh as u16, layer as u16, own));
            }
        }
        batches
    }
}

fn batch(model: &mut Model, submesh: u16, layer: u16, own: &Layer) -> Batch {
    let moves = own.color >= 0 || own.opacity > 0 || own.moved.iter().any(|transform| *transform >= 0);
    let flags = model.render_flags.iter().position(|known| *known == own.flags);
    let render_flags = flags.unwrap_or_else(|| {
        model.render_flags.push(own.flags);
        model.render_flags.len() - 1
    });
    Batch {
        flags: if moves { 0 } else { STILL },
        priority: own.priority,
        shader: 0,
        submesh,
        second_submesh: submesh,
        color: own.color,
        render_flags: render_flags as u16,
        layer,
        texture_count: own.textures.len() as u16,
        texture: window(&mut model.texture_lookup, &own.textures),
        unit: window(&mut model.unit_lookup, &own.units),
        transparency: window(&mut model.transparency_lookup, &[own.opacity]),
        transform: window(&mut model.transform_lookup, &own.moved),
    }
}

/// What plays for an animation: itself, something like it, or standing. Source: `docs/spec/m2.md`, "2. Header".
fn playable_for(model: &Model, id: i16) -> Playable {
    let has = |id: i16| model.sequences.iter().any(|sequence| i32::from(sequence.id) == i32::from(id));
    let (instead, flags) = match id {
        id if has(id) => (id, playable::NORMAL),
        5 if has(4) => (4, playable::NORMAL),
        13 if has(4) => (4, playable::BACKWARDS),
        6 if has(1) => (1, playable::HOLD),
        17 | 18 | 85 if has(16) => (16, playable::NORMAL),
        _ => (0, playable::NORMAL),
    };
    Playable { id: instead, flags }
}
