//! The radar: who acts against the person or beside them and where the objectives are, as seen from above; where one
//! looks is up. A diamond is an opponent, a square a friend, a frame an objective: what is farther away is on the edge.

use crate::{color, opponents, sheet::Sheet};
use glam::{Vec2, Vec3};
use world::{HudAlign, ObjectivePhase, Occurrences, Scene, Side, State};

/// From its middle to its edge, points, and metres.
const HALF: f32 = 58.0;
const RANGE_M: f32 = 250.0;
/// Most marks of a kind.
const MOST: usize = 32;

/// Shows it on the left over a height, pixels.
pub fn show(sheet: &mut Sheet, scene: &Scene, state: &State, occurrences: &Occurrences, foot: f32) {
    let Some(person) = state.person() else { return };
    let view = View { here: person.position(), look: person.look().0, range: scene.frame.units(RANGE_M) };
    let half = sheet.pixels(HALF).round();
    let [left, _] = sheet.lower_left();
    let middle = Vec2::new(left + half, foot - half - sheet.pixels(12.0));
    let corners = [middle - half, middle + half].map(|corner| corner.to_array());
    sheet.panel(corners[0], corners[1]);
    sheet.outline(corners[0], corners[1], color::QUIET);
    let thin = sheet.pixels(1.0).round().max(1.0);
    // Half of its range.
    let ring = half * 0.5;
    sheet.outline((middle - ring).to_array(), (middle + ring).to_array(), color::FAINT);
    let letters = sheet.letters(1.0);
    let inside = 3.0 * thin;
    let at = [middle.x + half - inside, middle.y + half - letters.height() as f32];
    sheet.text(at, HudAlign::Right, letters, color::QUIET, format_args!("{RANGE_M:.0} m"));
    let room = half - sheet.pixels(6.0);
    for place in objectives(scene, state, occurrences).take(MOST) {
        let at = middle + view.of(place) * room;
        let side = sheet.pixels(4.5).round().max(4.0);
        sheet.outline((at - side).to_array(), (at + side).to_array(), color::PLAIN);
    }
    for (_, actor) in opponents::of_side(scene, state, Side::Friend).take(MOST) {
        let at = middle + view.of(actor.position()) * room;
        let half = sheet.pixels(2.5).max(2.0);
        sheet.rect((at - half).to_array(), (at + half).to_array(), color::GOOD);
    }
    for (_, actor) in opponents::all(scene, state).take(MOST) {
        let at = middle + view.of(actor.position()) * room;
        sheet.diamond(at, sheet.pixels(3.5).max(3.0), color::WARNING);
    }
    // The person, with its front up.
    let (wide, high) = (sheet.pixels(4.0), sheet.pixels(6.0));
    for side in [-1.0, 1.0] {
        let foot = middle + Vec2::new(side * wide, high * 0.6);
        sheet.line(middle - Vec2::Y * high, foot, thin * 2.0, color::GOOD);
    }
}

/// From where, and in which direction, one looks.
struct View {
    here: Vec3,
    /// Radians to the left of north.
    look: f32,
    /// Units to the edge.
    range: f32,
}

impl View {
    /// Where a place is on the radar, as parts of it from its middle: to the right, and down. At most 1 either way.
    fn of(&self, place: Vec3) -> Vec2 {
        let way = place - self.here;
        let (sin, cos) = (libm::sinf(self.look), libm::cosf(self.look));
        let seen = Vec2::new(way.x * cos - way.z * sin, way.x * sin + way.z * cos) / self.range.max(1e-3);
        let beyond = seen.abs().max_element();
        if beyond > 1.0 { seen / beyond } else { seen }
    }
}

/// Where objectives that are awake and shown have to be fulfilled.
fn objectives<'a>(
    scene: &'a Scene,
    state: &'a State,
    occurrences: &'a Occurrences,
) -> impl Iterator<Item = Vec3> + 'a {
    let laws = scene.mission.as_deref().map_or(&[][..], |law| &law.objectives);
    let awake = laws
        .iter()
        .zip(&state.mission.objectives)
        .filter(|(law, own)| law.rank.is_some() && own.phase == ObjectivePhase::Awake && !own.hidden);
    let conditions = awake.flat_map(|(law, _)| &law.conditions);
    let nodes = conditions.flat_map(move |condition| condition.open_nodes(state));
    nodes.filter_map(move |node| {
        let id = occurrences.of(node).next()?;
        Some(Vec3::from(occurrences.transform(id).translation))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HudOptions, Seen, lay_out};
    use world::sketch::{ModelSketch, Sketch};
    use world::{
        ActorKind, Avatar, Derived, Hud, HudPart, LawKind, MindLaw, MissionCondition, MissionLaw,
        ObjectiveLaw, OpponentStart, Pilot, Rank, TankLaw, VehicleLaw, Views,
    };

    #[test]
    fn whoever_lives_and_whatever_is_to_be_done_is_on_it() {
        let mut sketch = Sketch::new();
        let cube = ModelSketch::new().cuboid(Vec3::new(99.0, 0.0, -1.0), Vec3::new(101.0, 2.0, 1.0));
        let node = sketch.place(cube);
        let mut scene = sketch.scene;
        let law = LawKind::Tank(Box::new(TankLaw { health: 100.0, ..TankLaw::default() }));
        let own = VehicleLaw { name: "tank".into(), node: None, views: Views::default(), law };
        scene.vehicles = vec![own.clone(), own];
        scene.drives = Some(0);
        let place = Avatar { position: Vec3::NEG_Z * 50.0, ..Avatar::default() };
        scene.opponents.starts.push(OpponentStart { vehicle: 1, mind: 0, place, node: None });
        let wanted = MissionCondition::Nodes { nodes: vec![node], active: false, count: 1 };
        let objective =
            ObjectiveLaw { rank: Some(Rank::Primary), conditions: vec![wanted], ..ObjectiveLaw::default() };
        scene.mission = Some(Box::new(MissionLaw { objectives: vec![objective], ..MissionLaw::default() }));
        let mut state = State::new(&scene, 1);
        state.mission.objectives[0].phase = ObjectivePhase::Awake;
        let (derived, _) = Derived::build(&scene, &state, 100);
        let marks = |state: &State| {
            let (mut hud, options) = (Hud::default(), HudOptions { radar: true, ..HudOptions::NOTHING });
            lay_out(&Seen::new(derived.probe(&scene, state), state, [960, 720]), &options, &mut hud);
            let diamonds = hud.parts().iter().filter_map(|part| match part {
                HudPart::Bar(bar) if bar.turn == std::f32::consts::FRAC_PI_4 => Some(bar.center),
                _ => None,
            });
            let frames = objectives(&scene, state, &derived.occurrences).count();
            (diamonds.collect::<Vec<_>>(), frames)
        };
        let (diamonds, frames) = marks(&state);
        // 50 of 250 ahead: a fifth of the way up from its middle, 58 over the foot of the picture and right of its edge.
        let middle = Vec2::new(16.0 + 58.0, 720.0 - 16.0 - 12.0 - 58.0);
        let wanted = middle - Vec2::Y * 52.0 * 50.0 / 250.0;
        assert_eq!((diamonds.len(), frames), (2, 1), "{diamonds:?}");
        assert!((diamonds[0] - wanted).length() < 1.0, "{diamonds:?} {wanted}");
        // Who is destroyed is not on it, nor what is done.
        for actor in state.actors.iter_mut() {
            if let (Pilot::Bot(_), ActorKind::Tank(tank)) = (&actor.pilot, &mut actor.kind) {
                tank.health = 0.0;
            }
        }
        state.mission.objectives[0].phase = ObjectivePhase::Completed;
        assert_eq!(marks(&state), (Vec::new(), 0));
    }

    #[test]
    fn a_friend_is_a_square() {
        let mut scene = Sketch::new().scene;
        let law = LawKind::Tank(Box::new(TankLaw { health: 100.0, ..TankLaw::default() }));
        let own = VehicleLaw { name: "tank".into(), node: None, views: Views::default(), law };
        scene.vehicles = vec![own.clone(), own];
        scene.drives = Some(0);
        let place = Avatar { position: Vec3::NEG_Z * 125.0, ..Avatar::default() };
        scene.opponents.starts.push(OpponentStart { vehicle: 1, mind: 0, place, node: None });
        scene.opponents.minds.push(MindLaw { side: Side::Friend, ..MindLaw::default() });
        let state = State::new(&scene, 1);
        let (derived, _) = Derived::build(&scene, &state, 100);
        let (mut hud, options) = (Hud::default(), HudOptions { radar: true, ..HudOptions::NOTHING });
        lay_out(&Seen::new(derived.probe(&scene, &state), &state, [960, 720]), &options, &mut hud);
        let bars: Vec<_> = hud
            .parts()
            .iter()
            .filter_map(|part| match part {
                HudPart::Bar(bar) => Some(*bar),
                HudPart::Letter(_) => None,
            })
            .collect();
        assert!(bars.iter().all(|bar| bar.color != color::WARNING), "{bars:?}");
        let squares: Vec<_> = bars.iter().filter(|bar| bar.color == color::GOOD && bar.turn == 0.0).collect();
        // Half of the way up, as 125 of 250 ahead.
        let wanted = Vec2::new(74.0, 720.0 - 86.0 - 26.0);
        assert!(squares.len() == 1 && (squares[0].center - wanted).length() <= 1.0, "{squares:?}");
    }

    #[test]
    fn what_is_ahead_is_up_and_what_is_far_is_on_the_edge() {
        // Looking west, from 10 to the east: what is 50 to the west is half of 100 up, what is north is right.
        let view = View { here: Vec3::X * 10.0, look: std::f32::consts::FRAC_PI_2, range: 100.0 };
        let near = |a: Vec2, b: [f32; 2]| (a - Vec2::from_array(b)).length() < 1e-5;
        assert!(near(view.of(Vec3::new(-40.0, 3.0, 0.0)), [0.0, -0.5]));
        assert!(near(view.of(Vec3::new(10.0, 0.0, -20.0)), [0.2, 0.0]));
        // 400 behind and 100 to the left of it.
        assert!(near(view.of(Vec3::new(410.0, 0.0, 100.0)), [-0.25, 1.0]));
    }
}
