//! Weapons as laws: of Recoil and Crimson Skies from their readers, of 'mechs from the proposals of their title, since no
//! reader of theirs is known that says what a weapon does.

use super::{Sources, program};
use crate::zipper::definitions::schema::Topic;
use crate::zipper::definitions::{Definition, Field, Held, Origin, find};
use crate::zipper::words;
use world::{
    Impact, MOST_SLOTS, NodeId, PartsLaw, ProgramId, Scene, SlotLaw, Surface, WeaponLaw, WeaponManner,
    WeaponShow,
};
use zbd::reader::Value;

/// Ammunition that never runs out. Source: `docs/spec/zbd/vehicles-and-combat.md`, "B2. Reader keys".
const ENDLESS: f32 = 123_456_789.0;
/// Names of kinds of ground that every game has. Source: `docs/spec/zbd/mw3-runtime.md`, "8. Soils".
const SOILS: [&str; 6] = ["default", "water", "seafloor", "quicksand", "lava", "fire"];
/// Beginning of the names of the constants that say what a weapon of a 'mech does.
const KIND: &str = "weapon.kind.";
/// The end of the name of the one of turrets.
const TURRET: &str = "turret";
/// The end of the name of the one for all others.
const OTHER: &str = "other";

/// The weapons of the readers.
pub(super) fn of_readers(scene: &Scene, sources: &Sources<'_>) -> Vec<WeaponLaw> {
    let own = sources.own.all.iter().filter(|one| one.topic == Topic::Weapon);
    own.map(|definition| weapon(scene, sources, definition)).collect()
}

fn weapon(scene: &Scene, sources: &Sources<'_>, own: &Definition) -> WeaponLaw {
    let number = |key: &str| own.number(key).unwrap_or_default();
    let mut manner = WeaponManner::from_bits_retain(number("FLAGS").max(0.0) as u32);
    manner.set(WeaponManner::BEAM, manner.contains(WeaponManner::BEAM) || own.get("BEAM").is_some());
    let turn = number("TURN_RATE").to_radians();
    manner.set(WeaponManner::HOMING, manner.contains(WeaponManner::HOMING) || turn > 0.0);
    let finds = manner.intersects(WeaponManner::HOMING.union(WeaponManner::REMOTE));
    let [delay, usual, ramp] = sources.several("weapon.homing");
    let is_mine = manner.contains(WeaponManner::MINE);
    let impact_proximity = number("IMPACT_PROXIMITY");
    let flyout = own.get("FLYOUT");
    WeaponLaw {
        name: own.name.as_str().into(),
        label: label(sources, own),
        damage: damage(own),
        rate: own.number("FIRE_RATE").unwrap_or_else(|| sources.one("weapon.rate")),
        range: number("RANGE"),
        speed: number("VELOCITY"),
        acceleration: number("ACCELERATION"),
        gravity: if is_mine { sources.one("weapon.mine_gravity") } else { 0.0 },
        blast: number("PROXIMITY").max(impact_proximity),
        arming: number("DETONATION_DISTANCE"),
        fused: impact_proximity > 0.0 || is_mine || finds,
        spread: spread(own, manner).to_radians() * 0.5,
        cluster: number("CLUSTER_SIZE") as u16,
        homing_delay: if finds { delay } else { 0.0 },
        turn: if finds && turn == 0.0 { usual.to_radians() } else { turn },
        turn_ramp: if finds { ramp } else { 0.0 },
        heat: 0.0,
        ammunition: own.number("AMMO_LIMIT").filter(|most| *most < ENDLESS).map(|most| most as u32),
        manner,
        fire: show(scene, sources, own.get("FIRE"), "ANIMATION"),
        model: flyout.and_then(|block| node(scene, block.get("MODEL")?.word()?)),
        flight: show(scene, sources, flyout, "MODEL_ANIMATION"),
        impacts: impacts(scene, sources, own),
    }
}

/// The text of a weapon, or its short name, or what its definition is called.
fn label(sources: &Sources<'_>, own: &Definition) -> Box<str> {
    let text = own.word("DESC").map(|key| (key, sources.heard.text(key)));
    // A key without a text says nothing to anybody.
    let text = text.filter(|(key, text)| key != text && !text.is_empty()).map(|(_, text)| text);
    text.or_else(|| own.word("NAME")).unwrap_or(&own.name).into()
}

/// How far shots spread, degrees. What the program says of cannons that say nothing does not hold for what finds its way.
fn spread(own: &Definition, manner: WeaponManner) -> f32 {
    let field = own.fields.iter().find(|field| field.name.eq_ignore_ascii_case("CANNON_SPREAD"));
    let is_of_program = field.is_some_and(|field| matches!(field.from, Origin::Constant(_)));
    let is_cannon = !manner.intersects(WeaponManner::HOMING | WeaponManner::REMOTE | WeaponManner::MINE);
    let said = field.filter(|_| is_cannon || !is_of_program);
    said.and_then(|field| field.held.number()).unwrap_or_default()
}

/// What a hit takes of armour and of health.
fn damage(own: &Definition) -> [f32; 2] {
    let number = |key: &str| own.number(key);
    let health = number("HEALTH_DAMAGE").or(number("DAMAGE")).unwrap_or_default();
    [number("ARMOR_DAMAGE").unwrap_or(health), health]
}

fn node(scene: &Scene, name: &str) -> Option<NodeId> {
    scene.nodes.iter().position(|own| own.name.eq_ignore_ascii_case(name)).map(NodeId::from)
}

fn show(scene: &Scene, sources: &Sources<'_>, block: Option<&Held>, key: &str) -> WeaponShow {
    let Some(block) = block else { return WeaponShow::default() };
    let word = |key: &str| block.get(key).and_then(Held::word);
    WeaponShow {
        program: word(key).and_then(|name| program(scene, name)),
        sound: word("SOUND").and_then(|name| sources.heard.find(name, key == "MODEL_ANIMATION")),
        random_turn: block.get("RANDOM_ROTATE").and_then(Held::number).is_some_and(|flag| flag != 0.0),
    }
}

fn impacts(scene: &Scene, sources: &Sources<'_>, own: &Definition) -> Vec<(Surface, Impact)> {
    let Some(Held::Named(all)) = own.get("IMPACT") else { return Vec::new() };
    let known = all.iter().filter_map(|(name, fields)| Some((surface(scene, name)?, fields)));
    known.map(|(surface, fields)| (surface, impact(scene, sources, fields))).collect()
}

/// What a hit may be of; none for a kind that the game does not have.
fn surface(scene: &Scene, name: &str) -> Option<Surface> {
    let is = |word: &str| name.eq_ignore_ascii_case(word);
    let [building, person, opponent] = words::IMPACTS;
    if is(building) {
        return Some(Surface::Building);
    }
    if is(person) || is(opponent) {
        return Some(if is(person) { Surface::Person } else { Surface::Opponent });
    }
    let own = scene.soils.iter().position(|soil| is(soil));
    match own.or_else(|| SOILS.iter().position(|soil| is(soil)))? {
        0 => Some(Surface::Default),
        soil => Some(Surface::Soil(u8::try_from(soil).ok()?)),
    }
}

fn impact(scene: &Scene, sources: &Sources<'_>, fields: &[Field]) -> Impact {
    let word = |key: &str| find(fields, key).and_then(Held::word);
    let own = |key: &str| word(key).and_then(|name| program(scene, name));
    let heard = |key: &str| word(key).and_then(|name| sources.heard.find(name, false));
    Impact {
        program: own("ANIMATION"),
        kill: own("KILL_ANIMATION"),
        by_health: match find(fields, "DAMAGE_ANIM_ON_HEALTH") {
            Some(Held::Kept(value)) => by_health(scene, value),
            _ => Vec::new(),
        },
        sound: heard("SOUND"),
        bounce_sound: heard("BOUNCE_SOUND"),
        effect: word("EFFECT").unwrap_or_default().into(),
    }
}

/// Shares and animations, in pairs or one behind the other; either may come first.
fn by_health(scene: &Scene, value: &Value) -> Vec<(f32, ProgramId)> {
    let mut found = Vec::new();
    for (share, name) in super::damage::pairs(value) {
        found.extend(program(scene, &name).map(|program| (share, program)));
    }
    found
}

/// The weapons of the first configuration of a 'mech; their laws are added to those of the world.
pub(super) fn fitted(scene: &mut Scene, sources: &Sources<'_>, own: &Definition) -> Vec<SlotLaw> {
    let Some(Held::Named(all)) = own.get("configurations") else { return Vec::new() };
    let rows: &[Vec<Field>] = match all.first().and_then(|(_, fields)| find(fields, "weapons")) {
        Some(Held::Rows(rows)) => rows,
        _ => &[],
    };
    let points: &[Vec<Field>] = match own.get("firepoints") {
        Some(Held::Rows(rows)) => rows,
        _ => &[],
    };
    let mut slots = Vec::new();
    for row in rows.iter().take(MOST_SLOTS) {
        let Some(kind) = find(row, "type").and_then(Held::word) else { continue };
        let weapon = of_kind(scene, sources, kind);
        let point = find(row, "firepoint").and_then(Held::word).unwrap_or_default();
        let is_one = |own: &Vec<Field>| {
            find(own, "name").and_then(Held::word).is_some_and(|name| name.eq_ignore_ascii_case(point))
        };
        let muzzle = points.iter().position(is_one).and_then(|at| u8::try_from(at).ok());
        let rest = find(row, "rest");
        let groups = rest.and_then(|rest| rest.get("group")).map_or(&[][..], Held::numbers);
        // Counted from 1.
        let bits = groups.iter().filter(|group| (1.0..33.0).contains(*group));
        let groups = bits.fold(0_u32, |all, group| all | 1 << (*group as u32 - 1));
        let ammunition = rest.and_then(|rest| rest.get("ammo")?.get("count")?.number());
        slots.push(SlotLaw {
            weapon,
            ammunition: ammunition.map(|count| count.max(0.0) as u32),
            groups: if groups == 0 { 1 } else { groups },
            muzzles: muzzle.into_iter().collect(),
        });
    }
    slots
}

/// Parts that fall off fly a little, bounce and lie about. How they do is a proposal.
pub(super) fn with_debris(scene: &mut Scene, sources: &Sources<'_>, mut law: PartsLaw) -> PartsLaw {
    let [gravity, range, aside, up] = sources.several("mech.debris");
    scene.combat.rules.flies_off = [aside, up].map(|speed| scene.frame.units(speed));
    for part in law.parts.iter_mut().filter(|part| part.kind.falls_off() && part.frame > 0.0) {
        let Some(node) = part.node else { continue };
        part.debris = Some(scene.combat.weapons.len() as u32);
        scene.combat.weapons.push(WeaponLaw {
            name: "debris".into(),
            gravity: scene.frame.units(gravity),
            range: scene.frame.units(range),
            manner: WeaponManner::MINE,
            model: Some(node),
            ..WeaponLaw::default()
        });
    }
    law
}

/// The weapon of turrets: of the readers the one that the title proposes or, where these have none, the one that it proposes
/// for them.
pub(in crate::zipper) fn of_turrets(scene: &mut Scene, sources: &Sources<'_>) -> Option<u32> {
    match sources.constants.number("turret.weapon") {
        Some(number) => {
            Some(number.max(0.0) as u32).filter(|own| (*own as usize) < scene.combat.weapons.len())
        }
        None => Some(of_kind(scene, sources, TURRET)),
    }
}

/// The number of a weapon of a kind, whose law is added if there is none yet.
fn of_kind(scene: &mut Scene, sources: &Sources<'_>, kind: &str) -> u32 {
    let known = scene.combat.weapons.iter().position(|weapon| weapon.name.eq_ignore_ascii_case(kind));
    let number = known.unwrap_or_else(|| {
        scene.combat.weapons.push(proposed(scene, sources, kind));
        scene.combat.weapons.len() - 1
    });
    number as u32
}

/// What a kind of weapon of a 'mech does, by a word in its name: damage, shots a second, range, speed (0 for a beam),
/// heat, turn of what finds its way, radius of its blast; metres, seconds, degrees.
fn proposed(scene: &Scene, sources: &Sources<'_>, kind: &str) -> WeaponLaw {
    let plain = kind.to_ascii_lowercase().replace('_', "");
    let rows = || sources.constants.all.iter().filter_map(|own| Some((own.name.strip_prefix(KIND)?, own)));
    let row =
        rows().find(|(word, _)| plain.contains(word)).or_else(|| rows().find(|(word, _)| *word == OTHER));
    let numbers = row.map_or(&[][..], |(_, own)| own.value.numbers());
    let number = |at: usize| numbers.get(at).copied().unwrap_or_default();
    let units = |metres: f32| scene.frame.units(metres);
    let [delay, _, ramp] = sources.several("weapon.homing");
    let (speed, turn) = (number(3), number(5));
    let manner = if speed <= 0.0 { WeaponManner::BEAM } else { WeaponManner::empty() };
    let finds = if turn > 0.0 { WeaponManner::HOMING } else { WeaponManner::empty() };
    WeaponLaw {
        name: kind.into(),
        label: kind.replace('_', " ").into(),
        damage: [number(0); 2],
        rate: number(1),
        range: units(number(2)),
        speed: units(speed),
        heat: number(4),
        turn: turn.to_radians(),
        homing_delay: delay,
        turn_ramp: ramp,
        blast: units(number(6)),
        fused: turn > 0.0,
        manner: manner.union(finds),
        ..WeaponLaw::default()
    }
}
