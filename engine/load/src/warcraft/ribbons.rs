//! Bands that trail behind bones. Source: `docs/spec/m2.md`, "12. Ribbon".

use super::points::place;
use super::textures::{Paper, Papers};
use super::tracks::{Keys, Room, share};
use glam::{Affine3A, Vec3};
use warcraft::m2::{self, Sequence, render_flags};
use world::{Cull, Frame, Material, MaterialId, RibbonLaw, RibbonSetting, RibbonTrack};

/// Most ribbons of a model, each layer of textures a ribbon of its own.
const MOST: usize = 256;
/// Most layers of a ribbon.
const MOST_LAYERS: usize = 4;

/// A layer of a ribbon of a model.
pub(super) struct Ribbon<'m> {
    /// The node that leaves it behind.
    pub name: String,
    /// The bone that carries it.
    pub bone: Option<u32>,
    /// In model space, engine axes.
    pub place: Vec3,
    /// Which of its textures and render flags it shows.
    layer: usize,
    own: &'m m2::Ribbon,
    color: Keys<'m, Vec3>,
    alpha: Keys<'m, f32>,
    reach: [Keys<'m, f32>; 2],
    slot: Keys<'m, f32>,
    visible: Keys<'m, f32>,
}

/// The ribbons of a model, layer by layer.
pub(super) fn ribbons<'m>(model: &'m m2::Model, frame: &Frame) -> Vec<Ribbon<'m>> {
    let globals = &model.global_sequences;
    let length = |track: &'m m2::Track<f32>| Keys::new(track, globals, 0.0, |value| value).kept();
    let layers = |own: &m2::Ribbon| own.textures.len().clamp(1, MOST_LAYERS);
    let numbered = model.ribbons.iter().enumerate();
    let each = numbered.flat_map(|(number, own)| (0..layers(own)).map(move |layer| (number, layer, own)));
    let made = |(number, layer, own): (usize, usize, &'m m2::Ribbon)| {
        let bone = usize::try_from(own.bone).is_ok_and(|bone| bone < model.bones.len());
        Ribbon {
            name: if layer == 0 { format!("ribbon {number}") } else { format!("ribbon {number}.{layer}") },
            bone: bone.then_some(own.bone),
            place: place(frame, own.position),
            layer,
            own,
            color: Keys::new(&own.color, globals, Vec3::ONE, Vec3::from_array).kept(),
            alpha: Keys::new(&own.alpha, globals, 1.0, share).kept(),
            reach: [length(&own.above), length(&own.below)],
            slot: Keys::new(&own.slot, globals, 0.0, f32::from).kept(),
            visible: Keys::new(&own.visible, globals, 1.0, f32::from).kept(),
        }
    };
    each.take(MOST).map(made).collect()
}

impl Ribbon<'_> {
    /// True when clips change it.
    pub fn moves(&self) -> bool {
        self.color.moves()
            || [&self.alpha, &self.slot, &self.visible].into_iter().chain(&self.reach).any(Keys::moves)
    }

    /// How it looks, painted with a material.
    pub fn law(&self, material: MaterialId) -> RibbonLaw {
        let color = self.color.first().unwrap_or(Vec3::ONE).clamp(Vec3::ZERO, Vec3::ONE);
        let opacity = self.alpha.first().unwrap_or(1.0);
        let rest = RibbonSetting {
            color: color.extend(opacity).to_array(),
            reach: self.reach.each_ref().map(|keys| keys.first().unwrap_or(0.0)),
            tile: self.slot.first().unwrap_or(0.0) as u16,
            visible: self.visible.first().is_none_or(|visible| visible > 0.0),
        };
        RibbonLaw {
            name: self.name.clone(),
            material,
            reach: rest.reach,
            edges_per_second: self.own.edges_per_second,
            life: self.own.edge_lifetime,
            gravity: self.own.gravity,
            tiles: [self.own.columns.max(1), self.own.rows.max(1)],
            tile: rest.tile,
            driven: Some(rest),
            ..RibbonLaw::default()
        }
    }

    /// How it changes in a sequence; none that does not.
    pub fn track(&self, index: usize, sequence: &Sequence, room: &mut Room) -> Option<RibbonTrack> {
        if !self.moves() {
            return None;
        }
        Some(RibbonTrack {
            ribbon: self.name.as_str().into(),
            color: self.color.curve(index, sequence, room),
            opacity: self.alpha.curve(index, sequence, room),
            reach: self.reach.each_ref().map(|keys| keys.curve(index, sequence, room)),
            tile: self.slot.curve(index, sequence, room),
            visible: self.visible.curve(index, sequence, room),
        })
    }

    /// What it is painted with; `sheets` says what the textures of the model show.
    pub fn material(&self, model: &m2::Model, sheets: &[Paper], papers: &mut Papers) -> Material {
        let own = |list: &[u16]| list.get(self.layer).or(list.last()).copied().map(usize::from);
        let flags = own(&self.own.render_flags).and_then(|at| model.render_flags.get(at));
        let flags = flags.copied().unwrap_or_default();
        let has = |flag: u16| flags.flags & flag != 0;
        let blend = super::materials::mixed(flags.blend);
        let alpha = super::materials::alpha_of(blend);
        let sheet = own(&self.own.textures).and_then(|at| sheets.get(at));
        Material {
            name: self.name.clone(),
            texture: sheet.map(|sheet| papers.want(sheet.clone(), alpha)),
            blend,
            depth_test: !has(render_flags::NO_DEPTH_TEST),
            depth_write: Some(blend.hides() && !has(render_flags::NO_DEPTH_WRITE)),
            cull: Some(Cull::None),
            unlit: true,
            unfogged: has(render_flags::NO_FOG),
            priority: self.layer as i8,
            ..Material::default()
        }
    }

    /// The place below the node of its model.
    pub fn offset(&self) -> Affine3A {
        Affine3A::from_translation(self.place)
    }
}
