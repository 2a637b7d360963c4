//! What is heard of a name: a definition of the readers, with its file, its text and its groups, or the
//! plain file of that name.
//!
//! Source: `docs/spec/zbd/anim.md`, "8.6 Static sounds, 36 bytes"; `docs/spec/zbd/engine-behaviour.md`,
//! "16. Sound".

use super::sound_definitions::{GroupDefinition, READER, SoundDefinition, SoundDefinitions};
use super::sounds::SoundIndex;
use crate::{SoundFiles, SoundSetup};
use binary::{Finding, Mode, Severity, codes};
use std::collections::{BTreeMap, BTreeSet};
use vfs::Vfs;
use world::program::{GroupMember, ProgramSound, SoundGroup, SoundGroupId, SoundRef};
use world::{SoundManner, SoundQueue, SoundRules};
use zbd::messages::{self, Layout, Messages};
use zbd::reader;

codes! {
    MEMBERS = "load.sounds.members": "groups of sounds name what the game does not have, or themselves"
        => "nothing for retail worlds: such a member is never chosen; a mod adds a sound of that name";
    TEXTS = "load.sounds.texts": "what sounds say is not among the game's texts"
        => "copy the game's message DLL (Mech3Msg.dll, messages.dll or strings.dll) beside its folder of data; captions show the key instead";
}

/// The set that belongs to every world.
const COMMON: &str = "common";

/// What is heard of the names that animations use.
#[derive(Debug, Default)]
pub(super) struct SoundTable {
    index: SoundIndex,
    /// By name in lower case.
    sounds: BTreeMap<String, SoundDefinition>,
    texts: Messages,
    ids: BTreeMap<String, SoundGroupId>,
    /// By [`SoundGroupId`].
    groups: Vec<SoundGroup>,
}

impl SoundTable {
    /// Reads what an install says of its sounds.
    pub fn new(vfs: &Vfs, files: &SoundFiles, setup: &SoundSetup, findings: &mut Vec<Finding>) -> Self {
        let mut definitions = SoundDefinitions::default();
        for archive in &setup.readers {
            let address = format!("{archive}/{READER}");
            if !vfs.is_file(&address) {
                continue;
            }
            let read = vfs.read(&address).and_then(|bytes| {
                reader::read_any(&bytes, Mode::Lenient).map_err(|finding| Box::new(finding.in_file(&address)))
            });
            match read {
                Ok((value, report)) => {
                    let noticed = report.into_findings().into_iter();
                    findings.extend(noticed.map(|finding| finding.in_file(&address)));
                    definitions.add(&value, &address, findings);
                }
                Err(finding) => findings.push(Finding { severity: Severity::Warning, ..*finding }),
            }
        }
        let texts = setup.messages.as_ref().and_then(|address| texts(vfs, address)).unwrap_or_default();
        let mut table = SoundTable { index: SoundIndex::new(vfs, files), texts, ..SoundTable::default() };
        let SoundDefinitions { sounds, sub_sets, groups } = definitions;
        table.choose(sounds, &sub_sets, &setup.sets);
        table.untold(&setup.readers, findings);
        table.add_groups(&groups, setup.rules, findings);
        table.measure(vfs);
        table
    }

    /// Of definitions with one name that counts which is in a set of the world, then in what all worlds
    /// have, then anywhere: the first in each case.
    fn choose(
        &mut self,
        sounds: Vec<SoundDefinition>,
        sub_sets: &BTreeMap<String, Vec<String>>,
        sets: &[String],
    ) {
        let mut own = BTreeSet::new();
        let mut open: Vec<String> = sets.iter().map(|set| set.to_ascii_lowercase()).collect();
        while let Some(set) = open.pop() {
            let inner = sub_sets.get(&set).into_iter().flatten().map(|inner| inner.to_ascii_lowercase());
            if own.insert(set.clone()) {
                open.extend(inner);
            }
        }
        let rank = |sound: &SoundDefinition| {
            let set = sound.set.to_ascii_lowercase();
            if own.contains(&set) { 0 } else { 1 + u8::from(set != COMMON) }
        };
        for sound in sounds {
            let key = sound.name.to_ascii_lowercase();
            let is_better = self.sounds.get(&key).is_none_or(|known| rank(&sound) < rank(known));
            if is_better {
                self.sounds.insert(key, sound);
            }
        }
    }

    /// Says how many subtitles have no text.
    fn untold(&self, readers: &[String], findings: &mut Vec<Finding>) {
        let keys = self.sounds.values().filter_map(|sound| sound.subtitle.as_deref());
        let untold: Vec<&str> = keys.filter(|key| self.texts.text(key).is_none()).collect();
        if let Some(first) = untold.first() {
            let file = readers.first().map_or("", String::as_str);
            let found = format!("none for {first} and {} more", untold.len() - 1);
            findings.push(Finding::new(&TEXTS, Severity::Note, file, "texts of subtitles", found));
        }
    }

    /// What is heard of a name; `stays` for a sound that is switched on and off. A plain file that stays
    /// starts over at its end.
    pub fn find(&self, name: &str, stays: bool) -> Option<SoundRef> {
        let key = name.to_ascii_lowercase();
        if let Some(sound) = self.sounds.get(&key).and_then(|own| self.defined(own)) {
            return Some(sound.into());
        }
        if let Some(id) = self.ids.get(&key) {
            return Some(SoundRef::Group(*id));
        }
        let file = self.index.find(name)?.into();
        Some(ProgramSound { file, volume: 1.0, looping: stays, ..ProgramSound::default() }.into())
    }

    /// One sound for a name, where no group can be: of a group its first.
    pub fn one(&self, name: &str) -> Option<ProgramSound> {
        let mut found = self.find(name, false)?;
        // No group leads back to itself.
        loop {
            match found {
                SoundRef::One(sound) => return Some(sound),
                SoundRef::Group(id) => found = self.groups.get(id.index())?.members.first()?.what.clone(),
            }
        }
    }

    /// The text of a key; the key itself where the game has none.
    pub fn text<'t>(&'t self, key: &'t str) -> &'t str {
        self.texts.text(key).unwrap_or(key).trim()
    }

    fn defined(&self, own: &SoundDefinition) -> Option<ProgramSound> {
        let queue = match own.speech {
            true => SoundQueue::Speech,
            false => SoundQueue::Effects,
        };
        let text = |key: &String| self.text(key).into();
        Some(ProgramSound {
            file: self.index.find(&own.file)?.into(),
            volume: own.volume,
            looping: own.looped,
            range: own.range,
            // Who says neither that it has a place nor how far it is heard wants it heard anywhere.
            everywhere: !own.placed && own.range.is_none(),
            seconds: 0.0,
            manner: SoundManner {
                speech: own.speech,
                queue: own.queued.then_some(queue),
                priority: if own.queued { own.priority } else { 0 },
                subtitle: own.subtitle.as_ref().map(text),
            },
        })
    }

    /// Groups become numbers; what they name is looked for among sounds, then among groups.
    fn add_groups(&mut self, groups: &[GroupDefinition], rules: SoundRules, findings: &mut Vec<Finding>) {
        let mut unknown: Vec<String> = Vec::new();
        for group in groups {
            let id = SoundGroupId(self.groups.len() as u32);
            self.groups.push(SoundGroup::default());
            self.ids.entry(group.name.to_ascii_lowercase()).or_insert(id);
        }
        // Groups inside of groups have no name that others may use.
        let mut open: Vec<(usize, &GroupDefinition)> = groups.iter().enumerate().collect();
        let mut done = 0;
        while let Some((number, group)) = open.get(done).copied() {
            done += 1;
            let mut members = Vec::with_capacity(group.members.len());
            for member in &group.members {
                let what = if member.members.is_empty() {
                    self.find(&member.name, false)
                } else {
                    let inner = self.groups.len();
                    self.groups.push(SoundGroup::default());
                    open.push((inner, member));
                    Some(SoundRef::Group(SoundGroupId(inner as u32)))
                };
                let Some(what) = what else {
                    unknown.push(member.name.clone());
                    continue;
                };
                members.push(GroupMember {
                    what,
                    weight: member.weight.unwrap_or(1.0),
                    delay_s: member.delay_s,
                    count: member.count.unwrap_or(1).max(1) as u32,
                });
            }
            let after = |part: Option<f32>| part.filter(|part| *part < 1.0).unwrap_or(rules.weight_after_use);
            if let Some(place) = self.groups.get_mut(number) {
                *place = SoundGroup {
                    name: group.name.as_str().into(),
                    members,
                    weight_after_use: group.dynamic.map(after),
                    repeats: group.repeats,
                    repeat_delay_s: group.repeat_delay_s,
                    min_delay_s: group.min_delay_s,
                    fade_s: group.fade_s,
                    solo: group.solo,
                };
            }
        }
        self.break_rings(&mut unknown);
        if let Some(first) = unknown.first() {
            let found = format!("{first} and {} more", unknown.len() - 1);
            findings.push(Finding::new(&MEMBERS, Severity::Note, READER, "sounds of the game", found));
        }
    }

    /// Leaves out members that lead back to their own group.
    fn break_rings(&mut self, broken: &mut Vec<String>) {
        let inner = |group: &SoundGroup| -> Vec<usize> {
            let members = group.members.iter().filter_map(|member| match member.what {
                SoundRef::Group(id) => Some(id.index()),
                SoundRef::One(_) => None,
            });
            members.collect()
        };
        // Groups whose members are all sounds, then those whose groups are all among these, and so on.
        let mut waits: Vec<usize> = self.groups.iter().map(|group| inner(group).len()).collect();
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); self.groups.len()];
        for (user, group) in self.groups.iter().enumerate() {
            for id in inner(group) {
                users[id].push(user);
            }
        }
        let mut ready: Vec<usize> = (0..waits.len()).filter(|group| waits[*group] == 0).collect();
        let mut is_sound = vec![false; waits.len()];
        while let Some(group) = ready.pop() {
            is_sound[group] = true;
            for user in std::mem::take(&mut users[group]) {
                waits[user] -= 1;
                if waits[user] == 0 {
                    ready.push(user);
                }
            }
        }
        for (number, group) in self.groups.iter_mut().enumerate().filter(|(number, _)| !is_sound[*number]) {
            let before = group.members.len();
            group.members.retain(|member| match member.what {
                SoundRef::Group(id) => is_sound[id.index()],
                SoundRef::One(_) => true,
            });
            if group.members.len() < before {
                broken.push(format!("{} (group {number}, itself)", group.name));
            }
        }
    }

    /// Finds out how long sounds last where a group goes on after their end.
    fn measure(&mut self, vfs: &Vfs) {
        let mut known: BTreeMap<Box<str>, f32> = BTreeMap::new();
        // A group may repeat what is chosen inside of another.
        let any_repeats = self.groups.iter().any(|group| group.repeats != 0);
        for member in self.groups.iter_mut().flat_map(|group| &mut group.members) {
            let SoundRef::One(sound) = &mut member.what else { continue };
            if any_repeats || member.count > 1 {
                let length = known.entry(sound.file.clone()).or_insert_with(|| seconds(vfs, &sound.file));
                sound.seconds = *length;
            }
        }
    }

    /// The groups, for the scene.
    pub fn into_groups(self) -> Vec<SoundGroup> {
        self.groups
    }
}

/// How long a sound file lasts; 0 for what is none.
fn seconds(vfs: &Vfs, file: &str) -> f32 {
    let look = |bytes: vfs::Bytes| zbd::sounds::look(&bytes, Mode::Lenient).ok();
    let info = vfs.read(file).ok().and_then(look);
    info.map_or(0.0, |(info, _)| info.duration_s() as f32)
}

fn texts(vfs: &Vfs, address: &str) -> Option<Messages> {
    let layout = Layout::of_file(address.rsplit('/').next()?)?;
    let bytes = vfs.read(address).ok()?;
    messages::read(&bytes, layout, Mode::Lenient).ok().map(|(messages, _)| messages)
}
