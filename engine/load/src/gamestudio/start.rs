//! Where a visitor of a level starts, and the view direction. In the game scripts decide; here
//! names do, then cameras, and a level without either is entered where there is ground and something
//! to look at. Source: `docs/spec/gamestudio.md`, "2.13 What scripts decide about the picture".

use super::overview;
use super::space;
use super::words::STARTS;
use crate::{Start, avatar};
use binary::{Finding, Severity};
use gamestudio::wmb::Level;
use gamestudio::wmb::objects::{Object, Position};
use glam::{Quat, Vec3};
use order::Order;
use std::cmp::Ordering;
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};
use world::space::Probe;
use world::{
    Aabb, CameraPose, Capsule, Derived, Frame, NodeFlags, NodeId, OccurrenceId, Scene, Sight, Walker,
};

/// How far below an entity the ground may be, in heights of a person.
const DROP: f32 = 4.0;
/// Headings that are compared, evenly spaced.
const HEADINGS: usize = 8;
/// How many objects are considered from a start: those that look largest.
const MOST_THINGS: usize = 256;
/// Objects within this angle of a heading, horizontally and vertically, are in view.
const VIEW: f32 = 0.6;
/// Angles of the rays that measure the room ahead.
const RAYS: [f32; 5] = [-0.5, -0.25, 0.0, 0.25, 0.5];
/// Metres beyond which a longer view counts no more.
const FAR_M: f32 = 25.0;
/// Weight of open space on all sides against an object that fills the view.
const ROOM: f32 = 0.25;
/// A level axis is preferred as heading if it scores at least this share of the best.
const ENOUGH: f32 = 0.4;
/// Most places that are looked at for ground.
const MOST_PLACES: usize = 2000;
/// Most places with ground from which the view is compared.
const MOST_FOOTINGS: usize = 12;
/// Metres from what is seen at which a visitor may stand.
const BESIDE_M: f32 = 1.5;
/// The steepest look up or down.
const STEEPEST: f32 = FRAC_PI_2 - 0.01;

/// Puts the visitor where `asked`, or where the level has a player start, or else at a camera of the
/// level, from where one flies, or else where there is ground and much to see. Without any ground
/// there is a finding, and one flies before everything the level shows.
pub(super) fn place(
    scene: &mut Scene,
    derived: &Derived,
    level: &Level,
    asked: Option<Start>,
) -> Option<Finding> {
    if asked.is_some() {
        avatar::place(scene, derived, asked);
        return None;
    }
    let named = named(level, scene);
    if named.is_none()
        && let Some(view) = camera(level, &scene.frame)
    {
        avatar::look(scene, derived, view);
        return None;
    }
    let Derived { occurrences, space } = derived;
    let probe = Probe::new(scene, occurrences, space, scene.zones);
    let stands = |named: &Named| is_free_start(&probe, named);
    let footing = named.filter(stands).map(|named| (named.place, named.yaw)).or_else(|| {
        let place = match named {
            Some(named) => footings(&probe, places(&probe, level), named.place).next(),
            None => best(&probe, places(&probe, level)),
        };
        place.map(|place| (place, None))
    });
    if let Some((place, yaw)) = footing {
        let yaw = yaw.unwrap_or_else(|| {
            let ground = probe.ground(place.x, place.z, place.y, scene.walker.step);
            let feet = ground.map_or(place, |hit| hit.point);
            heading(&probe, feet + Vec3::Y * scene.walker.eye).0
        });
        let start = Start { position: scene.frame.to_game(place), yaw_deg: yaw.to_degrees() };
        avatar::place(scene, derived, Some(start));
        return None;
    }
    match (overview::view(&probe), named) {
        (Some(view), _) => avatar::look(scene, derived, view),
        (None, Some(Named { place, yaw, .. })) => {
            let yaw_deg = yaw.unwrap_or_default().to_degrees();
            let start = Start { position: scene.frame.to_game(place), yaw_deg };
            avatar::place(scene, derived, Some(start));
        }
        (None, None) => {
            avatar::place(scene, derived, None);
            return None;
        }
    }
    let expected = "ground below the start or anything else";
    let found = "none: whoever walks falls";
    Some(Finding::new(&super::NO_GROUND, Severity::Warning, "", expected, found))
}

/// A player start of a level.
#[derive(Clone, Copy, Debug)]
struct Named {
    place: Vec3,
    /// Radians, if it says where to look.
    yaw: Option<f32>,
    /// What stands there itself, such as the player's own model.
    node: Option<NodeId>,
}

/// Radians to the left of the level's east; pan grows to the right in a mirror image.
fn yaw(pan_deg: f32, frame: &Frame) -> f32 {
    let side = if frame.mirrors() { -1.0 } else { 1.0 };
    side * pan_deg.to_radians()
}

fn positions(level: &Level) -> impl Iterator<Item = &Position> {
    level.objects.iter().filter_map(|object| match object {
        Object::Position(position) => Some(&**position),
        _ => None,
    })
}

/// Where the level has a player start, by the words for one, best first.
fn named(level: &Level, scene: &Scene) -> Option<Named> {
    let frame = &scene.frame;
    let cameras = positions(level).map(|position| {
        let place = space::place(frame, position.origin);
        let yaw = Some(yaw(position.angles[0], frame));
        ([position.name.text(), String::new()], Named { place, yaw, node: None })
    });
    let regions = level.objects.iter().filter_map(|object| match object {
        Object::Region(region) => {
            let middle = (Vec3::from(region.mins) + Vec3::from(region.maxs)) * 0.5;
            let place = space::place(frame, middle.to_array());
            Some(([region.name.text(), String::new()], Named { place, yaw: None, node: None }))
        }
        _ => None,
    });
    let nodes = scene.entities.iter().map(|(node, _)| Some(*node)).chain(std::iter::repeat(None));
    let entities = level.entities().zip(nodes).map(|(entity, node)| {
        let place = space::place(frame, entity.origin);
        ([entity.name, entity.action], Named { place, yaw: Some(yaw(entity.angles[0], frame)), node })
    });
    let all: Vec<([String; 2], Named)> = cameras
        .chain(regions)
        .chain(entities)
        .map(|(words, named)| (words.map(|word| word.to_ascii_lowercase()), named))
        .filter(|(_, named)| named.place.is_finite() && named.yaw.is_none_or(f32::is_finite))
        .collect();
    let of_word = |word: &&str| all.iter().find(|(words, _)| words.iter().any(|own| own.contains(*word)));
    STARTS.iter().find_map(of_word).map(|(_, named)| *named)
}

/// The first camera of a level: exactly where it is, and where it looks.
fn camera(level: &Level, frame: &Frame) -> Option<CameraPose> {
    let views = positions(level).map(|position| {
        let [pan, tilt, _] = position.angles;
        let eye = space::place(frame, position.origin);
        CameraPose {
            eye,
            yaw: yaw(pan, frame),
            pitch: tilt.to_radians().clamp(-STEEPEST, STEEPEST),
            roll: 0.0,
        }
    });
    views.into_iter().find(|view| view.eye.is_finite() && view.yaw.is_finite() && view.pitch.is_finite())
}

/// Places that may have ground below them: those of the entities, and around what is seen.
fn places(probe: &Probe<'_>, level: &Level) -> Vec<Vec3> {
    let entities = level.entities().map(|entity| space::place(&probe.scene.frame, entity.origin));
    let aside = probe.scene.frame.units(BESIDE_M);
    let around = things(probe).take(MOST_THINGS).flat_map(|(_, bounds)| {
        let reach = bounds.half().with_y(0.0).length() + aside;
        let middle = bounds.center().with_y(bounds.min.y + probe.scene.walker.step);
        (0..HEADINGS).map(move |step| middle + forward(step as f32 * FRAC_PI_4) * reach)
    });
    entities.chain(around).filter(|place| place.is_finite()).collect()
}

/// The footing from where most is seen, of those nearest to the middle of all.
fn best(probe: &Probe<'_>, places: Vec<Vec3>) -> Option<Vec3> {
    let middle = places.iter().sum::<Vec3>() / places.len().max(1) as f32;
    let eye = Vec3::Y * probe.scene.walker.eye;
    let seen = footings(probe, places, middle).take(MOST_FOOTINGS);
    let seen = seen.map(|feet| (heading(probe, feet + eye).1, feet));
    seen.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, feet)| feet)
}

/// The ground below these places, the nearest to `near` first, where it is wide enough for a person
/// and nothing is in the way.
fn footings<'p>(probe: &'p Probe<'_>, mut places: Vec<Vec3>, near: Vec3) -> impl Iterator<Item = Vec3> + 'p {
    places.order_by(|a, b| a.distance_squared(near).total_cmp(&b.distance_squared(near)));
    let walker = &probe.scene.walker;
    places.into_iter().take(MOST_PLACES).filter_map(move |place| {
        let ground = probe.ground(place.x, place.z, place.y, walker.step)?.point;
        // A key of a keypad is ground, but too small to stand on.
        let is_wide = [Vec3::X, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Z].into_iter().all(|aside| {
            let at = ground + aside * walker.radius;
            probe
                .ground(at.x, at.z, at.y, walker.step)
                .is_some_and(|hit| ground.y - hit.point.y <= walker.step)
        });
        let close = place.y - ground.y <= DROP * walker.height;
        (is_wide && close && has_room(probe, ground) && !is_inside(probe, ground)).then_some(ground)
    })
}

/// True for a player start with ground below it that is not inside of anything but what stands there
/// itself.
fn is_free_start(probe: &Probe<'_>, named: &Named) -> bool {
    let probe = Probe { without: named.node, ..*probe };
    let Vec3 { x, y, z } = named.place;
    probe.ground(x, z, y, probe.scene.walker.step).is_some_and(|hit| !is_inside(&probe, hit.point))
}

/// True if a person with feet here touches nothing.
fn has_room(probe: &Probe<'_>, feet: Vec3) -> bool {
    let Walker { step, radius, height, .. } = probe.scene.walker;
    let base = feet + Vec3::Y * step;
    let body = Capsule { base, radius, height: (height - step).max(2.0 * radius) };
    probe.overlap(&body).is_none() && probe.ray(base, feet + Vec3::Y * height).is_none()
}

/// True inside of a wall, a box or a shelf: in most directions the first surface shows its back.
fn is_inside(probe: &Probe<'_>, feet: Vec3) -> bool {
    let eye = feet + Vec3::Y * probe.scene.walker.eye;
    let far = probe.scene.frame.units(FAR_M);
    let level = (0..HEADINGS).map(|step| forward(step as f32 * FRAC_PI_4));
    let ways: Vec<Vec3> =
        level.chain([Vec3::Y, Vec3::new(0.6, 0.8, 0.0), Vec3::new(-0.6, 0.8, 0.0)]).collect();
    let backs = ways.iter().filter(|way| {
        let end = eye + **way * far;
        let front = probe.ray(eye, end).map_or(end, |hit| hit.point);
        // From there back to the eye only backs are in the way; what was hit itself is left out.
        let from = front - **way * (far * 1e-4);
        (from - eye).dot(**way) > 0.0 && probe.ray(from, eye).is_some()
    });
    2 * backs.count() > ways.len()
}

/// Visible objects, each with its bounding box.
pub(super) fn things<'p>(probe: &'p Probe<'_>) -> impl Iterator<Item = (OccurrenceId, Aabb)> + 'p {
    let Probe { scene, occurrences, .. } = probe;
    occurrences.ids().filter_map(|id| {
        let flags = occurrences.flags(id);
        let model = scene.models.get(occurrences.shape(scene, id)?.model?.index())?;
        let is_seen = flags.contains(NodeFlags::ACTIVE)
            && !flags.contains(NodeFlags::FOLLOWS_CAMERA)
            && model.polygons.iter().any(|polygon| polygon.sight == Sight::Painted);
        let bounds = *occurrences.own_bounds(id);
        (is_seen && !bounds.is_empty() && bounds.half().is_finite()).then_some((id, bounds))
    })
}

/// Radians about the up axis; 0 is the level's own east.
pub(super) fn forward(yaw: f32) -> Vec3 {
    Quat::from_rotation_y(yaw) * Vec3::NEG_Z
}

/// The heading from a position with the best view, and how good that is: objects by their apparent size, if nothing hides
/// them, and the open space ahead.
fn heading(probe: &Probe<'_>, eye: Vec3) -> (f32, f32) {
    let mut seen: Vec<(f32, Vec3, f32)> = things(probe)
        .filter_map(|(_, bounds)| {
            let (away, reach) = (bounds.center() - eye, bounds.half().length());
            let far = away.length();
            // Inside an object its inside is seen, which the rays measure.
            (far > reach && reach > 0.0).then(|| ((reach / far).powi(2), away, reach))
        })
        .collect();
    let larger = |a: &(f32, Vec3, f32), b: &(f32, Vec3, f32)| -> Ordering { b.0.total_cmp(&a.0) };
    seen.order_by(larger);
    seen.truncate(MOST_THINGS);
    seen.retain(|(_, away, reach)| {
        let far = away.length();
        probe.ray(eye, eye + *away * ((far - reach) / far)).is_none()
    });
    let reach = probe.scene.frame.units(FAR_M);
    let score = |yaw: f32| -> f32 {
        let sum: f32 = seen
            .iter()
            .filter(|(_, away, _)| {
                let level = away.with_y(0.0);
                let aside = forward(yaw).angle_between(level);
                let up = libm::atan2f(away.y.abs(), level.length());
                aside < VIEW && up < VIEW
            })
            .map(|(size, ..)| size)
            .sum();
        let room: f32 = RAYS
            .iter()
            .map(|aside| {
                let ahead = probe.ray(eye, eye + forward(yaw + aside) * reach);
                ahead.map_or(0.0, |hit| hit.point.distance(eye) / reach)
            })
            .sum();
        sum + ROOM * room / RAYS.len() as f32
    };
    let yaws = (0..HEADINGS).map(|step| {
        // To the left, and never more than half a turn.
        let yaw = step as f32 * FRAC_PI_4;
        if yaw > PI { yaw - 2.0 * PI } else { yaw }
    });
    let scores: Vec<(f32, f32)> = yaws.map(|yaw| (yaw, score(yaw))).collect();
    let best = scores.iter().copied().reduce(|a, b| if b.1 > a.1 { b } else { a });
    let (best, most) = best.unwrap_or_default();
    let ahead = scores.first().is_some_and(|(_, own)| *own >= ENOUGH * most);
    (if ahead { 0.0 } else { best }, most)
}
