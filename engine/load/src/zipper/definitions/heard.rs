//! Sounds, groups of sounds and kinds of ground as definitions: other modules read them for the game, this one lists
//! them.

use super::Definition;
use super::files::Place;
use super::keys::soils::SOIL;
use super::keys::sounds::{GROUP, SOUND};
use super::schema::{Games, Schema, Topic};
use super::value::{Field, Held, Origin, Value};
use crate::zipper::sound_definitions::{GroupDefinition, SoundDefinition, SoundDefinitions};
use binary::Finding;

/// Most kinds of ground.
const MOST_SOILS: usize = 250;
/// The number of the first kind of ground that a file names: those before are compiled in.
const FIRST_SOIL: i32 = 6;

/// What is gathered for a definition.
struct Fields(&'static Schema, Vec<Field>);

impl Fields {
    fn add(&mut self, name: &str, held: Held) {
        let key = self.0.find(name, Games::ALL);
        self.1.extend(key.map(|key| Field { key, name: key.name.to_owned(), held, from: Origin::File }));
    }

    fn flag(&mut self, name: &str, is_there: bool) {
        if is_there {
            self.add(name, Held::Flag(true));
        }
    }

    fn number(&mut self, name: &str, number: f32) {
        if number != 0.0 {
            self.add(name, Held::Number(number));
        }
    }
}

/// The sounds and groups of a file; its oddities are findings of the sounds' own kind.
pub(super) fn sounds(value: &Value, place: Place<'_>, findings: &mut Vec<Finding>) -> Vec<Definition> {
    let mut read = SoundDefinitions::default();
    read.add(value, place.file, findings);
    let sounds = read.sounds.iter().map(|sound| {
        let sub_sets = read.sub_sets.get(&sound.set.to_ascii_lowercase());
        place.definition(Topic::Sound, sound.name.clone(), of_sound(sound, sub_sets))
    });
    let groups = read.groups.iter();
    let groups = groups.map(|group| place.definition(Topic::SoundGroup, group.name.clone(), of_group(group)));
    sounds.chain(groups).collect()
}

fn of_sound(sound: &SoundDefinition, sub_sets: Option<&Vec<String>>) -> Vec<Field> {
    let mut fields = Fields(&SOUND, Vec::new());
    fields.add("file", Held::Word(sound.file.clone()));
    fields.add("set", Held::Word(sound.set.clone()));
    if let Some(sets) = sub_sets {
        fields.add("SUB_SET", Held::Words(sets.clone()));
    }
    fields.flag("PURGEABLE", sound.purgeable);
    fields.flag("VOICE_QUEUE", sound.speech && sound.queued);
    fields.flag("VOICE", sound.speech && !sound.queued);
    fields.flag("QUEUE", sound.queued && !sound.speech);
    fields.flag("3D", sound.placed);
    fields.flag("LOOPED", sound.looped);
    fields.flag("HARDWARE", sound.hardware);
    fields.add("VOLUME", Held::Number(sound.volume));
    if let Some(range) = sound.range {
        fields.add("RANGE", Held::Numbers(range.to_vec()));
    }
    fields.number("FREQUENCY", sound.frequency.unwrap_or_default());
    fields.add("QPRIORITY", Held::Whole(i32::from(sound.priority)));
    if let Some(key) = &sound.subtitle {
        fields.add("SUBTITLE", Held::Word(key.clone()));
    }
    fields.1
}

fn of_group(group: &GroupDefinition) -> Vec<Field> {
    let mut fields = Fields(&GROUP, Vec::new());
    if let Some(weight) = group.weight {
        fields.add("WEIGHT", Held::Number(weight));
    }
    match group.dynamic {
        Some(Some(factor)) => fields.add("DYNAMIC_WEIGHTS", Held::Number(factor)),
        Some(None) => fields.add("DYNAMIC_WEIGHTS", Held::Flag(true)),
        None => {}
    }
    if let Some(count) = group.count {
        fields.add("PLAY_COUNT", Held::Whole(count));
    }
    fields.number("DELAY_PLAY", group.delay_s);
    if group.repeats != 0 {
        fields.add("REPEAT", Held::Whole(group.repeats));
    }
    fields.number("DELAY_REPEAT", group.repeat_delay_s);
    fields.number("DELAY_TERMINATION", group.fade_s);
    fields.number("MINDELAY", group.min_delay_s);
    fields.flag("PLAY_SOLO", group.solo);
    if !group.members.is_empty() {
        let names = group.members.iter().map(|member| member.name.clone()).collect();
        fields.add("members", Held::Words(names));
    }
    fields.1
}

/// The kinds of ground of a file: all its words but those that say that a name follows.
pub(super) fn soils(value: &Value, place: Place<'_>) -> Vec<Definition> {
    let mut names = Vec::new();
    words(value, &mut names);
    let numbered = (FIRST_SOIL..).zip(names);
    numbered
        .map(|(number, name)| {
            let mut fields = Fields(&SOIL, Vec::new());
            fields.add("number", Held::Whole(number));
            place.definition(Topic::Soil, name, fields.1)
        })
        .collect()
}

fn words(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::Str(word) if into.len() < MOST_SOILS && !word.is("name") => into.push(word.text()),
        Value::List(items) => items.iter().for_each(|item| words(item, into)),
        _ => {}
    }
}
