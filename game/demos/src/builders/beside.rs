//! What lies beside the archives of MechWarrior 3: controls as text, a game that
//! was saved, a sound that came with patch 1.2.
//! Source: `docs/spec/zbd/reader.md`, "Text readers"; `docs/spec/zbd/mw3-runtime.md`, "9.
//! Controls", "11. Sound"; `docs/spec/zbd/saves.md`.

use super::graph::{NAME, failed};
use super::sounds;
use crate::DemoFile;
use binary::{Padded, Result};
use zbd::archive::{TypedArchive, TypedEntry};
use zbd::saves::{self, Activation, ActivationInfo, Content, HeaderWords, Save};

/// Keys and axes as the game ships them, as far as it is known.
const CONTROLS: &str = "(\r
\tKEYS (\r
\t\t( CMD_ALPHASTRIKE keya(0x9C) joybtn(0x6) )\r
\t\t( CMD_AMS_TOGGLE keya(0x1E) )\r
\t)\r
\tAXES (\r
\t\t( Throttle joystick(Z) slope(-0.5) intercept(0.5) deadzone(0.05) )\r
\t\t( Twist joystick(Rz) slope(-1.0) intercept(0.0) deadzone(0.05) )\r
\t\t( Pitch joystick(Y) slope(1.0) intercept(0.0) deadzone(0.05) )\r
\t\t( LR joystick(X) slope(-1.0) intercept(0.0) deadzone(0.05) )\r
\t)\r
)\r
";

/// What was going on when the game was saved: name, type, status. The gate has
/// been opened, the radar turns.
const UNDER_WAY: [(&str, i32, u8); 2] = [("gate_open", 1, 3), ("radar_turn", 5, 1)];

/// All of them.
pub(crate) fn files(seed: u32) -> Result<Vec<DemoFile>> {
    let (name, bytes) = sounds::loose(seed)?;
    Ok(vec![
        DemoFile::new("DefaultCtlConfig.zrd", CONTROLS.as_bytes().to_vec()),
        DemoFile::new("kestrel.mw3", saves::write(&save()?)?),
        DemoFile::new(&format!("zbd/{name}"), bytes),
    ])
}

fn save() -> Result<Save> {
    let header = Content::Header { words: HeaderWords { version: 8, format: 2 }, rest: Vec::new() };
    let mut members = vec![("zSaveHeader", header)];
    for (name, kind, status) in UNDER_WAY {
        let padded = Padded::new(name).ok_or_else(|| failed(&NAME, "at most 31 characters", name))?;
        let info = ActivationInfo { kind, name: padded, node_index: -1, status, ..ActivationInfo::default() };
        let activation = Activation { info, node_states: Vec::new() };
        members.push((name, Content::Activation(Box::new(activation))));
    }
    let entry = |(name, content)| {
        TypedEntry::new(name, content).ok_or_else(|| failed(&NAME, "at most 63 characters", name))
    };
    let entries = members.into_iter().map(entry).collect::<Result<_>>()?;
    Ok(TypedArchive { entries, ..TypedArchive::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checked::{faultless, file};
    use binary::Mode;
    use zbd::reader;

    #[test]
    fn each_obeys_every_rule_of_its_format() {
        let files = files(1).expect("files");
        let (controls, report) =
            reader::parse(file(&files, "DefaultCtlConfig.zrd"), Mode::Strict).expect("text");
        report.verdict().expect("nothing odd");
        let axes = controls.dictionary().value("AXES").expect("axes").items().len();
        let keys = controls.dictionary().value("KEYS").expect("keys").items().len();
        assert_eq!((keys, axes), (2, 4));
        faultless("kestrel.mw3", file(&files, "kestrel.mw3"), saves::read, saves::write);
        let chime = file(&files, "zbd/chime.wav");
        faultless("chime.wav", chime, zbd::sounds::read, zbd::sounds::write);
    }
}
