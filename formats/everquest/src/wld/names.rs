//! Fragments by their names, without case. Source: `docs/spec/everquest/wld.md`,
//! "References".

use super::Wld;
use super::reference::{Reference, Target};
use std::collections::HashMap;

/// The fragments of a world by their names; of several with one name the first.
#[derive(Clone, Debug, Default)]
pub struct Names {
    by_name: HashMap<String, u32>,
}

impl Names {
    /// Of every named fragment.
    pub fn of(wld: &Wld) -> Self {
        let mut by_name = HashMap::new();
        for (number, fragment) in (1..).zip(&wld.fragments) {
            if let Some(name) = wld.text(fragment.name()).filter(|name| !name.is_empty()) {
                by_name.entry(name.to_ascii_lowercase()).or_insert(number);
            }
        }
        Names { by_name }
    }

    /// Number of the fragment of a name, in any case, from 1.
    pub fn number(&self, name: &str) -> Option<u32> {
        self.by_name.get(&name.to_ascii_lowercase()).copied()
    }

    /// The fragment that a reference leads to, by its number or by its name:
    /// always a number, or nothing.
    pub fn resolve(&self, wld: &Wld, reference: Reference) -> Reference {
        match reference.target() {
            Target::None | Target::Fragment(_) => reference,
            Target::Name(_) => {
                let number = wld.text(reference).and_then(|name| self.number(&name));
                number.map_or(Reference::NONE, |number| Reference::fragment(number as usize))
            }
        }
    }
}
