//! Definitions of the Zipper games: what their readers say of vehicles, weapons, opponents, pickups, objectives and
//! all else that a mission is made of, as typed values with their units, and where each of them comes from.
//!
//! Nothing here decides what a value does. A definition may lack anything: what it does not say comes from the
//! definition that it is a kind of, or from the title's constants where its program has one.
//!
//! | file | holds |
//! |---|---|
//! | `schema.rs` | what a table says of a key: form, unit, bounds, games, source |
//! | `keys` | the tables, and which file holds which keys |
//! | `value.rs` | values after their checks |
//! | `read.rs` | lists of a reader by the tables |
//! | `files.rs` | files of a reader as definitions |
//! | `kind_of.rs` | values that come from another definition, or from the program |
//! | `constants.rs`, `constants` | numbers of the games' programs and proposals, one file per title |
//! | `heard.rs` | sounds and groups as definitions |
//! | `notes.rs` | what is odd about a file |
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`; `docs/spec/zbd/mw3-runtime.md`, "5. Mech definitions" and "7.
//! Other MW schemas known".

pub mod constants;
mod files;
mod heard;
pub mod keys;
mod kind_of;
pub(super) mod notes;
mod read;
pub mod schema;
mod value;

pub use constants::{Amount, Constant, Constants};
pub use notes::CODES;
pub use value::{Field, Held, Origin, find};

use crate::Difficulty;
use binary::{Finding, Mode, Severity};
use notes::{MANY, Notes, UNREADABLE};
use schema::{Games, Topic};
use std::collections::BTreeMap;
use vfs::Vfs;

/// Most definitions of an install.
const MOST: usize = 16_384;

/// A definition.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// What it is about.
    pub topic: Topic,
    /// Its name.
    pub name: String,
    /// Address of its file.
    pub file: String,
    /// Name of the mod that has the file, or `install`.
    pub layer: String,
    /// What it says, then what it takes over, then what the program adds.
    pub fields: Vec<Field>,
}

impl Definition {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Held> {
        find(&self.fields, key)
    }

    /// The number of a key, or the first of several.
    pub fn number(&self, key: &str) -> Option<f32> {
        self.get(key)?.number()
    }

    /// The numbers of a key; none where it is not there.
    pub fn numbers(&self, key: &str) -> &[f32] {
        self.get(key).map_or(&[], Held::numbers)
    }

    /// The word of a key.
    pub fn word(&self, key: &str) -> Option<&str> {
        self.get(key)?.word()
    }
}

/// All definitions of an install, or of one of its worlds.
#[derive(Debug, Default)]
pub struct Definitions {
    /// In the order of the archives, of their members, and of what these hold.
    pub all: Vec<Definition>,
    /// What was odd.
    pub findings: Vec<Finding>,
    /// Bytes that were read.
    pub bytes_read: u64,
}

impl Definitions {
    /// Reads the definitions of a title from archives of readers. Of several archives of one world the first counts:
    /// mission, chapter, game.
    pub fn read(vfs: &Vfs, title: &str, archives: &[String]) -> Self {
        Self::read_files(vfs, title, archives, None)
    }

    /// The same, of files that there is one of for each difficulty that one alone.
    pub fn read_for(vfs: &Vfs, title: &str, archives: &[String], difficulty: Difficulty) -> Self {
        Self::read_files(vfs, title, archives, Some(difficulty))
    }

    fn read_files(vfs: &Vfs, title: &str, archives: &[String], difficulty: Option<Difficulty>) -> Self {
        let mut own = Definitions::default();
        let Some(game) = Games::of_title(title) else { return own };
        let mut notes: BTreeMap<String, Notes> = BTreeMap::new();
        for archive in archives {
            own.add_archive(vfs, archive, (game, difficulty), &mut notes);
        }
        kind_of::settle(&mut own.all, &mut notes);
        kind_of::add_constants(&mut own.all, Constants::of(title), game);
        for (file, notes) in notes {
            own.findings.extend(notes.report(&file));
        }
        own
    }

    /// The first definition of a topic with a name, in any case.
    pub fn find(&self, topic: Topic, name: &str) -> Option<&Definition> {
        self.all.iter().find(|one| one.topic == topic && one.name.eq_ignore_ascii_case(name))
    }

    /// Puts the configuration of a name before the others of a definition, since the first counts; false without one of
    /// that name.
    pub fn choose_configuration(&mut self, topic: Topic, name: &str, configuration: &str) -> bool {
        let is_it = |one: &&mut Definition| one.topic == topic && one.name.eq_ignore_ascii_case(name);
        let fields = self.all.iter_mut().find(is_it).map_or(&mut [][..], |own| &mut own.fields);
        let own = fields.iter_mut().find(|field| field.name.eq_ignore_ascii_case("configurations"));
        let Some(Held::Named(all)) = own.map(|field| &mut field.held) else { return false };
        let at = all.iter().position(|(own, _)| own.eq_ignore_ascii_case(configuration));
        at.inspect(|at| all[..=*at].rotate_right(1)).is_some()
    }

    fn add_archive(
        &mut self,
        vfs: &Vfs,
        archive: &str,
        (game, difficulty): (Games, Option<Difficulty>),
        notes: &mut BTreeMap<String, Notes>,
    ) {
        // An archive that is not there, or cannot be opened, is told by what opens the install.
        let members = vfs.list(archive).unwrap_or_default();
        let has = |name: &str| members.iter().any(|member| member.name.eq_ignore_ascii_case(name));
        for member in &members {
            let found = keys::FILES
                .iter()
                .find_map(|file| file.name_of(&member.name, game).map(|name| (file, name.to_owned())));
            let Some((file, name)) = found else { continue };
            // `dfn_hard.zrd` would be a 'mech of that name.
            let has_difficulties = file.readers.len() > 1;
            if difficulty.is_some_and(|own| has_difficulties && !counts(&member.name, own, has)) {
                continue;
            }
            let read = vfs.read(&member.address).and_then(|bytes| {
                self.bytes_read += bytes.len() as u64;
                zbd::reader::read_any(&bytes, Mode::Lenient)
            });
            let value = match read {
                Ok((value, report)) => {
                    let odd = report.into_findings().into_iter();
                    self.findings.extend(odd.map(|finding| finding.in_file(&member.address)));
                    value
                }
                Err(why) => {
                    let expected = "a reader file";
                    let found = why.to_string();
                    self.findings.push(Finding::new(
                        &UNREADABLE,
                        Severity::Warning,
                        &member.address,
                        expected,
                        found,
                    ));
                    continue;
                }
            };
            let layer = vfs.layers().get(member.layer).map_or("", |layer| layer.name.as_str());
            let place = files::Place { name: &name, file: &member.address, layer };
            let own = notes.entry(member.address.clone()).or_default();
            let mut more = files::definitions(&value, file, game, place, own, &mut self.findings);
            let room = MOST.saturating_sub(self.all.len());
            if more.len() > room {
                let found = format!("{} more", more.len() - room);
                let expected = format!("at most {MOST}");
                self.findings.push(Finding::new(&MANY, Severity::Warning, &member.address, expected, found));
                more.truncate(room);
            }
            self.all.append(&mut more);
        }
    }
}

/// Whether a file counts at a difficulty: where there is one for it, `vehicle_hard.zrd` for example, this takes the place
/// of the one that is named for none.
fn counts(name: &str, difficulty: Difficulty, has: impl Fn(&str) -> bool) -> bool {
    let name = name.to_ascii_lowercase();
    let Some(stem) = name.strip_suffix(".zrd") else { return true };
    let named = |own: Difficulty| stem.strip_suffix(own.name()).is_some_and(|stem| stem.ends_with('_'));
    match Difficulty::ALL.into_iter().find(|own| named(*own)) {
        Some(own) => own == difficulty,
        None => !has(&format!("{stem}_{}.zrd", difficulty.name())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_files_for_each_difficulty_one_counts() {
        let of = |members: &[&str], difficulty: Difficulty| -> Vec<String> {
            let has = |name: &str| members.iter().any(|own| own.eq_ignore_ascii_case(name));
            let own = members.iter().filter(|name| counts(name, difficulty, has));
            own.map(|name| (*name).to_owned()).collect()
        };
        let all = ["ai.zrd", "VEHICLE.ZRD", "vehicle_easy.zrd", "Vehicle_Hard.zrd", "hard.txt"];
        assert_eq!(of(&all, Difficulty::Easy), ["ai.zrd", "vehicle_easy.zrd", "hard.txt"]);
        assert_eq!(of(&all, Difficulty::Normal), ["ai.zrd", "VEHICLE.ZRD", "hard.txt"]);
        assert_eq!(of(&all, Difficulty::Hard), ["ai.zrd", "Vehicle_Hard.zrd", "hard.txt"]);
        // Where there is none for it, the usual one counts.
        assert_eq!(of(&["vehicle.zrd"], Difficulty::Hard), ["vehicle.zrd"]);
        assert_eq!(of(&["vehicle_hard.zrd"], Difficulty::Easy), [""; 0]);
    }
}
