//! The weapons of a game's definitions, and those of the vehicle that somebody drives: what a definition says and, where
//! it says nothing, what the constants of its title say.
//!
//! | file | holds |
//! |---|---|
//! | `weapons.rs` | weapons of Recoil and Crimson Skies, as their readers say, and of 'mechs, as proposals say |
//! | `damage.rs` | what vehicles are made of |
//! | `looks.rs` | what flies of weapons that name no model |
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "Part B — Recoil weapons, turrets, AI, pickups, objectives", "C4.
//! Weapons"; `docs/spec/zbd/mw3-runtime.md`, "5.2 configuration".

mod damage;
mod looks;
mod weapons;

use super::definitions::schema::Topic;
use super::definitions::{Constants, Definition, Definitions, Field, Held, find};
use super::sound_table::SoundTable;
use super::vehicles::{below, heard, programs};
use super::words;
use glam::Vec3;
pub(super) use weapons::of_turrets;
use world::{
    AimAssist, ArmsLaw, CombatRules, DamageModel, MOST_SLOTS, Muzzle, NodeId, ProgramId, Scene, SlotLaw,
    VitalLaw,
};
use zbd::reader::Value;

/// Most nodes that one airship needs; more do not count.
const MOST_VITAL: usize = 64;

/// What the weapons of a world are made of.
pub(super) struct Sources<'a> {
    pub own: &'a Definitions,
    pub constants: &'static Constants,
    pub heard: &'a SoundTable,
}

impl Sources<'_> {
    /// The number of a constant; 0 for one that the title does not have.
    pub fn one(&self, name: &str) -> f32 {
        self.constants.number(name).unwrap_or_default()
    }

    pub fn several<const N: usize>(&self, name: &str) -> [f32; N] {
        let numbers = self.constants.numbers(name);
        std::array::from_fn(|at| numbers.get(at).copied().unwrap_or_default())
    }
}

/// Gives the vehicle that somebody drives its weapons and its sounds.
pub(super) fn equip(scene: &mut Scene, title: &str, own: &Definitions, table: &SoundTable) {
    let Some((number, vehicle)) = scene.drives.and_then(|number| Some((number as usize, scene.driven()?)))
    else {
        return;
    };
    let (name, node) = (vehicle.name.clone(), vehicle.node);
    let sources = Sources { own, constants: Constants::of(title), heard: table };
    let topics = [Topic::Vehicle, Topic::Mech];
    let Some(definition) = topics.iter().find_map(|topic| own.find(*topic, &name)) else { return };
    scene.combat.rules = rules(&sources);
    scene.combat.weapons = weapons::of_readers(scene, &sources);
    let law = arms(scene, &sources, definition, node);
    if own.all.iter().any(|one| one.topic == Topic::Opponent) {
        of_turrets(scene, &sources);
    }
    looks::add(scene, &sources);
    scene.combat.arms.resize(number, ArmsLaw::default());
    scene.combat.arms.push(law);
    scene.combat.arms.truncate(scene.vehicles.len());
    heard::add(scene, &sources, definition, number);
    programs::add(scene, &sources, definition, number);
}

fn rules(sources: &Sources<'_>) -> CombatRules {
    let pulse = sources.one("weapon.pulse");
    CombatRules {
        bounce: sources.several("weapon.bounce"),
        spin: sources.one("weapon.spin").to_radians(),
        most_blasts: sources.one("weapon.blasts").max(0.0) as u32,
        blast_quirk: sources.one("weapon.blast_quirk") != 0.0,
        // It is seen for half of a pulse.
        beam: if pulse > 0.0 { 0.5 / pulse } else { 0.0 },
        fire: sources.one("tank.fire_s"),
        freeze: sources.one("weapon.freeze_s"),
        push: sources.several("tank.push"),
        seek: sources.one("weapon.seek").to_radians(),
        rest: sources.one("weapon.rest"),
        level: sources.one("weapon.level"),
        lie: sources.one("weapon.lie_s"),
        // Where parts are lost, their debris says it.
        flies_off: [0.0; 2],
        pool_spread: sources.one("damage.spread"),
        first_parts: sources.one("damage.first_parts").max(0.0) as u32,
        alarm: sources.one("hud.alarm"),
        squint: sources.one("mech.squint"),
        aim_assist: aim_assist(sources),
    }
}

/// That of a title which has any.
fn aim_assist(sources: &Sources<'_>) -> Option<AimAssist> {
    let &[catch_up, inaccuracy, forget] = sources.constants.numbers("weapon.sticky") else { return None };
    let cone = sources.one("weapon.sticky_cone");
    Some(AimAssist { catch_up, inaccuracy: inaccuracy.to_radians(), forget, cone: cone.to_radians() })
}

/// The weapons of a vehicle, and what it is made of.
pub(super) fn arms(
    scene: &mut Scene,
    sources: &Sources<'_>,
    definition: &Definition,
    node: Option<NodeId>,
) -> ArmsLaw {
    let is_mech = definition.topic == Topic::Mech;
    let muzzles = if is_mech { fire_points(scene, definition, node) } else { muzzles(scene, sources, node) };
    let slots = if is_mech {
        weapons::fitted(scene, sources, definition)
    } else {
        let words = listed(definition);
        words.iter().take(MOST_SLOTS).enumerate().filter_map(|(at, name)| slot(scene, at, name)).collect()
    };
    let elevation = match *definition.numbers("gun_pitch") {
        [up, down] => Some([up, down]),
        _ => None,
    };
    let damage = match damage::model(scene, sources, definition, node) {
        DamageModel::Parts(parts) => DamageModel::Parts(weapons::with_debris(scene, sources, parts)),
        other => other,
    };
    let death = ["death_anim", "destroy_anim"].iter().find_map(|key| definition.word(key));
    ArmsLaw {
        slots,
        muzzles,
        elevation,
        swing: swing(definition),
        // The groups of a 'mech are fired one at a time, or all at once.
        second_fires_all: is_mech,
        converges: if is_mech { scene.frame.units(sources.one("mech.converge")) } else { 0.0 },
        damage,
        death: death.and_then(|name| program(scene, name)),
        mass: definition.number("mass").unwrap_or_default(),
        vital: vital(scene, definition, node),
    }
}

/// How far the guns of a 'mech turn against its torso; how far to the left is how far to the right the other way about.
fn swing(definition: &Definition) -> Option<[[f32; 2]; 2]> {
    let own = |key: &str| definition.number(key).map(f32::to_radians);
    let yaw = own("aim_min_yaw").zip(own("aim_max_yaw"));
    let pitch = own("aim_min_pitch").zip(own("aim_max_pitch"));
    let whole = std::f32::consts::PI;
    if yaw.is_none() && pitch.is_none() {
        return None;
    }
    let (least, most) = yaw.unwrap_or((-whole, whole));
    let (down, up) = pitch.unwrap_or((-whole, whole));
    Some([[-most, -least], [down, up]])
}

/// The nodes that an airship needs; those that do not exist cannot be lost.
fn vital(scene: &Scene, definition: &Definition, node: Option<NodeId>) -> VitalLaw {
    let words = definition.get("healthy").map_or(&[][..], Held::words).iter().take(MOST_VITAL);
    let nodes: Vec<NodeId> = words.filter_map(|name| node_below(scene, node?, name)).collect();
    let least = definition.number("num_healthy_required").unwrap_or_default().max(0.0) as u32;
    VitalLaw { least: least.min(nodes.len() as u32), nodes }
}

/// The words of a list of weapons; of one whose order is not known all words in it.
fn listed(definition: &Definition) -> Vec<String> {
    let mut words = Vec::new();
    match definition.get("weapons") {
        Some(Held::Kept(value)) => {
            let mut open = vec![value];
            while let Some(value) = open.pop() {
                match value {
                    Value::Str(word) => words.push(word.text()),
                    other => open.extend(other.items().iter().rev()),
                }
            }
        }
        Some(held) => words.extend(held.words().iter().cloned()),
        None => {}
    }
    words
}

/// A slot for a weapon of that name, in a group of its own.
fn slot(scene: &Scene, at: usize, name: &str) -> Option<SlotLaw> {
    let own = |weapon: &world::WeaponLaw| weapon.name.eq_ignore_ascii_case(name);
    let weapon = scene.combat.weapons.iter().position(own)?;
    let ammunition = scene.combat.weapons[weapon].ammunition;
    Some(SlotLaw { weapon: weapon as u32, ammunition, groups: 1 << at, muzzles: Vec::new() })
}

/// Nodes of a vehicle with the names of muzzles, or a place above its origin.
pub(super) fn muzzles(scene: &Scene, sources: &Sources<'_>, node: Option<NodeId>) -> Vec<Muzzle> {
    let mut found = Vec::new();
    if let Some(node) = node {
        below(scene, node, &mut |id, place| {
            let name = scene.nodes.get(id.index()).map_or("", |node| &node.name);
            if words::MUZZLES.iter().any(|start| starts(name, start)) && found.len() < MOST_SLOTS {
                found.push(Muzzle { node: Some(id), place: place.translation.into() });
            }
        });
    }
    if found.is_empty() {
        let place = Vec3::from_array(sources.several("weapon.muzzle"));
        found.push(Muzzle { node: None, place: scene.frame.to_engine(place) });
    }
    found
}

fn starts(name: &str, start: &str) -> bool {
    name.get(..start.len()).is_some_and(|own| own.eq_ignore_ascii_case(start))
}

/// Where the weapons of a 'mech can be, in the order of its definition.
fn fire_points(scene: &Scene, definition: &Definition, node: Option<NodeId>) -> Vec<Muzzle> {
    let rows: &[Vec<Field>] = match definition.get("firepoints") {
        Some(Held::Rows(rows)) => rows,
        _ => &[],
    };
    let muzzle = |row: &Vec<Field>| {
        let part = find(row, "part").and_then(Held::word);
        let found = part.and_then(|part| node_below(scene, node?, part));
        Muzzle { node: found, place: Vec3::ZERO }
    };
    rows.iter().take(MOST_SLOTS).map(muzzle).collect()
}

/// The first node of a name below another.
pub(super) fn node_below(scene: &Scene, node: NodeId, name: &str) -> Option<NodeId> {
    let mut found = None;
    below(scene, node, &mut |id, _| {
        let is_one = scene.nodes.get(id.index()).is_some_and(|own| own.name.eq_ignore_ascii_case(name));
        if is_one && found.is_none() {
            found = Some(id);
        }
    });
    found
}

/// The program of a name.
fn program(scene: &Scene, name: &str) -> Option<ProgramId> {
    scene.programs.iter().position(|own| own.name.eq_ignore_ascii_case(name)).map(ProgramId::from)
}
