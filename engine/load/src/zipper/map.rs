//! The map of a mission of Recoil: what its own file draws, each feature a line from corner to corner.
//!
//! Source: `docs/spec/zbd/zmap.md`; `docs/spec/zbd/mw3-runtime.md`, "1. Install layouts".

use crate::Request;
use binary::{Finding, Mode};
use glam::Vec3;
use vfs::Vfs;
use world::{MOST_MAP_LINES, Map, MapLine};

/// The map of a world, and what was odd about its file; `None` for worlds that have no such file.
pub(crate) fn map(vfs: &Vfs, request: &Request) -> (Option<Map>, Vec<Finding>) {
    let places = ["zbd/maps/", "maps/", &format!("zbd/{}/", request.world)];
    let addresses = places.map(|place| format!("{place}{}.zmap", request.world));
    let Some(address) = addresses.into_iter().find(|address| vfs.is_file(address)) else {
        return (None, Vec::new());
    };
    let read = || {
        let bytes = vfs.read(&address)?;
        let (map, report) = zbd::zmap::read(&bytes, Mode::Lenient)?;
        Ok::<_, Box<Finding>>((map, report.into_findings()))
    };
    match read() {
        Ok((own, findings)) => {
            let findings = findings.into_iter().map(|finding| finding.in_file(&address)).collect();
            (Some(drawn(&own, request)), findings)
        }
        Err(finding) => (None, vec![finding.in_file(&address)]),
    }
}

/// A feature of three and more corners is closed: that they are outlines is inferred from "line/fill colour".
fn drawn(own: &zbd::zmap::ZMap, request: &Request) -> Map {
    let mut lines = Vec::new();
    for feature in &own.features {
        let corners: Vec<Vec3> = feature
            .vertices
            .iter()
            .map(|corner| request.frame.to_engine(Vec3::from_array(*corner)))
            .collect();
        let closing = (corners.len() > 2).then(|| [corners[corners.len() - 1], corners[0]]);
        let sides = corners.windows(2).map(|pair| [pair[0], pair[1]]).chain(closing);
        for ends in sides.filter(|ends| ends.iter().all(|end| end.is_finite())) {
            if lines.len() < MOST_MAP_LINES {
                lines.push(MapLine { ends, color: Some(feature.color), has_height: false });
            }
        }
    }
    Map { lines, labels: Vec::new() }
}
