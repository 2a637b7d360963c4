//! What hands hold: the meshes and clouds of an item at a bone of whoever holds it. An item may have bones of its own,
//! which stand as its pose says. Source: `docs/spec/everquest/zone-install.md`, "10. Characters".

use super::super::archives::World;
use super::super::clouds;
use super::super::surfaces::Surface;
use super::rig::{Place, Rig};
use everquest::wld::{ActorDef, Body, Reference, Skeleton};
use glam::Affine3A;
use std::rc::Rc;
use world::Frame;

/// Where a part of an item is in it.
#[derive(Clone)]
pub(super) enum Within {
    /// As it is: nothing carries it.
    Whole,
    /// Where a bone of the item stands.
    Bone(Place),
    /// Each point where the bone of its group stands.
    Groups(Rc<[Place]>),
}

impl Within {
    /// Where something without points is, files' axes.
    pub fn matrix(&self) -> Affine3A {
        match self {
            Within::Bone(place) => place.matrix(),
            Within::Whole | Within::Groups(_) => Affine3A::IDENTITY,
        }
    }

    /// Puts the points of a mesh where they are in the item. `groups` are the bones of its points.
    pub fn put(&self, surface: &mut Surface, groups: &[u16], frame: &Frame) {
        let of = |point: usize| match self {
            Within::Whole => None,
            Within::Bone(place) => Some(place),
            Within::Groups(places) => places.get(usize::from(*groups.get(point)?)),
        };
        for (number, point) in surface.points.iter_mut().enumerate() {
            let Some(place) = of(number) else { continue };
            let position = frame.to_engine(place.point(frame.to_game(point.position)));
            let normal = place.direction(frame.to_game(point.normal)) * place.scale.signum();
            if position.is_finite() {
                point.position = position;
            }
            point.normal = frame.to_engine(normal).normalize_or(point.normal);
        }
    }
}

/// The meshes and clouds of an item, each with where it is in the item. `code` is the item's, lower case.
pub(super) fn parts(world: &World, actor: &ActorDef, code: &str) -> Vec<(Reference, Within)> {
    let mut parts = Vec::new();
    for sprite in &actor.sprites {
        match world.body(*sprite) {
            Some(Body::HierarchicalSprite(instance)) => {
                if let Some(Body::HierarchicalSpriteDef(skeleton)) = world.body(instance.definition) {
                    parts.extend(on_bones(world, skeleton, code));
                }
            }
            _ if is_part(world, *sprite) => parts.push((*sprite, Within::Whole)),
            _ => {}
        }
    }
    parts
}

fn is_part(world: &World, reference: Reference) -> bool {
    matches!(world.body(reference), Some(Body::DmSprite(_))) || clouds::is_cloud(world, reference)
}

fn on_bones(world: &World, skeleton: &Skeleton, code: &str) -> Vec<(Reference, Within)> {
    let rig = Rig::of(world, skeleton, code);
    let places: Rc<[Place]> = rig.places.as_slice().into();
    let skins = skeleton.skins.iter().flatten().map(|skin| (skin.mesh, Within::Groups(Rc::clone(&places))));
    let hung = skeleton.bones.iter().zip(places.iter());
    let hung = hung.filter(|(bone, _)| is_part(world, bone.attachment));
    skins.chain(hung.map(|(bone, place)| (bone.attachment, Within::Bone(*place)))).collect()
}
