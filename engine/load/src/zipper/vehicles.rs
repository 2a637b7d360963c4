//! The vehicle that somebody drives: its law from the game's definitions and, where these say nothing, from the
//! constants of its program; its node and its points in the world.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "A2. Reader keys", "A5. Collision".

use super::definitions::schema::Topic;
use super::definitions::{Constants, Definition, Definitions, Origin};
use crate::{Error, Request};
use binary::{Finding, Severity, codes};
use glam::{Affine3A, Vec3};
use vfs::Vfs;
use world::{Aabb, NodeFlags, NodeId, Scene, TankLaw};

codes! {
    VEHICLE = "load.vehicle": "the vehicle that somebody wants to drive cannot be driven"
        => "choose one of those that `revisit definitions` lists as vehicles of Recoil";
    VEHICLE_NODE = "load.vehicle_node": "no node of the world shows the vehicle that somebody drives"
        => "choose a vehicle that stands in this world; it can be driven, but not seen";
}

/// The title whose vehicles can be driven.
const RECOIL: &str = "recoil";
/// Beginning of the names of nodes that walls stop.
const COLLIDE: &str = "collide";
/// How deep nodes hang below a vehicle's.
const DEEPEST: usize = 32;

/// Puts the person of a world into the vehicle that the request names.
///
/// # Errors
/// No such vehicle, or a game whose vehicles cannot be driven.
pub(super) fn seat(
    scene: &mut Scene,
    vfs: &Vfs,
    request: &Request,
    bytes_read: &mut u64,
    findings: &mut Vec<Finding>,
) -> Result<(), Error> {
    let Some(name) = &request.guests.vehicle else { return Ok(()) };
    let own = Definitions::read(vfs, &request.title, &request.sound_setup.readers);
    *bytes_read += own.bytes_read;
    let Some(definition) = own.find(Topic::Vehicle, name).filter(|_| request.title == RECOIL) else {
        return Err(unknown(request, name, &own));
    };
    findings.extend(own.findings.iter().cloned());
    let node = scene.nodes.iter().position(|node| node.name.eq_ignore_ascii_case(&definition.name));
    let node = node.map(NodeId::from);
    if node.is_none() {
        let found = "none of that name";
        findings.push(Finding::new(&VEHICLE_NODE, Severity::Warning, &request.container, name, found));
    }
    let rules = own.all.iter().find(|one| one.topic == Topic::Rules);
    let law = law(scene, definition, rules, Constants::of(&request.title), node);
    if let Some(node) = node {
        place(scene, node);
    }
    scene.drives = Some(scene.tanks.len() as u32);
    scene.tanks.push(law);
    Ok(())
}

fn unknown(request: &Request, name: &str, own: &Definitions) -> Error {
    let vehicles = own.all.iter().filter(|one| one.topic == Topic::Vehicle && request.title == RECOIL);
    let known: Vec<&str> = vehicles.take(12).map(|one| one.name.as_str()).collect();
    let expected = match known.as_slice() {
        [] => "a vehicle of Recoil".to_owned(),
        known => format!("one of {}", known.join(", ")),
    };
    let found = format!("`{}` in {}", name.chars().take(60).collect::<String>(), request.title);
    Error::File(Box::new(Finding::new(&VEHICLE, Severity::Error, "", expected, found)))
}

/// A vehicle's node is a root, shown where the vehicle is.
fn place(scene: &mut Scene, node: NodeId) {
    for own in &mut scene.nodes {
        own.children.retain(|child| *child != node);
    }
    if !scene.roots.contains(&node) {
        scene.roots.push(node);
    }
    if let Some(own) = scene.nodes.get_mut(node.index()) {
        own.flags = own.flags.union(NodeFlags::ACTIVE);
        own.transform = Affine3A::IDENTITY;
    }
}

/// The numbers of a definition, of the rules of all vehicles and of the program.
struct Numbers<'a> {
    own: &'a Definition,
    rules: Option<&'a Definition>,
    constants: &'a Constants,
}

impl Numbers<'_> {
    /// Those of a key; 0 for what nobody says.
    fn of<const N: usize>(&self, key: &str) -> [f32; N] {
        filled(self.own.numbers(key))
    }

    fn rule(&self, key: &str) -> f32 {
        let said = self.rules.and_then(|rules| rules.number(key));
        said.or_else(|| self.constants.number(&format!("rules.{key}"))).unwrap_or_default()
    }

    fn constant<const N: usize>(&self, name: &str) -> [f32; N] {
        filled(self.constants.numbers(name))
    }

    /// A fraction that is written as what is above and what is below.
    fn fraction(&self, name: &str) -> f32 {
        let [above, below] = self.constant(name);
        if below == 0.0 { 0.0 } else { above / below }
    }

    /// How fast sliding fades away: `stopping`, unless the definition says the other key alone.
    fn friction(&self) -> f32 {
        let is_said = |key: &str| {
            let field = self.own.fields.iter().find(|field| field.name.eq_ignore_ascii_case(key));
            field.is_some_and(|field| !matches!(field.from, Origin::Constant(_)))
        };
        let [_, friction] = self.of("friction");
        let [stopping] = self.of("stopping");
        if is_said("friction") && !is_said("stopping") { friction } else { stopping }
    }
}

fn filled<const N: usize>(numbers: &[f32]) -> [f32; N] {
    std::array::from_fn(|at| numbers.get(at).copied().unwrap_or_default())
}

fn law(
    scene: &Scene,
    own: &Definition,
    rules: Option<&Definition>,
    constants: &Constants,
    node: Option<NodeId>,
) -> TankLaw {
    let numbers = Numbers { own, rules, constants };
    let [grip, _] = numbers.of("friction");
    let [restitution, kick] = numbers.of("collision_d");
    let [least_bounce] = numbers.constant("tank.bounce_speed");
    let one = |name: &str| numbers.constant::<1>(name)[0];
    let number = |key: &str| numbers.of::<1>(key)[0];
    let body = node.and_then(|node| bounds(scene, node)).unwrap_or_else(|| {
        let [width, height, length] = numbers.constant("tank.size");
        Aabb { min: Vec3::new(-width, 0.0, -length) * 0.5, max: Vec3::new(width * 0.5, height, length * 0.5) }
    });
    TankLaw {
        name: own.name.as_str().into(),
        node,
        rates: numbers.of("rates"),
        turns: numbers.of("turns"),
        turn_damping: number("turn_damping"),
        rate_damping: numbers.of("rate_damping"),
        friction: [grip, numbers.friction()],
        attitude_damping: number("a_damping"),
        gravity: numbers.rule("nom_gravity"),
        light_gravity: ["tank.gravity_under_water", "tank.gravity_in_quicksand"]
            .map(|name| numbers.fraction(name)),
        slope: [numbers.rule("max_slope"), one("tank.steep_drive")],
        supports: supports(scene, own, body),
        collision: collision(scene, own, node, body),
        bounce: [restitution, least_bounce, kick],
        walls: numbers.constant("tank.collision_normals"),
        quicksand: [number("quicksand_slowdown"), numbers.rule("qsand_sink")],
        lava: [number("lava_slowdown"), numbers.rule("lava_sink")],
        health: number("health"),
        drown: numbers.constant("tank.drown"),
        contact_speed: one("tank.contact_speed"),
        nose_drop: numbers.constant("tank.nose_drop"),
        tip_rate: one("tank.tip_rate"),
        slide: one("tank.slide"),
        largest_rise: one("tank.largest_rise"),
        side_gravity: one("tank.side_gravity"),
        dead_speed: one("tank.dead_speed"),
        step: one("tank.step"),
        camera: {
            let [_, above, behind] = numbers.of("camback");
            [behind, above]
        },
    }
}

/// The points of the definition, or the lower corners of the body.
fn supports(scene: &Scene, own: &Definition, body: Aabb) -> [Vec3; 4] {
    if let [ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz] = *own.numbers("support_points") {
        let points = [[ax, ay, az], [bx, by, bz], [cx, cy, cz], [dx, dy, dz]];
        let mut points = points.map(|point| scene.frame.to_engine(Vec3::from_array(point)));
        // Front first, left first, whatever the order of the file is.
        points.sort_by(|a, b| a.z.total_cmp(&b.z));
        points[..2].sort_by(|a, b| a.x.total_cmp(&b.x));
        points[2..].sort_by(|a, b| a.x.total_cmp(&b.x));
        return points;
    }
    let Aabb { min, max } = body;
    [[min.x, min.z], [max.x, min.z], [min.x, max.z], [max.x, max.z]].map(|[x, z]| Vec3::new(x, min.y, z))
}

/// The nodes that the definition names, those with the usual names, or points around the body.
fn collision(scene: &Scene, own: &Definition, node: Option<NodeId>, body: Aabb) -> Vec<Vec3> {
    let named: Vec<&str> = own
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

/// The box of all models of a node and below it, in its own space.
fn bounds(scene: &Scene, node: NodeId) -> Option<Aabb> {
    let mut all = Aabb::EMPTY;
    below(scene, node, &mut |id, place| {
        let model = scene.nodes.get(id.index()).and_then(|node| node.model);
        let Some(model) = model.and_then(|model| scene.models.get(model.index())) else { return };
        let Aabb { min, max } = model.bounds;
        if !model.bounds.is_empty() {
            for corner in 0..8_u8 {
                let pick = |axis: usize| if corner >> axis & 1 == 0 { min[axis] } else { max[axis] };
                all.grow(place.transform_point3(Vec3::new(pick(0), pick(1), pick(2))));
            }
        }
    });
    (!all.is_empty()).then_some(all)
}

/// Visits a node and all below it with their places in its space.
fn below(scene: &Scene, node: NodeId, visit: &mut impl FnMut(NodeId, Affine3A)) {
    let mut open = vec![(node, Affine3A::IDENTITY, 0)];
    let mut left = scene.nodes.len();
    while let Some((id, place, depth)) = open.pop() {
        visit(id, place);
        let Some(own) = scene.nodes.get(id.index()) else { continue };
        for child in own.children.iter().rev() {
            let Some(below) = scene.nodes.get(child.index()) else { continue };
            // Links may form rings in a damaged file.
            if depth < DEEPEST && left > 0 {
                left -= 1;
                open.push((*child, place * below.transform, depth + 1));
            }
        }
    }
}
