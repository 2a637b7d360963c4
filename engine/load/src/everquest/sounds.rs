//! Sounds at places of a zone. Source: `docs/spec/everquest/zone-install.md`, "11. Sound".
//!
//! Those with fall-off get quieter up to their radius, constant ones are full within it and silent outside.
//! Where day and night have different numbers, each is heard at its time; those with fall-off have no number for
//! the night and are heard at all times, but for those of type 3. The multiplier of the fall-off is not used: what it
//! multiplies is not known. Music is in `music.rs`.

use super::archives::Archives;
use super::{SOUNDS, music};
use binary::{Code, Finding, Mode, Severity};
use everquest::sound_bank::{self, SoundBank};
use everquest::sounds::{self, CONSTANT, DAY_NIGHT_FALLOFF, FALLOFF, Numbered, Sounds};
use glam::Vec3;
use hashbrown::HashMap;
use order::Order;
use std::collections::BTreeMap;
use vfs::{Entry, Vfs};
use world::{Daytime, MusicAreas, Scene, Sound};

/// Beginning and ending of the names of archives with recordings.
const RECORDINGS: (&str, &str) = ("snd", ".pfs");

/// Adds the sounds of a zone, which begin with it and go on.
pub(super) fn add(scene: &mut Scene, vfs: &Vfs, archives: &Archives<'_>, findings: &mut Vec<Finding>) -> u64 {
    let (table, bank) = (archives.of_zone("_sounds.eff"), archives.of_zone("_sndbnk.eff"));
    if !vfs.is_file(&table) {
        // Whoever comes here hears no music.
        scene.music = Some(MusicAreas::default());
        return 0;
    }
    let mut bytes_read = 0;
    let sounds = read(vfs, &table, sounds::read, findings, &mut bytes_read).unwrap_or_default();
    let names = match vfs.is_file(&bank) {
        true => read(vfs, &bank, sound_bank::read, findings, &mut bytes_read).unwrap_or_default(),
        false => SoundBank::default(),
    };
    let mut missing = Missing::default();
    place(scene, &sounds, &names, &Recordings::of(vfs, archives), &mut missing);
    missing.report(&SOUNDS, "a recording", &table, findings);
    bytes_read + music::add(scene, vfs, archives, &sounds, findings)
}

/// Reads a file beside the zone; nothing of one that is damaged.
pub(super) fn read<T>(
    vfs: &Vfs,
    address: &str,
    read: impl FnOnce(&[u8], Mode) -> binary::Result<(T, binary::Report)>,
    findings: &mut Vec<Finding>,
    bytes_read: &mut u64,
) -> Option<T> {
    let value = vfs.read(address).and_then(|bytes| {
        *bytes_read += bytes.len() as u64;
        read(&bytes, Mode::Lenient)
    });
    match value {
        Ok((value, report)) => {
            findings.extend(report.into_findings().into_iter().map(|finding| finding.in_file(address)));
            Some(value)
        }
        // The zone is silent, and loads.
        Err(finding) => {
            findings.push(Finding { severity: Severity::Warning, ..finding.in_file(address) });
            None
        }
    }
}

/// Where recordings are, by their names in lower case without ending.
struct Recordings(HashMap<String, String>);

impl Recordings {
    /// Loose ones count before those in archives, and of these the first.
    fn of(vfs: &Vfs, archives: &Archives<'_>) -> Self {
        let list = |address: &str| vfs.list(address).unwrap_or_default();
        let mut found = HashMap::new();
        let mut note = |entry: &Entry| {
            let name = entry.name.to_ascii_lowercase();
            if let Some(name) = name.strip_suffix(".wav") {
                found.entry(name.to_owned()).or_insert_with(|| entry.address.clone());
            }
        };
        let here = list(archives.folder().trim_end_matches('/'));
        here.iter().for_each(&mut note);
        let is_packed = |entry: &&Entry| {
            let name = entry.name.to_ascii_lowercase();
            name.starts_with(RECORDINGS.0) && name.ends_with(RECORDINGS.1)
        };
        let mut packed: Vec<&Entry> = here.iter().filter(is_packed).collect();
        packed.order_by_key(|entry| entry.name.to_ascii_lowercase());
        for archive in packed {
            list(&archive.address).iter().for_each(&mut note);
        }
        Recordings(found)
    }
}

/// Sounds and music that cannot be heard, by what they lack.
#[derive(Default)]
pub(super) struct Missing(BTreeMap<String, usize>);

impl Missing {
    pub fn note(&mut self, what: String) {
        *self.0.entry(what).or_default() += 1;
    }

    pub fn report(self, code: &'static Code, expected: &str, file: &str, findings: &mut Vec<Finding>) {
        for (what, count) in self.0 {
            let found = match count {
                1 => format!("a sound with {what}"),
                _ => format!("{count} sounds with {what}"),
            };
            findings.push(Finding::new(code, Severity::Note, file, expected, found));
        }
    }
}

fn place(
    scene: &mut Scene,
    sounds: &Sounds,
    bank: &SoundBank,
    recordings: &Recordings,
    missing: &mut Missing,
) {
    for sound in &sounds.sounds {
        let full = match sound.kind {
            CONSTANT => sound.radius,
            FALLOFF | DAY_NIGHT_FALLOFF => 0.0,
            // Music, and what is not known.
            _ => continue,
        };
        // Percent; 0 stands in many that are heard.
        let percent = if sound.kind == CONSTANT { 0 } else { sound.volume_or_loops };
        let volume = if percent == 0 { 1.0 } else { (percent as f32 / 100.0).clamp(0.0, 1.0) };
        let always = sound.sound_1 == sound.sound_2 || (sound.kind == FALLOFF && sound.sound_2 <= 0);
        let heard = match always {
            true => [Some((sound.sound_1, None)), None],
            false => [(sound.sound_1, Some(Daytime::Day)), (sound.sound_2, Some(Daytime::Night))].map(Some),
        };
        for (number, daytime) in heard.into_iter().flatten() {
            let Some(file) = recording(number, bank, recordings, missing) else { continue };
            scene.sounds.push(Sound {
                file: file.clone(),
                place: scene.frame.to_engine(Vec3::from(sound.position)),
                full,
                range: sound.radius,
                volume,
                looping: true,
                daytime,
            });
        }
    }
}

/// Where the recording of a number is; none for silence, and what is missing.
fn recording<'a>(
    number: i32,
    bank: &SoundBank,
    recordings: &'a Recordings,
    missing: &mut Missing,
) -> Option<&'a String> {
    let name = match sounds::numbered(bank, number) {
        Numbered::None => return None,
        Numbered::Named(name) => name,
        Numbered::BuiltIn(number) => {
            missing.note(format!("number {number}, which is built into the game's client"));
            return None;
        }
        Numbered::Missing(number) => {
            missing.note(format!("number {number}, which the bank does not have"));
            return None;
        }
    };
    let name = name.to_ascii_lowercase();
    // Banks leave the ending out; players who edit them may not.
    let name = name.strip_suffix(".wav").unwrap_or(&name);
    let file = recordings.0.get(name);
    if file.is_none() {
        missing.note(format!("`{name}.wav`, which is nowhere"));
    }
    file
}
