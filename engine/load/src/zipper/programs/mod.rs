//! Animation definitions of a world as programs: names become numbers of the scene, indices operands,
//! records events.
//!
//! What a definition names is looked for below its root first, then everywhere. What is not there is left
//! out and counted, since definitions name nodes that some versions of a world lack. What the events do
//! is in the crate `runtime`.
//!
//! Source: `docs/spec/zbd/anim.md`, "12.2 Load time"; `docs/spec/zbd/anim-events.md`, "4. Events".

mod events;
mod lists;
mod names;
mod operands;
mod scripts;

use super::definitions::Constants;
use super::sound_table::SoundTable;
use crate::axes;
use binary::{Finding, Mode, Severity, codes};
use events::{Compiler, Known, texture_key};
use names::Names;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use vfs::Vfs;
use world::program::{Activation, Definition, Event, Gate, ProgramRules, Sequence};
use world::{Frame, Material, MaterialId, ProgramId, Scene, TextureId};
use zbd::anim::{self, Anim, activation, flags};
use zbd::gamez::Version;

codes! {
    ANIM_NODES = "load.anim.nodes": "animations name nodes that the world does not have"
        => "nothing for retail worlds: what they do to these nodes does not happen";
    ANIM_CALLS = "load.anim.calls": "animations name other animations that no file has"
        => "nothing for retail worlds: such calls do not happen";
    ANIM_SOUNDS = "load.anim.sounds": "animations name sounds that the game does not have"
        => "nothing for retail worlds: they are silent; a mod puts a .wav file of that name into the game's folder";
    ANIM_EVENTS = "load.anim.events": "events of animations cannot be carried out and are left out"
        => "nothing, unless something of the world does not move; docs/spec/zbd/anim-events.md has what is known";
    ANIM_CALLBACKS = "load.anim.callbacks": "animations tell the game numbers whose meaning is not known"
        => "nothing: nothing happens then; [title.callbacks] of assets-manifest.toml has those that are known";
    ANIM_GAME = "load.anim.game": "a file of animations belongs to another game than the world"
        => "copy the file of this game from its disc; the animations are left out";
}

/// State of a definition that is switched off. Source: `docs/spec/zbd/anim.md`, "12.1 States".
const DISABLED: u8 = 5;

/// What did not fit, counted for a finding each.
#[derive(Debug, Default)]
struct Missing {
    nodes: BTreeMap<String, usize>,
    calls: BTreeMap<String, usize>,
    sounds: BTreeMap<String, usize>,
    events: BTreeMap<&'static str, usize>,
    callbacks: BTreeMap<u32, usize>,
}

/// The numbers of a title by which programs go.
pub(super) fn rules(constants: &Constants) -> ProgramRules {
    let usual = ProgramRules::default();
    let one = |name: &str, usual: f32| constants.number(name).unwrap_or(usual);
    let two = |name: &str, usual: [f32; 2]| constants.numbers(name).try_into().unwrap_or(usual);
    ProgramRules {
        force: one("program.force", usual.force),
        reach_up: one("program.reach_up", usual.reach_up),
        rest: two("program.rest", usual.rest),
        keeps: one("program.keeps", usual.keeps),
        rise: one("program.rise", usual.rise),
        groundless_s: two("program.groundless_s", usual.groundless_s),
        cover: one("program.cover", usual.cover),
        jump: one("program.jump", usual.jump),
        light_range: two("program.light_range", usual.light_range),
    }
}

/// Reads files of animations.
pub(super) fn read(
    vfs: &Vfs,
    addresses: &[String],
    version: Version,
    bytes_read: &mut u64,
    findings: &mut Vec<Finding>,
) -> Vec<Anim> {
    let mut files = Vec::new();
    for address in addresses {
        let read = vfs.read(address).and_then(|bytes| {
            *bytes_read += bytes.len() as u64;
            anim::read(&bytes, Mode::Lenient).map_err(|finding| Box::new(finding.in_file(address)))
        });
        match read {
            Ok((anim, report)) => {
                findings.extend(report.into_findings().into_iter().map(|finding| finding.in_file(address)));
                if anim.version == version {
                    files.push(anim);
                } else {
                    let (expected, found) = (format!("{version:?}"), format!("{:?}", anim.version));
                    findings.push(Finding::new(&ANIM_GAME, Severity::Warning, address, expected, found));
                }
            }
            Err(finding) => findings.push(Finding { severity: Severity::Warning, ..*finding }),
        }
    }
    files
}

/// The textures of particles, which the container of the world need not name.
pub(super) fn textures(files: &[Anim]) -> BTreeSet<String> {
    let events = files.iter().flat_map(Anim::events);
    let puffers = events.filter_map(|event| match event {
        anim::events::Event::PufferState(puffer) => Some(&puffer.textures.slots),
        _ => None,
    });
    let names = puffers.flatten().map(|slot| slot.name.text());
    names.filter(|name| !name.is_empty()).collect()
}

/// Makes a material of each texture of particles, and the programs of all files, one after the other.
pub(super) fn build(
    files: &[Anim],
    scene: &mut Scene,
    sounds: &SoundTable,
    file: &str,
    findings: &mut Vec<Finding>,
) {
    let mut painted = HashMap::new();
    for name in textures(files) {
        let key = texture_key(&name);
        let texture = scene.textures.iter().position(|texture| texture_key(&texture.name) == key);
        let Some(texture) = texture.filter(|_| !painted.contains_key(&key)) else { continue };
        let material = Material { texture: Some(TextureId::from(texture)), name, ..Material::default() };
        painted.insert(key, MaterialId::from(scene.materials.len()));
        scene.materials.push(material);
    }
    let names = Names::new(scene, files);
    let known = Known { names: &names, frame: &scene.frame, textures: &painted, sounds };
    let mut missing = Missing::default();
    let mut programs = Vec::with_capacity(names.programs());
    for anim in files {
        let scripts = scripts::table(anim, &scene.frame);
        // The first definition stands for none.
        for definition in anim.definitions.iter().skip(1) {
            let mut compiler = Compiler::new(anim, definition, &scripts, known, &mut missing);
            programs.push(compiler.definition());
        }
    }
    for value in programs.iter().flat_map(callbacks) {
        if scene.callbacks.meaning(value).is_none() {
            *missing.callbacks.entry(value).or_default() += 1;
        }
    }
    scene.programs = programs;
    missing.report(file, findings);
}

/// The numbers that a program tells the game.
fn callbacks(program: &Definition) -> impl Iterator<Item = u32> {
    let lists = program.sequences.iter().map(|sequence| &sequence.steps);
    let steps = lists.chain([&program.reset, &program.damage]).flatten();
    steps.filter_map(|step| match step.event {
        Event::Callback(value) => Some(value),
        _ => None,
    })
}

impl Missing {
    fn report(self, file: &str, findings: &mut Vec<Finding>) {
        let listed = |names: Vec<String>, total: usize| {
            let shown: Vec<String> = names.iter().take(5).cloned().collect();
            let more = names.len().saturating_sub(shown.len());
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("{total} times {}{more}", shown.join(", "))
        };
        let mut tell = |code, expected, counts: Vec<(String, usize)>| {
            if !counts.is_empty() {
                let total = counts.iter().map(|(_, count)| count).sum();
                let names = counts.into_iter().map(|(name, _)| name).collect();
                findings.push(Finding::new(code, Severity::Note, file, expected, listed(names, total)));
            }
        };
        tell(&ANIM_NODES, "nodes of the world", self.nodes.into_iter().collect());
        tell(&ANIM_SOUNDS, "sounds of the game", self.sounds.into_iter().collect());
        tell(&ANIM_CALLS, "animations of these files", self.calls.into_iter().collect());
        let events = self.events.into_iter().map(|(event, count)| (event.to_owned(), count)).collect();
        tell(&ANIM_EVENTS, "events that are known", events);
        let callbacks = self.callbacks.into_iter().map(|(value, count)| (value.to_string(), count)).collect();
        tell(&ANIM_CALLBACKS, "numbers that the game knows", callbacks);
    }
}

impl Compiler<'_> {
    fn definition(&mut self) -> Definition {
        let source = self.definition;
        let head = &source.head;
        let has = |flag: u32| head.flags & flag != 0;
        let gate = if has(flags::EXECUTION_BY_RANGE) {
            Gate::Range {
                min_sq: sound(head.exec_by_range_min.get()),
                max_sq: sound(head.exec_by_range_max.get()),
            }
        } else if has(flags::EXECUTION_BY_ZONE) {
            Gate::Zone
        } else {
            Gate::Always
        };
        let sequences = source.sequences.iter().map(|sequence| Sequence {
            name: sequence.header.name.text().into(),
            on_call: !sequence.header.starts_at_once(),
            steps: self.steps(sequence),
        });
        let sequences = sequences.collect();
        let reset = source.reset_sequence.as_deref().map(|reset| self.steps(reset)).unwrap_or_default();
        let damage = source.damage_sequence.as_deref().map(|damage| self.steps(damage)).unwrap_or_default();
        Definition {
            name: head.anim_name.text().into(),
            root: self.root,
            activation: match head.activation {
                activation::WEAPON_HIT => Activation::WeaponHit,
                activation::COLLIDE_HIT => Activation::CollideHit,
                activation::WEAPON_OR_COLLIDE_HIT => Activation::AnyHit,
                activation::ON_STARTUP => Activation::OnStartup,
                _ => Activation::OnCall,
            },
            gate,
            health: sound(head.max_health.get()).max(0.0),
            reset_time: if has(flags::RESET_TIME) { sound(head.reset_time.get()) } else { -1.0 },
            resets_first: has(flags::RESET_TIME),
            // Recoil has no word for it and always restores.
            restores: has(flags::AUTO_RESET_NODE_STATES) || self.anim.version == Version::Recoil,
            disabled: head.status == DISABLED,
            takes_blasts: has(flags::PROXIMITY_DAMAGE),
            prerequisites: self.prerequisites(),
            min_to_satisfy: source.lists.activ_prereq_min_to_satisfy.into(),
            saved: self.saved(),
            nodes: self.nodes.clone(),
            lights: self.lights(),
            sounds: self.sounds(),
            sound_nodes: self.sound_nodes(),
            puffers: self.puffers(),
            effects: self.effects(),
            sequences,
            reset,
            damage,
        }
    }
}

/// A number of a file that may be NaN or infinite: 0 in their place.
fn sound(value: f32) -> f32 {
    if value.is_finite() { value } else { 0.0 }
}

/// Angles about three axes of the game in the engine's.
fn angles(frame: &Frame, angles: [f32; 3]) -> glam::Vec3 {
    axes::turns(frame, glam::Vec3::from_array(angles))
}

/// The number of a program in the scene.
fn program_id(number: usize) -> ProgramId {
    ProgramId(u32::try_from(number).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_of_programs_are_numbers_of_the_title() {
        let known = ProgramRules {
            force: 0.01,
            reach_up: 10.0,
            rest: [0.1, 0.5],
            keeps: 0.2,
            rise: 0.5,
            groundless_s: [15.0, 35.0],
            cover: 50.0,
            jump: 200.0,
            light_range: [32.0, 64.0],
        };
        for title in ["recoil", "mechwarrior3", "pirates-moon", "crimson-skies"] {
            assert_eq!(rules(Constants::of(title)), known, "{title}");
        }
        assert_eq!(rules(Constants::of("acknex")), ProgramRules::default());
    }
}
