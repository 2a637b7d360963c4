//! A definition as text for people, in the manner of the reader (`.zrd`) that it was made from: key
//! words, and values in parentheses. Indices are shown as the names they lead to. What is made of it
//! is not read back. Source: `docs/spec/zbd/anim.md`, "6.3 Flags" and "6.5 Activation", and
//! `docs/spec/zbd/anim-events.md`, "2. Type table".

use super::events::{BOUND_NODE, Event, INPUT_NODE};
use super::support::Entry;
use super::{Condition, Definition, Sequence, SequenceEvent, activation, flags};
use crate::gamez::Version;
use binary::Name;
use serde_json::Value;

/// A definition of a game's file, line by line.
pub fn lines(definition: &Definition, version: Version) -> Vec<String> {
    let head = &definition.head;
    let mut lines = vec![
        format!("ANIMATION_DEFINITION ( {} )", head.anim_name),
        format!("    NAME ( {} )", head.name),
        format!("    ROOT ( {} )", head.anim_root_name),
        format!("    ACTIVATION ( {} )", activated_by(head.activation)),
    ];
    lines.extend(settings(definition, version).into_iter().map(|line| format!("    {line}")));
    lines.extend(definition.prerequisites.iter().map(|one| {
        let required = if one.optional == 0 { "REQUIRED" } else { "OPTIONAL" };
        format!("    ACTIVATION_PREREQUISITE ( {required} {} )", condition(&one.condition))
    }));
    for sequence in definition.all_sequences() {
        list_sequence(&mut lines, definition, sequence);
    }
    lines
}

fn activated_by(number: u8) -> String {
    let word = match number {
        activation::WEAPON_HIT => "WEAPON_HIT",
        activation::COLLIDE_HIT => "COLLIDE_HIT",
        activation::WEAPON_OR_COLLIDE_HIT => "WEAPON_OR_COLLIDE_HIT",
        activation::ON_CALL => "ON_CALL",
        activation::ON_STARTUP => "ON_STARTUP",
        _ => return number.to_string(),
    };
    word.to_owned()
}

/// What the flags say, and the values that belong to them.
fn settings(definition: &Definition, version: Version) -> Vec<String> {
    let head = &definition.head;
    let set = |flag| head.flags & flag != 0;
    let mut lines = Vec::new();
    if set(flags::EXECUTION_BY_RANGE) {
        // Stored as squares.
        let [min, max] =
            [head.exec_by_range_min, head.exec_by_range_max].map(|square| square.max(0.0).sqrt());
        lines.push(format!("EXECUTION_BY_RANGE ( {min} {max} )"));
    }
    if set(flags::EXECUTION_BY_ZONE) {
        lines.push("EXECUTION_BY_ZONE".to_owned());
    }
    if set(flags::RESET_TIME) {
        lines.push(format!("RESET_TIME ( {} )", head.reset_time));
    }
    if head.max_health != 0.0 {
        lines.push(format!("HEALTH ( {} )", head.max_health));
    }
    // Recoil only says that it is on.
    let on = |flag| if version == Version::Recoil || set(flag) { "ON" } else { "OFF" };
    if set(flags::NETWORK_LOG) {
        lines.push(format!("NETWORK_LOG ( {} )", on(flags::NETWORK_LOG_ON)));
    }
    if set(flags::SAVE_LOG) {
        lines.push(format!("SAVE_LOG ( {} )", on(flags::SAVE_LOG_ON)));
    }
    for (flag, word) in [
        (flags::AUTO_RESET_NODE_STATES, "AUTO_RESET_NODE_STATES"),
        (flags::LOCAL_NODES_ONLY, "LOCAL_NODES_ONLY"),
        (flags::PROXIMITY_DAMAGE, "PROXIMITY_DAMAGE"),
    ] {
        if set(flag) {
            lines.push(format!("{word} ( ON )"));
        }
    }
    lines
}

fn condition(condition: &Condition) -> String {
    let wanted = |active: u32| if active & 1 == 1 { "ACTIVE" } else { "INACTIVE" };
    match condition {
        Condition::Animation(animation) => format!("ANIMATION {}", animation.name),
        Condition::Object(node) => format!("OBJECT {} {}", node.name, wanted(node.active)),
        Condition::Parent(node) => format!("PARENT {}", node.name),
        Condition::Other { kind, .. } => format!("type {kind}"),
    }
}

fn list_sequence(lines: &mut Vec<String>, definition: &Definition, sequence: &Sequence) {
    let header = &sequence.header;
    let start = if header.starts_at_once() { "INITIAL" } else { "ON_CALL" };
    lines.push(format!("    SEQUENCE ( {} ) {start}", header.name));
    let mut depth = 2;
    for event in &sequence.events {
        if matches!(event.event, Event::Else | Event::Elseif(_) | Event::Endif) {
            depth = (depth - 1).max(2);
        }
        lines.push(format!("{}{}", "    ".repeat(depth), line(definition, event)));
        if matches!(event.event, Event::If(_) | Event::Else | Event::Elseif(_)) {
            depth += 1;
        }
    }
}

/// An event with what is not zero of its values.
fn line(definition: &Definition, event: &SequenceEvent) -> String {
    let keyword = match event.event.keyword() {
        "" => format!("type {}", event.event.event_type()),
        keyword => keyword.to_owned(),
    };
    let mut line = format!("{keyword}{}", start(event));
    // An event is one key with its values; one without values is its key word alone.
    if let Ok(Value::Object(tagged)) = serde_json::to_value(&event.event) {
        for fields in tagged.values() {
            show_fields(&mut line, definition, fields);
        }
    }
    line
}

/// When it happens, unless that is right behind the event before it.
fn start(event: &SequenceEvent) -> String {
    let seconds = event.start_time.get();
    match event.start_offset {
        1 if seconds == 0.0 => String::new(),
        1 => format!(" START_TIME ( ANIMATION {seconds} )"),
        2 => format!(" START_TIME ( SEQUENCE {seconds} )"),
        3 => format!(" START_TIME ( EVENT {seconds} )"),
        other => format!(" START_TIME ( {other} {seconds} )"),
    }
}

fn show_fields(line: &mut String, definition: &Definition, fields: &Value) {
    let Value::Object(fields) = fields else { return };
    for (key, value) in fields {
        match value {
            value if is_nothing(value) => {}
            // The parts of an event that is more than one record.
            Value::Object(_) if key == "info" => show_fields(line, definition, value),
            Value::Object(inner) if key == "frames" => *line += &format!(" frames ( {} )", frames(inner)),
            value => {
                let shown = named(definition, key, value).unwrap_or_else(|| plain(value));
                *line += &format!(" {} ( {shown} )", key.trim_end_matches("_index"));
            }
        }
    }
}

/// Zero, an empty text, and lists of nothing else.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.iter().all(is_nothing),
        Value::Object(fields) => fields.values().all(is_nothing),
        Value::Bool(_) => false,
    }
}

/// How many keyframes there are, which are too many for a line.
fn frames(fields: &serde_json::Map<String, Value>) -> String {
    match fields.get("known") {
        Some(Value::Array(frames)) => frames.len().to_string(),
        _ => "not understood".to_owned(),
    }
}

/// The name that an index leads to.
fn named(definition: &Definition, key: &str, value: &Value) -> Option<String> {
    let index = value.as_i64()?;
    if key.ends_with("node_index") || matches!(key, "parent_index" | "child_index") {
        let special = i32::try_from(index).ok();
        if special.is_some_and(|index| index == INPUT_NODE || index == BOUND_NODE) {
            return Some("INPUT_NODE".to_owned());
        }
        return entry(&definition.nodes, index);
    }
    match key {
        "light_index" => entry(&definition.lights, index),
        "puffer_index" => entry(&definition.puffers, index),
        "dynamic_sound_index" => entry(&definition.dynamic_sounds, index),
        "static_sound_index" | "bounce_sound_index" | "water_sound_index" | "lava_sound_index" => {
            entry(&definition.static_sounds, index)
        }
        "effect_index" => entry(&definition.effects, index),
        _ => None,
    }
}

fn entry<E: Entry>(list: &[E], index: i64) -> Option<String> {
    let entry = list.get(usize::try_from(index).ok()?)?;
    Some(Entry::name(entry)).filter(|name: &Name| !name.is_empty()).map(|name| name.to_string())
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => match number.as_f64() {
            // As the file has it: in single precision.
            Some(float) if number.is_f64() => (float as f32).to_string(),
            _ => number.to_string(),
        },
        Value::Array(list) => list.iter().map(plain).collect::<Vec<_>>().join(" "),
        Value::Object(fields) => {
            let pairs = fields.iter().filter(|(_, value)| !is_nothing(value));
            pairs.map(|(key, value)| format!("{key} {}", plain(value))).collect::<Vec<_>>().join(" ")
        }
        Value::Bool(_) | Value::Null => String::new(),
    }
}
