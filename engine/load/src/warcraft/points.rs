//! Lights and cameras of a model. Source: `docs/spec/m2.md`, "11. Attachments, events, lights, cameras".

use super::tracks::{Keys, Room, way};
use crate::ModelCamera;
use glam::{Affine3A, Vec3};
use warcraft::m2::{self, Sequence};
use world::{Frame, Light, LightTrack};

/// Kind of a light that shines along a direction.
const DIRECTIONAL: u16 = 0;
/// How far a light reaches that does not say it, yards.
const REACH: f32 = 10.0;
/// Most lights and cameras of a model.
const MOST: usize = 64;

/// The tracks of a light.
pub(super) struct Lamp<'m> {
    /// The node it stands at.
    pub name: String,
    /// The bone that carries it.
    pub bone: Option<u32>,
    /// In model space, engine axes.
    pub place: Vec3,
    directional: bool,
    color: Keys<'m, Vec3>,
    diffuse: Keys<'m, f32>,
    ambient: Keys<'m, f32>,
    near: Keys<'m, f32>,
    far: Keys<'m, f32>,
    visible: Keys<'m, f32>,
}

/// The lights of a model. One whose ambient part has a colour of its own is two: what shines on surfaces by their angle,
/// and what shines on all alike.
pub(super) fn lamps<'m>(model: &'m m2::Model, frame: &Frame) -> Vec<Lamp<'m>> {
    let globals = &model.global_sequences;
    let lamp = |(number, light): (usize, &'m m2::Light)| {
        let number_of =
            |track: &'m m2::Track<f32>, rest: f32| Keys::new(track, globals, rest, |value| value).kept();
        let bone = usize::try_from(light.bone).ok().filter(|bone| *bone < model.bones.len());
        Lamp {
            name: format!("light {number}"),
            bone: bone.and_then(|bone| u32::try_from(bone).ok()),
            place: place(frame, light.position),
            directional: light.kind == DIRECTIONAL,
            color: Keys::new(&light.diffuse_color, globals, Vec3::ONE, Vec3::from_array).kept(),
            diffuse: number_of(&light.diffuse_intensity, 1.0),
            ambient: number_of(&light.ambient_intensity, 0.0),
            near: number_of(&light.attenuation_start, 0.0),
            far: number_of(&light.attenuation_end, REACH),
            visible: Keys::new(&light.visible, globals, 1.0, f32::from).kept(),
        }
    };
    let ambient = |number: usize, light: &'m m2::Light, both: &mut Lamp<'m>| {
        let own = Keys::new(&light.ambient_color, globals, Vec3::ONE, Vec3::from_array).kept();
        let shines = both.ambient.values().iter().any(|share| *share > 0.0);
        (shines && !own.is_empty() && light.ambient_color != light.diffuse_color).then(|| {
            let ambient = std::mem::replace(&mut both.ambient, Keys::always(0.0));
            let Lamp { bone, place, directional, .. } = *both;
            let (name, diffuse) = (format!("ambient light {number}"), Keys::always(0.0));
            let (near, far, visible) = (both.near.clone(), both.far.clone(), both.visible.clone());
            Lamp { name, bone, place, directional, color: own, diffuse, ambient, near, far, visible }
        })
    };
    let lights = model.lights.iter().enumerate().take(MOST);
    let pairs = lights.flat_map(|(number, light)| {
        let mut first = lamp((number, light));
        let second = ambient(number, light, &mut first);
        std::iter::once(first).chain(second)
    });
    pairs.collect()
}

/// A place of a file; 0 for what is no number.
pub(super) fn place(frame: &Frame, place: [f32; 3]) -> Vec3 {
    frame.to_engine(Vec3::from(place.map(|axis| if axis.is_finite() { axis } else { 0.0 })))
}

impl Lamp<'_> {
    /// The light as it starts, of a model that stands somewhere.
    pub fn light(&self, model: &Affine3A) -> Light {
        let share = |keys: &Keys<'_, f32>, rest: f32| keys.first().unwrap_or(rest).clamp(0.0, 1.0);
        let near = self.near.first().unwrap_or(0.0).max(0.0);
        Light {
            node: None,
            active: self.visible.first().is_none_or(|visible| visible > 0.0),
            directional: self.directional,
            position: model.transform_point3(self.place),
            // Known files have none, and no document says along what it shines: down.
            direction: Vec3::NEG_Y,
            color: self.color.first().unwrap_or(Vec3::ONE).clamp(Vec3::ZERO, Vec3::ONE).to_array(),
            diffuse: share(&self.diffuse, 1.0),
            ambient: share(&self.ambient, 0.0),
            near,
            far: self.far.first().unwrap_or(REACH).max(near),
        }
    }

    /// How it changes in a sequence; none that does not.
    pub fn track(&self, index: usize, sequence: &Sequence, room: &mut Room) -> Option<LightTrack> {
        let numbers = [&self.diffuse, &self.ambient, &self.near, &self.far, &self.visible];
        if !self.color.moves() && !numbers.iter().any(|keys| keys.moves()) {
            return None;
        }
        let [diffuse, ambient, near, far, active] = numbers.map(|keys| keys.curve(index, sequence, room));
        let color = self.color.curve(index, sequence, room);
        Some(LightTrack { light: self.name.as_str().into(), color, diffuse, ambient, near, far, active })
    }
}

/// The cameras of a model that is turned; their curves are by the number of the sequence.
pub(super) fn cameras(
    model: &m2::Model,
    sequences: &[Sequence],
    frame: &Frame,
    turn: &Affine3A,
    room: &mut Room,
) -> Vec<ModelCamera> {
    let globals = &model.global_sequences;
    let mut others = 0;
    let mut name = |kind: i32| match kind {
        0 => "portrait".to_owned(),
        1 => "character".to_owned(),
        _ => {
            others += 1;
            format!("camera{others}")
        }
    };
    let number = |value: f32, rest: f32| if value.is_finite() && value > 0.0 { value } else { rest };
    let cameras = model.cameras.iter().take(MOST).map(|camera| {
        let position = Keys::new(&camera.position, globals, Vec3::ZERO, way(frame));
        let target = Keys::new(&camera.target, globals, Vec3::ZERO, way(frame));
        let roll = Keys::new(&camera.roll, globals, 0.0, |roll: f32| roll);
        let rolls = |room: &mut Room| -> Vec<_> {
            sequences.iter().enumerate().map(|(index, sequence)| roll.curve(index, sequence, room)).collect()
        };
        let curves = |room: &mut Room| -> Vec<_> {
            let paths = sequences.iter().enumerate().map(|(index, sequence)| {
                [position.curve(index, sequence, room), target.curve(index, sequence, room)]
            });
            paths.collect()
        };
        ModelCamera {
            name: name(camera.kind),
            model: *turn,
            eye: place(frame, camera.base),
            target: place(frame, camera.target_base),
            diagonal: number(camera.field_of_view, 1.0).min(3.0),
            near: number(camera.near, 0.2),
            far: number(camera.far, 1000.0).max(1.0),
            rest: [position.first(), target.first()].map(Option::unwrap_or_default),
            paths: if position.moves() || target.moves() { curves(room) } else { Vec::new() },
            roll: roll.first().unwrap_or(0.0),
            rolls: if roll.moves() { rolls(room) } else { Vec::new() },
        }
    });
    cameras.collect()
}
