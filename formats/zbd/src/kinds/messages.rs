//! DLLs with the messages of a game. Source: `docs/spec/zbd/messages.md`.

use crate::messages::{self, Layout, Message, Messages};
use binary::Result;
use filekind::{Content, FileKind, FolderForm, Recognise, Variant, Writing, boxed, document};
use std::borrow::Cow;

/// A DLL with messages. The code in it is not understood, so that writing makes a
/// new one with the messages alone.
pub static MESSAGES: FileKind = FileKind {
    endings: &[".dll"],
    reported: true,
    recognise: Recognise {
        start: |bytes| {
            bytes.starts_with(b"MZ").then(|| messages::recognise(bytes).map(Variant::from)).flatten()
        },
        // One that is damaged must not pass for any other DLL.
        name: |name, _| Layout::of_file(name).map(Variant::from),
        ..Recognise::NEVER
    },
    writing: Writing::Remade,
    folder: Some(&FolderForm {
        id: "zbd.messages",
        name: "Zipper message DLL",
        parse: Some(document::parse::<Messages>),
    }),
    codes: messages::codes,
    ..FileKind::new("zbd.messages", "Zipper message DLL", |bytes, variant, mode| {
        boxed(messages::read(bytes, Layout::from(variant), mode))
    })
};

impl From<Layout> for Variant {
    /// Its position in [`Layout::ALL`].
    fn from(layout: Layout) -> Self {
        let index = Layout::ALL.iter().position(|known| *known == layout).unwrap_or_default();
        Variant(index as u32, 0)
    }
}

impl From<Variant> for Layout {
    fn from(Variant(index, _): Variant) -> Self {
        Layout::ALL.get(index as usize).copied().unwrap_or_default()
    }
}

impl Content for Messages {
    fn version(&self) -> Option<Cow<'static, str>> {
        Some(match self.layout {
            Layout::Mech3 => "MechWarrior 3 and Pirate's Moon".into(),
            Layout::Recoil => "Recoil".into(),
            Layout::CrimsonSkies => "Crimson Skies".into(),
        })
    }

    fn variant(&self) -> Variant {
        self.layout.into()
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        messages::build(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let keys = self.items.iter().filter(|message| message.key.is_some()).count();
        let texts = self.items.iter().filter(|message| message.text.is_some()).count();
        vec![("language", language(self.language)), ("keys", keys.to_string()), ("texts", texts.to_string())]
    }

    /// `1000 MSG_TITLE "Kestrel Valley"`, line ends as `\r\n`.
    fn lines(&self) -> Vec<String> {
        let show = |message: &Message| {
            let text = message.text.as_deref().map(|text| format!("{text:?}"));
            let key = message.key.as_deref().unwrap_or("no key");
            format!("{:<6} {key} {}", message.id, text.as_deref().unwrap_or("no text"))
        };
        self.items.iter().map(show).collect()
    }
}

/// A Windows LANGID as a person reads it.
fn language(id: u32) -> String {
    match id {
        messages::ENGLISH => "English".to_owned(),
        messages::GERMAN => "German".to_owned(),
        messages::FRENCH => "French".to_owned(),
        id => format!("Windows LANGID {id}"),
    }
}
