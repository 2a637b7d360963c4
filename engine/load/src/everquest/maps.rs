//! Maps that players drew of a zone: `Maps/Z.txt` with its layers `Z_1.txt` and so on, or the older `Z.map`.
//! Read when somebody asks for the map, not with the zone. Source: `docs/spec/everquest/zone-install.md`,
//! "Player maps as witnesses".

use super::MAP;
use super::archives::Archives;
use binary::{Finding, Mode, Severity};
use everquest::map::{self, Drawn};
use everquest::old_map::{self, OldRow};
use glam::Vec3;
use vfs::Vfs;
use world::{Frame, MOST_MAP_LINES, Map, MapLabel, MapLine};

/// Folder of the maps.
const FOLDER: &str = "maps/";
/// Most layers besides the map itself; players draw up to three.
const LAYERS: u32 = 9;
/// Nothing of a zone is farther from its origin, units along an axis.
const FARTHEST: f64 = 1e6;

/// The map that players drew of the zone in an archive, and what was odd about its files; `None` where nobody drew
/// one.
pub fn map(vfs: &Vfs, archive: &str, frame: &Frame) -> (Option<Map>, Vec<Finding>) {
    let archives = Archives::new(vfs, archive);
    let mut reading = Reading { vfs, frame, map: Map::default(), left_out: 0, findings: Vec::new() };
    let layers = (1..=LAYERS).map(|layer| format!("_{layer}.txt"));
    for ending in std::iter::once(".txt".to_owned()).chain(layers) {
        let address = archives.beside(&format!("{FOLDER}{}", archives.named(&ending)));
        if vfs.is_file(&address) {
            reading.layer(&address);
        }
    }
    let old = [FOLDER, ""].map(|folder| archives.beside(&format!("{folder}{}", archives.named(".map"))));
    if let Some(address) = old.iter().find(|address| reading.map.is_empty() && vfs.is_file(address)) {
        reading.old(address);
    }
    let Reading { map, findings, .. } = reading;
    (Some(map).filter(|map| !map.is_empty()), findings)
}

struct Reading<'a> {
    vfs: &'a Vfs,
    frame: &'a Frame,
    map: Map,
    /// Of the file that is being read.
    left_out: usize,
    findings: Vec<Finding>,
}

impl Reading<'_> {
    fn read<T>(
        &mut self,
        address: &str,
        read: impl FnOnce(&[u8], Mode) -> binary::Result<(T, binary::Report)>,
    ) -> Option<T> {
        let start = self.vfs.read_start(address, everquest::lines::LARGEST + 1);
        match start.and_then(|bytes| read(&bytes, Mode::Lenient)) {
            Ok((value, report)) => {
                let odd = report.into_findings().into_iter();
                self.findings.extend(odd.map(|finding| finding.in_file(address)));
                Some(value)
            }
            Err(finding) => {
                self.findings.push(Finding { severity: Severity::Warning, ..finding.in_file(address) });
                None
            }
        }
    }

    fn layer(&mut self, address: &str) {
        let Some(drawn) = self.read(address, map::read) else { return };
        for drawn in drawn.drawn() {
            match drawn {
                Drawn::Line { from, to, color } => {
                    let ends = self.place(*from).zip(self.place(*to));
                    self.add(ends.map(|(from, to)| MapLine {
                        ends: [from, to],
                        color: Some(rgb(color)),
                        has_height: true,
                    }));
                }
                Drawn::Point { at, color, size, label } => {
                    let at = self.place(*at).filter(|_| self.map.labels.len() < MOST_MAP_LINES);
                    let Some(at) = at else {
                        self.left_out += 1;
                        continue;
                    };
                    let text = label.replace('_', " ").trim().to_owned();
                    let size = (*size).clamp(1, 3) as u8;
                    self.map.labels.push(MapLabel { at, text, color: Some(rgb(color)), size });
                }
            }
        }
        self.report(address);
    }

    /// The older form knows neither heights nor colours as numbers. Its x and y are those that the game shows, the
    /// other way round on both axes than in the newer form.
    fn old(&mut self, address: &str) {
        let Some(rows) = self.read(address, old_map::read) else { return };
        for row in rows.rows() {
            let OldRow::Line { points, .. } = row else { continue };
            for pair in points.windows(2) {
                let [from, to] = [0, 1].map(|at| {
                    let [x, y] = pair.get(at).copied().unwrap_or_default();
                    self.place([-x, -y, 0.0])
                });
                let line = |(from, to)| MapLine { ends: [from, to], color: None, has_height: false };
                self.add(from.zip(to).map(line));
            }
        }
        self.report(address);
    }

    /// A place of a map, which is (-y, -x, z) of the zone.
    fn place(&self, [x, y, z]: [f64; 3]) -> Option<Vec3> {
        let is_near = [x, y, z].iter().all(|part| part.abs() <= FARTHEST);
        is_near.then(|| self.frame.to_engine(Vec3::new(-y as f32, -x as f32, z as f32)))
    }

    fn add(&mut self, line: Option<MapLine>) {
        match line.filter(|_| self.map.lines.len() < MOST_MAP_LINES) {
            Some(line) => self.map.lines.push(line),
            None => self.left_out += 1,
        }
    }

    fn report(&mut self, address: &str) {
        let left_out = std::mem::take(&mut self.left_out);
        if left_out > 0 {
            let expected =
                format_args!("at most {MOST_MAP_LINES} lines, none farther from the origin than {FARTHEST}");
            let found = format_args!("{left_out} others");
            self.findings.push(Finding::new(&MAP, Severity::Warning, address, expected, found));
        }
    }
}

fn rgb(color: &[i32; 3]) -> [u8; 3] {
    color.map(|part| part.clamp(0, 255) as u8)
}
