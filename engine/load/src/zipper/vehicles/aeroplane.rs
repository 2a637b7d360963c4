//! The law of an aeroplane of Crimson Skies, its wheels and the points that walls meet, its cameras.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "C1. Flight law", "C2. Reader keys" and "C6. Camera".

use super::super::definitions::{Definition, Held};
use super::super::words;
use super::{Numbers, below, bounds};
use glam::Vec3;
use world::{
    Aabb, AeroplaneLaw, AirLaw, AutopilotLaw, CrashLaw, Gauge, GaugeReading, GearLaw, LawKind, NodeId, Scene,
    TrailView, Views,
};

/// Most hands of instruments.
const MOST_GAUGES: usize = 32;
/// Metres a second in a mile an hour.
const MPH: f32 = 0.44704;

pub(super) fn law(
    scene: &Scene,
    numbers: &Numbers<'_>,
    camera: Option<&Definition>,
    node: Option<NodeId>,
) -> (LawKind, Views) {
    let body = node.and_then(|node| bounds(scene, node)).unwrap_or_else(|| {
        let [width, height, length] = numbers.constant("flight.size");
        Aabb { min: Vec3::new(-width, -height, -length) * 0.5, max: Vec3::new(width, height, length) * 0.5 }
    });
    let number = |key: &str| numbers.number(key);
    let one = |name: &str| numbers.one(name);
    let [from, to, rate] = numbers.constant("flight.lift");
    let [slow, full, fast, left] = numbers.constant("flight.yaw");
    let law = AeroplaneLaw {
        metres: scene.frame.metres_per_unit,
        engine: number("engine"),
        torques: ["pitch", "roll", "rudder"].map(number),
        return_rate: number("return_rate"),
        damping: number("damp"),
        inertia: inertia(numbers),
        simple_speed: number("fd_speed"),
        drag: number("drag_factor"),
        weight: or_one(number("weight")),
        wings: or_one(number("wing_area")),
        fuel: number("fuel"),
        is_autogyro: matches!(numbers.own.get("autogyro"), Some(Held::Flag(true))),
        throttle: [one("flight.throttle_rate"), one("flight.fuel_rate")],
        air: air(numbers),
        thrust: numbers.constant("flight.thrust"),
        thrust_climb: numbers.constant("flight.thrust_climb"),
        nitro: numbers.constant("flight.nitro"),
        drag_factors: numbers.constant("flight.drag"),
        lift: [from.to_radians(), to.to_radians(), rate],
        load: numbers.constant("flight.load"),
        lift_limit: numbers.constant("flight.lift_limit"),
        gravity: one("flight.gravity") * scene.frame.metres_per_unit,
        authority: numbers.constant::<2>("flight.authority").map(|mph| mph * MPH),
        rudder: [slow, full * MPH, fast * MPH, left],
        stall_angle: one("flight.stall_angle").to_radians(),
        load_fade: numbers.constant("flight.load_fade"),
        bank: numbers.constant("flight.bank"),
        level_rate: one("flight.level_rate"),
        stall: numbers.constant("flight.stall"),
        opponent: numbers.constant("flight.opponent"),
        warning: numbers.constant("flight.warning"),
        stick: numbers.constant("flight.stick"),
        stick_over: one("flight.stick_over"),
        lever: one("flight.lever"),
        autopilot: autopilot(numbers),
        gear: gear(scene, numbers, body),
        crash: crash(scene, numbers, node, body),
        start: numbers.constant("flight.start"),
        airscrew: numbers.constant("flight.airscrew"),
        airscrews: named(scene, numbers, node, "airscrews").into_iter().map(|(node, _)| node).collect(),
        gauges: Vec::new(),
    };
    let views = views(scene, numbers, camera, body);
    (LawKind::Aeroplane(Box::new(law)), views)
}

/// The hands of the instruments below some nodes. No document names these nodes.
pub(super) fn gauges(
    scene: &Scene,
    numbers: &Numbers<'_>,
    nodes: impl Iterator<Item = NodeId>,
) -> Vec<Gauge> {
    let turn = 360.0_f32.to_radians();
    let [_, long, short] = numbers.constant("gauge.altimeter");
    let speed = numbers.one("gauge.speed").to_radians() / MPH;
    let of = |name: &str| {
        let at = words::GAUGES.iter().position(|own| own.eq_ignore_ascii_case(name))?;
        Some(match at {
            0 => (GaugeReading::Speed, speed),
            1 => (GaugeReading::Height, turn / long.max(1.0)),
            2 => (GaugeReading::Height, turn / short.max(1.0)),
            _ => (GaugeReading::Heading, 1.0),
        })
    };
    let mut found = Vec::new();
    for node in nodes {
        below(scene, node, &mut |id, _| {
            let own = scene.nodes.get(id.index()).and_then(|own| of(&own.name));
            if let Some((shows, turn)) = own.filter(|_| found.len() < MOST_GAUGES) {
                found.push(Gauge { node: id, shows, turn });
            }
        });
    }
    found
}

/// What is divided by is more than 0.
fn or_one(number: f32) -> f32 {
    if number > 0.0 { number } else { 1.0 }
}

/// Of one that says nothing of it, a moment of one about each axis.
fn inertia(numbers: &Numbers<'_>) -> Vec3 {
    let own: [f32; 3] = numbers.of("rec_i");
    if own == [0.0; 3] { Vec3::ONE } else { own.into() }
}

fn air(numbers: &Numbers<'_>) -> AirLaw {
    let [ceiling_ft, k, density] = numbers.constant("flight.low_air");
    AirLaw {
        ceiling_ft,
        low: [k, density],
        high: numbers.constant("flight.high_air"),
        density: numbers.one("flight.sea_density"),
        sound: numbers.constant("flight.sound"),
    }
}

fn autopilot(numbers: &Numbers<'_>) -> AutopilotLaw {
    AutopilotLaw {
        climb: numbers.one("flier.climb"),
        turn_climb: numbers.one("flier.turn_climb"),
        stays: numbers.one("flier.stays"),
        beside: numbers.one("flier.beside"),
        low: numbers.one("flier.low"),
        fine: numbers.one("flier.fine"),
    }
}

fn gear(scene: &Scene, numbers: &Numbers<'_>, body: Aabb) -> GearLaw {
    let [most, from] = numbers.constant("gear.steer");
    GearLaw {
        wheels: wheels(scene, numbers, body),
        tip_rate: numbers.one("gear.tip_rate"),
        reach: numbers.one("gear.reach"),
        rolling: numbers.constant("gear.rolling"),
        hold: numbers.one("gear.hold"),
        grip: numbers.one("gear.grip"),
        steer: [most, from],
        parking: numbers.one("gear.parking"),
        slope: numbers.one("gear.slope"),
        put: numbers.one("gear.put"),
        harm: numbers.constant("gear.harm"),
    }
}

/// The points of the definition; or two below the wings and one below the tail, as low as the body is.
fn wheels(scene: &Scene, numbers: &Numbers<'_>, body: Aabb) -> [Vec3; AeroplaneLaw::WHEELS] {
    if let [ax, ay, az, bx, by, bz, cx, cy, cz] = *numbers.own.numbers("wheel_points") {
        return [[ax, ay, az], [bx, by, bz], [cx, cy, cz]].map(|at| scene.frame.to_engine(at.into()));
    }
    let [aside, ahead, behind] = numbers.constant("gear.places");
    let Aabb { min, max } = body;
    let (middle, size) = ((min + max) * 0.5, max - min);
    let place = |x: f32, z: f32| Vec3::new(middle.x + size.x * x, min.y, min.z + size.z * z);
    [place(-aside, ahead), place(aside, ahead), place(0.0, behind)]
}

fn crash(scene: &Scene, numbers: &Numbers<'_>, node: Option<NodeId>, body: Aabb) -> CrashLaw {
    let own = named(scene, numbers, node, "collision_points");
    let mut points: Vec<Vec3> = own.into_iter().map(|(_, place)| place).collect();
    points.truncate(AeroplaneLaw::COLLISION_POINTS);
    if points.is_empty() {
        let Aabb { min, max } = body;
        // At the height of the origin, which is in the fuselage; the belly is above the wheels.
        points = vec![
            Vec3::new(0.0, 0.0, min.z),
            Vec3::new(0.0, 0.0, max.z),
            Vec3::new(min.x, 0.0, 0.0),
            Vec3::new(max.x, 0.0, 0.0),
            Vec3::new(0.0, max.y, 0.0),
            Vec3::new(0.0, min.y * numbers.one("crash.belly"), 0.0),
        ];
    }
    let health = numbers.number("health");
    CrashLaw {
        points,
        health: if health > 0.0 { health } else { numbers.one("crash.health") },
        alarm: numbers.one("crash.alarm"),
        harm: numbers.one("crash.harm"),
        bounce: numbers.constant("crash.bounce"),
        rest: numbers.one("crash.rest"),
        pause_s: numbers.one("crash.pause_s"),
    }
}

/// The nodes that a key names below an aeroplane's, and their places in its space.
fn named(scene: &Scene, numbers: &Numbers<'_>, node: Option<NodeId>, key: &str) -> Vec<(NodeId, Vec3)> {
    let names = numbers.own.get(key).map_or(&[][..], |held| held.words());
    let mut found = Vec::new();
    let Some(node) = node.filter(|_| !names.is_empty()) else { return found };
    below(scene, node, &mut |id, place| {
        let own = scene.nodes.get(id.index());
        if own.is_some_and(|own| names.iter().any(|name| name.eq_ignore_ascii_case(&own.name))) {
            found.push((id, place.translation.into()));
        }
    });
    found
}

/// The camera that follows, and that of the cockpit: where the definition has it, or a share of the body.
fn views(scene: &Scene, numbers: &Numbers<'_>, camera: Option<&Definition>, body: Aabb) -> Views {
    let of = |key: &str| {
        let said = camera.and_then(|camera| camera.number(key));
        said.unwrap_or_else(|| numbers.one(&format!("camera.{key}")))
    };
    let lift = of("lift");
    let trail = TrailView {
        distance: of("distance"),
        factor: of("factor"),
        range: [of("min"), of("max")],
        lift,
        catch_up: [of("position_catchup"), of("look_catchup")],
    };
    let cockpit = match *numbers.own.numbers("cockpit") {
        [x, y, z] => scene.frame.to_engine(Vec3::new(x, y, z)),
        _ => {
            let [high, ahead] = numbers.constant("camera.cockpit");
            Vec3::new(0.0, body.max.y * high, body.min.z * ahead)
        }
    };
    Views { outside: [trail.distance, lift, 0.0], trail: Some(trail), cockpit, cage: None }
}

#[cfg(test)]
mod tests {
    use super::super::super::definitions::schema::Topic;
    use super::super::super::definitions::{Constants, Definition};
    use super::*;
    use world::sketch::Sketch;

    #[test]
    fn one_without_points_to_collide_with_has_those_of_its_box() {
        let own = Definition {
            topic: Topic::Vehicle,
            name: "heron".to_owned(),
            file: String::new(),
            layer: String::new(),
            fields: Vec::new(),
        };
        let scene = Sketch::new().scene;
        let body = Aabb { min: Vec3::new(-5.0, -2.0, -4.0), max: Vec3::new(5.0, 1.0, 6.0) };
        let points = |belly: f32| {
            let table = format!(
                "[[constant]]\nname = \"crash.belly\"\nvalue = {belly:?}\nevidence = \"proposal\"\n
                [[constant]]\nname = \"crash.bounce\"\nvalue = [0.5, 0.5]\nevidence = \"proposal\"\n"
            );
            let constants: Constants = toml::from_str(&table).unwrap();
            crash(&scene, &Numbers { own: &own, rules: None, constants: &constants }, None, body).points
        };
        // The nose, the tail, the tips of the wings, the top, and a share of how deep it reaches.
        let others = [[0.0, 0.0, -4.0], [0.0, 0.0, 6.0], [-5.0, 0.0, 0.0], [5.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        for (belly, deep) in [(0.5, -1.0), (0.25, -0.5)] {
            let wanted = others.into_iter().chain([[0.0, deep, 0.0]]).map(Vec3::from_array);
            assert_eq!(points(belly), wanted.collect::<Vec<_>>());
        }
    }
}
