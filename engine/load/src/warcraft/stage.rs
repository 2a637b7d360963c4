//! A world that is a stage: ground, light, and models that somebody names, around whoever stands in the middle. Each
//! plays the animation of standing, and a sign says its name.
//!
//! The name of such a world lists what stands there, separated by commas. Each term is a model with what it wears, by
//! its name or its address (`wolf+skin02`, `creature/bear/bear.m2`), or a part of addresses: then all stand there that
//! have it.

use super::files::{Files, is_model, stem};
use super::mesh;
use super::model::{self, Made, Maker};
use super::spec::Outfit;
use super::stage_ground;
use super::textures::Papers;
use super::{CROWDED, NO_MODEL, NO_SUCH_MODEL};
use crate::avatar;
use crate::{CreatureRules, Error, Loaded, Phase, Progress, Request, Start, step};
use binary::{Finding, Severity};
use glam::{Affine3A, Vec3};
use order::Order;
use std::f32::consts::{FRAC_PI_2, PI, TAU};
use vfs::{Kind, Vfs};
use warcraft::m2;
use world::{
    Act, Attachment, Body, Derived, Doing, LampLighting, Limits, ModelId, Node, NodeFlags, NodeId, Scene,
    State, Walker,
};

/// Most models on a stage.
pub const MOST: usize = 48;
/// Room beside a model, yards.
const GAP: f32 = 1.5;
/// Least room between the person and a model, yards.
const NEAR: f32 = 4.0;
/// How high somebody is whose body a model is, yards.
const HEIGHTS: std::ops::RangeInclusive<f32> = 0.4..=8.0;
/// A model takes at least and at most this much room to each side, yards.
const ROOM: std::ops::RangeInclusive<f32> = 0.4..=60.0;
/// How far a sign stands before its model, yards.
const BEFORE: f32 = 0.5;

/// Animations that show what somebody does, the best first. Source: `docs/spec/m2.md`, "4. Sequence".
const DOINGS: [(Doing, &[u16], bool); 7] = [
    (Doing::Stand, &[0], true),
    (Doing::Walk, &[4, 5], true),
    (Doing::Run, &[5, 4], true),
    (Doing::Jump, &[38, 37], false),
    (Doing::Fall, &[40, 38], true),
    (Doing::Swim, &[42, 41, 4], true),
    (Doing::Tread, &[41, 42], true),
];

/// A model of a stage: where it is, with what it wears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub address: String,
    pub outfit: Outfit,
}

/// The addresses of all models of an install, by address. No model is opened.
pub fn models(vfs: &Vfs) -> Vec<String> {
    let files = vfs.walk(false).into_iter().filter(|entry| entry.kind == Kind::File);
    files.filter(|entry| is_model(&entry.name)).map(|entry| entry.address).collect()
}

/// Those whose addresses have all of these words, whatever the case.
pub fn search(models: &[String], words: &str) -> Vec<String> {
    let words = words.replace('\\', "/").to_ascii_lowercase();
    let words: Vec<&str> = words.split_whitespace().collect();
    let fits = |address: &&String| {
        let low = address.to_ascii_lowercase();
        words.iter().all(|word| low.contains(word))
    };
    models.iter().filter(fits).cloned().collect()
}

/// The addresses of the models on the stage of a name, in their order, each with what it holds, and then of the body of
/// the person; those that are nowhere are left out.
pub fn addresses(vfs: &Vfs, world: &str, body: Option<&str>) -> Vec<String> {
    let files = Files::new(vfs);
    let body = body.and_then(|body| members(vfs, body).0.into_iter().next());
    let with_held = |member: Member| {
        let worn =
            |(_, name): &(u32, String)| Outfit::parse(&name.replace(':', "+")).unwrap_or_default().file;
        let held = member.outfit.held.iter().map(worn);
        let held = held.filter_map(|file| files.model(&file, &member.address));
        // As the file is written, however somebody wrote it: recordings hash addresses, too.
        let held = held.map(|file| vfs.which(&file).map_or(file, |found| found.address));
        let held: Vec<String> = held.collect();
        std::iter::once(member.address).chain(held)
    };
    members(vfs, world).0.into_iter().chain(body).flat_map(with_held).collect()
}

/// The models of a stage, and the terms that name none.
fn members(vfs: &Vfs, world: &str) -> (Vec<Member>, Vec<String>) {
    let mut all: Option<Vec<String>> = None;
    let (mut members, mut unknown): (Vec<Member>, Vec<String>) = (Vec::new(), Vec::new());
    for term in world.split(',').map(str::trim).filter(|term| !term.is_empty()) {
        let Some(outfit) = Outfit::parse(term).ok().filter(|outfit| !outfit.file.is_empty()) else {
            unknown.push(term.to_owned());
            continue;
        };
        let named = outfit.file.replace('\\', "/");
        let found = match vfs.is_file(&named) && is_model(&named) {
            true => vec![vfs.which(&named).map_or(named, |found| found.address)],
            false => meant(all.get_or_insert_with(|| models(vfs)), &named),
        };
        if found.is_empty() {
            unknown.push(term.to_owned());
        }
        members.extend(found.into_iter().map(|address| {
            let file = address.rsplit('/').next().unwrap_or(&address).to_owned();
            Member { outfit: Outfit { file, ..outfit.clone() }, address }
        }));
    }
    (members, unknown)
}

/// The model of this name or address, else all whose addresses have it as a part.
fn meant(all: &[String], wanted: &str) -> Vec<String> {
    let wanted = stem(wanted);
    let whole = |address: &&String| stem(address).eq_ignore_ascii_case(wanted);
    let bare =
        |address: &&String| stem(address.rsplit('/').next().unwrap_or(address)).eq_ignore_ascii_case(wanted);
    let one = all.iter().find(whole).or_else(|| all.iter().find(bare));
    one.map_or_else(|| search(all, wanted), |one| vec![one.clone()])
}

/// Loads a stage.
///
/// # Errors
/// `load.warcraft.no_model` where no model can be shown, or cancellation. Everything else is a finding.
pub(super) fn load(vfs: &Vfs, request: &Request, progress: &mut dyn Progress) -> Result<Loaded, Error> {
    step(progress, Phase::Discover, 0, 1)?;
    let mut findings = Vec::new();
    let (mut wanted, unknown) = members(vfs, &request.world);
    for term in unknown {
        let expected = "a model of that name, or a part of the address of one";
        findings.push(Finding::new(&NO_SUCH_MODEL, Severity::Warning, term, expected, "none"));
    }
    if wanted.len() > MOST {
        let found = format_args!("{}, of which {} are left out", wanted.len(), wanted.len() - MOST);
        let expected = format_args!("at most {MOST} models");
        findings.push(Finding::new(&CROWDED, Severity::Warning, &request.world, expected, found));
        wanted.truncate(MOST);
    }
    step(progress, Phase::Discover, 1, 1)?;

    let mut bytes_read = 0;
    let mut read = Vec::with_capacity(wanted.len());
    for (number, member) in wanted.iter().enumerate() {
        step(progress, Phase::Read, number, wanted.len())?;
        match model::read(vfs, &member.address, &mut findings) {
            Ok((model, bytes)) => {
                bytes_read += bytes;
                read.push((member.clone(), model));
            }
            Err(Error::File(finding)) => findings.push(*finding),
            Err(Error::Cancelled) => return Err(Error::Cancelled),
        }
    }
    if read.is_empty() {
        return Err(no_model(request, findings));
    }

    step(progress, Phase::Build, 0, read.len())?;
    let mut scene = Scene::empty(&request.title, &request.world, request.frame);
    scene.lamp_lighting = LampLighting::Vertex;
    let mut maker = Maker {
        files: Files::new(vfs),
        scene: &mut scene,
        papers: Papers::default(),
        particle_models: Vec::new(),
        findings: &mut findings,
        bytes_read: &mut bytes_read,
    };
    let rooms: Vec<f32> = read.iter().map(|(_, model)| room(model)).collect();
    let ring = Ring::of(&rooms);
    let mut roots = Vec::new();
    for (number, ((member, model), angle)) in read.iter().zip(&ring.angles).enumerate() {
        step(progress, Phase::Build, number, read.len())?;
        let place = ring.place(*angle);
        let node = add(&mut maker, model, member, place).node;
        stop_walkers(maker.scene, model, node);
        roots.push(node);
    }
    let person = person(&mut maker, vfs, request);
    let papers = std::mem::take(&mut maker.papers);
    scene.roots = roots;
    scene.roots.extend(person.iter().map(|body| body.node));
    scene.person = person.as_ref().map(|body| body.node);
    scene.bodies.extend(person);
    let (textures, more) = papers.decode(vfs, &request.world, &mut findings, progress)?;
    scene.textures = textures;

    let reach = ring.radius + rooms.iter().fold(0.0, |most: f32, room| most.max(*room));
    stage_ground::lay(&mut scene, reach);
    for (((member, _), angle), room) in read.iter().zip(&ring.angles).zip(&rooms) {
        let way = (ring.radius - room - BEFORE).max(NEAR * 0.5);
        let place = Ring { radius: way, ..ring.clone() }.place(*angle);
        // No wider than what the model has to itself, seen from the middle.
        let widest = (2.0 * room + GAP * 0.5) * way / ring.radius;
        stage_ground::sign(&mut scene, stem(&member.outfit.file), place, way, widest);
    }
    scene.attachments.order_by_key(|attachment: &Attachment| attachment.node);

    step(progress, Phase::Collide, 0, 1)?;
    let (derived, odd) = Derived::build(&scene, &State::new(&scene, 0), Limits::default().occurrences);
    findings.extend(odd);
    let start = request.start.unwrap_or(Start { position: Vec3::ZERO, yaw_deg: 0.0 });
    avatar::place(&mut scene, &derived, Some(start));
    step(progress, Phase::Collide, 1, 1)?;
    Ok(Loaded { scene, derived, findings, bytes_read: bytes_read + more })
}

/// Why there is nothing to show: the first thing that went wrong.
fn no_model(request: &Request, findings: Vec<Finding>) -> Error {
    let damaged = findings.into_iter().find(|finding| finding.severity == Severity::Error);
    let none = || {
        let expected = "a model of that name, or a part of the address of one";
        Finding::new(&NO_MODEL, Severity::Error, &request.world, expected, "none")
    };
    Box::new(damaged.unwrap_or_else(none)).into()
}

/// Adds a model with what it holds.
fn add(maker: &mut Maker<'_, '_>, model: &m2::Model, member: &Member, place: Affine3A) -> Made {
    let made = maker.add(model, &member.outfit, &member.address, place, None);
    maker.hold(model, &member.outfit, &member.address, &made, place);
    made
}

/// Lets people bump into a model that stands at a node, if it has a mesh for that.
fn stop_walkers(scene: &mut Scene, model: &m2::Model, node: NodeId) {
    let Some(mesh) = mesh::collision(model, &scene.frame) else { return };
    scene.models.push(mesh);
    let own = NodeId::from(scene.nodes.len());
    scene.nodes.push(Node {
        name: "collision".into(),
        model: Some(ModelId::from(scene.models.len() - 1)),
        flags: NodeFlags::INHERITED,
        opacity: 1.0,
        ..Node::default()
    });
    if let Some(above) = scene.nodes.get_mut(node.index()) {
        // What a node is not, nothing below it is.
        above.flags = NodeFlags::INHERITED;
        above.children.push(own);
    }
}

/// The body of the person, if somebody wants one: a model of the install, by its name.
fn person(maker: &mut Maker<'_, '_>, vfs: &Vfs, request: &Request) -> Option<Body> {
    let name = request.guests.race.as_deref()?;
    let Some(member) = members(vfs, name).0.into_iter().next() else {
        let expected = "a model of that name, or a part of the address of one";
        maker.findings.push(Finding::new(&NO_SUCH_MODEL, Severity::Warning, name, expected, "none"));
        return None;
    };
    let model = match model::read(vfs, &member.address, maker.findings) {
        Ok((model, bytes)) => {
            *maker.bytes_read += bytes;
            model
        }
        Err(Error::File(finding)) => {
            maker.findings.push(*finding);
            return None;
        }
        Err(Error::Cancelled) => return None,
    };
    // Models look along x, persons along -z.
    let shown = add(maker, &model, &member, Affine3A::from_rotation_y(FRAC_PI_2)).node;
    let animator = maker.scene.nodes.get(shown.index())?.animator?;
    let own = maker.scene.animators.get_mut(animator.index())?;
    // What it plays follows from what the person does.
    own.idle = None;
    let of = |ids: &[u16]| {
        let at = |id: &u16| model.sequences.iter().position(|sequence| sequence.id == *id);
        let at = ids.iter().find_map(at)?;
        Some((own.clips.get(at)?.clip, model.sequences.get(at)?.speed))
    };
    let acts = DOINGS.iter().filter_map(|(doing, ids, looping)| {
        let (clip, _) = of(ids)?;
        Some(Act { doing: *doing, clip, looping: *looping })
    });
    let acts: Vec<Act> = acts.collect();
    let pace = |doing: Doing, usual: f32| {
        let ids = DOINGS.iter().find(|(own, ..)| *own == doing).map_or(&[][..], |(_, ids, _)| ids);
        let speed = of(ids).map(|(_, speed)| speed);
        speed.filter(|speed| speed.is_finite() && *speed > 0.0).unwrap_or(usual)
    };
    let sized = CreatureRules::of_height(height(&model), maker.scene.walker);
    maker.scene.walker = sized;
    let walker = Walker {
        walk_speed: pace(Doing::Walk, sized.walk_speed),
        run_speed: pace(Doing::Run, sized.run_speed),
        ..sized
    };
    let node = NodeId::from(maker.scene.nodes.len());
    maker.scene.nodes.push(Node {
        name: stem(&member.outfit.file).into(),
        flags: NodeFlags::ACTIVE,
        opacity: 1.0,
        animator: Some(animator),
        children: vec![shown],
        ..Node::default()
    });
    Some(Body { node, animator, acts, moves: Vec::new(), walker: Some(walker), floats: false })
}

/// How high somebody is whose body a model is, yards.
fn height(model: &m2::Model) -> f32 {
    let heights = model.vertices.iter().map(|vertex| vertex.position[2]).filter(|height| height.is_finite());
    heights.fold(0.0, f32::max).clamp(*HEIGHTS.start(), *HEIGHTS.end())
}

/// How much room a model takes to each side, yards.
fn room(model: &m2::Model) -> f32 {
    let reach = |vertex: &m2::Vertex| {
        let [x, y, _] = vertex.position;
        libm::hypotf(x, y)
    };
    let finite = model.vertices.iter().map(reach).filter(|reach| reach.is_finite());
    finite.fold(0.0, f32::max).clamp(*ROOM.start(), *ROOM.end())
}

/// Where models stand: on a circle around the person, side by side, those in the middle of the list in front.
#[derive(Clone, Debug)]
struct Ring {
    radius: f32,
    /// Of each model, to the right of straight ahead.
    angles: Vec<f32>,
}

impl Ring {
    fn of(rooms: &[f32]) -> Self {
        let widths: Vec<f32> = rooms.iter().map(|room| 2.0 * room + GAP).collect();
        let around: f32 = widths.iter().sum();
        let largest = rooms.iter().fold(0.0, |most: f32, room| most.max(*room));
        let radius = (around / TAU).max(NEAR + largest);
        // Side by side, or all around where that takes the whole circle.
        let mut at = -around / radius * 0.5;
        let angles = widths.iter().map(|width| {
            let angle = width / radius;
            at += angle;
            (at - angle * 0.5).clamp(-PI, PI)
        });
        let angles = angles.collect();
        Ring { radius, angles }
    }

    /// A place on it, turned so that what looks along x looks at the middle.
    fn place(&self, angle: f32) -> Affine3A {
        let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
        let place = Vec3::new(sin, 0.0, -cos) * self.radius;
        // Towards the middle is (-sin, 0, cos), which a turn about y by this angle makes of x.
        Affine3A::from_translation(place) * Affine3A::from_rotation_y(libm::atan2f(-cos, -sin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_searched_in_whole_addresses() {
        let all = ["Creature/Wolf/Wolf.m2", "Creature/WolfPup/Pup.m2", "World/Tree.m2"].map(str::to_owned);
        assert_eq!(search(&all, "creature PUP"), ["Creature/WolfPup/Pup.m2"]);
        assert_eq!(search(&all, "creature\\wolf\\"), ["Creature/Wolf/Wolf.m2"]);
        assert_eq!(search(&all, "").len(), 3);
        assert_eq!(meant(&all, "WOLF.mdx"), ["Creature/Wolf/Wolf.m2"]);
        assert_eq!(meant(&all, "world/tree"), ["World/Tree.m2"]);
        assert_eq!(meant(&all, "wolf.").len(), 1);
        assert_eq!(meant(&all, "creature/").len(), 2);
        assert_eq!(meant(&all, "bear").len(), 0);
    }

    #[test]
    fn models_stand_side_by_side_and_look_at_the_middle() {
        let ring = Ring::of(&[1.0, 1.0]);
        // Two widths of 3.5 on a circle of radius 5.
        assert_eq!(ring.radius, 5.0);
        assert!((ring.angles[0] + 0.35).abs() < 1e-6 && (ring.angles[1] - 0.35).abs() < 1e-6, "{ring:?}");
        for angle in [-2.0, -0.35, 0.0, 0.35, 1.0, 3.0] {
            let place = ring.place(angle);
            let at = Vec3::from(place.translation);
            let looks = place.transform_vector3(Vec3::X);
            assert!((at.length() - 5.0).abs() < 1e-5);
            assert!((looks + at / 5.0).length() < 1e-5, "{angle}: {looks} at {at}");
        }
        assert!(ring.place(0.0).translation.z < 0.0, "ahead");
        assert!(ring.place(0.35).translation.x > 0.0, "to the right");
        // Many take the whole circle, and no two the same place.
        let many = Ring::of(&[2.0; 40]);
        assert!((many.radius - 40.0 * 5.5 / TAU).abs() < 1e-3);
        let step = many.angles[1] - many.angles[0];
        assert!((step - TAU / 40.0).abs() < 1e-4);
    }
}
