//! An actor with what it wears, built: skeleton, meshes, skins, animations. Source:
//! `docs/spec/everquest/zone-install.md`, "10. Characters".

use super::super::archives::World;
use super::super::clouds::{self, Clouds};
use super::super::materials::{Look, Paint};
use super::super::surfaces::{self, Surface};
use super::super::textures::Pictures;
use super::animations::{self, Animation, Odd};
use super::cast::{At, Cast};
use super::held::{self, Within};
use super::rig::Rig;
use super::shape::{self, Hold, Piece};
use super::spec::Outfit;
use super::{BONES, MESH, TRACKS, WEARS};
use crate::CreatureRules;
use binary::{Finding, Severity};
use everquest::wld::{Body, Reference, Skeleton};
use glam::{Affine3A, Vec3};
use world::{Aabb, EmitterLaw, Frame, Model, Motion};

/// Ending of the names of meshes.
const MESH_NAME: &str = "_dmspritedef";
/// Ending of the names of materials.
const MATERIAL: &str = "_mdf";
/// The animation in which creatures stand.
const STANDS: &str = "p01";
/// How high the origin of what floats is over the ground: the origin of most creatures, whatever their size.
/// Source: `docs/spec/everquest/zone-install.md`, "10. Characters".
const FLOATS: f32 = 3.0;

/// Points of all meshes of an actor from which on no more are added: several bones may share a mesh.
const MOST_POINTS: usize = 1 << 20;
/// Matrices that are worked out to find how far an actor reaches in its animations.
const MOST_MATRICES: usize = 1 << 24;
/// Moments of an animation that are looked at for that.
const MOMENTS: usize = 121;

/// A built actor.
pub(super) struct Built {
    pub model: Model,
    pub animations: Vec<Animation>,
    /// How far its origin is over the ground that it stands on, in units.
    pub lift: f32,
    /// From its lowest point to its highest as it stands, in units.
    pub height: f32,
    /// What it sends out.
    pub clouds: Vec<Cloud>,
}

/// A cloud of particles at an actor.
pub(super) struct Cloud {
    pub law: EmitterLaw,
    /// The bone that carries it; none where the actor has no bones.
    pub bone: Option<u32>,
    /// Where it is in the model at rest, engine axes.
    pub place: Affine3A,
}

/// What actors are built with.
pub(super) struct Builder<'a, 'v> {
    pub cast: &'a Cast,
    pub paint: &'a mut Paint,
    pub pictures: &'a mut Pictures<'v>,
    pub rules: &'a CreatureRules,
    pub frame: Frame,
    pub findings: &'a mut Vec<Finding>,
}

/// Meshes of an actor, and clouds, with the world they are in, and how they hang.
struct Part {
    world: usize,
    mesh: Reference,
    /// The bone of a rigid mesh; none for one that follows its groups.
    bone: Option<u32>,
    /// Where it is in what the bone holds.
    within: Within,
}

impl Part {
    /// A part of the actor itself.
    fn own(world: usize, mesh: Reference, bone: Option<u32>) -> Self {
        Part { world, mesh, bone, within: Within::Whole }
    }
}

impl Builder<'_, '_> {
    /// Builds an actor; none if there is none of that code.
    pub fn build(&mut self, outfit: &Outfit) -> Option<Built> {
        let cast = self.cast;
        let at = cast.actor(&outfit.code)?;
        let Some(Body::ActorDef(actor)) = cast.body(at) else { return None };
        let world = cast.worlds.get(at.world)?;
        let code = outfit.code.as_str();
        let mut rig = Rig::default();
        let mut parts = Vec::new();
        let mut lost = 0;
        for sprite in &actor.sprites {
            match world.body(*sprite) {
                Some(Body::HierarchicalSprite(instance)) => match world.body(instance.definition) {
                    Some(Body::HierarchicalSpriteDef(skeleton)) if rig.places.is_empty() => {
                        rig = Rig::of(world, skeleton, code);
                        if rig.places.len() < skeleton.bones.len() {
                            let expected = format_args!("at most {} bones", rig.places.len());
                            self.tell(&BONES, world, expected, format_args!("{}", skeleton.bones.len()));
                        }
                        self.skeleton_parts(at.world, skeleton, outfit, &mut parts);
                    }
                    _ => lost += 1,
                },
                Some(Body::DmSprite(_) | Body::DmSpriteDef2(_) | Body::DmSpriteDef(_)) => {
                    parts.push(Part::own(at.world, *sprite, None));
                }
                _ if clouds::is_cloud(world, *sprite) => {
                    parts.push(Part::own(at.world, *sprite, None));
                }
                _ => {}
            }
        }
        self.hold(outfit, &rig, &mut parts, world);
        let mut pieces: Vec<Piece> = Vec::new();
        let mut room = MOST_POINTS;
        let (hung, parts): (Vec<Part>, Vec<Part>) =
            parts.into_iter().partition(|part| self.is_cloud(part.world, part.mesh));
        for part in &parts {
            let piece = if room > 0 { self.piece(part, &rig, outfit) } else { None };
            let Some(piece) = piece else {
                lost += 1;
                continue;
            };
            room = room.saturating_sub(piece.points());
            pieces.push(piece);
        }
        if lost > 0 {
            self.tell(
                &MESH,
                world,
                format_args!("the meshes of `{code}`"),
                format_args!("{lost} that are none"),
            );
        }
        let lenders = self.rules.lenders(code);
        let mut odd = Odd::default();
        let animations = animations::all(cast, &rig, code, lenders, &self.frame, &mut odd);
        self.report(&odd, code, world);
        let bare = self.paint.bare();
        let mut model = shape::model(&pieces, bare, &rig, &self.frame);
        model.bounds = bounds(&model, &animations);
        let standing = animations::first_poses(cast, &rig, code, lenders, STANDS);
        let posed = rig.in_poses(|bone| standing.get(&bone).copied());
        let heights = pieces.iter().map(|piece| piece.heights(&rig, &posed, &self.frame));
        let [lowest, highest] = heights
            .fold([f32::INFINITY, f32::NEG_INFINITY], |all, own| [all[0].min(own[0]), all[1].max(own[1])]);
        let height = highest - lowest;
        let lift = if self.rules.floats(code) { FLOATS } else { -lowest };
        let lift = if lift.is_finite() { lift } else { 0.0 };
        if rig.places.is_empty() {
            model.deform = None;
        }
        let clouds = hung.iter().filter_map(|part| self.cloud(part, &rig)).collect();
        Some(Built { model, animations, lift, height, clouds })
    }

    /// The meshes at bones, and the skins: another head or body where the outfit wants it.
    fn skeleton_parts(&mut self, world: usize, skeleton: &Skeleton, outfit: &Outfit, parts: &mut Vec<Part>) {
        let Some(own) = self.cast.worlds.get(world) else { return };
        for (bone, carries) in (0..).zip(&skeleton.bones) {
            let hangs = matches!(own.body(carries.attachment), Some(Body::DmSprite(_)))
                || clouds::is_cloud(own, carries.attachment);
            if hangs {
                parts.push(Part::own(world, carries.attachment, Some(bone)));
            }
        }
        let code = &outfit.code;
        let mut worn = [outfit.body.is_none(), outfit.head.is_none()];
        for skin in skeleton.skins.iter().flatten() {
            let name = shape::mesh(own, skin.mesh).and_then(|mesh| own.wld.text(mesh.head.name));
            let name = name.unwrap_or_default().to_ascii_lowercase();
            let rest = name.strip_suffix(MESH_NAME).and_then(|name| name.strip_prefix(code.as_str()));
            let other = match rest {
                Some("") => outfit.body.map(|number| (0, format!("{code}{number:02}{MESH_NAME}"))),
                Some(head) if head.starts_with("he") => {
                    outfit.head.map(|number| (1, format!("{code}he{number:02}{MESH_NAME}")))
                }
                _ => None,
            };
            let found = other.and_then(|(kind, name)| {
                let found = self.cast.named(world, &name)?;
                worn[kind] = true;
                Some(found)
            });
            let At { world, fragment } = found.unwrap_or(At { world, fragment: skin.mesh });
            parts.push(Part::own(world, fragment, None));
        }
        // A head that no list names is added.
        if !worn[1]
            && let Some(found) =
                outfit.head.and_then(|head| self.cast.named(world, &format!("{code}he{head:02}{MESH_NAME}")))
        {
            parts.push(Part::own(found.world, found.fragment, None));
            worn[1] = true;
        }
        for (worn, (what, number)) in worn.into_iter().zip([("body", outfit.body), ("head", outfit.head)]) {
            if let (false, Some(number)) = (worn, number) {
                self.tell(&WEARS, own, format_args!("a {what} {number:02} of `{code}`"), "none");
            }
        }
    }

    /// What hands hold.
    fn hold(&mut self, outfit: &Outfit, rig: &Rig, parts: &mut Vec<Part>, own: &World) {
        for (hand, item) in &outfit.held {
            let bone = rig.bone(hand);
            let found = self.cast.actor(item);
            let (Some(bone), Some(at)) = (bone, found) else {
                let expected = format_args!("`{item}` for `{}` of `{}`", hand, outfit.code);
                self.tell(
                    &WEARS,
                    own,
                    expected,
                    if bone.is_none() { "no such bone" } else { "no such item" },
                );
                continue;
            };
            let Some(world) = self.cast.worlds.get(at.world) else { continue };
            let Some(Body::ActorDef(actor)) = world.body(at.fragment) else { continue };
            let held = held::parts(world, actor, item).into_iter();
            parts.extend(held.map(|(mesh, within)| Part { world: at.world, mesh, bone: Some(bone), within }));
        }
    }

    fn is_cloud(&self, world: usize, reference: Reference) -> bool {
        self.cast.worlds.get(world).is_some_and(|world| clouds::is_cloud(world, reference))
    }

    /// A cloud where its bone stands at rest.
    fn cloud(&mut self, part: &Part, rig: &Rig) -> Option<Cloud> {
        let world = self.cast.worlds.get(part.world)?;
        let mut clouds = Clouds {
            paint: &mut *self.paint,
            pictures: &mut *self.pictures,
            findings: &mut *self.findings,
            frame: self.frame,
        };
        let law = clouds.law(world, part.world, part.mesh)?;
        let bone = part.bone.filter(|bone| (*bone as usize) < rig.places.len());
        let place = bone.and_then(|bone| rig.places.get(bone as usize));
        let place = place.map_or(Affine3A::IDENTITY, |place| place.matrix()) * part.within.matrix();
        let place = self.frame.transform(place);
        Some(Cloud { law, bone, place })
    }

    fn piece(&mut self, part: &Part, rig: &Rig, outfit: &Outfit) -> Option<Piece> {
        let world = self.cast.worlds.get(part.world)?;
        let mut surface = Surface::of(world, part.mesh, &self.frame, surfaces::Hold::Nothing)?;
        if !matches!(part.within, Within::Whole) {
            let groups = shape::groups(world, part.mesh).unwrap_or_default();
            part.within.put(&mut surface, &groups, &self.frame);
        }
        let looks = self.paint.palette(world, part.world, surface.palette, self.pictures);
        let looks = looks.iter().map(|look| self.dressed(part.world, *look, outfit)).collect();
        let hold = match (part.bone, shape::groups(world, part.mesh)) {
            (Some(bone), _) => Hold::Bone(bone),
            (None, Some(groups)) if !rig.places.is_empty() => Hold::Groups(groups),
            _ => Hold::Nothing,
        };
        Some(Piece::new(surface, looks, &hold, rig, &self.frame))
    }

    /// The material of another skin: the same part and piece with the number of that skin.
    fn dressed(&mut self, number: usize, look: Look, outfit: &Outfit) -> Look {
        let Some(skin) = outfit.skin else { return look };
        let name = self
            .paint
            .materials
            .get(look.material.index())
            .map(|material| material.name.to_ascii_lowercase());
        let Some(other) = name.as_deref().and_then(|name| of_skin(name, &outfit.code, skin)) else {
            return look;
        };
        // Archives of armour have further skins of models of other archives.
        let Some(At { world: number, fragment: material }) = self.cast.named(number, &other) else {
            return look;
        };
        let Some(world) = self.cast.worlds.get(number) else { return look };
        if !matches!(world.wld.body(material), Some(Body::MaterialDef(_))) {
            return look;
        }
        self.paint.look(world, number, material, self.pictures)
    }

    fn report(&mut self, odd: &Odd, code: &str, world: &World) {
        let Odd { broken, lengths, beyond } = *odd;
        if broken > 0 {
            let expected = format_args!("tracks of `{code}` with frames");
            self.tell(&TRACKS, world, expected, format_args!("{broken} without"));
        }
        if lengths > 0 {
            let expected = format_args!("one frame, or as many as the animation of `{code}` has");
            self.tell(&TRACKS, world, expected, format_args!("other numbers in {lengths} tracks"));
        }
        if beyond > 0 {
            let expected = format_args!("as many frames of `{code}` as there is room for");
            self.tell(&TRACKS, world, expected, format_args!("{beyond} tracks with more"));
        }
    }

    fn tell(
        &mut self,
        code: &'static binary::Code,
        world: &World,
        expected: impl std::fmt::Display,
        found: impl std::fmt::Display,
    ) {
        self.findings.push(Finding::new(code, Severity::Warning, world.address.as_str(), expected, found));
    }
}

/// The code of the model and the number of the skin in the name of a material, `bathn0002_mdf`.
pub(super) fn skin_of(name: &str) -> Option<(&str, u8)> {
    let rest = name.strip_suffix(MATERIAL)?;
    let (rest, _piece) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
    let (rest, skin) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
    let (code, _part) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
    Some((code, skin.parse().ok()?))
}

/// The name of a material of a model in another skin: `bathn0002_mdf` is part `hn`, skin 00, piece 02.
pub(super) fn of_skin(name: &str, code: &str, skin: u8) -> Option<String> {
    let rest = name.strip_suffix(MATERIAL)?.strip_prefix(code)?;
    let (part, digits) = rest.split_at_checked(2)?;
    let is_numbered = digits.len() == 4 && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_numbered.then(|| format!("{code}{part}{skin:02}{}{MATERIAL}", digits.get(2..).unwrap_or_default()))
}

/// A box around an actor in all of its animations.
fn bounds(model: &Model, animations: &[Animation]) -> Aabb {
    let rest = Aabb::around(model.vertices.iter().map(|vertex| Vec3::from(vertex.position)));
    let Some(deform) = &model.deform else { return rest };
    let matrices = deform.skeleton.bones().len().max(1) * MOMENTS;
    let looked_at = MOST_MATRICES / matrices;
    let moved = animations.iter().take(looked_at).filter_map(|own| match &own.clip.motion {
        Motion::Bones(motion) => Some(deform.bounds_of(motion, own.clip.seconds)),
        _ => None,
    });
    let all = moved.filter(|moved| moved.min.is_finite() && moved.max.is_finite()).fold(rest, Aabb::union);
    // No original has so many: the others are taken to reach twice as far.
    if animations.len() > looked_at && !all.is_empty() { all.padded(all.half().length()) } else { all }
}
