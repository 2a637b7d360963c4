//! Music of a zone's areas. Source: `docs/spec/everquest/zone-install.md`, "11. Sound".
//!
//! Numbers below 0 are lines of `mp3index.txt`, the first is -1; others are sequences of the zone's `.xmi`, which
//! are counted and not played: there is no synthesiser. Music that is played 0 times goes on and on, as in the
//! library that the original used.

use super::archives::Archives;
use super::sounds::{Missing, read};
use super::{MUSIC, SEQUENCES};
use binary::{Finding, Severity};
use everquest::file_list::{self, FileList};
use everquest::sounds::{self, Sounds};
use everquest::xmi;
use glam::Vec3;
use std::collections::BTreeSet;
use vfs::Vfs;
use world::{MusicArea, MusicAreas, MusicTrack, Scene};

/// Where the names of music are.
const INDEX: &str = "mp3index.txt";

/// Gathers tracks.
struct Maker<'a> {
    vfs: &'a Vfs,
    archives: &'a Archives<'a>,
    list: FileList,
    tracks: Vec<MusicTrack>,
    /// Numbers of sequences that are wanted.
    sequences: BTreeSet<i32>,
    missing: Missing,
}

/// Adds the areas with music; a zone that has none is one of silence. Returns how many bytes were read.
pub(super) fn add(
    scene: &mut Scene,
    vfs: &Vfs,
    archives: &Archives<'_>,
    all: &Sounds,
    findings: &mut Vec<Finding>,
) -> u64 {
    let mut bytes_read = 0;
    let areas = || all.sounds.iter().filter(|sound| sound.kind == sounds::MUSIC);
    let index = archives.beside(INDEX);
    let wants_files = areas().any(|area| area.sound_1 < 0 || area.sound_2 < 0);
    let list = match wants_files && vfs.is_file(&index) {
        true => read(vfs, &index, file_list::read, findings, &mut bytes_read).unwrap_or_default(),
        false => FileList::default(),
    };
    let mut maker = Maker {
        vfs,
        archives,
        list,
        tracks: Vec::new(),
        sequences: BTreeSet::new(),
        missing: Missing::default(),
    };
    let areas = areas()
        .map(|area| MusicArea {
            place: scene.frame.to_engine(Vec3::from(area.position)),
            radius: area.radius,
            day: maker.track(area.sound_1, area.volume_or_loops),
            night: maker.track(area.sound_2, area.loops_night),
            fade_out_s: area.fade_or_radius.max(0) as f32 / 1000.0,
        })
        .collect();
    let Maker { tracks, sequences, missing, .. } = maker;
    missing.report(&MUSIC, "music", &archives.of_zone("_sounds.eff"), findings);
    if !sequences.is_empty() {
        let file = archives.of_zone(".xmi");
        let known = match vfs.is_file(&file) {
            true => read(vfs, &file, xmi::read, findings, &mut bytes_read).and_then(|xmi| xmi.count()),
            false => None,
        };
        let has = known.map_or_else(|| "a file that is not there".to_owned(), |count| format!("{count}"));
        let found = format_args!("areas with {} sequences of {has}", sequences.len());
        findings.push(Finding::new(&SEQUENCES, Severity::Note, &file, "music that can be played", found));
    }
    scene.music = Some(MusicAreas { tracks, areas });
    bytes_read
}

impl Maker<'_> {
    /// The track of a number that is played so many times.
    fn track(&mut self, number: i32, times: i32) -> Option<u32> {
        if number >= 0 {
            self.sequences.extend((number > 0).then_some(number));
            return None;
        }
        let line = number.unsigned_abs() as usize;
        let Some(name) = self.list.lines.get(line - 1).and_then(|line| line.row.as_ref()) else {
            self.missing.note(format!("number {number}, which no line of {INDEX} has"));
            return None;
        };
        let file = self.archives.beside(&name.0.to_ascii_lowercase());
        if !self.vfs.is_file(&file) {
            self.missing.note(format!("`{}`, which is nowhere", name.0));
            return None;
        }
        let track = MusicTrack { file, times: times.max(0).unsigned_abs() };
        let known = self.tracks.iter().position(|known| *known == track);
        let number = known.unwrap_or_else(|| {
            self.tracks.push(track);
            self.tracks.len() - 1
        });
        Some(number as u32)
    }
}
