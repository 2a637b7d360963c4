//! Keys and texts joined by id. Source: `docs/spec/zbd/messages.md`, "Message table
//! resource", strict join.

use super::keys::Key;
use super::texts::Text;
use super::{KEY_ALONE, KEY_NAME, KEY_TWICE, Message, TEXT_ALONE};
use binary::{Name, Report, Segment, windows_1252};
use std::collections::HashSet;

/// Messages with a key in the order of the keys, then the others by id.
/// `texts` are sorted by id; of several with one id the first counts.
pub(super) fn join(report: &mut Report, bytes: &[u8], keys: &[Key], texts: &[Text]) -> Vec<Message> {
    let mut items = Vec::with_capacity(keys.len());
    let mut used = vec![false; texts.len()];
    let mut names = HashSet::with_capacity(keys.len());
    for key in keys {
        let start = key.start as usize;
        let raw = bytes.get(start..start + key.length as usize).unwrap_or_default();
        report.enter(Segment::one("key").named(Name::new(raw)));
        if !names.insert(raw) {
            report.habit(&KEY_NAME, key.start as usize, "a key of its own", "one that is there already");
        }
        let at = texts.partition_point(|text| text.id < key.id);
        let text = match texts.get(at).filter(|text| text.id == key.id) {
            Some(text) if !used[at] => {
                used[at] = true;
                Some(text.decode(report, bytes))
            }
            Some(_) => {
                report.habit(&KEY_TWICE, key.pair as usize + 4, "an id of its own", key.id);
                None
            }
            None => {
                report.habit(&KEY_ALONE, key.pair as usize + 4, "the id of a text", key.id);
                None
            }
        };
        report.leave();
        let name = windows_1252::decode(raw);
        items.push(Message { id: key.id, key: Some(name.into()), text });
    }
    // A text after another with its id is shadowed; it is not reported as missing a key.
    let first = |at: usize| at == 0 || texts[at - 1].id != texts[at].id;
    let alone = |at: &usize| !used[*at] && first(*at);
    items.reserve_exact((0..texts.len()).filter(alone).count());
    for text in (0..texts.len()).filter(alone).map(|at| &texts[at]) {
        report.enter(Segment::at("message", text.id as usize));
        report.habit(&TEXT_ALONE, text.start as usize, "a key with its id", "none");
        let decoded = text.decode(report, bytes);
        report.leave();
        items.push(Message { id: text.id, key: None, text: Some(decoded) });
    }
    items
}
