//! What the page shows about a running world: where one is, what is drawn, what was said.

use crate::{Typed, View, Visit};
use render::Statistics;
use runtime::Simulation;
use serde::Serialize;
use world::{RegionKind, TICKS_PER_SECOND};

/// About a running world.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Status {
    /// Where the view is.
    #[serde(flatten)]
    pub view: View,
    /// The eye, in the axes of maps: x, height, z.
    pub at: [f32; 3],
    /// The height of the feet, or of the free camera.
    pub feet: f32,
    /// The camera is free.
    pub flying: bool,
    /// Draw calls, triangles, instances, objects drawn and culled of the last picture.
    pub draws: u32,
    /// Triangles.
    pub triangles: u64,
    /// Instances of models.
    pub instances: u32,
    /// Objects of which something was drawn.
    pub drawn: u32,
    /// Objects that were left out.
    pub culled: u32,
    /// The numbers of the active zones; empty for all.
    pub zones: Vec<String>,
    /// What is walked on.
    pub ground: String,
    /// The place that is seen, and how many there are.
    pub place: String,
    /// Findings about its files.
    pub findings: usize,
    /// Bytes read of files.
    pub bytes_read: u64,
    /// A recording is replayed.
    pub replaying: bool,
    /// People may fight each other here.
    pub pvp: bool,
    /// The part of a breath that is left, while somebody is under water who can drown.
    pub air: Option<f32>,
    /// Lines for people, once.
    pub said: Vec<String>,
    /// What was said in the world, once, with seconds.
    pub captions: Vec<(String, f32)>,
    /// Lines of the console, once.
    pub typed: Vec<Typed>,
}

impl Status {
    /// Of a world, after a picture; lines that are said once are taken.
    pub fn of(visit: &mut Visit, drawn: &Statistics, bytes_read: u64) -> Self {
        let (said, typed) = (visit.take_said(), visit.take_typed());
        let captions = visit.take_captions().into_iter().map(|caption| (caption.text, caption.seconds));
        let captions = captions.collect();
        let simulation = visit.simulation();
        let camera = visit.camera();
        let avatar = simulation.state().avatar().filter(|_| !visit.is_flying());
        let (pvp, air) = danger(visit, simulation);
        let zones = visit.zones();
        let places = visit.world().places().len();
        let key = &visit.world().watched_place().site().key;
        Status {
            view: visit.view(),
            at: camera.eye.to_array(),
            feet: avatar.map_or(camera.eye.y, |avatar| avatar.position.y),
            flying: visit.is_flying(),
            draws: drawn.draws,
            triangles: drawn.triangles,
            instances: drawn.instances,
            drawn: drawn.occurrences_drawn,
            culled: drawn.occurrences_culled,
            zones: zones.zones().iter().map(ToString::to_string).collect(),
            ground: match avatar {
                Some(avatar) if avatar.grounded => format!("surface type {}", avatar.soil),
                Some(_) => "in the air".to_owned(),
                None => "no walker".to_owned(),
            },
            place: if places > 1 { format!("{key}, one of {places}") } else { key.clone() },
            findings: visit.findings().len(),
            bytes_read,
            replaying: visit.is_replaying(),
            pvp,
            air,
            said,
            captions,
            typed,
        }
    }
}

/// Whether people may fight each other where the feet are, and how much air is left.
fn danger(visit: &Visit, simulation: &Simulation) -> (bool, Option<f32>) {
    let Some(feet) = visit.feet_of_view() else { return (false, None) };
    let pvp = simulation.probe().regions(feet).any(|region| region.kind == RegionKind::Pvp);
    let breath = simulation.scene().walker.breath * TICKS_PER_SECOND as f32;
    let under = simulation.state().avatar().map_or(0, |avatar| avatar.journey.under_water);
    let air = (breath > 0.0 && under > 0).then(|| (1.0 - under as f32 / breath).max(0.0));
    (pvp, air)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Held;
    use crate::visit::tests::{ahead, courtyard};

    #[test]
    fn what_is_said_is_told_once_and_where_one_is_every_time() {
        let mut visit = courtyard();
        visit.type_line("where".to_owned());
        visit.run(30, &ahead());
        let status = Status::of(&mut visit, &Statistics::default(), 7);
        assert_eq!((status.view.tick, status.bytes_read, status.typed.len()), (30, 7, 1));
        assert!(status.ground.starts_with("surface type"), "{}", status.ground);
        assert_eq!((status.flying, status.pvp, status.air), (false, false, None));
        assert!(Status::of(&mut visit, &Statistics::default(), 7).typed.is_empty());
        visit.toggle_fly();
        visit.pass(std::time::Duration::from_millis(20), &Held::default());
        let status = Status::of(&mut visit, &Statistics::default(), 7);
        assert!(status.flying && status.ground == "no walker" && status.feet == status.at[1]);
    }
}
