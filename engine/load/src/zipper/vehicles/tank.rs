//! The law of a tank of Recoil, and its points in the world.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "A2. Reader keys", "A5. Collision".

use super::super::definitions::Origin;
use super::{Numbers, below, bounds};
use glam::Vec3;
use order::Order;
use std::collections::BTreeMap;
use world::{Aabb, LawKind, LeanLaw, ModelId, NodeId, Scene, TankLaw, TankMode, TracksLaw, Views};

/// Beginning of the names of nodes that walls stop.
const COLLIDE: &str = "collide";
/// Beginning of the name of the node that leans.
const CHASSIS: &str = "chas";
/// Beginnings of the names of the nodes that are tracks.
const TRACKS: [&str; 2] = ["track", "tread"];
/// End of the keys that say how it bobs in a mode.
const WAVE: &str = "_wave";

pub(super) fn law(scene: &Scene, numbers: &Numbers<'_>, node: Option<NodeId>) -> (LawKind, Views) {
    let [grip, _] = numbers.of("friction");
    let [restitution, kick] = numbers.of("collision_d");
    let [stiffness, _, damping] = numbers.of("alt_control");
    let one = |name: &str| numbers.one(name);
    let number = |key: &str| numbers.number(key);
    let body = node.and_then(|node| bounds(scene, node)).unwrap_or_else(|| {
        let [width, height, length] = numbers.constant("tank.size");
        Aabb { min: Vec3::new(-width, 0.0, -length) * 0.5, max: Vec3::new(width * 0.5, height, length * 0.5) }
    });
    let law = TankLaw {
        rates: numbers.of("rates"),
        turns: numbers.of("turns"),
        turn_damping: number("turn_damping"),
        rate_damping: numbers.of("rate_damping"),
        friction: [grip, friction(numbers)],
        attitude_damping: number("a_damping"),
        gravity: numbers.rule("nom_gravity"),
        light_gravity: ["tank.gravity_under_water", "tank.gravity_in_quicksand"]
            .map(|name| numbers.fraction(name)),
        slope: [numbers.rule("max_slope"), one("tank.steep_drive")],
        supports: supports(scene, numbers, body),
        collision: collision(scene, numbers, node, body),
        bounce: [restitution, one("tank.bounce_speed"), kick],
        ram: numbers.constant("tank.ram"),
        walls: numbers.constant("tank.collision_normals"),
        quicksand: [number("quicksand_slowdown"), numbers.rule("qsand_sink")],
        lava: [number("lava_slowdown"), numbers.rule("lava_sink")],
        health: number("health"),
        alarm: one("tank.alarm"),
        drown: numbers.constant("tank.drown"),
        contact_speed: one("tank.contact_speed"),
        nose_drop: numbers.constant("tank.nose_drop"),
        tip_rate: one("tank.tip_rate"),
        slide: one("tank.slide"),
        largest_rise: one("tank.largest_rise"),
        side_gravity: one("tank.side_gravity"),
        dead_speed: one("tank.dead_speed"),
        step: one("tank.step"),
        // Nobody gives them out where no mission is played: whoever drives freely has them all.
        upgrades: TankMode::ALL.iter().fold(0, |all, mode| all | mode.bit()),
        mode_pause: one("tank.mode_pause_s"),
        rescues: rescues(numbers),
        altitude: number("mode_alt"),
        draft: one("tank.draft"),
        spring: [stiffness, damping],
        wave: wave(numbers),
        dive: numbers.constant("tank.dive"),
        submarine: numbers.constant("tank.submarine"),
        lean: lean(scene, numbers, node),
        tracks: tracks(scene, numbers, node, body),
    };
    (LawKind::Tank(Box::new(law)), views(scene, numbers))
}

/// The modes of some numbers, in their order.
fn rescues(numbers: &Numbers<'_>) -> Vec<TankMode> {
    let mode = |number: &f32| TankMode::ALL.into_iter().find(|mode| f32::from(mode.number()) == *number);
    numbers.constants.numbers("tank.rescues").iter().filter_map(mode).collect()
}

/// Of three views the first is that from outside, the second that of the cockpit.
fn views(scene: &Scene, numbers: &Numbers<'_>) -> Views {
    let [_, above, behind, x, y, z] = numbers.of("camback");
    let [aim] = numbers.of("aimy");
    Views {
        outside: [behind, above, aim],
        trail: None,
        cockpit: scene.frame.to_engine(Vec3::new(x, y, z)),
        cage: None,
    }
}

/// How its body leans: of three numbers the second counts for each unit/s², the third is the most. What the first says is
/// not known. The node is the first below it whose name begins as those keys do, which is inferred.
fn lean(scene: &Scene, numbers: &Numbers<'_>, node: Option<NodeId>) -> LeanLaw {
    let mut body = None;
    if let Some(node) = node {
        below(scene, node, &mut |id, _| {
            let own = scene.nodes.get(id.index()).and_then(|own| own.name.get(..CHASSIS.len()));
            if id != node && body.is_none() && own.is_some_and(|start| start.eq_ignore_ascii_case(CHASSIS)) {
                body = Some(id);
            }
        });
    }
    let [_, pitch, most_pitch] = numbers.of("chas_pitch");
    let [_, roll, most_roll] = numbers.of("chas_roll");
    let own = numbers.number("chas_smooth");
    let smooth = if own > 0.0 { own } else { numbers.one("tank.lean_smooth") };
    LeanLaw { body, pitch: [pitch, most_pitch], roll: [roll, most_roll], smooth }
}

/// How its tracks run. Which nodes below its own they are is in no document; that their names begin with `track` or `tread`
/// is inferred, and so is that the one whose model lies to the left of the tank's middle is the left one.
///
/// A model that both sides show cannot run at two speeds, and is left out. One that something else shows as well runs there
/// with a person's tank; of other tanks [`leave_shared`] takes such models out.
fn tracks(scene: &Scene, numbers: &Numbers<'_>, node: Option<NodeId>, body: Aabb) -> TracksLaw {
    // Whether the left and the right side show a model.
    let mut found: BTreeMap<ModelId, [bool; 2]> = BTreeMap::new();
    if let Some(node) = node {
        let middle = body.center().x;
        below(scene, node, &mut |id, place| {
            let Some(own) = scene.nodes.get(id.index()).filter(|own| id != node && is_track(&own.name))
            else {
                return;
            };
            let Some(model) = own.model else { return };
            let Some(bounds) = scene.models.get(model.index()).map(|model| model.bounds) else { return };
            let x = place.transform_point3(bounds.center()).x;
            let sides = found.entry(model).or_default();
            for (side, lies) in sides.iter_mut().zip([x < middle, x > middle]) {
                *side |= lies;
            }
        });
    }
    let models = [[true, false], [false, true]]
        .map(|wanted| found.iter().filter(|(_, sides)| **sides == wanted).map(|(model, _)| *model).collect());
    let [half_distance, repeats] = numbers.constant("tank.tracks");
    TracksLaw { models, half_distance, repeats }
}

fn is_track(name: &str) -> bool {
    let begins = |with: &&str| name.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    TRACKS.iter().any(begins)
}

/// Leaves out the tracks of a tank that acts by itself whose models any other node shows: such tanks share theirs, and the
/// texture would run at the speeds of all of them at once, or with the tank of the person who stands beside them.
pub(super) fn leave_shared(scene: &Scene, node: NodeId, tracks: &mut TracksLaw) {
    if tracks.models.iter().all(Vec::is_empty) {
        return;
    }
    let mut own = Vec::new();
    below(scene, node, &mut |id, _| own.push(id));
    let others = scene.nodes.iter().enumerate().filter(|(at, _)| !own.contains(&NodeId::from(*at)));
    let shown: Vec<ModelId> = others.filter_map(|(_, node)| node.model).collect();
    for models in &mut tracks.models {
        models.retain(|model| !shown.contains(model));
    }
}

/// How it bobs: what the definition says of any mode, or a proposal.
fn wave(numbers: &Numbers<'_>) -> [f32; 7] {
    let is_wave = |name: &str| name.len() >= WAVE.len() && name.to_ascii_lowercase().ends_with(WAVE);
    let own = numbers.own.fields.iter().find(|field| is_wave(&field.name));
    own.and_then(|field| field.held.numbers().try_into().ok()).unwrap_or(numbers.constant("tank.wave"))
}

/// How fast sliding fades away: `stopping`, unless the definition says the other key alone.
fn friction(numbers: &Numbers<'_>) -> f32 {
    let is_said = |key: &str| {
        let field = numbers.own.fields.iter().find(|field| field.name.eq_ignore_ascii_case(key));
        field.is_some_and(|field| !matches!(field.from, Origin::Constant(_)))
    };
    let [_, friction] = numbers.of("friction");
    let [stopping] = numbers.of("stopping");
    if is_said("friction") && !is_said("stopping") { friction } else { stopping }
}

/// The points of the definition, or the lower corners of the body.
fn supports(scene: &Scene, numbers: &Numbers<'_>, body: Aabb) -> [Vec3; 4] {
    if let [ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz] = *numbers.own.numbers("support_points") {
        let points = [[ax, ay, az], [bx, by, bz], [cx, cy, cz], [dx, dy, dz]];
        let mut points = points.map(|point| scene.frame.to_engine(Vec3::from_array(point)));
        // Front first, left first, whatever the order of the file is.
        points.order_by(|a, b| a.z.total_cmp(&b.z));
        points[..2].order_by(|a, b| a.x.total_cmp(&b.x));
        points[2..].order_by(|a, b| a.x.total_cmp(&b.x));
        return points;
    }
    let Aabb { min, max } = body;
    [[min.x, min.z], [max.x, min.z], [min.x, max.z], [max.x, max.z]].map(|[x, z]| Vec3::new(x, min.y, z))
}

/// The nodes that the definition names, those with the usual names, or points around the body.
fn collision(scene: &Scene, numbers: &Numbers<'_>, node: Option<NodeId>, body: Aabb) -> Vec<Vec3> {
    let named: Vec<&str> = numbers
        .own
        .get("collision_points")
        .map_or(Vec::new(), |held| held.words().iter().map(String::as_str).collect());
    let is_one = |name: &str| match named.as_slice() {
        [] => name.get(..COLLIDE.len()).is_some_and(|start| start.eq_ignore_ascii_case(COLLIDE)),
        named => named.iter().any(|own| own.eq_ignore_ascii_case(name)),
    };
    let mut found = Vec::new();
    if let Some(node) = node {
        below(scene, node, &mut |id, place| {
            let is_one = scene.nodes.get(id.index()).is_some_and(|node| is_one(&node.name));
            if is_one && found.len() < TankLaw::COLLISION_POINTS {
                found.push(Vec3::from(place.translation));
            }
        });
    }
    if !found.is_empty() {
        return found;
    }
    let Aabb { min, max } = body;
    let (middle, height) = ((min + max) * 0.5, max.y - min.y);
    let around = |y: f32| {
        [[min.x, min.z], [middle.x, min.z], [max.x, min.z], [min.x, max.z], [middle.x, max.z], [max.x, max.z]]
            .map(|[x, z]| Vec3::new(x, y, z))
    };
    [around(min.y + height * 0.5), around(max.y)].concat()
}
