//! Placed objects: what the placements of a zone name, found in its families of archives, and put where they
//! say. Source: `docs/spec/everquest/zone-install.md`, "4. Placed objects".

use super::archives::{self, Archives, World};
use super::clouds::{self, Clouds};
use super::ladders::{self, Ladder};
use super::lights::Shade;
use super::materials::Paint;
use super::meshes::{self, Corners};
use super::skeletons::{self, Poses};
use super::surfaces::{Hold, Surface};
use super::textures::Pictures;
use super::{ACTOR_MISSING, COLORS, TOO_MANY};
use binary::{Finding, Severity};
use everquest::wld::{ActorInst, Body, Location, Reference};
use glam::{Affine3A, Mat3A, Vec3};
use hashbrown::HashMap;
use std::rc::Rc;
use vfs::Vfs;
use world::{
    Aabb, Animator, AnimatorId, ClipId, Clock, EmitterLaw, EmitterLawId, ModelId, Node, NodeFlags, NodeId,
    Playable, RegionKind, Scene,
};

/// What every object of a zone answers: it is seen, stood on, in the way, and found.
const FLAGS: NodeFlags =
    NodeFlags::ACTIVE.union(NodeFlags::ALTITUDE).union(NodeFlags::INTERSECT).union(NodeFlags::PROXIMITY);

/// Most points, corners and frames of all kinds of objects together: a small file can ask for any number of copies
/// of a large mesh.
const MOST_POINTS: usize = 1 << 23;
/// Most colours of all placed objects together, for the same reason.
const MOST_COLORS: usize = 1 << 25;

/// What an actor shows.
#[derive(Default)]
struct Shown {
    parts: Vec<Part>,
    clouds: Vec<Cloud>,
    ladder: Option<Ladder>,
}

/// A cloud of particles of an actor.
struct Cloud {
    law: EmitterLawId,
    /// Where it is in the actor, engine axes.
    place: Affine3A,
    /// What its bone does, if it moves.
    moves: Option<ClipId>,
}

/// A mesh of an actor.
struct Part {
    model: ModelId,
    /// How its corners come from the points of its mesh, to colour a copy.
    corners: Corners,
    /// How many points that mesh has.
    points: usize,
    animator: Option<AnimatorId>,
}

/// Actors of the archives of a zone, built when they are first placed.
pub(super) struct Objects<'a, 'v> {
    pub vfs: &'v Vfs,
    pub archives: &'a Archives<'v>,
    /// The worlds of objects; those of other archives are read when an actor is in none of these.
    pub worlds: Vec<World>,
    /// The place of the first of them among the worlds of the zone.
    pub first: usize,
    pub paint: &'a mut Paint,
    pub pictures: &'a mut Pictures<'v>,
    pub shade: Shade,
    pub findings: &'a mut Vec<Finding>,
    pub bytes_read: &'a mut u64,
}

/// What placements cannot show.
#[derive(Default)]
struct Lost {
    /// The first actor that is nowhere, with how many there are and how many placements name them.
    missing: Option<(String, usize, usize)>,
    /// Placements whose colours do not fit their mesh, and the first of them.
    odd_colors: Option<(usize, String)>,
    /// Placements beyond the limit of nodes.
    beyond: usize,
    /// Kinds of objects that are too large.
    too_large: usize,
    /// Placements beyond the limit of colours.
    uncolored: usize,
}

/// Actors that were looked for, and those that were built.
#[derive(Default)]
struct Known {
    /// World and number by name.
    found: HashMap<String, Option<(usize, Reference)>>,
    /// By world, number, and whether each placement has its own colours.
    built: HashMap<(usize, i32, bool), Rc<Shown>>,
    /// Archives that are not read yet, the last first; none until an actor is missing.
    others: Option<Vec<String>>,
    /// What is used of [`MOST_POINTS`] and [`MOST_COLORS`].
    points: usize,
    colors: usize,
}

impl Objects<'_, '_> {
    /// Puts the objects of a world of placements into the scene. With those that would exceed `limit` nodes
    /// nothing happens.
    pub fn place(&mut self, scene: &mut Scene, placements: &World, limit: usize) {
        let (mut known, mut lost) = (Known::default(), Lost::default());
        for fragment in &placements.wld.fragments {
            let Body::ActorInst(instance) = &fragment.body else { continue };
            // A number is an actor of the same file: the camera of a zone.
            let Some(name) = placements.wld.text(instance.actor) else { continue };
            let name = name.to_ascii_lowercase();
            let Some(actor) = self.actor(&name, &mut known, &mut lost) else { continue };
            let mut colors = colors(placements, instance);
            let mut shown = self.shown(scene, actor, colors.is_some(), &mut known, &mut lost);
            if let Some(own) = &colors {
                let corners: usize = shown.parts.iter().map(|part| part.corners.len()).sum();
                let fits = own.len() == shown.parts.iter().map(|part| part.points).sum::<usize>();
                let has_room = known.colors + corners <= MOST_COLORS;
                match (fits, has_room) {
                    (true, true) => known.colors += corners,
                    (true, false) => lost.uncolored += 1,
                    (false, _) => lost.odd_colors.get_or_insert_with(|| (0, name.clone())).0 += 1,
                }
                if !fits || !has_room {
                    colors = None;
                    shown = self.shown(scene, actor, false, &mut known, &mut lost);
                }
            }
            if shown.parts.is_empty() && shown.clouds.is_empty() {
                continue;
            }
            if scene.nodes.len() + shown.parts.len() + shown.clouds.len() + 1 > limit {
                lost.beyond += 1;
                continue;
            }
            let named = name.strip_suffix("_actordef").unwrap_or(&name);
            put(scene, named, instance, &shown, colors, &self.shade);
        }
        lost.report(&placements.address, limit, self.findings);
    }

    /// The actor that a placement names, which counts as missing if it is nowhere.
    fn actor(&mut self, name: &str, known: &mut Known, lost: &mut Lost) -> Option<(usize, Reference)> {
        let is_new = !known.found.contains_key(name);
        if is_new {
            let found = self.find(name, &mut known.others);
            known.found.insert(name.to_owned(), found);
        }
        let found = known.found.get(name).copied().flatten();
        if found.is_none() {
            let (_, kinds, placed) = lost.missing.get_or_insert_with(|| (name.to_owned(), 0, 0));
            *kinds += usize::from(is_new);
            *placed += 1;
        }
        found
    }

    /// What an actor shows; nothing of one that is too large.
    fn shown(
        &mut self,
        scene: &mut Scene,
        actor: (usize, Reference),
        colored: bool,
        known: &mut Known,
        lost: &mut Lost,
    ) -> Rc<Shown> {
        let key = (actor.0, actor.1.0, colored);
        if let Some(shown) = known.built.get(&key) {
            return Rc::clone(shown);
        }
        let mut room = MOST_POINTS.saturating_sub(known.points);
        let built = self.build(scene, actor, colored, &mut room);
        match &built {
            Some(_) => known.points = MOST_POINTS - room,
            None => lost.too_large += 1,
        }
        let built = Rc::new(built.unwrap_or_default());
        known.built.insert(key, Rc::clone(&built));
        built
    }

    /// The world and the number of an actor by its name: in the zone's own archives first, then in those that
    /// everybody shares.
    fn find(&mut self, name: &str, others: &mut Option<Vec<String>>) -> Option<(usize, Reference)> {
        let mut at = 0;
        loop {
            while let Some(world) = self.worlds.get(at) {
                let number = world.names().number(name).map(|number| Reference::fragment(number as usize));
                let actor =
                    number.filter(|number| matches!(world.wld.body(*number), Some(Body::ActorDef(_))));
                if let Some(actor) = actor {
                    return Some((at, actor));
                }
                at += 1;
            }
            let others = others.get_or_insert_with(|| {
                let mut others = self.archives.others();
                others.reverse();
                others
            });
            let archive = others.pop()?;
            let world = archives::read_of(self.vfs, &archive, self.findings, self.bytes_read);
            self.worlds.extend(world);
        }
    }

    /// What an actor shows: one mesh, or those of a skeleton, and clouds. None if it needs more than `room`.
    fn build(
        &mut self,
        scene: &mut Scene,
        (number, actor): (usize, Reference),
        colored: bool,
        room: &mut usize,
    ) -> Option<Shown> {
        let Some(world) = self.worlds.get(number) else { return Some(Shown::default()) };
        let Some(Body::ActorDef(actor)) = world.body(actor) else { return Some(Shown::default()) };
        let mut surfaces = Vec::new();
        let mut clouds = Vec::new();
        let mut emitters = Clouds {
            paint: &mut *self.paint,
            pictures: &mut *self.pictures,
            findings: &mut *self.findings,
            frame: scene.frame,
        };
        for sprite in &actor.sprites {
            match world.body(*sprite) {
                Some(Body::HierarchicalSprite(instance)) => {
                    if let Some(Body::HierarchicalSpriteDef(skeleton)) = world.body(instance.definition) {
                        surfaces.extend(skeletons::surfaces(world, skeleton, &scene.frame, room)?);
                        let (poses, carried) = skeletons::clouds(world, skeleton);
                        for (bone, reference) in carried {
                            let law = emitters.law(world, self.first + number, reference);
                            clouds.extend(law.map(|law| cloud(scene, law, Some((&poses, bone)))));
                        }
                    }
                }
                _ if clouds::is_cloud(world, *sprite) => {
                    let law = emitters.law(world, self.first + number, *sprite);
                    clouds.extend(law.map(|law| cloud(scene, law, None)));
                }
                _ => {
                    let Some(surface) = Surface::of(world, *sprite, &scene.frame, Hold::Nothing) else {
                        continue;
                    };
                    *room = room.checked_sub(surface.cost())?;
                    surfaces.push(surface);
                }
            }
        }
        let bare = self.paint.bare();
        let shade = colored.then_some(&self.shade);
        let mut parts = Vec::with_capacity(surfaces.len());
        for surface in surfaces {
            let looks = self.paint.palette(world, self.first + number, surface.palette, self.pictures);
            let built = meshes::build(&surface, &looks, bare, &scene.frame, shade);
            if built.model.vertices.is_empty() {
                continue;
            }
            let animator = meshes::animator(scene, &surface.name, &built);
            scene.models.push(built.model);
            let model = ModelId::from(scene.models.len() - 1);
            parts.push(Part { model, corners: built.corners, points: surface.points.len(), animator });
        }
        let bounds = parts.iter().filter_map(|part| scene.models.get(part.model.index()));
        let bounds = bounds.map(|model| model.bounds).fold(Aabb::EMPTY, Aabb::union);
        let ladder = ladders::ladder(world, actor, bounds, &scene.frame);
        Some(Shown { parts, clouds, ladder })
    }
}

/// The colours of the points of an object (red, green, blue, daylight), if it has any.
fn colors(placements: &World, instance: &ActorInst) -> Option<Vec<[u8; 4]>> {
    let track = match placements.body(instance.colors?)? {
        Body::DmRgbTrack(track) => placements.body(track.definition)?,
        other => other,
    };
    let Body::DmRgbTrackDef(track) = track else { return None };
    let frame = track.colors.get(..track.head.count as usize).unwrap_or(&track.colors);
    Some(frame.iter().map(|[blue, green, red, day]| [*red, *green, *blue, *day]).collect())
}

/// What a placement does to its actor, in the files' axes. Source: `docs/spec/everquest/wld.md`, "0x15 ActorInst".
pub(super) fn standing(location: Option<&Location>, scale: Option<f32>) -> Affine3A {
    let scale = scale.filter(|scale| scale.is_finite() && *scale != 0.0).unwrap_or(1.0);
    let [x, y, z] = location.map(Location::radians).unwrap_or_default();
    let turn = Mat3A::from_rotation_z(z) * Mat3A::from_rotation_y(y) * Mat3A::from_rotation_x(x);
    let translation = location.map_or(Vec3::ZERO, |location| location.position.into());
    let place = Affine3A { matrix3: turn * scale, translation: translation.into() };
    if place.is_finite() { place } else { Affine3A::IDENTITY }
}

/// Adds an object with its own colours, if it has any: as many as its parts have points.
fn put(
    scene: &mut Scene,
    name: &str,
    instance: &ActorInst,
    shown: &Shown,
    colors: Option<Vec<[u8; 4]>>,
    shade: &Shade,
) {
    let transform = scene.frame.transform(standing(instance.location.as_ref(), instance.scale));
    let shaded: Vec<[u8; 4]> = colors.into_iter().flatten().map(|color| shade.color(color)).collect();
    let mut rest = shaded.as_slice();
    let mut part = |part: &Part| Node {
        model: Some(part.model),
        animator: part.animator,
        colors: rest.split_off(..part.points).map(|own| part.corners.colors(own)),
        ..node(name)
    };
    if let Some(ladder) = &shown.ladder {
        let known = scene.regions.iter().filter(|own| own.kind == RegionKind::Climb).count();
        scene.regions.extend(ladder.region(name, &transform).filter(|_| known < ladders::MOST));
    }
    let root = match (&*shown.parts, &*shown.clouds) {
        ([only], []) => Node { transform, ..part(only) },
        (parts, clouds) => {
            let first = scene.nodes.len();
            scene.nodes.extend(parts.iter().map(&mut part));
            clouds.iter().for_each(|cloud| put_cloud(scene, cloud));
            let children = (first..scene.nodes.len()).map(NodeId::from).collect();
            Node { children, transform, ..node(name) }
        }
    };
    scene.nodes.push(root);
    scene.roots.push(NodeId::from(scene.nodes.len() - 1));
}

/// A cloud as part of the actor: at rest where its bone is in the first frame, and moved as that moves.
fn cloud(scene: &mut Scene, law: EmitterLaw, bone: Option<(&Poses, usize)>) -> Cloud {
    scene.emitters.push(law);
    let law = EmitterLawId::from(scene.emitters.len() - 1);
    let Some((poses, bone)) = bone else { return Cloud { law, place: Affine3A::IDENTITY, moves: None } };
    let place = scene.frame.transform(poses.bone(0, bone));
    let moves = poses.clip(bone, &scene.frame).map(|clip| {
        scene.clips.push(clip);
        ClipId::from(scene.clips.len() - 1)
    });
    Cloud { law, place, moves }
}

/// Adds the node that sends out a cloud.
fn put_cloud(scene: &mut Scene, cloud: &Cloud) {
    let flags = NodeFlags::ACTIVE;
    scene.nodes.push(Node { transform: cloud.place, flags, ..node("cloud") });
    let node = NodeId::from(scene.nodes.len() - 1);
    scene.emitting.push((node, cloud.law));
    if let Some(clip) = cloud.moves {
        scene.animators.push(Animator {
            name: "cloud".into(),
            clips: vec![Playable { clip, nodes: vec![Some(node)], ..Playable::default() }],
            start: Clock::looping(clip),
            ..Animator::default()
        });
    }
}

fn node(name: &str) -> Node {
    Node { name: name.into(), flags: FLAGS, opacity: 1.0, ..Node::default() }
}

impl Lost {
    fn report(self, file: &str, limit: usize, findings: &mut Vec<Finding>) {
        if let Some((first, kinds, placed)) = self.missing {
            let found = match kinds {
                1 => format!("no `{first}`, which is placed {placed} times"),
                _ => format!("{kinds} are nowhere, placed {placed} times in all, the first `{first}`"),
            };
            let expected = "actors in the archives of the zone";
            findings.push(Finding::new(&ACTOR_MISSING, Severity::Warning, file, expected, found));
        }
        if let Some((count, first)) = self.odd_colors {
            let expected = "as many colours as the mesh has vertices";
            let found = format_args!("another number in {count} placements, the first of `{first}`");
            findings.push(Finding::new(&COLORS, Severity::Warning, file, expected, found));
        }
        let mut too_many = |count: usize, expected: String, what: &str| {
            if count > 0 {
                let found = format_args!("{count} {what} with more");
                findings.push(Finding::new(&TOO_MANY, Severity::Warning, file, expected, found));
            }
        };
        too_many(self.beyond, format!("at most {limit} nodes"), "placements");
        too_many(self.too_large, format!("at most {MOST_POINTS} points of all kinds"), "kinds of objects");
        too_many(self.uncolored, format!("at most {MOST_COLORS} colours"), "placements");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn location(rotation: [f32; 3]) -> Location {
        Location { position: [100.0, 20.0, 3.0], rotation, unknown: 0 }
    }

    #[test]
    fn a_quarter_turn_about_z_points_x_to_y_and_tilts_about_y_are_negated() {
        let close = |a: Vec3, b: [f32; 3]| assert!(a.abs_diff_eq(b.into(), 1e-4), "{a} {b:?}");
        // 128 of 512 is a quarter: +x goes to +y, twice as large.
        let turned = standing(Some(&location([128.0, 0.0, 0.0])), Some(2.0));
        close(turned.transform_point3(Vec3::X), [100.0, 22.0, 3.0]);
        // The usual turn of a quarter about Y takes +x to -z; negated, to +z.
        let tilted = standing(Some(&location([0.0, 128.0, 0.0])), None);
        close(tilted.transform_point3(Vec3::X), [100.0, 20.0, 4.0]);
        // Both: Y first, so that +x is up and stays there, and +y goes to -x.
        let both = standing(Some(&location([128.0, 128.0, 0.0])), None);
        close(both.transform_point3(Vec3::X), [100.0, 20.0, 4.0]);
        close(both.transform_point3(Vec3::Y), [99.0, 20.0, 3.0]);
    }

    #[test]
    fn a_scale_that_is_none_is_the_size_of_the_model() {
        for scale in [None, Some(0.0), Some(f32::NAN), Some(f32::INFINITY)] {
            assert_eq!(standing(None, scale), Affine3A::IDENTITY, "{scale:?}");
        }
        let nowhere = Location { position: [f32::NAN; 3], ..Location::default() };
        assert_eq!(standing(Some(&nowhere), None), Affine3A::IDENTITY);
    }
}
