//! Compiled animation definitions. Source: `docs/spec/zbd/anim.md`.

use super::{numbered, word};
use crate::anim::events::Event;
use crate::anim::{self, Anim, Definition, text};
use binary::Result;
use filekind::{Content, FileKind, FolderForm, Recognise, Variant, boxed};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The animations of a world or mission.
pub static ANIM: FileKind = FileKind {
    recognise: Recognise {
        start: |bytes| (word(bytes, 0) == Some(anim::SIGNATURE)).then(Variant::default),
        ..Recognise::NEVER
    },
    folder: Some(&ANIM_FOLDER),
    codes: anim::codes,
    ..FileKind::new("zbd.anim", "Zipper animation definitions", |bytes, _, mode| {
        boxed(anim::read(bytes, mode))
    })
};

/// A text for each definition, which the program lays out as files.
pub static ANIM_FOLDER: FolderForm =
    FolderForm { id: "zbd.anim", name: "Zipper animation definitions", parse: None };

/// How many types of events the summary names.
const TYPES: usize = 3;

impl Content for Anim {
    fn version(&self) -> Option<Cow<'static, str>> {
        Some(numbered(anim::number_of(self.version), self.version))
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        anim::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let sequences = self.definitions.iter().map(|definition| definition.all_sequences().count());
        let mut types: BTreeMap<&str, usize> = BTreeMap::new();
        for event in self.events() {
            let keyword = event.keyword();
            *types.entry(if keyword.is_empty() { "unknown" } else { keyword }).or_default() += 1;
        }
        let mut types: Vec<_> = types.into_iter().collect();
        types.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let most: Vec<_> =
            types.iter().take(TYPES).map(|(keyword, count)| format!("{count} {keyword}")).collect();
        let nodes = self.definitions.iter().map(|definition| definition.nodes.len());
        vec![
            // The first stands for none.
            ("definitions", self.definitions.len().saturating_sub(1).to_string()),
            ("sequences", sequences.sum::<usize>().to_string()),
            ("events", self.events().count().to_string()),
            ("most events", if most.is_empty() { "none".to_owned() } else { most.join(", ") }),
            ("most nodes of a definition", nodes.max().unwrap_or(0).saturating_sub(1).to_string()),
            ("scripts", self.scripts.len().to_string()),
            ("source files", self.files.len().to_string()),
        ]
    }

    /// A line for each definition but the first, which stands for none.
    fn lines(&self) -> Vec<String> {
        let named = |definition: &Definition| definition.head.anim_name.text();
        let width = self.definitions.iter().map(|definition| named(definition).len()).max().unwrap_or(0);
        let line = |(index, definition): (usize, &Definition)| {
            let sequences = definition.all_sequences().count();
            let events: usize = definition.all_sequences().map(|sequence| sequence.events.len()).sum();
            let (name, node) = (named(definition), definition.head.name.text());
            format!("{index:>5} {name:<width$}  {node}: {sequences} sequences, {events} events")
        };
        self.definitions.iter().enumerate().skip(1).map(line).collect()
    }

    /// Every definition of a name, the letters' case apart where none has it as it is, or the one of a
    /// number.
    fn part(&self, name: &str) -> Option<Vec<String>> {
        let find = |same: &dyn Fn(&str) -> bool| -> Vec<usize> {
            let all = self.definitions.iter().enumerate();
            all.filter(|(_, one)| same(&one.head.anim_name.text())).map(|(index, _)| index).collect()
        };
        let mut found = find(&|one| one == name);
        if found.is_empty() {
            found = find(&|one| one.eq_ignore_ascii_case(name));
        }
        if found.is_empty() {
            found.extend(name.parse().ok().filter(|index: &usize| *index < self.definitions.len()));
        }
        let text: String = found.iter().map(|index| text::definition(self, *index)).collect();
        (!found.is_empty()).then(|| text.lines().map(str::to_owned).collect())
    }

    fn parts(&self) -> Option<&'static str> {
        Some("the name or number of a definition")
    }

    fn kept_raw_bytes(&self) -> usize {
        let scripts = self.scripts.iter().map(|script| script.frames.raw_bytes());
        self.events().map(Event::raw_bytes).sum::<usize>() + scripts.sum::<usize>()
    }
}
