//! Definitions of sounds as the readers `sounds.zrd` of a game hold them: sets of sounds, and groups of
//! which one is chosen at a time. Where the files are that they name, and what becomes of a definition,
//! is in `sound_table.rs`.
//!
//! Whatever the lists hold that is not understood is skipped: authors' mistakes are in the data of every
//! game. Source: `docs/spec/zbd/mw3-runtime.md`, "7. Other MW schemas known";
//! `docs/spec/zbd/engine-behaviour.md`, "16. Sound".

use binary::{Finding, Severity, codes};
use std::collections::BTreeMap;
use zbd::reader::Value;

codes! {
    INCOMPLETE = "load.sounds.incomplete": "a definition of a sound has no name or no file"
        => "write the name, then the name of the .wav file, then the rest";
    WORDS = "load.sounds.words": "definitions of sounds hold words or lists that mean nothing"
        => "nothing, if the sounds are as they should be; otherwise look for a word that is mistyped";
    NUMBERS = "load.sounds.numbers": "a definition of a sound has a number that no sound can have"
        => "write volumes from 0 to 1, and ranges and delays that are not negative; it counts as the nearest one that is possible";
}

/// The member of an archive of readers that holds them.
pub const READER: &str = "sounds.zrd";

/// A sound as its definition says.
#[derive(Clone, Debug, PartialEq)]
pub struct SoundDefinition {
    /// Its name, by which it is found in any case.
    pub name: String,
    /// The set it is in.
    pub set: String,
    /// Name of its file.
    pub file: String,
    /// The game may forget it while it is not heard (PURGEABLE).
    pub purgeable: bool,
    /// Somebody speaks (VOICE, VOICE_QUEUE).
    pub speech: bool,
    /// It waits for others (QUEUE, VOICE_QUEUE).
    pub queued: bool,
    /// It comes from a place (3D).
    pub placed: bool,
    /// It starts over at its end (LOOPED).
    pub looped: bool,
    /// The sound card was to mix it (HARDWARE).
    pub hardware: bool,
    /// 0..=1.
    pub volume: f32,
    /// Units: it is full up to the first and silent beyond the second.
    pub range: Option<[f32; 2]>,
    /// Hertz to play it at (FREQUENCY), where that is said.
    pub frequency: Option<f32>,
    /// Of those that wait, the one with the greater number comes first (QPRIORITY).
    pub priority: u8,
    /// Key of what is said (SUBTITLE).
    pub subtitle: Option<String>,
}

/// The priority of a sound that says none. Source: `docs/spec/zbd/engine-behaviour.md`, "16. Sound".
const USUAL_PRIORITY: u8 = 3;

/// A group, or a member of one: where it has no members of its own, it names a sound or another group.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupDefinition {
    /// Its name, or that of what it stands for.
    pub name: String,
    /// How often it is chosen, compared with the others of its group (WEIGHT).
    pub weight: Option<f32>,
    /// Weights of members change when they are chosen (DYNAMIC_WEIGHTS): to this part, where one is said.
    pub dynamic: Option<Option<f32>>,
    /// How often it is heard in a row (PLAY_COUNT).
    pub count: Option<i32>,
    /// Seconds from the choice to its start (DELAY_PLAY).
    pub delay_s: f32,
    /// How often it chooses again (REPEAT), -1 for ever.
    pub repeats: i32,
    /// Seconds between two choices (DELAY_REPEAT).
    pub repeat_delay_s: f32,
    /// Seconds in which it fades away (DELAY_TERMINATION).
    pub fade_s: f32,
    /// Seconds before which it is not heard again (EXTRA, MINDELAY).
    pub min_delay_s: f32,
    /// It plays alone (PLAY_SOLO).
    pub solo: bool,
    /// What may be chosen.
    pub members: Vec<GroupDefinition>,
}

/// All definitions of a game and a world.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SoundDefinitions {
    /// In the order of the readers.
    pub sounds: Vec<SoundDefinition>,
    /// Names of the sets that belong to a set (SUB_SET), by its name in lower case.
    pub sub_sets: BTreeMap<String, Vec<String>>,
    /// Groups, in the order of the readers.
    pub groups: Vec<GroupDefinition>,
}

impl SoundDefinitions {
    /// Adds those of a reader behind those that are here: of two with one name the first counts. `file` is
    /// where findings say they come from.
    pub fn add(&mut self, reader: &Value, file: &str, findings: &mut Vec<Finding>) {
        let mut reading = Reading { findings, file, skipped: 0, first: None };
        let root = reader.dictionary();
        for sets in root.each("SETS") {
            self.add_sets(sets.first().unwrap_or(&Value::default()), &mut reading);
        }
        for groups in root.each("SOUND_GROUPS") {
            let list = groups.first().map(unwrapped_list).unwrap_or_default();
            for (name, items) in named_lists(list, &mut reading) {
                self.groups.push(GroupDefinition::read(name, items, &mut reading));
            }
        }
        reading.report();
    }

    fn add_sets(&mut self, sets: &Value, reading: &mut Reading<'_>) {
        for (set, items) in named_lists(unwrapped_list(sets), reading) {
            let mut at = 0;
            while let Some(item) = items.get(at) {
                at += 1;
                match (item, items.get(at)) {
                    (Value::Str(word), Some(Value::List(names))) if word.is("SUB_SET") => {
                        at += 1;
                        let names = names.iter().filter_map(Value::text).map(|name| name.into_owned());
                        self.sub_sets.entry(set.to_ascii_lowercase()).or_default().extend(names);
                    }
                    (Value::Str(word), Some(Value::Str(_))) if word.is("SUB_SET") => {
                        at += 1;
                        let name = items[at - 1].text().unwrap_or_default().into_owned();
                        self.sub_sets.entry(set.to_ascii_lowercase()).or_default().push(name);
                    }
                    // The name before the list of the rest.
                    (Value::Str(name), Some(rest @ Value::List(_))) => {
                        at += 1;
                        self.sounds.extend(SoundDefinition::read(&set, Some(name.text()), rest, reading));
                    }
                    (Value::List(own), _) if own.is_empty() => {}
                    (list @ Value::List(_), _) => {
                        self.sounds.extend(SoundDefinition::read(&set, None, list, reading));
                    }
                    _ => reading.skip(item),
                }
            }
        }
    }
}

/// What is noticed while a reader is read.
struct Reading<'a> {
    findings: &'a mut Vec<Finding>,
    file: &'a str,
    skipped: usize,
    /// The first that was skipped.
    first: Option<String>,
}

impl Reading<'_> {
    fn skip(&mut self, value: &Value) {
        self.skipped += 1;
        self.first.get_or_insert_with(|| match value {
            Value::Str(text) => format!("`{}`", text.text()),
            Value::Int(number) => number.to_string(),
            Value::Float(number) => number.to_string(),
            Value::List(items) => format!("a list of {}", items.len()),
        });
    }

    fn odd_number(&mut self, name: &str, what: &str, value: f32) {
        let found = format!("{what} {value} of {name}");
        let finding = Finding::new(&NUMBERS, Severity::Note, self.file, "a number of a sound", found);
        self.findings.push(finding);
    }

    fn report(self) {
        if let Some(first) = self.first {
            let more = self.skipped - 1;
            let found = if more > 0 { format!("{first} and {more} more") } else { first };
            let expected = "key words of sounds and their values";
            self.findings.push(Finding::new(&WORDS, Severity::Note, self.file, expected, found));
        }
    }
}

/// The items of a list, without lists around it that hold nothing else but one list of lists.
fn unwrapped_list(value: &Value) -> &[Value] {
    let mut items = value.items();
    while let [Value::List(only)] = items
        && only.first().is_some_and(|first| !matches!(first, Value::Str(_)))
    {
        items = only;
    }
    items
}

/// Lists with a name: before them, or as their first item.
fn named_lists<'v>(list: &'v [Value], reading: &mut Reading<'_>) -> Vec<(String, &'v [Value])> {
    let mut named = Vec::new();
    let mut at = 0;
    while let Some(item) = list.get(at) {
        at += 1;
        match (item, list.get(at)) {
            (Value::Str(name), Some(Value::List(items))) => {
                at += 1;
                named.push((name.text(), items.as_slice()));
            }
            (Value::List(items), _) => match items.split_first() {
                Some((Value::Str(name), rest)) => named.push((name.text(), rest)),
                Some(_) => reading.skip(item),
                None => {}
            },
            _ => reading.skip(item),
        }
    }
    named
}

/// A word, a number, or nothing: lists of a definition only hold together what follows a key word.
fn flatten<'v>(value: &'v Value, out: &mut Vec<&'v Value>) {
    match value {
        Value::List(items) => items.iter().for_each(|item| flatten(item, out)),
        word => out.push(word),
    }
}

impl SoundDefinition {
    /// Reads a definition of a set. In the older form numbers follow the names without key words: volume,
    /// then the two ends of the range; that order is inferred from the order of the key words.
    fn read(set: &str, name: Option<String>, list: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        let mut tokens = Vec::new();
        flatten(list, &mut tokens);
        let mut tokens = tokens.into_iter().peekable();
        let mut word =
            || tokens.next_if(|token| matches!(token, Value::Str(_))).and_then(|token| token.text());
        let name = name.or_else(|| word().map(|word| word.into_owned()));
        let file = word().map(|word| word.into_owned());
        let (Some(name), Some(file)) = (name, file) else {
            let found = format!("{} items in the set {set}", list.items().len());
            let expected = "a name and the name of a .wav file";
            reading.findings.push(Finding::new(&INCOMPLETE, Severity::Note, reading.file, expected, found));
            return None;
        };
        let mut own = SoundDefinition {
            name,
            set: set.to_owned(),
            file,
            purgeable: false,
            speech: false,
            queued: false,
            placed: false,
            looped: false,
            hardware: false,
            volume: 1.0,
            range: None,
            frequency: None,
            priority: USUAL_PRIORITY,
            subtitle: None,
        };
        // Numbers without a key word: volume and range of the older form; right behind 3D a range.
        let mut bare = 0;
        let mut volume = None;
        let mut ends: [Option<f32>; 2] = [None; 2];
        while let Some(token) = tokens.next() {
            let mut number = || {
                let is_number = |token: &&Value| matches!(token, Value::Int(_) | Value::Float(_));
                tokens.next_if(is_number).and_then(Value::number)
            };
            match token {
                Value::Str(word) => match word.text().to_ascii_uppercase().as_str() {
                    "PURGEABLE" => own.purgeable = true,
                    "VOICE" => own.speech = true,
                    "QUEUE" => own.queued = true,
                    "VOICE_QUEUE" => (own.speech, own.queued) = (true, true),
                    "3D" => {
                        own.placed = true;
                        if let Some(first) = number() {
                            ends = [Some(first), number()];
                        }
                    }
                    "LOOPED" => own.looped = true,
                    "HARDWARE" => own.hardware = true,
                    "VOLUME" => volume = number().or(volume),
                    "RANGE" => {
                        if let Some(first) = number() {
                            ends = [Some(first), number()];
                        }
                    }
                    "FREQUENCY" => own.frequency = number().or(own.frequency),
                    "QPRIORITY" => {
                        if let Some(priority) = number() {
                            own.priority = priority.clamp(0.0, 255.0) as u8;
                        }
                    }
                    "SUBTITLE" => {
                        let key = tokens.next_if(|token| matches!(token, Value::Str(_)));
                        own.subtitle = key.and_then(Value::text).map(|key| key.into_owned());
                    }
                    _ => reading.skip(token),
                },
                Value::Int(_) | Value::Float(_) if bare < 3 => {
                    match bare {
                        0 => volume = volume.or(token.number()),
                        end => ends[end - 1] = ends[end - 1].or(token.number()),
                    }
                    bare += 1;
                }
                _ => reading.skip(token),
            }
        }
        if let Some(volume) = volume {
            own.volume = within(volume, 1.0);
            if own.volume != volume {
                reading.odd_number(&own.name, "volume", volume);
            }
        }
        own.range = match ends {
            // One end is that of silence.
            [Some(end), None] | [None, Some(end)] => Some([0.0, end]),
            [Some(full), Some(silent)] => Some([full, silent]),
            [None, None] => None,
        };
        if let Some([full, silent]) = &mut own.range {
            if *full < 0.0 || *silent < *full {
                reading.odd_number(&own.name, "range", *silent);
            }
            *full = full.max(0.0);
            *silent = silent.max(*full);
        }
        Some(own)
    }
}

/// A number between 0 and an end.
fn within(value: f32, end: f32) -> f32 {
    if value.is_nan() { 0.0 } else { value.clamp(0.0, end) }
}

impl GroupDefinition {
    /// Reads a group, or a member of one; the reader bounds how deep lists lie in each other.
    fn read(name: String, items: &[Value], reading: &mut Reading<'_>) -> Self {
        let mut own = GroupDefinition {
            name,
            weight: None,
            dynamic: None,
            count: None,
            delay_s: 0.0,
            repeats: 0,
            repeat_delay_s: 0.0,
            fade_s: 0.0,
            min_delay_s: 0.0,
            solo: false,
            members: Vec::new(),
        };
        own.add(items, reading);
        own
    }

    fn add(&mut self, items: &[Value], reading: &mut Reading<'_>) {
        let mut at = 0;
        while let Some(item) = items.get(at) {
            at += 1;
            let next = items.get(at);
            // A number, also in a list of one item; words that begin with one are names.
            let number = next.map(Value::unwrapped).filter(|next| !matches!(next, Value::Str(_)));
            let number = number.and_then(Value::number);
            match item {
                Value::List(own) => match own.split_first() {
                    None => {}
                    Some((Value::Str(name), rest)) if is_key(&name.text()) => {
                        let _ = rest;
                        self.add(own, reading);
                    }
                    Some((Value::Str(name), rest)) => {
                        self.members.push(GroupDefinition::read(name.text(), rest, reading));
                    }
                    Some((Value::List(_), _)) => self.add(own, reading),
                    Some(_) => reading.skip(item),
                },
                Value::Str(word) => {
                    let word = word.text();
                    if self.take(&word, number, reading) {
                        at += usize::from(number.is_some());
                    } else if word.eq_ignore_ascii_case("PLAY_SOLO") {
                        self.solo = true;
                    } else if word.eq_ignore_ascii_case("EXTRA") {
                        if let Some(extra @ Value::List(_)) = next {
                            at += 1;
                            self.min_delay_s = extra.dictionary().number("MINDELAY").unwrap_or(0.0);
                        }
                    } else if let Some(Value::List(own)) = next {
                        at += 1;
                        self.members.push(GroupDefinition::read(word, own, reading));
                    } else {
                        self.members.push(GroupDefinition::read(word, &[], reading));
                    }
                }
                _ => reading.skip(item),
            }
        }
    }

    /// Takes a key word with a number; false for any other word.
    fn take(&mut self, word: &str, number: Option<f32>, reading: &mut Reading<'_>) -> bool {
        let word = word.to_ascii_uppercase();
        let value = number.unwrap_or(0.0);
        let is_negative = value < 0.0 && word != "REPEAT";
        match word.as_str() {
            "WEIGHT" => self.weight = number.map(|weight| weight.max(0.0)),
            "DYNAMIC_WEIGHTS" => self.dynamic = Some(number.map(|part| part.max(0.0))),
            "PLAY_COUNT" => self.count = number.map(|count| count.max(0.0) as i32),
            "DELAY_PLAY" => self.delay_s = value.max(0.0),
            "REPEAT" => self.repeats = value as i32,
            "DELAY_REPEAT" => self.repeat_delay_s = value.max(0.0),
            "DELAY_TERMINATION" => self.fade_s = value.max(0.0),
            _ => return false,
        }
        if is_negative {
            reading.odd_number(&self.name, &word, value);
        }
        true
    }
}

fn is_key(word: &str) -> bool {
    let keys = [
        "WEIGHT",
        "DYNAMIC_WEIGHTS",
        "PLAY_COUNT",
        "DELAY_PLAY",
        "REPEAT",
        "DELAY_REPEAT",
        "DELAY_TERMINATION",
        "PLAY_SOLO",
        "EXTRA",
    ];
    keys.iter().any(|key| word.eq_ignore_ascii_case(key))
}
