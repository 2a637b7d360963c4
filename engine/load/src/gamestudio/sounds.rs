//! Sounds with a position. Source: `docs/spec/gamestudio.md`, "2.7 Objects".

use super::space::place;
use binary::{Finding, Severity};
use gamestudio::wmb::Level;
use gamestudio::wmb::objects::Object;
use hashbrown::HashMap;
use vfs::Names;
use world::{Scene, Sound};

/// Adds the sounds of a level. Nothing in a level file starts or stops one, so they play from the
/// start and loop.
pub(super) fn add(scene: &mut Scene, level: &Level, names: &Names, file: &str, findings: &mut Vec<Finding>) {
    let mut missing: Vec<(String, usize)> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for object in &level.objects {
        let Object::Sound(sound) = object else { continue };
        let name = sound.file.text();
        if name.is_empty() {
            continue;
        }
        match names.find(&name) {
            Some(address) => scene.sounds.push(Sound {
                file: address.to_owned(),
                place: place(&scene.frame, sound.origin),
                full: 0.0,
                range: sound.range as f32,
                // Percent, as for lamps.
                volume: (sound.volume / 100.0).clamp(0.0, 1.0),
                looping: true,
                daytime: None,
            }),
            None => {
                let slot = *known.entry(name.to_lowercase()).or_insert(missing.len());
                match missing.get_mut(slot) {
                    Some((_, count)) => *count += 1,
                    None => missing.push((name, 1)),
                }
            }
        }
    }
    findings.extend(missing.into_iter().map(|(name, count)| {
        let found = match count {
            1 => "no such file".to_owned(),
            _ => format!("no such file, which {count} sounds play"),
        };
        let expected = format!("the file `{name}`");
        Finding::new(&super::FILE_MISSING, Severity::Warning, file, expected, found)
    }));
}
