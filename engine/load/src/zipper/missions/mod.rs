//! The mission of a world for whoever drives in it: its objectives from the game's definitions, and the numbers that no
//! definition says from the constants of its program.
//!
//! What is not understood, or names what does not exist, is a finding that names it: whatever else the file says
//! counts.
//!
//! | file | holds |
//! |---|---|
//! | `objectives.rs` | an objective, directive by directive |
//! | `conditions.rs` | what completes it |
//! | `names.rs` | nodes, animations, objectives and groups by their names |
//! | `notes.rs` | what is odd |
//! | `pickups.rs` | what lies about to be collected |
//! | `targets.rs` | danger zones, what can be aimed at |
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "B6. Pickups (`puppies.zrd`)", "B7. Objectives (`objectives.zrd`)",
//! "Part D — Mission script vocabulary (Crimson Skies `objectives.zrd`)".

mod conditions;
mod names;
mod notes;
mod objectives;
mod pickups;
mod targets;

pub use notes::CODES;

use super::definitions::schema::{Games, Topic};
use super::definitions::{Constants, Definition, Definitions, Field};
use super::sound_table::SoundTable;
use binary::Finding;
use notes::Notes;
use world::program::SoundRef;
use world::{
    DangerZone, GeneratorLaw, Gift, LawKind, MOST_OBJECTIVES, MissionAct, MissionLaw, MissionOutcome,
    MissionRules, PickupLaw, Rank, Scene, TankMode, TargetLaw, TimerLaw,
};

/// Says what is to be done in a world, if its definitions have objectives. What the words of MechWarrior 3 and Pirate's Moon
/// mean is inferred from Crimson Skies.
pub(super) fn brief(
    scene: &mut Scene,
    title: &str,
    own: &Definitions,
    heard: &SoundTable,
    findings: &mut Vec<Finding>,
) {
    let (Some(game), Some(_)) = (Games::of_title(title), scene.drives) else { return };
    // Of several archives the first that has any counts: mission, chapter, game.
    let Some(file) = own.all.iter().find(|one| one.topic == Topic::Objective).map(|one| one.file.clone())
    else {
        return;
    };
    let mut reading = Reading::new(scene, (game, title), own, heard, &file);
    let law = reading.mission(own, &file);
    let notes = std::mem::take(&mut reading.notes);
    findings.extend(notes.report(&file));
    take_away(scene, &law.pickups, Constants::of(title));
    scene.mission = Some(Box::new(law));
}

/// Whoever drives has no mode that lies about to be found, nor one that is found after it. Those before it may be from
/// earlier missions, of which nothing is known where one is played alone.
fn take_away(scene: &mut Scene, pickups: &[PickupLaw], constants: &Constants) {
    let order = constants.numbers("pickup.mode_order");
    let place = |gift: Gift| match gift {
        Gift::Mode(mode) => order.iter().position(|number| *number == f32::from(mode.number())),
        _ => None,
    };
    let Some(first) = pickups.iter().filter_map(|own| place(own.gift)).min() else { return };
    let later = TankMode::ALL.into_iter().filter(|mode| {
        let own = order.iter().position(|number| *number == f32::from(mode.number()));
        own.is_some_and(|own| own >= first)
    });
    let later = later.fold(0, |all, mode| all | mode.bit());
    let driven = scene.drives.and_then(|number| scene.vehicles.get_mut(number as usize));
    if let Some(LawKind::Tank(law)) = driven.map(|vehicle| &mut vehicle.law) {
        law.upgrades &= !later;
    }
}

/// A mission while it is read.
struct Reading<'a> {
    scene: &'a Scene,
    /// Recoil's objectives have no ranks.
    is_recoil: bool,
    /// Those of Crimson Skies are completed at once without a condition. Of the others nobody says so, and one whose
    /// words are not known must not be completed by that.
    needs_no_condition: bool,
    constants: &'static Constants,
    heard: &'a SoundTable,
    /// Names of the objectives, by their numbers.
    names: Vec<String>,
    zones: Vec<DangerZone>,
    targets: Vec<TargetLaw>,
    generators: Vec<GeneratorLaw>,
    notes: Notes,
}

impl<'a> Reading<'a> {
    fn new(
        scene: &'a Scene,
        (game, title): (Games, &str),
        own: &Definitions,
        heard: &'a SoundTable,
        file: &str,
    ) -> Self {
        let names = objectives_of(own, file).map(|one| one.name.clone()).collect();
        let mut reading = Reading {
            scene,
            is_recoil: game == Games::RECOIL,
            needs_no_condition: game == Games::SKIES,
            constants: Constants::of(title),
            heard,
            names,
            zones: Vec::new(),
            targets: Vec::new(),
            generators: Vec::new(),
            notes: Notes::default(),
        };
        reading.read_targets(own);
        reading
    }

    fn mission(&mut self, own: &Definitions, file: &str) -> MissionLaw {
        let count = own.all.iter().filter(|one| one.topic == Topic::Objective && one.file == file).count();
        if count > MOST_OBJECTIVES {
            self.notes.value("the file", &format!("{count} objectives instead of {MOST_OBJECTIVES}"));
        }
        let head = own.all.iter().find(|one| one.topic == Topic::Mission && one.file == file);
        let mut law = MissionLaw { rules: self.rules(), ..MissionLaw::default() };
        let mut is_last = false;
        for field in head.map_or(&[][..], |head| head.fields.as_slice()) {
            is_last |= field.key.name == "FINAL_MISSION";
            self.of_file(&mut law, field);
        }
        let usual = objectives::Usual::of(head, self.constants);
        for one in objectives_of(own, file) {
            is_last |= one.get("FINAL_MISSION").is_some();
            law.objectives.push(self.objective(one, usual));
        }
        if let &[count, review_s] = self.constants.numbers("objective.final")
            && is_last
        {
            law.rules.last = Some((count as u32, review_s));
        }
        self.note_at_once(&law);
        law.pickups = pickups::read(self.scene, self.constants);
        law.zones = std::mem::take(&mut self.zones);
        law.targets = std::mem::take(&mut self.targets);
        law.generators = std::mem::take(&mut self.generators);
        law
    }

    /// What stands beside the objectives.
    fn of_file(&mut self, law: &mut MissionLaw, field: &Field) {
        let words = field.held.words();
        match field.key.name {
            "MISSION_TIMER" => {
                let seconds = words.first().and_then(|word| word.parse::<f32>().ok());
                match seconds.filter(|seconds| *seconds > 0.0) {
                    Some(seconds) => {
                        let loses = !words.iter().any(|word| word.eq_ignore_ascii_case("NOLOSS"));
                        law.timer = Some(TimerLaw { seconds, loses });
                    }
                    None => self.notes.value("MISSION_TIMER", &words.join(" ")),
                }
            }
            "RESTORE_ANIMS" => self.begin(law, field, MissionAct::RestoreProgram),
            "EXECUTE_ANIMS" => self.begin(law, field, MissionAct::ExecuteProgram),
            "INVALIDATE_ANIMS" => self.begin(law, field, MissionAct::InvalidateProgram),
            "MISSION_WON_SOUND" => law.won_sound = self.sound(field),
            "MISSION_LOST_SOUND" => law.lost_sound = self.sound(field),
            "*_COMPLETE_SOUND" => {
                let rank = field.name.split('_').next().and_then(rank_of);
                match rank.and_then(|rank| law.complete_sounds.get_mut(rank as usize)) {
                    Some(slot) => *slot = self.sound(field),
                    None => self.notes.directive("the file", &field.name),
                }
            }
            "FINAL_MISSION" | "REVIEW_DELAY" | "READ_TIME" => {}
            _ => self.notes.directive("the file", &field.name),
        }
    }

    fn begin(&mut self, law: &mut MissionLaw, field: &Field, act: fn(world::ProgramId) -> MissionAct) {
        for word in field.held.words() {
            law.begins.extend(self.program(word, &field.name).map(act));
        }
    }

    /// What is heard of the first word of a field.
    fn sound(&mut self, field: &Field) -> Option<SoundRef> {
        let word = field.held.word()?;
        let found = self.heard.find(word, false);
        if found.is_none() {
            self.notes.name(&field.name, &format!("sound {word}"));
        }
        found
    }

    fn rules(&self) -> MissionRules {
        let one = |name: &str| self.constants.number(name).unwrap_or_default().max(0.0);
        let nth = |name: &str, at: usize| self.constants.numbers(name).get(at).copied().unwrap_or_default();
        MissionRules {
            won_s: one("mission.won_s"),
            instant_s: one("mission.instant_s"),
            last: None,
            death_s: one("mission.death_s"),
            sound_s: one("mission.sound_s"),
            lives: [one("mission.lives") as u32, nth("pickup.life", 1).max(0.0) as u32],
            gate: one("mission.gate"),
            reach: one("pickup.reach"),
            sight: one("pickup.sight"),
            healthy: nth("pickup.health", 2),
            generator_s: one("mission.generator_s"),
        }
    }

    /// Says which objectives are completed before anybody does anything.
    fn note_at_once(&mut self, law: &MissionLaw) {
        let (mut counting, mut open) = (0, 0);
        for own in law.objectives.iter().filter(|own| own.rank.is_some() || own.ends.is_some()) {
            let at_once = own.life.delay == Some(0.0)
                && own.after.is_none()
                && (own.conditions.is_empty() || own.conditions.iter().any(|one| self.holds_at_start(one)));
            if at_once {
                self.notes.at_once(&own.name);
            }
            let counts = own.rank == Some(Rank::Primary) || own.ends == Some(MissionOutcome::Won);
            counting += usize::from(counts);
            open += usize::from(counts && !at_once);
        }
        if counting > 0 && open == 0 {
            self.notes.at_once("the mission");
        }
    }
}

/// The objectives of a file that count.
fn objectives_of<'d>(own: &'d Definitions, file: &str) -> impl Iterator<Item = &'d Definition> {
    let is_one = move |one: &&Definition| one.topic == Topic::Objective && one.file == file;
    own.all.iter().filter(is_one).take(MOST_OBJECTIVES)
}

/// The rank that a word says.
fn rank_of(word: &str) -> Option<Rank> {
    let ranks = [Rank::Primary, Rank::Secondary, Rank::Tertiary];
    let words = ["PRIMARY", "SECONDARY", "TERTIARY"];
    ranks.into_iter().zip(words).find(|(_, own)| own.eq_ignore_ascii_case(word)).map(|(rank, _)| rank)
}
