//! The decoded sounds of a world.

use crate::Samples;
use crate::codes::FILE;
use binary::{Finding, Severity};
use hashbrown::HashMap;
use world::Scene;

/// The decoded sounds of a world, by the address of their files; each is there
/// once, however many places it sounds at.
#[derive(Clone, Debug, Default)]
pub struct Bank {
    files: HashMap<String, Samples>,
}

impl Bank {
    /// Decodes all files that the sounds of a scene name; `read` gives the bytes
    /// at an address. What cannot be read or decoded is a finding, and silent.
    pub fn read<B: AsRef<[u8]>>(
        scene: &Scene,
        read: impl Fn(&str) -> Result<B, Box<Finding>>,
    ) -> (Self, Vec<Finding>) {
        let mut bank = Bank::default();
        let mut findings = Vec::new();
        let mut tried: Vec<&str> = Vec::new();
        for sound in &scene.sounds {
            let file = sound.file.as_str();
            if tried.contains(&file) {
                continue;
            }
            tried.push(file);
            let decoded = read(file).and_then(|bytes| {
                Samples::decode(file, bytes.as_ref()).map_err(|reason| {
                    let expected = "a sound that can be decoded";
                    Box::new(Finding::new(&FILE, Severity::Warning, file, expected, reason))
                })
            });
            match decoded {
                Ok(samples) => {
                    bank.files.insert(file.to_owned(), samples);
                }
                Err(finding) => findings.push(*finding),
            }
        }
        (bank, findings)
    }

    /// The samples of a file, if they are there.
    pub fn get(&self, file: &str) -> Option<&Samples> {
        self.files.get(file)
    }
}
