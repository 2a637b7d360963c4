//! Where a visitor of a level starts, and the view direction. In the game scripts decide; here
//! names do, and a level without such names is entered where there is ground and something to look
//! at. Source: `docs/spec/gamestudio.md`, "2.7 Objects".

use super::space;
use super::words::STARTS;
use crate::{Start, avatar};
use binary::{Finding, Severity};
use gamestudio::wmb::Level;
use gamestudio::wmb::objects::Object;
use glam::{Quat, Vec3};
use std::cmp::Ordering;
use std::f32::consts::{FRAC_PI_4, PI};
use world::space::Probe;
use world::{Aabb, Derived, Frame, NodeFlags, Scene, Sight};

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
/// Distance from which an object is viewed, in halves of its diagonal.
const APART: f32 = 2.5;

/// Puts the visitor where `asked`, or where the level has a player start, or else where there is
/// ground. Without any ground there is a finding.
pub(super) fn place(
    scene: &mut Scene,
    derived: &Derived,
    level: &Level,
    asked: Option<Start>,
) -> Option<Finding> {
    let Derived { occurrences, space } = derived;
    let mut finding = None;
    let start = asked.or_else(|| {
        let probe = Probe::new(scene, occurrences, space, scene.zones);
        let named = named(level, &scene.frame);
        let stands = |(place, _): &(Vec3, Option<f32>)| {
            probe.ground(place.x, place.z, place.y, probe.scene.walker.step).is_some()
        };
        let place = named.filter(stands).or_else(|| {
            let places = places(level, &scene.frame);
            let middle = places.iter().sum::<Vec3>() / places.len().max(1) as f32;
            footing(&probe, places, named.map_or(middle, |(place, _)| place)).map(|place| (place, None))
        });
        let seen = before(&probe);
        if place.is_none() && (named.is_some() || seen.is_some()) {
            let expected = "ground below the start or anything else";
            let found = "none: whoever walks falls";
            finding = Some(Finding::new(&super::NO_GROUND, Severity::Warning, "", expected, found));
        }
        let frame = &scene.frame;
        let start =
            |place: Vec3, yaw: f32| Start { position: frame.to_game(place), yaw_deg: yaw.to_degrees() };
        match place.or(seen.map(|place| (place, None))).or(named) {
            Some((place, Some(yaw))) => Some(start(place, yaw)),
            Some((place, None)) => {
                let ground = probe.ground(place.x, place.z, place.y, scene.walker.step);
                let feet = ground.map_or(place, |hit| hit.point);
                Some(start(place, heading(&probe, feet + Vec3::Y * scene.walker.eye)))
            }
            None => None,
        }
    });
    avatar::place(scene, derived, start);
    finding
}

/// Where the level has a player start, or else a camera, and its heading in radians, if it has one.
fn named(level: &Level, frame: &Frame) -> Option<(Vec3, Option<f32>)> {
    let hints = |name: &str| {
        let name = name.to_ascii_lowercase();
        STARTS.iter().any(|word| name.contains(word))
    };
    // Pan grows to the left, and to the right in a mirror image.
    let side = if frame.mirrors() { -1.0 } else { 1.0 };
    let at = |origin: [f32; 3], pan_deg: Option<f32>| {
        (space::place(frame, origin), pan_deg.map(|pan| side * pan.to_radians()))
    };
    let positions = || {
        level.objects.iter().filter_map(move |object| match object {
            Object::Position(position) => {
                Some((position.name.text(), at(position.origin, Some(position.angles[0]))))
            }
            _ => None,
        })
    };
    let regions = level.objects.iter().filter_map(|object| match object {
        Object::Region(region) => {
            let middle = (Vec3::from(region.mins) + Vec3::from(region.maxs)) * 0.5;
            Some((region.name.text(), at(middle.to_array(), None)))
        }
        _ => None,
    });
    let entities = level.entities().map(|entity| {
        let start = at(entity.origin, Some(entity.angles[0]));
        (entity.action, start)
    });
    let named = positions().chain(regions).chain(entities).find(|(name, _)| hints(name));
    let start = named.or_else(|| positions().next()).map(|(_, start)| start);
    start.filter(|(place, yaw)| place.is_finite() && yaw.is_none_or(f32::is_finite))
}

/// Positions of the entities.
fn places(level: &Level, frame: &Frame) -> Vec<Vec3> {
    let places = level.entities().map(|entity| space::place(frame, entity.origin));
    places.filter(|place| place.is_finite()).collect()
}

/// The ground below the entity nearest to `near` that has ground below it and room for a person.
fn footing(probe: &Probe<'_>, mut places: Vec<Vec3>, near: Vec3) -> Option<Vec3> {
    places.sort_by(|a, b| a.distance_squared(near).total_cmp(&b.distance_squared(near)));
    let walker = &probe.scene.walker;
    places.into_iter().find_map(|place| {
        let ground = probe.ground(place.x, place.z, place.y, walker.step)?.point;
        // A key of a keypad is ground, but too small to stand on.
        let is_wide = [Vec3::X, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Z].into_iter().all(|aside| {
            let at = ground + aside * walker.radius;
            probe
                .ground(at.x, at.z, at.y, walker.step)
                .is_some_and(|hit| ground.y - hit.point.y <= walker.step)
        });
        let close = place.y - ground.y <= DROP * walker.height;
        let head = ground + Vec3::Y * walker.height;
        let room = probe.ray(ground + Vec3::Y * walker.step, head).is_none();
        (is_wide && close && room).then_some(ground)
    })
}

/// Visible objects, each with its bounding box.
fn things<'p>(probe: &'p Probe<'_>) -> impl Iterator<Item = Aabb> + 'p {
    let Probe { scene, occurrences, .. } = probe;
    occurrences.ids().filter_map(|id| {
        let flags = occurrences.flags(id);
        let model = scene.models.get(occurrences.shape(scene, id)?.model?.index())?;
        let is_seen = flags.contains(NodeFlags::ACTIVE)
            && !flags.contains(NodeFlags::FOLLOWS_CAMERA)
            && model.polygons.iter().any(|polygon| polygon.sight == Sight::Painted);
        let bounds = *occurrences.own_bounds(id);
        (is_seen && !bounds.is_empty() && bounds.half().is_finite()).then_some(bounds)
    })
}

/// In front of the largest object, for levels without any ground.
fn before(probe: &Probe<'_>) -> Option<Vec3> {
    let size = |bounds: &Aabb| bounds.half().length();
    let largest = things(probe).reduce(|a, b| if size(&b) > size(&a) { b } else { a })?;
    let eye = largest.center() - forward(0.0) * size(&largest) * APART;
    Some(eye - Vec3::Y * probe.scene.walker.eye)
}

/// Radians about the up axis; 0 is the level's own east.
fn forward(yaw: f32) -> Vec3 {
    Quat::from_rotation_y(yaw) * Vec3::NEG_Z
}

/// The heading from a position with the best view: objects by their apparent size, if nothing hides
/// them, and the open space ahead.
fn heading(probe: &Probe<'_>, eye: Vec3) -> f32 {
    let mut seen: Vec<(f32, Vec3, f32)> = things(probe)
        .filter_map(|bounds| {
            let (away, reach) = (bounds.center() - eye, bounds.half().length());
            let far = away.length();
            // Inside an object its inside is seen, which the rays measure.
            (far > reach && reach > 0.0).then(|| ((reach / far).powi(2), away, reach))
        })
        .collect();
    let larger = |a: &(f32, Vec3, f32), b: &(f32, Vec3, f32)| -> Ordering { b.0.total_cmp(&a.0) };
    seen.sort_by(larger);
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
    if scores.first().is_some_and(|(_, own)| *own >= ENOUGH * most) { 0.0 } else { best }
}
