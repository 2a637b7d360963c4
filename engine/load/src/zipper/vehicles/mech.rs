//! The law of a 'mech of MechWarrior 3 and Pirate's Moon, its model and its parts.
//!
//! Source: `docs/spec/zbd/mw3-runtime.md`, "5. Mech definitions", "5.3 From definition to model" and "10. Proposed MW
//! movement model".

use super::super::definitions::{Field, Held, find};
use super::super::words::{self, HEAD};
use super::{Numbers, below, bounds};
use glam::Vec3;
use world::{
    Aabb, AnimatorId, CollapseLaw, HeatLaw, JoltLaw, JumpJets, LawKind, MechLaw, MechParts, NodeId, Scene,
    Views, Walker,
};

pub(super) fn law(
    scene: &Scene,
    numbers: &Numbers<'_>,
    node: Option<NodeId>,
    animator: Option<AnimatorId>,
) -> (LawKind, Views) {
    let units = |metres: f32| scene.frame.units(metres);
    let [lift, fuel, refill, steer, heat] = numbers.constant("mech.jets");
    let [capacity, sink, own_sinks, in_water] = numbers.constant("mech.heat");
    let [harmless, damage] = numbers.constant("mech.fall");
    let [seconds, down, forwards, aside] = numbers.constant("mech.collapse");
    let own = Configuration::of(numbers);
    let top = own.speed.unwrap_or(numbers.one("mech.speed")) / numbers.one("mech.kmh").max(f32::MIN_POSITIVE);
    let [accel_s] = numbers.constant("mech.accel_s");
    let rate = |key: &str| {
        let own = numbers.own.number(key).filter(|rate| *rate > 0.0);
        // Nothing gains its speed in no time at all.
        units(own.unwrap_or(top / f32::max(accel_s, 0.01)))
    };
    let [side, _] = numbers.constant::<2>("mech.twist");
    let [nod, _] = numbers.constant::<2>("mech.pitch");
    let torso = match *numbers.own.numbers("torso_limits") {
        [yaw, down, up] => [yaw, down, up],
        _ => [side, -nod, nod],
    };
    let turn = or(numbers.own.number("max_turn_rate"), numbers.one("mech.turn"));
    let arms = numbers.own.number("aim_arm_pitch_factor").unwrap_or_default();
    let ignores = numbers.own.number("aim_ignore_arms").is_some_and(|flag| flag != 0.0);
    let body = node.and_then(|node| bounds(scene, node));
    let law = MechLaw {
        body: sizes(scene, numbers, body),
        speeds: [units(top), units(top) * numbers.one("mech.reverse")],
        rates: [rate("accel_rate"), rate("decel_rate")],
        turn: [turn.to_radians(), numbers.one("mech.turn_at_speed")],
        lean: [
            numbers.own.number("lean_factor").unwrap_or_default(),
            numbers.own.number("lean_angle").unwrap_or_default().to_radians(),
        ],
        torso: torso.map(f32::to_radians),
        aim: or(numbers.own.number("aim_slerp_freq"), numbers.one("mech.aim")),
        arms: if ignores { 0.0 } else { arms.clamp(0.0, 1.0) },
        track: track(scene, numbers, node, body),
        ankle: ankle(scene, node, body) + lift_of(numbers, body),
        catches_up: numbers.one("mech.catches_up"),
        sag: numbers.one("mech.sag"),
        slack: numbers.one("mech.slack") * body.map_or(0.0, |body| body.max.y - body.min.y),
        crouch: [
            units(numbers.own.number("crouch_height").unwrap_or_default()),
            numbers.one("mech.crouch_s"),
        ],
        jets: match own.jets {
            true => JumpJets { lift: units(lift), fuel, refill, steer: units(steer), heat },
            false => JumpJets::default(),
        },
        heat: HeatLaw {
            capacity,
            sinks: sink * (own_sinks + own.sinks as f32),
            in_water,
            limits: numbers.constant("mech.heat_limits"),
            hot: numbers.one("mech.hot"),
        },
        fall: [units(harmless), damage / units(1.0)],
        legs: or(own.legs, numbers.one("mech.legs")),
        alarm: numbers.one("mech.alarm"),
        limp: numbers.one("mech.limp"),
        collapse: CollapseLaw { seconds, down, turn: [forwards, aside] },
        jolt: jolt(scene, numbers),
        parts: parts(scene, node, animator),
    };
    let views = views(scene, numbers, node, &law);
    (LawKind::Mech(Box::new(law)), views)
}

/// What a shot or a hit does to it. In what units the keys are is not known: angles are taken for degrees.
fn jolt(scene: &Scene, numbers: &Numbers<'_>) -> JoltLaw {
    let own = |key: &str, usual: f32| numbers.own.number(key).unwrap_or(usual);
    let [bend, slide, twist, fades] = numbers.constant("mech.recoil");
    let [damage, shot, slides] = numbers.constant("mech.jolt");
    let [pitch, yaw, roll, hertz, fading] = numbers.constant("mech.shake");
    let shake = |key: &str, usual: f32| {
        numbers.own.get("torso_shake").and_then(|held| held.get(key)?.number()).unwrap_or(usual)
    };
    JoltLaw {
        bend: own("recoil_bend", bend).to_radians(),
        slide: scene.frame.units(own("recoil_slide", slide) * slides),
        twist: own("recoil_twist", twist).to_radians(),
        fades,
        full: [damage, shot],
        shake: [shake("pitch_amp", pitch), shake("yaw_amp", yaw), shake("roll_amp", roll)]
            .map(f32::to_radians),
        shakes: [shake("freq", hertz), shake("damp_freq", fading)],
    }
}

fn or(own: Option<f32>, usual: f32) -> f32 {
    own.filter(|own| *own > 0.0).unwrap_or(usual)
}

/// What the first configuration of a 'mech says.
#[derive(Default)]
struct Configuration {
    /// km/h.
    speed: Option<f32>,
    legs: Option<f32>,
    sinks: usize,
    jets: bool,
}

impl Configuration {
    fn of(numbers: &Numbers<'_>) -> Self {
        let Some(Held::Named(all)) = numbers.own.get("configurations") else { return Self::default() };
        let Some((_, fields)) = all.first() else { return Self::default() };
        let within = |block: &str, key: &str| find(fields, block)?.get(key)?.number();
        let rows: &[Vec<Field>] = match find(fields, "equipment") {
            Some(Held::Rows(rows)) => rows,
            _ => &[],
        };
        let kinds = || rows.iter().filter_map(|row| find(row, "type")?.word());
        let is = |kind: &str, word: &str| kind.to_ascii_lowercase().replace('_', "").contains(word);
        Configuration {
            speed: within("engine", "max_speed").filter(|speed| *speed > 0.0),
            legs: within("armor", "legs"),
            sinks: kinds().filter(|kind| is(kind, words::HEAT_SINK)).count(),
            jets: kinds().any(|kind| is(kind, words::JUMP_JET)),
        }
    }
}

/// How large it is: as large as its model, or as a proposal says.
fn sizes(scene: &Scene, numbers: &Numbers<'_>, body: Option<Aabb>) -> Walker {
    let [radius, height, step, slope, gravity] = numbers.constant("mech.body");
    let [narrow, most, eye, most_step, _] = shape(numbers);
    let units = |metres: f32| scene.frame.units(metres);
    let own = body.map(|body| body.max - body.min).filter(|size| size.is_finite() && size.y > 0.0);
    let (radius, height) = own.map_or((units(radius), units(height)), |size| {
        // Arms and guns reach farther than what walls stop.
        (size.x.min(size.z) * narrow, size.y)
    });
    let person = Walker::person(&scene.frame);
    Walker {
        radius: radius.min(height * most),
        height,
        eye: height * eye,
        step: units(step).min(height * most_step),
        slope_cos: slope,
        gravity: units(gravity),
        fall_speed: person.fall_speed,
        ..person
    }
}

/// What is made of the box of its model, as shares of that: the radius of its width, that at most of its height, its eyes
/// and its highest step at most of its height, half the distance of its feet of its width.
fn shape(numbers: &Numbers<'_>) -> [f32; 5] {
    numbers.constant("mech.shape")
}

/// Half the distance of the feet.
fn track(scene: &Scene, numbers: &Numbers<'_>, node: Option<NodeId>, body: Option<Aabb>) -> f32 {
    let feet = node.map(|node| words::LEGS.map(|leg| place_of(scene, node, leg[2])));
    match feet {
        Some([Some(left), Some(right)]) => (left.x - right.x).abs() * 0.5,
        _ => body.map_or(0.0, |body| (body.max.x - body.min.x) * shape(numbers)[4]),
    }
}

/// How high the ankles are as it is modelled.
fn ankle(scene: &Scene, node: Option<NodeId>, body: Option<Aabb>) -> f32 {
    let ground = body.map_or(0.0, |body| body.min.y);
    let feet = node.into_iter().flat_map(|node| words::LEGS.map(|leg| place_of(scene, node, leg[2])));
    feet.flatten().map(|foot| foot.y - ground).fold(0.0, f32::max)
}

/// How far above that an ankle is at most of a foot that stands.
fn lift_of(numbers: &Numbers<'_>, body: Option<Aabb>) -> f32 {
    numbers.one("mech.lift") * body.map_or(0.0, |body| body.max.y - body.min.y)
}

/// The first node of a name below another, and its place in that one's space.
fn named(scene: &Scene, node: NodeId, name: &str) -> Option<(NodeId, Vec3)> {
    let mut found = None;
    below(scene, node, &mut |id, place| {
        let is_one = scene.nodes.get(id.index()).is_some_and(|own| own.name.eq_ignore_ascii_case(name));
        if is_one && found.is_none() {
            found = Some((id, place.translation.into()));
        }
    });
    found
}

fn place_of(scene: &Scene, node: NodeId, name: &str) -> Option<Vec3> {
    named(scene, node, name).map(|(_, place)| place)
}

fn parts(scene: &Scene, node: Option<NodeId>, animator: Option<AnimatorId>) -> MechParts {
    let own = |name: &str| named(scene, node?, name).map(|(id, _)| id);
    MechParts {
        animator,
        torso: own(words::TORSO),
        hip: own(words::HIP),
        arms: words::ARMS.map(own),
        legs: words::LEGS.map(|leg| leg.map(own)),
    }
}

/// The camera that follows, and that of the cockpit: where the definition has it, or in the head.
fn views(scene: &Scene, numbers: &Numbers<'_>, node: Option<NodeId>, law: &MechLaw) -> Views {
    let camera = |which: &str, key: &str| numbers.own.get("camera")?.get(which)?.get(key);
    let [behind, above, aim] = numbers.constant("mech.behind");
    let units = |metres: f32| scene.frame.units(metres);
    let tether = camera("tether", "desired_pos").map(Held::numbers);
    let (behind, above) = match tether {
        Some(&[_, y, z]) => (z.abs(), y),
        _ => (camera("tether", "dist").and_then(Held::number).unwrap_or(behind), above),
    };
    let attached = camera("attach", "desired_pos").map(Held::numbers).and_then(|place| match *place {
        [x, y, z] => Some(scene.frame.to_engine(Vec3::new(x, y, z))),
        _ => None,
    });
    let head = node.and_then(|node| place_of(scene, node, HEAD));
    let cockpit = attached.or(head).unwrap_or(Vec3::Y * law.body.eye);
    Views { outside: [units(behind), units(above), aim * law.body.height], trail: None, cockpit, cage: None }
}

#[cfg(test)]
mod tests {
    use super::super::super::definitions::schema::Topic;
    use super::super::super::definitions::{Constants, Definition};
    use super::*;
    use world::sketch::Sketch;

    #[test]
    fn a_body_is_as_large_as_shares_of_its_model_say() {
        let own = Definition {
            topic: Topic::Mech,
            name: "heron".to_owned(),
            file: String::new(),
            layer: String::new(),
            fields: Vec::new(),
        };
        let scene = Sketch::new().scene;
        // 4 wide, 5 long and 6 high.
        let body = Some(Aabb { min: Vec3::new(-2.0, 0.0, -2.0), max: Vec3::new(2.0, 6.0, 3.0) });
        let made = |constants: &Constants| {
            let numbers = Numbers { own: &own, rules: None, constants };
            let Walker { radius, height, eye, step, .. } = sizes(&scene, &numbers, body);
            [radius, height, eye, step, track(&scene, &numbers, None, body)]
        };
        let near = |found: [f32; 5], wanted: [f32; 5]| {
            let is_near = found.iter().zip(&wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-5);
            assert!(is_near, "{found:?} instead of {wanted:?}");
        };
        // 0.3 of 4, 6, 0.8 of 6; a step of 1.2 is lower than 0.4 of 6; 0.2 of 4.
        near(made(Constants::of("mechwarrior3")), [1.2, 6.0, 4.8, 1.2, 0.8]);
        let table = |shape: &str| {
            let text = format!(
                "[[constant]]\nname = \"mech.shape\"\nvalue = {shape}\nevidence = \"proposal\"\n
                [[constant]]\nname = \"mech.body\"\nvalue = [2.0, 9.0, 1.2, 0.64, 9.8]\nevidence = \"proposal\"\n"
            );
            toml::from_str::<Constants>(&text).unwrap()
        };
        near(made(&table("[0.5, 1.0, 0.5, 0.1, 0.25]")), [2.0, 6.0, 3.0, 0.6, 1.0]);
        near(made(&table("[0.5, 0.25, 0.5, 0.1, 0.25]")), [1.5, 6.0, 3.0, 0.6, 1.0]);
    }
}
