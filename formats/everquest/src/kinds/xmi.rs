//! Music of a zone: `.xmi`. Source: `docs/spec/everquest/zone-install.md`, "11. Sound".

use crate::xmi::{self, Sequence, TICKS_PER_SECOND, Xmi};
use binary::Result;
use filekind::{Content, FileKind, Recognise, Variant, boxed};

/// Music as MIDI sequences, which are listed and not played.
pub static XMI: FileKind = FileKind {
    endings: &[".xmi"],
    shared_ending: true,
    recognise: Recognise {
        start: |bytes| xmi::is_xmi(bytes).then(Variant::default),
        promised: Some(|_| true),
        ..Recognise::NEVER
    },
    codes: xmi::codes,
    ..FileKind::new("everquest.xmi", "XMI music", |bytes, _, mode| boxed(xmi::read(bytes, mode)))
};

impl Content for Xmi {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        Ok(Some(xmi::write(self)))
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let ticks: u64 = self.sequences().iter().filter_map(|sequence| sequence.ticks).sum();
        vec![
            ("sequences", self.sequences().len().to_string()),
            ("duration", format!("{} s", ticks / u64::from(TICKS_PER_SECOND))),
            ("played", "no: there is no synthesiser".to_owned()),
        ]
    }

    fn lines(&self) -> Vec<String> {
        let line = |(index, sequence): (usize, &Sequence)| {
            let seconds = sequence.ticks.map_or_else(
                || "damaged events".to_owned(),
                |ticks| format!("{:.1} s", ticks as f64 / f64::from(TICKS_PER_SECOND)),
            );
            let (instruments, branches) = (sequence.instruments.len(), sequence.branches);
            format!("{:>3} {seconds}, {instruments} instruments, {branches} branches", index + 1)
        };
        self.sequences().iter().enumerate().map(line).collect()
    }
}
