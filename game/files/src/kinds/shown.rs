//! What a file says, as lines of text, for kinds that people edit by their
//! words.

use super::Content;
use zbd::messages::{Message, Messages};
use zbd::reader::{self, Value};

impl Content {
    /// The values of one reader, and all messages; nothing for other kinds,
    /// which are summed up.
    pub fn shown(&self) -> Vec<String> {
        match self {
            Content::Reader(value) | Content::ReaderText(value) => show_reader(value),
            Content::Messages(messages) => show_messages(messages),
            _ => Vec::new(),
        }
    }
}

/// As the text form; as JSON what that cannot say.
fn show_reader(value: &Value) -> Vec<String> {
    let text = reader::print(value).ok().or_else(|| serde_json::to_string_pretty(value).ok());
    text.unwrap_or_default().lines().map(str::to_owned).collect()
}

/// `1000 MSG_TITLE "Kestrel Valley"`, line ends as `\r\n`.
fn show_messages(messages: &Messages) -> Vec<String> {
    let show = |message: &Message| {
        let text = message.text.as_deref().map(|text| format!("{text:?}"));
        let key = message.key.as_deref().unwrap_or("no key");
        format!("{:<6} {key} {}", message.id, text.as_deref().unwrap_or("no text"))
    };
    messages.items.iter().map(show).collect()
}
