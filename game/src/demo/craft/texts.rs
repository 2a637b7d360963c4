//! The small files: scripts, readers, and the note that says what this is.

use super::fixed::Air;
use super::graph::{NAME, failed};
use crate::demo::{Options, Place};
use binary::{Padded, Result, Writer, put_length_prefixed};
use std::fmt::Write as _;
use zbd::archive::{Archive, Entry};
use zbd::interp::{Interp, Line, Script};

/// The scripts a game would start the world with.
pub(in crate::demo) fn scripts(air: &Air) -> Result<Interp> {
    let [near, far] = air.range.map(|value| value.to_string());
    let clip = air.clip.to_string();
    let init = [vec!["set", "USEZBD", "TRUE"], vec!["set", "ZBD_DIR", "zbd"], vec!["source", "c1.gs"]];
    let world = [
        vec!["set", "CAMPAIGN_DIR", "c1"],
        vec!["set", "GAMEZ", "%ZBD_DIR%\\%CAMPAIGN_DIR%\\gamez.zbd"],
        vec!["ifdef", "USEZBD"],
        vec!["GameZReadZBDFile", "%GAMEZ%"],
        vec!["endif"],
        vec!["FindNode", "world1"],
        vec!["WorldSetFogRange", near.as_str(), far.as_str()],
        vec!["FindNode", "camera1"],
        vec!["CameraSetFarClip", clip.as_str()],
        vec!["FindNode", "horizon"],
        vec!["CameraSetHorizon", "horizon"],
        vec!["Quit"],
    ];
    let scripts = [("support\\init.gw", &init[..]), ("c1.gs", &world[..])]
        .into_iter()
        .map(|(name, lines)| {
            let lines = lines
                .iter()
                .map(|tokens| Line::new(tokens).ok_or_else(|| failed(&NAME, "7-bit text", tokens.join(" "))))
                .collect::<Result<_>>()?;
            let padded = Padded::new(name).ok_or_else(|| failed(&NAME, "at most 119 characters", name))?;
            // A day in May 1999.
            Ok(Script { name: padded, timestamp: 928_065_600, lines })
        })
        .collect::<Result<_>>()?;
    Ok(Interp { scripts })
}

/// A value of a reader file. Source: `spec/zbd/reader.md`.
enum Value {
    Integer(i32),
    Float(f32),
    Text(&'static str),
    List(Vec<Value>),
}

impl Value {
    fn write(&self, writer: &mut Writer) {
        match self {
            Value::Integer(value) => {
                writer.value(&1u32);
                writer.value(value);
            }
            Value::Float(value) => {
                writer.value(&2u32);
                writer.value(value);
            }
            Value::Text(text) => {
                writer.value(&3u32);
                put_length_prefixed(writer, text.as_bytes());
            }
            Value::List(items) => {
                writer.value(&4u32);
                writer.value(&(items.len() as u32 + 1));
                for item in items {
                    item.write(writer);
                }
            }
        }
    }
}

/// The archive of readers: surface types, and where a visit starts.
pub(in crate::demo) fn readers(start: &Place) -> Result<Archive> {
    let soils = ["dirt", "mud", "grass", "concrete", "snow", "mech", "silt", "noslip"];
    let soils = soils.into_iter().map(|name| Value::List(vec![Value::Text("name"), Value::Text(name)]));
    let position = start.position.to_array().map(Value::Float);
    let start = vec![
        Value::Text("world"),
        Value::Text("c1"),
        Value::Text("start"),
        Value::List(position.into_iter().collect()),
        Value::Text("zones"),
        Value::Integer(3),
    ];
    let entries = [("soils.zrd", soils.collect()), ("visit.zrd", start)]
        .into_iter()
        .map(|(name, items)| {
            let mut writer = Writer::new();
            Value::List(items).write(&mut writer);
            let entry = Entry::new(name, writer.into_bytes());
            entry.ok_or_else(|| failed(&NAME, "at most 63 characters", name))
        })
        .collect::<Result<_>>()?;
    Ok(Archive { entries, ..Archive::default() })
}

/// `revisit-demo.toml`.
pub(in crate::demo) fn note(demo: &str, options: &Options, start: &Place, places: &[Place]) -> String {
    let Options { scale, seed } = options;
    let mut text = format!(
        "# Made by `revisit demo`; the install beside this file is Revisit's own.\n\
         demo = \"{demo}\"\ntitle = \"mechwarrior3\"\nversion = 1\nseed = {seed}\nscale = {scale}\n\n\
         # The game's own axes and unit: metres, y up, -z is north.\n\
         [start]\nposition = {:?}\nyaw_deg = {:?}\n",
        start.position.to_array(),
        start.yaw_deg,
    );
    for place in places {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\n[[place]]\nname = \"{}\"\nposition = {:?}\nyaw_deg = {:?}\n",
            place.name,
            place.position.to_array(),
            place.yaw_deg
        );
        if let Some(target) = place.target {
            let _ = writeln!(text, "target = {:?}", target.to_array());
        }
    }
    text
}
